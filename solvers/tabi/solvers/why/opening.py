"""The formula of a win from any position with a given frame: the first state is left open but for what every position
obeys. Facts are then literals, so that one formula answers for every set of them.

Models begin with positions that games without items come to: their fixed events lie nearest the location.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tabi.rules.solitaire import IllegalPosition, Position
from tabi.rules.solitaire.bounds import EVENTS_TO_RESOLVE
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.counting import Counter, assert_counters, at_most
from tabi.solvers.encoding.facts import Fact, card_in, literal_of
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import Unrolled, assert_win
from tabi.solvers.encoding.reading import Disagreement, position_of_state
from tabi.solvers.encoding.state import EMPTY, Deck, State, new_state
from tabi.solvers.encoding.turn import encode_turn
from tabi.spec.solitaire.cards import CARDS, Suit
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import SolitaireRulings

OF_EVERY_START = (Counter.LETTERS, Counter.LAPS, Counter.ONCE)
"""The counters whose clauses look at no more of the start than its frame."""


@dataclass(frozen=True)
class OpenDeck(Deck):
    """A deck of which no card is known: all lie in the queue, those of the start (`size`) first."""

    size: int

    def heads(self, turn: int) -> range:
        """Where the top of the deck may be when `turn` turns (from 0) have been played."""
        return Deck(CARDS[: self.size], self.queue[self.size :]).heads(turn)


@dataclass(frozen=True)
class Opening:
    """A formula with an open start, and for each fact the literal that says it."""

    formula: Unrolled
    literals: dict[Fact, int]


def opening(
    start: Position, turns: int, rulings: SolitaireRulings, facts: Iterable[Fact], *, asserted: bool = False
) -> Opening:
    """A win after exactly `turns` turns from any position with the frame of `start`; with `asserted` the facts hold.

    `start` begins a turn, has no items and is covered by the encoding's tables (`question.is_by_tables`).
    """
    cnf = Cnf()
    size = len(start.deck)
    deck = OpenDeck((), tuple(cnf.bits(len(CARDS)) for _ in range(size + turns)), size)
    states = [new_state(cnf, start.bay_road_day, deck, turn) for turn in range(turns + 1)]
    assert_legal(cnf, states[0], deck, len(start.hand))
    played = tuple(
        encode_turn(cnf, deck, start.bay_road_day, states[turn], states[turn + 1], Moments.WINNING, rulings)
        for turn in range(turns)
    )
    for queued, there in zip(deck.queue, states[-1].trimmed, strict=True):
        cnf.one_if(there, queued)
    formula = Unrolled(start, rulings, cnf, deck, tuple(states), played)
    assert_win(formula)
    assert_counters(formula, OF_EVERY_START)
    assert_placings(formula)
    literals = {fact: literal_of(cnf, states[0], deck.queue[:size], fact) for fact in facts}
    for literal in literals.values() if asserted else ():
        cnf.add(literal)
    return Opening(formula, literals)


def start_of(opening: Opening, true: frozenset[int]) -> Position:
    """The position with which a model begins; raises `Disagreement` when no game can come to it."""
    formula = opening.formula
    state = formula.states[0]
    assert isinstance(state, State), "openings have the turns of tables"
    try:
        return position_of_state(true.__contains__, state, formula.deck, formula.start)
    except IllegalPosition as impossible:
        raise Disagreement(f"a model begins with what cannot be: {impossible}") from None


# What every position obeys


def assert_legal(cnf: Cnf, state: State, deck: OpenDeck, hand: int) -> None:
    """The state is a position with so many cards in deck and hand: what `Position.checked` asks, fixed events nearest.

    A card that lies in neither deck, hand nor column is in the discard.
    """
    cnf.exactly_one(state.white)
    _columns(cnf, state)
    cnf.add(state.head[0])
    for place, bit in enumerate(state.trimmed):
        cnf.add(bit if place < deck.size else -bit)
    for size, bit in enumerate(state.size):
        cnf.add(bit if size == hand else -bit)
    at_most(cnf, state.hand, hand)
    at_most(cnf, [-bit for bit in state.hand], len(CARDS) - hand)
    _each_card_once(cnf, state, deck)
    _letters(cnf, state)


def _columns(cnf: Cnf, state: State) -> None:
    """Slots hold a card or nothing, and are filled from the location outward; a mark lies on an event."""
    for slots, fixed in zip(state.columns, state.fixed, strict=True):
        for place, slot in enumerate(slots):
            cnf.exactly_one(slot.suit)
            cnf.exactly_one(slot.number)
            cnf.same([], [slot.suit[EMPTY]], [slot.number[EMPTY]])
            for outward in slots[place + 1 :]:
                cnf.add(-slot.suit[EMPTY], outward.suit[EMPTY])
        cnf.add(-fixed, -slots[0].suit[EMPTY])


def _each_card_once(cnf: Cnf, state: State, deck: OpenDeck) -> None:
    slots = [slot for column in state.columns for slot in column]
    for card in CARDS:
        placed = [card_in(cnf, slot, card) for slot in slots]
        cnf.at_most_one([state.hand[card - 1], *(row[card - 1] for row in deck.queue[: deck.size]), *placed])


def _letters(cnf: Cnf, state: State) -> None:
    """Letters in hand and fixed events together are no more than the resolved suits."""
    for fewer, more in zip(state.letters, state.letters[1:], strict=False):
        cnf.add(-more, fewer)
    at_most(cnf, [*state.letters, *state.fixed, *(-bit for bit in state.resolved)], len(Suit))


# What every winning play obeys


def assert_placings(formula: Unrolled) -> None:
    """sol.encoding.placed, sol.encoding.wasted: the counters of these names, for a start that is open.

    A suit's events are counted from those that lie at the start, and a suit resolved at the start counts as full. Every
    suit is full in the end, so the turns that fill none and the events missing at the start are no more than the turns.
    """
    cnf, first = formula.cnf, formula.states[0]
    assert isinstance(first, State), "openings have the turns of tables"
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


def _at_start(cnf: Cnf, state: State, suit: Suit) -> Bits:
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
