"""Proofs as lines, and who judges them: the forms of DRAT, all checkers of one mind, and no wrong line accepted.

What follows from a formula is found by looking at every assignment.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from pysat.solvers import Solver

from tabi.solvers.cnfproof import checkers
from tabi.solvers.cnfproof.checkers import Checker, CheckerFailed, judged
from tabi.solvers.cnfproof.drat import (
    MOST_BYTES,
    Line,
    MalformedProof,
    compressed,
    decompressed,
    packed,
    parsed,
    text_of,
    unpacked,
)
from tabi.solvers.cnfproof.refereeing import judged as refereed
from tabi.solvers.cnfproof.trimming import Clause, run, trimmed
from tabi.solvers.encoding.cnf import Cnf

EMPTY = Line(False, ())
ALL_SIGNS: tuple[Clause, ...] = ((1, 2), (-1, 2), (1, -2), (-1, -2))
"""Two variables that can have no values at all."""
FROM_THE_INDEX = tuple(one.value for one in checkers.installed() if one is not Checker.OWN)
VARIABLES = 6
SEEDS = 4_000 if os.environ.get("HYPOTHESIS_PROFILE") == "fuzz" else 400


def cnf(clauses: Sequence[Clause]) -> Cnf:
    formula = Cnf()
    formula.bits(max((abs(one) for clause in clauses for one in clause), default=0))
    for clause in clauses:
        formula.add(*clause)
    return formula


def adds(*clauses: Clause) -> list[Line]:
    return [Line(False, clause) for clause in clauses]


# The forms of a proof


def test_the_binary_form_is_that_of_drat() -> None:
    """The example of the format's own description: literal n is 2n, -n is 2n + 1, seven bits a byte, lowest first."""
    lines = [Line(True, (-63, -8193)), Line(False, (129, -8191))]
    assert packed(lines).hex(" ") == "64 7f 83 80 01 00 61 82 02 ff 7f 00"
    assert unpacked(packed(lines)) == lines


def test_text_and_binary_are_read_back() -> None:
    text = "1 -2 0\nd 1 2 0\n0\n"
    lines = list(parsed(text))
    assert lines == [Line(False, (1, -2)), Line(True, (1, 2)), EMPTY]
    assert text_of(lines) == text
    assert unpacked(packed(lines)) == lines


@pytest.mark.parametrize("text", ["1 2\n", "1 0 2 0\n", "x 0\n", "d\n", "1 d 2 0\n"])
def test_text_that_is_no_proof_is_refused(text: str) -> None:
    with pytest.raises(MalformedProof, match="Line 1 of the proof"):
        list(parsed(text))


@pytest.mark.parametrize("data", [b"a\x02", b"a\x02\x00b\x00", b"\x00", b"a\x82\x00", b"a\x01\x00", b"a\x02\x00d"])
def test_bytes_that_are_no_proof_are_refused(data: bytes) -> None:
    with pytest.raises(MalformedProof):
        unpacked(data)


def test_what_is_cut_short_or_longer_than_it_says_is_refused() -> None:
    data = packed(adds((1, 2), (3,), ()))
    text = compressed(data)
    assert decompressed(text, len(data)) == data
    for cut in range(len(text)):
        with pytest.raises(MalformedProof):
            decompressed(text[:cut], len(data))
    for size in (0, len(data) - 1, len(data) + 1, MOST_BYTES + 1):
        with pytest.raises(MalformedProof):
            decompressed(text, size)
    with pytest.raises(MalformedProof):
        decompressed(compressed(bytes(10_000_000)), len(data))


# Small proofs by hand


@pytest.mark.parametrize("checker", checkers.installed())
def test_a_proof_by_hand_is_accepted_and_broken_ones_name_their_line(checker: Checker) -> None:
    formula = cnf(ALL_SIGNS)
    second = "Line 2 of the proof does not follow from the lines before it."
    assert judged(formula, adds((2,), ()), checker).fault is None
    assert judged(cnf(ALL_SIGNS[:3]), adds((2,), ()), checker).fault == second
    assert judged(cnf([*ALL_SIGNS[:2], (3, -1)]), adds((2,), (3,), ()), checker).fault == second
    deleted = [Line(True, (1, 2)), Line(False, (2,)), EMPTY]
    assert judged(formula, deleted, checker).fault == second


@pytest.mark.parametrize("checker", checkers.installed())
def test_a_proof_ends_with_the_empty_clause_and_speaks_of_the_formula(checker: Checker) -> None:
    formula = cnf(ALL_SIGNS)
    for lines in ([], adds((2,)), adds((2,), (), (1,))):
        fault = judged(formula, lines, checker).fault
        assert fault == f"The proof has {len(lines)} lines and does not come to the empty clause."
    assert judged(formula, adds((2,), (3, 2), ()), checker).fault == (
        "Line 2 of the proof names a variable beyond the formula's 2."
    )


@pytest.mark.parametrize("checker", checkers.installed())
def test_a_line_that_keeps_models_but_does_not_follow_is_refused(checker: Checker) -> None:
    """No clause holds -1, so (1) may be assumed without losing all models (a RAT line), but 2 alone is a model too."""
    fault = judged(cnf([(1, 2), (1, -3)]), adds((1,), ()), checker).fault
    assert fault == "Line 1 of the proof does not follow from the lines before it."


def test_a_checker_that_breaks_has_not_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkers, "REFEREE", "/dev/null/none.py")
    with pytest.raises(CheckerFailed):
        judged(cnf(ALL_SIGNS), adds((2,), ()), Checker.PYTHON)


def test_the_checker_of_the_index_is_preferred_where_it_is_fast_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkers, "installed", lambda: (Checker.PYTHON, Checker.OWN))
    assert checkers.chosen(adds((1, 2), ())) is Checker.PYTHON
    assert checkers.chosen(adds((1, 2), ()) * checkers.MOST_FOR_PYTHON) is Checker.OWN
    monkeypatch.setattr(checkers, "installed", lambda: (Checker.RUST, Checker.PYTHON, Checker.OWN))
    assert checkers.chosen(adds((1, 2), ()) * checkers.MOST_FOR_PYTHON) is Checker.RUST


# Many random ones


def models(clauses: Sequence[Clause]) -> list[tuple[bool, ...]]:
    """All assignments of the variables that make every clause true."""
    every = product((False, True), repeat=VARIABLES)
    return [one for one in every if all(any(one[abs(lit) - 1] is (lit > 0) for lit in clause) for clause in clauses)]


def random_clause(random: Random, least: int = 1) -> Clause:
    chosen = random.sample(range(1, VARIABLES + 1), random.randint(least, 3))
    return tuple(random.choice((-1, 1)) * one for one in chosen)


def random_proof(random: Random) -> tuple[list[Clause], list[Line]]:
    """A formula, and lines of all kinds: a solver's, broken ones, made up ones, deletions."""
    least = random.choice((1, 2, 3))
    formula = [random_clause(random, least) for _ in range(random.randint(4, 15 * least))]
    lines = solver_proof(formula)
    if not lines or random.random() < 0.1:
        lines = [Line(False, random_clause(random)) for _ in range(random.randint(0, 4))]
    for _ in range(random.choice((0, 1, 1, 3))):
        at = random.randint(0, len(lines))
        kind = random.randrange(4)
        if kind == 0:
            lines.insert(at, Line(False, random_clause(random)))
        elif kind == 1:
            lines.insert(at, Line(True, random.choice(formula)))
        elif kind == 2 and lines:
            lines.pop(min(at, len(lines) - 1))
        elif lines:
            clause = lines[min(at, len(lines) - 1)].clause
            lines[min(at, len(lines) - 1)] = Line(False, clause[1:])
    return formula, [*lines, EMPTY]


def solver_proof(formula: list[Clause]) -> list[Line]:
    with Solver("cadical153", bootstrap_with=formula, with_proof=True) as solver:
        if solver.solve():
            return []
        return list(parsed("\n".join(solver.get_proof() or [])))


def by_the_book(formula: list[Clause], lines: list[Line]) -> str | None:
    """What the naive checker says: no watches, no order, every clause looked at until nothing changes."""
    there, held = [frozenset(clause) for clause in formula], closure([frozenset(clause) for clause in formula], set())
    for number, (deleted, clause) in enumerate(lines, start=1):
        if held is None:
            return None
        if deleted:
            if len(clause) > 1 and frozenset(clause) in there:
                there.remove(frozenset(clause))
            continue
        if not any(one in held for one in clause) and closure(there, held | {-one for one in clause}) is not None:
            return f"Line {number} of the proof does not follow from the lines before it."
        there.append(frozenset(clause))
        held = closure(there, held)
    return None


def closure(clauses: Sequence[frozenset[int]], held: set[int]) -> set[int] | None:
    """The literals that follow by units from those held; None at a conflict."""
    held = set(held)
    while True:
        before = len(held)
        for clause in clauses:
            left = [one for one in clause if -one not in held]
            if not left:
                return None
            if len(left) == 1:
                held.add(left[0])
        if len(held) == before:
            return held


def test_all_checkers_say_the_same_of_every_proof_and_accept_no_wrong_one() -> None:
    verdicts = set()
    for seed in range(SEEDS):
        formula, lines = random_proof(Random(seed))
        expected = by_the_book(formula, lines)
        ran = run(formula, lines)
        accepted = ran.refuting is not None
        assert accepted is (expected is None), seed
        assert not (accepted and models(formula)), seed
        for engine in FROM_THE_INDEX:
            said = refereed(engine, cnf(formula).dimacs(), text_of(lines))
            assert said["holds"] is accepted, (seed, engine)
            if expected is not None:
                assert expected.startswith(f"Line {said['line']} "), (seed, engine)
        if ran.failed is not None:
            added = [number for number, line in enumerate(lines, start=1) if not line.deleted]
            assert expected is not None and expected.startswith(f"Line {added[ran.failed - 1]} "), seed
        verdicts.add((accepted, bool(models(formula))))
    assert verdicts == {(True, False), (False, False), (False, True)}


def test_every_line_accepted_follows() -> None:
    for seed in range(SEEDS):
        formula, lines = random_proof(Random(seed))
        ran = run(formula, lines)
        added = [line.clause for line in lines if not line.deleted]
        good = added if ran.failed is None else added[: ran.failed - 1]
        kept = models(formula)
        assert models([*formula, *(clause for clause in good if clause)]) == kept, seed
        assert not (kept and () in good), seed


# Trimming


def pigeons(count: int) -> list[Clause]:
    """So many pigeons in one hole fewer."""
    holes = count - 1
    somewhere: list[Clause] = [tuple(pigeon * holes + hole + 1 for hole in range(holes)) for pigeon in range(count)]
    return somewhere + [
        (-(one * holes + hole + 1), -(other * holes + hole + 1))
        for hole in range(holes)
        for one in range(count)
        for other in range(one)
    ]


@pytest.mark.parametrize("checker", checkers.installed())
def test_a_trimmed_proof_is_shorter_and_is_accepted_by_everybody(checker: Checker) -> None:
    formula = pigeons(6)
    lines = solver_proof(formula)
    shorter = trimmed(formula, lines)
    assert judged(cnf(formula), shorter, checker).fault is None
    assert sum(not line.deleted for line in shorter) < sum(not line.deleted for line in lines)
    assert any(line.deleted for line in shorter)
    assert judged(cnf(formula[1:]), shorter, checker).fault is not None


def test_trimmed_random_proofs_hold_and_need_all_their_clauses_there() -> None:
    """A clause deleted one use too early shows here: the lines after it would not follow."""
    count = 0
    for seed in range(SEEDS):
        formula, lines = random_proof(Random(seed))
        if run(formula, lines).refuting is None:
            with pytest.raises(ValueError, match=r"does not (follow|come)"):
                trimmed(formula, lines)
            continue
        shorter = trimmed(formula, lines)
        assert by_the_book(formula, shorter) is None, seed
        assert refereed("python", cnf(formula).dimacs(), text_of(shorter))["holds"] is True, seed
        count += 1
    assert count > 50


def test_plain_python_gives_what_compiled_code_gives() -> None:
    """The same proofs in a process in which nothing is compiled."""
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from random import Random;"
        "import test_cnfproof_checkers as here;"
        "from tabi.solvers.kernel.jit import is_compiling;"
        "print(is_compiling(), [here.summary(Random(seed)) for seed in range(60)])"
    )
    folder = os.path.dirname(__file__)
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    said = subprocess.run([sys.executable, "-c", code, folder], env=env, capture_output=True, check=True)
    assert said.stdout.decode() == f"False {[summary(Random(seed)) for seed in range(60)]}\n"


def summary(random: Random) -> tuple[int | None, int | None, int]:
    """What a run of a random proof came to, and a sum over its antecedents."""
    ran = run(*random_proof(random))
    return ran.refuting, ran.failed, int(ran.antecedents.sum())
