"""Boards, tiles and what was placed as one-line texts, as positions in JSON and on one line have them.

A board text is seven rows, north first, joined by `/`: a capital is a face-up token, a small letter a face-down one, a
digit so many squares without a token. A board line is the board text, and after a blank the places, joined by `+`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from tabi.rules.stepping import NOTHING
from tabi.rules.trip.board import Board, board_of, face_down, token_at
from tabi.rules.trip.masks import Mask, has
from tabi.rules.trip.table import TileKind
from tabi.rules.trip.tiles import Tile
from tabi.spec.trip.squares import SIDE, SQUARES, Square, all_different, format_squares, mask_of, squares_of
from tabi.spec.trip.steps import Discard, Put
from tabi.spec.trip.tokens import Category, Token

EMPTY_TEXT: Final = "/".join(["7"] * SIDE)
BOARD_IS: Final = (
    "a board is seven rows joined by /, in each capitals for face-up tokens, small letters for face-down ones and "
    "digits for squares without a token, seven squares in all, as in 7/2Ff3/7/7/7/7/7"
)
_SQUARE: Final = re.compile("[A-G][1-7]")


class BoardText(NamedTuple):
    """What a board text shows: the tokens, and which of them lie face down."""

    tokens: dict[Square, Token]
    face_down: Mask


def parse_board_text(text: str) -> BoardText:
    """The tokens of a board text; raises `ValueError` with a sentence."""
    rows = [_row(row) for row in text.strip().split("/")]
    if len(rows) != SIDE or any(row is None or len(row) != SIDE for row in rows):
        raise ValueError(f"{text!r} is not a board; {BOARD_IS}.")
    letters = "".join(row for row in rows if row is not None)
    shown = [(square, letter) for square, letter in zip(SQUARES, letters, strict=True) if letter != NOTHING]
    tokens = {square: Token.parse(letter) for square, letter in shown}
    return BoardText(tokens, mask_of(square for square, letter in shown if letter.islower()))


def _row(text: str) -> str | None:
    """One letter a square, `-` for none; None when a sign means nothing."""
    if re.fullmatch(r"[1-7FBPHLSR]*", text, re.IGNORECASE) is None:
        return None
    return "".join(NOTHING * int(sign) if sign.isdecimal() else sign for sign in text)


def format_board_text(board: Board) -> str:
    """The board text of a board.

    >>> format_board_text(board_of({Square.C2: Token.FOUNTAIN, Square.D2: Token.BENCH}))
    '7/2FB3/7/7/7/7/7'
    """
    letters = "".join(_letter(board, square) for square in SQUARES)
    rows = (letters[first : first + SIDE] for first in range(0, len(letters), SIDE))
    return "/".join(re.sub("-+", lambda blank: str(len(blank.group())), row) for row in rows)


def _letter(board: Board, square: Square) -> str:
    token = token_at(board, square)
    if token is None:
        return NOTHING
    return token.lower() if has(face_down(board), square) else token.value


def format_board(board: Board) -> str:
    """The board line of a board; its mistaken memories are not part of it.

    >>> format_board(board_of({Square.C3: Token.BENCH, Square.D3: Token.BENCH}, [mask_of([Square.C3, Square.D3])]))
    '7/7/2bb3/7/7/7/7 C3D3'
    """
    places = "+".join(format_squares(squares_of(place), "") for place in board.places)
    return f"{format_board_text(board)} {places}".rstrip()


def parse_board(text: str) -> Board:
    """The board of a board line; raises `ValueError` with a sentence."""
    board, _, places = text.strip().partition(" ")
    shown = parse_board_text(board)
    found = tuple(mask_of(_joined(place)) for place in places.strip().split("+") if place)
    covered = 0
    for place in found:
        if place & covered:
            raise ValueError(f"{text!r} has a square in two places; every face-down token belongs to one place.")
        covered |= place
    if covered != shown.face_down:
        raise ValueError(f"{text!r} is not a board; the squares of its places are exactly those with small letters.")
    return board_of(shown.tokens, found)


def _joined(text: str) -> Iterator[Square]:
    if "".join(_SQUARE.findall(text.upper())) != text.upper() or not text:
        raise ValueError(f"{text!r} is not a place; a place is its squares without blanks, as in C3D3.")
    return iter(all_different(map(Square.parse, _SQUARE.findall(text.upper()))))


def format_tile(tile: Tile) -> str:
    """A tile: category, piece if it has one, and squares.

    >>> format_tile(Tile(TileKind(Category.HOTEL, "straight"), mask_of([Square.A1, Square.A2, Square.A3])))
    'hotel straight A1 A2 A3'
    """
    return f"{tile.kind} {format_squares(squares_of(tile.squares))}"


def parse_tile(text: str) -> Tile:
    """The tile of a text as `format_tile` writes it; raises `ValueError` with a sentence."""
    words = text.split()
    place = next((number for number, word in enumerate(words) if _SQUARE.fullmatch(word.upper())), len(words))
    kind, squares = words[:place], words[place:]
    if not squares or not kind or kind[0].lower() not in list(Category) or len(kind) > 1 + has_piece(kind[0]):
        raise ValueError(
            f"{text!r} is not a tile; a tile is written as in 'park F C3 C4', 'hotel ell A1 A2 B2', 'shop C5'."
        )
    category = Category(kind[0].lower())
    piece = kind[1] if len(kind) > 1 else ""
    named = piece.upper() if category is Category.PARK else piece.lower()
    return Tile(TileKind(category, named), mask_of(all_different(map(Square.parse, squares))))


def has_piece(category: str) -> bool:
    """Whether tiles of a category have a piece: single tiles have none."""
    return category.lower() not in (Category.SHOP, Category.RESTAURANT)


def format_placed(step: Put | Discard) -> str:
    """What was done with a token: `F C3`, or `F -` when it was given up."""
    return f"{step.token} {step.square if isinstance(step, Put) else NOTHING}"


def parse_placed(text: str) -> Put | Discard:
    """What `format_placed` writes; raises `ValueError` with a sentence."""
    words = text.split()
    if len(words) != 2:
        raise ValueError(f"{text!r} does not say where a token went; it is written as in 'F C3' or 'F -'.")
    token = Token.parse(words[0])
    return Discard(token) if words[1] == NOTHING else Put(token, Square.parse(words[1]))
