"""Whether a formula without a win says "no" of the game: its moments must be all that matter, by a theorem.

A turn of a formula has its letters and items at certain moments. That letters elsewhere win nothing more is a theorem
under some readings. That the gaps of items (`stepwise.gaps`) leave nothing out is argued and tested, which is enough to
find wins and no ground for a "no".
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from tabi.rules.solitaire import Position
from tabi.solvers.encoding.question import why_not_encoded
from tabi.spec.solitaire.rulings import (
    DeckOut,
    EffectWalk,
    EmptyHand,
    FixedUnderBackpack,
    FixedUnderBlue,
    Nearest,
    SolitaireRulings,
)

MOMENTS: Final = "sol.encoding.moments"
"""The theorem by which a formula may leave out moments for letters."""
LETTERS_WAIT: Final[Mapping[str, frozenset[StrEnum]]] = {
    "deck_out": frozenset({DeckOut.LOSE}),
    "empty_hand": frozenset({EmptyHand.ITEMS_FIRST}),
    "effect_walk": frozenset({EffectWalk.CARDS, EffectWalk.POSITION}),
    "fixed_under_blue": frozenset({FixedUnderBlue.REFUSED}),
    "fixed_under_backpack": frozenset({FixedUnderBackpack.REFUSED}),
    "nearest": frozenset({Nearest.WHITE, Nearest.PLAYER}),
}
"""The readings under which the theorem holds."""


def letters_may_wait(rulings: SolitaireRulings) -> bool:
    """Whether the theorem about the moments for letters holds under these readings."""
    return all(getattr(rulings, name) in readings for name, readings in LETTERS_WAIT.items())


def why_unproved(start: Position, rulings: SolitaireRulings) -> str | None:
    """Why a formula without a win says nothing of the game, in a sentence; None: a win would be among its models."""
    if refused := why_not_encoded(start, rulings):
        return refused
    if start.ready or start.used:
        return "At which moments of a turn items matter is tested and not proved, so formulas with items prove nothing."
    if not letters_may_wait(rulings):
        return f"The formula leaves out moments for letters, and {MOMENTS} does not allow it under these readings."
    return None
