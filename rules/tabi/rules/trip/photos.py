"""Photos: the four photo squares of a board at the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tabi.rules.implements import implements
from tabi.rules.trip.board import Board
from tabi.rules.trip.scoring import Award
from tabi.rules.trip.table import Photo

PHOTO_POINTS: Final = (-2, -1, 1, 3, 6)
"""The points by the number of photo squares that match."""


@implements("trip.photos.count")
def photos_matched(board: Board, photos: Sequence[Photo]) -> int:
    """trip.photos.count: on how many photo squares (0-4) of a board a token of the square's colour lies, up or down."""
    return sum(any(board.tokens[kind.rank] & photo.square for kind in photo.kinds) for photo in photos)


@implements("trip.photos.table")
def photo_award(board: Board, photos: Sequence[Photo]) -> Award:
    """trip.photos.table: -2, -1, 1, 3 or 6 points for none to all four photo squares matched."""
    matched = photos_matched(board, photos)
    return Award("trip.photos.table", PHOTO_POINTS[matched], f"{matched} of {len(photos)} photo squares")
