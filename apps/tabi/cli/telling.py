"""A verdict and the progress towards it in words for a person."""

from __future__ import annotations

from pathlib import Path

from tabi.render import render_line, render_position
from tabi.solvers.verdict import Bounded, Goal, Impossible, Line, Progress, Proved, Spent, Undecided, Verdict
from tabi.spec.solitaire import Deal, SolitaireRulings


def progress_text(at: Progress) -> str:
    """What a search is doing, on one line."""
    return f"{at.phase}: {at.seconds:.0f} s, {_count(at.nodes, 'position')}, best {_count(at.letters, 'letter')}"


def verdict_line(verdict: Verdict, goal: Goal, deal: Deal | None) -> str:
    """A verdict on one line, after the id of its deal."""
    name = "deal" if deal is None or deal.id is None else f"deal {deal.id}"
    return f"{name}: {_sentence(verdict, goal)} ({spent_text(verdict.spent)})"


def verdict_text(verdict: Verdict, goal: Goal, rulings: SolitaireRulings, written: Path | None) -> str:
    """A verdict as a person reads it: where it stands, the line as it is played, and what is known."""
    parts = [render_position(verdict.start), ""]
    line = _line_of(verdict)
    if line:
        parts += [render_line(verdict.start, line, rulings), ""]
    parts += [f"{_sentence(verdict, goal)}.", f"Search: {spent_text(verdict.spent)}."]
    if written is not None:
        parts.append(f"The certificate is in {written}; `tabi verify` checks it.")
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
            fewest = f", and by {_named(verdict.theorems)} in no fewer" if goal is Goal.TURNS else ""
            return f"It can be won: {_count(len(line), 'turn')}, {_count(outcome.points, 'point')}{fewest}"
        case Bounded(line=line, outcome=outcome, least=least):
            found = f"It can be won: {_count(len(line), 'turn')}, {_count(outcome.points, 'point')}"
            return f"{found}; by {_named(verdict.theorems)} it takes at least {least}, between is not known"
        case Impossible(certificate=closed):
            leaning = f" that {_named(closed.bounds)} leaves open" if closed.bounds else ""
            reached = f"{_count(len(closed.positions), 'position')}{leaning} can be reached"
            return f"It cannot be won: {reached}, and none is won"
        case Undecided(letters=letters, interrupted=interrupted):
            why = "Interrupted" if interrupted else "Undecided"
            best = f"the best line has {_count(letters, 'letter')}"
            return f"{why}: no win was found, and none is ruled out; {best}"


def _named(theorems: tuple[str, ...]) -> str:
    return f"the theorem{'' if len(theorems) == 1 else 's'} {' and '.join(theorems)}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
