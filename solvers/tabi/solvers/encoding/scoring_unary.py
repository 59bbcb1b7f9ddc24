"""Numbers in unary, bounded from below: how many at least, by literals; and their sums."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from tabi.solvers.encoding.cnf import Cnf


class AtLeast(NamedTuple):
    """A number that is at least `low`, and at least a value where the literal beside it holds.

    The values rise, all above `low`; a literal implies the one before.
    """

    low: int
    steps: tuple[tuple[int, int], ...]

    @property
    def high(self) -> int:
        """The greatest value of which anything can be said."""
        return self.steps[-1][0] if self.steps else self.low

    def reaching(self, value: int) -> int | None:
        """The literal that says that the number is at least `value`, for a value above `low`; None if none can."""
        return next((literal for step, literal in self.steps if step >= value), None)

    def capped(self, most: int | None) -> AtLeast:
        """The same where nothing above `most` is told apart from it."""
        if most is None or self.high <= most:
            return self
        below = tuple(step for step in self.steps if step[0] < most)
        at_most = self.reaching(most)
        return AtLeast(self.low, (*below, *([] if at_most is None else [(most, at_most)])))


def number_of(cnf: Cnf, low: int, values: Sequence[int]) -> AtLeast:
    """A new number, with these values above `low`."""
    steps = tuple((value, cnf.bit()) for value in values)
    for (_, smaller), (_, greater) in pairwise(steps):
        cnf.add(-greater, smaller)
    return AtLeast(low, steps)


def added(cnf: Cnf, one: AtLeast, other: AtLeast, most: int | None = None) -> AtLeast:
    """The sum of two numbers; what is more than `most` counts as `most`.

    For each value of either: where neither goes beyond its own, the sum goes beyond theirs no more.
    """
    if not one.steps or not other.steps:
        moved = one.low if not one.steps else other.low
        steps = other.steps if not one.steps else one.steps
        return AtLeast(one.low + other.low, tuple((value + moved, literal) for value, literal in steps)).capped(most)
    low = one.low + other.low
    lefts, rights = (_levels(number) for number in (one, other))
    sums = {value + more for value, _ in lefts for more, _ in rights} - {low}
    values = sorted({value if most is None else min(value, most) for value in sums})
    total = number_of(cnf, low, values)
    for value, beyond in lefts:
        for more, further in rights:
            too_much = total.reaching(value + more + 1)
            if too_much is not None and (most is None or value + more < most):
                cnf.add(-too_much, *beyond, *further)
    return total


def _levels(number: AtLeast) -> list[tuple[int, tuple[int, ...]]]:
    """Each value that a number may have, and the literal that it has more, if it may."""
    values = [number.low, *(value for value, _ in number.steps)]
    literals = [*((literal,) for _, literal in number.steps), ()]
    return list(zip(values, literals, strict=True))
