"""The cards in one turn: the play, the draws from the deck, the hand, and the card trimmed under the deck.

The deck is a queue: first the cards known at the start, in their order, then those trimmed, in theirs. With at most
four cards in hand at the beginning of a turn, only a yellow effect can bring a fifth, so a turn trims one card at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tabi.rules.solitaire.ending import HAND_SIZE
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.state import Deck, State
from tabi.spec.solitaire.cards import CARDS, NUMBERS, Suit


@dataclass(frozen=True)
class Played:
    """The card of a turn: which it is, its suit, its number, each one-hot from the first card, suit, number."""

    card: Bits
    suit: Bits
    number: Bits


@dataclass(frozen=True)
class Draws:
    """The cards of a turn: the refill's, the yellow effect's (if any), the trimmed one (if any), by card."""

    refill: Bits
    yellow: Bits
    trimmed: Bits
    trims: int


def playing(cnf: Cnf, hand: Bits) -> Played:
    """sol.movement.play: one card of the hand; an empty hand has none, and no turn (it loses)."""
    played = Played(cnf.one_hot(len(CARDS)), cnf.one_hot(len(Suit)), cnf.one_hot(NUMBERS))
    for card, bit, held in zip(CARDS, played.card, hand, strict=True):
        cnf.add(-bit, held)
        cnf.add(-bit, played.suit[card.suit - 1])
        cnf.add(-bit, played.number[card.number - 1])
    return played


def drawing(cnf: Cnf, deck: Deck, state: State, after: State, lap: int, yellow: int) -> tuple[Bits, Bits]:
    """sol.movement.lap-cost, sol.columns.refill, sol.effects.yellow: the cards drawn; no draw fails (that loses).

    The lap card falls, then one card is drawn, then the yellow effect's. Where the lap card or the refill fails so does
    the last draw, so it is enough that the last one has a card.
    """
    refill, second = cnf.one_hot(len(CARDS)), cnf.bits(len(CARDS))
    cnf.one_if(yellow, second)
    for head, bit in state.head.items():
        for laps, paid in ((0, -lap), (1, lap)):
            _card_at(cnf, deck, state, [bit, paid], head + laps, refill)
            _card_at(cnf, deck, state, [bit, paid, yellow], head + laps + 1, second)
            _moves_to(cnf, after.head, [bit, paid, -yellow], head + laps + 1)
            _moves_to(cnf, after.head, [bit, paid, yellow], head + laps + 2)
    cnf.exactly_one(tuple(after.head.values()))
    return refill, second


def _card_at(cnf: Cnf, deck: Deck, state: State, conditions: list[int], place: int, drawn: Bits) -> None:
    """Under the conditions the card at this place of the deck is there, and is drawn."""
    known = len(deck.known)
    if place < known:
        cnf.when(conditions, drawn[deck.known[place] - 1])
        return
    if place - known >= len(deck.queue):
        cnf.when(conditions)
        return
    cnf.when(conditions, state.trimmed[place - known])
    for bit, queued in zip(drawn, deck.queue[place - known], strict=True):
        cnf.when([*conditions, queued], bit)


def _moves_to(cnf: Cnf, heads: Mapping[int, int], conditions: list[int], place: int) -> None:
    cnf.when(conditions, *([heads[place]] if place in heads else []))


def holding(
    cnf: Cnf, deck: Deck, state: State, after: State, played: Played, yellow: int, refill: Bits, second: Bits
) -> Draws:
    """sol.ending.trim, sol.ending.trim-order: the hand at the next turn, and the surplus card as the deck's lowest."""
    trims = cnf.all_of([state.size[HAND_SIZE], yellow])
    trimmed = cnf.bits(len(CARDS))
    cnf.one_if(trims, trimmed)
    for index, held in enumerate(state.hand):
        kept = cnf.all_of([held, -played.card[index]])
        full = cnf.any_of([kept, refill[index], second[index]])
        cnf.add(-trimmed[index], full)
        cnf.same([trimmed[index]], [after.hand[index]], [-full])
        cnf.same([-trimmed[index]], [after.hand[index]], [full])
    _sizes(cnf, state.size, after.size, yellow)
    _trimmed(cnf, deck, state, after, trims, trimmed)
    return Draws(refill, second, trimmed, trims)


def _sizes(cnf: Cnf, before: Bits, after: Bits, yellow: int) -> None:
    """A turn plays one card and draws one; a yellow effect draws one more, up to a full hand."""
    for size, bit in enumerate(before):
        cnf.when([bit, -yellow], after[size])
        cnf.when([bit, yellow], after[min(size + 1, HAND_SIZE)])
    cnf.exactly_one(after)


def _trimmed(cnf: Cnf, deck: Deck, state: State, after: State, trims: int, trimmed: Bits) -> None:
    for place, queued in enumerate(deck.queue):
        is_next = [-state.trimmed[place], *([state.trimmed[place - 1]] if place else [])]
        here = cnf.all_of([trims, *is_next])
        cnf.same([], [after.trimmed[place]], [cnf.any_of([state.trimmed[place], here])])
        for one, bit in zip(trimmed, queued, strict=True):
            cnf.same([here], [one], [bit])
