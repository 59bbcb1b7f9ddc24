"""Looking for a win with the kernel: beams over whole turns, each round wider, until one meets a won game.

A beam that finds nothing says nothing. What it finds is played again through the rules before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from time import monotonic
from typing import Final

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.position import evolve
from tabi.solvers.kernel import machine
from tabi.solvers.kernel.lines import line_through
from tabi.solvers.kernel.machine import Ints
from tabi.solvers.kernel.packing import is_in_reach, rules_word, supports, unpacked
from tabi.solvers.kernel.turns import Moments, Pool, follow, has_items, level_of, new_pool, settings_for
from tabi.solvers.verdict import Budget, Line
from tabi.spec.solitaire.rulings import SolitaireRulings

FIRST_WIDTH: Final = 50
GROWTH: Final = 4
WIDEST: Final = 51_200
ROUNDS: Final = 12
"""After so many rounds the search gives up; the last ones differ by their chance only."""
CHUNK: Final = 128
"""Positions that the kernel follows in one call; between calls the budget is looked at."""
ITEMS_ALLOWANCE: Final = 3
"""How far below the bound, which knows no items, a position may lie while items may be used."""
ITEMS_DIVISOR: Final = 4
"""Turns with items are so many times as large or more, so their beams are narrower."""
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
    """One beam: its width, the moments of letters and items, whether items are tried at all, and its chance."""

    width: int
    moments: Moments
    items: bool
    seed: int


@dataclass(frozen=True, slots=True)
class Found:
    """The rows of the positions that lead to a won game, one for each turn's end."""

    rows: tuple[machine.State, ...]


class Spent(Exception):
    """The budget is used up."""


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
    try:
        for beam in beams_for(start):
            found = _follow(start, rulings, beam, meter)
            if found is not None:
                return line_through(start, _ends(start, beam, found), rulings)
    except Spent:
        return None
    return None


def beams_for(start: Position) -> Iterator[Beam]:
    """The beams of the rounds: without items first, so that having some costs no wins; free letters from round two on.

    A game in which an item has been used is searched with items only: a green effect makes it ready unasked.
    """
    for number in range(ROUNDS):
        width = min(FIRST_WIDTH * GROWTH**number, WIDEST)
        every = (Moments.SENSIBLE, Moments.FREE) if number else (Moments.SENSIBLE,)
        for moments in every:
            if not start.used:
                yield Beam(width, moments, items=False, seed=number)
            if has_items(start):
                yield Beam(max(FIRST_WIDTH, width // ITEMS_DIVISOR), moments, items=True, seed=number)


def _follow(start: Position, rulings: SolitaireRulings, beam: Beam, meter: Meter) -> Found | None:
    """Lets one beam run to its end; what it found."""
    rules = rules_word(start.bay_road_day, rulings)
    levels = [level_of(start if beam.items else evolve(start, ready=(), used=()))]
    for turn in count():
        level = levels[-1]
        if not len(level):
            return None
        allowed = ITEMS_ALLOWANCE if beam.items else 0
        settings = settings_for(
            rules, beam.moments, len(level), width=beam.width, allowed=allowed, seed=beam.seed * 64 + turn
        )
        pool = new_pool(4 * beam.width + machine.ROOM)
        _follow_level(level, settings, pool, beam, meter)
        kept = pool.rows[: int(pool.counters[machine.KEPT])]
        if pool.counters[machine.WINS]:
            return _traced(levels, kept)
        levels.append(kept.copy())
    return None


def _follow_level(level: Ints, settings: Ints, pool: Pool, beam: Beam, meter: Meter) -> None:
    """Follows a level in chunks, up to its end or to a win; raises `Spent`."""
    done = 0
    while done < len(level) and not pool.counters[machine.WINS]:
        chunk = meter.allowance(min(CHUNK, len(level) - done))
        if chunk <= 0:
            raise Spent
        settings[machine.FROM], settings[machine.TO] = done, done + chunk
        follow(level, settings, pool, items=beam.items)
        meter.nodes += int(pool.counters[machine.DONE]) - done
        done = int(pool.counters[machine.DONE])


def _traced(levels: list[Ints], kept: Ints) -> Found:
    """The way to the won game with most points (of several the first) among the rows kept."""
    states = [machine.load(kept, row) for row in range(len(kept))]
    won = [row for row, state in enumerate(states) if machine.phase_of(state) == machine.WON]
    row = max(won, key=lambda one: states[one].points)
    way = [states[row]]
    parent = int(kept[row, machine.PARENT])
    for level in reversed(levels[1:]):
        way.append(machine.load(level, parent))
        parent = int(level[parent, machine.PARENT])
    return Found(tuple(reversed(way)))


def _ends(start: Position, beam: Beam, found: Found) -> Iterator[Position]:
    """The ends of the turns as positions; items that the beam left alone are as at the start."""
    for state in found.rows:
        end = unpacked(state, start)
        yield end if beam.items else evolve(end, ready=start.ready, used=start.used)
