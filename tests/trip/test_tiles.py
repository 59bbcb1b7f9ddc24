"""Tiles: the text's rules by example, and every lay against brute force over all subsets of the place."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, islice
from random import Random

import pytest

from tabi.rules.trip.board import Board
from tabi.rules.trip.table import Table, TileKind
from tabi.rules.trip.tiles import TownMap, covered, covered_by, lay_result, lays, left, parks_left, violation_of_lay
from tabi.rules.violations import Violation
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.squares import Squares, parse_squares, squares_of
from tabi.spec.trip.steps import Lay
from tabi.spec.trip.tokens import PARKS, Category, Token
from trip.drawing import at, board, land, names, random_rulings, read, table, town

DEFAULT = read()
SHOP = "7/7/2sss2"  # C3 D3 E3
HOTEL = "7/7/2hhh2"
PARK = "7/7/2ff3"


def lay(text: str) -> Lay:
    *squares, last = text.split()
    if last == "-":
        return Lay(())
    kind = Token.parse(last) if len(last) == 1 else None
    return Lay(parse_squares(" ".join(squares if kind else [*squares, last])), kind)


def written(one: Lay) -> str:
    squares = " ".join(map(str, one.squares)) or "-"
    return f"{squares} {one.kind}" if one.kind else squares


class Moment:
    """A place just defined, alone on its board, over a map."""

    def __init__(self, rows: str, *tiles: str, rulings: TripRulings = DEFAULT, **stock: int) -> None:
        upper = board(rows)
        self.place = sum(upper.tokens)
        self.board = board(rows, names(self.place))
        self.town = town(*tiles)
        self.table = with_stock(land(), **stock)
        self.rulings = rulings

    def lays(self) -> list[str]:
        return [written(one) for one in lays(self.board, self.place, self.town, self.table, self.rulings)]

    def code(self, text: str) -> str | None:
        refused = self.violation(text)
        return None if refused is None else f"{refused.code} {refused.clause.removeprefix('trip.tiles.')}"

    def violation(self, text: str) -> Violation | None:
        return violation_of_lay(self.board, self.place, lay(text), self.town, self.table, self.rulings)

    def after(self, text: str) -> TownMap:
        return lay_result(self.board, self.place, lay(text), self.town, self.table, self.rulings)


def with_stock(one: Table, **stock: int) -> Table:
    """The table with other numbers of tiles: `park_F=0`, `hotel_ell=1`, `shop=2`."""
    changed = {TileKind(Category(name.partition("_")[0]), name.partition("_")[2]): n for name, n in stock.items()}
    assert changed.keys() <= one.stock.keys()
    return replace(one, stock={**one.stock, **changed})


def test_the_stock_is_that_of_the_edition() -> None:
    counts = {str(kind): left(town(), kind, table()) for kind in table().stock}
    singles = {"shop": 9, "restaurant": 9}
    parks = {"park F": 3, "park B": 3, "park P": 3}
    hotels = {"hotel ell": 4, "hotel straight": 3}
    assert counts == {**parks, **hotels, "landmark square": 1, "landmark ell": 1, "landmark tee": 1, **singles}
    assert parks_left(town("park F C3 C4", "park P A1 B1"), table()) == 7


def test_a_tile_covers_exactly_the_squares_of_its_place() -> None:
    assert Moment(PARK).lays() == ["C3 D3"]
    assert Moment(HOTEL).lays() == ["C3 D3 E3"]
    assert Moment("7/7/2ll3/2ll3").lays() == ["C3 D3 C4 D4"]
    assert Moment(HOTEL).code("C3 D3") == "wrong-squares fit"
    assert Moment(HOTEL).code("C3 D3 F3") == "square-not-defined elsewhere"


def test_a_tile_that_fits_must_be_laid_unless_it_may_be_left() -> None:
    assert Moment(HOTEL).code("-") == "must-lay compulsory"
    optional = Moment(HOTEL, rulings=read(tile_laying="may"))
    assert optional.code("-") is None
    assert optional.lays() == ["C3 D3 E3", "-"]


@pytest.mark.parametrize("rows", [PARK, HOTEL, "7/7/2ll3/2ll3"])
def test_one_covered_square_is_enough_to_keep_a_tile_away(rows: str) -> None:
    moment = Moment(rows, "restaurant D3")
    assert moment.lays() == ["-"]
    assert moment.code(names(moment.place)) == "tile-blocked fit"
    assert moment.code("C3") == "wrong-squares fit"  # the part that is empty takes no tile
    assert moment.code("-") is None


def test_a_hotel_takes_no_tile_of_the_other_shape() -> None:
    ell = Moment("7/7/2hh3/2h4", hotel_ell=1)
    assert ell.lays() == ["C3 D3 C4"]
    out = Moment("7/7/2hh3/2h4", "hotel ell A1 B1 A2", hotel_ell=1)
    assert out.lays() == ["-"]
    assert out.code("C3 D3 C4") == "stock-out hotel-stock"
    assert Moment(HOTEL, "hotel ell A1 B1 A2", hotel_ell=1).lays() == ["C3 D3 E3"]


def test_a_landmark_has_one_piece_only() -> None:
    square = Moment("7/7/2ll3/2ll3", "landmark square A1 B1 A2 B2")
    assert square.lays() == ["-"]
    assert square.code("C3 D3 C4 D4") == "stock-out landmark-stock"
    assert Moment("7/7/2lll2/3l3", "landmark square A1 B1 A2 B2").lays() == ["C3 D3 E3 D4"]


def test_a_flipped_landmark_takes_its_piece_and_the_square_is_its_own_mirror_image() -> None:
    for rows in ("l/l/ll", "1l/1l/ll"):
        moment = Moment(rows)
        (tile,) = moment.after(names(moment.place)).tiles
        assert (str(tile.kind), tile.squares) == ("landmark ell", moment.place)


def test_a_park_whose_kind_is_out_takes_another_tile_of_the_pool_or_none_per_kind() -> None:
    tiles = ("park F A1 B1", "park F A2 B2", "park F A6 B6")
    pooled = Moment(PARK, *tiles)
    assert pooled.lays() == ["C3 D3"]
    assert str(pooled.after("C3 D3").tiles[-1].kind) == "park B"
    strict = Moment(PARK, *tiles, rulings=read(park_stock="per-kind"))
    assert strict.lays() == ["-"]
    refused = strict.violation("C3 D3")
    assert refused is not None
    assert (refused.code, refused.clause, refused.ruling) == ("stock-out", "trip.tiles.park-stock", "trip.park-stock")


def test_a_pooled_park_takes_its_own_kind_first_then_the_first_kind_left() -> None:
    assert str(Moment("7/7/2pp3").after("C3 D3").tiles[-1].kind) == "park P"
    assert str(Moment("7/7/2pp3", park_P=0).after("C3 D3").tiles[-1].kind) == "park F"
    assert str(Moment("7/7/2pp3", park_P=0, park_F=0).after("C3 D3").tiles[-1].kind) == "park B"
    assert Moment("7/7/2pp3", park_P=0, park_F=0, park_B=0).lays() == ["-"]


def test_the_player_names_the_tile_of_a_park_of_two_kinds_where_kinds_have_their_own_stock() -> None:
    rulings = read(park_kinds="mixed", park_stock="per-kind")
    mixed = Moment("7/7/2fp3", rulings=rulings)
    assert mixed.lays() == ["C3 D3 F", "C3 D3 P"]
    assert mixed.code("C3 D3") == "wrong-kind park-stock"
    assert mixed.code("C3 D3 B") == "wrong-kind park-stock"
    assert str(mixed.after("C3 D3 P").tiles[-1].kind) == "park P"
    one_out = Moment("7/7/2fp3", rulings=rulings, park_F=0)
    assert one_out.lays() == ["C3 D3 P"]
    assert one_out.code("C3 D3 F") == "stock-out park-stock"
    pure = Moment(PARK, rulings=rulings)
    assert pure.lays() == ["C3 D3"]
    assert pure.code("C3 D3 F") == "wrong-kind park-stock"
    assert Moment("7/7/2fp3", rulings=read(park_kinds="mixed")).lays() == ["C3 D3"]


def test_single_tiles_go_on_every_free_square_though_others_are_covered() -> None:
    """Two squares are covered when a shop of five is defined: the other three get a tile."""
    moment = Moment("7/7/1sssss", "park F B3 B4", "hotel straight D3 D4 D5")
    assert moment.lays() == ["C3 E3 F3"]
    assert moment.code("B3 C3 E3 F3") == "tile-blocked singles"
    assert moment.code("C3 E3") == "too-few-tiles singles"
    assert moment.code("-") == "must-lay compulsory"
    assert [str(tile.kind) for tile in moment.after("C3 E3 F3").tiles[2:]] == ["shop", "shop", "shop"]
    assert Moment(SHOP, "restaurant C3", "restaurant D3", "restaurant E3").lays() == ["-"]


def test_where_single_tiles_run_short_the_player_chooses_the_squares() -> None:
    short = Moment(SHOP, shop=2)
    assert short.lays() == ["C3 D3", "C3 E3", "D3 E3"]
    assert short.code("C3 D3 E3") == "too-many-tiles singles-short"
    assert short.code("C3") == "too-few-tiles singles-short"
    assert Moment(SHOP, shop=3).code("C3 D3") == "too-few-tiles singles"  # three for three squares: nothing runs short
    assert Moment(SHOP, shop=0).lays() == ["-"]
    assert Moment(SHOP, "shop A1", "shop A2", shop=3).lays() == ["C3", "D3", "E3"]


def test_fewer_single_tiles_may_be_laid_where_laying_is_free() -> None:
    free = Moment(SHOP, rulings=read(tile_laying="may"))
    assert free.lays() == ["C3 D3 E3", "C3 D3", "C3 E3", "D3 E3", "C3", "D3", "E3", "-"]
    assert free.code("D3") is None


def test_every_square_of_a_mixed_place_takes_a_tile_of_its_own_kind() -> None:
    moment = Moment("7/7/2srs", rulings=read(shop_restaurant_mix="allowed"), shop=1)
    assert moment.lays() == ["C3 D3", "D3 E3"]
    assert [str(tile.kind) for tile in moment.after("D3 E3").tiles] == ["restaurant", "shop"]
    assert moment.code("C3 E3") == "too-many-tiles singles-short"
    assert moment.code("C3") == "too-few-tiles singles"  # the one shop tile is laid, and D3 lacks its restaurant tile
    assert moment.code("D3") == "too-few-tiles singles-short"  # one shop tile is left for the two shops


def test_laying_nothing_leaves_the_map_as_it_is() -> None:
    moment = Moment(HOTEL, "shop C3")
    assert moment.after("-") == moment.town


def test_tiles_are_told_apart_by_category() -> None:
    one = town("park F C3 C4", "shop C5", "restaurant D6")
    assert names(covered(one)) == "C3 C4 C5 D6"
    assert names(covered_by(one, Category.PARK)) == "C3 C4"
    assert names(covered_by(one, Category.RESTAURANT)) == "D6"


def test_the_choices_of_a_huge_shop_come_one_by_one() -> None:
    moment = Moment("/".join(["sssssss"] * 7), rulings=read(tile_laying="may"), shop=40)
    choices = lays(moment.board, moment.place, moment.town, moment.table, moment.rulings)
    assert len(set(islice(choices, 1000))) == 1000


# --------------------------------------------------------------- brute force
def naive_legal(on: Board, squares: Squares, step: Lay, moment: Moment) -> bool:
    """Whether a lay is legal, by comparing it with everything that could be laid on the squares of the place."""
    rulings, free = moment.rulings, [one for one in squares if not covered(moment.town) >> one & 1]
    kinds = {one: next(token for token in Token if on.tokens[token.rank] >> one & 1) for one in squares}
    there = sorted(set(kinds.values()), key=lambda token: token.rank)
    stock = {str(kind): left(moment.town, kind, moment.table) for kind in moment.table.stock}
    if there[0] in (Token.SHOP, Token.RESTAURANT):
        if step.kind or not set(step.squares) <= set(free):
            return False
        counts = []
        for token in there:
            laid = sum(kinds[one] is token for one in step.squares)
            counts.append((laid, min(stock[token.category], sum(kinds[one] is token for one in free))))
        must = rulings.tile_laying == "must"
        return all(laid == most if must else laid <= most for laid, most in counts)
    possible = set()
    if len(free) == len(squares):
        if there[0] in PARKS and rulings.park_stock == "per-kind":
            named = len(there) > 1
            possible = {Lay(squares, token if named else None) for token in there if stock[f"park {token}"]}
        elif there[0] in PARKS:
            possible = {Lay(squares)} if sum(stock[f"park {token}"] for token in PARKS) else set()
        elif there[0] is Token.HOTEL:
            straight = len({one.row for one in squares}) == 1 or len({one.column for one in squares}) == 1
            possible = {Lay(squares)} if stock[f"hotel {'straight' if straight else 'ell'}"] else set()
        else:
            possible = {Lay(squares)} if stock[f"landmark {moment.table.pieces[moment.place]}"] else set()
    return step in possible or (step == Lay(()) and (not possible or rulings.tile_laying == "may"))


ROWS = [
    PARK,
    "7/7/2fp3",
    "7/7/2bp3",
    HOTEL,
    "7/7/2hh3/2h4",
    "7/7/2ll3/2ll3",
    SHOP,
    "7/7/1rrrr",
    "7/7/1srsr",
    "7/7/2rrs",
]


@pytest.mark.parametrize("seed", range(120))
def test_lays_are_those_of_brute_force_over_all_subsets(seed: int) -> None:
    random = Random(seed)
    rulings = random_rulings(random)
    tiles = random.choice([(), ("shop C3",), ("park B D3 D4",), ("restaurant E3", "landmark square A1 B1 A2 B2")])
    stock = {kind: random.randint(0, 1) for kind in ("park_F", "park_P", "hotel_ell", "hotel_straight")}
    stock |= {kind: random.randint(1, 2) for kind in ("park_B", "shop", "restaurant")}
    moment = Moment(random.choice(ROWS), *tiles, rulings=rulings, **stock)
    squares = squares_of(moment.place)
    steps = [
        Lay(chosen, kind)
        for count in range(len(squares) + 1)
        for chosen in combinations(squares, count)
        for kind in (None, *PARKS)
    ]
    found = list(lays(moment.board, moment.place, moment.town, moment.table, moment.rulings))
    expected = {step for step in steps if naive_legal(moment.board, squares, step, moment)}
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert expected, "nobody is ever without a lay"
    for step in steps:
        refused = violation_of_lay(moment.board, moment.place, step, moment.town, moment.table, moment.rulings)
        assert (refused is None) == (step in expected), written(step)
    for step in expected:
        after = lay_result(moment.board, moment.place, step, moment.town, moment.table, moment.rulings)
        assert covered(after) == covered(moment.town) | at(" ".join(map(str, step.squares)))
        assert all(left(after, kind, moment.table) >= 0 for kind in moment.table.stock)
