"""A verdict and the progress towards it in words for a person."""

from __future__ import annotations

from pathlib import Path

from tabi.render import render_line, render_position
from tabi.solvers.verdict import Impossible, Line, Progress, Proved, Spent, Undecided, Verdict
from tabi.spec.solitaire import Deal, SolitaireRulings


def progress_text(at: Progress) -> str:
    """What a search is doing, on one line."""
    return f"{at.phase}: {at.seconds:.0f} s, {_count(at.nodes, 'position')}, best {_count(at.letters, 'letter')}"


def verdict_line(verdict: Verdict, deal: Deal | None) -> str:
    """A verdict on one line, after the id of its deal."""
    name = "deal" if deal is None or deal.id is None else f"deal {deal.id}"
    return f"{name}: {_sentence(verdict)} ({spent_text(verdict.spent)})"


def verdict_text(verdict: Verdict, rulings: SolitaireRulings, written: Path | None) -> str:
    """A verdict as a person reads it: where it stands, the line as it is played, and what is known."""
    parts = [render_position(verdict.start), ""]
    line = _line_of(verdict)
    if line:
        parts += [render_line(verdict.start, line, rulings), ""]
    parts += [f"{_sentence(verdict)}.", f"Search: {spent_text(verdict.spent)}."]
    if written is not None:
        parts.append(f"The certificate is in {written}; `tabi verify` checks it.")
    return "\n".join(parts)


def spent_text(spent: Spent) -> str:
    """What a search has spent."""
    return f"{spent.seconds:.1f} s, {_count(spent.nodes, 'position')}"


def _line_of(verdict: Verdict) -> Line:
    match verdict:
        case Proved(line=line) | Undecided(best=line):
            return line
        case Impossible():
            return ()


def _sentence(verdict: Verdict) -> str:
    match verdict:
        case Proved(line=line, outcome=outcome):
            return f"It can be won: {_count(len(line), 'turn')}, {_count(outcome.points, 'point')}"
        case Impossible(certificate=closed):
            return f"It cannot be won: {_count(len(closed.positions), 'position')} can be reached, and none is won"
        case Undecided(letters=letters, interrupted=interrupted):
            why = "Interrupted" if interrupted else "Undecided"
            best = f"the best line has {_count(letters, 'letter')}"
            return f"{why}: no win was found, and none is ruled out; {best}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
