"""From a model back to the game, for turns that were encoded step by step."""

from __future__ import annotations

from typing import NamedTuple

from tabi.rules.solitaire import Event, Phase, Position, format_position
from tabi.rules.solitaire.walk import next_suit
from tabi.solvers.encoding.cnf import Bits, is_true, value_of
from tabi.solvers.encoding.pawns import Memory
from tabi.solvers.encoding.playing import Disagreement, Playing, cards_of, chosen
from tabi.solvers.encoding.scoring_turn import ScoredPawns
from tabi.solvers.encoding.state import Model
from tabi.solvers.encoding.stepwise.effects import Acting
from tabi.solvers.encoding.stepwise.parts import Setting, Slot, Spot, Table
from tabi.solvers.encoding.stepwise.turn import Fixed, Forced, StepTurn
from tabi.solvers.encoding.stepwise.uses import BackpackUse, CameraUse, MapUse, RadioUse, TentUse, Use
from tabi.solvers.encoding.tables import PAIRS
from tabi.spec.solitaire.cards import CARDS, Card, Suit
from tabi.spec.solitaire.rulings import LanternOrder, YellowShort
from tabi.spec.solitaire.steps import (
    Backpack,
    Blacks,
    Blue,
    Camera,
    Effect,
    Green,
    Lantern,
    MapStep,
    NoCard,
    Play,
    Points,
    Radio,
    Red,
    Step,
    Tent,
    Trim,
    White,
    Yellow,
)

# The position that a table says


def position_of_table(model: Model, table: Table, setting: Setting) -> Position:
    """The position (as a key: without points and turn) of a model's table at a turn's beginning."""
    columns = tuple(
        tuple(event for slot in column if (event := _event(model, slot, setting)) is not None)
        for column in table.columns
    )
    hand, deck = cards_of(model, table.hand), _deck_of(model, table, setting)
    lying = {*hand, *deck, *(event.card for column in columns for event in column)}
    discard = tuple(card for card in CARDS if card not in lying)
    if table.discard and cards_of(model, table.discard) != discard:
        raise Disagreement("the discard of the model is not what lies nowhere else")
    return Position.checked(
        white=chosen(model, table.white) + 1,
        blacks=PAIRS[chosen(model, table.blacks)],
        bay_road_day=setting.bay_road_day,
        columns=columns,
        hand=hand,
        deck=deck,
        discard=discard,
        ready=tuple(item for item, bit in table.ready.items() if is_true(model, bit)),
        used=tuple(item for item, bit in table.ready.items() if not is_true(model, bit)),
        resolved=tuple(suit for suit, bit in zip(Suit, table.resolved, strict=True) if model(bit)),
        letters=sum(map(model, table.letters)),
    )


def _event(model: Model, slot: Slot, setting: Setting) -> Event | None:
    suit, number = value_of(model, slot.suit), value_of(model, slot.number)
    if not suit or not number:
        return None
    change = next((place for place, bit in enumerate(slot.change) if is_true(model, bit)), setting.reach)
    return Event(Card[f"{Suit(suit)}{number}"], is_true(model, slot.fixed), change - setting.reach)


def _deck_of(model: Model, table: Table, setting: Setting) -> tuple[Card, ...]:
    """The deck, top first."""
    head = next(place for place, bit in table.head.items() if is_true(model, bit))
    queue = zip(setting.deck.queue, table.trimmed, strict=False)
    trimmed = (card for row, there in queue if is_true(model, there) for card in cards_of(model, row))
    on_top = chosen(model, table.pending.count) if setting.depth else 0
    pending = (CARDS[chosen(model, row)] for row in table.pending.rows[:on_top])
    return (*pending, *(*setting.deck.known, *trimmed)[head:])


# The steps of a turn


def play_steps(playing: Playing, turn: StepTurn) -> None:
    """Plays one turn of a model, as far as the game goes on: a draw that fails may end it amid the turn."""
    moments = _moments(turn)
    for happening in turn.happenings:
        if playing.position.phase is Phase.OVER:
            return
        match happening:
            case Forced():
                _forced(playing, turn, happening)
            case Fixed():
                playing.fix(happening.day or playing.position.white, happening.fixing)
            case Acting():
                _acting(playing, turn, happening, moments)
            case _:
                if playing.model(happening.some):
                    playing.take(_use(playing, happening))


def _forced(playing: Playing, turn: StepTurn, step: Forced) -> None:
    plays = is_true(playing.model, turn.plays)
    match step.what:
        case "play":
            playing.take(Play(CARDS[chosen(playing.model, turn.played.card)]) if plays else NoCard())
        case "blacks":
            playing.letters(turn.pawns.at_start)
            if plays:
                playing.to_pair(lambda one: isinstance(one, Blacks), turn.pawns.moved)
        case "place":
            if plays:
                playing.forced(Phase.PLACE)
        case "refill":
            playing.forced(Phase.REFILL)
        case "resolve":
            playing.letters(turn.pawns.to_resolve)
            playing.resolve(turn.won)
        case "trim":
            for moment in turn.late:
                playing.letters(moment)
            playing.take(Trim(tuple(card for row in turn.trimmed for card in cards_of(playing.model, row))))
        case _:
            raise AssertionError(f"no step is called {step.what}")


def _use(playing: Playing, use: Use) -> Step:
    """The step of an item that is used."""
    model = playing.model
    match use:
        case MapUse():
            return MapStep(1 if model(use.on) else -1)
        case RadioUse():
            return Radio()
        case CameraUse():
            return Camera(_card_at(playing, use.spots, use.chosen), 1 if model(use.more) else -1)
        case BackpackUse():
            return Backpack(CARDS[chosen(model, use.card)], _card_at(playing, use.spots, use.chosen))
        case TentUse():
            first, second = (CARDS[chosen(model, row)] for row in use.thrown)
            return Tent((first, second), CARDS[chosen(model, use.taken)])


def _card_at(playing: Playing, spots: tuple[Spot, ...], row: Bits) -> Card:
    spot = spots[chosen(playing.model, row)]
    return playing.card_at(spot.day or playing.position.white, spot.place)


# Effects


class _Moment(NamedTuple):
    """A moment for letters on black pawns, and the pair after what follows it; whether points are counted last then."""

    letters: Memory
    after: Bits
    last: int | None = None


def _moments(turn: StepTurn) -> list[_Moment]:
    """The moments amid the effects: one for each step where points are followed, else one for each moving of pawns."""
    pawns = turn.pawns
    if isinstance(pawns, ScoredPawns):
        return [_Moment(step.moment, step.after, step.last) for step in pawns.steps]
    return [_Moment(pawns.first, pawns.after_first), _Moment(pawns.second, pawns.after_second)]


def _acting(playing: Playing, turn: StepTurn, acting: Acting, moments: list[_Moment]) -> None:
    """Plays one step of the effects, if something acts in it: points, the suit's own effect, or the lantern's."""
    is_scored = isinstance(turn.pawns, ScoredPawns)
    moment = moments.pop(0) if is_scored else None
    if playing.model(acting.row[0]):
        return
    suit = next_suit(playing.position, playing.rulings)
    if suit is None or not playing.model(acting.row[suit]):
        raise Disagreement(f"{suit} acts in {format_position(playing.position)}")
    lit = suit in playing.position.resolved
    is_points = lit and not (turn.choices.lit and playing.model(turn.choices.lit[suit]))
    if moment is None and suit in (Suit.R, Suit.W) and not is_points:
        moment = moments.pop(0)
    if moment is not None:
        playing.letters(moment.letters)
    if is_points:
        playing.take(Points(suit))
    else:
        _own_effect(playing, turn, acting, suit, moment)


def _own_effect(playing: Playing, turn: StepTurn, acting: Acting, suit: Suit, moment: _Moment | None) -> None:
    """Plays a suit's own effect, under the lantern if it is resolved."""
    lit = suit in playing.position.resolved
    last = lit and _counts_last(playing, moment)
    if moment is not None and suit in (Suit.R, Suit.W):
        kind = Red if suit is Suit.R else White
        playing.to_pair(lambda step: isinstance(_own(step, lit=lit, last=last), kind), moment.after)
    else:
        effect = _still(playing, turn, acting, suit)
        playing.take(Lantern(effect, last) if lit else effect)


def _counts_last(playing: Playing, moment: _Moment | None) -> bool:
    """sol.items.lantern: whether the player lets the effect come before the points."""
    may_choose = playing.rulings.lantern_order is LanternOrder.PLAYER
    return may_choose and moment is not None and moment.last is not None and is_true(playing.model, moment.last)


def _own(step: Step, *, lit: bool, last: bool) -> Step | None:
    """The effect of a step: of the lantern's with the points at this time, or the step itself."""
    if lit:
        return step.effect if isinstance(step, Lantern) and step.points_last is last else None
    return step


def _still(playing: Playing, turn: StepTurn, acting: Acting, suit: Suit) -> Effect:
    """An effect that moves no pawn."""
    model, choices = playing.model, turn.choices
    if suit is Suit.G:
        return Green(next((item for item, bit in acting.green.items() if model(bit)), None))
    if suit is Suit.Y:
        skips = playing.rulings.yellow_short is YellowShort.SKIP and not playing.position.deck
        return Yellow(draw=is_true(model, choices.yellow) and not skips)
    swap = choices.swap
    if not model(swap.made):
        return Blue()
    first, second = (_chosen_card(playing, turn, row) for row in (swap.first, swap.second))
    return Blue((first, second))


def _chosen_card(playing: Playing, turn: StepTurn, row: Bits) -> Card:
    """The event of a spot, counted by day, white's column last."""
    outside = [(day, place) for day, column in enumerate(turn.columns, start=1) for place in range(column)]
    index = chosen(playing.model, row)
    if index < len(outside):
        return playing.card_at(*outside[index])
    return playing.card_at(playing.position.white, index - len(outside))
