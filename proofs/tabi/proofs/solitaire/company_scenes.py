"""Positions in which each kind of step can be looked at by the theorems about the pawns' company.

What is abstracted by argument is this and no more. Numbers are compared and added, so two of them stand for all, three
where a third can matter. Green and yellow move no pawn and bring no number, so yellow stands for both, but for an event
that blue brings in, which may be green. White stands on a day for two events, on the bay road, or on day 7; the days
1-6 are alike but for the ring, which the blacks' steps look at in full. Events elsewhere matter by how many there are
of a suit. Hand and deck matter by their sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from typing import Final

from tabi.proofs.solitaire.scenes import DAYS_OF_RING, PAIRS, card
from tabi.rules.solitaire import Event, Phase, Position, Walk
from tabi.rules.solitaire.position import evolve, with_column
from tabi.rules.solitaire.table import NO_WALK, Column
from tabi.spec.solitaire import Card, Suit

BAY: Final = 1
DAY: Final = 2
FAR: Final = 4
PARTNER: Final = 5
THREE: Final = (Suit.R, Suit.Y, Suit.B)
FOUR: Final = (*THREE, Suit.W)
LOW, HIGH = 1, 3
STANDS: Final = ((DAY, DAY), (DAY, FAR), (FAR, 7))
"""The blacks both with white, one, or none."""
HAND: Final = (Card.G2, Card.G4, Card.G5, Card.G6, Card.W5, Card.W6)
DECK: Final = (Card.R6, Card.Y6, Card.B6)
REST: Final = Position.checked(
    hand=HAND[:4], deck=DECK, discard=tuple(one for one in Card if one not in HAND[:4] + DECK)
)
COLUMNLESS: Final = evolve(REST, bay_road_day=BAY, columns=((),) * 6)


def pool(suits: Iterable[Suit]) -> tuple[Card, ...]:
    """Two cards of each suit, a low and a high one."""
    return tuple(card(suit, number) for suit in suits for number in (LOW, HIGH))


def boards(suits: Iterable[Suit], lengths: Iterable[int], *, fixed: bool = False) -> Iterator[Column]:
    """Every column of so many of the pool's cards, in every order, with none fixed or also with each of them fixed."""
    for length in lengths:
        for cards in permutations(pool(suits), length):
            for slot in (None, *range(length)) if fixed else (None,):
                yield tuple(Event(one, at == slot) for at, one in enumerate(cards))


def subsets(suits: Iterable[Suit]) -> Iterator[tuple[Suit, ...]]:
    """Every set of these suits, sorted."""
    several = sorted(suits)
    for count in range(len(several) + 1):
        yield from combinations(several, count)


def resolvings(suits: Iterable[Suit]) -> Iterator[tuple[Suit, ...]]:
    """Every set of these suits and all that are not of them, sorted: what may be resolved."""
    others = [suit for suit in Suit if suit not in suits]
    for some in subsets(suits):
        yield tuple(sorted((*some, *others)))


def with_columns(position: Position, *placed: tuple[int, Column]) -> Position:
    """The position with these columns on their days."""
    columns = position.columns
    for day, column in placed:
        columns = with_column(columns, day, column)
    return evolve(position, columns=columns)


def elsewhere(suits: Iterable[Suit] = ()) -> Iterator[Column]:
    """Two events of one suit, or none."""
    yield ()
    for suit in suits:
        yield tuple(map(Event, (card(suit, 4), card(suit, 5))))


def on_the_way() -> Iterator[tuple[int, Column, tuple[Suit, ...]]]:
    """White's day, what lies there, and the suits it may be of: short columns, and full ones on the bay road."""
    yield from ((DAY, column, FOUR) for column in boards(FOUR, (0, 1, 2)))
    yield from ((BAY, column, THREE) for column in boards(THREE, (3,)))


def effects() -> Iterator[Position]:
    """Amid the effects: every column, walk and set of resolved suits; partners for blue; a letter in hand or none."""
    for day, column, suits in on_the_way():
        lying = tuple(dict.fromkeys(event.card.suit for event in column))
        for resolved, applied in product(resolvings(suits), subsets(lying)):
            if set(applied) != set(lying):
                amid = evolve(COLUMNLESS, phase=Phase.EFFECTS, white=day, resolved=resolved, walk=Walk(applied))
                yield from _acting(with_columns(amid, (day, column)), day, column)


def _acting(position: Position, day: int, column: Column) -> Iterator[Position]:
    stands = STANDS if day == DAY else STANDS[1:2]
    for blacks, far in product(stands, elsewhere((Suit.Y,) if day == DAY else ())):
        yield with_columns(evolve(position, blacks=blacks), (FAR, far))
    yield evolve(position, blacks=STANDS[1], letters=1)
    suits = {event.card.suit for event in column}
    if Suit.B in suits and Suit.B not in position.resolved and Suit.B not in position.walk.applied:
        for partner in pool(Suit):
            if all(event.card is not partner for event in column):
                yield with_columns(evolve(position, blacks=STANDS[1]), (PARTNER, (Event(partner),)))


def fixed_effects() -> Iterator[Position]:
    """Blue is about to act on a column with a fixed event; its partner elsewhere is fixed or not."""
    for column, resolved in product(boards(THREE, (1, 2), fixed=True), resolvings(THREE)):
        amid = evolve(COLUMNLESS, phase=Phase.EFFECTS, white=DAY, blacks=STANDS[1], resolved=resolved)
        if column[0].card.suit is Suit.B and Suit.B not in resolved:
            for partner, fixed in product(pool(Suit), (False, True)):
                if all(event.card is not partner for event in column):
                    yield with_columns(amid, (DAY, column), (PARTNER, (Event(partner, fixed),)))


def placing() -> Iterator[Position]:
    """Before the placing: every column and card, fixed events, letters; and on day 7."""
    for day, columns in ((DAY, boards(THREE, (0, 1, 2), fixed=True)), (BAY, boards(THREE, (3,), fixed=True))):
        for column, played, resolved in product(columns, pool(THREE), resolvings(THREE)):
            if all(event.card is not played for event in column):
                amid = evolve(COLUMNLESS, phase=Phase.PLACE, white=day, blacks=STANDS[1])
                amid = with_columns(evolve(amid, played=played, resolved=resolved), (day, column))
                yield from (with_columns(amid, (FAR, far)) for far in elsewhere(THREE if day == DAY else ()))
                if day == DAY or len({event.fixed for event in column}) == 1:
                    yield evolve(amid, letters=1)
    for letters in (0, 1):
        yield evolve(COLUMNLESS, phase=Phase.PLACE, white=7, blacks=(2, 4), played=Card.R1, letters=letters)


def refilling() -> Iterator[Position]:
    """Before the refill: decks and hands of several sizes."""
    for day, column, resolved in product((DAY, 7), boards(THREE, (0, 1, 2)), resolvings(THREE)):
        for cards, letters in product((0, 1, 2), (0, 1)):
            amid = evolve(
                COLUMNLESS, phase=Phase.REFILL, white=day, blacks=STANDS[1], resolved=resolved, letters=letters
            )
            yield with_columns(evolve(amid, deck=DECK[:cards], hand=HAND[: 2 + cards]), (DAY, column))


def closing() -> Iterator[Position]:
    """The resolution and the trimming: pawns on events or beside, hands to be trimmed or not, everything won or not."""
    for column, blacks, resolved in product(boards(THREE, (0, 1, 2)), (*STANDS, (FAR, FAR)), resolvings(THREE)):
        for far in elsewhere(THREE):
            amid = evolve(COLUMNLESS, phase=Phase.RESOLVE, white=DAY, blacks=blacks, resolved=resolved)
            yield with_columns(amid, (DAY, column), (FAR, far))
    for white, blacks, resolved in product((DAY, 7), ((2, 4), (4, 7), (7, 7)), ((), (Suit.R,), tuple(Suit))):
        for phase, letters, cards in product((Phase.RESOLVE, Phase.TRIM), (0, 1, 2), (2, 4, 5, 6)):
            stand = evolve(COLUMNLESS, phase=phase, white=white, blacks=blacks, resolved=resolved)
            yield with_columns(evolve(stand, letters=letters, hand=HAND[:cards]), (FAR, (Event(Card.Y1),)))


def moving() -> Iterator[Position]:
    """The play and the blacks' steps: every stand of the pawns and every number; what lies there, a letter or none."""
    for white, blacks, number in product(DAYS_OF_RING, PAIRS, range(1, 7)):
        stand = evolve(COLUMNLESS, phase=Phase.BLACKS, white=white, blacks=blacks, played=card(Suit.R, number))
        yield stand
    for position in playing():
        if position.blacks == (1, 4):
            yield position
            number = position.hand[0]
            yield evolve(position, phase=Phase.BLACKS, hand=position.hand[1:], played=number)


def playing() -> Iterator[Position]:
    """The beginnings of turns: a hand of one card that leads to every column there is, others on the way, and day 7."""
    for origin, day, columns in (
        (1, DAY, boards(THREE, (0, 1, 2), fixed=True)),
        (7, BAY, boards(THREE, (3,), fixed=True)),
        (4, 7, iter(((),))),
    ):
        for column, resolved, suit in product(columns, resolvings(THREE), THREE):
            played = card(suit, (day - origin) % 7)
            if all(event.card is not played for event in column):
                for letters, blacks in product((0, 1), ((1, 4), (7, 7)) if day == 7 else ((1, 4),)):
                    stand = evolve(COLUMNLESS, white=origin, blacks=blacks, resolved=resolved, letters=letters)
                    stand = evolve(stand, hand=(played,), walk=NO_WALK)
                    yield with_columns(stand, (day, column)) if day < 7 else stand
