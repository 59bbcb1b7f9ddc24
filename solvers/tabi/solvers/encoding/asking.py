"""Asking an engine about a formula: in a process of its own, with a clock, and no process left behind."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Literal

Engine = Literal["z3", "sat"]
CHILD = Path(__file__).with_name("child.py")
GRACE = 5
"""Seconds of processor time beyond the clock after which an engine ends even if nobody is left to end it."""


class EngineFailed(RuntimeError):
    """The engine did not run to an answer: it is not installed, or it ended by itself."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine says: the true variables of a model, or None for them when there is no model."""

    true: frozenset[int] | None


def ask(engine: Engine, text: str, seconds: float | None, proof: Path | None = None) -> Answer | None:
    """The engine's answer to a DIMACS text; None when the clock ran out or the engine says that it does not know.

    The engine's process is ended, and waited for, whatever happens here: an answer, the clock, an interrupt. `proof` is
    a file for the DRAT proof of an answer without a model (engine `sat`).
    """
    if seconds is not None and seconds <= 0:
        return None
    limit = 0 if seconds is None else ceil(seconds) + GRACE
    command = [sys.executable, "-P", str(CHILD), engine, str(limit), *([] if proof is None else [str(proof)])]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            said, complaint = process.communicate(text, timeout=seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            process.kill()
    return _read(engine, said, complaint, process.returncode)


def _read(engine: Engine, said: str, complaint: str, code: int) -> Answer | None:
    word, *numbers = said.split() or [""]
    if code == 0 and word == "sat":
        return Answer(frozenset(map(int, numbers)))
    if code == 0 and word == "unsat":
        return Answer(None)
    if code == 0 and word == "unknown":
        return None
    last = complaint.strip().splitlines()[-1:] or [f"exit code {code}"]
    raise EngineFailed(f"The engine {engine} gave no answer: {last[0]}")
