"""Why a solitaire is lost: facts that lose whatever the rest is, and single changes that would win."""

from tabi.solvers.why.changes import (
    CardMore,
    Change,
    Changed,
    Changes,
    ItemReady,
    LetterMore,
    OtherReading,
    would_win,
)
from tabi.solvers.why.lessening import Needed
from tabi.solvers.why.lost import ByFacts, ByTheorem, NotLost, Unexplained, Why, why_lost
from tabi.solvers.why.theorems import DrawsShort, Ground, PawnsApart, SuitShort

__all__ = [
    "ByFacts",
    "ByTheorem",
    "CardMore",
    "Change",
    "Changed",
    "Changes",
    "DrawsShort",
    "Ground",
    "ItemReady",
    "LetterMore",
    "Needed",
    "NotLost",
    "OtherReading",
    "PawnsApart",
    "SuitShort",
    "Unexplained",
    "Why",
    "why_lost",
    "would_win",
]
