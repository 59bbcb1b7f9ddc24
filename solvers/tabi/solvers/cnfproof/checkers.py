"""Who judges a proof: a checker from the package index wherever one is fast enough, else the one of this package.

dratify's checker is written twice, in Rust (wheels of cdclkit-native, for Linux and macOS) and in Python (anywhere,
some ten times slower). All accept a proof only if each of its lines follows by unit propagation from those before.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from tabi.solvers.cnfproof.drat import Line, text_of
from tabi.solvers.cnfproof.lrat import Progress
from tabi.solvers.cnfproof.refereeing import PROOF
from tabi.solvers.cnfproof.running import run
from tabi.solvers.encoding.cnf import Cnf

REFEREE: Final = Path(__file__).with_name("refereeing.py")
OWN: Final = "tabi's own checker of unit propagation"
MOST_FOR_PYTHON: Final = 300_000
"""Literals of a proof up to which dratify's Python is waited for: some ten to thirty seconds."""


class Checker(StrEnum):
    """The checkers: dratify in Rust, dratify in Python, and `rup`."""

    RUST = "rust"
    PYTHON = "python"
    OWN = "own"


class Judgement(NamedTuple):
    """What a checker says: its name, and what is wrong with the proof, in a sentence with its line; None if nothing."""

    by: str
    fault: str | None


class CheckerFailed(RuntimeError):
    """A checker did not run to an answer."""


def installed() -> tuple[Checker, ...]:
    """The checkers that can run here, the one to prefer first."""
    has_dratify = find_spec("dratify") is not None
    has_rust = has_dratify and find_spec("cdclkit_native") is not None
    return (*([Checker.RUST] if has_rust else []), *([Checker.PYTHON] if has_dratify else []), Checker.OWN)


def chosen(lines: Sequence[Line]) -> Checker:
    """The checker for a proof: the fastest of the package index, unless that is too slow for it."""
    first = installed()[0]
    too_long = first is Checker.PYTHON and sum(len(line.clause) + 1 for line in lines) > MOST_FOR_PYTHON
    return Checker.OWN if too_long else first


def judged(
    formula: Cnf, lines: Sequence[Line], checker: Checker | None = None, progress: Progress | None = None
) -> Judgement:
    """Whether a proof shows that a formula has no model. Raises `CheckerFailed` when the checker breaks.

    The process of a checker from the package index is ended, and waited for, whatever happens here.
    """
    by = chosen(lines) if checker is None else checker
    if fault := _shape(formula, lines):
        return Judgement(OWN, fault)
    return _judged_here(formula, lines, progress) if by is Checker.OWN else _judged_there(formula, lines, by)


def _judged_there(formula: Cnf, lines: Sequence[Line], by: Checker) -> Judgement:
    """What a checker from the package index says, in a process of its own."""
    text = f"{formula.dimacs()}{PROOF}{text_of(lines)}"
    pipe = subprocess.PIPE
    command = [sys.executable, "-P", str(REFEREE), by.value]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            said, complaint = process.communicate(text)
        finally:
            process.kill()
    if process.returncode != 0:
        last = complaint.strip().splitlines()[-1:] or [f"exit code {process.returncode}"]
        raise CheckerFailed(f"The checker of proofs ({by}) gave no answer: {last[0]}")
    answer = json.loads(said)
    return Judgement(answer["by"], None if answer["holds"] is True else _fault(answer["line"], len(lines)))


def _judged_here(formula: Cnf, lines: Sequence[Line], progress: Progress | None) -> Judgement:
    """What `rup` says."""
    ran = run(formula.clauses, lines, progress)
    if ran.failed is not None:
        added = [number for number, line in enumerate(lines, start=1) if not line.deleted]
        return Judgement(OWN, _fault(added[ran.failed - 1], len(lines)))
    return Judgement(OWN, None if ran.refuted else _fault(0, len(lines)))


def _shape(formula: Cnf, lines: Sequence[Line]) -> str | None:
    """What is wrong with a proof before any line is checked, in a sentence.

    Checkers differ in what they take for an end; here it is the empty clause, written as the last line. And a line
    about a variable that the formula does not have is of no use to anybody.
    """
    if lines[-1:] != [Line(False, ())]:
        return _fault(0, len(lines))
    for number, line in enumerate(lines, start=1):
        if any(abs(literal) > formula.variables for literal in line.clause):
            return f"Line {number} of the proof names a variable beyond the formula's {formula.variables}."
    return None


def _fault(line: int, lines: int) -> str:
    """The sentence about the first line that does not follow (from 1), or about a missing end (0)."""
    if line:
        return f"Line {line} of the proof does not follow from the lines before it."
    return f"The proof has {lines} lines and does not come to the empty clause."
