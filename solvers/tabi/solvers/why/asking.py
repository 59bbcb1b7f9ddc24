"""Asking whether a set of facts loses: for each number of turns a formula with an open start, the facts assumed.

All formulas lie in one process, which is ended when its clock runs out and started anew for the next question.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Final, TextIO

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import draws_left, may_end_by_draw
from tabi.solvers.encoding.asking import GRACE, EngineFailed
from tabi.solvers.encoding.deciding import won_line
from tabi.solvers.encoding.facts import Fact, facts_of, has_frame_of, is_true_of
from tabi.solvers.encoding.reading import Disagreement
from tabi.solvers.why.opening import Opening, opening, start_of
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import Step

CHILD: Final = Path(__file__).with_name("child.py")


@dataclass(frozen=True, slots=True)
class Witness:
    """A position that some facts are true of, and a line that wins from it, played through the rules."""

    position: Position
    line: tuple[Step, ...]


class OutOfTime(Exception):
    """The clock ran out before the answer."""


def horizon(start: Position, rulings: SolitaireRulings) -> int:
    """sol.ending.draws-left: the most turns that any win takes from a position with the frame of `start`.

    Each turn makes its refill, but for the last one where a failed draw may win; what is left to draw is said by the
    frame alone.
    """
    return draws_left(start) + may_end_by_draw(rulings)


class Asker:
    """Answers which sets of the facts of a position lose; for each number of turns it keeps facts that were enough."""

    def __init__(self, start: Position, rulings: SolitaireRulings, patience: float) -> None:
        self._start = start
        self._rulings = rulings
        self._patience = patience
        self._facts = facts_of(start)
        self._openings: dict[int, Opening] = {}
        self._enough: dict[int, frozenset[Fact]] = {}
        self._order = list(range(1, horizon(start, rulings) + 1))
        self._process: _Process | None = None

    def win_from(self, facts: Sequence[Fact], seconds: float) -> Witness | None:
        """A win from a position with the frame of the start that all facts are true of; None when there is none.

        Raises `OutOfTime` when that is not known after so many seconds.
        """
        chosen, end = frozenset(facts), monotonic() + seconds
        for turns in tuple(self._order):
            if (known := self._enough.get(turns)) is not None and known <= chosen:
                continue
            if (true := self._asked(turns, facts, end)) is not None:
                self._order.remove(turns)
                self._order.insert(0, turns)
                return self._witness(self._openings[turns], facts, true)
        return None

    def end(self) -> None:
        """Ends the process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    def _asked(self, turns: int, facts: Sequence[Fact], end: float) -> frozenset[int] | None:
        """The true variables of a model; None when there is none, and then the facts that are enough are noted."""
        if turns not in self._openings:
            self._openings[turns] = opening(self._start, turns, self._rulings, self._facts)
        this = self._openings[turns]
        if self._process is None:
            self._process = _Process(self._patience)
        self._process.load(turns, this)
        said = self._process.ask(turns, [this.literals[fact] for fact in facts], end - monotonic())
        if said is None:
            self.end()
            raise OutOfTime
        word, *numbers = said
        named = frozenset(map(int, numbers))
        if word == "sat":
            return named
        self._enough[turns] = frozenset(fact for fact in facts if this.literals[fact] in named)
        return None

    def _witness(self, this: Opening, facts: Sequence[Fact], true: frozenset[int]) -> Witness:
        """The position and the line of a model; raises `Disagreement` when the rules do not follow it."""
        position = start_of(this, true)
        if not has_frame_of(position, self._start) or not all(is_true_of(fact, position) for fact in facts):
            raise Disagreement("a model's start is not as its facts say")
        line, _ = won_line(replace(this.formula, start=position), true)
        return Witness(position, line)


@contextmanager
def asker(start: Position, rulings: SolitaireRulings, patience: float) -> Iterator[Asker]:
    """An asker, whose process uses at most so many seconds of the processor and is ended in the end."""
    one = Asker(start, rulings, patience)
    try:
        yield one
    finally:
        one.end()


class _Process:
    """The process with the formulas, and a thread that reads what it says."""

    def __init__(self, patience: float) -> None:
        command = [sys.executable, "-P", str(CHILD), str(ceil(patience) + GRACE)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
        self._loaded: set[int] = set()
        self._lines: SimpleQueue[str] = SimpleQueue()
        assert self._process.stdin is not None and self._process.stdout is not None, "both are pipes"
        self._to = self._process.stdin
        self._thread = Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True)
        self._thread.start()

    def load(self, turns: int, this: Opening) -> None:
        """Loads a formula, once."""
        if turns in self._loaded:
            return
        clauses = this.formula.cnf.clauses
        body = "".join(f"{' '.join(map(str, clause))} 0\n" for clause in clauses)
        self._write(f"load {turns} {len(clauses)}\n{body}")
        self._loaded.add(turns)

    def ask(self, turns: int, literals: Sequence[int], seconds: float) -> list[str] | None:
        """The words of the answer; None when it takes longer."""
        self._write(f"ask {turns} {' '.join(map(str, literals))}\n")
        try:
            said = self._lines.get(timeout=max(0.0, seconds))
        except Empty:
            return None
        if not said:
            raise EngineFailed(f"The engine sat gave no answer: {self._complaint()}")
        return said.split()

    def end(self) -> None:
        """Ends the process, and waits for it and for its reader."""
        self._process.kill()
        self._thread.join()
        with suppress(BrokenPipeError), self._process:
            pass

    def _write(self, text: str) -> None:
        try:
            self._to.write(text)
            self._to.flush()
        except BrokenPipeError:
            raise EngineFailed(f"The engine sat gave no answer: {self._complaint()}") from None

    def _complaint(self) -> str:
        """The last thing that the ended process said of why."""
        self._process.wait()
        errors = self._process.stderr
        last = (errors.read() if errors is not None else "").strip().splitlines()[-1:]
        return last[0] if last else f"exit code {self._process.returncode}"


def _read(pipe: TextIO, lines: SimpleQueue[str]) -> None:
    """Hands on every line, and an empty one at the end."""
    for line in pipe:
        lines.put(line)
    lines.put("")
