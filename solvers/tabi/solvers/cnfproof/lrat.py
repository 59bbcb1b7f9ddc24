"""A solver's trace in LRAT's text form, and of all that it derived what its refutation needs.

A trace names with each clause those that it follows from, so what is needed is found by going back from the empty
clause, and that it follows is seen without a search for units. Whoever reads the certificate checks it anew, without
these names.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from tabi.solvers.cnfproof.drat import Line

Clause = tuple[int, ...]
Progress = Callable[[int, int], None]
"""Called with how much of a work is done and how much there is."""

LINES_AT_ONCE: Final = 20_000
"""Lines of a trace between two looks at what a person may want."""
UNTRACED: Final = -1
"""Where the line would begin of a clause that the trace does not add: one of the formula's."""


class _Derived(NamedTuple):
    """What the refutation needs of a trace, by the clauses' numbers, the last one first: each clause, those that it
    follows from, and those that are used for the last time there."""

    clauses: dict[int, Clause]
    reasons: dict[int, array[int]]
    dropped: dict[int, list[int]]


def needed(formula: Sequence[Clause], trace: Path, progress: Progress | None = None) -> list[Line]:
    """The lines that the refutation needs, and the empty clause at the end; each clause is deleted after its last use,
    those of the formula that have none before all else, for a checker is the faster the fewer there are.

    `trace` is of a solver that was given the clauses of the formula in their order. Raises `ValueError` when it is no
    trace, does not come to the empty clause, or a line that is needed does not follow from those that it names.
    """
    if () in formula:  # the solver writes nothing then
        return [Line(False, ())]
    with trace.open("rb") as file:
        starts = _starts(file, progress or _unwatched)
        derived = _derived(file, starts, progress or _unwatched)
    unnamed = (number for number, start in enumerate(starts) if start == UNTRACED and number)
    given = dict(zip(unnamed, formula, strict=False))  # the trace may end before the formula does
    every = {**given, **derived.clauses}
    used = set(chain.from_iterable(derived.dropped.values()))
    if unknown := used - every.keys():
        raise ValueError(f"The trace leans on a clause {min(unknown)}, and the formula has {len(formula)}.")
    _check(derived, every, progress or _unwatched)
    return list(_lines(derived, every, sorted(given.keys() - used)))


def _unwatched(_: int, __: int) -> None:
    pass


def _starts(file: BinaryIO, progress: Progress) -> array[int]:
    """Where the line of each clause begins, by the clause's number (there is no 0), up to the empty one.

    Numbers that no line has are the formula's: the solver counts on when it is given a clause.
    """
    starts, at = array("q", [UNTRACED]), 0
    for number, line in enumerate(file):
        if number % LINES_AT_ONCE == 0:
            progress(number, number)
        name, _, rest = line.partition(b" ")
        if not rest.startswith(b"d "):
            starts.extend([UNTRACED] * (_named(name, len(starts)) - len(starts)))
            starts.append(at)
            if rest.startswith(b"0 "):
                return starts
        at += len(line)
    raise ValueError("The proof does not come to the empty clause.")


def _named(name: bytes, least: int) -> int:
    """The number of a clause that a line adds."""
    if not name.isdigit() or int(name) < least:
        raise ValueError(f"The trace adds a clause with the number {name[:20]!r}, where one from {least} on is due.")
    return int(name)


def _derived(file: BinaryIO, starts: array[int], progress: Progress) -> _Derived:
    """What the last clause needs, each clause's line read once."""
    last = len(starts) - 1
    is_needed = bytearray(len(starts))
    is_needed[last] = 1
    derived = _Derived({}, {}, {})
    for number in range(last, 0, -1):
        if (last - number) % LINES_AT_ONCE == 0:
            progress(last - number, last)
        if not is_needed[number] or starts[number] == UNTRACED:
            continue
        file.seek(starts[number])
        clause, reasons = _read(file.readline(), number)
        derived.clauses[number] = clause
        derived.reasons[number] = array("q", reasons)
        derived.dropped[number] = new = [one for one in dict.fromkeys(reasons) if not is_needed[one]]
        for one in new:
            is_needed[one] = 1
    return derived


def _read(line: bytes, number: int) -> tuple[Clause, list[int]]:
    """The literals of an added clause, and the clauses that it follows from."""
    try:
        _, *words = map(int, line.split())
        end = words.index(0)
        clause, (*reasons, stop) = tuple(words[:end]), words[end + 1 :]
    except ValueError:
        raise ValueError(f"The trace's line for its clause {number} has not two parts that end with 0.") from None
    if stop != 0 or not all(0 < one < number for one in reasons):
        raise ValueError(f"The trace's clause {number} does not follow by units from clauses before it.")
    return clause, reasons


def _check(derived: _Derived, every: dict[int, Clause], progress: Progress) -> None:
    """Raises `ValueError` where a clause does not follow from those that it names."""
    for count, (number, reasons) in enumerate(reversed(derived.reasons.items())):
        if count % LINES_AT_ONCE == 0:
            progress(count, len(derived.reasons))
        if not _follows(derived.clauses[number], map(every.__getitem__, reasons)):
            raise ValueError(f"The trace's clause {number} does not follow from those that it names.")


def _follows(clause: Clause, reasons: Iterable[Clause]) -> bool:
    """Whether the reasons, each taken once and in their order, leave no way to make a clause false.

    With all of its literals false, each reason must have one literal left, which then holds, until one has none.
    """
    held = {-literal for literal in clause}
    for reason in reasons:
        left = [literal for literal in reason if -literal not in held]
        if not left:
            return True
        if len(left) > 1:
            return False
        held.add(left[0])
    return False


def _lines(derived: _Derived, every: dict[int, Clause], unused: Iterable[int]) -> Iterator[Line]:
    """The clauses in their order, and after each what is needed no more; before them what never was."""
    yield from _deletions(every[one] for one in unused)
    for number, clause in reversed(derived.clauses.items()):
        yield Line(False, clause)
        if clause:
            yield from _deletions(every[one] for one in derived.dropped[number])


def _deletions(clauses: Iterable[Clause]) -> Iterator[Line]:
    """Clauses of one literal are not deleted: checkers keep what follows from them anyway."""
    return (Line(True, clause) for clause in clauses if len(clause) > 1)
