"""Whether formulas without a model say that no win has more points: theorems must put every win among their models.

A turn of a formula has its letters at certain moments, and tells its points apart up to a number. That other moments
earn nothing more, and no turn more than that, are theorems in games without items, under some readings.
"""

from __future__ import annotations

from tabi.rules.solitaire import Position
from tabi.solvers.encoding.founding import letters_may_wait
from tabi.solvers.encoding.question import why_not_encoded
from tabi.solvers.verdict import POINTS_MOMENTS
from tabi.spec.solitaire.rulings import DeckOut, SolitaireRulings


def letters_keep_points(rulings: SolitaireRulings) -> bool:
    """Whether the theorems about letters hold for points under these readings: where a failed draw loses too."""
    return letters_may_wait(rulings) and rulings.deck_out is DeckOut.LOSE


def why_points_unproved(start: Position, rulings: SolitaireRulings) -> str | None:
    """Why formulas say nothing of the most points, in a sentence; None: a win with more would be among their models."""
    if refused := why_not_encoded(start, rulings):
        return refused
    if start.ready or start.used:
        return "At which moments items earn points is tested and not proved, so formulas with items prove nothing."
    if not letters_keep_points(rulings):
        return (
            f"The formula leaves out moments for letters, and {POINTS_MOMENTS} does not allow it under these readings."
        )
    return None
