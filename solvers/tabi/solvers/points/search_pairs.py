"""Most points over all pairs of items: the pairs share a run, and those that have most points get ever more of it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, count
from typing import Final

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.position import evolve
from tabi.solvers.points.search import NO_WIN, Better, searching
from tabi.solvers.run import Run
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import SolitaireRulings

Pair = tuple[Item, Item]
PAIRS: Final[tuple[Pair, ...]] = tuple(combinations(Item, 2))
FIRST_SHARE: Final = 600
"""Positions that each of the pairs may look at in the first stage."""
STAGES: Final = 4
"""In each stage but the first half as many pairs go on, with twice as many positions each; then it begins anew."""


@dataclass(frozen=True, slots=True)
class Tried:
    """The best win that is known with a pair of items, or None without one. More points may be possible."""

    items: Pair
    better: Better | None = None

    @property
    def points(self) -> int:
        """The points of the win, below those of every game if there is none."""
        return NO_WIN if self.better is None else self.better.points


Table = tuple[Tried, ...]
Searches = dict[Pair, Generator[Better | None, None, None]]
"""The searches that have not ended, by their items."""


def best_pairs(start: Position, rulings: SolitaireRulings, run: Run, seed: int = 0) -> Iterator[Table]:
    """Tables of all 15 pairs, most points first, each with one better line than the table before.

    `start` is a position of a game without items, into which they are put ready. Raises as `improving`, and
    `ValueError` where there are items already.
    """
    if start.ready or start.used:
        raise ValueError("There are items in the position already; pairs are tried where there are none.")
    table = tuple(Tried(pair) for pair in PAIRS)
    searches = {pair: searching(evolve(start, ready=pair), rulings, run, seed) for pair in PAIRS}
    try:
        for stage in count():
            for pair in _going_on(table, searches, stage):
                for better in _shared(searches, pair, run, FIRST_SHARE << stage):
                    table = ranked([*(one for one in table if one.items != pair), Tried(pair, better)])
                    yield table
            if not searches:
                return
    finally:
        for search in searches.values():
            search.close()


def ranked(tried: Iterable[Tried]) -> Table:
    """The pairs, most points first; of equal points in the order of the items."""
    return tuple(sorted(tried, key=lambda one: (-one.points, PAIRS.index(one.items))))


def _going_on(table: Table, searches: Searches, stage: int) -> list[Pair]:
    """The pairs of a stage: of those whose search has not ended the best ones, in the order of the table."""
    left = [one.items for one in table if one.items in searches]
    return left[: max(1, len(PAIRS) + 1 >> stage % STAGES)]


def _shared(searches: Searches, pair: Pair, run: Run, share: int) -> Iterator[Better]:
    """Better lines of one pair within its share of positions; a search that has ended is taken out."""
    last = run.nodes + share
    while run.nodes < last:
        try:
            better = next(searches[pair])
        except StopIteration:
            del searches[pair]
            return
        if better is not None:
            yield better
