"""The finite rules as tables, each made by running the rules themselves over its whole domain.

A change of a rule changes its table and with it the clauses. Pairs of black pawns are numbered by `PAIRS`.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from typing_extensions import Unpack

from tabi.rules.solitaire import Event, Phase, Position, apply, legal_steps
from tabi.rules.solitaire.columns import with_newest
from tabi.rules.solitaire.defects import BAY_ROAD_CAPACITY
from tabi.rules.solitaire.movement import forward, passes_seven
from tabi.rules.solitaire.table import Fields
from tabi.spec.solitaire.cards import CARDS, NUMBERS, Card, Suit
from tabi.spec.solitaire.locations import DAYS, EVENT_DAYS, LAST_DAY
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS
from tabi.spec.solitaire.steps import Blacks, Fix, Letter, Red, Step, White

Images = tuple[tuple[int, ...], ...]
"""For each index the indices that a rule may lead to, sorted."""
PAIRS = tuple(combinations_with_replacement(range(1, DAYS + 1), 2))
"""The 28 places of the two black pawns, which are interchangeable."""
NUMBER_OF = {pair: index for index, pair in enumerate(PAIRS)}
TAGS = (Card.R1, Card.G2, Card.Y3)
"""Different cards that stand for the slots 0, 1, 2 of a column while a rule moves them about."""
NEW = Card.W6
"""A card that stands for the new one."""


def scene(**fields: Unpack[Fields]) -> Position:
    """A position with these fields; every card that they do not name is in the discard."""
    named = {event.card for column in fields.get("columns", ()) for event in column}
    named |= {*fields.get("hand", ()), *fields.get("deck", ()), *([played] if (played := fields.get("played")) else [])}
    fields["discard"] = tuple(card for card in CARDS if card not in named)
    return Position.checked(**fields)


@cache
def white_moves() -> tuple[tuple[tuple[int, bool], ...], ...]:
    """sol.movement.ring, sol.movement.day-seven-rest: [day - 1][number - 1] -> day index, and whether a lap is paid."""
    past = DEFAULT_RULINGS.past_seven
    return tuple(
        tuple((forward(day, number, past) - 1, passes_seven(day, number)) for number in range(1, NUMBERS + 1))
        for day in range(1, DAYS + 1)
    )


@cache
def blacks_moves() -> tuple[Images, ...]:
    """sol.movement.blacks-total: [number - 1][pair] -> pairs after the blacks' share of a card of that number."""
    cards = [card for card in CARDS if card.suit is Suit.R]
    return tuple(
        tuple(_pairs_after(scene(phase=Phase.BLACKS, blacks=pair, played=card), Blacks) for pair in PAIRS)
        for card in cards
    )


@cache
def letter_moves() -> tuple[Images, Images]:
    """sol.letters.location-memory: [pair] -> pairs after one letter, and after two; more lead no further than two.

    Raises `AssertionError` if three letters lead where two do not, or two leave out what one reaches.
    """
    one = tuple(
        _pairs_after(scene(phase=Phase.TRIM, blacks=pair, resolved=tuple(Suit), letters=1), Letter) for pair in PAIRS
    )
    two, three = _composed(one, one), _composed(_composed(one, one), one)
    assert two == three, "a third letter leads further"
    assert all(set(once) <= set(twice) for once, twice in zip(one, two, strict=True)), "a second letter undoes nothing"
    return one, two


@cache
def red_moves() -> Images:
    """sol.effects.red: [pair] -> pairs after the red effect, which does not look at white (asserted)."""
    tables = {_effect_moves(day, Card.R1, Red) for day in EVENT_DAYS}
    assert len(tables) == 1, "the red effect looks at white"
    return tables.pop()


@cache
def white_effect_moves() -> tuple[Images, ...]:
    """sol.effects.white: [white's day - 1][pair] -> pairs after the effect; the pair itself if it can do nothing."""
    return tuple(_effect_moves(day, Card.W1, White) for day in EVENT_DAYS)


def _effect_moves(day: int, card: Card, kind: type[Red] | type[White]) -> Images:
    columns = tuple((Event(card),) if one == day else () for one in EVENT_DAYS)
    return tuple(
        _pairs_after(scene(phase=Phase.EFFECTS, white=day, blacks=pair, columns=columns), kind) for pair in PAIRS
    )


def _pairs_after(position: Position, kind: type[Step]) -> tuple[int, ...]:
    """The pairs that every legal step of this kind leads to."""
    steps = (step for step in legal_steps(position) if isinstance(step, kind))
    return tuple(sorted({NUMBER_OF[apply(position, step).blacks] for step in steps}))


def _composed(first: Images, then: Images) -> Images:
    return tuple(tuple(sorted({end for middle in targets for end in then[middle]})) for targets in first)


@cache
def placed(holds: int, *, fixed: bool) -> tuple[int | None, ...]:
    """sol.columns.place, sol.letters.fixed-placing: what lies in each slot after placing: None is the new one.

    `holds` is the capacity; `fixed` whether the event in slot 0 is fixed. A shorter column does the same with the
    slots that it has (asserted), so one table serves every length.
    """
    whole = _placed_in(holds, holds, fixed)
    for length in range(1 if fixed else 0, holds):
        shorter = _placed_in(length, holds, fixed)
        assert shorter == tuple(whole[: length + 1]), "a short column does otherwise than a full one"
    return whole


def _placed_in(length: int, holds: int, fixed: bool) -> tuple[int | None, ...]:
    column = tuple(Event(card, fixed and slot == 0) for slot, card in enumerate(TAGS[:length]))
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
