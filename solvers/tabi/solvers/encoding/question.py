"""A question as one formula: a position, a number of turns, and whether the last of them wins.

Formulas are for games without items under the default readings. What is said beyond the rules, to help a solver, stands
in `counting` and is switched by its name.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabi.rules.solitaire import Position
from tabi.solvers.encoding.cnf import Cnf
from tabi.solvers.encoding.state import Deck, NotEncoded, State, assert_state, check_encoded, new_state
from tabi.solvers.encoding.tables import NUMBER_OF
from tabi.solvers.encoding.turn import Moments, Turn, encode_turn
from tabi.spec.solitaire.cards import CARDS
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings

WITHOUT_ITEMS_IDLE = frozenset(
    {
        "radio_short",
        "map_window",
        "map_lap",
        "fixed_under_backpack",
        "lantern_order",
        "green_untaps_lantern",
        "camera_duration",
        "tent_may_take_thrown",
        "walk_end",
    }
)
"""Rulings that say something of items only, or (walk-end) of events that only an item brings in."""


@dataclass(frozen=True)
class Unrolled:
    """The formula of so many turns from a start, and its variables: a state more than there are turns."""

    start: Position
    rulings: SolitaireRulings
    cnf: Cnf
    deck: Deck
    states: tuple[State, ...]
    turns: tuple[Turn, ...]


def why_not_encoded(start: Position, rulings: SolitaireRulings) -> str | None:
    """Why a question is not covered by the encoding, in a sentence, or None when it is."""
    try:
        check_encoded(start)
        check_rulings(rulings)
    except NotEncoded as refused:
        return str(refused)
    return None


def check_rulings(rulings: SolitaireRulings) -> None:
    """Raises `NotEncoded` for a reading that the encoding does not have."""
    for name, reading in rulings:
        if name not in WITHOUT_ITEMS_IDLE and reading != getattr(DEFAULT_RULINGS, name):
            raise NotEncoded(f"The encoding has the default reading of {name} only.")


def unrolled(start: Position, turns: int, moments: Moments, rulings: SolitaireRulings) -> Unrolled:
    """The plays of `turns` whole turns from `start` that lose no game; raises `NotEncoded` for what is not covered.

    A turn after a win is as any other, so a play may go on behind a won position; a line ends at its first win.
    """
    check_encoded(start)
    check_rulings(rulings)
    cnf = Cnf()
    deck = Deck(start.deck, tuple(cnf.bits(len(CARDS)) for _ in range(turns)))
    states = [new_state(cnf, start.bay_road_day, deck, turn) for turn in range(turns + 1)]
    assert_state(cnf, states[0], start)
    played = tuple(
        encode_turn(cnf, deck, start.bay_road_day, states[turn], states[turn + 1], moments) for turn in range(turns)
    )
    for queued, there in zip(deck.queue, states[-1].trimmed, strict=True):
        cnf.one_if(there, queued)
    return Unrolled(start, rulings, cnf, deck, tuple(states), played)


def assert_win(formula: Unrolled) -> None:
    """sol.ending.clear: after the last turn every suit is resolved and all three pawns stand on day 7."""
    last = formula.states[-1]
    for literal in (*last.resolved, last.white[LAST_DAY - 1], last.blacks[NUMBER_OF[LAST_DAY, LAST_DAY]]):
        formula.cnf.add(literal)
