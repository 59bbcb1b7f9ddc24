"""The theorems about the pawns' company hold, and they are those that the checker accepts by name."""

from __future__ import annotations

from itertools import combinations

import pytest

from proofs.holding import assert_holds, of_modules
from tabi.proofs import Theorem, theorems
from tabi.rules.game import games
from tabi.rules.solitaire import start
from tabi.rules.solitaire.company import COMPANY, applies
from tabi.rules.solitaire.position import evolve
from tabi.spec.rulings import readings_of, ruling_id, rulings_from
from tabi.spec.solitaire import CARDS, Deal, Item, SolitaireRulings
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

BY_ID = {theorem.id: theorem for theorem in theorems}


@pytest.mark.parametrize("theorem", of_modules("company"), ids=lambda theorem: theorem.id)
def test_a_theorem_holds(theorem: Theorem) -> None:
    assert_holds(theorem)


def test_every_bound_on_points_that_the_checker_accepts_is_a_theorem() -> None:
    for game in games().values():
        assert all(bound in BY_ID for bound in game.points_bounds), game.name


def test_the_bound_is_claimed_where_its_theorem_holds_and_nowhere_else() -> None:
    """For each pair of items and each reading of every point, in a position with few draws left."""
    model = SolitaireRulings
    single = [rulings_from(model, {ruling_id(model, field): one}) for field in model.model_fields
              for one in readings_of(model, field)]  # fmt: skip
    for pair in ((), *combinations(Item, 2)):
        late = evolve(start(Deal(deck=CARDS, bay_road_day=1, items=pair)), deck=CARDS[-3:])
        for rulings in (DEFAULT_RULINGS, *single):
            assert applies(late, rulings) is BY_ID[COMPANY].holds_for(rulings, pair), (pair, rulings)
