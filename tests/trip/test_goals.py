"""The fifteen goals on boards drawn and counted by hand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tabi.rules.trip.board import Board
from tabi.rules.trip.goals import areas, cluster_size, goal_awards, goal_points, largest_area, ranked
from tabi.rules.trip.tiles import EMPTY_MAP, TownMap
from tabi.spec.trip.goals import Goal, GoalKind
from tabi.spec.trip.rulings import AreaIdentity, LargestArea, LargestCluster, TripRulings
from tabi.spec.trip.tokens import Category
from trip.drawing import board, read, table, town

DEFAULT = read()
NOTHING = Board()


def points(
    goal: str, *boards: Board, on: TownMap = EMPTY_MAP, rulings: TripRulings = DEFAULT, size: str = "7x7"
) -> tuple[int, ...]:
    """What a goal gives to the boards, in the city whose side it belongs to."""
    which = Goal[goal.upper().replace("-", "_")]
    city = "coast" if which.side == "blue" else "river"
    one = table(city=city, goals=which.kind, goal=which, size=size)
    return goal_points(which, boards, on, one, rulings)


# --------------------------------------------------------------- standard goals
def test_three_parks_of_any_kind() -> None:
    three = board("ffbb/pp", "A1 B1", "C1 D1", "A2 B2")
    two = board("ffbb/PP", "A1 B1", "C1 D1")  # the third pair is not defined
    assert points("parks", three, two, NOTHING) == (6, 0, 0)


def test_two_hotels_of_any_shape() -> None:
    two = board("hhhhh/3h", "A1 B1 C1", "D1 E1 D2")
    one = board("hhhHH/3H", "A1 B1 C1")
    assert points("hotels", one, two) == (0, 6)


@pytest.mark.parametrize(("goal", "letter"), [("shops", "s"), ("restaurants", "r")])
def test_two_shops_that_touch_are_two_unless_what_hangs_together_is_one(goal: str, letter: str) -> None:
    touching = board(f"{letter * 3}/{letter * 3}", "A1 B1 C1", "A2 B2 C2")
    apart = board(f"{letter * 3}/7/{letter * 3}", "A1 B1 C1", "A3 B3 C3")
    one = board(f"{letter * 6}", "A1 B1 C1 D1 E1 F1")
    component = read(area_identity="component")
    assert points(goal, touching, apart, one) == (6, 6, 0)
    assert points(goal, touching, apart, one, rulings=component) == (0, 6, 0)
    other = "restaurants" if goal == "shops" else "shops"
    assert points(other, touching, apart, one) == (0, 0, 0)


def test_parks_and_hotels_that_touch_stay_places_of_their_own() -> None:
    component = read(area_identity="component")
    assert points("hotels", board("hhh/hhh", "A1 B1 C1", "A2 B2 C2"), rulings=component) == (6,)


def test_a_mixed_place_is_an_area_of_what_it_has_three_tokens_of() -> None:
    on = board("srsrs/ssr", "A1 B1 C1 D1 E1", "A2 B2 C2")
    assert areas(on, Category.SHOP, AreaIdentity.PLACE) == 1  # A1 C1 E1; the second place has two shops only
    assert areas(on, Category.RESTAURANT, AreaIdentity.PLACE) == 0
    chain = board("sss/7/sss/sss", "A1 B1 C1", "A3 B3 C3", "A4 B4 C4")
    assert areas(chain, Category.SHOP, AreaIdentity.COMPONENT) == 2


def test_three_places_that_lie_as_the_tiles_of_their_category() -> None:
    on = board("ffbb/hhh", "A1 B1", "C1 D1", "A2 B2 C2")
    tiles = town("park P A1 B1", "park F C1 D1", "hotel straight A2 B2 C2")
    assert points("matches", on, NOTHING, on=tiles) == (6, 0)
    assert points("matches", on, on=town("park P A1 B1", "park F C1 D1")) == (0,)
    shifted = town("park P A1 B1", "park F D1 E1", "hotel straight A2 B2 C2")
    assert points("matches", on, on=shifted) == (0,)


def test_a_place_under_several_tiles_matches_by_squares_only() -> None:
    on = board("ffbb/hhh", "A1 B1", "C1 D1", "A2 B2 C2")
    tiles = town("park P B1 C1", "park F A1 A3", "park B D1 D3", "hotel straight A2 B2 C2")
    assert points("matches", on, on=tiles) == (0,)
    assert points("matches", on, on=tiles, rulings=read(goal5_match="squares")) == (6,)


def test_a_tile_of_another_category_does_not_match() -> None:
    on = board("ff/hhh/bb", "A1 B1", "A2 B2 C2", "A3 B3")
    singles = town("shop A1", "shop B1", "hotel straight A2 B2 C2", "park F A3 B3")
    assert points("matches", on, on=singles, rulings=read(goal5_match="squares")) == (0,)


def test_three_parks_are_enough_unless_there_is_to_be_one_of_each() -> None:
    each = read(goal5_mix="one-of-each")
    parks = board("ffbbpp", "A1 B1", "C1 D1", "E1 F1")
    on_parks = town("park F A1 B1", "park F C1 D1", "park F E1 F1")
    assert points("matches", parks, on=on_parks) == (6,)
    assert points("matches", parks, on=on_parks, rulings=each) == (0,)
    sights = board("ff/hhh/ll/ll", "A1 B1", "A2 B2 C2", "A3 B3 A4 B4")
    on_sights = town("park F A1 B1", "hotel straight A2 B2 C2", "landmark square A3 B3 A4 B4")
    assert points("matches", sights, on=on_sights, rulings=each) == (6,)
    assert points("matches", sights, on=town("park F A1 B1", "hotel straight A2 B2 C2"), rulings=each) == (0,)


def test_shops_do_not_count_as_matches() -> None:
    on = board("sss/ff/bb", "A1 B1 C1", "A2 B2", "A3 B3")
    tiles = town("shop A1", "shop B1", "shop C1", "park F A2 B2", "park F A3 B3")
    assert points("matches", on, on=tiles, rulings=read(goal5_match="squares")) == (0,)


# --------------------------------------------------------------- rankings
@pytest.mark.parametrize(
    ("values", "dense", "competition"),
    [
        ((5, 4, 3), (6, 3, 0), (6, 3, 0)),
        ((5, 5, 3), (6, 6, 3), (6, 6, 0)),
        ((5, 3, 3, 1), (6, 3, 3, 0), (6, 3, 3, 0)),
        ((4, 0), (6, 0), (6, 0)),
        ((0, 0), (0, 0), (0, 0)),
        ((2, 2), (6, 6), (6, 6)),
        ((7, 0, 7, 1), (6, 0, 6, 3), (6, 0, 6, 0)),
    ],
)
def test_first_gets_six_and_second_three(
    values: Sequence[int], dense: Sequence[int], competition: Sequence[int]
) -> None:
    assert ranked(values, read()) == tuple(dense)
    assert ranked(values, read(rank_ties="competition")) == tuple(competition)


def test_nothing_is_no_value_unless_it_scores() -> None:
    scores = read(rank_zero="scores")
    assert ranked((4, 0, 0), scores) == (6, 3, 3)
    assert ranked((0, 0), scores) == (6, 6)
    assert ranked((5, 2, 0), scores) == (6, 3, 0)


# --------------------------------------------------------------- advanced goals
@pytest.mark.parametrize(("goal", "letter"), [("largest-shop", "s"), ("largest-restaurant", "r")])
def test_the_largest_area_under_each_reading(goal: str, letter: str) -> None:
    """First: two touching places of 3, a face-up token beside them. Second: a place of 4. Third: 5 not defined."""
    upper = letter.upper()
    first = board(f"{letter * 3}{upper}/{letter * 3}", "A1 B1 C1", "A2 B2 C2")
    second = board(letter * 4, "A1 B1 C1 D1")
    third = board(upper * 5)
    expected = {"defined-component": (6, 4, 0), "defined-place": (3, 4, 0), "all-tokens": (7, 4, 5)}
    given = {"defined-component": (6, 3, 0), "defined-place": (3, 6, 0), "all-tokens": (6, 0, 3)}
    category = Category.SHOP if letter == "s" else Category.RESTAURANT
    for reading in LargestArea:
        sizes = tuple(largest_area(one, category, reading) for one in (first, second, third))
        assert sizes == expected[reading]
        assert points(goal, first, second, third, rulings=read(largest_area=reading)) == given[reading]
    other = Category.RESTAURANT if letter == "s" else Category.SHOP
    assert all(largest_area(first, other, reading) == 0 for reading in LargestArea)


def test_tokens_of_a_mixed_place_count_for_their_own_kind() -> None:
    on = board("ssrs/s", "A1 B1 C1 D1 A2")
    assert largest_area(on, Category.SHOP, LargestArea.DEFINED_COMPONENT) == 3
    assert largest_area(on, Category.SHOP, LargestArea.DEFINED_PLACE) == 4
    assert largest_area(on, Category.RESTAURANT, LargestArea.DEFINED_COMPONENT) == 1
    assert largest_area(on, Category.RESTAURANT, LargestArea.DEFINED_PLACE) == 0


@pytest.mark.parametrize(
    ("goal", "letter", "other"), [("shops-by-parks", "S", "R"), ("restaurants-by-parks", "R", "S")]
)
def test_tokens_beside_defined_parks_count_once_each(goal: str, letter: str, other: str) -> None:
    """C1 and B2 are beside the park A1 B1, B2 only once though it touches a second park at A2 A3; A4 is below it."""
    on = board(f"ff{letter}/b{letter}/b1{letter}/{letter}{other}", "A1 B1", "A2 A3")
    undefined = board(f"FF{letter}")
    defined = board(f"ff{letter.lower() * 3}", "A1 B1", "C1 D1 E1")
    assert points(goal, on, undefined, defined) == (3, 0, 1)


# Chain: three parks in one row of six; they touch one after the other.
CHAIN = board("ffbbpp", "A1 B1", "C1 D1", "E1 F1")


@pytest.mark.parametrize(("reading", "chain"), [("per-block", 6), ("per-neighbour", 8), ("per-pair", 4)])
def test_touching_places_of_one_category(reading: str, chain: int) -> None:
    mixed = board("ffhhh", "A1 B1", "C1 D1 E1")  # two categories touch: nothing
    corner = board("ff/2bb", "A1 B1", "C2 D2")  # corners only: nothing
    rulings = read(adjacent_blocks=reading)
    assert points("adjacent-places", CHAIN, mixed, corner, rulings=rulings) == (chain, 0, 0)


def test_touching_places_are_counted_in_every_category_but_shops() -> None:
    on = board("hhhhhh/ff/bb/sss/sss", "A1 B1 C1", "D1 E1 F1", "A2 B2", "A3 B3", "A4 B4 C4", "A5 B5 C5")
    assert points("adjacent-places", on) == (8,)  # two hotels and two parks
    undefined = board("ffBB", "A1 B1")
    assert points("adjacent-places", undefined) == (0,)


def test_clusters_are_counted_in_places() -> None:
    """Park, hotel and landmark hang together (3); a park alone is 1; shops are none of them."""
    three = board("ffhhh/ll/ll", "A1 B1", "C1 D1 E1", "A2 B2 A3 B3")
    assert cluster_size(three, LargestCluster.MIXED) == 3
    assert cluster_size(three, LargestCluster.SAME_TYPE) == 1
    alone = board("ff", "A1 B1")
    shops = board("sss", "A1 B1 C1")
    assert points("largest-cluster", three, alone, shops) == (6, 3, 0)
    assert points("largest-cluster", three, CHAIN, alone, rulings=read(largest_cluster="same-type")) == (3, 6, 3)


def test_shops_do_not_join_clusters() -> None:
    bridged = board("ff1hhh/sss", "A1 B1", "D1 E1 F1", "A2 B2 C2")
    assert cluster_size(bridged, LargestCluster.MIXED) == 1


def test_places_in_the_west_count_once_each() -> None:
    """The region is column A and B1 to B6: the park lies in it twice, the hotel by one square, B7 and C1 do not."""
    on = board("ffhhh/1hhh/7/7/7/7/1bb", "A1 B1", "C1 D1 E1", "B2 C2 D2", "B7 C7")
    assert points("west-edge", on, board("sss", "A1 B1 C1"), board("FF")) == (2, 0, 0)


def test_covered_squares_drop_out_of_a_region() -> None:
    on = board("7/7/7/7/7/7/ff", "A7 B7")
    assert points("west-edge", on) == (1,)
    assert points("west-edge", on, size="7x6") == (0,)


def test_places_in_the_two_ends_count_once_each() -> None:
    """The region is A1 B1 C1 D1 A2 B2 and row 7."""
    on = board("ff/7/7/7/7/4hhh", "A1 B1", "E6 F6 G6")
    ends = board("ff/7/7/7/7/5ll/5ll", "A1 B1", "F6 G6 F7 G7")
    assert points("two-ends", on, ends, board("2bb", "C1 D1")) == (1, 2, 1)


def test_hotels_on_the_river_count_two_each() -> None:
    """The banks are the columns C and E."""
    on = board("hhh1hhh/hhh/ff", "A1 B1 C1", "E1 F1 G1", "A2 B2 C2", "A3 B3")
    assert points("hotels-by-river", on, board("hh/h", "A1 B1 A2"), board("2ff", "C1 D1")) == (6, 0, 0)


def test_shops_and_restaurants_on_the_coast_count_by_token_defined_or_not() -> None:
    """The coast is D1 D2 E2 E3 F3 G4."""
    on = board("3S/3sR/4s/3s", "D2 E3 D4")
    assert points("food-by-coast", on, board("3F/3hh", "D2 E2")) == (4, 0)


# --------------------------------------------------------------- awards
def test_the_award_of_the_goal_names_its_clause_and_nothing_gives_none() -> None:
    three = board("ffbb/pp", "A1 B1", "C1 D1", "A2 B2")
    found = goal_awards([NOTHING, three, NOTHING], EMPTY_MAP, table(), DEFAULT)
    assert [[(one.clause, one.points) for one in own] for own in found] == [[], [("trip.goals.parks", 6)], []]


def test_every_goal_gives_points_to_every_seat() -> None:
    boards = [NOTHING] * 4
    for goal in Goal:
        assert points(goal.value, *boards) == (0, 0, 0, 0)
    assert sum(goal.kind is GoalKind.ADVANCED for goal in Goal) == 10
