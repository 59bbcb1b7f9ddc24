"""Counting step sequences over given reveals: the yardstick by which other implementations compare their rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabi.rules.trip.moment import Phase
from tabi.rules.trip.position import Position
from tabi.rules.trip.verbs import apply, legal_steps
from tabi.spec.trip.rulings import DEFAULT_RULINGS, TripRulings
from tabi.spec.trip.steps import Reveal, Step

Reveals = Callable[[int], Reveal]
"""What is revealed in a round (from 1): `Supply.reveal` is one."""


def perft(position: Position, depth: int, reveals: Reveals, rulings: TripRulings = DEFAULT_RULINGS) -> int:
    """How many sequences of exactly `depth` legal steps begin in `position`; a finished game has none.

    Where something must be revealed the one step there is comes from `reveals`. Raises `ValueError` when the depth is
    negative, and `IllegalStep` when a reveal does not fit the position.
    """
    if depth < 0:
        raise ValueError(f"The depth is {depth}; it is 0 or more.")
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in steps_of(position, reveals, rulings))
    steps = steps_of(position, reveals, rulings)
    return sum(perft(apply(position, step, rulings), depth - 1, reveals, rulings) for step in steps)


def divide(
    position: Position, depth: int, reveals: Reveals, rulings: TripRulings = DEFAULT_RULINGS
) -> tuple[tuple[Step, int], ...]:
    """`perft` split by the first step, in the order of `legal_steps`; `depth` is 1 or more."""
    if depth < 1:
        raise ValueError(f"The depth is {depth}; to divide it is 1 or more.")
    return tuple(
        (step, perft(apply(position, step, rulings), depth - 1, reveals, rulings))
        for step in steps_of(position, reveals, rulings)
    )


def steps_of(position: Position, reveals: Reveals, rulings: TripRulings) -> Iterator[Step]:
    """The legal steps, with the given reveal where something must be revealed."""
    if position.phase is Phase.REVEAL:
        return iter((reveals(position.round),))
    return legal_steps(position, rulings)
