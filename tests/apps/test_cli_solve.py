"""`tabi solve` and `tabi verify`: verdicts, exit statuses, files, and certificates that the rules alone check.

The small positions are decided by hand; their reasons stand beside them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import JsonValue

from apps.calling import Tabi
from tabi.cli import solving, verifying
from tabi.rules.solitaire import Position, start
from tabi.solvers import Budget, Goal, Progress, Undecided
from tabi.solvers.documents import VerdictDocument
from tabi.solvers.verdict import EngineName, Spent
from tabi.spec.rulings import rulings_to
from tabi.spec.solitaire import Deal, SolitaireRulings

WON_AT_ONCE = {
    "phase": "trim",
    "white": 7,
    "blacks": [7, 7],
    "hand": ["R1"],
    "resolved": ["R", "G", "Y", "B", "W"],
    "points": 12,
}
"""All letters are won and all pawns stand on day 7: the trim, with nothing to go, ends the turn and wins with 12."""

LOST = {
    "white": 3,
    "blacks": [4, 7],
    "hand": ["R4"],
    "deck": ["R1"],
    "discard": ["rest"],
    "resolved": ["R", "G", "Y", "B", "W"],
}
"""White comes to day 7, but the blacks share three steps, and the one on day 7 leaves it.

They come to 5 and 2 or to 6 and 1. The game can stand at the start, after the play, and for each pair before placing,
refill, resolution and trim: 1 + 1 + 2 * 4 = 10 positions. In the turn after that the deck has no card for the refill.
"""

FIELDS = (
    *("verdict", "evidence", "goal", "won", "turns", "points", "lower_bound", "upper_bound", "line", "engine"),
    *("seconds", "budget", "rulings", "deal", "certificate"),
)


@pytest.fixture
def positions(tmp_path: Path) -> None:
    """Files with the small positions."""
    (tmp_path / "won.json").write_text(json.dumps(WON_AT_ONCE), encoding="utf-8")
    (tmp_path / "lost.json").write_text(json.dumps(LOST), encoding="utf-8")


@pytest.mark.usefixtures("positions")
def test_a_win_in_one_step_is_proved_with_its_line(tabi: Tabi) -> None:
    called = tabi("solve", "--position", "won.json", "--json")
    assert called.status == 0 and called.err == ""
    answer = called.json
    assert (answer["verdict"], answer["won"], answer["evidence"]) == ("proved", True, ["line"])
    assert (answer["turns"], answer["points"], answer["line"]) == (1, 12, [[{"step": "trim", "cards": []}]])
    assert (answer["deal"], answer["certificate"], answer["lower_bound"], answer["upper_bound"]) == (None,) * 4
    assert (answer["goal"], answer["engine"], answer["budget"]) == ("win", "search", {"seconds": 60.0, "nodes": None})
    assert answer["rulings"] == rulings_to(SolitaireRulings())
    assert set(FIELDS) <= answer.keys()


@pytest.mark.usefixtures("positions")
def test_a_lost_position_is_impossible_and_its_closed_set_holds(tabi: Tabi, tmp_path: Path) -> None:
    called = tabi("solve", "--position", "lost.json", "--json", "--certificate", "no.json")
    assert called.status == 1
    answer = called.json
    assert (answer["verdict"], answer["won"], answer["evidence"]) == ("impossible", False, ["closed-set", "theorem"])
    assert answer["theorems"] == ["sol.ending.deck-to-go"]
    assert (answer["line"], answer["turns"], answer["points"], answer["best"]) == (None,) * 4
    assert answer["certificate"] == "no.json"
    assert len(json.loads((tmp_path / "no.json").read_text())["positions"]) == 10
    verified = tabi("verify", "no.json", "--json")
    assert (verified.status, verified.json["holds"], verified.json["kind"]) == (0, True, "closed-set")


def test_a_seed_is_decided_and_its_line_is_verified(tabi: Tabi, tmp_path: Path) -> None:
    called = tabi("solve", "--seed", "7", "--json", "--certificate", "line.json")
    answer = called.json
    assert (called.status, answer["verdict"], answer["certificate"]) == (0, "proved", "line.json")
    deal = tabi("deal", "--seed", "7").json
    assert answer["deal"] == deal
    line = json.loads((tmp_path / "line.json").read_text())
    claim = {"outcome": f"won {answer['points']}", "turns": answer["turns"], "points": answer["points"]}
    assert (line["kind"], line["claim"], line["turns"]) == ("line", claim, answer["line"])
    assert [path.name for path in tmp_path.iterdir()] == ["line.json"]
    verified = tabi("verify", "line.json")
    assert verified.status == 0
    assert f"won {answer['points']}" in verified.out


def test_the_ways_to_name_a_deal_ask_the_same(tabi: Tabi, tmp_path: Path) -> None:
    deal = tabi("deal", "--seed", "7").json
    (tmp_path / "deal.json").write_text(json.dumps(deal), encoding="utf-8")
    asked = ("solve", "--nodes", "100", "--json")
    deck = str(deal["deck"]).lower()  # text is taken in either case
    ways = (["--seed", "7"], ["--deal", "deal.json"], ["--deck", deck, "--bay-day", str(deal["bay_road_day"])])
    answers = [tabi(*asked, *way).json for way in ways]
    assert answers[0]["line"] == answers[1]["line"] == answers[2]["line"]


def test_the_items_are_those_of_the_option_and_else_of_the_deal(tabi: Tabi, tmp_path: Path) -> None:
    deal = tabi("deal", "--seed", "7", "--items", "map,tent").json
    (tmp_path / "deal.json").write_text(json.dumps(deal), encoding="utf-8")

    def items(*options: str) -> JsonValue:
        answer = tabi("solve", "--deal", "deal.json", "--nodes", "1", "--json", *options).json
        assert isinstance(answer["deal"], dict)
        return answer["deal"]["items"]

    assert items() == ["map", "tent"]
    assert items("--items", "none") == []
    assert items("--items", "radio,lantern") == ["lantern", "radio"]


def test_a_budget_of_one_node_leaves_it_undecided(tabi: Tabi, tmp_path: Path) -> None:
    called = tabi("solve", "--seed", "7", "--nodes", "1", "--json", "--certificate", "none.json")
    assert called.status == 3
    answer = called.json
    assert (answer["verdict"], answer["won"], answer["line"], answer["evidence"]) == ("undecided", None, None, [])
    assert answer["certificate"] is None
    assert list(tmp_path.iterdir()) == []
    assert "Undecided: no win was found, and none is ruled out" in tabi("solve", "--seed", "7", "--nodes", "1").out


def test_a_ruling_is_in_force_and_stands_in_answer_and_certificate(tabi: Tabi, tmp_path: Path) -> None:
    called = tabi("solve", "--seed", "7", "--ruling", "sol.refill=to-four", "--json", "--certificate", "line.json")
    rulings = called.json["rulings"]
    assert isinstance(rulings, dict) and rulings["sol.refill"] == "to-four"
    assert json.loads((tmp_path / "line.json").read_text())["rulings"] == {"sol.refill": "to-four"}


@pytest.mark.usefixtures("positions")
@pytest.mark.parametrize("engine", ["sat", "z3"])
def test_formulas_decide_too_and_their_certificates_are_verified(tabi: Tabi, tmp_path: Path, engine: str) -> None:
    """The lost position has one turn left, so there is one formula."""
    called = tabi("solve", "--position", "lost.json", "--engine", engine, "--json", "--certificate", "no.json")
    answer = called.json
    assert (called.status, answer["verdict"], answer["engine"]) == (1, "impossible", engine)
    assert answer["evidence"] == ["cnf-proof", "theorem"]
    theorems = answer["theorems"]
    assert isinstance(theorems, list)
    assert {"sol.ending.turns-to-go", "sol.ending.deck-to-go", "sol.encoding.moments"} <= set(theorems)
    assert json.loads((tmp_path / "no.json").read_text())["kind"] == "cnf-proof"
    verified = tabi("verify", "no.json", "--json")
    assert (verified.status, verified.json["holds"]) == (0, True)
    trusts = verified.json["trusts"]
    assert isinstance(trusts, str) and all(str(theorem) in trusts for theorem in theorems)
    told = tabi("solve", "--position", "lost.json", "--engine", engine).out
    assert "It cannot be won: by formulas, with proofs, not in 1 turn, and by the theorems" in told


def test_many_deals_give_a_line_each_and_the_largest_status(tabi: Tabi, tmp_path: Path) -> None:
    deals = [tabi("deal", "--seed", str(seed)).out for seed in (7, 8)]
    (tmp_path / "deals.jsonl").write_text("".join(deals), encoding="utf-8")
    called = tabi("solve", "--deal", "deals.jsonl", "--json", "--nodes", "1")
    answers = [json.loads(line) for line in called.out.splitlines()]
    assert (called.status, [answer["deal"]["id"] for answer in answers]) == (3, [7, 8])
    told = tabi("solve", "--deal", "deals.jsonl", "--nodes", "1")
    assert [line.split(":")[0] for line in told.out.splitlines()] == ["deal 7", "deal 8"]


@pytest.mark.usefixtures("positions")
def test_a_verdict_reads_back_as_its_document_and_fits_its_schema(tabi: Tabi) -> None:
    validate = pytest.importorskip("jsonschema").validate
    schema = tabi("schema", "verdict").json
    for options in (["--position", "won.json"], ["--position", "lost.json"], ["--seed", "7", "--nodes", "1"]):
        called = tabi("solve", *options, "--json")
        validate(called.json, schema)
        assert VerdictDocument.model_validate_json(called.out).model_dump(mode="json") == called.json


@pytest.mark.usefixtures("positions")
def test_a_person_reads_the_position_the_line_and_the_result(tabi: Tabi) -> None:
    told = tabi("solve", "--position", "won.json", "--certificate", "line.json").out
    assert "  trim: nothing has to go\n" in told
    assert "Won in 1 turn with 12 points.\n" in told
    assert "It can be won: 1 turn, 12 points.\n" in told
    assert told.endswith("The certificate is in line.json; `tabi verify` checks it.\n")
    told = tabi("solve", "--position", "lost.json").out
    assert "It cannot be won: 10 positions that the theorem sol.ending.deck-to-go leaves open can be reached" in told


def stopped(
    start_from: Deal | Position,
    goal: Goal,
    rulings: SolitaireRulings,
    budget: Budget,
    progress: Callable[[Progress], None] | None,
    engine: EngineName,
) -> Undecided:
    """A solver that a person stops at once."""
    if progress is not None:
        progress(Progress("beam", 1.0, 5, 0))
    position = start(start_from) if isinstance(start_from, Deal) else start_from
    return Undecided(position, (), 0, Spent(1.0, 5, "beam: 5 positions"), interrupted=True)


def test_an_interrupt_prints_the_best_so_far_and_ends_with_130(
    tabi: Tabi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "solve", stopped)
    called = tabi("solve", "--seed", "7", "--json")
    assert (called.status, called.json["interrupted"], called.json["verdict"]) == (130, True, "undecided")
    told = tabi("solve", "--seed", "7")
    assert told.status == 130
    assert "Interrupted: no win was found, and none is ruled out; the best line has 0 letters." in told.out
    deals = [tabi("deal", "--seed", str(seed)).out for seed in (7, 8)]
    (tmp_path / "deals.jsonl").write_text("".join(deals), encoding="utf-8")
    called = tabi("solve", "--deal", "deals.jsonl")
    assert (called.status, called.out.count("\n")) == (130, 1)


LINE: dict[str, JsonValue] = {
    "kind": "line",
    "game": "solitaire",
    "position": {**WON_AT_ONCE},  # type: ignore[dict-item] # a dictionary of JSON values, which mypy sees too widely
    "turns": [["trim"]],
    "claim": {"outcome": "won 12", "turns": 1, "points": 12},
}


def verified(tabi: Tabi, folder: Path, document: dict[str, JsonValue]) -> tuple[int, JsonValue]:
    """The exit status and the fault of a certificate."""
    (folder / "c.json").write_text(json.dumps(document), encoding="utf-8")
    called = tabi("verify", "c.json", "--json")
    return called.status, called.json["fault"]


def test_a_line_holds_with_its_claim_and_a_record_without_one(tabi: Tabi, tmp_path: Path) -> None:
    assert verified(tabi, tmp_path, LINE) == (0, None)
    assert verified(tabi, tmp_path, {**LINE, "kind": "record", "claim": {}}) == (0, None)


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"claim": {"points": 13}}, "claim, points"),
        ({"claim": {"turns": 2}}, "claim, turns"),
        ({"claim": {"outcome": "lost refill-draw"}}, "claim, outcome"),
        ({"claim": {}}, "claim"),
        ({"turns": [["trim R1"]]}, "turn 1, step 1"),
        ({"turns": [["trim", "trim"]]}, "turn 1, step 2"),
    ],
)
def test_what_is_claimed_and_does_not_hold_is_refuted(
    tabi: Tabi, tmp_path: Path, change: dict[str, JsonValue], where: str
) -> None:
    status, fault = verified(tabi, tmp_path, {**LINE, **change})
    assert isinstance(fault, dict)
    assert (status, fault["where"]) == (1, where)
    told = tabi("verify", "c.json")
    assert told.status == 1 and told.out.startswith(f"c.json: refuted. {where}: ")


def test_an_illegal_step_is_refuted_with_its_code_and_clause(tabi: Tabi, tmp_path: Path) -> None:
    _, fault = verified(tabi, tmp_path, {**LINE, "turns": [["trim R1"]]})
    assert isinstance(fault, dict)
    assert (fault["code"], fault["clause"]) == ("trim-count", "sol.ending.trim")


@pytest.mark.usefixtures("positions")
def test_a_closed_set_that_lacks_a_position_is_refuted(tabi: Tabi, tmp_path: Path) -> None:
    assert tabi("solve", "--position", "lost.json", "--certificate", "no.json").status == 1
    closed = json.loads((tmp_path / "no.json").read_text())
    status, fault = verified(tabi, tmp_path, {**closed, "positions": closed["positions"][:-1]})
    assert (status, "leads out of the set" in str(fault)) == (1, True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (json.dumps(LINE)[:-20], "c.json: This is not JSON, or it is cut short"),
        ("[]", "This JSON is not an object"),
        ("{}", "The field kind is missing; accepted: line, record, closed-set, valued-set, cnf-proof."),
        (json.dumps({**LINE, "kind": "poem"}), "The field kind is 'poem'"),
        (json.dumps({**LINE, "game": "chess"}), "There is no game 'chess'"),
        (json.dumps({**LINE, "turns": [["jump"]]}), "'jump' is not a step"),
        (json.dumps({**LINE, "turns": [[{"step": "jump"}]]}), "is not a step"),
        (json.dumps({**LINE, "turns": 3}), "turns"),
        (json.dumps({**LINE, "rulings": {"sol.none": "one"}}), "There is no ruling 'sol.none'"),
        (json.dumps({**LINE, "position": None}), "either a deal or a position"),
        (json.dumps({**LINE, "position": {"white": 9}}), "White stands on day 9"),
        (json.dumps({**LINE, "colour": 1}), "colour"),
        (json.dumps({"kind": "closed-set", "game": "solitaire", "position": {}, "positions": []}), "positions"),
        (json.dumps({"kind": "closed-set", "game": "solitaire", "position": {}, "positions": ["x"]}), "'x'"),
    ],
)
def test_a_file_that_is_no_certificate_is_wrong_input(tabi: Tabi, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "c.json").write_text(text, encoding="utf-8")
    sentence = tabi("verify", "c.json").refused()
    assert sentence.startswith("c.json") and said in sentence


@pytest.mark.usefixtures("positions")
def test_a_check_that_a_person_stops_is_neither_yes_nor_no(
    tabi: Tabi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    (tmp_path / "c.json").write_text(json.dumps(LINE), encoding="utf-8")
    monkeypatch.setattr(verifying, "check", stop)
    called = tabi("verify", "c.json", "--json")
    assert (called.status, called.json["holds"]) == (130, None)
    assert tabi("verify", "c.json").out == "c.json: interrupted; what was checked so far held.\n"


@pytest.mark.usefixtures("positions")
def test_a_certificate_replaces_a_file_but_never_a_device_or_a_link(tabi: Tabi, tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text("old", encoding="utf-8")
    (tmp_path / "link.json").symlink_to("old.json")
    assert tabi("solve", "--position", "won.json", "--certificate", "link.json").status == 0
    assert (tmp_path / "link.json").is_symlink()
    assert json.loads((tmp_path / "old.json").read_text())["kind"] == "line"
    (tmp_path / "null").symlink_to(os.devnull)
    assert tabi("solve", "--position", "won.json", "--certificate", "null").status == 0
    assert Path(os.devnull).is_char_device()


@pytest.mark.usefixtures("positions")
def test_a_budget_without_an_end_is_null_in_json(tabi: Tabi) -> None:
    answer = tabi("solve", "--position", "won.json", "--budget", "inf", "--json").json
    assert answer["budget"] == {"seconds": None, "nodes": None}


# Most points

LAST_TURNS = {
    "white": 3,
    "blacks": [2, 2],
    "resolved": ["R", "G", "Y", "B", "W"],
    "hand": ["R1", "R3", "G2", "Y2"],
    "deck": ["B1", "B2", "B3", "B4"],
    "discard": ["rest"],
}
"""Six points are the most; `tests/solvers/test_points.py` counts them."""


def test_most_points_of_a_late_position_are_proved_in_one_file(tabi: Tabi, tmp_path: Path) -> None:
    certificate = tmp_path / "most.json"
    (tmp_path / "late.json").write_text(json.dumps(LAST_TURNS), encoding="utf-8")
    ways = ("solve", "--position", "late.json", "--goal", "points", "--engine", "search", "--budget", "1000")
    called = tabi(*ways, "--certificate", "most.json", "--json")
    answer = called.json
    assert (called.status, answer["verdict"], answer["goal"], answer["points"]) == (0, "proved", "points", 6)
    assert (answer["lower_bound"], answer["upper_bound"]) == (6, 6)
    assert answer["evidence"] == ["line", "closed-set", "theorem"]
    assert (answer["certificate"], answer["bound_certificate"]) == ("most.json", None)
    written = json.loads(certificate.read_text(encoding="utf-8"))
    assert written["claim"] == "most-points"
    verified = tabi("verify", "most.json")
    assert verified.status == 0 and "The most points of a win are 6" in verified.out
    certificate.write_text(json.dumps({**written, "value": 5}), encoding="utf-8")
    assert tabi("verify", "most.json").status == 1
    told = tabi(*ways)
    assert told.status == 0 and ", and by " in told.out and " for no more.\n" in told.out


def test_a_deal_for_points_says_what_is_between(tabi: Tabi) -> None:
    called = tabi("solve", "--seed", "7", "--goal", "points", "--nodes", "1500")
    assert called.status == 0 and "between is not known.\n" in called.out


def test_the_best_items_come_with_a_table(tabi: Tabi) -> None:
    ways = ("solve", "--seed", "7", "--goal", "points", "--items", "best", "--nodes", "4000")
    answer = VerdictDocument.model_validate_json(tabi(*ways, "--json").out)
    assert answer.pairs is not None and len(answer.pairs) == 15
    first = answer.pairs[0]
    assert answer.deal is not None and answer.deal.items == first.items
    assert (answer.points, answer.turns) == (first.points, first.turns)
    line = tabi(*ways).out.splitlines()[0]
    assert " ".join(line.split()) == f"{' + '.join(first.items)} {first.points} points in {first.turns} turns"


def test_pairs_of_items_are_for_the_search(tabi: Tabi) -> None:
    called = tabi("solve", "--seed", "7", "--items", "best", "--goal", "points", "--engine", "z3")
    assert (called.status, called.out) == (2, "")
    assert "--engine z3 does not try pairs of items; accepted with --items best: auto, search." in called.err
