"""The one function of numba that tabi calls; numba itself has no types."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")

def njit(function: Callable[_P, _R], *, cache: bool = ..., nogil: bool = ...) -> Callable[_P, _R]: ...
