"""What each suit does when it acts: the five effects, the points of a resolved suit, and what may be declined.

The functions of one suit take the position in which the suit acts; whose turn it is to act is the business of `walk`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tabi.rules.implements import implements
from tabi.rules.solitaire.ending import draw, out_of_turn
from tabi.rules.solitaire.position import (
    Position,
    black_moved,
    evolve,
    find_event,
    fixed_event,
    pawns_on,
    placed_events,
    with_column,
)
from tabi.rules.solitaire.table import Column, Event, LossReason, Phase
from tabi.rules.solitaire.walk import acting_column, advanced, next_suit
from tabi.rules.violations import Violation
from tabi.spec.solitaire.cards import Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import DAYS
from tabi.spec.solitaire.rulings import (
    BackFromOne,
    EffectsMandatory,
    FixedUnderBlue,
    SolitaireRulings,
    YellowShort,
)
from tabi.spec.solitaire.steps import BlackWalk, Blue, Effect, Green, Points, Red, White, Yellow

_SUITS: dict[str, Suit] = {"red": Suit.R, "white": Suit.W, "yellow": Suit.Y, "green": Suit.G, "blue": Suit.B}


def suit_of(effect: Effect) -> Suit:
    """The suit whose effect this is."""
    return _SUITS[effect.step]


# The turn to act


def turn_violation(position: Position, suit: Suit, rulings: SolitaireRulings, *, resolved: bool) -> Violation | None:
    """sol.effects.order, sol.effects.points: `suit` must be the next to act, and resolved or not as the step asks."""
    if refused := out_of_turn(position, Phase.EFFECTS):
        return refused
    following = next_suit(position, rulings)
    if following is not suit:
        message = f"{suit} is not the next to act; {following or 'nothing'} is."
        return Violation("not-next", "sol.effects.order", message, {"next": following}, "sol.effect-walk")
    if (suit in position.resolved) is resolved:
        return None
    if resolved:
        return Violation("suit-not-resolved", "sol.effects.points", f"{suit} is not resolved, so it gives no points.")
    return Violation(
        "suit-resolved", "sol.effects.points", f"{suit} is resolved, so it gives points in place of its effect."
    )


def effect_violation(position: Position, step: Effect, rulings: SolitaireRulings) -> Violation | None:
    """The refusal of an unresolved suit's own effect, or None."""
    if refused := turn_violation(position, suit_of(step), rulings, resolved=False):
        return refused
    if not declines(step):
        return doing_violation(position, step, rulings)
    return declining_violation(position, suit_of(step), rulings)


def effect_result(position: Position, step: Effect, rulings: SolitaireRulings) -> Position:
    """The position after an unresolved suit's own effect, or after it was declined."""
    acted = advanced(position, suit_of(step), rulings)
    return acted if declines(step) else done(acted, step, rulings)


def points_violation(position: Position, step: Points, rulings: SolitaireRulings) -> Violation | None:
    """sol.effects.points: the refusal of a suit's points, or None."""
    return turn_violation(position, step.suit, rulings, resolved=True)


def points_result(position: Position, step: Points, rulings: SolitaireRulings) -> Position:
    """sol.effects.points: the position with the points of the resolved suit."""
    return with_points(advanced(position, step.suit, rulings), step.suit)


# Declining


def declines(effect: Effect) -> bool:
    """Whether the step says that nothing is done (`red -`)."""
    match effect:
        case Red(move=what) | White(black=what) | Green(item=what) | Blue(cards=what):
            return what is None
        case Yellow(draw=draws):
            return not draws


def is_optional(suit: Suit, rulings: SolitaireRulings) -> bool:
    """sol.effects.mandatory: whether the suit's effect may be declined where it could be carried out."""
    return suit is Suit.B or rulings.effects_mandatory is EffectsMandatory.NONE


def is_possible(position: Position, suit: Suit, rulings: SolitaireRulings) -> bool:
    """Whether the suit's effect can do anything in this position."""
    return any(doing_violation(position, effect, rulings) is None for effect in ways(position, suit, rulings))


@implements("sol.effects.mandatory")
def declining_violation(position: Position, suit: Suit, rulings: SolitaireRulings) -> Violation | None:
    """sol.effects.mandatory: the refusal to let an effect go by that must be carried out, or None."""
    if is_optional(suit, rulings) or not is_possible(position, suit, rulings):
        return None
    message = f"The effect of {suit} can be carried out, so it must be."
    return Violation("effect-mandatory", "sol.effects.mandatory", message, {"suit": suit}, "sol.effects-mandatory")


# Carrying out


def ways(position: Position, suit: Suit, rulings: SolitaireRulings) -> Iterator[Effect]:
    """Every way in which the suit's effect might be carried out, legal or not yet judged; none is declined."""
    match suit:
        case Suit.R:
            for day in sorted(set(position.blacks)):
                for change in (-1, 1):
                    yield Red(BlackWalk(day, _beside(day, change)))
        case Suit.W:
            yield from map(White, sorted(set(position.blacks)))
        case Suit.Y:
            yield Yellow()
        case Suit.G:
            yield from map(Green, position.used)
        case Suit.B:
            yield from map(Blue, _equal_pairs(position))


def doing_violation(position: Position, effect: Effect, rulings: SolitaireRulings) -> Violation | None:
    """The refusal of one way to carry out an effect, whoever's turn it is, or None."""
    match effect:
        case Red(move=BlackWalk() as move):
            return red_violation(position, move, rulings)
        case White(black=int() as black):
            return white_violation(position, black, rulings)
        case Yellow():
            return yellow_violation(position, rulings)
        case Green(item=Item() as item):
            return green_violation(position, item)
        case Blue(cards=(Card() as first, Card() as second)):
            return blue_violation(position, first, second, rulings)
    return None


def done(position: Position, effect: Effect, rulings: SolitaireRulings) -> Position:
    """The position after an effect was carried out; an effect that is declined changes nothing."""
    match effect:
        case Red(move=BlackWalk(black=black, to=to)):
            return evolve(position, blacks=black_moved(position.blacks, black, to))
        case White(black=int() as black):
            return evolve(position, blacks=black_moved(position.blacks, black, position.white))
        case Yellow(draw=True):
            return yellow_result(position, rulings)
        case Green(item=Item() as item):
            return green_result(position, item)
        case Blue(cards=(Card() as first, Card() as second)):
            return evolve(position, columns=exchanged(position, first, second, rulings))
    return position


@implements("sol.effects.red")
def red_violation(position: Position, move: BlackWalk, rulings: SolitaireRulings) -> Violation | None:
    """sol.effects.red: one black pawn goes one day (1-7) forward or back on the ring."""
    clause = "sol.effects.red"
    if refused := black_elsewhere(position, move.black, clause):
        return refused
    if move.to not in (_beside(move.black, -1), _beside(move.black, 1)):
        return Violation("not-one-day", clause, f"From day {move.black} red leads one day forward or back.")
    if move.black == 1 and move.to == DAYS and rulings.back_from_one is BackFromOne.REFUSED:
        return Violation("back-from-one", clause, "No step leads back from day 1.", ruling="sol.back-from-one")
    return None


@implements("sol.effects.white")
def white_violation(position: Position, black: int, rulings: SolitaireRulings) -> Violation | None:
    """sol.effects.white: one black pawn comes to white's place, one from elsewhere unless `sol.white-may-stay`."""
    clause = "sol.effects.white"
    if refused := black_elsewhere(position, black, clause):
        return refused
    if black != position.white or rulings.white_may_stay:
        return None
    message = f"The black pawn on day {black} already stands in white's place."
    return Violation("black-already-there", clause, message, ruling="sol.white-may-stay")


def yellow_violation(position: Position, rulings: SolitaireRulings) -> Violation | None:
    """sol.effects.yellow: yellow draws whatever the deck; under `skip` not from an empty one."""
    if position.deck or rulings.yellow_short is YellowShort.LOSE:
        return None
    return Violation("deck-empty", "sol.effects.yellow", "The deck is empty.", ruling="sol.yellow-short")


@implements("sol.effects.yellow")
def yellow_result(position: Position, rulings: SolitaireRulings) -> Position:
    """sol.effects.yellow: the position with one more card in hand; a failed draw ends the game."""
    return draw(position, 1, LossReason.YELLOW_DRAW, rulings)


@implements("sol.effects.green")
def green_violation(position: Position, item: Item) -> Violation | None:
    """sol.effects.green: the item must be a used one of this game."""
    if item in position.used:
        return None
    return Violation("item-not-used", "sol.effects.green", f"The {item} is not a used item.", {"used": position.used})


def green_result(position: Position, item: Item) -> Position:
    """sol.effects.green: the position with the used item ready."""
    used = tuple(one for one in position.used if one is not item)
    ready = tuple(one for one in Item if one is item or one in position.ready)
    return evolve(position, ready=ready, used=used)


@implements("sol.effects.blue")
def blue_violation(position: Position, first: Card, second: Card, rulings: SolitaireRulings) -> Violation | None:
    """sol.effects.blue: two different placed events of equal number, camera changes counted, change places."""
    clause = "sol.effects.blue"
    if first is second:
        return Violation("same-card", clause, f"{first} is named twice; blue exchanges two events.")
    places = find_event(position, first), find_event(position, second)
    for card, place in zip((first, second), places, strict=True):
        if place is None:
            return Violation("not-placed", clause, f"{card} is not a placed event.", {"card": card})
    (one_day, _, one), (other_day, _, other) = (place for place in places if place is not None)
    if one.value != other.value:
        message = f"{first} counts as {one.value} and {second} as {other.value}; blue needs equal numbers."
        return Violation("values-differ", clause, message)
    return fixed_under_blue(position, (one_day, one), (other_day, other), rulings.fixed_under_blue)


def fixed_under_blue(
    position: Position, one: tuple[int, Event], other: tuple[int, Event], reading: FixedUnderBlue
) -> Violation | None:
    """sol.letters.fixed-stays, sol.letters.one-per-location: whether fixed events allow an exchange (day, event)."""
    for (_, event), (to, arriving) in ((one, other), (other, one)):
        if event.fixed and reading is FixedUnderBlue.REFUSED:
            message = f"{event.card} is fixed to its location."
            return Violation("fixed-event", "sol.letters.fixed-stays", message, ruling="sol.fixed-under-blue")
        travels = event.fixed and reading is FixedUnderBlue.CUBE_TRAVELS and one[0] != other[0]
        if travels and not arriving.fixed and fixed_event(position.columns[to - 1]) is not None:
            message = f"Day {to} already has a fixed event."
            return Violation(
                "location-has-memory", "sol.letters.one-per-location", message, ruling="sol.fixed-under-blue"
            )
    return None


def exchanged(position: Position, first: Card, second: Card, rulings: SolitaireRulings) -> tuple[Column, ...]:
    """sol.effects.blue: the columns after two placed events changed places, each with its camera change.

    Fixed marks stay with the places under `cube-stays` and go with the cards under `cube-travels`.
    """
    one, other = find_event(position, first), find_event(position, second)
    assert one is not None and other is not None, "both are placed"
    columns = position.columns
    for (day, slot, leaving), arriving in ((one, other[2]), (other, one[2])):
        if rulings.fixed_under_blue is FixedUnderBlue.CUBE_STAYS:
            arriving = arriving._replace(fixed=leaving.fixed)
        column = columns[day - 1]
        columns = with_column(columns, day, (*column[:slot], arriving, *column[slot + 1 :]))
    return columns


@implements("sol.effects.points")
def points_of(position: Position, suit: Suit) -> int:
    """sol.effects.points: pawns in white's place times the sum of the suit's numbers lying there, as they are now.

    Points may be negative: camera changes have no limit.
    """
    total = sum(event.value for event in acting_column(position) if event.card.suit is suit)
    return pawns_on(position, position.white) * total


def with_points(position: Position, suit: Suit) -> Position:
    """sol.effects.points: the position with the points of `suit` added."""
    return evolve(position, points=position.points + points_of(position, suit))


def black_elsewhere(position: Position, day: int, clause: str) -> Violation | None:
    """The refusal, under `clause`, of a step that moves a black pawn from a day where none stands."""
    if day in position.blacks:
        return None
    message = f"No black pawn stands on day {day}; they are on {position.blacks[0]} and {position.blacks[1]}."
    return Violation("no-black-there", clause, message, {"blacks": position.blacks})


def effect_candidates(position: Position, rulings: SolitaireRulings) -> Iterator[Effect | Points]:
    """Every way for the next suit to act, the lantern apart."""
    suit = next_suit(position, rulings)
    if suit is None:
        return
    if suit in position.resolved:
        yield Points(suit)
        return
    yield from ways(position, suit, rulings)
    yield declined(suit)


def declined(suit: Suit) -> Effect:
    """The step that lets the suit's effect go by."""
    match suit:
        case Suit.R:
            return Red()
        case Suit.W:
            return White()
        case Suit.Y:
            return Yellow(draw=False)
        case Suit.G:
            return Green()
        case Suit.B:
            return Blue()


def _beside(day: int, change: int) -> int:
    """The day one step after or before `day` on the ring."""
    return (day - 1 + change) % DAYS + 1


def _equal_pairs(position: Position) -> Iterator[tuple[Card, Card]]:
    """Pairs of placed events with equal value."""
    events = sorted((event.value, event.card) for _, _, event in placed_events(position))
    for (value, first), (other, second) in combinations(events, 2):
        if value == other:
            yield first, second
