"""Counting of best sequences: how many points, and how many sequences of so many places gain them. Knows no rule."""

from __future__ import annotations

from itertools import zip_longest
from math import comb
from typing import NamedTuple


class Tally(NamedTuple):
    """The most points that can be gained, and for every number of places how many sequences of them gain that."""

    points: int
    numbers: tuple[int, ...]

    @property
    def ties(self) -> int:
        """How many sequences gain the most points."""
        return sum(self.numbers)


NOTHING_DEFINED = Tally(0, (1,))
"""One sequence, without a place, for no points."""
NO_PLACE = Tally(0, (0,))
"""No sequence at all."""


def one_place(points: int, number: int) -> Tally:
    """So many ways to gain points with one place."""
    return Tally(points, (0, number))


def better(one: Tally, other: Tally) -> Tally:
    """What either of two tallies allows, when no sequence is in both.

    >>> better(Tally(3, (0, 2)), Tally(3, (1,)))
    Tally(points=3, numbers=(1, 2))
    """
    if one.points != other.points:
        return max(one, other, key=lambda tally: tally.points)
    numbers = zip_longest(one.numbers, other.numbers, fillvalue=0)
    return Tally(one.points, tuple(mine + yours for mine, yours in numbers))


def followed(points: int, number: int, rest: Tally) -> Tally:
    """One place more, before the others, which gains so many points in so many ways."""
    return Tally(points + rest.points, (0, *(number * times for times in rest.numbers)))


def interleaved(one: Tally, other: Tally) -> Tally:
    """Both sequences in one, in any order of the two, each keeping its own order.

    >>> interleaved(Tally(2, (0, 1)), Tally(4, (0, 3)))          # three pairs, each in two orders
    Tally(points=6, numbers=(0, 0, 6))
    """
    numbers = [0] * (len(one.numbers) + len(other.numbers) - 1)
    for mine, times in enumerate(one.numbers):
        for yours, more in enumerate(other.numbers):
            numbers[mine + yours] += times * more * comb(mine + yours, mine)
    return Tally(one.points + other.points, tuple(numbers))
