"""The eight symmetries of the board: what is a place stays one when the whole board is turned or mirrored."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest

from tabi.rules.trip.board import Board, board_of, token_at
from tabi.rules.trip.footprints import hotel_shape
from tabi.rules.trip.masks import beside, component, components, connected, connected_sets
from tabi.rules.trip.places import definable, violation_of_define
from tabi.rules.trip.table import Table
from tabi.rules.trip.tiles import EMPTY_MAP, landmark_tiles
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.squares import SQUARES, Square, mask_of, squares_of
from trip.drawing import BOARD, at, land, names, random_board, read

Symmetry = Callable[[Square], Square]


def square_at(column: int, row: int) -> Square:
    return SQUARES[7 * row + column]


TURNS: dict[str, Symmetry] = {
    "as it is": lambda one: one,
    "quarter turn": lambda one: square_at(6 - one.row, one.column),
    "half turn": lambda one: square_at(6 - one.column, 6 - one.row),
    "three quarters": lambda one: square_at(one.row, 6 - one.column),
}
MIRRORS: dict[str, Symmetry] = {
    "west for east": lambda one: square_at(6 - one.column, one.row),
    "north for south": lambda one: square_at(one.column, 6 - one.row),
    "falling diagonal": lambda one: square_at(one.row, one.column),
    "rising diagonal": lambda one: square_at(6 - one.row, 6 - one.column),
}
ALL = {**TURNS, **MIRRORS}


def image(squares: int, symmetry: Symmetry) -> int:
    return mask_of(map(symmetry, squares_of(squares)))


def board_image(on: Board, symmetry: Symmetry) -> Board:
    tokens = {symmetry(square): token for square in SQUARES if (token := token_at(on, square)) is not None}
    return board_of(tokens, (image(place, symmetry) for place in on.places), on.mistaken)


def test_there_are_eight_symmetries() -> None:
    corner = at("A1 B1 C2")
    assert len({image(corner, symmetry) for symmetry in ALL.values()}) == 8


@pytest.mark.parametrize("name", ALL)
def test_what_hangs_together_does_so_in_every_image(name: str) -> None:
    random, symmetry = Random(1), ALL[name]
    for _ in range(60):
        squares = mask_of(random.sample(SQUARES, random.randint(1, 30)))
        assert connected(squares) == connected(image(squares, symmetry))
        assert image(beside(squares), symmetry) == beside(image(squares, symmetry))
        parts = {image(part, symmetry) for part in components(squares)}
        assert parts == set(components(image(squares, symmetry)))


@pytest.mark.parametrize("name", ALL)
def test_three_squares_are_a_hotel_of_a_shape_if_and_only_if_their_image_is(name: str) -> None:
    symmetry = ALL[name]
    region = squares_of(at("A1 B1 C1 A2 B2 C2 A3 B3 C3"))
    for chosen in combinations(region, 3):
        squares = mask_of(chosen)
        assert is_place(squares, "H", read()) == is_place(image(squares, symmetry), "H", read())
        if connected(squares):
            assert hotel_shape(squares) == hotel_shape(image(squares, symmetry))


def is_place(squares: int, letter: str, rulings: TripRulings, one: Table | None = None) -> bool:
    """Whether these squares, all with the same token placed this turn, can be defined."""
    random = Random(0)
    on = board_of(random_board(random, squares_of(squares), letter, 1.0))
    return violation_of_define(on, squares, squares, one or land(), (), rulings) is None


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("city", ["river", "coast"])
def test_four_squares_are_a_landmark_if_their_image_is_under_turns_or_with_mirroring_under_all(
    name: str, city: str
) -> None:
    symmetry, one, strict = ALL[name], land(city=city), read(landmark_mirror="refused")
    differing = set()
    for squares in four_connected():
        piece, other = image(squares, symmetry), squares
        assert is_place(other, "L", read(), one) == is_place(piece, "L", read(), one)
        if is_place(other, "L", strict, one) != is_place(piece, "L", strict, one):
            differing.add(names(squares))
    assert bool(differing) == (name in MIRRORS)


def four_connected() -> list[int]:
    """The 19 ways in which four squares hang together, turned and mirrored, once each in the middle of the board."""
    found = [squares for squares in connected_sets(at("D4"), BOARD, 4) if squares.bit_count() == 4]
    return [squares for squares in found if squares & -squares == at("D4")]


def test_four_connected_squares_have_nineteen_shapes_by_turn_and_mirror() -> None:
    assert len(four_connected()) == 19


@pytest.mark.parametrize("city", ["river", "coast"])
def test_the_number_of_landmark_shapes_by_turning_and_by_mirroring_too(city: str) -> None:
    """River: square 1, ell 4 (8 with mirror), tee 4. Coast: square 1, ess 2 (4 with mirror), bar 2."""
    counts = [
        sum(is_place(squares, "L", rulings, land(city=city)) for squares in four_connected())
        for rulings in (read(landmark_mirror="refused"), read())
    ]
    assert counts == ([9, 13] if city == "river" else [5, 7])


@pytest.mark.parametrize("name", ALL)
def test_every_orientation_of_a_landmark_takes_the_same_piece(name: str) -> None:
    one = land()
    for squares, expected in (("A1 B1 A2 B2", "square"), ("A1 A2 A3 B3", "ell"), ("A1 B1 C1 B2", "tee")):
        (kind,) = landmark_tiles(image(at(squares), ALL[name]), EMPTY_MAP, one)
        assert kind.piece == expected


@pytest.mark.parametrize("name", ALL)
def test_the_sets_that_can_be_defined_turn_and_mirror_with_the_board(name: str) -> None:
    random, symmetry = Random(7), ALL[name]
    for _ in range(25):
        letters = random.choice(["FB", "H", "L", "LH", "SR", "FBPHLSR"])
        on = board_of(random_board(random, random.sample(SQUARES, 14), letters, 1.0))
        fresh = mask_of(random.sample(SQUARES, 12))
        found = {image(one, symmetry) for one in definable(on, fresh, land(), (), read())}
        turned = definable(board_image(on, symmetry), image(fresh, symmetry), land(), (), read())
        assert found == set(turned)


def test_a_component_holds_what_is_reached_from_its_seed_only() -> None:
    assert names(component(at("A1"), at("A1 B1 B2 D1 D2"))) == "A1 B1 B2"
    assert component(at("C1"), at("A1 B1")) == 0
