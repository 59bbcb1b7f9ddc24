"""Finding theorems: they are collected by looking through modules, and no list of them is kept. Knows no game."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable

from tabi.proofs.theorem import Theorem


class UnknownTheorem(ValueError):
    """An id that no theorem has; the message is one sentence for a person."""


def collected(package: str) -> tuple[Theorem, ...]:
    """The theorems of a package's modules, in the order of modules and, in each, of definition.

    Raises `ValueError` when two have the same id or one rests on a theorem that is not there.
    """
    root = importlib.import_module(package)
    names = sorted(
        module.name
        for module in pkgutil.walk_packages(root.__path__, f"{package}.")
        if not module.name.endswith(".__main__")
    )
    found = tuple(one for name in names for one in theorems_of(name))
    ids = [one.id for one in found]
    if twice := sorted({one for one in ids if ids.count(one) > 1}):
        raise ValueError(f"Two theorems of {package} are called {twice[0]}; every id stands once.")
    for one in found:
        if absent := sorted(set(one.rests_on).difference(ids)):
            raise ValueError(f"{one.id} rests on {absent[0]}, which is no theorem of {package}.")
    return found


def theorems_of(module: str) -> tuple[Theorem, ...]:
    """The theorems that a module defines, in the order of definition."""
    values = vars(importlib.import_module(module)).values()
    return tuple(one for one in values if isinstance(one, Theorem) and one.where.startswith(f"{module}:"))


def named(theorems: Iterable[Theorem], ids: Iterable[str]) -> tuple[Theorem, ...]:
    """The theorems with these ids, in the order of the ids; all of them when none is given.

    Raises `UnknownTheorem` with one sentence for an id that none has.
    """
    by_id = {one.id: one for one in theorems}
    chosen = tuple(dict.fromkeys(ids)) or tuple(by_id)
    if unknown := [one for one in chosen if one not in by_id]:
        raise UnknownTheorem(f"There is no theorem {unknown[0]!r}; the theorems are {', '.join(by_id)}.")
    return tuple(by_id[one] for one in chosen)
