"""Work in a thread of its own, for nothing interrupts a compiler; loading the kernel before its first call is such."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Final, Generic, TypeVar

from tabi.rules.solitaire import Position
from tabi.solvers.kernel import machine
from tabi.solvers.kernel.jit import is_compiling
from tabi.solvers.kernel.turns import Moments, follow, level_of, new_pool, settings_for
from tabi.solvers.run import SECONDS_BETWEEN_REPORTS, Run

Result = TypeVar("Result")

PREPARING: Final = "compiling the search, once (or loading it)"
GRACE: Final = 1.0
"""Seconds that work which was told to stop is waited for: then it is at a place where it does not hear of that."""


def prepare(items: bool, start: Position, run: Run) -> None:
    """Compiles the kernel's entry, or loads it from the disk, before its first call, and says so.

    Raises what `Run.check_clock` raises; what the compiler comes to is kept for the next one who asks.
    """
    turns = machine.turns_with_items if items else machine.turns_without_items
    if not is_compiling() or getattr(turns, "signatures", False):
        return
    run.enter(PREPARING)
    settings = settings_for(start.bay_road_day, Moments.SENSIBLE, 0)
    preparing = _Aside(lambda: follow(level_of(start)[:0], settings, new_pool(1), items=items))
    while not preparing.is_over(SECONDS_BETWEEN_REPORTS):
        run.check_clock()
        run.tick(PREPARING)
    preparing.result()


def aside(work: Callable[[], Result], stopped: Event, phase: str, run: Run) -> Result:
    """What some work comes to, done in a thread of its own that nobody waits for once a person ends the run.

    `stopped` is set when the seconds are used up or a person ends the run: the work is to end then with what it has.
    Raises what the work raises, and what `Run.check_clock` raises where the work does not hear of the clock.
    """
    working = _Aside(work)
    try:
        while not working.is_over(SECONDS_BETWEEN_REPORTS):
            run.tick(phase)
            if run.is_late():
                stopped.set()
                if not working.is_over(GRACE):
                    run.check_clock()
        return working.result()
    finally:
        stopped.set()


class _Aside(Generic[Result]):
    """Something that is done in a thread of its own, which nobody has to wait for."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._came_to: Callable[[], Result] | None = None
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def is_over(self, seconds: float) -> bool:
        """Whether it has come to its end, after waiting for up to so many seconds."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def result(self) -> Result:
        """What it came to, once it is over; raises what it raised."""
        assert self._came_to is not None, "it is over"
        return self._came_to()

    def _run(self) -> None:
        try:
            value = self._work()
        except BaseException as failure:  # raised anew by the thread that waits
            raised = failure

            def again() -> Result:
                raise raised

            self._came_to = again
        else:
            self._came_to = lambda: value
