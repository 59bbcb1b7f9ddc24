"""Wrong input to every command: exit status 2, one plain sentence on standard error, nothing printed or written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from apps.calling import Tabi

DECK = "R1 R2 R3 R4 R5 R6 G1 G2 G3 G4 G5 G6 Y1 Y2 Y3 Y4 Y5 Y6 B1 B2 B3 B4 B5 B6 W1 W2 W3 W4 W5 W6"
DEAL = {"deck": DECK, "bay_road_day": 3}


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file with what is in it."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def refused(tabi: Tabi, tmp_path: Path) -> Tabi:
    """The command, which must refuse; the answer is as always. Nothing in the folder may change."""

    def call(*arguments: str) -> object:
        before = files_of(tmp_path)
        called = tabi(*arguments)
        called.refused()
        assert files_of(tmp_path) == before
        return called

    return call  # type: ignore[return-value] # the fixture only narrows what the command may answer


SOLVES = [
    (DECK.replace("R2", "R1"), "3", "R1 twice and lacks R2"),
    (DECK[:-3], "3", "lacks W6"),
    (f"{DECK} R1", "3", "R1 twice"),
    (DECK.replace("W6", "X9"), "3", "'X9'"),
    (DECK.replace("W6", "R7"), "3", "'R7'"),
    ("", "3", "lacks R1, R2"),
    (DECK, "0", "The bay road is on day 0. It lies on a day from 1 to 6."),
    (DECK, "7", "The bay road is on day 7."),
    (DECK, "x", "The bay road is on day 'x'."),
    (DECK, "-1", "'-1'. It lies on a day from 1 to 6."),
    (DECK, "3.5", "'3.5'"),
]


@pytest.mark.parametrize(("deck", "day", "said"), SOLVES)
def test_a_deck_or_a_day_that_is_none_is_named(refused: Tabi, deck: str, day: str, said: str) -> None:
    called = refused("solve", "--deck", deck, "--bay-day", day, "--certificate", "line.json", "--json")
    assert said in called.err


ITEMS = [
    ("map", "The items are map."),
    ("map,tent,radio", "The items are map, tent and radio."),
    ("map,map", "The items are map and map."),
    ("map,sword", "'sword' is not an item; the items are lantern, map, radio, camera, backpack, tent."),
    ("", "'' is not an item"),
    ("best", "--items best goes with solve --goal points; accepted here: two items as in map,tent, or none."),
]


@pytest.mark.parametrize("command", [("deal",), ("solve",), ("perft", "--depth", "1")])
@pytest.mark.parametrize(("items", "said"), ITEMS)
def test_items_that_no_game_has_are_named(refused: Tabi, command: tuple[str, ...], items: str, said: str) -> None:
    assert said in refused(*command, "--seed", "7", "--items", items).err


OPTIONS = [
    ([], "--seed N, --deal FILE, --deck CARDS with --bay-day D, or --position FILE"),
    (["--seed", "x"], "--seed"),
    (["--seed", "-7"], "The seed is -7; a seed is a whole number, 0 or more."),
    (["--seed", "1", "--deal", "deal.json"], "--seed and --deal are given together"),
    (["--deck", DECK], "--deck and --bay-day go together"),
    (["--seed", "1", "--bay-day", "3"], "--deck and --bay-day go together"),
    (["--position", "position.json", "--items", "map,tent"], "the items of a position are written in its file"),
    (["--seed", "1", "--budget", "-1"], "The budget is -1.0 seconds; it is more than 0."),
    (["--seed", "1", "--budget", "0"], "The budget is 0.0 seconds"),
    (["--seed", "1", "--budget", "nan"], "The budget is nan seconds"),
    (["--seed", "1", "--budget", "soon"], "--budget"),
    (["--seed", "1", "--nodes", "0"], "The budget is 0 nodes; it is 1 or more."),
    (["--seed", "1", "--goal", "fun"], "--goal is 'fun'; accepted: win, turns, points."),
    (["--seed", "1", "--engine", "steam"], "--engine is 'steam'; accepted: auto, search, z3, sat."),
    (["--seed", "1", "--ruling", "sol.none=one"], "There is no ruling 'sol.none'; the rulings are sol.deck-out"),
    (["--seed", "1", "--ruling", "sol.refill=two"], "'two'; its readings are one, to-four."),
    (["--seed", "1", "--ruling", "sol.refill"], "accepted is ID=VALUE"),
    (["--seed", "1", "--ruling", "sol.refill=one", "--ruling", "sol.refill=to-four"], "sol.refill is given twice"),
    (["--seed", "1", "--certificate", "nowhere/line.json"], "nowhere/line.json cannot be written"),
    (["--seed", "1", "--certificate", "."], ". is a folder"),
    (["--seed", "1", "--fast"], "No such option: --fast"),
    (["--seed"], "--seed"),
    (["extra", "--seed", "1"], "extra"),
]


@pytest.mark.parametrize(("options", "said"), OPTIONS)
def test_options_of_solve_that_cannot_be_are_refused(refused: Tabi, options: list[str], said: str) -> None:
    assert said in refused("solve", *options).err


DEALS = [
    ("", "deal.json: This is not JSON, or it is cut short: Expecting value at line 1, column 1."),
    (json.dumps(DEAL)[:-9], "This is not JSON, or it is cut short"),
    ("[]", "This JSON is not an object"),
    ("{}", "The field deck is missing; the fields are deck, bay_road_day, items, id."),
    (json.dumps({"deck": DECK}), "The field bay_road_day is missing"),
    (json.dumps({**DEAL, "colour": 3}), "There is no field colour; the fields are deck, bay_road_day, items, id."),
    (json.dumps({**DEAL, "bay_road_day": 7}), "deal.json: The bay road is on day 7. It lies on a day from 1 to 6."),
    (json.dumps({**DEAL, "bay_road_day": "x"}), "The bay road is on day 'x'."),
    (json.dumps({**DEAL, "items": ["map"]}), "The items are map."),
    (json.dumps({**DEAL, "items": ["map", "sword"]}), "'sword' is not an item"),
    (json.dumps({**DEAL, "items": "map,tent"}), "The items are 'map,tent'."),
    (json.dumps({**DEAL, "deck": DECK[:-3]}), "The deck lacks W6."),
    (json.dumps({**DEAL, "deck": DECK.split()}), "The deck is not text."),
    (json.dumps({**DEAL, "row": ["beach"]}), "either bay_road_day or row"),
    (json.dumps({"deck": DECK, "row": ["beach"]}), "The row is not the seven locations"),
    (json.dumps(DEAL)[:-1] + ', "bay_road_day": 4}', "The name 'bay_road_day' stands twice"),
    (json.dumps(DEAL).replace("3}", "NaN}"), "NaN is not a JSON number."),
    ("[" * 100_000, "nested too deeply"),
    (json.dumps({**DEAL, "id": "seven"}), "id"),
]


@pytest.mark.parametrize("command", [("solve",), ("perft", "--depth", "1")])
@pytest.mark.parametrize(("text", "said"), DEALS)
def test_a_deal_file_that_is_none_is_refused_with_its_name(
    refused: Tabi, tmp_path: Path, command: tuple[str, ...], text: str, said: str
) -> None:
    (tmp_path / "deal.json").write_text(text, encoding="utf-8")
    called = refused(*command, "--deal", "deal.json")
    assert said in called.err
    assert called.err.startswith("deal.json: ")


def test_a_file_that_is_missing_a_folder_or_no_text_is_refused(refused: Tabi, tmp_path: Path) -> None:
    assert refused("solve", "--deal", "none.json").err == "none.json cannot be read: No such file or directory.\n"
    assert refused("solve", "--position", ".").err == ". cannot be read: Is a directory.\n"
    assert refused("verify", "none.json").err == "none.json cannot be read: No such file or directory.\n"
    (tmp_path / "latin.json").write_bytes(b'{"deck": "\xe9"}')
    assert "latin.json is not UTF-8 text: byte 11" in refused("solve", "--deal", "latin.json").err


def test_a_bad_line_among_deals_stops_before_the_first_is_decided(refused: Tabi, tmp_path: Path) -> None:
    (tmp_path / "deals.jsonl").write_text(f"{json.dumps(DEAL)}\n\n{json.dumps(DEAL)[:-5]}\n", encoding="utf-8")
    called = refused("solve", "--deal", "deals.jsonl", "--json")
    assert called.err.startswith("deals.jsonl, line 3: This is not JSON, or it is cut short")


def test_deals_without_a_deal_and_a_certificate_for_many_are_refused(refused: Tabi, tmp_path: Path) -> None:
    (tmp_path / "deals.jsonl").write_text("\n", encoding="utf-8")
    assert "deals.jsonl has no deal" in refused("solve", "--deal", "deals.jsonl").err
    (tmp_path / "deals.jsonl").write_text(f"{json.dumps(DEAL)}\n" * 2, encoding="utf-8")
    assert "goes with one deal" in refused("solve", "--deal", "deals.jsonl", "--certificate", "c.json").err
    assert "deals.jsonl has 2 deals" in refused("perft", "--deal", "deals.jsonl", "--depth", "1").err


def test_the_question_is_not_overwritten_by_its_certificate(refused: Tabi, tmp_path: Path) -> None:
    (tmp_path / "deal.json").write_text(json.dumps(DEAL), encoding="utf-8")
    assert "what is asked about" in refused("solve", "--deal", "deal.json", "--certificate", "deal.json").err


POSITIONS: list[tuple[dict[str, object], list[str]]] = [
    ({"white": 8, "blacks": [0, 3]}, ["White stands on day 8", "A black pawn stands on day 0"]),
    ({"bay_road_day": 7}, ["The bay road is on day 7"]),
    ({"hand": ["R1"], "discard": ["R1"]}, ["R1 lies in more than one place"]),
    ({"columns": {"2": ["R1", "G1", "Y1"]}}, ["Day 2 has 3 events; it holds 2."]),
    ({"letters": 1}, ["only 0 suits are resolved"]),
    ({"items": ["map"]}, ["The items are map; a game has two different items or none."]),
    ({"phase": "place"}, ["No card is played; in the phase place one is."]),
    ({"phase": "over", "turn": 0}, ["A game has an outcome exactly when", "The turn is 0"]),
    ({"columns": {"7": ["R1"]}}, ["columns, 7: the most that is accepted is 6."]),
    ({"columns": {"2": ["R9"]}}, ["'R9' is not an event"]),
    ({"hand": ["X1"]}, ["'X1' is not a card"]),
    ({"hands": ["R1"]}, ["There is no field hands; the fields are phase, white, blacks"]),
    ({"phase": "lunch"}, ["phase: accepted: play, blacks, place, refill, effects, resolve, trim, over."]),
    ({"white": "here"}, ["white: this is not a whole number."]),
    ({"hand": "R1"}, ["hand: this is not a list."]),
    ({"blacks": [1]}, ["blacks 2: the entry is missing."]),
    ({"blacks": [1, 2, 3]}, ["blacks: the most entries that are accepted are 2."]),
    ({"outcome": {}}, ["outcome: the key result is missing."]),
]


@pytest.mark.parametrize(("position", "said"), POSITIONS)
def test_a_position_that_cannot_arise_is_refused_with_every_defect(
    refused: Tabi, tmp_path: Path, position: dict[str, object], said: list[str]
) -> None:
    (tmp_path / "position.json").write_text(json.dumps(position), encoding="utf-8")
    called = refused("solve", "--position", "position.json")
    assert called.err.startswith("position.json: ")
    assert all(defect in called.err for defect in said), called.err


def test_a_finished_game_asks_nothing(refused: Tabi, tmp_path: Path) -> None:
    over = {"phase": "over", "outcome": {"result": "lost", "reason": "empty-hand"}}
    (tmp_path / "position.json").write_text(json.dumps(over), encoding="utf-8")
    assert "The game is over in this position" in refused("solve", "--position", "position.json").err


COMMANDS = [
    ([], "A command is missing; the commands are deal, solve, verify, perft, rulings, cases, prove, trip, schema"),
    (["travel"], "No such command 'travel'; the commands are "),
    (["deal"], "--seed"),
    (["verify"], "FILE"),
    (["perft", "--seed", "1"], "--depth"),
    (["perft", "--depth", "1"], "Nothing says which deal or position is meant"),
    (["perft", "--seed", "1", "--depth", "-1"], "The depth is -1; it is 0 or more."),
    (["perft", "--seed", "1", "--depth", "0", "--divide"], "The depth is 0; it is 1 or more with --divide."),
    (["rulings", "explain"], "No such command 'explain'; the commands are list, show, diff."),
    (["rulings", "show"], "ID"),
    (["rulings", "show", "sol.none"], "There is no ruling 'sol.none'"),
    (["rulings", "diff"], "ID=VALUE"),
    (["rulings", "diff", "sol.refill"], "accepted is ID=VALUE"),
    (["rulings", "diff", "sol.refill=two"], "its readings are one, to-four"),
    (["cases"], "PATH"),
    (["cases", "nowhere"], "nowhere: There is no such file or folder"),
    (["cases", "."], "This folder holds no case file"),
    (["schema"], "NAME"),
    (["schema", "trip"], "There is no schema 'trip'; the schemas are deal, position, record"),
    (["schema", "weather"], "There is no schema 'weather'; the schemas are deal, position, record"),
]


@pytest.mark.parametrize(("arguments", "said"), COMMANDS)
def test_what_a_command_does_not_accept_is_refused(refused: Tabi, arguments: list[str], said: str) -> None:
    assert said in refused(*arguments).err


CASES = [
    ("title: A\ngame: solitaire\nclauses: [sol.setup.row]\nposition: {}\n", "bad.case.yaml:"),
    ("title: A\ngame: chess\nclauses: [sol.setup.row]\nposition: {}\nexpect: {white: 1}\n", "bad.case.yaml:2:"),
    ("title: A\ngame: solitaire\nclauses: [sol.none]\nposition: {}\nexpect: {white: 1}\n", "bad.case.yaml:3:"),
    ("title: A\ngame: solitaire\nclauses: [sol.setup.row]\nposition: {white: 9}\nexpect: {white: 1}\n", ":4:"),
    ("title: [A\n", "bad.case.yaml:"),
]


@pytest.mark.parametrize(("text", "said"), CASES)
def test_a_malformed_case_is_refused_with_file_and_line(refused: Tabi, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "bad.case.yaml").write_text(text, encoding="utf-8")
    assert said in refused("cases", ".").err
