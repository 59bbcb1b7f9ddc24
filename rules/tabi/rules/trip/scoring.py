"""Scoring a place when it is defined: base points for what it is, match points for what lies on the map there."""

from __future__ import annotations

from typing import Final, NamedTuple

from tabi.rules.implements import implements
from tabi.rules.trip.board import Board, kinds_on
from tabi.rules.trip.footprints import hotel_shape
from tabi.rules.trip.masks import Mask
from tabi.rules.trip.tiles import TownMap, covered_by
from tabi.spec.trip.rulings import HotelMatch, MatchCounted, MatchTokens, TripRulings
from tabi.spec.trip.shapes import HotelShape
from tabi.spec.trip.tokens import Category

PARK_POINTS: Final = 2
HOTEL_POINTS: Final = 4
LANDMARK_POINTS: Final = 6
FOOD_POINTS: Final = (0, 0, 0, 0, 1, 3, 5)
"""Base points of a shop or restaurant by its number of tokens; more tokens score as six."""


class Award(NamedTuple):
    """Points that a clause gives (or takes), and in a few words what for."""

    clause: str
    points: int
    why: str


def turn_awards(
    board: Board, place: Mask, fresh: Mask, before: TownMap, after: TownMap, rulings: TripRulings
) -> tuple[Award, ...]:
    """trip.scoring: what a place of a board scores when it is defined; awards of nothing are left out.

    `before` and `after` are the map without and with what was laid for the place, `fresh` the squares whose token was
    placed this turn.
    """
    awards = (base_award(board, place), match_award(board, place, fresh, before, after, rulings))
    return tuple([award for award in awards if award.points])


def turn_points(board: Board, place: Mask, fresh: Mask, before: TownMap, after: TownMap, rulings: TripRulings) -> int:
    """trip.scoring: the sum of `turn_awards`, without the words."""
    return base_points(board, place) + match_points(board, place, fresh, before, after, rulings)


def base_award(board: Board, place: Mask) -> Award:
    """trip.scoring.park, .hotel, .landmark, .shops: the base points of a place and the clause that gives them."""
    category, count = category_of(board, place), place.bit_count()
    if category in (Category.SHOP, Category.RESTAURANT):
        return Award("trip.scoring.shops", base_points(board, place), f"a {category} of {count} tokens")
    return Award(f"trip.scoring.{category}", base_points(board, place), f"a {category}")


@implements("trip.scoring.park", "trip.scoring.hotel", "trip.scoring.landmark", "trip.scoring.shops")
def base_points(board: Board, place: Mask) -> int:
    """trip.scoring.park, .hotel, .landmark, .shops: the base points of a place of a board."""
    match category_of(board, place):
        case Category.PARK:
            return PARK_POINTS
        case Category.HOTEL:
            return HOTEL_POINTS
        case Category.LANDMARK:
            return LANDMARK_POINTS
        case Category.SHOP | Category.RESTAURANT:
            return FOOD_POINTS[min(place.bit_count(), len(FOOD_POINTS) - 1)]


def category_of(board: Board, place: Mask) -> Category:
    """The category of a place's first kind of token: a place of shops and restaurants scores as one of either would."""
    return kinds_on(board.tokens, place)[0].category


def match_award(board: Board, place: Mask, fresh: Mask, before: TownMap, after: TownMap, rulings: TripRulings) -> Award:
    """trip.scoring.match: the match points of a place."""
    points = match_points(board, place, fresh, before, after, rulings)
    squares = "square" if points == 1 else "squares"
    return Award("trip.scoring.match", points, f"{points} {squares} under tiles of the category")


@implements("trip.scoring.match", "trip.scoring.after-tile")
def match_points(board: Board, place: Mask, fresh: Mask, before: TownMap, after: TownMap, rulings: TripRulings) -> int:
    """trip.scoring.match, trip.scoring.after-tile: one point for every square of a place that the map matches.

    Counted on the map after the tile, under `trip.match-counted=before-tile` before it; under `trip.match-tokens=fresh`
    only squares of tokens placed this turn.
    """
    town = after if rulings.match_counted is MatchCounted.AFTER_TILE else before
    squares = place if rulings.match_tokens is MatchTokens.SET else place & fresh
    return sum(
        (squares & board.tokens[kind.rank] & matching(place, kind.category, town, rulings.hotel_match)).bit_count()
        for kind in kinds_on(board.tokens, place)
    )


@implements("trip.scoring.category")
def matching(place: Mask, category: Category, town: TownMap, reading: HotelMatch) -> Mask:
    """trip.scoring.category: the squares of the map whose tile matches tokens of a category in a place.

    All park kinds are equal, all landmarks, and all hotels; under `trip.hotel-match=shape` hotels of the place's shape.
    """
    if category is Category.HOTEL and reading is HotelMatch.SHAPE:
        return covered_by_hotels(town, hotel_shape(place))
    return covered_by(town, category)


def covered_by_hotels(town: TownMap, shape: HotelShape) -> Mask:
    """The squares of the map with a hotel tile of a shape."""
    squares = 0
    for tile in town.tiles:
        if tile.kind.category is Category.HOTEL and tile.kind.piece == shape:
            squares |= tile.squares
    return squares
