"""Most points, anytime: beams that begin anew with varied weights, and known lines taken up again from the middle.

A line is reported only after it was played through the rules. Nothing here says that there are not more points. Two
beams run side by side, in turns of a fixed length, so that it is their order and not their speed that decides.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from threading import Event
from typing import Final

from tabi.rules.solitaire import Position
from tabi.solvers.kernel.jit import is_compiling
from tabi.solvers.kernel.lines import line_through
from tabi.solvers.points.search_beams import Found, Plan, Sweep, ends_of
from tabi.solvers.points.search_plans import plans_for, remembered
from tabi.solvers.preparing import prepare
from tabi.solvers.run import SECONDS_BETWEEN_REPORTS, Run
from tabi.solvers.verdict import Line
from tabi.spec.solitaire.rulings import SolitaireRulings

QUOTA: Final = 1_024
"""Positions that a beam follows before wins are reported and the budget is looked at."""
WORKERS: Final = 2
NO_WIN: Final = -(10**6)
"""Below the points of every game."""

Advance = Callable[[Sequence[Sweep], Sequence[int], str], list[int]]
"""Lets beams follow so many positions each; how many they did."""


@dataclass(frozen=True, slots=True)
class Better:
    """A win with more points than any before, played through the rules."""

    points: int
    line: Line


def improving(start: Position, rulings: SolitaireRulings, run: Run, seed: int = 0) -> Iterator[Better]:
    """Better and better wins from a position; it ends by itself only where little is left to play.

    Points are those at the end of the game. The same nodes and seed give the same answers where the run has no clock.
    Raises what `Run.check` raises (after the last win is reported), `NoWay` should the kernel be wrong, and
    `ValueError` where `can_search` says no.
    """
    return (better for better in searching(start, rulings, run, seed) if better is not None)


def searching(
    start: Position, rulings: SolitaireRulings, run: Run, seed: int = 0
) -> Generator[Better | None, None, None]:
    """As `improving`, with a None after each few positions, so that several searches can share a run."""
    elite: tuple[Found, ...] = ()
    best, is_whole = NO_WIN, False
    with _advancing(run) as advance:
        for number in count():
            sweeps = [Sweep(start, rulings, plan) for plan in plans_for(start, number, seed, elite, is_whole)]
            for found in _swept(sweeps, start, run, advance):
                if found is None or found.points <= best:
                    yield None
                else:
                    best = found.points
                    yield Better(best, line_through(start, ends_of(found.way, start), rulings, run.check_clock))
                elite = remembered(elite, found)
            if is_whole and all(sweep.is_whole for sweep in sweeps):
                return
            is_whole = all(sweep.is_whole and not sweep.plan.kept for sweep in sweeps)


def _swept(sweeps: Sequence[Sweep], start: Position, run: Run, advance: Advance) -> Iterator[Found | None]:
    """The wins that beams meet, each better than those before of its beam, and a None now and then."""
    while running := [sweep for sweep in sweeps if not sweep.is_over]:
        run.check()
        for sweep in running:
            prepare(sweep.plan.items, start, run)
        words = words_of(running[0].plan)
        run.enter(words)
        before = [sweep.best for sweep in running]
        for sweep, followed in zip(running, advance(running, _shares(run, len(running)), words), strict=True):
            run.spend(words_of(sweep.plan), followed)
        for sweep, known in zip(running, before, strict=True):
            if sweep.best is not None and sweep.best is not known:
                yield sweep.best
        run.tick(words)
        yield None


def _shares(run: Run, sweeps: int) -> list[int]:
    """How many positions each beam may follow now."""
    left = run.nodes_left(sweeps * QUOTA)
    return [left // sweeps + (number < left % sweeps) for number in range(sweeps)]


def words_of(plan: Plan) -> str:
    """A beam in words."""
    begun = "beams for points" if not plan.kept else "beams for points from known lines"
    return f"{begun} with items" if plan.items else begun


@contextmanager
def _advancing(run: Run) -> Iterator[Advance]:
    """How beams are followed: side by side where they are compiled, and else one after the other."""
    if not is_compiling():
        yield lambda sweeps, shares, words: _in_turn(sweeps, shares, run, words)
        return
    stopped = Event()
    with ThreadPoolExecutor(WORKERS) as pool:
        try:
            yield lambda sweeps, shares, words: _side_by_side(sweeps, shares, run, words, pool, stopped)
        finally:
            stopped.set()


def _in_turn(sweeps: Sequence[Sweep], shares: Sequence[int], run: Run, words: str) -> list[int]:
    def is_stopped() -> bool:
        run.tick(words)
        return run.is_late()

    return [sweep.advance(share, is_stopped) for sweep, share in zip(sweeps, shares, strict=True)]


def _side_by_side(
    sweeps: Sequence[Sweep], shares: Sequence[int], run: Run, words: str, pool: ThreadPoolExecutor, stopped: Event
) -> list[int]:
    def is_stopped() -> bool:
        return stopped.is_set() or run.is_late()

    asked = [pool.submit(sweep.advance, share, is_stopped) for sweep, share in zip(sweeps, shares, strict=True)]
    while wait(asked, SECONDS_BETWEEN_REPORTS).not_done:
        run.tick(words)
        run.check_clock()
    return [one.result() for one in asked]
