"""A clock that a question is asked by."""

from __future__ import annotations

from time import monotonic


class Clock:
    """How many seconds are left of those that may pass from now on."""

    def __init__(self, seconds: float) -> None:
        self._end = monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left, 0 when there are none."""
        return max(0.0, self._end - monotonic())

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self.left == 0
