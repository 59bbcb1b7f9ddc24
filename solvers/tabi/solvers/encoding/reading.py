"""From a model back to the game: the position that a state says, and the line of steps, played through the rules.

A line is made step by step with `legal_steps` and `apply`: each step is looked for among the legal ones, so a wrong
encoding can end in `Disagreement` and never in a wrong line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabi.rules.solitaire import Event, Phase, Position, apply, format_position, legal_steps
from tabi.rules.solitaire.position import column_at
from tabi.rules.solitaire.walk import next_suit
from tabi.solvers.encoding.board import Fixing
from tabi.solvers.encoding.cnf import Bits, value_of
from tabi.solvers.encoding.pawns import Memory
from tabi.solvers.encoding.question import Unrolled
from tabi.solvers.encoding.state import Deck, Model, State, slot_card
from tabi.solvers.encoding.tables import PAIRS
from tabi.solvers.encoding.turn import Turn
from tabi.spec.solitaire.cards import CARDS, Card, Suit
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS
from tabi.spec.solitaire.steps import Blacks, Blue, Fix, Green, Letter, Play, Points, Red, Step, Trim, White, Yellow

Line = tuple[Step, ...]
OWN_STEPS = {Suit.R: Red, Suit.G: Green, Suit.Y: Yellow, Suit.B: Blue, Suit.W: White}


class Disagreement(AssertionError):
    """The model says something that the rules refuse: the encoding is wrong."""


def position_of_state(model: Model, state: State, deck: Deck, start: Position) -> Position:
    """The position (as a key: without points and turn) that a state of a model says; cards elsewhere are discarded."""
    columns = tuple(
        tuple(
            Event(card, model(fixed) and place == 0)
            for place, slot in enumerate(slots)
            if (card := slot_card(model, slot)) is not None
        )
        for slots, fixed in zip(state.columns, state.fixed, strict=True)
    )
    hand, cards = cards_of(model, state.hand), deck_of(model, state, deck)
    lying = {*hand, *cards, *(event.card for column in columns for event in column)}
    return Position.checked(
        white=chosen(model, state.white) + 1,
        blacks=PAIRS[chosen(model, state.blacks)],
        bay_road_day=start.bay_road_day,
        columns=columns,
        hand=hand,
        deck=cards,
        discard=tuple(card for card in CARDS if card not in lying),
        resolved=tuple(suit for suit, bit in zip(Suit, state.resolved, strict=True) if model(bit)),
        letters=sum(map(model, state.letters)),
    )


def cards_of(model: Model, row: Bits) -> tuple[Card, ...]:
    """The cards of a row of thirty that are true."""
    return tuple(card for card, bit in zip(CARDS, row, strict=True) if model(bit))


def deck_of(model: Model, state: State, deck: Deck) -> tuple[Card, ...]:
    """The deck of a state, top first."""
    head = next(place for place, bit in state.head.items() if model(bit))
    queued = [
        card
        for row, there in zip(deck.queue, state.trimmed, strict=True)
        if model(there)
        for card in cards_of(model, row)
    ]
    return (*deck.known, *queued)[head:]


def chosen(model: Model, row: Bits) -> int:
    """The index of the true variable of a one-hot row; raises `Disagreement` when there is none."""
    index = value_of(model, row)
    if index is None:
        raise Disagreement("a one-hot row of the model has nothing chosen")
    return index


def line_of(model: Model, formula: Unrolled) -> Line:
    """The steps of a model, played through the rules until a win or the last turn.

    Raises `Disagreement` when a step is not legal or a turn ends elsewhere than the model says; a position with more
    letters than the model's is the same but for letters that the model wastes.
    """
    position, line = formula.start, list[Step]()
    for turn, after in zip(formula.turns, formula.states[1:], strict=True):
        position, steps = turn_of(model, position, turn)
        line += steps
        if position.outcome is not None:
            return tuple(line)
        said = position_of_state(model, after, formula.deck, formula.start)
        if position_but_letters(position) != position_but_letters(said) or position.letters < said.letters:
            raise Disagreement(f"the rules come to {format_position(position)}, the model to {format_position(said)}")
    return tuple(line)


def position_but_letters(position: Position) -> tuple[object, ...]:
    """What two positions of a turn's beginning have in common when they differ in points, turn and letters at most."""
    return tuple(value for name, value in position.__dict__.items() if name not in ("letters", "points", "turn"))


def turn_of(model: Model, position: Position, turn: Turn) -> tuple[Position, Line]:
    """One turn of a model played from `position`."""
    playing = _Playing(model, position)
    playing.letters(turn.pawns.at_start)
    playing.take(Play(CARDS[chosen(model, turn.played.card)]))
    playing.fix(playing.position.white, turn.before_placing)
    playing.to_pair(Blacks, turn.pawns.moved)
    playing.forced(Phase.PLACE)
    playing.forced(Phase.REFILL)
    moments = [(turn.pawns.first, turn.pawns.after_first), (turn.pawns.second, turn.pawns.after_second)]
    for fixing in turn.walk.fixings:
        playing.fix(playing.position.white, fixing)
        if playing.position.phase is Phase.EFFECTS:
            _effect(playing, turn, moments)
    playing.letters(turn.pawns.to_resolve)
    playing.fix(playing.position.white, turn.before_resolving)
    playing.forced(Phase.RESOLVE)
    for moment in turn.late_memory:
        playing.letters(moment)
    for day, fixing in enumerate(turn.late_fixings, start=1):
        playing.fix(day, fixing)
    playing.take(Trim(cards_of(model, turn.draws.trimmed)))
    return playing.position, tuple(playing.line)


class _Playing:
    """A turn while it is played: the position so far and the steps that led to it."""

    def __init__(self, model: Model, position: Position) -> None:
        self.model = model
        self.position = position
        self.line: list[Step] = []

    def take(self, step: Step) -> None:
        """Plays a step, which must be among the legal ones."""
        if step not in tuple(legal_steps(self.position)):
            raise Disagreement(f"{step} is not legal in {format_position(self.position)}")
        self.position = apply(self.position, step)
        self.line.append(step)

    def first(self, steps: Iterable[Step], what: str) -> None:
        """Plays the first of some legal steps."""
        step = next(iter(steps), None)
        if step is None:
            raise Disagreement(f"there is no {what} in {format_position(self.position)}")
        self.take(step)

    def forced(self, phase: Phase) -> None:
        """Plays the one step of a phase."""
        if self.position.phase is not phase:
            raise Disagreement(f"the phase is not {phase} in {format_position(self.position)}")
        self.first(legal_steps(self.position), "step")

    def to_pair(self, kind: type[Blacks] | type[Red] | type[White], row: Bits) -> None:
        """Plays the step of a kind after which the black pawns stand as the row says."""
        pair = PAIRS[chosen(self.model, row)]
        steps = (step for step in legal_steps(self.position) if isinstance(step, kind))
        self.first((step for step in steps if apply(self.position, step).blacks == pair), f"way to {pair}")

    def letters(self, moment: Memory) -> None:
        """Spends the letters of a moment on black pawns, no more than it takes."""
        if not self.model(moment.one):
            return
        pair = PAIRS[chosen(self.model, moment.after)]
        for step in letters_to(self.position, pair):
            self.take(step)

    def fix(self, day: int, fixing: Fixing) -> None:
        """Spends a letter on an event of a day, if the moment says so."""
        slot = value_of(self.model, fixing.slot)
        if slot is None:
            return
        column = column_at(self.position, day)
        if slot >= len(column):
            raise Disagreement(f"there is no event {slot} on day {day} in {format_position(self.position)}")
        self.take(Fix(column[slot].card))


def letters_to(position: Position, pair: tuple[int, int]) -> tuple[Letter, ...]:
    """The fewest letters, two at most, after which the black pawns stand on `pair`."""
    if position.blacks == pair:
        return ()
    singles = [step for step in legal_steps(position) if isinstance(step, Letter)]
    for step in singles:
        if apply(position, step).blacks == pair:
            return (step,)
    for step in singles:
        middle = apply(position, step)
        for also in (one for one in legal_steps(middle) if isinstance(one, Letter)):
            if apply(middle, also).blacks == pair:
                return step, also
    raise Disagreement(f"no two letters lead to {pair} in {format_position(position)}")


def _effect(playing: _Playing, turn: Turn, moments: list[tuple[Memory, Bits]]) -> None:
    """Plays the effect of the suit that is next, after the letters that the model spends before it."""
    suit = next_suit(playing.position, DEFAULT_RULINGS)
    if suit is None:
        raise Disagreement(f"nothing acts in {format_position(playing.position)}")
    if suit in playing.position.resolved:
        playing.take(Points(suit))
    elif suit in (Suit.R, Suit.W):
        moment, after = moments.pop(0)
        playing.letters(moment)
        playing.to_pair(Red if suit is Suit.R else White, after)
    elif suit is Suit.B:
        playing.take(Blue(exchanged(playing.model, playing.position, turn)))
    else:
        playing.first(_own(playing.position, suit), f"effect of {suit}")


def _own(position: Position, suit: Suit) -> Iterator[Step]:
    return (step for step in legal_steps(position) if isinstance(step, OWN_STEPS[suit]))


def exchanged(model: Model, position: Position, turn: Turn) -> tuple[Card, Card] | None:
    """The two events that the blue effect of a model exchanges, or None."""
    swap = turn.exchange
    if not model(swap.some):
        return None
    number = chosen(model, swap.number) + 1
    first, second = (Card[f"{Suit(chosen(model, suits) + 1)}{number}"] for suits in swap.suits)
    return first, second
