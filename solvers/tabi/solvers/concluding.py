"""From what a search and formulas have come to, to a verdict that claims no more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tabi.rules.certificates import ClosedSet, CnfProof
from tabi.rules.solitaire import Position, Won, apply, format_position
from tabi.rules.solitaire.bounds import TURNS, turns_to_go
from tabi.rules.solitaire.game import GAME
from tabi.solvers.engines import Closure
from tabi.solvers.run import Run
from tabi.solvers.turns import steps_to
from tabi.solvers.verdict import (
    Bounded,
    EngineName,
    Goal,
    Impossible,
    Line,
    Proved,
    Undecided,
    Verdict,
    theorems_of,
)
from tabi.spec.rulings import changed_rulings
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import Step

if TYPE_CHECKING:
    from tabi.solvers.formulas import Inquiry

PROVING = "writing the proof"


@dataclass(frozen=True, slots=True)
class Asked:
    """What `solve` is asked: how the game begins, as given and as a position, the goal, the readings, the engine."""

    beginning: Deal | Position
    start: Position
    goal: Goal
    rulings: SolitaireRulings
    engine: EngineName


@dataclass(frozen=True, slots=True)
class Win:
    """A win found: its steps, its turns, and who found it."""

    steps: tuple[Step, ...]
    turns: int
    engine: EngineName


def concluded(
    asked: Asked,
    run: Run,
    closed: Closure | None,
    inquiry: Inquiry | None = None,
    failed: str = "",
    *,
    interrupted: bool = False,
) -> Verdict:
    """The verdict on what has been found.

    `closed` is what a search has shut in without a win, `inquiry` what formulas have said, if any were asked, and
    `failed` why they could not be.
    """
    if (win := best_win(asked, run, inquiry)) is not None:
        return _won(asked, win, run, inquiry, interrupted)
    if closed is not None:
        return Impossible(asked.start, _closed_set(asked, closed), run.spent(*_words(inquiry)))
    if inquiry is not None and inquiry.is_lost and (proof := _proof(run, inquiry, of_no_win=True)) is not None:
        return Impossible(asked.start, proof, run.spent(*_words(inquiry)), _formula_engine(asked))
    line, _ = replayed(asked.start, steps_to(run.best), asked.rulings)
    words = (*_words(inquiry), *([failed] if failed else []))
    return Undecided(asked.start, line, run.letters(), run.spent(*words), interrupted, "; ".join(words), asked.engine)


def best_win(asked: Asked, run: Run, inquiry: Inquiry | None) -> Win | None:
    """The win found in the fewest turns; of two that are equal the search's."""
    wins = []
    if run.won is not None:
        wins.append(Win(steps_to(run.won), run.won.position.turn - asked.start.turn + 1, "search"))
    if inquiry is not None and inquiry.win is not None and inquiry.turns is not None:
        wins.append(Win(inquiry.win, inquiry.turns, _formula_engine(asked)))
    return min(wins, key=lambda win: win.turns, default=None)


def is_answered(asked: Asked, run: Run) -> bool:
    """Whether a search has found all that is asked: a win, or one in as few turns as the bound says."""
    if run.won is None:
        return False
    return asked.goal is Goal.WIN or run.won.position.turn == asked.start.turn - 1 + turns_to_go(asked.start)


def replayed(start: Position, steps: Iterable[Step], rulings: SolitaireRulings) -> tuple[Line, Position]:
    """The steps played through the rules: the line they make, turn by turn, and the position they lead to.

    Raises `IllegalStep` for the first step that is not legal.
    """
    position, turns = start, dict[int, list[Step]]()
    for step in steps:
        turns.setdefault(position.turn, []).append(step)
        position = apply(position, step, rulings)
    return tuple(map(tuple, turns.values())), position


def _won(asked: Asked, win: Win, run: Run, inquiry: Inquiry | None, interrupted: bool) -> Proved | Bounded:
    """The verdict of a line that wins: proved as a win, and as the shortest only where it meets the proved bound."""
    line, end = replayed(asked.start, win.steps, asked.rulings)
    if not isinstance(end.outcome, Won):
        raise AssertionError(f"The line found does not win: {format_position(end)}")
    if asked.goal is Goal.WIN or not line:
        bound = (TURNS,) if asked.goal is Goal.TURNS else ()
        return Proved(asked.start, line, end.outcome, run.spent(*_words(inquiry)), bound, engine=win.engine)
    proof = _proof(run, inquiry, of_no_win=False) if len(line) > turns_to_go(asked.start) else None
    least = turns_to_go(asked.start) if proof is None else proof.horizon + 1
    theorems = (TURNS,) if proof is None else theorems_of(proof)
    spent = run.spent(*_words(inquiry))
    if len(line) == least:
        return Proved(asked.start, line, end.outcome, spent, theorems, proof, win.engine)
    return Bounded(asked.start, line, end.outcome, spent, theorems, least, None, interrupted, proof, win.engine)


def _proof(run: Run, inquiry: Inquiry | None, *, of_no_win: bool) -> CnfProof | None:
    """What formulas have proved, as a certificate; None also when a person stops its writing."""
    if inquiry is None:
        return None
    try:
        run.enter(PROVING)
        return inquiry.proof(run.seconds_to_write(), lambda: run.tick(PROVING), of_no_win=of_no_win)
    except KeyboardInterrupt:
        return None


def _formula_engine(asked: Asked) -> EngineName:
    return "z3" if asked.engine == "z3" else "sat"


def _words(inquiry: Inquiry | None) -> tuple[str, ...]:
    return () if inquiry is None else inquiry.words


def _closed_set(asked: Asked, closed: Closure) -> ClosedSet:
    start = asked.beginning
    return ClosedSet(
        game=GAME.name,
        rulings=changed_rulings(asked.rulings),
        deal=start.model_dump(mode="json", exclude_none=True) if isinstance(start, Deal) else None,
        position=GAME.write_position(start) if isinstance(start, Position) else None,
        bounds=closed.bounds,
        positions=closed.positions,
    )
