"""The bag: what is in it follows from all that lies open. Its order is hidden; nothing here knows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from tabi.rules.trip.board import Board, occupied, tokens_on
from tabi.rules.trip.moment import Slot
from tabi.rules.trip.setup import deck_of, slots_of_round, tokens_of_game
from tabi.spec.trip.edition import Edition
from tabi.spec.trip.setup import Setup
from tabi.spec.trip.tokens import TOKENS, Token, Tokens


def tokens_seen(slots: Iterable[Slot], hand: Tokens, boards: Iterable[Board], leftovers: Tokens) -> Counter[Token]:
    """The tokens that are not in the bag: in slots, in the hand, on boards, in mistaken memories, left over."""
    seen = Counter([*hand, *leftovers])
    for slot in slots:
        seen.update(slot or ())
    for board in boards:
        seen.update(tokens_on(board, occupied(board)))
        seen.update(board.mistaken)
    return seen


def bag(setup: Setup, seen: Mapping[Token, int]) -> Mapping[Token, int]:
    """trip.setup.tokens: how many tokens of each kind are in the bag when these are seen; below 0 if too many are."""
    return {token: count - seen.get(token, 0) for token, count in tokens_of_game(setup.edition, setup.players).items()}


def cards_left(edition: Edition, cards: Iterable[str]) -> Counter[str]:
    """trip.setup.memory-deck: how many cards of each pattern are in the deck when these were revealed."""
    return Counter(deck_of(edition)) - Counter(cards)


def tokens_needed(setup: Setup, cards: Iterable[str]) -> int:
    """trip.draft.slots: how many tokens the rounds to come draw from the bag when these cards were revealed."""
    left = cards_left(setup.edition, cards)
    a_slot = sum(card.tokens * left[card.pattern] for card in setup.edition.memory_cards)
    return a_slot * slots_of_round(setup.players)


def in_bag(counts: Mapping[Token, int]) -> Tokens:
    """The tokens of a count, in the order of tokens."""
    return tuple(token for token in TOKENS for _ in range(counts.get(token, 0)))
