"""Why games with items are lost: an item that is used up is a fact as others are."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from solvers.lost_by_hand import CARELESS, PATIENCE, assert_explained, by_facts, is_won, position
from solvers.test_encoding_items import PAIRS, late
from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import draws_left
from tabi.rules.solitaire.game import read_position
from tabi.solvers.encoding import Disagreement, Sat, decide
from tabi.solvers.encoding.facts import (
    BlackOn,
    HandCard,
    ItemState,
    LettersAtMost,
    WhiteOn,
    facts_of,
    has_frame_of,
)
from tabi.solvers.why import legal, rechecking
from tabi.solvers.why.asking import asker
from tabi.spec.solitaire.cards import CARDS, Card
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS
from tabi.spec.solitaire.steps import Backpack, MapStep, Play

LATE: Final = (2, 10, 23, 25, 30, 38, 49, 59)
"""Seeds of late positions that are lost, no theorem excludes and few cards are left in; each item is in one of them."""


def too_small(**items: str) -> Position:
    """White on day 5 has a one, so it comes to day 6, and with the map to day 7."""
    return position(white=5, blacks=[4, 5], hand=["G1"], deck=["R1"], items=items)


def test_a_used_map_is_a_reason() -> None:
    """Any letters and blacks lose with it used: white comes to day 6, and one turn is left. With the map ready the
    blacks on 4 and 4 would win; a two wins, and so does a one from day 6. The camera changes nothing there."""
    start = too_small(map="used", camera="ready")
    why = by_facts(start)
    assert why.facts == (ItemState(Item.MAP, False), HandCard(Card.G1), WhiteOn(5))
    assert_explained(start, why, draws_left(start))
    (without_map,) = [one.witness for one in why.needed if one.fact == ItemState(Item.MAP, False)]
    assert without_map is not None and Item.MAP in without_map.position.ready
    assert any(isinstance(step, MapStep) for step in without_map.line)


def test_a_ready_map_is_none_where_the_blacks_cannot_follow() -> None:
    """A one leaves the blacks six steps, map or not, and from 4 and 5 they lack five, wherever white stands."""
    why = by_facts(too_small(map="ready", camera="ready"))
    assert ItemState(Item.MAP, True) not in why.facts
    assert why.facts == (LettersAtMost(0), HandCard(Card.G1), BlackOn(4), BlackOn(5))


@pytest.mark.parametrize("seed", LATE)
def test_late_games_with_items_are_lost_by_facts_of_which_each_is_needed(seed: int) -> None:
    start = late(Random(seed), PAIRS[seed % len(PAIRS)])
    assert_explained(start, by_facts(start), draws_left(start))


def test_the_late_games_have_every_item() -> None:
    assert {item for seed in LATE for item in PAIRS[seed % len(PAIRS)]} == set(Item)


def test_a_careless_game_with_a_radio_is_lost_by_facts() -> None:
    """Green makes the radio ready again, and that asks for its letter to be open."""
    start = read_position(CARELESS["careless-2218"])
    assert Item.RADIO in start.ready
    assert_explained(start, by_facts(start), draws_left(start))


def test_an_open_start_with_all_facts_said_is_decided_as_a_formula_of_that_start_is() -> None:
    """Random positions near late ones, with their items ready or used: some are won, some are not."""
    chance, seen = Random(7), list[bool]()
    for number in range(24):
        near = late(Random(LATE[number % len(LATE)]), PAIRS[LATE[number % len(LATE)] % len(PAIRS)])
        start = rechecking.random_position(near, (), (0.95, 0.8)[number % 2], chance)
        assert has_frame_of(start, near)
        decision = decide(start, len(start.deck) + 1, "sat", PATIENCE)
        with asker(start, DEFAULT_RULINGS, PATIENCE) as ask:
            witness = ask.win_from(facts_of(start), PATIENCE)
        assert isinstance(decision, Sat) == (witness is not None)
        seen.append(witness is not None)
    assert set(seen) == {True, False}


def test_a_backpack_brings_an_event_beside_the_one_that_is_placed() -> None:
    """Red lacks two events, and one turn is left before the last: R1 is placed and R5 comes out of the backpack. A
    formula that counts one event a turn, as without a backpack, has no such win."""
    start = position(
        white=5,
        blacks=[4, 7],
        columns={"1": ["R6", "Y2"], "2": ["G6", "Y1"], "6": ["G3", "G2"]},
        deck=["R5", "W4"],
        hand=["R1", "R2", "W1", "W6"],
        items={"map": "used", "backpack": "ready"},
        resolved=["G", "Y", "B", "W"],
        letters=2,
    )
    with asker(start, DEFAULT_RULINGS, PATIENCE) as ask:
        witness = ask.win_from(facts_of(start), PATIENCE)
    assert witness is not None and witness.position == start.key
    assert is_won(start, witness.line)
    assert sum(isinstance(step, Play) for step in witness.line) == 2
    assert any(isinstance(step, Backpack) for step in witness.line)


def test_a_formula_whose_discard_has_a_card_twice_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the tent the discard is followed, and what a model has there is what lies nowhere else."""
    start = position(white=5, blacks=[4, 5], hand=["G1"], deck=["R1"], items={"tent": "ready", "map": "used"})
    with asker(start, DEFAULT_RULINGS, PATIENCE) as ask:
        assert ask.win_from([WhiteOn(5)], PATIENCE) is not None
    monkeypatch.setattr(legal, "_places", lambda *_: [()] * len(CARDS))
    with asker(start, DEFAULT_RULINGS, PATIENCE) as ask, pytest.raises(Disagreement):
        ask.win_from([WhiteOn(5)], PATIENCE)
