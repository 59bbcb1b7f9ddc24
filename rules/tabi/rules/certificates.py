"""Checking certificates by the rules alone: a line by replaying it, a closed set by looking at every legal step.

A certificate is checked without any solver; what is trusted is this module and the rules. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError, model_validator

from tabi.rules.game import AnyGame, game_named
from tabi.rules.records import Claim, Fault, MalformedRecord, Record, Replay, beginning, replay
from tabi.spec.rulings import RulingModel, rulings_from

JsonObject = dict[str, JsonValue]


class ClosedSet(BaseModel):
    """A proof that a game cannot be won from its beginning.

    `positions` (one-line notation, without points and turn) hold the beginning, and every legal step from one of them
    leads to one of them, to a lost game, or to a position from which one of the theorems named in `bounds` excludes a
    win. So no win can be reached, whatever is played.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["closed-set"] = "closed-set"
    version: Literal[1] = 1
    game: str
    rulings: dict[str, str] = {}
    deal: JsonObject | None = None
    position: JsonObject | None = None
    claim: Literal["no-win"] = "no-win"
    bounds: tuple[str, ...] = ()
    positions: tuple[str, ...]

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.positions and not self.bounds:
            raise ValueError("a closed set has positions, or names the bound that excludes its beginning")
        return self


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
    """Whether a closed set is one: the beginning is in it, and no legal step leads out of it to where a win may be."""
    try:
        rulings = rulings_from(game.rulings, certificate.rulings)
        positions = [game.key(game.parse_position(text)) for text in certificate.positions]
    except ValueError as error:
        raise MalformedRecord(str(error)) from None
    if unknown := [bound for bound in certificate.bounds if bound not in game.bounds]:
        raise MalformedRecord(f"There is no bound {unknown[0]!r}; the bounds are {', '.join(game.bounds) or 'none'}.")
    record = Record(game=game.name, deal=certificate.deal, position=certificate.position, turns=())
    closed = _Closed(game, rulings, frozenset(positions), certificate.bounds)
    if not closed.holds(game.taken_up(beginning(record, game), rulings)):
        return Fault("positions", "The beginning is not among them.")
    for number, position in enumerate(positions, start=1):
        if progress is not None:
            progress(number, len(positions))
        if fault := closed.way_out(position):
            return Fault(f"position {number}", fault)
    trusts = f"{TRUSTS}, and the theorems {', '.join(certificate.bounds)}" if certificate.bounds else TRUSTS
    return Valid(
        kind="closed-set", shows=f"No win: {len(positions)} positions, closed under every step.", trusts=trusts
    )


@dataclass(frozen=True, slots=True)
class _Closed:
    """The positions of a closed set under check, and the bounds that it may lean on."""

    game: AnyGame
    rulings: RulingModel
    positions: frozenset[object]
    bounds: tuple[str, ...]

    def holds(self, position: object) -> bool:
        """Whether no win follows from a position, as far as the set says: listed, lost, or excluded by a bound."""
        if (ending := self.game.ending(position)) is not None:
            return not ending.won
        if self.game.key(position) in self.positions:
            return True
        return bool(self.bounds) and self.game.excluded(position, self.rulings) in self.bounds

    def way_out(self, position: object) -> str | None:
        """The first legal step of a listed position that leads out of the set, in a sentence; None when all stay."""
        if (ending := self.game.ending(position)) is not None:
            return "It is won." if ending.won else None
        for step in self.game.legal_steps(position, self.rulings):
            after = self.game.apply(position, step, self.rulings)
            if not self.holds(after):
                ending = self.game.ending(after)
                leads = "wins" if ending is not None and ending.won else "leads out of the set"
                return f"The step {self.game.format_step(step)} {leads}."
        return None
