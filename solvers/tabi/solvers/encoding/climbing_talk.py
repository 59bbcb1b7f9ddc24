"""Asking an engine about one formula many times: a process that keeps what it has learnt, with a clock, and ended and
waited for whatever happens."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Timer

from tabi.solvers.encoding.asking import CHILD, Answer, Engine, EngineFailed, Stop


class Talk:
    """A process that has a formula and answers questions about it. After a question without an answer it is gone."""

    def __init__(self, engine: Engine, process: subprocess.Popen[str] | None, stop: Stop) -> None:
        self._engine = engine
        self._process = process
        self._stop = stop

    def ask(self, assumptions: Sequence[int], seconds: float | None) -> Answer | None:
        """The answer under these literals; None when the clock ran out, at a stop, or when the engine does not know.

        Raises `EngineFailed` when the engine ended by itself.
        """
        process = self._process
        if process is None or self._stop.is_set or (seconds is not None and seconds <= 0):
            return None
        late = _Late(process)
        timer = None if seconds is None else Timer(seconds, late)
        if timer is not None:
            timer.start()
        try:
            said = self._said(process, " ".join(map(str, assumptions)))
        finally:
            if timer is not None:
                timer.cancel()
        if said:
            return _answer(said)
        self._process = None
        if late.has_rung or self._stop.is_set:
            return None
        raise EngineFailed(f"The engine {self._engine} gave no answer: {_complaint(process)}")

    def _said(self, process: subprocess.Popen[str], question: str) -> str:
        assert process.stdin is not None and process.stdout is not None, "the process has pipes"
        try:
            process.stdin.write(question + "\n")
            process.stdin.flush()
        except (OSError, ValueError):  # ended, or shut before
            _shut(process)
            return ""
        return process.stdout.readline()


class _Late:
    """Ends a process when the clock rings, and remembers that it did."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.has_rung = False

    def __call__(self) -> None:
        self.has_rung = True
        self._process.kill()


@contextmanager
def talk(engine: Engine, text: str, stop: Stop) -> Iterator[Talk]:
    """A process that has read the formula, and is ended and waited for in the end."""
    with stop.process([sys.executable, "-P", str(CHILD), "talk", engine]) as process:
        if process is not None:
            _told(process, text)
        yield Talk(engine, process, stop)


def _told(process: subprocess.Popen[str], text: str) -> None:
    """Gives the process its formula; that it has ended by itself the first question will tell."""
    assert process.stdin is not None, "the process has pipes"
    try:
        process.stdin.write(text)
        process.stdin.flush()
    except OSError:
        _shut(process)


def _shut(process: subprocess.Popen[str]) -> None:
    """Closes the input of a process that reads no more, whatever was still to be written."""
    assert process.stdin is not None, "the process has pipes"
    with suppress(OSError):
        process.stdin.close()


def _answer(said: str) -> Answer | None:
    word, *numbers = said.split()
    if word == "sat":
        return Answer(frozenset(map(int, numbers)))
    return Answer(None) if word == "unsat" else None


def _complaint(process: subprocess.Popen[str]) -> str:
    process.kill()
    assert process.stderr is not None, "the process has pipes"
    last = process.stderr.read().strip().splitlines()[-1:]
    return last[0] if last else f"exit code {process.wait()}"
