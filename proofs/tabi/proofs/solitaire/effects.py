"""Theorems of the chapter effects: what the effects leave alone."""

from __future__ import annotations

from tabi.proofs.solitaire.columns import blue_copies, gained
from tabi.proofs.solitaire.scenes import Apply
from tabi.proofs.solitaire.stepping import for_every_step_of
from tabi.proofs.theorem import Claim, theorem
from tabi.rules.solitaire import Position, apply
from tabi.rules.solitaire.position import evolve
from tabi.spec.solitaire import SolitaireRulings
from tabi.spec.solitaire.steps import Blue, Green, Lantern, Points, Red, Step, White, Yellow

EFFECTS = (Red, White, Yellow, Green, Blue, Points, Lantern)


def points_clear_the_column(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """Events that have given points are taken off the board."""
    after = apply(position, step, rulings)
    if not isinstance(step, Points):
        return after
    return evolve(after, columns=tuple(() if column else column for column in after.columns))


@theorem(
    "sol.effects.events-stay",
    "No effect, point or lantern changes how many events of a suit lie on the board.",
    clauses=[
        *("sol.effects.red", "sol.effects.white", "sol.effects.yellow", "sol.effects.green", "sol.effects.blue"),
        *("sol.effects.points", "sol.items.lantern"),
    ],
    about=apply,
    mutants=[blue_copies, points_clear_the_column],
)
def events_stay(applied: Apply) -> Claim:
    """Every effect in every scene."""

    def stays(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
        return not isinstance(step, EFFECTS) or not any(gained(before, after).values())

    return for_every_step_of(("effect", "lantern", "points"), stays, applied)
