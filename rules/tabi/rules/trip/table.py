"""What never changes in a game: the squares in play, windows, landmark pieces, photo squares, the goal, the stock.

A `Table` is made once from a setup and its edition; the chapters look things up in it instead of working them out from
the edition each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from tabi.rules.implements import implements
from tabi.rules.trip.footprints import footprints
from tabi.rules.trip.masks import BOARD, Mask
from tabi.rules.trip.patterns import Window, windows_over
from tabi.spec.trip.city import City, Piece
from tabi.spec.trip.edition import Edition
from tabi.spec.trip.goals import Goal
from tabi.spec.trip.setup import Setup, Size
from tabi.spec.trip.shapes import HotelShape, orientations, shape_of
from tabi.spec.trip.squares import SQUARES, mask_of
from tabi.spec.trip.tokens import PARKS, TOKENS, Category, Token

MOST_KEPT: Final = 64
"""How many tables are kept ready: making one takes some milliseconds, positions read from JSON ask for it often."""


class TileKind(NamedTuple):
    """A kind of tile: its category and its piece, which is the park kind's letter, the hotel's shape or the landmark.

    Single tiles have no piece.
    """

    category: Category
    piece: str = ""

    def __str__(self) -> str:
        return f"{self.category} {self.piece}".rstrip()


class Photo(NamedTuple):
    """A photo square of a board, as a set of one, and the kinds of token that have its colour."""

    square: Mask
    kinds: tuple[Token, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The unchanging part of a game; two tables are the same only when they are one.

    `board` are the squares in play, `dry` those of them that are no water. `windows` are those of each pattern by its
    name. `pieces` names the landmark piece of every footprint in every orientation, `unmirrored` holds the footprints
    that turning alone reaches, `through` lists for every square the footprints over it. `photos` are the four photo
    squares of each seat. `region` are the goal's squares, empty for a goal without a region. `stock` counts the tiles
    of each kind before the first is laid.
    """

    board: Mask
    dry: Mask
    windows: Mapping[str, tuple[Window, ...]]
    pieces: Mapping[Mask, str]
    unmirrored: frozenset[Mask]
    through: tuple[tuple[Mask, ...], ...]
    photos: tuple[tuple[Photo, ...], ...]
    goal: Goal
    region: Mask
    stock: Mapping[TileKind, int]


@lru_cache(maxsize=MOST_KEPT)
def table_of(setup: Setup) -> Table:
    """The table of a game with this setup."""
    edition, city = setup.edition, setup.map
    board = squares_in_play(city, setup)
    dry = dry_squares(city, board)
    pieces = _pieces(city, dry)
    return Table(
        board=board,
        dry=dry,
        windows=_windows(edition, board, dry),
        pieces=pieces,
        unmirrored=frozenset(squares for piece in city.landmarks for squares in _lying(piece, dry, mirrored=False)),
        through=tuple(tuple(squares for squares in pieces if squares >> square & 1) for square in SQUARES),
        photos=tuple(_photos(edition, city, number) for number in setup.boards),
        goal=setup.goal,
        region=mask_of(city.region(setup.goal)) & board,
        stock=stock_of(edition, city),
    )


@implements("trip.setup.small-map")
def squares_in_play(city: City, setup: Setup) -> Mask:
    """trip.setup.small-map: all squares, in the 7x6 game without those of the closed line."""
    return BOARD & ~mask_of(city.closed_squares) if setup.size is Size.SMALL else BOARD


@implements("trip.setup.map")
def dry_squares(city: City, board: Mask) -> Mask:
    """trip.setup.map: the squares in play without water, the same ones on the map and on every player's board."""
    return board & ~mask_of(city.water)


def _windows(edition: Edition, board: Mask, dry: Mask) -> Mapping[str, tuple[Window, ...]]:
    return MappingProxyType(
        {card.pattern: windows_over(card.cells, card.centre, board, dry) for card in edition.memory_cards}
    )


def _pieces(city: City, dry: Mask) -> Mapping[Mask, str]:
    return MappingProxyType(
        {squares: piece.name for piece in city.landmarks for squares in _lying(piece, dry, mirrored=True)}
    )


def _lying(piece: Piece, dry: Mask, mirrored: bool) -> Iterator[Mask]:
    return footprints(orientations(shape_of(piece.squares), mirrored), dry)


def _photos(edition: Edition, city: City, number: int) -> tuple[Photo, ...]:
    """The photo squares of the board with this number (1-4) and what counts on each."""
    return tuple(
        Photo(1 << square, tuple(token for token in TOKENS if edition.photo_colours.of(token) is colour))
        for colour, square in city.boards[number - 1].squares
    )


@implements("trip.setup.tiles")
def stock_of(edition: Edition, city: City) -> Mapping[TileKind, int]:
    """trip.setup.tiles: how many tiles of each kind there are, in the order parks, hotels, landmarks, single tiles."""
    tiles = edition.tiles
    return MappingProxyType(
        {
            **{TileKind(Category.PARK, token.value): tiles.parks.of(token) for token in PARKS},
            **{TileKind(Category.HOTEL, shape.value): tiles.hotels.of(shape) for shape in HotelShape},
            **{TileKind(Category.LANDMARK, piece.name): 1 for piece in city.landmarks},
            TileKind(Category.SHOP): tiles.shops,
            TileKind(Category.RESTAURANT): tiles.restaurants,
        }
    )
