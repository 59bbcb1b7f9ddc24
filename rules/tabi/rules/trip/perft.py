"""Counting step sequences over given reveals: the yardstick by which other implementations compare their rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabi.rules import counting
from tabi.rules.trip.moment import Phase
from tabi.rules.trip.position import Position
from tabi.rules.trip.verbs import apply, legal_steps
from tabi.spec.trip.rulings import DEFAULT_RULINGS, TripRulings
from tabi.spec.trip.steps import Reveal, Step

Reveals = Callable[[int], Reveal]
"""What is revealed in a round (from 1): `Supply.reveal` is one."""


def perft(position: Position, depth: int, reveals: Reveals, rulings: TripRulings = DEFAULT_RULINGS) -> int:
    """How many sequences of exactly `depth` legal steps begin in `position`; a finished game has none.

    Where something must be revealed the one step there comes from `reveals`. Raises `ValueError` when the depth is
    negative, and `IllegalStep` when a reveal does not fit the position.
    """
    return counting.perft(
        position, depth, lambda one: steps_of(one, reveals, rulings), lambda one, step: apply(one, step, rulings)
    )


def divide(
    position: Position, depth: int, reveals: Reveals, rulings: TripRulings = DEFAULT_RULINGS
) -> tuple[tuple[Step, int], ...]:
    """`perft` split by the first step, in the order of `legal_steps`; raises `ValueError` when the depth is below 1."""
    return counting.divide(
        position, depth, lambda one: steps_of(one, reveals, rulings), lambda one, step: apply(one, step, rulings)
    )


def steps_of(position: Position, reveals: Reveals, rulings: TripRulings) -> Iterator[Step]:
    """The legal steps, with the given reveal where something must be revealed."""
    if position.phase is Phase.REVEAL:
        return iter((reveals(position.round),))
    return legal_steps(position, rulings)
