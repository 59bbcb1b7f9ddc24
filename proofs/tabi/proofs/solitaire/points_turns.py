"""Theorem about the turns that may still score: a relaxed game of phases, white on day 7 and what suits lack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from tabi.proofs.exhaustion import for_all
from tabi.proofs.theorem import Claim, theorem
from tabi.rules.solitaire import Phase
from tabi.rules.solitaire.bounds import EVENTS_TO_RESOLVE, turns_from
from tabi.rules.solitaire.points import later_turns, mute_turns, newest_turns


class Counts(NamedTuple):
    """The functions that say how many turns may score; broken ones take their place in mutants."""

    name: str
    later: Callable[[Phase, bool, int], int] = later_turns
    mute: Callable[[Phase, bool, int], int] = mute_turns
    newest: Callable[[int, int, int], int] = newest_turns

    def __str__(self) -> str:
        return self.name


class Moment(NamedTuple):
    """The game seen by these functions: phase, white on day 7, what blue lacks, and each other suit; None: resolved."""

    phase: Phase
    on_seven: bool
    blue: int | None
    others: tuple[int | None, ...]


class Change(NamedTuple):
    """What a step leads to: whether it ends the turn, whether the turn places a card, and whether that one counts."""

    to: Moment
    ends_turn: bool = False
    scores: bool = False
    newest: bool = False


LACKS: Final = (None, *range(EVENTS_TO_RESOLVE + 1))
OTHERS: Final = 4
MOST: Final = 18
"""Fewer turns than these are looked at: up to one more than the fifteen events and the last turn ask for."""


def last_turn_is_mute_twice(phase: Phase, on_seven: bool, turns: int) -> int:
    """Nothing scores in the turn before the last."""
    return max(0, later_turns(phase, on_seven, turns) - 1)


def a_turn_more_is_mute(phase: Phase, on_seven: bool, least: int) -> int:
    """A turn more is over before the first letter."""
    return mute_turns(phase, on_seven, least) + 1


def all_are_sure(scoring: int, sure: int, _: int) -> int:
    """What is placed in mute turns is taken off as well."""
    return max(0, scoring - sure)


@theorem(
    "sol.ending.scoring-turns",
    "Only turns before the last score, and only after the first letter, which takes the events that a suit lacks; and "
    "an event that an unresolved suit other than blue lacks is placed in a turn in which the newest does not count. "
    "With the backpack, for which no events count as lacking, the letter alone takes a turn.",
    clauses=["sol.columns.place", "sol.columns.day-seven", "sol.resolution.once", "sol.ending.clear"],
    about=Counts("the counts"),
    mutants=[
        Counts("last_turn_is_mute_twice", later=last_turn_is_mute_twice),
        Counts("a_turn_more_is_mute", mute=a_turn_more_is_mute),
        Counts("all_are_sure", newest=all_are_sure),
    ],
    rests_on=[
        *("sol.ending.turn-order", "sol.movement.white-rests", "sol.columns.events-come"),
        *("sol.resolution.three-events", "sol.effects.points-at-most", "sol.ending.turns-to-go"),
    ],
)
def scoring_turns(counts: Counts) -> Claim:
    """Every move of the game so seen pays for the turn that it uses: what may score after it may before."""
    return for_all(_payments(counts), least=100_000)


def _payments(counts: Counts) -> Iterator[tuple[object, bool]]:
    for moment in _moments():
        for change, turns in product(_changes(moment), range(1, MOST)):
            left = turns - change.ends_turn
            if left < _fewest(change.to):
                continue
            before, newest = _counted(counts, moment, turns)
            after, newest_after = _counted(counts, change.to, left)
            yield (moment, change, turns), before >= after + change.scores
            yield (moment, change, turns), newest >= newest_after + change.newest


def _fewest(moment: Moment) -> int:
    """The fewest turns in which a game can still be won, by the bound that is proved of them."""
    lacking = [lack for lack in (moment.blue, *moment.others) if lack is not None]
    return turns_from(moment.phase, moment.on_seven, sum(lacking), len(lacking))


def _counted(counts: Counts, moment: Moment, turns: int) -> tuple[int, int]:
    lacking = [lack for lack in (moment.blue, *moment.others) if lack is not None]
    silent = len(lacking) == 1 + OTHERS
    mute = counts.mute(moment.phase, moment.on_seven, min(lacking)) if silent else 0
    scoring = max(0, counts.later(moment.phase, moment.on_seven, turns) - mute)
    sure = sum(lack for lack in moment.others if lack is not None)
    return scoring, counts.newest(scoring, sure, mute)


def _moments() -> Iterator[Moment]:
    """Every moment of a game under way; the suits other than blue are alike, so each choice of four stands once."""
    every = [tuple(one) for one in combinations_with_replacement(LACKS, OTHERS)]
    phases = [phase for phase in Phase if phase is not Phase.OVER]
    return (Moment(*one) for one in product(phases, (False, True), LACKS, every))


def _changes(moment: Moment) -> Iterator[Change]:
    """Everything that a step may do; events may also fall, from any unresolved suit and at any time."""
    phase, seven = moment.phase, moment.on_seven
    match phase:
        case Phase.PLAY:
            yield from (Change(moment._replace(phase=Phase.BLACKS, on_seven=on)) for on in (False, True))
            scores = not seven and None in (moment.blue, *moment.others)
            yield Change(moment._replace(phase=Phase.REFILL), scores=scores, newest=scores)
        case Phase.BLACKS:
            yield from (Change(moment._replace(phase=Phase.PLACE, on_seven=on)) for on in (False, True))
        case Phase.PLACE:
            yield from _placings(moment._replace(phase=Phase.REFILL), seven)
        case Phase.REFILL:
            yield Change(moment._replace(phase=Phase.EFFECTS))
        case Phase.EFFECTS | Phase.RESOLVE:
            trim = moment._replace(phase=Phase.TRIM)
            yield from (Change(one) for one in (trim, *(() if seven else _resolved(trim))))
        case Phase.TRIM:
            yield Change(moment._replace(phase=Phase.PLAY), ends_turn=True)
        case Phase.OVER:
            return
    yield from map(Change, _fallen(moment))


def _placings(after: Moment, seven: bool) -> Iterator[Change]:
    """Nothing is placed on day 7; else a card of any suit. It scores only where a suit is resolved."""
    if seven:
        yield Change(after)
        return
    scores = None in (after.blue, *after.others)
    yield Change(after, scores=scores, newest=scores)
    if after.blue is not None:
        yield Change(after._replace(blue=max(0, after.blue - 1)), scores=scores, newest=scores)
    for slot, lack in enumerate(after.others):
        if lack is not None:
            yield Change(_with(after, slot, max(0, lack - 1)), scores=scores)


def _resolved(after: Moment) -> Iterator[Moment]:
    """A suit that lacks nothing is resolved."""
    if after.blue == 0:
        yield after._replace(blue=None)
    yield from (_with(after, slot, None) for slot, lack in enumerate(after.others) if lack == 0)


def _fallen(moment: Moment) -> Iterator[Moment]:
    if moment.blue is not None and moment.blue < EVENTS_TO_RESOLVE:
        yield moment._replace(blue=moment.blue + 1)
    for slot, lack in enumerate(moment.others):
        if lack is not None and lack < EVENTS_TO_RESOLVE:
            yield _with(moment, slot, lack + 1)


def _with(moment: Moment, slot: int, lack: int | None) -> Moment:
    return moment._replace(others=(*moment.others[:slot], lack, *moment.others[slot + 1 :]))
