"""Base and match points of a place, counted by hand."""

from __future__ import annotations

import pytest

from tabi.rules.trip.awards import with_awards
from tabi.rules.trip.moment import SeatAward
from tabi.rules.trip.scoring import turn_awards, turn_points
from tabi.rules.trip.tiles import EMPTY_MAP, TownMap
from tabi.spec.trip.rulings import TripRulings
from trip.drawing import at, board, names, read, town

DEFAULT = read()


def awards(
    rows: str, after: TownMap, before: TownMap = EMPTY_MAP, fresh: str = "", rulings: TripRulings = DEFAULT
) -> dict[str, int]:
    """The points of the only place of a board by clause."""
    place = sum(board(rows).tokens)
    on = board(rows, names(place))
    found = turn_awards(on, place, at(fresh), before, after, rulings)
    assert all(award.why for award in found)
    assert sum(award.points for award in found) == turn_points(on, place, at(fresh), before, after, rulings)
    return {award.clause.removeprefix("trip.scoring."): award.points for award in found}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("ff", {"park": 2}),
        ("p/p", {"park": 2}),
        ("hhh", {"hotel": 4}),
        ("hh/h", {"hotel": 4}),
        ("ll/ll", {"landmark": 6}),
        ("sss", {}),
        ("ssss", {"shops": 1}),
        ("rrrrr", {"shops": 3}),
        ("rrrrrr", {"shops": 5}),
        ("sssssss", {"shops": 5}),
        ("ssr", {}),  # a mixed place scores by the number of all its tokens
        ("rsrsr", {"shops": 3}),
    ],
)
def test_base_points(rows: str, expected: dict[str, int]) -> None:
    assert awards(rows, EMPTY_MAP) == expected


def test_a_tile_just_laid_gives_a_point_for_each_of_its_squares() -> None:
    """The most that a place can score: park 2 + 2, hotel 4 + 3, landmark 6 + 4, a shop of seven 5 + 7."""
    assert awards("ff", town("park F A1 B1")) == {"park": 2, "match": 2}
    assert awards("hhh", town("hotel straight A1 B1 C1")) == {"hotel": 4, "match": 3}
    assert awards("ll/ll", town("landmark square A1 B1 A2 B2")) == {"landmark": 6, "match": 4}
    shops = town(*(f"shop {column}1" for column in "ABCDEFG"))
    assert awards("sssssss", shops) == {"shops": 5, "match": 7}


def test_before_the_tile_only_earlier_tiles_match() -> None:
    before, after = town("shop A1"), town("shop A1", "shop B1", "shop C1")
    assert awards("sss", after, before) == {"match": 3}
    assert awards("sss", after, before, rulings=read(match_counted="before-tile")) == {"match": 1}


def test_a_partial_match_scores_its_squares() -> None:
    assert awards("hhh", town("hotel ell A1 B1 A2")) == {"hotel": 4, "match": 2}


def test_all_park_kinds_match_and_so_do_all_landmarks() -> None:
    assert awards("ff", town("park P B1 C1")) == {"park": 2, "match": 1}
    assert awards("ll/ll", town("landmark tee A2 B2 C2 B3")) == {"landmark": 6, "match": 2}


def test_shops_and_restaurants_do_not_match_each_other() -> None:
    mixed = town("restaurant A1", "shop B1", "park F C1 C2")
    assert awards("ssss", mixed) == {"shops": 1, "match": 1}
    assert awards("rrrr", mixed) == {"shops": 1, "match": 1}
    assert awards("rrss", mixed) == {"shops": 1, "match": 1}  # A1 alone: on B1 a restaurant token lies under a shop


def test_hotels_match_whatever_their_shapes_unless_shapes_must_agree() -> None:
    ell, straight = town("hotel ell A1 B1 A2"), town("hotel straight A1 A2 A3")
    same = read(hotel_match="shape")
    assert awards("hhh", ell) == {"hotel": 4, "match": 2}
    assert awards("hhh", ell, rulings=same) == {"hotel": 4}
    assert awards("hhh", straight, rulings=same) == {"hotel": 4, "match": 1}
    assert awards("hh/h", ell, rulings=same) == {"hotel": 4, "match": 3}
    assert awards("hh/h", straight, rulings=same) == {"hotel": 4}
    assert awards("ff", town("park B A1 B1"), rulings=same) == {"park": 2, "match": 2}


def test_all_squares_of_the_set_match_or_under_the_other_reading_those_of_this_turn() -> None:
    on_map = town("restaurant A1", "restaurant B1", "restaurant C1")
    assert awards("rrr", on_map, fresh="B1 G7") == {"match": 3}
    assert awards("rrr", on_map, fresh="B1 G7", rulings=read(match_tokens="fresh")) == {"match": 1}


def test_only_the_place_just_defined_scores() -> None:
    on = board("ffhhh", "A1 B1", "C1 D1 E1")
    both = town("park F A1 B1", "hotel straight C1 D1 E1")
    found = turn_awards(on, at("A1 B1"), at("A1"), EMPTY_MAP, both, DEFAULT)
    assert [(award.clause, award.points) for award in found] == [("trip.scoring.park", 2), ("trip.scoring.match", 2)]


def test_points_are_added_at_once() -> None:
    park, match = SeatAward(2, "trip.scoring.park", 2, ""), SeatAward(2, "trip.scoring.match", 1, "")
    assert with_awards((5, 7, -1), (park, match)) == (5, 10, -1)
    assert with_awards((5, 7, -1), ()) == (5, 7, -1)
