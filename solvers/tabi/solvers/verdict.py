"""Verdicts: what is known of a question about a deal or a position, and what it rests on.

A verdict never says more than its evidence. A search that ends without a win is `Undecided`; `Impossible` carries a
closed set that the rules alone check.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tabi.rules.certificates import ClosedSet
from tabi.rules.solitaire import Position, Won
from tabi.spec.solitaire.steps import Step

Line = tuple[tuple[Step, ...], ...]
"""The steps of a game, turn by turn."""


class Goal(StrEnum):
    """What is asked."""

    WIN = "win"


class Evidence(StrEnum):
    """What a verdict rests on: a line that can be replayed, or a closed set that the rules alone check."""

    LINE = "line"
    CLOSED_SET = "closed-set"


@dataclass(frozen=True, slots=True)
class Budget:
    """How much may be spent: seconds on the clock and positions looked at; None is no limit.

    Raises `ValueError` when a limit is not above zero.
    """

    seconds: float | None = 60.0
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"The budget is {self.seconds} seconds; it is more than 0.")
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"The budget is {self.nodes} nodes; it is 1 or more.")


@dataclass(frozen=True, slots=True)
class Spent:
    """What a search has spent: seconds, positions looked at, and in words what it tried."""

    seconds: float
    nodes: int
    tried: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: in words what it does, seconds, positions looked at, and letters won in the best line."""

    phase: str
    seconds: float
    nodes: int
    letters: int


@dataclass(frozen=True, slots=True)
class Proved:
    """Won: the line was replayed through the rules, and this is where it led."""

    start: Position
    line: Line
    outcome: Won
    spent: Spent
    evidence: tuple[Evidence, ...] = (Evidence.LINE,)


@dataclass(frozen=True, slots=True)
class Impossible:
    """No win, whatever is played: the closed set holds every position that can be reached."""

    start: Position
    certificate: ClosedSet
    spent: Spent
    evidence: tuple[Evidence, ...] = (Evidence.CLOSED_SET,)


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nothing is known: no win was found with what was spent. `best` is the line that won most letters so far.

    `interrupted` says that a person stopped the search.
    """

    start: Position
    best: Line
    letters: int
    spent: Spent
    interrupted: bool = False


Verdict = Proved | Impossible | Undecided
