"""Positions: every defect is named, illegal ones are not built, equal ones are equal values."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from tabi.rules import solitaire
from tabi.rules.solitaire import Event, IllegalPosition, Phase, Position
from tabi.rules.solitaire.game import read_position
from tabi.spec.solitaire import CARDS, Card, Item, Suit

# A position as JSON, and the sentences that must name its defects (all of them, and no other).
DEFECTS: list[tuple[dict[str, object], list[str]]] = [
    ({"white": 0}, ["White stands on day 0; the days are 1 to 7."]),
    ({"blacks": [1, 8]}, ["A black pawn stands on day 8; the days are 1 to 7."]),
    ({"bay_road_day": 7}, ["The bay road is on day 7; it lies on a day from 1 to 6."]),
    ({"hand": ["R1"], "deck": ["R1"]}, ["R1 lies in more than one place; each card is there once."]),
    ({"columns": {1: ["R1", "G1"], 2: ["R1"]}}, ["R1 lies in more than one place; each card is there once."]),
    ({"columns": {1: ["R1", "R2", "R3"]}}, ["Day 1 has 3 events; it holds 2."]),
    ({"columns": {6: ["R1", "R2", "R3", "R4"]}}, ["Day 6 has 4 events; it holds 3."]),
    (
        {"columns": {6: ["R1!", "R2!"]}, "resolved": ["R", "G"]},
        ["Day 6 has more than one fixed event; a location has at most one."],
    ),
    ({"columns": {1: ["R1+1"]}}, ["R1 has a camera change, but the camera is not among the items."]),
    ({"resolved": ["R", "R"]}, ["A suit is resolved twice; each suit is resolved once."]),
    ({"letters": -1}, ["There are -1 letters in hand; there are none or more."]),
    (
        {"letters": 1, "resolved": ["R"], "columns": {1: ["R1!"]}},
        [
            "There are 1 letters in hand and 1 fixed events, but only 1 suits are resolved; "
            "each resolved suit gives one letter."
        ],
    ),
    ({"items": ["map"]}, ["The items are map; a game has two different items or none."]),
    (
        {"items": ["map", "tent", "radio"]},
        ["The items are map, radio and tent; a game has two different items or none."],
    ),
    ({"phase": "blacks"}, ["No card is played; in the phase blacks one is."]),
    ({"played": "R1"}, ["R1 is played; in the phase play no card is."]),
    ({"phase": "over"}, ["A game has an outcome exactly when its phase is over."]),
    ({"outcome": {"result": "won", "points": 3}}, ["A game has an outcome exactly when its phase is over."]),
    ({"turn": 0}, ["The turn is 0; turns count from 1."]),
    (
        {"map_shift": 1},
        ["The map's change of white's number is -1, 0 or 1, and only in the phase play with the map used."],
    ),
    ({"walk": {"applied": ["R"]}}, ["Effects have been applied; in the phase play there are none."]),
    ({"phase": "effects", "white": 7}, ["No effect is left in white's place; the phase is then resolve."]),
    (
        {"phase": "effects", "white": 1, "columns": {1: ["R1"]}, "walk": {"applied": ["R"]}},
        ["No effect is left in white's place; the phase is then resolve."],
    ),
    (
        {"white": 9, "turn": -2, "letters": 2},
        [
            "White stands on day 9; the days are 1 to 7.",
            "There are 2 letters in hand and 0 fixed events, but only 0 suits are resolved; "
            "each resolved suit gives one letter.",
            "The turn is -2; turns count from 1.",
        ],
    ),
]


@pytest.mark.parametrize(("document", "sentences"), DEFECTS, ids=[str(number) for number in range(len(DEFECTS))])
def test_every_defect_is_named(document: dict[str, object], sentences: list[str]) -> None:
    with pytest.raises(ValueError) as raised:
        read_position(document)  # type: ignore[arg-type]  # JSON of the table above
    assert str(raised.value) == " ".join(sentences)


def test_a_card_that_is_nowhere_is_named() -> None:
    with pytest.raises(IllegalPosition) as raised:
        Position.checked(deck=CARDS[2:])
    assert raised.value.defects == (
        "R1 and R2 are missing; every card is somewhere: deck, hand, columns, discard or played.",
    )


def test_a_position_is_not_built_but_through_the_check() -> None:
    with pytest.raises(TypeError, match=r"Position\.checked"):
        Position()


def test_a_position_cannot_be_changed() -> None:
    position = Position.checked(deck=CARDS)
    with pytest.raises(FrozenInstanceError):
        position.white = 3  # type: ignore[misc]  # that this is refused is what is tested


def test_equal_positions_are_equal_values_however_they_are_written() -> None:
    one = read_position({"blacks": [5, 2], "hand": ["G2", "R1"], "items": ["tent", "map"], "resolved": ["W", "R"]})
    other = read_position({"blacks": [2, 5], "hand": ["R1", "G2"], "items": ["map", "tent"], "resolved": ["R", "W"]})
    assert one == other
    assert hash(one) == hash(other)
    assert one.hand == (Card.R1, Card.G2)
    assert one.ready == (Item.MAP, Item.TENT)
    assert one.resolved == (Suit.R, Suit.W)


def test_the_key_leaves_out_points_and_turn_and_nothing_else() -> None:
    one = read_position({"points": 12, "turn": 5, "white": 3})
    assert one.key == read_position({"white": 3}).key
    assert one.key != read_position({"white": 4}).key


def test_cards_not_named_lie_at_the_bottom_of_the_deck_in_order() -> None:
    position = read_position({"deck": ["W6"], "hand": ["R1"], "columns": {"2": ["G3!"]}, "resolved": ["G"]})
    assert position.deck[:3] == (Card.W6, Card.R2, Card.R3)
    assert len(position.deck) == 28
    assert position.columns[1] == (Event(Card.G3, fixed=True),)
    assert position.bay_road_day == 6


def test_the_word_rest_puts_the_cards_not_named_into_the_discard() -> None:
    position = read_position({"deck": ["W6"], "discard": ["R2", "rest"]})
    assert position.deck == (Card.W6,)
    assert len(position.discard) == 29


def test_the_line_of_a_position_round_trips_in_every_part() -> None:
    line = (
        "phase=effects white=3 blacks=3,7 bay=3 columns=1:R1!,G2/3:B4-1,W2,B6 deck=Y1 hand=R2 "
        "ready=camera used=map resolved=R,G letters=1 points=12 turn=9 applied=W pointer=1 pending=B"
    )
    rest = [str(card) for card in CARDS if str(card) not in line]
    position = solitaire.parse_position(f"{line} discard={','.join(rest)}")
    assert position.phase is Phase.EFFECTS
    assert solitaire.parse_position(solitaire.format_position(position)) == position
    assert solitaire.format_position(position).replace(f" discard={','.join(rest)}", "") == line


@pytest.mark.parametrize("line", ["white", "white=3 white=4", "colour=3", "white=x", "columns=1:Z9", "hand=R1,"])
def test_a_line_that_is_no_position_is_refused(line: str) -> None:
    with pytest.raises(ValueError):
        solitaire.parse_position(line)
