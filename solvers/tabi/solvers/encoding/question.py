"""A question as one formula: a position, a number of turns, and whether the last of them wins.

Games without items under readings that are tables have turns of their own (`turn`), which are small; all others are
followed step by step (`stepwise`). What is said beyond the rules, to help a solver, stands in `counting` and is
switched by its name.
"""

from __future__ import annotations

from dataclasses import dataclass

from tabi.rules.solitaire import Lost, Phase, Position, apply, legal_steps
from tabi.rules.solitaire.bounds import may_end_by_draw
from tabi.rules.solitaire.ending import is_clear
from tabi.solvers.encoding.cnf import Cnf
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.state import Deck, NotEncoded, State, assert_state, check_encoded, new_state
from tabi.solvers.encoding.stepwise.beginning import first_table, marks_are_nearest, setting_of
from tabi.solvers.encoding.stepwise.parts import Setting, Table
from tabi.solvers.encoding.stepwise.turn import StepTurn, encode_step_turn
from tabi.solvers.encoding.tables import NUMBER_OF
from tabi.solvers.encoding.turn import Turn, encode_turn
from tabi.spec.solitaire.cards import CARDS
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import (
    DEFAULT_RULINGS,
    DeckOut,
    EmptyHand,
    MapWindow,
    Nearest,
    SolitaireRulings,
)

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
TABLES = frozenset(
    {
        "past_seven",
        "back_from_one",
        "white_may_stay",
        "effects_mandatory",
        "events_per_pawn",
        "resolution",
    }
)
"""Rulings that change no more than a table, or what must happen, in a turn without items."""


@dataclass(frozen=True)
class Unrolled:
    """The formula of so many turns from a start, and its variables: a state more than there are turns.

    `setting` is there when the turns are followed step by step.
    """

    start: Position
    rulings: SolitaireRulings
    cnf: Cnf
    deck: Deck
    states: tuple[State | Table, ...]
    turns: tuple[Turn | StepTurn, ...]
    setting: Setting | None = None


def why_not_encoded(start: Position, rulings: SolitaireRulings) -> str | None:
    """Why a question is not covered by the encoding, in a sentence, or None when it is."""
    try:
        check_question(start, rulings)
    except NotEncoded as refused:
        return str(refused)
    return None


def check_question(start: Position, rulings: SolitaireRulings) -> None:
    """Raises `NotEncoded` unless the position begins a turn that the encoding covers under these readings.

    What it lacks is a lap that fails and wins. That takes all pawns to day 7 from where they stand: white by a six that
    the map makes a seven. No play comes to such a beginning, for the turn before would have won.
    """
    check_encoded(start)
    by_number = rulings.map_window is MapWindow.NUMBER and Item.MAP in start.ready
    if may_end_by_draw(rulings) and by_number and is_clear(start):
        raise NotEncoded("The encoding has no game that a failed lap wins (sol.deck-out).")


def check_rulings(rulings: SolitaireRulings) -> None:
    """Raises `NotEncoded` for a reading under which points are not followed: one that may end a game amid a turn."""
    if rulings.deck_out is not DeckOut.LOSE:
        raise NotEncoded("Points are not followed to a game that a failed draw wins (sol.deck-out).")


def is_by_tables(start: Position, rulings: SolitaireRulings) -> bool:
    """Whether the small turns cover the question: no items, readings that are tables, fixed events nearest.

    They have no draw that fails and wins.
    """
    if start.ready or start.used or not marks_are_nearest(start):
        return False
    local = rulings.nearest is not Nearest.ANYWHERE and rulings.empty_hand is not EmptyHand.SKIP
    free = WITHOUT_ITEMS_IDLE | TABLES | {"nearest", "empty_hand"}
    return local and all(name in free or reading == getattr(DEFAULT_RULINGS, name) for name, reading in rulings)


def unrolled(start: Position, turns: int, moments: Moments, rulings: SolitaireRulings) -> Unrolled:
    """The plays of `turns` turns from `start` that lose no game; raises `NotEncoded` for what is not covered.

    The turns are whole but for one that a failed draw wins, where that is possible (see `stepwise.ends`). A turn after
    a win is as any other, so a play may go on behind a won position; a line ends at its first win.
    """
    check_question(start, rulings)
    return (_by_tables if is_by_tables(start, rulings) else by_steps)(start, turns, moments, rulings)


def _by_tables(start: Position, turns: int, moments: Moments, rulings: SolitaireRulings) -> Unrolled:
    cnf = Cnf()
    deck = Deck(start.deck, tuple(cnf.bits(len(CARDS)) for _ in range(turns)))
    states = [new_state(cnf, start.bay_road_day, deck, turn) for turn in range(turns + 1)]
    assert_state(cnf, states[0], start)
    played = tuple(
        encode_turn(cnf, deck, start.bay_road_day, states[turn], states[turn + 1], moments, rulings)
        for turn in range(turns)
    )
    for queued, there in zip(deck.queue, states[-1].trimmed, strict=True):
        cnf.one_if(there, queued)
    return Unrolled(start, rulings, cnf, deck, tuple(states), played)


def by_steps(start: Position, turns: int, moments: Moments, rulings: SolitaireRulings) -> Unrolled:
    """The same, followed step by step."""
    setting = setting_of(Cnf(), start, turns, moments, rulings)
    return followed(setting, start, first_table(setting, start), turns)


def followed(setting: Setting, start: Position, first: Table, turns: int) -> Unrolled:
    """The plays of `turns` whole turns from a first table, step by step; `start` is what it begins with or is like."""
    tables, played = [first], list[StepTurn]()
    for _ in range(turns):
        turn, after = encode_step_turn(setting, tables[-1])
        played.append(turn)
        tables.append(after)
    trimmed = tables[-1].trimmed
    for number, queued in enumerate(setting.deck.queue):
        setting.cnf.one_if(trimmed[number] if number < len(trimmed) else setting.never, queued)
    return Unrolled(start, setting.rulings, setting.cnf, setting.deck, tuple(tables), tuple(played), setting)


def assert_win(formula: Unrolled) -> None:
    """sol.ending.clear: after the last turn every suit is resolved and all three pawns stand on day 7.

    They do so too where a failed draw ends the last turn, see `stepwise.ends`.
    """
    last = formula.states[-1]
    for literal in (*last.resolved, last.white[LAST_DAY - 1], last.blacks[NUMBER_OF[LAST_DAY, LAST_DAY]]):
        formula.cnf.add(literal)


def turn_ends(start: Position, rulings: SolitaireRulings, limit: int) -> tuple[Position, ...] | None:
    """Every position (as a key) that the present turn may end in: the next turn's beginnings, and won games.

    By every legal step from every position of the turn, each looked at once; None when the turn has more than `limit`
    positions.
    """
    met, found, stack = {start.key}, dict[Position, None](), [start.key]
    while stack:
        here = stack.pop()
        for step in legal_steps(here, rulings):
            after = apply(here, step, rulings).key
            if isinstance(after.outcome, Lost):
                continue
            if after.phase is Phase.OVER or (here.phase is Phase.TRIM and after.phase is not Phase.TRIM):
                found[after] = None
            elif after not in met:
                met.add(after)
                stack.append(after)
            if len(met) + len(found) > limit:
                return None
    return tuple(found)
