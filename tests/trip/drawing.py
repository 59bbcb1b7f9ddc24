"""Boards, maps and tables written down as a person would draw them, for the tests of the trip's chapters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from tabi.rules.trip.board import Board, board_of
from tabi.rules.trip.masks import BOARD, Mask
from tabi.rules.trip.patterns import windows_over
from tabi.rules.trip.table import Table, TileKind, table_of
from tabi.rules.trip.tiles import Tile, TownMap
from tabi.spec.rulings import readings_of
from tabi.spec.trip.edition import Edition, edition_named
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.setup import Setup
from tabi.spec.trip.squares import SQUARES, Square, mask_of, parse_squares, squares_of
from tabi.spec.trip.tokens import Category, Token, parse_tokens

RIVER = edition_named("river-demo")


def table(**setup: object) -> Table:
    """The table of river-demo with three players, standard goals and the goal `parks`, where not said otherwise."""
    return table_of(Setup.model_validate({"edition": RIVER, "players": 3, "goal": "parks", **setup}))


def land(edition: Edition = RIVER, city: str = "river") -> Table:
    """The table of a city whose water has been filled up: all 49 squares are land."""
    cities = [one.model_copy(update={"water": ()}) for one in edition.cities]
    filled = edition.model_copy(update={"cities": tuple(cities)})
    return table_of(Setup.model_validate({"edition": filled, "city": city, "players": 3, "goal": "parks"}))


def cut(whole: Table, squares: Mask) -> Table:
    """A table of which only some squares are the board, for placing on small boards."""
    cards = RIVER.memory_cards
    windows = {one.pattern: windows_over(one.cells, one.centre, squares, squares & whole.dry) for one in cards}
    return replace(whole, board=squares, dry=squares & whole.dry, windows=windows)


def read(**readings: str) -> TripRulings:
    """The rulings in which these points are read so and all others have the default."""
    return TripRulings.model_validate(readings)


def random_rulings(random: Random) -> TripRulings:
    """Every point in any reading."""
    return read(**{field: random.choice(readings_of(TripRulings, field)) for field in TripRulings.model_fields})


def at(text: str) -> Mask:
    """The set of the squares named, as in `C3 C4`."""
    return mask_of(parse_squares(text))


def names(mask: Mask) -> str:
    """The squares of a set by name, as in `C3 C4`."""
    return " ".join(map(str, squares_of(mask)))


def board(rows: str, *places: str, mistaken: str = "") -> Board:
    """A board of rows joined by `/`, tokens as letters and runs of empty squares as digits; rows left out are empty.

    Places are named by their squares; their tokens are face down. Letters may be of either case.
    """
    tokens: dict[Square, Token] = {}
    for row, text in enumerate(rows.split("/")):
        column = 0
        for letter in text:
            if letter.isdigit():
                column += int(letter)
            else:
                tokens[SQUARES[row * 7 + column]] = Token.parse(letter)
                column += 1
    return board_of(tokens, map(at, places), parse_tokens(mistaken))


def town(*tiles: str) -> TownMap:
    """The map with these tiles, as in `park F C3 C4` and `shop C5`."""
    return TownMap(tuple(map(_tile, tiles)))


def _tile(text: str) -> Tile:
    category, *words = text.split()
    squares = [word for word in words if word in Square.__members__]
    piece = "".join(word for word in words if word not in Square.__members__)
    return Tile(TileKind(Category(category), piece), at(" ".join(squares)))


def random_board(random: Random, squares: Iterable[Square], letters: str, density: float) -> dict[Square, Token]:
    """A token of one of these kinds on each of some squares with this chance."""
    return {square: Token.parse(random.choice(letters)) for square in squares if random.random() < density}


__all__ = [
    "BOARD",
    "RIVER",
    "at",
    "board",
    "cut",
    "land",
    "names",
    "random_board",
    "random_rulings",
    "read",
    "table",
    "town",
]
