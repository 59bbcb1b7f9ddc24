"""Why a game is lost as the JSON that `tabi why --json` prints. A field that is not known is null."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tabi.render.reasons import change_in_words, fact_in_words, ground_in_words
from tabi.rules.solitaire.documents import PositionDocument, document_of
from tabi.solvers.concluding import replayed
from tabi.solvers.documents import LineDocument, VerdictName, verdict_name
from tabi.solvers.verdict import Bounded, Impossible, Proved, Undecided, Verdict
from tabi.solvers.why import (
    ByFacts,
    ByTheorem,
    CardMore,
    Change,
    Changed,
    Changes,
    ItemReady,
    LetterMore,
    Needed,
    NotLost,
    OtherReading,
    Unexplained,
    Why,
)
from tabi.spec.rulings import rulings_to
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.rulings import SolitaireRulings

ChangeKind = Literal["letter", "item", "reading", "card"]
FROZEN = ConfigDict(frozen=True, extra="forbid")


class WonDocument(BaseModel):
    """A position that is won, and a line that wins it."""

    model_config = FROZEN

    position: PositionDocument
    line: LineDocument


class FactDocument(BaseModel):
    """A fact in words. `needed`: without it a position is won that all other facts are true of, as `without` shows;
    null when that is not known."""

    model_config = FROZEN

    text: str
    needed: Literal[True] | None
    without: WonDocument | None


class ProofDocument(BaseModel):
    """A proof that no position with these facts is won in so many turns: its lines, and who accepted it."""

    model_config = FROZEN

    turns: Annotated[int, Field(ge=1)]
    lines: Annotated[int, Field(ge=1)]
    judge: str


class ChangeDocument(BaseModel):
    """A single change of the game or a reading, and what is known of the game that it makes.

    `also` is the item that is there, used, since a game has two items; `uses_also` says that the line uses it.
    """

    model_config = FROZEN

    text: str
    kind: ChangeKind
    also: str | None
    uses_also: bool
    verdict: VerdictName | None
    turns: int | None
    points: int | None
    line: LineDocument | None


class WhyDocument(BaseModel):
    """Why a game is lost. `lost` is null when that is not known, `verdict` what `solve` says of the game.

    `by` is what the reasons rest on: `theorems` that read these facts and nothing else; or `proofs`, of formulas that
    have every position with these facts among their models (fixed events nearest, no camera change left, the same bay
    road, as many cards in deck and hand, the same items, ready or used). Null: facts, if there are any, that were not
    proved, as `known` says. `minimal`: each of them is needed. `changes` are null when they were not asked for;
    `without_discard`: no card could be put under the deck, for none is in the discard.
    """

    model_config = FROZEN

    lost: bool | None
    verdict: VerdictName
    by: Literal["theorems", "proofs"] | None
    theorems: tuple[str, ...]
    facts: tuple[FactDocument, ...]
    minimal: bool | None
    horizon: int | None
    proofs: tuple[ProofDocument, ...]
    sampled: int | None
    known: str | None
    line: LineDocument | None
    changes: tuple[ChangeDocument, ...] | None
    without_discard: bool | None
    interrupted: bool
    seconds: float
    rulings: dict[str, str]
    deal: Deal | None
    position: PositionDocument


def why_document(
    why: Why, changes: Changes | None, rulings: SolitaireRulings, deal: Deal | None, seconds: float
) -> WhyDocument:
    """The document of an answer to a question about `deal` (None for a position)."""
    line = why.verdict.line if isinstance(why.verdict, (Proved, Bounded)) else None
    return WhyDocument(
        lost=lost_of(why.verdict),
        verdict=verdict_name(why.verdict),
        by=_by(why),
        theorems=why.theorems if isinstance(why, ByTheorem) else (),
        facts=_facts(why, rulings),
        minimal=why.is_minimal if isinstance(why, ByFacts) else None,
        horizon=why.horizon if isinstance(why, ByFacts) else None,
        proofs=_proofs(why),
        sampled=why.sampled if isinstance(why, ByFacts) else None,
        known=why.known if isinstance(why, Unexplained) else None,
        line=line,
        changes=None if changes is None else tuple(map(change_document, changes.judged)),
        without_discard=None if changes is None else not changes.has_discard,
        interrupted=is_interrupted(why, changes),
        seconds=round(seconds, 3),
        rulings=rulings_to(rulings),
        deal=deal,
        position=document_of(why.verdict.start),
    )


def lost_of(verdict: Verdict) -> bool | None:
    """Whether a game is lost, as far as it is known."""
    if isinstance(verdict, Impossible):
        return True
    return False if isinstance(verdict, (Proved, Bounded)) else None


def is_interrupted(why: Why, changes: Changes | None) -> bool:
    """Whether a person stopped any of it."""
    if isinstance(why, NotLost):
        return isinstance(why.verdict, Undecided) and why.verdict.interrupted
    return (isinstance(why, Unexplained) and why.interrupted) or (changes is not None and changes.interrupted)


def _by(why: Why) -> Literal["theorems", "proofs"] | None:
    if isinstance(why, ByTheorem):
        return "theorems"
    return "proofs" if isinstance(why, ByFacts) else None


def _facts(why: Why, rulings: SolitaireRulings) -> tuple[FactDocument, ...]:
    match why:
        case ByTheorem(grounds=grounds):
            return tuple(FactDocument(text=ground_in_words(one), needed=None, without=None) for one in grounds)
        case ByFacts(needed=needed):
            return tuple(_needed(one, rulings) for one in needed)
        case Unexplained(facts=facts):
            return tuple(FactDocument(text=fact_in_words(one), needed=None, without=None) for one in facts)
        case NotLost():
            return ()


def _needed(one: Needed, rulings: SolitaireRulings) -> FactDocument:
    if one.witness is None:
        return FactDocument(text=fact_in_words(one.fact), needed=None, without=None)
    start, line = one.witness.position, one.witness.line
    turns, _ = replayed(start, line, rulings)
    return FactDocument(
        text=fact_in_words(one.fact), needed=True, without=WonDocument(position=document_of(start), line=turns)
    )


def _proofs(why: Why) -> tuple[ProofDocument, ...]:
    if not isinstance(why, ByFacts):
        return ()
    return tuple(ProofDocument(turns=one.turns, lines=one.lines, judge=one.by) for one in why.proofs)


def change_document(one: Changed) -> ChangeDocument:
    """The document of a change."""
    won = one.verdict if isinstance(one.verdict, (Proved, Bounded)) else None
    companion = one.change.companion if isinstance(one.change, ItemReady) else None
    return ChangeDocument(
        text=change_in_words(one.change),
        kind=_kind(one.change),
        also=None if companion is None else str(companion),
        uses_also=one.uses_companion,
        verdict=None if one.verdict is None else verdict_name(one.verdict),
        turns=None if won is None else len(won.line),
        points=None if won is None else won.outcome.points,
        line=one.line,
    )


def _kind(change: Change) -> ChangeKind:
    match change:
        case LetterMore():
            return "letter"
        case ItemReady():
            return "item"
        case OtherReading():
            return "reading"
        case CardMore():
            return "card"
