"""The goals, each by its id: five standard ones, and ten advanced ones that belong to a side of the map."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class GoalKind(StrEnum):
    """Whether a game is played with the standard or the advanced goals."""

    STANDARD = "standard"
    ADVANCED = "advanced"


class Side(StrEnum):
    """The two sides of the map: the river city is pink, the coast city blue."""

    PINK = "pink"
    BLUE = "blue"


class Goal(StrEnum):
    """A goal, in the order of the text; `side` is the city's side that an advanced goal asks for."""

    side: Side | None

    PARKS = "parks", None
    HOTELS = "hotels", None
    SHOPS = "shops", None
    RESTAURANTS = "restaurants", None
    MATCHES = "matches", None
    LARGEST_SHOP = "largest-shop", Side.PINK
    LARGEST_RESTAURANT = "largest-restaurant", Side.BLUE
    SHOPS_BY_PARKS = "shops-by-parks", Side.PINK
    RESTAURANTS_BY_PARKS = "restaurants-by-parks", Side.BLUE
    ADJACENT_PLACES = "adjacent-places", Side.PINK
    LARGEST_CLUSTER = "largest-cluster", Side.BLUE
    WEST_EDGE = "west-edge", Side.PINK
    TWO_ENDS = "two-ends", Side.BLUE
    HOTELS_BY_RIVER = "hotels-by-river", Side.PINK
    FOOD_BY_COAST = "food-by-coast", Side.BLUE

    def __new__(cls, name: str, side: Side | None) -> Goal:
        goal = str.__new__(cls, name)
        goal._value_ = name
        goal.side = side
        return goal

    @property
    def kind(self) -> GoalKind:
        """Standard goals fit both sides; advanced ones belong to one."""
        return GoalKind.STANDARD if self.side is None else GoalKind.ADVANCED


REGION_SIZES: Final = {Goal.WEST_EDGE: 13, Goal.HOTELS_BY_RIVER: 14, Goal.TWO_ENDS: 13, Goal.FOOD_BY_COAST: 6}
"""The goals that ask for squares of a region, and how many squares the printed region has."""


def goals_of(kind: GoalKind, side: Side) -> tuple[Goal, ...]:
    """The goals of a kind that can be drawn for a city of this side, in the order of the text."""
    return tuple(goal for goal in Goal if goal.kind is kind and goal.side in (None, side))


def regions_of(side: Side) -> tuple[Goal, ...]:
    """The goals of a side that have a region."""
    return tuple(goal for goal in REGION_SIZES if goal.side is side)
