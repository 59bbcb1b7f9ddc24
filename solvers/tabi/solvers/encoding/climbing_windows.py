"""More points for a whole line: some turns of it are played anew, what comes before and after them stays.

A window begins and ends where turns of the line do. A formula of as many turns is asked for a play from the position at
its beginning to the one at its end with more points than the line earns there. What follows needs the same position, so
it stays legal; windows at the line's end go to any win, which is what `climbing` is for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic

from tabi.rules.solitaire import Phase, Position, Won, apply
from tabi.solvers.encoding.asking import Engine, Stop
from tabi.solvers.encoding.climbing import climb
from tabi.solvers.encoding.climbing_talk import talk
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import Unrolled, by_steps
from tabi.solvers.encoding.reading import Disagreement, Line, line_of
from tabi.solvers.encoding.scoring import assert_first_win, scored
from tabi.solvers.encoding.stepwise.beginning import result_literals
from tabi.solvers.encoding.stepwise.parts import Table
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import Step


@dataclass(frozen=True, slots=True)
class Leg:
    """A turn of a line: where it begins, and its steps."""

    start: Position
    steps: Line


def legs_of(start: Position, line: Sequence[Step], rulings: SolitaireRulings) -> tuple[Leg, ...]:
    """The turns of a line from the beginning of a turn; raises `ValueError` when it does not win."""
    legs, begun, steps, here = list[Leg](), start, list[Step](), start
    for step in line:
        steps.append(step)
        after = apply(here, step, rulings)
        if after.turn != here.turn or after.phase is Phase.OVER:
            legs.append(Leg(begun, tuple(steps)))
            begun, steps = after, []
        here = after
    if not isinstance(here.outcome, Won):
        raise ValueError("The line does not win.")
    return tuple(legs)


def joined(legs: Sequence[Leg]) -> Line:
    """The steps of all turns."""
    return tuple(step for leg in legs for step in leg.steps)


def points_of(start: Position, line: Sequence[Step], rulings: SolitaireRulings) -> int:
    """The points after a line."""
    for step in line:
        start = apply(start, step, rulings)
    return start.points


def improve(
    start: Position,
    line: Line,
    rulings: SolitaireRulings,
    engine: Engine,
    seconds: float,
    *,
    window: int = 6,
    tell: Callable[[int, Line], None] | None = None,
    stop: Stop | None = None,
) -> Line:
    """A line with as many points as the given one or more: window after window, the last turns first, once over.

    `seconds` of the clock are shared evenly by the windows that are left. `tell` gets the points and the line whenever
    it is better. Raises `ValueError` when the line does not win, and as `climb`.
    """
    end, stop = monotonic() + seconds, stop or Stop()
    first = max(0, len(legs_of(start, line, rulings)) - window)
    step = max(1, window // 2)
    begins = list(dict.fromkeys([*range(first, 0, -step), 0]))
    for left, begin in zip(range(len(begins), 0, -1), begins, strict=True):
        share = max(0.0, end - monotonic()) / left
        better = _replayed(start, line, rulings, engine, share, slice(begin, begin + window), stop)
        if better is not None:
            line = better
            if tell is not None:
                tell(points_of(start, line, rulings), line)
    return line


def between(
    before: Position,
    known: Line,
    after: Position,
    rulings: SolitaireRulings,
    engine: Engine,
    seconds: float,
    stop: Stop,
) -> Line | None:
    """The best play found from one position to another in as many turns as the known one; None if none is better."""
    end, best = monotonic() + seconds, None
    earned = points_of(before, known, rulings) - before.points
    formula = by_steps(before, after.turn - before.turn, Moments.ALL, rulings, counts_points=True)
    assert_first_win(formula)
    _leads_to(formula, after)
    points = scored(formula).points
    with talk(engine, formula.cnf.dimacs(), stop) as talking:
        while (literal := points.reaching(earned + 1)) is not None:
            answer = talking.ask([literal], end - monotonic())
            if answer is None or answer.true is None:
                break
            best = line_of(answer.true.__contains__, formula)
            came = points_of(before, best, rulings) - before.points
            if came <= earned:
                raise Disagreement(f"the model claims more than {earned} points, and its line has {came}")
            earned = came
    return best


def _replayed(
    start: Position, line: Line, rulings: SolitaireRulings, engine: Engine, seconds: float, where: slice, stop: Stop
) -> Line | None:
    """The line with the turns of a window played for more points; None when no more were found."""
    legs = legs_of(start, line, rulings)
    inside, behind = legs[where], legs[where.stop :]
    before = inside[0].start
    if behind:
        found = between(before, joined(inside), behind[0].start, rulings, engine, seconds, stop)
    else:
        found = climb(before, rulings, engine, seconds, known_line=joined(inside), stop=stop).line
    if found is None or found == joined(inside):
        return None
    whole = (*joined(legs[: where.start]), *found, *joined(behind))
    if points_of(start, whole, rulings) <= points_of(start, line, rulings):
        raise Disagreement("a line with more points in its window has no more in all")
    return whole


def _leads_to(formula: Unrolled, after: Position) -> None:
    """The formula's last turn ends in this position, in one of the ways to say so."""
    table, cnf = formula.states[-1], formula.cnf
    assert formula.setting is not None and isinstance(table, Table), "points are counted in turns by steps"
    ways = [cnf.all_of(way) for way in result_literals(formula.setting, table, after)]
    cnf.add(*ways)
