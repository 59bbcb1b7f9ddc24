"""Deciding a solitaire: whether it can be won and in how few turns, with what each answer rests on.

The verdict rests on the rules alone: a line is replayed through them before anybody sees it, and a "no" is a closed set
of positions that leans on named theorems. Everything else here may be as rough as it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tabi.rules.certificates import ClosedSet
from tabi.rules.solitaire import Position, Won, apply, format_position
from tabi.rules.solitaire import start as start_of
from tabi.rules.solitaire.bounds import TURNS, turns_to_go
from tabi.rules.solitaire.game import GAME
from tabi.rules.solitaire.walk import taken_up
from tabi.solvers.engines import Closure
from tabi.solvers.rounds import look_for_a_win, look_for_fewest_turns
from tabi.solvers.run import BudgetSpent, Run
from tabi.solvers.turns import Node, steps_to
from tabi.solvers.verdict import Bounded, Budget, Goal, Impossible, Line, Progress, Proved, Undecided, Verdict
from tabi.spec.rulings import changed_rulings
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings
from tabi.spec.solitaire.steps import Step

DEFAULT_BUDGET = Budget()


def solve(
    start: Deal | Position,
    goal: Goal = Goal.WIN,
    rulings: SolitaireRulings = DEFAULT_RULINGS,
    budget: Budget = DEFAULT_BUDGET,
    progress: Callable[[Progress], None] | None = None,
) -> Verdict:
    """Whether a deal or a position can be won under `rulings`, or in how few turns, as far as `budget` allows to say.

    `Proved` has a line, which for fewest turns meets a proved lower bound; `Bounded` a line and the bound; `Impossible`
    a closed set; `Undecided` says nothing but what was tried. An interrupt from the keyboard ends the search with what
    is known then. Without a limit of seconds the same question gets the same answer. `progress` is called about ten
    times a second.
    """
    position = start_of(start) if isinstance(start, Deal) else taken_up(start, rulings)
    run = Run(position, budget, progress)
    look = look_for_a_win if Goal(goal) is Goal.WIN else look_for_fewest_turns
    closed, interrupted = None, False
    try:
        closed = look(position, rulings, run)
    except BudgetSpent:
        pass
    except KeyboardInterrupt:
        interrupted = True
    if run.won is not None:
        return _won(position, run.won, goal, rulings, run, interrupted)
    if closed is not None:
        return Impossible(position, _closed_set(start, closed, rulings), run.spent())
    line, _ = replayed(position, steps_to(run.best), rulings)
    return Undecided(position, line, run.letters(), run.spent(), interrupted)


def replayed(start: Position, steps: Iterable[Step], rulings: SolitaireRulings) -> tuple[Line, Position]:
    """The steps played through the rules: the line they make, turn by turn, and the position they lead to.

    Raises `IllegalStep` for the first step that is not legal.
    """
    position, turns = start, dict[int, list[Step]]()
    for step in steps:
        turns.setdefault(position.turn, []).append(step)
        position = apply(position, step, rulings)
    return tuple(map(tuple, turns.values())), position


def _won(
    start: Position, node: Node, goal: Goal, rulings: SolitaireRulings, run: Run, interrupted: bool
) -> Proved | Bounded:
    """The verdict of a line that wins: proved as a win, and as the shortest only where it meets the proved bound."""
    line, end = replayed(start, steps_to(node), rulings)
    if not isinstance(end.outcome, Won):
        raise AssertionError(f"The line found does not win: {format_position(end)}")
    if goal is Goal.WIN:
        return Proved(start, line, end.outcome, run.spent())
    least = turns_to_go(start)
    if len(line) == least:
        return Proved(start, line, end.outcome, run.spent(), theorems=(TURNS,))
    return Bounded(start, line, end.outcome, least, run.spent(), (TURNS,), interrupted)


def _closed_set(start: Deal | Position, closed: Closure, rulings: SolitaireRulings) -> ClosedSet:
    return ClosedSet(
        game=GAME.name,
        rulings=changed_rulings(rulings),
        deal=start.model_dump(mode="json", exclude_none=True) if isinstance(start, Deal) else None,
        position=GAME.write_position(start) if isinstance(start, Position) else None,
        bounds=closed.bounds,
        positions=closed.positions,
    )
