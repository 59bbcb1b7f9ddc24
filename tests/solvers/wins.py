"""Wins in so many turns: by looking at everything, and by a formula whose line is played through the rules."""

from __future__ import annotations

from pysat.solvers import Solver

from tabi.rules.solitaire import Lost, Position, Won, apply, legal_steps
from tabi.rules.solitaire.position import evolve
from tabi.solvers.encoding.counting import assert_counters
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import assert_win, unrolled
from tabi.solvers.encoding.reading import Disagreement, line_of
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings
from tabi.spec.solitaire.steps import Step, Trim


def won_in(
    start: Position, turns: int, rulings: SolitaireRulings = DEFAULT_RULINGS, moments: Moments = Moments.WINNING
) -> tuple[Step, ...] | None:
    """A line that wins in so many turns or sooner by a formula with all counters, played through the rules."""
    formula = unrolled(start, turns, moments, rulings)
    assert_win(formula)
    assert_counters(formula)
    with Solver("cadical153", bootstrap_with=formula.cnf.clauses) as solver:
        if not solver.solve():
            return None
        line, here = line_of(set(solver.get_model() or []).__contains__, formula), start
    for step in line:
        here = apply(here, step, rulings)
    if not isinstance(here.outcome, Won):
        raise Disagreement("the line of the model does not win")
    return line


def shortest_win(start: Position, most: int, limit: int, rulings: SolitaireRulings = DEFAULT_RULINGS) -> int | None:
    """The fewest turns, `most` at most, in which the rules win, by looking at everything; 0 for too much to look at."""
    level, met = {start.key}, {start.key}
    for turns in range(1, most + 1):
        following, stack = set[Position](), list(level)
        while stack:
            here = stack.pop()
            for step in legal_steps(here, rulings):
                after = apply(here, step, rulings)
                if isinstance(after.outcome, Won):
                    return turns
                key = evolve(after, turn=1, points=0)
                if isinstance(after.outcome, Lost) or key in met:
                    continue
                met.add(key)
                (following.add if isinstance(step, Trim) else stack.append)(key)
            if len(met) > limit:
                return 0
        level = following
    return None
