"""How games of random and of greedy players go: points, mistaken memories, and how often each goal is met.

    python benchmarks/trip_games.py [--games 1000] [--seconds 150] [--player greedy] [--players 4]
                                   [--edition river-demo] [--seed 1]

For each number of players, each kind of player and each city the same number of games, whole map, default readings, all
seats the same kind of player. Neither player looks at the goal, so every goal of the city, standard and advanced, is
counted at the end of every game. Where `--seconds` are over before all games of a row are played, the row has fewer.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from multiprocessing import Pool
from statistics import mean, quantiles
from time import monotonic
from typing import NamedTuple

from tabi.rules.trip import Position, Supply, apply, moves, numbers_for_players, setup_from_seed
from tabi.rules.trip.goals import goal_points
from tabi.rules.trip.mistakes import mistake_points
from tabi.rules.trip.photos import photos_matched
from tabi.rules.trip.players import greedy_player, random_player
from tabi.spec.trip import edition_named
from tabi.spec.trip.goals import Goal, GoalKind, goals_of
from tabi.spec.trip.rulings import DEFAULT_RULINGS
from tabi.spec.trip.squares import mask_of

PLAYERS = {"random": random_player, "greedy": greedy_player}
PROCESSES = 2


class Seat(NamedTuple):
    """A seat at the end of a game. `goals` are the points that each goal of the city would give to it."""

    before_goal: int
    places: int
    mistaken: int
    lost: int
    photos: int
    won: bool
    goals: dict[Goal, int]


def play(kind: str, edition: str, players: int, city: str, seed: int) -> list[Seat]:
    """The seats of a finished game."""
    setup = setup_from_seed(edition_named(edition), players, seed, city=city)
    decides = PLAYERS[kind](numbers_for_players(setup.edition, players, seed))
    *_, last = moves(Supply(setup.edition, setup, seed), decides, DEFAULT_RULINGS)
    return list(seats(apply(*last, DEFAULT_RULINGS)))


def seats(end: Position) -> Iterator[Seat]:
    """What is counted of a finished game, seat by seat."""
    city, outcome = end.setup.edition.city_named(end.setup.city), end.outcome
    assert outcome is not None, "the game is finished"
    given = {
        goal: goal_points(
            goal, end.boards, end.town, replace(end.table, region=mask_of(city.region(goal))), DEFAULT_RULINGS
        )
        for goal in (*goals_of(GoalKind.STANDARD, city.side), *goals_of(GoalKind.ADVANCED, city.side))
    }
    lost = mistake_points(end.boards)
    for index, board in enumerate(end.boards):
        yield Seat(
            outcome.totals[index] - given[end.setup.goal][index],
            len(board.places),
            len(board.mistaken),
            -lost[index],
            photos_matched(board, end.table.photos[index]),
            index + 1 in outcome.winners,
            {goal: points[index] for goal, points in given.items()},
        )


def games(kind: str, edition: str, players: int, city: str, seeds: range, seconds: float) -> list[list[Seat]]:
    """As many games as fit into the time, on both cores."""
    played, end = list[list[Seat]](), monotonic() + seconds
    with Pool(PROCESSES) as pool:
        for game in pool.imap(partial(play, kind, edition, players, city), seeds, chunksize=5):
            played.append(game)
            if monotonic() > end:
                pool.terminate()
                break
    return played


def told(name: str, played: list[list[Seat]]) -> Iterator[str]:
    """A row of points and memories, and one of goals."""
    all_seats = [seat for game in played for seat in game]
    points = [seat.before_goal for seat in all_seats]
    spread = quantiles(points, n=20)
    winner = mean(max(seat.before_goal for seat in game) for game in played)
    yield (
        f"{name:<24} games {len(played):>5} | points {mean(points):6.1f} (5-95 %: {spread[0]:.0f} to {spread[18]:.0f}),"
        f" best of a game {winner:5.1f} | places {_mean('places', all_seats):5.2f},"
        f" photo squares {_mean('photos', all_seats):4.2f} | mistaken {_mean('mistaken', all_seats):5.2f},"
        f" lost by them {_mean('lost', all_seats):5.2f}"
    )
    met = (
        f"{goal} {100 * mean(seat.goals[goal] > 0 for seat in all_seats):.1f} %"
        f" ({mean(seat.goals[goal] for seat in all_seats):.2f})"
        for goal in all_seats[0].goals
    )
    yield f"{'':<8} {', '.join(met)}"


def _mean(field: str, counted: list[Seat]) -> float:
    return float(mean(getattr(seat, field) for seat in counted))


def main() -> None:
    """Prints two rows for every kind of player, number of players and city."""
    parser = argparse.ArgumentParser(description="How games of the trip go.")
    parser.add_argument("--games", type=int, default=1000, help="games for each number and kind of player")
    parser.add_argument("--seconds", type=float, default=150, help="the most seconds for each of these")
    parser.add_argument("--player", choices=PLAYERS, action="append", help="a kind of player (default both)")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), action="append", help="how many (default all three)")
    parser.add_argument("--edition", default="river-demo", help="a shipped edition (default river-demo)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default 1)")
    arguments = parser.parse_args()
    seeds = range(arguments.seed, arguments.seed + arguments.games // 2)
    print("Points are without the goal; of a goal: the share of seats that get points by it (points a seat).")
    for kind, players, city in product(arguments.player or PLAYERS, arguments.players or (2, 3, 4), ("river", "coast")):
        played = games(kind, arguments.edition, players, city, seeds, arguments.seconds / 2)
        print("\n".join(told(f"{kind}, {players} players, {city}", played)), flush=True)


if __name__ == "__main__":
    main()
