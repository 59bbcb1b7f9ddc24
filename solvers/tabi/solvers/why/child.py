"""The process in which formulas are asked again and again under assumptions. It is started as a file, knows nothing of
the game, and imports nothing but its engine, so that it starts fast and can be ended at any moment.

`python child.py SECONDS` reads commands from standard input, a line each, and SECONDS bound its processor time. `load
NAME COUNT` is followed by so many clauses, a line each as DIMACS writes them, and has no answer. `ask NAME LITERALS` is
answered on one line: `sat` with the true variables, or `unsat` with the literals that are enough for it.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from itertools import islice
from typing import Protocol, cast

from pysat import solvers

SOLVER = "cadical153"
PR_SET_PDEATHSIG = 1
"""Linux: the signal that this process gets when its parent ends, however that ends."""


class Solver(Protocol):
    """What is asked of python-sat here."""

    def solve(self, assumptions: Sequence[int] = ()) -> bool | None:
        """Whether the formula has a model in which the assumptions hold."""

    def get_model(self) -> list[int] | None:
        """The literals of the model."""

    def get_core(self) -> list[int] | None:
        """Assumptions that are enough for there being no model."""


def answer(solver: Solver, literals: list[int]) -> str:
    """What the solver says of its formula when these literals are assumed."""
    if solver.solve(assumptions=literals):
        return " ".join(["sat", *(str(one) for one in solver.get_model() or [] if one > 0)])
    return " ".join(["unsat", *map(str, solver.get_core() or [])])


def end_by_itself_after(seconds: int) -> None:
    """Bounds the processor time of this process, and ends it with the one that asks, where the system can."""
    if sys.platform != "win32" and seconds > 0:
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def main(seconds: str) -> None:
    """Answers until there are no more commands."""
    end_by_itself_after(int(seconds))
    loaded: dict[str, Solver] = {}
    for line in sys.stdin:
        command, name, *numbers = line.split()
        if command == "load":
            clauses = ([int(one) for one in text.split()[:-1]] for text in islice(sys.stdin, int(numbers[0])))
            loaded[name] = cast("Solver", solvers.Solver(SOLVER, bootstrap_with=clauses))
        else:
            print(answer(loaded[name], [int(one) for one in numbers]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
