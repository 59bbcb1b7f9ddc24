"""Verdicts: what is known of a question about a deal or a position, and what it rests on.

A verdict never says more than its evidence. A search that ends without a win is `Undecided`; `Impossible` carries a
certificate, a closed set that the rules alone check or proofs of formulas, leaning on theorems that it names; fewest
turns and most points are `Proved` only where the line meets a proved bound, and `Bounded` otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, get_args

from tabi.rules.certificates import ClosedSet, CnfProof
from tabi.rules.solitaire import Position, Won
from tabi.rules.valued import ValuedSet
from tabi.spec.solitaire.steps import Step

Line = tuple[tuple[Step, ...], ...]
"""The steps of a game, turn by turn."""
Bound = CnfProof | ValuedSet
"""A proof of a bound: of the turns by formulas, of the points by formulas or by positions with values."""
EngineName = Literal["auto", "search", "z3", "sat"]
"""Who decides: the search, Z3 or the SAT solver on formulas, or as `auto` the search and the SAT solver side by side.

A verdict names the one whose answer it is; where there is none it names the one that was asked.
"""
ENGINES: tuple[EngineName, ...] = get_args(EngineName)

MOMENTS: Final = "sol.encoding.moments"
"""The theorem by which a formula may leave out moments for letters."""
ITEM_MOMENTS: Final = "sol.encoding.item-moments"
"""The theorem by which a formula may leave out moments for items."""
POINTS_MOMENTS: Final = "sol.encoding.points-moments"
"""The theorem by which a formula with points may leave out moments for letters."""
POINTS_OF_TURN: Final = "sol.effects.points-of-turn"
"""The theorem by which it tells the points of a turn apart up to a number."""
POINTS_GATHER: Final = "sol.encoding.points-gather"
"""The theorem by which it leaves out more of them once red and white are resolved."""
POINTS_THEOREMS: Final = (POINTS_MOMENTS, POINTS_GATHER, POINTS_OF_TURN)


class Goal(StrEnum):
    """What is asked: whether it can be won, in how few turns, or for how many points."""

    WIN = "win"
    TURNS = "turns"
    POINTS = "points"


class Evidence(StrEnum):
    """What a verdict rests on: a line to replay, a closed set that the rules alone check, proofs of formulas, theorems.

    Who believes a `cnf-proof` trusts the encoder that made its formulas too.
    """

    LINE = "line"
    CLOSED_SET = "closed-set"
    CNF_PROOF = "cnf-proof"
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
    """What has been spent: seconds, positions looked at by searches, and in words what was tried."""

    seconds: float
    nodes: int
    tried: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: in words what it does, seconds, positions looked at, and letters won in the best line.

    For most points also the points of the best win, if there is one, and what no win exceeds, if that is known.
    """

    phase: str
    seconds: float
    nodes: int
    letters: int
    points: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Proved:
    """Won: the line was replayed through the rules, and this is where it led.

    For fewest turns and most points it meets a bound: that of `theorems`, or the one that `bound` proves with them.
    """

    start: Position
    line: Line
    outcome: Won
    spent: Spent
    theorems: tuple[str, ...] = ()
    bound: Bound | None = None
    engine: EngineName = "search"

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The line, and for fewest turns or most points what its bound rests on."""
        return (Evidence.LINE, *_evidence_of_bound(self.bound, self.theorems))


@dataclass(frozen=True, slots=True)
class Bounded:
    """Won by this line, which does not meet the bound.

    For fewest turns a win is proved to need at least `least`, which are fewer than the line has; for most points none
    is proved to have more than `most`, which are more than the line's, or None where no bound is known. `known` says in
    words, if anything, what is known all the same.
    """

    start: Position
    line: Line
    outcome: Won
    spent: Spent
    theorems: tuple[str, ...]
    least: int | None = None
    most: int | None = None
    interrupted: bool = False
    bound: Bound | None = None
    engine: EngineName = "search"
    known: str = ""

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The line, and what the bound rests on."""
        return (Evidence.LINE, *_evidence_of_bound(self.bound, self.theorems))


@dataclass(frozen=True, slots=True)
class Impossible:
    """No win, whatever is played.

    A closed set holds every position in reach but those that theorems exclude; a proof of formulas excludes each number
    of turns that theorems do not.
    """

    start: Position
    certificate: ClosedSet | CnfProof
    spent: Spent
    engine: EngineName = "search"

    @property
    def theorems(self) -> tuple[str, ...]:
        """The theorems that the certificate leans on."""
        return theorems_of(self.certificate)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        """The certificate, and the theorems that it leans on, if any."""
        is_closed = isinstance(self.certificate, ClosedSet)
        kind = Evidence.CLOSED_SET if is_closed else Evidence.CNF_PROOF
        return (kind, Evidence.THEOREM) if self.theorems else (kind,)


@dataclass(frozen=True, slots=True)
class Undecided:
    """No win was found, and none is ruled out. `best` is the line that won most letters so far.

    `interrupted` says that a person stopped the search; `known` says in words, if anything, what is known all the same.
    """

    start: Position
    best: Line
    letters: int
    spent: Spent
    interrupted: bool = False
    known: str = ""
    engine: EngineName = "search"


Verdict = Proved | Bounded | Impossible | Undecided


def theorems_of(certificate: ClosedSet | Bound) -> tuple[str, ...]:
    """The theorems that a certificate of a "no" or of a bound leans on."""
    if isinstance(certificate, ClosedSet):
        return certificate.bounds
    if isinstance(certificate, ValuedSet):
        return (*certificate.bounds, *certificate.points_bounds)
    horizon = [] if certificate.horizon_theorem is None else [certificate.horizon_theorem]
    moments = _moments(certificate) if certificate.points is None else POINTS_THEOREMS
    formulas = [*moments, *certificate.counters.values()] if certificate.formulas else []
    named = [certificate.excluded.theorem, *horizon, *formulas]
    return tuple(dict.fromkeys(named))


def _moments(certificate: CnfProof) -> tuple[str, ...]:
    """The theorems about the moments of a formula about winning."""
    beginning = certificate.deal or certificate.position or {}
    return (MOMENTS, ITEM_MOMENTS) if beginning.get("items") else (MOMENTS,)


def _evidence_of_bound(bound: Bound | None, theorems: tuple[str, ...]) -> tuple[Evidence, ...]:
    """What a bound rests on; nothing where there is none."""
    proof = [] if bound is None else [Evidence.CLOSED_SET if isinstance(bound, ValuedSet) else Evidence.CNF_PROOF]
    return (*proof, Evidence.THEOREM) if theorems else tuple(proof)
