"""Deciding: whether a deal or a position can be won, with a line or a closed set that the rules alone check."""

from tabi.solvers.search import solve
from tabi.solvers.verdict import (
    Bounded,
    Budget,
    Evidence,
    Goal,
    Impossible,
    Progress,
    Proved,
    Spent,
    Undecided,
    Verdict,
)

__all__ = [
    "Bounded",
    "Budget",
    "Evidence",
    "Goal",
    "Impossible",
    "Progress",
    "Proved",
    "Spent",
    "Undecided",
    "Verdict",
    "solve",
]
