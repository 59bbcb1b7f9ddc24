"""The trip's clauses and open points, read from the data files beside this module."""

from __future__ import annotations

from functools import cache

from tabi.spec.clauses import Clause, read_clauses
from tabi.spec.rulings import Ruling, read_rulings
from tabi.spec.trip.rulings import TripRulings


@cache
def clauses() -> tuple[Clause, ...]:
    """Every clause of the trip, in the order of the text."""
    return read_clauses("tabi.spec.trip")


@cache
def ruling_table() -> tuple[Ruling, ...]:
    """Every open point of the trip with its readings, the default first."""
    return read_rulings(TripRulings, "tabi.spec.trip")
