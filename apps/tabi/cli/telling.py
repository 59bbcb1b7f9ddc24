"""A verdict and the progress towards it in words for a person."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from tabi.render import render_line, render_position
from tabi.rules.certificates import ClosedSet, CnfProof
from tabi.rules.valued import ValuedSet
from tabi.solvers.verdict import (
    Bounded,
    EngineName,
    Goal,
    Impossible,
    Line,
    Progress,
    Proved,
    Spent,
    Undecided,
    Verdict,
    theorems_of,
)
from tabi.spec.solitaire import Deal, SolitaireRulings
from tabi.spec.solitaire.deal import listed

if TYPE_CHECKING:
    from tabi.solvers.points.search_pairs import Table, Tried

ENGINES: Final[dict[EngineName, str]] = {
    "search": "Search",
    "sat": "SAT solver",
    "z3": "Z3",
    "auto": "Search and SAT solver",
}
"""How the engines are called on the last line."""


def progress_text(at: Progress) -> str:
    """What a search is doing, on one line."""
    best = _count(at.letters, "letter") if at.points is None else _count(at.points, "point")
    most = "" if at.most is None else f", at most {at.most}"
    return f"{at.phase}: {at.seconds:.0f} s, {_count(at.nodes, 'position')}, best {best}{most}"


def verdict_line(verdict: Verdict, goal: Goal, deal: Deal | None) -> str:
    """A verdict on one line, after the id of its deal."""
    name = "deal" if deal is None or deal.id is None else f"deal {deal.id}"
    return f"{name}: {_sentence(verdict, goal)} ({spent_text(verdict.spent)})"


def verdict_text(
    verdict: Verdict, goal: Goal, rulings: SolitaireRulings, written: Path | None, bound: Path | None = None
) -> str:
    """A verdict as a person reads it: where it stands, the line as it is played, and what is known."""
    parts = [render_position(verdict.start), ""]
    line = _line_of(verdict)
    if line:
        parts += [render_line(verdict.start, line, rulings), ""]
    parts.append(f"{_sentence(verdict, goal)}.")
    if isinstance(verdict, (Undecided, Bounded)) and verdict.known:
        parts.append(f"Known, but not proved or not enough: {verdict.known}.")
    parts.append(f"{ENGINES[verdict.engine]}: {spent_text(verdict.spent)}.")
    if written is not None:
        parts.append(f"The certificate is in {written}; `tabi verify` checks it.")
    if bound is not None:
        parts.append(f"The proof of the bound is in {bound}; `tabi verify` checks it too.")
    return "\n".join(parts)


def pairs_text(table: Table) -> str:
    """The best known points of each pair of items, a line each; nothing without a table."""
    lines = [f"{' + '.join(tried.items):20} {_known_points(tried)}" for tried in table]
    return "\n".join([*lines, "", ""]) if lines else ""


def _known_points(tried: Tried) -> str:
    if tried.better is None:
        return "no win found"
    return f"{_count(tried.points, 'point')} in {_count(len(tried.better.line), 'turn')}"


def spent_text(spent: Spent) -> str:
    """What a search has spent."""
    return f"{spent.seconds:.1f} s, {_count(spent.nodes, 'position')}"


def _line_of(verdict: Verdict) -> Line:
    match verdict:
        case Proved(line=line) | Bounded(line=line) | Undecided(best=line):
            return line
        case Impossible():
            return ()


def _sentence(verdict: Verdict, goal: Goal) -> str:
    match verdict:
        case Proved():
            return f"{_won(verdict)}{_no_better(verdict, goal)}"
        case Bounded(least=least, most=most):
            if goal is Goal.TURNS:
                return f"{_won(verdict)}; by {_grounds(verdict)} it takes at least {least}, between is not known"
            if most is None:
                return f"{_won(verdict)}; how many more points there may be is not known"
            return f"{_won(verdict)}; by {_grounds(verdict)} at most {_count(most, 'point')}, between is not known"
        case Impossible(certificate=certificate):
            return f"It cannot be won: {_shut_in(certificate)}"
        case Undecided(letters=letters, interrupted=interrupted):
            why = "Interrupted" if interrupted else "Undecided"
            best = f"the best line has {_count(letters, 'letter')}"
            return f"{why}: no win was found, and none is ruled out; {best}"


def _won(verdict: Proved | Bounded) -> str:
    return f"It can be won: {_count(len(verdict.line), 'turn')}, {_count(verdict.outcome.points, 'point')}"


def _no_better(verdict: Proved, goal: Goal) -> str:
    """That no win is better, for a goal that asks for the best."""
    match goal:
        case Goal.WIN:
            return ""
        case Goal.TURNS:
            return f", and by {_grounds(verdict)} in no fewer"
        case Goal.POINTS:
            return f", and by {_grounds(verdict)} for no more"


def _shut_in(certificate: ClosedSet | CnfProof) -> str:
    """Why a game cannot be won."""
    if isinstance(certificate, CnfProof):
        turns = " or ".join(_count(part.turns, "turn") for part in certificate.formulas)
        return f"by formulas, with proofs, not in {turns}, and by {_named(theorems_of(certificate))} not at all"
    leaning = f" that {_named(certificate.bounds)} leaves open" if certificate.bounds else ""
    return f"{_count(len(certificate.positions), 'position')}{leaning} can be reached, and none is won"


def _grounds(verdict: Proved | Bounded) -> str:
    """What a bound of the turns or the points rests on."""
    named = [_named(verdict.theorems)] if verdict.theorems else []
    match verdict.bound:
        case None:
            return " and ".join(named)
        case ValuedSet(positions=positions):
            return " and ".join([_count(len(positions), "position") + " with values", *named])
        case CnfProof():
            return " and ".join(["proofs of formulas", *named])


def _named(theorems: tuple[str, ...]) -> str:
    return f"the theorem{'' if len(theorems) == 1 else 's'} {listed(theorems)}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
