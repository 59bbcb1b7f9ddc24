"""A record of a game scored again: every point with the step and the clause that gave it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tabi.rules.records import Fault, MalformedRecord, Record, replay
from tabi.rules.trip.awards import awards_of
from tabi.rules.trip.game import GAME
from tabi.rules.trip.moment import SeatAward
from tabi.rules.trip.position import Position
from tabi.rules.trip.verbs import apply
from tabi.spec.rulings import rulings_from
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.steps import Step


@dataclass(frozen=True, slots=True)
class Line:
    """An award with where in the record it was given: turn and step count from 1 there."""

    turn: int
    step: int
    text: str
    award: SeatAward


@dataclass(frozen=True, slots=True)
class Scoresheet:
    """All awards of a record in order, and the position to which it led."""

    lines: tuple[Line, ...]
    position: Position


def scoresheet(record: Record) -> Scoresheet | Fault:
    """trip.scoring, trip.ending.final: every award of a record, or its first fault with its place.

    Raises `MalformedRecord` when the record is not one of this game, or names what the game does not have.
    """
    if record.game != GAME.name:
        raise MalformedRecord(f"This is a record of the game {record.game}; accepted is one of the game {GAME.name}.")
    replayed = replay(record, GAME)
    if isinstance(replayed, Fault):
        return replayed
    rulings = rulings_from(TripRulings, record.rulings)
    position = GAME.start(record.deal) if record.deal is not None else GAME.read_position(record.position or {})
    lines: list[Line] = []
    for turn, number, step in _steps(record):
        awards = awards_of(position, step, rulings)
        lines += [Line(turn, number, GAME.format_step(step), award) for award in awards]
        position = apply(position, step, rulings)
    return Scoresheet(tuple(lines), position)


def _steps(record: Record) -> Iterator[tuple[int, int, Step]]:
    for turn, steps in enumerate(record.turns, start=1):
        for number, written in enumerate(steps, start=1):
            yield turn, number, GAME.read_step(written)
