"""A theorem as a value: what it says, under which premises, how it is checked, and what must break it. Knows no game.

A theorem speaks about something that can be exchanged: a rule function or a bound. Its claim takes that as an argument,
so that the same claim can be asked of a broken version, a mutant. A claim that a mutant survives says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from tabi.spec.rulings import RulingModel, rulings_to

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True)
class Holds:
    """The claim holds; `by` says how it was discharged, in a few words."""

    by: str


@dataclass(frozen=True, slots=True)
class Refuted:
    """The claim is false; here is a case in which it fails."""

    counterexample: str


@dataclass(frozen=True, slots=True)
class Unknown:
    """Whether the claim holds is not known, and why."""

    reason: str


Claim = Holds | Refuted | Unknown


@dataclass(frozen=True, slots=True)
class Premises:
    """Where a theorem holds: the readings that it needs, the items that must not be in the game, and both in words.

    `rulings` maps a ruling id to the readings under which the theorem holds; any other ruling may be read at will.
    """

    rulings: Mapping[str, frozenset[str]] = field(default_factory=dict, hash=False)
    without: frozenset[str] = frozenset()
    words: str = "under every reading, with any items"

    def hold_for(self, rulings: RulingModel, items: Iterable[str]) -> bool:
        """Whether a game under `rulings` with these items is one that the theorem speaks of."""
        readings = rulings_to(rulings)
        return all(readings[one] in accepted for one, accepted in self.rulings.items()) and not (
            self.without & {str(item) for item in items}
        )


EVERYWHERE = Premises()


@dataclass(frozen=True, slots=True)
class Mutant:
    """A broken version of what a theorem speaks about, and the claim asked of it: it must be `Refuted`."""

    name: str
    check: Callable[[], Claim] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Theorem:
    """A claim about a game's rules or bounds.

    `clauses` are the rules that it is about, `rests_on` the theorems whose truth its check takes for granted. `where`
    is the module and the name under which it is found.
    """

    id: str
    statement: str
    clauses: tuple[str, ...]
    premises: Premises
    rests_on: tuple[str, ...]
    check: Callable[[], Claim] = field(repr=False)
    mutants: tuple[Mutant, ...]
    where: str

    def holds_for(self, rulings: RulingModel, items: Iterable[str]) -> bool:
        """Whether a game under `rulings` with these items is one that the theorem speaks of."""
        return self.premises.hold_for(rulings, items)


def theorem(
    id: str,
    statement: str,
    *,
    clauses: Sequence[str],
    about: Subject,
    mutants: Sequence[Subject],
    premises: Premises = EVERYWHERE,
    rests_on: Sequence[str] = (),
) -> Callable[[Callable[[Subject], Claim]], Theorem]:
    """Makes a theorem of the function that checks its claim about a subject; `about` is the true one.

    Raises `ValueError` when nothing is named that must break it.
    """
    if not mutants:
        raise ValueError(f"The theorem {id} names no mutant; a claim that nothing can break says nothing.")

    def made(claim: Callable[[Subject], Claim]) -> Theorem:
        return Theorem(
            id=id,
            statement=statement,
            clauses=tuple(clauses),
            premises=premises,
            rests_on=tuple(rests_on),
            check=partial(claim, about),
            mutants=tuple(Mutant(_name(mutant), partial(claim, mutant)) for mutant in mutants),
            where=f"{claim.__module__}:{claim.__name__}",
        )

    return made


def _name(mutant: object) -> str:
    return str(getattr(mutant, "__name__", mutant))
