"""Ceilings on further points, for rows of the kernel: compiled twins of the proved bounds in `tabi.rules`.

A ceiling may be higher than the bound that it stands for, never lower: what it prunes, the bound excludes too. Rows are
beginnings of turns. The compiled code depends on this one file, so the layout of the rows stands here once more.

Traps: see `tabi.solvers.kernel.machine`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import in_game
from tabi.solvers.kernel.jit import compiled, entry
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import CameraDuration, EmptyHand, PastSeven, SolitaireRulings

Ints = NDArray[np.int64]

EXCLUDED: Final = -1
"""The ceiling of a row that cannot be won."""
UNLIMITED: Final = 1 << 30
"""The ceiling where no bound says anything."""

DECK0: Final = 3
CARDS: Final = 6
TABLE: Final = 7
CARD: Final = 63
HAND: Final = (1 << 47) - 1
LENGTH_AT: Final = 53
LENGTH: Final = 31
COLUMN_BITS: Final = 29
EVENT_BITS: Final = 9
RESOLVED_AT: Final = 9
LETTERS_AT: Final = 14
READY_AT: Final = 26
SUITS: Final = 5
NUMBERS: Final = 6
BLUE: Final = 4
PAWNS: Final = 3

TENT: Final = 0
BACKPACK: Final = 1
NO_LAPS: Final = 2
STAYS: Final = 3
COPIED: Final = 4
EXTRA: Final = 5
LANTERN: Final = 6
MEETS_ANYWAY: Final = 7
SILENT: Final = 8
GROUNDS: Final = 9
"""What holds of a whole game: items that are in it, what the readings take away; the numbers that items add a turn."""


def grounds_of(position: Position, rulings: SolitaireRulings) -> Ints:
    """What the ceilings need to know of a game, from any position of it and the readings."""
    grounds = np.zeros(GROUNDS, np.int64)
    skips = rulings.empty_hand is EmptyHand.SKIP
    tent, backpack, camera, shifts, lantern = (
        in_game(position, item) for item in (Item.TENT, Item.BACKPACK, Item.CAMERA, Item.MAP, Item.LANTERN)
    )
    grounds[TENT], grounds[BACKPACK], grounds[LANTERN] = tent, backpack, lantern
    grounds[NO_LAPS] = shifts or skips or rulings.past_seven is not PastSeven.RING
    grounds[STAYS], grounds[COPIED] = shifts or skips, lantern or tent or skips
    grounds[EXTRA] = 4 * camera + 12 * backpack + 6 * lantern
    grounds[MEETS_ANYWAY] = rulings.past_seven is not PastSeven.RING
    grounds[SILENT] = camera and rulings.camera_duration is CameraDuration.PERMANENT
    return grounds


@compiled
def bits(mask: int) -> int:
    """How many bits are set."""
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


@compiled
def stock_of(rows: Ints, row: int) -> int:
    """The set of cards in hand and deck."""
    stock = int(rows[row, CARDS]) & HAND
    for word in range(DECK0, DECK0 + 3):
        deck = int(rows[row, word])
        while deck:
            stock |= 1 << (deck & CARD)
            deck >>= 6
    return stock


@compiled
def lying_of(rows: Ints, row: int) -> int:
    """How many events of each suit lie out, four bits for each."""
    lying = 0
    for word in range(3):
        for half in range(2):
            column = int(rows[row, word]) >> half * COLUMN_BITS
            for slot in range(3):
                suit = (column >> slot * EVENT_BITS & CARD) >> 3
                lying += 1 << suit * 4 if suit else 0
    return lying


@compiled
def least_of_suit(numbers: int, count: int) -> int:
    """The least sum of `count` of a set of numbers (bit 1 is 1), each that lacks counted as a six."""
    total = 0
    for number in range(1, NUMBERS + 1):
        if count and numbers >> number & 1:
            total += number
            count -= 1
    return total + NUMBERS * count


@compiled
def numbers_of(stock: int, number: int) -> int:
    """How many cards of a number are in a set of cards."""
    found = 0
    for suit in range(1, SUITS + 1):
        found += stock >> suit * 8 + number & 1
    return found


@compiled
def least_sum(stock: int, count: int) -> int:
    """The least sum of the numbers of `count` cards of a set, each that lacks counted as a six."""
    total = 0
    for number in range(1, NUMBERS + 1):
        taken = min(count, numbers_of(stock, number))
        total += number * taken
        count -= taken
    return total + NUMBERS * count


@compiled
def greatest_sum(stock: int, count: int) -> int:
    """The greatest sum of the numbers of up to `count` cards of a set."""
    total = 0
    for down in range(NUMBERS):
        number = NUMBERS - down
        taken = min(count, numbers_of(stock, number))
        total += number * taken
        count -= taken
    return total


@compiled
def may_meet(table: int, grounds: Ints) -> bool:
    """Whether the pawns can still come to day 7 together, as far as the sum of their days says."""
    ready = table >> READY_AT
    if table >> RESOLVED_AT & 31 != 31 or table >> LETTERS_AT & 7 or grounds[MEETS_ANYWAY] or ready & 3:
        return True
    return ((table & 7) + (table >> 3 & 7) + (table >> 6 & 7)) % 7 == 0


@compiled
def ceiling_of(rows: Ints, row: int, grounds: Ints) -> int:
    """The twin of `points_to_go` at the beginning of a turn; `EXCLUDED` where a theorem excludes a win."""
    table = int(rows[row, TABLE])
    resolved, lying, stock = table >> RESOLVED_AT & 31, lying_of(rows, row), stock_of(rows, row)
    missing = unresolved = excess = placing = 0
    for suit in range(1, SUITS + 1):
        if resolved >> suit - 1 & 1 == 0:
            unresolved += 1
            lacks = max(0, 3 - (lying >> suit * 4 & 15))
            held = stock >> suit * 8 & 127
            if bits(held) < lacks and not grounds[TENT]:
                return 0 + EXCLUDED
            missing += lacks
            placing += 0 if suit == BLUE else lacks
            excess += least_of_suit(held, lacks) - lacks
    if not may_meet(table, grounds):
        return 0 + EXCLUDED
    turns = 1
    if unresolved:
        turns = 1 + max(0 if grounds[BACKPACK] else missing, unresolved)
    hand = bits(int(rows[row, CARDS]) & HAND)
    draws = (int(rows[row, CARDS]) >> LENGTH_AT & LENGTH) + max(0, hand - (1 if grounds[TENT] else 4))
    most = 0
    while turns + laps_of(table & 7, stock, turns, excess, grounds) <= draws:
        most = turns
        turns += 1
    if most == 0:
        return 0 + EXCLUDED
    if grounds[SILENT]:
        return 0 + UNLIMITED
    later = most - 1
    newest = later
    if not grounds[BACKPACK] and not grounds[LANTERN]:
        newest -= min(later, placing)
    others = later + (later if grounds[STAYS] else (later + 1) // 2)
    numbers = NUMBERS * others + NUMBERS * newest
    if resolved >> BLUE - 1 & 1 and not grounds[COPIED]:
        numbers = NUMBERS * others + greatest_sum(stock, newest)
    return PAWNS * (numbers + int(grounds[EXTRA]) * later)


@compiled
def laps_of(white: int, stock: int, turns: int, excess: int, grounds: Ints) -> int:
    """The laps that white pays at least on the way to a win in so many turns, each with a play."""
    if grounds[NO_LAPS]:
        return 0
    total = turns
    if not grounds[TENT]:
        total = least_sum(stock, turns)
        if not grounds[BACKPACK]:
            total = max(total, turns + excess)
    return (white + total - 1) // 7


@entry
def ceilings(rows: Ints, grounds: Ints, out: Ints) -> None:
    """Writes the ceiling of every row."""
    for row in range(len(rows)):
        out[row] = ceiling_of(rows, row, grounds)
