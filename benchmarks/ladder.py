"""The most points of the last turns by formulas: the ladder of decisions by CaDiCaL and Z3, and CP-SAT beside them.

    python benchmarks/ladder.py [--deals 3] [--turns 4 6 8 10] [--row 360] [--engines sat z3 proved cp-sat]
                                [--beams SECONDS | --lines FILE]

A position is a reference deal played along a winning line to where so many turns are left of it. The line is the
quickest that `solve` finds; with `--beams` it is the one with most points that it finds in so many seconds a deal; with
`--lines` it is what the file has: a JSON object from the deal's number to the line's steps as text, parted by "; ".
Every engine gets the same clauses, for each number of turns that the bounds leave, and what is known from the numbers
before: the two engines climb, CP-SAT maximises the sum of the turns' points. `proved` is CaDiCaL once more, with
proofs, and as `solve` asks it: the rest of the line is known. The certificate is written and checked as `tabi verify`
does it.

Seconds are processor time, of the engine's process too and of the building of the formulas. The clock bounds each row:
a position may use what the others before it left of its share, and what is not reached is open (`+`). Where an engine
ends it has excluded more; where two end they must say the same.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from ortools.sat.python import cp_model

from encoding import processor_seconds, starts
from tabi.rules import solitaire
from tabi.rules.certificates import CnfProof, Valid
from tabi.rules.solitaire import Phase, Position, apply
from tabi.rules.solitaire.bounds import DRAWING, most_turns
from tabi.solvers import Bounded, Budget, Goal, Proved, solve
from tabi.solvers.cnfproof import certificate_of, check_cnf_proof
from tabi.solvers.encoding.climbing import Climbed, climb, horizons, winning_with_points
from tabi.solvers.encoding.deciding import formula_file
from tabi.solvers.encoding.question import Unrolled
from tabi.solvers.encoding.scoring import Score
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS
from tabi.spec.solitaire.steps import Step

YARDSTICK = "cp-sat"
PROVED = "proved"
ENGINES = ("sat", "z3", PROVED, YARDSTICK)
MEGABYTE = 1e6


class Tail(NamedTuple):
    """Where some turns of a line are left, and these."""

    start: Position
    line: tuple[Step, ...]


class Came(NamedTuple):
    """What an engine found of a position: the most points, whether it excluded more, and its processor seconds.

    `proof` says of a certificate what its writing and its check took, and how large it is.
    """

    points: int | None
    has_ended: bool
    seconds: float
    proof: Proof | None = None


class Proof(NamedTuple):
    """A certificate: processor seconds to write and to check it, its megabytes, and those of the solver's proofs."""

    written: float
    checked: float
    size: float
    raw: float


def line_from(start: Position, number: int, lines: dict[str, str], beams: float | None) -> tuple[Step, ...]:
    """The winning line of a deal."""
    if str(number) in lines:
        return tuple(map(solitaire.parse_step, lines[str(number)].split("; ")))
    verdict = solve(start) if beams is None else solve(start, Goal.POINTS, budget=Budget(beams))
    if not isinstance(verdict, (Proved, Bounded)) or verdict.line is None:
        raise SystemExit(f"No line was found for deal {number}.")
    return tuple(chain.from_iterable(verdict.line))


def beginnings(start: Position, line: Sequence[Step]) -> list[Tail]:
    """Where each turn of a line begins, without the points before it."""
    found = [Tail(start, tuple(line))]
    here = start
    for number, step in enumerate(line, start=1):
        turn, here = here.turn, apply(here, step)
        if here.turn != turn and here.phase is not Phase.OVER:
            found.append(Tail(here.key, tuple(line[number:])))
    return found


def climbed(tail: Tail, budget: float, engine: str) -> Came:
    """The ladder of decisions."""
    began, start = processor_seconds(), tail.start
    came = climb(start, engine="z3" if engine == "z3" else "sat", seconds=budget)
    return Came(came.points, not came.open_turns, processor_seconds() - began)


def proved(tail: Tail, budget: float) -> Came:
    """The ladder with proofs; then the certificate is written, and checked from its text."""
    began, start = processor_seconds(), tail.start
    with TemporaryDirectory(prefix="tabi-") as folder:
        came = climb(start, seconds=budget, known_line=tail.line, proofs=Path(folder))
        seconds = processor_seconds() - began
        if came.at_most is None:
            return Came(came.points, False, seconds)
        return Came(came.points, True, seconds, _proof(start, came))


def _proof(start: Position, came: Climbed) -> Proof:
    parts = [(one.turns, formula_file(one.proof), one.proof) for one in came.parts if one.proof is not None]
    most, began = most_turns(start, DEFAULT_RULINGS), processor_seconds()
    written = certificate_of(start, DEFAULT_RULINGS, most or 0, DRAWING, parts, points=came.at_most).model_dump_json()
    ended = processor_seconds()
    if not isinstance(check_cnf_proof(CnfProof.model_validate_json(written)), Valid):
        raise SystemExit(f"A certificate was not accepted: {solitaire.format_position(start)}")
    sizes = len(written) / MEGABYTE, sum(proof.stat().st_size for *_, proof in parts) / MEGABYTE
    return Proof(ended - began, processor_seconds() - ended, *sizes)


def maximised(tail: Tail, budget: float) -> Came:
    """CP-SAT, number of turns by number of turns, each asked for more than those before."""
    start = tail.start
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
    proofs = " ".join(_told(one.proof) for one in came if one.proof is not None)
    said = (
        f"{turns:>5}  {engine:<7} {ended}/{len(came)}  median {median(spent):7.1f}  most {max(spent):7.1f}   {points}"
    )
    return f"{said}   {proofs}" if proofs else said


def _told(proof: Proof) -> str:
    return f"[{proof.written:.1f} s written, {proof.checked:.1f} s checked, {proof.raw:.1f} -> {proof.size:.1f} MB]"


def row_of(engine: str, tails: Sequence[Tail], seconds: float) -> list[Came]:
    """What an engine comes to on each position, in so many seconds of the clock."""
    asks: dict[str, Callable[[Tail, float], Came]] = {YARDSTICK: maximised, PROVED: proved}
    ask, end, came = asks.get(engine, partial(climbed, engine=engine)), monotonic() + seconds, list[Came]()
    for left, tail in zip(range(len(tails), 0, -1), tails, strict=True):
        came.append(ask(tail, max(0.1, (end - monotonic()) / left)))
    return came


def main() -> None:
    """Reads the command line and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=3)
    parser.add_argument("--turns", type=int, nargs="*", default=[4, 6, 8, 10])
    parser.add_argument("--row", type=float, default=360.0)
    parser.add_argument("--beams", type=float)
    parser.add_argument("--engines", nargs="*", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--lines", type=Path)
    options = parser.parse_args()
    lines = json.loads(options.lines.read_text(encoding="utf-8")) if options.lines else {}
    deals = starts(options.deals)
    played = [beginnings(start, line_from(start, number, lines, options.beams)) for number, start in enumerate(deals)]
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    print("turns  engine  ended  processor seconds                points (+: more is not excluded)")
    for turns in options.turns:
        best = [set[int | None]() for _ in deals]
        for engine in options.engines:
            tails = [way[-turns] for way in played]
            came = row_of(engine, tails, options.row)
            for known, one in zip(best, came, strict=True):
                known |= {one.points} if one.has_ended else set()
            print(row(turns, engine, came), flush=True)
        if any(len(known) > 1 for known in best):
            raise SystemExit(f"The engines do not agree with {turns} turns left.")


if __name__ == "__main__":
    main()
