"""The best turn: the most points that a player can gain at once, one choice that gains them, and how many there are.

Exact over all choices. A choice is the sequence of steps to the end of the turn: the slot, where all open slots are
looked at; a square or the mistaken memories for every token; the places with what is laid for them; the `pass` that
ends a turn. Choices are ordered step by step as `legal_steps` lists the steps; the canonical one is the first.

Where one place is defined in a turn an answer takes hundredths of a second. Under `trip.defines-per-turn=any` all
sequences of places are counted, and the time grows exponentially with the undefined tokens of one kind that hang
together: with fifteen shops or restaurants it is seconds, and each one more doubles it. The games of the greedy player
do not come there, since it defines what it can.

Only points that come at once count, base and match. Under `trip.turn-structure=phases` others act between placing and
defining; what is meant then is the turn that places and defines on the boards and the map of now.

>>> from tabi.rules.trip import read_position
>>> best = best_turn(read_position({"phase": "place", "card": "column", "hand": "FF"}))
>>> best.points, best.ties, [str(step.step) for step in best.steps]
(4, 36, ['put', 'put', 'define', 'lay'])
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tabi.rules.trip.best_branches import Branch, best_branches, in_order
from tabi.rules.trip.best_defining import Sequence
from tabi.rules.trip.position import Position
from tabi.spec.trip.rulings import DEFAULT_RULINGS, TripRulings


@dataclass(frozen=True, slots=True)
class BestTurn:
    """The most points of a turn, the canonical choice that gains them, and the number of choices that do."""

    points: int
    steps: Sequence
    ties: int
    branches: tuple[Branch, ...]

    def choices(self) -> Iterator[Sequence]:
        """Every choice that gains the most points, each once, lazily, the canonical one first."""
        return (steps for branch in self.branches for steps in branch.choices())


def best_turn(position: Position, rulings: TripRulings = DEFAULT_RULINGS, *, over_slots: bool = False) -> BestTurn:
    """The best turn of the acting player, or the rest of it; with `over_slots`, in the phase `draft`, over all slots.

    Raises `ValueError` in any other phase: where no player is in a turn there is none.
    """
    points, found = best_branches(position, rulings, over_slots)
    branches = tuple(in_order(found))
    return BestTurn(points, next(branches[0].choices()), sum(branch.rest.ties for branch in branches), branches)
