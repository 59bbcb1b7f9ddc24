"""Which two items bring most points: all pairs tried on one deal, and the verdict on the best of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tabi.rules.solitaire import Won, start
from tabi.rules.solitaire.points import GOING
from tabi.solvers.concluding import replayed
from tabi.solvers.points.deciding import ASTRAY, most_of
from tabi.solvers.points.search_pairs import Table, best_pairs
from tabi.solvers.run import BudgetSpent, NoWay, Run
from tabi.solvers.verdict import Bounded, Budget, Progress, Proved, Undecided, Verdict
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.rulings import SolitaireRulings


@dataclass(frozen=True, slots=True)
class BestItems:
    """The best line known with each pair of items, most points first, and the verdict on the deal with the first pair.

    That another pair has no more points is not said: each line is as good as its share of the budget made it.
    """

    deal: Deal
    table: Table
    verdict: Verdict


def best_items(
    deal: Deal, rulings: SolitaireRulings, budget: Budget, progress: Callable[[Progress], None] | None = None
) -> BestItems:
    """The pairs of items on a deal (its own are left out), tried for most points as far as `budget` goes.

    The same nodes give the same table where the budget has no seconds. Raises `ValueError` for readings that the kernel
    does not know.
    """
    bare = deal.model_copy(update={"items": ()})
    run = Run(start(bare), budget, progress)
    table: Table = ()
    interrupted = False
    try:
        for table in best_pairs(start(bare), rulings, run):
            run.points = table[0].points
    except BudgetSpent:
        pass
    except NoWay:
        run.note(ASTRAY)
    except KeyboardInterrupt:
        interrupted = True
    return _best(bare, rulings, table, run, interrupted)


def _best(bare: Deal, rulings: SolitaireRulings, table: Table, run: Run, interrupted: bool) -> BestItems:
    first = table[0] if table else None
    if first is None or first.better is None:
        return BestItems(bare, table, Undecided(start(bare), (), 0, run.spent(), interrupted))
    deal = bare.model_copy(update={"items": first.items})
    begun = start(deal)
    line, end = replayed(begun, (step for turn in first.better.line for step in turn), rulings)
    if not isinstance(end.outcome, Won) or end.outcome.points != first.points:
        raise AssertionError("The line found does not win with its points.")
    most = most_of(begun, rulings)
    theorems = () if most is None else (GOING,)
    if first.points == most:
        return BestItems(deal, table, Proved(begun, line, end.outcome, run.spent(), theorems))
    bounded = Bounded(begun, line, end.outcome, run.spent(), theorems, most=most, interrupted=interrupted)
    return BestItems(deal, table, bounded)
