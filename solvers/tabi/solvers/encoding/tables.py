"""The finite rules as tables, each made by running the rules themselves over its whole domain.

A change of a rule changes its table and with it the clauses. Pairs of black pawns are numbered by `PAIRS`.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from typing_extensions import Unpack

from tabi.rules.solitaire import Event, Phase, Position, apply, legal_steps, violation
from tabi.rules.solitaire.columns import with_newest
from tabi.rules.solitaire.defects import BAY_ROAD_CAPACITY
from tabi.rules.solitaire.items import CHANGES
from tabi.rules.solitaire.movement import forward, passes_seven
from tabi.rules.solitaire.table import Fields
from tabi.rules.solitaire.walk import taken_up
from tabi.spec.solitaire.cards import CARDS, NUMBERS, Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import DAYS, EVENT_DAYS, LAST_DAY
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings
from tabi.spec.solitaire.steps import Blacks, Fix, Lantern, Letter, MapStep, Play, Red, Step, White

Images = tuple[tuple[int, ...], ...]
"""For each index the indices that a rule may lead to, sorted."""
PAIRS = tuple(combinations_with_replacement(range(1, DAYS + 1), 2))
"""The 28 places of the two black pawns, which are interchangeable."""
NUMBER_OF = {pair: index for index, pair in enumerate(PAIRS)}
TAGS = (Card.R1, Card.G2, Card.Y3)
"""Different cards that stand for the slots 0, 1, 2 of a column while a rule moves them about."""
NEW = Card.W6
"""A card that stands for the new one."""
MORE, LESS = CHANGES


def scene(**fields: Unpack[Fields]) -> Position:
    """A position with these fields; every card that they do not name is in the discard."""
    named = {event.card for column in fields.get("columns", ()) for event in column}
    named |= {*fields.get("hand", ()), *fields.get("deck", ()), *([played] if (played := fields.get("played")) else [])}
    fields["discard"] = tuple(card for card in CARDS if card not in named)
    return Position.checked(**fields)


@cache
def white_moves(rulings: SolitaireRulings) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """sol.movement.ring, sol.movement.day-seven-rest: [day - 1][number - 1] -> day index, and whether a lap is paid."""
    past = rulings.past_seven
    return tuple(
        tuple((forward(day, number, past) - 1, passes_seven(day, number)) for number in range(1, NUMBERS + 1))
        for day in range(1, DAYS + 1)
    )


@cache
def shifted_moves(rulings: SolitaireRulings, shift: int) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """sol.movement.play, sol.items.map: the same for a number that the map changed by `shift`, by playing the cards."""
    return tuple(
        tuple(_after_play(day, card, shift, rulings) for card in CARDS if card.suit is Suit.R)
        for day in range(1, DAYS + 1)
    )


def _after_play(day: int, card: Card, shift: int, rulings: SolitaireRulings) -> tuple[int, bool]:
    before = scene(white=day, hand=(card,), deck=(NEW,), used=(Item.MAP, Item.TENT), map_shift=shift)
    after = apply(before, Play(card), rulings)
    return after.white - 1, not after.deck


@cache
def map_moves(rulings: SolitaireRulings) -> tuple[tuple[tuple[int, bool] | None, ...], ...]:
    """sol.items.map: for one day back and for one on, [day - 1] -> day index, and whether a lap is paid, or None."""
    return tuple(
        tuple(_after_map(day, MapStep(change), rulings) for day in range(1, DAYS + 1)) for change in (LESS, MORE)
    )


def _after_map(day: int, step: MapStep, rulings: SolitaireRulings) -> tuple[int, bool] | None:
    before = scene(white=day, hand=(Card.R1,), deck=(NEW,), ready=(Item.MAP, Item.TENT))
    if violation(before, step, rulings) is not None:
        return None
    after = apply(before, step, rulings)
    return after.white - 1, not after.deck


@cache
def blacks_moves(rulings: SolitaireRulings) -> tuple[Images, ...]:
    """sol.movement.blacks-total: [number - 1][pair] -> pairs after the blacks' share of a card of that number."""
    cards = [card for card in CARDS if card.suit is Suit.R]
    return tuple(
        tuple(_pairs_after(scene(phase=Phase.BLACKS, blacks=pair, played=card), Blacks, rulings) for pair in PAIRS)
        for card in cards
    )


@cache
def letter_moves() -> tuple[Images, Images]:
    """sol.letters.location-memory: [pair] -> pairs after one letter, and after two; more lead no further than two.

    Raises `AssertionError` if three letters lead where two do not, or two leave out what one reaches.
    """
    one = tuple(
        _pairs_after(scene(phase=Phase.TRIM, blacks=pair, resolved=tuple(Suit), letters=1), Letter, DEFAULT_RULINGS)
        for pair in PAIRS
    )
    two, three = _composed(one, one), _composed(_composed(one, one), one)
    assert two == three, "a third letter leads further"
    assert all(set(once) <= set(twice) for once, twice in zip(one, two, strict=True)), "a second letter undoes nothing"
    return one, two


@cache
def red_moves(rulings: SolitaireRulings, *, lit: bool = False) -> Images:
    """sol.effects.red: [pair] -> pairs after the red effect, which does not look at white (asserted).

    With `lit` it is the effect of a resolved suit under the lantern.
    """
    tables = {_effect_moves(day, Card.R1, Red, rulings, lit=lit) for day in EVENT_DAYS}
    assert len(tables) == 1, "the red effect looks at white"
    return tables.pop()


@cache
def white_effect_moves(rulings: SolitaireRulings, *, lit: bool = False) -> tuple[Images, ...]:
    """sol.effects.white: [white's day - 1][pair] -> pairs after the effect; the pair itself if it can do nothing.

    With `lit` it is the effect of a resolved suit under the lantern, which must be able to do something.
    """
    return tuple(_effect_moves(day, Card.W1, White, rulings, lit=lit) for day in EVENT_DAYS)


def _effect_moves(
    day: int, card: Card, kind: type[Red] | type[White], rulings: SolitaireRulings, *, lit: bool
) -> Images:
    return tuple(_pairs_after(_acting(day, card, pair, rulings, lit=lit), kind, rulings, lit=lit) for pair in PAIRS)


def _acting(day: int, card: Card, blacks: tuple[int, int], rulings: SolitaireRulings, *, lit: bool) -> Position:
    """A position in which the card acts alone in white's place, as a resolved one with a lantern where `lit`."""
    fields: Fields = {"resolved": (card.suit,), "ready": (Item.LANTERN, Item.MAP)} if lit else {}
    fields["columns"] = tuple((Event(card),) if one == day else () for one in EVENT_DAYS)
    fields |= {"phase": Phase.EFFECTS, "white": day, "blacks": blacks}
    return taken_up(scene(**fields), rulings)


def _pairs_after(
    position: Position, kind: type[Step], rulings: SolitaireRulings, *, lit: bool = False
) -> tuple[int, ...]:
    """The pairs that every legal step of this kind leads to; with `lit`, every lantern's step with an effect of it."""
    steps = (
        step
        for step in legal_steps(position, rulings)
        if isinstance(step.effect if lit and isinstance(step, Lantern) else step, kind)
    )
    return tuple(sorted({NUMBER_OF[apply(position, step, rulings).blacks] for step in steps}))


def _composed(first: Images, then: Images) -> Images:
    return tuple(tuple(sorted({end for middle in targets for end in then[middle]})) for targets in first)


@cache
def placed_around(holds: int, fixed: int | None) -> tuple[int | None, ...]:
    """sol.columns.place, sol.letters.fixed-placing: what lies in each slot after placing: None is the new one.

    `holds` is the capacity; `fixed` the slot of the fixed event, if there is one. A shorter column does the same with
    the slots that it has (asserted), so one table serves every length.
    """
    whole = _placed_in(holds, holds, fixed)
    for length in range(0 if fixed is None else fixed + 1, holds):
        shorter = _placed_in(length, holds, fixed)
        assert shorter == tuple(whole[: length + 1]), "a short column does otherwise than a full one"
    return whole


def placed(holds: int, *, fixed: bool) -> tuple[int | None, ...]:
    """sol.columns.place, sol.letters.fixed-placing: the same where a fixed event lies nearest if there is one."""
    return placed_around(holds, 0 if fixed else None)


def _placed_in(length: int, holds: int, fixed: int | None) -> tuple[int | None, ...]:
    column = tuple(Event(card, slot == fixed) for slot, card in enumerate(TAGS[:length]))
    after, _ = with_newest(column, Event(NEW), holds)
    return tuple(None if event.card is NEW else TAGS.index(event.card) for event in after)


@cache
def moved_to_front() -> Images:
    """sol.letters.event-memory: [slot] -> the old slot of each event after the one in `slot` was fixed.

    A shorter column does the same with the slots that it has (asserted).
    """
    whole = tuple(_moved(slot, BAY_ROAD_CAPACITY) for slot in range(BAY_ROAD_CAPACITY))
    for length in range(1, BAY_ROAD_CAPACITY):
        for slot in range(length):
            assert _moved(slot, length) == whole[slot][:length], "a short column does otherwise than a full one"
    return whole


def _moved(slot: int, length: int) -> tuple[int, ...]:
    column = tuple(map(Event, TAGS[:length]))
    before = scene(columns=(column, *((),) * (LAST_DAY - 2)), bay_road_day=1, resolved=(Suit.R,), letters=1)
    after = apply(before, Fix(TAGS[slot])).columns[0]
    assert [event.fixed for event in after] == [place == 0 for place in range(length)], "the fixed one is nearest"
    return tuple(TAGS.index(event.card) for event in after)
