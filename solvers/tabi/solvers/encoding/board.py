"""The events in one turn: white's column apart from the others, placing, event memory and the blue exchange.

White's column is taken out at the beginning of the turn and followed version by version. Letters that fix an event
*there* are encoded at every moment: before placing, before each effect, before the resolution, and after it. In the
*other* columns they are encoded after the resolution only, and that gives every result: until then nothing looks at
the order or the marks of another column but the blue effect, which may not move a fixed event and does not look at
slots, so a letter spent on an event before it can be spent after it with the same result. A column has one fixed event
at most, and none loses its mark without items, so white's column sees at most one such letter before the resolution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tabi.rules.solitaire.defects import BAY_ROAD_CAPACITY, CAPACITY
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.state import EMPTY, Slot, Slots, State, new_slots
from tabi.solvers.encoding.tables import moved_to_front, placed
from tabi.spec.solitaire.cards import NUMBERS, Suit
from tabi.spec.solitaire.locations import LAST_DAY


@dataclass(frozen=True)
class Column:
    """A version of white's column: its slots (the third is empty but on the bay road) and whether one is fixed."""

    slots: Slots
    fixed: int


@dataclass(frozen=True)
class Fixing:
    """A moment for an event memory in one column: which slot's event is fixed, if any."""

    slot: Bits
    some: int


@dataclass(frozen=True)
class Exchange:
    """The blue effect's exchange, if there is one: two events, one before the other, each outside or in white's column.

    `first` and `second` number the outside slots by day, then those of white's column; the first has the suit `suits`
    gives it in its one row and gets that of the other.
    """

    some: int
    first: Bits
    second: Bits
    suits: tuple[Bits, Bits]
    number: Bits


def white_column(cnf: Cnf, state: State, white: Bits) -> Column:
    """sol.effects.column: the column of white's new day as the turn finds it; empty on day 7."""
    slots, fixed = new_slots(cnf, BAY_ROAD_CAPACITY), cnf.bit()
    for day, column in enumerate(state.columns):
        for place, slot in enumerate(slots):
            if place < len(column):
                cnf.same([white[day]], slot.bits, column[place].bits)
            else:
                _empty(cnf, [white[day]], slot)
        cnf.same([white[day]], [fixed], [state.fixed[day]])
    for slot in slots:
        _empty(cnf, [white[LAST_DAY - 1]], slot)
    cnf.when([white[LAST_DAY - 1]], -fixed)
    return Column(slots, fixed)


def _empty(cnf: Cnf, conditions: Sequence[int], slot: Slot) -> None:
    for row in (slot.suit, slot.number):
        cnf.when(conditions, row[EMPTY])
        cnf.none_of(conditions, row[EMPTY + 1 :])


def fixing(cnf: Cnf, column: Column) -> tuple[Fixing, Column]:
    """sol.letters.event-memory, sol.letters.one-per-location: a moment at which an event of the column may be fixed."""
    slots = new_slots(cnf, len(column.slots))
    chosen = cnf.bits(len(slots))
    some, fixed = cnf.any_of(chosen), cnf.bit()
    cnf.at_most_one(chosen)
    cnf.add(-some, -column.fixed)
    cnf.same([], [fixed], [cnf.any_of([some, column.fixed])])
    _copied(cnf, [-some], column.slots, slots)
    for place, order in enumerate(moved_to_front()[: len(slots)]):
        cnf.when([chosen[place]], -column.slots[place].suit[EMPTY])
        for slot, old in zip(slots, order, strict=False):
            cnf.same([chosen[place]], slot.bits, column.slots[old].bits)
    return Fixing(chosen, some), Column(slots, fixed)


def _copied(cnf: Cnf, conditions: Sequence[int], before: Slots, after: Slots) -> None:
    for old, new in zip(before, after, strict=True):
        cnf.same(conditions, old.bits, new.bits)


def placing(cnf: Cnf, column: Column, white: Bits, bay_road_day: int, suit: Bits, number: Bits) -> Column:
    """sol.columns.place, sol.columns.day-seven: the column with the played card, nearest but for a fixed event."""
    slots = new_slots(cnf, len(column.slots))
    card = Slot((0, *suit), (0, *number))
    bay, tree = white[bay_road_day - 1], white[LAST_DAY - 1]
    for holds, conditions in ((BAY_ROAD_CAPACITY, [bay]), (CAPACITY, [-bay, -tree])):
        for fixed in (False, True):
            given = [*conditions, column.fixed if fixed else -column.fixed]
            for slot, old in zip(slots, placed(holds, fixed=fixed), strict=False):
                _becomes(cnf, given, slot, card if old is None else column.slots[old])
        for slot in slots[holds:]:
            _empty(cnf, conditions, slot)
    _copied(cnf, [tree], column.slots, slots)
    return Column(slots, column.fixed)


def _becomes(cnf: Cnf, conditions: Sequence[int], slot: Slot, source: Slot) -> None:
    """The slot is as the source; a 0 in the source stands for what a played card never is: empty."""
    for row, values in ((slot.suit, source.suit), (slot.number, source.number)):
        for bit, value in zip(row, values, strict=True):
            if value:
                cnf.same(conditions, [bit], [value])
            else:
                cnf.when(conditions, -bit)


def exchange(cnf: Cnf, state: State, white: Bits) -> Exchange:
    """sol.effects.blue: two placed events of one number; those outside are not fixed and not in white's place."""
    outside = _outside(state)
    some, count = cnf.bit(), len(outside) + BAY_ROAD_CAPACITY
    swap = Exchange(
        some, cnf.bits(count), cnf.bits(count), (cnf.bits(len(Suit)), cnf.bits(len(Suit))), cnf.bits(NUMBERS)
    )
    for row in (swap.first, swap.second, *swap.suits, swap.number):
        cnf.one_if(some, row)
    _in_order(cnf, swap.first, swap.second)
    for chosen, suit in zip((swap.first, swap.second), swap.suits, strict=True):
        for one, (day, place, slot) in zip(chosen, outside, strict=False):
            cnf.add(-one, -white[day])
            if place == 0:
                cnf.add(-one, -state.fixed[day])
            _holds(cnf, [one], slot, suit, swap.number)
    return swap


def _outside(state: State) -> tuple[tuple[int, int, Slot], ...]:
    """Day index, place and slot of every slot, by day."""
    return tuple((day, place, slot) for day, column in enumerate(state.columns) for place, slot in enumerate(column))


def _in_order(cnf: Cnf, first: Bits, second: Bits) -> None:
    """The first is chosen before the second."""
    reached = cnf.bits(len(first))
    for before, after in pairwise(reached):
        cnf.add(-before, after)
    for one, two, bit, earlier in zip(first, second, reached, (0, *reached), strict=False):
        cnf.add(-one, bit)
        cnf.when([bit], *([earlier] if earlier else []), one)
        cnf.when([two], *([earlier] if earlier else []))


def _holds(cnf: Cnf, conditions: Sequence[int], slot: Slot, suit: Bits, number: Bits) -> None:
    """The slot holds an event of that suit and number."""
    cnf.same(conditions, slot.suit[1:], suit)
    cnf.same(conditions, slot.number[1:], number)


def exchanged_inside(cnf: Cnf, swap: Exchange, acts: int, column: Column) -> Column:
    """sol.effects.blue: white's column after a step of the effects; `acts` says that the exchange is made in it."""
    suits = tuple(cnf.bits(1 + len(Suit)) for _ in column.slots)
    inside, (left, right) = len(swap.first) - len(column.slots), swap.suits
    for place, (slot, suit) in enumerate(zip(column.slots, suits, strict=True)):
        one, two = swap.first[inside + place], swap.second[inside + place]
        cnf.same([-acts], slot.suit, suit)
        cnf.same([acts, -one, -two], slot.suit, suit)
        for chosen, old, new in ((one, left, right), (two, right, left)):
            if place == 0:
                cnf.add(-acts, -chosen, -column.fixed)
            _holds(cnf, [acts, chosen], slot, old, swap.number)
            cnf.same([acts, chosen], suit[1:], new)
            cnf.when([acts, chosen], -suit[EMPTY])
    return Column(tuple(Slot(suit, slot.number) for suit, slot in zip(suits, column.slots, strict=True)), column.fixed)


def all_columns(cnf: Cnf, state: State, white: Bits, swap: Exchange, here: Column) -> tuple[Column, ...]:
    """The six columns at the resolution: white's as the effects left it, the others with what was exchanged there."""
    result, number = [], 0
    for day, column in enumerate(state.columns):
        slots, fixed = new_slots(cnf, len(column)), cnf.bit()
        cnf.same([white[day]], [fixed], [here.fixed])
        cnf.same([-white[day]], [fixed], [state.fixed[day]])
        _copied(cnf, [white[day]], here.slots[: len(column)], slots)
        for old, new in zip(column, slots, strict=True):
            one, two = swap.first[number], swap.second[number]
            cnf.same([-white[day]], old.number, new.number)
            cnf.same([-white[day], -one, -two], old.suit, new.suit)
            for chosen, suit in ((one, swap.suits[1]), (two, swap.suits[0])):
                cnf.same([chosen], new.suit[1:], suit)
                cnf.when([chosen], -new.suit[EMPTY])
            number += 1
        result.append(Column(slots, fixed))
    return tuple(result)
