"""A verdict and the progress towards it in words for a person."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tabi.render import render_line, render_position
from tabi.rules.certificates import ClosedSet, CnfProof
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

ENGINES: Final[dict[EngineName, str]] = {
    "search": "Search",
    "sat": "SAT solver",
    "z3": "Z3",
    "auto": "Search and SAT solver",
}
"""How the engines are called on the last line."""


def progress_text(at: Progress) -> str:
    """What a search is doing, on one line."""
    return f"{at.phase}: {at.seconds:.0f} s, {_count(at.nodes, 'position')}, best {_count(at.letters, 'letter')}"


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
    if isinstance(verdict, Undecided) and verdict.known:
        parts.append(f"Known, but not proved or not enough: {verdict.known}.")
    parts.append(f"{ENGINES[verdict.engine]}: {spent_text(verdict.spent)}.")
    if written is not None:
        parts.append(f"The certificate is in {written}; `tabi verify` checks it.")
    if bound is not None:
        parts.append(f"The proof of the lower bound is in {bound}; `tabi verify` checks it too.")
    return "\n".join(parts)


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
        case Proved(line=line, outcome=outcome):
            fewest = f", and by {_grounds(verdict)} in no fewer" if goal is Goal.TURNS else ""
            return f"It can be won: {_count(len(line), 'turn')}, {_count(outcome.points, 'point')}{fewest}"
        case Bounded(line=line, outcome=outcome, least=least):
            found = f"It can be won: {_count(len(line), 'turn')}, {_count(outcome.points, 'point')}"
            return f"{found}; by {_grounds(verdict)} it takes at least {least}, between is not known"
        case Impossible(certificate=certificate):
            return f"It cannot be won: {_shut_in(certificate)}"
        case Undecided(letters=letters, interrupted=interrupted):
            why = "Interrupted" if interrupted else "Undecided"
            best = f"the best line has {_count(letters, 'letter')}"
            return f"{why}: no win was found, and none is ruled out; {best}"


def _shut_in(certificate: ClosedSet | CnfProof) -> str:
    """Why a game cannot be won."""
    if isinstance(certificate, CnfProof):
        turns = " or ".join(_count(part.turns, "turn") for part in certificate.formulas)
        return f"by formulas, with proofs, not in {turns}, and by {_named(theorems_of(certificate))} not at all"
    leaning = f" that {_named(certificate.bounds)} leaves open" if certificate.bounds else ""
    return f"{_count(len(certificate.positions), 'position')}{leaning} can be reached, and none is won"


def _grounds(verdict: Proved | Bounded) -> str:
    """What a lower bound of the turns rests on."""
    formulas = "" if verdict.bound is None else "proofs of formulas and "
    return f"{formulas}{_named(verdict.theorems)}"


def _named(theorems: tuple[str, ...]) -> str:
    return f"the theorem{'' if len(theorems) == 1 else 's'} {' and '.join(theorems)}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
