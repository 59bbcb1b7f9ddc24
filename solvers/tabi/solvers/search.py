"""Deciding whether a solitaire can be won: searches for a line in rounds, and exhaustion when few cards are left.

The verdict rests on the rules alone: a line is replayed through them before anybody sees it, and a "no" is a closed set
of positions. Everything else here may be as rough as it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tabi.rules.certificates import ClosedSet
from tabi.rules.solitaire import Position, Won, apply, format_position
from tabi.rules.solitaire import start as start_of
from tabi.rules.solitaire.game import GAME
from tabi.rules.solitaire.walk import taken_up
from tabi.solvers.engines import beam, depth_first, exhaustion
from tabi.solvers.moments import Scope
from tabi.solvers.run import BudgetSpent, Run, WinMet
from tabi.solvers.turns import Node, steps_to
from tabi.solvers.verdict import Budget, Goal, Impossible, Line, Progress, Proved, Undecided, Verdict
from tabi.spec.rulings import changed_rulings
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings
from tabi.spec.solitaire.steps import Step

DIVES = 8
DIVE_NODES = 60
"""The first round makes so many depth-first runs of so many nodes; half of them reach a win of an ordinary deal."""
FIRST_WIDTH = 50
WIDEST = 51_200
GROWTH = 4
"""Each round may look at so many times the positions of the round before."""
LATE = 12
"""With at most so many cards in deck and hand, exhaustion is tried beside the searches."""
EXHAUSTION_NODES = 2_000
"""Positions that the exhaustion may look at in the first round."""
EXHAUSTION = "exhaustion"
DEFAULT_BUDGET = Budget()


def solve(
    start: Deal | Position,
    goal: Goal = Goal.WIN,
    rulings: SolitaireRulings = DEFAULT_RULINGS,
    budget: Budget = DEFAULT_BUDGET,
    progress: Callable[[Progress], None] | None = None,
) -> Verdict:
    """Whether a deal or a position can be won under `rulings`, as far as `budget` allows to say.

    `Proved` has a line; `Impossible` a closed set; `Undecided` says nothing but what was tried. An interrupt from the
    keyboard ends the search with `Undecided`. Without a limit of seconds the same question gets the same answer.
    `progress` is called about ten times a second.
    """
    Goal(goal)
    position = start_of(start) if isinstance(start, Deal) else taken_up(start, rulings)
    run = Run(position, budget, progress)
    interrupted = False
    try:
        closed = _search(position, rulings, run)
        if closed is not None:
            return Impossible(position, _closed_set(start, closed, rulings), run.spent())
    except WinMet as win:
        return _proved(position, win.node, rulings, run)
    except BudgetSpent:
        pass
    except KeyboardInterrupt:
        interrupted = True
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


def _proved(start: Position, node: Node, rulings: SolitaireRulings, run: Run) -> Proved:
    line, end = replayed(start, steps_to(node), rulings)
    if not isinstance(end.outcome, Won):
        raise AssertionError(f"The line found does not win: {format_position(end)}")
    return Proved(start, line, end.outcome, run.spent())


def _closed_set(start: Deal | Position, positions: tuple[str, ...], rulings: SolitaireRulings) -> ClosedSet:
    return ClosedSet(
        game=GAME.name,
        rulings=changed_rulings(rulings),
        deal=start.model_dump(mode="json", exclude_none=True) if isinstance(start, Deal) else None,
        position=GAME.write_position(start) if isinstance(start, Position) else None,
        positions=positions,
    )


# The rounds


def _search(start: Position, rulings: SolitaireRulings, run: Run) -> tuple[str, ...] | None:
    """Rounds of searches, each larger, until one ends by `WinMet` or `BudgetSpent`, or nothing is left to try.

    Returns the lines of the closed set if the exhaustion came to its end without a win, else None. A search that has
    run dry is dropped; when all have, the exhaustion gets what is left of the budget.
    """
    scopes = scopes_for(start)
    every = exhaustion(start, rulings)
    number = 0
    while scopes:
        scopes = _round(start, rulings, scopes, run, number)
        if len(start.deck) + len(start.hand) <= LATE:
            closed = run.follow(EXHAUSTION, every, EXHAUSTION_NODES * GROWTH**number)
            if closed is not None:
                return closed
        number += 1
    return run.follow(EXHAUSTION, every)


def _round(start: Position, rulings: SolitaireRulings, scopes: list[Scope], run: Run, number: int) -> list[Scope]:
    """One round: dives in every scope and a beam in one of them; returns the scopes that have not run dry."""
    left = [scope for scope in scopes if _waits(scope, number) or not _dives(start, rulings, scope, run, number)]
    if not left:
        return left
    scope = left[number % len(left)]
    width = min(FIRST_WIDTH * GROWTH**number, WIDEST)
    dry = run.follow(_words(f"beam of width {width:,}", scope), beam(start, rulings, scope, width, number))
    return [one for one in left if one != scope or not dry]


def scopes_for(start: Position) -> list[Scope]:
    """The scopes to search in: without items first, so that having some costs no wins."""
    with_items = (False, True) if start.ready or start.used else (False,)
    return [Scope(items, free_letters) for free_letters in (False, True) for items in with_items]


def _dives(start: Position, rulings: SolitaireRulings, scope: Scope, run: Run, number: int) -> bool:
    """Short depth-first runs, each with its own chance; whether one of them saw everything in the scope.

    A run that is not on its way to a win soon has taken a wrong turn early and rarely gets out; a new one is cheaper.
    """
    doubled = 2**number
    runs = (depth_first(start, rulings, scope, seed=1_000 * number + dive) for dive in range(DIVES * doubled))
    words = _words("depth-first search", scope)
    return any(run.follow(words, one, DIVE_NODES * doubled) for one in runs)


def _waits(scope: Scope, number: int) -> bool:
    """Whether a scope is too large for this round: the first does without letters at any turn."""
    return scope.free_letters and number == 0


def _words(kind: str, scope: Scope) -> str:
    extras = [words for words, is_on in (("items", scope.items), ("letters at any turn", scope.free_letters)) if is_on]
    return f"{kind} with {' and '.join(extras)}" if extras else kind
