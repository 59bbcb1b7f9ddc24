"""A verdict as the JSON that `tabi solve --json` prints. A field that is not known is null."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING, Annotated, Literal

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
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import StepDocument

if TYPE_CHECKING:
    from tabi.solvers.points.search_pairs import Table, Tried

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


class PairDocument(BaseModel):
    """A pair of items with the points and turns of the best win that is known with it; null where none is."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    items: tuple[Item, Item]
    points: int | None
    turns: int | None


class VerdictDocument(BaseModel):
    """What is known of a question about a deal or a position, and what it rests on.

    `won`, `turns`, `points` and `line` speak of a win that was found; `best` of the nearest that an undecided search
    came to. `rulings` are all readings in force. `seconds` and `nodes` are what was spent, `budget` what might be.
    `engine` is the one whose answer it is, of an undecided question the one that was asked; `known` says in words what
    is known all the same of what is open. `certificate` is the file that the line, the closed set or the proof was
    written to, and `bound_certificate` that of the proof of a bound that no theorem alone gives. `pairs` are those of
    items that were tried, most points first, where the best one was asked for.
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
    pairs: tuple[PairDocument, ...] | None = None


def verdict_document(
    verdict: Verdict,
    rulings: SolitaireRulings,
    budget: Budget,
    deal: Deal | None = None,
    certificate: str | None = None,
    goal: Goal = Goal.WIN,
    bound_certificate: str | None = None,
    table: Table = (),
) -> VerdictDocument:
    """The document of a verdict on `deal` (None for a position).

    `certificate` is the file it was written to, and `bound_certificate` that of the proof of its bound; `table` has the
    pairs of items that were tried.
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
        lower_bound=_lower(verdict, goal),
        upper_bound=_upper(verdict, goal),
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
        pairs=tuple(map(_pair, table)) or None,
    )


def _pair(tried: Tried) -> PairDocument:
    better = tried.better
    if better is None:
        return PairDocument(items=tried.items, points=None, turns=None)
    return PairDocument(items=tried.items, points=better.points, turns=len(better.line))


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


def _lower(verdict: Verdict, goal: Goal) -> int | None:
    """The fewest turns that are proved to be needed, or the points of the best win; None for the mere win."""
    if not isinstance(verdict, (Proved, Bounded)) or goal is Goal.WIN:
        return None
    if goal is Goal.POINTS:
        return verdict.outcome.points
    return verdict.least if isinstance(verdict, Bounded) else len(verdict.line)


def _upper(verdict: Verdict, goal: Goal) -> int | None:
    """The turns of the best win, or the points that no win is proved to exceed; None for the mere win."""
    if not isinstance(verdict, (Proved, Bounded)) or goal is Goal.WIN:
        return None
    if goal is Goal.TURNS:
        return len(verdict.line)
    return verdict.most if isinstance(verdict, Bounded) else verdict.outcome.points


def _known(verdict: Verdict) -> str | None:
    """What is known of an open question in words, if anything."""
    return (verdict.known or None) if isinstance(verdict, (Undecided, Bounded)) else None


def _evidence(verdict: Verdict) -> tuple[Evidence, ...]:
    return () if isinstance(verdict, Undecided) else verdict.evidence


def _best(verdict: Verdict) -> BestDocument | None:
    if not isinstance(verdict, Undecided) or not verdict.best:
        return None
    best: Line = verdict.best
    return BestDocument(letters=verdict.letters, line=best)
