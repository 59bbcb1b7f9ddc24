"""Measures the kernel: turns per second compiled and plain, compile and loading time, and how fast deals are won.

    python benchmarks/kernel.py [--deals 200] [--items map,tent] [--solve]

Seconds are processor seconds of one process, so that other work on the machine hardly matters; the wall clock is told
where somebody waits. Compiling is measured in a new process with an empty cache folder, loading in a second one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import mean, median
from time import perf_counter, process_time

from solving import deals, machine
from tabi.rules import solitaire
from tabi.rules.solitaire import Won, apply
from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.solvers import Budget, Proved, solve
from tabi.solvers.kernel import Meter, Moments, kernel_win
from tabi.solvers.kernel import machine as kernel
from tabi.solvers.kernel.packing import rules_word
from tabi.solvers.kernel.turns import follow, level_of, new_pool, settings_for
from tabi.spec.solitaire import Deal, Item
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

SECONDS = 60.0
PAIR = (Item.MAP, Item.TENT)


def beam(deal: Deal, width: int, turns: int) -> tuple[int, float]:
    """Ends of turns before merging, and processor seconds, of a beam over so many turns at most."""
    start = solitaire.start(deal)
    rules, items = rules_word(start.bay_road_day, DEFAULT_RULINGS), bool(deal.items)
    level, children, seconds = level_of(start), 0, 0.0
    for turn in range(turns):
        pool = new_pool(4 * width + kernel.ROOM)
        settings = settings_for(rules, Moments.SENSIBLE, len(level), width=width, allowed=3 * items, seed=turn)
        began = process_time()
        follow(level, settings, pool, items=items)
        seconds += process_time() - began
        children += int(pool.counters[kernel.CHILDREN])
        level = pool.rows[: int(pool.counters[kernel.KEPT])].copy()
        if pool.counters[kernel.WINS]:
            break
    return children, seconds


def speed(items: tuple[Item, ...], width: int, turns: int) -> float:
    """Children per processor second in beams for ten seeded deals: generated, merged and ranked."""
    beam(deal_from_seed(0, items), 10, 3)
    runs = [beam(deal_from_seed(seed, items), width, turns) for seed in range(100, 110)]
    return sum(children for children, _ in runs) / sum(seconds for _, seconds in runs)


def first_call(items: tuple[Item, ...]) -> dict[str, float]:
    """Wall clock and processor seconds of the first call in this process: compiling, or loading from the cache."""
    start = solitaire.start(deal_from_seed(0, items))
    level, pool = level_of(start), new_pool(5_000)
    settings = settings_for(rules_word(start.bay_road_day, DEFAULT_RULINGS), Moments.SENSIBLE, 1)
    wall, processor = perf_counter(), process_time()
    follow(level, settings, pool, items=bool(items))
    return {"wall": perf_counter() - wall, "processor": process_time() - processor}


def elsewhere(call: str, **environment: str) -> float | dict[str, float]:
    """What a call of this module returns in a new process."""
    program = f"import json, kernel; from tabi.spec.solitaire import Item; print(json.dumps(kernel.{call}))"
    paths = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "PYTHONPATH": paths, **environment}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    result: float | dict[str, float] = json.loads(ran.stdout)
    return result


def compiling() -> None:
    """Prints compile and loading times of both entries."""
    for name, items in (("without items", "()"), ("with items", "(Item.MAP, Item.TENT)")):
        with tempfile.TemporaryDirectory() as folder:
            for what in ("compile", "load"):
                print(f"{what:>8} {name:13}: {_seconds(elsewhere(f'first_call({items})', NUMBA_CACHE_DIR=folder))}")


def _seconds(measured: float | dict[str, float]) -> str:
    return str(measured) if isinstance(measured, float) else ", ".join(f"{k} {v:.2f} s" for k, v in measured.items())


def speeds() -> None:
    """Prints children per second, compiled and plain, and their ratio."""
    for name, items, width, turns in (("without items", (), 2_000, 30), ("map and tent", PAIR, 500, 30)):
        compiled = speed(items, width, turns)
        named = "(Item.MAP, Item.TENT)" if items else "()"
        plain = elsewhere(f"speed({named}, 20, 6)", NUMBA_DISABLE_JIT="1")
        assert isinstance(plain, float)
        print(f"{name:13}: {compiled:>12,.0f} children/s compiled, {plain:>8,.0f} plain, ratio {compiled / plain:.0f}")


def won_by_kernel(deal: Deal) -> bool:
    """Whether the kernel finds a line, which is played here once more."""
    here = solitaire.start(deal)
    line = kernel_win(here, DEFAULT_RULINGS, meter=Meter(Budget(seconds=SECONDS)))
    for turn in line or ():
        for step in turn:
            here = apply(here, step)
    return isinstance(here.outcome, Won)


def won_by_solve(deal: Deal) -> bool:
    """Whether `solve` proves a win."""
    return isinstance(solve(deal, budget=Budget(seconds=SECONDS)), Proved)


def winning(name: str, many: Iterable[Deal], wins: Callable[[Deal], bool]) -> None:
    """Prints how many deals were won and the processor seconds for each."""
    seconds: list[float] = []
    lost: list[object] = []
    for deal in many:
        began = process_time()
        if not wins(deal):
            lost.append(deal.id)
        seconds.append(process_time() - began)
    table = f"median {median(seconds):.3f}, mean {mean(seconds):.3f}, slowest {max(seconds):.2f}"
    print(f"{name:24}: {len(seconds)} deals, processor seconds {table}; not won: {lost or 'none'}", flush=True)


def main() -> None:
    """Runs the benchmark with the arguments of the command line."""
    parser = argparse.ArgumentParser(description="How fast the kernel is.")
    parser.add_argument("--deals", type=int, default=200, help="how many reference and seeded deals (default 200)")
    parser.add_argument("--items", default="", help="two items, separated by a comma (default none)")
    parser.add_argument("--solve", action="store_true", help="measure `solve` on the same deals too")
    arguments = parser.parse_args()
    names = [item for item in arguments.items.split(",") if item]
    print(machine())
    compiling()
    speeds()
    reference = list(deals(arguments.deals, names))
    seeded = [deal_from_seed(seed, tuple(map(Item.parse, names))) for seed in range(arguments.deals)]
    for name, wins in (("kernel", won_by_kernel), ("solve", won_by_solve))[: 1 + arguments.solve]:
        winning(f"{name}, reference deals", reference, wins)
        winning(f"{name}, seeded deals", seeded, wins)


if __name__ == "__main__":
    main()
