"""The goals: five standard ones that every player may fulfil, ten advanced ones that count or rank.

Every goal is a function of all boards, as rankings compare them, and gives the points of every seat. Only what is
defined is a park, a hotel, a landmark, a shop or a restaurant; a goal that counts tokens says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from tabi.rules.implements import implements
from tabi.rules.trip.board import Board, face_down, of_category
from tabi.rules.trip.masks import Mask, beside, components, touch
from tabi.rules.trip.places import categories_of
from tabi.rules.trip.scoring import Award
from tabi.rules.trip.table import Table
from tabi.rules.trip.tiles import TownMap, covered_by
from tabi.spec.trip.goals import Goal
from tabi.spec.trip.rulings import (
    AdjacentBlocks,
    AreaIdentity,
    GoalFiveMatch,
    GoalFiveMix,
    LargestArea,
    LargestCluster,
    RankTies,
    RankZero,
    TripRulings,
)
from tabi.spec.trip.tokens import Category

FULFILLED: Final = 6
"""What a standard goal gives to every player who fulfils it."""
FIRST, SECOND = 6, 3
"""What a ranking gives to the highest and to the second highest value."""
SIGHTS: Final = (Category.PARK, Category.HOTEL, Category.LANDMARK)
"""The categories whose places have a tile of their own footprint."""


class Boards(NamedTuple):
    """What goals look at when the game is over: the boards seat by seat, the map, the table, the readings."""

    boards: Sequence[Board]
    town: TownMap
    table: Table
    rulings: TripRulings


Points = tuple[int, ...]
"""The points of every seat, seat 1 first."""


def goal_awards(
    boards: Sequence[Board], town: TownMap, table: Table, rulings: TripRulings
) -> tuple[tuple[Award, ...], ...]:
    """trip.ending.final: for every seat the award of the game's goal, none where it gives nothing."""
    goal = table.goal
    points = goal_points(goal, boards, town, table, rulings)
    return tuple((Award(f"trip.goals.{goal}", gained, f"the goal {goal}"),) if gained else () for gained in points)


def goal_points(goal: Goal, boards: Sequence[Board], town: TownMap, table: Table, rulings: TripRulings) -> Points:
    """trip.goals: the points that a goal gives to every seat; `table.region` is that of the game's own goal."""
    return _GOALS[goal](Boards(boards, town, table, rulings))


def places_of(board: Board, category: Category) -> tuple[Mask, ...]:
    """The defined places of a board that count as one of a category."""
    return tuple(place for place in board.places if category in categories_of(board, place))


def sights(board: Board) -> tuple[Mask, ...]:
    """The defined parks, hotels and landmarks of a board."""
    return tuple(place for category in SIGHTS for place in places_of(board, category))


def _if_fulfilled(fulfilled: Iterable[bool]) -> Points:
    return tuple(FULFILLED if one else 0 for one in fulfilled)


@implements("trip.goals.parks")
def parks(game: Boards) -> Points:
    """trip.goals.parks: 6 for three parks or more, of any kinds."""
    return _if_fulfilled(len(places_of(board, Category.PARK)) >= 3 for board in game.boards)


@implements("trip.goals.hotels")
def hotels(game: Boards) -> Points:
    """trip.goals.hotels: 6 for two hotels or more, of any shapes."""
    return _if_fulfilled(len(places_of(board, Category.HOTEL)) >= 2 for board in game.boards)


@implements("trip.goals.shops")
def shops(game: Boards) -> Points:
    """trip.goals.shops: 6 for two shop areas or more."""
    return _if_fulfilled(areas(board, Category.SHOP, game.rulings.area_identity) >= 2 for board in game.boards)


@implements("trip.goals.restaurants")
def restaurants(game: Boards) -> Points:
    """trip.goals.restaurants: 6 for two restaurant areas or more."""
    return _if_fulfilled(areas(board, Category.RESTAURANT, game.rulings.area_identity) >= 2 for board in game.boards)


@implements("trip.goals.areas")
def areas(board: Board, category: Category, reading: AreaIdentity) -> int:
    """trip.goals.areas: how many areas of shops, or of restaurants, a board has: its places of the category.

    Under `trip.area-identity=component` places that touch are one area together.
    """
    tokens = of_category(board.tokens, category)
    places = [place & tokens for place in places_of(board, category)]
    return len(places) if reading is AreaIdentity.PLACE else len(tuple(clusters(places)))


def clusters(places: Sequence[Mask]) -> Iterator[tuple[Mask, ...]]:
    """The places sorted into clusters: two that touch are in one cluster."""
    left = list(places)
    while left:
        cluster, edge = [], [left.pop(0)]
        while edge:
            place = edge.pop()
            cluster.append(place)
            edge += [other for other in left if touch(place, other)]
            left = [other for other in left if other not in edge]
        yield tuple(cluster)


@implements("trip.goals.matches")
def matches(game: Boards) -> Points:
    """trip.goals.matches: 6 for three parks, hotels and landmarks or more that lie as the tiles on the map do.

    Under `trip.goal5-mix=one-of-each` there is one of each category among them.
    """
    return _if_fulfilled(_matched(board, game) for board in game.boards)


def _matched(board: Board, game: Boards) -> bool:
    counts = [
        sum(lies_as_tiles(place, category, game.town, game.rulings.goal5_match) for place in places_of(board, category))
        for category in SIGHTS
    ]
    return sum(counts) >= 3 and (game.rulings.goal5_mix is GoalFiveMix.ANY_THREE or all(counts))


def lies_as_tiles(place: Mask, category: Category, town: TownMap, reading: GoalFiveMatch) -> bool:
    """trip.goals.matches: whether one tile of the category covers exactly the squares of a place.

    Under `trip.goal5-match=squares` whether tiles of the category, however many, cover all of them.
    """
    if reading is GoalFiveMatch.SQUARES:
        return not place & ~covered_by(town, category)
    return any(tile.squares == place and tile.kind.category is category for tile in town.tiles)


@implements("trip.goals.ranking")
def ranked(values: Sequence[int], rulings: TripRulings) -> Points:
    """trip.goals.ranking: 6 for every player with the highest value, 3 for every one with the second highest.

    0 is no value unless `trip.rank-zero=scores`. Under `trip.rank-ties=competition` nobody is second after a tie.
    """
    some = rulings.rank_zero is RankZero.SCORES
    order = sorted({value for value in values if value or some}, reverse=True)
    points = dict(zip(order, (FIRST, SECOND), strict=False))
    if rulings.rank_ties is RankTies.COMPETITION and order and values.count(order[0]) > 1:
        points = {order[0]: FIRST}
    return tuple(points.get(value, 0) for value in values)


@implements("trip.goals.largest-shop")
def largest_shop(game: Boards) -> Points:
    """trip.goals.largest-shop: a ranking of the largest shop areas."""
    return _largest_areas(game, Category.SHOP)


@implements("trip.goals.largest-restaurant")
def largest_restaurant(game: Boards) -> Points:
    """trip.goals.largest-restaurant: a ranking of the largest restaurant areas."""
    return _largest_areas(game, Category.RESTAURANT)


def _largest_areas(game: Boards, category: Category) -> Points:
    reading = game.rulings.largest_area
    return ranked([largest_area(board, category, reading) for board in game.boards], game.rulings)


@implements("trip.goals.largest-area")
def largest_area(board: Board, category: Category, reading: LargestArea) -> int:
    """trip.goals.largest-area: the tokens of the largest area of a category, 0 when there is none.

    The largest connected group of face-down tokens; or of all tokens; or the largest single place.
    """
    tokens = of_category(board.tokens, category)
    if reading is LargestArea.DEFINED_PLACE:
        found: Iterable[Mask] = [place & tokens for place in places_of(board, category)]
    else:
        found = components(tokens if reading is LargestArea.ALL_TOKENS else tokens & face_down(board))
    return max((area.bit_count() for area in found), default=0)


@implements("trip.goals.shops-by-parks")
def shops_by_parks(game: Boards) -> Points:
    """trip.goals.shops-by-parks: 1 for every shop token, face up or down, beside a defined park token."""
    return tuple(_by_parks(board, Category.SHOP) for board in game.boards)


@implements("trip.goals.restaurants-by-parks")
def restaurants_by_parks(game: Boards) -> Points:
    """trip.goals.restaurants-by-parks: 1 for every restaurant token, face up or down, beside a defined park token."""
    return tuple(_by_parks(board, Category.RESTAURANT) for board in game.boards)


def _by_parks(board: Board, category: Category) -> int:
    defined_parks = of_category(board.tokens, Category.PARK) & face_down(board)
    return (of_category(board.tokens, category) & beside(defined_parks)).bit_count()


@implements("trip.goals.adjacent-places")
def adjacent_places(game: Boards) -> Points:
    """trip.goals.adjacent-places: 2 for every park, hotel or landmark that touches another one of its category.

    Under `trip.adjacent-blocks=per-neighbour` for each one that it touches, under `per-pair` once for each pair.
    """
    return tuple(
        sum(_adjacent(places_of(board, category), game.rulings.adjacent_blocks) for category in SIGHTS)
        for board in game.boards
    )


def _adjacent(places: Sequence[Mask], reading: AdjacentBlocks) -> int:
    neighbours = [sum(touch(place, other) for other in places if other != place) for place in places]
    match reading:
        case AdjacentBlocks.PER_BLOCK:
            return 2 * sum(count > 0 for count in neighbours)
        case AdjacentBlocks.PER_NEIGHBOUR:
            return 2 * sum(neighbours)
        case AdjacentBlocks.PER_PAIR:
            return sum(neighbours)


@implements("trip.goals.largest-cluster")
def largest_cluster(game: Boards) -> Points:
    """trip.goals.largest-cluster: a ranking of the largest clusters of parks, hotels and landmarks, in places."""
    return ranked([cluster_size(board, game.rulings.largest_cluster) for board in game.boards], game.rulings)


def cluster_size(board: Board, reading: LargestCluster) -> int:
    """trip.goals.largest-cluster: the places of the largest cluster of a board; one place alone is a cluster of one.

    Under `trip.largest-cluster=same-type` a cluster is of one category.
    """
    sorts = [sights(board)]
    if reading is LargestCluster.SAME_TYPE:
        sorts = [places_of(board, category) for category in SIGHTS]
    return max((len(cluster) for places in sorts for cluster in clusters(places)), default=0)


@implements("trip.goals.west-edge")
def west_edge(game: Boards) -> Points:
    """trip.goals.west-edge: 1 for every park, hotel or landmark with a square in the region."""
    return tuple(_in_region(sights(board), game.table) for board in game.boards)


@implements("trip.goals.two-ends")
def two_ends(game: Boards) -> Points:
    """trip.goals.two-ends: 1 for every park, hotel or landmark with a square in the region."""
    return tuple(_in_region(sights(board), game.table) for board in game.boards)


@implements("trip.goals.hotels-by-river")
def hotels_by_river(game: Boards) -> Points:
    """trip.goals.hotels-by-river: 2 for every hotel with a square in the region."""
    return tuple(2 * _in_region(places_of(board, Category.HOTEL), game.table) for board in game.boards)


def _in_region(places: Sequence[Mask], table: Table) -> int:
    return sum(place & table.region != 0 for place in places)


@implements("trip.goals.food-by-coast")
def food_by_coast(game: Boards) -> Points:
    """trip.goals.food-by-coast: 1 for every shop or restaurant token, face up or down, in the region."""
    return tuple((_food(board) & game.table.region).bit_count() for board in game.boards)


def _food(board: Board) -> Mask:
    return of_category(board.tokens, Category.SHOP) | of_category(board.tokens, Category.RESTAURANT)


_GOALS: Final = MappingProxyType[Goal, Callable[[Boards], Points]](
    {
        Goal.PARKS: parks,
        Goal.HOTELS: hotels,
        Goal.SHOPS: shops,
        Goal.RESTAURANTS: restaurants,
        Goal.MATCHES: matches,
        Goal.LARGEST_SHOP: largest_shop,
        Goal.LARGEST_RESTAURANT: largest_restaurant,
        Goal.SHOPS_BY_PARKS: shops_by_parks,
        Goal.RESTAURANTS_BY_PARKS: restaurants_by_parks,
        Goal.ADJACENT_PLACES: adjacent_places,
        Goal.LARGEST_CLUSTER: largest_cluster,
        Goal.WEST_EDGE: west_edge,
        Goal.TWO_ENDS: two_ends,
        Goal.HOTELS_BY_RIVER: hotels_by_river,
        Goal.FOOD_BY_COAST: food_by_coast,
    }
)
