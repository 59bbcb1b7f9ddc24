"""Proofs as lines, and who judges them: the forms of DRAT, all checkers of one mind, and no wrong line accepted.

What follows from a formula is found by looking at every assignment.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from tabi.solvers.cnfproof import checkers
from tabi.solvers.cnfproof.checkers import Checker, CheckerFailed, judged
from tabi.solvers.cnfproof.drat import (
    MOST_BYTES,
    Line,
    MalformedProof,
    compressed,
    decompressed,
    packed,
    text_of,
    unpacked,
)
from tabi.solvers.cnfproof.lrat import Clause, needed
from tabi.solvers.cnfproof.refereeing import judged as refereed
from tabi.solvers.cnfproof.running import run
from tabi.solvers.encoding.child import proved_by_sat
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


def test_the_text_form_has_one_clause_on_each_line() -> None:
    lines = [Line(False, (1, -2)), Line(True, (1, 2)), EMPTY]
    assert text_of(lines) == "1 -2 0\nd 1 2 0\n0\n"
    assert unpacked(packed(lines)) == lines


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


def trace_of(formula: Sequence[Clause], file: Path) -> bool:
    """Lets the solver that writes traces decide a formula; whether it has no model."""
    return proved_by_sat(cnf(formula).dimacs(), str(file)) == "unsat"


def solver_proof(formula: list[Clause]) -> list[Line]:
    """All that the solver derived and deleted until it came to the empty clause; nothing where there is a model.

    Clauses are known by the numbers of the trace; those that no line adds are the formula's, in their order.
    """
    with TemporaryDirectory() as folder:
        if not trace_of(formula, file := Path(folder) / "trace"):
            return []
        rows = [row.split() for row in file.read_text().splitlines()]
    added = {int(row[0]): tuple(map(int, row[1 : row.index("0", 1)])) for row in rows if row[1] != "d"}
    known = dict(zip((one for one in range(1, 10_000) if one not in added), formula, strict=False)) | added
    lines = list[Line]()
    for row in rows:
        if row[1] != "d":
            lines.append(Line(False, added[int(row[0])]))
        else:
            lines += (Line(True, known[int(one)]) for one in row[2:-1])
    return lines


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
        accepted = ran.refuted
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
def test_what_is_needed_is_less_and_is_accepted_by_everybody(checker: Checker, tmp_path: Path) -> None:
    formula = pigeons(6)
    assert trace_of(formula, tmp_path / "trace")
    shorter = needed(formula, tmp_path / "trace")
    assert judged(cnf(formula), shorter, checker).fault is None
    assert sum(not line.deleted for line in shorter) < sum(not line.deleted for line in solver_proof(formula))
    assert any(line.deleted for line in shorter)
    assert judged(cnf(formula[1:]), shorter, checker).fault is not None


def test_what_is_needed_of_random_proofs_holds(tmp_path: Path) -> None:
    """A clause that is missing, or deleted one use too early, shows here: the lines after it would not follow."""
    count = 0
    for seed in range(SEEDS):
        formula, _ = random_proof(Random(seed))
        if not trace_of(formula, tmp_path / "trace"):
            continue
        shorter = needed(formula, tmp_path / "trace")
        assert by_the_book(formula, shorter) is None, seed
        assert refereed("python", cnf(formula).dimacs(), text_of(shorter))["holds"] is True, seed
        count += 1
    assert count > 50


TRACED: list[Clause] = [(1, 2, 3), (1, 2, -3), (1, -2), (-1, 4), (-1, -4), (5, 6)]
TRACE = """7 1 2 0 1 2 0
7 d 1 2 0
8 1 0 7 3 0
9 4 5 0 4 0
10 4 0 8 4 0
11 0 8 10 5 0
12 5 0 11 0
"""
"""By hand: 1 and 2 give 7, which with 3 gives 8; 8 and 4 give 10; 8, 10 and 5 are the end. Nothing needs 6 and 9."""


def test_each_clause_is_deleted_after_its_last_use_and_what_has_none_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "trace").write_text(TRACE)
    lines = text_of(needed(TRACED, tmp_path / "trace")).splitlines()
    assert lines == [
        "d 5 6 0",
        *("1 2 0", "d 1 2 3 0", "d 1 2 -3 0"),
        *("1 0", "d 1 2 0", "d 1 -2 0"),
        *("4 0", "d -1 4 0"),
        "0",
    ]


@pytest.mark.parametrize(
    ("clause", "line", "wrong"),
    [
        (7, "7 1 2 0 1 2 0", "7 1 2 0 1 0"),
        (8, "8 1 0 7 3 0", "8 -1 0 7 3 0"),
        (10, "10 4 0 8 4 0", "10 4 0 4 0"),
        (11, "11 0 8 10 5 0", "11 0 5 10 8 0"),
        (11, "11 0 8 10 5 0", "11 0 8 10 0"),
    ],
    ids=["without the last reason", "another clause", "without a reason", "in another order", "without a conflict"],
)
def test_a_line_that_does_not_follow_from_those_that_it_names_is_refused(
    clause: int, line: str, wrong: str, tmp_path: Path
) -> None:
    (tmp_path / "trace").write_text(TRACE.replace(line, wrong))
    with pytest.raises(ValueError, match=f"clause {clause} does not follow from those that it names"):
        needed(TRACED, tmp_path / "trace")


def test_the_formulas_numbers_are_those_that_no_line_has(tmp_path: Path) -> None:
    """The solver shortens a clause before it is given the next one, which then has a number behind it."""
    formula = [(1,), (-1, 2), (-2, 3), (-3,)]
    (tmp_path / "trace").write_text("3 2 0 1 2 0\n5 3 0 3 4 0\n7 0 5 6 0\n")
    assert text_of(needed(formula, tmp_path / "trace")) == "2 0\nd -1 2 0\n3 0\nd -2 3 0\n0\n"


@pytest.mark.parametrize(
    ("trace", "complaint"),
    [
        ("", "does not come to the empty clause"),
        ("5 2 0 1 2 0\n", "does not come to the empty clause"),
        ("x 2 0 1 2 0\n", "the number b'x', where one from 1 on is due"),
        ("5 2 0 1 0\n5 0 1 0\n", "the number b'5', where one from 6 on is due"),
        ("5 0 1 7 0\n", "clause 5 does not follow by units"),
        ("5 0 1 -2 0\n", "clause 5 does not follow by units"),
        ("5 0 1 2\n", "clause 5 does not follow by units"),
        ("5 2 x 0 1 0\n6 0 5 0\n", "clause 5 has not two parts"),
        ("5 0\n6 0 5 0\n", "clause 5 has not two parts"),
        ("9 0 8 0\n", "leans on a clause 8"),
    ],
)
def test_what_is_no_trace_is_refused(trace: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "trace").write_text(trace)
    with pytest.raises(ValueError, match=complaint):
        needed([(1, 2), (-1, 2), (1, -2), (-1, -2)], tmp_path / "trace")


def test_a_formula_with_the_empty_clause_needs_no_line(tmp_path: Path) -> None:
    assert trace_of([(1,), ()], tmp_path / "trace")
    assert needed([(1,), ()], tmp_path / "trace") == [EMPTY]


@pytest.mark.parametrize("calls", [1, 2, 3])
def test_a_trace_is_read_under_a_clock(calls: int, tmp_path: Path) -> None:
    """`progress` is called before each of three works: reading, going back, checking."""
    seen = list[int]()

    def late(done: int, _: int) -> None:
        seen.append(done)
        if len(seen) == calls:
            raise TimeoutError

    (tmp_path / "trace").write_text("3 0 1 2 0\n")
    with pytest.raises(TimeoutError):
        needed([(1,), (-1,)], tmp_path / "trace", late)


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


def summary(random: Random) -> tuple[bool, int | None]:
    """What a run of a random proof came to."""
    return run(*random_proof(random))
