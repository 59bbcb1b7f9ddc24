"""The solitaire with nothing left but what a count of turns needs: a relaxed game of a few hundred states.

Every game without the backpack is a way through it (`sol.ending.relaxed`); it has other ways besides. So
what takes a number of turns here takes as many there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from tabi.rules.solitaire import Phase
from tabi.rules.solitaire.bounds import EVENTS_TO_RESOLVE
from tabi.spec.solitaire import Suit


class State(NamedTuple):
    """A moment: phase, whether white stands on day 7, the events missing and the suits unresolved; won in `over`."""

    phase: Phase
    on_seven: bool
    missing: int
    unresolved: int


class Move(NamedTuple):
    """What a step leads to, and whether it ends a turn (or the game, and with it the turn)."""

    to: State
    ends_turn: bool = False


Moves = Callable[[State], Iterator[Move]]
START: Final = State(Phase.PLAY, False, EVENTS_TO_RESOLVE * len(Suit), len(Suit))
"""The first turn of every deal: white on day 1, nothing lies, nothing is resolved."""
WON: Final = State(Phase.OVER, True, 0, 0)


def states() -> Iterator[State]:
    """Every state of a game under way; a resolved suit lacks nothing, an unresolved one three events at most."""
    for phase in Phase:
        for unresolved in range(len(Suit) + 1) if phase is not Phase.OVER else ():
            for missing in range(EVENTS_TO_RESOLVE * unresolved + 1):
                yield State(phase, False, missing, unresolved)
                yield State(phase, True, missing, unresolved)


def moves(state: State) -> Iterator[Move]:
    """Everything that a step may do to a state: the step of the phase, steps at any time, and the end of the game.

    Events may also become fewer, at any moment, and the missing ones more.
    """
    for move in (*_of_phase(state), *_at_any_time(state)):
        yield move
        if move.to.missing < EVENTS_TO_RESOLVE * move.to.unresolved and move.to.phase is not Phase.OVER:
            yield move._replace(to=move.to._replace(missing=move.to.missing + 1))


def _at_any_time(state: State) -> Iterator[Move]:
    yield Move(state)
    if state.phase in (Phase.PLAY, Phase.BLACKS):
        yield Move(state._replace(on_seven=not state.on_seven))
    if state.phase is Phase.RESOLVE:
        yield Move(state._replace(phase=Phase.EFFECTS))
    if state.on_seven and state.unresolved == 0:
        yield Move(WON, ends_turn=True)


def _of_phase(state: State) -> Iterator[Move]:
    match state.phase:
        case Phase.PLAY:
            yield from (Move(state._replace(phase=Phase.BLACKS, on_seven=seven)) for seven in (False, True))
            yield Move(state._replace(phase=Phase.REFILL))
        case Phase.BLACKS:
            yield Move(state._replace(phase=Phase.PLACE))
        case Phase.PLACE:
            refill = state._replace(phase=Phase.REFILL)
            yield Move(refill)
            if not state.on_seven and state.missing:
                yield Move(refill._replace(missing=state.missing - 1))
        case Phase.REFILL:
            yield from (Move(state._replace(phase=phase)) for phase in (Phase.EFFECTS, Phase.RESOLVE))
        case Phase.EFFECTS | Phase.RESOLVE:
            yield Move(state._replace(phase=Phase.RESOLVE))
            yield from _resolutions(state)
        case Phase.TRIM:
            yield Move(state._replace(phase=Phase.PLAY), ends_turn=True)
        case Phase.OVER:
            return


def _resolutions(state: State) -> Iterator[Move]:
    """A letter or none; the suit that is resolved lacked nothing, so the others lack all that is missing."""
    trim = state._replace(phase=Phase.TRIM)
    yield Move(trim)
    if not state.on_seven and state.unresolved and state.missing <= EVENTS_TO_RESOLVE * (state.unresolved - 1):
        yield Move(trim._replace(unresolved=state.unresolved - 1))


def fewest_turns(start: State, possible: Moves) -> int | None:
    """The fewest turns from a state to a win in the game that these moves make; None when no way leads there."""
    known = {start: 0}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        for move in possible(state):
            turns = known[state] + move.ends_turn
            if turns < known.get(move.to, turns + 1):
                known[move.to] = turns
                waiting.append(move.to)
    return known.get(WON)
