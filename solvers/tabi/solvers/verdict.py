"""Verdicts: what is known of a question about a deal or a position, and what it rests on.

A verdict never says more than its evidence. A search that ends without a win is `Undecided`; `Impossible` carries a
closed set that the rules alone check, leaning on theorems that it names; a fewest-turns answer is `Proved` only where
the line meets a proved lower bound, and `Bounded` otherwise.
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
    """What is asked: whether it can be won, or in how few turns."""

    WIN = "win"
    TURNS = "turns"


class Evidence(StrEnum):
    """What a verdict rests on: a line to replay, a closed set that the rules alone check, theorems by name."""

    LINE = "line"
    CLOSED_SET = "closed-set"
    THEOREM = "theorem"


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
    theorems: tuple[str, ...] = ()

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The line, and for fewest turns the theorem whose bound it meets."""
        return (Evidence.LINE, Evidence.THEOREM) if self.theorems else (Evidence.LINE,)


@dataclass(frozen=True, slots=True)
class Bounded:
    """Won by this line, and proved to need at least `least` turns, which are fewer than the line has."""

    start: Position
    line: Line
    outcome: Won
    least: int
    spent: Spent
    theorems: tuple[str, ...]
    interrupted: bool = False
    evidence: tuple[Evidence, ...] = (Evidence.LINE, Evidence.THEOREM)


@dataclass(frozen=True, slots=True)
class Impossible:
    """No win, whatever is played: the closed set holds every position in reach but those that theorems exclude."""

    start: Position
    certificate: ClosedSet
    spent: Spent

    @property
    def theorems(self) -> tuple[str, ...]:
        """The theorems that the closed set leans on."""
        return self.certificate.bounds

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The closed set, and the theorems that it leans on, if any."""
        return (Evidence.CLOSED_SET, Evidence.THEOREM) if self.theorems else (Evidence.CLOSED_SET,)


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


Verdict = Proved | Bounded | Impossible | Undecided
