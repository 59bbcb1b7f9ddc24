"""The setup: how many tokens and slots there are, the deck, and the position before the first round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from tabi.rules.implements import implements
from tabi.rules.trip.table import Table, table_of
from tabi.spec.trip.edition import Edition
from tabi.spec.trip.setup import Setup
from tabi.spec.trip.tokens import TOKENS, Token, Tokens

FEW: Final = 2
"""The number of players with whom tokens leave the game and one slot stays empty."""
SLOTS: Final = 4
SLOTS_OF_TWO: Final = 3


@lru_cache(maxsize=1024)
def table_for(setup: Setup) -> Table:
    """The table of a setup, always the same one for equal setups."""
    return table_of(setup)


@implements("trip.setup.tokens")
def tokens_of_game(edition: Edition, players: int) -> Mapping[Token, int]:
    """trip.setup.tokens: how many tokens of each kind are in the bag at the start: 120 in all, 90 with two players."""
    removed = edition.removed_for_two if players == FEW else None
    counts = {token: edition.tokens.of(token) - (removed.of(token) if removed else 0) for token in TOKENS}
    return MappingProxyType(counts)


def bag_at_start(edition: Edition, players: int) -> Tokens:
    """trip.setup.tokens: the tokens of the game, in the order of tokens."""
    return tuple(Counter(tokens_of_game(edition, players)).elements())


def slots_of_round(players: int) -> int:
    """trip.draft.slots: how many slots are filled in a round: four, with two players three."""
    return SLOTS_OF_TWO if players == FEW else SLOTS


@implements("trip.setup.memory-deck")
def deck_of(edition: Edition) -> tuple[str, ...]:
    """trip.setup.memory-deck: the patterns of all twelve memory cards, in the order of the edition."""
    return tuple(card.pattern for card in edition.memory_cards for _ in range(card.copies))


def seat_after(seat: int, players: int) -> int:
    """trip.draft.order: the seat to the left; seat 1 follows the last one."""
    return seat % players + 1


@implements("trip.setup.start-player", "trip.draft.marker")
def start_player(setup: Setup, round_: int) -> int:
    """trip.setup.start-player, trip.draft.marker: the seat with the start marker in a round (from 1)."""
    return (setup.start_player - 1 + round_ - 1) % setup.players + 1
