"""The five verbs: start, legal_steps, apply, violation, outcome. One source of legality: `violation`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from tabi.rules.solitaire import columns, effects, ending, items, letters, movement, resolution, walk
from tabi.rules.solitaire.position import Position
from tabi.rules.solitaire.table import Outcome, Phase
from tabi.rules.violations import IllegalStep, Violation
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings
from tabi.spec.solitaire.steps import (
    Backpack,
    Blacks,
    Blue,
    Camera,
    DrawRefill,
    Fix,
    Green,
    Lantern,
    Letter,
    MapStep,
    NoCard,
    Place,
    Play,
    Points,
    Radio,
    Red,
    Resolve,
    Step,
    Tent,
    Trim,
    White,
    Yellow,
)


def outcome(position: Position) -> Outcome | None:
    """`Won(points)`, `Lost(reason)`, or None while the game is under way."""
    return position.outcome


def violation(position: Position, step: Step, rulings: SolitaireRulings = DEFAULT_RULINGS) -> Violation | None:
    """Why a step is not legal in a position, or None when it is: reason code, clause, sentence and data."""
    match step:
        case Red() | White() | Yellow() | Green() | Blue():
            return effects.effect_violation(position, step, rulings)
        case Points():
            return effects.points_violation(position, step, rulings)
        case Play():
            return movement.play_violation(position, step)
        case Blacks():
            return movement.blacks_violation(position, step)
        case Place():
            return columns.place_violation(position, step)
        case DrawRefill():
            return columns.refill_violation(position, step)
        case Resolve():
            return resolution.resolve_violation(position, step, rulings)
        case Trim():
            return ending.trim_violation(position, step)
        case Letter():
            return letters.letter_violation(position, step, rulings)
        case Fix():
            return letters.fix_violation(position, step, rulings)
        case NoCard():
            return movement.no_card_violation(position, step)
        case _:
            return _item_violation(position, step, rulings)


def _item_violation(position: Position, step: items.Use, rulings: SolitaireRulings) -> Violation | None:
    match step:
        case Lantern():
            return items.lantern_violation(position, step, rulings)
        case MapStep():
            return items.map_violation(position, step, rulings)
        case Radio():
            return items.radio_violation(position, step, rulings)
        case Camera():
            return items.camera_violation(position, step, rulings)
        case Backpack():
            return items.backpack_violation(position, step, rulings)
        case Tent():
            return items.tent_violation(position, step, rulings)
    assert_never(step)


def apply(position: Position, step: Step, rulings: SolitaireRulings = DEFAULT_RULINGS) -> Position:
    """The position after a legal step; raises `IllegalStep` with the violation otherwise. Nothing else is changed."""
    if refused := violation(position, step, rulings):
        raise IllegalStep(refused)
    return walk.settled(_result(position, step, rulings), position, rulings)


def _result(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    match step:
        case Red() | White() | Yellow() | Green() | Blue():
            return effects.effect_result(position, step, rulings)
        case Points():
            return effects.points_result(position, step, rulings)
        case Play():
            return movement.play_result(position, step, rulings)
        case Blacks():
            return movement.blacks_result(position, step, rulings)
        case Place():
            return columns.place_result(position, step)
        case DrawRefill():
            return columns.refill_result(position, step, rulings)
        case Resolve():
            return resolution.resolve_result(position, step, rulings)
        case Trim():
            return ending.trim_result(position, step, rulings)
        case Letter():
            return letters.letter_result(position, step)
        case Fix():
            return letters.fix_result(position, step)
        case NoCard():
            return movement.no_card_result(position, step, rulings)
        case _:
            return _item_result(position, step, rulings)


def _item_result(position: Position, step: items.Use, rulings: SolitaireRulings) -> Position:
    match step:
        case Lantern():
            return items.lantern_result(position, step, rulings)
        case MapStep():
            return items.map_result(position, step, rulings)
        case Radio():
            return items.radio_result(position, step, rulings)
        case Camera():
            return items.camera_result(position, step)
        case Backpack():
            return items.backpack_result(position, step, rulings)
        case Tent():
            return items.tent_result(position, step)
    assert_never(step)


def legal_steps(position: Position, rulings: SolitaireRulings = DEFAULT_RULINGS) -> Iterator[Step]:
    """Every legal step, each once, lazily: the forced step's choices, then items, then letters.

    At the trimming there can be very many (every order of the surplus), so take no more of them than you need.
    """
    for step in _candidates(position, rulings):
        if violation(position, step, rulings) is None:
            yield step


def _candidates(position: Position, rulings: SolitaireRulings) -> Iterator[Step]:
    if position.phase is Phase.OVER:
        return
    yield from _forced(position, rulings)
    yield from items.item_candidates(position, rulings)
    yield from letters.letter_candidates(position)


def _forced(position: Position, rulings: SolitaireRulings) -> Iterator[Step]:
    """Candidates for the step that the phase asks for."""
    match position.phase:
        case Phase.PLAY:
            return movement.play_candidates(position)
        case Phase.BLACKS:
            return movement.blacks_candidates(position)
        case Phase.PLACE:
            return iter((Place(),))
        case Phase.REFILL:
            return iter((DrawRefill(),))
        case Phase.EFFECTS:
            return effects.effect_candidates(position, rulings)
        case Phase.RESOLVE:
            return resolution.resolve_candidates(position, rulings)
        case Phase.TRIM:
            return ending.trim_candidates(position)
        case Phase.OVER:
            return iter(())
