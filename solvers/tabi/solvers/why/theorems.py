"""The facts that theorems read when they exclude a win: numbers of a position, taken from the bounds themselves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import (
    DRAWING,
    MEETING,
    REACHING,
    days_sum,
    deck_to_go,
    draws_left,
    in_game,
    laps_to_go,
    least_total,
    missing_events,
    pawns_can_meet,
    suits_in_reach,
    to_be_played,
    turns_to_go,
)
from tabi.spec.solitaire.cards import Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import SolitaireRulings


@dataclass(frozen=True, slots=True)
class SuitShort:
    """sol.ending.suits-in-reach: a suit lacks so many events for its letter, and these cards of it are left to play."""

    suit: Suit
    lacks: int
    left: tuple[Card, ...]

    theorem = REACHING


@dataclass(frozen=True, slots=True)
class PawnsApart:
    """sol.movement.pawns-meet: the days of the pawns have this remainder modulo 7, and nothing is left to change it.

    All suits are resolved and no letter is in hand.
    """

    white: int
    blacks: tuple[int, int]
    remainder: int

    theorem = MEETING


@dataclass(frozen=True, slots=True)
class DrawsShort:
    """sol.ending.deck-to-go: a win takes at least so many turns, with a refill in most of them, and pays so many laps.

    `refills` and `laps` together are more than `left`, the cards that can still be drawn. The turns come from the
    letters that are still to be won and the events that lack for them. Laps are 0 where the refills alone are too many;
    else `white` and `total`, the least sum of the numbers that are played, say how many.
    """

    turns: int
    letters: int
    events: int
    refills: int
    laps: int
    left: int
    white: int
    total: int

    theorem = DRAWING


Ground = SuitShort | PawnsApart | DrawsShort


def grounds(position: Position, rulings: SolitaireRulings) -> tuple[Ground, ...]:
    """The facts by which theorems exclude a win from a position; none when no theorem does."""
    return (*_short_suits(position), *_apart(position, rulings), *_short_draws(position, rulings))


def _short_suits(position: Position) -> Iterator[SuitShort]:
    if suits_in_reach(position):
        return
    for suit, lacks in to_be_played(position).items():
        left = tuple(card for card in (*position.hand, *position.deck) if card.suit is suit)
        if len(left) < lacks:
            yield SuitShort(suit, lacks, tuple(sorted(left)))


def _apart(position: Position, rulings: SolitaireRulings) -> Iterator[PawnsApart]:
    if not pawns_can_meet(position, rulings):
        yield PawnsApart(position.white, position.blacks, days_sum(position))


def _short_draws(position: Position, rulings: SolitaireRulings) -> Iterator[DrawsShort]:
    draws, left, turns = deck_to_go(position, rulings), draws_left(position), turns_to_go(position)
    if draws <= left:
        return
    laps = laps_to_go(position, turns, rulings)
    refills = draws - laps
    if refills > left:
        laps = 0
    events = 0 if in_game(position, Item.BACKPACK) else missing_events(position)
    unresolved = len(Suit) - len(position.resolved)
    plays = turns if position.played is None else turns - 1
    yield DrawsShort(turns, unresolved, events, refills, laps, left, position.white, least_total(position, plays))
