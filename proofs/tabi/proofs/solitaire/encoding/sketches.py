"""Sketches of formulas: the variables that the counters of the encoding read, and runs that a formula must allow.

A counter adds clauses of which no winning play may lose its model. Its theorem puts together two things. The reason:
what single steps are proved to do adds up to a bound (Z3, or every run of a small machine of which all plays are runs).
And the clauses: for every such run over some turns a formula with the encoder's own clauses has a model. The runs have
few turns, for the clauses of each turn are made by the same code from those of the turn before, and a unary counter
does its work at any length (`sol.encoding.at-most`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Protocol, cast

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.scenes import card
from tabi.proofs.theorem import Claim, Unknown
from tabi.rules.solitaire import Event, Position
from tabi.rules.solitaire.position import evolve
from tabi.solvers.encoding.cnf import Cnf
from tabi.solvers.encoding.question import Unrolled
from tabi.spec.solitaire import CARDS, Card, Suit
from tabi.spec.solitaire.locations import DAYS
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

Clauses = Callable[[Unrolled], None]
"""Adds clauses to a formula."""


@dataclass(frozen=True)
class Reason:
    """What a counter rests on, what single steps or turns do, and its clauses; either may be broken."""

    facts: Callable[..., Iterable[object]]
    clauses: Clauses

    def __str__(self) -> str:
        return f"{self.facts.__name__}, {self.clauses.__name__}"


# Sketches and runs


@dataclass(frozen=True)
class Turn:
    """What a run does in a turn: the card placed or thrown, white's day, the suits resolved after it, laps paid."""

    card: Card
    white: int
    resolved: frozenset[Suit]
    laps: int = 0


def sketch(start: Position, turns: int, laps: int = 1) -> Unrolled:
    """A formula of so many turns with the variables that counters read, and with no clauses."""
    cnf = Cnf()
    states = [SimpleNamespace(resolved=cnf.bits(len(Suit))) for _ in range(turns + 1)]
    played = [_turn_bits(cnf, laps) for _ in range(turns)]
    whole = SimpleNamespace(start=start, rulings=DEFAULT_RULINGS, cnf=cnf, states=tuple(states), turns=tuple(played))
    return cast("Unrolled", whole)


def _turn_bits(cnf: Cnf, laps: int) -> SimpleNamespace:
    played = SimpleNamespace(card=cnf.bits(len(CARDS)), suit=cnf.bits(len(Suit)))
    return SimpleNamespace(played=played, to=cnf.bits(DAYS), laps=cnf.bits(laps))


def literals(formula: Unrolled, run: Sequence[Turn]) -> list[int]:
    """A run as truth values of a sketch's variables; laps are paid at the turn's first places for them."""
    said = list(_signed(formula.states[0].resolved, [suit in formula.start.resolved for suit in Suit]))
    for turn, bits, after in zip(run, formula.turns, formula.states[1:], strict=True):
        said += _signed(bits.played.card, [one is turn.card for one in CARDS])
        said += _signed(bits.played.suit, [suit is turn.card.suit for suit in Suit])
        said += _signed(bits.to, [day == turn.white for day in range(1, DAYS + 1)])
        said += _signed(bits.laps, [place < turn.laps for place in range(len(bits.laps))])
        said += _signed(after.resolved, [suit in turn.resolved for suit in Suit])
    return said


def _signed(row: Sequence[int], values: Sequence[bool]) -> Iterator[int]:
    return (bit if value else -bit for bit, value in zip(row, values, strict=True))


class _Solver(Protocol):
    def solve(self, assumptions: Sequence[int] = ()) -> bool | None: ...


def admitted(clauses: Clauses, formula: Unrolled, runs: Iterable[Sequence[Turn]]) -> Iterator[tuple[object, bool]]:
    """For each run whether the formula with these clauses has a model of it."""
    clauses(formula)
    solver = cast("type[_Loaded]", import_module("pysat.solvers").Solver)
    with solver("minisat22", bootstrap_with=formula.cnf.clauses) as loaded:
        for run in runs:
            yield run, loaded.solve(assumptions=literals(formula, run)) is True


class _Loaded(Protocol):
    """What is called of python-sat, which the bare install does not have."""

    def __init__(self, name: str, *, bootstrap_with: Iterable[Sequence[int]]) -> None: ...
    def __enter__(self) -> _Solver: ...
    def __exit__(self, *_: object) -> None: ...


def by_solver(cases: Iterable[tuple[object, bool]], least: int) -> Claim:
    """The claim that something is true in every case; `Unknown` where python-sat is not installed."""
    try:
        return for_all(cases, least)
    except ImportError:
        return Unknown('python-sat is not here; pip install "tabi[solve]" brings it.')


def late(lying: Mapping[Suit, int], deck: int = 0, hand: int = 0, resolved: Iterable[Suit] = ()) -> Position:
    """A turn's beginning with so many events of these suits, cards in deck and hand; which cards does not matter."""
    events = [Event(card(suit, number + 1)) for suit, count in lying.items() for number in range(count)]
    columns = tuple(tuple(events[start : start + 2]) for start in range(0, 12, 2))
    rest = [one for one in CARDS if one not in {event.card for event in events}]
    return Position.checked(
        columns=columns,
        deck=tuple(rest[:deck]),
        hand=tuple(rest[deck : deck + hand]),
        discard=tuple(rest[deck + hand :]),
        resolved=tuple(resolved),
    )


def with_start(formula: Unrolled, start: Position) -> Unrolled:
    """The same formula as if it began elsewhere."""
    return cast("Unrolled", SimpleNamespace(**{**formula.__dict__, "start": start}))


def an_event_less(start: Position) -> Position:
    """The start without the first event that lies."""
    first = next((day for day, column in enumerate(start.columns) if column), None)
    columns = (column[1:] if day == first else column for day, column in enumerate(start.columns))
    return evolve(start, columns=tuple(columns))
