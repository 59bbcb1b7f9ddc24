"""Why games are lost where a draw that fails may win: facts leave no such win either."""

from __future__ import annotations

from random import Random

import pytest

from solvers.failed_draws import CLEAR_CHECK, home, late
from solvers.lost_by_hand import CARELESS, PATIENCE, assert_explained, by_facts, is_won
from solvers.test_encoding_items import PAIRS
from tabi.rules.solitaire.bounds import draws_left
from tabi.rules.solitaire.game import read_position
from tabi.solvers.encoding import Sat, decide
from tabi.solvers.encoding.facts import BlackOn, LettersAtMost, WhiteOn, facts_of
from tabi.solvers.why.asking import asker, horizon
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS
from tabi.spec.solitaire.steps import Trim


def test_a_turn_whose_refill_fails_is_among_those_asked_about() -> None:
    """The deck is empty: the one turn left ends at its refill, and wins there with all pawns on day 7. White asks for a
    four, which leaves each black a step at least, and one stands on day 7. A letter wins, which takes it to day 6."""
    start = home(blacks=[4, 7])
    assert (horizon(start, DEFAULT_RULINGS), horizon(start, CLEAR_CHECK)) == (0, 1)
    why = by_facts(start, CLEAR_CHECK)
    assert why.facts == (LettersAtMost(0), BlackOn(7), WhiteOn(3))
    assert_explained(start, why, 1, CLEAR_CHECK)
    assert not any(isinstance(step, Trim) for one in why.needed if one.witness for step in one.witness.line)


@pytest.mark.parametrize("name", ["careless-2119", "careless-2208"])
def test_careless_games_are_lost_by_facts_of_which_each_is_needed(name: str) -> None:
    start = read_position(CARELESS[name])
    assert_explained(start, by_facts(start, CLEAR_CHECK), draws_left(start) + 1, CLEAR_CHECK)


def test_an_open_start_with_all_facts_said_is_decided_as_a_formula_of_that_start_is() -> None:
    """Late positions with and without items: some are lost, some won, some of these by a draw that fails alone."""
    seen = list[str]()
    for seed in range(40):
        start = late(Random(f"why {seed}"), (*PAIRS, ())[seed % (len(PAIRS) + 1)])
        decision = decide(start, horizon(start, CLEAR_CHECK), "sat", PATIENCE, CLEAR_CHECK)
        with asker(start, CLEAR_CHECK, PATIENCE) as ask:
            witness = ask.win_from(facts_of(start), PATIENCE)
        assert isinstance(decision, Sat) == (witness is not None)
        if witness is not None:
            assert witness.position == start.key and is_won(start, witness.line, CLEAR_CHECK)
        seen.append("lost" if witness is None else "won" if isinstance(witness.line[-1], Trim) else "by a failed draw")
    assert set(seen) == {"lost", "won", "by a failed draw"}
