"""The action phase up to the effects: placing the played card, capacity, day 7, and the refill."""

from __future__ import annotations

from tabi.rules.implements import implements
from tabi.rules.solitaire.defects import capacity
from tabi.rules.solitaire.ending import HAND_SIZE, draw, out_of_turn
from tabi.rules.solitaire.position import Position, column_at, evolve, fixed_event, with_card, with_column
from tabi.rules.solitaire.table import Column, Event, LossReason, Phase
from tabi.rules.solitaire.walk import begun
from tabi.rules.violations import Violation
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import Refill, SolitaireRulings
from tabi.spec.solitaire.steps import DrawRefill, Place


@implements("sol.columns.place", "sol.columns.capacity", "sol.letters.fixed-placing")
def with_newest(column: Column, event: Event, holds: int) -> tuple[Column, Column]:
    """sol.columns.place, sol.columns.capacity, sol.letters.fixed-placing: the column with a new event, and what falls.

    The new event is nearest, the others move outward, a fixed one keeps its slot; beyond `holds` events the outermost
    fall, never the fixed one.
    """
    slot = fixed_event(column)
    if slot is None:
        moved = (event, *column)
    else:
        others = (event, *column[:slot], *column[slot + 1 :])
        moved = (*others[:slot], column[slot], *others[slot:])
    return moved[:holds], moved[holds:]


def place_violation(position: Position, _: Place) -> Violation | None:
    """sol.movement.turn-order: placing comes after the black pawns."""
    return out_of_turn(position, Phase.PLACE)


@implements("sol.columns.day-seven")
def place_result(position: Position, _: Place) -> Position:
    """sol.columns.place, sol.columns.day-seven: the played card lies at white's place, or is discarded on day 7."""
    day, card = position.white, position.played
    assert card is not None, "the phase place has a played card"
    if day == LAST_DAY:
        return evolve(position, phase=Phase.REFILL, played=None, discard=with_card(position.discard, card))
    holds = capacity(day, position.bay_road_day)
    column, fallen = with_newest(column_at(position, day), Event(card), holds)
    discard = position.discard
    for event in fallen:
        discard = with_card(discard, event.card)
    columns = with_column(position.columns, day, column)
    return evolve(position, phase=Phase.REFILL, played=None, columns=columns, discard=discard)


def refill_violation(position: Position, _: DrawRefill) -> Violation | None:
    """sol.movement.turn-order: the refill comes after the placing."""
    return out_of_turn(position, Phase.REFILL)


@implements("sol.columns.refill")
def refill_result(position: Position, _: DrawRefill, rulings: SolitaireRulings) -> Position:
    """sol.columns.refill: one card is drawn (under `to-four` up to four in hand); then the effects begin."""
    count = 1 if rulings.refill is Refill.ONE else max(0, HAND_SIZE - len(position.hand))
    return draw(begun(evolve(position, phase=Phase.EFFECTS), rulings), count, LossReason.REFILL_DRAW, rulings)
