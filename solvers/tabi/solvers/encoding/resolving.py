"""The resolution of one turn: how many pawns and events lie on each day, which suits qualify, which one is resolved."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from tabi.rules.solitaire.defects import BAY_ROAD_CAPACITY
from tabi.rules.solitaire.resolution import enough_events
from tabi.solvers.encoding.board import Column
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.tables import PAIRS
from tabi.solvers.encoding.walk import nearest_of
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.locations import DAYS, LAST_DAY
from tabi.spec.solitaire.rulings import EventsPerPawn, Nearest, Resolution, SolitaireRulings

PAWNS = 3


def resolving(
    cnf: Cnf,
    columns: Sequence[Column],
    here: Column,
    white: Bits,
    blacks: Bits,
    resolved: Bits,
    rulings: SolitaireRulings,
) -> Bits:
    """sol.resolution.condition, sol.resolution.nearest, sol.resolution.automatic: the suit resolved, 0 for none.

    `here` is white's column; a qualifying suit has an event there, and which of several is resolved the ruling says.
    """
    pawns = [_pawns_on(cnf, white, blacks, day) for day in range(1, DAYS + 1)]
    qualifies = [
        -cnf.any_of([resolved[suit - 1], *_lacks(cnf, columns, pawns, suit, rulings.events_per_pawn)]) for suit in Suit
    ]
    if rulings.nearest is Nearest.ANYWHERE:
        qualifies = _nearest_anywhere(cnf, columns, pawns, qualifies)
    if rulings.nearest is Nearest.PLAYER:
        row = _any_of_them(cnf, qualifies)
    else:
        marked = [_marked(cnf, slot.suit, qualifies) for slot in here.slots]
        row = nearest_of(cnf, [slot.suit for slot in here.slots], marked, qualifies)
    return _or_none(cnf, row) if rulings.resolution is Resolution.OPTIONAL else row


def _any_of_them(cnf: Cnf, qualifies: Sequence[int]) -> Bits:
    """sol.resolution.nearest: the suit that the player names; 0 only when none qualifies."""
    row = cnf.one_hot(1 + len(Suit))
    for suit in Suit:
        cnf.add(-row[suit], qualifies[suit - 1])
        cnf.add(-row[0], -qualifies[suit - 1])
    return row


def _or_none(cnf: Cnf, row: Bits) -> Bits:
    """sol.resolution.automatic: what is resolved where the letter may be declined."""
    taken = cnf.one_hot(len(row))
    for one, other in zip(taken[1:], row[1:], strict=True):
        cnf.add(-one, other)
    return taken


def _nearest_anywhere(
    cnf: Cnf, columns: Sequence[Column], pawns: Sequence[Bits], qualifies: Sequence[int]
) -> list[int]:
    """sol.resolution.nearest: of the suits those whose distance in any occupied place is smallest."""
    best, nearer = [list[int]() for _ in Suit], list[int]()
    for place in range(BAY_ROAD_CAPACITY):
        there = [
            cnf.all_of([qualifies[suit - 1], cnf.any_of(_at_distance(cnf, columns, pawns, suit, place))])
            for suit in Suit
        ]
        for suit in Suit:
            best[suit - 1].append(cnf.all_of([there[suit - 1], *(-one for one in nearer)]))
        nearer += there
    return [cnf.any_of(ways) for ways in best]


def _at_distance(cnf: Cnf, columns: Sequence[Column], pawns: Sequence[Bits], suit: Suit, place: int) -> list[int]:
    """For each day with such a slot: pawns stand there, and an event of the suit lies in the slot."""
    return [
        cnf.all_of([-row[0], column.slots[place].suit[suit]])
        for column, row in zip(columns, pawns, strict=False)
        if place < len(column.slots)
    ]


def _pawns_on(cnf: Cnf, white: Bits, blacks: Bits, day: int) -> Bits:
    """How many pawns stand on a day, one-hot from 0 to 3."""
    row = cnf.one_hot(1 + PAWNS)
    by_blacks = cnf.bits(PAWNS)
    for bit, pair in zip(blacks, PAIRS, strict=True):
        cnf.add(-bit, by_blacks[pair.count(day)])
    cnf.at_most_one(by_blacks)
    for count, bit in enumerate(by_blacks):
        cnf.when([bit, white[day - 1]], row[count + 1])
        cnf.when([bit, -white[day - 1]], row[count])
    return row


def _lacks(
    cnf: Cnf, columns: Sequence[Column], pawns: Sequence[Bits], suit: Suit, per_pawn: EventsPerPawn
) -> list[int]:
    """sol.resolution.enough-events, sol.resolution.day-seven: for each day, whether it lacks events of the suit."""
    lacking = []
    for day, row in enumerate(pawns, start=1):
        events = _events(cnf, columns[day - 1], suit) if day < LAST_DAY else ()
        lacks = cnf.bit()
        for number, (count, there) in product(range(1 + PAWNS), enumerate(_counts(events, day))):
            enough = number == 0 or enough_events(count, number, per_pawn)
            cnf.when([row[number], *there], -lacks if enough else lacks)
        lacking.append(lacks)
    return lacking


def _counts(events: Bits, day: int) -> tuple[tuple[int, ...], ...]:
    """For each number of events the literals that say that so many lie there; on day 7 none ever do."""
    return ((),) if day == LAST_DAY else tuple((bit,) for bit in events)


def _events(cnf: Cnf, column: Column, suit: Suit) -> Bits:
    """How many events of the suit lie in a column, one-hot from 0."""
    row = cnf.one_hot(1 + len(column.slots))
    for signs in product((False, True), repeat=len(column.slots)):
        given = [slot.suit[suit] if sign else -slot.suit[suit] for slot, sign in zip(column.slots, signs, strict=True)]
        cnf.when(given, row[sum(signs)])
    return row


def _marked(cnf: Cnf, suit: Bits, qualifies: Sequence[int]) -> int:
    """Whether a slot holds an event of a qualifying suit."""
    mark = cnf.bit()
    cnf.when([suit[0]], -mark)
    for value in Suit:
        cnf.same([suit[value]], [mark], [qualifies[value - 1]])
    return mark
