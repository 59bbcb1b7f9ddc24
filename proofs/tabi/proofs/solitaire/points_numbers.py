"""Theorems about the numbers that may count: in the rest of a turn, and as long as an event lies in its column."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain, combinations_with_replacement, permutations, product
from typing import Final, NamedTuple

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.effects import points_clear_the_column
from tabi.proofs.solitaire.scenes import Apply, card, untouched, with_fixed
from tabi.proofs.solitaire.stepping import for_every_step
from tabi.proofs.theorem import Claim, theorem
from tabi.rules.solitaire import Event, Phase, Position, apply
from tabi.rules.solitaire.columns import with_newest
from tabi.rules.solitaire.letters import fix_result
from tabi.rules.solitaire.points_numbers import extra_numbers, numbers_now, slots_left
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.table import NO_WALK, Column, Walk
from tabi.rules.solitaire.walk import advanced, begun, next_suit
from tabi.spec.solitaire import CARDS, Card, Item, SolitaireRulings, Suit
from tabi.spec.solitaire.cards import NUMBERS
from tabi.spec.solitaire.rulings import EffectWalk
from tabi.spec.solitaire.steps import Backpack, Camera, Fix, Place, Step, Trim

# The rest of a turn

Events = tuple[tuple[Suit, int], ...]
"""Suits and numbers of white's column, nearest first."""
Now = Callable[[Position], int]


class Means(NamedTuple):
    """What may happen amid the effects besides: uses of backpack and camera left, and whether a lantern is there."""

    backpacks: int = 0
    photos: int = 0
    lit: bool = False


class Case(NamedTuple):
    """A column at the beginning of the effects, the suits resolved, and the two items that are in the game."""

    column: Events
    resolved: frozenset[Suit]
    items: tuple[Item, ...]


def blue_exchanges_nothing(position: Position) -> int:
    """What blue may bring in is forgotten."""
    column, resolved = position.columns[2], position.resolved
    counted = sum(event.card.number for event in column if event.card.suit in resolved)
    return counted + extra_numbers(position, now=True)


def nearest_alone(position: Position) -> int:
    """Only the nearest event counts."""
    column = position.columns[2]
    return numbers_now(evolve(position, columns=((), (), column[:1], (), (), ())))


def items_add_nothing(position: Position) -> int:
    """What backpack and camera may add is forgotten."""
    return numbers_now(position) - extra_numbers(position, now=True)


@theorem(
    "sol.effects.turn-numbers",
    "The numbers that count in a turn are those of the resolved suits in white's place and, where blue may act, at "
    "most one more, as large as the largest there; each use of the backpack adds a six or less, of the camera two. As "
    "many count as events lie there at most, one more with the lantern, and one fewer where an event of an unresolved "
    "suit other than blue lies there and neither backpack nor lantern is in the game.",
    clauses=["sol.effects.order", "sol.effects.blue", "sol.effects.points", "sol.items.lantern", "sol.items.camera"],
    about=numbers_now,
    mutants=[blue_exchanges_nothing, nearest_alone, items_add_nothing],
    rests_on=["sol.effects.at-most-four", "sol.effects.points-at-most"],
)
def turn_numbers(now: Now) -> Claim:
    """Every column of white's place with all that may happen to it between two effects, walked by the rules."""
    return for_all(_turns(now), least=10_000)


def _turns(now: Now) -> Iterator[tuple[object, bool]]:
    for reading, case in chain(product(EffectWalk, _cases()), product((EffectWalk.CARDS,), _full_cases())):
        means = _means(case.items)
        most = _most_counted(reading, case.resolved)
        total = most(case.column, _begun(reading, case.column), means)
        yield (reading, case), total <= now(_position(case))
        if means.backpacks == means.photos == 0:
            ones = tuple((suit, 1) for suit, _ in case.column)
            count = most(ones, _begun(reading, ones), means)
            silent = any(suit is not Suit.B and suit not in case.resolved for suit, _ in case.column)
            lit = extra_numbers(_position(case), now=False) // NUMBERS
            yield (reading, case, count), count <= len(ones) + (lit if means.lit else -silent)


def _cases() -> Iterator[Case]:
    """Up to three events without items or with the lantern, up to two with backpack or camera."""
    few, many = ((), (Item.LANTERN, Item.MAP)), (_PACKED, _FILMED, (Item.LANTERN, Item.CAMERA))
    for sizes, games in (((1, 2, 3), few), ((1, 2), many)):
        for size, game in product(sizes, games):
            for suits in product(Suit, repeat=size):
                for resolved, numbers in product(_subsets(set(suits)), _NUMBERS):
                    yield Case(tuple(zip(suits, numbers, strict=False)), resolved, game)


def _full_cases() -> Iterator[Case]:
    """Three events with backpack or camera, in one order: any other can be brought about at any time.

    Under the other readings no suit acts that could not act under this one, in an order that can be brought about.
    """
    for game, suits in product((_PACKED, _FILMED), combinations_with_replacement(Suit, 3)):
        for resolved in _subsets(set(suits)):
            yield Case(tuple(zip(suits, (2, 5, 6), strict=True)), resolved, game)


_NUMBERS: Final = ((2, 5, 6), (6, 5, 2))
_PACKED: Final = (Item.BACKPACK, Item.MAP)
_FILMED: Final = (Item.CAMERA, Item.MAP)


def _subsets(suits: set[Suit]) -> Iterator[frozenset[Suit]]:
    """Which of these suits and blue are resolved; the others, which may be brought in, are, so that they count."""
    every = sorted(suits | {Suit.B})
    for chosen in product((False, True), repeat=len(every)):
        open_suits = {suit for suit, is_open in zip(every, chosen, strict=True) if is_open}
        yield frozenset(suit for suit in Suit if suit not in open_suits)


def _means(items: tuple[Item, ...]) -> Means:
    """Used twice in a turn: ready at first, and once more by green."""
    return Means(2 * (Item.BACKPACK in items), 2 * (Item.CAMERA in items), Item.LANTERN in items)


def _position(case: Case) -> Position:
    """White on day 3, the bay road, amid the effects."""
    events = tuple(Event(card(suit, number)) for suit, number in case.column)
    columns = ((), (), events, (), (), ())
    resolved = tuple(sorted(case.resolved))
    return evolve(_ON_BAY_ROAD, phase=Phase.EFFECTS, columns=columns, resolved=resolved, ready=case.items)


Most = Callable[[Events, Walk, Means], int]


@cache
def _most_counted(reading: EffectWalk, resolved: frozenset[Suit]) -> Most:
    """A function that says how much the numbers that count can sum to, from a moment amid the effects on.

    Event memory, as often as one likes, brings the events into any order.
    """

    @cache
    def most(column: Events, walk: Walk, left: Means) -> int:
        found = max((most(one, walk, means) for one, means in _between(column, left)), default=0)
        for order in set(permutations(column)):
            suit, after = _acting(reading, tuple(suit for suit, _ in order), walk)
            if suit is not None:
                ways = set(_acted(order, suit, counts=suit in resolved, lit=left.lit))
                found = max(found, *(earned + most(one, after, left) for one, earned in ways))
        return found

    return most


def _between(column: Events, left: Means) -> Iterator[tuple[Events, Means]]:
    """A six of any suit put in by the backpack, or a number that the camera makes one larger; less brings no more."""
    for slot, (suit, number) in enumerate(column):
        if left.backpacks:
            fewer = left._replace(backpacks=left.backpacks - 1)
            yield from ((_with(column, slot, (one, NUMBERS)), fewer) for one in Suit)
        if left.photos:
            yield _with(column, slot, (suit, number + 1)), left._replace(photos=left.photos - 1)


def _acted(column: Events, suit: Suit, *, counts: bool, lit: bool) -> Iterator[tuple[Events, int]]:
    """The columns that the next suit leaves, and the numbers that count by it; under the lantern in either order."""
    here = _sum_of(column, suit) if counts else 0
    yield tuple(sorted(column)), here
    if suit is Suit.B and (lit or not counts):
        for one in _exchanged(column):
            yield one, max(here, _sum_of(one, suit)) if counts else 0


def _sum_of(column: Events, suit: Suit) -> int:
    return sum(number for one, number in column if one is suit)


def _exchanged(column: Events) -> Iterator[Events]:
    """Blue puts any suit in a slot, with the number that was there; to change places within the column is an order."""
    for slot, (_, number) in enumerate(column):
        yield from (_with(column, slot, (suit, number)) for suit in Suit)


def _with(column: Events, slot: int, event: tuple[Suit, int]) -> Events:
    """The column with an event in a slot, in the order of suits: any other can be brought about."""
    return tuple(sorted((*column[:slot], event, *column[slot + 1 :])))


@cache
def _acting(reading: EffectWalk, suits: tuple[Suit, ...], walk: Walk) -> tuple[Suit | None, Walk]:
    """The suit that is next by the rules, and the walk once it has acted."""
    rulings, position = SolitaireRulings(effect_walk=reading), _amid(suits, walk)
    suit = next_suit(position, rulings)
    return suit, walk if suit is None else advanced(position, suit, rulings).walk


def _begun(reading: EffectWalk, column: Events) -> Walk:
    return begun(_amid(tuple(suit for suit, _ in column), NO_WALK), SolitaireRulings(effect_walk=reading)).walk


def _amid(suits: tuple[Suit, ...], walk: Walk) -> Position:
    events = tuple(Event(card(suit, slot)) for slot, suit in enumerate(suits, start=1))
    return evolve(_ON_BAY_ROAD, phase=Phase.EFFECTS, columns=((), (), events, (), (), ()), walk=walk)


_ON_BAY_ROAD: Final = Position.checked(phase=Phase.RESOLVE, white=3, bay_road_day=3, discard=CARDS)

# From turn to turn


@theorem(
    "sol.columns.numbers-stay",
    "The numbers that lie on a day change only by placing a card, by backpack and camera, and as camera changes end; "
    "blue exchanges equal numbers.",
    clauses=["sol.columns.place", "sol.effects.blue", "sol.items.backpack", "sol.items.camera"],
    about=apply,
    mutants=[points_clear_the_column],
)
def numbers_stay(applied: Apply) -> Claim:
    """Every step in every scene; columns passed on whole are not read."""

    def stays(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
        if isinstance(step, (Place, Backpack, Camera, Trim)) or untouched(before, after, "columns"):
            return True
        pairs = zip(before.columns, after.columns, strict=True)
        return all(one is other or _numbers(one) == _numbers(other) for one, other in pairs)

    return for_every_step(stays, applied, ("points", "effect of B"))


def _numbers(column: Column) -> list[int]:
    return sorted(event.value for event in column)


Left = Callable[[int, int], int]


def one_slot_fewer(holds: int, slot: int) -> int:
    """The last slot of a column is forgotten."""
    return holds - 2 - slot


def always_one(_: int, __: int) -> int:
    """Every event counts once more, wherever it lies."""
    return 1


def one_slot_more(holds: int, slot: int) -> int:
    """A slot more than there is."""
    return holds - slot


@theorem(
    "sol.columns.numbers-count",
    "Whenever a card is placed before an event that is not fixed and stays, one slot fewer is left to it, and event "
    "memory leaves none more; so its number counts behind newer ones at most as often as slots are left to it, each "
    "time in a later turn: that of a placed card once, in the bay road twice. A fixed event counts at each visit.",
    clauses=["sol.columns.place", "sol.columns.capacity", "sol.letters.fixed-placing", "sol.letters.event-memory"],
    about=slots_left,
    mutants=[one_slot_fewer, always_one, one_slot_more],
    rests_on=["sol.columns.newest-and-fixed-stay", "sol.columns.numbers-stay"],
)
def numbers_count(left: Left) -> Claim:
    """Both capacities, every number of events, each slot fixed or none; suits and numbers are not looked at."""
    return for_all((*_placed(left), *_remembered(left)), least=50)


def _columns() -> Iterator[tuple[int, Column]]:
    for holds, cards in product((2, 3), ((), (Card.R1,), (Card.R1, Card.G2), (Card.R1, Card.G2, Card.Y3))):
        yield from ((holds, column) for column in with_fixed(cards) if len(cards) <= holds)


def _placed(left: Left) -> Iterator[tuple[object, bool]]:
    newest = Event(Card.W6)
    for holds, column in _columns():
        kept, _ = with_newest(column, newest, holds)
        for slot, event in enumerate(kept):
            before = 1 + 1 + (holds > 2) if event is newest else left(holds, column.index(event))
            yield (column, holds, event), event.fixed or 0 <= left(holds, slot) <= before - 1


def _remembered(left: Left) -> Iterator[tuple[object, bool]]:
    for holds, column in _columns():
        if any(event.fixed for event in column):
            continue
        for event in column:
            position = evolve(_ON_BAY_ROAD, columns=((), (), column, (), (), ()), letters=1)
            after = fix_result(position, Fix(event.card)).columns[2]
            for slot, other in enumerate(after):
                is_kept = other.fixed or left(holds, slot) <= left(holds, column.index(other))
                yield (column, holds, event, other), is_kept
