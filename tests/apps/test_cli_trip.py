"""`tabi trip`: what it checks, plays and scores, and what it refuses with one sentence."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Final

import pytest
from pydantic import JsonValue

from apps.calling import Called, Tabi

PARKS_OF_TWO: Final = [
    # Two players on the river board; both take parks, define them on the same squares of the map, and pass.
    ["reveal column FF BB HL", "take 1", "put F A1", "put F A2", "define A1 A2", "lay A1 A2"],
    ["take 2", "put B A1", "put B A2", "define A1 A2", "lay -"],
]

GAME: Final = ["play", "--players", "2", "--seed", "1"]


@pytest.fixture
def trip(tabi: Tabi) -> Tabi:
    """The command `tabi trip`."""

    def call(*arguments: str) -> Called:
        return tabi("trip", *arguments)

    return call


def edition_text(name: str = "river-demo") -> str:
    return files("tabi.spec.trip").joinpath("editions", f"{name}.toml").read_text(encoding="utf-8")


def record(tmp_path: Path, turns: list[list[str]], **more: JsonValue) -> str:
    """A record of the river demonstration with two players, in a file."""
    deal: JsonValue = {"edition": "river-demo", "players": 2, "goal": "parks"}
    written: JsonValue = [list(turn) for turn in turns]
    document: dict[str, JsonValue] = {"kind": "record", "game": "trip", "deal": deal, "turns": written, **more}
    (tmp_path / "record.json").write_text(json.dumps(document), encoding="utf-8")
    return "record.json"


# Editions


def test_a_shipped_edition_typed_in_again_satisfies_every_fact(trip: Tabi, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(edition_text().replace("river-demo", "mine", 1), encoding="utf-8")
    called = trip("edition", "check", "mine.toml")
    assert (called.status, called.err) == (0, "")
    assert called.out.startswith("mine.toml: mine (") and "satisfies every known fact" in called.out


def test_a_checked_edition_as_json_says_whose_tables_it_has(trip: Tabi, tmp_path: Path) -> None:
    text = edition_text().replace("demonstration = true", "demonstration = false")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    called = trip("edition", "check", "mine.toml", "--json")
    assert called.status == 0
    assert called.json | {"title": ""} == {
        "valid": True,
        "file": "mine.toml",
        "name": "river-demo",
        "title": "",
        "demonstration": False,
        "cities": ["river", "coast"],
    }


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("F = 14", "F = 15", "mine.toml: tokens: the sum is 121; there are 120 tokens."),
        ("[tokens]", "[tokens", "mine.toml: This is not TOML: "),
        ('{ red = "A1"', '{ red = "D1"', "mine.toml: city 1: boards 1, red: D1 is water; photo squares lie on land."),
        ("shops = 9\n", "", "mine.toml: tiles, shops: the key is missing."),
        ("# The six", 'colour = "red"\n# The six', "mine.toml: tiles, colour: there is no such key."),
    ],
)
def test_a_malformed_edition_gets_one_sentence_with_its_place(
    trip: Tabi, tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in edition_text()
    (tmp_path / "mine.toml").write_text(edition_text().replace(old, new, 1), encoding="utf-8")
    assert trip("edition", "check", "mine.toml").refused().startswith(said)


def test_several_faults_of_an_edition_are_named_in_one_sentence(trip: Tabi, tmp_path: Path) -> None:
    text = edition_text().replace("F = 14", "F = 15", 1).replace("shops = 9", "shops = 8")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    said = trip("edition", "check", "mine.toml").refused()
    assert said.startswith("mine.toml: there are 2 faults: (1) tokens: the sum is 121")
    assert "(2) tiles: there are 38" in said


def test_an_edition_that_is_no_text_is_refused(trip: Tabi, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b"name = '\xff'")
    said = trip("edition", "check", "mine.toml").refused()
    assert said.startswith("mine.toml is not UTF-8 text") and "accepted is TOML in UTF-8." in said
    assert trip("edition", "check", "nowhere.toml").refused().startswith("nowhere.toml cannot be read")


# Playing


def test_a_game_is_the_same_for_the_same_seed_and_another_for_another(trip: Tabi) -> None:
    first, again, other = (trip("play", "--players", "2", "--seed", seed, "--json") for seed in ("7", "7", "8"))
    assert first.status == 0 and first.out == again.out and first.out != other.out


@pytest.mark.parametrize(
    "options",
    [
        ["--players", "2"],
        ["--players", "3", "--edition", "coast-demo", "--city", "river", "--size", "7x6", "--goals", "advanced"],
        ["--players", "4", "--ruling", "trip.discards=global", "--ruling", "trip.turn-structure=phases"],
    ],
)
def test_a_game_played_is_a_record_that_scores_to_its_own_claim(trip: Tabi, tmp_path: Path, options: list[str]) -> None:
    played = trip("play", "--seed", "3", "--json", *options)
    (tmp_path / "record.json").write_text(played.out, encoding="utf-8")
    scored = trip("score", "record.json", "--json").json
    claim, lines = played.json["claim"], scored["lines"]
    assert scored["holds"] is True and scored["finished"] is True
    assert isinstance(claim, dict) and isinstance(lines, list)
    totals, winners = scored["totals"], scored["winners"]
    assert isinstance(totals, list) and isinstance(winners, list)
    assert claim["points"] == max(int(str(total)) for total in totals)
    assert claim["outcome"] == f"won {' '.join(map(str, winners))}"
    for seat, total in enumerate(totals, start=1):
        assert sum(int(str(line["points"])) for line in map(_line, lines) if line["seat"] == seat) == total


def _line(value: JsonValue) -> dict[str, JsonValue]:
    assert isinstance(value, dict)
    return value


def test_a_game_played_fits_the_published_schemas(trip: Tabi, tabi: Tabi) -> None:
    validate = pytest.importorskip("jsonschema").validate
    validate(trip("play", "--players", "3", "--seed", "1", "--json").json, tabi("schema", "trip-record").json)


@pytest.mark.parametrize(
    "name", ["edition", "trip-setup", "trip-position", "trip-record", "trip-score", "trip-best-turn"]
)
def test_a_schema_of_the_trip_is_one(tabi: Tabi, name: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(tabi("schema", name).json)


def test_what_is_scored_and_found_fits_its_published_schema(trip: Tabi, tabi: Tabi, tmp_path: Path) -> None:
    validate = pytest.importorskip("jsonschema").validate
    validate(trip("score", record(tmp_path, PARKS_OF_TWO), "--json").json, tabi("schema", "trip-score").json)
    file = position_file(tmp_path, phase="place", card="column", hand="FF")
    validate(trip("best-turn", file, "--json").json, tabi("schema", "trip-best-turn").json)


def test_a_game_of_a_typed_in_edition_carries_the_whole_edition(trip: Tabi, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(edition_text().replace("river-demo", "mine", 1), encoding="utf-8")
    played = trip("play", "--players", "2", "--seed", "5", "--edition", "mine.toml", "--json")
    deal = played.json["deal"]
    assert isinstance(deal, dict) and isinstance(deal["edition"], dict) and deal["edition"]["name"] == "mine"
    (tmp_path / "record.json").write_text(played.out, encoding="utf-8")
    assert trip("score", "record.json").status == 0


def test_a_game_is_shown_as_a_final_table(trip: Tabi) -> None:
    called = trip("play", "--players", "4", "--seed", "2", "--size", "7x6")
    lines = called.out.splitlines()
    assert (called.status, called.err) == (0, "")
    assert lines[0] == f"A city on both banks of a straight river, 7x6, goal {lines[0].rpartition(' ')[2]}"
    assert "player 1          player 2          player 3          player 4" in called.out
    assert any(line.startswith("7 # # # # # # #   7 # # #") for line in lines)  # the closed row
    assert "trip.photos.table" in called.out and lines[-1].startswith("Totals: player 1 ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "A command is missing; the commands are play, score, best-turn, edition."),
        (["edition"], "A command is missing; the command is check."),
        (["play"], "--players"),
        (["play", "--players", "3"], "--seed"),
        (["play", "--players", "5", "--seed", "1"], "--players is 5; accepted: 2, 3, 4."),
        (
            ["play", "--players", "two", "--seed", "1"],
            "--players: this is not a whole number; `tabi trip play --help` says what is accepted.",
        ),
        (["play", "--players", "2", "--seed", "-1"], "The seed is -1; a seed is a whole number, 0 or more."),
        ([*GAME, "--size", "6x7"], "--size is '6x7'; accepted: 7x7, 7x6."),
        ([*GAME, "--goals", "hard"], "--goals is 'hard'; accepted: standard, advanced."),
        ([*GAME, "--city", "lake"], "The edition river-demo has no city 'lake'; its cities are river and coast."),
        ([*GAME, "--edition", "kyoto"], "--edition is 'kyoto', which is neither a file nor a shipped edition"),
        ([*GAME, "--player", "human"], "There is no player 'human'; accepted: random, greedy."),
        ([*GAME, "--ruling", "trip.discards=none"], "its readings are free, window, global"),
        ([*GAME, "--ruling", "sol.refill=one"], "There is no ruling 'sol.refill'"),
        (["score"], "RECORD"),
        (["score", "nowhere.json"], "nowhere.json cannot be read"),
    ],
    ids=lambda value: " ".join(value)[:50] if isinstance(value, list) else "",
)
def test_what_is_not_accepted_gets_one_sentence(trip: Tabi, arguments: list[str], said: str) -> None:
    assert said in trip(*arguments).refused()


# Scoring a record counted by hand: two parks on A1 A2 of the river city


def test_a_record_is_scored_point_by_point_with_its_clauses(trip: Tabi, tmp_path: Path) -> None:
    """Player 1: 2 for the park, 2 for the tile just laid. Player 2: 2 for the park, 2 for that same park tile."""
    scored = trip("score", record(tmp_path, PARKS_OF_TWO), "--json").json
    lines = scored["lines"]
    assert isinstance(lines, list)
    assert [
        tuple(_line(line)[name] for name in ("turn", "step", "text", "seat", "clause", "points")) for line in lines
    ] == [
        (1, 6, "lay A1 A2", 1, "trip.scoring.park", 2),
        (1, 6, "lay A1 A2", 1, "trip.scoring.match", 2),
        (2, 5, "lay -", 2, "trip.scoring.park", 2),
        (2, 5, "lay -", 2, "trip.scoring.match", 2),
    ]
    assert (scored["finished"], scored["totals"], scored["winners"]) == (False, [4, 4], None)


def test_an_unfinished_record_is_drawn_where_it_stands(trip: Tabi, tmp_path: Path) -> None:
    called = trip("score", record(tmp_path, PARKS_OF_TWO))
    assert called.status == 0
    rows = called.out.splitlines()
    at = rows.index(next(row for row in rows if row.startswith("map")))
    assert rows[at + 2].split() == ["1", "P", ".", ".", "~", ".", ".", ".", *"1f..~...", *"1b..~..."]
    assert rows[-1] == "So far: player 1 4, player 2 4; the game is still under way."


def test_under_another_reading_the_same_record_scores_otherwise(trip: Tabi, tmp_path: Path) -> None:
    """Counted before the tile, player 1 finds no tile there; player 2 finds the one of player 1."""
    file = record(tmp_path, PARKS_OF_TWO, rulings={"trip.match-counted": "before-tile"})
    assert trip("score", file, "--json").json["totals"] == [2, 4]


@pytest.mark.parametrize(
    ("turn", "step", "changed", "said"),
    [
        (0, 1, "take 4", "turn 1, step 2, 'take 4': Slot 4 is not filled"),
        (0, 2, "put F D1", "turn 1, step 3, 'put F D1': D1 is water"),
        (0, 4, "define A1 A2 A3", "turn 1, step 5, 'define A1 A2 A3': There is no face-up token on A3"),
        (0, 5, "lay -", "turn 1, step 6, 'lay -': A tile can be laid on A1 A2"),
        (1, 4, "lay A1 A2", "turn 2, step 5, 'lay A1 A2': A1 A2 carries a tile already"),
        (0, 5, "lay A2", "turn 1, step 6, 'lay A2': The tile covers all squares of the place, A1 A2, not A2 alone"),
        (1, 0, "pass", "turn 2, step 1, 'pass': The phase is draft"),
    ],
)
def test_an_illegal_step_names_step_reason_and_clause(
    trip: Tabi, tmp_path: Path, turn: int, step: int, changed: str, said: str
) -> None:
    turns = [
        [changed if (turn, step) == (i, j) else one for j, one in enumerate(t)] for i, t in enumerate(PARKS_OF_TWO)
    ]
    called = trip("score", record(tmp_path, turns))
    assert (called.status, called.err) == (1, "")
    assert called.out.startswith(f"record.json: refuted. {said}") and ", trip." in called.out
    fault = trip("score", "record.json", "--json").json["fault"]
    assert isinstance(fault, dict) and str(fault["clause"]).startswith("trip.") and fault["code"] is not None


def test_a_step_in_the_wrong_turn_is_named(trip: Tabi, tmp_path: Path) -> None:
    one_turn = [[*PARKS_OF_TWO[0], *PARKS_OF_TWO[1]]]
    called = trip("score", record(tmp_path, one_turn))
    assert (called.status, called.out) == (
        1,
        "record.json: refuted. turn 1, step 7, 'take 2': The step does not belong to this turn.\n",
    )


def test_a_claim_that_did_not_come_out_is_refuted(trip: Tabi, tmp_path: Path) -> None:
    called = trip("score", record(tmp_path, PARKS_OF_TWO, claim={"outcome": "won 1"}))
    assert (called.status, called.out) == (
        1,
        "record.json: refuted. claim, outcome: won 1 is claimed, and none came out.\n",
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"turns": [["take two"]]}, "turn 1, step 1: 'take two' is not a step"),
        ({"turns": [["fly A1"]]}, "turn 1, step 1: 'fly A1' is not a step; steps begin with one of reveal, take"),
        ({"turns": [[{"step": "put", "token": "F", "square": "Z1"}]]}, "'Z1' is not a square"),
        ({"turns": [[{"step": "lay"}]]}, "lay, squares: the key is missing."),
        ({"turns": [[{"step": "take", "slot": 1, "hand": "F"}]]}, "take, hand: there is no such key."),
        ({"turns": [[4]]}, "turn 1, step 1: 4 is not a step: this is not an object."),
        ({"deal": {"edition": "river-demo", "players": 2}}, "goal: the key is missing"),
        ({"deal": {"edition": "kyoto", "players": 2, "goal": "parks"}}, "There is no edition 'kyoto'"),
        ({"deal": None}, "A record begins with either a deal or a position."),
        ({"game": "solitaire"}, "This is a record of the game solitaire; accepted is one of the game trip."),
        ({"rulings": {"trip.discards": "never"}}, "its readings are free, window, global"),
        ({"colour": "red"}, "This is not a certificate or record"),
        ({"kind": "closed-set"}, "This is not a certificate or record"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, dict) else "",
)
def test_a_malformed_record_gets_one_sentence(
    trip: Tabi, tmp_path: Path, change: dict[str, JsonValue], said: str
) -> None:
    document = {**json.loads((tmp_path / record(tmp_path, PARKS_OF_TWO)).read_text(encoding="utf-8")), **change}
    (tmp_path / "record.json").write_text(json.dumps(document), encoding="utf-8")
    assert said in trip("score", "record.json").refused()


def test_a_record_that_is_cut_short_is_refused(trip: Tabi, tmp_path: Path) -> None:
    file = tmp_path / record(tmp_path, PARKS_OF_TWO)
    file.write_text(file.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    assert "This is not JSON, or it is cut short" in trip("score", "record.json").refused()


# The best turn: two fountains in a column, six dry columns with six pairs of neighbours, a park and its tile


def position_file(tmp_path: Path, **fields: JsonValue) -> str:
    (tmp_path / "position.json").write_text(json.dumps(fields), encoding="utf-8")
    return "position.json"


def test_the_best_turn_is_said_with_its_points_its_choices_and_its_steps(trip: Tabi, tmp_path: Path) -> None:
    called = trip("best-turn", position_file(tmp_path, phase="place", card="column", hand="FF"))
    first, *steps = called.out.splitlines()
    assert (called.status, called.err) == (0, "")
    assert first == "Player 1 gains at most 4 at once; 36 choices gain that, first this one:"
    assert steps == ["put F A1", "put F A2", "define A1 A2", "lay A1 A2"]


def test_the_best_turn_over_slots_as_json_names_the_slot_and_the_reading(trip: Tabi, tmp_path: Path) -> None:
    """Counted before the tile only the park's own 2 points are left."""
    file = position_file(tmp_path, phase="draft", card="column", slots=["HL", "FF", "SR", "BP"])
    found = trip("best-turn", file, "--over-slots", "--ruling", "trip.match-counted=before-tile", "--json").json
    assert (found["points"], found["ties"], found["over_slots"]) == (2, 36, True)
    assert found["steps"] == ["take 2", "put F A1", "put F A2", "define A1 A2", "lay A1 A2"]
    assert found["rulings"] == {"trip.match-counted": "before-tile"}


@pytest.mark.parametrize(
    ("fields", "options", "said"),
    [
        ({"phase": "draft", "card": "column", "slots": ["HL", "FF", "SR", "BP"]}, (), "--over-slots looks at all"),
        ({"phase": "place", "card": "column", "hand": "FF"}, ("--over-slots",), "a slot is taken already"),
        ({"phase": "reveal"}, (), "no player is in a turn"),
        ({"phase": "place", "card": "column", "hand": "FFF"}, (), "position.json: "),
        ({"phase": "define"}, ("--ruling", "trip.discards=none"), "its readings are free, window, global"),
    ],
)
def test_where_there_is_no_best_turn_one_sentence_says_why(
    trip: Tabi, tmp_path: Path, fields: dict[str, JsonValue], options: tuple[str, ...], said: str
) -> None:
    assert said in trip("best-turn", position_file(tmp_path, **fields), *options).refused()


def test_a_greedy_game_is_played_again_alike_and_its_record_holds(trip: Tabi, tmp_path: Path) -> None:
    played = trip(*GAME, "--player", "greedy", "--json")
    assert played.out == trip(*GAME, "--player", "greedy", "--json").out != trip(*GAME, "--json").out
    (tmp_path / "greedy.json").write_text(played.out, encoding="utf-8")
    assert trip("score", "greedy.json", "--json").json["holds"] is True
