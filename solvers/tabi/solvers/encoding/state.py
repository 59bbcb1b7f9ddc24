"""The variables of a position at the beginning of a turn, and the clauses that say which position it is.

A slot is a suit (index 0: empty, else the suit's value) and a number (index 0: empty, else the number); no card has
an identity there, for without backpack and tent only suits and numbers count, and blue then exchanges suits alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tabi.rules.solitaire import Phase, Position
from tabi.rules.solitaire.defects import capacity
from tabi.rules.solitaire.ending import HAND_SIZE
from tabi.solvers.encoding.cnf import Bits, Cnf, value_of
from tabi.solvers.encoding.tables import NUMBER_OF, PAIRS
from tabi.spec.solitaire.cards import CARDS, NUMBERS, Card, Suit
from tabi.spec.solitaire.locations import DAYS, EVENT_DAYS

MOST_DRAWS = 3
"""The most cards that a turn takes from the deck: a lap, the refill, a yellow effect."""
EMPTY = 0


class NotEncoded(ValueError):
    """A question that this encoding does not cover; the message is one sentence."""


class Slot(NamedTuple):
    """The variables of one place for an event: its suit and its number, both one-hot, both 0 when it is empty."""

    suit: Bits
    number: Bits

    @property
    def bits(self) -> Bits:
        """Suit and number in one row."""
        return self.suit + self.number


Slots = tuple[Slot, ...]


@dataclass(frozen=True)
class Deck:
    """The cards known to lie in the deck, top first, and the cards trimmed under it: one card a turn, in order."""

    known: tuple[Card, ...]
    queue: tuple[Bits, ...]

    def heads(self, turn: int) -> range:
        """Where the top of the deck may be when `turn` turns (from 0) have been played: places in known + queue."""
        return range(turn, min(MOST_DRAWS * turn, len(self.known) + min(turn, len(self.queue))) + 1)


@dataclass(frozen=True)
class State:
    """The variables of a turn's beginning. `letters` and `trimmed` are unary, all other rows but hand, fixed, resolved
    one-hot; `size` is the number of cards in hand; `head` is the place of the deck's top card in known + queue."""

    white: Bits
    blacks: Bits
    columns: tuple[Slots, ...]
    fixed: Bits
    hand: Bits
    size: Bits
    resolved: Bits
    letters: Bits
    head: Mapping[int, int]
    trimmed: Bits


def new_slots(cnf: Cnf, count: int) -> Slots:
    """Slots with nothing said of them yet."""
    return tuple(Slot(cnf.bits(1 + len(Suit)), cnf.bits(1 + NUMBERS)) for _ in range(count))


def new_state(cnf: Cnf, bay_road_day: int, deck: Deck, turn: int) -> State:
    """The variables of the beginning of a turn, `turn` turns after the start."""
    return State(
        white=cnf.bits(DAYS),
        blacks=cnf.one_hot(len(PAIRS)),
        columns=tuple(new_slots(cnf, capacity(day, bay_road_day)) for day in EVENT_DAYS),
        fixed=cnf.bits(len(EVENT_DAYS)),
        hand=cnf.bits(len(CARDS)),
        size=cnf.bits(HAND_SIZE + 1),
        resolved=cnf.bits(len(Suit)),
        letters=cnf.bits(len(Suit)),
        head={place: cnf.bit() for place in deck.heads(turn)},
        trimmed=cnf.bits(len(deck.queue)),
    )


def check_encoded(start: Position) -> None:
    """Raises `NotEncoded` unless the position begins a turn with at most four cards in hand."""
    if start.phase is not Phase.PLAY:
        raise NotEncoded(f"The encoding begins with a turn, and the phase is {start.phase}.")
    if start.map_shift:
        raise NotEncoded("The encoding begins with a turn, and the map has changed a number in this one.")
    if len(start.hand) > HAND_SIZE:
        raise NotEncoded(f"The encoding has at most {HAND_SIZE} cards in hand at the beginning of a turn.")


def assert_state(cnf: Cnf, state: State, position: Position) -> None:
    """The state is the beginning `position`."""
    for literal in state_literals(state, position):
        cnf.add(literal)


def state_literals(state: State, position: Position) -> Iterator[int]:
    """Every variable of a first state, true or negated as the position has it."""
    yield from table_literals(state, position)
    yield state.head[0]
    yield from _at_least(state.trimmed, 0)


def table_literals(state: State, position: Position) -> Iterator[int]:
    """Every variable of a state but those of the deck, true or negated as the position has it."""
    yield from _chosen(state.white, position.white - 1)
    yield from _chosen(state.blacks, NUMBER_OF[position.blacks])
    yield from column_literals(state, position)
    yield from (bit if card in position.hand else -bit for card, bit in zip(CARDS, state.hand, strict=True))
    yield from _chosen(state.size, len(position.hand))
    yield from (bit if suit in position.resolved else -bit for suit, bit in zip(Suit, state.resolved, strict=True))
    yield from _at_least(state.letters, position.letters)


def result_literals(state: State, deck: Deck, position: Position) -> tuple[tuple[int, ...], ...]:
    """Each way to say that a later state is `position`: more than one where a card was drawn and trimmed at once."""
    table = tuple(table_literals(state, position))
    return tuple(table + way for way in _deck_literals(state, deck, position.deck))


def _deck_literals(state: State, deck: Deck, cards: Sequence[Card]) -> Iterator[tuple[int, ...]]:
    for head, bit in state.head.items():
        left = deck.known[head:]
        trimmed = cards[len(left) :]
        if cards[: len(left)] == left and len(trimmed) <= len(deck.queue) and head <= len(deck.known):
            queued = (row[card - 1] for card, row in zip(trimmed, deck.queue, strict=False))
            yield (bit, *_at_least(state.trimmed, len(trimmed)), *queued)


def column_literals(state: State, position: Position) -> Iterator[int]:
    """What lies in the columns, and what of it is fixed."""
    for slots, column, fixed in zip(state.columns, position.columns, state.fixed, strict=True):
        yield fixed if any(event.fixed for event in column) else -fixed
        for place, slot in enumerate(slots):
            card = column[place].card if place < len(column) else None
            yield from _chosen(slot.suit, EMPTY if card is None else card.suit)
            yield from _chosen(slot.number, EMPTY if card is None else card.number)


def _chosen(row: Bits, index: int) -> Iterator[int]:
    return (bit if place == index else -bit for place, bit in enumerate(row))


def _at_least(row: Bits, count: int) -> Iterator[int]:
    return (bit if place < count else -bit for place, bit in enumerate(row))


Model = Callable[[int], bool]


def slot_card(model: Model, slot: Slot) -> Card | None:
    """The card in a slot of a model, or None when it is empty."""
    suit, number = value_of(model, slot.suit), value_of(model, slot.number)
    return Card[f"{Suit(suit)}{number}"] if suit and number else None
