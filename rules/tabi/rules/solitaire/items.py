"""The six items: when each may be used and what it does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tabi.rules.implements import implements
from tabi.rules.solitaire.effects import (
    declined,
    declines,
    doing_violation,
    done,
    is_optional,
    is_possible,
    suit_of,
    turn_violation,
    ways,
    with_points,
)
from tabi.rules.solitaire.ending import draw, not_in_hand
from tabi.rules.solitaire.movement import any_time_violation, forward, passes_seven, pay_lap
from tabi.rules.solitaire.position import Position, evolve, find_event, placed_events, with_card, with_column, without
from tabi.rules.solitaire.table import Column, Event, LossReason, Phase
from tabi.rules.solitaire.walk import advanced, next_suit
from tabi.rules.violations import Violation
from tabi.spec.solitaire.cards import Card
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import (
    BackFromOne,
    FixedUnderBackpack,
    LanternOrder,
    MapLap,
    MapWindow,
    RadioShort,
    SolitaireRulings,
)
from tabi.spec.solitaire.steps import Backpack, Camera, Change, Lantern, MapStep, Radio, Tent

RADIO_DRAWS = 3
CHANGES: tuple[Change, Change] = (1, -1)


@implements("sol.items.one-shot")
def used(position: Position, item: Item) -> Position:
    """sol.items.one-shot: the position with a ready item used."""
    ready = tuple(one for one in position.ready if one is not item)
    return evolve(position, ready=ready, used=tuple(one for one in Item if one is item or one in position.used))


@implements("sol.items.window")
def item_violation(position: Position, item: Item, rulings: SolitaireRulings) -> Violation | None:
    """sol.items.window, sol.items.one-shot: an item is used between any two steps, and only when it is ready."""
    if refused := any_time_violation(position, rulings):
        return refused
    if item in position.ready:
        return None
    state = "used" if item in position.used else "not among the items of this game"
    return Violation("item-not-ready", "sol.items.one-shot", f"The {item} is {state}.", {"ready": position.ready})


@implements("sol.items.usable")
def placed_event(position: Position, card: Card) -> Event | Violation:
    """sol.items.usable: the placed event that an item needs, or the refusal when the card is not placed."""
    found = find_event(position, card)
    if found is None:
        return Violation("not-placed", "sol.items.usable", f"{card} is not a placed event.", {"card": card})
    return found[2]


# Lantern


@implements("sol.items.lantern")
def lantern_violation(position: Position, step: Lantern, rulings: SolitaireRulings) -> Violation | None:
    """sol.items.lantern: a resolved suit that is next gives points and its original effect, which must be possible."""
    suit, clause = suit_of(step.effect), "sol.items.lantern"
    refused = item_violation(position, Item.LANTERN, rulings)
    if refused := refused or turn_violation(position, suit, rulings, resolved=True):
        return refused
    if step.points_last and rulings.lantern_order is not LanternOrder.PLAYER:
        message = f"The order of points and effect is fixed: {rulings.lantern_order}."
        return Violation("no-choice-of-order", clause, message, ruling="sol.lantern-order")
    lit = _lit(position, rulings)
    if not declines(step.effect):
        return doing_violation(lit, step.effect, rulings)
    if not is_possible(lit, suit, rulings):
        return Violation("effect-impossible", clause, f"The original effect of {suit} can do nothing here.")
    if is_optional(suit, rulings):
        return None
    message = f"The original effect of {suit} can be carried out, so it must be."
    return Violation("effect-mandatory", "sol.effects.mandatory", message, {"suit": suit}, "sol.effects-mandatory")


def lantern_result(position: Position, step: Lantern, rulings: SolitaireRulings) -> Position:
    """sol.items.lantern: points and original effect in the order of the ruling; a failed draw may end the game between.

    Points that were to come after the end of the game are not counted.
    """
    suit = suit_of(step.effect)
    acted = advanced(_lit(position, rulings), suit, rulings)
    if rulings.lantern_order is LanternOrder.EFFECT_FIRST or step.points_last:
        acted = done(acted, step.effect, rulings)
        counted = acted if acted.phase is Phase.OVER else with_points(acted, suit)
    else:
        counted = done(with_points(acted, suit), step.effect, rulings)
    return (
        used(counted, Item.LANTERN) if Item.LANTERN in counted.ready and not rulings.green_untaps_lantern else counted
    )


def _lit(position: Position, rulings: SolitaireRulings) -> Position:
    """The position in which the original effect acts: the lantern is used, or not yet where green must not see it."""
    return used(position, Item.LANTERN) if rulings.green_untaps_lantern else position


# Map


@implements("sol.items.map")
def map_violation(position: Position, step: MapStep, rulings: SolitaireRulings) -> Violation | None:
    """sol.items.map: until the blacks move; under `sol.map-window=number` before the card that it changes."""
    clause = "sol.items.map"
    if refused := item_violation(position, Item.MAP, rulings):
        return refused
    if rulings.map_window is MapWindow.NUMBER:
        if position.phase is Phase.PLAY and position.hand:
            return None
        message = "The map changes the number of the next card played, so it is used before a card of the hand."
        return Violation("map-window", clause, message, ruling="sol.map-window")
    if position.phase not in (Phase.PLAY, Phase.BLACKS):
        return Violation(
            "map-window", clause, "The map is used before the black pawns move.", {"phase": position.phase}
        )
    if position.white + step.change < 1 and rulings.back_from_one is BackFromOne.REFUSED:
        return Violation("back-from-one", clause, "No step leads back from day 1.", ruling="sol.back-from-one")
    return None


def map_result(position: Position, step: MapStep, rulings: SolitaireRulings) -> Position:
    """sol.items.map: white stands one day further or back; from day 7 to day 1 the lap is paid unless it is free."""
    after = used(position, Item.MAP)
    if rulings.map_window is MapWindow.NUMBER:
        return evolve(after, map_shift=step.change)
    if step.change < 0:
        return evolve(after, white=position.white - 1 if position.white > 1 else LAST_DAY)
    after = evolve(after, white=forward(position.white, 1, rulings.past_seven))
    pays = passes_seven(position.white, 1) and rulings.map_lap is MapLap.PAYS
    return pay_lap(after, rulings) if pays else after


# Radio


@implements("sol.items.radio")
def radio_violation(position: Position, _: Radio, rulings: SolitaireRulings) -> Violation | None:
    """sol.items.radio: three cards are drawn, whatever the deck; under `refused` only from three or more."""
    if refused := item_violation(position, Item.RADIO, rulings):
        return refused
    if rulings.radio_short is not RadioShort.REFUSED or len(position.deck) >= RADIO_DRAWS:
        return None
    message = f"The radio draws {RADIO_DRAWS} cards, and the deck has {len(position.deck)}."
    return Violation("deck-short", "sol.items.radio", message, ruling="sol.radio-short")


def radio_result(position: Position, _: Radio, rulings: SolitaireRulings) -> Position:
    """sol.items.radio: three cards are drawn; a draw that fails ends the game, or under `partial` the drawing."""
    count = RADIO_DRAWS if rulings.radio_short is not RadioShort.PARTIAL else min(RADIO_DRAWS, len(position.deck))
    return draw(used(position, Item.RADIO), count, LossReason.RADIO_DRAW, rulings)


# Camera


@implements("sol.items.camera")
def camera_violation(position: Position, step: Camera, rulings: SolitaireRulings) -> Violation | None:
    """sol.items.camera: the card whose number is changed must be placed."""
    if refused := item_violation(position, Item.CAMERA, rulings):
        return refused
    event = placed_event(position, step.card)
    return event if isinstance(event, Violation) else None


def camera_result(position: Position, step: Camera) -> Position:
    """sol.items.camera: the event's number is one higher or lower; changes add up and have no limit."""
    found = find_event(position, step.card)
    assert found is not None, "the card is placed"
    event = found[2]
    changed = event._replace(camera=event.camera + step.change)
    return evolve(used(position, Item.CAMERA), columns=_replaced(position, found, changed))


# Backpack


@implements("sol.items.backpack")
def backpack_violation(position: Position, step: Backpack, rulings: SolitaireRulings) -> Violation | None:
    """sol.items.backpack, sol.letters.fixed-stays: a hand card for a placed event that is not fixed."""
    refused = item_violation(position, Item.BACKPACK, rulings)
    if refused := refused or not_in_hand(position, step.hand, "sol.items.usable"):
        return refused
    event = placed_event(position, step.placed)
    if isinstance(event, Violation):
        return event
    if event.fixed and rulings.fixed_under_backpack is FixedUnderBackpack.REFUSED:
        message = f"{step.placed} is fixed to its location."
        return Violation("fixed-event", "sol.letters.fixed-stays", message, ruling="sol.fixed-under-backpack")
    return None


@implements("sol.letters.fixed-stays")
def backpack_result(position: Position, step: Backpack, rulings: SolitaireRulings) -> Position:
    """sol.items.backpack: the hand card lies in the event's slot, the event is discarded, its letter as ruled."""
    found = find_event(position, step.placed)
    assert found is not None, "the card is placed"
    keeps = found[2].fixed and rulings.fixed_under_backpack is FixedUnderBackpack.NEW_CARD_FIXED
    return evolve(
        used(position, Item.BACKPACK),
        hand=without(position.hand, step.hand),
        columns=_replaced(position, found, Event(step.hand, fixed=keeps)),
        discard=with_card(position.discard, step.placed),
    )


# Tent


@implements("sol.items.tent")
def tent_violation(position: Position, step: Tent, rulings: SolitaireRulings) -> Violation | None:
    """sol.items.tent: two different cards of the hand, and then any card of the discard."""
    clause = "sol.items.usable"
    first, second = step.discard
    refused = item_violation(position, Item.TENT, rulings) or not_in_hand(position, first, clause)
    if refused := refused or not_in_hand(position, second, clause):
        return refused
    if first is second:
        return Violation("same-card", clause, f"{first} is named twice; the tent discards two cards.")
    if step.take in position.discard or (rulings.tent_may_take_thrown and step.take in step.discard):
        return None
    ruling = "sol.tent-may-take-thrown" if step.take in step.discard else None
    return Violation("not-in-discard", clause, f"{step.take} is not in the discard.", {"card": step.take}, ruling)


def tent_result(position: Position, step: Tent) -> Position:
    """sol.items.tent: the two cards are discarded, and the chosen card lies on top of the deck."""
    hand, discard = position.hand, position.discard
    for card in step.discard:
        hand, discard = without(hand, card), with_card(discard, card)
    deck = (step.take, *position.deck)
    return evolve(used(position, Item.TENT), hand=hand, discard=without(discard, step.take), deck=deck)


# Listing


Use = Lantern | MapStep | Radio | Camera | Backpack | Tent


def item_candidates(position: Position, rulings: SolitaireRulings) -> Iterator[Use]:
    """Every way in which a ready item might be used."""
    for item in position.ready:
        yield from _uses(position, item, rulings)


def _uses(position: Position, item: Item, rulings: SolitaireRulings) -> Iterator[Use]:
    match item:
        case Item.LANTERN:
            yield from _lantern_uses(position, rulings)
        case Item.MAP:
            yield from map(MapStep, CHANGES)
        case Item.RADIO:
            yield Radio()
        case Item.CAMERA:
            for _, _, event in placed_events(position):
                yield from (Camera(event.card, change) for change in CHANGES)
        case Item.BACKPACK:
            for _, _, event in placed_events(position):
                yield from (Backpack(card, event.card) for card in position.hand)
        case Item.TENT:
            for first, second in combinations(position.hand, 2):
                yield from (Tent((first, second), card) for card in (*position.discard, first, second))


def _lantern_uses(position: Position, rulings: SolitaireRulings) -> Iterator[Lantern]:
    if position.phase is not Phase.EFFECTS:
        return
    suit = next_suit(position, rulings)
    if suit is None or suit not in position.resolved:
        return
    orders = (False, True) if rulings.lantern_order is LanternOrder.PLAYER else (False,)
    for effect in (*ways(_lit(position, rulings), suit, rulings), declined(suit)):
        yield from (Lantern(effect, last) for last in orders)


def _replaced(position: Position, place: tuple[int, int, Event], event: Event) -> tuple[Column, ...]:
    """The columns with the event of a place (day, slot, what lies there) replaced."""
    day, slot, _ = place
    column = position.columns[day - 1]
    return with_column(position.columns, day, (*column[:slot], event, *column[slot + 1 :]))
