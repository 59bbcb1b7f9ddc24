"""Whole turns: every end of a turn that a search over turns can come to from a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tabi.rules.solitaire import Lost, Phase, Position, apply
from tabi.solvers.moments import Scope, steps_in_scope
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import Step


class Node(NamedTuple):
    """A position with the steps that led to it from its parent, which is None for the start."""

    position: Position
    steps: tuple[Step, ...] = ()
    parent: Node | None = None


def steps_to(node: Node) -> tuple[Step, ...]:
    """The steps from the start to a node, in order."""
    parts: list[tuple[Step, ...]] = []
    here: Node | None = node
    while here is not None:
        parts.append(here.steps)
        here = here.parent
    return tuple(step for part in reversed(parts) for step in part)


def turns(node: Node, rulings: SolitaireRulings, scope: Scope) -> Iterator[Node]:
    """The ends of the turn that the node's position is in: the next turn's beginnings and won games, each once."""
    start = node.position
    seen: set[Position] = set()
    stack: list[tuple[Position, tuple[Step, ...]]] = [(start, ())]
    while stack:
        position, steps = stack.pop()
        for step in steps_in_scope(position, rulings, scope):
            after = apply(position, step, rulings)
            if isinstance(after.outcome, Lost) or (key := after.key) in seen:
                continue
            seen.add(key)
            if after.turn != start.turn or after.phase is Phase.OVER:
                yield Node(after, (*steps, step), node)
            else:
                stack.append((after, (*steps, step)))
