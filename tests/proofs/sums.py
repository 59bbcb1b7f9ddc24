"""Theorems for the tests of the machinery: one that holds, one that does not, one without end and one that fails."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from tabi.proofs.exhaustion import for_all
from tabi.proofs.theorem import Claim, theorem

NOTE = "TABI_TEST_NOTE"
"""Where the endless check notes its process."""
Sum = Callable[[int, int], int]


def plus(one: int, other: int) -> int:
    return one + other


def plus_one(one: int, other: int) -> int:
    return one + other + 1


@theorem("sums.even", "A number and itself make an even one.", clauses=["sums"], about=plus, mutants=[plus_one])
def even(add: Sum) -> Claim:
    return for_all((number, add(number, number) % 2 == 0) for number in range(9))


@theorem("sums.odd", "A number and itself make an odd one.", clauses=["sums"], about=plus, mutants=[plus_one])
def odd(add: Sum) -> Claim:
    return for_all((number, add(number, number) % 2 == 1) for number in range(9))


@theorem("sums.endless", "This takes for ever.", clauses=["sums"], about=plus, mutants=[plus_one])
def endless(_: Sum) -> Claim:
    if NOTE in os.environ:
        note = Path(os.environ[NOTE])
        part = note.with_suffix(".part")
        part.write_text(str(os.getpid()))
        part.replace(note)
    while True:
        time.sleep(1)


@theorem("sums.broken", "This cannot be looked at.", clauses=["sums"], about=plus, mutants=[plus_one])
def broken(_: Sum) -> Claim:
    raise RuntimeError("no way to look at it")
