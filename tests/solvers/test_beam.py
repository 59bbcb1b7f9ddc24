"""The beam by itself: what it does with more than one win."""

from __future__ import annotations

from tabi.rules.solitaire import Won
from tabi.rules.solitaire.documents import PositionDocument, position_of
from tabi.solvers.engines import beam
from tabi.solvers.moments import Scope
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

TWO_TURNS_BEFORE_HOME = {
    "white": 3,
    "blacks": [2, 2],
    "resolved": ["R", "G", "Y", "B", "W"],
    "hand": ["R1", "R3", "G2", "Y2"],
    "deck": ["B1", "B2", "B3", "B4"],
    "discard": ["rest"],
}
"""White needs four days in two turns: 1 and 3, 3 and 1, or 2 and 2; the blacks then go ten days, from 2 and 2 to 7."""


def test_a_beam_that_meets_several_wins_at_once_ranks_them() -> None:
    start = position_of(PositionDocument.model_validate(TWO_TURNS_BEFORE_HOME))
    met = [node for node in beam(start, DEFAULT_RULINGS, Scope(), width=50, seed=1) if node is not None]
    assert sum(isinstance(node.position.outcome, Won) for node in met) > 1
