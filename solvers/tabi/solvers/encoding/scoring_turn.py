"""The pawns and the points of one turn, step by step of its effects.

Points look at the black pawns, so letters that move these are encoded before every step of the effects that counts
points or moves a pawn, and not only before those that move one, as is enough for winning (`pawns`). No other moment
earns more: only those steps count points, and until the next of them, the blacks' move, or the resolution nothing looks
at the black pawns, so a letter can wait for it. A letter after the resolution can wait for the next turn, but where it
keeps a game from being won at the end of this one; there white stands on day 7, nothing is resolved with or without it,
and it can be spent before the resolution as well. A letter on an event elsewhere than in white's place can wait until
white comes there: nothing is counted elsewhere. For games without items that is the theorem
`sol.encoding.points-moments`; with items it is an argument, held against the rules by tests.

What a step counts is what lies and stands there before it, or, where the lantern's effect comes before its points,
after it.

Once red and white are resolved, in games without items, only letters move black pawns amid the effects. Then those that
bring pawns to white may as well come before the first effect, and those that lead pawns elsewhere after the last one:
two moments are enough (`Setting.gathers`), by the theorem `sol.encoding.points-gather`. All that counts in such a turn
counts for the same pawns, so the numbers are summed before they are multiplied.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tabi.solvers.encoding.cnf import Bits
from tabi.solvers.encoding.pawns import Memory, memory
from tabi.solvers.encoding.scoring_unary import AtLeast, added, number_of
from tabi.solvers.encoding.state import EMPTY
from tabi.solvers.encoding.stepwise.effects import Acting, Choices
from tabi.solvers.encoding.stepwise.moves import effect_on_blacks, share_of_turn
from tabi.solvers.encoding.stepwise.parts import Named, Setting, Slot, Slots, Table
from tabi.solvers.encoding.tables import NUMBER_OF, PAIRS
from tabi.spec.solitaire.cards import NUMBERS, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import EVENT_DAYS
from tabi.spec.solitaire.rulings import LanternOrder

PAWNS = 3
EVENTS = 3
MOST_OF_SUIT = 6 + 5 + 4
"""The greatest sum of the numbers of one suit's events in one column, without the camera."""


@dataclass(frozen=True)
class PawnStep:
    """One step of the effects: the moment for letters before it, the pair after it, and the points that it counts.

    `last` is the literal that the lantern's effect comes before the points.
    """

    moment: Memory
    after: Bits
    points: AtLeast
    last: int


@dataclass(frozen=True)
class ScoredPawns:
    """The black pawns of a turn with points: as `moves.Pawns`, with a moment for letters before each step."""

    at_start: Memory
    moved: Bits
    steps: tuple[PawnStep, ...]
    to_resolve: Memory

    @property
    def memories(self) -> tuple[Memory, ...]:
        """The moments for letters until the resolution."""
        amid = (step.moment for step in self.steps if step.moment.before != step.moment.after)
        return (self.at_start, *amid, self.to_resolve)

    @property
    def pairs(self) -> tuple[Bits, ...]:
        """Where the blacks stand after each thing that is not a letter."""
        return (self.moved, *(step.after for step in self.steps))

    @property
    def points(self) -> tuple[AtLeast, ...]:
        """What each step counts."""
        return tuple(step.points for step in self.steps)


def scored_pawns(
    setting: Setting, table: Table, card: Named, plays: int, actings: Sequence[Acting], choices: Choices
) -> ScoredPawns:
    """The black pawns until the resolution, and the points; `table` is the one at the end of the effects."""
    at_start, moved = share_of_turn(setting, table, card, plays)
    if setting.gathers:
        steps = _gathered(setting, table, moved, actings)
        return ScoredPawns(at_start, moved, steps, memory(setting.cnf, steps[-1].after))
    pair, done = moved, list[PawnStep]()
    for acting in actings:
        done.append(_step(setting, table, pair, acting, choices))
        pair = done[-1].after
    return ScoredPawns(at_start, moved, tuple(done), memory(setting.cnf, pair))


def _gathered(setting: Setting, table: Table, pair: Bits, actings: Sequence[Acting]) -> tuple[PawnStep, ...]:
    """sol.encoding.points-gather: letters before the first step, if anything counts, and its points are those of all.

    sol.effects.points-of-turn: the numbers sum to three sixes at most, for with all three pawns they bring no more.
    """
    cnf = setting.cnf
    moment, one, both = memory(cnf, pair), cnf.bit(), cnf.bit()
    _company(setting, table.white, moment.after, [], one, both)
    scores = [_scores(setting, table, acting.row) for acting in actings]
    cnf.when([-some for some in scores], -moment.one)
    total = AtLeast(0, ())
    for acting, some in zip(actings, scores, strict=True):
        here = _sum(setting, acting.row, some, [([], acting.before)])
        total = added(cnf, total, here, EVENTS * NUMBERS)
    first = PawnStep(moment, moment.after, _multiplied(setting, total, one, both), setting.never)
    idle = Memory(setting.never, setting.never, moment.after, moment.after)
    return (first, *(PawnStep(idle, moment.after, AtLeast(0, ()), setting.never) for _ in actings[1:]))


def _scores(setting: Setting, table: Table, row: Bits) -> int:
    """Whether a step counts points: its suit is resolved."""
    cnf = setting.cnf
    return cnf.any_of([cnf.all_of([row[suit], table.resolved[suit - 1]]) for suit in Suit])


def _step(setting: Setting, table: Table, pair: Bits, acting: Acting, choices: Choices) -> PawnStep:
    cnf, row = setting.cnf, acting.row
    moment = memory(cnf, pair)
    red, white = (cnf.all_of([row[suit], choices.own[suit]]) for suit in (Suit.R, Suit.W))
    scores = _scores(setting, table, row)
    neither = -cnf.any_of([red, white])
    after = effect_on_blacks(setting, moment, table.white, (neither, red, white), choices.lit, idle=[neither, -scores])
    last = _comes_last(setting, scores)
    times = [_Time(acting.before, moment.after), _Time(acting.after, after)]
    return PawnStep(moment, after, _points(setting, table, row, scores, last, times), last)


def _comes_last(setting: Setting, scores: int) -> int:
    """sol.items.lantern: whether points are counted after the step's effect; the player says so under `player`.

    A step without the lantern changes nothing where it counts points.
    """
    order = setting.rulings.lantern_order
    if not setting.has(Item.LANTERN) or order is LanternOrder.POINTS_FIRST:
        return setting.never
    if order is LanternOrder.EFFECT_FIRST:
        return setting.always
    last = setting.cnf.bit()
    setting.cnf.add(-last, scores)
    return last


class _Time(NamedTuple):
    """White's column and the black pawns at one time."""

    here: Slots
    blacks: Bits


def _points(setting: Setting, table: Table, row: Bits, scores: int, last: int, times: Sequence[_Time]) -> AtLeast:
    """sol.effects.points: the pawns in white's place times the sum of the suit's numbers there."""
    cnf = setting.cnf
    chosen = [(when, time) for when, time in zip((-last, last), times, strict=True) if when != setting.never]
    one, both = cnf.bit(), cnf.bit()
    for when, time in chosen:
        given = [when] if when != setting.always else []
        _company(setting, table.white, time.blacks, given, one, both)
    columns = [([when] if when != setting.always else [], time.here) for when, time in chosen]
    return _multiplied(setting, _sum(setting, row, scores, columns), one, both)


def _sum(setting: Setting, row: Bits, scores: int, columns: Sequence[tuple[list[int], Slots]]) -> AtLeast:
    """The sum of the numbers that a step counts; the column is the one whose conditions hold."""
    total = AtLeast(0, ())
    for place in range(len(columns[0][1])):
        slots = [(given, here[place]) for given, here in columns]
        most = None if setting.reach else MOST_OF_SUIT
        total = added(setting.cnf, total, _counted(setting, row, scores, slots), most)
    return total


def _company(setting: Setting, white: Bits, blacks: Bits, given: Sequence[int], one: int, both: int) -> None:
    """Under the conditions: whether a black pawn stands with white, and whether both do."""
    cnf = setting.cnf
    for day in EVENT_DAYS:
        with_white = [*given, white[day - 1]]
        there = cnf.any_of([bit for pair, bit in zip(PAIRS, blacks, strict=True) if day in pair])
        cnf.same(with_white, [one], [there])
        cnf.same(with_white, [both], [blacks[NUMBER_OF[day, day]]])


def _counted(setting: Setting, row: Bits, scores: int, slots: Sequence[tuple[list[int], Slot]]) -> AtLeast:
    """The number of a slot's event if the step counts its suit, else 0; the slot is the one whose conditions hold.

    With the camera a number may be below 0, and is counted all the same.
    """
    cnf, low = setting.cnf, min(0, 1 - setting.reach)
    counts = cnf.bit()
    cnf.add(-counts, scores)
    number = number_of(cnf, low, range(low + 1, NUMBERS + setting.reach + 1))
    for given, slot in slots:
        for suit in Suit:
            cnf.when([*given, counts, row[suit]], slot.suit[suit])
            if low < 0:
                cnf.when([*given, scores, row[suit], slot.suit[suit]], counts)
        for value, literal in number.steps:
            _bounds_number(setting, [*given, literal, *([counts] if value <= 0 else [])], slot, value)
    for value, literal in number.steps:
        if value > 0:
            cnf.add(-literal, counts)
    return number


def _bounds_number(setting: Setting, given: Sequence[int], slot: Slot, value: int) -> None:
    """Under the conditions an event lies in the slot that counts `value` or more."""
    cnf = setting.cnf
    if not slot.change:
        cnf.when(given, *slot.number[max(value, EMPTY + 1) :])
        return
    for place, change in enumerate(slot.change):
        least = value - (place - setting.reach)
        if least > 1:
            cnf.when([*given, change], *slot.number[least:])


def _multiplied(setting: Setting, total: AtLeast, one: int, both: int) -> AtLeast:
    """The sum times one, two or three pawns; what is less than 0 is the less the more pawns there are."""
    cnf = setting.cnf
    sums = [total.low, *(value for value, _ in total.steps)]
    low = min(0, PAWNS * total.low)
    values = sorted({pawns * value for pawns in range(1, PAWNS + 1) for value in sums} - {low})
    points = number_of(cnf, low, [value for value in values if value > low])
    for value, literal in points.steps:
        unless = ([one], [both], []) if value > 0 else ([], [-one], [-both])
        for pawns, other in enumerate(unless, start=1):
            least = -(-value // pawns)
            if least > total.low:
                reached = total.reaching(least)
                cnf.when([literal], *other, *([] if reached is None else [reached]))
    return points
