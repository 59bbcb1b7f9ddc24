"""Writing a `CnfProof` from the formulas and proofs that `tabi.solvers.encoding.decide` leaves in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from tabi.rules.certificates import CnfProof, Exclusion, FormulaProof, JsonObject
from tabi.rules.solitaire import Position
from tabi.rules.solitaire import start as start_of
from tabi.rules.solitaire.bounds import TURNS
from tabi.rules.solitaire.game import GAME
from tabi.rules.solitaire.walk import taken_up
from tabi.solvers.cnfproof.checking import THEOREMS, Question, digest, fewest
from tabi.solvers.cnfproof.drat import compressed, packed
from tabi.solvers.cnfproof.lrat import Progress, needed
from tabi.solvers.encoding.counting import Counter, holds_for
from tabi.solvers.encoding.deciding import ALL_COUNTERS
from tabi.spec.rulings import changed_rulings
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.rulings import SolitaireRulings


class Part(NamedTuple):
    """A number of turns, the file of its formula in DIMACS text, and the trace of its proof in LRAT's text form."""

    turns: int
    formula: Path
    proof: Path


def certificate_of(
    start: Deal | Position,
    rulings: SolitaireRulings,
    horizon: int,
    horizon_theorem: str | None,
    parts: Iterable[tuple[int, Path, Path]],
    counters: Sequence[Counter] = ALL_COUNTERS,
    progress: Progress | None = None,
    points: int | None = None,
) -> CnfProof:
    """The certificate that there is no win within `horizon` turns, or with a `horizon_theorem` none at all.

    With `points` it is that no win has more than these at the end. `parts` are as `Part` says, one for each number of
    turns that is not excluded by `sol.ending.turns-to-go`; `counters` those that were asked for (they are in the
    formulas as far as they hold). Raises `ValueError` when formulas say nothing of the question, a file is not of it,
    or a proof does not follow or has no end. That the certificate holds is for `check_cnf_proof` to say.
    """
    position = start_of(start) if isinstance(start, Deal) else taken_up(start, rulings)
    held = tuple(one for one in counters if holds_for(one, position, rulings))
    question = Question(position, rulings, held, points)
    if parts and (refused := question.why_unproved):
        raise ValueError(refused)
    return CnfProof(
        game=GAME.name,
        rulings=changed_rulings(rulings),
        deal=_deal(start),
        position=GAME.write_position(start) if isinstance(start, Position) else None,
        claim=_claim(horizon_theorem, points),
        points=points,
        horizon=horizon,
        horizon_theorem=horizon_theorem,
        excluded=Exclusion(fewer_than=fewest(position, horizon), theorem=TURNS),
        counters={counter.value: THEOREMS[counter] for counter in question.counters},
        formulas=tuple(_part(Part(*part), question, progress) for part in sorted(parts)),
    )


def _claim(horizon_theorem: str | None, points: int | None) -> Literal["no-win", "no-win-within", "at-most-points"]:
    if points is not None:
        return "at-most-points"
    return "no-win-within" if horizon_theorem is None else "no-win"


def _deal(start: Deal | Position) -> JsonObject | None:
    return start.model_dump(mode="json", exclude_none=True) if isinstance(start, Deal) else None


def _part(part: Part, question: Question, progress: Progress | None) -> FormulaProof:
    """The proof of one number of turns: what its trace needs, packed."""
    formula = question.formula(part.turns)
    text = part.formula.read_text(encoding="ascii")
    if text != formula.dimacs():
        raise ValueError(f"{part.formula} is not the formula of this question for {part.turns} turns.")
    data = packed(needed(formula.clauses, part.proof, progress))
    return FormulaProof(
        turns=part.turns,
        variables=formula.variables,
        clauses=len(formula.clauses),
        sha256=digest(text),
        size=len(data),
        proof=compressed(data),
    )
