"""Looks for deals that are hard to win, or hard to win in 16 turns, by climbing over the orders of the deck.

    python benchmarks/hard_deals.py [--goal turns] [--seed 0] [--seconds 600] [--positions 100000] [--note FILE]

How hard a deal is: the positions that the search of `tabi solve` looks at until it answers, dives and beams, in
doublings. (A first measure, the width of the beam that wins, led to deals that dives win at once.) A climb begins with
the hardest of some random deals and exchanges cards of the deck (or moves the bay road) while that makes it no easier;
when it is stuck, the next one begins. A deal that the search gives up is not thereby lost: `tabi solve` with formulas
is the judge. Every deal that raises its climb's record is written to FILE, one JSON object a line.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from math import log2
from pathlib import Path
from random import Random
from time import monotonic
from typing import Final

from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.solvers import Budget, Goal, Proved, solve
from tabi.spec.solitaire import Deal

FIRST_DEALS: Final = 40
STUCK: Final = 500
"""After so many tries that all make it easier a climb ends."""


def hardness(deal: Deal, goal: Goal, positions: int) -> float:
    """The doublings of one position that the search looks at until it answers, at most so many positions."""
    verdict = solve(deal, goal=goal, engine="search", budget=Budget(seconds=None, nodes=positions))
    answered = isinstance(verdict, Proved)
    return log2(max(1, verdict.spent.nodes if answered else 2 * positions))


def neighbour(deal: Deal, chance: Random) -> Deal:
    """The deal with two cards of its deck exchanged, now and then four, or with the bay road on another day."""
    deck, bay_road_day = list(deal.deck), deal.bay_road_day
    if chance.random() < 0.06:
        bay_road_day = chance.randint(1, 6)
    else:
        for _ in range(1 if chance.random() < 0.7 else 2):
            one, other = chance.sample(range(len(deck)), 2)
            deck[one], deck[other] = deck[other], deck[one]
    return Deal(deck=tuple(deck), bay_road_day=bay_road_day)


def climb(seed: int, goal: Goal, positions: int) -> Iterator[tuple[float, Deal]]:
    """Ever harder deals of one climb; after each further try the hardest one again."""
    chance = Random(seed)
    dealt = [deal_from_seed(1_000_000 + seed * FIRST_DEALS + number, ()) for number in range(FIRST_DEALS)]
    best = max(((hardness(deal, goal, positions), deal) for deal in dealt), key=lambda one: one[0])
    yield best
    failures = 0
    while failures < STUCK:
        deal = neighbour(best[1], chance)
        found = hardness(deal, goal, positions)
        failures = 0 if found > best[0] else failures + 1
        best = (found, deal) if found >= best[0] else best
        yield best


def main() -> None:
    """Climbs until the time is up."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--goal", choices=("win", "turns"), default="win")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--note", type=Path)
    given = parser.parse_args()
    began, tries = monotonic(), 0
    seed = given.seed
    while monotonic() - began < given.seconds:
        record = -1.0
        for found, deal in climb(seed, Goal(given.goal), given.positions):
            tries += 1
            if found > record:
                record = found
                told = {"hardness": found, "climb": seed, "tries": tries, **deal.model_dump(mode="json")}
                print(f"{monotonic() - began:8.0f} s  climb {seed}  tries {tries}  hardness {found:.2f}", flush=True)
                if given.note is not None:
                    with given.note.open("a", encoding="utf-8") as note:
                        note.write(json.dumps(told) + "\n")
            if monotonic() - began > given.seconds:
                break
        seed += 1


if __name__ == "__main__":
    main()
