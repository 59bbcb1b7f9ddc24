"""Unrolling a question with points: with letters at the fewest moments that a theorem leaves."""

from __future__ import annotations

from dataclasses import replace

from tabi.rules.solitaire import Position
from tabi.solvers.encoding.cnf import Cnf
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import Unrolled, followed
from tabi.solvers.encoding.scoring_founding import letters_keep_points
from tabi.solvers.encoding.stepwise.beginning import first_table, setting_of
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.rulings import SolitaireRulings


def may_gather(start: Position, rulings: SolitaireRulings) -> bool:
    """sol.encoding.points-gather: whether letters may be gathered before the first effect and after the last one."""
    without_items = not start.ready and not start.used
    return without_items and {Suit.R, Suit.W} <= {*start.resolved} and letters_keep_points(rulings)


def with_points(start: Position, turns: int, moments: Moments, rulings: SolitaireRulings) -> Unrolled:
    """The plays of so many whole turns that lose no game, with their points; all moments where all are asked for."""
    return unrolled_with_points(
        start, turns, moments, rulings, gathers=moments is not Moments.ALL and may_gather(start, rulings)
    )


def unrolled_with_points(
    start: Position, turns: int, moments: Moments, rulings: SolitaireRulings, *, gathers: bool
) -> Unrolled:
    """The same, and whether letters are gathered is said."""
    setting = replace(setting_of(Cnf(), start, turns, moments, rulings), counts_points=True, gathers=gathers)
    return followed(setting, start, first_table(setting, start), turns)
