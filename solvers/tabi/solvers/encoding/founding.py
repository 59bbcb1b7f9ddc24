"""Whether a formula without a win says "no" of the game: its moments must be all that matter, by a theorem.

A turn of a formula has its letters and items at certain moments. That letters and items elsewhere win nothing more are
theorems under some readings; under the others the gaps of `stepwise.gaps` are argued and tested, which is enough to
find wins and no ground for a "no". About wins the theorems speak under either reading of `sol.deck-out`, for those that
a failed draw wins are among the models too (`stepwise.ends`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from tabi.rules.solitaire import Position
from tabi.solvers.encoding.question import why_not_encoded
from tabi.solvers.verdict import ITEM_MOMENTS, MOMENTS
from tabi.spec.solitaire.rulings import (
    EffectWalk,
    EmptyHand,
    FixedUnderBackpack,
    FixedUnderBlue,
    Nearest,
    RadioShort,
    Refill,
    SolitaireRulings,
    WalkEnd,
    YellowShort,
)

LETTERS_WAIT: Final[Mapping[str, frozenset[StrEnum]]] = {
    "empty_hand": frozenset({EmptyHand.ITEMS_FIRST}),
    "effect_walk": frozenset({EffectWalk.CARDS, EffectWalk.POSITION}),
    "fixed_under_blue": frozenset({FixedUnderBlue.REFUSED}),
    "fixed_under_backpack": frozenset({FixedUnderBackpack.REFUSED}),
    "nearest": frozenset({Nearest.WHITE, Nearest.PLAYER}),
}
"""The readings under which the theorem about letters holds."""
ITEMS_WAIT: Final[Mapping[str, frozenset[StrEnum]]] = {
    **LETTERS_WAIT,
    "effect_walk": frozenset({EffectWalk.CARDS}),
    "walk_end": frozenset({WalkEnd.CLOSES}),
    "radio_short": frozenset({RadioShort.LOSE, RadioShort.REFUSED}),
    "yellow_short": frozenset({YellowShort.LOSE}),
    "refill": frozenset({Refill.ONE}),
}
"""The readings under which the theorem about items holds."""


def letters_may_wait(rulings: SolitaireRulings) -> bool:
    """Whether the theorem about the moments for letters holds under these readings."""
    return _are_among(rulings, LETTERS_WAIT)


def items_may_wait(rulings: SolitaireRulings) -> bool:
    """Whether the theorem about the moments for items holds under these readings."""
    return _are_among(rulings, ITEMS_WAIT)


def _are_among(rulings: SolitaireRulings, accepted: Mapping[str, frozenset[StrEnum]]) -> bool:
    return all(getattr(rulings, name) in readings for name, readings in accepted.items())


def has_items(start: Position) -> bool:
    """Whether items are in the game, ready or used."""
    return bool(start.ready or start.used)


def moment_theorems(start: Position) -> tuple[str, ...]:
    """The theorems by which a formula of this game may leave out moments."""
    return (MOMENTS, ITEM_MOMENTS) if has_items(start) else (MOMENTS,)


def why_unproved(start: Position, rulings: SolitaireRulings) -> str | None:
    """Why a formula without a win says nothing of the game, in a sentence; None: a win would be among its models."""
    if refused := why_not_encoded(start, rulings):
        return refused
    if not letters_may_wait(rulings):
        return f"The formula leaves out moments for letters, and {MOMENTS} does not allow it under these readings."
    if has_items(start) and not items_may_wait(rulings):
        return f"The formula leaves out moments for items, and {ITEM_MOMENTS} does not allow it under these readings."
    return None
