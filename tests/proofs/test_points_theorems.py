"""The theorems about further points hold, and say of which games they speak."""

from __future__ import annotations

from itertools import combinations

import pytest

from proofs.holding import assert_holds, of_modules
from tabi.proofs import Theorem, theorems
from tabi.rules.solitaire.points import GOING
from tabi.spec.solitaire import Item, SolitaireRulings
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, EmptyHand, PastSeven

OF_POINTS = of_modules("points", "points_numbers", "points_turns")
BY_ID = {theorem.id: theorem for theorem in theorems}


@pytest.mark.parametrize("theorem", OF_POINTS, ids=lambda theorem: theorem.id)
def test_a_theorem_holds_within_its_clock(theorem: Theorem) -> None:
    assert_holds(theorem)


def test_the_bound_speaks_of_every_game() -> None:
    going = BY_ID[GOING]
    assert all(going.holds_for(DEFAULT_RULINGS, pair) for pair in combinations(Item, 2))
    assert going.holds_for(SolitaireRulings(empty_hand=EmptyHand.SKIP, past_seven=PastSeven.STOP_AT_ONE), ())


def test_what_holds_in_some_games_only_is_taken_in_these() -> None:
    """`visits_of_a_day` and `threes_of` count every turn where their theorems do not hold."""
    visits, threes = BY_ID["sol.movement.visits"], BY_ID["sol.movement.threes"]
    assert not visits.holds_for(DEFAULT_RULINGS, (Item.MAP, Item.TENT))
    assert not visits.holds_for(SolitaireRulings(empty_hand=EmptyHand.SKIP), ())
    assert visits.holds_for(SolitaireRulings(past_seven=PastSeven.STOP_AT_ONE), (Item.LANTERN, Item.TENT))
    assert not threes.holds_for(SolitaireRulings(past_seven=PastSeven.STOP_AT_ONE), ())
    assert not threes.holds_for(DEFAULT_RULINGS, (Item.LANTERN, Item.TENT))
    assert threes.holds_for(DEFAULT_RULINGS, (Item.CAMERA, Item.BACKPACK))
