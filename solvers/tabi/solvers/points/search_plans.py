"""Which beams are tried one after the other for points, in pairs that may run side by side."""

from __future__ import annotations

from random import Random
from typing import Final

from tabi.rules.solitaire import Position
from tabi.solvers.kernel.turns import Moments, has_items
from tabi.solvers.points.search_beams import Found, Plan, may_go_without_items

FIRST_WIDTHS: Final = (50, 200, 600, 2_400)
"""The first pairs begin anew with beams of these widths, with the weights as they were tuned."""
FIRST_WITH_ITEMS: Final = 3
"""With items only so many of them: turns with some items have so many ends that a wider beam takes minutes."""
WIDTH: Final = 1_200
WIDEST: Final = 20_000
TAILS: Final = 4
"""Pairs that take up known lines again, for each pair that begins anew; these together are a cycle."""
GROWN: Final = 9_600
"""In each cycle beams are twice as wide as in the one before, up to this: narrow ones soon find nothing new."""
SPREAD: Final = 0.25
"""How much weights are varied."""
WIDER: Final = 4
"""A known line is taken up with at most so many times the width of the cycle."""
ITEMS_DIVISOR: Final = 4
"""Turns with items have so many times as many ends: their beams are narrower."""
LEAST_WIDTH: Final = 20
ELITE: Final = 6
"""So many lines are remembered, to be taken up again."""
LAST_TURNS: Final = 3
"""A line is taken up again at least so many turns before its end."""
EXHAUSTIVE: Final = 5_000
"""The width of a beam with every moment, tried where the others saw all that there is."""
SEEDS: Final = 100_000


def plans_for(
    start: Position, number: int, seed: int, elite: tuple[Found, ...], is_whole: bool = False
) -> tuple[Plan, ...]:
    """The beams of the pair `number`, from 0 on. `is_whole` says that the pair before left nothing out in its scope."""
    first = (seed * SEEDS + number) * 2
    if is_whole:
        return (Plan(EXHAUSTIVE, first, has_items(start), moments=Moments.COMPLETE),)
    firsts = FIRST_WIDTHS[:FIRST_WITH_ITEMS] if has_items(start) else FIRST_WIDTHS
    if number < len(firsts) or not elite:
        width = min(firsts[min(number, len(firsts) - 1)] << max(0, number - len(firsts) + 1), WIDEST)
        spread = SPREAD if number >= len(firsts) else 0.0
        return tuple(_anew(start, width, first + one, spread, bare=number + one == 0) for one in range(2))
    cycle, place = divmod(number - len(firsts), TAILS + 1)
    width = min(WIDTH << cycle, GROWN)
    if place == TAILS:
        return tuple(_anew(start, width, first + one, SPREAD) for one in range(2))
    return tuple(_tail(start, width, first + one, elite) for one in range(2))


def _anew(start: Position, width: int, seed: int, spread: float, *, bare: bool = False) -> Plan:
    """A beam from the start; a bare one leaves items alone where it may."""
    items = has_items(start) and not (bare and may_go_without_items(start))
    return Plan(max(LEAST_WIDTH, width // ITEMS_DIVISOR) if items else width, seed, items, spread)


def _tail(start: Position, width: int, seed: int, elite: tuple[Found, ...]) -> Plan:
    """A beam from the middle of a known line, the better ones being likelier; the later, the wider than `width`."""
    chance = Random(seed)
    way = elite[min(chance.randrange(len(elite)), chance.randrange(len(elite)))].way
    kept = chance.randrange(1, max(2, len(way) - LAST_TURNS + 1))
    width = min(WIDER * width, width * len(way) // max(1, len(way) - kept))
    items = has_items(start)
    width = max(LEAST_WIDTH, width // ITEMS_DIVISOR) if items else width
    return Plan(width, seed, items, SPREAD, kept=way[:kept])


def remembered(elite: tuple[Found, ...], found: Found | None) -> tuple[Found, ...]:
    """The best lines with another one among them, most points first; of equal points the later ones first."""
    if found is None:
        return elite
    others = [one for one in elite if one.way != found.way]
    return tuple(sorted([found, *others], key=lambda one: -one.points)[:ELITE])
