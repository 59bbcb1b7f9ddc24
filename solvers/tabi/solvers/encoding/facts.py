"""The facts of a position at the beginning of a turn, each by itself, and the literal that says it of a first state.

A fact may be kept while all others are let go: then every position that it is true of is meant. What is never let go is
the frame: the bay road's day, how many cards the deck and the hand have, which items the game has, and that no event
has a camera change. Facts come in an order: what lies farthest from a person's eyes first, the white pawn last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.defects import capacity
from tabi.rules.solitaire.position import column_at
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.state import EMPTY, Slot, State
from tabi.solvers.encoding.stepwise.parts import Slot as ItemSlot
from tabi.solvers.encoding.stepwise.parts import Table
from tabi.solvers.encoding.tables import PAIRS
from tabi.spec.solitaire.cards import Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import EVENT_DAYS


@dataclass(frozen=True, slots=True)
class DeckCard:
    """The deck has this card at this place; the top is place 1."""

    place: int
    card: Card


@dataclass(frozen=True, slots=True)
class HandCard:
    """The hand holds this card."""

    card: Card


@dataclass(frozen=True, slots=True)
class PlacedAt:
    """This event lies on this day in this slot, whatever its mark; slot 0 is nearest the location."""

    day: int
    slot: int
    card: Card


@dataclass(frozen=True, slots=True)
class NothingAt:
    """On this day no event lies in this slot, or farther out."""

    day: int
    slot: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Whether this day has a fixed event."""

    day: int
    fixed: bool


@dataclass(frozen=True, slots=True)
class SuitState:
    """Whether this suit's letter has been won."""

    suit: Suit
    resolved: bool


@dataclass(frozen=True, slots=True)
class LettersAtMost:
    """No more letters than this are in hand."""

    count: int


@dataclass(frozen=True, slots=True)
class ItemState:
    """Whether this item of the game is ready; else it has been used."""

    item: Item
    ready: bool


@dataclass(frozen=True, slots=True)
class BlackOn:
    """One of the black pawns stands on this day, or with `both` each of them."""

    day: int
    both: bool = False


@dataclass(frozen=True, slots=True)
class WhiteOn:
    """The white pawn stands on this day."""

    day: int


Fact = DeckCard | HandCard | PlacedAt | NothingAt | Mark | SuitState | LettersAtMost | ItemState | BlackOn | WhiteOn


def facts_of(position: Position) -> tuple[Fact, ...]:
    """Every fact of a position, the farthest from a person's eyes first: the deck from below, marks and events from
    the outermost slot inward, letters and suits, items, the hand, the pawns. With the frame they say all that a win
    asks, as long as no event has a camera change."""
    far = (*_of_deck(position), *_of_board(position), *_of_suits(position))
    return (*far, *_of_items(position), *_of_hand(position), *_of_pawns(position))


def _of_deck(position: Position) -> Iterator[Fact]:
    yield from reversed([DeckCard(place, card) for place, card in enumerate(position.deck, start=1)])


def _of_board(position: Position) -> Iterator[Fact]:
    for day in EVENT_DAYS:
        yield Mark(day, any(event.fixed for event in column_at(position, day)))
    for day in EVENT_DAYS:
        if (full := len(column_at(position, day))) < capacity(day, position.bay_road_day):
            yield NothingAt(day, full)
    layers = [
        [PlacedAt(day, slot, event.card) for slot, event in enumerate(column_at(position, day))] for day in EVENT_DAYS
    ]
    for layer in reversed(list(zip_longest(*layers))):
        yield from (fact for fact in layer if fact is not None)


def _of_suits(position: Position) -> Iterator[Fact]:
    if position.letters < len(Suit):
        yield LettersAtMost(position.letters)
    for suit in Suit:
        yield SuitState(suit, suit in position.resolved)


def _of_items(position: Position) -> Iterator[Fact]:
    return (ItemState(item, item in position.ready) for item in Item if item in (*position.ready, *position.used))


def _of_hand(position: Position) -> Iterator[Fact]:
    return map(HandCard, position.hand)


def _of_pawns(position: Position) -> Iterator[Fact]:
    """Both black pawns on one day are said before one of them, so that the lesser fact may be enough."""
    first, second = position.blacks
    yield BlackOn(first, both=True) if first == second else BlackOn(first)
    yield BlackOn(second)
    yield WhiteOn(position.white)


def is_true_of(fact: Fact, position: Position) -> bool:
    """Whether a fact is true of a position."""
    match fact:
        case DeckCard(place, card):
            return position.deck[place - 1 : place] == (card,)
        case HandCard(card):
            return card in position.hand
        case PlacedAt(day, slot, card):
            return [event.card for event in column_at(position, day)[slot : slot + 1]] == [card]
        case NothingAt(day, slot):
            return len(column_at(position, day)) <= slot
        case Mark(day, fixed):
            return any(event.fixed for event in column_at(position, day)) == fixed
        case SuitState(suit, resolved):
            return (suit in position.resolved) == resolved
        case LettersAtMost(count):
            return position.letters <= count
        case ItemState(item, ready):
            return item in (position.ready if ready else position.used)
        case BlackOn(day, both):
            return position.blacks == (day, day) if both else day in position.blacks
        case WhiteOn(day):
            return position.white == day


def has_frame_of(position: Position, other: Position) -> bool:
    """Whether two positions have the same frame: phase, bay road, items, whether an event has a camera change, and how
    many cards deck and hand have."""
    return _frame(position) == _frame(other)


def _frame(position: Position) -> tuple[object, ...]:
    items = frozenset((*position.ready, *position.used))
    changed = any(event.camera for column in position.columns for event in column)
    return position.phase, position.bay_road_day, items, changed, len(position.deck), len(position.hand)


def literal_of(cnf: Cnf, state: State | Table, deck: Sequence[Bits], fact: Fact) -> int:
    """The literal that says a fact of a first state whose deck lies in these rows, top first; it may be a new one."""
    match fact:
        case DeckCard(place, card):
            return deck[place - 1][card - 1]
        case HandCard(card):
            return state.hand[card - 1]
        case PlacedAt(day, slot, card):
            return card_in(cnf, state.columns[day - 1][slot], card)
        case NothingAt(day, slot):
            return state.columns[day - 1][slot].suit[EMPTY]
        case Mark(day, fixed):
            mark = marks(state)[day - 1]
            return mark if fixed else -mark
        case SuitState(suit, resolved):
            return state.resolved[suit - 1] if resolved else -state.resolved[suit - 1]
        case LettersAtMost(count):
            return -state.letters[count]
        case ItemState(item, ready):
            bit = ready_bits(state)[item]
            return bit if ready else -bit
        case BlackOn(day, both):
            pairs = [pair == (day, day) if both else day in pair for pair in PAIRS]
            return cnf.any_of([bit for bit, fits in zip(state.blacks, pairs, strict=True) if fits])
        case WhiteOn(day):
            return state.white[day - 1]


def marks(state: State | Table) -> Bits:
    """For each day whether its event nearest the location is fixed."""
    return state.fixed if isinstance(state, State) else tuple(column[0].fixed for column in state.columns)


def ready_bits(state: State | Table) -> Mapping[Item, int]:
    """For each item of the game whether it is ready."""
    return {} if isinstance(state, State) else state.ready


def card_in(cnf: Cnf, slot: Slot | ItemSlot, card: Card) -> int:
    """A literal that holds exactly if the slot holds this card."""
    return cnf.all_of([slot.suit[card.suit], slot.number[card.number]])
