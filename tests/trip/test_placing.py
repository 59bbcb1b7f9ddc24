"""Placing: the text's own rules by example, and every legal placement against brute force over windows and aims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest

from tabi.rules.trip.board import Board, board_of, face_down, token_at
from tabi.rules.trip.placing import (
    Done,
    Placement,
    completes,
    discard_result,
    placed,
    placements,
    placing_steps,
    put_result,
    squares_put,
    steps_of,
    violation_of_discard,
    violation_of_put,
)
from tabi.rules.trip.table import Table
from tabi.rules.violations import Violation
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.squares import SQUARES, Square, mask_of, squares_of
from tabi.spec.trip.steps import Discard, Put
from tabi.spec.trip.tokens import TOKENS, Token, Tokens, format_tokens, parse_tokens, without_token
from trip.drawing import BOARD, RIVER, at, board, cut, land, random_board, random_rulings, read, table

EMPTY = Board()
NORTH_WEST = at("A1 B1 C1 D1 A2 B2 C2 D2 A3 B3 C3 D3 A4 B4 C4 D4")
Result = tuple[frozenset[tuple[Square, Token]], str]


def step_of(text: str) -> Put | Discard:
    word, token, *square = text.split()
    return Put(Token.parse(token), Square.parse(square[0])) if word == "put" else Discard(Token.parse(token))


def refusal(
    text: str,
    hand: str,
    pattern: str = "column",
    on: Board = EMPTY,
    done: Sequence[str] = (),
    one: Table | None = None,
    rulings: TripRulings | None = None,
) -> Violation | None:
    before = tuple(map(step_of, done))
    return asked(on, parse_tokens(hand), before, step_of(text), pattern, one or table(), rulings or read())


def code(refused: Violation | None) -> str | None:
    return None if refused is None else f"{refused.code} {refused.clause.removeprefix('trip.placing.')}"


def test_two_tokens_go_anywhere_in_a_column_of_four_with_gaps() -> None:
    assert refusal("put F C1", "FB") is None
    assert refusal("put B C4", "B", done=["put F C1"]) is None
    assert code(refusal("put B C5", "B", done=["put F C1"])) == "outside-pattern in-pattern"
    assert code(refusal("put B B2", "B", done=["put F C1"])) == "outside-pattern in-pattern"


def test_the_middle_of_a_plus_takes_no_token_of_the_turn() -> None:
    assert code(refusal("put L B2", "L", "plus", done=["put F B1", "put H B3"])) == "outside-pattern in-pattern"
    assert refusal("put L C2", "L", "plus", done=["put F B1", "put H B3"]) is None


@pytest.mark.parametrize(
    ("square", "expected"),
    [
        ("D3", "square-water water"),
        ("A7", "off-board off-board"),
        ("B2", "square-defined defined-square"),
        ("A3", "square-used distinct"),
        ("A4", None),
    ],
)
def test_squares_that_take_no_token(square: str, expected: str | None) -> None:
    small, on = table(size="7x6"), board("7/1ff4/F6", "B2 C2")
    assert code(refusal(f"put B {square}", "B", on=on, done=["put F A3"], one=small)) == expected


def test_tokens_go_in_their_order_and_equal_ones_by_squares_with_discards_last() -> None:
    assert code(refusal("put H A1", "FH")) == "token-order order"
    assert code(refusal("put S A1", "FH")) == "token-not-in-hand order"
    assert code(refusal("discard S", "FH")) == "token-not-in-hand order"
    assert code(refusal("put F A1", "F", done=["put F A2"])) == "token-order order"
    assert code(refusal("put F A3", "F", done=["discard F"])) == "token-order order"
    assert refusal("put F A3", "F", done=["put F A2"]) is None
    assert refusal("put H A1", "H", done=["discard F"]) is None


def test_a_token_on_a_face_up_one_replaces_it() -> None:
    on = board("F6", mistaken="S")
    after = put_result(on, Put(Token.HOTEL, Square.A1))
    assert token_at(after, Square.A1) is Token.HOTEL
    assert format_tokens(after.mistaken) == "FS"


def test_a_replaced_equal_token_is_mistaken_all_the_same() -> None:
    after = put_result(board("H6"), Put(Token.HOTEL, Square.A1))
    assert (token_at(after, Square.A1), format_tokens(after.mistaken)) == (Token.HOTEL, "H")


def test_a_discarded_token_is_mistaken_and_nothing_else_changes() -> None:
    after = discard_result(board("F6", mistaken="S"), Discard(Token.BENCH))
    assert after == board("F6", mistaken="BS")


def test_a_whole_placement_lays_replaces_and_discards() -> None:
    after = placed(board("H6/7/S6"), Placement(at("A1 A2"), parse_tokens("FB"), parse_tokens("R")))
    assert after == board("F6/B6/S6", mistaken="HR")


def test_steps_of_a_placement_come_in_the_order_of_tokens_then_squares_then_discards() -> None:
    placement = Placement(at("A1 A3"), (Token.SHOP, Token.FOUNTAIN), (Token.FOUNTAIN,))
    assert steps_of(placement) == tuple(map(step_of, ["put F A3", "discard F", "put S A1"]))


# --------------------------------------------------------------- what may be given up
def test_any_token_may_be_given_up_by_default() -> None:
    assert refusal("discard F", "FB") is None
    assert refusal("discard B", "B", done=["discard F"]) is None


@pytest.mark.parametrize("policy", ["window", "global"])
def test_under_the_strict_readings_a_token_with_an_empty_square_to_go_to_must_be_placed(policy: str) -> None:
    strict = read(discards=policy, window_overhang="refused")
    assert code(refusal("discard F", "FB", one=land(), rulings=strict)) == "must-place discard"
    assert code(refusal("discard B", "B", done=["put F A1"], one=land(), rulings=strict)) == "must-place discard"


@pytest.mark.parametrize("policy", ["free", "window", "global"])
def test_a_new_token_may_always_yield_to_an_old_one_of_its_window(policy: str) -> None:
    """The new token aimed at the face-up one of A2, where the old one is kept: a discard under every reading."""
    strict = read(discards=policy, window_overhang="refused")
    assert refusal("discard B", "B", on=board("F6/S6"), done=["put F A1"], one=land(), rulings=strict) is None


def test_the_window_reading_lets_go_what_the_chosen_window_cannot_take_and_the_global_one_does_not() -> None:
    """A plus in the corner has only B1 and A2; three tokens: one of them is given up in that window, none elsewhere."""
    corner = ["put F B1", "put B A2"]
    assert refusal("discard H", "H", "plus", done=corner, rulings=read(discards="window")) is None
    refused = refusal("discard H", "H", "plus", done=corner, rulings=read(discards="global"))
    assert code(refused) == "must-place discard"
    assert refused is not None and refused.ruling == "trip.discards"


@pytest.mark.parametrize("policy", ["free", "window", "global"])
def test_on_a_full_board_everything_is_given_up(policy: str) -> None:
    rows = (f"A{row} B{row} C{row} D{row} E{row} F{row} G{row}" for row in range(1, 8))
    full = board("/".join(["fffffff"] * 7), *rows)
    assert face_down(full) == BOARD
    for pattern, hand in (("column", "FB"), ("cross", "FHS")):
        found = list(placements(full, parse_tokens(hand), pattern, land(), read(discards=policy)))
        assert found == [Placement(0, (), parse_tokens(hand))]


def test_without_any_legal_window_everything_is_given_up() -> None:
    """Every middle carries a token and no cross may hang over: no window at all, though every square is usable."""
    strict = read(cross_centre="must-be-empty", window_overhang="refused", discards="global")
    everywhere = board("/".join(["FFFFFFF"] * 7))
    found = list(placements(everywhere, parse_tokens("FHS"), "plus", land(), strict))
    assert found == [Placement(0, (), parse_tokens("FHS"))]
    assert code(refusal("put F B1", "FHS", "plus", on=everywhere, one=land(), rulings=strict)) == (
        "outside-pattern in-pattern"
    )


@pytest.mark.parametrize(
    ("pattern", "first", "second", "rest"), [("column", "A1", "A2", "A3 A4"), ("row", "A1", "B1", "C1 D1")]
)
def test_a_square_before_which_an_equal_token_would_have_to_go_is_refused_for_its_order(
    pattern: str, first: str, second: str, rest: str
) -> None:
    """Both fountains must be placed on the two free squares; the first of them on the second leaves no later one."""
    tokens = dict.fromkeys(squares_of(at(rest)), Token.FOUNTAIN)
    on, strict = board_of(tokens, [at(rest)]), read(discards="window", window_overhang="refused")
    small = cut(land(), at(f"{first} {second} {rest}"))
    late = refusal(f"put F {second}", "FF", pattern, on=on, one=small, rulings=strict)
    assert code(late) == "token-order order"
    assert refusal(f"put F {first}", "FF", pattern, on=on, one=small, rulings=strict) is None


def test_a_refusal_names_the_reading_that_it_hangs_on() -> None:
    overhang = refusal("put H B2", "HS", "plus", done=["put F A1"], rulings=read(window_overhang="refused"))
    assert overhang is not None and (overhang.code, overhang.ruling) == ("outside-pattern", "trip.window-overhang")
    middle = refusal(
        "put H A2",
        "HS",
        "plus",
        on=board("7/1F5"),
        done=["put F B1", "put B C2"],
        rulings=read(cross_centre="must-be-empty"),
    )
    assert middle is not None and middle.ruling == "trip.cross-centre"
    never = refusal("put B G7", "B", done=["put F A1"])
    assert never is not None and never.ruling is None


# --------------------------------------------------------------- brute force
def naive_windows(one: Table, pattern: str, taken: set[Square], rulings: TripRulings) -> Iterator[set[Square]]:
    """The squares on land of every legal window, by walking the card over the board cell by cell."""
    card = RIVER.card_named(pattern)
    assert card is not None
    for east, south in product(range(-9, 10), repeat=2):
        cells = [Square.at(east + x, south + y) for x, y in card.cells]
        inside = [square for square in cells if square is not None and square in squares_of(one.board)]
        if not inside or (rulings.window_overhang == "refused" and len(inside) < 4):
            continue
        if card.centre is not None and rulings.cross_centre == "must-be-empty":
            middle = Square.at(east + card.centre[0], south + card.centre[1])
            if middle in taken:
                continue
        yield {square for square in inside if square in squares_of(one.dry)}


def naive_results(on: Board, hand: Tokens, pattern: str, one: Table, rulings: TripRulings) -> set[Result]:
    """Every window times every aim of every token: onto a square, at a square whose old token is kept, or at none."""
    lying = {square for square in SQUARES if token_at(on, square) is not None}
    down = {square for place in on.places for square in squares_of(place)}
    windows = [window - down for window in naive_windows(one, pattern, lying, rulings)]
    if not windows:
        return {(frozenset(), format_tokens(hand))}
    results, most = set(), max(min(len(hand), len(window)) for window in windows)
    for window in windows:
        if rulings.discards == "global" and min(len(hand), len(window)) < most:
            continue
        aims = [("put", square) for square in sorted(window)]
        aims += [("keep", square) for square in sorted(window & lying)]
        for chosen in product([*aims, None], repeat=len(hand)):
            squares = [aim[1] for aim in chosen if aim is not None]
            unaimed = len(hand) - len(squares)
            if len(set(squares)) < len(squares):
                continue
            if rulings.discards != "free" and unaimed != max(0, len(hand) - len(window)):
                continue
            pairs = list(zip(chosen, hand, strict=True))
            put = frozenset((aim[1], token) for aim, token in pairs if aim is not None and aim[0] == "put")
            results.add((put, format_tokens(token for aim, token in pairs if aim is None or aim[0] == "keep")))
    return results


def result_of(placement: Placement) -> Result:
    pairs = zip(squares_of(placement.squares), placement.tokens, strict=True)
    return frozenset(pairs), format_tokens(placement.discarded)


def random_start(random: Random, one: Table, density: float) -> Board:
    """A board with tokens face up and face down (the places need not be of any kind)."""
    tokens = random_board(random, squares_of(one.dry), "FHSR", density)
    return board_of(tokens, (1 << square for square in tokens if random.random() < 0.4))


def random_hand(random: Random, pattern: str) -> Tokens:
    count = 3 if pattern in ("falling", "plus", "cross") else 2
    return tuple(sorted(random.choices(TOKENS[:4], k=count), key=lambda token: token.rank))


@pytest.mark.parametrize("seed", range(60))
def test_placements_are_those_of_every_window_and_aim(seed: int) -> None:
    random = Random(seed)
    whole = random.choice([table(), table(city="coast", size="7x6"), cut(land(), NORTH_WEST)])
    rulings, pattern = random_rulings(random), random.choice(RIVER.patterns)
    on, hand = random_start(random, whole, random.choice([0.2, 0.5, 0.9])), random_hand(random, pattern)
    found = [result_of(placement) for placement in placements(on, hand, pattern, whole, rulings)]
    assert len(found) == len(set(found))
    assert set(found) == naive_results(on, hand, pattern, whole, rulings)


def asked(
    on: Board, hand: Tokens, done: Done, step: Put | Discard, pattern: str, one: Table, rulings: TripRulings
) -> Violation | None:
    if isinstance(step, Put):
        return violation_of_put(on, hand, done, step, pattern, one, rulings)
    return violation_of_discard(on, hand, done, step, pattern, one, rulings)


def walked(
    on: Board, start: Board, hand: Tokens, done: Done, pattern: str, one: Table, rulings: TripRulings
) -> Iterator[tuple[Put | Discard, ...]]:
    """Every way to place the whole hand step by step, over all well-formed steps, by asking for violations alone."""
    if not hand:
        yield tuple(done)
        return
    listed = set(placing_steps(on, hand, done, pattern, one, rulings))
    for token in dict.fromkeys((*hand, Token.LANDMARK)):
        steps: list[Put | Discard] = [*(Put(token, square) for square in SQUARES), Discard(token)]
        for step in steps:
            refused = asked(on, hand, done, step, pattern, one, rulings)
            assert code(refused) == code(asked(start, hand, done, step, pattern, one, rulings))
            if refused is None:
                assert step in listed
                after = put_result(on, step) if isinstance(step, Put) else discard_result(on, step)
                rest = without_token(hand, step.token)
                yield from walked(after, start, rest, (*done, step), pattern, one, rulings)


@pytest.mark.parametrize("seed", range(40))
def test_steps_without_a_violation_lead_to_exactly_the_placements(seed: int) -> None:
    random = Random(1000 + seed)
    small = cut(land(), at("A1 B1 C1 A2 B2 C2 A3 B3 C3"))
    rulings, pattern = random_rulings(random), random.choice(RIVER.patterns)
    on, hand = random_start(random, small, random.choice([0.3, 0.7])), random_hand(random, pattern)
    walks = list(walked(on, on, hand, (), pattern, small, rulings))
    assert len(walks) == len(set(walks))
    assert set(walks) == {steps_of(placement) for placement in placements(on, hand, pattern, small, rulings)}
    assert all(completes(on, (), walk, pattern, small, rulings) for walk in walks)
    assert walks, "nobody is ever without a way to place"


def test_the_steps_that_come_into_question_lie_in_windows_with_what_was_placed() -> None:
    done = (Put(Token.FOUNTAIN, Square.C1),)
    steps = placing_steps(EMPTY, (Token.BENCH,), done, "column", table(), read())
    assert list(steps) == [step_of(text) for text in ("put B C2", "put B C3", "put B C4", "discard B")]
    assert list(placing_steps(EMPTY, (), done, "column", table(), read())) == []


def test_a_hand_of_which_nothing_was_placed_yet_can_be_placed() -> None:
    for policy in ("free", "window", "global"):
        assert completes(EMPTY, parse_tokens("FB"), (), "column", table(), read(discards=policy))


def test_squares_put_so_far_leave_the_discards_out() -> None:
    done = tuple(map(step_of, ["put F C1", "discard B", "put H C3"]))
    assert squares_put(done) == mask_of([Square.C1, Square.C3])
