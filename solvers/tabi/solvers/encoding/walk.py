"""The walk through the effects of one turn: which suit of white's column acts, step by step, and what it sets off.

There are at most four steps: a column has three events at most, and the one exchange of a blue effect brings in one
further suit at most (`B4 W2 R3` on the bay road with the Y4 elsewhere: blue takes the Y4 in, then yellow, white and
red act). Event memories between the steps change the order of the column and not what lies in it. The theorem
`sol.effects.at-most-four` says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tabi.rules.solitaire.defects import BAY_ROAD_CAPACITY
from tabi.solvers.encoding.board import Column, Exchange, Fixing, exchanged_inside, fixing
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.pawns import NEITHER
from tabi.solvers.encoding.state import EMPTY
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.rulings import EffectsMandatory, SolitaireRulings

STEPS = BAY_ROAD_CAPACITY + 1
"""The most effects of a turn."""


@dataclass(frozen=True)
class Walk:
    """The effects of one turn. `acts[i]` is one-hot: nothing (0) or a suit's value; `fixings[i]` is the moment before.

    `first` and `second` say which of the red and white effects is carried out first and next (neither, red, white).
    `column` is white's column after the effects, `yellow` whether a card is drawn.
    """

    acts: tuple[Bits, ...]
    fixings: tuple[Fixing, ...]
    column: Column
    first: Bits
    second: Bits
    yellow: int


def walk(cnf: Cnf, column: Column, resolved: Bits, swap: Exchange, rulings: SolitaireRulings) -> Walk:
    """sol.effects.order, sol.effects.end: the effects from the refill to the resolution."""
    acts: list[Bits] = []
    fixings: list[Fixing] = []
    exchanges: list[int] = []
    applied = [cnf.any_of([])] * len(Suit)
    applied_before: list[Sequence[int]] = []
    for _ in range(STEPS):
        moment, column = fixing(cnf, column)
        row = next_to_act(cnf, column, applied)
        cnf.when([row[0]], -moment.some)
        made = cnf.all_of([swap.some, row[Suit.B]])
        column = exchanged_inside(cnf, swap, made, column)
        applied_before.append(applied)
        applied = [cnf.any_of([old, row[suit]]) for suit, old in zip(Suit, applied, strict=True)]
        acts.append(row)
        fixings.append(moment)
        exchanges.append(made)
    cnf.add(-swap.some, *exchanges)
    cnf.add(-swap.some, -resolved[Suit.B - 1])
    carried = {suit: cnf.all_of([applied[suit - 1], -resolved[suit - 1]]) for suit in (Suit.R, Suit.W, Suit.Y)}
    red_first = before_white(cnf, acts, applied_before)
    first, second = pawn_effects(cnf, carried[Suit.R], carried[Suit.W], red_first)
    return Walk(tuple(acts), tuple(fixings), column, first, second, _drawn(cnf, carried[Suit.Y], rulings))


def _drawn(cnf: Cnf, yellow: int, rulings: SolitaireRulings) -> int:
    """sol.effects.yellow, sol.effects.mandatory: whether a yellow effect draws; it must unless it may be declined."""
    if rulings.effects_mandatory is not EffectsMandatory.NONE:
        return yellow
    drawn = cnf.bit()
    cnf.add(-drawn, yellow)
    return drawn


def next_to_act(cnf: Cnf, column: Column, applied: Sequence[int]) -> Bits:
    """sol.effects.order: the suit of the nearest event whose suit has not acted, one-hot; 0 when there is none."""
    waits = [_waits(cnf, slot.suit, applied) for slot in column.slots]
    return nearest_of(cnf, [slot.suit for slot in column.slots], waits, [-one for one in applied])


def nearest_of(cnf: Cnf, suits: Sequence[Bits], marked: Sequence[int], able: Sequence[int]) -> Bits:
    """The suit in the first slot that is marked, one-hot; 0 when none is. Only `able` suits are marked anywhere."""
    row = cnf.one_hot(1 + len(Suit))
    for value in Suit:
        cnf.add(-row[value], able[value - 1])
    for place, (suit, mark) in enumerate(zip(suits, marked, strict=True)):
        for value in Suit:
            cnf.when([-earlier for earlier in marked[:place]] + [mark, suit[value]], row[value])
    cnf.add(row[0], *marked)
    cnf.none_of([row[0]], marked)
    return row


def _waits(cnf: Cnf, suit: Bits, applied: Sequence[int]) -> int:
    """Whether a slot holds an event whose suit has not acted."""
    waits = cnf.bit()
    cnf.when([suit[EMPTY]], -waits)
    for value in Suit:
        cnf.same([suit[value]], [waits], [-applied[value - 1]])
    return waits


def before_white(cnf: Cnf, acts: Sequence[Bits], applied: Sequence[Sequence[int]]) -> int:
    """Whether red acts before white, where both act."""
    red_first = cnf.bit()
    for row, before in zip(acts, applied, strict=True):
        cnf.when([row[Suit.R], before[Suit.W - 1]], -red_first)
        cnf.when([row[Suit.W], before[Suit.R - 1]], red_first)
    return red_first


def pawn_effects(cnf: Cnf, red: int, white: int, red_first: int) -> tuple[Bits, Bits]:
    """Which of the red and white effects is first, and which comes next."""
    first, second = cnf.one_hot(3), cnf.one_hot(3)
    both = cnf.all_of([red, white])
    cnf.same([], [first[NEITHER]], [-cnf.any_of([red, white])])
    cnf.same([], [second[NEITHER]], [-both])
    for one, other, order in ((1, 2, red_first), (2, 1, -red_first)):
        cnf.when([both, order], first[one])
        cnf.when([both, order], second[other])
    cnf.when([red, -white], first[1])
    cnf.when([white, -red], first[2])
    return first, second
