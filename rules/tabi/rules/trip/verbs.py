"""The five verbs: start, legal_steps, apply, violation, outcome. One source of legality: `violation`."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final, assert_never

from tabi.rules.implements import implements
from tabi.rules.trip import draft, places, placing, tiles
from tabi.rules.trip.awards import final_awards, lay_awards, town_after, with_awards
from tabi.rules.trip.board import Board
from tabi.rules.trip.ending import winners
from tabi.rules.trip.masks import Mask
from tabi.rules.trip.moment import Chance, Outcome, Phase, Placing
from tabi.rules.trip.position import Position, evolve, replaced, with_board
from tabi.rules.violations import IllegalStep, Violation
from tabi.spec.trip.edition import Edition
from tabi.spec.trip.rulings import DEFAULT_RULINGS, TripRulings
from tabi.spec.trip.setup import Setup
from tabi.spec.trip.squares import mask_of, squares_of
from tabi.spec.trip.steps import Define, Discard, Lay, Pass, Put, Reveal, Score, Step, Take
from tabi.spec.trip.tokens import Tokens, without_token

PHASES: Final = MappingProxyType[type[Step], Phase](
    {
        Reveal: Phase.REVEAL,
        Take: Phase.DRAFT,
        Put: Phase.PLACE,
        Discard: Phase.PLACE,
        Define: Phase.DEFINE,
        Pass: Phase.DEFINE,
        Lay: Phase.TILE,
        Score: Phase.FINAL,
    }
)
"""The phase that asks for each kind of step."""


def start(edition: Edition, setup: Setup) -> Position:
    """trip.setup: the position before the first round.

    The first step is a reveal, which a `Supply` (or a person at the table) provides. Raises `ValueError` when the setup
    is one of another edition.
    """
    if setup.edition != edition:
        raise ValueError(f"The setup is for the edition {setup.edition.name}, not for {edition.name}.")
    return Position.checked(setup)


def outcome(position: Position) -> Outcome | Chance | None:
    """Awards, totals and winners of a finished game; `chance` where something must be revealed; None otherwise."""
    return Chance.CHANCE if position.phase is Phase.REVEAL else position.outcome


def violation(position: Position, step: Step, rulings: TripRulings = DEFAULT_RULINGS) -> Violation | None:
    """Why a step is not legal in a position, or None when it is: reason code, clause, sentence and data."""
    if refused := _phase_violation(position, step):
        return refused
    match step:
        case Reveal():
            return draft.reveal_violation(position, step)
        case Take():
            return draft.take_violation(position, step)
        case Put():
            return placing.violation_of_put(*_hand(position), step, position.pattern, position.table, rulings)
        case Discard():
            return placing.violation_of_discard(*_hand(position), step, position.pattern, position.table, rulings)
        case Define():
            squares, fresh, used = mask_of(step.squares), _fresh(position), _used(position)
            return places.violation_of_define(position.board, squares, fresh, position.table, used, rulings)
        case Lay():
            board, place = position.board, position.defining
            return tiles.violation_of_lay(board, place, step, position.town, position.table, rulings)
        case Pass() | Score():
            return None
    assert_never(step)


def _phase_violation(position: Position, step: Step) -> Violation | None:
    """trip.draft.order, trip.ending.rounds: why this is not the time for such a step, or None."""
    if position.phase is Phase.OVER:
        return Violation("game-over", "trip.ending.rounds", "The game is over; there is no further step.")
    if position.phase is PHASES[type(step)]:
        return None
    message = f"The phase is {position.phase}; {step.step} belongs to the phase {PHASES[type(step)]}."
    return Violation("wrong-phase", "trip.draft.order", message, {"phase": position.phase, "step": step.step})


def apply(position: Position, step: Step, rulings: TripRulings = DEFAULT_RULINGS) -> Position:
    """The position after a legal step; raises `IllegalStep` with the violation otherwise. Nothing else is changed."""
    if refused := violation(position, step, rulings):
        raise IllegalStep(refused)
    match step:
        case Reveal():
            return draft.reveal_result(position, step)
        case Take():
            return draft.take_result(position, step)
        case Put() | Discard():
            return _placed(position, step, rulings)
        case Define():
            return _defined(position, step)
        case Pass():
            return passed(position, rulings)
        case Lay():
            return _laid(position, step, rulings)
        case Score():
            return _scored(position, rulings)
    assert_never(step)


def _placed(position: Position, step: Put | Discard, rulings: TripRulings) -> Position:
    """trip.placing.order: one token of the hand is placed or given up; with the last one the placing is over."""
    fresh = _fresh(position)
    if isinstance(step, Put):
        board = placing.put_result(position.board, step)
        fresh |= 1 << step.square
    else:
        board = placing.discard_result(position.board, step)
    after = evolve(
        position,
        hand=without_token(position.hand, step.token),
        placing=(*position.placing, step),
        boards=with_board(position, board),
        fresh=replaced(position.fresh, position.player, fresh),
    )
    return after if after.hand else draft.placing_over(after, rulings)


def _defined(position: Position, step: Define) -> Position:
    """trip.places.face-up: the tokens of the new place are face down, and its tile is to be laid."""
    squares = mask_of(step.squares)
    board = places.define_result(position.board, squares)
    return evolve(position, phase=Phase.TILE, boards=with_board(position, board), defining=squares)


@implements("trip.places.optional")
def passed(position: Position, rulings: TripRulings) -> Position:
    """trip.places.optional: nothing (more) is defined; the tokens stay as they are, and the turn ends."""
    return draft.defining_over(position, rulings)


def _laid(position: Position, step: Lay, rulings: TripRulings) -> Position:
    """trip.scoring.at-once: the tile lies, the place is scored, and the turn ends unless more may be defined."""
    after = evolve(
        position,
        phase=Phase.DEFINE,
        town=town_after(position, step, rulings),
        scores=with_awards(position.scores, lay_awards(position, step, rulings)),
        defining=0,
    )
    return after if places.may_define_again(rulings) else draft.defining_over(after, rulings)


def _scored(position: Position, rulings: TripRulings) -> Position:
    """trip.ending.final: the final awards are in the scores, and the game is over."""
    awards = final_awards(position, rulings)
    totals = with_awards(position.scores, awards)
    ended = Outcome(awards, totals, winners(totals, position.boards))
    return evolve(position, phase=Phase.OVER, scores=totals, outcome=ended)


def legal_steps(position: Position, rulings: TripRulings = DEFAULT_RULINGS) -> Iterator[Step]:
    """Every legal step, each once, lazily; none where a card and tokens must be revealed, and none in a finished game.

    Places can be very many where shops or restaurants lie together, so take no more of them than you need.
    """
    for step in _candidates(position, rulings):
        if violation(position, step, rulings) is None:
            yield step


def _candidates(position: Position, rulings: TripRulings) -> Iterator[Step]:
    match position.phase:
        case Phase.DRAFT:
            yield from (Take(number) for number in range(1, len(position.slots) + 1))
        case Phase.PLACE:
            yield from placing.placing_steps(*_hand(position), position.pattern, position.table, rulings)
        case Phase.DEFINE:
            yield from _define_candidates(position, rulings)
            yield Pass()
        case Phase.TILE:
            yield from tiles.lays(position.board, position.defining, position.town, position.table, rulings)
        case Phase.FINAL:
            yield Score()
        case Phase.REVEAL | Phase.OVER:
            return


def _define_candidates(position: Position, rulings: TripRulings) -> Iterator[Define]:
    used = _used(position)
    for squares in places.definable(position.board, _fresh(position), position.table, used, rulings):
        yield Define(squares_of(squares))


def _hand(position: Position) -> tuple[Board, Tokens, Placing]:
    return position.board, position.hand, position.placing


def _fresh(position: Position) -> Mask:
    return position.fresh[position.player - 1]


def _used(position: Position) -> frozenset[str]:
    return places.defined_pieces(position.boards, position.table)
