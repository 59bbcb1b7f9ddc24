"""Theorems of the chapter letters: where a letter cannot bring a pawn."""

from __future__ import annotations

from tabi.proofs.solitaire.scenes import Apply
from tabi.proofs.solitaire.stepping import for_every_step_of
from tabi.proofs.theorem import Claim, theorem
from tabi.rules.solitaire import Position, apply
from tabi.rules.solitaire.position import evolve
from tabi.spec.solitaire import SolitaireRulings
from tabi.spec.solitaire.steps import Letter, Step


def to_day_seven(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A letter to day 6 brings the pawn to day 7."""
    after = apply(position, step, rulings)
    return evolve(after, blacks=(after.blacks[0], 7)) if isinstance(step, Letter) and step.to == 6 else after


def letters_are_free(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A letter that moves a pawn is kept."""
    after = apply(position, step, rulings)
    return evolve(after, letters=position.letters) if isinstance(step, Letter) else after


@theorem(
    "sol.letters.never-home",
    "A letter spent as location memory is gone, and brings no black pawn to day 7.",
    clauses=["sol.letters.location-memory"],
    about=apply,
    mutants=[to_day_seven, letters_are_free],
)
def never_home(applied: Apply) -> Claim:
    """Every letter in every scene."""

    def stays_away(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
        if not isinstance(step, Letter):
            return True
        return after.blacks.count(7) <= before.blacks.count(7) and after.letters == before.letters - 1

    return for_every_step_of(("letter",), stays_away, applied)
