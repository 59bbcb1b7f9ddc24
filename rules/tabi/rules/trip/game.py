"""The trip as the game-free machinery sees it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue, TypeAdapter

from tabi.rules import stepping
from tabi.rules.game import Ending, Game
from tabi.rules.records import Claim
from tabi.rules.trip.documents import PositionDocument, read_position, write_position
from tabi.rules.trip.moment import Phase
from tabi.rules.trip.notation import format_step, parse_step
from tabi.rules.trip.oneline import format_position, parse_position
from tabi.rules.trip.position import Position
from tabi.rules.trip.questions import QUESTIONS
from tabi.rules.trip.verbs import apply, legal_steps, start, violation
from tabi.spec.trip.clauses import clauses, ruling_table
from tabi.spec.trip.edition import Edition
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.setup import Setup, read_setup
from tabi.spec.trip.steps import Step, StepDocument

JsonObject = dict[str, JsonValue]
STEP: TypeAdapter[Step] = TypeAdapter(StepDocument, config=stepping.STRICT)


def read_step(written: JsonValue) -> Step:
    """The step of a text or a JSON object; raises `ValueError` with a sentence."""
    return stepping.read_step(written, STEP, parse_step)


def write_step(step: Step) -> JsonObject:
    """The JSON object of a step, its name first."""
    return stepping.write_step(step, STEP)


def begin(document: JsonObject) -> Position:
    """The position before the first round of a setup in JSON; raises `ValueError` with sentences."""
    setup = read_setup(document)
    return start(setup.edition, setup)


def ending(position: Position) -> Ending | None:
    """How the game ended, or None: the seats that win, in the text `won 1 3`; `points` is the highest total."""
    outcome = position.outcome
    if outcome is None:
        return None
    return Ending(True, f"won {' '.join(map(str, outcome.winners))}", max(outcome.totals))


class TripRecord(BaseModel):
    """A record of this game as JSON has it: what a `Record` holds, with setup, position and steps spelt out.

    `deal` is the setup, `turns` are the steps turn by turn, the reveals among them.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["line", "record"] = "record"
    version: Literal[1] = 1
    game: Literal["trip"]
    rulings: dict[str, str] = {}
    deal: Setup | None = None
    position: PositionDocument | None = None
    turns: tuple[tuple[StepDocument | str, ...], ...]
    claim: Claim = Claim()


def schemas() -> Mapping[str, JsonObject]:
    """The JSON schemas of the trip's documents, by the name that `tabi schema` knows them under."""
    return {
        "edition": Edition.model_json_schema(),
        "trip-position": PositionDocument.model_json_schema(),
        "trip-record": TripRecord.model_json_schema(),
        "trip-setup": Setup.model_json_schema(),
    }


GAME = Game(
    name="trip",
    package="tabi.rules.trip",
    clauses=clauses,
    rulings=TripRulings,
    ruling_table=ruling_table,
    start=begin,
    read_position=read_position,
    write_position=write_position,
    format_position=format_position,
    parse_position=parse_position,
    key=lambda position: position.key,
    taken_up=lambda position, _: position,
    turn_of=lambda position: position.turn,
    read_step=read_step,
    write_step=write_step,
    format_step=format_step,
    legal_steps=legal_steps,
    violation=violation,
    apply=apply,
    ending=ending,
    schemas=schemas,
    cases=files("tabi.spec.trip") / "cases",
    questions=QUESTIONS,
    chance=lambda position: position.phase is Phase.REVEAL,
)
