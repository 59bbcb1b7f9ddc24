"""Compiling with Numba where it is there; where it is not, the functions stay plain Python and give the same results.

`NUMBA_DISABLE_JIT=1` has the same effect as a missing Numba. Only entries are cached on disk: what they call is
compiled into them.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from os import environ
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")


def is_compiling() -> bool:
    """Whether functions are compiled at all: Numba can be imported and is not switched off by its environment variable.

    It tells what to expect of the speed; results do not depend on it.
    """
    return environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0") and _can_import()


def compiled(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """The function, compiled when compiled code first calls it; itself without Numba."""
    try:
        from numba import njit
    except ImportError:
        return function
    return njit(function, nogil=True)


def entry(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """The function, compiled on its first call and then kept on disk, if a folder for that can be written.

    Calls release the interpreter's lock, so that threads run side by side.
    """
    try:
        from numba import njit
    except ImportError:
        return function
    try:
        return njit(function, cache=True, nogil=True)
    except RuntimeError:  # Numba found no folder that it may write its cache to: compiled anew by every process
        return njit(function, nogil=True)


def plain(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """The function in plain Python: for single calls, which take no time, where compiling it would."""
    written: Callable[Given, Result] = getattr(function, "py_func", function)
    return written


def _can_import() -> bool:
    if find_spec("numba") is None:
        return False
    try:
        import numba  # noqa: F401  (a wheel may be there and not fit this Python)
    except ImportError:
        return False
    return True
