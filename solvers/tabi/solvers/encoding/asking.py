"""Asking an engine about a formula: in a process of its own, with a clock, and no process left behind."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from threading import Lock
from typing import Final, Literal

Engine = Literal["z3", "sat"]
CHILD = Path(__file__).with_name("child.py")
GRACE = 5
"""Seconds of processor time beyond the clock after which an engine ends even if nobody is left to end it."""
MOST_TRACED = 4 << 30
"""Bytes of a trace beyond which its engine is ended: it writes five million a second, and disks are not endless."""
FILE_TOO_LONG: Final = -25
"""What a process comes to that the system has ended for that, by the signal SIGXFSZ of Linux and macOS."""


class EngineFailed(RuntimeError):
    """The engine did not run to an answer: it is not installed, or it ended by itself."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine says: the true variables of a model, or None for them when there is no model."""

    true: frozenset[int] | None


class Stop:
    """Ends engines' processes from another thread than those that ask, and lets no further one begin."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._processes = list[subprocess.Popen[str]]()
        self._is_set = False

    def __call__(self) -> None:
        """Stops: no process of an engine is left behind, or comes after this."""
        with self._lock:
            self._is_set = True
            for process in self._processes:
                process.kill()

    @property
    def is_set(self) -> bool:
        """Whether it has been stopped."""
        return self._is_set

    @contextmanager
    def process(self, command: list[str]) -> Iterator[subprocess.Popen[str] | None]:
        """The process of an engine, which is ended and waited for in the end; None once it has been stopped."""
        with self._lock:
            if self._is_set:
                started = None
            else:
                pipe = subprocess.PIPE
                started = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
                self._processes.append(started)
        if started is None:
            yield None
            return
        with started:
            try:
                yield started
            finally:
                with self._lock:
                    self._processes.remove(started)
                started.kill()


def ask(
    engine: Engine, text: str, seconds: float | None, proof: Path | None = None, stop: Stop | None = None
) -> Answer | None:
    """The engine's answer to a DIMACS text; None when the clock ran out, the engine does not know, or its trace is too
    long to be kept.

    The engine's process is ended, and waited for, whatever happens here: an answer, the clock, an interrupt. `proof` is
    a file for the trace (LRAT) of an answer without a model, by a solver that is good at these (engine `sat`). After a
    `stop` the answer is None too.
    """
    if seconds is not None and seconds <= 0:
        return None
    stop = stop or Stop()
    limit = 0 if seconds is None else ceil(seconds) + GRACE
    traced = [] if proof is None else [str(proof), str(MOST_TRACED)]
    command = [sys.executable, "-P", str(CHILD), engine, str(limit), *traced]
    with stop.process(command) as process:
        if process is None:
            return None
        try:
            said, complaint = process.communicate(text, timeout=seconds)
        except subprocess.TimeoutExpired:
            said, complaint = "unknown", ""
        finally:
            process.kill()
    return None if stop.is_set or said == "unknown" else _read(engine, said, complaint, process.returncode)


def _read(engine: Engine, said: str, complaint: str, code: int) -> Answer | None:
    word, *numbers = said.split() or [""]
    if code == 0 and word == "sat":
        return Answer(frozenset(map(int, numbers)))
    if code == 0 and word == "unsat":
        return Answer(None)
    if (code == 0 and word == "unknown") or code == FILE_TOO_LONG:
        return None
    last = complaint.strip().splitlines()[-1:] or [f"exit code {code}"]
    raise EngineFailed(f"The engine {engine} gave no answer: {last[0]}")
