"""Random games for the tests of the trip: legal, from a seed, biased to defining so that boards fill with places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from tabi.rules import trip
from tabi.rules.trip import Phase, Position
from tabi.spec.trip import GoalKind, Size, TripRulings, edition_named
from tabi.spec.trip.rulings import DEFAULT_RULINGS
from tabi.spec.trip.setup import Setup
from tabi.spec.trip.steps import Discard, Step

MOST = 400
"""How many legal steps a random player looks at; places among many shops can be very many more."""


def setup_for(
    players: int,
    seed: int,
    edition: str = "river-demo",
    city: str | None = None,
    size: str = "7x7",
    goals: str = "standard",
) -> Setup:
    """A setup from a seed, with what else it is to be in words."""
    return trip.setup_from_seed(
        edition_named(edition), players, seed, city=city, size=Size(size), goals=GoalKind(goals)
    )


def game(setup: Setup, seed: int, rulings: TripRulings = DEFAULT_RULINGS) -> Iterator[tuple[Position, Step]]:
    """Every position of a random game with the step that is taken there; the finished position is not among them."""
    random, supply = Random(seed), trip.Supply(setup.edition, setup, seed)
    position = trip.start(setup.edition, setup)
    while position.phase is not Phase.OVER:
        step = supply.reveal(position.round) if position.phase is Phase.REVEAL else chosen(position, rulings, random)
        yield position, step
        position = trip.apply(position, step, rulings)


def chosen(position: Position, rulings: TripRulings, random: Random) -> Step:
    """A legal step: mostly a place rather than none, mostly a square rather than the mistaken memories."""
    steps = list(islice(trip.legal_steps(position, rulings), MOST))
    assert steps, trip.format_position(position)
    if len(steps) > 1 and random.random() < 0.9:
        steps = [step for step in steps if step.step != "pass" and not isinstance(step, Discard)] or steps
    return random.choice(steps)


def finished(setup: Setup, seed: int, rulings: TripRulings = DEFAULT_RULINGS) -> Position:
    """The last position of a random game."""
    position, step = list(game(setup, seed, rulings))[-1]
    return trip.apply(position, step, rulings)
