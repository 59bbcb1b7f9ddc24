"""Checking certificates by the rules alone: a line by replaying it, a closed set by looking at every legal step.

A certificate is checked without any solver; what is trusted is this module and the rules. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError

from tabi.rules.game import AnyGame, game_named
from tabi.rules.records import Claim, Fault, MalformedRecord, Record, Replay, beginning, replay
from tabi.spec.rulings import rulings_from

JsonObject = dict[str, JsonValue]


class ClosedSet(BaseModel):
    """A proof that a game cannot be won from its beginning.

    `positions` (one-line notation, without points and turn) hold the beginning, and every legal step from one of them
    leads to one of them or to a lost game. So no win can be reached, whatever is played.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["closed-set"] = "closed-set"
    version: Literal[1] = 1
    game: str
    rulings: dict[str, str] = {}
    deal: JsonObject | None = None
    position: JsonObject | None = None
    claim: Literal["no-win"] = "no-win"
    positions: Annotated[tuple[str, ...], Field(min_length=1)]


Certificate = Annotated[Record | ClosedSet, Field(discriminator="kind")]
CERTIFICATE: TypeAdapter[Record | ClosedSet] = TypeAdapter(Certificate)


class Valid(BaseModel):
    """A certificate that holds: what it shows, in a sentence, and what is trusted when it is believed."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["line", "record", "closed-set"]
    shows: str
    trusts: str


TRUSTS = "the rules and this checker"
Progress = Callable[[int, int], None]
"""Called with how many positions are checked and how many there are."""


def read_certificate(text: str | bytes) -> Record | ClosedSet:
    """The certificate in a JSON text; raises `MalformedRecord` with one sentence when it is none or is cut short."""
    try:
        return CERTIFICATE.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise MalformedRecord(
            f"This is not a certificate or record: {first['msg']}{f' at {place}' if place else ''}; "
            f"accepted is the JSON of a line, a record or a closed set."
        ) from None


def check(certificate: Record | ClosedSet, progress: Progress | None = None) -> Valid | Fault:
    """Whether a certificate holds: what it shows, or its first fault with its place.

    Raises `MalformedRecord` when it names what its game does not have.
    """
    try:
        game = game_named(certificate.game)
    except ValueError as error:
        raise MalformedRecord(str(error)) from None
    if isinstance(certificate, Record):
        return _check_record(certificate, game)
    return check_closed_set(certificate, game, progress)


def _check_record(record: Record, game: AnyGame) -> Valid | Fault:
    came = replay(record, game)
    if isinstance(came, Fault):
        return came
    if record.kind == "line" and record.claim == Claim():
        return Fault("claim", "A line claims an outcome, turns or points.")
    return Valid(kind=record.kind, shows=_shown(came), trusts=TRUSTS)


def _shown(came: Replay) -> str:
    ending = came.ending.text if came.ending else "the game is still under way"
    return f"{came.turns} turns, {came.steps} steps, all legal: {ending}."


def check_closed_set(certificate: ClosedSet, game: AnyGame, progress: Progress | None = None) -> Valid | Fault:
    """Whether a closed set is one: the beginning is in it, and no legal step leads out of it but to a lost game."""
    try:
        rulings = rulings_from(game.rulings, certificate.rulings)
        positions = [game.key(game.parse_position(text)) for text in certificate.positions]
    except ValueError as error:
        raise MalformedRecord(str(error)) from None
    record = Record(game=game.name, deal=certificate.deal, position=certificate.position, turns=())
    listed = set(positions)
    if game.key(game.taken_up(beginning(record, game), rulings)) not in listed:
        return Fault("positions", "The beginning is not among them.")
    for number, position in enumerate(positions, start=1):
        if progress is not None:
            progress(number, len(positions))
        if (ending := game.ending(position)) is not None:
            if ending.won:
                return Fault(f"position {number}", "It is won.")
            continue
        for step in game.legal_steps(position, rulings):
            after = game.apply(position, step, rulings)
            ending = game.ending(after)
            if ending is not None and ending.won:
                return Fault(f"position {number}", f"The step {game.format_step(step)} wins.")
            if ending is None and game.key(after) not in listed:
                return Fault(f"position {number}", f"The step {game.format_step(step)} leads out of the set.")
    return Valid(
        kind="closed-set", shows=f"No win: {len(positions)} positions, closed under every step.", trusts=TRUSTS
    )
