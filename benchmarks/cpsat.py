"""OR-tools CP-SAT on a formula, as a user might take it instead of the engines: a yardstick, used by no part of tabi.

    python benchmarks/cpsat.py SECONDS [WORKERS] < formula.cnf      # prints sat, unsat or unknown

The formula's clauses go in as they are; `encoding.py` asks it in a process of its own, as the engines are asked.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from ortools.sat.python import cp_model

WORDS = {cp_model.OPTIMAL: "sat", cp_model.FEASIBLE: "sat", cp_model.INFEASIBLE: "unsat"}


def clauses(text: str) -> Iterator[list[int]]:
    """The clauses of a DIMACS text, a line each as tabi writes them."""
    for line in text.splitlines():
        if line and line[0] not in "cp":
            yield [int(word) for word in line.split()[:-1]]


def answer(text: str, seconds: float, workers: int) -> str:
    """What CP-SAT says of a DIMACS text within some seconds."""
    model = cp_model.CpModel()
    count = int(text[text.index("p cnf") :].split()[2])
    bits = [model.new_bool_var(str(number)) for number in range(count + 1)]
    for clause in clauses(text):
        model.add_bool_or(bits[one] if one > 0 else ~bits[-one] for one in clause)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    solver.parameters.random_seed = 1
    return WORDS.get(solver.solve(model), "unknown")


def asked(text: str, seconds: float, workers: int = 1) -> str:
    """The answer from a process of its own, in the words of the tables."""
    command = [sys.executable, str(Path(__file__)), str(seconds), str(workers)]
    said = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.strip()
    return {"sat": "win", "unsat": "no"}.get(said, "open")


if __name__ == "__main__":
    print(answer(sys.stdin.read(), float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1))
