"""Footprints: where on the board a shape can lie. Knows no token and no rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabi.rules.trip.masks import Mask
from tabi.spec.trip.shapes import Cell, HotelShape, Shape
from tabi.spec.trip.squares import SIDE, SQUARES, Square


def footprints(shapes: Iterable[Shape], within: Mask) -> Iterator[Mask]:
    """Every set of squares of `within` that has one of these shapes, shape by shape and by its place."""
    for shape in sorted(shapes, key=sorted):
        for corner in SQUARES:
            squares = squares_at(shape, corner.column, corner.row)
            if squares.bit_count() == len(shape) and squares & within == squares:
                yield squares


def squares_at(cells: Iterable[Cell], column: int, row: int) -> Mask:
    """The squares of cells whose origin lies in a column and row counted from 0; cells off the board are left out."""
    squares = 0
    for x, y in cells:
        square = Square.at(column + x, row + y)
        squares |= 0 if square is None else 1 << square
    return squares


def hotel_shape(squares: Mask) -> HotelShape:
    """The shape of three connected squares: `straight` in one row or column, `ell` otherwise."""
    first = squares & -squares
    in_line = squares == first * 0b111 or squares == first * (1 | 1 << SIDE | 1 << 2 * SIDE)
    return HotelShape.STRAIGHT if in_line else HotelShape.ELL
