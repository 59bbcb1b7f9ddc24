"""Looking for a win with the kernel: beams over whole turns, each round wider, until one meets a won game.

A beam that finds nothing says nothing. What it finds is played again through the rules before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from time import monotonic
from typing import Final

import numpy as np

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.position import evolve
from tabi.solvers.kernel import machine
from tabi.solvers.kernel.lines import line_through
from tabi.solvers.kernel.machine import Ints
from tabi.solvers.kernel.packing import are_won, is_in_reach, rules_word, state_at, supports, unpacked
from tabi.solvers.kernel.turns import NO_LIMIT, Moments, Pool, follow, has_items, level_of, new_pool, settings_for
from tabi.solvers.outlook import HOPELESS_TURNS, needs
from tabi.solvers.verdict import Budget, Line
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.rulings import SolitaireRulings

FIRST_WIDTH: Final = 50
GROWTH: Final = 4
WIDEST: Final = 51_200
ROUNDS: Final = 12
"""After so many rounds the search gives up; the last ones differ by their chance only."""
HURRIED: Final = 4
"""So many pairs of beams that differ by their chance look for a win by a last turn in each round."""
CHUNK: Final = 64
CHUNK_OF_MANY: Final = 8
"""Positions that the kernel follows in one call, fewer where a turn of one may have very many ends.

Between calls the budget is looked at.
"""
ITEMS_ALLOWANCE: Final = 3
"""How far below the bound, which knows no items, a position may lie while items may be used."""
ITEMS_DIVISOR: Final = 4
FREE_DIVISOR: Final = 16
"""Turns with items, and with letters at any moment, are so many times as large or more: their beams are narrower."""
DEFAULT_BUDGET: Final = Budget()


class Meter:
    """What a search has spent of its budget; the one value of a search that changes."""

    def __init__(self, budget: Budget) -> None:
        self.nodes = 0
        self._budget = budget
        self._began = monotonic()

    def allowance(self, wanted: int) -> int:
        """How many more positions may be followed now, at most `wanted`; 0 when the budget is spent."""
        seconds, nodes = self._budget.seconds, self._budget.nodes
        if seconds is not None and monotonic() - self._began >= seconds:
            return 0
        return wanted if nodes is None else min(wanted, nodes - self.nodes)


@dataclass(frozen=True, slots=True)
class Beam:
    """One beam: its width, the moments of letters and items, whether items are tried at all, and its chance.

    With `last_turn` it looks only for wins by that turn. `leaves_out` are the uses of letters that it does not try.
    """

    width: int
    moments: Moments
    items: bool
    seed: int
    last_turn: int | None = None
    leaves_out: int = 0


class Following:
    """A beam under way: its levels so far, one for each turn, and whether it has come to its end."""

    def __init__(self, start: Position, rulings: SolitaireRulings, beam: Beam) -> None:
        self.beam = beam
        self.won: machine.State | None = None
        self._start = start
        self._rules = rules_word(start.bay_road_day, rulings) | beam.leaves_out
        self._levels = [level_of(start if beam.items else evolve(start, ready=(), used=()))]
        self._pool = self._new_pool()
        self._parent = 0

    @property
    def is_over(self) -> bool:
        """Whether a win was met, or nothing is left to follow."""
        return self.won is not None or not len(self._levels[-1])

    def advance(self, most: int, is_stopped: Callable[[], bool] = lambda: False) -> int:
        """Follows up to `most` positions, fewer at the end or when it is stopped; returns how many."""
        followed, few = 0, self.beam.moments is Moments.SENSIBLE and not self.beam.items
        while followed < most and not self.is_over and not is_stopped():
            followed += self._advance(min(most - followed, CHUNK if few else CHUNK_OF_MANY))
        return followed

    def ends(self) -> Iterator[Position]:
        """The ends of turns on the way to the win, or without one to the position with most letters.

        Items that the beam left alone are as at the start.
        """
        states = self._way(self.won, self._parent, len(self._levels)) if self.won else self._best()
        for state in states:
            end = unpacked(state, self._start)
            yield end if self.beam.items else evolve(end, ready=self._start.ready, used=self._start.used)

    def letters(self) -> int:
        """The most letters won in a position of the last level that is not empty."""
        return int(_letters(self._last()).max())

    def _advance(self, most: int) -> int:
        level, counters = self._levels[-1], self._pool.counters
        done = int(counters[machine.DONE])
        follow(level, self._settings(done, min(len(level), done + most)), self._pool, items=self.beam.items)
        followed = int(counters[machine.DONE]) - done
        if counters[machine.WINS] or counters[machine.DONE] == len(level):
            self._end_level()
        return followed

    def _settings(self, first: int, last: int) -> Ints:
        beam, turn = self.beam, self._start.turn + len(self._levels) - 1
        settings = settings_for(
            self._rules,
            beam.moments,
            len(self._levels[-1]),
            width=beam.width,
            allowed=ITEMS_ALLOWANCE if beam.items else 0,
            turns=NO_LIMIT if beam.last_turn is None else max(0, beam.last_turn - turn),
            seed=beam.seed * 64 + len(self._levels) - 1,
        )
        settings[machine.FROM], settings[machine.TO] = first, last
        return settings

    def _end_level(self) -> None:
        """Takes up the next level, or the won game with most points (of several the first)."""
        kept = self._pool.rows[: int(self._pool.counters[machine.KEPT])].copy()
        if self._pool.counters[machine.WINS]:
            wins = kept[are_won(kept)]
            row = int(wins[:, machine.POINTS].argmax())
            self.won, self._parent = state_at(wins, row), int(wins[row, machine.PARENT])
            return
        self._levels.append(kept)
        self._pool = self._new_pool()

    def _new_pool(self) -> Pool:
        return new_pool(4 * self.beam.width + machine.ROOM)

    def _last(self) -> Ints:
        return self._levels[-1] if len(self._levels[-1]) else self._levels[-2]

    def _best(self) -> tuple[machine.State, ...]:
        level, depth = self._last(), len(self._levels) - (not len(self._levels[-1]))
        if depth == 1:
            return ()
        row = int(_letters(level).argmax())
        return self._way(state_at(level, row), int(level[row, machine.PARENT]), depth - 1)

    def _way(self, last: machine.State, parent: int, depth: int) -> tuple[machine.State, ...]:
        """The states from the first level, which is left out, to the last one, whose parent is in level `depth`."""
        way = [last]
        for level in reversed(self._levels[1:depth]):
            way.append(state_at(level, parent))
            parent = int(level[parent, machine.PARENT])
        return tuple(reversed(way))


def _letters(level: Ints) -> Ints:
    """How many letters are won in each row."""
    resolved: Ints = level[:, machine.TABLE, None] >> machine.RESOLVED_AT + np.arange(len(Suit)) & 1
    letters: Ints = resolved.sum(axis=1)
    return letters


def can_search(start: Position, rulings: SolitaireRulings) -> bool:
    """Whether the kernel can look for a win here; if not, the rules themselves have to be searched."""
    return supports(rulings) and is_in_reach(start)


def kernel_win(
    start: Position, rulings: SolitaireRulings, budget: Budget = DEFAULT_BUDGET, meter: Meter | None = None
) -> Line | None:
    """A line that wins, turn by turn, or None when none was found: within the budget, or with the widest beams.

    None says nothing about the game. The same question with a limit of nodes and none of seconds gets the same answer.
    `meter`, if given, counts the positions followed (its own budget holds then). Raises `ValueError` where
    `can_search` says no.
    """
    meter = meter or Meter(budget)
    for beam in chain.from_iterable(chain.from_iterable(winning_pairs(start, number) for number in range(ROUNDS))):
        beaming = Following(start, rulings, beam)
        while not beaming.is_over:
            allowed = meter.allowance(CHUNK)
            if allowed <= 0:
                return None
            meter.nodes += beaming.advance(allowed)
        if beaming.won:
            return line_through(start, beaming.ends(), rulings)
    return None


# Which beams are tried, in pairs that may run side by side

Pair = tuple[Beam, ...]


def winning_pairs(start: Position, number: int) -> Iterator[Pair]:
    """The beams of a round that look for any win: in a hurry first, then with all the turns there are."""
    tight = needs(start).turns
    if tight < HOPELESS_TURNS:
        yield from hurried_pairs(start, number, start.turn - 1 + tight, slower=1)
    yield from patient_pairs(start, number)


def patient_pairs(start: Position, number: int) -> Iterator[Pair]:
    """Beams without a last turn; letters at any moment from the second round on, where no items multiply them."""
    width = min(FIRST_WIDTH * GROWTH**number, WIDEST)
    for items in _with_items(start):
        wide = max(FIRST_WIDTH, width // ITEMS_DIVISOR) if items else width
        sensible = Beam(wide, Moments.SENSIBLE, items, seed=number)
        free = Beam(max(FIRST_WIDTH, wide // FREE_DIVISOR), Moments.FREE, items, seed=number)
        yield (sensible, free) if number and not items else (sensible,)


def hurried_pairs(start: Position, number: int, last_turn: int, slower: int = 0) -> Iterator[Pair]:
    """Beams for a win by a last turn, or for the second of each pair `slower` turns later."""
    width = min(FIRST_WIDTH * GROWTH**number, WIDEST)
    for items in _with_items(start):
        wide = max(FIRST_WIDTH, width // ITEMS_DIVISOR) if items else width
        for pair in range(HURRIED):
            seed = (number * HURRIED + pair) * 2
            yield (
                Beam(wide, Moments.SENSIBLE, items, seed, last_turn),
                Beam(wide, Moments.SENSIBLE, items, seed + 1, last_turn + slower),
            )
        if number and not items:
            free = max(FIRST_WIDTH, wide // FREE_DIVISOR)
            yield tuple(Beam(free, Moments.FREE, items, number * 2 + one, last_turn) for one in range(2))


def _with_items(start: Position) -> tuple[bool, ...]:
    """Beams without items first, so that having some costs no wins.

    A game in which an item has been used is searched with items only: a green effect makes it ready unasked.
    """
    if not has_items(start):
        return (False,)
    return (True,) if start.used else (False, True)
