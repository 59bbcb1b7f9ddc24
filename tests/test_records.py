"""Records and certificates: replayed and closed by the rules alone; every doctored one is refused with its place."""

from __future__ import annotations

from copy import deepcopy
from itertools import islice
from typing import Any

import pytest

from tabi.rules import solitaire
from tabi.rules.certificates import ClosedSet, Valid, check, read_certificate
from tabi.rules.game import game_named
from tabi.rules.records import Claim, Fault, MalformedRecord, Record, by_turns, record_of
from tabi.rules.solitaire.game import GAME, read_position, write_position
from tabi.spec.solitaire import SolitaireRulings

Json = dict[str, Any]  # Any: JSON that the tests doctor

# Two turns by hand, all suits resolved. Turn 3: a red 1 brings white from 5 to 6, the blacks go 6 together: 4 > 1 and
# 6 > 1. Turn 4: a green 1 brings white to 7, where no event can lie; the blacks go 6: twice 1 > 4. Nothing is won.
START: Json = {
    "white": 5,
    "blacks": [6, 4],
    "hand": ["R1", "G1", "Y6", "B6"],
    "deck": ["W1", "W2"],
    "discard": ["rest"],
    "resolved": ["R", "G", "Y", "B", "W"],
    "turn": 3,
}
TURNS = [
    ["play R1", "blacks 4+4 6+2", "place", "refill", "points R", "resolve", "trim"],
    ["play G1", "blacks 1+3 1+3", "place", "refill", "resolve", "trim"],
]
# One turn from a win: a 2 brings white from 5 to 7, and the blacks go 5 together: 5 > 7 and 4 > 7.
WIN: Json = {**START, "white": 5, "blacks": [5, 4], "hand": ["R2"], "deck": ["W1"], "points": 12}
WINNING = [["play R2", "blacks 4+3 5+2", "place", "refill", "resolve", "trim"]]
# Lost for certain: the deck is empty, so whatever is played the refill fails.
DEAD: Json = {**START, "deck": [], "hand": ["R1", "G2"], "letters": 1, "columns": {"2": ["W1", "W2"]}}


def line(position: Json, turns: list[list[str]], claim: Json) -> Json:
    document = {"kind": "line", "game": "solitaire", "position": position, "turns": turns, "claim": claim}
    return deepcopy(document)


def checked(document: Json) -> Valid | Fault:
    return check(Record.model_validate(document))


def test_a_line_that_wins_is_valid_and_says_what_it_shows() -> None:
    valid = checked(line(WIN, WINNING, {"outcome": "won 12", "turns": 1, "points": 12}))
    assert isinstance(valid, Valid)
    assert valid.shows == "1 turns, 6 steps, all legal: won 12."


def test_a_game_under_way_is_a_record() -> None:
    valid = checked({"game": "solitaire", "position": START, "turns": TURNS})
    assert isinstance(valid, Valid)
    assert valid.shows == "2 turns, 13 steps, all legal: the game is still under way."


@pytest.mark.parametrize(
    ("claim", "where"),
    [
        ({"outcome": "won 13"}, "claim, outcome"),
        ({"outcome": "lost refill-draw"}, "claim, outcome"),
        ({"turns": 2}, "claim, turns"),
        ({"points": 13}, "claim, points"),
        ({}, "claim"),
    ],
)
def test_a_claim_that_does_not_come_out_is_refuted(claim: Json, where: str) -> None:
    fault = checked(line(WIN, WINNING, claim))
    assert isinstance(fault, Fault)
    assert fault.where == where


def test_an_illegal_step_names_its_place_its_reason_and_its_clause() -> None:
    turns = deepcopy(TURNS)
    turns[1][1] = "blacks 1+3 1+4"
    fault = checked(line(START, turns, {"turns": 2}))
    assert isinstance(fault, Fault)
    assert fault.where == "turn 2, step 2"
    assert fault.violation is not None
    assert (fault.violation.code, fault.violation.clause) == ("blacks-total", "sol.movement.blacks-total")


def test_steps_in_the_wrong_turn_are_refused() -> None:
    fault = checked(line(START, [TURNS[0] + TURNS[1][:1], TURNS[1][1:]], {"turns": 2}))
    assert isinstance(fault, Fault)
    assert fault.where == "turn 1, step 8"


def test_an_empty_turn_is_refused() -> None:
    fault = checked(line(START, [*TURNS, []], {"turns": 3}))
    assert isinstance(fault, Fault)
    assert fault.where == "turn 3"


def test_every_single_step_left_out_is_noticed() -> None:
    for turn, steps in enumerate(TURNS):
        for number in range(len(steps)):
            turns = deepcopy(TURNS)
            del turns[turn][number]
            last = (turn, number) == (1, 5)
            assert isinstance(checked(line(START, turns, {"turns": 2, "outcome": "none"})), Valid if last else Fault)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'; the games are solitaire, trip."),
        ({"rulings": {"sol.x": "y"}}, "There is no ruling 'sol.x'; "),
        ({"position": None}, "A record begins with either a deal or a position."),
        ({"position": {"white": 9}}, "White stands on day 9; the days are 1 to 7."),
        ({"turns": [["jump"]]}, "turn 1, step 1: 'jump' is not a step; "),
    ],
)
def test_a_record_that_cannot_be_read_gets_a_sentence(change: Json, sentence: str) -> None:
    with pytest.raises(MalformedRecord) as raised:
        checked({**line(WIN, WINNING, {"turns": 1}), **change})
    assert str(raised.value).startswith(sentence)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"kind": "line"}', '{"kind": "other", "game": "solitaire"}', "\x00"])
def test_a_text_that_is_no_certificate_or_cut_short_gets_a_sentence(text: str) -> None:
    with pytest.raises(MalformedRecord, match=r"This is not a certificate or record: .*; accepted is"):
        read_certificate(text)


def test_what_is_wrong_in_a_certificate_is_told_in_words_of_documents() -> None:
    said = {
        '{"kind": "line"}': "record: line, game: the key is missing; accepted is",
        '{"kind": "other"}': "there is no kind 'other'; accepted: line, record, closed-set, valued-set, cnf-proof; acc",
        "{}": "the key kind is missing; accepted is",
        '{"kind": "closed-set", "game": 5}': "closed-set, game: this is not a text; accepted is",
    }
    for text, words in said.items():
        with pytest.raises(MalformedRecord) as raised:
            read_certificate(text)
        assert words in str(raised.value)


def test_every_cut_of_a_certificate_is_refused() -> None:
    text = Record.model_validate(line(WIN, WINNING, {"turns": 1})).model_dump_json()
    assert isinstance(read_certificate(text), Record)
    for length in range(len(text)):
        with pytest.raises(MalformedRecord):
            read_certificate(text[:length])


def test_a_record_is_made_from_played_steps_and_read_back() -> None:
    rulings = SolitaireRulings()
    start = read_position(START)
    turns = by_turns(GAME, start, [solitaire.parse_step(text) for turn in TURNS for text in turn], rulings)
    record = record_of(GAME, ("position", write_position(start)), turns, {}, Claim(turns=2))
    again = read_certificate(record.model_dump_json())
    assert again == record
    assert isinstance(check(again), Valid)


def reachable(start: Json) -> ClosedSet:
    """The closed set of a position, by plain breadth-first search."""
    begin = read_position(start).key
    seen, queue = {begin}, [begin]
    for position in queue:
        for step in islice(solitaire.legal_steps(position), 10_000):
            after = solitaire.apply(position, step).key
            if after.outcome is None and after not in seen:
                seen.add(after)
                queue.append(after)
    return ClosedSet(game="solitaire", position=start, positions=tuple(map(solitaire.format_position, queue)))


def test_a_closed_set_proves_that_there_is_no_win() -> None:
    certificate = reachable(DEAD)
    valid = check(certificate)
    assert isinstance(valid, Valid)
    assert valid.shows == f"No win: {len(certificate.positions)} positions, closed under every step."
    assert read_certificate(certificate.model_dump_json()) == certificate


def test_a_closed_set_from_which_any_position_is_dropped_is_refuted() -> None:
    certificate = reachable(DEAD)
    assert len(certificate.positions) > 100
    for number in range(len(certificate.positions)):
        rest = certificate.positions[:number] + certificate.positions[number + 1 :]
        fault = check(certificate.model_copy(update={"positions": rest}))
        assert isinstance(fault, Fault)
        assert ("beginning" in fault.message) is (number == 0)


def test_a_closed_set_with_a_win_in_it_is_refuted() -> None:
    fault = check(reachable(WIN))
    assert isinstance(fault, Fault)
    assert fault.message.startswith("The step trim wins.")


def test_a_closed_set_for_another_ruling_or_beginning_is_refuted() -> None:
    # Where a pawn that passes day 7 stops on day 1, blacks 4+2 6+3 leads to days 1 and 6, which no ring move of 5 does.
    certificate = reachable(DEAD)
    other = check(certificate.model_copy(update={"rulings": {"sol.past-seven": "stop-at-one"}}))
    assert isinstance(other, Fault)
    assert other.message.endswith("leads out of the set.")
    elsewhere = check(certificate.model_copy(update={"position": {**DEAD, "white": 6}}))
    assert isinstance(elsewhere, Fault)
    assert elsewhere.message == "The beginning is not among them."


def leaning(position: Json, *bounds: str) -> ClosedSet:
    """A closed set without positions: all of it rests on bounds."""
    return ClosedSet(game="solitaire", position=position, bounds=bounds, positions=())


def test_a_bound_is_accepted_by_its_name_where_it_excludes_a_win_and_not_elsewhere() -> None:
    # The deck of DEAD is empty, so the refill of its turn fails; every suit is resolved, so their cards say nothing.
    valid = check(leaning(DEAD, "sol.ending.deck-to-go"))
    assert isinstance(valid, Valid)
    assert "sol.ending.deck-to-go" in valid.trusts
    for certificate in (leaning(DEAD, "sol.ending.suits-in-reach"), leaning(WIN, "sol.ending.deck-to-go")):
        fault = check(certificate)
        assert isinstance(fault, Fault)
        assert fault.message == "The beginning is not among them."


def test_a_bound_that_nobody_proved_is_refused() -> None:
    with pytest.raises(MalformedRecord, match=r"There is no bound 'sol\.ending\.wishes'; the bounds are sol\."):
        check(leaning(DEAD, "sol.ending.wishes"))
    with pytest.raises(ValueError, match="a closed set has positions, or names the bound"):
        leaning(DEAD)


def test_a_closed_set_never_holds_where_chance_comes_next() -> None:
    """Before the cards are revealed a game of the trip lists no step, which does not mean that nothing can follow."""
    deal: Json = {"edition": "river-demo", "players": 2, "goal": "parks"}
    game = game_named("trip")
    start = game.start(deal)
    closed = ClosedSet(game="trip", deal=deal, positions=(game.format_position(game.key(start)),))
    fault = check(closed)
    assert isinstance(fault, Fault)
    assert (fault.where, fault.message) == (
        "position 1",
        "Chance comes next, and no legal step says what it may bring.",
    )
