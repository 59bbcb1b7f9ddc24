"""Counting step sequences: the yardstick by which implementations compare their rules. This module knows no game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

P = TypeVar("P")
S = TypeVar("S")


def perft(position: P, depth: int, steps: Callable[[P], Iterable[S]], apply: Callable[[P, S], P]) -> int:
    """How many sequences of exactly `depth` steps begin in `position`; a finished game has none.

    `steps` lists what may be done in a position, `apply` does it. Raises `ValueError` when the depth is negative.
    """
    if depth < 0:
        raise ValueError(f"The depth is {depth}; it is 0 or more.")
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in steps(position))
    return sum(perft(apply(position, step), depth - 1, steps, apply) for step in steps(position))


def divide(
    position: P, depth: int, steps: Callable[[P], Iterable[S]], apply: Callable[[P, S], P]
) -> tuple[tuple[S, int], ...]:
    """`perft` split by the first step, in the order of `steps`; raises `ValueError` when the depth is below 1."""
    if depth < 1:
        raise ValueError(f"The depth is {depth}; to divide it is 1 or more.")
    return tuple((step, perft(apply(position, step), depth - 1, steps, apply)) for step in steps(position))
