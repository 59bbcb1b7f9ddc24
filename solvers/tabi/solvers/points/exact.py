"""The most points of a win by exhaustion: every legal sequence of steps from a position with few cards left.

Turn by turn, each position once with the most points that it can be reached with; what a proved bound keeps at or below
the best win is dropped. The kernel is not trusted: a line is replayed through the rules, and that there is no better
one counts as proved only by a certificate that the checker accepts (`exact_proof`).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic
from typing import Final

from tabi.rules.solitaire import Position, Won, apply
from tabi.solvers.kernel.lines import line_through
from tabi.solvers.kernel.machine import Ints
from tabi.solvers.kernel.packing import state_at, unpacked
from tabi.solvers.kernel.turns import Moments
from tabi.solvers.points.closing import NO_WIN, GaveUp, Pass, Question
from tabi.solvers.run import NoWay
from tabi.solvers.verdict import Line
from tabi.spec.solitaire.rulings import SolitaireRulings

DIVE: Final = 1_000
"""The width of the beam that looks for a good win before everything is tried."""

WORKERS: Final = 2


def never() -> bool:
    """False."""
    return False


@dataclass(frozen=True, slots=True)
class Limits:
    """What an exhaustion may spend: seconds, positions followed, positions kept (about 100 bytes each).

    `is_stopped` is asked between two calls of the kernel, a fraction of a second apart.
    """

    seconds: float | None = 60.0
    nodes: int | None = None
    kept: int = 6_000_000
    is_stopped: Callable[[], bool] = never


NO_LIMITS: Final = Limits(None)
SOME_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Exhausted:
    """What an exhaustion came to: the best win with its points and its line, and how far it got.

    `gave_up` says in words why it did not come to its end; None when everything was tried. `followed` counts the
    positions whose turns were, `levels` are those that no bound dropped, turn by turn, with the most points that each
    is reached with.
    """

    value: int | None
    line: Line | None
    followed: int
    gave_up: str | None
    levels: tuple[Ints, ...]

    @property
    def reached(self) -> int:
        """How many positions between turns may lead to more points than the best win, as far as the bounds say."""
        return sum(map(len, self.levels))


def exhaust(
    start: Position, rulings: SolitaireRulings, known: Line | None = None, limits: Limits = SOME_LIMITS
) -> Exhausted:
    """The most points of a win from a position, by trying everything, as far as the limits allow.

    `known` is a line that wins, if there is one: the better it is, the less has to be tried. Raises `ValueError` for
    readings and positions that the kernel does not know, and `IllegalStep` for a line that is none.
    """
    if start.outcome is not None:
        points = start.outcome.points if isinstance(start.outcome, Won) else None
        return Exhausted(points, None if points is None else (), 0, None, ())
    best = NO_WIN if known is None else _end_of(start, known, rulings)
    question, meter = Question.of(start, rulings), _Meter(limits)
    with ThreadPoolExecutor(WORKERS) as workers:
        dive = Pass(question, Moments.SENSIBLE, best, workers, width=DIVE)
        gave_up = _driven(dive, meter)
        whole = Pass(question, Moments.COMPLETE, dive.best, workers)
        gave_up = gave_up or _driven(whole, meter)
    line = known
    for one in (dive, whole):
        line = line if one.won is None else _line_of(one, start, rulings)
    value = whole.best if whole.best > NO_WIN else None
    return Exhausted(value, line, dive.followed + whole.followed, gave_up, whole.open_levels())


def _end_of(start: Position, line: Line, rulings: SolitaireRulings) -> int:
    """The points of a line that wins; raises `ValueError` for one that does not."""
    position = start
    for turn in line:
        for step in turn:
            position = apply(position, step, rulings)
    if not isinstance(position.outcome, Won):
        raise ValueError("The known line does not win.")
    return position.outcome.points


def _line_of(one: Pass, start: Position, rulings: SolitaireRulings) -> Line:
    """The best win of a pass, played through the rules."""
    ends = [unpacked(state_at(row[None, :], 0), start) for row in one.way()]
    line = line_through(start, ends, rulings)
    if _end_of(start, line, rulings) != one.best:
        raise NoWay(f"A line of {one.best} points has others by the rules.")
    return line


class _Meter:
    """What an exhaustion has spent; the one value beside its passes that changes."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._began = monotonic()
        self._followed = 0

    def spend(self, followed: int) -> None:
        """Counts positions followed."""
        self._followed += followed

    def allowed(self, wanted: int) -> int:
        """How many more may be followed, at most `wanted`; raises `GaveUp` when it is none."""
        limits = self._limits
        if limits.is_stopped():
            raise GaveUp("stopped")
        if limits.seconds is not None and monotonic() - self._began >= limits.seconds:
            raise GaveUp(f"{limits.seconds:g} seconds are over")
        if limits.nodes is None:
            return wanted
        if self._followed >= limits.nodes:
            raise GaveUp(f"{limits.nodes} positions were followed")
        return min(wanted, limits.nodes - self._followed)

    def check_room(self, kept: int) -> None:
        """Raises `GaveUp` when more positions are kept than there is room for."""
        if kept > self._limits.kept:
            raise GaveUp(f"more than {self._limits.kept} positions would have to be kept")


def _driven(one: Pass, meter: _Meter) -> str | None:
    """Lets a pass go on to its end; why it gave up, in words, or None."""
    try:
        while not one.is_over:
            meter.spend(one.advance(meter.allowed(one.chunk)))
            meter.check_room(one.kept)
    except GaveUp as reason:
        return str(reason)
    return None
