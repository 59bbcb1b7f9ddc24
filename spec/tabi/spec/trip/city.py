"""A city of an edition: its map, its landmark pieces, the boards for it and the regions of its advanced goals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Final, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)

from tabi.spec.faults import Faults
from tabi.spec.trip.goals import REGION_SIZES, Goal, Side, regions_of
from tabi.spec.trip.shapes import normal, orientations, shape_of
from tabi.spec.trip.squares import COLUMNS, SQUARES, Square, Squares, all_different, connected

BOARDS: Final = 4
PIECES: Final = 3
PIECE_SQUARES: Final = 4
_TWO_BY_TWO: Final = normal(((0, 0), (1, 0), (0, 1), (1, 1)))

Name = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


class Colour(StrEnum):
    """The four colours of photo squares."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    YELLOW = "yellow"


def _distinct(value: object) -> object:
    if not isinstance(value, (list, tuple)):
        raise ValueError('this is not a list of squares, as in ["A1", "B1"].')
    return all_different(one if isinstance(one, Square) else Square.parse(str(one)) for one in value)


SquareList = Annotated[Squares, BeforeValidator(_distinct)]
"""Squares as a list of names, each once."""


class PhotoBoard(BaseModel):
    """The photo squares of one board for a city, one of each colour."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    red: Square
    blue: Square
    green: Square
    yellow: Square

    def square(self, colour: Colour) -> Square:
        """The photo square of a colour."""
        return {Colour.RED: self.red, Colour.BLUE: self.blue, Colour.GREEN: self.green, Colour.YELLOW: self.yellow}[
            colour
        ]

    @property
    def squares(self) -> tuple[tuple[Colour, Square], ...]:
        """The four colours with their squares."""
        return tuple((colour, self.square(colour)) for colour in Colour)


class Piece(BaseModel):
    """A landmark piece: its name and four squares that show its shape, drawn anywhere."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    squares: SquareList

    @property
    def is_square(self) -> bool:
        """Whether this is the two-sided two-by-two piece, which cannot be turned over."""
        return shape_of(self.squares) == _TWO_BY_TWO


class Region(BaseModel):
    """The squares that an advanced goal asks for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    goal: Goal
    squares: SquareList


def _as_list(key: str) -> BeforeValidator:
    """Reads a mapping of names to squares as a list of values with `key` and `squares`."""

    def read(value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        return [{key: name, "squares": squares} for name, squares in value.items()]

    return BeforeValidator(read)


_SQUARES_SCHEMA = {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}
Pieces = Annotated[
    tuple[Piece, ...],
    _as_list("name"),
    PlainSerializer(lambda pieces: {piece.name: [str(one) for one in piece.squares] for piece in pieces}),
    WithJsonSchema(_SQUARES_SCHEMA),
]
Regions = Annotated[
    tuple[Region, ...],
    _as_list("goal"),
    PlainSerializer(lambda regions: {region.goal.value: [str(one) for one in region.squares] for region in regions}),
    WithJsonSchema(_SQUARES_SCHEMA),
]


class City(BaseModel):
    """One side of the map with all that belongs to it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    title: Annotated[str, Field(min_length=1)]
    side: Side
    water: SquareList
    closed: str
    landmarks: Pieces
    boards: tuple[PhotoBoard, ...]
    regions: Regions

    @property
    def closed_squares(self) -> Squares:
        """The line that the 7x6 game covers."""
        return line(self.closed)

    def region(self, goal: Goal) -> Squares:
        """The squares of a goal's region; none for a goal without one."""
        return next((region.squares for region in self.regions if region.goal is goal), ())

    @model_validator(mode="after")
    def _facts(self) -> Self:
        if faults := (*_line(self), *_pieces(self.landmarks), *_boards(self), *_regions(self)):
            raise Faults(faults)
        return self


def line(text: str) -> Squares:
    """The squares of `row 1` .. `row 7` or `column A` .. `column G`; raises `ValueError` with a sentence.

    >>> " ".join(map(str, line("column G")))
    'G1 G2 G3 G4 G5 G6 G7'
    """
    kind, _, name = text.partition(" ")
    if kind == "row" and name in map(str, range(1, 8)):
        return tuple(square for square in SQUARES if square.row == int(name) - 1)
    if kind == "column" and name and name in COLUMNS and len(name) == 1:
        return tuple(square for square in SQUARES if square.column == COLUMNS.index(name))
    raise ValueError(f"closed is {text!r}; it is a line of the board: row 1 to row 7 or column A to column G.")


def _line(city: City) -> Iterator[str]:
    try:
        line(city.closed)
    except ValueError as error:
        yield str(error)


def _pieces(pieces: tuple[Piece, ...]) -> Iterator[str]:
    if len(pieces) != PIECES:
        yield f"there are {len(pieces)} landmarks; a city has three pieces."
    for piece in pieces:
        if len(piece.squares) != PIECE_SQUARES or not connected(piece.squares):
            yield f"the landmark {piece.name} is not four connected squares."
        if piece.name.upper() in Square.__members__:
            yield f"the landmark {piece.name} is called as a square is; that name would be read as its first square."
    squares = [piece.name for piece in pieces if piece.is_square]
    if len(squares) != 1:
        yield f"{_how_many(squares)} of the landmarks is the square of two by two; exactly one is."
    for number, piece in enumerate(pieces):
        for other in pieces[:number]:
            if _congruent(piece, other) and not (piece.is_square and other.is_square):
                names = f"the landmarks {other.name} and {piece.name}"
                yield f"{names} have one shape, turned or mirrored; the three shapes differ."


def _how_many(names: list[str]) -> str:
    return f"each of {' and '.join(names)}" if names else "none"


def _congruent(one: Piece, other: Piece) -> bool:
    cells = [(square.column, square.row) for square in one.squares]
    return bool(one.squares) and bool(other.squares) and shape_of(other.squares) in orientations(cells, mirrored=True)


def _boards(city: City) -> Iterator[str]:
    if len(city.boards) != BOARDS:
        yield f"there are {len(city.boards)} boards; there is one for each of four players."
    for number, board in enumerate(city.boards, start=1):
        squares = [square for _, square in board.squares]
        for colour, square in board.squares:
            if square in city.water:
                yield f"boards {number}, {colour}: {square} is water; photo squares lie on land."
        for square in sorted({square for square in squares if squares.count(square) > 1}):
            yield f"boards {number}: {square} is the photo square of two colours; the four squares differ."


def _regions(city: City) -> Iterator[str]:
    expected, given = regions_of(city.side), [region.goal for region in city.regions]
    for goal in expected:
        if goal not in given:
            yield f"regions: {goal} is missing; a {city.side} city has {_listed(expected)}."
    for region in city.regions:
        if region.goal not in expected:
            yield f"regions, {region.goal}: this is no region of a {city.side} city, which has {_listed(expected)}."
        elif len(region.squares) != REGION_SIZES[region.goal]:
            yield (
                f"regions, {region.goal}: there are {len(region.squares)} squares; "
                f"the region has {REGION_SIZES[region.goal]}."
            )
        if wet := [square for square in region.squares if square in city.water]:
            yield f"regions, {region.goal}: {wet[0]} is water; a region lies on land."


def _listed(names: Iterable[str]) -> str:
    return " and ".join(names)
