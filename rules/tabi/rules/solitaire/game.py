"""The solitaire as the game-free machinery sees it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from pydantic import JsonValue, TypeAdapter, ValidationError

from tabi.rules import stepping
from tabi.rules.certificates import CERTIFICATE
from tabi.rules.game import Ending, Game
from tabi.rules.records import Record
from tabi.rules.solitaire import bounds, company, points, points_deal
from tabi.rules.solitaire.documents import PositionDocument, document_of, format_position, parse_position, position_of
from tabi.rules.solitaire.notation import format_step, parse_step
from tabi.rules.solitaire.position import Position
from tabi.rules.solitaire.resolution import nearest, qualifying
from tabi.rules.solitaire.setup import start
from tabi.rules.solitaire.table import Won
from tabi.rules.solitaire.verbs import apply, legal_steps, violation
from tabi.rules.solitaire.walk import taken_up
from tabi.spec.cases import Case
from tabi.spec.faults import first_fault, sentence
from tabi.spec.solitaire.clauses import clauses, ruling_table
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import Step, StepDocument

JsonObject = dict[str, JsonValue]
STEP: TypeAdapter[Step] = TypeAdapter(StepDocument, config=stepping.STRICT)


def read_deal(document: JsonObject) -> Deal:
    """The deal of a JSON document; raises `ValueError` with a sentence."""
    try:
        return Deal.model_validate(document)
    except ValidationError as error:
        raise ValueError(sentence(first_fault(error))) from None


def read_position(document: JsonObject) -> Position:
    """The position of a JSON document, which may be partial; raises `ValueError` with sentences."""
    try:
        return position_of(PositionDocument.model_validate(document))
    except ValidationError as error:
        raise ValueError(sentence(first_fault(error))) from None


def write_position(position: Position) -> JsonObject:
    """The whole JSON document of a position."""
    return document_of(position).model_dump(mode="json")


def read_step(written: JsonValue) -> Step:
    """The step of a text or a JSON object; raises `ValueError` with a sentence."""
    return stepping.read_step(written, STEP, parse_step)


def write_step(step: Step) -> JsonObject:
    """The JSON object of a step, its name first."""
    return stepping.write_step(step, STEP)


def ending(position: Position) -> Ending | None:
    """How the game ended, or None."""
    outcome = position.outcome
    if outcome is None:
        return None
    if isinstance(outcome, Won):
        return Ending(True, f"won {outcome.points}", outcome.points)
    return Ending(False, f"lost {outcome.reason}")


def schemas() -> Mapping[str, JsonObject]:
    """The JSON schemas of the solitaire's documents, by the name that `tabi schema` knows them under."""
    return {
        "deal": Deal.model_json_schema(),
        "position": PositionDocument.model_json_schema(),
        "record": Record.model_json_schema(),
        "certificate": CERTIFICATE.json_schema(),
        "case": Case.model_json_schema(),
    }


def _resolves(position: Position, rulings: SolitaireRulings) -> JsonValue:
    suit = nearest(position, qualifying(position, rulings), rulings.nearest)
    return "none" if suit is None else str(suit)


def _qualifies(position: Position, rulings: SolitaireRulings) -> JsonValue:
    return [str(suit) for suit in qualifying(position, rulings)]


GAME = Game(
    name="solitaire",
    package="tabi.rules.solitaire",
    clauses=clauses,
    rulings=SolitaireRulings,
    ruling_table=ruling_table,
    start=lambda document: start(read_deal(document)),
    read_position=read_position,
    write_position=write_position,
    format_position=format_position,
    parse_position=parse_position,
    key=lambda position: position.key,
    taken_up=taken_up,
    turn_of=lambda position: position.turn,
    read_step=read_step,
    write_step=write_step,
    format_step=format_step,
    legal_steps=legal_steps,
    violation=violation,
    apply=apply,
    ending=ending,
    schemas=schemas,
    cases=files("tabi.spec.solitaire") / "cases",
    bounds=(bounds.REACHING, bounds.MEETING, bounds.DRAWING),
    excluded=bounds.excluded,
    points_of=lambda position: position.points,
    points_bounds={
        points.GOING: points.points_to_go,
        company.COMPANY: company.points_in_company,
        points_deal.DEAL: points_deal.points_of_deal,
    },
    questions={
        "resolves": _resolves,
        "qualifies": _qualifies,
        "hand_size": lambda position, _: len(position.hand),
        "deck_size": lambda position, _: len(position.deck),
        "deck_top": lambda position, _: str(position.deck[0]) if position.deck else "none",
        "deck_bottom": lambda position, _: str(position.deck[-1]) if position.deck else "none",
    },
)
