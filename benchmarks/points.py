"""Measures the search for most points: points after so many seconds, on the reference deals or deals made from seeds.

    python benchmarks/points.py [--deals 10] [--seconds 15] [--items lantern,map] [--seeded 20000] [--plot FILE.svg]

Seconds are processor seconds of both cores, halved: what a quiet machine with two cores takes on the clock. Compiling
(or loading) comes before. Prints one line per deal, the means, and the machine; with `--plot` draws the means.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import mean
from time import process_time
from typing import Final

from solving import deals, machine
from tabi.rules import solitaire
from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.solvers import Budget
from tabi.solvers.points.search import Better, improving
from tabi.solvers.run import BudgetSpent, Run
from tabi.spec.solitaire import Deal, Item
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

CORES: Final = 2
MOMENTS: Final = (1.0, 3.0, 5.0, 10.0, 15.0, 30.0)
WIDE: Final = 640
HIGH: Final = 400
MARGIN: Final = 50


class ProcessorRun(Run):
    """A run whose seconds are processor seconds of both cores, halved."""

    def __init__(self, start: solitaire.Position, seconds: float) -> None:
        super().__init__(start, Budget(seconds=None), None)
        self._seconds = seconds
        self._from = process_time()

    def spent_seconds(self) -> float:
        """The seconds so far."""
        return (process_time() - self._from) / CORES

    def is_late(self) -> bool:
        """Whether the seconds are used up."""
        return self.spent_seconds() >= self._seconds


def improvements(deal: Deal, seconds: float) -> Iterator[tuple[float, Better]]:
    """Each better line with the seconds at which it was reported."""
    start = solitaire.start(deal)
    run = ProcessorRun(start, seconds)
    try:
        for better in improving(start, DEFAULT_RULINGS, run):
            yield run.spent_seconds(), better
    except BudgetSpent:
        return


def curve(deal: Deal, moments: Iterable[float]) -> list[int]:
    """The points that are known at each of the moments; 0 before the first win."""
    wanted = list(moments)
    met = list(improvements(deal, wanted[-1]))
    return [max((better.points for at, better in met if at <= moment), default=0) for moment in wanted]


def warmed(items: tuple[Item, ...]) -> None:
    """Compiles or loads the kernel: until a first win is found."""
    next(improvements(deal_from_seed(0, items), 120.0))


def drawn(moments: list[float], means: list[float]) -> str:
    """The means against the seconds as an SVG picture."""
    low, high = min(means) - 5, max(means) + 5
    across, up = WIDE - 2 * MARGIN, HIGH - 2 * MARGIN
    at = [
        (MARGIN + across * moment / moments[-1], HIGH - MARGIN - up * (value - low) / (high - low))
        for moment, value in zip(moments, means, strict=True)
    ]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in at)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/><text x="{x:.1f}" y="{y - 8:.1f}" text-anchor="middle">{value:.0f}'
        f'</text><text x="{x:.1f}" y="{HIGH - MARGIN + 18}" text-anchor="middle">{moment:g}</text>'
        for (x, y), value, moment in zip(at, means, moments, strict=True)
    )
    base = HIGH - MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="white"/>'
        f'<path d="M{MARGIN},{MARGIN} V{base} H{WIDE - MARGIN}" fill="none" stroke="black"/>'
        f'<polyline points="{path}" fill="none" stroke="steelblue" stroke-width="2"/>{dots}'
        f'<text x="{WIDE // 2}" y="{HIGH - 8}" text-anchor="middle">seconds on two cores</text>'
        f'<text x="{MARGIN}" y="{MARGIN - 14}">mean points</text></svg>\n'
    )


def main() -> None:
    """Runs the benchmark with the arguments of the command line."""
    parser = argparse.ArgumentParser(description="How many points the search finds in how many seconds.")
    parser.add_argument("--deals", type=int, default=10, help="how many deals (default 10)")
    parser.add_argument("--seconds", type=float, default=MOMENTS[-1], help="for each deal (default 30)")
    parser.add_argument("--items", default="", help="two items, separated by a comma (default none)")
    parser.add_argument("--seeded", type=int, help="deals of the seeds from this one on instead of the reference deals")
    parser.add_argument("--plot", type=Path, help="an SVG file to draw the means in")
    arguments = parser.parse_args()
    names = [item for item in arguments.items.split(",") if item]
    items = tuple(map(Item.parse, names))
    moments = [moment for moment in MOMENTS if moment < arguments.seconds] + [arguments.seconds]
    asked = deals(arguments.deals, names)
    if arguments.seeded is not None:
        asked = (deal_from_seed(arguments.seeded + number, items) for number in range(arguments.deals))
    warmed(items)
    print(f"{machine()}\ndeal  " + " ".join(f"{moment:>5g}s" for moment in moments))
    rows: list[list[int]] = []
    for deal in asked:
        rows.append(curve(deal, moments))
        print(f"{deal.id!s:>4}  " + " ".join(f"{points:>6}" for points in rows[-1]), flush=True)
    means = [mean(column) for column in zip(*rows, strict=True)]
    print("mean  " + " ".join(f"{value:>6.1f}" for value in means))
    if arguments.plot is not None:
        arguments.plot.write_text(drawn(moments, means), encoding="utf-8")


if __name__ == "__main__":
    main()
