"""From a model back to the game: the position that a state says, and the line of steps, played through the rules.

A line is made step by step with `legal_steps` and `apply`: each step is looked for among the legal ones, so a wrong
encoding can end in `Disagreement` and never in a wrong line.
"""

from __future__ import annotations

from tabi.rules.solitaire import Event, Phase, Position, format_position
from tabi.rules.solitaire.walk import next_suit
from tabi.rules.violations import IllegalPosition
from tabi.solvers.encoding.cnf import Bits, is_true
from tabi.solvers.encoding.pawns import Memory
from tabi.solvers.encoding.playing import Disagreement, Playing, cards_of, chosen
from tabi.solvers.encoding.question import Unrolled
from tabi.solvers.encoding.state import Deck, Model, State, slot_card
from tabi.solvers.encoding.stepwise.parts import Table
from tabi.solvers.encoding.stepwise.reading import play_steps, position_of_table
from tabi.solvers.encoding.stepwise.turn import StepTurn
from tabi.solvers.encoding.tables import PAIRS
from tabi.solvers.encoding.turn import Turn
from tabi.spec.solitaire.cards import CARDS, Card, Suit
from tabi.spec.solitaire.steps import Blacks, Blue, Green, Play, Points, Red, Step, Trim, White, Yellow

__all__ = ["Disagreement", "Line", "line_of", "position_after", "position_of_state"]

Line = tuple[Step, ...]


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


def line_of(model: Model, formula: Unrolled) -> Line:
    """The steps of a model, played through the rules until a win or the last turn.

    Raises `Disagreement` when a step is not legal or a turn ends elsewhere than the model says; a position with more
    letters than the model's is the same but for letters that the model wastes.
    """
    position, line = formula.start, list[Step]()
    for number, turn in enumerate(formula.turns):
        position, steps = turn_of(model, position, turn, formula)
        line += steps
        if position.outcome is not None:
            return tuple(line)
        said = position_after(model, formula, number + 1)
        if position_but_letters(position) != position_but_letters(said) or position.letters < said.letters:
            raise Disagreement(f"the rules come to {format_position(position)}, the model to {format_position(said)}")
    return tuple(line)


def position_but_letters(position: Position) -> tuple[object, ...]:
    """What two positions of a turn's beginning have in common when they differ in points, turn and letters at most."""
    return tuple(value for name, value in position.__dict__.items() if name not in ("letters", "points", "turn"))


def position_after(model: Model, formula: Unrolled, turns: int) -> Position:
    """The position (as a key: without points and turn) that a model comes to after so many turns.

    Raises `Disagreement` when no game can come to it.
    """
    state = formula.states[turns]
    try:
        if isinstance(state, Table):
            assert formula.setting is not None, "turns by steps have a setting"
            return position_of_table(model, state, formula.setting)
        return position_of_state(model, state, formula.deck, formula.start)
    except IllegalPosition as impossible:
        raise Disagreement(f"the model says what cannot be: {impossible}") from None


def turn_of(model: Model, position: Position, turn: Turn | StepTurn, formula: Unrolled) -> tuple[Position, Line]:
    """One turn of a model played from `position`."""
    playing = Playing(model, position, formula.rulings)
    if isinstance(turn, StepTurn):
        play_steps(playing, turn)
    else:
        _play(playing, turn)
    return playing.position, tuple(playing.line)


def _play(playing: Playing, turn: Turn) -> None:
    playing.letters(turn.pawns.at_start)
    playing.take(Play(CARDS[chosen(playing.model, turn.played.card)]))
    playing.fix(playing.position.white, turn.before_placing)
    playing.to_pair(lambda step: isinstance(step, Blacks), turn.pawns.moved)
    playing.forced(Phase.PLACE)
    playing.forced(Phase.REFILL)
    moments = [(turn.pawns.first, turn.pawns.after_first), (turn.pawns.second, turn.pawns.after_second)]
    for fixing in turn.walk.fixings:
        playing.fix(playing.position.white, fixing)
        if playing.position.phase is Phase.EFFECTS:
            _effect(playing, turn, moments)
    playing.letters(turn.pawns.to_resolve)
    playing.fix(playing.position.white, turn.before_resolving)
    playing.resolve(turn.won)
    for moment in turn.late_memory:
        playing.letters(moment)
    for day, fixing in enumerate(turn.late_fixings, start=1):
        playing.fix(day, fixing)
    playing.take(Trim(cards_of(playing.model, turn.draws.trimmed)))


def _effect(playing: Playing, turn: Turn, moments: list[tuple[Memory, Bits]]) -> None:
    """Plays the effect of the suit that is next, after the letters that the model spends before it."""
    suit = next_suit(playing.position, playing.rulings)
    if suit is None:
        raise Disagreement(f"nothing acts in {format_position(playing.position)}")
    if suit in playing.position.resolved:
        playing.take(Points(suit))
    elif suit in (Suit.R, Suit.W):
        moment, after = moments.pop(0)
        playing.letters(moment)
        kind = Red if suit is Suit.R else White
        playing.to_pair(lambda step: isinstance(step, kind), after)
    elif suit is Suit.B:
        playing.take(Blue(exchanged(playing.model, turn)))
    elif suit is Suit.Y:
        playing.take(Yellow(draw=is_true(playing.model, turn.walk.yellow)))
    else:
        playing.take(Green())


def exchanged(model: Model, turn: Turn) -> tuple[Card, Card] | None:
    """The two events that the blue effect of a model exchanges, or None."""
    swap = turn.exchange
    if not model(swap.some):
        return None
    number = chosen(model, swap.number) + 1
    first, second = (Card[f"{Suit(chosen(model, suits) + 1)}{number}"] for suits in swap.suits)
    return first, second
