"""A verdict as the JSON that `tabi solve --json` prints. A field that is not known is null."""

from __future__ import annotations

from math import isinf
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, PlainSerializer

from tabi.rules.solitaire.game import write_step
from tabi.solvers.verdict import (
    Bounded,
    Budget,
    EngineName,
    Evidence,
    Goal,
    Impossible,
    Line,
    Proved,
    Undecided,
    Verdict,
)
from tabi.spec.rulings import rulings_to
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import StepDocument

VerdictName = Literal["proved", "bounded", "impossible", "undecided"]
WrittenStep = Annotated[StepDocument, PlainSerializer(write_step, return_type=dict[str, JsonValue])]
"""A step in JSON, its name first, as certificates and records have it."""
LineDocument = tuple[tuple[WrittenStep, ...], ...]


class BudgetDocument(BaseModel):
    """What might be spent: seconds on the clock and positions looked at; null is no limit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seconds: float | None
    nodes: int | None


class BestDocument(BaseModel):
    """The best that an undecided search came to: how many letters were won, and the steps to there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    letters: Annotated[int, Field(ge=0)]
    line: LineDocument


class VerdictDocument(BaseModel):
    """What is known of a question about a deal or a position, and what it rests on.

    `won`, `turns`, `points` and `line` speak of a win that was found; `best` of the nearest that an undecided search
    came to. `rulings` are all readings in force. `seconds` and `nodes` are what was spent, `budget` what might be.
    `engine` is the one whose answer it is, of an undecided question the one that was asked; `known` says in words what
    is known of that all the same. `certificate` is the file that the line, the closed set or the proof was written to,
    and `bound_certificate` that of the proof of a lower bound that no theorem alone gives.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: VerdictName
    evidence: tuple[Literal["line", "closed-set", "theorem", "cnf-proof"], ...]
    theorems: tuple[str, ...]
    goal: Literal["win", "turns", "points"]
    won: bool | None
    turns: int | None
    points: int | None
    lower_bound: int | None
    upper_bound: int | None
    line: LineDocument | None
    best: BestDocument | None
    interrupted: bool
    engine: EngineName
    known: str | None
    seconds: float
    nodes: int
    budget: BudgetDocument
    rulings: dict[str, str]
    deal: Deal | None
    certificate: str | None
    bound_certificate: str | None


def verdict_document(
    verdict: Verdict,
    rulings: SolitaireRulings,
    budget: Budget,
    deal: Deal | None = None,
    certificate: str | None = None,
    goal: Goal = Goal.WIN,
    bound_certificate: str | None = None,
) -> VerdictDocument:
    """The document of a verdict on `deal` (None for a position).

    `certificate` is the file it was written to, and `bound_certificate` that of the proof of its lower bound.
    """
    won = verdict if isinstance(verdict, (Proved, Bounded)) else None
    turns = None if won is None else len(won.line)
    return VerdictDocument(
        verdict=verdict_name(verdict),
        evidence=tuple(one.value for one in _evidence(verdict)),
        theorems=() if isinstance(verdict, Undecided) else verdict.theorems,
        goal=goal.value,
        won=_won(verdict),
        turns=turns,
        points=None if won is None else won.outcome.points,
        lower_bound=_least(verdict, goal),
        upper_bound=turns if goal is Goal.TURNS else None,
        line=None if won is None else won.line,
        best=_best(verdict),
        interrupted=isinstance(verdict, (Undecided, Bounded)) and verdict.interrupted,
        engine=verdict.engine,
        known=_known(verdict),
        seconds=round(verdict.spent.seconds, 3),
        nodes=verdict.spent.nodes,
        budget=_budget(budget),
        rulings=rulings_to(rulings),
        deal=deal,
        certificate=certificate,
        bound_certificate=bound_certificate,
    )


def verdict_name(verdict: Verdict) -> VerdictName:
    """The name of a verdict in JSON."""
    match verdict:
        case Proved():
            return "proved"
        case Bounded():
            return "bounded"
        case Impossible():
            return "impossible"
        case Undecided():
            return "undecided"


def _budget(budget: Budget) -> BudgetDocument:
    """The budget; JSON has no word for endless seconds, which are no limit."""
    endless = budget.seconds is None or isinf(budget.seconds)
    return BudgetDocument(seconds=None if endless else budget.seconds, nodes=budget.nodes)


def _won(verdict: Verdict) -> bool | None:
    return None if isinstance(verdict, Undecided) else isinstance(verdict, (Proved, Bounded))


def _least(verdict: Verdict, goal: Goal) -> int | None:
    """The fewest turns that are proved to be needed, for a question about turns."""
    if isinstance(verdict, Bounded):
        return verdict.least
    return len(verdict.line) if isinstance(verdict, Proved) and goal is Goal.TURNS else None


def _known(verdict: Verdict) -> str | None:
    """What is known of an undecided question in words, if anything."""
    return (verdict.known or None) if isinstance(verdict, Undecided) else None


def _evidence(verdict: Verdict) -> tuple[Evidence, ...]:
    return () if isinstance(verdict, Undecided) else verdict.evidence


def _best(verdict: Verdict) -> BestDocument | None:
    if not isinstance(verdict, Undecided) or not verdict.best:
        return None
    best: Line = verdict.best
    return BestDocument(letters=verdict.letters, line=best)
