"""Theorems about the games: each a value that says in words what it claims, how it is checked and what must break it.

>>> from tabi.proofs import theorems
>>> [theorem.statement for theorem in theorems if theorem.id == "sol.movement.sum-mod-7"]
["Plain movement leaves the sum of the three pawns' days unchanged modulo 7."]
"""

from tabi.proofs.registry import UnknownTheorem, collected, named
from tabi.proofs.running import Ran, run
from tabi.proofs.theorem import Claim, Holds, Premises, Refuted, Theorem, Unknown

theorems: tuple[Theorem, ...] = collected("tabi.proofs")
"""Every theorem, in the order of games, chapters and definition."""

__all__ = [
    "Claim",
    "Holds",
    "Premises",
    "Ran",
    "Refuted",
    "Theorem",
    "Unknown",
    "UnknownTheorem",
    "collected",
    "named",
    "run",
    "theorems",
]
