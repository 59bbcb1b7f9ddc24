"""The steps of the solitaire, each in every situation that can matter to it: the domains of the exhaustive proofs.

A scene is a kind of step with the values that each field of a position may have. The exhaustion chooses a field only
when the rules or a claim read it, readings of the rules included: what stays unread may be anything, by construction.
What is abstracted by argument, since the domains are not all values, is this and no more:

* Cards count by suit where they lie, by number where they are played or exchanged, and by how many there are in hand
  and deck: the rules look at nothing else of them. Sizes stand for all larger ones from 5 (deck) and 7 (hand) on: the
  largest draw is 4 cards, and a hand is compared with 4.
* Of a column a step reads the order of suits and which event is fixed; where only the next suit to act is asked for,
  the columns have up to two events, and the days 1-6 are alike, so one of them stands for all.
* Blue, fix, camera and backpack find an event and change its slot, or two: events elsewhere are passed over.
* Suits that are won are none, the one that acts, or the first two to five; letters in hand are 0, 1 or 2, items six
  pairs that have each item, points 0 and the turn 1: of these the rules ask whether one is there, and else count on.
* Two readings are asked for in every phase and matter in some: how the walk through the effects ends, where an effect
  may follow, and an empty hand at the play.
* At most one surplus of three cards is trimmed: more of them go the same way, one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from types import SimpleNamespace
from typing import Final, cast

from tabi.proofs.exhaustion import Chosen, Domain, Unread
from tabi.rules.solitaire import Event, IllegalStep, Phase, Position, Walk
from tabi.rules.solitaire.defects import capacity
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.table import NO_WALK, Column
from tabi.spec.rulings import YES_NO, readings_of
from tabi.spec.solitaire import Card, Item, SolitaireRulings, Suit
from tabi.spec.solitaire.cards import NUMBERS
from tabi.spec.solitaire.locations import EVENT_DAYS
from tabi.spec.solitaire.rulings import EmptyHand, WalkEnd
from tabi.spec.solitaire.steps import Step

Apply = Callable[[Position, Step, SolitaireRulings], Position]
"""The verb `apply`, or a broken one."""
DAYS_OF_RING: Final = range(1, 8)
PAIRS: Final = tuple(combinations_with_replacement(DAYS_OF_RING, 2))
"""The days of the two black pawns."""
WALKING: Final = (Phase.REFILL, Phase.EFFECTS, Phase.RESOLVE)
"""The phases in which a step may be followed by an effect."""
PAIRS_OF_ITEMS: Final = (
    *((Item.LANTERN, Item.CAMERA), (Item.MAP, Item.CAMERA), (Item.RADIO, Item.CAMERA)),
    *((Item.CAMERA, Item.BACKPACK), (Item.CAMERA, Item.TENT), (Item.BACKPACK, Item.TENT)),
)
HAND_POOL: Final = (Card.R5, Card.R6, Card.G5, Card.G6, Card.Y5, Card.B5, Card.W5)
DECK_POOL: Final = (Card.Y6, Card.B6, Card.W6, Card.R4, Card.Y4)


@dataclass(frozen=True, slots=True)
class Scene:
    """A kind of step, the steps of it that come into question in a position, and the domains of a position's fields."""

    kind: str
    steps: Callable[[Position], Iterable[Step]]
    domains: Mapping[str, Domain]


class Unseen:
    """A column that is not chosen yet: to look into it raises `Unread`; to pass it on does not."""

    def __init__(self, day: int) -> None:
        self._part = column_part(day)

    def __iter__(self) -> Iterator[Event]:
        raise Unread(self._part)

    def __len__(self) -> int:
        raise Unread(self._part)

    def __getitem__(self, slot: object) -> object:
        raise Unread(self._part)


def column_part(day: int) -> str:
    """The name of the part that is the column of a day."""
    return f"column of day {day}"


def position_of(chosen: Chosen, *, boards: bool = False) -> Position:
    """The position with the fields that are chosen; the others are not there, and columns are `Unseen`.

    A scene with whole boards leaves out the columns too.
    """
    unseen = tuple(chosen.get(column_part(day), Unseen(day)) for day in EVENT_DAYS)
    position = evolve(object.__new__(Position), columns=cast("tuple[Column, ...]", unseen))
    if boards:
        del position.__dict__["columns"]
    position.__dict__.update({part: value for part, value in chosen.items() if part in Position.__annotations__})
    return position


def rulings_of(chosen: Chosen) -> SolitaireRulings:
    """The readings that are chosen; the others are not there."""
    return cast("SolitaireRulings", SimpleNamespace(**{k: v for k, v in chosen.items() if k in _FIELDS}))


_FIELDS: Final = frozenset(SolitaireRulings.model_fields)


def first_failure(
    scene: Scene, apply: Apply, claim: Callable[[Position, Step, Position, SolitaireRulings], bool], chosen: Chosen
) -> tuple[int, str | None]:
    """How many of a scene's steps are legal for what is chosen, and the first whose claim is false, in words.

    The claim is about the position before, the step, the position after and the readings. Raises `Unread` for what
    is not chosen.
    """
    position, rulings = position_of(chosen, boards="columns" in scene.domains), rulings_of(chosen)
    count = 0
    with reading():
        for step in scene.steps(position):
            try:
                after = apply(position, step, rulings)
            except IllegalStep:
                continue
            count += 1
            if not claim(position, step, after, rulings):
                return count, f"{step} with {written(chosen)}"
    return count, None


@contextmanager
def reading() -> Iterator[None]:
    """Turns the reading of a field or a ruling that is not chosen into `Unread`."""
    try:
        yield
    except AttributeError as error:
        if error.name is not None and isinstance(error.obj, (Position, SimpleNamespace)):
            raise Unread(error.name) from None
        raise


def written(chosen: Chosen) -> str:
    """What is chosen, in words."""
    return ", ".join(f"{part}={value}" for part, value in chosen.items())


def untouched(before: Position, after: Position, *fields: str) -> bool:
    """Whether a step passed these fields on; what it has not read is not read for this either."""
    return all(after.__dict__.get(field) is before.__dict__.get(field) for field in fields)


# Domains


def constant(*values: object) -> Domain:
    """A domain that depends on nothing."""
    return lambda _: values


def card(suit: Suit, number: int) -> Card:
    """The card of a suit with a number."""
    return Card((suit - 1) * NUMBERS + number)


def cards_of(suits: Iterable[Suit]) -> tuple[Card, ...]:
    """Different cards of these suits, the first with number 1, the next with 2 and so on."""
    return tuple(card(suit, number) for number, suit in enumerate(suits, start=1))


def with_fixed(cards: tuple[Card, ...]) -> Iterator[Column]:
    """A column of these cards with no event fixed, and with each of them fixed."""
    for fixed in (None, *range(len(cards))):
        yield tuple(Event(card, slot == fixed) for slot, card in enumerate(cards))


def full_columns(day: int) -> Domain:
    """Every column of a day: each order of suits up to what the day holds, each event fixed or none."""

    def columns(chosen: Chosen) -> Iterator[Column]:
        holds = capacity(day, cast("int", chosen["bay_road_day"]))
        for length in range(holds + 1):
            for suits in product(Suit, repeat=length):
                yield from with_fixed(cards_of(suits))

    return columns


def small_columns(suit: Suit) -> Domain:
    """Columns for the question which suit acts next: none, `suit` alone, and `suit` before and behind another."""
    other = Suit.G if suit is not Suit.G else Suit.R
    orders = ((), (suit,), (suit, other), (other, suit))
    return constant(*(tuple(map(Event, cards_of(order))) for order in orders))


def walks(suit: Suit) -> Domain:
    """Walks that have not begun, that are over, and under the other readings with `suit` still to act or passed."""
    return constant(NO_WALK, Walk((suit,)), Walk((), 1), Walk((), 0, (suit,)))


def items(*ready_used: tuple[tuple[Item, ...], tuple[Item, ...]]) -> dict[str, Domain]:
    """The domains of ready and used items, from pairs of the two."""

    def used(chosen: Chosen) -> list[tuple[Item, ...]]:
        return [used for ready, used in ready_used if ready == chosen["ready"]]

    return {"ready": constant(*dict.fromkeys(ready for ready, _ in ready_used)), "used": used}


def item_pairs(item: Item | None = None) -> dict[str, Domain]:
    """Games without items and with pairs in which each item is met, ready; with `item`, it is ready and another used.

    The claims ask for one item at a time (the tent, or whether map, lantern or radio are ready), never for two.
    """
    if item is not None:
        others = (Item.TENT, Item.MAP, Item.BACKPACK)
        return items(*(((item,), (other,)) for other in others if other is not item))
    return items(((), ()), *((pair, ()) for pair in PAIRS_OF_ITEMS))


def domains(suit: Suit = Suit.R) -> dict[str, Domain]:
    """The usual domains, for a scene in which `suit` may act."""
    return {
        "phase": constant(*Phase),
        "white": constant(*DAYS_OF_RING),
        "blacks": constant(*PAIRS),
        "bay_road_day": constant(*EVENT_DAYS),
        "deck": constant(*(DECK_POOL[:size] for size in (0, 1, 2, 3, 5))),
        "hand": constant(*(HAND_POOL[:size] for size in range(len(HAND_POOL) + 1))),
        "discard": constant(()),
        "resolved": constant((), (suit,), *(tuple(Suit)[:count] for count in range(2, 6))),
        "letters": constant(0, 1, 2),
        "points": constant(0),
        "turn": constant(1),
        "played": constant(Card.R4, Card.G4, Card.Y4, Card.B4, Card.W4),
        "map_shift": constant(-1, 0, 1),
        "walk": walks(suit),
        **item_pairs(),
        **{column_part(day): small_columns(suit) for day in EVENT_DAYS},
        **{field: constant(*_readings(field)) for field in SolitaireRulings.model_fields},
        "walk_end": _in_phases(*WALKING, values=tuple(WalkEnd)),
        "empty_hand": _in_phases(Phase.PLAY, values=tuple(EmptyHand)),
    }


def _in_phases(*phases: Phase, values: tuple[object, ...]) -> Domain:
    """All these values in some phases, and the first alone in the others."""
    return lambda chosen: values if chosen["phase"] in phases else values[:1]


def _readings(field: str) -> tuple[object, ...]:
    kind = SolitaireRulings.model_fields[field].annotation
    values = readings_of(SolitaireRulings, field)
    return tuple(value == YES_NO[0] for value in values) if kind is bool else tuple(map(cast("type", kind), values))


ONE_DAY: Final = {"white": constant(3, 7)}
"""A day with events and the day without."""
