"""One beam for points: from a position, or from an end of turn on a line that is known, to the best win that it meets.

What it finds is the kernel's opinion; nobody sees it before it has been played through the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.position import evolve
from tabi.solvers.kernel import machine
from tabi.solvers.kernel.machine import Ints, State
from tabi.solvers.kernel.packing import are_won, rules_word, state_at, unpacked, write_state
from tabi.solvers.kernel.turns import Moments, Pool, follow, has_items, level_of, new_pool, settings_for
from tabi.solvers.kernel.win import CHUNK, CHUNK_OF_MANY, ITEMS_ALLOWANCE
from tabi.solvers.points.search_weights import clock_of, factors_of, set_weights
from tabi.spec.solitaire.rulings import SolitaireRulings

Way = tuple[State, ...]
"""The ends of the turns of a line, as the kernel has them, to a won game."""
ITEM_BITS: Final = machine.ITEMS << machine.READY_AT | machine.ITEMS << machine.USED_AT


class Found(NamedTuple):
    """A won game that the kernel has met."""

    points: int
    way: Way


@dataclass(frozen=True, slots=True)
class Plan:
    """A beam: its width and moments, whether items are tried, and its chance.

    `spread` is how much its weights are varied, `chance` how many thousandths of a point chance may add to a position.
    `share` is how many thousandths of the width go at most to positions of one company (the same hand, length of the
    deck, suits won and letters) while there are others; with 0 it is not limited. It begins after the turns of `kept`.
    `leaves_out` are the uses of letters that it does not try.
    """

    width: int
    seed: int
    items: bool
    spread: float = 0.0
    chance: int = 5_000
    share: int = 7
    moments: Moments = Moments.FOR_POINTS
    kept: Way = ()
    leaves_out: int = 0


class Sweep:
    """A beam for points under way: its levels so far, and the best win that it has met."""

    def __init__(self, start: Position, rulings: SolitaireRulings, plan: Plan) -> None:
        self.plan = plan
        self.best: Found | None = None
        self.is_whole = True
        self._rules = rules_word(start.bay_road_day, rulings) | plan.leaves_out
        self._own_items = level_of(start)[0, machine.TABLE] & ITEM_BITS
        self._clock = clock_of(start) + len(plan.kept)
        self._factors = factors_of(plan.spread, plan.seed)
        self._levels = [_first_level(start, plan)]
        self._settings = self._new_settings()
        self._pool = self._new_pool()

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to follow."""
        return not len(self._levels[-1])

    def advance(self, most: int, is_stopped: Callable[[], bool] = lambda: False) -> int:
        """Follows up to `most` positions, fewer at the end or when it is stopped; returns how many."""
        followed, chunk = 0, CHUNK_OF_MANY if self.plan.items or self.plan.moments is Moments.COMPLETE else CHUNK
        while followed < most and not self.is_over and not is_stopped():
            followed += self._advance(min(most - followed, chunk))
        return followed

    def _advance(self, most: int) -> int:
        level, counters = self._levels[-1], self._pool.counters
        done = int(counters[machine.DONE])
        self._settings[machine.FROM], self._settings[machine.TO] = done, min(len(level), done + most)
        follow(level, self._settings, self._pool, items=self.plan.items)
        followed = int(counters[machine.DONE]) - done
        if counters[machine.DONE] == len(level):
            self._end_level()
        return followed

    def _new_settings(self) -> Ints:
        """The settings of the last level but for the rows to follow; made once, for the weights take time."""
        plan, depth = self.plan, len(self._levels)
        allowed, seed = ITEMS_ALLOWANCE if plan.items else 0, plan.seed * 64 + depth
        size = len(self._levels[-1])
        settings = settings_for(self._rules, plan.moments, size, width=plan.width, allowed=allowed, seed=seed)
        set_weights(settings, self._clock + depth, self._factors, plan.chance)
        settings[machine.QUOTA] = max(1, round(plan.width * plan.share / 1_000)) if plan.share else 0
        return settings

    def _end_level(self) -> None:
        """Takes up the next level; of its won games the best one is remembered if it is better than those before."""
        kept = self._pool.rows[: int(self._pool.counters[machine.KEPT])]
        won = are_won(kept)
        if won.any():
            wins = kept[won]
            row = int(wins[:, machine.POINTS].argmax())
            self._meet(state_at(wins, row), int(wins[row, machine.PARENT]))
        self.is_whole = self.is_whole and len(kept) < self.plan.width
        self._levels.append(kept[~won])
        self._settings = self._new_settings()
        self._pool = self._new_pool()

    def _meet(self, won: State, parent: int) -> None:
        if self.best is None or won.points > self.best.points:
            way = (*self.plan.kept, *self._way(won, parent))
            own = 0 if self.plan.items else int(self._own_items)
            self.best = Found(won.points, tuple(end._replace(table=end.table | own) for end in way))

    def _way(self, won: State, parent: int) -> Iterator[State]:
        """The states from the first level, which is left out, to the won one, whose parent is in the last level."""
        way = [won]
        for level in reversed(self._levels[1:]):
            way.append(state_at(level, parent))
            parent = int(level[parent, machine.PARENT])
        return reversed(way)

    def _new_pool(self) -> Pool:
        return new_pool(4 * self.plan.width + machine.ROOM)


def _first_level(start: Position, plan: Plan) -> Ints:
    level = level_of(start if plan.items else evolve(start, ready=(), used=()))
    if plan.kept:
        write_state(level, 0, plan.kept[-1])
        level[0, machine.TABLE] &= -1 if plan.items else ~ITEM_BITS
    return level


def ends_of(way: Way, start: Position) -> Iterator[Position]:
    """The ends of turns of a way as positions."""
    return (unpacked(state, start) for state in way)


def may_go_without_items(start: Position) -> bool:
    """Whether a beam may leave the items alone: not where one is used, since a green effect makes it ready unasked."""
    return not (has_items(start) and start.used)
