"""Places: which sets of face-up tokens can be defined now, and why another set cannot.

A set becomes a place by its tokens and squares alone, except that something of this turn must have to do with it: see
`anchors`. Sets are sets of squares on one player's board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from tabi.rules.implements import implements
from tabi.rules.trip.board import Board, KindMasks, face_up_kinds, kinds_on, of_category, with_place
from tabi.rules.trip.masks import Mask, beside, bits, component, connected, connected_sets, submasks
from tabi.rules.trip.table import Table
from tabi.rules.violations import Violation
from tabi.spec.trip.rulings import (
    DefinesPerTurn,
    FreshToken,
    LandmarkDefining,
    LandmarkMirror,
    ParkKinds,
    ShopRestaurantMix,
    ShopSubset,
    TripRulings,
)
from tabi.spec.trip.squares import SIDE, squares_of
from tabi.spec.trip.tokens import Category, Token

SIZES: Final = {Category.PARK: 2, Category.HOTEL: 3, Category.LANDMARK: 4}
"""How many tokens a place of these categories has."""
FEWEST: Final = 3
"""How many tokens a shop or a restaurant has at least; there is no most."""
ALL: Final = SIDE * SIDE


@implements("trip.places.part")
def definable(board: Board, fresh: Mask, table: Table, used: Iterable[str], rulings: TripRulings) -> Iterator[Mask]:
    """trip.places.part: every set of squares that can be defined now, each once, by category; lazy: they can be many.

    `fresh` are the squares whose token was placed this turn, `used` the landmark pieces of which any player has a place
    (see `defined_pieces`).
    """
    up = face_up_kinds(board)
    start = anchors(up, fresh, rulings.fresh_token)
    yield from _parks(up, start, rulings.park_kinds)
    yield from _hotels(up[Token.HOTEL.rank], start)
    yield from _landmarks(up[Token.LANDMARK.rank], start, table, frozenset(used), rulings)
    for within in _food(up, rulings.shop_restaurant_mix):
        yield from _areas(within, start, rulings.shop_subset)


@implements("trip.places.fresh")
def anchors(up: KindMasks, fresh: Mask, reading: FreshToken) -> Mask:
    """trip.places.fresh: the face-up squares of which a set must hold one.

    Those of the tokens placed this turn; under `beside` also those of equal tokens next to one of them.
    """
    found = 0
    for mask in up:
        new = mask & fresh
        found |= new
        if new and reading is FreshToken.BESIDE:
            found |= beside(new) & mask
    return found


def _from_each(start: Mask, within: Mask) -> Iterator[tuple[Mask, Mask]]:
    """The squares of `start` in `within` one by one, each with what is left of `within` when earlier ones are out."""
    for bit in bits(start & within):
        yield bit, within
        within ^= bit


@implements("trip.places.park")
def _parks(up: KindMasks, start: Mask, kinds: ParkKinds) -> Iterator[Mask]:
    """trip.places.park: two tokens side by side, of one park kind; of any park kinds under `mixed`."""
    parks = (of_category(up, Category.PARK),) if kinds is ParkKinds.MIXED else up[: Token.HOTEL.rank]
    for mask in parks:
        for first, within in _from_each(start, mask):
            for second in bits(beside(first) & within):
                yield first | second


@implements("trip.places.hotel")
def _hotels(within: Mask, start: Mask) -> Iterator[Mask]:
    """trip.places.hotel: three connected tokens: in a line or an L, there is no other shape of three."""
    size = SIZES[Category.HOTEL]
    for first, rest in _from_each(start, within):
        for squares in connected_sets(first, rest, size):
            if squares.bit_count() == size:
                yield squares


@implements("trip.places.landmark")
def _landmarks(within: Mask, start: Mask, table: Table, used: frozenset[str], rulings: TripRulings) -> Iterator[Mask]:
    """trip.places.landmark: four tokens in the shape of one of the city's pieces, turned and mirrored as read."""
    once = rulings.landmark_defining is LandmarkDefining.ONCE_PER_SHAPE
    for first, rest in _from_each(start, within):
        for squares in table.through[first.bit_length() - 1]:
            if (
                squares & rest == squares
                and landmark_shape(squares, table, rulings.landmark_mirror)
                and not (once and table.pieces[squares] in used)
            ):
                yield squares


def landmark_shape(squares: Mask, table: Table, mirror: LandmarkMirror) -> bool:
    """trip.places.landmark: whether squares have the shape of one of the city's pieces.

    Turned at will; mirrored as well unless `trip.landmark-mirror=refused`.
    """
    return squares in (table.pieces if mirror is LandmarkMirror.ALLOWED else table.unmirrored)


def _food(up: KindMasks, mix: ShopRestaurantMix) -> tuple[Mask, ...]:
    """trip.places.apart: the squares among which a shop or a restaurant is looked for: one kind, or both together."""
    shops, restaurants = up[Token.SHOP.rank], up[Token.RESTAURANT.rank]
    return (shops | restaurants,) if mix is ShopRestaurantMix.ALLOWED else (shops, restaurants)


@implements("trip.places.shop", "trip.places.restaurant", "trip.places.part")
def _areas(within: Mask, start: Mask, subset: ShopSubset) -> Iterator[Mask]:
    """trip.places.shop, trip.places.restaurant, trip.places.part: three tokens or more, connected; a part will do.

    Under `any-of-group` the part need not hang together as long as it is of one group.
    """
    for first, rest in _from_each(start, within):
        for squares in _parts(first, rest, within, subset):
            if squares.bit_count() >= FEWEST:
                yield squares


def _parts(first: Mask, rest: Mask, within: Mask, subset: ShopSubset) -> Iterator[Mask]:
    if subset is ShopSubset.CONNECTED:
        return connected_sets(first, rest, ALL)
    return (first | others for others in submasks(component(first, within) & rest & ~first))


def defined_pieces(boards: Iterable[Board], table: Table) -> frozenset[str]:
    """trip.places.landmark: the landmark pieces of which some board has a place."""
    return frozenset(table.pieces[place] for board in boards for place in board.places if is_landmark(board, place))


def is_landmark(board: Board, place: Mask) -> bool:
    """Whether a place is a landmark."""
    return place & board.tokens[Token.LANDMARK.rank] != 0


def categories_of(board: Board, place: Mask) -> tuple[Category, ...]:
    """trip.places.apart: the categories as which a place of a board counts.

    One, but for a place of shops and restaurants together: it counts as what it has three tokens of, which may be
    both or neither.
    """
    kinds = kinds_on(board.tokens, place)
    if len(kinds) == 1 or kinds[0].category is Category.PARK:
        return (kinds[0].category,)
    enough = (kind for kind in kinds if (board.tokens[kind.rank] & place).bit_count() >= FEWEST)
    return tuple(kind.category for kind in enough)


def violation_of_define(
    board: Board, squares: Mask, fresh: Mask, table: Table, used: Iterable[str], rulings: TripRulings
) -> Violation | None:
    """trip.places: why a set of squares cannot be defined now, or None; `fresh` and `used` as in `definable`.

    The set is not empty.
    """
    up = face_up_kinds(board)
    return (
        _not_face_up(up, squares)
        or _not_one_kind(up, squares, rulings)
        or _no_place(up, squares, table, rulings)
        or _piece_defined(up, squares, table, used, rulings)
        or _nothing_fresh(up, squares, fresh, rulings)
    )


@implements("trip.places.face-up")
def _not_face_up(up: KindMasks, squares: Mask) -> Violation | None:
    """trip.places.face-up: every square of the set carries a face-up token."""
    missing = squares & ~sum(up)
    if not missing:
        return None
    named = squares_of(missing)
    message = f"There is no face-up token on {' '.join(map(str, named))}; only face-up tokens are defined."
    return Violation("no-face-up-token", "trip.places.face-up", message, {"squares": named})


@implements("trip.places.apart")
def _not_one_kind(up: KindMasks, squares: Mask, rulings: TripRulings) -> Violation | None:
    """trip.places.apart, trip.places.park: the tokens of a set are of one kind, as far as no reading mixes them."""
    kinds = kinds_on(up, squares)
    categories = {kind.category for kind in kinds}
    clause, ruling = "trip.places.apart", None
    if len(kinds) <= 1:
        return None
    if categories == {Category.PARK}:
        clause, ruling = "trip.places.park", "trip.park-kinds"
        if rulings.park_kinds is ParkKinds.MIXED:
            return None
    if categories == {Category.SHOP, Category.RESTAURANT}:
        ruling = "trip.shop-restaurant-mix"
        if rulings.shop_restaurant_mix is ShopRestaurantMix.ALLOWED:
            return None
    message = f"The set holds {', '.join(kinds)}; the tokens of a place are of one kind."
    return Violation("mixed-kinds", clause, message, {"kinds": kinds}, ruling)


def _no_place(up: KindMasks, squares: Mask, table: Table, rulings: TripRulings) -> Violation | None:
    """trip.places.park, .hotel, .landmark, .shop, .restaurant: the number and the shape that the kind asks for."""
    kinds = kinds_on(up, squares)
    category = kinds[0].category
    clause, count = f"trip.places.{category}", squares.bit_count()
    if category in SIZES:
        if count != SIZES[category]:
            message = f"A {category} has {SIZES[category]} tokens, the set has {count}."
            return Violation("wrong-size", clause, message, {"size": count})
        return _misshapen(category, squares, table, rulings)
    if count < FEWEST:
        message = f"A {category} has at least {FEWEST} tokens, the set has {count}."
        return Violation("wrong-size", clause, message, {"size": count})
    group = component(squares & -squares, sum(up[kind.rank] for kind in _counted_together(kinds, rulings)))
    apart = not connected(squares) if rulings.shop_subset is ShopSubset.CONNECTED else bool(squares & ~group)
    if apart:
        message = f"The tokens of a {category} hang together over shared edges."
        return Violation("not-connected", clause, message, {"squares": squares_of(squares)}, "trip.shop-subset")
    return None


def _counted_together(kinds: tuple[Token, ...], rulings: TripRulings) -> tuple[Token, ...]:
    """trip.places.apart: the kinds that make one group with a shop's or a restaurant's."""
    return (Token.SHOP, Token.RESTAURANT) if rulings.shop_restaurant_mix is ShopRestaurantMix.ALLOWED else kinds


def _misshapen(category: Category, squares: Mask, table: Table, rulings: TripRulings) -> Violation | None:
    """trip.places.park, .hotel, .landmark: the shape of a set that has the right number of tokens."""
    clause, data = f"trip.places.{category}", {"squares": squares_of(squares)}
    if category is not Category.LANDMARK:
        fits, ruling = connected(squares), None
        message = f"The tokens of a {category} hang together over shared edges."
    else:
        fits = landmark_shape(squares, table, rulings.landmark_mirror)
        ruling = "trip.landmark-mirror" if squares in table.pieces else None
        message = "The four tokens do not have the shape of one of the city's landmarks."
    return None if fits else Violation("wrong-shape", clause, message, data, ruling)


def _piece_defined(
    up: KindMasks, squares: Mask, table: Table, used: Iterable[str], rulings: TripRulings
) -> Violation | None:
    """trip.places.landmark: under `once-per-shape` a landmark of which any player has a place is not defined again."""
    piece = table.pieces[squares] if squares & up[Token.LANDMARK.rank] else None
    if piece is None or rulings.landmark_defining is LandmarkDefining.UNLIMITED:
        return None
    if piece not in used:
        return None
    message = f"The landmark {piece} is defined already; each of the city's landmarks is defined once."
    return Violation("shape-used", "trip.places.landmark", message, {"piece": piece}, "trip.landmark-defining")


def _nothing_fresh(up: KindMasks, squares: Mask, fresh: Mask, rulings: TripRulings) -> Violation | None:
    """trip.places.fresh: the set has to do with a token of this turn."""
    if squares & anchors(up, fresh, rulings.fresh_token):
        return None
    where = "in the set" if rulings.fresh_token is FreshToken.IN_SET else "in the set or, of the same kind, beside it"
    message = f"No token of this turn is {where}."
    return Violation("no-fresh-token", "trip.places.fresh", message, {"fresh": squares_of(fresh)}, "trip.fresh-token")


@implements("trip.places.one-a-turn")
def may_define_again(rulings: TripRulings) -> bool:
    """trip.places.one-a-turn: whether a player who has defined a place may define a further one in the same turn."""
    return rulings.defines_per_turn is DefinesPerTurn.ANY


def define_result(board: Board, squares: Mask) -> Board:
    """trip.places.face-up: the tokens of the new place are face down."""
    return with_place(board, squares)
