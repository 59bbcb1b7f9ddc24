"""Lessening the facts of a lost position to a set that still loses, and of which none can be left out.

Each fact is tried once, in the order of `facts_of`: it is dropped if every position that the rest is true of is lost as
well. Which facts remain depends on that order and on the rules alone, as long as no clock runs out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tabi.rules.solitaire import Position
from tabi.solvers.encoding.facts import Fact, facts_of
from tabi.solvers.why.asking import Asker, OutOfTime, Witness, asker
from tabi.solvers.why.clock import Clock
from tabi.spec.solitaire.rulings import SolitaireRulings

Tell = Callable[[str], None]
"""Called with what is being done, in words."""
LEAST_SECONDS = 1.0
"""A fact may be tried for so long, if the clock allows it, and for its fair share, if that is longer."""


@dataclass(frozen=True, slots=True)
class Needed:
    """A fact that is left, and the win that shows it to be needed: from a position that all others are true of.

    Without a witness the clock ran out, and it is not known whether the fact is needed.
    """

    fact: Fact
    witness: Witness | None


@dataclass(frozen=True, slots=True)
class Lessened:
    """Facts that lose, by what the SAT solver says. `interrupted` says that a person stopped before all were tried."""

    needed: tuple[Needed, ...]
    interrupted: bool = False

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts themselves."""
        return tuple(one.fact for one in self.needed)


class Contradicted(Exception):
    """All facts of a position that cannot be won are true of a position that is won."""

    def __init__(self, witness: Witness) -> None:
        super().__init__()
        self.witness = witness


def lessened(start: Position, rulings: SolitaireRulings, clock: Clock, tell: Tell) -> Lessened | None:
    """The facts of a lost position that are needed for it; None when time is over before any set is known to lose.

    `start` is as `opening` asks. Raises `Contradicted` when it is won by what the formulas say.
    """
    left = list(facts_of(start))
    needed = dict[Fact, Witness | None]()
    with asker(start, rulings, 2 * clock.left) as ask:
        try:
            tell(f"all {len(left)} facts together")
            if (won := ask.win_from(left, clock.left)) is not None:
                raise Contradicted(won)
        except (OutOfTime, KeyboardInterrupt):
            return None
        try:
            for fact in tuple(left):
                tell(f"without one fact of {len(left)}, {len(needed)} needed")
                _try_without(fact, left, needed, ask, clock)
            for fact in [one for one in left if needed[one] is None]:
                tell("once more without a fact that took too long")
                del needed[fact]
                _try_without(fact, left, needed, ask, clock)
        except KeyboardInterrupt:
            return Lessened(tuple(Needed(fact, needed.get(fact)) for fact in left), interrupted=True)
    return Lessened(tuple(Needed(fact, needed[fact]) for fact in left))


def _try_without(fact: Fact, left: list[Fact], needed: dict[Fact, Witness | None], ask: Asker, clock: Clock) -> None:
    """Takes a fact out of those left if the others lose, else notes why it is needed."""
    others = [one for one in left if one != fact]
    share = max(LEAST_SECONDS, 2 * clock.left / (len(left) - len(needed)))
    try:
        witness = ask.win_from(others, min(clock.left, share))
    except OutOfTime:
        needed[fact] = None
        return
    if witness is None:
        left.remove(fact)
    else:
        needed[fact] = witness
