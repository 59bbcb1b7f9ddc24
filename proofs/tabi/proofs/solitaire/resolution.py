"""Theorems of the chapter resolution: what a letter asks for, and how many come in a turn."""

from __future__ import annotations

from tabi.proofs.solitaire.scenes import Apply
from tabi.proofs.solitaire.stepping import for_every_step
from tabi.proofs.theorem import Claim, theorem
from tabi.rules.solitaire import Position, apply
from tabi.rules.solitaire.bounds import EVENTS_TO_RESOLVE
from tabi.rules.solitaire.position import column_at, evolve
from tabi.rules.solitaire.resolution import events_of, occupied
from tabi.spec.solitaire import SolitaireRulings, Suit
from tabi.spec.solitaire.steps import Resolve, Step, Trim


def two_at_once(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A suit that is resolved takes another one along."""
    after = apply(position, step, rulings)
    if after.__dict__.get("resolved") == position.__dict__.get("resolved"):
        return after
    other = next((suit for suit in Suit if suit not in after.resolved), Suit.W)
    return evolve(after, resolved=tuple(sorted({*after.resolved, other})))


def one_event_will_do(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A suit is resolved as soon as one event of it lies in white's place."""
    after = apply(position, step, rulings)
    here = column_at(position, position.white) if isinstance(step, Resolve) and not step.decline else ()
    more = {event.card.suit for event in here[:1]}
    return evolve(after, resolved=tuple(sorted({*after.resolved, *more}))) if more else after


def a_letter_at_the_trim(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """At the end of each turn white is resolved."""
    after = apply(position, step, rulings)
    return evolve(after, resolved=(Suit.W,)) if isinstance(step, Trim) else after


@theorem(
    "sol.resolution.three-events",
    "Letters are won in the step that resolves and no other: one at a time, of a suit with three events or more in the "
    "places of the pawns, none of which is on day 7.",
    clauses=[
        *("sol.resolution.condition", "sol.resolution.enough-events", "sol.resolution.day-seven"),
        *("sol.resolution.nearest", "sol.resolution.letter"),
    ],
    about=apply,
    mutants=[two_at_once, one_event_will_do, a_letter_at_the_trim],
)
def three_events(applied: Apply) -> Claim:
    """Every step in every scene; a step that does not touch the suits won is not looked at further."""

    def is_earned(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
        if after.__dict__.get("resolved") is before.__dict__.get("resolved"):
            return True
        new = set(after.resolved).difference(before.resolved)
        days = occupied(before)
        kept = set(before.resolved) <= set(after.resolved)
        enough = all(sum(events_of(suit, column_at(before, day)) for day in days) >= EVENTS_TO_RESOLVE for suit in new)
        return isinstance(step, Resolve) and kept and len(new) == 1 and enough and 7 not in days

    return for_every_step(is_earned, applied, ("resolve", "trim"))
