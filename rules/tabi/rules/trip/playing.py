"""Whole games in which one player decides for all seats, and the supply reveals."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabi.rules.trip.moment import Phase
from tabi.rules.trip.position import Position
from tabi.rules.trip.supply import Supply
from tabi.rules.trip.verbs import apply, start
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.steps import Step

Player = Callable[[Position, TripRulings], Step]
"""Chooses one of the legal steps of a position in which there is one."""


def moves(supply: Supply, player: Player, rulings: TripRulings) -> Iterator[tuple[Position, Step]]:
    """Every position of a game with the step taken there, in order; the finished position is not among them."""
    position = start(supply.setup.edition, supply.setup)
    while position.phase is not Phase.OVER:
        step = supply.reveal(position.round) if position.phase is Phase.REVEAL else player(position, rulings)
        yield position, step
        position = apply(position, step, rulings)
