"""Makes the perft table `tests/data/trip_perft.jsonl` with the naive model; the tests hold the library to it.

    python tests/trip/perft_vectors.py      # from the project's root; prints each row as it is counted

A row is a position (one line and JSON), what is revealed in the rounds 1 to 12, the rulings that are not the default,
and the number of step sequences of each length from 1: a reveal is one step, the one of its round. For other
implementers: count the same and compare.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "tests" / "data" / "trip_perft.jsonl"
MANY = 800
"""A row goes on to longer sequences until there are more than these."""

Json = dict[str, Any]  # Any: JSON, as the naive model takes and gives it
Rulings = dict[str, str]

# Beginnings: players, seed, edition, city, size, rulings.
BEGINNINGS: tuple[tuple[int, int, str, str, str, Rulings], ...] = (
    (2, 1, "river-demo", "river", "7x7", {}),
    (3, 2, "river-demo", "coast", "7x6", {"trip.window-overhang": "refused", "trip.discards": "window"}),
    (4, 3, "coast-demo", "river", "7x7", {"trip.turn-structure": "phases", "trip.cross-centre": "must-be-empty"}),
    (3, 4, "coast-demo", "coast", "7x7", {"trip.discards": "global"}),
)
# Ends of turns of random games: players, seed, round, rulings.
MIDDLES: tuple[tuple[int, int, int, Rulings], ...] = (
    (2, 5, 4, {"trip.defines-per-turn": "any"}),
    (3, 6, 7, {"trip.fresh-token": "beside", "trip.park-kinds": "mixed", "trip.park-stock": "per-kind"}),
    (4, 7, 9, {"trip.shop-subset": "any-of-group", "trip.tile-laying": "may"}),
    (2, 8, 11, {}),
)
LATE = range(100, 112)
"""Seeds of late positions, laid out at random under random readings."""


def perft(position: Json, reveals: Sequence[str], depth: int, rulings: Rulings) -> int:
    """The naive count."""
    from naive import trip

    steps = [reveals[position["round"] - 1]] if position["phase"] == "reveal" else trip.steps(position, rulings)
    if depth == 1:
        return len(steps)
    return sum(perft(trip.play_legal(position, step, rulings), reveals, depth - 1, rulings) for step in steps)


def counted(count: Callable[[int], int]) -> list[int]:
    """The counts of a row: of every length until there are many sequences, or none."""
    counts = [count(1)]
    while 0 < counts[-1] <= MANY and len(counts) < 24:
        counts.append(count(len(counts) + 1))
    return counts


def positions() -> list[tuple[Json, list[str], Rulings]]:
    """Every row's full position, reveals and rulings; positions are brought to full JSON by the library."""
    from tabi.rules import trip
    from tabi.rules.trip import Phase
    from tabi.spec.rulings import changed_rulings, rulings_from
    from tabi.spec.trip import TripRulings
    from trip.late_positions import late_position
    from trip.playing import game, setup_for
    from trip.random_tables import random_rulings

    found: list[tuple[Json, list[str], Rulings]] = []

    def add(position: trip.Position, seed: int, rulings: Rulings) -> None:
        supply = trip.Supply(position.setup.edition, position.setup, seed)
        revealed = [trip.format_step(supply.reveal(round_)) for round_ in range(1, 13)]
        found.append((dict(trip.write_position(position)), revealed, rulings))

    for players, seed, edition, city, size, rulings in BEGINNINGS:
        setup = setup_for(players, seed, edition, city, size)
        add(trip.start(setup.edition, setup), seed, rulings)
    for players, seed, round_, rulings in MIDDLES:
        chosen = rulings_from(TripRulings, rulings)
        moves = [move for move, _ in game(setup_for(players, seed), seed, chosen) if move.round == round_]
        add([move for move in moves if move.phase in (Phase.DEFINE, Phase.TILE)][-1], seed, rulings)
    for seed in LATE:
        random = Random(seed)
        rulings = random_rulings(random)
        position = trip.read_position(late_position(random, rulings))
        add(position, seed, dict(changed_rulings(rulings_from(TripRulings, rulings))))
    return found


def main() -> None:
    """Counts every row with the naive model and writes the table."""
    sys.path.insert(0, str(ROOT / "tests"))
    from tabi.rules import trip

    with TABLE.open("w", encoding="utf-8") as table:
        for position, reveals, rulings in positions():

            def count(depth: int, row: tuple[Json, list[str], Rulings] = (position, reveals, rulings)) -> int:
                return perft(row[0], row[1], depth, row[2])

            counts = counted(count)
            line = trip.format_position(trip.read_position(position))
            row = {"line": line, "position": position, "reveals": reveals, "rulings": rulings, "counts": counts}
            table.write(json.dumps(row) + "\n")
            print(position["phase"], counts, rulings, flush=True)


if __name__ == "__main__":
    main()
