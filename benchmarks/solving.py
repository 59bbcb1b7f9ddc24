"""Measures how fast `solve` wins the reference deals, or deals made from seeds.

    python benchmarks/solving.py [--deals 20] [--seeded] [--budget 60] [--items map,tent] [--goal win|turns]
                                 [--engine auto|search|sat|z3]

Prints one line per deal with seconds, nodes, turns and points, then median and maximum, and the machine it ran on.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import get_args

from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.solvers import Bounded, Budget, Goal, Proved, Verdict, solve
from tabi.solvers.verdict import EngineName
from tabi.spec.solitaire import Deal, Item

DEALS = Path(__file__).parents[1] / "tests" / "data" / "reference_deals.jsonl"


def seeded_deals(count: int, items: list[str]) -> Iterator[Deal]:
    """The deals of the seeds from 0 on, played with `items`."""
    for seed in range(count):
        yield deal_from_seed(seed, tuple(map(Item, items)))


def deals(count: int, items: list[str]) -> Iterator[Deal]:
    """The first `count` reference deals, played with `items`."""
    for line in DEALS.read_text(encoding="utf-8").splitlines()[:count]:
        yield Deal.model_validate({**json.loads(line), "items": items})


def row(deal: Deal, verdict: Verdict) -> str:
    """One line of the table."""
    spent = verdict.spent
    if isinstance(verdict, (Proved, Bounded)):
        result = f"{len(verdict.line):5} {verdict.outcome.points:6}"
    else:
        result = f"{type(verdict).__name__.lower():>12}"
    return f"{deal.id!s:>4} {spent.seconds:8.2f} {spent.nodes:8,} {result}  {spent.tried}"


def machine() -> str:
    """The processor, its cores and the Python that ran the benchmark."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    name = names[0] if names else platform.processor() or platform.machine()
    return (
        f"{name}, {os.cpu_count()} cores, {platform.python_implementation()} {platform.python_version()}, one process"
    )


def main() -> None:
    """Runs the benchmark with the arguments of the command line."""
    parser = argparse.ArgumentParser(description="How fast solve wins the reference deals.")
    parser.add_argument("--deals", type=int, default=20, help="how many deals (default 20)")
    parser.add_argument("--seeded", action="store_true", help="deals made from seeds instead of the reference deals")
    parser.add_argument("--engine", choices=get_args(EngineName), default="auto", help="what decides (default auto)")
    parser.add_argument("--budget", type=float, default=60.0, help="seconds for each (default 60)")
    parser.add_argument("--items", default="", help="two items, separated by a comma (default none)")
    parser.add_argument("--goal", choices=list(Goal), default=Goal.WIN, type=Goal, help="win or turns (default win)")
    arguments = parser.parse_args()
    print(f"{machine()}\ndeal  seconds    nodes turns points  tried")
    verdicts: list[Verdict] = []
    asked = seeded_deals if arguments.seeded else deals
    for deal in asked(arguments.deals, [item for item in arguments.items.split(",") if item]):
        budget = Budget(seconds=arguments.budget)
        verdicts.append(solve(deal, goal=arguments.goal, budget=budget, engine=arguments.engine))
        print(row(deal, verdicts[-1]), flush=True)
    seconds = [verdict.spent.seconds for verdict in verdicts]
    won = sum(isinstance(verdict, Proved) for verdict in verdicts)
    print(f"proved {won} of {len(verdicts)}; seconds: median {median(seconds):.2f}, max {max(seconds):.2f}")


if __name__ == "__main__":
    main()
