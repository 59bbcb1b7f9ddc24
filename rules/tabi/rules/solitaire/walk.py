"""The walk through the effects: which suit of white's column acts next, and when the effects end."""

from __future__ import annotations

from tabi.rules.implements import implements
from tabi.rules.solitaire.position import Position, column_at, evolve
from tabi.rules.solitaire.table import NO_WALK, Column, Phase, Walk
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.rulings import EffectWalk, SolitaireRulings, WalkEnd


@implements("sol.effects.column")
def acting_column(position: Position) -> Column:
    """sol.effects.column: the events in white's place, nearest first; none on day 7."""
    return column_at(position, position.white)


@implements("sol.effects.order")
def next_suit(position: Position, rulings: SolitaireRulings) -> Suit | None:
    """sol.effects.order: the suit that acts next, or None when none is left.

    The nearest event whose suit has not acted; under `position` the walk looks only behind the slot that acted last;
    under `snapshot` it is the next of the suits as they lay when the effects began.
    """
    if rulings.effect_walk is EffectWalk.SNAPSHOT:
        return position.walk.pending[0] if position.walk.pending else None
    slot = _next_slot(position, rulings)
    return None if slot is None else acting_column(position)[slot].card.suit


def advanced(position: Position, suit: Suit, rulings: SolitaireRulings) -> Position:
    """sol.effects.order: the position in which `suit`, the next one, counts as having acted."""
    applied, pointer, pending = position.walk
    if rulings.effect_walk is EffectWalk.SNAPSHOT:
        return evolve(position, walk=Walk(pending=pending[1:]))
    if rulings.effect_walk is EffectWalk.POSITION:
        slot = _next_slot(position, rulings)
        pointer = pointer if slot is None else slot + 1
    return evolve(position, walk=Walk(tuple(sorted((*applied, suit))), pointer))


def begun(position: Position, rulings: SolitaireRulings) -> Position:
    """sol.effects.order: the position in which the effects begin; under `snapshot` their suits are noted down."""
    if rulings.effect_walk is not EffectWalk.SNAPSHOT:
        return position
    suits = dict.fromkeys(event.card.suit for event in acting_column(position))
    return evolve(position, walk=Walk(pending=tuple(suits)))


def taken_up(position: Position, rulings: SolitaireRulings) -> Position:
    """sol.effects.order: a position written without a reading in mind, as play under these readings takes it up.

    Amid the effects `snapshot` wants the suits still to act noted down; the other readings find them in the column.
    """
    noted = rulings.effect_walk is not EffectWalk.SNAPSHOT or position.phase is not Phase.EFFECTS
    applied, pointer, pending = position.walk
    if noted or pending:
        return position
    suits = dict.fromkeys(event.card.suit for event in acting_column(position)[pointer:])
    return evolve(position, walk=Walk(pending=tuple(suit for suit in suits if suit not in applied)))


@implements("sol.effects.end")
def settled(position: Position, before: Position, rulings: SolitaireRulings) -> Position:
    """sol.effects.end: the position with the effects closed when nothing is left to act.

    Under `sol.walk-end=open` they open again when the step from `before` brought a suit that has not acted into reach.
    """
    may_open_again = rulings.walk_end is WalkEnd.OPEN and rulings.effect_walk is not EffectWalk.SNAPSHOT
    if position.phase is Phase.EFFECTS and next_suit(position, rulings) is None:
        return evolve(position, phase=Phase.RESOLVE, walk=position.walk if may_open_again else NO_WALK)
    if position.phase is Phase.RESOLVE and may_open_again and next_suit(before, rulings) is None:
        return position if next_suit(position, rulings) is None else evolve(position, phase=Phase.EFFECTS)
    return position


def _next_slot(position: Position, rulings: SolitaireRulings) -> int | None:
    """The slot of the event that acts next, under the readings that look at the column as it is."""
    applied, pointer, _ = position.walk
    start = pointer if rulings.effect_walk is EffectWalk.POSITION else 0
    column = acting_column(position)
    for slot in range(start, len(column)):
        if column[slot].card.suit not in applied:
            return slot
    return None
