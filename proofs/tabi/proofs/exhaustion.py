"""Exhaustion that looks only where a function looks. Knows no game.

A function runs on a value of which nothing is chosen yet. When it reads a part, it is run again once for each value
that this part can have, and so on, until it comes to its end without reading anything new. What it never read may be
anything: so the cases met cover the whole product of the domains, though few of its members are visited.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from tabi.proofs.theorem import Claim, Holds, Refuted

Result = TypeVar("Result")


class Unread(Exception):
    """A part was read that is not chosen yet."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


class Chosen(dict[str, object]):
    """The parts chosen so far, by name; reading another raises `Unread`."""

    def __missing__(self, part: str) -> object:
        raise Unread(part)


Domain = Callable[[Chosen], Iterable[object]]
"""The values of a part; they may depend on other parts, which are then chosen before it."""


def exhaust(run: Callable[[Chosen], Result], domains: Mapping[str, Domain]) -> Iterator[tuple[Chosen, Result]]:
    """Every way in which `run` can go, with what was chosen for it and what it returned.

    `run` is a function of the parts that it reads; it raises `Unread` for one that is not there. Raises `KeyError` for
    a part that has no domain.
    """
    waiting = [Chosen()]
    while waiting:
        chosen = waiting.pop()
        try:
            result = run(chosen)
        except Unread as unread:
            waiting += _refined(chosen, unread.part, domains)
        else:
            yield chosen, result


def _refined(chosen: Chosen, part: str, domains: Mapping[str, Domain]) -> list[Chosen]:
    try:
        return [Chosen(chosen, **{part: value}) for value in domains[part](chosen)]
    except Unread as unread:
        return _refined(chosen, unread.part, domains)


def for_all(cases: Iterable[tuple[object, bool]], least: int = 1) -> Claim:
    """The claim that something is true in every case (what the case is, and whether it is true there).

    It is refuted by the first case that fails, and also by fewer than `least` cases, which would show nothing.
    """
    count = 0
    for case, is_true in cases:
        count += 1
        if not is_true:
            return Refuted(str(case))
    if count < least:
        return Refuted(f"only {count:,} cases were met, and there are {least:,} or more")
    return Holds(f"exhaustion of {count:,} cases")
