"""Every well-formed step, whatever the position: written without a look at how the library lists candidates."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from random import Random

from tabi.spec.solitaire import CARDS, Card, Item, Suit
from tabi.spec.solitaire.steps import (
    Backpack,
    BlackMove,
    Blacks,
    BlackWalk,
    Blue,
    Camera,
    DrawRefill,
    Effect,
    Fix,
    Green,
    Lantern,
    Letter,
    MapStep,
    NoCard,
    Place,
    Play,
    Points,
    Radio,
    Red,
    Resolve,
    Step,
    Tent,
    Trim,
    White,
    Yellow,
)

DAYS = range(1, 8)


def _effects() -> Iterator[Effect]:
    yield from (Red(), White(), Yellow(), Yellow(draw=False), Green(), Blue())
    yield from (Red(BlackWalk(one, other)) for one, other in product(DAYS, DAYS))
    yield from map(White, DAYS)
    yield from map(Green, Item)
    yield from (Blue(pair) for pair in combinations_with_replacement(CARDS, 2))


def _all_but_trims() -> Iterator[Step]:
    yield from (NoCard(), Place(), DrawRefill(), Radio(), MapStep(1), MapStep(-1))
    yield from map(Play, CARDS)
    moves = [BlackMove(day, steps) for day, steps in product(DAYS, range(1, 8))]
    yield from (Blacks((move,)) for move in moves)
    yield from (Blacks(pair) for pair in combinations_with_replacement(moves, 2))
    yield from _effects()
    yield from (Lantern(effect, last) for effect in _effects() for last in (False, True))
    yield from map(Points, Suit)
    yield from (Resolve(suit, decline) for suit, decline in product((None, *Suit), (False, True)))
    for card in CARDS:
        yield from (Camera(card, 1), Camera(card, -1), Fix(card))
    yield from (Backpack(one, other) for one, other in product(CARDS, CARDS))
    yield from (Letter(one, other) for one, other in product(DAYS, DAYS))
    yield from (Tent(pair, card) for pair in combinations_with_replacement(CARDS, 2) for card in CARDS)


@cache
def all_but_trims() -> tuple[Step, ...]:
    """Every step that can be written down, the trims apart."""
    return tuple(_all_but_trims())


def trims(hand: tuple[Card, ...], random: Random) -> Iterator[Trim]:
    """Trims of every length: all short ones of a hand and a stranger, a sample of the long ones, a repeated card."""
    stranger = next(card for card in CARDS if card not in hand)
    known = (*hand, stranger)
    for length in range(4):
        yield from map(Trim, permutations(known, length))
    for length in range(4, len(hand) + 1):
        yield from (Trim(tuple(random.sample(known, length))) for _ in range(60))
    if hand:
        yield Trim((hand[0], hand[0]))
