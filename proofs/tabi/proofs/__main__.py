"""The process in which one theorem is checked: `python -m tabi.proofs MODULE:NAME` writes what it came to."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from threading import Thread

from tabi.proofs.running import answer_of
from tabi.proofs.theorem import Theorem


def _found(where: str) -> Theorem:
    module, _, name = where.partition(":")
    found = getattr(import_module(module), name)
    if not isinstance(found, Theorem):
        raise TypeError(f"{where} is no theorem")
    return found


def _leave_when_alone() -> None:
    """Ends this process at once when the other end of its input is closed."""
    sys.stdin.buffer.read()
    os._exit(1)


def _main(where: str) -> None:
    Thread(target=_leave_when_alone, daemon=True).start()
    sys.stdout.write(answer_of(_found(where).check()).model_dump_json())
    sys.stdout.flush()
    os._exit(0)  # the thread still waits for its input, and an orderly end would wait for it


if __name__ == "__main__":
    _main(sys.argv[1])
