"""`tabi why`: reasons and changes in words and in JSON, exit statuses, refusals, Ctrl-C.

The small positions are those of `test_why`, where they are counted by hand.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import jsonschema
import pytest
from pydantic import JsonValue

from apps.calling import Tabi
from apps.test_cli_process import interrupted
from tabi.cli.explaining import WhyDocument
from tabi.render.reasons import change_in_words, changes_in_words, fact_in_words, ground_in_words
from tabi.rules.solitaire import Position, Won, apply, position_of
from tabi.rules.solitaire.game import read_position
from tabi.solvers.documents import LineDocument
from tabi.solvers.encoding.facts import (
    BlackOn,
    DeckCard,
    Fact,
    HandCard,
    LettersAtMost,
    Mark,
    NothingAt,
    PlacedAt,
    SuitState,
    WhiteOn,
)
from tabi.solvers.why import (
    CardMore,
    Changes,
    DrawsShort,
    ItemReady,
    LetterMore,
    OtherReading,
    PawnsApart,
    SuitShort,
)
from tabi.solvers.why.asking import Asker, OutOfTime, Witness
from tabi.spec.rulings import rulings_from
from tabi.spec.solitaire.cards import Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings

DATA: Final = Path(__file__).parents[1] / "data"
ALL: Final[list[JsonValue]] = ["R", "G", "Y", "B", "W"]
STAYS_BEHIND: Final[dict[str, JsonValue]] = {
    "white": 3,
    "blacks": [4, 7],
    "hand": ["R4"],
    "deck": ["R1"],
    "resolved": ALL,
}
ONE_TURN_SHORT: Final[dict[str, JsonValue]] = {
    "white": 5,
    "blacks": [1, 1],
    "hand": ["G1"],
    "deck": ["Y1"],
    "resolved": ALL,
}
WON: Final = {"white": 5, "blacks": [4, 5], "hand": ["G2"], "deck": ["R1"], "resolved": ALL}
APART: Final = {"white": 3, "blacks": [4, 6], "hand": ["R4"], "deck": ["R1"], "resolved": ALL}


def write(name: str, position: object) -> str:
    """A file in the folder of the call with a position; what it does not name is in the discard."""
    assert isinstance(position, dict)
    Path(name).write_text(json.dumps({"discard": ["rest"], **position}), encoding="utf-8")
    return name


def careless(name: str) -> object:
    lines = (DATA / "lost_positions.jsonl").read_text(encoding="utf-8").splitlines()
    return next(one["position"] for one in map(json.loads, lines) if one["id"] == name)


def test_a_lost_position_is_answered_with_its_facts_in_words(tabi: Tabi) -> None:
    called = tabi("why", "--position", write("lost.json", STAYS_BEHIND))
    assert (called.status, called.err) == (0, "")
    lines = called.out.splitlines()
    first = lines.index("It is lost by 3 facts, whatever the rest is.")
    assert lines[first + 1 : first + 4] == [
        "  White stands on day 3.",
        "  A black pawn stands on day 7.",
        "  No letter is in hand.",
    ]
    assert "None can be left out" in called.out and "Proofs of formulas for 1 to 1 turn," in called.out


def test_changes_that_one_line_wins_are_told_together(tabi: Tabi) -> None:
    """No step depends on the card under the deck, so all 28 are one entry; its line has two turns."""
    out = tabi("why", "--position", write("short.json", ONE_TURN_SHORT)).out
    entry = next(line for line in out.splitlines() if "under the deck:" in line)
    assert entry.startswith("  with one of R1, R2, ") and entry.count(",") == 26
    turns = out.split(entry)[1].splitlines()[1:3]
    assert [turn[:12] for turn in turns] == ["    play G1;", "    play Y1;"]


def test_the_json_follows_its_schema_and_its_lines_win(tabi: Tabi) -> None:
    called = tabi("why", "--position", write("lost.json", ONE_TURN_SHORT), "--json")
    assert (called.status, called.err) == (0, "")
    answer = called.json
    jsonschema.validate(answer, WhyDocument.model_json_schema(mode="serialization"))
    assert (answer["lost"], answer["verdict"], answer["by"], answer["minimal"]) == (True, "impossible", "proofs", True)
    assert answer["interrupted"] is False and answer["without_discard"] is False
    document = WhyDocument.model_validate_json(called.out)
    assert document.model_dump(mode="json") == answer and document.changes is not None
    for fact in document.facts:
        assert fact.needed is True and fact.without is not None
        assert_wins(position_of(fact.without.position), fact.without.line)
    won = {one.text: one for one in document.changes if one.verdict == "proved"}
    assert {"with sol.deck-out=clear-check", "with R1 under the deck", "with W6 under the deck"} <= won.keys()
    by_card = won["with R1 under the deck"]
    assert (by_card.kind, by_card.turns, by_card.also) == ("card", 2, None)
    assert_wins(read_position({**ONE_TURN_SHORT, "deck": ["Y1", "R1"], "discard": ["rest"]}), by_card.line)
    otherwise = rulings_from(SolitaireRulings, {"sol.deck-out": "clear-check"})
    by_reading = won["with sol.deck-out=clear-check"].line
    assert_wins(read_position({**ONE_TURN_SHORT, "discard": ["rest"]}), by_reading, otherwise)


def assert_wins(here: Position, line: LineDocument | None, rulings: SolitaireRulings = DEFAULT_RULINGS) -> None:
    """A line wins from a position, by the rules."""
    assert line is not None
    for turn in line:
        for step in turn:
            here = apply(here, step, rulings)
    assert isinstance(here.outcome, Won)


def test_what_a_theorem_reads_is_the_reason(tabi: Tabi) -> None:
    called = tabi("why", "--position", write("apart.json", APART))
    assert called.status == 0
    assert "white stands on day 3, the blacks on 4 and 6, which leaves 6" in called.out
    assert "sol.movement.pawns-meet" in called.out
    answer = tabi("why", "--position", "apart.json", "--json").json
    assert (answer["by"], answer["theorems"], answer["proofs"]) == ("theorems", ["sol.movement.pawns-meet"], [])


def test_a_position_that_is_won_is_answered_no(tabi: Tabi) -> None:
    called = tabi("why", "--position", write("won.json", WON))
    assert called.status == 1
    assert "It is not lost: it can be won." in called.out and "Won in 1 turn" in called.out
    document = WhyDocument.model_validate_json(tabi("why", "--position", "won.json", "--json").out)
    assert (document.lost, document.by, document.changes) == (False, None, None)
    assert_wins(position_of(document.position), document.line)


def test_a_deal_is_named_as_for_solve(tabi: Tabi) -> None:
    answer = tabi("why", "--seed", "7", "--json")
    assert answer.status == 1 and answer.json["lost"] is False
    deal = answer.json["deal"]
    assert isinstance(deal, dict) and deal["id"] == 7
    Path("deals.jsonl").write_text(f"{json.dumps(deal)}\n{json.dumps({**deal, 'id': 8})}\n", encoding="utf-8")
    lines = tabi("why", "--deal", "deals.jsonl").out.splitlines()
    assert len(lines) == 2
    assert all(line.startswith(f"deal {number}: It is not lost") for number, line in zip((7, 8), lines, strict=True))


def test_lost_without_a_proved_reason_is_undecided(tabi: Tabi, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabi.cli.reasoning.would_win", lambda *_: Changes((), has_discard=True))
    amid = {**STAYS_BEHIND, "phase": "blacks", "white": 7, "hand": [], "played": "R4"}
    called = tabi("why", "--position", write("amid.json", amid))
    assert called.status == 3
    assert "it is not proved which facts are the reason" in called.out and "amid" in called.out


def test_an_item_is_a_fact_and_the_items_of_the_game_are_named(tabi: Tabi, monkeypatch: pytest.MonkeyPatch) -> None:
    """White on day 5 has a one, and the map, which would bring it to day 7, has been used."""
    monkeypatch.setattr("tabi.cli.reasoning.would_win", lambda *_: Changes((), has_discard=True))
    small = {"white": 5, "blacks": [4, 5], "hand": ["G1"], "deck": ["R1"], "resolved": ALL}
    name = write("small.json", {**small, "items": {"map": "used", "camera": "ready"}})
    called = tabi("why", "--position", name)
    assert called.status == 0
    assert "  White stands on day 5.\n  G1 is in the hand.\n  The map has been used.\n" in called.out
    assert "1 card in the deck and 1 in hand, camera and map in the game, fixed events nearest" in called.out


def test_what_is_not_known_to_be_lost_is_undecided(tabi: Tabi) -> None:
    called = tabi("why", "--position", write("open.json", careless("careless-2006")), "--budget", "0.00001", "--json")
    assert called.status == 3
    assert (called.json["lost"], called.json["facts"]) == (None, [])


def test_another_reading_is_asked_with_ruling(tabi: Tabi) -> None:
    name = write("short.json", ONE_TURN_SHORT)
    called = tabi("why", "--position", name, "--ruling", "sol.deck-out=clear-check")
    assert called.status == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Nothing says which deal or position is meant"),
        (["--seed", "1", "--budget", "0"], "--budget is 0; it is more than 0."),
        (["--position", "over.json"], "The game is over"),
        (["--seed", "1", "--ruling", "sol.travel=yes"], "There is no ruling 'sol.travel'"),
    ],
)
def test_wrong_input_is_one_sentence(tabi: Tabi, arguments: list[str], said: str) -> None:
    over = {"phase": "over", "white": 7, "blacks": [7, 7], "resolved": ALL, "outcome": {"result": "won", "points": 0}}
    write("over.json", over)
    assert said in tabi("why", *arguments).refused()


def test_ctrl_c_prints_what_is_known(tmp_path: Path) -> None:
    """This one takes minutes, for it has nine cards in the deck: it is interrupted while facts are tried."""
    position = careless("careless-2006")
    (tmp_path / "long.json").write_text(json.dumps(position), encoding="utf-8")
    asked = ("why", "--position", "long.json", "--budget", "600", "--json")
    status, out, _ = interrupted(*asked, cwd=tmp_path, shown=b"without one fact")
    answer = json.loads(out)
    assert status == 130
    assert (answer["lost"], answer["interrupted"], answer["by"], answer["changes"]) == (True, True, None, None)
    assert answer["facts"] and all(fact["needed"] is None for fact in answer["facts"])


def test_a_fact_that_could_not_be_tried_is_not_called_needed(tabi: Tabi, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock runs out whenever white's day is left out."""
    answer = Asker.win_from

    def slow(ask: Asker, facts: Sequence[Fact], seconds: float) -> Witness | None:
        if WhiteOn(3) not in facts:
            raise OutOfTime
        return answer(ask, facts, seconds)

    monkeypatch.setattr(Asker, "win_from", slow)
    document = WhyDocument.model_validate_json(
        tabi("why", "--position", write("lost.json", STAYS_BEHIND), "--json").out
    )
    assert document.minimal is False
    needed = {fact.text: (fact.needed, fact.without is None) for fact in document.facts}
    assert needed["White stands on day 3."] == (None, True)
    assert needed["A black pawn stands on day 7."] == (True, False)
    out = tabi("why", "--position", "lost.json").out
    assert "Time was too short to say of 1 fact whether it could be left out." in out


def test_an_interrupt_is_told_in_words(tabi: Tabi, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*arguments: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("tabi.solvers.why.lost.proofs", stopped)
    called = tabi("why", "--position", write("lost.json", STAYS_BEHIND))
    assert called.status == 130
    assert "Interrupted before the proofs were judged." in called.out
    assert "not proved and not known to be needed" in called.out and "White stands on day 3." in called.out


# Words

FACTS: Final[list[tuple[Fact, str]]] = [
    (DeckCard(1, Card.R4), "R4 is the top card of the deck."),
    (DeckCard(3, Card.R4), "R4 is card 3 of the deck."),
    (HandCard(Card.W1), "W1 is in the hand."),
    (PlacedAt(4, 0, Card.B2), "B2 lies on day 4, nearest the location."),
    (PlacedAt(4, 2, Card.B2), "B2 lies on day 4, third from the location."),
    (NothingAt(2, 0), "No event lies on day 2."),
    (NothingAt(2, 1), "At most one event lies on day 2."),
    (Mark(5, fixed=True), "An event is fixed on day 5."),
    (Mark(5, fixed=False), "No event is fixed on day 5."),
    (SuitState(Suit.G, resolved=True), "The letter G has been won."),
    (SuitState(Suit.G, resolved=False), "The letter G is still to be won."),
    (LettersAtMost(0), "No letter is in hand."),
    (LettersAtMost(1), "At most 1 letter is in hand."),
    (LettersAtMost(2), "At most 2 letters are in hand."),
    (BlackOn(3), "A black pawn stands on day 3."),
    (BlackOn(3, both=True), "Both black pawns stand on day 3."),
    (WhiteOn(7), "White stands on day 7."),
]


@pytest.mark.parametrize(("fact", "words"), FACTS)
def test_each_fact_is_a_sentence(fact: Fact, words: str) -> None:
    assert fact_in_words(fact) == words


def test_each_ground_is_a_sentence_with_its_numbers() -> None:
    draws = DrawsShort(turns=6, letters=5, events=3, refills=6, laps=0, left=3, white=1, total=20)
    assert ground_in_words(draws) == (
        "5 letters are still to be won, for which 3 events must be placed: that takes 6 turns or more and 6 refills, "
        "and only 3 cards can still be drawn."
    )
    laps = DrawsShort(turns=1, letters=0, events=0, refills=1, laps=1, left=0, white=7, total=6)
    assert ground_in_words(laps) == (
        "All letters are won: that takes 1 turn or more and 1 refill and 1 lap (white, on day 7, goes 6 days or more "
        "with the smallest numbers that are left), and no card can still be drawn."
    )
    assert ground_in_words(SuitShort(Suit.W, 3, (Card.W2,))) == (
        "The letter W lacks 3 events, and hand and deck have only W2 of its cards."
    )
    assert "have none of its cards" in ground_in_words(SuitShort(Suit.W, 1, ()))
    assert "on day 3, the blacks on 4 and 6, which leaves 6" in ground_in_words(PawnsApart(3, (4, 6), 6))


def test_changes_in_words_name_one_of_many() -> None:
    changes = (LetterMore(), ItemReady(Item.MAP, Item.CAMERA), ItemReady(Item.TENT, Item.CAMERA))
    cards = (CardMore(Card.R1), CardMore(Card.R2))
    assert changes_in_words([*changes, OtherReading("sol.refill", "to-four"), *cards]) == (
        "with one letter more in hand, or with one of the map and the tent ready, or with sol.refill=to-four, "
        "or with one of R1 and R2 under the deck"
    )
    assert change_in_words(changes[1]) == "with the map ready (and the camera used, since a game has two items)"
    assert change_in_words(ItemReady(Item.TENT)) == "with the tent ready"
