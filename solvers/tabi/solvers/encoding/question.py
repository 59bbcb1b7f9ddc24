"""A question as one formula: a position, a number of turns, and whether the last of them wins.

Formulas are for games without items under the default readings. What is said beyond the rules, to help a solver, stands
in `counting` and is switched by its name.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabi.rules.solitaire import Position
from tabi.solvers.encoding.cnf import Cnf
from tabi.solvers.encoding.state import Deck, State, assert_state, check_encoded, new_state
from tabi.solvers.encoding.tables import NUMBER_OF
from tabi.solvers.encoding.turn import Moments, Turn, encode_turn
from tabi.spec.solitaire.cards import CARDS
from tabi.spec.solitaire.locations import LAST_DAY


@dataclass(frozen=True)
class Unrolled:
    """The formula of so many turns from a start, and its variables: a state more than there are turns."""

    start: Position
    cnf: Cnf
    deck: Deck
    states: tuple[State, ...]
    turns: tuple[Turn, ...]


def unrolled(start: Position, turns: int, moments: Moments) -> Unrolled:
    """The plays of `turns` whole turns from `start` that lose no game; raises `NotEncoded` for what is not covered.

    A turn after a win is as any other, so a play may go on behind a won position; a line ends at its first win.
    """
    check_encoded(start)
    cnf = Cnf()
    deck = Deck(start.deck, tuple(cnf.bits(len(CARDS)) for _ in range(turns)))
    states = [new_state(cnf, start.bay_road_day, deck, turn) for turn in range(turns + 1)]
    assert_state(cnf, states[0], start)
    played = tuple(
        encode_turn(cnf, deck, start.bay_road_day, states[turn], states[turn + 1], moments) for turn in range(turns)
    )
    for queued, there in zip(deck.queue, states[-1].trimmed, strict=True):
        cnf.one_if(there, queued)
    return Unrolled(start, cnf, deck, tuple(states), played)


def assert_win(formula: Unrolled) -> None:
    """sol.ending.clear: after the last turn every suit is resolved and all three pawns stand on day 7."""
    last = formula.states[-1]
    for literal in (*last.resolved, last.white[LAST_DAY - 1], last.blacks[NUMBER_OF[LAST_DAY, LAST_DAY]]):
        formula.cnf.add(literal)
