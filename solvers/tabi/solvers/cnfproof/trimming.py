"""Checking a proof by unit propagation (`rup`), and leaving of it what its end needs.

Trimming is nobody's word: what it leaves is checked anew by whoever reads the certificate. Proofs of CaDiCaL shrink to
a fifth of their lines and less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tabi.solvers.cnfproof import rup
from tabi.solvers.cnfproof.drat import Line
from tabi.solvers.cnfproof.rup import FAILED, NONE, REFUTED, REGISTERS, Ints, Tables

Clause = tuple[int, ...]
Progress = Callable[[int, int], None]
"""Called with how many steps of a check are done and how many there are."""

STEPS_AT_ONCE = 20_000
"""Steps between two looks at what a person may want."""


@dataclass(frozen=True)
class Run:
    """A proof that was run through `rup`: its clauses (those of the formula first, `given` many), and the antecedents
    of each. Added lines have their clauses in their order."""

    clauses: Sequence[Clause]
    given: int
    tables: Tables
    antecedents: Ints

    @property
    def refuting(self) -> int | None:
        """The clause with which the formula was refuted; None when it was not."""
        clause = int(self.tables.registers[REFUTED])
        return None if clause == NONE else clause

    @property
    def failed(self) -> int | None:
        """How many clauses the proof had added when one did not follow, that one counted; None when all follow."""
        clause = int(self.tables.registers[FAILED])
        return None if clause == NONE else clause - self.given + 1

    def antecedents_of(self, clause: int) -> list[int]:
        """The clauses that a clause needed, and `clauses + variable` for variables assigned with nothing assumed."""
        start = int(self.tables.ends[clause - 1]) if clause else 0
        return list(map(int, self.antecedents[start : int(self.tables.ends[clause])]))


def run(formula: Sequence[Clause], lines: Sequence[Line], progress: Progress | None = None) -> Run:
    """Runs a proof of a formula to its end, to the refutation, or to the first line that does not follow."""
    clauses, steps = _stepped(formula, lines)
    tables = _tables(clauses, steps)
    parts, written = [np.empty(0, np.int64)], 0
    for start in range(0, len(steps), STEPS_AT_ONCE):
        parts.append(rup.check(tables, len(formula), start, min(len(steps), start + STEPS_AT_ONCE), written))
        written += len(parts[-1])
        if tables.registers[REFUTED] != NONE or tables.registers[FAILED] != NONE:
            break
        if progress is not None:
            progress(min(len(steps), start + STEPS_AT_ONCE), len(steps))
    return Run(clauses, len(formula), tables, np.concatenate(parts))


def trimmed(formula: Sequence[Clause], lines: Sequence[Line], progress: Progress | None = None) -> list[Line]:
    """The lines that the refutation needs, each clause deleted after its last use, and the empty clause at the end.

    Raises `ValueError` when the proof refutes nothing or a line does not follow.
    """
    ran = run(formula, lines, progress)
    if ran.failed is not None:
        raise ValueError(f"The clause that the proof adds as its number {ran.failed} does not follow.")
    if ran.refuting is None:
        raise ValueError("The proof does not come to the empty clause.")
    return [*_kept(ran, ran.refuting), Line(False, ())]


def _kept(ran: Run, refuting: int) -> Iterator[Line]:
    """The needed clauses in their order, and what is deleted after each."""
    used, last = _uses(ran, refuting)
    dropped = dict[int, list[Clause]]()
    for clause, user in last.items():
        dropped.setdefault(user, []).append(ran.clauses[clause])
    for clause in range(ran.given, refuting + 1):
        if clause in used and ran.clauses[clause]:
            yield Line(False, ran.clauses[clause])
            yield from (Line(True, one) for one in dropped.get(clause, ()) if len(one) > 1)


def _uses(ran: Run, refuting: int) -> tuple[set[int], dict[int, int]]:
    """The clauses that the refutation needs, and for those that may be deleted the last clause that needs them.

    A clause by which a variable was assigned with nothing assumed is never deleted: every later line may lean on it.
    """
    used, last, lasting, count = {refuting}, dict[int, int](), set[int](), len(ran.clauses)
    assigned = set[int]()
    for user in range(refuting, -1, -1):
        if user not in used:
            continue
        needs = ran.antecedents_of(user)
        for clause in (one for one in needs if one < count):
            last.setdefault(clause, user)
            used.add(clause)
        reasons = _reasons(ran, [one - count for one in needs if one >= count], assigned)
        lasting |= reasons
        used |= reasons
    return used, {clause: user for clause, user in last.items() if clause not in lasting}


def _reasons(ran: Run, variables: list[int], assigned: set[int]) -> set[int]:
    """The clauses by which variables were assigned with nothing assumed; `assigned` are those looked at before."""
    reasons = set[int]()
    while variables:
        variable = variables.pop()
        if variable not in assigned:
            assigned.add(variable)
            reason = int(ran.tables.reason[variable])
            reasons.add(reason)
            variables += [abs(literal) - 1 for literal in ran.clauses[reason]]
    return reasons


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
        seen=np.zeros(variables, np.int8),
        there=np.zeros(count, np.int8),
        reason=np.full(variables, NONE, np.int64),
        assigned_at=np.zeros(variables, np.int64),
        trail=np.zeros(variables, np.int64),
        head=np.full(2 * variables, NONE, np.int64),
        following=np.full(2 * count, NONE, np.int64),
        ends=np.zeros(count, np.int64),
        registers=np.array([0, NONE, 0, NONE], np.int64)[:REGISTERS],
    )
