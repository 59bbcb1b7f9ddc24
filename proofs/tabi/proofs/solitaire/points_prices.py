"""The prices by which whole deals are bounded, and what they make of each way of white's place in a turn.

What a game can use only so often has a price: the uses of placed numbers behind newer events, the five cards of each
number, the nineteen turns, the three events that red, white and blue lack, the blue events behind newer ones. Whatever
the prices are, a game that keeps within these limits brings no more points than the best one that pays for what it
uses and is paid for what it adds. So prices need no proof; these were looked for by trying.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Final, NamedTuple

from tabi.proofs.solitaire.points_ways import Gains, Lying, Slot, Way, gains
from tabi.rules.solitaire.bounds import EVENTS_TO_RESOLVE
from tabi.spec.solitaire import Suit
from tabi.spec.solitaire.cards import NUMBERS

PARTS: Final = 4
"""Prices are in so many parts of a point."""
MOST_TURNS: Final = 19
"""By sol.ending.nineteen-turns."""
HOLDS: Final = (2, 3)
MOVERS: Final = (Suit.R, Suit.W, Suit.B)
PAWNS: Final = (1, 2, 3)
Ways = Callable[[Lying, int], Iterator[Way]]


class Prices(NamedTuple):
    """Prices in parts of a point; those by number stand for the numbers 1-6.

    `uses` are those of a use left to a placed number, on days for two events and on the bay road; `blue` that of a blue
    event with a use left; `plays` of a card played; `turn` of a turn; `lacking` of an event that red, white or blue
    lacked.
    """

    uses: tuple[tuple[int, ...], tuple[int, ...]]
    plays: tuple[int, ...]
    turn: int
    lacking: tuple[int, int, int]
    blue: int

    def of_lacking(self, suit: Suit | None) -> int:
        """The price of an event that a suit lacked."""
        return self.lacking[MOVERS.index(suit)] if suit in MOVERS else 0

    def paid_back(self) -> int:
        """What all that is limited is worth: it is added to the points of the best game that pays."""
        return len(Suit) * sum(self.plays) + MOST_TURNS * self.turn + EVENTS_TO_RESOLVE * sum(self.lacking)


class Option(NamedTuple):
    """One thing that a turn with so many pawns in white's place can bring, in parts of a point, prices included.

    It has a red effect (1), a white one (2), both or none, and `alike` events of one unresolved suit for a letter;
    `lacked` says that the newest event is one that its suit lacked.
    """

    pawns: int
    effects: int
    alike: int
    lacked: bool
    worth: int


def options(given: Ways, prices: Prices, holds: int, fixed: bool, number: int, resolved: int) -> list[Option]:
    """What a turn can bring that places this number on a day for so many events, one of them fixed or none."""
    most: dict[tuple[int, int, int, bool], int] = {}
    uses = prices.uses[HOLDS.index(holds)]
    for newest, added, way in _told(given, holds, fixed, number, resolved):
        worth = (added.blue + way.renewed) * prices.blue
        worth += sum(count * price for count, price in zip(added.uses, uses, strict=True))
        for lacked, pawns in product((False, True) if newest is not None else (False,), PAWNS):
            kind = (pawns, way.red + 2 * way.pull, way.alike, lacked)
            paid = worth + PARTS * pawns * way.numbers - lacked * prices.of_lacking(newest)
            most[kind] = max(paid, most.get(kind, paid))
    every = [Option(*kind, worth) for kind, worth in most.items()]
    return [one for one in every if not any(_is_better(other, one) for other in every)]


@cache
def _told(
    given: Ways, holds: int, fixed: bool, number: int, resolved: int
) -> frozenset[tuple[Suit | None, Gains, Way]]:
    """The newest event's suit where it does not count, what the placing adds, and what the effects can bring."""
    return frozenset(
        (lying.newest.suit, gains(lying), way._replace(alike=min(way.alike, PAWNS[-1])))
        for lying in _columns(holds, fixed, number, resolved)
        for way in given(lying, resolved)
    )


def _is_better(one: Option, other: Option) -> bool:
    """Whether an option has all that another has, and is another one."""
    alike = one.pawns == other.pawns and one.lacked == other.lacked and one.alike >= other.alike
    return one != other and alike and one.effects & other.effects == other.effects and one.worth >= other.worth


def _columns(holds: int, fixed: bool, number: int, resolved: int) -> Iterator[Lying]:
    """Every column in which a number is the newest: yellow stands for green too."""
    newest = [Slot(suit, number) for suit in (None, *SEEN)]
    behind = [Slot(suit, other) for suit in (None, *SEEN) for other in range(1, NUMBERS + 1)]
    front = [Slot(suit, NUMBERS) for suit in (None, *SEEN)] if fixed else [None]
    for count in range(holds - fixed):
        for first, others, kept in product(newest, product(behind, repeat=count), front):
            lying = Lying(holds, first, others, kept)
            if _may_lie(lying, resolved):
                yield lying


SEEN: Final = (Suit.R, Suit.Y, Suit.B, Suit.W)


def _may_lie(lying: Lying, resolved: int) -> bool:
    """Whether there are suits enough, resolved and not, for the events of a column."""
    suits = {slot.suit for slot in lying.slots}
    return len(suits - {None}) <= len(Suit) - resolved and (resolved > 0 or None not in suits)


KEYS: Final = tuple(
    (holds, fixed, number, resolved)
    for holds, fixed, number, resolved in product(HOLDS, (False, True), range(1, NUMBERS + 1), range(len(Suit) + 1))
)


def all_options(given: Ways, prices: Prices) -> dict[tuple[int, bool, int, int], list[Option]]:
    """The options of every kind of turn that places a card."""
    return {key: options(given, prices, *key) for key in KEYS}


PRICES: Final[Mapping[int, Prices]] = MappingProxyType(
    {
        1: Prices(((7, 7, 7, 16, 22, 38), (15, 8, 10, 18, 25, 31)), (23, 7, 0, 0, 0, 0), 4, (17, 16, 39), 0),
        2: Prices(((7, 7, 7, 16, 22, 38), (6, 22, 10, 18, 25, 31)), (23, 7, 0, 0, 0, 0), 4, (17, 16, 39), 0),
        3: Prices(((3, 7, 7, 17, 22, 38), (6, 8, 27, 18, 25, 31)), (23, 7, 0, 0, 0, 0), 2, (17, 16, 39), 0),
        4: Prices(((3, 5, 5, 12, 22, 39), (6, 8, 8, 49, 25, 31)), (23, 6, 0, 0, 0, 0), 0, (16, 16, 33), 0),
        5: Prices(((1, 4, 6, 17, 22, 36), (6, 8, 10, 21, 48, 31)), (24, 7, 0, 0, 0, 0), 4, (16, 17, 33), 0),
        6: Prices(((12, 12, 12, 25, 36, 41), (6, 8, 9, 18, 27, 62)), (12, 7, 0, 0, 0, 0), 25, (21, 20, 45), 4),
    }
)
"""The best prices found, by the day of the bay road; few turns place there the number that leads to it from day 7."""


def prices_of(bay: int) -> Prices:
    """The best prices found for deals with the bay road on a day."""
    return PRICES[bay]
