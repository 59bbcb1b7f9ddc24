"""Deciding a solitaire: whether it can be won, in how few turns and for how many points, and what answers rest on.

The verdict rests on the rules: a line is replayed through them before anybody sees it, and a "no" is a closed set of
positions or a proof of formulas, each of which leans on named theorems. Everything else here may be as rough as it
likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from tabi.rules.solitaire import Phase, Position
from tabi.rules.solitaire import start as start_of
from tabi.rules.solitaire.bounds import excluded
from tabi.rules.solitaire.walk import taken_up
from tabi.solvers.concluding import Asked, concluded, is_answered
from tabi.solvers.engines import Closure, exhaustion
from tabi.solvers.interrupts import dropped_interrupts_come_again
from tabi.solvers.portfolio import HEAD_START, Rival
from tabi.solvers.rounds import EXHAUSTION, look_for_a_win, look_for_fewest_turns
from tabi.solvers.run import SECONDS_BETWEEN_REPORTS, BudgetSpent, Overtaken, Run, WinMet
from tabi.solvers.verdict import ENGINES, Budget, EngineName, Goal, Progress, Proved, Spent, Verdict
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings

if TYPE_CHECKING:
    from tabi.solvers.formulas import Inquiry

DEFAULT_BUDGET: Final = Budget()
WAITING: Final = "the SAT solver"


def solve(
    start: Deal | Position,
    goal: Goal = Goal.WIN,
    rulings: SolitaireRulings = DEFAULT_RULINGS,
    budget: Budget = DEFAULT_BUDGET,
    progress: Callable[[Progress], None] | None = None,
    engine: EngineName = "auto",
) -> Verdict:
    """Whether a deal or a position can be won under `rulings`, in how few turns or for how many points.

    As far as `budget` allows to say: `Proved` has a line, which for fewest turns and most points meets a proved bound;
    `Bounded` a line and the bound; `Impossible` a closed set or a proof of formulas; `Undecided` says what was tried.
    An interrupt from the keyboard ends it with what is known then. `progress` is called about ten times a second.

    Where formulas have shown something, writing their proof may take half of the budget's seconds more.

    `engine` is `search`, `sat` or `z3` (which ask formulas and need the extra `solve`), or `auto`: the search, and
    after a head start the SAT solver beside it. The search with a limit of nodes and none of seconds gives the same
    answer to the same question; so `auto` with a limit of nodes is the search alone. Formulas look at no positions, so
    nodes do not bound them. Raises `ValueError` for another engine.
    """
    if engine not in ENGINES:
        raise ValueError(f"The engine is {engine!r}; accepted: {', '.join(ENGINES)}.")
    position = start_of(start) if isinstance(start, Deal) else taken_up(start, rulings)
    with dropped_interrupts_come_again():
        if Goal(goal) is Goal.POINTS:
            return _for_points(Asked(start, position, Goal.WIN, rulings, engine), budget, progress)
        return _answered(Asked(start, position, Goal(goal), rulings, engine), budget, progress)


def _for_points(asked: Asked, budget: Budget, progress: Callable[[Progress], None] | None) -> Verdict:
    """A win first; then better ones with what is left of the budget."""
    from tabi.solvers.points.deciding import improved

    won = _answered(asked, budget, progress)
    if not isinstance(won, Proved) or not won.line:
        return won
    left = _left(budget, won.spent)
    return improved(asked, won, left, progress)


def _left(budget: Budget, spent: Spent) -> Budget:
    """What is left of a budget; next to nothing where it is used up, for that is no budget."""
    seconds = None if budget.seconds is None else max(1e-3, budget.seconds - spent.seconds)
    return Budget(seconds, None if budget.nodes is None else max(1, budget.nodes - spent.nodes))


def _answered(asked: Asked, budget: Budget, progress: Callable[[Progress], None] | None) -> Verdict:
    """Whether it can be won, or in how few turns."""
    position, rulings, engine = asked.start, asked.rulings, asked.engine
    if position.outcome is None and (bound := excluded(position, rulings)):
        return concluded(asked, Run(position, budget, progress), Closure((), (bound,)))
    with TemporaryDirectory(prefix="tabi-") as folder:
        if position.outcome is not None or engine == "search" or (engine == "auto" and budget.nodes is not None):
            return _by_search(asked, Run(position, budget, progress))
        if engine == "auto":
            return _by_both(asked, budget, progress, Path(folder))
        return _by_formulas(asked, Run(position, budget, progress), Path(folder))


def _by_search(asked: Asked, run: Run) -> Verdict:
    """The search alone."""
    closed, interrupted = _searched(asked, run)
    return concluded(asked, run, closed, interrupted=interrupted)


def _searched(asked: Asked, run: Run) -> tuple[Closure | None, bool]:
    """The closed set of a search, if it came to one, and whether a person stopped it."""
    look = look_for_a_win if asked.goal is Goal.WIN else look_for_fewest_turns
    try:
        return look(asked.start, asked.rulings, run), False
    except (BudgetSpent, Overtaken):
        return None, False
    except KeyboardInterrupt:
        return None, True


def _by_formulas(asked: Asked, run: Run, folder: Path) -> Verdict:
    """Formulas alone; amid a turn, where they have no proof to show, all that is within reach of the rules besides."""
    inquiry, closed, interrupted = _inquiry(asked, run, folder), None, False
    try:
        inquiry.run(run.enter)
        if asked.start.phase is not Phase.PLAY and inquiry.win is None:
            closed = run.follow(EXHAUSTION, exhaustion(asked.start, asked.rulings))
    except (BudgetSpent, WinMet):
        pass
    except KeyboardInterrupt:
        interrupted = True
    return concluded(asked, run, closed, inquiry, interrupted=interrupted)


def _by_both(asked: Asked, budget: Budget, progress: Callable[[Progress], None] | None, folder: Path) -> Verdict:
    """The search, and after a head start formulas beside it."""
    with _rivals(asked, budget, progress, folder) as (run, rival):
        closed, interrupted = _searched(asked, run)
        if closed is None and not interrupted and not is_answered(asked, run):
            interrupted = _awaited(rival, run)
    failed = "" if rival.failure is None else f"the formulas failed ({rival.failure})"
    return concluded(asked, run, closed, rival.inquiry, failed, interrupted=interrupted)


@contextmanager
def _rivals(
    asked: Asked, budget: Budget, progress: Callable[[Progress], None] | None, folder: Path
) -> Iterator[tuple[Run, Rival]]:
    """A run of the search and its rival, which is ended whatever happens."""
    rival = Rival(lambda: _inquiry(asked, run, folder), HEAD_START)
    run = Run(asked.start, budget, progress, rival.is_settled)
    try:
        rival.start()
        yield run, rival
    finally:
        rival.end()


def _awaited(rival: Rival, run: Run) -> bool:
    """Lets the rival go on alone until it is over or the budget is spent; whether a person stopped that."""
    try:
        rival.hurry()
        run.enter(WAITING)
        while not rival.is_over(SECONDS_BETWEEN_REPORTS):
            run.check()
            run.tick(WAITING)
    except (BudgetSpent, Overtaken):
        return False
    except KeyboardInterrupt:
        return True
    return False


def _inquiry(asked: Asked, run: Run, folder: Path) -> Inquiry:
    """The formulas to be asked; what they need is loaded here, since most questions are answered without."""
    from tabi.solvers.formulas import Inquiry, Question

    question = Question(asked.beginning, asked.start, asked.goal, asked.rulings)
    return Inquiry(question, "z3" if asked.engine == "z3" else "sat", folder, run.seconds_left)
