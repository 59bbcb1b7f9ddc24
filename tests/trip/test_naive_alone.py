"""The naive model of the trip held against the rule text alone: small positions, everything counted by hand.

The edition is the river demonstration as it was decided, typed in once more: water is column D, so the land is columns
A-C in the west and E-G in the east.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

import pytest

from naive import trip

Json = dict[str, Any]  # Any: JSON, as the naive model takes and gives it

RIVER: Json = {
    "name": "river",
    "side": "pink",
    "water": ["D1", "D2", "D3", "D4", "D5", "D6", "D7"],
    "closed": "row 7",
    "landmarks": {
        "square": ["A1", "B1", "A2", "B2"],
        "ell": ["A1", "A2", "A3", "B3"],
        "tee": ["A1", "B1", "C1", "B2"],
    },
    "boards": [
        {"red": "A1", "blue": "C4", "green": "E2", "yellow": "G6"},
        {"red": "B7", "blue": "E5", "green": "G1", "yellow": "A3"},
        {"red": "F3", "blue": "A6", "green": "C1", "yellow": "E7"},
        {"red": "C6", "blue": "G4", "green": "B2", "yellow": "F1"},
    ],
    "regions": {
        "west-edge": ["A1", "A2", "A3", "A4", "A5", "A6", "A7", "B1", "B2", "B3", "B4", "B5", "B6"],
        "hotels-by-river": ["C1", "C2", "C3", "C4", "C5", "C6", "C7", "E1", "E2", "E3", "E4", "E5", "E6", "E7"],
    },
}
COAST: Json = {
    "name": "coast",
    "side": "blue",
    "water": ["E1", "F1", "G1", "F2", "G2", "G3"],
    "closed": "row 1",
    "landmarks": {
        "square": ["A1", "B1", "A2", "B2"],
        "ess": ["B1", "C1", "A2", "B2"],
        "bar": ["A1", "B1", "C1", "D1"],
    },
    "boards": [
        {"red": "A1", "blue": "C4", "green": "E4", "yellow": "G6"},
        {"red": "B7", "blue": "E5", "green": "C2", "yellow": "A3"},
        {"red": "F4", "blue": "A6", "green": "C1", "yellow": "E7"},
        {"red": "C6", "blue": "G5", "green": "B2", "yellow": "D3"},
    ],
    "regions": {
        "two-ends": ["A1", "B1", "C1", "D1", "A2", "B2", "A7", "B7", "C7", "D7", "E7", "F7", "G7"],
        "food-by-coast": ["D1", "D2", "E2", "E3", "F3", "G4"],
    },
}
EDITION: Json = {
    "name": "river-demo",
    "default_city": "river",
    "tokens": {"F": 14, "B": 14, "P": 14, "H": 21, "L": 21, "S": 18, "R": 18},
    "removed_for_two": {"F": 3, "B": 3, "P": 3, "H": 6, "L": 5, "S": 5, "R": 5},
    "tiles": {
        "parks": {"F": 3, "B": 3, "P": 3},
        "hotels": {"ell": 4, "straight": 3},
        "shops": 9,
        "restaurants": 9,
    },
    "memory_card": [
        {"pattern": "column", "tokens": 2, "copies": 2, "cells": [[0, 0], [0, 1], [0, 2], [0, 3]]},
        {"pattern": "row", "tokens": 2, "copies": 2, "cells": [[0, 0], [1, 0], [2, 0], [3, 0]]},
        {"pattern": "rising", "tokens": 2, "copies": 2, "cells": [[0, 3], [1, 2], [2, 1], [3, 0]]},
        {"pattern": "falling", "tokens": 3, "copies": 2, "cells": [[0, 0], [1, 1], [2, 2], [3, 3]]},
        {
            "pattern": "plus",
            "tokens": 3,
            "copies": 2,
            "cells": [[1, 0], [0, 1], [2, 1], [1, 2]],
            "centre": [1, 1],
        },
        {
            "pattern": "cross",
            "tokens": 3,
            "copies": 2,
            "cells": [[0, 0], [2, 0], [0, 2], [2, 2]],
            "centre": [1, 1],
        },
    ],
    "photo_colours": {
        "F": "green",
        "B": "green",
        "P": "green",
        "H": "blue",
        "L": "red",
        "S": "yellow",
        "R": "yellow",
    },
    "city": [RIVER, COAST],
}
EMPTY = "7/7/7/7/7/7/7"


def board(**tokens: str) -> str:
    """The board on which these tokens lie: `F="C3 C4"` face up, `f="C3 C4"` face down."""
    lying: dict[str, str] = {}
    for token, squares in tokens.items():
        for square in squares.split():
            assert square not in lying
            lying[square] = token
    return trip.write_board(lying)


def owned(text: str = EMPTY, *places: str, mistaken: str = "", score: int = 0) -> Json:
    return {"board": text, "places": list(places), "mistaken": mistaken, "score": score}


def position(
    *seated: Json, players: int = 3, card: str = "column", fresh: str = "", city: str = "river", **fields: object
) -> Json:
    """A position in which little has happened; phase define unless said; `fresh` is the first player's."""
    found = trip.start({"edition": EDITION, "players": players, "city": city, "goal": "parks"})
    found["phase"] = "define"
    found["cards"] = [card]
    for seat, player in enumerate(seated):
        found["players_boards"][seat] = player
    found["fresh"][0] = fresh.split()
    assert set(fields) <= set(found)
    found.update(fields)
    return found


def targets(
    card: str,
    hand: str,
    *placed: str,
    rulings: dict[str, str] | None = None,
    player: Json | None = None,
    size: str = "7x7",
) -> set[str]:
    """The squares to which the next token of a hand may go after some steps, on the first player's board."""
    pos = position(player or owned(), phase="place", card=card, hand=hand, size=size)
    for text in placed:
        pos = trip.play(pos, text, rulings)
    found = set()
    for text in trip.steps(pos, rulings):
        word, token, *square = text.split()
        assert token == pos["hand"][0]
        found.add(square[0] if word == "put" else "-")
    return found


def definable(text: str, fresh: str, rulings: dict[str, str] | None = None, city: str = "river") -> list[str]:
    """The sets that the first player may define, each without its word."""
    pos = position(owned(text), fresh=fresh, city=city)
    found = trip.steps(pos, rulings)
    assert found[-1] == "pass"
    return sorted(step.removeprefix("define ") for step in found[:-1])


def defined(
    text: str,
    squares: str,
    tiles: Sequence[str] = (),
    fresh: str = "",
    rulings: dict[str, str] | None = None,
) -> Json:
    """The position after the first player has defined a set."""
    pos = position(owned(text), fresh=fresh or squares, map=list(tiles))
    return trip.play(pos, f"define {squares}", rulings)


def lays(pos: Json, rulings: dict[str, str] | None = None) -> list[str]:
    return sorted(step.removeprefix("lay ") for step in trip.steps(pos, rulings))


def gained(pos: Json, lay: str, rulings: dict[str, str] | None = None) -> int:
    """The points of the first player after a tile step."""
    after: int = trip.play(pos, f"lay {lay}", rulings)["players_boards"][0]["score"]
    return after


# ---------------------------------------------------------------------------------------------------------------------
# Notation, setup, draw
# ---------------------------------------------------------------------------------------------------------------------


def test_a_board_is_seven_rows_north_first() -> None:
    lying = {"C3": "F", "D3": "f", "G7": "R"}
    assert trip.write_board(lying) == "7/7/2Ff3/7/7/7/6R"
    assert trip.read_board("7/7/2Ff3/7/7/7/6R") == lying


def test_the_shipped_river_edition_is_the_one_decided() -> None:
    shipped = copy.deepcopy(trip.read_edition("river-demo"))
    assert shipped.pop("demonstration") is True
    assert "demonstration" in shipped.pop("title")
    for city in shipped["city"]:
        del city["title"]
    assert shipped == EDITION


def test_the_supply_is_120_tokens_or_90_for_two() -> None:
    assert sum(trip.bag(position(players=3)).values()) == 120
    two = trip.bag(position(players=2))
    assert sum(two.values()) == 90
    assert two["H"] == 15  # 21 without 6


def test_the_bag_lacks_what_is_seen() -> None:
    # 14 fountains: one in the slots, one in hand, one on a board face up, one face down, two mistaken, one left over.
    pos = position(owned(board(F="A1", f="C3"), mistaken="FF"), slots=["FB", None], hand="F", leftovers="F")
    assert trip.bag(pos)["F"] == 7


def test_the_start_player_begins_and_nothing_is_on_the_table() -> None:
    pos = trip.start({"edition": EDITION, "players": 4, "goal": "hotels", "start_player": 3})
    assert (pos["phase"], pos["round"], pos["turn"], pos["start_player"], pos["player"]) == ("reveal", 1, 1, 3, 3)
    assert (pos["city"], pos["size"], pos["boards"]) == ("river", "7x7", [1, 2, 3, 4])
    assert pos["players_boards"] == [owned()] * 4
    assert trip.steps(pos) == []


@pytest.mark.parametrize(
    ("goals", "city", "goal", "fits"),
    [
        ("standard", "river", "matches", True),
        ("standard", "river", "west-edge", False),
        ("advanced", "river", "west-edge", True),
        ("advanced", "coast", "west-edge", False),
        ("advanced", "coast", "largest-cluster", True),
        ("advanced", "river", "parks", False),
    ],
)
def test_an_advanced_goal_belongs_to_a_city(goals: str, city: str, goal: str, fits: bool) -> None:
    setup = {"edition": EDITION, "players": 2, "city": city, "goals": goals, "goal": goal}
    if fits:
        assert trip.start(setup)["goal"] == goal
    else:
        with pytest.raises(ValueError, match="goals"):
            trip.start(setup)


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("reveal column FB HL SR PP", True),
        ("reveal column FB HL SR", False),  # four slots with three players
        ("reveal column FB HL SR PPP", False),  # a column brings two tokens
        ("reveal falling FBB HLL SRR PPP", True),
        ("reveal row FB HL SR PP", False),  # both rows have been opened
        ("reveal spiral FB HL SR PP", False),
        ("reveal column BF HL SR PP", False),  # not in the order of the tokens
        ("reveal column SS HL SR PP", False),  # the bag has two shops more
        ("reveal column SS HL FR PP", True),
    ],
)
def test_a_card_still_in_the_deck_fills_every_slot_from_the_bag(text: str, legal: bool) -> None:
    # 18 shops: 16 of them in the mistaken memories.
    pos = position(owned(mistaken="S" * 16), phase="reveal", cards=["row", "column", "row"])
    assert trip.is_legal_reveal(pos, text) is legal


def test_two_players_fill_three_slots() -> None:
    pos = position(players=2, phase="reveal", cards=[])
    assert trip.is_legal_reveal(pos, "reveal column FB HL SR")
    assert not trip.is_legal_reveal(pos, "reveal column FB HL SR PP")


# ---------------------------------------------------------------------------------------------------------------------
# Patterns: a first token lies at C3; where may the second one go? (The first step fixes the pattern's window partly.)
# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "hand", "squares"),
    [
        # Column C up to three squares away.
        ("column", "FB", "C1 C2 C4 C5 C6"),
        # Row 3 up to three squares away; D3 is water.
        ("row", "FB", "A3 B3 E3 F3"),
        # The diagonal A5 B4 C3 D2 E1; D2 is water, and north of E1 the board ends.
        ("rising", "FB", "A5 B4 E1"),
        # The diagonal A1 B2 C3 D4 E5 F6; D4 is water, G7 is four squares away.
        ("falling", "FBP", "A1 B2 E5 F6"),
        # C3 as the north arm (centre C4), west (D3), east (B3), south arm (C2).
        ("plus", "FBP", "B4 C5 E3 B2 A3 C1"),
        # C3 as the corner in the north-west (centre D4), north-east (B4), south-west (D2), south-east (B2).
        ("cross", "FBP", "E3 C5 E5 A3 A5 C1 E1 A1"),
    ],
)
def test_a_pattern_has_four_squares(card: str, hand: str, squares: str) -> None:
    assert targets(card, hand, "put F C3") == {*squares.split(), "-"}


def test_a_falling_window_holds_all_three_tokens() -> None:
    # C3 and F6 are the ends of a window: E5 is left (D4 is water). C3 and A1: B2 is left.
    assert targets("falling", "FBP", "put F C3", "put B F6") == {"E5", "-"}
    assert targets("falling", "FBP", "put F C3", "put B A1") == {"B2", "-"}


def test_a_window_may_overhang_the_edge() -> None:
    # C1 as the north arm (centre C2): B2 and C3. Over the edge: as the west arm (centre D1) E1, as the east arm A1, B2.
    assert targets("plus", "FBP", "put F C1") == {"B2", "C3", "E1", "A1", "-"}
    refused = {"trip.window-overhang": "refused"}
    assert targets("plus", "FBP", "put F C1", rulings=refused) == {"B2", "C3", "-"}


def test_without_overhang_a_corner_is_out_of_reach_of_the_plus() -> None:
    refused = {"trip.window-overhang": "refused"}
    squares = targets("plus", "FBP", rulings=refused)
    assert squares == {*trip.SQUARES, "-"} - {*RIVER["water"], "A1", "G1", "A7", "G7"}
    assert "A1" in targets("plus", "FBP")


def test_the_centre_of_a_cross_may_have_to_be_empty() -> None:
    # C3 and A3 are arms of the plus around B3 alone; B2 is also an arm of the one around C2, B4 of the one around C4.
    player = owned(board(H="B3"))
    ruling = {"trip.cross-centre": "must-be-empty"}
    assert targets("plus", "FBP", "put F C3", player=player) == {"B4", "C5", "E3", "B2", "A3", "C1", "-"}
    assert targets("plus", "FBP", "put F C3", player=player, rulings=ruling) == {"B4", "C5", "E3", "B2", "C1", "-"}


def test_nothing_is_placed_in_the_centre() -> None:
    assert "C4" not in targets("plus", "FBP", "put F C3", "put B B4")
    assert "D4" not in targets("cross", "FBP", "put F C3")


def test_a_row_passes_over_the_river() -> None:
    # C3 and F3 are the ends of the window C3-F3; D3 is water.
    pos = position(owned(), phase="place", card="row", hand="FB")
    after = trip.play(trip.play(pos, "put F C3"), "put B F3")
    assert after["players_boards"][0]["board"] == "7/7/2F2B1/7/7/7/7"


def test_the_small_map_lacks_a_line() -> None:
    assert targets("column", "FB", "put F C6") == {"C3", "C4", "C5", "C7", "-"}
    assert targets("column", "FB", "put F C6", size="7x6") == {"C3", "C4", "C5", "-"}


def test_on_the_small_map_the_covered_line_is_over_the_edge() -> None:
    # Without overhang a column lies on rows 1-6, so the row 3 to 6 is the lowest.
    ruling = {"trip.window-overhang": "refused", "trip.discards": "window"}
    assert targets("column", "FB", "put F C6", rulings=ruling, size="7x6") == {"C3", "C4", "C5"}


# ---------------------------------------------------------------------------------------------------------------------
# Placing: overlap, what is refused, the order of the steps
# ---------------------------------------------------------------------------------------------------------------------


def test_a_token_on_a_face_up_token_sends_the_old_one_to_the_mistaken_memories() -> None:
    pos = position(owned(board(H="C3"), mistaken="S"), phase="place", hand="FB")
    after = trip.play(pos, "put F C3")
    assert after["players_boards"][0]["board"] == board(F="C3")
    assert after["players_boards"][0]["mistaken"] == "HS"
    assert (after["fresh"], after["placing"], after["hand"]) == ([["C3"], [], []], ["F C3"], "B")


def test_an_equal_token_makes_the_square_fresh() -> None:
    # Three old hotels are revived at the price of one mistaken memory.
    pos = position(owned(board(H="A1 B1 C1")), phase="place", hand="HH")
    assert trip.steps({**pos, "phase": "define", "hand": ""}) == ["pass"]
    after = trip.play(trip.play(pos, "put H A1"), "discard H")
    assert after["players_boards"][0]["mistaken"] == "HH"
    assert trip.steps(after) == ["define A1 B1 C1", "pass"]


def test_a_kept_token_is_not_fresh() -> None:
    pos = position(owned(board(H="A1 B1 C1")), phase="place", hand="HS")
    after = trip.play(trip.play(pos, "discard H"), "put S A5")
    assert after["fresh"][0] == ["A5"]
    assert trip.steps(after) == ["pass"]


@pytest.mark.parametrize("square", ["D3", "C4", "E3", "H3", "C8"])
def test_water_a_face_down_token_another_line_and_what_is_off_the_board_are_refused(square: str) -> None:
    # The first token lies at C3, and C4 is face down; a column is asked for.
    pos = position(owned(board(f="C4 C5")), phase="place", card="column", hand="FB")
    assert not trip.is_legal(trip.play(pos, "put F C3"), f"put B {square}")


def test_two_tokens_do_not_share_a_square() -> None:
    pos = trip.play(position(owned(), phase="place", hand="FB"), "put F C3")
    assert not trip.is_legal(pos, "put B C3")


def test_tokens_are_placed_in_their_order_and_equal_ones_from_north_to_south() -> None:
    pos = position(owned(), phase="place", hand="FB")
    assert not trip.is_legal(pos, "put B C3")
    assert targets("column", "FF", "put F C3") == {"C4", "C5", "C6", "-"}  # not C1, C2
    assert targets("column", "FF", "discard F") == {"-"}  # what is discarded comes last


def test_after_the_last_token_the_player_may_define() -> None:
    pos = position(owned(), phase="place", hand="FF")
    after = trip.play(trip.play(pos, "put F C3"), "put F C4")
    assert (after["phase"], after["hand"], after["placing"]) == ("define", "", [])
    assert trip.steps(after) == ["define C3 C4", "pass"]


# ---------------------------------------------------------------------------------------------------------------------
# Discards: the three readings
# ---------------------------------------------------------------------------------------------------------------------

FREE, WINDOW, GLOBAL = ({"trip.discards": reading} for reading in ("free", "window", "global"))
LAND = [square for square in trip.SQUARES if square[0] != "D"]
ALL_BUT_C3 = " ".join(square for square in LAND if square != "C3")


def test_on_an_empty_board_a_token_may_be_given_up_under_the_free_reading() -> None:
    assert "-" in targets("row", "FB", rulings=FREE)
    assert "-" in targets("row", "FB", "discard F", rulings=FREE)


def test_a_window_in_the_river_takes_nothing() -> None:
    # Under `window` all may go, since a column in the river has no usable square, and one may go, since a column over
    # the edge shows one square. Under `global` the window must take both, as so many do.
    assert "-" in targets("column", "FB", "discard F", rulings=WINDOW)
    assert "-" in targets("column", "FB", "put F C1", rulings=WINDOW)
    assert targets("column", "FB", rulings=GLOBAL) == set(LAND)
    assert targets("column", "FB", "put F C4", rulings=GLOBAL) == {"C1", "C2", "C3", "C5", "C6", "C7"}


def test_a_window_has_a_square_on_the_board() -> None:
    # Every row shows at least the A or the G of a line, so the second token is not given up as well.
    assert "-" in targets("row", "FB", rulings=WINDOW)
    assert "-" not in targets("row", "FB", "discard F", rulings=WINDOW)


def test_only_what_the_chosen_window_cannot_take_is_given_up() -> None:
    # Without overhang only the pluses around D2-D6 have less than three usable squares: the two in columns C and E.
    ruling = {**WINDOW, "trip.window-overhang": "refused"}
    assert targets("plus", "FBP", "discard F", rulings=ruling) == {
        f"{column}{row}" for column in "CE" for row in range(2, 7)
    }
    assert targets("plus", "FBP", "discard F", "put B C4", rulings=ruling) == {"E4"}
    # B3 is an arm of the pluses around B2, C3, B4 and A3 (over the edge): none of them may leave out a token.
    assert "-" not in targets("plus", "FBP", "put F B3", rulings=ruling)
    assert "-" in targets("plus", "FBP", "put F B3", rulings=FREE)


def test_under_the_global_reading_the_window_must_take_as_many_as_any() -> None:
    ruling = {**GLOBAL, "trip.window-overhang": "refused"}
    assert "-" not in targets("plus", "FBP", rulings=ruling)
    # C4 and E4 together belong to the plus around D4, which takes two tokens only.
    assert "E4" not in targets("plus", "FBP", "put F C4", rulings=ruling)
    assert "E4" in targets("plus", "FBP", "put F C4", rulings={**WINDOW, "trip.window-overhang": "refused"})


def test_one_square_left_takes_one_token() -> None:
    player = owned(board(f=ALL_BUT_C3))
    for ruling in (FREE, WINDOW, GLOBAL):
        assert targets("column", "FB", player=player, rulings=ruling) == {"C3", "-"}
        assert targets("column", "FB", "put F C3", player=player, rulings=ruling) == {"-"}
    # Under `window` a window away from C3 takes none; under `global` one token must lie at C3.
    assert targets("column", "FB", "discard F", player=player, rulings=WINDOW) == {"C3", "-"}
    assert targets("column", "FB", "discard F", player=player, rulings=GLOBAL) == {"C3"}


def test_a_token_aimed_at_a_kept_one_is_no_discard() -> None:
    player = owned(board(f=ALL_BUT_C3, H="C3"))
    assert targets("column", "FB", "discard F", player=player, rulings=GLOBAL) == {"C3", "-"}
    # Four face-up tokens in the window may all be kept, under every reading.
    four = owned(board(f=" ".join(square for square in LAND if square[0] != "C"), H="C1 C2 C3 C4 C5 C6 C7"))
    assert "-" in targets("column", "FB", "discard F", player=four, rulings=GLOBAL)


@pytest.mark.parametrize("ruling", [FREE, WINDOW, GLOBAL])
def test_on_a_full_board_everything_is_discarded(ruling: dict[str, str]) -> None:
    pos = position(owned(board(f=" ".join(LAND))), phase="place", card="plus", hand="FBP")
    for token in "FBP":
        assert trip.steps(pos, ruling) == [f"discard {token}"]
        pos = trip.play(pos, f"discard {token}", ruling)
    assert (pos["phase"], pos["players_boards"][0]["mistaken"]) == ("define", "FBP")


@pytest.mark.parametrize("ruling", [FREE, WINDOW, GLOBAL])
def test_without_any_window_everything_is_discarded(ruling: dict[str, str]) -> None:
    # A dry city whose 25 inner squares, the only centres without overhang, all carry a token.
    edition = copy.deepcopy(EDITION)
    edition["city"][0]["water"] = []
    inner = " ".join(column + row for column in "BCDEF" for row in "23456")
    pos = position(owned(board(H=inner)), phase="place", card="cross", hand="FBP", edition=edition)
    rulings = {**ruling, "trip.window-overhang": "refused", "trip.cross-centre": "must-be-empty"}
    assert trip.steps(pos, rulings) == ["discard F"]
    assert len(trip.steps(pos, {**rulings, "trip.cross-centre": "free"})) > 1


# ---------------------------------------------------------------------------------------------------------------------
# Which sets are places
# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fresh", "sets"),
    [
        (board(F="C3 C4"), "C3", ["C3 C4"]),
        (board(F="C3 B4"), "C3", []),  # a diagonal
        (board(F="C3 E3"), "C3", []),  # over the river
        (board(F="C3", B="C4"), "C3 C4", []),  # two kinds
        (board(F="C3", f="C4"), "C3", []),  # the other one is defined already
        (board(F="C3 C4"), "", []),  # nothing new
        (board(F="C3 C4 C5"), "C5", ["C4 C5"]),  # the new one must be in it
        (board(F="C3 C4 C5"), "C4", ["C3 C4", "C4 C5"]),
        (board(P="A1 B1", B="F1 G1"), "A1 G1", ["A1 B1", "F1 G1"]),
    ],
)
def test_a_park_is_two_adjacent_tokens_of_a_kind_one_of_them_new(text: str, fresh: str, sets: list[str]) -> None:
    assert definable(text, fresh) == sets


def test_a_park_of_two_kinds_is_a_reading() -> None:
    assert definable(board(F="C3", B="C4"), "C3", {"trip.park-kinds": "mixed"}) == ["C3 C4"]


def test_a_new_token_beside_the_set_is_a_reading() -> None:
    beside = {"trip.fresh-token": "beside"}
    assert definable(board(F="C3 C4 C5"), "C5", beside) == ["C3 C4", "C4 C5"]
    assert definable(board(F="C3 C4", B="C5"), "C5", beside) == []  # of another kind
    assert definable(board(F="C3 C4 B5"), "B5", beside) == []  # touches at a corner
    assert definable(board(F="C3 C4", f="C5"), "C5", beside) == []  # defined in this turn already


@pytest.mark.parametrize(
    ("text", "fresh", "sets"),
    [
        (board(H="E1 F1 G1"), "F1", ["E1 F1 G1"]),
        (board(H="E1 E2 E3"), "E3", ["E1 E2 E3"]),
        # A block of four has four corners to leave out; without E1 nothing is new.
        (board(H="E1 F1 E2 F2"), "E1", ["E1 F1 E2", "E1 E2 F2", "E1 F1 F2"]),
        # Four in a line: the three with E4 at the end.
        (board(H="E1 E2 E3 E4"), "E4", ["E2 E3 E4"]),
        (board(H="E1 F1"), "E1", []),
        (board(H="E1 F2 G1"), "E1", []),
        (board(H="B1 C1 E1"), "C1", []),
    ],
)
def test_a_hotel_is_three_tokens_straight_or_in_an_l(text: str, fresh: str, sets: list[str]) -> None:
    assert definable(text, fresh) == sorted(sets)


@pytest.mark.parametrize(
    ("squares", "found", "unmirrored"),
    [
        ("E1 F1 E2 F2", True, True),  # the square
        ("A1 A2 A3 B3", True, True),  # the L as it is drawn
        ("A1 B1 C1 A2", True, True),  # a quarter turn
        ("A1 B1 B2 B3", True, True),  # half a turn
        ("C1 A2 B2 C2", True, True),  # three quarters
        ("B1 B2 A3 B3", True, False),  # its mirror image, the J
        ("A1 B1 C1 C2", True, False),
        ("A1 B1 C1 B2", True, True),  # the T, which is its own mirror image
        ("B1 A2 B2 B3", True, True),
        ("E1 E2 E3 E4", False, False),  # the bar belongs to the other city
        ("B1 C1 A2 B2", False, False),  # the S belongs to the other city
        ("A1 B1 C1 E1", False, False),
    ],
)
def test_a_landmark_has_a_shape_of_the_city(squares: str, found: bool, unmirrored: bool) -> None:
    assert (definable(board(L=squares), squares) == [squares]) is found
    refused = {"trip.landmark-mirror": "refused"}
    assert (definable(board(L=squares), squares, refused) == [squares]) is unmirrored


def test_the_other_city_has_other_landmarks() -> None:
    # The S of the coast is B1 C1 A2 B2; its mirror image, the Z, is A1 B1 B2 C2.
    refused = {"trip.landmark-mirror": "refused"}
    assert definable(board(L="E4 E5 E6 E7"), "E4", city="coast") == ["E4 E5 E6 E7"]
    assert definable(board(L="A1 B1 B2 C2"), "A1", city="coast") == ["A1 B1 B2 C2"]
    assert definable(board(L="A1 B1 B2 C2"), "A1", refused, city="coast") == []
    assert definable(board(L="A1 B1 C1 B2"), "A1", city="coast") == []


def test_a_landmark_shape_may_be_defined_once_only() -> None:
    once = {"trip.landmark-defining": "once-per-shape"}
    others = [owned(board(L="A1 B1 C1 B2")), owned(), owned(board(l="E5 F5 G5 F6"), "E5 F5 G5 F6")]
    pos = position(*others, fresh="A1")
    assert trip.steps(pos) == ["define A1 B1 C1 B2", "pass"]
    assert trip.steps(pos, once) == ["pass"]
    pos["players_boards"][2] = owned(board(l="E5 F5 E6 F6"), "E5 F5 E6 F6")  # another shape
    assert trip.steps(pos, once) == ["define A1 B1 C1 B2", "pass"]


@pytest.mark.parametrize(
    ("text", "fresh", "sets"),
    [
        (board(S="E1 F1 G1"), "E1", ["E1 F1 G1"]),
        (board(S="E1 F1"), "E1", []),
        (board(S="E1 F1 G2"), "E1", []),  # a corner does not connect
        (board(S="E1 F1", R="G1"), "E1 G1", []),  # never mixed
        # The line E1 F1 G1 G2: three of it, or all.
        (board(S="E1 F1 G1 G2"), "F1", ["E1 F1 G1", "E1 F1 G1 G2", "F1 G1 G2"]),
        (board(S="E1 F1 G1 G2"), "E1", ["E1 F1 G1", "E1 F1 G1 G2"]),
        (board(R="E1 F1 E2 F2"), "F2", ["E1 E2 F2", "E1 F1 E2 F2", "E1 F1 F2", "F1 E2 F2"]),
    ],
)
def test_shops_and_restaurants_are_three_or_more_connected(text: str, fresh: str, sets: list[str]) -> None:
    assert definable(text, fresh) == sorted(sets)


def test_any_three_of_a_group_is_a_reading() -> None:
    # Of E1 F1 G1 G2: four sets of three, without F1 G1 G2 where E1 is the new one, and all four.
    any_of = {"trip.shop-subset": "any-of-group"}
    sets = ["E1 F1 G1", "E1 F1 G2", "E1 G1 G2", "E1 F1 G1 G2"]
    assert definable(board(S="E1 F1 G1 G2"), "E1", any_of) == sorted(sets)
    assert definable(board(S="E1 F1 G2"), "E1", any_of) == []


def test_shops_and_restaurants_together_is_a_reading() -> None:
    allowed = {"trip.shop-restaurant-mix": "allowed"}
    assert definable(board(S="E1 F1", R="G1"), "E1", allowed) == ["E1 F1 G1"]
    assert definable(board(S="E1 F1 G1"), "E1", allowed) == ["E1 F1 G1"]
    assert definable(board(S="E1 F1", H="G1"), "E1", allowed) == []
    assert definable(board(L="E1 F1 E2 F2", R="A1 B1", S="A2"), "E1 A1", allowed) == ["A1 B1 A2", "E1 F1 E2 F2"]


def test_a_set_is_judged_alone_as_it_is_listed() -> None:
    # A group of two shops and two restaurants around F1; E1, G1 and F2 do not touch each other.
    text = board(S="E1 G1", R="F1 F2")
    pos = position(owned(text), fresh="E1")
    any_of = {"trip.shop-subset": "any-of-group"}
    both = {**any_of, "trip.shop-restaurant-mix": "allowed"}
    assert definable(text, "E1", both) == ["E1 F1 F2", "E1 F1 G1", "E1 F1 G1 F2", "E1 G1 F2"]
    assert trip.is_legal(pos, "define E1 G1 F2", both)
    assert not trip.is_legal(pos, "define E1 G1 F2", any_of)
    assert not trip.is_legal(pos, "define E1 G1 F2", {"trip.shop-restaurant-mix": "allowed"})
    lone = position(owned(board(S="E1 F1 G1 A1")), fresh="E1")
    assert trip.is_legal(lone, "define E1 F1 G1", any_of)
    assert not trip.is_legal(lone, "define A1 E1 F1", any_of)  # A1 belongs to no group of theirs
    assert not trip.is_legal(lone, "define E1 F1 C1", any_of)  # nothing lies at C1


def test_defining_turns_the_tokens_over_and_records_the_place() -> None:
    pos = defined(board(F="C3 C4 C5"), "C4 C5")
    assert (pos["phase"], pos["defining"]) == ("tile", "C4 C5")
    assert pos["players_boards"][0] == owned(board(F="C3", f="C4 C5"), "C4 C5")
    assert not trip.is_legal(position(owned(board(F="C3 C4")), fresh="C3"), "define C4 C3")


# ---------------------------------------------------------------------------------------------------------------------
# Tiles
# ---------------------------------------------------------------------------------------------------------------------

MAY = {"trip.tile-laying": "may"}
PER_KIND = {"trip.park-stock": "per-kind"}
THREE_FOUNTAINS = ["park F A1 A2", "park F B1 B2", "park F C1 C2"]
FOUR_ELLS = ["hotel ell A1 B1 A2", "hotel ell A3 B3 A4", "hotel ell E1 F1 E2", "hotel ell E3 F3 E4"]


def test_a_tile_that_fits_must_be_laid() -> None:
    pos = defined(board(F="C3 C4"), "C3 C4")
    assert lays(pos) == ["C3 C4"]
    assert lays(pos, MAY) == ["-", "C3 C4"]
    assert trip.play(pos, "lay C3 C4")["map"] == ["park F C3 C4"]


@pytest.mark.parametrize("tile", ["park B C4 C5", "shop C3", "hotel straight A3 B3 C3"])
def test_a_square_that_is_covered_bars_the_tile(tile: str) -> None:
    pos = defined(board(F="C3 C4"), "C3 C4", tiles=[tile])
    assert lays(pos) == ["-"]
    assert lays(pos, MAY) == ["-"]


def test_a_park_takes_any_park_tile_or_its_own_kind_only() -> None:
    pos = defined(board(F="E3 E4"), "E3 E4", tiles=THREE_FOUNTAINS)
    assert lays(pos) == ["E3 E4"]
    assert trip.play(pos, "lay E3 E4")["map"][-1] == "park B E3 E4"
    assert lays(pos, PER_KIND) == ["-"]
    portrait = defined(board(P="E3 E4"), "E3 E4", tiles=THREE_FOUNTAINS)
    assert trip.play(portrait, "lay E3 E4", PER_KIND)["map"][-1] == "park P E3 E4"


def test_nine_park_tiles_are_all_that_there_are() -> None:
    parks = [
        f"park {kind} {column}{row} {column}{row + 1}"
        for column, kind in zip("ABC", "FBP", strict=True)
        for row in (1, 3, 5)
    ]
    assert lays(defined(board(F="E3 E4"), "E3 E4", tiles=parks)) == ["-"]
    assert lays(defined(board(F="E3 E4"), "E3 E4", tiles=parks[:-1])) == ["E3 E4"]


def test_in_a_park_of_two_kinds_the_player_names_the_tile_where_the_kind_matters() -> None:
    mixed = {"trip.park-kinds": "mixed"}
    pos = defined(board(F="E3", B="E4"), "E3 E4", rulings=mixed)
    assert lays(pos, mixed) == ["E3 E4"]
    assert lays(pos, {**mixed, **PER_KIND}) == ["E3 E4 B", "E3 E4 F"]
    assert trip.play(pos, "lay E3 E4 B", {**mixed, **PER_KIND})["map"] == ["park B E3 E4"]
    short = defined(board(F="E3", B="E4"), "E3 E4", rulings=mixed, tiles=THREE_FOUNTAINS)
    assert lays(short, {**mixed, **PER_KIND}) == ["E3 E4 B"]


def test_where_the_ls_are_out_an_l_hotel_gets_no_tile() -> None:
    assert lays(defined(board(H="A6 B6 A7"), "A6 B6 A7", tiles=FOUR_ELLS)) == ["-"]
    assert lays(defined(board(H="A6 B6 A7"), "A6 B6 A7", tiles=FOUR_ELLS[:3])) == ["A6 B6 A7"]
    assert lays(defined(board(H="A6 B6 C6"), "A6 B6 C6", tiles=FOUR_ELLS)) == ["A6 B6 C6"]


def test_a_landmark_piece_is_there_once() -> None:
    used = ["landmark tee E5 F5 G5 F6"]
    tee = defined(board(L="A1 B1 C1 B2"), "A1 B1 C1 B2", tiles=used)
    assert lays(tee) == ["-"]
    square = defined(board(L="A1 B1 A2 B2"), "A1 B1 A2 B2", tiles=used)
    assert trip.play(square, "lay A1 B1 A2 B2")["map"] == [*used, "landmark square A1 B1 A2 B2"]


def test_a_landmark_piece_may_be_flipped() -> None:
    pos = defined(board(L="B1 B2 A3 B3"), "B1 B2 A3 B3")
    assert trip.play(pos, "lay B1 B2 A3 B3")["map"] == ["landmark ell B1 B2 A3 B3"]


def test_single_tiles_go_on_whatever_squares_are_free() -> None:
    pos = defined(board(S="E1 F1 G1 G2"), "E1 F1 G1 G2", tiles=["park F E1 E2", "restaurant G1"])
    assert lays(pos) == ["F1 G2"]
    assert trip.play(pos, "lay F1 G2")["map"][2:] == ["shop F1", "shop G2"]
    assert lays(pos, MAY) == ["-", "F1", "F1 G2", "G2"]


def test_where_single_tiles_run_short_the_player_chooses() -> None:
    laid = [f"restaurant {square}" for square in ("A1", "A2", "A3", "A4", "A5", "A6", "A7")]  # seven of nine
    pos = defined(board(R="E1 F1 G1"), "E1 F1 G1", tiles=laid)
    assert lays(pos) == ["E1 F1", "E1 G1", "F1 G1"]
    assert len(lays(pos, MAY)) == 7  # none, three single ones, three pairs
    assert lays(defined(board(R="E1 F1 G1"), "E1 F1 G1", tiles=[*laid, "restaurant B1", "restaurant B2"])) == ["-"]
    assert lays(defined(board(S="E1 F1 G1"), "E1 F1 G1", tiles=laid)) == ["E1 F1 G1"]  # shops are another stock


def test_a_mixed_set_takes_the_tile_of_each_token() -> None:
    allowed = {"trip.shop-restaurant-mix": "allowed"}
    pos = defined(board(S="E1 G1", R="F1"), "E1 F1 G1", rulings=allowed)
    assert lays(pos, allowed) == ["E1 F1 G1"]
    assert trip.play(pos, "lay E1 F1 G1", allowed)["map"] == ["shop E1", "restaurant F1", "shop G1"]
    nine = [f"restaurant {column}{row}" for column in "ABC" for row in (1, 2, 3)]
    assert lays(defined(board(S="E1 G1", R="F1"), "E1 F1 G1", rulings=allowed, tiles=nine), allowed) == ["E1 G1"]


def test_the_stock_is_the_edition_without_the_map() -> None:
    left = trip.stock(position(map=[*THREE_FOUNTAINS, "hotel ell E1 F1 E2", "landmark tee E5 F5 G5 F6", "shop G1"]))
    assert (left["park F"], left["park B"], left["hotel ell"], left["hotel straight"]) == (0, 3, 3, 3)
    assert (left["landmark tee"], left["landmark square"], left["shop"], left["restaurant"]) == (0, 1, 8, 9)


# ---------------------------------------------------------------------------------------------------------------------
# Points of a place
# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("category", "size", "points"),
    [
        ("park", 2, 2),
        ("hotel", 3, 4),
        ("landmark", 4, 6),
        ("shop", 3, 0),
        ("restaurant", 4, 1),
        ("shop", 5, 3),
        ("restaurant", 6, 5),
        ("shop", 7, 5),
        ("mixed", 4, 1),
    ],
)
def test_base_points(category: str, size: int, points: int) -> None:
    assert trip.base_points(category, size) == points


@pytest.mark.parametrize(
    ("text", "squares", "points"),
    [
        (board(F="C3 C4"), "C3 C4", 4),  # 2 + 2
        (board(H="C3 C4 C5"), "C3 C4 C5", 7),  # 4 + 3
        (board(L="E1 F1 E2 F2"), "E1 F1 E2 F2", 10),  # 6 + 4
        (board(S="E1 F1 G1"), "E1 F1 G1", 3),  # 0 + 3
        (board(S="E1 F1 G1 E2 F2 G2 E3"), "E1 F1 G1 E2 F2 G2 E3", 12),  # 5 + 7
    ],
)
def test_the_tile_just_laid_counts(text: str, squares: str, points: int) -> None:
    pos = defined(text, squares)
    assert gained(pos, squares) == points
    before = {"trip.match-counted": "before-tile"}
    assert gained(pos, squares, before) == points - len(squares.split())


def test_the_three_kinds_of_park_match_each_other() -> None:
    # C4 lies under a bench tile, so nothing is laid: 2 + 1.
    assert gained(defined(board(F="C3 C4"), "C3 C4", tiles=["park B C4 C5"]), "-") == 3


def test_landmarks_match_whatever_their_shapes_are() -> None:
    # A2 lies under the L, B2 under the T: 6 + 2.
    tiles = ["landmark ell A2 A3 A4 B4", "landmark tee C1 B2 C2 C3"]
    pos = defined(board(L="A1 B1 A2 B2"), "A1 B1 A2 B2", tiles)
    assert gained(pos, "-") == 8


def test_hotels_match_by_category_or_by_shape() -> None:
    pos = defined(board(H="A1 B1 C1"), "A1 B1 C1", tiles=["hotel ell A1 A2 B2", "hotel straight C1 C2 C3"])
    assert gained(pos, "-") == 6  # 4 + 2
    assert gained(pos, "-", {"trip.hotel-match": "shape"}) == 5  # C1 alone lies under a straight one


def test_shops_do_not_match_restaurants() -> None:
    # E1 is free and takes a shop; F1 is a restaurant's, G1 a shop's: 0 + 2.
    assert gained(defined(board(S="E1 F1 G1"), "E1 F1 G1", tiles=["restaurant F1", "shop G1"]), "E1") == 2


def test_a_place_may_be_worth_nothing() -> None:
    tiles = ["park F E1 F1", "park F G1 G2"]
    assert gained(defined(board(S="E1 F1 G1"), "E1 F1 G1", tiles=tiles), "-") == 0


def test_match_points_for_new_tokens_only_is_a_reading() -> None:
    # Three hotels, one of them new, the tile laid on all: 4 + 1 instead of 4 + 3.
    pos = defined(board(H="A1 B1 C1"), "A1 B1 C1", fresh="B1")
    assert gained(pos, "A1 B1 C1") == 7
    assert gained(pos, "A1 B1 C1", {"trip.match-tokens": "fresh"}) == 5


def test_two_mixed_tokens_match_each_by_its_own_kind() -> None:
    allowed = {"trip.shop-restaurant-mix": "allowed"}
    pos = defined(board(S="E1 G1", R="F1 F2"), "E1 F1 G1 F2", rulings=allowed, tiles=["shop F1", "shop G1"])
    assert lays(pos, allowed) == ["E1 F2"]
    assert gained(pos, "E1 F2", allowed) == 4  # four tokens: 1; E1, G1 and F2 match, F1 does not


# ---------------------------------------------------------------------------------------------------------------------
# Goals
# ---------------------------------------------------------------------------------------------------------------------


def goals(goal: str, *seated: Json, rulings: dict[str, str] | None = None, tiles: Sequence[str] = ()) -> list[int]:
    """What each player gets for the goal; a second player without anything is there if need be."""
    city = "coast" if goal in trip.BLUE_GOALS else "river"
    pos = position(*seated, players=max(2, len(seated)), city=city, goal=goal, map=list(tiles))
    return trip.goal_points(pos, rulings)


def test_three_parks_of_any_kind() -> None:
    three = owned(board(f="A1 B1", b="A3 B3", p="A5 B5"), "A1 B1", "A3 B3", "A5 B5")
    two = owned(board(f="A1 B1", b="A3 B3", P="A5 B5"), "A1 B1", "A3 B3")  # the third pair is not defined
    assert goals("parks", three, two) == [6, 0]


def test_two_hotels_of_any_shape() -> None:
    two = owned(board(h="A1 B1 C1 E1 F1 E2"), "A1 B1 C1", "E1 F1 E2")
    one = owned(board(h="A1 B1 C1", H="E1 F1 E2"), "A1 B1 C1")
    assert goals("hotels", two, one) == [6, 0]


@pytest.mark.parametrize(("goal", "letter"), [("shops", "s"), ("restaurants", "r")])
def test_two_areas_of_shops_or_of_restaurants(goal: str, letter: str) -> None:
    component = {"trip.area-identity": "component"}
    apart = owned(board(**{letter: "A1 B1 C1 E1 F1 G1"}), "A1 B1 C1", "E1 F1 G1")
    touching = owned(board(**{letter: "A1 B1 C1 A2 B2 C2"}), "A1 B1 C1", "A2 B2 C2")
    six = owned(board(**{letter: "A1 B1 C1 A2 B2 C2"}), "A1 B1 C1 A2 B2 C2")
    assert goals(goal, apart, touching, six) == [6, 6, 0]
    assert goals(goal, apart, touching, six, rulings=component) == [6, 0, 0]
    assert goals("restaurants" if goal == "shops" else "shops", apart, touching, six) == [0, 0, 0]


def test_three_places_that_lie_as_the_tiles_do() -> None:
    # F at C3 C4 under a bench tile with the same two squares; the hotel under an equal tile; G5 G6 under two tiles.
    player = owned(
        board(f="C3 C4", p="G5 G6", h="A1 B1 C1", l="E1 F1 E2 F2"), "A1 B1 C1", "C3 C4", "E1 F1 E2 F2", "G5 G6"
    )
    tiles = ["park B C3 C4", "hotel straight A1 B1 C1", "park F G4 G5", "park F G6 G7"]
    squares = {"trip.goal5-match": "squares"}
    assert goals("matches", player, tiles=tiles) == [0, 0]  # two match
    assert goals("matches", player, tiles=tiles, rulings=squares) == [6, 0]  # and G5 G6
    with_landmark = [*tiles, "landmark square E1 F1 E2 F2"]
    assert goals("matches", player, tiles=with_landmark) == [6, 0]
    one_of_each = {"trip.goal5-mix": "one-of-each"}
    assert goals("matches", player, tiles=with_landmark, rulings=one_of_each) == [6, 0]
    assert goals("matches", player, tiles=tiles, rulings={**squares, **one_of_each}) == [0, 0]


def test_shops_match_nothing_in_the_fifth_goal() -> None:
    player = owned(board(s="E1 F1 G1", f="C3 C4", b="A3 A4"), "C3 C4", "A3 A4", "E1 F1 G1")
    tiles = ["shop E1", "shop F1", "shop G1", "park F C3 C4", "park F A3 A4"]
    for reading in ("footprint", "squares"):
        assert goals("matches", player, tiles=tiles, rulings={"trip.goal5-match": reading}) == [0, 0]


def ranked(values: list[int], **rulings: str) -> list[int]:
    return trip.six_three(
        values, trip.whole_rulings({f"trip.{key.replace('_', '-')}": one for key, one in rulings.items()})
    )


@pytest.mark.parametrize(
    ("values", "dense", "competition", "with_zero"),
    [
        ([5, 3, 1], [6, 3, 0], [6, 3, 0], [6, 3, 0]),
        ([5, 5, 3], [6, 6, 3], [6, 6, 0], [6, 6, 3]),
        ([5, 3, 3], [6, 3, 3], [6, 3, 3], [6, 3, 3]),
        ([5, 0], [6, 0], [6, 0], [6, 3]),
        ([0, 0], [0, 0], [0, 0], [6, 6]),
        ([4, 4, 4], [6, 6, 6], [6, 6, 6], [6, 6, 6]),
        ([4, 4, 0], [6, 6, 0], [6, 6, 0], [6, 6, 3]),
        ([3, 7, 5, 7], [0, 6, 3, 6], [0, 6, 0, 6], [0, 6, 3, 6]),
    ],
)
def test_six_for_the_most_three_for_the_second_most(
    values: list[int], dense: list[int], competition: list[int], with_zero: list[int]
) -> None:
    assert ranked(values) == dense
    assert ranked(values, rank_ties="competition") == competition
    assert ranked(values, rank_zero="scores") == with_zero


@pytest.mark.parametrize(("goal", "letter"), [("largest-shop", "s"), ("largest-restaurant", "r")])
def test_the_largest_area_under_its_three_readings(goal: str, letter: str) -> None:
    # In columns A-C, which are land in both cities from row 4 on.
    # 1: two touching places of three, so 6 / 3 / 6. 2: one place of four, with two undefined beside it, so 4 / 4 / 6.
    # 3: three defined, one undefined apart: 3 / 3 / 3. 4: seven undefined: 0 / 0 / 7.
    upper = letter.upper()
    players = (
        owned(board(**{letter: "A4 B4 C4 A5 B5 C5"}), "A4 B4 C4", "A5 B5 C5"),
        owned(board(**{letter: "A4 B4 A5 B5", upper: "C4 C5"}), "A4 B4 A5 B5"),
        owned(board(**{letter: "A4 B4 C4", upper: "A6"}), "A4 B4 C4"),
        owned(board(**{upper: "A4 B4 C4 A5 B5 C5 A6"})),
    )
    assert goals(goal, *players) == [6, 3, 0, 0]
    assert goals(goal, *players, rulings={"trip.largest-area": "defined-place"}) == [3, 6, 3, 0]
    assert goals(goal, *players, rulings={"trip.largest-area": "all-tokens"}) == [3, 3, 0, 6]


@pytest.mark.parametrize(("goal", "letter"), [("shops-by-parks", "S"), ("restaurants-by-parks", "R")])
def test_each_shop_or_restaurant_beside_a_defined_park_counts_once(goal: str, letter: str) -> None:
    # The park A4 B4 is defined. Beside it: A5 (face down), B5 (face up), C4; not C5 (a corner), not A7. C6 touches the
    # bench C7, which is not defined.
    player = owned(board(f="A4 B4", B="C7", **{letter.lower(): "A5", letter: "B5 C4 C5 A7 C6"}), "A4 B4")
    other = "R" if letter == "S" else "S"
    stranger = owned(board(f="A4 B4", **{other: "A5"}), "A4 B4")
    assert goals(goal, player, stranger) == [3, 0]


def test_a_shop_between_two_parks_counts_once() -> None:
    assert goals("shops-by-parks", owned(board(f="A1 B1", b="A3 B3", S="A2"), "A1 B1", "A3 B3")) == [1, 0]


@pytest.mark.parametrize(
    ("reading", "points"), [("per-block", [6, 4, 0, 0]), ("per-neighbour", [8, 4, 0, 0]), ("per-pair", [4, 2, 0, 0])]
)
def test_places_of_a_type_that_touch(reading: str, points: list[int]) -> None:
    # 1: three parks one below the other. 2: two hotels side by side. 3: a park beside a hotel. 4: two shops.
    players = (
        owned(board(f="A1 B1", b="A2 B2", p="A3 B3"), "A1 B1", "A2 B2", "A3 B3"),
        owned(board(h="A1 B1 C1 A2 B2 C2"), "A1 B1 C1", "A2 B2 C2"),
        owned(board(f="A1 B1", h="A2 B2 C2"), "A1 B1", "A2 B2 C2"),
        owned(board(s="A1 B1 C1 A2 B2 C2"), "A1 B1 C1", "A2 B2 C2"),
    )
    assert goals("adjacent-places", *players, rulings={"trip.adjacent-blocks": reading}) == points


def test_the_largest_block_is_counted_in_places() -> None:
    # 1: a park and a hotel that touch, and a park apart: 2 (1 of one type). 2: three parks in a chain: 3. 3: one large
    # landmark: 1. 4: shops only: 0.
    players = (
        owned(board(f="A4 B4", h="A5 B5 C5", p="E7 F7"), "A4 B4", "A5 B5 C5", "E7 F7"),
        owned(board(f="A4 B4", b="A5 B5", p="A6 B6"), "A4 B4", "A5 B5", "A6 B6"),
        owned(board(l="A4 B4 A5 B5"), "A4 B4 A5 B5"),
        owned(board(s="A4 B4 C4"), "A4 B4 C4"),
    )
    assert goals("largest-cluster", *players) == [3, 6, 0, 0]
    assert goals("largest-cluster", *players, rulings={"trip.largest-cluster": "same-type"}) == [3, 6, 3, 0]


def test_each_place_on_the_west_edge_counts_once() -> None:
    # The park B1 C1 overlaps with B1; the hotel A2 A3 A4 lies on three squares; C3 C4 on none, nor do shops count.
    player = owned(
        board(f="B1 C1", h="A2 A3 A4", b="C3 C4", s="A5 B5 C5", P="A6 A7"), "B1 C1", "A2 A3 A4", "C3 C4", "A5 B5 C5"
    )
    assert goals("west-edge", player) == [2, 0]


def test_each_place_at_the_two_ends_counts_once() -> None:
    player = owned(board(f="C1 C2", h="E7 F7 G7", l="C4 D4 C5 D5"), "C1 C2", "C4 D4 C5 D5", "E7 F7 G7")
    assert goals("two-ends", player) == [2, 0]


def test_two_points_for_each_hotel_by_the_river() -> None:
    # The hotel A1 B1 C1 touches the west bank, E5 E6 E7 lies on the east bank, A3 A4 A5 on none; parks do not count.
    player = owned(board(h="A1 B1 C1 E5 E6 E7 A3 A4 A5", f="C3 C4"), "A1 B1 C1", "A3 A4 A5", "C3 C4", "E5 E6 E7")
    assert goals("hotels-by-river", player) == [4, 0]


def test_each_shop_or_restaurant_token_by_the_coast() -> None:
    # D1 and D2 face down, E2 a restaurant face up, E3 a hotel, F4 is not by the coast.
    player = owned(board(s="C1 D1 D2", R="E2 F4", H="E3"), "C1 D1 D2")
    assert goals("food-by-coast", player) == [3, 0]


def test_a_mixed_place_counts_by_three_tokens_of_a_kind() -> None:
    mixed = owned(board(s="A1 B1 C1 E1 F1 G1", r="A2"), "A1 B1 C1 A2", "E1 F1 G1")
    assert goals("shops", mixed) == [6, 0]
    assert goals("restaurants", mixed) == [0, 0]


# ---------------------------------------------------------------------------------------------------------------------
# Photos, mistaken memories, the end
# ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "points"),
    [
        (EMPTY, -2),
        (board(L="A1"), -1),
        (board(l="A1", H="C4"), 1),  # face up or down
        (board(l="A1", H="C4", P="E2"), 3),
        (board(L="A1", h="C4", F="E2", r="G6"), 6),
        (board(H="A1", L="C4", S="E2", F="G6"), -2),  # all of them on squares of another colour
        (board(L="A1 A2 B1"), -1),
    ],
)
def test_photo_squares_of_board_one(text: str, points: int) -> None:
    assert trip.photo_points(position(owned(text)), 1) == points


def test_photo_squares_belong_to_the_board_that_a_player_has() -> None:
    pos = position(owned(board(L="F3", H="A6")), boards=[3, 1, 2])
    assert [trip.photo_points(pos, seat) for seat in (1, 2, 3)] == [1, -2, -2]


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ([0, 0, 0], [0, 0, 0]),
        ([4, 3, 0], [-4, 0, 0]),
        ([4, 4, 0], [-4, -4, 0]),
        ([2, 2, 2], [-2, -2, -2]),
        ([0, 1, 0], [0, -1, 0]),
    ],
)
def test_whoever_has_the_most_mistaken_memories_loses_one_point_for_each(counts: list[int], points: list[int]) -> None:
    assert trip.mistake_points(position(*[owned(mistaken="F" * count) for count in counts])) == points


def test_the_end_adds_photos_mistakes_and_the_goal() -> None:
    # 1: 10 - 2 (no photo) - 2 mistaken + 6 (three parks) = 12. 2: 15 - 2 = 13. 3: 14 + 1 (L at F3, H at A6) = 15.
    three = board(f="A3 B3", b="A5 B5", p="E5 E6")
    pos = position(
        owned(three, "A3 B3", "A5 B5", "E5 E6", mistaken="FF", score=10),
        owned(mistaken="S", score=15),
        owned(board(L="F3", H="A6"), score=14),
        phase="final",
    )
    assert trip.steps(pos) == ["score"]
    over = trip.play(pos, "score")
    assert over["phase"] == "over"
    assert trip.steps(over) == []
    assert over["outcome"]["totals"] == [12, 13, 15]
    assert over["outcome"]["winners"] == [3]
    assert [(award["seat"], award["clause"], award["points"]) for award in over["outcome"]["awards"]] == [
        (1, "trip.photos.table", -2),
        (1, "trip.mistakes.most", -2),
        (1, "trip.goals.parks", 6),
        (2, "trip.photos.table", -2),
        (3, "trip.photos.table", 1),
    ]


@pytest.mark.parametrize(
    ("scores", "mistaken", "best"),
    [
        ([5, 7, 6], ["", "FFF", ""], [2]),
        ([7, 7, 6], ["FF", "F", ""], [2]),
        ([7, 7, 7], ["F", "S", "FF"], [1, 2]),
        ([-3, -4, -5], ["", "", ""], [1]),
        ([1, 1, 1], ["", "", ""], [1, 2, 3]),
    ],
)
def test_ties_go_to_the_fewest_mistaken_memories_then_are_shared(
    scores: list[int], mistaken: list[str], best: list[int]
) -> None:
    players = [owned(mistaken=tokens, score=score) for tokens, score in zip(mistaken, scores, strict=True)]
    assert trip.winners(position(*players)) == best


# ---------------------------------------------------------------------------------------------------------------------
# Rounds
# ---------------------------------------------------------------------------------------------------------------------


def played(pos: Json, *texts: str, rulings: dict[str, str] | None = None) -> Json:
    for text in texts:
        pos = trip.play(pos, text, rulings)
    return pos


def state(pos: Json) -> tuple[str, int, int, int]:
    return pos["phase"], pos["player"], pos["round"], pos["turn"]


FIRST = trip.start({"edition": EDITION, "players": 3, "goal": "parks", "start_player": 2})


def test_whole_turns_go_to_the_left_and_so_does_the_marker() -> None:
    pos = played(FIRST, "reveal column FB HL SR PP")
    assert state(pos) == ("draft", 2, 1, 1)
    assert trip.steps(pos) == ["take 1", "take 2", "take 3", "take 4"]
    pos = played(pos, "take 2")
    assert (pos["hand"], pos["slots"]) == ("HL", ["FB", None, "SR", "PP"])
    pos = played(pos, "put H C3", "put L C4", "pass")
    assert state(pos) == ("draft", 3, 1, 2)
    assert trip.steps(pos) == ["take 1", "take 3", "take 4"]
    assert pos["fresh"] == [[], [], []]
    pos = played(pos, "take 4", "put P A1", "put P A2", "define A1 A2", "lay A1 A2")
    assert state(pos) == ("draft", 1, 1, 3)
    assert pos["players_boards"][2]["score"] == 4
    pos = played(pos, "take 1", "put F C3", "put B C4", "pass")
    assert state(pos) == ("reveal", 3, 2, 4)
    assert (pos["start_player"], pos["slots"], pos["leftovers"]) == (3, [], "SR")
    assert pos["cards"] == ["column"]


def test_in_phases_all_place_before_anybody_defines() -> None:
    phases = {"trip.turn-structure": "phases"}
    pos = played(FIRST, "reveal column FB FF SR PP", "take 2", "put F C3", "put F C4", rulings=phases)
    assert state(pos) == ("draft", 3, 1, 2)
    assert pos["fresh"] == [[], ["C3", "C4"], []]
    pos = played(pos, "take 4", "put P A1", "put P A2", "take 1", "put F C3", "put B C4", rulings=phases)
    assert state(pos) == ("define", 2, 1, 4)
    assert trip.steps(pos, phases) == ["define C3 C4", "pass"]
    pos = played(pos, "define C3 C4", "lay C3 C4", rulings=phases)
    assert state(pos) == ("define", 3, 1, 5)
    assert pos["fresh"] == [["C3", "C4"], [], ["A1", "A2"]]
    pos = played(pos, "pass", "pass", rulings=phases)
    assert state(pos) == ("reveal", 3, 2, 7)
    assert (pos["leftovers"], pos["fresh"]) == ("SR", [[], [], []])


def test_a_player_may_define_once_or_under_a_reading_again() -> None:
    text = board(F="A1 A2", H="C1 C2 C3")
    pos = position(owned(text), fresh="A1 C1")
    assert played(pos, "define A1 A2", "lay A1 A2")["player"] == 2
    several = {"trip.defines-per-turn": "any"}
    pos = played(pos, "define A1 A2", "lay A1 A2", rulings=several)
    assert state(pos)[:2] == ("define", 1)
    assert trip.steps(pos, several) == ["define C1 C2 C3", "pass"]
    pos = played(pos, "define C1 C2 C3", "lay C1 C2 C3", rulings=several)
    assert trip.steps(pos, several) == ["pass"]
    assert played(pos, "pass", rulings=several)["player"] == 2


def test_after_the_twelfth_round_comes_the_final_scoring() -> None:
    pos = position(round=12, turn=36, player=3, slots=["FB", None, None, None], fresh="")
    over = played(pos, "pass")
    assert state(over) == ("final", 3, 12, 36)
    assert (over["slots"], over["leftovers"], over["start_player"]) == ([], "FB", 1)
    assert played({**pos, "round": 11, "turn": 33}, "pass")["phase"] == "reveal"


def test_an_illegal_step_is_not_played() -> None:
    pos = position(owned(board(F="C3 C4")), fresh="C3")
    for text in ("define C3", "define C4 C5", "lay C3 C4", "take 1", "put F C3", "score", "reveal row FB HL SR PP"):
        with pytest.raises(ValueError, match="not legal"):
            trip.play(pos, text)


def test_a_step_leaves_the_old_position_as_it_was() -> None:
    pos = position(owned(board(H="C3")), phase="place", hand="FB")
    before = copy.deepcopy(pos)
    trip.play(pos, "put F C3")
    assert pos == before


def test_a_record_is_walked_from_its_setup() -> None:
    setup = {"edition": EDITION, "players": 3, "goal": "parks", "start_player": 2}
    turns = [["reveal column FB HL SR PP", "take 4", "put P A1", "put P A2", "define A1 A2", "lay A1 A2"], ["take 1"]]
    pos = trip.walk({"deal": setup, "turns": turns, "rulings": {"trip.match-counted": "before-tile"}})
    assert pos["players_boards"][1]["score"] == 2
    assert pos["player"] == 3
    with pytest.raises(ValueError, match="not over"):
        trip.final_scores({"deal": setup, "turns": turns})
