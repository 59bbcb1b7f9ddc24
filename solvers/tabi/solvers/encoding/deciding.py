"""Deciding by formula: for each number of turns one formula, solved in a process of its own with a clock.

A win is a line that the rules have played. A "no" speaks of the numbers of turns up to a horizon and of nothing else;
whether a win could take longer is for a theorem to say (`tabi.rules.solitaire.bounds.most_turns`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Literal

from tabi.rules.solitaire import Phase, Position, Won, apply
from tabi.rules.solitaire.bounds import turns_to_go
from tabi.solvers.encoding.asking import Answer, Engine, Stop, ask
from tabi.solvers.encoding.counting import Counter, assert_counters, holds_for
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import Unrolled, assert_win, check_question, unrolled
from tabi.solvers.encoding.reading import Disagreement, line_of
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings
from tabi.spec.solitaire.steps import Step

ALL_COUNTERS = tuple(Counter)


@dataclass(frozen=True, slots=True)
class Sat:
    """A win in `turns` turns: the line was played through the rules. Fewer turns were excluded as far as `excluded`."""

    turns: int
    line: tuple[Step, ...]
    excluded: tuple[int, ...]
    verdict: Literal["sat"] = "sat"


@dataclass(frozen=True, slots=True)
class Unsat:
    """No win within `horizon` turns.

    Fewer than `from_turns` are excluded by the bound `sol.ending.turns-to-go`, each other number by a formula's
    unsatisfiability. It rests on the encoder, on the solver (or its proof, in `proofs`), and on `counters`.
    """

    horizon: int
    from_turns: int
    counters: tuple[Counter, ...]
    proofs: tuple[Path, ...] = ()
    verdict: Literal["unsat"] = "unsat"


@dataclass(frozen=True, slots=True)
class Unknown:
    """Not decided: these numbers of turns are open, those in `excluded` have no win."""

    open_turns: tuple[int, ...]
    excluded: tuple[int, ...]
    verdict: Literal["unknown"] = "unknown"


Decision = Sat | Unsat | Unknown


def decide(
    start: Position,
    horizon: int,
    engine: Engine,
    seconds: float | None,
    rulings: SolitaireRulings = DEFAULT_RULINGS,
    counters: Iterable[Counter] = ALL_COUNTERS,
    proofs: Path | None = None,
) -> Decision:
    """Whether a game is won within `horizon` turns from the beginning of a turn; `seconds` of the clock may pass.

    Every number of turns that is not excluded by a bound is asked for, the fewest first; each but the last may use half
    of the time that is left. `engine` is `z3` or `sat`. With `proofs`, a folder, the engine `sat` leaves the formulas
    without a model there as `turns-N.cnf` and its proofs as `turns-N.lrat`. Raises `NotEncoded` for a question that is
    not covered, `Disagreement` should the encoding be wrong, `EngineFailed` when the engine cannot run. An interrupt
    ends the engine's process and goes on to the caller.
    """
    check_question(start, rulings)
    kinds = tuple(kind for kind in counters if holds_for(kind, start, rulings))
    first = turns_to_go(start)
    end = None if seconds is None else monotonic() + seconds
    excluded, open_turns, written = list[int](), list[int](), list[Path]()
    for turns in range(first, horizon + 1):
        formula = winning(start, turns, rulings, kinds)
        proof = None if proofs is None or engine != "sat" else proofs / f"turns-{turns}.lrat"
        answer = asked(formula, engine, _share(end, is_last=turns == horizon), proof)
        if answer is None:
            open_turns.append(turns)
        elif answer.true is not None:
            line, took = won_line(formula, answer.true)
            return Sat(took, line, tuple(excluded))
        else:
            excluded.append(turns)
            written += [] if proof is None else [proof]
    if open_turns:
        return Unknown(tuple(open_turns), tuple(excluded))
    return Unsat(horizon, first, kinds, tuple(written))


def asked(
    formula: Unrolled, engine: Engine, seconds: float | None, proof: Path | None = None, stop: Stop | None = None
) -> Answer | None:
    """The engine's answer to a formula, as `ask`; where it has no model the formula is left beside its proof."""
    text = formula.cnf.dimacs()
    answer = ask(engine, text, seconds, proof, stop)
    if proof is not None and answer is not None and answer.true is None:
        formula_file(proof).write_text(text, encoding="ascii")
    return answer


def formula_file(proof: Path) -> Path:
    """Where the formula of a proof lies."""
    return proof.with_suffix(".cnf")


def winning(
    start: Position,
    turns: int,
    rulings: SolitaireRulings = DEFAULT_RULINGS,
    counters: Iterable[Counter] = ALL_COUNTERS,
    moments: Moments = Moments.WINNING,
) -> Unrolled:
    """The formula of a win after exactly `turns` turns (or sooner), with redundant clauses of these kinds."""
    formula = unrolled(start, turns, moments, rulings)
    assert_win(formula)
    assert_counters(formula, tuple(counters))
    return formula


def won_line(formula: Unrolled, true: frozenset[int]) -> tuple[tuple[Step, ...], int]:
    """The line of a model, played to its win, and its turns; raises `Disagreement` when it does not win.

    A play may go on behind a win, so the line can have fewer turns than the formula.
    """
    line = line_of(true.__contains__, formula)
    position = formula.start
    for step in line:
        position = apply(position, step, formula.rulings)
    if position.phase is not Phase.OVER or not isinstance(position.outcome, Won):
        raise Disagreement("the line of the model does not win")
    return line, position.turn - formula.start.turn + 1


def _share(end: float | None, *, is_last: bool) -> float | None:
    """The seconds that one number of turns may use."""
    if end is None:
        return None
    left = max(0.0, end - monotonic())
    return left if is_last else left / 2
