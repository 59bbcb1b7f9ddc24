"""What one place gains, with what is laid for it: the part of the best turn that asks the chapters.

Places of one turn have no square in common and tiles lie on squares of their place, so of the places before it a place
feels nothing but the tiles missing in stock and the landmarks defined. That is what a `Waiting` remembers of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import comb
from typing import NamedTuple

from tabi.rules.trip import places, tiles
from tabi.rules.trip.board import Board, KindMasks
from tabi.rules.trip.masks import BOARD, Mask, component
from tabi.rules.trip.scoring import FOOD_POINTS, turn_points
from tabi.rules.trip.table import Table, TileKind
from tabi.rules.trip.tiles import SINGLE_TILES, Tile, TownMap
from tabi.spec.trip.rulings import MatchCounted, MatchTokens, ParkKinds, ShopRestaurantMix, TileLaying, TripRulings
from tabi.spec.trip.steps import Lay
from tabi.spec.trip.tokens import PARKS, TOKENS, Token, Tokens

FOOD = (Token.SHOP, Token.RESTAURANT)
SINGLE_KINDS = tuple((token, TileKind(token.category)) for token in FOOD)


class Waiting(NamedTuple):
    """Face-up tokens of one field that can still be defined in a turn, and what the places before leave behind.

    `masks` are the squares of the kinds of the field (of others none), `fresh` those of them placed this turn; `laid`
    are the tiles gone since the map, sorted; `used` the landmark pieces of which some player has a place.
    """

    masks: KindMasks
    fresh: Mask
    laid: tuple[TileKind, ...]
    used: frozenset[str]

    @property
    def within(self) -> Mask:
        """The squares of all its tokens."""
        return sum(self.masks)


class Way(NamedTuple):
    """Points of a place with its tiles, the tiles that this takes, and how many lays come to the same."""

    points: int
    laid: tuple[TileKind, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Scene:
    """What does not change while one turn is looked through: table, map and rulings, and the map as sets of squares.

    `free` are the squares without a tile, `own` those under single tiles of shops and restaurants, `stock` the single
    tiles left of each; `single_place` says that at most one place is defined in a turn.
    """

    table: Table
    town: TownMap
    rulings: TripRulings
    free: Mask
    own: tuple[Mask, Mask]
    stock: tuple[int, int]
    single_place: bool


def scene_of(table: Table, town: TownMap, rulings: TripRulings) -> Scene:
    """The scene of a turn that begins with this map."""
    shops, restaurants = (tiles.covered_by(town, category) for category in SINGLE_TILES)
    left = tuple(tiles.left(town, kind, table) for _, kind in SINGLE_KINDS)
    free, single = BOARD & ~tiles.covered(town), not places.may_define_again(rulings)
    return Scene(table, town, rulings, free, (shops, restaurants), (left[0], left[1]), single)


def fields(rulings: TripRulings) -> tuple[Tokens, ...]:
    """The kinds of token whose places have to do with each other, in the order in which places are listed.

    Kinds that can be in one place, and the parks where several can be defined from one stock of tiles.
    """
    together = rulings.park_kinds is ParkKinds.MIXED or places.may_define_again(rulings)
    parks = (PARKS,) if together else tuple((park,) for park in PARKS)
    food = (FOOD,) if rulings.shop_restaurant_mix is ShopRestaurantMix.ALLOWED else tuple((kind,) for kind in FOOD)
    return (*parks, (Token.HOTEL,), (Token.LANDMARK,), *food)


def is_food(field: Waiting) -> bool:
    """Whether a field is one of shops or restaurants."""
    return field.masks[Token.SHOP.rank] | field.masks[Token.RESTAURANT.rank] != 0


def too_few(field: Waiting) -> bool:
    """Whether a field has fewer tokens than its smallest place: most placements put tokens where no equal ones lie."""
    count, kind = field.within.bit_count(), next((token for token in TOKENS if field.masks[token.rank]), None)
    return kind is None or count < places.SIZES.get(kind.category, places.FEWEST)


def settled(field: Waiting) -> Waiting:
    """The field without tokens from which no fresh one is reached over tokens of the field: no place can hold them."""
    within = field.within
    reached = component(field.fresh & within, within)
    return Waiting(tuple([mask & reached for mask in field.masks]), field.fresh & within, field.laid, field.used)


def listed(scene: Scene, field: Waiting) -> Iterator[Mask]:
    """trip.places: every set of the field that can be defined now, in the order of `definable`."""
    return places.definable(Board(field.masks), field.fresh, scene.table, field.used, scene.rulings)


def after_place(scene: Scene, field: Waiting, place: Mask, laid: tuple[TileKind, ...]) -> Waiting:
    """What of a field waits when a place has been defined and tiles were laid for it."""
    used = field.used
    if place & field.masks[Token.LANDMARK.rank]:
        used |= {scene.table.pieces[place]}
    masks = tuple([mask & ~place for mask in field.masks])
    return settled(Waiting(masks, field.fresh & ~place, tuple(sorted((*field.laid, *laid))), used))


def ways(scene: Scene, field: Waiting, place: Mask) -> Iterator[Way]:
    """trip.tiles, trip.scoring: what a place can gain by what is laid for it.

    Of lays that take the same tiles only those that gain the most: the others are in no best turn.
    """
    if is_food(field):
        return _single_ways(scene, field, place)
    return (Way(points, laid, 1) for _, points, laid in lays(scene, field, place))


def lays(scene: Scene, field: Waiting, place: Mask) -> Iterator[tuple[Lay, int, tuple[TileKind, ...]]]:
    """trip.tiles: every lay for a place, in the order of `tiles.lays`, with its points and the tiles that it takes."""
    board, town = Board(field.masks), without(scene.town, field.laid)
    for lay in tiles.lays(board, place, town, scene.table, scene.rulings):
        after = tiles.lay_result(board, place, lay, town, scene.table, scene.rulings)
        points = turn_points(board, place, field.fresh, town, after, scene.rulings)
        yield lay, points, tuple(tile.kind for tile in after.tiles[len(town.tiles) :])


def without(town: TownMap, laid: tuple[TileKind, ...]) -> TownMap:
    """A map that lacks more tiles in stock: where those lie makes no difference to the places after them."""
    return TownMap((*town.tiles, *(Tile(kind, 0) for kind in laid))) if laid else town


def most_food(scene: Scene, field: Waiting, place: Mask) -> int:
    """trip.scoring: the most that a shop or restaurant gains. Never less with more squares: base and matches grow."""
    counted = place & field.fresh if scene.rulings.match_tokens is MatchTokens.FRESH else place
    points = FOOD_POINTS[min(place.bit_count(), len(FOOD_POINTS) - 1)]
    for (token, kind), own, stock in zip(SINGLE_KINDS, scene.own, scene.stock, strict=True):
        part = counted & field.masks[token.rank]
        points += (part & own).bit_count()
        if scene.rulings.match_counted is MatchCounted.AFTER_TILE:
            points += min((part & scene.free).bit_count(), stock - field.laid.count(kind))
    return points


def _single_ways(scene: Scene, field: Waiting, place: Mask) -> Iterator[Way]:
    """trip.tiles.singles: the ways of a shop or restaurant, by how many tiles of each kind are laid."""
    base = FOOD_POINTS[min(place.bit_count(), len(FOOD_POINTS) - 1)]
    for chosen in product(*_ways_by_kind(scene, field, place)):
        points, number, laid = base, 1, tuple[TileKind, ...]()
        for way in chosen:
            points, number, laid = points + way.points, number * way.number, laid + way.laid
        yield Way(points, laid, number)


def _ways_by_kind(scene: Scene, field: Waiting, place: Mask) -> Iterator[list[Way]]:
    counts = field.fresh if scene.rulings.match_tokens is MatchTokens.FRESH else BOARD
    for (token, kind), own, stock in zip(SINGLE_KINDS, scene.own, scene.stock, strict=True):
        part = place & field.masks[token.rank]
        if part:
            matched, free = (part & own & counts).bit_count(), part & scene.free
            left = stock - field.laid.count(kind)
            yield list(_ways_of_kind(scene.rulings, kind, matched, (free & counts).bit_count(), free.bit_count(), left))


def _ways_of_kind(
    rulings: TripRulings, kind: TileKind, matched: int, counting: int, free: int, stock: int
) -> Iterator[Way]:
    """trip.tiles.singles-short, trip.tiles.compulsory: from no tile, or as many as must be, to as many as can be.

    `matched` squares match already, on `free` tiles can be laid, on `counting` of these a tile brings a match point.
    """
    most = min(free, stock)
    for laid in range(most if rulings.tile_laying is TileLaying.MUST else 0, most + 1):
        if rulings.match_counted is MatchCounted.BEFORE_TILE:
            yield Way(matched, (kind,) * laid, comb(free, laid))
            continue
        matching = min(counting, laid)
        number = comb(counting, matching) * comb(free - counting, laid - matching)
        yield Way(matched + matching, (kind,) * laid, number)
