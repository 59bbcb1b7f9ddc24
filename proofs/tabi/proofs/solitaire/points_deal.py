"""Theorem about the points of a whole deal (`tabi.rules.solitaire.points_deal`): a program with prices.

A game is followed from turn to turn by draws left, pawns, letters in hand, suits resolved, days with a fixed event, and
the events that unresolved suits have lacked at least so far. Each turn of it is one that the program tries:

* White and the blacks move as they must; a letter that fixes an event is spent, at the latest, when white next comes to
  its day, before the card is placed: till then it changes nothing that is asked for (`sol.effects.ways`).
* What counts in white's place, the effects that act and the uses that the turn adds are within an option of the turn
  (`sol.effects.ways`); how many pawns are with white, and where the blacks end, lies in `sol.ending.company`.
* A suit is resolved with no pawn on day 7 and with an event of it for each pawn in white's place; it lacked none then,
  so the others lack three each at most. It gives one letter (`sol.resolution.three-events`).
* A card is placed and played once, of each number there are five; a win takes nineteen turns at most. An event of a
  suit lowers what the suit has lacked at least so far, three times at most. These limits are what the prices are for.
* Uses left are never below none, so those left at the end bring down nothing. A letter more is never worse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.points_prices import PARTS, Prices, all_options, prices_of
from tabi.proofs.solitaire.points_ways import WITHOUT_ITEMS_FIXED_STAY, ways
from tabi.proofs.theorem import Claim, Unknown, theorem
from tabi.rules.solitaire import start
from tabi.rules.solitaire.points_deal import points_of_deal
from tabi.solvers.kernel.jit import is_compiling
from tabi.spec.solitaire import CARDS, Deal
from tabi.spec.solitaire.locations import EVENT_DAYS
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

if TYPE_CHECKING:
    from tabi.solvers.points.deal_table import Tables

MostOf = Callable[[int], int]


def most_of(bay: int) -> int:
    """The bound on deals with the bay road on a day."""
    most = points_of_deal(start(Deal(deck=CARDS, bay_road_day=bay, items=())), DEFAULT_RULINGS)
    assert most is not None, "the bound speaks of every deal without items"
    return most


def a_point_fewer(bay: int) -> int:
    """One point fewer than the program finds."""
    return most_of(bay) - 1


def bay_road_forgotten(_: int) -> int:
    """On whichever day the bay road lies, the least that is claimed of any."""
    return min(map(most_of, EVENT_DAYS))


@theorem(
    "sol.ending.points-of-deal",
    "From the beginning of a game without items no win brings more points than stand for the day of its bay road, "
    "whatever the cards and wherever the blacks begin.",
    clauses=[
        *("sol.effects.points", "sol.effects.order", "sol.effects.red", "sol.effects.white", "sol.effects.blue"),
        *("sol.movement.play", "sol.movement.blacks-total", "sol.movement.lap-cost", "sol.columns.capacity"),
        *("sol.letters.location-memory", "sol.letters.event-memory", "sol.resolution.enough-events"),
    ],
    premises=WITHOUT_ITEMS_FIXED_STAY,
    about=most_of,
    mutants=[a_point_fewer, bay_road_forgotten],
    rests_on=[
        *("sol.effects.ways", "sol.ending.company", "sol.columns.numbers-count", "sol.columns.numbers-stay"),
        *("sol.columns.events-come", "sol.resolution.three-events", "sol.ending.turn-order", "sol.ending.draws-left"),
        *("sol.ending.deck-to-go", "sol.ending.smallest-numbers", "sol.ending.nineteen-turns"),
        *("sol.movement.white-rests", "sol.effects.points-at-most"),
    ],
)
def points_of_deals(most: MostOf) -> Claim:
    """The program for each day of the bay road and each stand of the blacks; compiled, else it would take hours."""
    if not is_compiling():
        return Unknown("the program is worked out only where Numba compiles it")
    return for_all(_deals(most))


def _deals(most: MostOf) -> Iterator[tuple[object, bool]]:
    for bay in EVENT_DAYS:
        found = found_of(bay)
        yield (bay, found), found <= most(bay)


@cache
def found_of(bay: int) -> int:
    """The most points by the program, for the worst stand of the blacks; parts of a point bring none."""
    from tabi.solvers.points.deal_table import most_of_deals

    return (int(most_of_deals(tables(bay), bay).max()) + prices_of(bay).paid_back()) // PARTS


def tables(bay: int) -> Tables:
    """What the program looks up for deals with the bay road on a day."""
    return _tables(prices_of(bay))


@cache
def _tables(prices: Prices) -> Tables:
    from tabi.solvers.points.deal_table import tables_of

    return tables_of(all_options(ways, prices), [price + prices.turn for price in prices.plays])
