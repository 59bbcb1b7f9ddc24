"""Shapes of several squares, wherever they lie: cells counted from their own north-west corner, turned and mirrored."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from tabi.spec.trip.squares import Square

Cell = tuple[int, int]
"""A place as column and row, both counted from any corner; east and south are positive."""
Shape = frozenset[Cell]
"""Cells moved so that the westernmost column and the northernmost row are 0."""


class HotelShape(StrEnum):
    """The two shapes of a hotel of three squares."""

    ELL = "ell"
    STRAIGHT = "straight"


HOTEL_CELLS: Final[dict[HotelShape, tuple[Cell, ...]]] = {
    HotelShape.ELL: ((0, 0), (0, 1), (1, 1)),
    HotelShape.STRAIGHT: ((0, 0), (0, 1), (0, 2)),
}


def normal(cells: Iterable[Cell]) -> Shape:
    """The shape of cells: the same wherever on the board they lie."""
    placed = tuple(cells)
    west, north = min(x for x, _ in placed), min(y for _, y in placed)
    return frozenset((x - west, y - north) for x, y in placed)


def shape_of(squares: Iterable[Square]) -> Shape:
    """The shape of some squares (at least one).

    >>> sorted(shape_of([Square.C3, Square.C4, Square.D4]))
    [(0, 0), (0, 1), (1, 1)]
    """
    return normal((square.column, square.row) for square in squares)


def orientations(cells: Iterable[Cell], mirrored: bool) -> frozenset[Shape]:
    """A shape in all four turns, and with `mirrored` its mirror image in all four turns as well.

    >>> len(orientations(HOTEL_CELLS[HotelShape.ELL], mirrored=True))
    4
    """
    turned = [normal(cells)]
    for _ in range(3):
        turned.append(normal((-y, x) for x, y in turned[-1]))
    if mirrored:
        turned += [normal((-x, y) for x, y in shape) for shape in turned]
    return frozenset(turned)
