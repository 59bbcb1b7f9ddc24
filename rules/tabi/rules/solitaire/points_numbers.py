"""Which numbers may count in the turns to come: those of the cards to be placed, and of the events that lie already.

A number counts as the newest event of its place when it is placed there, and then once for each further slot that its
event goes through as others are placed before it; a fixed event stays and counts at each visit.
"""

from __future__ import annotations

from itertools import chain, repeat
from typing import Final, NamedTuple

from tabi.rules.solitaire.bounds import in_game
from tabi.rules.solitaire.defects import capacity
from tabi.rules.solitaire.position import Position, column_at, placed_events
from tabi.spec.solitaire.cards import NUMBERS, Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import EmptyHand, SolitaireRulings

USES: Final = 2
"""An item is used at most twice in a turn: when it is ready, and once more after a green effect."""


class Visits(NamedTuple):
    """Turns to come with a placing: those that may score, those of them whose newest event counts, most on any one day.

    `placings` are all the turns with a placing before the last of them, and `returns` the times that a card placed in
    them may still count in the third slot of the bay road.
    """

    turns: int
    newest: int
    a_day: int
    placings: int
    returns: int


def numbers_now(position: Position) -> int:
    """sol.effects.turn-numbers: the most that the numbers that count in the rest of a turn can sum to, after a placing.

    Those of resolved suits in white's place, and the largest there once more where blue may bring in another suit.
    """
    column = column_at(position, position.white)
    resolved = sum(event.card.number for event in column if event.card.suit in position.resolved)
    largest = NUMBERS if in_game(position, Item.BACKPACK) else max(event.card.number for event in column)
    return resolved + (largest if may_exchange(position) else 0) + extra_numbers(position, now=True)


def largest_later(position: Position, visits: Visits, rulings: SolitaireRulings) -> tuple[int, ...]:
    """sol.columns.numbers-count: the numbers that may count in turns with a placing, the largest first.

    A column holds the newest event and one other, in the bay road two. Where a number may be copied, or a card comes
    back, each counts as a six.
    """
    others = visits.turns + visits.a_day
    if may_copy(position, rulings):
        return (NUMBERS,) * (visits.newest + others)
    stock = sorted((card.number for card in stock_of(position)), reverse=True)
    lasting = (NUMBERS,) * others if in_game(position, Item.BACKPACK) else _lasting(position, stock, visits)
    return tuple(sorted((*stock[: visits.newest], *lasting[:others]), reverse=True))


def _lasting(position: Position, stock: list[int], visits: Visits) -> tuple[int, ...]:
    """sol.columns.numbers-count: each number as often as it may count behind a newer event, the largest first.

    Those of cards still to be placed once, in a later turn than that of their placing, and in the bay road once more;
    those that lie by the slots that are left to them; the fixed ones, and for each letter one that it may fix, at every
    visit.
    """
    moving = chain.from_iterable(
        repeat(event.card.number, slots_left(capacity(day, position.bay_road_day), slot))
        for day, slot, event in placed_events(position)
    )
    lying = [event.card.number for _, _, event in placed_events(position)]
    fixed = [event.card.number for _, _, event in placed_events(position) if event.fixed]
    letters = position.letters + len(Suit) - len(position.resolved)
    staying = fixed + [max((*lying, *stock), default=0)] * letters
    placed = stock[: visits.placings] + stock[: visits.returns]
    return tuple(sorted((*moving, *placed, *(staying * visits.a_day)), reverse=True))


def slots_left(holds: int, slot: int) -> int:
    """sol.columns.numbers-count: how many slots of a column are left to an event that is not fixed.

    Its number counts there, at most, once each, behind a newer event.
    """
    return holds - 1 - slot


def stock_of(position: Position) -> tuple[Card, ...]:
    """The cards that may still be placed: of hand and deck, and the one played but not placed."""
    played = (position.played,) if position.played is not None else ()
    return (*position.hand, *position.deck, *played)


def may_exchange(position: Position) -> bool:
    """sol.effects.turn-numbers: whether a blue effect may still act: blue unresolved, or a lantern in the game."""
    return Suit.B not in position.resolved or in_game(position, Item.LANTERN)


def may_copy(position: Position, rulings: SolitaireRulings) -> bool:
    """Whether a number may count more often than its card is placed and passed on.

    By a blue effect, by the tent that returns a card, or in a turn without a card.
    """
    return may_exchange(position) or in_game(position, Item.TENT) or rulings.empty_hand is EmptyHand.SKIP


def extra_numbers(position: Position, *, now: bool) -> int:
    """sol.items.extra-numbers: what the items of the game may add to the numbers that count in one turn.

    A use of the camera changes a number by one, which counts twice where blue copies it; the backpack puts in an
    event; the lantern lets a blue event count and act, which `numbers_now` looks at itself.
    """
    photos = 2 * USES if in_game(position, Item.CAMERA) else 0
    lit = NUMBERS if in_game(position, Item.LANTERN) and not now else 0
    return photos + lit + (USES * NUMBERS if in_game(position, Item.BACKPACK) else 0)
