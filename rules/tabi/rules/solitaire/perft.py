"""Counting step sequences: the yardstick by which other implementations compare their rules."""

from __future__ import annotations

from tabi.rules.solitaire.position import Position
from tabi.rules.solitaire.verbs import apply, legal_steps
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings
from tabi.spec.solitaire.steps import Step


def perft(position: Position, depth: int, rulings: SolitaireRulings = DEFAULT_RULINGS) -> int:
    """How many sequences of exactly `depth` legal steps begin in `position`; a finished game has none.

    Raises `ValueError` when the depth is negative.
    """
    if depth < 0:
        raise ValueError(f"The depth is {depth}; it is 0 or more.")
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in legal_steps(position, rulings))
    return sum(perft(apply(position, step, rulings), depth - 1, rulings) for step in legal_steps(position, rulings))


def divide(position: Position, depth: int, rulings: SolitaireRulings = DEFAULT_RULINGS) -> tuple[tuple[Step, int], ...]:
    """`perft` split by the first step, in the order of `legal_steps`; `depth` is 1 or more."""
    if depth < 1:
        raise ValueError(f"The depth is {depth}; to divide it is 1 or more.")
    return tuple(
        (step, perft(apply(position, step, rulings), depth - 1, rulings)) for step in legal_steps(position, rulings)
    )
