"""Positions for holding the kernel against the rules, and what whole turns lead to by the rules alone.

Random, but small enough that every sequence of small steps can be walked through: the cap is laid on their number,
never on the answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from tabi.rules.solitaire import Event, Lost, Phase, Position, Won, apply, legal_steps
from tabi.rules.solitaire.defects import capacity
from tabi.rules.solitaire.position import evolve
from tabi.spec.solitaire import CARDS, Card, Item, SolitaireRulings, Suit

PAIRS = ((), *combinations(Item, 2))
"""No items, and every pair."""


def composed(position: Position, rulings: SolitaireRulings, cap: int) -> dict[Position, int] | None:
    """The ends of the turn and the most points of each, by `legal_steps` and `apply`; None after `cap` steps."""
    ends: dict[Position, int] = {}
    seen, stack, made = {position}, [position], 0
    while stack:
        here = stack.pop()
        for step in legal_steps(here, rulings):
            made += 1
            if made > cap:
                return None
            after = apply(here, step, rulings)
            if after.turn != position.turn or isinstance(after.outcome, Won):
                end = without_points(after)
                ends[end] = max(after.points, ends.get(end, after.points))
            elif not isinstance(after.outcome, Lost) and after not in seen:
                seen.add(after)
                stack.append(after)
    return ends


def without_points(position: Position) -> Position:
    """The key of a position; of a won game also without the points of its outcome."""
    return evolve(position.key, outcome=Won(0)) if isinstance(position.outcome, Won) else position.key


def beginnings(seed: int) -> Iterator[Position]:
    """Beginnings of turns without end: the item pairs in turn, letters, fixed events, decks of every length."""
    chance, number = Random(seed), 0
    while True:
        yield beginning(chance, PAIRS[number % len(PAIRS)])
        number += 1


def beginning(chance: Random, items: tuple[Item, ...]) -> Position:
    """The beginning of a turn with these items."""
    cards = chance.sample(CARDS, len(CARDS))
    bay = chance.randint(1, 6)
    resolved = chance.sample(tuple(Suit), chance.choice((0, 1, 2, 3, 4, 5, 5)))
    letters = min(len(resolved), chance.choice((0, 0, 0, 1, 1, 2)))
    columns = _columns(chance, cards, bay, len(resolved) - letters)
    used = {item for item in items if chance.random() < 0.4}
    home = len(resolved) == len(Suit) and chance.random() < 0.7
    hand = _taken(cards, chance.choice((0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5)))
    deck = _taken(cards, chance.choice((0, 1, 1, 2, 3, 3, 5, 5, 8, 13, 20, 30)))
    white = _white_to_come_home(chance, hand) if home else chance.randint(1, 7)
    return Position.checked(
        phase=Phase.PLAY,
        white=white,
        blacks=_blacks_to_come_home(chance, white) if home else (chance.randint(1, 7), chance.randint(1, 7)),
        bay_road_day=bay,
        columns=columns,
        deck=deck,
        hand=hand,
        discard=tuple(cards),
        ready=tuple(item for item in items if item not in used),
        used=tuple(used),
        resolved=tuple(resolved),
        letters=letters,
        points=chance.randint(0, 200),
        turn=chance.randint(1, 20),
    )


def _white_to_come_home(chance: Random, hand: tuple[Card, ...]) -> int:
    return 7 - chance.choice(hand).number if hand else 7


def _blacks_to_come_home(chance: Random, white: int) -> tuple[int, int]:
    """Two blacks whose ways to day 7 are what white's way leaves of seven, if that can be."""
    first = chance.randint(0, max(0, white))
    return max(1, 7 - first), max(1, 7 - (white - first))


def _taken(cards: list[Card], count: int) -> tuple[Card, ...]:
    taken = tuple(cards[:count])
    del cards[:count]
    return taken


def _columns(chance: Random, cards: list[Card], bay: int, letters: int) -> tuple[tuple[Event, ...], ...]:
    """Six columns, sparse ones more often, and how many of their events are fixed, at most `letters`."""
    columns: list[tuple[Event, ...]] = []
    fixed, most = 0, chance.choice((1, 2, 3))
    for day in range(1, 7):
        taken = _taken(cards, chance.randint(0, min(most, capacity(day, bay))))
        fixes = bool(taken) and fixed < letters and chance.random() < 0.5
        at = chance.choice((0, 0, len(taken) - 1)) if fixes else -1
        fixed += fixes
        columns.append(tuple(Event(card, slot == at) for slot, card in enumerate(taken)))
    return tuple(columns)
