"""Small lost positions that can be counted by hand, and the lost positions of careless play."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tabi.rules.solitaire import Position, Won, apply
from tabi.rules.solitaire.game import read_position
from tabi.solvers.encoding.facts import has_frame_of, is_true_of
from tabi.solvers.why import ByFacts, rechecking, why_lost
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings
from tabi.spec.solitaire.steps import Step

DATA: Final = Path(__file__).parents[1] / "data"
CARELESS: Final = {
    document["id"]: document["position"]
    for document in map(json.loads, (DATA / "lost_positions.jsonl").read_text(encoding="utf-8").splitlines())
}
PATIENCE: Final = 300.0
ALL: Final = ["R", "G", "Y", "B", "W"]


def position(**fields: object) -> Position:
    """A position as a file has it; cards that are not named are in the discard."""
    return read_position(json.loads(json.dumps({"discard": ["rest"], "resolved": ALL, **fields})))


def stays_behind() -> Position:
    """White comes to day 7 with R4, and the black pawn on day 7 leaves it, for each black goes one of three steps."""
    return position(white=3, blacks=[4, 7], hand=["R4"], deck=["R1"])


def too_small() -> Position:
    """White on day 5 asks for a two and has a one."""
    return position(white=5, blacks=[4, 5], hand=["G1"], deck=["R1"])


def one_turn_short() -> Position:
    """Two ones bring white from day 5 to day 7 and both blacks from day 1 there: two turns, and one card to draw."""
    return position(white=5, blacks=[1, 1], hand=["G1"], deck=["Y1"])


def is_won(start: Position, line: Sequence[Step], rulings: SolitaireRulings = DEFAULT_RULINGS) -> bool:
    """Whether a line wins, played through the rules."""
    for step in line:
        start = apply(start, step, rulings)
    return isinstance(start.outcome, Won)


def by_facts(start: Position, rulings: SolitaireRulings = DEFAULT_RULINGS) -> ByFacts:
    """Why a position is lost, which is told by facts."""
    why = why_lost(start, rulings, seconds=PATIENCE)
    assert isinstance(why, ByFacts), why
    return why


def assert_explained(start: Position, why: ByFacts, horizon: int, rulings: SolitaireRulings = DEFAULT_RULINGS) -> None:
    """The facts are true of the position; each number of turns has its proof; each fact is needed, as its win shows."""
    assert all(is_true_of(fact, start) for fact in why.facts)
    assert [note.turns for note in why.proofs] == list(range(1, horizon + 1))
    assert why.horizon == horizon
    assert why.sampled == rechecking.SAMPLES
    assert why.is_minimal
    for one in why.needed:
        assert one.witness is not None
        won = one.witness.position
        assert has_frame_of(won, start)
        assert [fact for fact in why.facts if not is_true_of(fact, won)] == [one.fact]
        assert is_won(won, one.witness.line, rulings)
