"""The pawns step by step: white's move by the card, the blacks' share, and the red and white effects with letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tabi.solvers.encoding.cnf import Bits
from tabi.solvers.encoding.pawns import NEITHER, RED, WHITE, Memory, memory
from tabi.solvers.encoding.stepwise.parts import Named, Setting, Table
from tabi.solvers.encoding.tables import PAIRS, blacks_moves, red_moves, shifted_moves, white_effect_moves
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.locations import DAYS


@dataclass(frozen=True)
class Pawns:
    """The black pawns of a turn: the moments for letters, and the pair after each thing that moves them."""

    at_start: Memory
    moved: Bits
    first: Memory
    after_first: Bits
    second: Memory
    after_second: Bits
    to_resolve: Memory

    @property
    def memories(self) -> tuple[Memory, ...]:
        """The moments for letters until the resolution."""
        return self.at_start, self.first, self.second, self.to_resolve

    @property
    def pairs(self) -> tuple[Bits, ...]:
        """Where the blacks stand after each thing that is not a letter."""
        return self.moved, self.after_first, self.after_second


def white_plays(
    setting: Setting, table: Table, card: Named, plays: int, shift: tuple[int, int] | None
) -> tuple[Bits, int]:
    """sol.movement.play: white's day after the card, and whether a lap is paid.

    `shift` holds the literals that the map took one from the number, or added one, where it does that.
    """
    cnf = setting.cnf
    white, lap = cnf.one_hot(DAYS), cnf.bit()
    if plays != setting.always:
        cnf.same([-plays], table.white, white)
        cnf.when([-plays], -lap)
    back, on = shift or (setting.never, setting.never)
    for change, how in ((0, [-back, -on]), (-1, [back]), (1, [on])):
        if change and shift is None:
            continue
        for day, moves in enumerate(shifted_moves(setting.rulings, change)):
            for bit, (to, pays) in zip(card.number, moves, strict=True):
                given = [bit, table.white[day], *(how if shift else ())]
                cnf.when(given, white[to])
                cnf.when(given, lap if pays else -lap)
    return white, lap


def blacks_of_turn(
    setting: Setting,
    table: Table,
    card: Named,
    plays: int,
    order: tuple[Bits, Bits],
    lit: dict[Suit, int],
    over: Sequence[int] = (),
) -> Pawns:
    """The black pawns until the resolution; `order` says which of red and white acts first, and which next.

    `table` is the one at the effects; the pair in it is still that of the turn's beginning. Where one of the literals
    `over` holds the turn is over before the blacks move, and they stay.
    """
    at_start, moved = share_of_turn(setting, table, card, plays, over)
    first = memory(setting.cnf, moved)
    after_first = effect_on_blacks(setting, first, table.white, order[0], lit, idle=order[0][NEITHER : NEITHER + 1])
    second = memory(setting.cnf, after_first)
    after_second = effect_on_blacks(setting, second, table.white, order[1], lit, idle=order[1][NEITHER : NEITHER + 1])
    return Pawns(at_start, moved, first, after_first, second, after_second, memory(setting.cnf, after_second))


def share_of_turn(
    setting: Setting, table: Table, card: Named, plays: int, over: Sequence[int] = ()
) -> tuple[Memory, Bits]:
    """sol.movement.blacks-total: the moment for letters before the blacks move, and the pair after that.

    The pair stays where no card is played, and where the turn is over by one of the literals `over`.
    """
    cnf = setting.cnf
    at_start = memory(cnf, table.blacks)
    moved = cnf.one_hot(len(PAIRS))
    for stays in (*over, *([] if plays == setting.always else [-plays])):
        cnf.same([stays], at_start.after, moved)
    for bit, images in zip(card.number, blacks_moves(setting.rulings), strict=True):
        cnf.relation([bit, *(-one for one in over)], at_start.after, moved, images)
    return at_start, moved


def effect_on_blacks(
    setting: Setting, moment: Memory, white: Bits, effect: Sequence[int], lit: dict[Suit, int], *, idle: Sequence[int]
) -> Bits:
    """sol.effects.red, sol.effects.white: the pair after the effect, the suit's own or (lit) under the lantern.

    `effect` says which acts. No letter is spent before it where all of `idle` hold: where it can as well be spent at
    the next moment.
    """
    cnf, rulings = setting.cnf, setting.rulings
    after = cnf.one_hot(len(PAIRS))
    cnf.when(idle, -moment.one)
    cnf.same([effect[NEITHER]], moment.after, after)
    for is_lit in (False, True) if lit else (False,):
        red, way_white = ([lit[suit] if is_lit else -lit[suit]] if lit else [] for suit in (Suit.R, Suit.W))
        cnf.relation([effect[RED], *red], moment.after, after, red_moves(rulings, lit=is_lit))
        for day, images in enumerate(white_effect_moves(rulings, lit=is_lit)):
            cnf.relation([effect[WHITE], *way_white, white[day]], moment.after, after, images)
    return after
