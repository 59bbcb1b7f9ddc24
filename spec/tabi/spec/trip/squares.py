"""The squares of the boards and of the common map: seven columns A-G from west to east, seven rows 1-7 from north."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Annotated, Final

from pydantic import (
    BeforeValidator,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainSerializer,
    WithJsonSchema,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

SIDE: Final = 7
"""How many columns and rows a board has."""
COLUMNS: Final = "ABCDEFG"
SQUARE_IS: Final = "a square is a column letter A-G and a row number 1-7, as in C3"


class Square(IntEnum):
    """The 49 squares; their order is row by row from the north, each row from the west.

    `column` and `row` count from 0: A1, the north-west corner, has both 0.

    >>> Square.parse("c3"), Square.C3.column, Square.C3.row
    (<Square.C3: 16>, 2, 2)
    """

    column: int
    row: int

    A1, B1, C1, D1, E1, F1, G1 = range(7)
    A2, B2, C2, D2, E2, F2, G2 = range(7, 14)
    A3, B3, C3, D3, E3, F3, G3 = range(14, 21)
    A4, B4, C4, D4, E4, F4, G4 = range(21, 28)
    A5, B5, C5, D5, E5, F5, G5 = range(28, 35)
    A6, B6, C6, D6, E6, F6, G6 = range(35, 42)
    A7, B7, C7, D7, E7, F7, G7 = range(42, 49)

    def __new__(cls, value: int) -> Square:
        square = int.__new__(cls, value)
        square._value_ = value
        square.row, square.column = divmod(value, SIDE)
        return square

    def __str__(self) -> str:
        return self.name

    @property
    def neighbours(self) -> tuple[Square, ...]:
        """The squares that share an edge with this one, in the order of squares.

        >>> " ".join(map(str, Square.A3.neighbours))
        'A2 B3 A4'
        """
        return _NEIGHBOURS[self]

    @classmethod
    def at(cls, column: int, row: int) -> Square | None:
        """The square in a column and row counted from 0, or None when there is none: that place is off the board."""
        return cls(row * SIDE + column) if 0 <= column < SIDE and 0 <= row < SIDE else None

    @classmethod
    def parse(cls, text: str) -> Square:
        """The square named `text`, in either case; raises `ValueError` with a sentence otherwise."""
        try:
            return cls[text.strip().upper()]
        except KeyError:
            raise ValueError(f"{text!r} is not a square; {SQUARE_IS}") from None

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        def read(value: object) -> Square:
            return value if isinstance(value, Square) else cls.parse(str(value))

        return core_schema.no_info_plain_validator_function(read, serialization=core_schema.to_string_ser_schema())

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "pattern": "^[A-G][1-7]$"}


SQUARES: Final = tuple(Square)
"""All 49 squares in their order."""

Squares = tuple[Square, ...]
"""A set of squares: each once, in the order of squares."""


def _beside(square: Square) -> Iterator[Square]:
    for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)):
        if (other := Square.at(square.column + dx, square.row + dy)) is not None:
            yield other


_NEIGHBOURS: Final = tuple(tuple(_beside(square)) for square in SQUARES)


def in_order(squares: Iterable[Square]) -> Squares:
    """Squares as a set: each once, in the order of squares."""
    return tuple(sorted(set(squares)))


def all_different(squares: Iterable[Square]) -> Squares:
    """Squares as a set; raises `ValueError` with a sentence when one is named twice."""
    named = tuple(squares)
    if twice := sorted({square for square in named if named.count(square) > 1}):
        raise ValueError(f"{twice[0]} is named twice; every square of a set is named once")
    return tuple(sorted(named))


def parse_squares(text: str) -> Squares:
    """The squares written in `text`, separated by blanks, as a set; raises `ValueError` with a sentence.

    >>> format_squares(parse_squares("c4 C3"))
    'C3 C4'
    """
    return all_different(Square.parse(word) for word in text.split())


def format_squares(squares: Iterable[Square], between: str = " ") -> str:
    """The names of squares in their order."""
    return between.join(square.name for square in sorted(squares))


def mask_of(squares: Iterable[Square]) -> int:
    """A set of squares as bits: bit 0 is A1, bit 48 is G7."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def squares_of(mask: int) -> Squares:
    """The squares whose bits are set, in their order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(SQUARES[lowest.bit_length() - 1])
        mask ^= lowest
    return tuple(found)


def connected(squares: Iterable[Square]) -> bool:
    """Whether one gets from each square to each other one over shared edges; no square at all is not connected."""
    left = set(squares)
    if not left:
        return False
    reached = [left.pop()]
    while reached:
        near = left.intersection(reached.pop().neighbours)
        left -= near
        reached += near
    return not left


def _squares(value: object) -> object:
    return parse_squares(value) if isinstance(value, str) else value


SquaresText = Annotated[
    Squares,
    BeforeValidator(_squares),
    PlainSerializer(format_squares, return_type=str),
    WithJsonSchema({"type": "string", "pattern": "^([A-G][1-7]( [A-G][1-7])*)?$"}),
]
"""A set of squares that JSON writes as one text, `C3 C4`."""
