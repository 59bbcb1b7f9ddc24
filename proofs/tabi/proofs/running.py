"""Running a theorem in a process of its own, with a clock. Knows no game.

A check may hang in foreign code, so nothing but the end of its process is sure to stop it. The process also ends by
itself when whoever started it is gone.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from time import monotonic
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from tabi.proofs.theorem import Claim, Holds, Refuted, Theorem, Unknown

DEFAULT_SECONDS = 120.0


class Answer(BaseModel):
    """What a check came to, as the process writes it: `text` is the way of proof, the counterexample or the reason."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    verdict: Literal["holds", "refuted", "unknown"]
    text: str


@dataclass(frozen=True, slots=True)
class Ran:
    """A theorem, what its check came to, and the seconds it took with the start of its process."""

    theorem: Theorem
    claim: Claim
    seconds: float


def run(theorem: Theorem, seconds: float = DEFAULT_SECONDS) -> Ran:
    """Checks a theorem in a process of its own; `Unknown` when it has not come to its end after `seconds`.

    The process has ended when this returns, and also when an interrupt from the keyboard leaves it.
    """
    began = monotonic()
    claim = _asked(theorem, seconds)
    return Ran(theorem, claim, monotonic() - began)


def _asked(theorem: Theorem, seconds: float) -> Claim:
    # In a session of its own it does not see the Ctrl-C of a terminal: it is ended here, and says nothing.
    process = subprocess.Popen(
        [sys.executable, "-m", "tabi.proofs", theorem.where],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        out, errors = _output(process, seconds)
    except subprocess.TimeoutExpired:
        return Unknown(f"It was ended after {seconds:g} seconds.")
    finally:
        _end(process)
    return _read(out, errors)


def _output(process: subprocess.Popen[bytes], seconds: float) -> tuple[bytes, bytes]:
    """What the process wrote until its end. Its input stays open, for that tells it that we are here."""
    stdin, process.stdin = process.stdin, None
    try:
        return process.communicate(timeout=seconds)
    finally:
        if stdin is not None:
            stdin.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            stream.close()


def _read(out: bytes, errors: bytes) -> Claim:
    try:
        answer = Answer.model_validate_json(out)
    except ValidationError:
        last = errors.decode(errors="replace").strip().splitlines()[-1:]
        return Unknown(f"Its process failed: {''.join(last) or 'it wrote nothing'}")
    match answer.verdict:
        case "holds":
            return Holds(answer.text)
        case "refuted":
            return Refuted(answer.text)
        case "unknown":
            return Unknown(answer.text)


def answer_of(claim: Claim) -> Answer:
    """The answer to write for a claim."""
    match claim:
        case Holds(by=text):
            return Answer(verdict="holds", text=text)
        case Refuted(counterexample=text):
            return Answer(verdict="refuted", text=text)
        case Unknown(reason=text):
            return Answer(verdict="unknown", text=text)
