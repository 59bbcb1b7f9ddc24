"""The formula of a win from any position with a given frame: the first state is left open but for what every position
obeys. Facts are then literals, so that one formula answers for every set of them.

Models begin with positions whose fixed events lie nearest the location and whose events have no camera change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tabi.rules.solitaire import IllegalPosition, Position
from tabi.rules.solitaire.bounds import EVENTS_TO_RESOLVE
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.counting import Counter, assert_counters, at_most, holds_for
from tabi.solvers.encoding.facts import Fact, literal_of
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import Unrolled, assert_win, followed, is_by_tables
from tabi.solvers.encoding.reading import Disagreement, position_of_state
from tabi.solvers.encoding.state import State, new_state
from tabi.solvers.encoding.stepwise.beginning import new_table, setting_of
from tabi.solvers.encoding.stepwise.parts import Table
from tabi.solvers.encoding.stepwise.reading import position_of_table
from tabi.solvers.encoding.turn import encode_turn
from tabi.solvers.why.legal import OpenDeck, assert_open_state, assert_open_table
from tabi.spec.solitaire.cards import CARDS, Suit
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import SolitaireRulings

OF_EVERY_START: Final = (Counter.LETTERS, Counter.LAPS, Counter.ONCE)
"""The counters whose clauses look at no more of the start than its frame."""


@dataclass(frozen=True)
class Opening:
    """A formula with an open start, and for each fact the literal that says it."""

    formula: Unrolled
    literals: dict[Fact, int]


def opening(
    start: Position, turns: int, rulings: SolitaireRulings, facts: Iterable[Fact], *, asserted: bool = False
) -> Opening:
    """A win after exactly `turns` turns from any position with the frame of `start`; with `asserted` the facts hold.

    `start` begins a turn and is covered by the encoding (`question.why_not_encoded`).
    """
    formula = (_by_tables if is_by_tables(start, rulings) else _by_steps)(start, turns, rulings)
    cnf, first = formula.cnf, formula.states[0]
    assert_win(formula)
    assert_counters(formula, OF_EVERY_START)
    if holds_for(Counter.PLACED, start, rulings):
        assert_placings(formula)
    literals = {fact: literal_of(cnf, first, formula.deck.queue[: len(start.deck)], fact) for fact in facts}
    for literal in literals.values() if asserted else ():
        cnf.add(literal)
    return Opening(formula, literals)


def _by_tables(start: Position, turns: int, rulings: SolitaireRulings) -> Unrolled:
    cnf = Cnf()
    size = len(start.deck)
    deck = OpenDeck((), tuple(cnf.bits(len(CARDS)) for _ in range(size + turns)), size)
    states = [new_state(cnf, start.bay_road_day, deck, turn) for turn in range(turns + 1)]
    assert_open_state(cnf, states[0], deck, len(start.hand))
    played = tuple(
        encode_turn(cnf, deck, start.bay_road_day, states[turn], states[turn + 1], Moments.WINNING, rulings)
        for turn in range(turns)
    )
    for queued, there in zip(deck.queue, states[-1].trimmed, strict=True):
        cnf.one_if(there, queued)
    return Unrolled(start, rulings, cnf, deck, tuple(states), played)


def _by_steps(start: Position, turns: int, rulings: SolitaireRulings) -> Unrolled:
    cnf = Cnf()
    size = len(start.deck)
    setting = setting_of(cnf, start, turns, Moments.WINNING, rulings)
    rows = tuple(cnf.bits(len(CARDS)) for _ in range(size))
    setting = replace(setting, deck=OpenDeck((), (*rows, *setting.deck.queue), size))
    first = replace(new_table(setting), trimmed=cnf.bits(size))
    assert_open_table(setting, first, rows, len(start.hand))
    return followed(setting, start, first, turns)


def start_of(opening: Opening, true: frozenset[int]) -> Position:
    """The position with which a model begins; raises `Disagreement` when no game can come to it."""
    formula = opening.formula
    first, setting = formula.states[0], formula.setting
    try:
        if isinstance(first, State):
            return position_of_state(true.__contains__, first, formula.deck, formula.start)
        assert setting is not None, "turns that are followed step by step have a setting"
        return position_of_table(true.__contains__, first, setting)
    except IllegalPosition as impossible:
        raise Disagreement(f"a model begins with what cannot be: {impossible}") from None


# What every winning play obeys


def assert_placings(formula: Unrolled) -> None:
    """sol.encoding.placed, sol.encoding.wasted: the counters of these names, for a start that is open.

    A suit's events are counted from those that lie at the start, and a suit resolved at the start counts as full. Every
    suit is full in the end, so the turns that fill none and the events missing at the start are no more than the turns.
    """
    cnf, first = formula.cnf, formula.states[0]
    counts = {suit: _at_start(cnf, first, suit) for suit in Suit}
    spare = [-bit for count in counts.values() for bit in count]
    for turn, after in zip(formula.turns, formula.states[1:], strict=True):
        fills = []
        for suit, before in counts.items():
            places = cnf.all_of([turn.played.suit[suit - 1], -turn.to[LAST_DAY - 1]])
            counts[suit] = _one_more(cnf, before, places)
            fills.append(cnf.all_of([places, -before[-1]]))
            cnf.add(-after.resolved[suit - 1], counts[suit][-1])
        spare.append(-cnf.any_of(fills))
    at_most(cnf, spare, len(formula.turns))


def _at_start(cnf: Cnf, state: State | Table, suit: Suit) -> Bits:
    """How many events of a suit lie at the start, unary up to three; a resolved suit has three."""
    count: Bits = (state.resolved[suit - 1],) * EVENTS_TO_RESOLVE
    for slot in (slot for column in state.columns for slot in column):
        count = _one_more(cnf, count, slot.suit[suit])
    return count


def _one_more(cnf: Cnf, before: Sequence[int], adds: int) -> Bits:
    """A unary counter, full at its length, after one more where `adds` holds."""
    return tuple(
        cnf.any_of([one, cnf.all_of([adds, *before[index - 1 : index]])] if index else [one, adds])
        for index, one in enumerate(before)
    )
