"""The machinery of theorems, on theorems about nothing much: exhaustion, registry, Z3, processes and clocks."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from proofs import sums
from tabi.proofs import Holds, Refuted, Theorem, Unknown, UnknownTheorem, named, run, theorems
from tabi.proofs.exhaustion import Chosen, Unread, exhaust, for_all
from tabi.proofs.registry import theorems_of
from tabi.proofs.smt import follows
from tabi.proofs.theorem import Premises, theorem
from tabi.spec.solitaire import Item, SolitaireRulings
from tabi.spec.solitaire.rulings import Refill

DOMAINS = {
    "a": lambda _: (0, 1, 2),
    "b": lambda chosen: range(int(str(chosen["a"]))),
    "c": lambda _: range(1_000_000),
}


def test_exhaustion_visits_what_is_read_and_nothing_else() -> None:
    """With `a` 0 nothing more is read; with 1 and 2 `b` is, which has as many values; `c` is never read: 1 + 1 + 2."""

    def run_it(chosen: Chosen) -> object:
        return chosen["a"] and chosen["b"]

    met = [tuple(chosen.items()) for chosen, _ in exhaust(run_it, DOMAINS)]
    assert sorted(met) == [(("a", 0),), (("a", 1), ("b", 0)), (("a", 2), ("b", 0)), (("a", 2), ("b", 1))]


def test_a_part_that_another_depends_on_is_chosen_first() -> None:
    met = [dict(chosen) for chosen, _ in exhaust(lambda chosen: chosen["b"], DOMAINS)]
    assert sorted((one["a"], one["b"]) for one in met) == [(1, 0), (2, 0), (2, 1)]  # `b` has no value with `a` 0


def test_a_part_without_a_domain_is_an_error() -> None:
    with pytest.raises(KeyError):
        list(exhaust(lambda chosen: chosen["d"], DOMAINS))
    with pytest.raises(Unread):
        Chosen()["a"]


def test_for_all_needs_cases_and_names_the_first_that_fails() -> None:
    assert isinstance(for_all([]), Refuted)
    assert isinstance(for_all([(1, True)], least=2), Refuted)
    assert for_all([(1, True), (2, False), (3, False)]) == Refuted("2")
    assert isinstance(for_all([(1, True), (2, True)]), Holds)


def test_z3_says_what_follows_and_shows_what_does_not() -> None:
    numbers = {"x": "a number", "y": "another"}
    assert isinstance(follows(numbers, ["(< x y)"], "(<= (+ x 1) y)"), Holds)
    refuted = follows(numbers, ["(<= x y)"], "(< x y)")
    assert isinstance(refuted, Refuted) and "x" in refuted.counterexample


def test_z3_gives_up_after_its_effort() -> None:
    """That no sum of two positive cubes is a cube is known, and not to Z3."""
    cubes = "(distinct (+ (* x x x) (* y y y)) (* z z z))"
    given = ["(< 0 x)", "(< 0 y)", "(< 0 z)"]
    assert isinstance(follows(dict.fromkeys("xyz", ""), given, cubes, effort=200_000), Unknown)


def test_a_theorem_without_mutants_is_refused() -> None:
    with pytest.raises(ValueError, match="names no mutant"):
        theorem("sums.none", "Nothing.", clauses=["sums.none"], about=1, mutants=[])


def test_premises_are_readings_and_items() -> None:
    premises = Premises({"sol.refill": frozenset({"one"})}, frozenset({"tent"}), "…")
    assert premises.hold_for(SolitaireRulings(), (Item.MAP,))
    assert not premises.hold_for(SolitaireRulings(refill=Refill.TO_FOUR), (Item.MAP,))
    assert not premises.hold_for(SolitaireRulings(), (Item.TENT,))


def test_theorems_are_found_in_the_module_that_defines_them() -> None:
    assert [one.id for one in theorems_of("proofs.sums")] == ["sums.even", "sums.odd", "sums.endless", "sums.broken"]
    assert theorems_of(__name__) == ()  # what is imported is not found twice


def test_named_theorems_come_in_the_order_asked_for() -> None:
    last, first = theorems[-1], theorems[0]
    assert named(theorems, [last.id, first.id, last.id]) == (last, first)
    assert named(theorems, []) == theorems
    with pytest.raises(UnknownTheorem, match=r"no theorem 'sol\.nothing'"):
        named(theorems, ["sol.nothing"])


@pytest.mark.parametrize(
    ("one", "kind"), [(sums.even, Holds), (sums.odd, Refuted), (sums.broken, Unknown)], ids=["even", "odd", "broken"]
)
def test_a_process_brings_back_what_the_check_came_to(one: Theorem, kind: type[object]) -> None:
    assert isinstance(run(one, 60.0).claim, kind)


def test_a_check_that_does_not_end_is_ended_by_the_clock() -> None:
    ran = run(sums.endless, 3.0)
    assert isinstance(ran.claim, Unknown) and "3 seconds" in ran.claim.reason
    assert 3.0 <= ran.seconds < 30.0


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGINT], ids=["killed", "interrupted"])
def test_the_process_ends_when_whoever_started_it_is_gone(tmp_path: Path, ending: signal.Signals) -> None:
    """Killed outright, the one that waits can do nothing for it; interrupted, it ends the check before itself."""
    note = tmp_path / "pid"
    code = "from proofs import sums; from tabi.proofs import run; run(sums.endless, 600.0)"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), sums.NOTE: str(note)}
    with subprocess.Popen([sys.executable, "-c", code], env=environment, stderr=subprocess.DEVNULL) as waiting:
        try:
            _wait_for(note.exists)
            waiting.send_signal(ending)
            waiting.wait(timeout=60)
        finally:
            waiting.kill()
    assert waiting.returncode != 0
    pid = int(note.read_text())
    if ending is signal.SIGINT:
        assert not _runs(pid)
    _wait_for(lambda: not _runs(pid))


def _wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(600):
        if condition():
            return
        time.sleep(0.1)
    raise AssertionError("it did not happen within a minute")


def _runs(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be counted does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
