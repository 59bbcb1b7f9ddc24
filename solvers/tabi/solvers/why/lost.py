"""Why a position is lost: the facts of it that lose whatever the rest is, and what shows that they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tabi.rules.solitaire import Phase, Position
from tabi.rules.solitaire import start as start_of
from tabi.rules.solitaire.bounds import excluded, in_game, may_end_by_draw
from tabi.rules.solitaire.walk import taken_up
from tabi.solvers.encoding.asking import EngineFailed
from tabi.solvers.encoding.facts import Fact
from tabi.solvers.encoding.founding import why_unproved
from tabi.solvers.encoding.reading import Disagreement
from tabi.solvers.encoding.stepwise.beginning import marks_are_nearest
from tabi.solvers.search import solve
from tabi.solvers.verdict import Bounded, Budget, Impossible, Proved, Undecided, Verdict
from tabi.solvers.why.asking import horizon
from tabi.solvers.why.clock import Clock
from tabi.solvers.why.lessening import Contradicted, Lessened, Needed, Tell, lessened
from tabi.solvers.why.rechecking import ProofNote, Unfounded, played_from, proofs
from tabi.solvers.why.theorems import Ground, grounds
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, MapWindow, SolitaireRulings

SECONDS: Final = 60.0
FAULT: Final = "a fault of tabi"
LESSENING_SHARE: Final = 0.5
"""The part of the time for which facts are tried; the rest is for the proofs."""


@dataclass(frozen=True, slots=True)
class ByTheorem:
    """Lost by theorems, which read these facts and nothing else of the position."""

    verdict: Impossible
    grounds: tuple[Ground, ...]

    @property
    def theorems(self) -> tuple[str, ...]:
        """The theorems, each once."""
        return tuple(dict.fromkeys(ground.theorem for ground in self.grounds))


@dataclass(frozen=True, slots=True)
class ByFacts:
    """Lost by these facts: every position with the frame of this one that they are true of is lost.

    `proofs` are those of fresh formulas with these facts alone, one for each number of turns up to `horizon`. `sampled`
    is the number of random positions with these facts from which a search found no win.
    """

    verdict: Impossible
    needed: tuple[Needed, ...]
    horizon: int
    proofs: tuple[ProofNote, ...]
    sampled: int

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts themselves."""
        return tuple(one.fact for one in self.needed)

    @property
    def is_minimal(self) -> bool:
        """Whether each fact was shown to be needed by a win without it."""
        return all(one.witness is not None for one in self.needed)


@dataclass(frozen=True, slots=True)
class Unexplained:
    """Lost, and no facts are proved to be the reason; `known` says why not in a sentence.

    `facts` lose by what the SAT solver says, and no proof of that was judged.
    """

    verdict: Impossible
    known: str
    facts: tuple[Fact, ...] = ()
    interrupted: bool = False


@dataclass(frozen=True, slots=True)
class NotLost:
    """Not known to be lost: it is won, or it is not decided."""

    verdict: Proved | Bounded | Undecided


Why = ByTheorem | ByFacts | Unexplained | NotLost


def why_lost(
    start: Deal | Position,
    rulings: SolitaireRulings = DEFAULT_RULINGS,
    seconds: float = SECONDS,
    tell: Tell = lambda _: None,
) -> Why:
    """Why a deal or a position cannot be won under `rulings`, as far as `seconds` of the clock allow to say.

    Facts that theorems read come before all; else facts are lessened by formulas as far as those prove a "no". An
    interrupt from the keyboard ends it with what is known then. `tell` is called with what is being done.
    """
    clock = Clock(seconds)
    position = start_of(start) if isinstance(start, Deal) else taken_up(start, rulings)
    verdict = _verdict(start, position, rulings, seconds, tell)
    if not isinstance(verdict, Impossible):
        return NotLost(verdict)
    if position.outcome is None and excluded(position, rulings) is not None:
        return ByTheorem(verdict, grounds(position, rulings))
    if refused := why_not_by_facts(position, rulings):
        return Unexplained(verdict, refused)
    try:
        return _by_facts(position, rulings, verdict, clock, tell)
    except (EngineFailed, Unfounded, Disagreement) as fault:
        return Unexplained(verdict, str(fault))
    except Contradicted:
        return Unexplained(verdict, f"A formula wins what cannot be won ({FAULT}).")


def _verdict(
    start: Deal | Position, position: Position, rulings: SolitaireRulings, seconds: float, tell: Tell
) -> Verdict:
    tell("whether it is lost")
    budget = Budget(seconds=seconds / 2)
    return solve(start, rulings=rulings, budget=budget, progress=lambda at: tell(f"whether it is lost: {at.phase}"))


def why_not_by_facts(position: Position, rulings: SolitaireRulings) -> str | None:
    """Why facts of a position are not sought by formulas, in a sentence; None when they are."""
    if position.phase is not Phase.PLAY:
        return "Facts are sought at the beginning of a turn, and this position is amid one."
    if refused := why_unproved(position, rulings):
        return refused
    if may_end_by_draw(rulings) and rulings.map_window is MapWindow.NUMBER and in_game(position, Item.MAP):
        return "Facts are sought where no failed lap can win, and with the map under these readings one might."
    if not marks_are_nearest(position):
        return "Facts are sought where fixed events lie nearest their locations, and in this position one does not."
    if any(event.camera for column in position.columns for event in column):
        return "Facts are sought where no camera change is left from earlier turns, and in this position one is."
    return None


def _by_facts(
    position: Position, rulings: SolitaireRulings, verdict: Impossible, clock: Clock, tell: Tell
) -> ByFacts | Unexplained:
    less = lessened(position, rulings, Clock(LESSENING_SHARE * clock.left), tell)
    if less is None:
        return Unexplained(verdict, "Time was over before any facts were found to be the reason.")
    if less.interrupted:
        return Unexplained(verdict, "Interrupted before all facts were tried.", less.facts, interrupted=True)
    return _checked(position, rulings, verdict, less, clock, tell)


def _checked(
    position: Position, rulings: SolitaireRulings, verdict: Impossible, less: Lessened, clock: Clock, tell: Tell
) -> ByFacts | Unexplained:
    try:
        notes = proofs(position, rulings, less.facts, clock, tell)
        if notes is None:
            return Unexplained(verdict, "Time was over before the proofs were judged.", less.facts)
        sampled = played_from(position, rulings, less.facts, clock, tell)
    except KeyboardInterrupt:
        return Unexplained(verdict, "Interrupted before the proofs were judged.", less.facts, interrupted=True)
    return ByFacts(verdict, less.needed, horizon(position, rulings), notes, sampled)
