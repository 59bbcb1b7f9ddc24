"""What the steps of a turn work on: the setting of a question, and a version of the table with all its variables.

A version shares the variables of what did not change with the version before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tabi.rules.solitaire.defects import BAY_ROAD_CAPACITY, capacity
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.state import EMPTY, Deck
from tabi.spec.solitaire.cards import CARDS, NUMBERS, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import EVENT_DAYS
from tabi.spec.solitaire.rulings import SolitaireRulings


class Slot(NamedTuple):
    """The variables of one place for an event.

    Suit and number are one-hot with 0 for empty, and name the card. `change` is the camera's change, one-hot from the
    least to the greatest that can come up; it is empty in games without the camera.
    """

    suit: Bits
    number: Bits
    fixed: int
    change: Bits

    @property
    def card(self) -> Bits:
        """All that says what lies here but the fixed mark."""
        return self.suit + self.number + self.change

    @property
    def bits(self) -> Bits:
        """All variables in one row."""
        return (*self.card, self.fixed)


Slots = tuple[Slot, ...]


@dataclass(frozen=True)
class Setting:
    """What is the same in every turn of a question.

    `never` is a literal that does not hold. `marks_anywhere`: a fixed event may lie elsewhere than nearest. `reach` is
    the greatest camera change, 0 in games without the camera. `depth` is the most cards that tents leave on the deck,
    `hand` the most cards in hand within a turn. `counts_points`: points are followed too (`encoding.scoring`);
    `gathers`: of the letters amid the effects those come before all of them and after (`scoring_turn`).
    """

    cnf: Cnf
    bay_road_day: int
    items: tuple[Item, ...]
    rulings: SolitaireRulings
    moments: Moments
    deck: Deck
    never: int
    marks_anywhere: bool
    reach: int
    depth: int
    hand: int
    counts_points: bool = False
    gathers: bool = False

    @property
    def always(self) -> int:
        """A literal that holds."""
        return -self.never

    def has(self, *items: Item) -> bool:
        """Whether one of these items is in the game."""
        return any(item in self.items for item in items)


@dataclass(frozen=True)
class Pending:
    """Cards that tents put on the deck and that are still there: how many (one-hot from 0), and each from the top."""

    count: Bits
    rows: tuple[Bits, ...]


@dataclass(frozen=True)
class Table:
    """A version of the table.

    `here` is white's column while it is out of `columns` (from the placing to the resolution), else (). `discard` is ()
    in games without the tent. `head` is the place of the deck's next known or trimmed card, below what is `pending`.
    `letters` and `trimmed` are unary; hand, discard, resolved are sets; all other rows are one-hot.
    """

    white: Bits
    blacks: Bits
    columns: tuple[Slots, ...]
    here: Slots
    hand: Bits
    size: Bits
    discard: Bits
    resolved: Bits
    letters: Bits
    head: Mapping[int, int]
    pending: Pending
    trimmed: Bits
    ready: Mapping[Item, int]


class Spot(NamedTuple):
    """A place for an event: its day (None: white's column, taken out), its slot's number, its slot, and the literal
    under which it is out of date, since white's column lies elsewhere."""

    day: int | None
    place: int
    slot: Slot
    stale: int | None


def spots(table: Table) -> tuple[Spot, ...]:
    """Every place for an event, by day, white's column last."""
    taken_out = bool(table.here)
    outside = (
        Spot(day, place, slot, table.white[day - 1] if taken_out else None)
        for day, column in zip(EVENT_DAYS, table.columns, strict=True)
        for place, slot in enumerate(column)
    )
    return (*outside, *(Spot(None, place, slot, None) for place, slot in enumerate(table.here)))


def columns_of(table: Table, slots: Sequence[Slot]) -> tuple[tuple[Slots, ...], Slots]:
    """`columns` and `here` with these slots, in the order of `spots`."""
    columns, rest = [], tuple(slots)
    for column in table.columns:
        columns.append(rest[: len(column)])
        rest = rest[len(column) :]
    return tuple(columns), rest


def fresh_slot(setting: Setting, place: int) -> Slot:
    """A slot with nothing said of it yet."""
    cnf = setting.cnf
    fixed = cnf.bit() if place == 0 or setting.marks_anywhere else setting.never
    change = cnf.bits(2 * setting.reach + 1) if setting.reach else ()
    return Slot(cnf.bits(1 + len(Suit)), cnf.bits(1 + NUMBERS), fixed, change)


def fresh_slots(setting: Setting, count: int) -> Slots:
    """Slots of one column, nearest first."""
    return tuple(fresh_slot(setting, place) for place in range(count))


def fresh_columns(setting: Setting) -> tuple[Slots, ...]:
    """The slots of all six days."""
    return tuple(fresh_slots(setting, capacity(day, setting.bay_road_day)) for day in EVENT_DAYS)


def unchanged(setting: Setting) -> Bits:
    """The row that says that the camera has changed nothing."""
    reach = setting.reach
    return tuple(setting.always if one == 0 else setting.never for one in range(-reach, reach + 1)) if reach else ()


def copied(cnf: Cnf, conditions: Sequence[int], before: Sequence[int], after: Sequence[int]) -> None:
    """Under the conditions both rows are equal; what they share needs no clause."""
    for one, two in zip(before, after, strict=True):
        if one != two:
            cnf.same(conditions, [one], [two])


def emptied(setting: Setting, conditions: Sequence[int], slot: Slot) -> None:
    """Under the conditions nothing lies in the slot."""
    cnf = setting.cnf
    for row in (slot.suit, slot.number):
        cnf.when(conditions, row[EMPTY])
        cnf.none_of(conditions, row[EMPTY + 1 :])
    not_fixed(setting, conditions, slot)
    copied(cnf, conditions, unchanged(setting), slot.change)


def not_fixed(setting: Setting, conditions: Sequence[int], slot: Slot) -> None:
    """Under the conditions no letter lies on the slot's event."""
    if slot.fixed != setting.never:
        setting.cnf.when(conditions, -slot.fixed)


class Named(NamedTuple):
    """A card: which it is, its suit, its number, each one-hot from the first card, suit, number."""

    card: Bits
    suit: Bits
    number: Bits


def named_if(setting: Setting, condition: int) -> Named:
    """A card of any name if the condition holds, and none if it does not."""
    cnf = setting.cnf
    named = Named(cnf.bits(len(CARDS)), cnf.bits(len(Suit)), cnf.bits(NUMBERS))
    for row in named:
        if condition == setting.always:
            cnf.exactly_one(row)
        else:
            cnf.one_if(condition, row)
    for card, bit in zip(CARDS, named.card, strict=True):
        cnf.add(-bit, named.suit[card.suit - 1])
        cnf.add(-bit, named.number[card.number - 1])
    return named


def empty_here(setting: Setting) -> Slots:
    """Slots for white's column, the longest one."""
    return fresh_slots(setting, BAY_ROAD_CAPACITY)
