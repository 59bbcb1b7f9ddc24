"""The trip's vocabulary: squares, tokens, editions, setups, steps and rulings. Data only."""

from tabi.spec.trip.edition import Edition, EditionFault, edition_named, editions, read_edition
from tabi.spec.trip.goals import Goal, GoalKind, Side
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.setup import Setup, Size, read_setup
from tabi.spec.trip.squares import Square
from tabi.spec.trip.tokens import Category, Token

__all__ = [
    "Category",
    "Edition",
    "EditionFault",
    "Goal",
    "GoalKind",
    "Setup",
    "Side",
    "Size",
    "Square",
    "Token",
    "TripRulings",
    "edition_named",
    "editions",
    "read_edition",
    "read_setup",
]
