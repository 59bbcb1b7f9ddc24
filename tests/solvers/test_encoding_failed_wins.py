"""Wins where a failed draw may win: formulas against looking at everything, and what a "no" rests on then."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Final

import pytest

from solvers.failed_draws import CLEAR_CHECK, home, late
from solvers.lost_by_hand import CARELESS, one_turn_short
from solvers.wins import shortest_win, won_in
from tabi.rules import solitaire
from tabi.rules.certificates import CnfProof, Valid
from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import excluded, most_turns, turns_to_go
from tabi.rules.solitaire.game import read_position
from tabi.rules.solitaire.position import evolve
from tabi.solvers import Budget, Impossible, Proved, Undecided, solve
from tabi.solvers.cnfproof import check_cnf_proof
from tabi.solvers.encoding import why_unproved
from tabi.solvers.verdict import EngineName, Goal
from tabi.spec.solitaire import Item
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, EmptyHand, SolitaireRulings
from tabi.spec.solitaire.steps import DrawRefill, Radio

FUZZ = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
GAMES = 6_000 if FUZZ else 260
PAIRS = ((), *combinations(Item, 2))
LONG: Final = Budget(seconds=120.0)


def games(count: int) -> Iterator[tuple[Position, int]]:
    """Late positions that no theorem excludes, the most turns of a win with each: one in three has no items."""
    for seed in range(count):
        random = Random(f"win {seed}")
        start = late(random, PAIRS[seed % len(PAIRS)] if seed % 3 else ())
        if seed % 3 == 2:
            one, other = sorted((random.randint(1, 7), random.randint(1, 7)))
            start = evolve(start, white=random.randint(1, 7), blacks=(one, other))
        most = most_turns(start, CLEAR_CHECK)
        if excluded(start, CLEAR_CHECK) is None and most is not None:
            yield start, most


def test_formulas_agree_with_looking_at_everything() -> None:
    """In every number of turns up to the horizon, with all counters; many are won by a failed draw alone."""
    seen = Counter[object]()
    for start, most in games(GAMES):
        fewest = shortest_win(start, most, 4_000, CLEAR_CHECK)
        if fewest == 0:
            continue
        numbers = range(turns_to_go(start), most + 1)
        found = next((turns for turns in numbers if won_in(start, turns, CLEAR_CHECK)), None)
        assert found == fewest, solitaire.format_position(start)
        by_draw = fewest is not None and shortest_win(start, most, 4_000, DEFAULT_RULINGS) is None
        seen.update([found, ("by a failed draw", bool(start.ready or start.used))] if by_draw else [found])
    decided = sum(count for key, count in seen.items() if not isinstance(key, tuple))
    assert decided >= GAMES / 3 and seen[None] >= GAMES / 10 and seen[1] >= GAMES / 10, seen
    assert seen["by a failed draw", True] >= 10 and seen["by a failed draw", False] >= 8, seen


# What is proved


def lost_games(count: int) -> Iterator[Position]:
    """Lost positions whose horizon leaves formulas a number of turns, each with other items."""
    met = set[tuple[Item, ...]]()
    for start, most in games(600):
        items = tuple(sorted({*start.ready, *start.used}))
        if items not in met and shortest_win(start, most, 4_000, CLEAR_CHECK) is None:
            met.add(items)
            yield start
        if len(met) == count:
            return


def test_lost_games_have_proofs_that_hold() -> None:
    for start in lost_games(6):
        verdict = solve(start, rulings=CLEAR_CHECK, budget=LONG, engine="sat")
        assert isinstance(verdict, Impossible), solitaire.format_position(start)
        assert isinstance(verdict.certificate, CnfProof)
        assert isinstance(check_cnf_proof(verdict.certificate), Valid)
        assert "sol.encoding.moments" in verdict.theorems


def test_the_shortest_win_by_a_failed_draw_is_proved() -> None:
    """Two ones bring white from day 5 to day 7 and both blacks from day 1 there; the second refill finds no card.

    One turn is excluded by a formula: after it white stands on day 6.
    """
    verdict = solve(one_turn_short(), rulings=CLEAR_CHECK, goal=Goal.TURNS, budget=LONG, engine="sat")
    assert isinstance(verdict, Proved)
    assert len(verdict.line) == 2 and isinstance(verdict.line[1][-1], DrawRefill)
    assert isinstance(verdict.bound, CnfProof) and isinstance(check_cnf_proof(verdict.bound), Valid)


@pytest.mark.parametrize(
    ("name", "is_won"),
    [
        *((f"careless-{number}", True) for number in (2000, 2005, 2077, 2257)),
        *((f"careless-{number}", False) for number in (2016, 2082, 2120, 2251)),
    ],
)
def test_games_lost_by_careless_play_are_won_by_a_failed_draw_or_not(name: str, is_won: bool) -> None:
    """Where a failed draw loses all of them are lost; the search through the rules and the formulas say the same."""
    engines: tuple[EngineName, ...] = ("search", "sat")
    for engine in engines:
        verdict = solve(read_position(CARELESS[name]), rulings=CLEAR_CHECK, budget=LONG, engine=engine)
        assert isinstance(verdict, Proved if is_won else Impossible), (engine, verdict)


@pytest.mark.parametrize("engine", ["sat", "z3", "auto"])
def test_every_engine_wins_by_a_failed_draw(engine: EngineName) -> None:
    """R4 leads white from day 3 to day 7, where the blacks stand, and must leave; the radio lacks a card."""
    start = home(blacks=[7, 7], deck=["Y1", "Y2"], items={"tent": "ready", "radio": "ready"})
    verdict = solve(start, rulings=CLEAR_CHECK, budget=LONG, engine=engine)
    assert isinstance(verdict, Proved)
    assert [type(step) for step in verdict.line[0]][-1] is Radio


def test_a_no_is_said_where_its_theorems_speak_of_failed_draws() -> None:
    """Without items and with them; where letters may not wait it is undecided, as under the other reading."""
    plain, both = home(blacks=[4, 7]), home(blacks=[4, 7], items={"radio": "ready", "tent": "ready"})
    assert why_unproved(plain, CLEAR_CHECK) is None
    assert why_unproved(both, CLEAR_CHECK) is None
    lose = SolitaireRulings(deck_out=CLEAR_CHECK.deck_out, empty_hand=EmptyHand.LOSE)
    assert "sol.encoding.moments" in str(why_unproved(plain, lose))
    assert isinstance(solve(plain, rulings=lose, budget=LONG, engine="sat"), Undecided)
