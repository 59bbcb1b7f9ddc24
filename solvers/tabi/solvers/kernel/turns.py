"""Turn successors by the kernel: what whole turns lead to, and a level of a beam from the level before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, NamedTuple

import numpy as np

from tabi.rules.solitaire import Position
from tabi.solvers.kernel import machine
from tabi.solvers.kernel.machine import Ints
from tabi.solvers.kernel.packing import packed, rules_word, state_at, unpacked, write_state
from tabi.spec.solitaire.rulings import SolitaireRulings

FIRST_CAPACITY: Final = 1_024
NO_LIMIT: Final = 100
"""An allowance below the bound, and a number of turns, that no position uses up."""


class Moments(IntEnum):
    """At which moments of a turn letters and items are tried.

    `COMPLETE`: at every one, each legal sequence of steps. `SENSIBLE`: letters where they resolve a suit or bring the
    black pawns home, each item at one kind of moment. `FREE`: beside these, any letter to a location before the
    resolution, and event memory in white's place before the placing. `FOR_POINTS`: beside the sensible ones, letters
    that bring a black to white where a resolved suit acts, and event memory for the event that would fall. Only
    `COMPLETE` may carry a "no".
    """

    SENSIBLE = machine.SENSIBLE
    FREE = machine.FREE
    COMPLETE = machine.COMPLETE
    FOR_POINTS = machine.FOR_POINTS


@dataclass(frozen=True, slots=True)
class Ends:
    """The ends of one turn: rows of positions, each once, with most points; `children` counts them before merging."""

    rows: Ints
    children: int


class Pool(NamedTuple):
    """The ends of turns that the kernel keeps: their rows, the hash table of these, and counters."""

    rows: Ints
    slots: Ints
    counters: Ints


def turn_successors(
    position: Position, rulings: SolitaireRulings, moments: Moments = Moments.COMPLETE
) -> Mapping[Position, int]:
    """The next turn's beginnings and the won games that whole turns lead to, each with the most points it can have.

    Positions are without points and turn, as `Position.key`; those of won games differ from it in that their outcome
    has the points. Lost games are left out. `position` may be amid its turn. Raises `ValueError` for readings and
    positions that the kernel does not know.
    """
    ends = ends_of_turn(position, rulings, moments)
    states = [state_at(ends.rows, row) for row in range(len(ends.rows))]
    return {unpacked(state._replace(points=0), position): state.points for state in states}


def ends_of_turn(position: Position, rulings: SolitaireRulings, moments: Moments) -> Ends:
    """As `turn_successors`, in rows."""
    level = level_of(position)
    settings = settings_for(rules_word(position.bay_road_day, rulings), moments, len(level))
    capacity = FIRST_CAPACITY
    while True:
        pool = new_pool(capacity)
        follow(level, settings, pool, items=has_items(position))
        kept = int(pool.counters[machine.KEPT])
        if not pool.counters[machine.FULL]:
            return Ends(pool.rows[:kept], int(pool.counters[machine.CHILDREN]))
        capacity *= 4


def has_items(position: Position) -> bool:
    """Whether the kernel with items is needed."""
    return bool(position.ready or position.used)


def level_of(position: Position) -> Ints:
    """The level that holds one position."""
    level = np.zeros((1, machine.ROW), np.int64)
    write_state(level, 0, packed(position))
    return level


def new_pool(capacity: int) -> Pool:
    """An empty pool for so many positions."""
    slots = 1 << (2 * capacity).bit_length()
    return Pool(
        np.zeros((capacity, machine.ROW), np.int64),
        np.zeros(slots, np.int64),
        np.zeros(machine.COUNTERS, np.int64),
    )


def settings_for(
    rules: int,
    moments: Moments,
    size: int,
    *,
    width: int = 0,
    allowed: int = NO_LIMIT,
    turns: int = NO_LIMIT,
    seed: int = 0,
) -> Ints:
    """The kernel's settings for a level of `size` rows, all to be followed.

    Of positions that are `allowed` below the bound, or need more than `turns` turns after this one, none is kept.
    """
    settings = np.zeros(machine.SETTINGS, np.int64)
    settings[machine.RULES], settings[machine.SCOPE], settings[machine.WIDTH] = rules, moments, width
    settings[machine.ALLOWED], settings[machine.SEED], settings[machine.TO] = allowed, seed, size
    settings[machine.TURNS] = turns
    return settings


def follow(level: Ints, settings: Ints, pool: Pool, *, items: bool) -> None:
    """Lets the kernel follow the rows of a level that the settings name, into the pool."""
    turns = machine.turns_with_items if items else machine.turns_without_items
    turns(level, settings, pool.rows, pool.slots, pool.counters)
