"""What every position obeys, as clauses about a first state that is otherwise open (`Position.checked`): for the states
of turns that are tables, and for those of turns that are followed step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.counting import at_most
from tabi.solvers.encoding.facts import card_in, marks
from tabi.solvers.encoding.state import EMPTY, Deck, Slot, State
from tabi.solvers.encoding.stepwise.parts import Setting, Table, copied, unchanged
from tabi.solvers.encoding.stepwise.parts import Slot as ItemSlot
from tabi.spec.solitaire.cards import CARDS, Suit


@dataclass(frozen=True)
class OpenDeck(Deck):
    """A deck of which no card is known: all lie in the queue, those of the start (`size`) first."""

    size: int

    def heads(self, turn: int) -> range:
        """Where the top of the deck may be when `turn` turns (from 0) have been played."""
        return Deck(CARDS[: self.size], self.queue[self.size :]).heads(turn)


def assert_open_state(cnf: Cnf, state: State, deck: OpenDeck, hand: int) -> None:
    """The state is a position with so many cards in deck and hand, fixed events nearest.

    A card that lies in neither deck, hand nor column is in the discard.
    """
    _frame(cnf, state, deck.size, hand)
    for places in _places(cnf, state, deck.queue[: deck.size]):
        cnf.at_most_one(places)


def assert_open_table(setting: Setting, table: Table, deck: Sequence[Bits], hand: int) -> None:
    """The table is a position with a deck in these rows and so many cards in hand, fixed events nearest.

    No event has a camera change. Where the discard is followed each card lies in one place.
    """
    cnf, pending = setting.cnf, table.pending
    cnf.exactly_one(table.blacks)
    _frame(cnf, table, len(deck), hand)
    for slot in (slot for column in table.columns for slot in column):
        copied(cnf, [], unchanged(setting), slot.change)
    for number, bit in enumerate(pending.count):
        cnf.add(bit if number == 0 else -bit)
    for row in pending.rows:
        cnf.none_of([], row)
    for card, places in zip(CARDS, _places(cnf, table, deck), strict=True):
        if table.discard:
            cnf.exactly_one((*places, table.discard[card - 1]))
        else:
            cnf.at_most_one(places)


def _frame(cnf: Cnf, state: State | Table, deck: int, hand: int) -> None:
    """What is not about single cards: pawns, columns, letters, and how many cards deck and hand have."""
    cnf.exactly_one(state.white)
    _columns(cnf, state)
    cnf.add(state.head[0])
    for place, bit in enumerate(state.trimmed):
        cnf.add(bit if place < deck else -bit)
    for size, bit in enumerate(state.size):
        cnf.add(bit if size == hand else -bit)
    at_most(cnf, state.hand, hand)
    at_most(cnf, [-bit for bit in state.hand], len(CARDS) - hand)
    _letters(cnf, state)


def _columns(cnf: Cnf, state: State | Table) -> None:
    """Slots hold a card or nothing, and are filled from the location outward; a mark lies on an event."""
    columns: Sequence[Sequence[Slot | ItemSlot]] = state.columns
    for slots, fixed in zip(columns, marks(state), strict=True):
        for place, slot in enumerate(slots):
            cnf.exactly_one(slot.suit)
            cnf.exactly_one(slot.number)
            cnf.same([], [slot.suit[EMPTY]], [slot.number[EMPTY]])
            for outward in slots[place + 1 :]:
                cnf.add(-slot.suit[EMPTY], outward.suit[EMPTY])
        cnf.add(-fixed, -slots[0].suit[EMPTY])


def _places(cnf: Cnf, state: State | Table, deck: Sequence[Bits]) -> Iterable[tuple[int, ...]]:
    """For each card the literals that it lies in the hand, in a place of the deck, in a slot."""
    slots = [slot for column in state.columns for slot in column]
    for card in CARDS:
        placed = [card_in(cnf, slot, card) for slot in slots]
        yield (state.hand[card - 1], *(row[card - 1] for row in deck), *placed)


def _letters(cnf: Cnf, state: State | Table) -> None:
    """Letters in hand and fixed events together are no more than the resolved suits."""
    for fewer, more in zip(state.letters, state.letters[1:], strict=False):
        cnf.add(-more, fewer)
    at_most(cnf, [*state.letters, *marks(state), *(-bit for bit in state.resolved)], len(Suit))
