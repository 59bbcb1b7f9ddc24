"""The open points of the trip's rule text as typed switches; questions and reasons stand in `rulings.toml`."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from tabi.spec.rulings import RulingModel


class TurnStructure(StrEnum):
    """Whether a player does everything before the next one begins."""

    WHOLE_TURN = "whole-turn"
    PHASES = "phases"


class CrossCentre(StrEnum):
    """The square in the middle of the two crosses."""

    FREE = "free"
    MUST_BE_EMPTY = "must-be-empty"


class WindowOverhang(StrEnum):
    """A pattern laid partly off the board."""

    ALLOWED = "allowed"
    REFUSED = "refused"


class Discards(StrEnum):
    """Which tokens may be given up without being placed."""

    FREE = "free"
    WINDOW = "window"
    GLOBAL = "global"


class DefinesPerTurn(StrEnum):
    """How many places a player defines in a turn."""

    ONE = "one"
    ANY = "any"


class FreshToken(StrEnum):
    """Where a token of this turn must lie."""

    IN_SET = "in-set"
    BESIDE = "beside"


class ParkKinds(StrEnum):
    """Whether a park may be of two kinds."""

    SAME = "same"
    MIXED = "mixed"


class LandmarkMirror(StrEnum):
    """Landmark tokens in the mirror image of the piece."""

    ALLOWED = "allowed"
    REFUSED = "refused"


class LandmarkDefining(StrEnum):
    """A landmark whose piece is used."""

    UNLIMITED = "unlimited"
    ONCE_PER_SHAPE = "once-per-shape"


class ShopSubset(StrEnum):
    """Whether the part of a group that is defined hangs together."""

    CONNECTED = "connected"
    ANY_OF_GROUP = "any-of-group"


class ShopRestaurantMix(StrEnum):
    """Shops and restaurants in one place."""

    NEVER = "never"
    ALLOWED = "allowed"


class TileLaying(StrEnum):
    """Whether a tile that fits must be laid."""

    MUST = "must"
    MAY = "may"


class ParkStock(StrEnum):
    """Which park tiles a park may take."""

    POOLED = "pooled"
    PER_KIND = "per-kind"


class MatchCounted(StrEnum):
    """Whether the tile just laid counts for the match."""

    AFTER_TILE = "after-tile"
    BEFORE_TILE = "before-tile"


class MatchTokens(StrEnum):
    """Which tokens of the set count for the match."""

    SET = "set"
    FRESH = "fresh"


class HotelMatch(StrEnum):
    """Whether hotel tile and hotel must have one shape to match."""

    CATEGORY = "category"
    SHAPE = "shape"


class AreaIdentity(StrEnum):
    """Whether two defined places that touch are one area."""

    PLACE = "place"
    COMPONENT = "component"


class GoalFiveMatch(StrEnum):
    """When a place lies wholly on the map."""

    FOOTPRINT = "footprint"
    SQUARES = "squares"


class GoalFiveMix(StrEnum):
    """Which three places the goal of matching places asks for."""

    ANY_THREE = "any-three"
    ONE_OF_EACH = "one-of-each"


class RankTies(StrEnum):
    """Who is second after a tie for first."""

    DENSE = "dense"
    COMPETITION = "competition"


class RankZero(StrEnum):
    """A player who has nothing in a ranking."""

    NOTHING = "nothing"
    SCORES = "scores"


class LargestArea(StrEnum):
    """What the largest shop or restaurant area is."""

    DEFINED_COMPONENT = "defined-component"
    DEFINED_PLACE = "defined-place"
    ALL_TOKENS = "all-tokens"


class AdjacentBlocks(StrEnum):
    """How touching places of one category are counted."""

    PER_BLOCK = "per-block"
    PER_NEIGHBOUR = "per-neighbour"
    PER_PAIR = "per-pair"


class LargestCluster(StrEnum):
    """Whether a cluster holds places of several categories."""

    MIXED = "mixed"
    SAME_TYPE = "same-type"


class TripRulings(RulingModel):
    """Every open point of the text with its default reading; the id of a field is `trip.` and its name with dashes."""

    prefix: ClassVar[str] = "trip"

    turn_structure: TurnStructure = TurnStructure.WHOLE_TURN
    cross_centre: CrossCentre = CrossCentre.FREE
    window_overhang: WindowOverhang = WindowOverhang.ALLOWED
    discards: Discards = Discards.FREE
    defines_per_turn: DefinesPerTurn = DefinesPerTurn.ONE
    fresh_token: FreshToken = FreshToken.IN_SET
    park_kinds: ParkKinds = ParkKinds.SAME
    landmark_mirror: LandmarkMirror = LandmarkMirror.ALLOWED
    landmark_defining: LandmarkDefining = LandmarkDefining.UNLIMITED
    shop_subset: ShopSubset = ShopSubset.CONNECTED
    shop_restaurant_mix: ShopRestaurantMix = ShopRestaurantMix.NEVER
    tile_laying: TileLaying = TileLaying.MUST
    park_stock: ParkStock = ParkStock.POOLED
    match_counted: MatchCounted = MatchCounted.AFTER_TILE
    match_tokens: MatchTokens = MatchTokens.SET
    hotel_match: HotelMatch = HotelMatch.CATEGORY
    area_identity: AreaIdentity = AreaIdentity.PLACE
    goal5_match: GoalFiveMatch = GoalFiveMatch.FOOTPRINT
    goal5_mix: GoalFiveMix = GoalFiveMix.ANY_THREE
    rank_ties: RankTies = RankTies.DENSE
    rank_zero: RankZero = RankZero.NOTHING
    largest_area: LargestArea = LargestArea.DEFINED_COMPONENT
    adjacent_blocks: AdjacentBlocks = AdjacentBlocks.PER_BLOCK
    largest_cluster: LargestCluster = LargestCluster.MIXED


DEFAULT_RULINGS = TripRulings()
"""Every open point in its default reading."""
