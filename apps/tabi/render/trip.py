"""A position of the trip as text for the terminal: map and boards side by side, slots, scores, and the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest

from tabi.rules.trip import Phase, Position
from tabi.rules.trip.board import Board, face_down, token_at
from tabi.rules.trip.masks import has
from tabi.rules.trip.tiles import TownMap
from tabi.spec.trip.squares import COLUMNS, SIDE, SQUARES, Square
from tabi.spec.trip.tokens import format_tokens

WATER, CLOSED, EMPTY = "~", "#", "."
GAP = "   "
LEGEND = (
    "Boards: capitals lie face up, small letters are defined places. Map: park P, hotel H, landmark L, shop S, "
    "restaurant R. ~ is water, # is covered."
)

Grid = tuple[str, ...]
"""A drawing, line by line."""


def render_trip_position(position: Position) -> str:
    """The position as lines of text without trailing blanks: what is open, the map, every board, the result."""
    town = _titled("map", render_map(position).splitlines())
    boards = [
        _titled(_name(position, seat), render_board(position, board).splitlines())
        for seat, board in enumerate(position.boards, start=1)
    ]
    parts = (*_head(position), "", *_beside([town, *boards]), "", *_seats(position), LEGEND)
    return "\n".join(line.rstrip() for line in parts)


def render_board(position: Position, board: Board) -> str:
    """One player's board: letters and numbers of the squares around it."""

    def sign(square: Square) -> str | None:
        token = token_at(board, square)
        if token is None:
            return None
        return token.lower() if has(face_down(board), square) else token.value

    return "\n".join(_grid(position, sign))


def render_map(position: Position) -> str:
    """The common map: the first letter of every tile's category on its squares."""

    def sign(square: Square) -> str | None:
        return _tile_letter(position.town, square)

    return "\n".join(_grid(position, sign))


def _tile_letter(town: TownMap, square: Square) -> str | None:
    for tile in town.tiles:
        if has(tile.squares, square):
            return tile.kind.category[0].upper()
    return None


def _grid(position: Position, sign: Callable[[Square], str | None]) -> Grid:
    rows = (SQUARES[first : first + SIDE] for first in range(0, len(SQUARES), SIDE))
    lines = (
        f"{number} {' '.join(sign(square) or _ground(position, square) for square in row)}"
        for number, row in enumerate(rows, start=1)
    )
    return (f"  {' '.join(COLUMNS)}", *lines)


def _ground(position: Position, square: Square) -> str:
    if not has(position.table.board, square):
        return CLOSED
    return EMPTY if has(position.table.dry, square) else WATER


def _titled(title: str, lines: list[str]) -> Grid:
    return (title, *lines)


def _name(position: Position, seat: int) -> str:
    acting = position.phase not in (Phase.FINAL, Phase.OVER) and seat == position.player
    return f"player {seat}{' *' if acting else ''}"


def _beside(grids: list[Grid]) -> Iterator[str]:
    widths = [max(map(len, grid)) for grid in grids]
    for row in zip_longest(*grids, fillvalue=""):
        yield GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))


def _head(position: Position) -> Iterator[str]:
    setup = position.setup
    yield f"{setup.map.title}, {setup.size}, goal {setup.goal}"
    yield f"round {position.round}, phase {position.phase}, start player {position.start_player}"
    if position.slots:
        slots = " ".join("-" if slot is None else format_tokens(slot) for slot in position.slots)
        yield f"card {position.pattern}, slots {slots}"
    if position.hand:
        yield f"player {position.player} still places {format_tokens(position.hand)}"


def _seats(position: Position) -> Iterator[str]:
    for seat, (board, score) in enumerate(zip(position.boards, position.scores, strict=True), start=1):
        mistaken = f"{len(board.mistaken)} ({format_tokens(board.mistaken)})" if board.mistaken else "none"
        yield f"player {seat}: {_points(score)}, mistaken memories {mistaken}"
    if position.outcome is not None:
        yield winners_in_words(position.outcome.winners)


def winners_in_words(winners: tuple[int, ...]) -> str:
    """Who wins, as a sentence."""
    seats = list(map(str, winners))
    if len(seats) == 1:
        return f"Player {seats[0]} wins."
    return f"Players {', '.join(seats[:-1])} and {seats[-1]} share the win."


def _points(score: int) -> str:
    return f"{score} point" if score == 1 else f"{score} points"
