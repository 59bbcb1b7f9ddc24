"""Sets of squares as bits (bit 0 is A1, bit 48 is G7), and what hangs together. Knows no token and no rule.

The chapters count, spread and compare sets of squares millions of times when a best turn is looked for; an `int` does
each of these in one operation. `mask_of` and `squares_of` of `tabi.spec.trip` lead there and back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tabi.spec.trip.squares import SIDE, SQUARES, Square, mask_of

Mask = int
"""A set of squares, one bit each."""

BOARD: Final[Mask] = (1 << SIDE * SIDE) - 1
"""All 49 squares."""
_NOT_WEST: Final[Mask] = BOARD & ~mask_of(square for square in SQUARES if square.column == 0)
_NOT_EAST: Final[Mask] = BOARD & ~mask_of(square for square in SQUARES if square.column == SIDE - 1)


def has(mask: Mask, square: Square) -> bool:
    """Whether a square is in a set."""
    return mask >> square & 1 == 1


def beside(mask: Mask) -> Mask:
    """Every square that shares an edge with one of `mask`; squares of `mask` itself may be among them."""
    return mask << SIDE & BOARD | mask >> SIDE | (mask & _NOT_EAST) << 1 | (mask & _NOT_WEST) >> 1


def touch(one: Mask, other: Mask) -> bool:
    """Whether a square of one set shares an edge with a square of the other."""
    return beside(one) & other != 0


def bits(mask: Mask) -> Iterator[Mask]:
    """The single squares of a set, each as a set of its own, in the order of squares."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def square_of(bit: Mask) -> Square:
    """The square of a set of one."""
    return SQUARES[bit.bit_length() - 1]


def submasks(mask: Mask) -> Iterator[Mask]:
    """Every part of a set, the whole first and the empty one last."""
    part = mask
    while part:
        yield part
        part = part - 1 & mask
    yield 0


def component(seed: Mask, within: Mask) -> Mask:
    """The squares of `within` that one reaches over shared edges from those of `seed` that lie in it."""
    reached, new = 0, seed & within
    while new:
        reached |= new
        new = beside(new) & within & ~reached
    return reached


def components(within: Mask) -> Iterator[Mask]:
    """The parts into which a set falls when only shared edges connect, by their first squares."""
    while within:
        part = component(within & -within, within)
        yield part
        within ^= part


def connected(mask: Mask) -> bool:
    """Whether one gets from each square to each other one over shared edges; the empty set is not connected."""
    return mask != 0 and component(mask & -mask, mask) == mask


def connected_sets(root: Mask, within: Mask, most: int) -> Iterator[Mask]:
    """Every connected set of up to `most` squares of `within` that holds the square `root`, each once.

    Lazy: their number grows exponentially with `within` and `most`.
    """
    yield root
    yield from _grown(root, beside(root) & within & ~root, within & ~root, most - 1)


def _grown(grown: Mask, edge: Mask, free: Mask, more: int) -> Iterator[Mask]:
    """The connected sets beyond `grown`, by up to `more` squares; each leaves out what was taken up before it.

    `edge` are the squares that can be taken up next, `free` those on which nothing is decided yet.
    """
    while edge and more:
        bit = edge & -edge
        edge ^= bit
        free ^= bit
        larger = grown | bit
        yield larger
        yield from _grown(larger, edge | beside(bit) & free, free, more - 1)
