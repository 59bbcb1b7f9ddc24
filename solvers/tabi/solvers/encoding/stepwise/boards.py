"""The events step by step: white's column taken out and put back, placing, event memory, the blue exchange."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tabi.rules.solitaire.defects import BAY_ROAD_CAPACITY, CAPACITY
from tabi.solvers.encoding.board import Fixing
from tabi.solvers.encoding.cnf import Bits
from tabi.solvers.encoding.state import EMPTY
from tabi.solvers.encoding.stepwise.parts import (
    Named,
    Setting,
    Slot,
    Slots,
    Spot,
    Table,
    columns_of,
    copied,
    emptied,
    empty_here,
    fresh_columns,
    fresh_slot,
    fresh_slots,
    named_if,
    not_fixed,
    spots,
    unchanged,
)
from tabi.solvers.encoding.stepwise.piles import discarded
from tabi.solvers.encoding.tables import moved_to_front, placed_around
from tabi.spec.solitaire.cards import NUMBERS
from tabi.spec.solitaire.locations import EVENT_DAYS, LAST_DAY
from tabi.spec.solitaire.rulings import FixedUnderBlue

# White's column


def taken_out(setting: Setting, table: Table) -> Table:
    """sol.effects.column: the table with white's column apart; it is empty on day 7."""
    here = empty_here(setting)
    for day, column in zip(EVENT_DAYS, table.columns, strict=True):
        is_here = [table.white[day - 1]]
        for place, slot in enumerate(here):
            if place < len(column):
                copied(setting.cnf, is_here, column[place].bits, slot.bits)
            else:
                emptied(setting, is_here, slot)
    for slot in here:
        emptied(setting, [table.white[LAST_DAY - 1]], slot)
    return replace(table, here=here)


def put_back(setting: Setting, table: Table) -> Table:
    """The table with white's column in its place again."""
    columns = fresh_columns(setting)
    for day, old, new in zip(EVENT_DAYS, table.columns, columns, strict=True):
        white = table.white[day - 1]
        for place, slot in enumerate(new):
            copied(setting.cnf, [white], table.here[place].bits, slot.bits)
            copied(setting.cnf, [-white], old[place].bits, slot.bits)
    return replace(table, columns=columns, here=())


# Placing


def placing(setting: Setting, table: Table, card: Named, plays: int) -> Table:
    """sol.columns.place, sol.columns.capacity, sol.columns.day-seven: the played card nearest but for a fixed event.

    Without a card (`plays` does not hold) and on day 7 white's column stays.
    """
    cnf, white, old = setting.cnf, table.white, table.here
    slots = empty_here(setting)
    newest = Slot((setting.never, *card.suit), (setting.never, *card.number), setting.never, unchanged(setting))
    bay, tree = white[setting.bay_road_day - 1], white[LAST_DAY - 1]
    lost = list[tuple[list[int], Slot]]()
    for holds, where in ((BAY_ROAD_CAPACITY, [bay]), (CAPACITY, [-bay, -tree])):
        for fixed, marked in _marks(setting, old[:holds]):
            given = [plays, *where, *marked]
            order = placed_around(holds, fixed)
            for slot, source in zip(slots, order, strict=False):
                copied(cnf, given, (newest if source is None else old[source]).bits, slot.bits)
            lost.append((given, old[next(place for place in range(holds) if place not in order)]))
        for slot in slots[holds:]:
            emptied(setting, [plays, *where], slot)
    for condition in ([tree], [-plays]) if plays != setting.always else ([tree],):
        for before, slot in zip(old, slots, strict=True):
            copied(cnf, condition, before.bits, slot.bits)
    after = replace(table, here=slots)
    if not table.discard:
        return after
    return discarded(setting, after, [_fallen(setting, lost), _on_day_seven(setting, card, tree)])


def _marks(setting: Setting, slots: Slots) -> list[tuple[int | None, list[int]]]:
    """Each place in which a column's fixed event may be, or None, and the condition that it is there."""
    places = [place for place, slot in enumerate(slots) if slot.fixed != setting.never]
    nowhere = (None, [-slots[place].fixed for place in places])
    return [nowhere, *((place, [slots[place].fixed]) for place in places)]


def _fallen(setting: Setting, lost: Sequence[tuple[list[int], Slot]]) -> Bits:
    """sol.columns.capacity: the event that falls out of the column, by card, if one does."""
    cnf = setting.cnf
    some = cnf.bit()
    card = named_if(setting, some)
    falls = list[int]()
    for given, slot in lost:
        one = cnf.all_of([*given, -slot.suit[EMPTY]])
        falls.append(one)
        cnf.same([one], slot.suit[1:] + slot.number[1:], card.suit + card.number)
        cnf.add(-one, some)
    cnf.add(-some, *falls)
    return card.card


def _on_day_seven(setting: Setting, card: Named, tree: int) -> Bits:
    return tuple(setting.cnf.all_of([bit, tree]) for bit in card.card)


# Event memory


def fixing(setting: Setting, slots: Slots, conditions: Sequence[int] = ()) -> tuple[Fixing, Slots]:
    """sol.letters.event-memory, sol.letters.one-per-location: a moment at which an event of a column may be fixed.

    Each of the conditions must hold then.
    """
    cnf, after = setting.cnf, fresh_slots(setting, len(slots))
    chosen = cnf.bits(len(slots))
    some = cnf.any_of(chosen)
    cnf.at_most_one(chosen)
    for condition in conditions:
        cnf.add(-some, condition)
    for slot in slots:
        not_fixed(setting, [some], slot)
    for before, slot in zip(slots, after, strict=True):
        copied(cnf, [-some], before.bits, slot.bits)
    cnf.add(-some, after[0].fixed)
    for slot in after[1:]:
        not_fixed(setting, [some], slot)
    for place, order in enumerate(moved_to_front()[: len(slots)]):
        cnf.add(-chosen[place], -slots[place].suit[EMPTY])
        for slot, source in zip(after, order, strict=False):
            copied(cnf, [chosen[place]], slots[source].card, slot.card)
    return Fixing(chosen, some), after


# Blue


@dataclass(frozen=True)
class Exchange:
    """The exchange of one turn's blue effect: `some` chooses two events, `made` carries it out.

    They differ where the lantern is spent on a blue effect that is then declined: two events must be there for it.
    `first` and `second` number the spots, `cargo` is what each of the two has and the other gets.
    """

    some: int
    made: int
    first: Bits
    second: Bits
    cargo: tuple[Bits, Bits]
    value: Bits


def new_exchange(setting: Setting, table: Table, *, may_idle: bool) -> Exchange:
    """The choice of two events, one before the other; where they are is said when they are exchanged."""
    cnf = setting.cnf
    some, count = cnf.bit(), len(spots(table))
    length = len(_cargo(setting, fresh_slot(setting, 0)))
    swap = Exchange(
        some,
        cnf.bit() if may_idle else some,
        cnf.bits(count),
        cnf.bits(count),
        (cnf.bits(length), cnf.bits(length)),
        cnf.bits(NUMBERS + 2 * setting.reach),
    )
    for row in (swap.first, swap.second, swap.value):
        cnf.one_if(some, row)
    cnf.add(-swap.made, some)
    _in_order(setting, swap.first, swap.second)
    return swap


def _cargo(setting: Setting, slot: Slot) -> Bits:
    """What goes with a card to its new place; equal numbers need not travel, where they are printed ones."""
    travels = setting.rulings.fixed_under_blue is FixedUnderBlue.CUBE_TRAVELS
    card = slot.card if setting.reach else slot.suit
    return (*card, slot.fixed) if travels else card


def _with_cargo(setting: Setting, slot: Slot) -> Slot:
    """The slot with new variables for what an exchange may change in it."""
    fresh = fresh_slot(setting, 0)
    travels = setting.rulings.fixed_under_blue is FixedUnderBlue.CUBE_TRAVELS
    fixed = fresh.fixed if travels else slot.fixed
    return fresh._replace(fixed=fixed) if setting.reach else slot._replace(suit=fresh.suit, fixed=fixed)


def _in_order(setting: Setting, first: Bits, second: Bits) -> None:
    """The first is chosen before the second."""
    cnf = setting.cnf
    reached = cnf.bits(len(first))
    for before, after in pairwise(reached):
        cnf.add(-before, after)
    for one, two, bit, earlier in zip(first, second, reached, (setting.never, *reached), strict=False):
        cnf.add(-one, bit)
        cnf.when([bit], earlier, one)
        cnf.when([two], earlier)


def exchanged(setting: Setting, table: Table, swap: Exchange, acts: int, places: range) -> Table:
    """sol.effects.blue: the table after the exchange, as far as it concerns these spots, if `acts` holds."""
    cnf = setting.cnf
    makes = acts if swap.made == swap.some else cnf.all_of([acts, swap.made])
    all_spots = spots(table)
    slots = [spot.slot for spot in all_spots]
    for index in places:
        one, two, spot = swap.first[index], swap.second[index], all_spots[index]
        after = _with_cargo(setting, spot.slot)
        old, new = _cargo(setting, spot.slot), _cargo(setting, after)
        copied(cnf, [-makes], old, new)
        copied(cnf, [makes, -one, -two], old, new)
        for chosen, has, gets in ((one, *swap.cargo), (two, *swap.cargo[::-1])):
            _may_be_chosen(setting, spot, [acts, chosen], swap.value)
            cnf.same([acts, chosen], old, has)
            cnf.same([makes, chosen], new, gets)
        slots[index] = after
    columns, here = columns_of(table, slots)
    return replace(table, columns=columns, here=here)


def _may_be_chosen(setting: Setting, spot: Spot, chosen: list[int], value: Bits) -> None:
    """sol.effects.blue, sol.letters.fixed-stays: an event lies there, of this value, and is free to go."""
    cnf, slot = setting.cnf, spot.slot
    cnf.when(chosen, -slot.suit[EMPTY])
    if spot.stale is not None:
        cnf.when(chosen, -spot.stale)
    if setting.rulings.fixed_under_blue is FixedUnderBlue.REFUSED:
        not_fixed(setting, chosen, slot)
    for number, bit in enumerate(slot.number[1:]):
        for change, moved in enumerate(slot.change):
            cnf.when([*chosen, bit, moved], value[number + change])
        if not slot.change:
            cnf.when([*chosen, bit], value[number])


def one_mark_each(setting: Setting, table: Table, swap: Exchange, acts: int) -> None:
    """sol.letters.one-per-location: a fixed event that takes its letter along needs a location without another.

    Only where marks travel. It may take the place of the fixed event of that location, which then takes its own.
    """
    if setting.rulings.fixed_under_blue is not FixedUnderBlue.CUBE_TRAVELS:
        return
    cnf, marked = setting.cnf, list[int]()
    days = [spot.day for spot in spots(table)]
    of_day = {
        day: cnf.any_of([spot.slot.fixed for spot in spots(table) if spot.day == day]) for day in dict.fromkeys(days)
    }
    for row in (swap.first, swap.second):
        some = cnf.bit()
        for one, day in zip(row, days, strict=True):
            cnf.same([acts, one], [some], [of_day[day]])
        marked.append(some)
    same_day = cnf.bit()
    for day in of_day:
        chosen = [
            [one for one, where in zip(row, days, strict=True) if where == day] for row in (swap.first, swap.second)
        ]
        both = cnf.all_of([cnf.any_of(one) for one in chosen])
        cnf.add(-both, same_day)
        for one in chosen[0]:
            cnf.when([one, same_day], both)
    fixed = [cargo[-1] for cargo in swap.cargo]
    for goes, comes, there in ((0, 1, 1), (1, 0, 0)):
        cnf.when([acts, -same_day, fixed[goes]], fixed[comes], -marked[there])


# Cards and suits


def card_of(setting: Setting, choice: Sequence[tuple[int, Slot]], some: int) -> Bits:
    """The card in the slot whose literal holds, by card; none unless `some` holds."""
    card = named_if(setting, some)
    for chosen, slot in choice:
        setting.cnf.same([chosen], slot.suit[1:] + slot.number[1:], card.suit + card.number)
    return card.card
