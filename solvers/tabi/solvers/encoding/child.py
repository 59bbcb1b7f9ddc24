"""The process in which a formula is solved: DIMACS text in, one line of answer out. It is started as a file, knows
nothing of the game, and imports nothing but its engine, so that it starts fast and can be ended at any moment.

`python child.py ENGINE SECONDS [PROOF BYTES]` reads a formula from standard input and prints `sat` with the true
variables, `unsat`, or `unknown`. SECONDS bound its processor time should nobody be left to end it; 0 is no bound. With
PROOF the SAT solver is another one, which writes what it derives to that file, in LRAT's text form; the system ends
this process, where it can, when the file would become longer than BYTES.

`python child.py talk ENGINE` reads a formula and keeps it: each further line of input is a question, variables that are
to hold, and is answered with a line.
"""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, cast

SOLVER = "cadical153"
PROVING = {"lrat": 1, "binary": 0, "stabilize": 0}
"""Options of the CaDiCaL that writes proofs: it names in each line those that the line follows from, in text; and it
does without the phases in which it looks for models, for it is asked where there is hardly one."""
RANDOM_SEED = 0
PHASE = "always_false"
"""What Z3 tries first of a variable: nearly all rows are one-hot, so most of a model's variables are false."""
TRUE_BIT = re.compile(r"define-fun k!(\d+) \(\) Bool\s+true")
"""A true variable in Z3's text of a model: the integer names of a DIMACS text are written so."""
IN_MAIN_THREAD = 1
PR_SET_PDEATHSIG = 1
"""Linux: the signal that this process gets when its parent ends, however that ends."""


def solved_by_sat(text: str) -> str:
    """CaDiCaL's answer."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver(SOLVER, bootstrap_with=CNF(from_string=text).clauses) as solver:
        return _model(one for one in solver.get_model() or [] if one > 0) if solver.solve() else "unsat"


def proved_by_sat(text: str, proof: str) -> str:
    """The answer of a CaDiCaL that writes what it derives; its options are set before it is given any clause."""
    import pysolvers  # what python-sat's classes call: they have no way to name the options first
    from pysat.formula import CNF

    solver = pysolvers.cadical195_new()
    for option, value in PROVING.items():
        pysolvers.cadical195_set(solver, option, value)
    with open(proof, "w+b") as file:  # it is opened once more beneath, to be written and read
        pysolvers.cadical195_tracepr(solver, file)
        for clause in CNF(from_string=text).clauses:
            pysolvers.cadical195_add_cl(solver, clause)
        found = pysolvers.cadical195_solve(solver, [], IN_MAIN_THREAD)
        said = _model(one for one in pysolvers.cadical195_model(solver) if one > 0) if found else "unsat"
        pysolvers.cadical195_del(solver, file)  # writes the rest of the trace
    return said


def solved_by_z3(text: str) -> str:
    """The answer of Z3's finite-domain solver; the variables of a DIMACS text have integer names there."""
    import z3

    solver = z3.SolverFor("QF_FD")
    solver.set("random_seed", RANDOM_SEED)
    solver.set("phase", PHASE)
    solver.from_string(text)
    answer = solver.check()
    if answer == z3.unsat:
        return "unsat"
    if answer != z3.sat:
        return "unknown"
    return _model(map(int, TRUE_BIT.findall(cast(Written, solver.model()).sexpr())))


Answering = Callable[[Sequence[int]], str]


def kept_by_sat(text: str) -> Answering:
    """CaDiCaL with a formula, which keeps what it learns from question to question."""
    from pysat.formula import CNF
    from pysat.solvers import Solver

    solver = Solver(SOLVER, bootstrap_with=CNF(from_string=text).clauses)

    def answer(assumed: Sequence[int]) -> str:
        return _model(one for one in solver.get_model() or [] if one > 0) if solver.solve(assumed) else "unsat"

    return answer


class Kept(Protocol):
    """What of a Z3 solver is asked here, beyond what the stubs of this project say of it."""

    def check(self, *assumed: object) -> object:
        """Whether there is a model in which these hold."""

    def model(self) -> Written:
        """The model."""


class Written(Protocol):
    """A model of Z3 that can be written down; asking for its variables one by one takes ten times as long."""

    def sexpr(self) -> str:
        """Each variable with its truth."""


def kept_by_z3(text: str) -> Answering:
    """Z3 with a formula, the same."""
    import z3

    solver = z3.SolverFor("QF_FD")
    solver.set("random_seed", RANDOM_SEED)
    solver.from_string(text)
    kept = cast(Kept, solver)

    def answer(assumed: Sequence[int]) -> str:
        said = kept.check(*map(z3.Bool, assumed))
        if said != z3.sat:
            return "unsat" if said == z3.unsat else "unknown"
        return _model(map(int, TRUE_BIT.findall(kept.model().sexpr())))

    return answer


def talk(engine: str) -> None:
    """Reads a formula, then answers until the input ends."""
    _end_by_itself_after(0)
    head = sys.stdin.readline()
    text = head + "".join(sys.stdin.readline() for _ in range(int(head.split()[3])))
    answer = kept_by_z3(text) if engine == "z3" else kept_by_sat(text)
    for line in sys.stdin:
        print(answer([int(word) for word in line.split()]), flush=True)


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


def _end_at_a_file_of(most: int) -> None:
    """Has this process ended by a signal when it writes a longer file, where the system can."""
    if sys.platform != "win32":
        import resource

        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)  # Python ignores it, and the file would be cut short
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def main(engine: str, seconds: str, proof: str | None = None, most: str = "0") -> None:
    """Solves the formula on standard input."""
    _end_by_itself_after(int(seconds))
    text = sys.stdin.read()
    if proof is not None:
        _end_at_a_file_of(int(most))
        print(proved_by_sat(text, proof))
    else:
        print(solved_by_z3(text) if engine == "z3" else solved_by_sat(text))


if __name__ == "__main__":
    if sys.argv[1] == "talk":
        talk(sys.argv[2])
    else:
        main(*sys.argv[1:])
