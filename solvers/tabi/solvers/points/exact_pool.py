"""The pool in which an exhaustion gathers the rows of its next level, each position once with its most points.

The compiled code depends on this one file, so the layout of the rows stands here once more.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabi.solvers.kernel.jit import compiled, entry

Ints = NDArray[np.int64]

POINTS: Final = 8
WORDS: Final = 8
ROW: Final = 11
"""A row: eight words that are the position, its points, two that are not compared."""
KEPT: Final = 0
FULL: Final = 1
MET: Final = 2
COUNTERS: Final = 3
"""What a pool counts: rows kept, whether it ran full, and how many rows it has been shown."""


@compiled
def mixed(hashed: int, word: int) -> int:
    """A hash with one more word."""
    product = (hashed ^ word) * 0x1F85EBCA6B2CA3E5 & 0x7FFFFFFFFFFFFFFF
    return product ^ product >> 31


@compiled
def find(rows: Ints, slots: Ints, found: Ints, row: int) -> int:
    """The slot of the hash table that has the position of a row in `found`, or a free one for it."""
    hashed = 0
    for word in range(WORDS):
        hashed = mixed(hashed, int(found[row, word]))
    last = len(slots) - 1
    at = hashed & last
    while True:
        kept = int(slots[at]) - 1
        if kept < 0:
            return at
        same = True
        for word in range(WORDS):
            same = same and rows[kept, word] == found[row, word]
        if same:
            return at
        at = at + 1 & last


@entry
def noted(rows: Ints, slots: Ints, count: int) -> None:
    """Writes the first `count` rows, all different, into the empty hash table."""
    for row in range(count):
        slots[find(rows, slots, rows, row)] = row + 1


@entry
def gather(found: Ints, tops: Ints, best: int, rows: Ints, slots: Ints, counters: Ints) -> None:
    """Puts the rows that may come to more points than `best` into a pool, each position once with its most points.

    `tops` are the most points that the rows may come to; the last word of a row that is kept has it. It stops, with
    `FULL` set, when there is no room; `MET` says where it stopped.
    """
    for row in range(int(counters[MET]), len(found)):
        if tops[row] > best:
            at = find(rows, slots, found, row)
            kept = int(slots[at]) - 1
            if kept < 0:
                kept = int(counters[KEPT])
                if kept == len(rows):
                    counters[FULL] = 1
                    return
                counters[KEPT] = kept + 1
                slots[at] = kept + 1
                rows[kept, POINTS] = found[row, POINTS] - 1
            if rows[kept, POINTS] < found[row, POINTS]:
                for word in range(ROW - 1):
                    rows[kept, word] = found[row, word]
                rows[kept, ROW - 1] = tops[row]
        counters[MET] = row + 1
