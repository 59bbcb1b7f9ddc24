"""Counting step sequences: the yardstick by which other implementations compare their rules."""

from __future__ import annotations

from tabi.rules import counting
from tabi.rules.solitaire.position import Position
from tabi.rules.solitaire.verbs import apply, legal_steps
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings
from tabi.spec.solitaire.steps import Step


def perft(position: Position, depth: int, rulings: SolitaireRulings = DEFAULT_RULINGS) -> int:
    """How many sequences of exactly `depth` legal steps begin in `position`; a finished game has none.

    Raises `ValueError` when the depth is negative.
    """
    return counting.perft(
        position, depth, lambda one: legal_steps(one, rulings), lambda one, step: apply(one, step, rulings)
    )


def divide(position: Position, depth: int, rulings: SolitaireRulings = DEFAULT_RULINGS) -> tuple[tuple[Step, int], ...]:
    """`perft` split by the first step, in the order of `legal_steps`; raises `ValueError` when the depth is below 1."""
    return counting.divide(
        position, depth, lambda one: legal_steps(one, rulings), lambda one, step: apply(one, step, rulings)
    )
