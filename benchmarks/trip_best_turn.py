"""How long the best turn of one set takes, over positions from games that are played.

    python benchmarks/trip_best_turn.py [--games 4] [--seed 1]

Plays greedy and random games for 2, 3 and 4 players in both cities of both shipped editions, under the default readings
and some others; wherever a slot has been taken it asks for the best turn, and wherever one is to be taken for the best
over all open slots. A row has the median, the 95th of 100 and the worst time of the processor, and the most choices
that tied.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import product
from statistics import median, quantiles
from time import process_time
from typing import NamedTuple

from tabi.rules.trip import Phase, Position, Supply, moves, numbers_for_players, setup_from_seed
from tabi.rules.trip.best_turn import best_turn
from tabi.rules.trip.players import greedy_player, random_player
from tabi.spec.rulings import rulings_from
from tabi.spec.trip import TripRulings, edition_named

READINGS: dict[str, dict[str, str]] = {
    "default": {},
    "any number of places": {"trip.defines-per-turn": "any"},
    "any, beside": {"trip.defines-per-turn": "any", "trip.fresh-token": "beside"},
    "any, mixed, loose": {
        "trip.defines-per-turn": "any",
        "trip.park-kinds": "mixed",
        "trip.shop-restaurant-mix": "allowed",
        "trip.shop-subset": "any-of-group",
    },
    "one, mixed, loose, may": {
        "trip.park-kinds": "mixed",
        "trip.shop-restaurant-mix": "allowed",
        "trip.shop-subset": "any-of-group",
        "trip.tile-laying": "may",
        "trip.fresh-token": "beside",
    },
    "no discards": {"trip.discards": "global", "trip.window-overhang": "refused"},
}


class Asked(NamedTuple):
    """One question: over how many slots, the time in milliseconds, and how many choices tied."""

    slots: int
    milliseconds: float
    ties: int


def questions(greedy: bool, players: int, edition: str, city: str, seed: int, rulings: TripRulings) -> Iterator[Asked]:
    """The questions of one game."""
    setup = setup_from_seed(edition_named(edition), players, seed, city=city)
    source = numbers_for_players(setup.edition, players, seed)
    player = greedy_player(source) if greedy else random_player(source)
    for position, _ in moves(Supply(setup.edition, setup, seed), player, rulings):
        if position.phase is Phase.DRAFT:
            yield _asked(position, rulings, sum(slot is not None for slot in position.slots))
        if position.phase is Phase.PLACE and not position.placing:
            yield _asked(position, rulings, 1)


def _asked(position: Position, rulings: TripRulings, slots: int) -> Asked:
    begun = process_time()
    best = best_turn(position, rulings, over_slots=position.phase is Phase.DRAFT)
    return Asked(slots, 1000 * (process_time() - begun), best.ties)


def told(name: str, asked: list[Asked]) -> str:
    """A row of the table."""
    times = [one.milliseconds for one in asked]
    ninety_five = quantiles(times, n=20)[18]
    ties = max(one.ties for one in asked)
    return f"{name:<44} {len(times):>6} {median(times):>8.1f} {ninety_five:>8.1f} {max(times):>8.1f} {ties:>12,}"


def main() -> None:
    """Prints a row for each reading and kind of play, for one set and for all open slots."""
    parser = argparse.ArgumentParser(description="How long the best turn takes.")
    parser.add_argument("--games", type=int, default=4, help="games of each kind, city and number of players")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default 1)")
    arguments = parser.parse_args()
    print(f"{'milliseconds':<44} {'asked':>6} {'median':>8} {'95 %':>8} {'worst':>8} {'most ties':>12}")
    for (name, readings), greedy in product(READINGS.items(), (True, False)):
        rulings, asked = rulings_from(TripRulings, readings), list[Asked]()
        for game, players, city in product(range(arguments.games), (2, 3, 4), ("river", "coast")):
            edition = ("river-demo", "coast-demo")[game % 2]
            asked += questions(greedy, players, edition, city, arguments.seed + game, rulings)
        kind = "greedy" if greedy else "random"
        print(told(f"{name}, {kind}, one set", [one for one in asked if one.slots == 1]), flush=True)
        print(told(f"{name}, {kind}, open slots", [one for one in asked if one.slots > 1]), flush=True)


if __name__ == "__main__":
    main()
