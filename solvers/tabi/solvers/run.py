"""A run of `solve`: what it has spent, the best it has met, and the ways in which it ends early."""

from __future__ import annotations

from collections.abc import Callable, Generator
from time import monotonic
from typing import TypeVar

from tabi.rules.solitaire import Position, Won
from tabi.solvers.turns import Node
from tabi.solvers.verdict import Budget, Progress, Spent

Result = TypeVar("Result")

SECONDS_BETWEEN_REPORTS = 0.1


class BudgetSpent(Exception):
    """The seconds or the nodes are used up."""


class Overtaken(Exception):
    """Somebody else has answered the question."""


class NoWay(Exception):
    """The rules have no steps from one position to another that the kernel leads to: the kernel is wrong."""


class WinMet(Exception):
    """A search has met a won position."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node


def never() -> bool:
    """False."""
    return False


class Run:
    """Drives searches one after the other within a budget; the one value of a search that changes.

    `points` and `most`, the points of the best win and what none exceeds, are there to be told. `is_overtaken` says
    whether the question has been answered elsewhere meanwhile.
    """

    def __init__(
        self,
        start: Position,
        budget: Budget,
        progress: Callable[[Progress], None] | None,
        is_overtaken: Callable[[], bool] = never,
    ) -> None:
        self.best = Node(start)
        self.won: Node | None = None
        self.points: int | None = None
        self.most: int | None = None
        self.nodes = 0
        self._budget = budget
        self._progress = progress
        self._is_overtaken = is_overtaken
        self._began = monotonic()
        self._reported = self._began
        self._tried: dict[str, int] = {}
        self._notes: tuple[str, ...] = ()

    def follow(
        self, phase: str, search: Generator[Node | None, None, Result], limit: int | None = None
    ) -> Result | None:
        """Lets a search look at up to `limit` positions; what it returns if it comes to its end, else None.

        Raises `WinMet` with a won node, and what `check` raises.
        """
        last = None if limit is None else self.nodes + limit
        self.enter(phase)
        while last is None or self.nodes < last:
            self.check()
            try:
                node = next(search)
            except StopIteration as end:
                value: Result = end.value
                return value
            if node is not None:
                self.spend(phase, 1)
                self.meet(node)
            self.tick(phase)
        return None

    def check(self) -> None:
        """Raises `BudgetSpent` when the budget is used up, `Overtaken` when the question is answered elsewhere."""
        if self.nodes_left(1) < 1:
            raise BudgetSpent
        self.check_clock()

    def check_clock(self) -> None:
        """As `check`, whatever the nodes: a win that has been paid for may be played through the rules."""
        if self.is_late():
            raise BudgetSpent
        if self._is_overtaken():
            raise Overtaken

    def enter(self, phase: str) -> None:
        """Tells of a phase when it is new."""
        if phase not in self._tried:
            self._tried[phase] = 0
            self._report(phase)

    def tick(self, phase: str) -> None:
        """Tells of a phase when nothing has been told for a while."""
        if monotonic() - self._reported > SECONDS_BETWEEN_REPORTS:
            self._report(phase)

    def spend(self, phase: str, nodes: int) -> None:
        """Counts positions looked at."""
        self.nodes += nodes
        self._tried[phase] = self._tried.get(phase, 0) + nodes

    def note(self, words: str) -> None:
        """Takes note of something that is to be told of the run."""
        self._notes = (*self._notes, words)

    def meet(self, node: Node) -> None:
        """Takes note of a position that a search has met; raises `WinMet` when it is won."""
        if isinstance(node.position.outcome, Won):
            raise WinMet(node)
        if len(node.position.resolved) > self.letters():
            self.best = node

    def is_late(self) -> bool:
        """Whether the seconds are used up."""
        return self.seconds_left() == 0

    def seconds_left(self) -> float | None:
        """The seconds that are left, or None without a limit."""
        seconds = self._budget.seconds
        return None if seconds is None else max(0.0, self._began + seconds - monotonic())

    def seconds_to_write(self) -> float | None:
        """The seconds that a proof of what has been found may take to be written: what is left, and half as many again.

        A bound is known only when everything has been tried, so without more there would be no time for its proof.
        """
        seconds, left = self._budget.seconds, self.seconds_left()
        return None if seconds is None or left is None else left + seconds / 2

    def nodes_left(self, wanted: int) -> int:
        """How many more positions may be looked at, at most `wanted`."""
        most = self.most_nodes()
        return wanted if most is None else min(wanted, most)

    def most_nodes(self) -> int | None:
        """How many more positions may be looked at, or None without a limit."""
        nodes = self._budget.nodes
        return None if nodes is None else max(0, nodes - self.nodes)

    def spent(self, *more: str) -> Spent:
        """What has been spent so far; `more` says what was tried besides."""
        phases = [f"{phase}: {nodes:,} positions" for phase, nodes in self._tried.items() if nodes]
        return Spent(monotonic() - self._began, self.nodes, "; ".join([*phases, *self._notes, *more]) or "nothing")

    def tell(self, at: Progress) -> None:
        """Tells of the progress of a part of this run that has a run of its own."""
        if self._progress is not None:
            self._progress(at)

    def take_over(self, part: Run) -> None:
        """Takes over what such a part has spent."""
        for phase, nodes in part._tried.items():
            self.spend(phase, nodes)
        self._notes = (*self._notes, *part._notes)
        self.points = part.points

    def letters(self) -> int:
        """How many letters have been won in the best position met."""
        return len(self.best.position.resolved)

    def _report(self, phase: str) -> None:
        self._reported = monotonic()
        if self._progress is not None:
            seconds = self._reported - self._began
            self._progress(Progress(phase, seconds, self.nodes, self.letters(), self.points, self.most))
