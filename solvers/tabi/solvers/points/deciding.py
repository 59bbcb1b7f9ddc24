"""Deciding for most points: from a win to better and better ones, and where few cards are left to the best of all.

That there is no better one is said where a theorem's bound is met, where the rules alone have checked a set of
positions with values, or where formulas of better wins are proved to have no model. What an exhaustion or formulas say
without such a proof is told in words and claims nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import TYPE_CHECKING, Final

from tabi.rules.certificates import check
from tabi.rules.records import Fault
from tabi.rules.solitaire import Position, Won
from tabi.rules.solitaire.bounds import DRAWING, most_turns
from tabi.rules.solitaire.points import GOING, points_to_go
from tabi.rules.solitaire.points_deal import DEAL, points_of_deal
from tabi.rules.valued import ValuedSet
from tabi.solvers.asides import aside
from tabi.solvers.concluding import Asked, replayed
from tabi.solvers.run import BudgetSpent, NoWay, Run
from tabi.solvers.verdict import Bound, Bounded, Budget, EngineName, Line, Progress, Proved, Spent, theorems_of
from tabi.spec.solitaire.rulings import SolitaireRulings

if TYPE_CHECKING:
    from tabi.rules.certificates import CnfProof
    from tabi.solvers.encoding.asking import Engine
    from tabi.solvers.encoding.climbing import Climbed

EXACT_DECK: Final = 12
"""With at most so many cards in the deck all that can be played is tried."""
BEFORE_ALL: Final = 40_000
"""Positions that beams follow before that: the better the line, the less is left to try."""
FORMULAS_DECK: Final = 13
"""With at most so many, some eight turns before the end, formulas are asked after beams (`benchmarks/ladder.py`)."""
BEAMS_ALONE: Final = 20.0
"""Seconds that the beams have before that."""
ALONE: Final = 5.0
"""Seconds in which all is tried before formulas are asked: what is not tried in these is mostly not tried in minutes,
and formulas take their time from five turns on whatever lies in the deck (`benchmarks/exact_tail.py`, `ladder.py`)."""
LISTED: Final = 1_000_000
"""A set with more positions would be a file of more than 200 MB, and is not written."""
FORMULAS: Final[Mapping[EngineName, Engine]] = {"sat": "sat", "z3": "z3"}
ALL: Final = "all that can be played"
CHECKING: Final = "checking the proof"
ASTRAY: Final = "beams of the kernel that the rules do not follow (a fault of tabi; they are left out)"
CLIMBING: Final = "formulas for more points"
UNFOUNDED: Final = "which rests on moments for letters and items that no theorem covers"
UNWRITTEN: Final = "of which no proof was written"
UNCHECKED: Final = "all that can be played was tried and brings no more, but no proof of that was written"


@dataclass
class _Standing:
    """The best win so far and what is known of better ones; the one value of this module that changes."""

    line: Line
    points: int
    most: int | None
    engine: EngineName
    proof: Bound | None = None
    prover: EngineName = "search"
    known: str = ""
    interrupted: bool = False

    def is_settled(self) -> bool:
        """Whether the best win meets the bound."""
        return self.proof is not None or self.points == self.most


def most_of(start: Position, rulings: SolitaireRulings) -> int | None:
    """The points that no win from a position exceeds, by a theorem; None where none says so."""
    most = _least_bound(start, rulings)
    return None if most is None else start.points + most[0]


def _least_bound(start: Position, rulings: SolitaireRulings) -> tuple[int, str] | None:
    """The fewest further points that a theorem allows a win, and that theorem."""
    bounds = ((points_to_go(start, rulings), GOING), (points_of_deal(start, rulings), DEAL))
    return min(((further, theorem) for further, theorem in bounds if further is not None), default=None)


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
            _climb(standing, asked, run, asked.engine)
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
    if standing.is_settled() or not _can_search(asked):
        return
    cards = len(asked.start.deck)
    if cards <= EXACT_DECK:
        _follow_some_beams(standing, asked, run, Budget(run.seconds_left() or None, run.nodes_left(BEFORE_ALL)))
        _decide(standing, asked, run)
        return
    if cards <= FORMULAS_DECK and _may_climb_too(asked, run):
        _follow_some_beams(standing, asked, run, Budget(_first_seconds(run, BEAMS_ALONE, 1 / 3)))
        _climb(standing, asked, run, "sat")
        run.check()
    if not standing.known:
        _follow_beams(standing, asked, run)


def _decide(standing: _Standing, asked: Asked, run: Run) -> None:
    """The most points, where few cards are left: all that can be played, soon with formulas instead of it."""
    if _may_climb_too(asked, run):
        with suppress(BudgetSpent):
            _try_all(standing, asked, run, _part(run, Budget(_first_seconds(run, ALONE, 1 / 2))))
        run.check()
        _climb(standing, asked, run, "sat")
        run.check()
    if not standing.known:
        _try_all(standing, asked, run, run)


def _first_seconds(run: Run, most: float, share: float) -> float:
    """The first seconds of what is left: at most so many, and at most such a share."""
    left = run.seconds_left()
    return most if left is None else max(1e-3, min(most, share * left))


def _part(run: Run, budget: Budget) -> Run:
    """A run of its own for a part of a run."""
    part = Run(run.best.position, budget, run.tell)
    part.points, part.most = run.points, run.most
    return part


def _follow_some_beams(standing: _Standing, asked: Asked, run: Run, budget: Budget) -> None:
    """Beams within a budget of their own; raises `BudgetSpent` when that of the run is used up."""
    few = _part(run, budget)
    with suppress(BudgetSpent):
        _follow_beams(standing, asked, few)
    run.take_over(few)
    run.check()


def _may_climb_too(asked: Asked, run: Run) -> bool:
    """Whether formulas are asked after the search; a number of nodes would not bound them."""
    from tabi.solvers.encoding.scoring_founding import why_points_unproved

    return (
        asked.engine == "auto" and run.most_nodes() is None and why_points_unproved(asked.start, asked.rulings) is None
    )


def _climb(standing: _Standing, asked: Asked, run: Run, engine: EngineName) -> None:
    """Formulas alone: a ladder of decisions, each for more points than the best win.

    Where theorems put every win among their models, that they have no more is proved.
    """
    from tabi.solvers.encoding.scoring_founding import why_points_unproved

    if standing.is_settled():
        return
    run.enter(CLIMBING)
    is_founded = why_points_unproved(asked.start, asked.rulings) is None
    with TemporaryDirectory(prefix="tabi-") as folder:
        climbed = _climbed(standing, asked, run, engine, Path(folder) if is_founded else None)
        if climbed is None or climbed.at_most is None or standing.is_settled():
            return
        by = UNWRITTEN if is_founded else UNFOUNDED
        standing.known = f"by formulas no win has more than {climbed.at_most} points, {by}"
        if is_founded and (proof := _proof_of(climbed, asked, run)) is not None:
            standing.proof, standing.known, standing.prover = proof, "", engine


def _climbed(standing: _Standing, asked: Asked, run: Run, engine: EngineName, proofs: Path | None) -> Climbed | None:
    """What a ladder came to, its better lines taken up; None where formulas do not cover the question or break."""
    from tabi.solvers.encoding import Disagreement, EngineFailed
    from tabi.solvers.encoding.asking import Stop
    from tabi.solvers.encoding.climbing import Better, climb
    from tabi.solvers.encoding.state import NotEncoded

    def tell(better: Better) -> None:
        line, _ = replayed(asked.start, better.line, asked.rulings)
        if better.points > standing.points:
            standing.points, standing.line, standing.engine = better.points, line, engine
            run.points = better.points

    stop, known = Stop(), tuple(chain.from_iterable(standing.line))
    climbing = partial(
        climb,
        asked.start,
        asked.rulings,
        FORMULAS[engine],
        run.seconds_left(),
        known_line=known,
        upper=standing.most,
        tell=tell,
        stop=stop,
        proofs=proofs,
    )
    try:
        return aside(climbing, stop, CLIMBING, run)
    except (NotEncoded, EngineFailed) as refused:
        run.note(f"no formulas ({str(refused).rstrip('.')})")
    except Disagreement as fault:
        run.note(f"a formula that the rules do not follow (a fault of tabi: {fault})")
    return None


def _proof_of(climbed: Climbed, asked: Asked, run: Run) -> CnfProof | None:
    """The certificate that no win has more points than the climb came to; None where it cannot be written in time."""
    from tabi.solvers.cnfproof import certificate_of
    from tabi.solvers.encoding.deciding import formula_file

    def watch(_: int, __: int) -> None:
        run.tick(CHECKING)
        if run.seconds_to_write() == 0:
            raise TimeoutError

    run.enter(CHECKING)
    most, points = most_turns(asked.start, asked.rulings), climbed.at_most
    files = [(part.turns, formula_file(part.proof), part.proof) for part in climbed.parts if part.proof is not None]
    try:
        return certificate_of(asked.beginning, asked.rulings, most or 0, DRAWING, files, progress=watch, points=points)
    except TimeoutError:
        run.note("its proof could not be written in the time")
    except ValueError as wrong:
        run.note(f"a proof that does not hold (a fault of tabi: {wrong})")
    return None


def _can_search(asked: Asked) -> bool:
    """Whether the kernel is there and plays by these readings."""
    try:
        from tabi.solvers.kernel import can_search
    except ImportError:  # NumPy is not there
        return False
    return can_search(asked.start, asked.rulings)


def _follow_beams(standing: _Standing, asked: Asked, run: Run) -> None:
    from tabi.solvers.points.search import improving

    if standing.is_settled():
        return
    for better in improving(asked.start, asked.rulings, run):
        _take_up(standing, better.points, better.line, run)
        if standing.is_settled():
            return


def _take_up(standing: _Standing, points: int, line: Line, run: Run) -> None:
    if points > standing.points:
        standing.points, standing.line, standing.engine = points, line, "search"
        run.points = points


def _try_all(standing: _Standing, asked: Asked, run: Run, trying: Run) -> None:
    """The exhaustion in the seconds of `trying`, and its proof as far as it is written and checked in the run's."""
    from tabi.solvers.points.exact import Limits, exhaust
    from tabi.solvers.points.exact_proof import valued_set

    if standing.is_settled():
        return
    run.enter(ALL)
    stopped = Event()
    limits = Limits(None, run.most_nodes(), is_stopped=stopped.is_set)
    exhausted = aside(lambda: exhaust(asked.start, asked.rulings, standing.line, limits), stopped.set, ALL, trying)
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
        return Proved(start, line, end.outcome, spent, theorems_of(proof), proof, standing.prover)
    bound = _least_bound(start, asked.rulings)
    theorems = () if bound is None else (bound[1],)
    if standing.is_settled():
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
