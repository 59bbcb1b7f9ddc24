"""The tie between a function and the clauses that it carries. This module knows no game and keeps no registry."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])
_MARK = "__clauses__"


def implements(*clauses: str) -> Callable[[Function], Function]:
    """Marks a function as the one that carries these clauses; the function itself is unchanged."""

    def mark(function: Function) -> Function:
        setattr(function, _MARK, clauses)
        return function

    return mark


def clauses_of(function: object) -> tuple[str, ...]:
    """The clauses that a function was marked with; none when it was not."""
    found = getattr(function, _MARK, ())
    return found if isinstance(found, tuple) else ()


def functions_by_clause(package: str) -> dict[str, tuple[FunctionType, ...]]:
    """For every clause that something in `package` carries: the functions, in the order of modules and lines."""
    found: dict[str, tuple[FunctionType, ...]] = {}
    for function in _functions(package):
        for clause in clauses_of(function):
            found[clause] = (*found.get(clause, ()), function)
    return found


def _functions(package: str) -> Iterator[FunctionType]:
    root = importlib.import_module(package)
    names = [module.name for module in pkgutil.walk_packages(root.__path__, f"{package}.")]
    for name in names:
        module = importlib.import_module(name)
        own = (one for _, one in inspect.getmembers(module, inspect.isfunction) if one.__module__ == name)
        yield from sorted(own, key=lambda function: function.__code__.co_firstlineno)
