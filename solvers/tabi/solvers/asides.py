"""Work in a thread of its own; who waits for it tells of the progress, and hears of the clock and of Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Final, Generic, TypeVar

from tabi.solvers.run import SECONDS_BETWEEN_REPORTS, Run

Result = TypeVar("Result")

GRACE: Final = 1.0
"""Seconds that work which was told to stop is waited for: then it is at a place where it does not hear of that."""


def aside(work: Callable[[], Result], stop: Callable[[], None], phase: str, run: Run) -> Result:
    """What some work comes to, done in a thread of its own that nobody waits for once a person ends the run.

    `stop` is called when the seconds are used up or a person ends the run: the work is to end then with what it has.
    Raises what the work raises, and what `Run.check_clock` raises where the work does not hear of the clock.
    """
    working = Aside(work)
    try:
        while not working.is_over(SECONDS_BETWEEN_REPORTS):
            run.tick(phase)
            if run.is_late():
                stop()
                if not working.is_over(GRACE):
                    run.check_clock()
        return working.result()
    finally:
        stop()


class Aside(Generic[Result]):
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
