"""What white's place can bring in one turn, seen by which events there count: the columns of the bound on whole deals.

An event is looked at as a `Slot`: it counts, its suit being resolved, or it is of an unresolved suit, whose effect it
gives. What the effects make of a column is a `Way`; what the turn does to the uses that the events have left are its
`Gains`. The theorem says that every walk through the effects, with every exchange by blue and every event memory, lies
within one of the ways of its column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations, product
from typing import Final, NamedTuple

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.company import WITHOUT_ITEMS
from tabi.proofs.solitaire.scenes import card
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Event, Phase, Position, Walk
from tabi.rules.solitaire.columns import with_newest
from tabi.rules.solitaire.points_numbers import slots_left
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.table import NO_WALK, Column
from tabi.rules.solitaire.walk import advanced, next_suit
from tabi.spec.solitaire import CARDS, Suit
from tabi.spec.solitaire.cards import NUMBERS
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

WITHOUT_ITEMS_FIXED_STAY: Final = Premises(
    {**WITHOUT_ITEMS.rulings, "sol.fixed-under-blue": frozenset({"refused"})},
    WITHOUT_ITEMS.without,
    f"{WITHOUT_ITEMS.words} and blue moves no fixed event",
)


class Slot(NamedTuple):
    """An event of white's place: its suit while that is not resolved, None where it counts; and its number."""

    suit: Suit | None
    number: int


class Lying(NamedTuple):
    """White's place, which holds so many events, once the card is placed: the newest, those behind it, the fixed one.

    The fixed one is nearest.
    """

    holds: int
    newest: Slot
    others: tuple[Slot, ...]
    fixed: Slot | None = None

    @property
    def moving(self) -> tuple[Slot, ...]:
        """The events that are not fixed."""
        return (self.newest, *self.others)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All events, nearest first."""
        return (self.fixed, *self.moving) if self.fixed is not None else self.moving

    def left(self) -> tuple[int, ...]:
        """The slots left to each event that is not fixed, newest first."""
        first = int(self.fixed is not None)
        return tuple(slots_left(self.holds, first + slot) for slot in range(len(self.moving)))


class Way(NamedTuple):
    """What the effects can bring: numbers that count, a red and a white effect, and what there is for a letter.

    `alike` is the most events of one unresolved suit that lie there afterwards. `renewed` says that blue has brought an
    unresolved blue event from the last slot of a column to a slot before the last.
    """

    numbers: int
    red: bool
    pull: bool
    alike: int
    renewed: bool = False


class Gains(NamedTuple):
    """What a placing adds to the uses left, by number (1-6): those of the newest event, less one for each behind it.

    `blue` is the same for unresolved blue events, of which it matters alone whether they have a use left.
    """

    uses: tuple[int, ...]
    blue: int


def gains(lying: Lying) -> Gains:
    """sol.columns.numbers-count: what a placing adds to the uses left."""
    uses, left = [0] * NUMBERS, lying.left()
    uses[lying.newest.number - 1] += left[0]
    blue = int(lying.newest.suit is Suit.B and left[0] > 0)
    for other, slots in zip(lying.others, left[1:], strict=True):
        uses[other.number - 1] -= 1
        blue -= other.suit is Suit.B and slots == 0
    return Gains(tuple(uses), blue)


# Ways


def ways(lying: Lying, resolved: int) -> Iterator[Way]:
    """sol.effects.ways: what the effects can bring when so many suits are resolved.

    A fixed event that counts may have any number. In one turn a number counts once for each resolved suit at most.
    """
    fixed = lying.fixed
    numbers = range(1, NUMBERS + 1) if fixed is not None and fixed.suit is None else (0,)
    unresolved = Counter(slot.suit for slot in lying.slots if slot.suit is not None)
    red, pull, alike = unresolved[Suit.R] > 0, unresolved[Suit.W] > 0, max(unresolved.values(), default=0)
    for number in numbers:
        counting = [slot.number for slot in lying.moving if slot.suit is None] + [number] * (number > 0)
        if max(Counter(counting).values(), default=0) > resolved:
            continue
        plain = Way(sum(counting), red, pull, alike)
        if unresolved[Suit.B]:
            yield from _by_blue(plain, lying, counting, resolved)
        else:
            yield plain


def _by_blue(plain: Way, lying: Lying, counting: list[int], resolved: int) -> Iterator[Way]:
    """Blue brings in an event with a number that lies there, or an effect, or goes away itself to a fresh slot."""
    more = plain._replace(alike=plain.alike + 1)
    brought = [slot for slot in lying.moving if counting.count(slot.number) < resolved]
    by_itself = max((slot.number for slot in brought if slot.suit is Suit.B), default=0)
    is_last = any(slot.suit is Suit.B and left == 0 for slot, left in zip(lying.moving, lying.left(), strict=True))
    yield more._replace(numbers=plain.numbers + max((slot.number for slot in brought), default=0))
    yield more._replace(numbers=plain.numbers + (by_itself if is_last else 0), renewed=True)
    if len(Suit) - resolved > 1:
        yield more._replace(red=True, renewed=is_last)
        yield more._replace(pull=True, renewed=is_last)


class Model(NamedTuple):
    """The functions that say what a turn can bring; broken ones take their place in mutants."""

    name: str
    ways: Callable[[Lying, int], Iterator[Way]] = ways
    gains: Callable[[Lying], Gains] = gains

    def __str__(self) -> str:
        return self.name


def blue_brings_no_number(lying: Lying, resolved: int) -> Iterator[Way]:
    """Only numbers of events that count before the effects count."""
    fixed = NUMBERS * (lying.fixed is not None and lying.fixed.suit is None)
    most = fixed + sum(slot.number for slot in lying.moving if slot.suit is None)
    return (way._replace(numbers=min(way.numbers, most)) for way in ways(lying, resolved))


def no_exchange_renews(lying: Lying, resolved: int) -> Iterator[Way]:
    """Blue brings no blue event to a fresh slot."""
    return (way._replace(renewed=False) for way in ways(lying, resolved))


def blue_brings_no_effect(lying: Lying, resolved: int) -> Iterator[Way]:
    """Only effects of suits that lie there act."""
    red, pull = (any(slot.suit is suit for slot in lying.slots) for suit in (Suit.R, Suit.W))
    return (way._replace(red=way.red and red, pull=way.pull and pull) for way in ways(lying, resolved))


def fixed_counts_not(lying: Lying, resolved: int) -> Iterator[Way]:
    """A fixed event does not count."""
    return ways(lying._replace(fixed=None), resolved)


def bay_road_uses_once(lying: Lying) -> Gains:
    """A card placed on the bay road is used once, as everywhere."""
    told = gains(lying)
    return told._replace(uses=tuple(min(uses, 1) for uses in told.uses))


@theorem(
    "sol.effects.ways",
    "Whatever the effects, blue's exchanges and event memory make of white's place in a turn, the numbers that count, "
    "the red and white effects, the events of one unresolved suit that lie there afterwards, and the uses that are "
    "left to events are within one of the ways of its column, as the card was placed or with an event fixed before.",
    clauses=["sol.effects.order", "sol.effects.blue", "sol.effects.points", "sol.letters.event-memory"],
    premises=WITHOUT_ITEMS_FIXED_STAY,
    about=Model("the ways"),
    mutants=[
        Model("blue_brings_no_number", ways=blue_brings_no_number),
        Model("no_exchange_renews", ways=no_exchange_renews),
        Model("blue_brings_no_effect", ways=blue_brings_no_effect),
        Model("fixed_counts_not", ways=fixed_counts_not),
        Model("bay_road_uses_once", gains=bay_road_uses_once),
    ],
    rests_on=["sol.columns.numbers-count", "sol.columns.numbers-stay"],
)
def ways_cover(given: Model) -> Claim:
    """Every column, card and set of resolved suits, walked by the rules; the three largest numbers stand for all."""
    return for_all(_walks(given), least=10_000)


# Walks

Card = tuple[Suit, int]


class End(NamedTuple):
    """What a walk has come to: the column, what counted, what acted, and what blue events have won elsewhere."""

    column: Column
    numbers: int = 0
    red: bool = False
    pull: bool = False
    elsewhere: int = 0


def _walks(given: Model) -> Iterator[tuple[object, bool]]:
    for holds, before, newest in _scenes():
        for resolved in _resolved(newest, before):
            for end in ends(before, newest, holds, resolved):
                yield (
                    (holds, before, newest, sorted(resolved), end),
                    _is_within(given, before, newest, holds, resolved, end),
                )


_SUITS: Final = (Suit.B, Suit.R, Suit.W, Suit.Y)
"""Green moves nothing and brings nothing, as yellow does."""
_POOL: Final = tuple(product(_SUITS, (4, 5, 6)))


def _scenes() -> Iterator[tuple[int, Column, Event]]:
    """What lies there before the placing, up to what stays, nearest first, the nearest fixed or not; and the card."""
    for holds in (2, 3):
        for cards in (cards for count in range(1, holds + 1) for cards in permutations(_POOL, count)):
            newest, *lying = (Event(card(*one)) for one in cards)
            yield holds, tuple(lying), newest
            if lying:
                yield holds, (lying[0]._replace(fixed=True), *lying[1:]), newest


def _resolved(newest: Event, before: Column) -> Iterator[frozenset[Suit]]:
    """Which suits are resolved: each choice of those that lie there and blue; of the others none, the first, or all."""
    here = sorted({event.card.suit for event in (newest, *before)} | {Suit.B})
    others = [suit for suit in Suit if suit not in here]
    for chosen in product((False, True), repeat=len(here)):
        some = {suit for suit, is_in in zip(here, chosen, strict=True) if is_in}
        yield from {frozenset(some | set(others[:count])) for count in (0, 1, len(others))}


def ends(before: Column, newest: Event, holds: int, resolved: frozenset[Suit]) -> set[End]:
    """All that the walk through the effects can come to once the card is placed."""
    placed, _ = with_newest(before, newest, holds)
    found: set[End] = set()
    met: set[tuple[End, Walk]] = set()
    waiting = [(End(placed), NO_WALK)]
    while waiting:
        here = waiting.pop()
        if here in met:
            continue
        met.add(here)
        end, walk = here
        if resolved:
            waiting += ((end._replace(column=column), walk) for column in _remembered(end.column))
        suit, after = _acting(tuple(event.card.suit for event in end.column), walk)
        if suit is None:
            found.add(end)
        else:
            waiting += ((one, after) for one in _acted(end, suit, holds, resolved))
    return found


def _remembered(column: Column) -> Iterator[Column]:
    """The column with an event fixed and nearest."""
    if not any(event.fixed for event in column):
        for slot, event in enumerate(column):
            yield (event._replace(fixed=True), *column[:slot], *column[slot + 1 :])


def _acted(end: End, suit: Suit, holds: int, resolved: frozenset[Suit]) -> Iterator[End]:
    """What comes of the suit that acts; every effect may also be declined."""
    if suit in resolved:
        counted = sum(event.card.number for event in end.column if event.card.suit is suit)
        yield end._replace(numbers=end.numbers + counted)
        return
    yield end._replace(red=end.red or suit is Suit.R, pull=end.pull or suit is Suit.W)
    if suit is Suit.B:
        yield end._replace(elsewhere=end.elsewhere + 1)
        yield from _exchanged(end, resolved)


def _exchanged(end: End, resolved: frozenset[Suit]) -> Iterator[End]:
    """Blue's exchanges within the column, and with an event of any suit elsewhere, which has the same number.

    A blue event that goes elsewhere has a use left there at best; one that comes from there had none at worst.
    """
    column, here = end.column, {event.card for event in end.column}
    for slot, event in enumerate(column):
        if event.fixed:
            continue
        for other, partner in enumerate(column[:slot]):
            if not partner.fixed and partner.card.number == event.card.number:
                yield end._replace(column=_put(_put(column, slot, partner), other, event))
        for suit in Suit:
            arriving = card(suit, event.card.number)
            if arriving not in here:
                leaves = event.card.suit is Suit.B and Suit.B not in resolved
                gone = end._replace(elsewhere=end.elsewhere + leaves)
                yield gone._replace(column=_put(column, slot, Event(arriving)))


def _put(column: Column, slot: int, event: Event) -> Column:
    return (*column[:slot], event, *column[slot + 1 :])


@cache
def _acting(suits: tuple[Suit, ...], walk: Walk) -> tuple[Suit | None, Walk]:
    """The suit that is next by the rules, and the walk once it has acted."""
    events = tuple(Event(card(suit, slot)) for slot, suit in enumerate(suits, start=1))
    position = evolve(_AMID, columns=((), (), events, (), (), ()), walk=walk)
    suit = next_suit(position, DEFAULT_RULINGS)
    return suit, walk if suit is None else advanced(position, suit, DEFAULT_RULINGS).walk


_AMID: Final = evolve(
    Position.checked(phase=Phase.RESOLVE, white=3, bay_road_day=3, discard=CARDS), phase=Phase.EFFECTS
)


# Comparing


def _is_within(given: Model, before: Column, newest: Event, holds: int, resolved: frozenset[Suit], end: End) -> bool:
    """Whether a way of the column as it was placed, or with an event fixed before, has all that a walk has come to."""
    asked = Way(end.numbers, end.red, end.pull, _alike(end.column, resolved))
    uses, blue = _left(end.column, holds, resolved)
    for column in (before, *_remembered(before)) if resolved else (before,):
        placed = with_newest(column, newest, holds)[0]
        lying = _lying(placed, newest, holds, resolved)
        had, had_blue = _left(before, holds, resolved)
        more, more_blue = given.gains(lying)
        if any(left > had[n] + more[n] for n, left in enumerate(uses)):
            continue
        lack = blue + end.elsewhere - had_blue - more_blue
        if any(_has(way, asked, lack) for way in _given(given, lying, len(resolved))):
            return True
    return False


@cache
def _given(given: Model, lying: Lying, resolved: int) -> tuple[Way, ...]:
    return tuple(given.ways(lying, resolved))


def _has(way: Way, asked: Way, lack: int) -> bool:
    within = way.numbers >= asked.numbers and way.red >= asked.red and way.pull >= asked.pull
    return within and way.alike >= asked.alike and way.renewed >= lack


def _lying(placed: Column, newest: Event, holds: int, resolved: frozenset[Suit]) -> Lying:
    fixed = next((_slot(event, resolved) for event in placed if event.fixed), None)
    others = tuple(_slot(event, resolved) for event in placed if not event.fixed and event.card is not newest.card)
    return Lying(holds, _slot(newest, resolved), others, fixed)


def _slot(event: Event, resolved: frozenset[Suit]) -> Slot:
    suit = event.card.suit
    return Slot(None if suit in resolved else suit, event.card.number)


def _alike(column: Column, resolved: frozenset[Suit]) -> int:
    unresolved = Counter(event.card.suit for event in column if event.card.suit not in resolved)
    return max(unresolved.values(), default=0)


def _left(column: Column, holds: int, resolved: frozenset[Suit]) -> tuple[tuple[int, ...], int]:
    """The uses left to the events of a column, by number, and how many unresolved blue ones have a use left."""
    uses, blue = [0] * NUMBERS, 0
    for slot, event in enumerate(column):
        if not event.fixed:
            left = max(0, slots_left(holds, slot))
            uses[event.card.number - 1] += left
            blue += left > 0 and event.card.suit is Suit.B and Suit.B not in resolved
    return tuple(uses), blue
