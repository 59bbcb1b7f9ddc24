"""What a rule case may ask of a position beside its fields; seats are keys, as texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from pydantic import JsonValue

from tabi.rules.trip.awards import final_awards, with_awards
from tabi.rules.trip.board import Board
from tabi.rules.trip.draft import bag_of
from tabi.rules.trip.ending import winners
from tabi.rules.trip.goals import goal_points
from tabi.rules.trip.lines import format_board_text
from tabi.rules.trip.masks import Mask
from tabi.rules.trip.mistakes import mistake_points
from tabi.rules.trip.photos import photo_award
from tabi.rules.trip.places import definable, defined_pieces
from tabi.rules.trip.position import Position
from tabi.rules.trip.tiles import left, parks_left
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.squares import format_squares, squares_of
from tabi.spec.trip.tokens import Category, format_tokens

Question = Callable[[Position, TripRulings], JsonValue]


def _by_seat(values: Mapping[int, JsonValue] | tuple[JsonValue, ...] | list[JsonValue]) -> JsonValue:
    """Values seat by seat with the seat as the key."""
    return {str(seat): value for seat, value in enumerate(values, start=1)}


def _names(place: Mask) -> str:
    return format_squares(squares_of(place))


def _of_boards(question: Callable[[Board], JsonValue]) -> Question:
    def ask(position: Position, rulings: TripRulings) -> JsonValue:
        return _by_seat([question(board) for board in position.boards])

    return ask


def _score(position: Position, rulings: TripRulings) -> JsonValue:
    return _by_seat(list(position.scores))


def _photos(position: Position, rulings: TripRulings) -> JsonValue:
    boards = zip(position.boards, position.table.photos, strict=True)
    return _by_seat([photo_award(board, photos).points for board, photos in boards])


def _mistakes(position: Position, rulings: TripRulings) -> JsonValue:
    return _by_seat(list(mistake_points(position.boards)))


def _goal(position: Position, rulings: TripRulings) -> JsonValue:
    goal = position.setup.goal
    return _by_seat(list(goal_points(goal, position.boards, position.town, position.table, rulings)))


def _totals_now(position: Position, rulings: TripRulings) -> tuple[int, ...]:
    """The totals of a finished game, else those that the final scoring would give now."""
    if position.outcome is not None:
        return position.outcome.totals
    return with_awards(position.scores, final_awards(position, rulings))


def _totals(position: Position, rulings: TripRulings) -> JsonValue:
    return _by_seat(list(_totals_now(position, rulings)))


def _winners(position: Position, rulings: TripRulings) -> JsonValue:
    return list(winners(_totals_now(position, rulings), position.boards))


def _stock(position: Position, rulings: TripRulings) -> JsonValue:
    counts: dict[str, JsonValue] = {str(Category.PARK): parks_left(position.town, position.table)}
    return counts | {str(kind): left(position.town, kind, position.table) for kind in position.table.stock}


def _bag_size(position: Position, rulings: TripRulings) -> JsonValue:
    return sum(bag_of(position).values())


def _definable(position: Position, rulings: TripRulings) -> JsonValue:
    fresh, used = position.fresh[position.player - 1], defined_pieces(position.boards, position.table)
    found = [squares_of(place) for place in definable(position.board, fresh, position.table, used, rulings)]
    return [format_squares(place) for place in sorted(found)]


QUESTIONS: Final[Mapping[str, Question]] = MappingProxyType(
    {
        "score": _score,
        "places": _of_boards(lambda board: [_names(place) for place in board.places]),
        "mistaken": _of_boards(lambda board: format_tokens(board.mistaken)),
        "board": _of_boards(format_board_text),
        "photos": _photos,
        "mistakes": _mistakes,
        "goal": _goal,
        "totals": _totals,
        "winners": _winners,
        "stock": _stock,
        "bag_size": _bag_size,
        "definable": _definable,
    }
)
