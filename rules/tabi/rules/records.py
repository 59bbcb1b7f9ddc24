"""Records of games and lines: what began, under which rulings, every step, and what is claimed to have come out.

A record is checked by replaying it through the rules alone. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tabi.rules.game import AnyGame, Ending
from tabi.rules.violations import Violation
from tabi.spec.rulings import RulingModel, rulings_from

JsonObject = dict[str, JsonValue]
VERSION: Literal[1] = 1


class Claim(BaseModel):
    """What a record says came out; a part that is null is not claimed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    outcome: str | None = None
    turns: Annotated[int, Field(ge=1)] | None = None
    points: int | None = None


class Record(BaseModel):
    """A game or a line: from a deal or a position, turn by turn, each turn a list of steps (objects or text)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["line", "record"] = "record"
    version: Literal[1] = VERSION
    game: str
    rulings: dict[str, str] = {}
    deal: JsonObject | None = None
    position: JsonObject | None = None
    turns: tuple[tuple[JsonValue, ...], ...]
    claim: Claim = Claim()


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing in a document that does not hold: where, one sentence, and the refusal if a step is illegal.

    `step` is the text of the step that does not fit, where it is one.
    """

    where: str
    message: str
    violation: Violation | None = None
    step: str | None = None

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that holds: where it led, how the game ended (None while under way), and in how many turns."""

    position: object
    ending: Ending | None
    turns: int
    steps: int


class MalformedRecord(ValueError):
    """A record that does not say what a record must, or names what the game does not have; one sentence."""


def beginning(record: Record, game: AnyGame) -> object:
    """The position that a record begins with; raises `MalformedRecord` unless it is one legal position."""
    if (record.deal is None) is (record.position is None):
        raise MalformedRecord("A record begins with either a deal or a position.")
    try:
        return game.start(record.deal) if record.deal is not None else game.read_position(record.position or {})
    except ValueError as error:
        raise MalformedRecord(str(error)) from None


def replay(record: Record, game: AnyGame) -> Replay | Fault:
    """The record played through the rules: what came out, or the first fault with its place.

    Raises `MalformedRecord` when a ruling, the beginning or a step cannot be read at all.
    """
    try:
        rulings = rulings_from(game.rulings, record.rulings)
    except ValueError as error:
        raise MalformedRecord(str(error)) from None
    position = game.taken_up(beginning(record, game), rulings)
    first = game.turn_of(position)
    steps = list(_steps(record, game))
    for where, turn, step in steps:
        if refused := game.violation(position, step, rulings):
            return Fault(where, str(refused), refused, game.format_step(step))
        if game.turn_of(position) != first + turn:
            return Fault(where, "The step does not belong to this turn.", step=game.format_step(step))
        position = game.apply(position, step, rulings)
    if () in record.turns:
        return Fault(f"turn {record.turns.index(()) + 1}", "The turn has no step.")
    replayed = Replay(position, game.ending(position), len(record.turns), len(steps))
    return unclaimed(record.claim, replayed) or replayed


def unclaimed(claim: Claim, replayed: Replay) -> Fault | None:
    """The first part of a claim that did not come out, or None."""
    ending = replayed.ending
    came = {
        "outcome": ending.text if ending else "none",
        "turns": replayed.turns,
        "points": ending.points if ending else None,
    }
    for part, value in came.items():
        claimed = getattr(claim, part)
        if claimed is not None and claimed != value:
            return Fault(
                f"claim, {part}", f"{claimed} is claimed, and {'nothing' if value is None else value} came out."
            )
    return None


def record_of(
    game: AnyGame,
    beginning: tuple[Literal["deal", "position"], JsonObject],
    turns: Iterable[Sequence[object]],
    rulings: dict[str, str],
    claim: Claim,
    kind: Literal["line", "record"] = "record",
) -> Record:
    """The record of steps already played, each turn a sequence of steps of the game."""
    name, value = beginning
    return Record(
        kind=kind,
        game=game.name,
        rulings=rulings,
        deal=value if name == "deal" else None,
        position=value if name == "position" else None,
        turns=tuple(tuple(game.write_step(step) for step in turn) for turn in turns),
        claim=claim,
    )


def by_turns(game: AnyGame, position: object, steps: Iterable[object], rulings: RulingModel) -> list[list[object]]:
    """Steps played from `position`, grouped into turns; raises `IllegalStep` for the first that is not legal."""
    turns: dict[int, list[object]] = {}
    for step in steps:
        turns.setdefault(game.turn_of(position), []).append(step)
        position = game.apply(position, step, rulings)
    return list(turns.values())


def _steps(record: Record, game: AnyGame) -> Iterator[tuple[str, int, object]]:
    """Every step with its place in words and the index of its turn."""
    for turn, steps in enumerate(record.turns):
        for number, written in enumerate(steps, start=1):
            where = f"turn {turn + 1}, step {number}"
            try:
                yield where, turn, game.read_step(written)
            except ValueError as error:
                raise MalformedRecord(f"{where}: {error}") from None
