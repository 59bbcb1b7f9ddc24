"""Lost games of full size: search, SAT and Z3 agree on each, and each "no" has evidence that holds.

The positions in `tests/data/lost_positions.jsonl` come from careless play: a winning line up to some turn, then a few
turns at random; no theorem excludes a win there at once. The others are the starts of reference deals whose deck is cut
short. Those with items are late positions at random, lost and won: formulas agree with looking at everything.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from solvers.test_encoding_items import PAIRS, late
from solvers.wins import shortest_win, won_in
from tabi.rules import solitaire
from tabi.rules.certificates import CnfProof, Valid, check
from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import excluded, most_turns, turns_to_go
from tabi.rules.solitaire.game import read_position
from tabi.solvers import Budget, Impossible, solve
from tabi.solvers.cnfproof import check_cnf_proof
from tabi.solvers.encoding import Engine, Unsat, decide
from tabi.solvers.verdict import EngineName
from tabi.spec.solitaire import Deal, Item
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

DATA: Final = Path(__file__).parents[1] / "data"
CARELESS: Final = {
    document["id"]: document["position"]
    for document in map(json.loads, (DATA / "lost_positions.jsonl").read_text(encoding="utf-8").splitlines())
}
FOR_EVERY_ENGINE: Final = ("careless-2000", "careless-2016", "careless-2119", "careless-2174", "careless-2251")
CUT: Final = (0, 1, 2)
"""Reference deals whose decks are cut to nineteen cards: excluded by theorems, and by the formulas alone."""
PATIENCE: Final = Budget(seconds=300.0)
LATE: Final = (*range(105), 105, 113, 141, 150, 165, 185, 200, 241, 246, 292, 308, 311, 322)
"""The seeds of late positions: seven with each pair of items, and some for which the items matter."""
MANY: Final = 4_000
"""Positions with more to look through are left out."""


def cut(number: int, cards: int) -> Position:
    """The start of a reference deal whose deck has only its first cards; the others are in the discard."""
    line = (DATA / "reference_deals.jsonl").read_text(encoding="utf-8").splitlines()[number]
    start = solitaire.start(Deal.model_validate(json.loads(line)))
    fields = {name: getattr(start, name) for name in ("bay_road_day", "white", "blacks", "hand")}
    return Position.checked(**fields, deck=start.deck[:cards], discard=start.deck[cards:])


def assert_lost(position: Position, engine: EngineName) -> None:
    """The engine says impossible, and its evidence holds for whoever checks it."""
    verdict = solve(position, budget=PATIENCE, engine=engine)
    assert isinstance(verdict, Impossible), verdict
    certificate = verdict.certificate
    valid = check_cnf_proof(certificate) if isinstance(certificate, CnfProof) else check(certificate)
    assert isinstance(valid, Valid), valid


@pytest.mark.parametrize("name", CARELESS)
def test_careless_play_is_lost_to_search_and_formulas(name: str) -> None:
    position = read_position(CARELESS[name])
    assert excluded(position, DEFAULT_RULINGS) is None
    assert_lost(position, "auto")
    horizon = most_turns(position, DEFAULT_RULINGS)
    assert horizon is not None
    assert isinstance(decide(position, horizon, "sat", PATIENCE.seconds), Unsat)


@pytest.mark.parametrize("engine", ["search", "sat", "z3"])
@pytest.mark.parametrize("name", FOR_EVERY_ENGINE)
def test_every_engine_alone_says_no_with_evidence(name: str, engine: EngineName) -> None:
    assert_lost(read_position(CARELESS[name]), engine)


@pytest.mark.parametrize("engine", ["sat", "z3"])
@pytest.mark.parametrize("number", CUT)
def test_a_deck_cut_short_is_lost_by_theorem_and_by_formula(number: int, engine: Engine) -> None:
    start = cut(number, 19)
    assert turns_to_go(start) == 16
    assert excluded(start, DEFAULT_RULINGS) is not None
    assert isinstance(decide(start, 16, engine, PATIENCE.seconds), Unsat)


# With items


def late_with_items() -> Iterator[tuple[Position, int, int | None]]:
    """Late positions that no theorem excludes, the most turns left by one, and the fewest that win by the rules."""
    for seed in LATE:
        start = late(Random(seed), PAIRS[seed % len(PAIRS)])
        horizon = most_turns(start, DEFAULT_RULINGS)
        if horizon is not None and (fewest := shortest_win(start, horizon, MANY)) != 0:
            yield start, horizon, fewest


def test_formulas_with_items_agree_with_looking_at_everything() -> None:
    """In every number of turns up to the horizon, so that a "no" is one of the game."""
    seen = Counter[int | None]()
    for start, horizon, fewest in late_with_items():
        numbers = range(turns_to_go(start), horizon + 1)
        found = next((turns for turns in numbers if won_in(start, turns)), None)
        assert found == fewest, solitaire.format_position(start)
        seen[fewest] += 1
    assert seen[None] >= 40, seen
    assert all(seen[turns] for turns in (1, 2, 3)), seen


def test_lost_games_with_items_have_proofs() -> None:
    """A position lost with each item, whose formulas' proofs hold for whoever checks them."""
    proved = set[Item]()
    for start, _, fewest in late_with_items():
        items = {*start.ready, *start.used}
        if fewest is None and not items <= proved:
            assert_lost(start, "sat")
            proved |= items
        if proved == set(Item):
            break
    assert proved == set(Item)
