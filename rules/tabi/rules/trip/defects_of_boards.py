"""What makes a board or the map impossible: tokens in water, places that are none, tiles that do not fit."""

from __future__ import annotations

from collections.abc import Iterator

from tabi.rules.trip.board import Board, face_down, kinds_on, occupied
from tabi.rules.trip.footprints import hotel_shape
from tabi.rules.trip.masks import Mask, bits, connected, square_of
from tabi.rules.trip.places import FEWEST, SIZES
from tabi.rules.trip.table import Table
from tabi.rules.trip.tiles import Tile, TownMap, left
from tabi.spec.trip.squares import squares_of
from tabi.spec.trip.tokens import Category


def board_defects(seat: int, board: Board, table: Table) -> Iterator[str]:
    """Why a player's board cannot arise: every defect as a sentence."""
    whose = f"Player {seat}'s board"
    yield from _tokens(whose, board, table)
    yield from _places(whose, board, table)


def _tokens(whose: str, board: Board, table: Table) -> Iterator[str]:
    there = 0
    for mask in board.tokens:
        for bit in bits(mask & there):
            yield f"{whose} has two tokens on {square_of(bit)}."
        there |= mask
    for bit in bits(there & ~table.dry):
        what = "is off the board" if not bit & table.board else "is water"
        yield f"{whose} has a token on {square_of(bit)}, which {what}."


def _places(whose: str, board: Board, table: Table) -> Iterator[str]:
    defined = 0
    for place in board.places:
        names = _names(place)
        if place & defined:
            yield f"{whose} has {_names(place & defined)} in two places."
        defined |= place
        if place & ~occupied(board):
            yield f"{whose} has the place {names}, but no token on {_names(place & ~occupied(board))}."
        elif fault := _no_place(board, place, table):
            yield f"{whose} has the place {names}: {fault}."


def _no_place(board: Board, place: Mask, table: Table) -> str | None:
    """Why squares with tokens are a place under no reading, or None."""
    if not place:
        return "a place has squares"
    kinds = kinds_on(board.tokens, place)
    categories = {kind.category for kind in kinds}
    category, count = kinds[0].category, place.bit_count()
    if len(categories) > 1 and categories != {Category.SHOP, Category.RESTAURANT}:
        return f"it mixes {', '.join(kinds)}"
    if category in SIZES and count != SIZES[category]:
        return f"a {category} has {SIZES[category]} tokens"
    if category not in SIZES and count < FEWEST:
        return f"a {category} has at least {FEWEST} tokens"
    if category in SIZES and not _shaped(category, place, table):
        return f"it has not the shape of a {category}"
    return None


def _shaped(category: Category, squares: Mask, table: Table) -> bool:
    return squares in table.pieces if category is Category.LANDMARK else connected(squares)


def town_defects(town: TownMap, table: Table) -> Iterator[str]:
    """Why the map cannot look so: every defect as a sentence."""
    covered = 0
    for tile in town.tiles:
        names = _names(tile.squares)
        if tile.kind not in table.stock:
            kinds = ", ".join(map(str, table.stock))
            yield f"The map has a tile {tile.kind}, of which there is none in this game; the tiles are {kinds}."
        elif not _fits(tile, table):
            yield f"The map has the tile {tile.kind} on {names}, which is not its shape."
        if tile.squares & covered:
            yield f"The map has two tiles on {_names(tile.squares & covered)}."
        covered |= tile.squares
    for bit in bits(covered & ~table.dry):
        what = "is off the board" if not bit & table.board else "is water"
        yield f"The map has a tile on {square_of(bit)}, which {what}."
    for kind, count in table.stock.items():
        if (stock := left(town, kind, table)) < 0:
            yield f"The map has {count - stock} tiles {kind}; there are {count}."


def _fits(tile: Tile, table: Table) -> bool:
    category, squares = tile.kind.category, tile.squares
    match category:
        case Category.PARK:
            return squares.bit_count() == SIZES[category] and connected(squares)
        case Category.HOTEL:
            whole = squares.bit_count() == SIZES[category] and connected(squares)
            return whole and hotel_shape(squares) == tile.kind.piece
        case Category.LANDMARK:
            return table.pieces.get(squares) == tile.kind.piece or bool(squares & ~table.dry)
        case Category.SHOP | Category.RESTAURANT:
            return squares.bit_count() == 1


def face_down_defects(seat: int, board: Board, shown: Mask) -> Iterator[str]:
    """Why the small letters of a board text, face-down tokens, are not the squares of its places."""
    if odd := shown & ~face_down(board):
        yield f"Player {seat}'s board has {_names(odd)} face down, but in no place."
    if odd := face_down(board) & ~shown:
        yield f"Player {seat}'s board has {_names(odd)} face up, but in a place."


def _names(squares: Mask) -> str:
    return " ".join(map(str, squares_of(squares)))
