"""The solitaire's position: frozen, canonical, hashable; built checked by people and trusted by the rules.

A position that cannot arise is not built: `Position.checked` names every defect. The rules derive positions from
positions with `evolve`, which checks nothing and is not for users.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from typing_extensions import Unpack

from tabi.rules.solitaire.defects import EMPTY_TABLE, canonical, defects
from tabi.rules.solitaire.table import Column, Event, Fields, Outcome, Phase, Walk
from tabi.rules.violations import IllegalPosition
from tabi.spec.solitaire.cards import Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import EVENT_DAYS, LAST_DAY


@dataclass(frozen=True, init=False)
class Position:
    """One moment of a game. Days are 1-7; `columns` holds days 1-6; decks are top first; all else is sorted.

    `blacks` are the days of the two black pawns, which are interchangeable. `played` is the card between its play and
    its placing. `map_shift` is the map's pending change of white's number (under that reading only). `discard` is an
    open set. `outcome` is set exactly in the phase `over`.
    """

    phase: Phase
    white: int
    blacks: tuple[int, int]
    bay_road_day: int
    columns: tuple[Column, ...]
    deck: tuple[Card, ...]
    hand: tuple[Card, ...]
    discard: tuple[Card, ...]
    ready: tuple[Item, ...]
    used: tuple[Item, ...]
    resolved: tuple[Suit, ...]
    letters: int
    points: int
    turn: int
    played: Card | None
    map_shift: int
    walk: Walk
    outcome: Outcome | None

    def __init__(self) -> None:
        raise TypeError("A position is built by Position.checked, by solitaire.start or by a parser.")

    @classmethod
    def checked(cls, **fields: Unpack[Fields]) -> Position:
        """The position with these fields, brought into canonical order; fields left out are those of an empty table.

        Raises `IllegalPosition`, which names every defect, when no game can come to it.
        """
        whole = canonical({**EMPTY_TABLE, **fields})
        if found := defects(whole):
            raise IllegalPosition(found)
        return _trusted(whole)

    @property
    def key(self) -> Position:
        """The position without points and turn: what search and certificates compare."""
        return evolve(self, points=0, turn=1)


def _trusted(fields: Fields) -> Position:
    new = object.__new__(Position)
    new.__dict__.update(fields)
    return new


def evolve(position: Position, **changes: Unpack[Fields]) -> Position:
    """The position with some fields changed, unchecked: for the rules, which keep it legal and canonical."""
    new = object.__new__(Position)
    fields = new.__dict__
    fields.update(position.__dict__)
    fields.update(changes)
    return new


def column_at(position: Position, day: int) -> Column:
    """The events on `day` (1-7), nearest first; none on day 7."""
    return position.columns[day - 1] if day < LAST_DAY else ()


def with_column(columns: tuple[Column, ...], day: int, column: Column) -> tuple[Column, ...]:
    """The columns with the one of `day` (1-6) replaced."""
    return (*columns[: day - 1], column, *columns[day:])


def placed_events(position: Position) -> Iterator[tuple[int, int, Event]]:
    """Every placed event as day, slot (0 is nearest) and event, by day and slot."""
    for day, column in zip(EVENT_DAYS, position.columns, strict=True):
        for slot, event in enumerate(column):
            yield day, slot, event


def find_event(position: Position, card: Card) -> tuple[int, int, Event] | None:
    """Day, slot and event of a placed card, or None when it is not placed."""
    for place in placed_events(position):
        if place[2].card is card:
            return place
    return None


def fixed_event(column: Column) -> int | None:
    """The slot of the fixed event of a column, or None."""
    for slot, event in enumerate(column):
        if event.fixed:
            return slot
    return None


def pawns_on(position: Position, day: int) -> int:
    """How many of the three pawns stand on `day`."""
    first, second = position.blacks
    return (position.white == day) + (first == day) + (second == day)


def black_moved(blacks: tuple[int, int], origin: int, to: int) -> tuple[int, int]:
    """The two black pawns, sorted, after the one on `origin` went to `to`."""
    other = blacks[1] if blacks[0] == origin else blacks[0]
    return (to, other) if to <= other else (other, to)


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Cards with one taken out; the order stays."""
    slot = cards.index(card)
    return cards[:slot] + cards[slot + 1 :]


def with_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Sorted cards with one put in, sorted."""
    slot = bisect_left(cards, card)
    return (*cards[:slot], card, *cards[slot:])
