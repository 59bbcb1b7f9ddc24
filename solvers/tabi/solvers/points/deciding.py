"""Deciding for most points: from a win to better and better ones, and where few cards are left to the best of all.

That there is no better one is said where a theorem's bound is met, or where the rules alone have checked a set of
positions with values. What an exhaustion says without such a set is told in words and claims nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from threading import Event
from typing import TYPE_CHECKING, Final

from tabi.rules.certificates import check
from tabi.rules.records import Fault
from tabi.rules.solitaire import Position, Won
from tabi.rules.solitaire.points import GOING, points_to_go
from tabi.rules.valued import ValuedSet
from tabi.solvers.concluding import Asked, replayed
from tabi.solvers.run import BudgetSpent, NoWay, Run
from tabi.solvers.verdict import Bounded, Budget, EngineName, Line, Progress, Proved, Spent, theorems_of
from tabi.spec.solitaire.rulings import SolitaireRulings

if TYPE_CHECKING:
    from tabi.solvers.encoding.asking import Engine

EXACT_DECK: Final = 12
"""With at most so many cards in the deck all that can be played is tried."""
BEFORE_ALL: Final = 40_000
"""Positions that beams follow before that: the better the line, the less is left to try."""
LISTED: Final = 1_000_000
"""A set with more positions would be a file of more than 200 MB, and is not written."""
FORMULAS: Final[Mapping[EngineName, Engine]] = {"sat": "sat", "z3": "z3"}
ALL: Final = "all that can be played"
CHECKING: Final = "checking the proof"
ASTRAY: Final = "beams of the kernel that the rules do not follow (a fault of tabi; they are left out)"
CLIMBING: Final = "formulas for more points"
UNFOUNDED: Final = "which rests on moments for letters and items that no theorem covers"
UNCHECKED: Final = "all that can be played was tried and brings no more, but no proof of that was written"


@dataclass
class _Standing:
    """The best win so far and what is known of better ones; the one value of this module that changes."""

    line: Line
    points: int
    most: int | None
    engine: EngineName
    proof: ValuedSet | None = None
    known: str = ""
    interrupted: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether the best win meets the bound."""
        return self.proof is not None or self.points == self.most


def most_of(start: Position, rulings: SolitaireRulings) -> int | None:
    """The points that no win from a position exceeds, by a theorem; None where none says so."""
    further = points_to_go(start, rulings)
    return None if further is None else start.points + further


def improved(
    asked: Asked, won: Proved, budget: Budget, progress: Callable[[Progress], None] | None
) -> Proved | Bounded:
    """The verdict on most points, from a line that wins to better ones as far as the budget goes.

    `budget` is what is left of it after the win was found. Raises nothing of the budget's or of a person's doing.
    """
    run = Run(asked.start, budget, progress)
    standing = _Standing(won.line, won.outcome.points, most_of(asked.start, asked.rulings), won.engine)
    run.points, run.most = standing.points, standing.most
    try:
        if asked.engine in FORMULAS:
            _climb(standing, asked, run)
        else:
            _improve(standing, asked, run)
    except BudgetSpent:
        pass
    except NoWay:
        run.note(ASTRAY)
    except KeyboardInterrupt:
        standing.interrupted = True
    return _verdict(standing, asked, _together(won.spent, run.spent()))


def _improve(standing: _Standing, asked: Asked, run: Run) -> None:
    """Takes up better wins, and the proof that there is none, until the run ends or nothing is left to do."""
    if standing.is_settled or not _can_search(asked):
        return
    if len(asked.start.deck) > EXACT_DECK:
        _follow_beams(standing, asked, run)
        return
    few = Run(asked.start, Budget(run.seconds_left() or None, run.nodes_left(BEFORE_ALL)), run.tell)
    few.points, few.most = run.points, run.most
    with suppress(BudgetSpent):
        _follow_beams(standing, asked, few)
    run.take_over(few)
    run.check()
    if not standing.is_settled:
        _try_all(standing, asked, run)


def _climb(standing: _Standing, asked: Asked, run: Run) -> None:
    """Formulas alone: a ladder of decisions, each for more points than the best win."""
    from tabi.solvers.encoding.climbing import Better, climb
    from tabi.solvers.encoding.state import NotEncoded

    def tell(better: Better) -> None:
        line, _ = replayed(asked.start, better.line, asked.rulings)
        if better.points > standing.points:
            standing.points, standing.line, standing.engine = better.points, line, asked.engine
            run.points = better.points
        run.tick(CLIMBING)

    run.enter(CLIMBING)
    engine, seconds = FORMULAS[asked.engine], run.seconds_left()
    flat = tuple(chain.from_iterable(standing.line))
    try:
        climbed = climb(asked.start, asked.rulings, engine, seconds, known_line=flat, upper=standing.most, tell=tell)
    except NotEncoded as refused:
        run.note(f"no formulas ({str(refused).rstrip('.')})")
        return
    if climbed.at_most is not None:
        standing.known = f"by formulas no win has more than {climbed.at_most} points, {UNFOUNDED}"


def _can_search(asked: Asked) -> bool:
    """Whether the kernel is there and plays by these readings."""
    try:
        from tabi.solvers.kernel import can_search
    except ImportError:  # NumPy is not there
        return False
    return can_search(asked.start, asked.rulings)


def _follow_beams(standing: _Standing, asked: Asked, run: Run) -> None:
    from tabi.solvers.points.search import improving

    for better in improving(asked.start, asked.rulings, run):
        _take_up(standing, better.points, better.line, run)
        if standing.is_settled:
            return


def _take_up(standing: _Standing, points: int, line: Line, run: Run) -> None:
    if points > standing.points:
        standing.points, standing.line, standing.engine = points, line, "search"
        run.points = points


def _try_all(standing: _Standing, asked: Asked, run: Run) -> None:
    """The exhaustion, and its proof as far as it can be written and checked in the time."""
    from tabi.solvers.points.exact import Limits, exhaust
    from tabi.solvers.points.exact_proof import valued_set
    from tabi.solvers.preparing import aside

    run.enter(ALL)
    nodes = None if run.nodes_left(1 << 62) == 1 << 62 else run.nodes_left(1 << 62)
    stopped = Event()
    limits = Limits(None, nodes, is_stopped=stopped.is_set)
    exhausted = aside(lambda: exhaust(asked.start, asked.rulings, standing.line, limits), stopped, ALL, run)
    run.spend(ALL, exhausted.followed)
    if exhausted.value is not None and exhausted.line is not None:
        _take_up(standing, exhausted.value, exhausted.line, run)
    if exhausted.gave_up is not None:
        run.note(f"{ALL}: given up, {exhausted.gave_up}")
        return
    standing.known = UNCHECKED
    if exhausted.reached <= LISTED:
        run.enter(CHECKING)
        proof = valued_set(exhausted, asked.start, asked.beginning, asked.rulings)
        if proof is not None and _holds(proof, run):
            standing.proof, standing.known = proof, ""


def _holds(proof: ValuedSet, run: Run) -> bool:
    """Whether the rules confirm a set, within the seconds that writing a proof may take."""

    def watch(_: int, __: int) -> None:
        run.tick(CHECKING)
        if run.seconds_to_write() == 0:
            raise BudgetSpent

    if isinstance(fault := check(proof, watch), Fault):
        run.note(f"a proof that does not hold (a fault of tabi: {fault})")
        return False
    return True


def _verdict(standing: _Standing, asked: Asked, spent: Spent) -> Proved | Bounded:
    line, end = replayed(asked.start, chain.from_iterable(standing.line), asked.rulings)
    if not isinstance(end.outcome, Won) or end.outcome.points != standing.points:
        raise AssertionError("The line found does not win with its points.")
    start, engine, proof = asked.start, standing.engine, standing.proof
    if proof is not None:
        return Proved(start, line, end.outcome, spent, theorems_of(proof), proof, "search")
    theorems = () if standing.most is None else (GOING,)
    if standing.is_settled:
        return Proved(start, line, end.outcome, spent, theorems, engine=engine)
    return Bounded(
        start,
        line,
        end.outcome,
        spent,
        theorems,
        most=standing.most,
        interrupted=standing.interrupted,
        engine=engine,
        known=standing.known,
    )


def _together(*parts: Spent) -> Spent:
    """What was spent in all."""
    tried = "; ".join(_said(part.tried for part in parts))
    return Spent(sum(part.seconds for part in parts), sum(part.nodes for part in parts), tried or "nothing")


def _said(words: Iterable[str]) -> list[str]:
    return [one for one in words if one != "nothing"]
