"""`tabi perft`, `rulings`, `cases` and `schema`: what they count, list, compare and print."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from apps.calling import Tabi
from tabi.cli import counting
from tabi.cli.casing import CasesDocument
from tabi.cli.rulings_ import DiffDocument
from tabi.rules.solitaire.game import GAME
from tabi.spec.solitaire import SolitaireRulings
from tabi.spec.trip import TripRulings

FIRST_STEPS = {"play G2": 4, "play Y4": 2, "play B3": 3, "play B6": 2}
"""Seed 7: blacks on days 4 and 7, which share 5 steps in four ways, 3 in two, 4 in three, and 1 in two (either one)."""


def test_perft_counts_the_ways_of_the_first_two_steps(tabi: Tabi) -> None:
    called = tabi("perft", "--seed", "7", "--depth", "2", "--divide", "--json")
    answer = called.json
    assert (called.status, answer["count"], answer["divide"], answer["complete"]) == (0, 11, FIRST_STEPS, True)
    told = tabi("perft", "--seed", "7", "--depth", "2", "--divide").out.splitlines()
    assert told == ["play G2: 4", "play Y4: 2", "play B3: 3", "play B6: 2", "depth 2: 11"]
    assert tabi("perft", "--seed", "7", "--depth", "1").out == "depth 1: 4\n"
    assert tabi("perft", "--seed", "7", "--depth", "0").out == "depth 0: 1\n"


def test_perft_asks_under_a_ruling_and_with_items(tabi: Tabi) -> None:
    # four cards, and the map one day forward or back
    assert tabi("perft", "--seed", "7", "--items", "map,lantern", "--depth", "1").out == "depth 1: 6\n"
    refused = ("--ruling", "sol.back-from-one=refused")  # white stands on day 1, and may not go back
    assert tabi("perft", "--seed", "7", "--items", "map,lantern", "--depth", "1", *refused).out == "depth 1: 5\n"


def test_perft_stopped_by_a_person_says_what_was_counted(tabi: Tabi, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = iter((4, 2))

    def stopped_at_the_third(*_: object) -> int:
        for count in counts:
            return count
        raise KeyboardInterrupt

    monkeypatch.setattr(counting, "perft", stopped_at_the_third)
    called = tabi("perft", "--seed", "7", "--depth", "2", "--divide", "--json")
    assert called.status == 130
    assert (called.json["divide"], called.json["complete"]) == ({"play G2": 4, "play Y4": 2}, False)


def test_rulings_lists_every_open_point_with_its_default(tabi: Tabi) -> None:
    called = tabi("rulings", "list", "--json")
    listed = json.loads(called.out)
    assert called.status == 0
    assert len(SolitaireRulings.model_fields) == 22 and len(TripRulings.model_fields) == 24
    assert [one["id"].partition(".")[0] for one in listed] == ["sol"] * 22 + ["trip"] * 24
    assert listed[0]["id"] == "sol.deck-out" and listed[0]["reading"][0]["value"] == "lose"
    told = tabi("rulings").out
    assert told == tabi("rulings", "list").out
    assert "one*, to-four" in told


def test_a_ruling_is_shown_with_readings_reason_clauses_and_cases(tabi: Tabi) -> None:
    shown = tabi("rulings", "show", "sol.refill", "--json").json
    assert isinstance(shown["clauses"], list) and isinstance(shown["cases"], list)
    assert [clause["id"] for clause in shown["clauses"] if isinstance(clause, dict)] == ["sol.columns.refill"]
    assert shown["default"] == "one"
    assert "The refill draws one card into a small hand" in shown["cases"]
    told = tabi("rulings", "show", "sol.refill").out
    for part in ("sol.refill (progress 2, refill)", "  one (default): ", "  to-four: ", "Why the default: "):
        assert part in told
    assert "  sol.columns.refill: " in told and "  The refill draws one card into a small hand\n" in told


def test_the_open_points_of_the_trip_are_shown_and_compared_as_well(tabi: Tabi) -> None:
    shown = tabi("rulings", "show", "trip.match-counted", "--json").json
    assert isinstance(shown["clauses"], list) and isinstance(shown["cases"], list)
    assert [clause["id"] for clause in shown["clauses"] if isinstance(clause, dict)] == ["trip.scoring.after-tile"]
    assert "A hotel with its own tile" in shown["cases"]
    found = DiffDocument.model_validate(tabi("rulings", "diff", "trip.match-counted=before-tile", "--json").json)
    (one,) = [change for change in found.changes if change.title == "A shop of seven tokens"]
    # 5 for six and more; of the seven squares none lies under a tile before its own are laid
    assert ("score 1", "12", "5") in [(each.what, each.expected, each.got) for each in one.differences]


def test_readings_of_two_games_are_not_compared_at_once(tabi: Tabi) -> None:
    said = tabi("rulings", "diff", "sol.refill=to-four", "trip.match-counted=before-tile").refused()
    assert said == "trip.match-counted is a ruling of another game than sol.refill; accepted are those of one."
    assert "its readings are free, window, global" in tabi("rulings", "diff", "trip.discards=none").refused()


def test_a_diff_tells_what_was_expected_and_what_came_out(tabi: Tabi) -> None:
    called = tabi("rulings", "diff", "sol.refill=to-four", "--json")
    assert called.status == 0
    found = DiffDocument.model_validate(called.json)
    (one,) = [change for change in found.changes if change.title == "The refill draws one card into a small hand"]
    assert (one.file, one.rulings) == ("columns.case.yaml", {})
    # a hand of G1 is filled up from Y1, Y2, Y3, Y4: by one card, or to four
    assert [(each.what, each.expected, each.got) for each in one.differences] == [
        ("hand", "[G1, Y1]", "[G1, Y1, Y2, Y3]"),
        ("deck_top", "Y2", "Y4"),
    ]
    told = tabi("rulings", "diff", "sol.refill=to-four").out
    assert told.endswith(f"{len(found.changes)} of {found.asked} questions come out otherwise.\n")


def test_a_case_that_fixes_the_ruling_is_not_asked_again_for_that_reading(tabi: Tabi) -> None:
    found = DiffDocument.model_validate(tabi("rulings", "diff", "sol.refill=to-four", "--json").json)
    assert found.changes
    assert all("sol.refill" not in change.rulings for change in found.changes)


def test_the_default_readings_change_nothing(tabi: Tabi) -> None:
    defaults = [f"{ruling.id}={ruling.default}" for ruling in GAME.ruling_table()]
    answer = tabi("rulings", "diff", *defaults, "--json").json
    assert (answer["changes"], answer["complete"]) == ([], True)


def test_amid_the_effects_the_snapshot_is_taken_up_and_not_found_empty(tabi: Tabi) -> None:
    found = DiffDocument.model_validate(tabi("rulings", "diff", "sol.effect-walk=snapshot", "--json").json)
    titles = {change.title for change in found.changes}
    assert "Blue removes the yellow event before it could act" in titles
    assert "Points of a resolved suit cannot be taken before a nearer event has acted" not in titles


PASSING = """\
title: A card of the hand moves white by its number
game: solitaire
clauses: [sol.movement.play]
position: { white: 2, blacks: [4, 5], hand: [R3, G1] }
steps: [play R3]
expect: { white: 5, hand: [G1] }
"""
REFILLED = """\
title: One card comes to one
game: solitaire
clauses: [sol.columns.refill]
position: { phase: refill, white: 7, hand: [G1], deck: [W1, W2, W3] }
steps: [refill]
expect: { hand: [G1, W1] }
"""


def test_cases_that_pass_and_cases_that_fail(tabi: Tabi, tmp_path: Path) -> None:
    (tmp_path / "own.case.yaml").write_text(f"{PASSING}---\n{REFILLED}", encoding="utf-8")
    called = tabi("cases", "own.case.yaml")
    assert (called.status, called.out) == (0, "Cases: 2 passed, 0 failed; readings: 2.\n")
    called = tabi("cases", ".", "--ruling", "sol.refill=to-four")
    assert called.status == 1
    assert "own.case.yaml:8: One card comes to one" in called.out
    assert "[G1, W1]" in called.out and "[G1, W1, W2, W3]" in called.out
    assert called.out.endswith("Cases: 1 passed, 1 failed; readings: 2.\n")


def test_cases_as_json(tabi: Tabi, tmp_path: Path) -> None:
    (tmp_path / "own.case.yaml").write_text(f"{PASSING}---\n{REFILLED}", encoding="utf-8")
    answer = tabi("cases", ".", "--ruling", "sol.refill=to-four", "--json").json
    assert (answer["passed"], answer["failed"], answer["complete"]) == (1, 1, True)
    failed = CasesDocument.model_validate(answer).cases[1]
    assert (failed.title, failed.line, failed.passed) == ("One card comes to one", 8, False)
    (result,) = failed.results
    (difference,) = result.differences
    assert (difference.what, difference.expected, difference.got) == ("hand", "[G1, W1]", "[G1, W1, W2, W3]")
    assert result.rulings == {"sol.refill": "to-four"}


def test_the_shipped_cases_pass(tabi: Tabi) -> None:
    called = tabi("cases", str(GAME.cases))
    assert called.status == 0
    assert " passed, 0 failed; " in called.out


@pytest.mark.parametrize("name", ["deal", "position", "record", "verdict", "certificate", "case"])
def test_a_schema_is_one(tabi: Tabi, name: str) -> None:
    called = tabi("schema", name)
    assert called.status == 0
    assert called.out == tabi("schema", name, "--json").out
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(called.json)


def test_what_the_command_prints_fits_the_schema_of_a_deal(tabi: Tabi) -> None:
    validate = pytest.importorskip("jsonschema").validate
    validate(tabi("deal", "--seed", "7", "--items", "map,tent").json, tabi("schema", "deal").json)


def test_help_and_version_are_no_errors(tabi: Tabi) -> None:
    assert tabi("--help").status == 0
    assert tabi("solve", "--help").status == 0
    assert tabi("--version").out == "tabi 0.1.0\n"


def test_json_before_the_name_of_a_subcommand_is_not_lost_in_silence(tabi: Tabi) -> None:
    assert tabi("rulings", "--json").status == 0
    assert tabi("rulings", "--json", "list").refused() == "--json stands behind list, show or diff."
