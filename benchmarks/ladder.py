"""The most points of the last turns by formulas: the ladder of decisions by CaDiCaL and Z3, and CP-SAT beside them.

    python benchmarks/ladder.py [--deals 3] [--turns 4 5 6 7 8] [--budget 120] [--engines sat z3 cp-sat] [--lines FILE]

A position is a reference deal played along a winning line to where so many turns are left of it. The line is the
quickest that `solve` finds; with `--lines` it is what the file has: a JSON object from the deal's number to the line's
steps as text, parted by "; ". Every engine gets the same clauses, for each number of turns that the bounds leave, and
what is known from the numbers before: the two engines climb, CP-SAT maximises the sum of the turns' points. Seconds are
processor time, of the engine's process too and of the building of the formulas; the budget is on the clock and for one
position. Where an engine ends it has excluded more; where two end they must say the same.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from statistics import median
from time import monotonic
from typing import NamedTuple

from ortools.sat.python import cp_model

from encoding import processor_seconds, starts
from tabi.rules import solitaire
from tabi.rules.solitaire import Phase, Position, apply
from tabi.solvers import solve
from tabi.solvers.encoding.climbing import climb, horizons, winning_with_points
from tabi.solvers.encoding.question import Unrolled
from tabi.solvers.encoding.scoring import Score
from tabi.solvers.verdict import Proved
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS
from tabi.spec.solitaire.steps import Step

YARDSTICK = "cp-sat"
ENGINES = ("sat", "z3", YARDSTICK)


class Came(NamedTuple):
    """What an engine found of a position: the most points, whether it excluded more, and its processor seconds."""

    points: int | None
    has_ended: bool
    seconds: float


def line_from(start: Position, number: int, lines: dict[str, str]) -> tuple[Step, ...]:
    """The winning line of a deal."""
    if str(number) in lines:
        return tuple(map(solitaire.parse_step, lines[str(number)].split("; ")))
    verdict = solve(start)
    if not isinstance(verdict, Proved) or verdict.line is None:
        raise SystemExit(f"No line was found for deal {number}.")
    return tuple(chain.from_iterable(verdict.line))


def beginnings(start: Position, line: Sequence[Step]) -> list[Position]:
    """Where each turn of a line begins, without the points before it."""
    found = [start]
    here = start
    for step in line:
        turn, here = here.turn, apply(here, step)
        if here.turn != turn and here.phase is not Phase.OVER:
            found.append(here.key)
    return found


def climbed(start: Position, engine: str, budget: float) -> Came:
    """The ladder of decisions."""
    began = processor_seconds()
    came = climb(start, engine="z3" if engine == "z3" else "sat", seconds=budget)
    return Came(came.points, not came.open_turns, processor_seconds() - began)


def maximised(start: Position, budget: float) -> Came:
    """CP-SAT, number of turns by number of turns, each asked for more than those before."""
    began, end, best, has_ended = processor_seconds(), monotonic() + budget, None, True
    for turns in horizons(start, DEFAULT_RULINGS):
        formula, score = winning_with_points(start, turns)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        solver.parameters.max_time_in_seconds = max(0.1, end - monotonic())
        said = solver.solve(model_of(formula, score, best))
        if said in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            best = round(solver.objective_value)
        has_ended = has_ended and said in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return Came(best, has_ended, processor_seconds() - began)


def model_of(formula: Unrolled, score: Score, best: int | None) -> cp_model.CpModel:
    """The clauses, and the points of all turns as what is to be greatest."""
    model = cp_model.CpModel()
    bits = [model.new_bool_var(str(number)) for number in range(formula.cnf.variables + 1)]
    for clause in formula.cnf.clauses:
        model.add_bool_or(bits[one] if one > 0 else ~bits[-one] for one in clause)
    points = sum(turn.low for turn in score.turns) + sum(
        (value - before) * bits[literal]
        for turn in score.turns
        for before, (value, literal) in zip((turn.low, *(value for value, _ in turn.steps)), turn.steps, strict=False)
    )
    if best is not None:
        model.add(points >= best + 1)
    model.maximize(points)
    return model


def row(turns: int, engine: str, came: Sequence[Came]) -> str:
    """One line of the table."""
    ended = sum(one.has_ended for one in came)
    spent = [one.seconds for one in came]
    points = " ".join(f"{'-' if one.points is None else one.points}{'' if one.has_ended else '+'}" for one in came)
    return (
        f"{turns:>5}  {engine:<7} {ended}/{len(came)}  median {median(spent):7.1f}  most {max(spent):7.1f}   {points}"
    )


def main() -> None:
    """Reads the command line and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=3)
    parser.add_argument("--turns", type=int, nargs="*", default=[4, 5, 6, 7, 8])
    parser.add_argument("--budget", type=float, default=120.0)
    parser.add_argument("--engines", nargs="*", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--lines", type=Path)
    options = parser.parse_args()
    lines = json.loads(options.lines.read_text(encoding="utf-8")) if options.lines else {}
    deals = starts(options.deals)
    played = [beginnings(start, line_from(start, number, lines)) for number, start in enumerate(deals)]
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    print("turns  engine  ended  processor seconds                points (+: more is not excluded)")
    for turns in options.turns:
        best = [set[int | None]() for _ in deals]
        for engine in options.engines:
            tails = [way[-turns] for way in played]
            came = [
                maximised(tail, options.budget) if engine == YARDSTICK else climbed(tail, engine, options.budget)
                for tail in tails
            ]
            for known, one in zip(best, came, strict=True):
                known |= {one.points} if one.has_ended else set()
            print(row(turns, engine, came), flush=True)
        if any(len(known) > 1 for known in best):
            raise SystemExit(f"The engines do not agree with {turns} turns left.")


if __name__ == "__main__":
    main()
