"""The compiled twin of `tabi.rules.solitaire.company`, at turns' beginnings: points by where the pawns can stand.

What later turns can bring is worked out once for all rows, in tables over draws, white's day, the blacks, letters,
unresolved suits and missing events; a row then looks at its own cards and columns only. The compiled code depends on
this one file. Suits are bits here, red the lowest, blue the fourth.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import draws_left
from tabi.rules.solitaire.company import applies
from tabi.solvers.kernel.jit import compiled, entry
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.rulings import SolitaireRulings

Ints = NDArray[np.int64]

NEVER: Final = -1_000_000
"""As in the rules: no win follows."""
PAIRS: Final = 28
MOST_LETTERS: Final = 5
NUMBERS: Final = 6
SUMS: Final = 7
RED: Final = 1
BLUE: Final = 8
WHITE: Final = 16
NOT_BLUE: Final = 23

CARDS: Final = 6
TABLE: Final = 7
CARD: Final = 63
HAND: Final = (1 << 47) - 1
LENGTH_AT: Final = 53
LENGTH: Final = 31
COLUMN: Final = (1 << 29) - 1
COLUMN_BITS: Final = 29
EVENT_BITS: Final = 9
FIXED_AT: Final = 27
RESOLVED_AT: Final = 9
LETTERS_AT: Final = 14


class Tables(NamedTuple):
    """`later`: most points from a turn's beginning, by draws, white's day, pair, letters, set of suits, missing events.

    `company`: most pawns with white, by effects left (1 red, 2 white), white's day, pair, letters spent, pair at the
    end; 0 where that is not to be reached. `sets` has the number of each set of unresolved suits, -1 for those that do
    not come up.
    """

    later: Ints
    company: Ints
    sets: Ints


def tables_of(start: Position, rulings: SolitaireRulings) -> Tables | None:
    """The tables for all that a position leads to; None where the bound says nothing of it."""
    if not applies(start, rulings):
        return None
    unresolved = sum(1 << suit - 1 for suit in Suit if suit not in start.resolved)
    subsets = [one for one in range(32) if one & ~unresolved == 0]
    sets = np.full(32, -1, np.int64)
    sets[subsets] = range(len(subsets))
    missing = 3 * (unresolved & NOT_BLUE).bit_count()
    shape = (draws_left(start) + 1, 8, PAIRS, MOST_LETTERS + 1, len(subsets), missing + 1)
    company = np.zeros((4, 8, PAIRS, MOST_LETTERS + 1, PAIRS), np.int64)
    later = np.full(shape, NEVER, np.int64)
    fill_company(company)
    fill_later(later, company, sets, np.array(subsets, np.int64), start.bay_road_day)
    return Tables(later, company, sets)


@compiled
def ahead(day: int, steps: int) -> int:
    return (day - 1 + steps) % 7 + 1


@compiled
def pair_of(one: int, other: int) -> int:
    """The number of a pair of days, 0 for 1 and 1 to 27 for 7 and 7."""
    low, high = min(one, other), max(one, other)
    return (low - 1) * (16 - low) // 2 + high - low


@compiled
def low_of(pair: int) -> int:
    low = 1
    while low < 7 and pair_of(low + 1, low + 1) <= pair:
        low += 1
    return low


@compiled
def high_of(pair: int) -> int:
    low = low_of(pair)
    return low + pair - pair_of(low, low)


@compiled
def gathered(white: int, pair: int) -> int:
    """How many pawns stand in white's place."""
    found = 1
    if low_of(pair) == white:
        found += 1
    if high_of(pair) == white:
        found += 1
    return found


@compiled
def bits(mask: int) -> int:
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


@compiled
def moved_on(most: Ints, flags: int, spent: int, pair: int, pawns: int, white: int) -> bool:
    """Notes that a pair can be reached with at least so many pawns with white at one moment; whether it is news."""
    pawns = max(pawns, gathered(white, pair))
    if most[flags, spent, pair] >= pawns:
        return False
    most[flags, spent, pair] = pawns
    return True


@compiled
def move(most: Ints, flags: int, spent: int, pair: int, white: int) -> bool:
    """Notes all that one move by an effect or a letter leads to; whether anything is news."""
    pawns, news = int(most[flags, spent, pair]), False
    for which in range(2):
        one, other = low_of(pair), high_of(pair)
        if which == 1:
            one, other = other, one
        if flags & 1:
            news |= moved_on(most, flags & 2, spent, pair_of(ahead(one, 1), other), pawns, white)
            news |= moved_on(most, flags & 2, spent, pair_of(ahead(one, 6), other), pawns, white)
        if flags & 2:
            news |= moved_on(most, flags & 1, spent, pair_of(white, other), pawns, white)
        if spent < MOST_LETTERS:
            for day in range(1, 8):
                news |= moved_on(most, flags, spent + 1, pair_of(day, other), pawns, white)
    return news


@entry
def fill_company(company: Ints) -> None:
    """Fills the table of pawns with white."""
    for flags in range(4):
        for white in range(1, 8):
            for pair in range(PAIRS):
                most = np.zeros((4, MOST_LETTERS + 1, PAIRS), np.int64)
                most[flags, 0, pair] = gathered(white, pair)
                news = True
                while news:
                    news = False
                    for left in range(4):
                        for spent in range(MOST_LETTERS + 1):
                            for here in range(PAIRS):
                                if most[left, spent, here]:
                                    news |= move(most, left, spent, here, white)
                for spent in range(MOST_LETTERS + 1):
                    for here in range(PAIRS):
                        for left in range(4):
                            best = max(company[flags, white, pair, spent, here], most[left, spent, here])
                            company[flags, white, pair, spent, here] = best


@compiled
def after_turn(
    later: Ints, sets: Ints, draws: int, white: int, pair: int, letters: int, unresolved: int, missing: int, wins: int
) -> int:
    """The most points after a turn in which one of the suits `wins` may be resolved, or none."""
    if unresolved == 0 and white == 7 and pair == PAIRS - 1:
        return 0
    best = int(later[draws, white, pair, letters, sets[unresolved], missing])
    for suit in range(5):
        if wins >> suit & 1:
            fewer = unresolved & ~(1 << suit)
            more = min(MOST_LETTERS, letters + 1)
            best = max(best, int(later[draws, white, pair, more, sets[fewer], missing]))
    return best


@compiled
def most_of(company: Ints, after: Ints, flags: int, white: int, pair: int, letters: int, numbers: int) -> int:
    """The most points of a turn whose numbers are known; `after` has those after it, by pair and letters left."""
    best = 0 + NEVER
    for spent in range(letters + 1):
        for end in range(PAIRS):
            pawns = int(company[flags, white, pair, spent, end])
            if pawns:
                best = max(best, pawns * numbers + int(after[end, letters - spent]))
    return best


@compiled
def winnable(unresolved: int, missing: int) -> int:
    """The suits one of which may be resolved when the unresolved ones lack so many events, blue apart."""
    found = 0
    for suit in range(5):
        if unresolved >> suit & 1 and missing <= 3 * bits(unresolved & ~(1 << suit) & NOT_BLUE):
            found |= 1 << suit
    return found


@compiled
def effects_of(unresolved: int) -> int:
    """The effects that can move a black: 1 for red, 2 for white."""
    return (1 if unresolved & RED else 0) + (2 if unresolved & WHITE else 0)


@compiled
def fill_turn(
    later: Ints, company: Ints, sets: Ints, draws: int, white: int, unresolved: int, missing: int, bay: int, most: Ints
) -> None:
    """The most points of turns that come to a day with so many draws left, by numbers, pair and letters.

    `most[0]` is for a newest event that was missing, `most[n]` for a number n played that may count.
    """
    idle = white == 7
    wins = 0 if idle else winnable(unresolved, missing)
    flags = 0 if idle else effects_of(unresolved)
    beside = 0 if idle else 12 if white == bay else 6
    after = np.empty((PAIRS, MOST_LETTERS + 1), np.int64)
    for pair in range(PAIRS):
        for letters in range(MOST_LETTERS + 1):
            after[pair, letters] = after_turn(later, sets, draws, white, pair, letters, unresolved, missing, wins)
    for newest in range(SUMS):
        counts = NUMBERS if newest and unresolved & BLUE else newest
        numbers = 0 if idle else beside + counts
        for pair in range(PAIRS):
            for letters in range(MOST_LETTERS + 1):
                most[newest, pair, letters] = most_of(company, after, flags, white, pair, letters, numbers)


@compiled
def most_played(most: Ints, white: int, number: int, pair: int, letters: int, missing: int) -> int:
    """The most points when a number is played that brings white to a day: `most` by missing, white, numbers, ..."""
    best, total = 0 + NEVER, 7 - number
    one, other = low_of(pair), high_of(pair)
    for steps in range(total + 1):
        if total == 1 or 0 < steps < total:
            to = pair_of(ahead(one, steps), ahead(other, total - steps))
            best = max(best, int(most[missing, white, number, to, letters]))
            if missing and white < 7:
                best = max(best, int(most[missing - 1, white, 0, to, letters]))
    return best


@entry
def fill_later(later: Ints, company: Ints, sets: Ints, subsets: Ints, bay: int) -> None:
    """Fills the table of later turns, from few draws to many."""
    most = np.full((3, len(subsets), later.shape[5], 8, SUMS, PAIRS, MOST_LETTERS + 1), NEVER, np.int64)
    for draws in range(len(later)):
        for white in range(1, 8):
            for which in range(len(subsets)):
                for missing in range(later.shape[5]):
                    for pair in range(PAIRS):
                        for letters in range(MOST_LETTERS + 1):
                            best = 0 + NEVER
                            for number in range(1, NUMBERS + 1):
                                left = draws - (2 if white + number > 7 else 1)
                                if left >= 0:
                                    turns = most[left % 3, which]
                                    to = ahead(white, number)
                                    best = max(best, most_played(turns, to, number, pair, letters, missing))
                            later[draws, white, pair, letters, which, missing] = best
        for white in range(1, 8):
            for which in range(len(subsets)):
                for missing in range(later.shape[5]):
                    unresolved, turn = int(subsets[which]), most[draws % 3, which, missing, white]
                    fill_turn(later, company, sets, draws, white, unresolved, missing, bay, turn)


# A row


@compiled
def column_of(rows: Ints, row: int, day: int) -> int:
    return int(rows[row, (day - 1) // 2]) >> (day - 1 & 1) * COLUMN_BITS & COLUMN


@compiled
def event_at(column: int, slot: int) -> int:
    return column >> slot * EVENT_BITS & CARD


@compiled
def count_lying(rows: Ints, row: int, lying: Ints) -> None:
    """Counts the events of each suit (0-4) that lie out."""
    for suit in range(5):
        lying[suit] = 0
    for day in range(1, 7):
        for slot in range(3):
            event = event_at(column_of(rows, row, day), slot)
            if event:
                lying[(event >> 3) - 1] += 1


@compiled
def fallen_of(column: int, holds: int) -> int:
    """The event that falls when another is placed in a column, or 0: the outermost but for a fixed one."""
    if event_at(column, holds - 1) == 0:
        return 0
    return event_at(column, holds - 2 if column >> FIXED_AT == holds else holds - 1)


@compiled
def ceiling_of_play(
    rows: Ints, row: int, card: int, draws: int, bay: int, lying: Ints, later: Ints, company: Ints, sets: Ints
) -> int:
    """The most points when a card of the hand is played; `draws` are those left after it."""
    table = int(rows[row, TABLE])
    white, letters, unresolved = ahead(table & 7, card & 7), table >> LETTERS_AT & 7, 31 & ~(table >> RESOLVED_AT)
    pair = pair_of(table >> 3 & 7, table >> 6 & 7)
    idle = white == 7
    column, holds = 0 if idle else column_of(rows, row, white), 3 if white == bay else 2
    fixing = letters > 0 and column >> FIXED_AT == 0
    gone = 0 if fixing or idle else fallen_of(column, holds)
    suits = missing = ripe = beside = second = largest = 0
    if not idle:
        suits, largest = 1 << (card >> 3) - 1, card & 7
        for slot in range(3):
            event = event_at(column, slot)
            if event and event != gone:
                suits |= 1 << (event >> 3) - 1
                largest = max(largest, event & 7)
                number = 0 if unresolved >> (event >> 3) - 1 & 1 else event & 7
                beside, second = max(beside, number), max(second, min(beside, number))
    for suit in range(5):
        if unresolved >> suit & 1:
            lies = int(lying[suit])
            if not idle:
                lies += (suit == (card >> 3) - 1) - (gone > 0 and suit == (gone >> 3) - 1)
            missing += max(0, 3 - lies) if suit != 3 else 0
            ripe |= 1 << suit if lies >= 3 else 0
    numbers = beside + (second if holds == 3 else 0)
    numbers += 0 if unresolved >> (card >> 3) - 1 & 1 else card & 7
    acts, flags, wins = suits & unresolved, 0, 0
    if acts & BLUE:
        acts, suits, numbers = unresolved, 31, numbers + largest
    if idle:
        numbers = 0
    else:
        flags, wins = effects_of(acts), ripe & suits
    best = 0 + NEVER
    one, other, total = low_of(pair), high_of(pair), 7 - (card & 7)
    after = np.empty((PAIRS, MOST_LETTERS + 1), np.int64)
    for end in range(PAIRS):
        for left in range(letters + 1):
            after[end, left] = after_turn(later, sets, draws, white, end, left, unresolved, missing, wins)
    for steps in range(total + 1):
        if total == 1 or 0 < steps < total:
            to = pair_of(ahead(one, steps), ahead(other, total - steps))
            best = max(best, most_of(company, after, flags, white, to, letters, numbers))
    return best


@entry
def company_ceilings(rows: Ints, bay: int, later: Ints, company: Ints, sets: Ints, out: Ints) -> None:
    """Lowers the ceiling of every row to what the pawns allow; `NEVER` where no win follows."""
    lying = np.zeros(5, np.int64)
    for row in range(len(rows)):
        cards, white = int(rows[row, CARDS]), int(rows[row, TABLE]) & 7
        draws = (cards >> LENGTH_AT & LENGTH) + max(0, bits(cards & HAND) - 4)
        count_lying(rows, row, lying)
        best = 0 + NEVER
        for card in range(47):
            if cards >> card & 1 and card < 47:
                left = draws - (2 if white + (card & 7) > 7 else 1)
                if left >= 0:
                    best = max(best, ceiling_of_play(rows, row, card, left, bay, lying, later, company, sets))
        out[row] = min(int(out[row]), best) if best >= 0 else NEVER
