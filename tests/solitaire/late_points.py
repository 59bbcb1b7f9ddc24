"""Late positions that can often still be won, and the most points of a win by looking at every step of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from tabi.rules.solitaire import Event, Lost, Phase, Position, Won, apply, legal_steps
from tabi.rules.solitaire.defects import capacity
from tabi.rules.solitaire.walk import taken_up
from tabi.spec.rulings import readings_of, ruling_id, rulings_from
from tabi.spec.solitaire import CARDS, Card, Item, SolitaireRulings, Suit

Column = tuple[Event, ...]
PAIRS = tuple(combinations(Item, 2))


class TooMany(Exception):
    """More steps than the cap."""


class Optimum:
    """The most points that a win still brings, for every position met; None where none is left."""

    def __init__(self, rulings: SolitaireRulings, cap: int) -> None:
        self.known: dict[Position, int | None] = {}
        self._rulings, self._left = rulings, cap

    def of(self, position: Position) -> int | None:
        """By every legal step; steps never lead back, so the recursion ends. Raises `TooMany`."""
        if position.outcome is not None:
            return None if isinstance(position.outcome, Lost) else 0
        key = position.key
        if key not in self.known:
            self.known[key] = self._looked_up(key)
        return self.known[key]

    def _looked_up(self, key: Position) -> int | None:
        found: int | None = None
        for step in legal_steps(key, self._rulings):
            self._left -= 1
            if self._left < 0:
                raise TooMany
            after = apply(key, step, self._rulings)
            rest = self.of(after)
            earned = after.outcome.points if isinstance(after.outcome, Won) else after.points
            if rest is not None and (found is None or earned + rest > found):
                found = earned + rest
        return found


def one_reading(chance: Random) -> SolitaireRulings:
    """The default readings, or now and then another reading of one point, or a random one of every point."""
    fields, model = list(SolitaireRulings.model_fields), SolitaireRulings
    changed = chance.choice(((), (), (), (chance.choice(fields),), (chance.choice(fields),), fields))
    return rulings_from(model, {ruling_id(model, one): chance.choice(readings_of(model, one)) for one in changed})


def late_positions(chance: Random, items: tuple[tuple[Item, ...], ...]) -> Iterator[tuple[Position, SolitaireRulings]]:
    """Beginnings of turns near the end, without end: most suits resolved, pawns whose days add up, few cards."""
    while True:
        rulings = one_reading(chance)
        yield taken_up(late_position(chance, chance.choice(items)), rulings), rulings


def late_position(chance: Random, items: tuple[Item, ...]) -> Position:
    """The beginning of a turn with these items; its cards are few, fewer with items, and large ones lie out."""
    cards = sorted(CARDS, key=lambda card: -card.number + 4 * chance.random())
    bay, white = chance.randint(1, 6), chance.randint(1, 7)
    first = chance.choice((white, chance.randint(1, 7)))
    second = (-white - first) % 7 or 7
    spent = chance.choice((5, 5, 5, 4))
    columns = _columns(chance, cards, bay, spent)
    unresolved = chance.sample(tuple(Suit), chance.choice((0, 0, 0, 1)))
    fixed = sum(event.fixed for column in columns for event in column)
    chance.shuffle(cards)
    hand = _taken(cards, chance.choice((1, 1, 2) if items else (1, 2, 2, 3)))
    deck = _taken(cards, chance.choice((1, 1, 2) if items else (1, 2, 2, 3, 3)))
    used = tuple(item for item in items if chance.random() < 0.3)
    return Position.checked(
        phase=Phase.PLAY,
        white=white,
        blacks=(first, second),
        bay_road_day=bay,
        columns=columns,
        deck=deck,
        hand=hand,
        discard=tuple(cards),
        ready=tuple(item for item in items if item not in used),
        used=used,
        resolved=tuple(suit for suit in Suit if suit not in unresolved),
        letters=max(0, 5 - spent - fixed - len(unresolved)),
    )


def _taken(cards: list[Card], count: int) -> tuple[Card, ...]:
    taken = tuple(cards[:count])
    del cards[:count]
    return taken


def _columns(chance: Random, cards: list[Card], bay: int, letters: int) -> tuple[Column, ...]:
    """Six columns, most of them full, and now and then a fixed event."""
    columns: list[Column] = []
    for day in range(1, 7):
        holds = capacity(day, bay)
        taken = _taken(cards, chance.choice((holds, holds - 1, 1)))
        fixes = letters > 4 and not any(event.fixed for column in columns for event in column) and chance.random() < 0.1
        columns.append(tuple(Event(card, fixes and slot == 0) for slot, card in enumerate(taken)))
    return tuple(columns)
