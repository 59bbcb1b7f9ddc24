"""Places: the text's kinds by example, and every set that can be defined against brute force over all subsets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice
from random import Random

import pytest

from tabi.rules.trip.board import Board, board_of, face_down, face_up, groups, occupied, token_at, tokens_on
from tabi.rules.trip.places import (
    categories_of,
    definable,
    define_result,
    defined_pieces,
    may_define_again,
    violation_of_define,
)
from tabi.rules.trip.table import Table
from tabi.rules.violations import Violation
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.squares import SQUARES, Square, mask_of, squares_of
from tabi.spec.trip.tokens import Category, Token, format_tokens
from trip.drawing import BOARD, RIVER, at, board, land, names, random_board, random_rulings, read, table

DEFAULT = read()


def sets(on: Board, fresh: str, rulings: TripRulings = DEFAULT, used: Iterable[str] = ()) -> list[str]:
    return [names(one) for one in definable(on, at(fresh), land(), tuple(used), rulings)]


def refusal(
    on: Board, squares: str, fresh: str, rulings: TripRulings = DEFAULT, used: Iterable[str] = ()
) -> Violation | None:
    return violation_of_define(on, at(squares), at(fresh), land(), tuple(used), rulings)


def code(refused: Violation | None) -> str | None:
    return None if refused is None else f"{refused.code} {refused.clause.removeprefix('trip.places.')}"


def test_a_park_is_two_equal_park_tokens_side_by_side() -> None:
    on = board("FFB/F1B/1F5")
    assert sets(on, "A1") == ["A1 B1", "A1 A2"]
    assert code(refusal(on, "B1 C1", "B1")) == "mixed-kinds park"
    assert code(refusal(on, "A2 B3", "A2")) == "wrong-shape park"
    assert code(refusal(on, "A1 B1 A2", "A1")) == "wrong-size park"


def test_two_park_kinds_make_a_park_only_where_parks_may_be_mixed() -> None:
    on = board("FB/P6")
    assert sets(on, "A1") == []
    assert sets(on, "A1", read(park_kinds="mixed")) == ["A1 B1", "A1 A2"]
    assert refusal(on, "A1 B1", "A1", read(park_kinds="mixed")) is None
    assert code(refusal(on, "A1 B1 A2", "A1", read(park_kinds="mixed"))) == "wrong-size park"


def test_a_hotel_is_three_in_a_line_or_an_l() -> None:
    on = board("HHH/H6")
    assert sorted(sets(on, "A1")) == sorted(["A1 B1 C1", "A1 B1 A2"])
    assert sets(on, "C1") == ["A1 B1 C1"]
    assert code(refusal(on, "B1 C1 A2", "A2")) == "wrong-shape hotel"
    assert code(refusal(on, "A1 B1", "A1")) == "wrong-size hotel"


def test_a_landmark_has_one_of_the_shapes_of_the_city() -> None:
    """River: square, ell (A1 A2 A3 B3), tee. No straight four and no ess."""
    assert sets(board("LL/LL"), "A1") == ["A1 B1 A2 B2"]
    assert sets(board("LLL/L"), "A1") == ["A1 B1 C1 A2"]
    assert sets(board("1L/LLL"), "A2") == ["B1 A2 B2 C2"]
    assert code(refusal(board("LLLL"), "A1 B1 C1 D1", "A1")) == "wrong-shape landmark"
    assert code(refusal(board("1LL/LL"), "B1 C1 A2 B2", "A2")) == "wrong-shape landmark"
    assert code(refusal(board("LLL"), "A1 B1 C1", "A1")) == "wrong-size landmark"


def test_the_mirror_image_of_a_landmark_is_one_unless_refused() -> None:
    """A1 A2 A3 B3 is the piece itself, B1 B2 B3 A3 its mirror image; A1 B1 C1 A2 is the piece turned."""
    strict = read(landmark_mirror="refused")
    for rows, squares, turning_is_enough in (
        ("L/L/LL", "A1 A2 A3 B3", True),
        ("1L/1L/LL", "B1 B2 A3 B3", False),
        ("LLL/L", "A1 B1 C1 A2", True),
        ("LLL/2L", "A1 B1 C1 C2", False),
    ):
        assert sets(board(rows), "A3 B3 A1") == [squares]
        refused = refusal(board(rows), squares, "A3 B3 A1", strict)
        assert code(refused) == (None if turning_is_enough else "wrong-shape landmark")
        assert (squares in sets(board(rows), "A3 B3 A1", strict)) == turning_is_enough
        assert refused is None or refused.ruling == "trip.landmark-mirror"


def test_a_used_landmark_may_be_defined_again_unless_each_is_defined_once() -> None:
    on, other = board("LL/LL"), board("7/7/LL/LL", "A3 B3 A4 B4")
    used = defined_pieces([on, other], land())
    assert used == {"square"}
    assert defined_pieces([on], land()) == frozenset()
    once = read(landmark_defining="once-per-shape")
    assert sets(on, "A1", DEFAULT, used) == ["A1 B1 A2 B2"]
    assert sets(on, "A1", once, used) == []
    assert code(refusal(on, "A1 B1 A2 B2", "A1", once, used)) == "shape-used landmark"
    assert sets(board("LLL/L"), "A1", once, used) == ["A1 B1 C1 A2"]


def test_shops_are_three_or_more_connected_and_a_part_will_do() -> None:
    on = board("SSSS/4S")  # E2 hangs on nothing: it touches D2, E1, F2, E3 only
    assert sorted(sets(on, "A1")) == sorted(["A1 B1 C1", "A1 B1 C1 D1"])
    assert sorted(sets(on, "B1")) == sorted(["A1 B1 C1", "B1 C1 D1", "A1 B1 C1 D1"])
    assert code(refusal(on, "A1 B1 D1", "A1")) == "not-connected shop"
    assert code(refusal(on, "C1 D1 E2", "C1")) == "not-connected shop"
    assert code(refusal(on, "A1 B1", "A1")) == "wrong-size shop"


def test_there_is_no_most_for_a_shop() -> None:
    on = board("SSSSSSS")
    assert "A1 B1 C1 D1 E1 F1 G1" in sets(on, "D1")
    assert len(sets(on, "A1")) == 5  # from A1 on, 3 to 7 squares
    assert len(sets(on, "D1")) == 15 - 2  # 5+4+3+2+1 stretches of 3 to 7; A1-C1 and E1-G1 leave D1 out


def test_a_part_that_does_not_hang_together_is_defined_only_under_any_of_group() -> None:
    on = board("SSSS/4S")
    loose = read(shop_subset="any-of-group")
    assert sorted(sets(on, "A1", loose)) == sorted(["A1 B1 C1", "A1 B1 D1", "A1 C1 D1", "A1 B1 C1 D1"])
    assert refusal(on, "A1 B1 D1", "A1", loose) is None
    assert code(refusal(on, "A1 B1 E2", "A1", loose)) == "not-connected shop"


def test_shops_and_restaurants_never_mix_unless_allowed() -> None:
    on = board("SRS/S")
    assert sets(on, "A1") == []
    assert code(refusal(on, "A1 B1 C1", "A1")) == "mixed-kinds apart"
    allowed = read(shop_restaurant_mix="allowed")
    assert sorted(sets(on, "A1", allowed)) == sorted(["A1 B1 C1", "A1 B1 A2", "A1 B1 C1 A2"])
    assert refusal(on, "A1 B1 C1 A2", "A2", allowed) is None
    assert code(refusal(board("SFR"), "A1 B1 C1", "A1", allowed)) == "mixed-kinds apart"


def test_a_mixed_place_counts_as_what_it_has_three_tokens_of() -> None:
    assert categories_of(board("srs", "A1 B1 C1"), at("A1 B1 C1")) == ()
    assert categories_of(board("srss", "A1 B1 C1 D1"), at("A1 B1 C1 D1")) == (Category.SHOP,)
    assert categories_of(board("srsrsr", "A1 B1 C1 D1 E1 F1"), at("A1 B1 C1 D1 E1 F1")) == (
        Category.SHOP,
        Category.RESTAURANT,
    )
    assert categories_of(board("fb", "A1 B1"), at("A1 B1")) == (Category.PARK,)


def test_a_set_holds_a_token_of_this_turn() -> None:
    on = board("HHH")
    assert code(refusal(on, "A1 B1 C1", "D1")) == "no-fresh-token fresh"
    assert refusal(on, "A1 B1 C1", "C1") is None
    assert sets(on, "G7") == []


def test_beside_is_enough_under_that_reading_when_the_kind_is_the_same() -> None:
    beside = read(fresh_token="beside")
    on = board("HHHH/B6")
    assert "A1 B1 C1" in sets(on, "D1", beside)
    assert "A1 B1 C1" not in sets(on, "D1")
    assert code(refusal(on, "A1 B1 C1", "A2", beside)) == "no-fresh-token fresh"  # a bench beside it
    far = board("HHH/2H/2H")
    assert code(refusal(far, "A1 B1 C1", "C3", beside)) == "no-fresh-token fresh"  # not beside the set itself


def test_only_face_up_tokens_are_defined() -> None:
    on = board("HhhHH/7", "B1 C1")
    assert code(refusal(on, "A1 B1 C1", "A1")) == "no-face-up-token face-up"
    assert code(refusal(on, "A1 A2", "A1")) == "no-face-up-token face-up"
    assert sets(on, "A1 D1") == []


def test_defined_tokens_do_not_make_others_fresh() -> None:
    on = board("hHHH/h", "A1 A2")  # A1 was placed this turn and is defined already
    assert sets(on, "A1", read(fresh_token="beside")) == []


def test_defining_turns_the_tokens_of_the_place_and_no_other() -> None:
    after = define_result(board("HHHH"), at("A1 B1 C1"))
    assert after == board("hhhH", "A1 B1 C1")
    assert names(face_down(after)) == "A1 B1 C1"
    assert names(occupied(after)) == "A1 B1 C1 D1"


def test_places_are_kept_by_their_first_squares_in_whatever_order_they_were_defined() -> None:
    in_order = (at("A1 B1"), at("C1 C2"), at("A2 B2"))
    assert board("ffb/ppb", "A2 B2", "C1 C2", "A1 B1").places == in_order
    assert define_result(board("ffb/ppb", "A2 B2", "A1 B1"), at("C1 C2")).places == in_order


def test_the_tokens_on_some_squares_and_the_groups_of_a_kind() -> None:
    on = board("SFS/S/ss", "A3 B3")
    assert format_tokens(tokens_on(on, at("A1 B1 C1 A3 G7"))) == "FSSS"
    assert [names(group) for group in groups(on, Token.SHOP)] == ["A1 A2", "C1"]
    assert names(face_up(on)) == "A1 B1 C1 A2"


def test_one_place_a_turn_unless_any_number_is_read() -> None:
    assert not may_define_again(read())
    assert may_define_again(read(defines_per_turn="any"))


def test_the_sets_of_a_huge_group_come_one_by_one() -> None:
    on = board("/".join(["SSSSSSS"] * 7))
    for reading in ("connected", "any-of-group"):
        found = list(islice(definable(on, at("D4"), land(), (), read(shop_subset=reading)), 500))
        assert len(set(found)) == 500


# --------------------------------------------------------------- brute force
def neighbours(square: Square) -> set[Square]:
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0))
    found = {Square.at(square.column + x, square.row + y) for x, y in steps}
    return {one for one in found if one is not None}


def hangs_together(squares: frozenset[Square]) -> bool:
    reached, todo = set(), [min(squares)]
    while todo:
        square = todo.pop()
        if square not in reached:
            reached.add(square)
            todo += neighbours(square) & squares
    return reached == squares


def pictures(squares: Iterable[Square], mirror: bool) -> Iterator[frozenset[tuple[int, int]]]:
    """The cells of a shape in every turn, with mirror images or not, moved to the corner."""
    cells = [(square.column, square.row) for square in squares]
    for _ in range(4):
        cells = [(-y, x) for x, y in cells]
        for sign in (1, -1) if mirror else (1,):
            turned = [(sign * x, y) for x, y in cells]
            west, north = min(x for x, _ in turned), min(y for _, y in turned)
            yield frozenset((x - west, y - north) for x, y in turned)


def naive_place(
    kinds: dict[Square, Token], squares: frozenset[Square], city: str, used: Iterable[str], rulings: TripRulings
) -> bool:
    """Whether face-up tokens on these squares are a place, apart from the token of this turn."""
    there = {kinds[square] for square in squares}
    parks = {Token.FOUNTAIN, Token.BENCH, Token.PORTRAIT}
    if there <= parks:
        same = len(there) == 1 or rulings.park_kinds == "mixed"
        return same and len(squares) == 2 and hangs_together(squares)
    if there == {Token.HOTEL}:
        return len(squares) == 3 and hangs_together(squares)
    if there == {Token.LANDMARK}:
        once, mirror = rulings.landmark_defining == "once-per-shape", rulings.landmark_mirror == "allowed"
        for piece in RIVER.city_named(city).landmarks:
            if set(pictures(squares, False)) & set(pictures(piece.squares, mirror)):
                return not (once and piece.name in used)
        return False
    food = {Token.SHOP, Token.RESTAURANT}
    if not there <= food or (len(there) == 2 and rulings.shop_restaurant_mix == "never") or len(squares) < 3:
        return False
    if rulings.shop_subset == "connected":
        return hangs_together(squares)
    alike = food if rulings.shop_restaurant_mix == "allowed" else there
    group = frozenset(square for square, kind in kinds.items() if kind in alike)
    return any(squares <= part for part in parts(group))


def parts(squares: frozenset[Square]) -> Iterator[frozenset[Square]]:
    left = set(squares)
    while left:
        part, todo = set(), [left.pop()]
        while todo:
            square = todo.pop()
            part.add(square)
            near = neighbours(square) & left
            left -= near
            todo += near
        yield frozenset(part)


def naive_fresh(
    kinds: dict[Square, Token], squares: frozenset[Square], fresh: set[Square], rulings: TripRulings
) -> bool:
    if squares & fresh:
        return True
    return rulings.fresh_token == "beside" and any(
        other in fresh and other in kinds and kinds[other] is kinds[square]
        for square in squares
        for other in neighbours(square)
    )


def naive_sets(on: Board, fresh: set[Square], city: str, used: Iterable[str], rulings: TripRulings) -> set[int]:
    down = {square for place in on.places for square in squares_of(place)}
    kinds = {square: token for square in SQUARES if (token := token_at(on, square)) and square not in down}
    return {
        mask_of(chosen)
        for count in range(1, len(kinds) + 1)
        for chosen in combinations(sorted(kinds), count)
        if naive_place(kinds, frozenset(chosen), city, used, rulings)
        and naive_fresh(kinds, frozenset(chosen), fresh, rulings)
    }


def random_moment(random: Random, one: Table) -> tuple[Board, set[Square]]:
    """A small board of few kinds with something face down, and some fresh squares."""
    corner = at("A1 B1 C1 A2 B2 C2 A3 B3 C3 D2 D3") & one.dry
    letters = random.choice(["H", "L", "LLLH", "S", "SR", "SSR", "FB", "FBP", "FHLS", "RS"])
    tokens = random_board(random, squares_of(corner), letters, 0.85)
    places = [1 << square for square in tokens if random.random() < 0.12]
    fresh = set(random.sample(squares_of(corner), 3)) & set(tokens)
    return board_of(tokens, places), fresh


@pytest.mark.parametrize("seed", range(120))
def test_definable_sets_are_those_of_brute_force_and_no_other_subset_is_let_through(seed: int) -> None:
    random = Random(seed)
    city = random.choice(["river", "coast"])
    one, rulings = land(city=city), random_rulings(random)
    on, fresh = random_moment(random, one)
    used = [piece.name for piece in RIVER.city_named(city).landmarks if random.random() < 0.4]
    found = list(definable(on, mask_of(fresh), one, used, rulings))
    expected = naive_sets(on, fresh, city, used, rulings)
    assert len(found) == len(set(found))
    assert set(found) == expected
    for chosen in subsets(random, on):
        refused = violation_of_define(on, chosen, mask_of(fresh), one, used, rulings)
        assert (refused is None) == (chosen in expected), names(chosen)


def subsets(random: Random, on: Board) -> Iterator[int]:
    """Every set of up to four squares with a token or beside one, and many larger ones."""
    squares = [*squares_of(occupied(on)), Square.D4]
    for count in range(1, 5):
        yield from map(mask_of, combinations(squares, count))
    for _ in range(200):
        yield mask_of(random.sample(squares, min(len(squares), random.randint(4, 9))))


def test_water_and_covered_squares_part_what_lies_on_both_sides() -> None:
    river = table()
    on = board("2S1S/2S1S/2S1S")
    assert [names(one) for one in definable(on, at("C1 E1"), river, (), DEFAULT)] == ["C1 C2 C3", "E1 E2 E3"]
    assert not river.dry & at("D1")
    assert all(not one & ~river.dry for one in river.pieces)
    small = table(size="7x6")
    assert all(not one & at("A7 B7 C7 D7 E7 F7 G7") for one in small.pieces)
    assert any(one & at("A7") for one in river.pieces)
    assert at(" ".join(map(str, SQUARES))) == BOARD
