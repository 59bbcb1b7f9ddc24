"""A run of `solve`: what it has spent, the best it has met, and the two ways in which it ends early."""

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


class WinMet(Exception):
    """A search has met a won position."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node


class Run:
    """Drives searches one after the other within a budget; the one value of a search that changes."""

    def __init__(self, start: Position, budget: Budget, progress: Callable[[Progress], None] | None) -> None:
        self.best = Node(start)
        self.won: Node | None = None
        self.nodes = 0
        self._budget = budget
        self._progress = progress
        self._began = monotonic()
        self._reported = self._began
        self._tried: dict[str, int] = {}

    def follow(
        self, phase: str, search: Generator[Node | None, None, Result], limit: int | None = None
    ) -> Result | None:
        """Lets a search look at up to `limit` positions; what it returns if it comes to its end, else None.

        Raises `WinMet` with a won node and `BudgetSpent` when the budget is used up before the search ends.
        """
        last = None if limit is None else self.nodes + limit
        if phase not in self._tried:
            self._report(phase)
        while last is None or self.nodes < last:
            self._check()
            try:
                node = next(search)
            except StopIteration as end:
                value: Result = end.value
                return value
            if node is not None:
                self._met(node, phase)
            if monotonic() - self._reported > SECONDS_BETWEEN_REPORTS:
                self._report(phase)
        return None

    def spent(self) -> Spent:
        """What has been spent so far."""
        tried = "; ".join(f"{phase}: {nodes:,} positions" for phase, nodes in self._tried.items())
        return Spent(monotonic() - self._began, self.nodes, tried or "nothing")

    def letters(self) -> int:
        """How many letters have been won in the best position met."""
        return len(self.best.position.resolved)

    def _check(self) -> None:
        seconds, nodes = self._budget.seconds, self._budget.nodes
        if seconds is not None and monotonic() - self._began >= seconds:
            raise BudgetSpent
        if nodes is not None and self.nodes >= nodes:
            raise BudgetSpent

    def _met(self, node: Node, phase: str) -> None:
        self.nodes += 1
        self._tried[phase] = self._tried.get(phase, 0) + 1
        if isinstance(node.position.outcome, Won):
            raise WinMet(node)
        if len(node.position.resolved) > self.letters():
            self.best = node

    def _report(self, phase: str) -> None:
        self._reported = monotonic()
        if self._progress is not None:
            self._progress(Progress(phase, self._reported - self._began, self.nodes, self.letters()))
