"""One pass over the turns from a position: levels of positions, each level from the one before, cut by ceilings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from time import process_time
from typing import Final

import numpy as np

from tabi.rules.solitaire import Position
from tabi.solvers.kernel import machine
from tabi.solvers.kernel.machine import Ints
from tabi.solvers.kernel.packing import are_won, rules_word
from tabi.solvers.kernel.turns import Moments, Pool, follow, has_items, level_of, new_pool, settings_for
from tabi.solvers.points import exact_pool
from tabi.solvers.points.ceilings import EXCLUDED, UNLIMITED, ceilings, grounds_of
from tabi.solvers.points.ceilings_company import Tables, company_ceilings, tables_of
from tabi.spec.solitaire.rulings import SolitaireRulings

NO_WIN: Final = -(1 << 30)
"""Fewer points than any win has."""
FIRST_CHUNK: Final = 8
CHUNK: Final = 2_048
QUICK: Final = 0.1
"""Positions that the kernel follows in one call: twice as many as before while that takes so few seconds, half as many
when it takes four times as long. What comes out does not depend on them."""
FOUND: Final = 1 << 14
ROOM: Final = 1 << 14
"""The room in which a pool begins; it grows."""


class GaveUp(Exception):
    """The seconds, the positions or the room for them are used up; the message says which."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position to be exhausted, as the kernel and the ceilings take it."""

    level: Ints
    bay: int
    rules: int
    items: bool
    grounds: Ints
    tables: Tables | None

    @classmethod
    def of(cls, start: Position, rulings: SolitaireRulings) -> Question:
        """The question of a position; raises `ValueError` where the kernel does not know it or the readings."""
        rules = rules_word(start.bay_road_day, rulings)
        bay, grounds, tables = start.bay_road_day, grounds_of(start, rulings), tables_of(start, rulings)
        return cls(level_of(start), bay, rules, has_items(start), grounds, tables)

    def tops(self, rows: Ints) -> Ints:
        """The most points that the beginnings of turns may come to, as far as the ceilings say.

        Where the tables say something, the other ceiling hardly ever says more, and proofs are shorter without it.
        """
        most = np.full(len(rows), UNLIMITED, np.int64)
        if self.tables is not None:
            company_ceilings(rows, self.bay, *self.tables, most)
        else:
            ceilings(rows, self.grounds, most)
        tops: Ints = np.where(most > EXCLUDED, most + rows[:, machine.POINTS], NO_WIN)
        return tops


class Pass:
    """A pass under way: its levels so far, the best win, and the next level as far as it is known.

    With a `width` each level keeps so many positions, those that may come to most points. `workers` are two threads.
    """

    def __init__(
        self, question: Question, moments: Moments, best: int, workers: Executor, width: int | None = None
    ) -> None:
        self.best = best
        self.won: Ints | None = None
        self.followed = 0
        self.chunk = FIRST_CHUNK
        self._question = question
        self._moments = moments
        self._workers = workers
        self._width = width
        self._levels = [question.level]
        self._level_of_parent = 0
        self._done = 0
        self._capacity = FOUND
        self._next = _room(ROOM)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to follow."""
        return not len(self._levels[-1])

    @property
    def kept(self) -> int:
        """How many positions are kept in all levels."""
        return sum(map(len, self._levels)) + int(self._next.counters[exact_pool.KEPT])

    def advance(self, most: int) -> int:
        """Follows up to `most` positions of the last level; returns how many."""
        level, first = self._levels[-1], self._done
        last = min(len(level), first + most)
        began = process_time()
        halves = _halves(first, last)
        for found, capacity in self._workers.map(self._followed, *zip(*halves, strict=True)):
            self._capacity = max(self._capacity, capacity)
            self._meet(found.won)
            self._gather(found)
        self._adapt((process_time() - began) / len(halves))
        self._done, self.followed = last, self.followed + last - first
        if last == len(level):
            self._end_level()
        return last - first

    def way(self) -> Iterator[Ints]:
        """The rows on the way to the best win, from the end of the first turn on."""
        assert self.won is not None, "a win was met"
        way, parent = [self.won], int(self.won[machine.PARENT])
        for level in reversed(self._levels[1 : self._level_of_parent + 1]):
            way.append(level[parent])
            parent = int(level[parent, machine.PARENT])
        return reversed(way)

    def open_levels(self) -> tuple[Ints, ...]:
        """The rows of each level that may come to more points than the best win has, the first level apart."""
        return tuple(level[level[:, machine.RANK] > self.best] for level in self._levels[1:])

    def _followed(self, first: int, last: int) -> tuple[_Found, int]:
        """What follows from rows of the last level, and the room that it took; it changes nothing."""
        question, level, capacity = self._question, self._levels[-1], self._capacity
        settings = settings_for(question.rules, self._moments, len(level))
        settings[machine.FROM], settings[machine.TO] = first, last
        while True:
            pool = new_pool(capacity)
            follow(level, settings, pool, items=question.items)
            if not pool.counters[machine.FULL]:
                return _found(pool.rows[: int(pool.counters[machine.KEPT])], question), capacity
            capacity *= 2

    def _meet(self, won: Ints) -> None:
        """Takes note of the win with most points."""
        if len(won) and won[:, machine.POINTS].max() > self.best:
            self.won = won[won[:, machine.POINTS].argmax()].copy()
            self.best = int(self.won[machine.POINTS])
            self._level_of_parent = len(self._levels) - 1

    def _gather(self, found: _Found) -> None:
        """Puts what was found into the next level, which is made larger as long as it runs full."""
        self._next.counters[exact_pool.MET] = 0
        while True:
            exact_pool.gather(found.rows, found.tops, self.best, *self._next)
            if not self._next.counters[exact_pool.FULL]:
                return
            self._next = _roomier(self._next)

    def _adapt(self, seconds: float) -> None:
        if seconds < QUICK:
            self.chunk = min(CHUNK, 2 * self.chunk)
        elif seconds > 4 * QUICK:
            self.chunk = max(1, self.chunk // 2)

    def _end_level(self) -> None:
        rows = self._next.rows[: int(self._next.counters[exact_pool.KEPT])]
        rows = rows[rows[:, machine.RANK] > self.best]
        if self._width is not None and len(rows) > self._width:
            # A ceiling promises about twice what comes of it, so half of it counts.
            promise = rows[:, machine.RANK] + rows[:, machine.POINTS]
            rows = rows[np.sort(np.argsort(-promise, kind="stable")[: self._width])]
        self._levels.append(rows.copy())
        self._done, self._next = 0, _room(ROOM)


@dataclass(frozen=True, slots=True)
class _Found:
    """What follows from some rows: won games, and the beginnings of turns with the most that they may come to."""

    won: Ints
    rows: Ints
    tops: Ints


def _found(rows: Ints, question: Question) -> _Found:
    won = are_won(rows)
    open_rows = rows[~won]
    return _Found(rows[won], open_rows, question.tops(open_rows))


def _halves(first: int, last: int) -> Sequence[tuple[int, int]]:
    middle = (first + last + 1) // 2
    return [(one, other) for one, other in ((first, middle), (middle, last)) if one < other]


def _room(capacity: int) -> Pool:
    """An empty pool for so many positions, to be gathered in."""
    slots = np.zeros(1 << (2 * capacity).bit_length(), np.int64)
    return Pool(np.zeros((capacity, machine.ROW), np.int64), slots, np.zeros(exact_pool.COUNTERS, np.int64))


def _roomier(pool: Pool) -> Pool:
    """The same positions in four times the room."""
    larger = _room(4 * len(pool.rows))
    kept = int(pool.counters[exact_pool.KEPT])
    larger.rows[:kept] = pool.rows[:kept]
    larger.counters[:] = pool.counters
    larger.counters[exact_pool.FULL] = 0
    exact_pool.noted(larger.rows, larger.slots, kept)
    return larger
