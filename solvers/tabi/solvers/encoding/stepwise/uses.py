"""The items whose use is a step of its own: map, radio, camera, backpack, tent. (The lantern acts within an effect.)

Each function gives the record of one moment at which the item may be used, and the table after it. `conditions` are
literals that must hold where it is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tabi.rules.solitaire.items import RADIO_DRAWS
from tabi.solvers.encoding.cnf import Bits
from tabi.solvers.encoding.state import EMPTY
from tabi.solvers.encoding.stepwise.boards import card_of
from tabi.solvers.encoding.stepwise.parts import (
    Setting,
    Slot,
    Spot,
    Table,
    columns_of,
    copied,
    fresh_slot,
    named_if,
    not_fixed,
    spots,
    unchanged,
)
from tabi.solvers.encoding.stepwise.piles import changed, discarded, draw, pay_lap, put_on_top, resized, stocked
from tabi.solvers.encoding.tables import map_moves
from tabi.spec.solitaire.cards import CARDS
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import DAYS
from tabi.spec.solitaire.rulings import FixedUnderBackpack, RadioShort


@dataclass(frozen=True)
class MapUse:
    """White goes a day back or forward (the two literals), and a lap is paid for it."""

    back: int
    on: int
    some: int
    lap: int


@dataclass(frozen=True)
class RadioUse:
    """Three cards are drawn."""

    some: int


@dataclass(frozen=True)
class CameraUse:
    """The event of a spot counts one more, or one less."""

    some: int
    more: int
    chosen: Bits
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class BackpackUse:
    """A hand card for the event of a spot."""

    some: int
    card: Bits
    chosen: Bits
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class TentUse:
    """Two hand cards are discarded, one card is taken."""

    some: int
    thrown: tuple[Bits, Bits]
    taken: Bits


Use = MapUse | RadioUse | CameraUse | BackpackUse | TentUse


def used(setting: Setting, table: Table, item: Item, some: int, conditions: Sequence[int]) -> Table:
    """sol.items.one-shot: if `some` holds the item was ready, and is used."""
    for condition in (table.ready[item], *conditions):
        setting.cnf.add(-some, condition)
    return replace(table, ready={**table.ready, item: setting.cnf.all_of([table.ready[item], -some])})


def radio(setting: Setting, table: Table, conditions: Sequence[int]) -> tuple[RadioUse, Table]:
    """sol.items.radio: three cards; under `partial` as many as there are."""
    some = setting.cnf.bit()
    after = used(setting, table, Item.RADIO, some, conditions)
    if setting.rulings.radio_short is not RadioShort.PARTIAL:
        return RadioUse(some), draw(setting, after, some, RADIO_DRAWS)[1]
    for _ in range(RADIO_DRAWS):
        _, after = draw(setting, after, setting.cnf.all_of([some, stocked(setting, after)]), 1)
    return RadioUse(some), after


def map_step(setting: Setting, table: Table, conditions: Sequence[int]) -> tuple[MapUse, Table]:
    """sol.items.map, sol.movement.lap-cost: white goes one day, and pays a lap where the rules say so."""
    cnf = setting.cnf
    back, on = cnf.bit(), cnf.bit()
    some, lap, white = cnf.any_of([back, on]), cnf.bit(), cnf.one_hot(DAYS)
    cnf.add(-back, -on)
    cnf.same([-some], table.white, white)
    cnf.when([-some], -lap)
    for way, moves in zip((back, on), map_moves(setting.rulings), strict=True):
        for day, move in enumerate(moves):
            if move is None:
                cnf.add(-way, -table.white[day])
            else:
                cnf.when([way, table.white[day]], white[move[0]])
                cnf.when([way, table.white[day]], lap if move[1] else -lap)
    after = used(setting, replace(table, white=white), Item.MAP, some, conditions)
    return MapUse(back, on, some, lap), pay_lap(setting, after, lap)


def map_shift(setting: Setting, table: Table, conditions: Sequence[int]) -> tuple[MapUse, Table]:
    """sol.items.map under `sol.map-window=number`: the number of the card to come is one less or one more."""
    cnf = setting.cnf
    back, on = cnf.bit(), cnf.bit()
    some = cnf.any_of([back, on])
    cnf.add(-back, -on)
    return MapUse(back, on, some, setting.never), used(setting, table, Item.MAP, some, conditions)


def camera(setting: Setting, table: Table, conditions: Sequence[int]) -> tuple[CameraUse, Table]:
    """sol.items.camera: a placed event counts one more or one less; changes add up, within the reach of all uses."""
    cnf = setting.cnf
    some, more, where = cnf.bit(), cnf.bit(), spots(table)
    chosen = _chosen_spot(setting, some, where)
    slots = []
    for one, spot in zip(chosen, where, strict=True):
        old, new = spot.slot.change, cnf.bits(len(spot.slot.change))
        copied(cnf, [-one], old, new)
        for way, moved, lost in (
            (more, (setting.never, *old[:-1]), old[-1]),
            (-more, (*old[1:], setting.never), old[0]),
        ):
            cnf.same([one, way], moved, new)
            cnf.when([one, way], -lost)
        slot = spot.slot._replace(change=new)
        slots.append(slot)
    columns, here = columns_of(table, slots)
    after = replace(table, columns=columns, here=here)
    return CameraUse(some, more, chosen, where), used(setting, after, Item.CAMERA, some, conditions)


def _chosen_spot(setting: Setting, some: int, where: Sequence[Spot]) -> Bits:
    """If `some` holds, one spot where an event lies."""
    chosen = setting.cnf.bits(len(where))
    setting.cnf.one_if(some, chosen)
    for one, spot in zip(chosen, where, strict=True):
        setting.cnf.add(-one, -spot.slot.suit[EMPTY])
        if spot.stale is not None:
            setting.cnf.add(-one, -spot.stale)
    return chosen


def backpack(setting: Setting, table: Table, conditions: Sequence[int]) -> tuple[BackpackUse, Table]:
    """sol.items.backpack, sol.letters.fixed-stays: a hand card takes the place of an event, which is discarded."""
    cnf = setting.cnf
    some, where = cnf.bit(), spots(table)
    chosen, card = _chosen_spot(setting, some, where), named_if(setting, some)
    slots = []
    for one, spot in zip(chosen, where, strict=True):
        slot = _replaced(setting, spot.slot, one)
        cnf.same([one], slot.suit[1:] + slot.number[1:], card.suit + card.number)
        cnf.when([one], -slot.suit[EMPTY])
        cnf.when([one], -slot.number[EMPTY])
        slots.append(slot)
    columns, here = columns_of(table, slots)
    hand = changed(cnf, table.hand, losses=[card.card])
    size = resized(setting, table.size, some, -1)
    after = replace(table, columns=columns, here=here, hand=hand, size=size)
    if table.discard:
        gone = card_of(setting, [(one, spot.slot) for one, spot in zip(chosen, where, strict=True)], some)
        after = discarded(setting, after, [gone])
    return BackpackUse(some, card.card, chosen, where), used(setting, after, Item.BACKPACK, some, conditions)


def _replaced(setting: Setting, old: Slot, chosen: int) -> Slot:
    """The slot that holds another card if it is chosen, and is as before if not; its mark as the ruling says."""
    cnf, reading = setting.cnf, setting.rulings.fixed_under_backpack
    new = fresh_slot(setting, 0)
    copied(cnf, [-chosen], old.card, new.card)
    copied(cnf, [chosen], unchanged(setting), new.change)
    if reading is FixedUnderBackpack.CUBE_LOST and old.fixed != setting.never:
        cnf.same([-chosen], [old.fixed], [new.fixed])
        not_fixed(setting, [chosen], new)
        return new
    if reading is FixedUnderBackpack.REFUSED:
        not_fixed(setting, [chosen], old)
    return new._replace(fixed=old.fixed)


def tent(setting: Setting, table: Table, conditions: Sequence[int]) -> tuple[TentUse, Table]:
    """sol.items.tent: two hand cards go to the discard, and a card of the discard on top of the deck."""
    cnf = setting.cnf
    some = cnf.bit()
    first, second, taken = (named_row(setting, some) for _ in range(3))
    for same in zip(first, second, strict=True):
        cnf.at_most_one(same)
    hand = changed(cnf, table.hand, losses=[first, second])
    thrown = changed(cnf, table.discard, gains=[first, second])
    if not setting.rulings.tent_may_take_thrown:
        for bit, lay in zip(taken, table.discard, strict=True):
            cnf.add(-bit, lay)
    after = replace(
        table,
        hand=hand,
        size=resized(setting, table.size, some, -2),
        discard=changed(cnf, thrown, losses=[taken]),
        pending=put_on_top(setting, table.pending, some, taken),
    )
    return TentUse(some, (first, second), taken), used(setting, after, Item.TENT, some, conditions)


def named_row(setting: Setting, some: int) -> Bits:
    """A card if the condition holds, and none if it does not."""
    row = setting.cnf.bits(len(CARDS))
    setting.cnf.one_if(some, row)
    return row
