"""The letters: location memory, event memory, and the fixed events that stay."""

from __future__ import annotations

from collections.abc import Iterator

from tabi.rules.implements import implements
from tabi.rules.solitaire.effects import black_elsewhere
from tabi.rules.solitaire.movement import any_time_violation
from tabi.rules.solitaire.position import (
    Position,
    black_moved,
    column_at,
    evolve,
    find_event,
    fixed_event,
    placed_events,
    with_column,
)
from tabi.rules.violations import Violation
from tabi.spec.solitaire.locations import EVENT_DAYS
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import Fix, Letter


@implements("sol.letters.use")
def spending_violation(position: Position, rulings: SolitaireRulings) -> Violation | None:
    """sol.letters.use: a letter in hand is spent between any two steps."""
    if refused := any_time_violation(position, rulings):
        return refused
    return None if position.letters else Violation("no-letter", "sol.letters.use", "No letter is in hand.")


@implements("sol.letters.location-memory")
def letter_violation(position: Position, step: Letter, rulings: SolitaireRulings) -> Violation | None:
    """sol.letters.location-memory: a black pawn, from any day, to any day but day 7."""
    clause = "sol.letters.location-memory"
    refused = spending_violation(position, rulings)
    if refused := refused or black_elsewhere(position, step.black, clause):
        return refused
    if step.to in EVENT_DAYS:
        return None
    return Violation("not-to-day-seven", clause, "A letter leads to a day from 1 to 6.", {"to": step.to})


def letter_result(position: Position, step: Letter) -> Position:
    """sol.letters.location-memory: the letter is gone and the black pawn stands on its new day."""
    return evolve(position, letters=position.letters - 1, blacks=black_moved(position.blacks, step.black, step.to))


@implements("sol.letters.one-per-location")
def fix_violation(position: Position, step: Fix, rulings: SolitaireRulings) -> Violation | None:
    """sol.letters.event-memory, sol.letters.one-per-location: a placed event where none is fixed yet."""
    if refused := spending_violation(position, rulings):
        return refused
    found = find_event(position, step.card)
    if found is None:
        message = f"{step.card} is not a placed event."
        return Violation("not-placed", "sol.letters.event-memory", message, {"card": step.card})
    if fixed_event(column_at(position, found[0])) is None:
        return None
    message = f"Day {found[0]} already has a fixed event."
    return Violation("location-has-memory", "sol.letters.one-per-location", message, {"day": found[0]})


@implements("sol.letters.event-memory")
def fix_result(position: Position, step: Fix) -> Position:
    """sol.letters.event-memory: the letter lies on the event, which is fixed and nearest; the others move outward."""
    found = find_event(position, step.card)
    assert found is not None, "the card is placed"
    day, slot, event = found
    column = column_at(position, day)
    moved = (event._replace(fixed=True), *column[:slot], *column[slot + 1 :])
    return evolve(position, letters=position.letters - 1, columns=with_column(position.columns, day, moved))


def letter_candidates(position: Position) -> Iterator[Letter | Fix]:
    """Every way in which a letter might be spent; none without a letter in hand."""
    if not position.letters:
        return
    for black in sorted(set(position.blacks)):
        yield from (Letter(black, to) for to in EVENT_DAYS)
    yield from (Fix(event.card) for _, _, event in placed_events(position))
