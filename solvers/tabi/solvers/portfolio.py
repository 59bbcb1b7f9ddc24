"""The search and formulas at the same time: a rival that asks formulas in a thread, its engine in a process.

The rival begins after a head start of the search, so that easy questions cost nothing; what formulas need is loaded
then. Whoever answers first wins, and the other is ended.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tabi.solvers.formulas import Inquiry

HEAD_START: Final = 1.0
"""Seconds that the search has for itself."""
GRACE: Final = 0.3
"""Seconds that a stopped rival is waited for; then it is building a formula still, and ends by itself after it."""


class Rival:
    """Formulas asked beside a search, once it has been started."""

    def __init__(self, inquiry: Callable[[], Inquiry], head_start: float) -> None:
        self.inquiry: Inquiry | None = None
        self.failure: Exception | None = None
        self._build = inquiry
        self._head_start = head_start
        self._begins = Event()
        self._is_ended = False
        self._thread = Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begins, after the head start."""
        self._thread.start()

    def is_settled(self) -> bool:
        """Whether it has answered the question."""
        return self.inquiry is not None and self.inquiry.is_settled

    def is_over(self, seconds: float) -> bool:
        """Whether it has nothing more to say, after waiting for up to so many seconds."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def hurry(self) -> None:
        """Ends the head start, when nobody else is at work."""
        self._begins.set()

    def end(self) -> None:
        """Ends it: no process is left behind, and none comes after this."""
        self._is_ended = True
        self._begins.set()
        if self.inquiry is not None:
            self.inquiry.stop()
        if self._thread.ident is not None:
            self._thread.join(GRACE)

    def _run(self) -> None:
        self._begins.wait(self._head_start)
        if self._is_ended:
            return
        try:
            self.inquiry = self._build()
            if not self._is_ended:
                self.inquiry.run(lambda _: None)
        except Exception as failure:  # told by whoever reads it; a thread has nobody to raise it to
            self.failure = failure
