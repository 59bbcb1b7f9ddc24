"""Checking a `CnfProof`: its formulas are built anew, its proofs judged, its horizon and exclusions held to the bounds.

What must be trusted beside the rules is the encoder, which makes the formulas, and the theorems that are named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from tabi.rules.certificates import CnfProof, FormulaProof, Valid
from tabi.rules.game import game_named
from tabi.rules.records import Fault, MalformedRecord, Record, beginning
from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import DRAWING, TURNS, most_turns, turns_to_go
from tabi.rules.solitaire.game import GAME
from tabi.solvers.cnfproof.checkers import Checker, judged
from tabi.solvers.cnfproof.drat import MalformedProof, decompressed, unpacked
from tabi.solvers.encoding.climbing import more_than
from tabi.solvers.encoding.cnf import Cnf
from tabi.solvers.encoding.counting import Counter, holds_for
from tabi.solvers.encoding.deciding import winning
from tabi.solvers.encoding.founding import moment_theorems, why_unproved
from tabi.solvers.encoding.scoring_founding import why_points_unproved
from tabi.solvers.verdict import POINTS_THEOREMS
from tabi.spec.rulings import rulings_from
from tabi.spec.solitaire.rulings import SolitaireRulings

Progress = Callable[[str], None]
"""Called with what is being done, in words."""
THEOREMS: Final = {counter: f"sol.encoding.{counter}" for counter in Counter}
"""The theorem by which each kind of redundant clauses may be in a formula."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a certificate's formulas are about: a win, or with `points` one that has more of them at the end."""

    start: Position
    rulings: SolitaireRulings
    counters: tuple[Counter, ...]
    points: int | None = None

    def formula(self, turns: int) -> Cnf:
        """The formula of a win after so many turns."""
        if self.points is None:
            return winning(self.start, turns, self.rulings, self.counters).cnf
        return more_than(self.start, turns, self.points, self.rulings, self.counters).cnf

    @property
    def why_unproved(self) -> str | None:
        """Why formulas without a model say nothing of the question, in a sentence; None when they do."""
        return (why_unproved if self.points is None else why_points_unproved)(self.start, self.rulings)

    @property
    def theorems(self) -> tuple[str, ...]:
        """The theorems by which the formulas have every win among their models, those of the counters apart."""
        return moment_theorems(self.start) if self.points is None else POINTS_THEOREMS


def check_cnf_proof(
    certificate: CnfProof, progress: Progress | None = None, checker: Checker | None = None
) -> Valid | Fault:
    """Whether a certificate holds: what it shows and what is trusted, or its first fault with its place.

    `checker` judges the proofs; None is the best that is installed. Raises `MalformedRecord` when the certificate names
    what the game does not have or a proof cannot be unpacked, and `CheckerFailed` when the checker breaks. An interrupt
    ends the checker's process and goes on to the caller.
    """
    question = question_of(certificate)
    if fault := _unfounded(certificate, question):
        return fault
    judges = dict[str, None]()
    for number, part in enumerate(certificate.formulas, start=1):
        if progress is not None:
            progress(f"proof {number} of {len(certificate.formulas)}, {part.turns} turns")
        came = _judged(part, question, checker)
        if isinstance(came, Fault):
            return came
        judges[came] = None
    return Valid(kind="cnf-proof", shows=_shown(certificate), trusts=_trusted(certificate, question, judges))


def question_of(certificate: CnfProof) -> Question:
    """What a certificate speaks of; raises `MalformedRecord` when it names what the game does not have."""
    try:
        game = game_named(certificate.game)
        rulings = rulings_from(SolitaireRulings, certificate.rulings)
    except ValueError as error:
        raise MalformedRecord(str(error)) from None
    if game.name != GAME.name:
        raise MalformedRecord(f"There are formulas for the game {GAME.name} only, and this is {game.name}.")
    if unknown := [name for name in certificate.counters if name not in list(Counter)]:
        raise MalformedRecord(f"There is no counter {unknown[0]!r}; the counters are {', '.join(Counter)}.")
    record = Record(game=game.name, deal=certificate.deal, position=certificate.position, turns=())
    start = GAME.taken_up(beginning(record, game), rulings)
    return Question(start, rulings, tuple(map(Counter, certificate.counters)), certificate.points)


def fewest(start: Position, horizon: int) -> int:
    """The first number of turns that the bounds leave to a formula, as far as a certificate with this horizon goes."""
    return min(turns_to_go(start), horizon + 1)


def _unfounded(certificate: CnfProof, question: Question) -> Fault | None:
    """The first thing that does not hold before any formula is looked at."""
    if certificate.formulas and (refused := question.why_unproved):
        return Fault("position and rulings", refused)
    for counter in question.counters:
        if not holds_for(counter, question.start, question.rulings):
            return Fault(f"counters, {counter}", "It has no ground in this game.")
        if certificate.counters[counter] != THEOREMS[counter]:
            return Fault(f"counters, {counter}", f"Its theorem is {THEOREMS[counter]} and no other.")
    if Counter.WASTED in question.counters and Counter.PLACED not in question.counters:
        return Fault(
            f"counters, {Counter.WASTED}", f"Its clauses come with those of {Counter.PLACED}, which is not named."
        )
    return _exclusion(certificate, question) or _horizon(certificate, question) or _numbers(certificate)


def _exclusion(certificate: CnfProof, question: Question) -> Fault | None:
    """Whether the theorem named excludes as many turns as the certificate says."""
    least = turns_to_go(question.start)
    if certificate.excluded.theorem != TURNS:
        return Fault("excluded, theorem", f"Numbers of turns are excluded by {TURNS} and nothing else.")
    if certificate.excluded.fewer_than > least:
        return Fault("excluded, fewer_than", f"{TURNS} excludes fewer than {least} turns and no more.")
    return None


def _horizon(certificate: CnfProof, question: Question) -> Fault | None:
    """Whether a claim about every win has the horizon beyond which a theorem leaves none."""
    if certificate.claim == "no-win-within":
        return None
    if certificate.horizon_theorem != DRAWING:
        return Fault("horizon_theorem", f"The theorem of a horizon is {DRAWING} and no other.")
    most = most_turns(question.start, question.rulings)
    if certificate.horizon != most:
        says = "leaves no number of turns" if most is None else f"leaves up to {most} turns"
        return Fault("horizon", f"{DRAWING} {says}, and the horizon is {certificate.horizon}.")
    return None


def _numbers(certificate: CnfProof) -> Fault | None:
    """Whether each number of turns from the exclusion to the horizon has its formula, and none else."""
    asked = [part.turns for part in certificate.formulas]
    due = list(range(certificate.excluded.fewer_than, certificate.horizon + 1))
    if asked == due:
        return None
    if lacking := sorted(set(due) - set(asked)):
        return Fault("formulas", f"There is none for {lacking[0]} turns.")
    return Fault("formulas", f"They are for the turns {_listed(asked)}, and those due are {_listed(due)}.")


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers)) or "none"


def _judged(part: FormulaProof, question: Question, checker: Checker | None) -> str | Fault:
    """Who accepted the proof of one formula, or what is wrong with it."""
    where = f"formulas, {part.turns} turns"
    formula = question.formula(part.turns)
    if unlike := _unlike(part, formula):
        return Fault(where, unlike)
    try:
        lines = unpacked(decompressed(part.proof, part.size))
    except MalformedProof as error:
        raise MalformedRecord(f"{where}: {error}") from None
    by, fault = judged(formula, lines, checker)
    return by if fault is None else Fault(where, fault)


def _unlike(part: FormulaProof, formula: Cnf) -> str | None:
    """How the formula that a certificate names differs from the one built for its question; None when it does not."""
    if (part.variables, part.clauses) != (formula.variables, len(formula.clauses)):
        return (
            f"The formula has {formula.variables} variables and {len(formula.clauses)} clauses, "
            f"not {part.variables} and {part.clauses}."
        )
    built = digest(formula.dimacs())
    return None if part.sha256 == built else f"The formula has the SHA-256 {built}, not {part.sha256}."


def digest(text: str) -> str:
    """The SHA-256 of a DIMACS text, in hexadecimal digits."""
    return sha256(text.encode("ascii")).hexdigest()


def _shown(certificate: CnfProof) -> str:
    """What a valid certificate shows."""
    numbers = [part.turns for part in certificate.formulas]
    such = "such " if certificate.claim == "at-most-points" else ""
    span = "No formula is needed" if not numbers else f"No {such}win in {_listed(numbers)} turns, by proofs of formulas"
    fewer = f"{span}; fewer turns are excluded by {certificate.excluded.theorem}"
    if certificate.claim != "no-win-within":
        claim = "No win." if certificate.points is None else f"No win with more than {certificate.points} points."
        return f"{claim} {fewer}, more by {certificate.horizon_theorem}."
    return f"No win within {certificate.horizon} turns. {fewer}."


def _trusted(certificate: CnfProof, question: Question, judges: Iterable[str]) -> str:
    """What is trusted when a certificate is believed."""
    theorems = [certificate.excluded.theorem, *certificate.counters.values()]
    if certificate.horizon_theorem is not None:
        theorems.append(certificate.horizon_theorem)
    parts = ["the rules", "this checker"]
    if judged_by := list(judges):
        parts += ["the encoder, which makes the formulas", *judged_by]
        theorems += question.theorems
    return f"{', '.join(parts)}, and the theorems {', '.join(dict.fromkeys(theorems))}"
