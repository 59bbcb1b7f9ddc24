"""The most points of a whole deal when what is limited is paid for: a program over draws, pawns, letters and events.

A stage is how many suits are resolved, how many events the others lack, how many letters are in hand, and on which days
an event is fixed. From turn to turn the program keeps the most that stage, white's day and the blacks' days can still
bring, for every number of draws left. The compiled code depends on this one file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabi.rules.solitaire.bounds import EVENTS_TO_RESOLVE, laps_of, least_sum
from tabi.rules.solitaire.company import NEVER, company, gathered, shares
from tabi.solvers.kernel.jit import entry
from tabi.spec.solitaire import CARDS, Suit
from tabi.spec.solitaire.cards import NUMBERS
from tabi.spec.solitaire.locations import LAST_DAY

Ints = NDArray[np.int32]
Options = Mapping[tuple[int, bool, int, int], Sequence[tuple[int, int, int, bool, int]]]
"""What a turn can bring, for what the day holds, an event fixed there, the number placed, and how many suits are won.

Each: pawns with white, effects (1 red, 2 white), events alike for a letter, whether a suit lacked the event, the worth.
"""

DAYS_OF_RING: Final = range(1, LAST_DAY + 1)
PAIRS: Final = tuple(combinations_with_replacement(DAYS_OF_RING, 2))
"""The days of the two black pawns."""

DRAWS: Final = 26
"""The deck after the setup."""
MOST_LETTERS: Final = len(Suit)
EVENTS: Final = EVENTS_TO_RESOLVE * len(Suit)
DAY_SETS: Final = 64
TOGETHER: Final = len(PAIRS) - 1
"""Both blacks on day 7."""


class Tables(NamedTuple):
    """What the program looks up.

    `stages`: resolved suits, missing events, letters, days with a fixed event (bits), and `stage_of` back from these.
    `ends`: a pair and the pawns with white, for effects, day, pair and letters spent from `ends_at` on. `shared`:
    pairs, and how many, for a pair and a number. `options` from `options_at` on, for holds, fixed, number, resolved.
    `with_white` and `on_seven` of a pair; the fewest draws for missing events, resolved suits and white's day, and the
    most for missing events.
    """

    stages: Ints
    stage_of: Ints
    ends: Ints
    ends_at: Ints
    shared: Ints
    shares: Ints
    options: Ints
    options_at: Ints
    with_white: Ints
    on_seven: Ints
    fewest: Ints
    most: Ints
    plays: Ints


def tables_of(options: Options, prices: Sequence[int]) -> Tables:
    """The tables for the options of turns, and the prices of playing the numbers from 1 on."""
    stages = _stages()
    stage_of = np.full((len(Suit) + 1, EVENTS + 1, MOST_LETTERS + 1, DAY_SETS), -1, np.int32)
    for number, stage in enumerate(stages):
        stage_of[stage] = number
    rows, options_at = _rows(options)
    ends, ends_at = _ends()
    shared, counts = _shares()
    with_white = np.array([[0] * len(PAIRS), *([gathered(day, pair) for pair in PAIRS] for day in DAYS_OF_RING)])
    on_seven = np.array([max(pair) == LAST_DAY for pair in PAIRS])
    fewest, most = _draws()
    return Tables(
        *(_ints(stages), stage_of, ends, ends_at, shared, counts, rows, options_at),
        *(_ints(with_white), _ints(on_seven), fewest, most, _ints((0, *prices))),
    )


def _ints(values: object) -> Ints:
    return np.array(values, np.int32)


def _stages() -> list[tuple[int, int, int, int]]:
    """Every stage: each letter won is in hand, spent on a pawn, or fixes an event."""
    return [
        (resolved, missing, letters, fixed)
        for resolved in range(len(Suit) + 1)
        for missing in range(EVENTS_TO_RESOLVE * (len(Suit) - resolved) + 1)
        for letters, fixed in product(range(resolved + 1), range(DAY_SETS))
        if letters + fixed.bit_count() <= resolved
    ]


def _rows(options: Options) -> tuple[Ints, Ints]:
    rows: list[tuple[int, int, int, bool, int]] = []
    at = np.zeros((4, 2, NUMBERS + 1, len(Suit) + 1, 2), np.int32)
    for (holds, fixed, number, resolved), some in options.items():
        at[holds, int(fixed), number, resolved] = len(rows), len(rows) + len(some)
        rows += some
    return _ints(rows), at


def _ends() -> tuple[Ints, Ints]:
    """Where effects and letters lead to; a letter that is spent for what can be had without it is left out."""
    rows: list[tuple[int, int]] = []
    at = np.zeros((4, len(DAYS_OF_RING) + 1, len(PAIRS), MOST_LETTERS + 2), np.int32)
    for effects, white, (number, pair) in product(range(4), DAYS_OF_RING, enumerate(PAIRS)):
        red, pull = bool(effects & 1), bool(effects & 2)
        best: dict[tuple[int, int], int] = {}
        ends = company(white, pair, MOST_LETTERS, red=red, pull=pull)
        for end, left, pawns in sorted(ends, key=lambda one: -one[1]):
            best.setdefault((PAIRS.index(end), pawns), MOST_LETTERS - left)
        for spent in range(MOST_LETTERS + 1):
            at[effects, white, number, spent] = len(rows)
            rows += [one for one, letters in best.items() if letters == spent]
        at[effects, white, number, MOST_LETTERS + 1] = len(rows)
    return _ints(rows), at


def _shares() -> tuple[Ints, Ints]:
    shared = np.zeros((len(PAIRS), NUMBERS + 1, NUMBERS), np.int32)
    counts = np.zeros((len(PAIRS), NUMBERS + 1), np.int32)
    for (at, pair), number in product(enumerate(PAIRS), range(1, NUMBERS + 1)):
        ends = sorted(PAIRS.index(end) for end in shares(pair, NUMBERS + 1 - number))
        counts[at, number] = len(ends)
        shared[at, number, : len(ends)] = ends
    return shared, counts


def _draws() -> tuple[Ints, Ints]:
    """sol.ending.deck-to-go: the fewest draws left at a turn's beginning that allow a win, and the most there can be.

    At least as many turns are over as events no longer lack, and their numbers are those of different cards.
    """
    numbers = tuple(one.number for one in CARDS)
    fewest = np.zeros((EVENTS + 1, len(Suit) + 1, len(DAYS_OF_RING) + 1), np.int32)
    most = np.zeros(EVENTS + 1, np.int32)
    for missing in range(EVENTS + 1):
        over = EVENTS - missing
        most[missing] = DRAWS - over - least_sum(numbers, over) // len(DAYS_OF_RING)
        for resolved, white in product(range(len(Suit) + 1), DAYS_OF_RING):
            turns = 1 + max(missing, len(Suit) - resolved)
            fewest[missing, resolved, white] = turns + laps_of(white, least_sum(numbers, turns))
    return fewest, most


def most_of_deals(tables: Tables, bay: int) -> Ints:
    """The most that deals with the bay road on a day can bring, in parts of a point, for each pair of the blacks."""
    beginning: Ints = most_from_turns(tables, bay)[DRAWS, tables.stage_of[0, EVENTS, 0, 0], 1]
    return beginning


def most_from_turns(tables: Tables, bay: int, draws: int = DRAWS) -> Ints:
    """The most from a turn's beginning on, in parts of a point, by draws left, stage, white's day and pair."""
    stages, days = len(tables.stages), len(DAYS_OF_RING) + 1
    later = np.full((draws + 1, stages, days, len(PAIRS)), NEVER, np.int32)
    ended = np.full((stages, days, len(PAIRS), 4, 4, 4), NEVER, np.int32)
    played = np.full((3, stages, days, len(PAIRS), NUMBERS + 1), NEVER, np.int32)
    for left in range(draws + 1):
        turns_begin(left, later, played, tables)
        turns_end(left, later, ended, tables)
        turns_play(left, bay, ended, played, tables)
    return later


@entry
def turns_begin(
    left: int,
    later: Ints,
    played: Ints,
    tables: Tables,
) -> None:
    """The most from a turn's beginning on: any number is played, and the blacks share what it leaves of seven."""
    for stage in range(len(tables.stages)):
        resolved, missing = tables.stages[stage, 0], tables.stages[stage, 1]
        for white in range(1, 8):
            if not tables.fewest[missing, resolved, white] <= left <= tables.most[missing]:
                continue
            for pair in range(len(tables.shared)):
                for number in range(1, 7):
                    to = (white - 1 + number) % 7 + 1
                    after = left - 1 - (to <= white)
                    if after < 0:
                        continue
                    for share in range(tables.shares[pair, number]):
                        found = played[after % 3, stage, to, tables.shared[pair, number, share], number]
                        later[left, stage, white, pair] = max(later[left, stage, white, pair], found)


@entry
def turns_end(
    left: int,
    later: Ints,
    ended: Ints,
    tables: Tables,
) -> None:
    """The most from the effects on, by effects, events alike and pawns with white; a letter may be won, or the game."""
    for stage in range(len(tables.stages)):
        resolved, missing, letters, fixed = tables.stages[stage]
        if left < tables.fewest[missing, min(5, resolved + 1), 1] - 1 or left > tables.most[missing]:
            continue
        ended[stage] = -1_000_000
        for white in range(1, 8):
            for pair in range(len(tables.shared)):
                for effects in range(4):
                    best = ended[stage, white, pair, effects]
                    for spent in range(letters + 1):
                        still = tables.stage_of[resolved, missing, letters - spent, fixed]
                        won = -1
                        if resolved < 5 and white < 7 and missing <= 3 * (4 - resolved):
                            won = tables.stage_of[resolved + 1, missing, letters - spent + 1, fixed]
                        for row in range(
                            tables.ends_at[effects, white, pair, spent], tables.ends_at[effects, white, pair, spent + 1]
                        ):
                            end, pawns = tables.ends[row]
                            found = later[left, still, white, end]
                            if resolved == 5 and white == 7 and end == len(tables.shared) - 1:
                                found = 0
                            best[0, pawns] = max(best[0, pawns], found)
                            if won >= 0 and not tables.on_seven[end]:
                                alike = tables.with_white[white, end]
                                best[alike, pawns] = max(best[alike, pawns], later[left, won, white, end])
                    for alike in range(1, 4):
                        for pawns in range(1, 4):
                            best[alike, pawns] = max(best[alike, pawns], best[alike - 1, pawns])


@entry
def turns_play(
    left: int,
    bay: int,
    ended: Ints,
    played: Ints,
    tables: Tables,
) -> None:
    """The most from the placing on; before it a letter may fix an event in white's place."""
    for stage in range(len(tables.stages)):
        resolved, missing, letters, fixed = tables.stages[stage]
        now = played[left % 3, stage]
        now[:] = -1_000_000
        for lacked in range(2 if missing else 1):
            lacking = missing - lacked
            if left < tables.fewest[lacking, min(5, resolved + 1), 1] - 1 or left > tables.most[lacking]:
                continue
            for white in range(1, 8):
                for fixes in range(2 if letters and white < 7 else 1):
                    bit = 1 << (white - 1)
                    is_fixed = white < 7 and fixed & bit > 0
                    if fixes and is_fixed:
                        continue
                    days = fixed | bit if fixes else fixed
                    after = ended[tables.stage_of[resolved, lacking, letters - fixes, days], white]
                    for number in range(1, 7):
                        first, last = 0, 0
                        if white < 7:
                            holds = 3 if white == bay else 2
                            first, last = tables.options_at[holds, int(is_fixed or fixes), number, resolved]
                        for pair in range(len(tables.shared)):
                            best = now[white, pair, number]
                            if white == 7 and not lacked:
                                for pawns in range(1, 4):
                                    best = max(best, after[pair, 0, 0, pawns] - tables.plays[number])
                            for row in range(first, last):
                                pawns, effects, alike, lacks, worth = tables.options[row]
                                if lacks == lacked:
                                    found = after[pair, effects, alike, pawns] + worth - tables.plays[number]
                                    best = max(best, found)
                            now[white, pair, number] = best
