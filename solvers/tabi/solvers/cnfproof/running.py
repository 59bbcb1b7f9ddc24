"""Running a proof of a formula through `rup`: to its end, or to the first line that does not follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tabi.solvers.cnfproof import rup
from tabi.solvers.cnfproof.drat import Line
from tabi.solvers.cnfproof.lrat import Clause, Progress
from tabi.solvers.cnfproof.rup import FAILED, NONE, REFUTED, Tables

STEPS_AT_ONCE = 20_000
"""Steps between two looks at what a person may want."""


class Ran(NamedTuple):
    """What a run came to: whether the formula was refuted, and how many clauses the proof had added when one did not
    follow, that one counted; None when all follow."""

    refuted: bool
    failed: int | None


def run(formula: Sequence[Clause], lines: Sequence[Line], progress: Progress | None = None) -> Ran:
    """Runs a proof of a formula to its end, to the refutation, or to the first line that does not follow."""
    clauses, steps = _stepped(formula, lines)
    tables = _tables(clauses, steps)
    for start in range(0, len(steps), STEPS_AT_ONCE):
        rup.check(tables, len(formula), start, min(len(steps), start + STEPS_AT_ONCE))
        if tables.registers[REFUTED] != NONE or tables.registers[FAILED] != NONE:
            break
        if progress is not None:
            progress(min(len(steps), start + STEPS_AT_ONCE), len(steps))
    failed = int(tables.registers[FAILED])
    return Ran(int(tables.registers[REFUTED]) != NONE, None if failed == NONE else failed - len(formula) + 1)


def _stepped(formula: Sequence[Clause], lines: Sequence[Line]) -> tuple[list[Clause], list[int]]:
    """All clauses, and the steps over them as `rup` has them; a deletion of what is not there is left out."""
    clauses, steps = list(map(_set, formula)), list(range(len(formula)))
    there = dict[Clause, list[int]]()
    for number, clause in enumerate(clauses):
        there.setdefault(tuple(sorted(clause)), []).append(number)
    for deleted, written in lines:
        clause = _set(written)
        same = there.setdefault(tuple(sorted(clause)), [])
        if not deleted:
            same.append(len(clauses))
            steps.append(len(clauses))
            clauses.append(clause)
        elif same:
            steps.append(-same.pop() - 1)
    return clauses, steps


def _set(clause: Clause) -> Clause:
    """The clause with each literal once; `rup` counts on that."""
    return clause if len(set(clause)) == len(clause) else tuple(dict.fromkeys(clause))


def _tables(clauses: Sequence[Clause], steps: Sequence[int]) -> Tables:
    """The tables at the beginning of a check."""
    literals = np.fromiter((2 * abs(one) - 2 + (one < 0) for clause in clauses for one in clause), np.int32)
    begin = np.zeros(len(clauses) + 1, np.int64)
    np.cumsum(np.fromiter(map(len, clauses), np.int64, len(clauses)), out=begin[1:])
    variables, count = int(literals.max(initial=-1)) // 2 + 1, len(clauses)
    return Tables(
        literals=literals,
        begin=begin,
        steps=np.array(steps, np.int64),
        value=np.zeros(2 * variables, np.int8),
        there=np.zeros(count, np.int8),
        trail=np.zeros(variables, np.int64),
        head=np.full(2 * variables, NONE, np.int64),
        following=np.full(2 * count, NONE, np.int64),
        registers=np.array([0, NONE, NONE], np.int64),
    )
