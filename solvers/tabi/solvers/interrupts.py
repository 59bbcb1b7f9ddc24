"""Interrupts that Python drops, heard all the same.

Ctrl-C raises `KeyboardInterrupt` wherever the main thread is. Where that is a finalizer, or a callback of C code such
as the compiler's, Python prints the exception and goes on.
"""

from __future__ import annotations

import sys
from _thread import interrupt_main
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer, current_thread, main_thread
from typing import Final

SECONDS: Final = 0.05
"""After so long an interrupt comes again: at once it would be dropped in the same place."""


@contextmanager
def dropped_interrupts_come_again() -> Iterator[None]:
    """While this lasts, an interrupt that was dropped comes once more, until something hears it.

    Only the main thread is ever interrupted: in any other this does nothing.
    """
    if current_thread() is not main_thread():
        yield
        return
    former = sys.unraisablehook

    def raise_anew(dropped: sys.UnraisableHookArgs) -> None:
        if issubclass(dropped.exc_type, KeyboardInterrupt):
            again = Timer(SECONDS, interrupt_main)
            again.daemon = True
            again.start()
        else:
            former(dropped)

    sys.unraisablehook = raise_anew
    try:
        yield
    finally:
        sys.unraisablehook = former
