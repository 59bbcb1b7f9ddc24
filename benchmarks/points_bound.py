"""Measures the bounds on the points of whole deals against the best line known of each, and what their steps gain.

    python benchmarks/points_bound.py [--deals 10] [--lines BEST.json] [--width 60]

`--lines` is JSON, the id of a deal to the points of a line; without it a beam of `--width` looks for one. `to go` is
the bound for every position, `of deal` the one for whole deals; the gap is that of the lower one, which `solve` tells.
The steps of the former are taken away one by one: what it would be without each. Seconds are processor seconds of one
process; the bound for whole deals takes none, and `--prove` works it out anew as its theorem does.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import mean
from time import process_time

from solving import deals, machine
from tabi.rules import solitaire
from tabi.rules.solitaire import Position, Won
from tabi.rules.solitaire.bounds import most_turns
from tabi.rules.solitaire.points import Outlook, later_turns, points_in_all, points_to_go, threes_of, visits_of
from tabi.rules.solitaire.points_deal import points_of_deal
from tabi.rules.solitaire.points_numbers import Visits, largest_later
from tabi.rules.solitaire.position import evolve
from tabi.solvers.kernel.turns import Moments, turn_successors
from tabi.solvers.outlook import needs
from tabi.spec.solitaire.locations import EVENT_DAYS
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

REPEATED = 200
Change = Callable[[Visits, int], Visits]


def all_turns_score(visits: Visits, later: int) -> Visits:
    """Without the turns before the first letter: they may score, and so may the newest event of each."""
    more = later - visits.turns
    return visits._replace(turns=later, newest=visits.newest + more, a_day=(later + 1) // 2)


def every_newest_counts(visits: Visits, _: int) -> Visits:
    """Without the events that are placed for letters."""
    return visits._replace(newest=visits.turns)


def always_bay_road(visits: Visits, _: int) -> Visits:
    """Without what keeps white from standing in the bay road."""
    return visits._replace(a_day=visits.turns)


STEPS: Mapping[str, Change] = {
    "first letter": all_turns_score,
    "events for letters": every_newest_counts,
    "bay road": always_bay_road,
}


def without(start: Position, change: Change) -> int:
    """The bound of a deal without items, one step of it taken away."""
    turns = most_turns(start, DEFAULT_RULINGS)
    assert turns is not None
    visits = change(visits_of(start, turns, DEFAULT_RULINGS), later_turns(start.phase, False, turns))
    outlook = Outlook(visits.turns, visits.a_day, threes_of(start, visits.turns, DEFAULT_RULINGS))
    return points_in_all(0, 0, largest_later(start, visits, DEFAULT_RULINGS), outlook)


def found(start: Position, width: int) -> int | None:
    """The most points of the games that a plain beam wins; None when it wins none."""
    best: int | None = None
    level = {start}
    while level:
        after: set[Position] = set()
        for here in level:
            for end, points in turn_successors(here, DEFAULT_RULINGS, Moments.SENSIBLE).items():
                if isinstance(end.outcome, Won):
                    best = max(points, best or 0)
                elif needs(end).slack >= 0:
                    after.add(evolve(end, points=points))
        level = set(sorted(after, key=prospects, reverse=True)[:width])
    return best


def prospects(here: Position) -> tuple[float, str]:
    """How far up a position goes in the beam; of equals the text decides."""
    lying = sum(event.value for column in here.columns for event in column if event.card.suit in here.resolved)
    total = 2.5 * len(here.resolved) + here.letters + min(needs(here).slack, 6) + 0.2 * here.points + 0.05 * lying
    return total, str(here)


def seconds_of(start: Position) -> float:
    """Processor seconds of one bound."""
    began = process_time()
    for _ in range(REPEATED):
        points_to_go(start, DEFAULT_RULINGS)
    return (process_time() - began) / REPEATED


def prove() -> None:
    """Works out the bound for each day of the bay road, and says what prices and compiling take."""
    from tabi.proofs.solitaire.points_deal import found_of

    print("bay road  of deal  seconds")
    for bay in EVENT_DAYS:
        began = process_time()
        print(f"{bay:8} {found_of(bay):8} {process_time() - began:8.1f}", flush=True)


def main() -> None:
    """Runs the benchmark with the arguments of the command line."""
    parser = argparse.ArgumentParser(description="How far the bound on points is from the best lines.")
    parser.add_argument("--deals", type=int, default=10, help="how many reference deals (default 10)")
    parser.add_argument("--lines", type=Path, help="JSON: id of a deal to the points of its best line")
    parser.add_argument("--width", type=int, default=60, help="the beam's width without --lines (default 60)")
    parser.add_argument("--prove", action="store_true", help="work out the bound for whole deals anew")
    arguments = parser.parse_args()
    known = json.loads(arguments.lines.read_text(encoding="utf-8")) if arguments.lines else None
    print(f"{machine()}\ndeal   to go  of deal  line    gap  milliseconds")
    gaps: list[float] = []
    for deal in deals(arguments.deals, []):
        start = solitaire.start(deal)
        going, whole = points_to_go(start, DEFAULT_RULINGS), points_of_deal(start, DEFAULT_RULINGS)
        line = known.get(str(deal.id)) if known is not None else found(start, arguments.width)
        if going is None or whole is None or line is None:
            print(f"{deal.id!s:>4} {going or '-':>7} {whole or '-':>8} {line or '-':>5}")
            continue
        gap = min(going, whole) / line
        gaps.append(gap)
        milliseconds = 1000 * seconds_of(start)
        print(f"{deal.id!s:>4} {going:7} {whole:8} {line:5} {gap:5.2f}x {milliseconds:10.2f}", flush=True)
    if gaps:
        print(f"mean gap {mean(gaps):.2f}x")
    start = solitaire.start(next(deals(1, [])))
    for name, change in STEPS.items():
        print(f"without the step '{name}': {without(start, change)}")
    if arguments.prove:
        prove()


if __name__ == "__main__":
    main()
