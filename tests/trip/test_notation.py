"""Steps, boards, tiles and positions as one-line texts: what is written is read again, what is not one is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from tabi.rules import trip
from tabi.rules.stepping import StepNotation
from tabi.rules.trip.board import board_of
from tabi.rules.trip.game import GAME
from tabi.rules.trip.lines import (
    format_board,
    format_board_text,
    format_placed,
    format_tile,
    parse_board,
    parse_board_text,
    parse_placed,
    parse_tile,
)
from tabi.rules.trip.notation import format_turn, parse_step, parse_turn
from tabi.rules.trip.table import TileKind
from tabi.rules.trip.tiles import Tile
from tabi.spec.trip.squares import SQUARES, Square, mask_of, parse_squares
from tabi.spec.trip.steps import Define, Discard, Lay, Pass, Put, Reveal, Score, Step, Take
from tabi.spec.trip.tokens import TOKENS, Category, Token, parse_tokens

squares = st.sampled_from(SQUARES)
tokens = st.sampled_from(TOKENS)
sets = st.sets(squares, min_size=1, max_size=8).map(tuple)
slots = st.lists(tokens, min_size=1, max_size=3).map(tuple)
steps: st.SearchStrategy[Step] = st.one_of(
    st.builds(Reveal, st.sampled_from(["column", "row", "rising"]), st.lists(slots, min_size=1, max_size=4).map(tuple)),
    st.builds(Take, st.integers(0, 9)),
    st.builds(Put, tokens, squares),
    st.builds(Discard, tokens),
    st.builds(Define, sets),
    st.builds(Lay, sets, st.none() | tokens),
    st.sampled_from([Lay(()), Pass(), Score()]),
)


@given(steps)
def test_a_step_written_is_read_again(step: Step) -> None:
    assert parse_step(trip.format_step(step)) == step
    assert parse_step(trip.format_step(step).lower()) == step
    assert GAME.read_step(GAME.write_step(step)) == step


@given(st.lists(steps, max_size=6).map(tuple))
def test_a_turn_written_is_read_again(turn: tuple[Step, ...]) -> None:
    assert parse_turn(format_turn(turn)) == turn


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("reveal column BF LH RS PP", Reveal("column", tuple(map(parse_tokens, ("FB", "HL", "SR", "PP"))))),
        ("take 2", Take(2)),
        ("put F C3", Put(Token.FOUNTAIN, Square.C3)),
        ("discard S", Discard(Token.SHOP)),
        ("define C4 C3", Define((Square.C3, Square.C4))),
        ("lay -", Lay(())),
        ("lay C3 C4 B", Lay((Square.C3, Square.C4), Token.BENCH)),
        ("pass", Pass()),
        ("score", Score()),
    ],
)
def test_steps_are_written_as_the_interface_says(text: str, step: Step) -> None:
    assert parse_step(text) == step


def test_tokens_and_squares_of_a_step_are_written_in_their_order() -> None:
    assert trip.format_step(parse_step("reveal row RF BS")) == "reveal row FR BS"
    assert trip.format_step(parse_step("define C4 D3 C3")) == "define C3 D3 C4"


@pytest.mark.parametrize(
    "text",
    [
        *("", "fly A1", "take", "take two", "take -1", "take 1 2", "put F", "put F C3 C4", "put Q C3", "put F H9"),
        *("discard", "discard FB", "define", "define C3 C3", "define C3,C4", "lay", "lay - C3", "lay B", "lay C3 C3"),
        *("lay C3 X", "pass now", "score 3", "reveal", "reveal column FX"),
    ],
)
def test_what_is_no_step_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(StepNotation, match=r"(written as in|begin with one of)"):
        parse_step(text)


@pytest.mark.parametrize(
    "written",
    [
        {"step": "fly"},
        {"step": "take", "slot": "2"},
        {"step": "take", "slot": True},
        {"step": "put", "token": "F"},
        {"step": "define", "squares": ""},
        {"step": "define", "squares": "C3 C3"},
        {"step": "reveal", "card": "row", "slots": ["FB", ""]},
        {"step": "score", "points": 3},
        {"step": "lay", "squares": "C3", "square": "C4"},
        {"step": "lay"},  # that nothing is laid has to be said
        {"step": "lay", "kind": None},
        {},
        7,
        None,
    ],
    ids=str,
)
def test_json_that_is_no_step_is_refused(written: JsonValue) -> None:
    with pytest.raises(ValueError, match="is not a step"):
        GAME.read_step(written)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"step": "fly"}, "there is no step 'fly'; accepted: reveal, take, put, discard, define, pass, lay, score."),
        ({"slot": 2}, "the key step is missing."),
        (7, "this is not an object."),
        ({"step": "take", "slot": "2"}, "take, slot: this is not a whole number."),
        ({"step": "take", "slot": 2, "hand": "F"}, "take, hand: there is no such key."),
        ({"step": "reveal", "card": "row", "slots": "FB"}, "reveal, slots: this is not a list."),
        ({"step": "lay"}, "lay, squares: the key is missing."),
        (
            {"step": "put", "token": "F", "square": "Z1"},
            "a square is a column letter A-G and a row number 1-7, as in C3.",
        ),
    ],
    ids=str,
)
def test_json_that_is_no_step_gets_a_sentence_with_its_place(written: JsonValue, said: str) -> None:
    with pytest.raises(ValueError) as caught:
        GAME.read_step(written)
    assert str(caught.value).startswith(f"{written!r} is not a step: ") and str(caught.value).endswith(said)


def test_json_says_that_nothing_is_laid() -> None:
    assert json.dumps(GAME.write_step(Lay(()))) == '{"step": "lay", "squares": "", "kind": null}'
    assert GAME.read_step({"step": "lay", "squares": ""}) == Lay(())


# Boards


def test_a_board_text_shows_face_up_face_down_and_empty_squares() -> None:
    shown = parse_board_text("7/2Ff3/7/7/7/7/6S")
    assert shown.tokens == {Square.C2: Token.FOUNTAIN, Square.D2: Token.FOUNTAIN, Square.G7: Token.SHOP}
    assert shown.face_down == mask_of([Square.D2])


boards = st.dictionaries(squares, tokens, max_size=30)


@given(boards, st.data())
def test_a_board_written_is_read_again(placed: dict[Square, Token], data: st.DataObject) -> None:
    inside = sorted(data.draw(st.sets(st.sampled_from(sorted(placed)), max_size=9))) if placed else []
    places = [mask_of(inside[first : first + 3]) for first in range(0, len(inside), 3)]
    board = board_of(placed, places)
    assert parse_board(format_board(board)) == board
    assert parse_board_text(format_board_text(board)) == (placed, mask_of(inside))


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("7/7/7/7/7/7", "is not a board"),
        ("7/7/7/7/7/7/7/7", "is not a board"),
        ("7/7/7/7/7/7/8", "is not a board"),
        ("7/7/7/7/7/7/F7", "is not a board"),
        ("7/7/7/7/7/7/0F6", "is not a board"),
        ("7/7/7/7/7/7/x6", "is not a board"),
        ("7/7/7/7/7/7/ff5", "exactly those with small letters"),
        ("7/7/7/7/7/7/FF5 A7B7", "exactly those with small letters"),
        ("7/7/7/7/7/7/fff4 A7B7+B7C7", "a square in two places"),
        ("7/7/7/7/7/7/ff5 A7 B7", "is not a place"),
        ("7/7/7/7/7/7/ff5 A7B7A7", "A7 is named twice"),
    ],
)
def test_what_is_no_board_line_is_refused(line: str, fault: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse_board(line)
    assert fault in str(caught.value)


# Tiles and what was placed


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("park F C3 C4", Tile(TileKind(Category.PARK, "F"), mask_of(parse_squares("C3 C4")))),
        ("hotel ell A1 A2 B2", Tile(TileKind(Category.HOTEL, "ell"), mask_of(parse_squares("A1 A2 B2")))),
        ("landmark bar A1 B1 C1 D1", Tile(TileKind(Category.LANDMARK, "bar"), mask_of(parse_squares("A1 B1 C1 D1")))),
        ("shop C5", Tile(TileKind(Category.SHOP), mask_of([Square.C5]))),
    ],
)
def test_a_tile_written_is_read_again(text: str, tile: Tile) -> None:
    assert parse_tile(text) == tile and format_tile(tile) == text
    assert parse_tile(text.lower()) == tile


@pytest.mark.parametrize("text", ["", "shop", "park F", "C3 C4", "castle A1", "shop big A1", "park F C3 C3", "shop A8"])
def test_what_is_no_tile_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_tile(text)


def test_what_was_placed_is_written_with_a_dash_for_the_mistaken_memories() -> None:
    placed = (Put(Token.FOUNTAIN, Square.C3), Discard(Token.BENCH))
    assert [format_placed(step) for step in placed] == ["F C3", "B -"]
    assert tuple(map(parse_placed, ("F C3", "B -"))) == placed


# Positions on one line


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("phase", "'phase' is not a part of a position; the parts are edition, city"),
        ("phase=define phase=tile", "'phase=tile' is not a part"),
        ("colour=red", "'colour=red' is not a part"),
        ("player5=7/7/7/7/7/7/7;;;0", "is not a part"),
        ("turn=one", "'one' is not a whole number"),
        ("player1=7/7/7/7/7/7/7", "is not a board"),
        ("fresh=C3,C4", "are not squares without blanks"),
        ("map=park.F.C3-C4", "are not squares without blanks"),
        ("awards=1:x:2 totals=1,2,3 winners=3", "is not an award"),
        ("edition=own:mine", "There is no edition 'own:mine'"),
        ("phase=tile", "A place was just defined exactly in the phase tile."),
    ],
)
def test_what_is_no_position_on_one_line_is_refused(line: str, fault: str) -> None:
    with pytest.raises(ValueError) as caught:
        trip.parse_position(line)
    assert fault in str(caught.value)


def test_a_line_may_leave_out_what_a_document_may() -> None:
    assert trip.parse_position("phase=reveal start=2") == trip.read_position({"phase": "reveal", "start_player": 2})
