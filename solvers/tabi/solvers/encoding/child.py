"""The process in which a formula is solved: DIMACS text in, one line of answer out. It is started as a file, knows
nothing of the game, and imports nothing but its engine, so that it starts fast and can be ended at any moment.

`python child.py ENGINE SECONDS [PROOF]` reads a formula from standard input and prints `sat` with the true variables,
`unsat`, or `unknown`. SECONDS bound its processor time should nobody be left to end it; 0 is no bound. With PROOF the
SAT solver's DRAT proof of an `unsat` is written to that file.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterable
from pathlib import Path

SOLVER = "cadical153"
RANDOM_SEED = 0
PR_SET_PDEATHSIG = 1
"""Linux: the signal that this process gets when its parent ends, however that ends."""


def solved_by_sat(text: str, proof: str | None) -> str:
    """CaDiCaL's answer."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver(SOLVER, bootstrap_with=CNF(from_string=text).clauses, with_proof=proof is not None) as solver:
        if solver.solve():
            return _model(one for one in solver.get_model() or [] if one > 0)
        if proof is not None:
            Path(proof).write_text("".join(f"{line}\n" for line in solver.get_proof() or []), encoding="ascii")
        return "unsat"


def solved_by_z3(text: str) -> str:
    """The answer of Z3's finite-domain solver; the variables of a DIMACS text have integer names there."""
    import z3

    solver = z3.SolverFor("QF_FD")
    solver.set("random_seed", RANDOM_SEED)
    solver.from_string(text)
    answer = solver.check()
    if answer == z3.unsat:
        return "unsat"
    if answer != z3.sat:
        return "unknown"
    model = solver.model()
    count = int(text.split(maxsplit=3)[2])
    return _model(number for number in range(1, count + 1) if z3.is_true(model[z3.Bool(number)]))


def _model(true: Iterable[int]) -> str:
    return " ".join(["sat", *map(str, true)])


def _end_by_itself_after(seconds: int) -> None:
    """Bounds the processor time of this process, and ends it with the one that asks, where the system can."""
    if sys.platform != "win32" and seconds > 0:
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def main(engine: str, seconds: str, proof: str | None = None) -> None:
    """Solves the formula on standard input."""
    _end_by_itself_after(int(seconds))
    text = sys.stdin.read()
    print(solved_by_z3(text) if engine == "z3" else solved_by_sat(text, proof))


if __name__ == "__main__":
    main(*sys.argv[1:])
