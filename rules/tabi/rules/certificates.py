"""Checking certificates by the rules alone: a line by replaying it, closed sets by looking at every legal step.

A certificate is checked without any solver; what is trusted is this module and the rules. A proof of formulas stands
here as data only: who would check it must build the formulas too. This module knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, Self, overload

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError, model_validator

from tabi.rules.game import AnyGame, game_named
from tabi.rules.records import Claim, Fault, MalformedRecord, Record, Replay, beginning, replay
from tabi.rules.valued import Progress, ValuedSet, check_valued_set
from tabi.spec.faults import sentences
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


Count = Annotated[int, Field(ge=0)]
Turns = Annotated[int, Field(ge=1)]


class Exclusion(BaseModel):
    """Numbers of turns in which a theorem excludes a win: all that are fewer than these."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fewer_than: Turns
    theorem: str


class FormulaProof(BaseModel):
    """That the formula of a win in so many turns has no model.

    The formula is named by its size and by the SHA-256 of its DIMACS text; whoever checks builds it anew. `proof` is a
    DRAT proof in binary form (each line of which follows by unit propagation), packed with xz and written in base64;
    `size` is its length in bytes before packing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: Turns
    variables: Count
    clauses: Count
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    size: Count
    proof: str


class CnfProof(BaseModel):
    """A proof that a game cannot be won from its beginning, or not with more points, by formulas without a model.

    `no-win-within` says: not within `horizon` turns. `no-win` says: not at all, since by `horizon_theorem` no win takes
    more turns than that. `at-most-points` says: with no more than `points`, those at the end of the game. Each number
    of turns up to the horizon is excluded, by `excluded` or by one of `formulas`. `counters` are the kinds of clauses
    in the formulas that the rules do not give, each with the theorem that does.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["cnf-proof"] = "cnf-proof"
    version: Literal[1] = 1
    game: str
    rulings: dict[str, str] = {}
    deal: JsonObject | None = None
    position: JsonObject | None = None
    claim: Literal["no-win", "no-win-within", "at-most-points"]
    points: int | None = None
    horizon: Turns
    horizon_theorem: str | None = None
    excluded: Exclusion
    counters: dict[str, str] = {}
    formulas: tuple[FormulaProof, ...]

    @model_validator(mode="after")
    def _names_its_theorem(self) -> Self:
        if (self.claim == "no-win-within") is not (self.horizon_theorem is None):
            raise ValueError("a claim within a horizon names no theorem of its horizon, and every other claim does")
        if (self.claim == "at-most-points") is (self.points is None):
            raise ValueError("a claim of points names them, and no other claim does")
        return self


Certificate = Annotated[Record | ClosedSet | ValuedSet | CnfProof, Field(discriminator="kind")]
CERTIFICATE: TypeAdapter[Certificate] = TypeAdapter(Certificate)


class Valid(BaseModel):
    """A certificate that holds: what it shows, in a sentence, and what is trusted when it is believed."""

    model_config = ConfigDict(frozen=True)

    kind: Literal["line", "record", "closed-set", "valued-set", "cnf-proof"]
    shows: str
    trusts: str


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Neither a yes nor a no: why the rules alone cannot check a certificate, and who can, in a sentence."""

    why: str

    def __str__(self) -> str:
        return self.why


TRUSTS = "the rules and this checker"
NOT_HERE = Unchecked(
    "A cnf-proof speaks of formulas, which the rules alone do not build; tabi.solvers.cnfproof (tabi[solve]) checks it."
)


def read_certificate(text: str | bytes) -> Certificate:
    """The certificate in a JSON text; raises `MalformedRecord` with one sentence when it is none or is cut short."""
    try:
        return CERTIFICATE.validate_json(text)
    except ValidationError as error:
        raise MalformedRecord(
            f"This is not a certificate or record: {sentences(error)[0].rstrip('.')}; "
            f"accepted is the JSON of a line, a record, a closed set, a valued set or a cnf-proof."
        ) from None


@overload
def check(certificate: Record | ClosedSet | ValuedSet, progress: Progress | None = None) -> Valid | Fault: ...


@overload
def check(certificate: CnfProof, progress: Progress | None = None) -> Unchecked: ...


@overload
def check(certificate: Certificate, progress: Progress | None = None) -> Valid | Fault | Unchecked: ...


def check(certificate: Certificate, progress: Progress | None = None) -> Valid | Fault | Unchecked:
    """Whether a certificate holds: what it shows, or its first fault with its place.

    A `CnfProof` is `Unchecked`, whatever it says. Raises `MalformedRecord` when a certificate names what its game does
    not have.
    """
    if isinstance(certificate, CnfProof):
        return NOT_HERE
    try:
        game = game_named(certificate.game)
    except ValueError as error:
        raise MalformedRecord(str(error)) from None
    if isinstance(certificate, Record):
        return _check_record(certificate, game)
    if isinstance(certificate, ValuedSet):
        return _check_valued(certificate, game, progress)
    return check_closed_set(certificate, game, progress)


def _check_valued(certificate: ValuedSet, game: AnyGame, progress: Progress | None) -> Valid | Fault:
    held = check_valued_set(certificate, game, progress)
    if isinstance(held, Fault):
        return held
    return Valid(kind="valued-set", shows=held.shows, trusts=_trusted(held.theorems))


def _trusted(theorems: tuple[str, ...]) -> str:
    return f"{TRUSTS}, and the theorems {', '.join(theorems)}" if theorems else TRUSTS


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
    shows = f"No win: {len(positions)} positions, closed under every step."
    return Valid(kind="closed-set", shows=shows, trusts=_trusted(certificate.bounds))


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
        if self.game.chance(position):
            return "Chance comes next, and no legal step says what it may bring."
        for step in self.game.legal_steps(position, self.rulings):
            after = self.game.apply(position, step, self.rulings)
            if not self.holds(after):
                ending = self.game.ending(after)
                leads = "wins" if ending is not None and ending.won else "leads out of the set"
                return f"The step {self.game.format_step(step)} {leads}."
        return None
