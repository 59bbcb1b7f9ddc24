"""Points as clauses: numbers in unary, their sums, and what a formula of so many turns says of all its points.

A number here is bounded from below alone: a literal that holds says "at least so many", one that does not hold says
nothing. So no model claims more points than its game has, and every game has a model that claims all its points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tabi.solvers.encoding.cnf import Cnf
from tabi.solvers.encoding.question import Unrolled
from tabi.solvers.encoding.scoring_turn import ScoredPawns
from tabi.solvers.encoding.scoring_unary import AtLeast, added
from tabi.solvers.encoding.stepwise.turn import StepTurn
from tabi.solvers.encoding.tables import NUMBER_OF
from tabi.spec.solitaire.cards import NUMBERS
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import LAST_DAY

__all__ = ["Score", "assert_first_win", "scored", "turn_points"]

PAWNS = 3
EVENTS = 3
PLAIN_TURN = PAWNS * EVENTS * NUMBERS
"""The most points of a turn without lantern, camera and backpack (see `most_of_turn`)."""
COUNTS_MORE = (Item.LANTERN, Item.CAMERA, Item.BACKPACK)


class Score(NamedTuple):
    """The points that a formula claims after its last turn: all of them, and those of each turn."""

    points: AtLeast
    turns: tuple[AtLeast, ...]


def most_of_turn(formula: Unrolled) -> int | None:
    """sol.effects.points-of-turn: a bound on the points of one turn, three pawns and three events of six each.

    None in games of which the theorem does not speak. Each suit counts once in a turn, with its events in white's
    column then. The column has three events at most, and they stay but for one exchange by blue, unresolved, which
    therefore does not count itself. Either the blue event leaves for another one, or it stays and one of the other two
    leaves for another one: three events that count.
    """
    assert formula.setting is not None, "points are counted in turns by steps"
    return None if formula.setting.has(*COUNTS_MORE) else PLAIN_TURN


def turn_points(formula: Unrolled) -> tuple[AtLeast, ...]:
    """sol.effects.points: the points of each turn of a formula that was unrolled with points."""
    return tuple(_summed(formula.cnf, _steps(turn), most_of_turn(formula)) for turn in formula.turns)


def _steps(turn: object) -> tuple[AtLeast, ...]:
    if not isinstance(turn, StepTurn) or not isinstance(turn.pawns, ScoredPawns):
        raise ValueError("The formula was unrolled without points.")
    return turn.pawns.points


def scored(formula: Unrolled, most: int | None = None) -> Score:
    """The points of all turns, counted from the start of the formula; more than `most` are as good as `most`."""
    turns = turn_points(formula)
    return Score(_summed(formula.cnf, turns, most), turns)


def _summed(cnf: Cnf, parts: Sequence[AtLeast], most: int | None) -> AtLeast:
    """The sum, by halves."""
    if len(parts) <= 1:
        return parts[0] if parts else AtLeast(0, ())
    half = (len(parts) + 1) // 2
    return added(cnf, _summed(cnf, parts[:half], most), _summed(cnf, parts[half:], most), most)


def assert_first_win(formula: Unrolled) -> None:
    """sol.ending.clear: no turn but the last one wins, so that no points of turns behind a win are counted.

    A win in fewer turns is a model of the formula of that many turns.
    """
    for state in formula.states[:-1]:
        home = (state.white[LAST_DAY - 1], state.blacks[NUMBER_OF[LAST_DAY, LAST_DAY]])
        formula.cnf.when([*state.resolved, *home])


def claimed(true: Iterable[int], number: AtLeast) -> int:
    """What a model's true variables say of a number."""
    holds = frozenset(true)
    return max((value for value, literal in number.steps if literal in holds), default=number.low)
