"""Running theorems as the command does: each in a process of its own. The clock is there for what never ends."""

from __future__ import annotations

from tabi.proofs import Holds, Theorem, run, theorems

SECONDS = 800.0


def of_modules(*names: str) -> tuple[Theorem, ...]:
    """The theorems of these modules."""
    return tuple(one for one in theorems if one.where.partition(":")[0].rpartition(".")[2] in names)


def assert_holds(theorem: Theorem) -> None:
    """It holds, in a process of its own."""
    ran = run(theorem, SECONDS)
    assert isinstance(ran.claim, Holds), ran.claim
