"""The weights of a beam for points, level by level: those of the tuning, and variations of them by chance."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from tabi.rules.solitaire import Position
from tabi.solvers.kernel import machine
from tabi.solvers.kernel.machine import Ints
from tabi.solvers.points.tuning import CLOCKS, TABLE

FULL_DECK: Final = 26
CARDS_A_TURN: Final = 1.45
"""What a turn draws and a lap costs, on the average of good lines: how the deck tells the turn."""


def clock_of(start: Position) -> float:
    """The turn, from 1 on, at which a game usually has so many cards in its deck; its own number may be any."""
    return 1 + (FULL_DECK - len(start.deck)) / CARDS_A_TURN


def weights_at(clock: float, factors: tuple[float, ...]) -> Ints:
    """The weights for positions at the beginning of a turn, each times its factor."""
    weights = [factor * np.interp(clock, CLOCKS, row) for (_, row), factor in zip(TABLE, factors, strict=True)]
    return np.array([round(weight) for weight in weights], dtype=np.int64)


def factors_of(spread: float, seed: int) -> tuple[float, ...]:
    """One factor for each weight, by chance: nearly all within three times `spread` of 1; 0 leaves them as they are."""
    chance = Random(seed)
    return tuple(max(0.0, 1 + spread * chance.gauss(0, 1)) for _ in TABLE)


def set_weights(settings: Ints, clock: float, factors: tuple[float, ...], chance: int) -> None:
    """Sets the kernel's ranking to points, with these weights and up to `chance` thousandths of a point by chance."""
    settings[machine.RANKING], settings[machine.CHANCE] = machine.BY_WORTH, chance
    settings[machine.WEIGHTS :] = weights_at(clock, factors)
