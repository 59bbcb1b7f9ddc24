"""The six patterns and their windows over a board; numbers of windows are counted by hand."""

from __future__ import annotations

import pytest

from tabi.rules.trip.board import Board, face_down, occupied
from tabi.rules.trip.patterns import Window, is_legal, usable, windows_over
from tabi.rules.trip.table import Table
from tabi.spec.trip.rulings import TripRulings
from trip.drawing import BOARD, RIVER, at, board, land, names, read, table

EMPTY = Board()


def whole_windows(one: Table, pattern: str) -> set[str]:
    return {names(window.squares) for window in one.windows[pattern] if window.whole}


def open_squares(one: Table, pattern: str, on: Board, rulings: TripRulings) -> set[str]:
    windows = usable(one.windows[pattern], occupied(on), face_down(on), rulings)
    assert len(windows) == len(set(windows))
    return set(map(names, windows))


@pytest.mark.parametrize(
    ("pattern", "squares"),
    [
        ("column", "A1 A2 A3 A4"),
        ("row", "A1 B1 C1 D1"),
        ("rising", "D1 C2 B3 A4"),
        ("falling", "A1 B2 C3 D4"),
        ("plus", "B1 A2 C2 B3"),
        ("cross", "A1 C1 A3 C3"),
    ],
)
def test_a_pattern_covers_four_squares_as_the_card_shows_them(pattern: str, squares: str) -> None:
    assert names(at(squares)) in whole_windows(land(), pattern)


@pytest.mark.parametrize(
    ("pattern", "squares"), [("rising", "A1 B2 C3 D4"), ("falling", "D1 C2 B3 A4"), ("column", "A1 B1 C1 D1")]
)
def test_no_pattern_is_turned_or_mirrored(pattern: str, squares: str) -> None:
    assert names(at(squares)) not in whole_windows(land(), pattern)


# Whole windows: 7 columns x 4 places, 4 x 4 diagonals, 5 x 5 middles. Windows that touch the board: a column reaches in
# from 3 places above and below (7 x 10); each of the three shifts of a diagonal adds an L of 13 squares (49 + 39); a
# plus has its middle on the board or orthogonally beside it (49 + 28); a cross anywhere in the ring around (9 x 9).
@pytest.mark.parametrize(
    ("pattern", "whole", "touching"),
    [
        ("column", 28, 70),
        ("row", 28, 70),
        ("rising", 16, 88),
        ("falling", 16, 88),
        ("plus", 25, 77),
        ("cross", 25, 81),
    ],
)
def test_the_number_of_windows(pattern: str, whole: int, touching: int) -> None:
    windows = land().windows[pattern]
    assert sum(window.whole for window in windows) == whole
    assert len(windows) == touching
    assert all(window.squares for window in windows)


@pytest.mark.parametrize("shift", [(3, 2), (-5, 1), (-9, -9)])
def test_it_does_not_matter_from_where_the_cells_of_a_card_are_counted(shift: tuple[int, int]) -> None:
    for card in RIVER.memory_cards:
        moved = [(x + shift[0], y + shift[1]) for x, y in card.cells]
        centre = None if card.centre is None else (card.centre[0] + shift[0], card.centre[1] + shift[1])
        assert windows_over(moved, centre, BOARD, BOARD) == land().windows[card.pattern]


def test_a_plus_centred_on_the_edge_keeps_three_squares_unless_overhang_is_refused() -> None:
    around_a2 = names(at("A1 B2 A3"))
    assert around_a2 in open_squares(land(), "plus", EMPTY, read())
    refused = open_squares(land(), "plus", EMPTY, read(window_overhang="refused"))
    assert around_a2 not in refused
    assert len(refused) == 25


def test_a_window_goes_over_water_and_leaves_it_out() -> None:
    river = table()
    for overhang in ("allowed", "refused"):
        rulings = read(window_overhang=overhang)
        assert names(at("A1 B2 C3")) in open_squares(river, "falling", EMPTY, rulings)  # D4 is water
        assert "" in open_squares(river, "column", EMPTY, rulings)  # D1 to D4: the window is there, nothing fits


def test_face_up_squares_are_usable_and_face_down_ones_are_not() -> None:
    on = board("F1/F1/f1/f1", "A3 A4")
    windows = open_squares(land(), "column", on, read(window_overhang="refused"))
    assert names(at("A1 A2")) in windows
    assert names(at("A2 A5")) in windows
    assert not any("A3" in window.split() or "A4" in window.split() for window in windows)


@pytest.mark.parametrize("rows", ["7/1F5", "7/1f1f3"])
def test_the_middle_of_a_cross_may_be_occupied_unless_it_must_be_empty(rows: str) -> None:
    on = board(rows, *(["B2 D2"] if "f" in rows else []))
    for pattern, arms in (("plus", "B1 A2 C2 B3"), ("cross", "A1 C1 A3 C3")):
        around = names(at(arms))
        assert around in open_squares(land(), pattern, on, read())
        assert around not in open_squares(land(), pattern, on, read(cross_centre="must-be-empty"))
        assert around in open_squares(land(), pattern, EMPTY, read(cross_centre="must-be-empty"))


def test_the_middle_matters_to_the_crosses_only() -> None:
    everywhere = board("/".join(["FFFFFFF"] * 7))
    for pattern in ("column", "row", "rising", "falling"):
        free = open_squares(land(), pattern, everywhere, read())
        assert free == open_squares(land(), pattern, everywhere, read(cross_centre="must-be-empty"))
    for pattern in ("plus", "cross"):
        windows = land().windows[pattern]
        legal = [window for window in windows if is_legal(window, BOARD, read(cross_centre="must-be-empty"))]
        assert legal
        assert all(window.centre == 0 for window in legal)  # only those whose middle is off the board


def test_a_middle_on_water_is_empty() -> None:
    around_d3 = names(at("C3 E3"))
    assert around_d3 in open_squares(table(), "plus", EMPTY, read(cross_centre="must-be-empty"))


def test_covered_squares_are_off_the_board() -> None:
    small = table(size="7x6")  # row 7 is covered
    row_seven = at("A7 B7 C7 D7 E7 F7 G7")
    assert all(not window.squares & row_seven for windows in small.windows.values() for window in windows)
    assert names(at("A4 A5 A6")) in open_squares(small, "column", EMPTY, read())
    assert names(at("A4 A5 A6")) not in open_squares(small, "column", EMPTY, read(window_overhang="refused"))
    assert Window(at("A6"), 0, False) in small.windows["column"]


def test_the_coast_has_its_own_water_and_line() -> None:
    coast = table(city="coast", size="7x6")
    assert names(BOARD & ~coast.dry) == names(at("A1 B1 C1 D1 E1 F1 G1 F2 G2 G3"))
    assert names(coast.board & ~coast.dry) == "F2 G2 G3"
