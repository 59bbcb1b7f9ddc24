"""How promising the beginning of a turn is: the turns and laps that a win still asks for, and a sum of good signs.

Both only steer a search for a line. The bound is meant for games without items under the default readings; elsewhere
it may cut off a win, which is why nothing here may carry a "no".
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.defects import capacity
from tabi.spec.solitaire.cards import NUMBERS, Suit
from tabi.spec.solitaire.locations import DAYS, EVENT_DAYS, LAST_DAY

EVENTS_TO_RESOLVE = 3
"""The three pawns need three events of a suit, wherever they stand."""
HOPELESS: Final = -100
"""A slack below every real one: a suit has too few cards left."""
HOPELESS_TURNS: Final = 100


def _smallest_sums(mask: int) -> tuple[int, ...]:
    numbers = [number for number in range(1, NUMBERS + 1) if mask >> number - 1 & 1]
    return tuple(sum(numbers[:count]) for count in range(min(len(numbers), EVENTS_TO_RESOLVE) + 1))


_SMALLEST: Final = tuple(_smallest_sums(mask) for mask in range(1 << NUMBERS))
"""For each set of numbers (bit 0 is 1): the sums of its 0, 1, 2, 3 smallest, as far as it has so many."""


class Needs(NamedTuple):
    """What a win still asks for at the beginning of a turn: turns, and the cards that the deck has beyond its draws."""

    turns: int
    slack: int


def needs(position: Position) -> Needs:
    """The turns that a win still takes, and the slack; below 0 it is lost (no items, default readings).

    Each missing event takes a turn, so does each missing letter, and the last turn places nothing. Each turn draws a
    card, and the smallest numbers that can be played say how often white goes round at least.
    """
    lying = [0] * (len(Suit) + 1)
    for column in position.columns:
        for event in column:
            lying[event.card.suit] += 1
    held = 0
    for card in position.hand + position.deck:
        held |= 1 << card - 1
    missing = numbers = 0
    for suit in Suit:
        lacks = EVENTS_TO_RESOLVE - lying[suit]
        if lacks > 0 and suit not in position.resolved:
            sums = _SMALLEST[held >> (suit - 1) * NUMBERS & 63]
            if lacks >= len(sums):
                return Needs(HOPELESS_TURNS, HOPELESS)
            missing += lacks
            numbers += sums[lacks]
    placing = max(missing, len(Suit) - len(position.resolved))
    way = position.white + numbers + placing - missing + 1
    laps = max(0, -((LAST_DAY - way) // DAYS))
    return Needs(placing + 1, len(position.deck) - (placing + 1) - laps)


def promise(position: Position, slack: int) -> float:
    """The sum of good signs for a win at the beginning of a turn: slack above all, letters, events that lie well."""
    resolved = position.resolved
    total = 3.0 * slack + 2.0 * len(resolved) + position.letters
    if (position.white + sum(position.blacks)) % DAYS == 0:
        total += 0.3
    lying: dict[Suit, list[int]] = {suit: [] for suit in Suit if suit not in resolved}
    for day, column in zip(EVENT_DAYS, position.columns, strict=True):
        for event in column:
            if event.card.suit in lying:
                lying[event.card.suit].append(day)
        if len(column) == capacity(day, position.bay_road_day) and column[-1].card.suit in lying:
            total -= 0.3
    for suit, days in lying.items():
        if len(days) >= 2:
            total += 1.0 if len(days) >= EVENTS_TO_RESOLVE else 0.5
            total += 0.3 * sum(black in days for black in position.blacks)
        if len(days) < EVENTS_TO_RESOLVE:
            total += 0.3 * sum(card.suit is suit for card in position.hand)
    return total
