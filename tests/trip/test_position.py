"""Positions: every defect is named, illegal ones are not built, equal ones are equal values, partial ones filled up."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from pydantic import JsonValue

from tabi.rules import trip
from tabi.rules.trip import IllegalPosition, Phase, Position, read_position
from tabi.spec.trip import Goal, GoalKind, Token, edition_named, read_setup

Document = dict[str, JsonValue]
SETUP = read_setup({"edition": "river-demo", "players": 3, "goal": "parks"})


def one(board: str, *places: str, **more: JsonValue) -> Document:
    """A position in which player 1's board matters, with other fields of it."""
    written: Document = {"board": board, "places": list(places)}
    return {"boards_at": {"1": written}, **more}


# A position as JSON, and the sentences that must name its defects (all of them, and no other). The city is the river:
# D1-D7 is water, pieces are square, ell and tee, row 7 is closed in the 7x6 game; photo squares do not matter here.
DEFECTS: list[tuple[Document, list[str]]] = [
    (
        {"round": 13, "cards": ["row"] * 13},
        ["The round is 13; rounds go from 1 to 12.", "The card row is revealed 13 times; there are 2."],
    ),
    ({"turn": 0}, ["The turn is 0; turns count from 1."]),
    ({"player": 4}, ["There is no player 4; there are 3 players."]),
    ({"start_player": 5}, ["The start player is 5; there are 3 players."]),
    ({"phase": "reveal", "player": 2}, ["Player 2 reveals; player 1 has the start marker and does."]),
    ({"phase": "final", "round": 3}, ["The phase is final in round 3; it follows round 12."]),
    (
        {"phase": "final", "player": 1},
        ["Player 1 was the last to act; the last of round 12 sits right of player 1."],
    ),
    (
        {"round": 2, "cards": ["column"]},
        ["The number of cards revealed is 1; in the phase define of round 2 it is 2."],
    ),
    (
        {"cards": ["column", "column", "column"]},
        ["The card column is revealed 3 times; there are 2."],
    ),
    (
        {"card": "zigzag"},
        ["There is no card zigzag; the cards are column, row, rising, falling, plus, cross."],
    ),
    ({"phase": "reveal", "slots": ["FB"]}, ["The number of slots is 1; in the phase reveal there is none."]),
    ({"slots": ["FB", None, None]}, ["The number of slots is 3; with 3 players it is 4."]),
    ({"slots": [None, "FBP", None, None]}, ["Slot 2 has FBP; the card column asks for 2 tokens."]),
    ({"slots": ["FB", "FB", "FB", "FB"]}, ["The number of filled slots is 4; 1 of 4 or more are taken by now."]),
    ({"phase": "draft"}, ["No slot is filled; in the phase draft one is left for the player."]),
    (
        {"phase": "draft", "player": 3, "slots": ["FB", "FB", "FB", None]},
        ["The number of filled slots is 3; 2 of 4 or more are taken by now."],
    ),
    ({"hand": "FB"}, ["Tokens are being placed; in the phase define none are."]),
    (
        {"phase": "place"},
        [
            "The hand is empty; in the phase place a token is left to place.",
            "The hand (none) and the tokens placed are 0; the card column gives 2.",
        ],
    ),
    ({"phase": "place", "hand": "FBP"}, ["The hand FBP and the tokens placed are 3; the card column gives 2."]),
    (
        {"phase": "place", "hand": "B", "placing": ["F A1"]},
        ["A1 is fresh for player 1, but carries no token."],
    ),
    (
        {"phase": "place", "hand": "B", "placing": ["F -"]},
        ["F was discarded, but is not among the mistaken memories."],
    ),
    (
        one("F6/B6/7/7/7/7/7", phase="place", hand="B", placing=["F A1"], fresh=[["A2"]]),
        ["The acting player's fresh squares are those on which tokens were put."],
    ),
    (
        one("B6/7/7/7/7/7/7", phase="place", hand="F", placing=["B A1"]),
        ["Tokens are placed in the order FBPHLSR."],
    ),
    (
        one("F6/7/7/7/7/7/6B", phase="place", card="plus", hand="P", placing=["F A1", "B G7"]),
        ["The tokens on A1 G7 do not lie in one position of the pattern plus."],
    ),
    ({"boards_at": {"4": {}}}, ["boards_at has a player 4; there are 3 players."]),
    (one("3F3/7/7/7/7/7/7"), ["Player 1's board has a token on D1, which is water."]),
    (one("7/7/7/7/7/7/F6", size="7x6"), ["Player 1's board has a token on A7, which is off the board."]),
    (one("ff5/7/7/7/7/7/7"), ["Player 1's board has A1 B1 face down, but in no place."]),
    (one("FF5/7/7/7/7/7/7", "A1 B1"), ["Player 1's board has A1 B1 face up, but in a place."]),
    (
        one("fff4/7/7/7/7/7/7", "A1 B1", "B1 C1"),
        ["Player 1's board has B1 in two places."],
    ),
    (one("hh5/7/7/7/7/7/7", "A1 B1"), ["Player 1's board has the place A1 B1: a hotel has 3 tokens."]),
    (
        one("h1h4/h6/7/7/7/7/7", "A1 C1 A2"),
        ["Player 1's board has the place A1 C1 A2: it has not the shape of a hotel."],
    ),
    (one("f1f4/7/7/7/7/7/7", "A1 C1"), ["Player 1's board has the place A1 C1: it has not the shape of a park."]),
    (
        one("l6/l6/l6/l6/7/7/7", "A1 A2 A3 A4"),
        ["Player 1's board has the place A1 A2 A3 A4: it has not the shape of a landmark."],
    ),
    (one("ss5/7/7/7/7/7/7", "A1 B1"), ["Player 1's board has the place A1 B1: a shop has at least 3 tokens."]),
    (one("fh5/7/7/7/7/7/7", "A1 B1"), ["Player 1's board has the place A1 B1: it mixes F, H."]),
    (one("SSS1SSS/SSS1SSS/SSS1SSS/S6/7/7/7", phase="final"), ["There are 19 S; the game has 18."]),
    (one("FFF4/FFF4/FFF4/7/7/7/7", round=1), ["The bag holds 111 tokens; the cards to come (11) need 112."]),
    ({"players": 4, "leftovers": "FB"}, ["Tokens are left over; 4 players leave no slot."]),
    ({"fresh": [["A1"]]}, ["A1 is fresh for player 1, but carries no token."]),
    (
        one("F6/7/7/7/7/7/7", player=2, fresh=[["A1"]]),
        ["Player 1 has fresh tokens; no turn of that player is under way."],
    ),
    (
        one("F6/7/7/7/7/7/7", phase="reveal", round=2, fresh=[["A1"]]),
        ["Player 1 has fresh tokens; no turn of that player is under way."],
    ),
    ({"phase": "tile"}, ["A place was just defined exactly in the phase tile."]),
    (
        one("ff5/7/7/7/7/7/7", "A1 B1", defining="A1 B1"),
        ["A place was just defined exactly in the phase tile."],
    ),
    (
        one("ff5/7/7/7/7/7/7", "A1 B1", phase="tile", defining="A2 B2"),
        ["A2 B2 was just defined, but is no place of player 1."],
    ),
    ({"map": ["shop D1"]}, ["The map has a tile on D1, which is water."]),
    ({"size": "7x6", "map": ["shop A7"]}, ["The map has a tile on A7, which is off the board."]),
    ({"map": ["shop A1", "restaurant A1"]}, ["The map has two tiles on A1."]),
    ({"map": ["park F A1 C1"]}, ["The map has the tile park F on A1 C1, which is not its shape."]),
    ({"map": ["hotel ell A1 B1 C1"]}, ["The map has the tile hotel ell on A1 B1 C1, which is not its shape."]),
    (
        {"map": ["landmark tee A1 B1 A2 B2"]},
        ["The map has the tile landmark tee on A1 B1 A2 B2, which is not its shape."],
    ),
    (
        {"map": ["landmark bar A1 A2 A3 A4"]},
        [
            "The map has a tile landmark bar, of which there is none in this game; the tiles are park F, park B, "
            "park P, hotel ell, hotel straight, landmark square, landmark ell, landmark tee, shop, restaurant."
        ],
    ),
    ({"map": ["shop A1 B1"]}, ["The map has the tile shop on A1 B1, which is not its shape."]),
    (
        {"map": ["park F A1 B1", "park F A2 B2", "park F A3 B3", "park F A4 B4"]},
        ["The map has 4 tiles park F; there are 3."],
    ),
    (
        {"map": ["landmark square A1 B1 A2 B2", "landmark square A3 B3 A4 B4"]},
        ["The map has 2 tiles landmark square; there are 1."],
    ),
    ({"phase": "over"}, ["A game has an outcome exactly when its phase is over."]),
    (
        {"phase": "over", "outcome": {"awards": [], "totals": [1, 0, 0], "winners": [1]}},
        ["The totals are not the scores."],
    ),
    (
        {"phase": "over", "outcome": {"awards": [], "totals": [0, 0, 0], "winners": [1]}},
        ["The winners are [1, 2, 3] by totals and mistaken memories."],
    ),
    (
        {
            "phase": "over",
            "outcome": {
                "awards": [{"seat": 4, "clause": "trip.photos.table", "points": 1, "why": "x"}],
                "totals": [0, 0, 0],
                "winners": [1, 2, 3],
            },
        },
        ["An award goes to a player that there is not."],
    ),
    (
        {"map": ["shop D1"], "fresh": [["A1"]]},
        ["The map has a tile on D1, which is water.", "A1 is fresh for player 1, but carries no token."],
    ),
]


@pytest.mark.parametrize(("document", "sentences"), DEFECTS, ids=[found[0][:60] for _, found in DEFECTS])
def test_a_position_that_cannot_arise_names_every_defect(document: Document, sentences: list[str]) -> None:
    with pytest.raises(IllegalPosition) as caught:
        read_position(document)
    assert list(caught.value.defects) == sentences


UNREADABLE: list[tuple[Document, str]] = [
    ({"phase": "resolve"}, "phase: accepted: reveal, draft"),
    ({"colour": "red"}, "colour: there is no such key"),
    ({"hand": "FQ"}, "hand: 'Q' is not a token; the tokens are F, B, P"),
    ({"turn": "1"}, "turn: this is not a whole number."),
    ({"city": "lake"}, "The edition river-demo has no city 'lake'; its cities are river and coast."),
    ({"goal": "two-ends"}, "goal: two-ends is none of the advanced goals of a pink city"),
    ({"edition": "kyoto"}, "edition: There is no edition 'kyoto'"),
    ({"players": 7}, "players: the most that is accepted is 4."),
    (one("7/7/7/7/7/7"), "'7/7/7/7/7/7' is not a board; a board is seven rows joined by /"),
    (one("8/7/7/7/7/7/7"), "'8/7/7/7/7/7/7' is not a board"),
    (one("F7/7/7/7/7/7/7"), "'F7/7/7/7/7/7/7' is not a board"),
    (one("Q6/7/7/7/7/7/7"), "'Q6/7/7/7/7/7/7' is not a board"),
    (one("ff5/7/7/7/7/7/7", "A1 A1"), "A1 is named twice"),
    ({"map": ["castle A1"]}, "'castle A1' is not a tile; a tile is written as in"),
    ({"map": ["shop red A1"]}, "'shop red A1' is not a tile"),
    ({"map": ["hotel ell"]}, "'hotel ell' is not a tile"),
    ({"phase": "place", "placing": ["F"]}, "'F' does not say where a token went"),
    ({"phase": "place", "placing": ["F Z1"]}, "'Z1' is not a square"),
    ({"fresh": [["Z1"]]}, "fresh 1: 'Z1' is not a square"),
    ({"defining": "C3 C3"}, "defining: C3 is named twice; every square of a set is named once."),
    ({"boards_at": {"x": {}}}, "boards_at, x: this is not a whole number."),
    ({"boards_at": {"1": 5}}, "boards_at, 1: this is not an object."),
    ({"map": "shop A1"}, "map: this is not a list."),
    ({"card": 3}, "card: this is not a text."),
    ({"edition": 3}, "edition: this is neither a shipped edition (river-demo, coast-demo) nor a whole one."),
]


@pytest.mark.parametrize(("document", "sentence"), UNREADABLE, ids=[text[:60] for _, text in UNREADABLE])
def test_what_is_no_position_is_refused_with_a_sentence(document: Document, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        read_position(document)
    assert sentence in str(caught.value)


def test_a_partial_position_is_filled_up() -> None:
    position = read_position({})
    assert (position.phase, position.round, position.turn, position.player) == (Phase.DEFINE, 1, 1, 1)
    assert (position.setup.players, position.setup.city, position.setup.goal) == (3, "river", Goal.PARKS)
    assert (position.cards, position.slots, position.scores) == (("column",), (None,) * 4, (0, 0, 0))
    assert sum(trip.draft.bag_of(position).values()) == 120


def test_cards_are_filled_up_with_the_first_ones_that_are_left() -> None:
    assert read_position({"round": 4, "card": "column"}).cards == ("column", "row", "row", "column")
    assert read_position({"round": 3}).cards == ("column", "row", "column")
    assert read_position({"round": 4, "phase": "reveal"}).cards == ("column", "column", "row")


def test_the_goal_of_a_partial_position_is_the_first_of_its_kind() -> None:
    assert read_position({"goals": "advanced"}).setup.goal is Goal.LARGEST_SHOP
    assert read_position({"goals": "advanced", "city": "coast"}).setup.goal is Goal.LARGEST_RESTAURANT
    assert read_position({"goal": "west-edge"}).setup.goals is GoalKind.ADVANCED


def test_the_round_of_a_partial_position_is_the_first_for_which_the_bag_suffices() -> None:
    """Round 1 has seen 8 tokens at most, round 2 16: with 9 on a board it is round 2."""
    assert read_position(one("FFF4/FFF4/FF5/7/7/7/7")).round == 1
    assert read_position(one("FFF4/FFF4/FFF4/7/7/7/7")).round == 2
    assert read_position({"phase": "final"}).round == 12


def test_the_start_player_of_a_position_is_that_of_its_round() -> None:
    position = read_position({"round": 5, "start_player": 2, "player": 2})
    assert position.start_player == 2 and position.setup.start_player == 1  # 1 2 3 1 2


def test_equal_positions_are_equal_values_whatever_the_order_of_writing() -> None:
    first = read_position(one("ffff3/7/7/7/7/7/7", "A1 B1", "C1 D1", city="coast", size="7x7", leftovers="RF"))
    other = read_position(one("ffff3/7/7/7/7/7/7", "D1 C1", "B1 A1", leftovers="FR", city="coast"))
    assert first == other and hash(first) == hash(other) and {first: 1}[other] == 1
    assert first != read_position(one("ffff3/7/7/7/7/7/7", "A1 B1", "C1 D1", city="coast"))


def test_the_key_leaves_out_the_turn_alone() -> None:
    assert read_position({"turn": 7}).key == read_position({}).key
    assert read_position({"turn": 7}) != read_position({})
    assert read_position({"boards_at": {"1": {"score": 3}}}).key != read_position({}).key


def test_positions_are_frozen() -> None:
    position = read_position({})
    with pytest.raises(FrozenInstanceError):
        position.turn = 2  # type: ignore[misc]  # the point of the test


def test_fields_left_out_are_those_before_the_first_round() -> None:
    assert Position.checked(SETUP) == trip.start(edition_named("river-demo"), SETUP)


def test_a_board_for_every_seat_is_asked_for() -> None:
    with pytest.raises(IllegalPosition, match="The number of scores is 2; there is one for each of 3 players"):
        Position.checked(SETUP, scores=(0, 0))


def test_tokens_given_in_any_order_come_into_their_own_order() -> None:
    """Shops and benches are written B before S, whoever builds the position."""
    unsorted = (Token.SHOP, Token.BENCH)
    position = Position.checked(
        SETUP,
        phase=Phase.DRAFT,
        round=2,
        player=2,
        cards=("column", "row"),
        slots=(unsorted, unsorted, unsorted, unsorted),
        leftovers=unsorted,
    )
    assert position.slots[0] == position.leftovers == (Token.BENCH, Token.SHOP)
