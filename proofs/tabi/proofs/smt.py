"""Asking Z3 whether a formula over integers can be true: a context of its own, text in, an effort limit. Knows no game.

The formulas are SMT-LIB text, which Z3 reads in the order in which it is written, so that every run is the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Protocol, cast

from tabi.proofs.theorem import Claim, Holds, Refuted, Unknown

EFFORT = 20_000_000
"""Z3's own count of steps (`rlimit`), which unlike seconds is the same on every machine."""


class _Solver(Protocol):
    def set(self, name: str, value: int) -> None: ...
    def from_string(self, text: str) -> None: ...
    def check(self) -> object: ...
    def model(self) -> object: ...
    def reason_unknown(self) -> str: ...


class _Z3(Protocol):
    """What is called of z3, which has no types of its own."""

    def Context(self) -> object: ...  # noqa: N802 - z3's name
    def Solver(self, *, ctx: object) -> _Solver: ...  # noqa: N802 - z3's name


def follows(numbers: Mapping[str, str], given: Sequence[str], goal: str, *, effort: int = EFFORT) -> Claim:
    """The claim that `goal` is true whenever all of `given` are.

    `numbers` are the integers that the formulas speak of, each with what it means in words.
    `Unknown` when Z3 has not come to an answer with so much effort, or is not there.
    """
    try:
        z3 = cast("_Z3", import_module("z3"))
    except ImportError:
        return Unknown('Z3 is not here; pip install "tabi[solve]" brings it.')
    solver = z3.Solver(ctx=z3.Context())
    solver.set("rlimit", effort)
    declared = [f"(declare-const {name} Int)" for name in numbers]
    asserted = [f"(assert {formula})" for formula in (*given, f"(not {goal})")]
    solver.from_string("\n".join([*declared, *asserted]))
    answer = str(solver.check())
    if answer == "unsat":
        return Holds(f"Z3 over {len(numbers)} integers")
    if answer == "sat":
        return Refuted(str(solver.model()).replace("\n", ""))
    return Unknown(f"Z3: {solver.reason_unknown()}")


def all_follow(claims: Sequence[Claim]) -> Claim:
    """The claim that all of these hold: the first that does not, or all of them in a few words."""
    for claim in claims:
        if not isinstance(claim, Holds):
            return claim
    return Holds("; ".join(dict.fromkeys(claim.by for claim in claims if isinstance(claim, Holds))))
