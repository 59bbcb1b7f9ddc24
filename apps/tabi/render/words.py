"""What a step of the solitaire did, in words: from the position before it and the one after it.

This module decides nothing: it looks at two positions that the rules gave and says what changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from tabi.rules.solitaire import LossReason, Lost, Position
from tabi.rules.solitaire.movement import forward
from tabi.rules.solitaire.position import find_event
from tabi.spec.solitaire.cards import Card
from tabi.spec.solitaire.deal import listed
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import (
    Backpack,
    Blacks,
    Blue,
    Camera,
    DrawRefill,
    Effect,
    Fix,
    Green,
    Lantern,
    Letter,
    MapStep,
    NoCard,
    Place,
    Play,
    Points,
    Radio,
    Red,
    Resolve,
    Step,
    Tent,
    Trim,
    White,
    Yellow,
)


def step_in_words(before: Position, step: Step, after: Position, rulings: SolitaireRulings) -> str:
    """What the legal `step` did between two positions, in a few words without a full stop."""
    return f"{_words(before, step, after, rulings)}{_loss(after)}"


def _words(before: Position, step: Step, after: Position, rulings: SolitaireRulings) -> str:
    match step:
        case Play() | MapStep():
            return _white_moves(before, step, after)
        case NoCard():
            return "the hand is empty, and no card is played"
        case Blacks():
            return _blacks(step, rulings)
        case Place():
            return _place(before, after)
        case DrawRefill() | Radio():
            return _drawn(before, after)
        case Red() | White() | Yellow() | Green() | Blue():
            return _effect(before, step, after)
        case Points():
            return f"{_count(after.points - before.points, 'point')}, {after.points} in all"
        case Lantern():
            return _lantern(before, step, after)
        case Resolve():
            return _resolve(before, after)
        case Trim():
            return _trim(step)
        case _:
            return _use(before, step, after)


def _white_moves(before: Position, step: Play | MapStep, after: Position) -> str:
    if isinstance(step, MapStep) and after.map_shift:
        return f"the next card moves white one day {'more' if step.change > 0 else 'less'}"
    fallen = _gone_from(after.discard, before.discard)
    lap = f"; {listed(fallen)} falls from the deck for the lap" if fallen else ""
    if after.white == before.white:
        return f"white comes round to day {after.white}{lap}"
    return f"white goes from day {before.white} to day {after.white}{lap}"


def _blacks(step: Blacks, rulings: SolitaireRulings) -> str:
    if not step.moves:
        return "the black pawns stay"
    moves = [(move.day, forward(move.day, move.steps, rulings.past_seven)) for move in step.moves]
    first, *rest = (f"from day {origin} to day {to}" for origin, to in moves)
    return f"a black pawn goes {first}" + "".join(f", the other {other}" for other in rest)


def _place(before: Position, after: Position) -> str:
    if before.white == LAST_DAY:
        return f"{before.played} is discarded, since no event lies on day {LAST_DAY}"
    fallen = _gone_from(after.discard, before.discard)
    pushed = f"; {listed(fallen)} {'falls' if len(fallen) == 1 else 'fall'} off" if fallen else ""
    return f"{before.played} becomes an event on day {before.white}{pushed}"


def _drawn(before: Position, after: Position) -> str:
    cards = _gone_from(after.hand, before.hand)
    return f"{listed(cards)} {'is' if len(cards) == 1 else 'are'} drawn" if cards else "no card is drawn"


def _effect(before: Position, effect: Effect, after: Position) -> str:
    match effect:
        case Red(move=move) if move is not None:
            return f"a black pawn goes from day {move.black} to day {move.to}"
        case White(black=int() as black):
            return f"the black pawn on day {black} comes to white on day {after.white}"
        case Yellow(draw=True):
            return _drawn(before, after)
        case Green(item=item) if item is not None:
            return f"the {item} is ready again"
        case Blue(cards=(first, second)):
            return f"{first} and {second} change places"
    return "nothing is done"


def _lantern(before: Position, step: Lantern, after: Position) -> str:
    points = f"{_count(after.points - before.points, 'point')}, {after.points} in all"
    return f"the lantern gives {points}, and the effect: {_effect(before, step.effect, after)}"


def _resolve(before: Position, after: Position) -> str:
    won = [suit for suit in after.resolved if suit not in before.resolved]
    if not won:
        return "no letter is won"
    return f"the letter {listed(won)} is won, {len(after.resolved)} of 5"


def _trim(step: Trim) -> str:
    if not step.cards:
        return "nothing has to go"
    return f"{listed(step.cards)} {'goes' if len(step.cards) == 1 else 'go'} under the deck"


def _use(before: Position, step: Camera | Backpack | Tent | Letter | Fix, after: Position) -> str:
    match step:
        case Camera(card=card):
            found = find_event(after, card)
            return f"{card} now counts as {'a ' + str(found[2].value) if found else 'changed'}"
        case Backpack(hand=hand, placed=placed):
            return f"{hand} takes the place of {placed}, which is discarded"
        case Tent(discard=thrown, take=take):
            return f"{listed(thrown)} are discarded, and {take} goes from the discard onto the deck"
        case Letter(black=black, to=to):
            return f"a letter is spent: the black pawn on day {black} goes to day {to}"
        case Fix(card=card):
            found = find_event(before, card)
            return f"a letter is spent: {card} is fixed{f' on day {found[0]}' if found else ''}"
    assert_never(step)


def _loss(after: Position) -> str:
    outcome = after.outcome
    return f"; {loss_in_words(outcome.reason)}" if isinstance(outcome, Lost) else ""


def loss_in_words(reason: LossReason) -> str:
    """How a game was lost, in words without a full stop."""
    match reason:
        case LossReason.LAP_DRAW:
            return "the deck has no card for the lap, and the game is lost"
        case LossReason.REFILL_DRAW:
            return "the deck has no card for the refill, and the game is lost"
        case LossReason.YELLOW_DRAW:
            return "the deck has no card for yellow, and the game is lost"
        case LossReason.RADIO_DRAW:
            return "the deck has too few cards for the radio, and the game is lost"
        case LossReason.EMPTY_HAND:
            return "there is no card to play, and the game is lost"


def _gone_from(larger: Iterable[Card], smaller: Iterable[Card]) -> list[Card]:
    """The cards of the first pile that the second one lacks."""
    known = set(smaller)
    return [card for card in larger if card not in known]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
