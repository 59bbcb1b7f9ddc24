"""The pawns in one turn: white's move, the blacks' share, the red and the white effect, and letters between them.

Letters that move black pawns are encoded at the moments where they can make a difference: before the blacks move,
before a red effect, before a white effect, before the resolution, and after it. No other moment gives another result:
from the beginning of the turn until the blacks move, and from then until the first of red, white and the resolution,
nothing looks at the black pawns or moves them (points do, but no win depends on points); letters come only with the
resolution, so one that is in hand at a moment is still there at the later ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.tables import (
    PAIRS,
    Images,
    blacks_moves,
    letter_moves,
    red_moves,
    white_effect_moves,
    white_moves,
)
from tabi.spec.solitaire.locations import DAYS
from tabi.spec.solitaire.rulings import SolitaireRulings

NEITHER, RED, WHITE = range(3)


@dataclass(frozen=True)
class Memory:
    """A moment for location memories: at least one letter is spent, a second one too; the pair before and after."""

    one: int
    two: int
    before: Bits
    after: Bits

    @property
    def uses(self) -> Bits:
        """One true variable for each letter spent."""
        return (self.one, self.two)


@dataclass(frozen=True)
class Pawns:
    """The pawns of one turn: white's new day, a lap, the moments for letters, the pairs after blacks and effects."""

    white: Bits
    lap: int
    at_start: Memory
    moved: Bits
    first: Memory
    after_first: Bits
    second: Memory
    after_second: Bits
    to_resolve: Memory


def white_move(cnf: Cnf, white: Bits, number: Bits, rulings: SolitaireRulings) -> tuple[Bits, int]:
    """sol.movement.ring, sol.movement.day-seven-rest: white's day after the card, and whether a lap is paid.

    On the ring any two of the two days and the number give the third (the table's rows and columns have no day twice),
    so the clauses that look back follow from the others; elsewhere they stand where the third is given too.
    """
    after, lap, table = cnf.one_hot(DAYS), cnf.bit(), white_moves(rulings)
    for day, moves in enumerate(table):
        for index, (to, pays) in enumerate(moves):
            cnf.when([white[day], number[index]], after[to])
            cnf.when([white[day], number[index]], lap if pays else -lap)
            if sum(row[index][0] == to for row in table) == 1:
                cnf.when([after[to], number[index]], white[day])
            if sum(one == to for one, _ in moves) == 1:
                cnf.when([white[day], after[to]], number[index])
    return after, lap


def memory(cnf: Cnf, before: Bits) -> Memory:
    """sol.letters.location-memory: a moment at which none, one or two letters move black pawns."""
    one, two, after = cnf.bit(), cnf.bit(), cnf.one_hot(len(PAIRS))
    cnf.add(-two, one)
    cnf.same([-one], before, after)
    once, twice = letter_moves()
    cnf.relation([one, -two], before, after, once)
    cnf.relation([two], before, after, twice)
    return Memory(one, two, before, after)


def pawns_of_turn(
    cnf: Cnf, white: Bits, blacks: Bits, number: Bits, first: Bits, second: Bits, rulings: SolitaireRulings
) -> Pawns:
    """The pawns until the resolution; `first` and `second` say which of red and white acts first, and which next."""
    to, lap = white_move(cnf, white, number, rulings)
    at_start = memory(cnf, blacks)
    moved = cnf.one_hot(len(PAIRS))
    for index, images in enumerate(blacks_moves(rulings)):
        cnf.relation([number[index]], at_start.after, moved, images)
    before_first = memory(cnf, moved)
    after_first = _effect(cnf, before_first, to, first, rulings)
    before_second = memory(cnf, after_first)
    after_second = _effect(cnf, before_second, to, second, rulings)
    return Pawns(
        to, lap, at_start, moved, before_first, after_first, before_second, after_second, memory(cnf, after_second)
    )


def _effect(cnf: Cnf, moment: Memory, white: Bits, effect: Bits, rulings: SolitaireRulings) -> Bits:
    """sol.effects.red, sol.effects.white: the pair after the effect; where none acts no letter is spent before it.

    Such a letter could as well be spent at the next moment.
    """
    after = cnf.one_hot(len(PAIRS))
    cnf.when([effect[NEITHER]], -moment.one)
    cnf.same([effect[NEITHER]], moment.after, after)
    _related(cnf, [effect[RED]], moment, after, red_moves(rulings))
    for day, images in enumerate(white_effect_moves(rulings)):
        _related(cnf, [effect[WHITE], white[day]], moment, after, images)
    return after


def _related(cnf: Cnf, conditions: list[int], moment: Memory, after: Bits, images: Images) -> None:
    cnf.relation(conditions, moment.after, after, images)
