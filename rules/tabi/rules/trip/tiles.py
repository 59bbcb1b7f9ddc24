"""Tiles: the common map, what may be laid on it for a place just defined, and what is left in stock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tabi.rules.implements import implements
from tabi.rules.trip.board import Board, kinds_on
from tabi.rules.trip.footprints import hotel_shape
from tabi.rules.trip.masks import Mask, bits
from tabi.rules.trip.table import Table, TileKind
from tabi.rules.violations import Violation
from tabi.spec.trip.rulings import ParkStock, TileLaying, TripRulings
from tabi.spec.trip.squares import Squares, mask_of, squares_of
from tabi.spec.trip.steps import Lay
from tabi.spec.trip.tokens import PARKS, Category, Token

SINGLE_TILES = (Category.SHOP, Category.RESTAURANT)
NOTHING_LAID = Lay(())


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile on the map: what kind it is and the squares that it covers."""

    kind: TileKind
    squares: Mask


@dataclass(frozen=True, slots=True)
class TownMap:
    """The common map: the tiles in the order in which they were laid. They never move and belong to nobody."""

    tiles: tuple[Tile, ...] = ()


EMPTY_MAP = TownMap()


def covered(town: TownMap) -> Mask:
    """The squares of the map with a tile."""
    squares = 0
    for tile in town.tiles:
        squares |= tile.squares
    return squares


def covered_by(town: TownMap, category: Category) -> Mask:
    """The squares of the map with a tile of a category."""
    squares = 0
    for tile in town.tiles:
        if tile.kind.category is category:
            squares |= tile.squares
    return squares


def left(town: TownMap, kind: TileKind, table: Table) -> int:
    """trip.setup.tiles: how many tiles of a kind are still in stock."""
    return table.stock[kind] - sum(tile.kind == kind for tile in town.tiles)


def parks_left(town: TownMap, table: Table) -> int:
    """trip.tiles.park-stock: how many park tiles of all kinds are still in stock."""
    return sum(left(town, park_tile(token), table) for token in PARKS)


def park_tile(token: Token) -> TileKind:
    """The kind of tile that belongs to a park token."""
    return TileKind(Category.PARK, token.value)


@implements("trip.tiles.park-stock")
def park_tiles(kinds: tuple[Token, ...], town: TownMap, table: Table, reading: ParkStock) -> tuple[TileKind, ...]:
    """trip.tiles.park-stock: the park tiles of which a park with tokens of these kinds may take one.

    Of its own kinds; where these are out and the stock is pooled, of the first kind left. The player has a choice only
    under `per-kind`, with a park of two kinds.
    """
    own = [park_tile(kind) for kind in kinds if left(town, park_tile(kind), table) > 0]
    if reading is ParkStock.PER_KIND:
        return tuple(own)
    others = (park_tile(kind) for kind in PARKS if left(town, park_tile(kind), table) > 0)
    return tuple([*own, *others][:1])


@implements("trip.tiles.hotel-stock")
def hotel_tiles(place: Mask, town: TownMap, table: Table) -> tuple[TileKind, ...]:
    """trip.tiles.hotel-stock: the hotel tile of a place's shape, none when these are out."""
    kind = TileKind(Category.HOTEL, hotel_shape(place).value)
    return (kind,) if left(town, kind, table) > 0 else ()


@implements("trip.tiles.landmark-stock", "trip.tiles.flip")
def landmark_tiles(place: Mask, town: TownMap, table: Table) -> tuple[TileKind, ...]:
    """trip.tiles.landmark-stock, trip.tiles.flip: the landmark piece of a place's shape, none when it is used.

    A piece covers its shape in every turn and, flipped, its mirror image; the square is its own.
    """
    kind = TileKind(Category.LANDMARK, table.pieces[place])
    return (kind,) if left(town, kind, table) > 0 else ()


def is_single(board: Board, place: Mask) -> bool:
    """trip.tiles.singles: whether single tiles are laid for a place: for shops and restaurants."""
    return kinds_on(board.tokens, place)[0].category in SINGLE_TILES


def whole_tiles(board: Board, place: Mask, town: TownMap, table: Table, rulings: TripRulings) -> tuple[TileKind, ...]:
    """trip.tiles: the kinds of tile in stock of which one can cover a park, hotel or landmark of a board."""
    kinds = kinds_on(board.tokens, place)
    match kinds[0].category:
        case Category.HOTEL:
            return hotel_tiles(place, town, table)
        case Category.LANDMARK:
            return landmark_tiles(place, town, table)
        case _:
            return park_tiles(kinds, town, table, rulings.park_stock)


def names_kind(board: Board, place: Mask, rulings: TripRulings) -> bool:
    """trip.tiles.park-stock: whether the player names the kind of the tile: a park of two kinds under `per-kind`."""
    kinds = kinds_on(board.tokens, place)
    return rulings.park_stock is ParkStock.PER_KIND and len(kinds) > 1 and kinds[0].category is Category.PARK


def lays(board: Board, place: Mask, town: TownMap, table: Table, rulings: TripRulings) -> Iterator[Lay]:
    """trip.tiles: everything that may be laid for a place of a board that was just defined, each once.

    Lazy: where single tiles run short, or need not all be laid, there can be many choices.
    """
    if is_single(board, place):
        yield from _single_lays(board, place, town, table, rulings.tile_laying)
        return
    found = tuple(_whole_lays(board, place, town, table, rulings))
    yield from found
    if not found or rulings.tile_laying is TileLaying.MAY:
        yield NOTHING_LAID


@implements("trip.tiles.fit")
def _whole_lays(board: Board, place: Mask, town: TownMap, table: Table, rulings: TripRulings) -> Iterator[Lay]:
    """trip.tiles.fit: a tile on exactly the squares of a place, when none of them is covered."""
    if place & covered(town):
        return
    named = names_kind(board, place, rulings)
    for kind in whole_tiles(board, place, town, table, rulings):
        yield Lay(squares_of(place), Token.parse(kind.piece) if named else None)


@implements("trip.tiles.singles", "trip.tiles.singles-short")
def _single_lays(board: Board, place: Mask, town: TownMap, table: Table, reading: TileLaying) -> Iterator[Lay]:
    """trip.tiles.singles, trip.tiles.singles-short: single tiles on all free squares, or on as many as tiles are left.

    Under `may` also on fewer, the most first.
    """
    choices = []
    for kind, free in _free_squares(board, place, town):
        most = min(free.bit_count(), left(town, TileKind(kind.category), table))
        least = most if reading is TileLaying.MUST else 0
        choices.append((squares_of(free), range(most, least - 1, -1)))
    yield from map(Lay, _chosen(tuple(choices)))


def _chosen(choices: tuple[tuple[Squares, range], ...]) -> Iterator[Squares]:
    """Every way to choose from each set of squares one of the numbers of them that go with it."""
    if not choices:
        yield ()
        return
    (squares, counts), *others = choices
    for count in counts:
        for part in combinations(squares, count):
            for rest in _chosen(tuple(others)):
                yield part + rest


def _free_squares(board: Board, place: Mask, town: TownMap) -> Iterator[tuple[Token, Mask]]:
    """trip.tiles.singles: for every kind of token of a place its squares that are free on the map."""
    free = place & ~covered(town)
    for kind in kinds_on(board.tokens, place):
        yield kind, board.tokens[kind.rank] & free


def violation_of_lay(
    board: Board, place: Mask, lay: Lay, town: TownMap, table: Table, rulings: TripRulings
) -> Violation | None:
    """trip.tiles: why a tile, or single tiles, may not be laid so for a place that was just defined, or None."""
    if refused := _elsewhere(place, lay) or _kind_named(board, place, lay, rulings):
        return refused
    if not lay.squares:
        return _nothing(board, place, town, table, rulings)
    if is_single(board, place):
        return _singles_refused(board, place, lay, town, table, rulings)
    return _whole_refused(board, place, lay, town, table, rulings)


@implements("trip.tiles.elsewhere")
def _elsewhere(place: Mask, lay: Lay) -> Violation | None:
    """trip.tiles.elsewhere: tiles lie on squares of the place just defined."""
    outside = squares_of(mask_of(lay.squares) & ~place)
    if not outside:
        return None
    message = f"{_names(outside)} does not belong to the place just defined, {_names(squares_of(place))}."
    return Violation("square-not-defined", "trip.tiles.elsewhere", message, {"squares": outside})


def _kind_named(board: Board, place: Mask, lay: Lay, rulings: TripRulings) -> Violation | None:
    """trip.tiles.park-stock: the kind of a tile is named exactly where the player has the choice."""
    kinds = kinds_on(board.tokens, place)
    chooses = bool(lay.squares) and names_kind(board, place, rulings)
    if lay.kind in kinds if chooses else lay.kind is None:
        return None
    message = f"The tile is named {' or '.join(kinds)} here." if chooses else "The kind of the tile is not named here."
    return Violation("wrong-kind", "trip.tiles.park-stock", message, {"kind": lay.kind}, "trip.park-stock")


@implements("trip.tiles.compulsory")
def _nothing(board: Board, place: Mask, town: TownMap, table: Table, rulings: TripRulings) -> Violation | None:
    """trip.tiles.compulsory: nothing is laid only when nothing can be, or under `trip.tile-laying=may`."""
    if rulings.tile_laying is TileLaying.MAY:
        return None
    possible = next(lays(board, place, town, table, rulings)).squares
    if not possible:
        return None
    message = f"A tile can be laid on {_names(possible)}, so it must be."
    return Violation("must-lay", "trip.tiles.compulsory", message, {"squares": possible}, "trip.tile-laying")


def _whole_refused(
    board: Board, place: Mask, lay: Lay, town: TownMap, table: Table, rulings: TripRulings
) -> Violation | None:
    """trip.tiles.fit and the stock of parks, hotels and landmarks: why a tile cannot be laid, or None."""
    if mask_of(lay.squares) != place:
        message = (
            f"The tile covers all squares of the place, {_names(squares_of(place))}, not {_names(lay.squares)} alone."
        )
        return Violation("wrong-squares", "trip.tiles.fit", message, {"squares": lay.squares})
    if blocked := squares_of(place & covered(town)):
        message = f"{_names(blocked)} carries a tile already; this place needs all its squares empty."
        return Violation("tile-blocked", "trip.tiles.fit", message, {"squares": blocked})
    kinds = whole_tiles(board, place, town, table, rulings)
    if any(lay.kind in (None, kind.piece) for kind in kinds):
        return None
    category = kinds_on(board.tokens, place)[0].category
    message = f"No {category} tile that this place could take is left."
    ruling = "trip.park-stock" if category is Category.PARK else None
    return Violation("stock-out", f"trip.tiles.{category}-stock", message, {"kind": lay.kind}, ruling)


def _singles_refused(
    board: Board, place: Mask, lay: Lay, town: TownMap, table: Table, rulings: TripRulings
) -> Violation | None:
    """trip.tiles.singles, trip.tiles.singles-short: why single tiles cannot be laid so, or None."""
    laid = mask_of(lay.squares)
    if blocked := squares_of(laid & covered(town)):
        message = f"{_names(blocked)} carries a tile already; single tiles go to empty squares."
        return Violation("tile-blocked", "trip.tiles.singles", message, {"squares": blocked})
    for kind, free in _free_squares(board, place, town):
        stock, count = left(town, TileKind(kind.category), table), (laid & free).bit_count()
        if refused := _miscounted(kind.category, stock, free.bit_count(), count, rulings.tile_laying):
            return refused
    return None


def _miscounted(category: Category, stock: int, free: int, laid: int, reading: TileLaying) -> Violation | None:
    """trip.tiles.singles, trip.tiles.singles-short: as many tiles of a kind as there are free squares, or tiles left.

    Too many can be laid only where the stock is short; too few breaks the clause that gives the number.
    """
    data = {"left": stock, "free": free, "laid": laid}
    if laid > stock:
        message = f"Of the {category} tiles {laid} are laid, and the number left is {stock}."
        return Violation("too-many-tiles", "trip.tiles.singles-short", message, data)
    if laid < min(stock, free) and reading is TileLaying.MUST:
        clause = "trip.tiles.singles" if stock >= free else "trip.tiles.singles-short"
        message = f"Of the {category} tiles {min(stock, free)} can be laid, so as many must be; {laid} are."
        return Violation("too-few-tiles", clause, message, data, "trip.tile-laying")
    return None


def _names(squares: Squares) -> str:
    return " ".join(map(str, squares))


def lay_result(board: Board, place: Mask, lay: Lay, town: TownMap, table: Table, rulings: TripRulings) -> TownMap:
    """trip.tiles: the map after a legal lay; single tiles lie down in the order of squares, each with its own kind."""
    return TownMap((*town.tiles, *_tiles_of(board, place, lay, town, table, rulings)))


def _tiles_of(board: Board, place: Mask, lay: Lay, town: TownMap, table: Table, rulings: TripRulings) -> Iterator[Tile]:
    if not lay.squares:
        return
    if not is_single(board, place):
        kinds = whole_tiles(board, place, town, table, rulings)
        yield Tile(kinds[0] if lay.kind is None else park_tile(lay.kind), place)
        return
    for bit in bits(mask_of(lay.squares)):
        yield Tile(TileKind(kinds_on(board.tokens, bit)[0].category), bit)
