"""A formula in conjunctive normal form while it is built: variables, clauses, and the few shapes that a game needs.

Literals are integers as DIMACS writes them: a variable, or minus it for its negation. This module knows no game. A
formula is built in one order only, so equal questions give equal text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

Bits = tuple[int, ...]
"""Variables in a row; where the row is one-hot exactly one of them is true."""

PAIRWISE = 7
"""Up to this length a row is kept to one true variable pair by pair, beyond it by rows and columns of a grid."""


class Cnf:
    """Variables (numbered from 1) and clauses; grows by its methods and by nothing else."""

    def __init__(self) -> None:
        self.variables = 0
        self.clauses: list[tuple[int, ...]] = []

    def bit(self) -> int:
        """A new variable."""
        self.variables += 1
        return self.variables

    def bits(self, count: int) -> Bits:
        """New variables in a row."""
        return tuple(self.bit() for _ in range(count))

    def add(self, *literals: int) -> None:
        """One clause: at least one of the literals holds."""
        self.clauses.append(literals)

    def when(self, conditions: Iterable[int], *consequence: int) -> None:
        """If all conditions hold, at least one of the consequence does; without consequence they cannot all hold."""
        self.clauses.append((*(-one for one in conditions), *consequence))

    def at_most_one(self, row: Sequence[int]) -> None:
        """No two of the row hold."""
        if len(row) <= PAIRWISE:
            for one, other in combinations(row, 2):
                self.add(-one, -other)
            return
        width = max(2, round(len(row) ** 0.5))
        lines = self.bits(-(-len(row) // width))
        stacks = self.bits(width)
        for place, one in enumerate(row):
            self.add(-one, lines[place // width])
            self.add(-one, stacks[place % width])
        self.at_most_one(lines)
        self.at_most_one(stacks)

    def one_hot(self, count: int) -> Bits:
        """New variables of which exactly one holds."""
        row = self.bits(count)
        self.exactly_one(row)
        return row

    def exactly_one(self, row: Sequence[int]) -> None:
        """One of the row holds and no other."""
        self.add(*row)
        self.at_most_one(row)

    def one_if(self, condition: int, row: Sequence[int]) -> None:
        """Exactly one of the row holds if the condition does, and none if it does not."""
        self.when([condition], *row)
        for one in row:
            self.add(-one, condition)
        self.at_most_one(row)

    def same(self, conditions: Sequence[int], row: Sequence[int], other: Sequence[int]) -> None:
        """Under the conditions both rows are equal, variable by variable."""
        for one, two in zip(row, other, strict=True):
            self.when(conditions, -one, two)
            self.when(conditions, one, -two)

    def any_of(self, literals: Sequence[int]) -> int:
        """A new variable that holds exactly if one of the literals does."""
        some = self.bit()
        self.add(-some, *literals)
        for one in literals:
            self.add(-one, some)
        return some

    def all_of(self, literals: Sequence[int]) -> int:
        """A new variable that holds exactly if all literals do."""
        return -self.any_of([-one for one in literals])

    def none_of(self, conditions: Sequence[int], row: Iterable[int]) -> None:
        """Under the conditions nothing of the row holds."""
        for one in row:
            self.when(conditions, -one)

    def relation(
        self, conditions: Sequence[int], before: Sequence[int], after: Sequence[int], images: Sequence[Iterable[int]]
    ) -> None:
        """Under the conditions `after` is one of the images of `before`; both rows are one-hot.

        The clauses that look back from an image to its origins follow from the others; they let a solver prune.
        """
        origins: dict[int, list[int]] = {index: [] for index in range(len(after))}
        for origin, targets in enumerate(images):
            chosen = sorted(targets)
            self.when([*conditions, before[origin]], *(after[target] for target in chosen))
            for target in chosen:
                origins[target].append(origin)
        for target, sources in origins.items():
            self.when([*conditions, after[target]], *(before[source] for source in sources))

    def spent(self, left: Bits, uses: Iterable[int], exact: Sequence[int] = ()) -> Bits:
        """What is left of a unary counter (`left[i]`: more than i are there) when each true use has taken one.

        What is left may be less than that (whoever has a letter can waste it), but not if there are literals `exact`
        and all of them hold.
        """
        for use in uses:
            fewer = self.bits(len(left))
            self.add(-use, left[0])
            for index, one in enumerate(fewer):
                self.add(-one, left[index])
                self.when([use, one], *left[index + 1 : index + 2])
                if exact:
                    self.when([*exact, -use, left[index]], one)
                    for more in left[index + 1 : index + 2]:
                        self.when([*exact, use, more], one)
            left = fewer
        return left

    def dimacs(self) -> str:
        """The formula as DIMACS text."""
        body = "".join(" ".join(map(str, clause)) + " 0\n" for clause in self.clauses)
        return f"p cnf {self.variables} {len(self.clauses)}\n{body}"


def is_true(model: Callable[[int], bool], literal: int) -> bool:
    """The truth of a literal in a model of the variables."""
    return model(literal) if literal > 0 else not model(-literal)


def value_of(model: Callable[[int], bool], row: Sequence[int]) -> int | None:
    """The index of the first true variable of a row, or None."""
    return next((index for index, one in enumerate(row) if model(one)), None)
