"""Photos, mistaken memories, totals and the winner, counted by hand."""

from __future__ import annotations

import pytest

from tabi.rules.trip import apply, read_position
from tabi.rules.trip.board import Board
from tabi.rules.trip.ending import final_awards, is_last, winners
from tabi.rules.trip.mistakes import mistake_awards, mistake_points, mistaken
from tabi.rules.trip.photos import photo_award, photos_matched
from tabi.rules.trip.tiles import EMPTY_MAP
from tabi.spec.trip.steps import Score
from trip.drawing import board, read, table

# River, board 1: red A1 (landmarks), blue C4 (hotels), green E2 (parks), yellow G6 (shops and restaurants).
PHOTOS = {
    0: "7",
    1: "L6",
    2: "L6/7/7/2H4",
    3: "L6/4P2/7/2H4",
    4: "L6/4B2/7/2H4/7/6R",
}


@pytest.mark.parametrize(("matched", "points"), [(0, -2), (1, -1), (2, 1), (3, 3), (4, 6)])
def test_photo_squares_score_by_how_many_match(matched: int, points: int) -> None:
    on = board(PHOTOS[matched])
    assert photos_matched(on, table().photos[0]) == matched
    assert photo_award(on, table().photos[0])[:2] == ("trip.photos.table", points)


def test_a_photo_matches_face_up_and_face_down_in_its_own_colour_only() -> None:
    photos = table().photos[0]
    assert photos_matched(board("lll/1l", "A1 B1 C1 B2"), photos) == 1
    assert photos_matched(board("H6/4S2/7/2L4/7/6F"), photos) == 0
    assert photos_matched(board("7/4F2/7/7/7/6S"), photos) == 2
    assert photos_matched(board("F6/4L2"), photos) == 0


def test_every_seat_has_the_photo_squares_of_its_own_board() -> None:
    """Board 4: red C6 blue G4 green B2 yellow F1. Board 2: red B7 blue E5 green G1 yellow A3."""
    one = table(boards=(4, 2, 1))
    assert [photos_matched(board("7/1F"), photos) for photos in one.photos] == [1, 0, 0]
    assert [photos_matched(board("7/7/R"), photos) for photos in one.photos] == [0, 1, 0]
    assert [photos_matched(board("L"), photos) for photos in one.photos] == [0, 0, 1]


def test_a_photo_on_the_covered_line_counts_among_the_four_and_cannot_match() -> None:
    """Board 2 has its red photo on B7: three of four remain possible."""
    small = table(size="7x6")
    assert len(small.photos[1]) == 4
    full = board("6P/7/S6/7/4H2")
    assert photo_award(full, small.photos[1]).points == 3


def with_mistakes(*counts: int) -> list[Board]:
    return [board("7", mistaken="F" * count) for count in counts]


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((0, 0, 0), (0, 0, 0)),
        ((3, 2, 1), (-3, 0, 0)),
        ((4, 4, 3), (-4, -4, 0)),
        ((2, 2, 2), (-2, -2, -2)),
        ((0, 1), (0, -1)),
    ],
)
def test_those_with_the_most_mistaken_memories_lose_a_point_for_each(
    counts: tuple[int, ...], points: tuple[int, ...]
) -> None:
    boards = with_mistakes(*counts)
    assert tuple(map(mistaken, boards)) == counts
    assert mistake_points(boards) == points
    assert tuple(sum(one.points for one in own) for own in mistake_awards(boards)) == points
    assert all(one.clause == "trip.mistakes.most" for own in mistake_awards(boards) for one in own)


def test_the_final_awards_are_photos_mistakes_and_goal_each_with_its_clause() -> None:
    """Seat 1: no photo, three parks. Seat 2: A3 is yellow on its board (a shop), most mistakes. Seat 3: nothing."""
    boards = [
        board("7/bb/ff/pp", "A2 B2", "A3 B3", "A4 B4"),
        board("7/7/S", mistaken="FH"),
        board("7", mistaken="R"),
    ]
    found = final_awards(boards, EMPTY_MAP, table(), read())
    assert [[(one.clause, one.points) for one in own] for own in found] == [
        [("trip.photos.table", -2), ("trip.goals.parks", 6)],
        [("trip.photos.table", -1), ("trip.mistakes.most", -2)],
        [("trip.photos.table", -2)],
    ]


def test_a_total_may_be_below_zero() -> None:
    """Seat 1 loses 2 for the photos and 5 for the most mistaken memories, seat 2 only the 2."""
    position = read_position(
        {"players": 2, "phase": "final", "boards_at": {"1": {"mistaken": "FFFFF"}, "2": {"score": 1}}}
    )
    assert apply(position, Score()).scores == (-7, -1)


@pytest.mark.parametrize(
    ("scores", "mistakes", "expected"),
    [
        ((10, 12, 11), (0, 5, 0), (2,)),
        ((12, 12, 11), (3, 2, 0), (2,)),
        ((12, 12, 12), (2, 2, 3), (1, 2)),
        ((12, 12), (1, 1), (1, 2)),
        ((-3, -2), (0, 4), (2,)),
        ((5, 5, 5, 5), (0, 0, 0, 0), (1, 2, 3, 4)),
    ],
)
def test_the_highest_total_wins_then_fewest_mistakes_then_all_of_them(
    scores: tuple[int, ...], mistakes: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert winners(scores, with_mistakes(*mistakes)) == expected


def test_the_twelfth_round_is_the_last() -> None:
    assert [round_ for round_ in range(1, 13) if is_last(round_)] == [12]
