"""The solitaire once more, flat: a position as nine integers, and whole turns of many positions in one compiled call.

This is a second model of the rules, written from their text and independent of `tabi.rules`; a test holds the two
against each other. It knows integers only. Compiled code is cached by this one file, so all that it depends on stands
here. Two entries are compiled: `turns_without_items`, and `turns_with_items` when that is needed.

Traps: values stay within 0 and 2**63 - 1 (only points and camera changes may be negative); no function calls itself;
constants are not passed as arguments (each would be compiled anew); a row beyond an array is not noticed by compiled
code, so room is made before it is needed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabi.solvers.kernel.jit import compiled, entry

Ints = NDArray[np.int64]


class State(NamedTuple):
    """A position in play or amid a turn. Cards are `suit * 8 + number`, suits 1-5, so 0 is no card.

    `days12` and its like hold two columns of 29 bits: three events, nearest first, and the slot of the fixed one plus
    one. An event is a card (6 bits) and its camera change (3 bits, two's complement). `deck0` and its like hold ten
    cards each, the top lowest. `cards` holds the hand as a set of bits, the played card and the deck's length; `table`
    all the rest, as the shifts below say. What is nowhere is in the discard.
    """

    days12: int
    days34: int
    days56: int
    deck0: int
    deck1: int
    deck2: int
    cards: int
    table: int
    points: int


CARDS: Final = 6
TABLE: Final = 7
POINTS: Final = 8
PARENT: Final = 9
RANK: Final = 10
ROW: Final = 11
"""A row of kept positions: the nine words (some by name), the row of the parent in its level, the rank."""

CARD: Final = 63
EVENT_BITS: Final = 9
EVENT: Final = 511
COLUMN_BITS: Final = 29
COLUMN: Final = (1 << 29) - 1
FIXED_AT: Final = 27
BODY: Final = (1 << 27) - 1
SLOTS: Final = 3
DECK_WORD: Final = 10
LOW_54: Final = (1 << 54) - 1

HAND: Final = (1 << 47) - 1
PLAYED_AT: Final = 47
LENGTH_AT: Final = 53
LENGTH: Final = 31

FIRST_AT: Final = 3
SECOND_AT: Final = 6
RESOLVED_AT: Final = 9
LETTERS_AT: Final = 14
PHASE_AT: Final = 17
APPLIED_AT: Final = 21
READY_AT: Final = 26
USED_AT: Final = 32
DAY: Final = 7
SUITS: Final = 31
PHASES: Final = 15
ITEMS: Final = 63

PLAY: Final = 0
BLACKS: Final = 1
PLACE: Final = 2
REFILL: Final = 3
EFFECTS: Final = 4
RESOLVE: Final = 5
TRIM: Final = 6
TRIMMING: Final = 7
"""Amid one trim step: cards go under the deck one by one, and nothing may come between."""
NEXT: Final = 8
"""The next turn begins."""
WON: Final = 9
LOST: Final = 10

RED: Final = 1
GREEN: Final = 2
YELLOW: Final = 3
BLUE: Final = 4
WHITE: Final = 5
LAST_CARD: Final = WHITE * 8 + 6
FIRST_CARD: Final = RED * 8 + 1

LANTERN: Final = 0
MAP: Final = 1
RADIO: Final = 2
CAMERA: Final = 3
BACKPACK: Final = 4
TENT: Final = 5

# Readings, as bits of `rules` above the day of the bay road; none set is the default of every one.
YELLOW_SKIPS: Final = 1 << 3
RADIO_PARTIAL: Final = 1 << 4
RADIO_REFUSED: Final = 1 << 5  # no code asks for it: a short deck gives no state, be it lost or refused
EMPTY_HAND_LOSES: Final = 1 << 6
EMPTY_HAND_SKIPS: Final = 1 << 7
STOP_AT_ONE: Final = 1 << 8
MAP_LAP_FREE: Final = 1 << 9
NOT_BACK_FROM_ONE: Final = 1 << 10
REFILL_TO_FOUR: Final = 1 << 11
ALL_OPTIONAL: Final = 1 << 12
WHITE_MAY_STAY: Final = 1 << 13
BLUE_CUBE_STAYS: Final = 1 << 14
BLUE_CUBE_TRAVELS: Final = 1 << 15
BACKPACK_NEW_CARD_FIXED: Final = 1 << 16
BACKPACK_CUBE_LOST: Final = 1 << 17
LANTERN_EFFECT_FIRST: Final = 1 << 18
LANTERN_PLAYER: Final = 1 << 19
GREEN_SPARES_LANTERN: Final = 1 << 20
TENT_NOT_THROWN: Final = 1 << 21
EXACTLY: Final = 1 << 22
RESOLUTION_OPTIONAL: Final = 1 << 23
NEAREST_PLAYER: Final = 1 << 24

NO_LOCATION_MEMORY: Final = 1 << 25
NO_EVENT_MEMORY: Final = 1 << 26
"""Uses of letters that are not tried: for surveys of what they are worth, no readings of the rules."""

SENSIBLE: Final = 0
"""Letters where they resolve a suit or bring the blacks home, items each at its best moment."""
FREE: Final = 1
"""As sensible, and any letter before the resolution, and event memory before the placing."""
COMPLETE: Final = 2
"""Every legal sequence of steps."""
FOR_POINTS: Final = 3
"""As sensible, and letters that bring blacks to where points are counted, and event memory for what would fall."""

SENSIBLE_LETTERS: Final = 1 << BLACKS | 1 << RESOLVE
FREE_LETTERS: Final = SENSIBLE_LETTERS | 1 << PLACE
LETTERS_FOR_POINTS: Final = FREE_LETTERS | 1 << EFFECTS
ITEM_PHASES: Final = 1 << PLAY | 1 << BLACKS | 1 << REFILL | 1 << EFFECTS | 1 << RESOLVE
"""The phases, as bits, in which letters and items are tried outside `COMPLETE`."""

HAND_SIZE: Final = 4
RADIO_DRAWS: Final = 3
SHARE: Final = 7
ORDERED_SURPLUS: Final = 2
"""Outside `COMPLETE`: up to so many surplus cards go under the deck in every order, more of them in one."""

ROOM: Final = 4096
"""More than the states that one state can lead to; most has the tent, with 21 cards in hand 210 pairs x 11."""

KEPT: Final = 0
CHILDREN: Final = 1
WINS: Final = 2
DONE: Final = 3
FULL: Final = 4
MOST: Final = 5
COUNTERS: Final = 6
"""What a pool counts: positions kept, ends of turns met, won games kept, rows done; and whether it ran full.

`MOST` has the points of the won game kept last, by worth.
"""

TOP: Final = 0
THE_RULES: Final = 1
THE_SCOPE: Final = 2
"""Row 0 of the states still to follow: the row of the last of them, the readings, the scope."""

RANKS: Final = 16_384
HOPELESS: Final = -1
ENDLESS: Final = 64
"""A number of turns that no game has left: the turns are not bounded."""
NOISE: Final = 50
HURRIED_NOISE: Final = 800
"""The most, in hundredths, that chance adds to a rank: with endless turns, and with few."""
NO_TURNS: Final = 0
"""Told of the turns where a suit lacks cards; the slack says that."""

# The settings of a call

RULES: Final = 0
SCOPE: Final = 1
WIDTH: Final = 2
"""How many positions of a level go on; 0: all are kept, and no rank is given."""
ALLOWED: Final = 3
SEED: Final = 4
FROM: Final = 5
TO: Final = 6
"""The rows of the level to follow, from the first to before the last."""
TURNS: Final = 7
"""How many more turns there are at most once those of the level have ended."""
RANKING: Final = 8
CHANCE: Final = 9
"""For points: by how many thousandths of a point chance may raise a position."""
QUOTA: Final = 10
"""How many positions of one company go on before others that rank lower; 0: as many as there are."""
WEIGHTS: Final = 11

# The weights of `worth_of`, in thousandths of a point; the last one begins a table of `SLACKS`
W_POINTS: Final = WEIGHTS + 0
W_LETTER: Final = WEIGHTS + 1
W_DECK: Final = WEIGHTS + 2
W_NEEDED: Final = WEIGHTS + 3
W_SLACK_RESOLVED: Final = WEIGHTS + 4
W_ENDANGERED: Final = WEIGHTS + 5
W_ALL: Final = WEIGHTS + 6
W_RED: Final = WEIGHTS + 7
W_GREEN: Final = WEIGHTS + 8
W_YELLOW: Final = WEIGHTS + 9
W_BLUE: Final = WEIGHTS + 10
W_WHITE: Final = WEIGHTS + 11
W_HAND_RESOLVED: Final = WEIGHTS + 12
W_NUMBERS_RESOLVED: Final = WEIGHTS + 13
W_NUMBERS: Final = WEIGHTS + 14
W_HAND: Final = WEIGHTS + 15
W_ONE: Final = WEIGHTS + 16
W_TWO: Final = WEIGHTS + 17
W_THREE: Final = WEIGHTS + 18
W_STANDS_TWO: Final = WEIGHTS + 19
W_STANDS_THREE: Final = WEIGHTS + 20
W_WHITE_STANDS: Final = WEIGHTS + 21
W_SUM: Final = WEIGHTS + 22
W_UNRESOLVED: Final = WEIGHTS + 23
W_FIXED: Final = WEIGHTS + 24
W_FIXED_UNRESOLVED: Final = WEIGHTS + 25
W_BAY_ROAD: Final = WEIGHTS + 26
W_BEST: Final = WEIGHTS + 27
W_SECOND: Final = WEIGHTS + 28
W_WHITE_DAY: Final = WEIGHTS + 29
W_HOME: Final = WEIGHTS + 30
W_HOME_ALL: Final = WEIGHTS + 31
W_PAIR: Final = WEIGHTS + 32
W_BESIDE: Final = WEIGHTS + 33
W_ON_SEVEN: Final = WEIGHTS + 34
W_SOON: Final = WEIGHTS + 35
W_SOON_TOO: Final = WEIGHTS + 36
W_LEAST: Final = WEIGHTS + 37
W_SLACK: Final = WEIGHTS + 38
SLACKS: Final = 6
SETTINGS: Final = W_SLACK + SLACKS

FOR_A_WIN: Final = 0
BY_WORTH: Final = 1
"""The rankings: `rank_of`, and `worth_of` with the weights."""
NO_WORTH: Final = -1 << 60
WORTH_SHIFT: Final = 4
"""A rank is so many halvings coarser than a thousandth of a point: the ranks span 262 points."""


# Reading a state


@compiled
def phase_of(s: State) -> int:
    return s.table >> PHASE_AT & PHASES


@compiled
def white_of(s: State) -> int:
    return s.table & DAY


@compiled
def first_of(s: State) -> int:
    return s.table >> FIRST_AT & DAY


@compiled
def second_of(s: State) -> int:
    return s.table >> SECOND_AT & DAY


@compiled
def letters_of(s: State) -> int:
    return s.table >> LETTERS_AT & 7


@compiled
def is_resolved(s: State, suit: int) -> bool:
    return s.table >> RESOLVED_AT + suit - 1 & 1 == 1


@compiled
def ready_of(s: State) -> int:
    return s.table >> READY_AT & ITEMS


@compiled
def deck_length(s: State) -> int:
    return s.cards >> LENGTH_AT & LENGTH


@compiled
def played_of(s: State) -> int:
    return s.cards >> PLAYED_AT & CARD


@compiled
def nothing() -> int:
    """A 0 that is no constant to the compiler, for arguments."""
    return 0


@compiled
def bits(mask: int) -> int:
    """How many bits are set."""
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


@compiled
def column_at(s: State, day: int) -> int:
    """The column of a day (1-7); none on day 7."""
    if day == 7:
        return 0
    word = s.days12 if day < 3 else s.days34 if day < 5 else s.days56
    return word >> (day - 1 & 1) * COLUMN_BITS & COLUMN


@compiled
def event_at(column: int, slot: int) -> int:
    return column >> slot * EVENT_BITS & EVENT


@compiled
def value_of(event: int) -> int:
    """The number that counts: printed number and camera change."""
    return (event & 7) + ((event >> 6) + 4 & 7) - 4


@compiled
def suit_of(event: int) -> int:
    return (event & CARD) >> 3


@compiled
def events_of(suit: int, column: int) -> int:
    """How many events of a suit lie in a column."""
    found = 0
    for slot in range(SLOTS):
        if suit_of(event_at(column, slot)) == suit:
            found += 1
    return found


@compiled
def pawns_on(s: State, day: int) -> int:
    found = 0
    if white_of(s) == day:
        found += 1
    if first_of(s) == day:
        found += 1
    if second_of(s) == day:
        found += 1
    return found


@compiled
def next_suit(s: State) -> int:
    """The suit of white's column that acts next, or 0."""
    column = column_at(s, white_of(s))
    applied = s.table >> APPLIED_AT & SUITS
    for slot in range(SLOTS):
        suit = suit_of(event_at(column, slot))
        if suit and applied >> suit - 1 & 1 == 0:
            return suit
    return 0


# Changing a state


@compiled
def with_table(s: State, table: int) -> State:
    return State(s.days12, s.days34, s.days56, s.deck0, s.deck1, s.deck2, s.cards, table, s.points)


@compiled
def with_cards(s: State, cards: int) -> State:
    return State(s.days12, s.days34, s.days56, s.deck0, s.deck1, s.deck2, cards, s.table, s.points)


@compiled
def with_points(s: State, suit: int) -> State:
    """Points of a suit: pawns in white's place times the sum of the suit's numbers that lie there."""
    column = column_at(s, white_of(s))
    total = 0
    for slot in range(SLOTS):
        event = event_at(column, slot)
        if suit_of(event) == suit:
            total += value_of(event)
    points = s.points + pawns_on(s, white_of(s)) * total
    return State(s.days12, s.days34, s.days56, s.deck0, s.deck1, s.deck2, s.cards, s.table, points)


@compiled
def with_column(s: State, day: int, column: int) -> State:
    at = (day - 1 & 1) * COLUMN_BITS
    days12, days34, days56 = s.days12, s.days34, s.days56
    if day < 3:
        days12 = days12 & ~(COLUMN << at) | column << at
    elif day < 5:
        days34 = days34 & ~(COLUMN << at) | column << at
    else:
        days56 = days56 & ~(COLUMN << at) | column << at
    return State(days12, days34, days56, s.deck0, s.deck1, s.deck2, s.cards, s.table, s.points)


@compiled
def following(s: State) -> State:
    """The state in the phase after its own."""
    return with_table(s, s.table + (1 << PHASE_AT))


@compiled
def lost(s: State) -> State:
    return with_table(s, s.table & ~(PHASES << PHASE_AT) | LOST << PHASE_AT)


@compiled
def with_white(s: State, day: int) -> State:
    return with_table(s, s.table & ~DAY | day)


@compiled
def with_blacks(s: State, one: int, other: int) -> State:
    first, second = min(one, other), max(one, other)
    cleared = s.table & ~(DAY << FIRST_AT | DAY << SECOND_AT)
    return with_table(s, cleared | first << FIRST_AT | second << SECOND_AT)


@compiled
def letters_spent(s: State, letters: int) -> State:
    return with_table(s, s.table - (letters << LETTERS_AT))


@compiled
def item_used(s: State, item: int) -> State:
    return with_table(s, s.table & ~(1 << READY_AT + item) | 1 << USED_AT + item)


@compiled
def item_readied(s: State, item: int) -> State:
    return with_table(s, s.table & ~(1 << USED_AT + item) | 1 << READY_AT + item)


@compiled
def with_played(s: State, card: int) -> State:
    return with_cards(s, s.cards & ~(CARD << PLAYED_AT) | card << PLAYED_AT)


@compiled
def without_top(s: State) -> State:
    """The state without the top card of its deck, which is not empty."""
    deck0 = s.deck0 >> 6 | (s.deck1 & CARD) << 54
    deck1 = s.deck1 >> 6 | (s.deck2 & CARD) << 54
    cards = s.cards - (1 << LENGTH_AT)
    return State(s.days12, s.days34, s.days56, deck0, deck1, s.deck2 >> 6, cards, s.table, s.points)


@compiled
def with_top(s: State, card: int) -> State:
    """The state with a card put on its deck."""
    deck2 = (s.deck2 & LOW_54) << 6 | s.deck1 >> 54
    deck1 = (s.deck1 & LOW_54) << 6 | s.deck0 >> 54
    deck0 = (s.deck0 & LOW_54) << 6 | card
    cards = s.cards + (1 << LENGTH_AT)
    return State(s.days12, s.days34, s.days56, deck0, deck1, deck2, cards, s.table, s.points)


@compiled
def put_under(s: State, card: int) -> State:
    """The state with a card of the hand put under its deck."""
    length = deck_length(s)
    moved = card << length % DECK_WORD * 6
    deck0, deck1, deck2 = s.deck0, s.deck1, s.deck2
    if length < DECK_WORD:
        deck0 |= moved
    elif length < 2 * DECK_WORD:
        deck1 |= moved
    else:
        deck2 |= moved
    cards = s.cards - (1 << card) + (1 << LENGTH_AT)
    return State(s.days12, s.days34, s.days56, deck0, deck1, deck2, cards, s.table, s.points)


@compiled
def drawn(s: State, count: int) -> State:
    """The state after drawing cards into the hand; a draw that fails loses."""
    if deck_length(s) < count:
        return lost(s)
    for _ in range(count):
        card = s.deck0 & CARD
        s = without_top(s)
        s = with_cards(s, s.cards | 1 << card)
    return s


@compiled
def lap_paid(s: State) -> State:
    return without_top(s) if deck_length(s) else lost(s)


@compiled
def settled(s: State) -> State:
    """The state with the effects closed when nothing is left to act."""
    if phase_of(s) != EFFECTS or next_suit(s):
        return s
    return following(with_table(s, s.table & ~(SUITS << APPLIED_AT)))


# The steps that leave no choice


@compiled
def forward(day: int, steps: int, rules: int) -> int:
    if rules & STOP_AT_ONE and day + steps > 7:
        return 1
    return (day - 1 + steps) % 7 + 1


@compiled
def capacity(day: int, rules: int) -> int:
    return 3 if day == rules & DAY else 2


@compiled
def with_newest(column: int, card: int, holds: int) -> int:
    """The column with a card placed nearest; a fixed event keeps its slot, the outermost beyond `holds` fall."""
    body, fixed = column & BODY, column >> FIXED_AT
    if fixed:
        slot = fixed - 1
        others = without_slot(body, slot) << EVENT_BITS | card
        low = (1 << slot * EVENT_BITS) - 1
        body = others & low | event_at(body, slot) << slot * EVENT_BITS | (others & ~low) << EVENT_BITS
    else:
        body = body << EVENT_BITS | card
    return body & (1 << holds * EVENT_BITS) - 1 | fixed << FIXED_AT


@compiled
def without_slot(body: int, slot: int) -> int:
    """The events of a column with one taken out and those behind it moved up."""
    low = (1 << slot * EVENT_BITS) - 1
    return body & low | body >> EVENT_BITS & ~low


@compiled
def placed(s: State, rules: int) -> State:
    """The played card as the newest event of white's place; on day 7 it is discarded."""
    card, day = played_of(s), white_of(s)
    s = following(with_cards(s, s.cards & ~(CARD << PLAYED_AT)))
    if day == 7:
        return s
    return with_column(s, day, with_newest(column_at(s, day), card, capacity(day, rules)))


@compiled
def refilled(s: State, rules: int) -> State:
    count = 1
    if rules & REFILL_TO_FOUR:
        count = max(0, HAND_SIZE - bits(s.cards & HAND))
    return drawn(following(s), count)


@compiled
def enough_events(s: State, suit: int, day: int, rules: int) -> bool:
    events, pawns = events_of(suit, column_at(s, day)), pawns_on(s, day)
    return events == pawns if rules & EXACTLY else events >= pawns


@compiled
def fulfils(s: State, suit: int, rules: int) -> bool:
    """Whether every place where pawns stand has the events of a suit that it needs; none lie on day 7."""
    return (
        enough_events(s, suit, white_of(s), rules)
        and enough_events(s, suit, first_of(s), rules)
        and enough_events(s, suit, second_of(s), rules)
    )


@compiled
def nearest_qualifying(s: State, rules: int) -> int:
    """The suit that can be resolved and lies nearest in white's place, or 0."""
    column = column_at(s, white_of(s))
    for slot in range(SLOTS):
        suit = suit_of(event_at(column, slot))
        if suit and not is_resolved(s, suit) and fulfils(s, suit, rules):
            return suit
    return 0


@compiled
def with_letter_of(s: State, suit: int) -> State:
    """The state after the resolution of a suit, or of none (0)."""
    if suit == 0:
        return following(s)
    return following(with_table(s, s.table + (1 << LETTERS_AT) | 1 << RESOLVED_AT + suit - 1))


@compiled
def undeveloped(column: int) -> int:
    """The column without camera changes."""
    return column & (CARD | CARD << EVENT_BITS | CARD << 2 * EVENT_BITS | 3 << FIXED_AT)


@compiled
def developed(word: int) -> int:
    """Two columns without camera changes."""
    return undeveloped(word & COLUMN) | undeveloped(word >> COLUMN_BITS) << COLUMN_BITS


@compiled
def ended(s: State) -> State:
    """The end of the turn, nothing being left to trim: the game is won, or the next turn begins."""
    home = 7 | 7 << FIRST_AT | 7 << SECOND_AT | SUITS << RESOLVED_AT
    phase = WON if s.table & home == home else NEXT
    table = s.table & ~(PHASES << PHASE_AT) | phase << PHASE_AT
    cards = s.cards & ~(CARD << PLAYED_AT)
    days12, days34, days56 = developed(s.days12), developed(s.days34), developed(s.days56)
    return State(days12, days34, days56, s.deck0, s.deck1, s.deck2, cards, table, s.points)


@compiled
def surplus(s: State) -> int:
    return bits(s.cards & HAND) - HAND_SIZE


@compiled
def is_forced(s: State, rules: int) -> bool:
    """Whether the phase leaves no choice (some effects that leave none are not told here)."""
    phase = phase_of(s)
    if phase == EFFECTS:
        return is_resolved(s, next_suit(s))
    if phase == RESOLVE:
        return rules & (RESOLUTION_OPTIONAL | NEAREST_PLAYER) == 0
    return PLACE <= phase <= REFILL or (phase == TRIM and surplus(s) <= 0)


@compiled
def forced(s: State, rules: int) -> State:
    """The state after the step of a phase that leaves no choice."""
    phase = phase_of(s)
    if phase == PLACE:
        return placed(s, rules)
    if phase == REFILL:
        return settled(refilled(s, rules))
    if phase == EFFECTS:
        suit = next_suit(s)
        return settled(with_points(acted(s, suit), suit))
    if phase == RESOLVE:
        return with_letter_of(s, nearest_qualifying(s, rules))
    return ended(s)


@compiled
def acted(s: State, suit: int) -> State:
    """The state in which a suit counts as having acted."""
    return with_table(s, s.table | 1 << APPLIED_AT + suit - 1)


# Hashing, and the states still to follow


@compiled
def mixed(hashed: int, word: int) -> int:
    """A hash with one more word; 63 bits of the product are the same in 64-bit and in unbounded integers."""
    product = (hashed ^ word) * 0x1F85EBCA6B2CA3E5 & 0x7FFFFFFFFFFFFFFF
    return product ^ product >> 31


@compiled
def hash_of(s: State) -> int:
    hashed = mixed(mixed(mixed(s.days12, s.days34), s.days56), s.deck0)
    return mixed(mixed(mixed(mixed(hashed, s.deck1), s.deck2), s.cards), s.table)


@compiled
def load(rows: Ints, row: int) -> State:
    return State(
        int(rows[row, 0]),
        int(rows[row, 1]),
        int(rows[row, 2]),
        int(rows[row, 3]),
        int(rows[row, 4]),
        int(rows[row, 5]),
        int(rows[row, 6]),
        int(rows[row, 7]),
        int(rows[row, 8]),
    )


@compiled
def store(rows: Ints, row: int, s: State) -> None:
    rows[row, 0] = s.days12
    rows[row, 1] = s.days34
    rows[row, 2] = s.days56
    rows[row, 3] = s.deck0
    rows[row, 4] = s.deck1
    rows[row, 5] = s.deck2
    rows[row, 6] = s.cards
    rows[row, 7] = s.table
    rows[row, 8] = s.points


@compiled
def is_row(rows: Ints, row: int, s: State) -> bool:
    """Whether a row holds the same position: all words compared, the points apart. Without branches it is fastest."""
    near = (int(rows[row, 0]) ^ s.days12) | (int(rows[row, 1]) ^ s.days34) | (int(rows[row, 2]) ^ s.days56)
    deck = (int(rows[row, 3]) ^ s.deck0) | (int(rows[row, 4]) ^ s.deck1) | (int(rows[row, 5]) ^ s.deck2)
    return near | deck | (int(rows[row, 6]) ^ s.cards) | (int(rows[row, 7]) ^ s.table) == 0


@compiled
def find(rows: Ints, slots: Ints, s: State, hashed: int) -> int:
    """The slot of the hash table (its size a power of two, never full) that has the position, or a free one for it."""
    last = len(slots) - 1
    at = hashed & last
    while True:
        row = int(slots[at]) - 1
        if row < 0 or is_row(rows, row, s):
            return at
        at = at + 1 & last


@compiled
def rules_of(work: Ints) -> int:
    return int(work[0, THE_RULES])


@compiled
def scope_of(work: Ints) -> int:
    return int(work[0, THE_SCOPE])


@compiled
def push(s: State, work: Ints) -> None:
    """Puts a state on the stack, unless it is lost."""
    s = settled(s)
    if phase_of(s) != LOST:
        top = int(work[0, TOP]) + 1
        store(work, top, s)
        work[0, TOP] = top


# The steps that leave a choice


@compiled
def push_plays(s: State, work: Ints) -> None:
    hand = s.cards & HAND
    if hand == 0:
        if rules_of(work) & EMPTY_HAND_SKIPS:
            push(with_table(s, s.table + (REFILL << PHASE_AT)), work)
        return
    white = white_of(s)
    for card in range(FIRST_CARD, LAST_CARD + 1):
        if hand >> card & 1:
            number = card & 7
            gone = with_cards(s, s.cards & ~(1 << card) | card << PLAYED_AT)
            moved = following(with_white(gone, forward(white, number, rules_of(work))))
            push(lap_paid(moved) if white + number > 7 else moved, work)


@compiled
def push_blacks(s: State, work: Ints) -> None:
    first, second = first_of(s), second_of(s)
    total = SHARE - (played_of(s) & 7)
    s = following(s)
    if total == 1:
        push(with_blacks(s, forward(first, 1, rules_of(work)), second), work)
        if first != second:
            push(with_blacks(s, first, forward(second, 1, rules_of(work))), work)
        return
    for steps in range(1, total):
        if first != second or steps <= total - steps:
            one, other = forward(first, steps, rules_of(work)), forward(second, total - steps, rules_of(work))
            push(with_blacks(s, one, other), work)


@compiled
def push_one_effect(s: State, after: int, work: Ints) -> None:
    """A state after an effect, with the points of the suit `after` if they are counted now (0: they are not)."""
    push(with_points(s, after) if after and phase_of(s) != LOST else s, work)


@compiled
def push_reds(s: State, after: int, work: Ints) -> int:
    first, second = first_of(s), second_of(s)
    ways = 0
    for which in range(2):
        day, other = (first, second) if which == 0 else (second, first)
        if which == 1 and first == second:
            break
        push_one_effect(with_blacks(s, day % 7 + 1, other), after, work)
        ways += 1
        if day > 1 or rules_of(work) & NOT_BACK_FROM_ONE == 0:
            push_one_effect(with_blacks(s, (day + 5) % 7 + 1, other), after, work)
            ways += 1
    return ways


@compiled
def push_whites(s: State, after: int, work: Ints) -> int:
    white, first, second = white_of(s), first_of(s), second_of(s)
    may_stay = rules_of(work) & WHITE_MAY_STAY != 0
    ways = 0
    if first != white or may_stay:
        push_one_effect(with_blacks(s, white, second), after, work)
        ways += 1
    if second != first and (second != white or may_stay):
        push_one_effect(with_blacks(s, first, white), after, work)
        ways += 1
    return ways


@compiled
def push_yellow(s: State, after: int, work: Ints) -> int:
    if deck_length(s) == 0:
        return 0 if rules_of(work) & YELLOW_SKIPS else 1
    push_one_effect(drawn(s, 1), after, work)
    return 1


@compiled
def push_greens(s: State, after: int, spared: int, work: Ints) -> int:
    """Used items made ready; `spared` are items (bits) that are out of its reach."""
    ways = 0
    for item in range(6):
        if (s.table >> USED_AT & ITEMS & ~spared) >> item & 1:
            push_one_effect(item_readied(s, item), after, work)
            ways += 1
    return ways


@compiled
def event_of(s: State, place: int) -> int:
    """The event of a place: `3 * (day - 1) + slot`."""
    return event_at(column_at(s, place // SLOTS + 1), place % SLOTS)


@compiled
def with_event(s: State, place: int, event: int) -> State:
    """The state with the event of a place replaced; the place's letter stays."""
    day, at = place // SLOTS + 1, place % SLOTS * EVENT_BITS
    return with_column(s, day, column_at(s, day) & ~(EVENT << at) | event << at)


@compiled
def is_fixed(s: State, place: int) -> bool:
    return column_at(s, place // SLOTS + 1) >> FIXED_AT == place % SLOTS + 1


@compiled
def with_fixed(s: State, day: int, fixed: int) -> State:
    """The state with the letter of a day on slot `fixed - 1`, or on none (0)."""
    return with_column(s, day, column_at(s, day) & BODY | fixed << FIXED_AT)


@compiled
def may_exchange(s: State, one: int, other: int, rules: int) -> bool:
    """Whether the letters on two places allow an exchange."""
    first, second = is_fixed(s, one), is_fixed(s, other)
    if not (first or second) or rules & BLUE_CUBE_STAYS:
        return True
    if rules & BLUE_CUBE_TRAVELS == 0:
        return False
    if first == second or one // SLOTS == other // SLOTS:
        return True
    to = other if first else one
    return column_at(s, to // SLOTS + 1) >> FIXED_AT == 0


@compiled
def exchanged(s: State, one: int, other: int, rules: int) -> State:
    """The state after two events changed places, each with its camera change, and as ruled its letter."""
    first, second = is_fixed(s, one), is_fixed(s, other)
    s = with_event(with_event(s, one, event_of(s, other)), other, event_of(s, one))
    if rules & BLUE_CUBE_TRAVELS == 0 or first == second:
        return s
    source, to = (one, other) if first else (other, one)
    s = with_column(s, source // SLOTS + 1, column_at(s, source // SLOTS + 1) & BODY)
    return with_fixed(s, to // SLOTS + 1, to % SLOTS + 1)


@compiled
def push_blues(s: State, after: int, work: Ints) -> int:
    ways = 0
    for one in range(6 * SLOTS - 1):
        event = event_of(s, one)
        if event:
            for other in range(one + 1, 6 * SLOTS):
                opposite = event_of(s, other)
                equal = opposite != 0 and value_of(opposite) == value_of(event)
                if equal and may_exchange(s, one, other, rules_of(work)):
                    push_one_effect(exchanged(s, one, other, rules_of(work)), after, work)
                    ways += 1
    return ways


@compiled
def push_effect(s: State, suit: int, after: int, spared: int, work: Ints) -> int:
    """Every way to carry out a suit's own effect; returns how many there are."""
    if suit == RED:
        return push_reds(s, after, work)
    if suit == WHITE:
        return push_whites(s, after, work)
    if suit == YELLOW:
        return push_yellow(s, after, work)
    if suit == GREEN:
        return push_greens(s, after, spared, work)
    return push_blues(s, after, work)


@compiled
def push_next_effect(s: State, work: Ints) -> None:
    suit = next_suit(s)
    after = acted(s, suit)
    if is_resolved(s, suit):
        push(with_points(after, suit), work)
        return
    ways = push_effect(after, suit, nothing(), nothing(), work)
    if ways == 0 or suit == BLUE or rules_of(work) & ALL_OPTIONAL:
        push(after, work)


@compiled
def push_resolutions(s: State, work: Ints) -> None:
    nearest = nearest_qualifying(s, rules_of(work))
    if nearest == 0 or rules_of(work) & NEAREST_PLAYER == 0:
        push(with_letter_of(s, nearest), work)
    else:
        column = column_at(s, white_of(s))
        for suit in range(RED, WHITE + 1):
            lies = events_of(suit, column) > 0
            if lies and not is_resolved(s, suit) and fulfils(s, suit, rules_of(work)):
                push(with_letter_of(s, suit), work)
    if nearest and rules_of(work) & RESOLUTION_OPTIONAL:
        push(following(s), work)


@compiled
def push_trims(s: State, work: Ints) -> None:
    """Each card that may go under the deck next; outside `COMPLETE` many go in the order of cards only.

    Then the last one is remembered in the place of the played card.
    """
    count, last = surplus(s), played_of(s)
    if count <= 0:
        push(ended(s), work)
        return
    first = phase_of(s) == TRIM
    in_order = last > 0 or (first and count > ORDERED_SURPLUS and scope_of(work) != COMPLETE)
    begun = following(s) if first else s
    for card in range(FIRST_CARD, LAST_CARD + 1):
        if s.cards >> card & 1 and card > last:
            after = put_under(begun, card)
            if count == 1:
                push(ended(after), work)
            else:
                push(with_played(after, card) if in_order else after, work)


@compiled
def push_steps(s: State, work: Ints) -> None:
    """The steps that the phase asks for."""
    phase = phase_of(s)
    if phase == PLAY:
        push_plays(s, work)
    elif phase == BLACKS:
        push_blacks(s, work)
    elif phase == EFFECTS:
        push_next_effect(s, work)
    elif phase == RESOLVE:
        push_resolutions(s, work)
    elif phase >= TRIM:
        push_trims(s, work)
    else:
        push(forced(s, rules_of(work)), work)


# Letters


@compiled
def push_locations(s: State, work: Ints) -> None:
    """Location memory, a letter in hand being spent: either black to any day but day 7."""
    first, second = first_of(s), second_of(s)
    after = letters_spent(s, nothing() + 1)
    for to in range(1, 7):
        push(with_blacks(after, to, second), work)
        if first != second:
            push(with_blacks(after, first, to), work)


@compiled
def push_fixes(s: State, first: int, last: int, work: Ints) -> None:
    """Event memory on the days from `first` to `last`, a letter in hand being spent."""
    after = letters_spent(s, nothing() + 1)
    for day in range(first, last + 1):
        column = column_at(s, day)
        if column >> FIXED_AT == 0:
            for slot in range(SLOTS):
                event = event_at(column, slot)
                if event:
                    body = without_slot(column & BODY, slot) << EVENT_BITS | event
                    push(with_column(after, day, body | 1 << FIXED_AT), work)


@compiled
def cost_of(s: State, one: int, other: int) -> int:
    """How many letters bring the blacks to two days, `one` not above `other`; 9 if none do."""
    first, second = first_of(s), second_of(s)
    if one == first:
        return 0 if other == second else 1 if other < 7 else 9
    if one == second or other == first:
        return 1 if (other if one == second else one) < 7 else 9
    if other == second:
        return 1
    return 2 if other < 7 else 9


@compiled
def is_ripe(s: State, suit: int) -> bool:
    """Whether an unresolved suit lies in white's place and has three events in all."""
    if is_resolved(s, suit) or events_of(suit, column_at(s, white_of(s))) == 0:
        return False
    lying = 0
    for day in range(1, 7):
        lying += events_of(suit, column_at(s, day))
    return lying >= 3


@compiled
def days_of(s: State, suit: int) -> int:
    """The set of days (bit 1 is day 1) where events of a suit lie."""
    found = 0
    for day in range(1, 7):
        if events_of(suit, column_at(s, day)):
            found |= 1 << day
    return found


@compiled
def push_resolving_letters(s: State, suit: int, work: Ints) -> None:
    """Letters after which a suit can be resolved: one, or two where one does not do."""
    days = days_of(s, suit)
    for cost in range(1, min(2, letters_of(s)) + 1):
        found = False
        for one in range(1, 7):
            for other in range(one, 7):
                if days >> one & days >> other & 1 and cost_of(s, one, other) == cost:
                    after = with_blacks(letters_spent(s, cost), one, other)
                    if fulfils(after, suit, rules_of(work)):
                        push(after, work)
                        found = True
        if found:
            return


@compiled
def comes_home(one: int, other: int, total: int) -> bool:
    """Whether blacks on two days, `one` not above `other`, can both end on day 7 by sharing `total` steps."""
    return 14 - one - other == total and (other < 7 or total == 1)


@compiled
def push_letters_home(s: State, work: Ints) -> None:
    """Letters after which the blacks end on day 7 beside white, every suit being resolved."""
    total = SHARE - (played_of(s) & 7)
    if comes_home(first_of(s), second_of(s), total):
        return
    for one in range(1, 8):
        for other in range(one, 8):
            cost = cost_of(s, one, other)
            if 0 < cost <= letters_of(s) and comes_home(one, other, total):
                push(with_blacks(letters_spent(s, cost), one, other), work)


@compiled
def push_gathering(s: State, work: Ints) -> None:
    """Location memory that brings a black to white, a letter in hand being spent."""
    white, first, second = white_of(s), first_of(s), second_of(s)
    after = letters_spent(s, nothing() + 1)
    if first != white:
        push(with_blacks(after, white, second), work)
    if second != white and second != first:
        push(with_blacks(after, first, white), work)


@compiled
def push_fix_of_falling(s: State, work: Ints) -> None:
    """Event memory on the event that the card about to be placed would push out of white's column."""
    white = white_of(s)
    column, last = column_at(s, white), capacity(white, rules_of(work)) - 1
    event = event_at(column, last)
    if event and column >> FIXED_AT == 0:
        body = without_slot(column & BODY, last) << EVENT_BITS | event
        push(with_column(letters_spent(s, nothing() + 1), white, body | 1 << FIXED_AT), work)


@compiled
def push_location_memory(s: State, work: Ints) -> None:
    """Location memory at this moment, one letter being in hand, as far as the scope tries it."""
    phase, scope = phase_of(s), scope_of(work)
    if scope == COMPLETE or (scope == FREE and phase == RESOLVE):
        push_locations(s, work)
    elif phase == RESOLVE:
        for suit in range(RED, WHITE + 1):
            if is_ripe(s, suit) and not fulfils(s, suit, rules_of(work)):
                push_resolving_letters(s, suit, work)
    elif phase == BLACKS and white_of(s) == 7 and s.table >> RESOLVED_AT & SUITS == SUITS:
        push_letters_home(s, work)
    elif scope == FOR_POINTS and phase == EFFECTS and is_resolved(s, next_suit(s)):
        push_gathering(s, work)


@compiled
def push_event_memory(s: State, work: Ints) -> None:
    """Event memory at this moment, one letter being in hand, as far as the scope tries it."""
    scope, white = scope_of(work), white_of(s)
    if scope == COMPLETE:
        push_fixes(s, nothing() + 1, nothing() + 6, work)
    elif phase_of(s) != PLACE or white == 7:
        return
    elif scope == FREE:
        push_fixes(s, white, white, work)
    elif scope == FOR_POINTS:
        push_fix_of_falling(s, work)


@compiled
def push_letters(s: State, work: Ints) -> None:
    """Letters at this moment, one being in hand, as far as the scope tries them and no survey leaves them out."""
    if rules_of(work) & NO_LOCATION_MEMORY == 0:
        push_location_memory(s, work)
    if rules_of(work) & NO_EVENT_MEMORY == 0:
        push_event_memory(s, work)


# Items


@compiled
def push_lantern(s: State, work: Ints) -> None:
    """Points and the original effect of a resolved suit that is next, in the order of the reading."""
    suit = next_suit(s)
    if not is_resolved(s, suit):
        return
    lit = acted(item_used(s, nothing() + LANTERN), suit)
    spared = nothing() + (1 if rules_of(work) & GREEN_SPARES_LANTERN else 0)
    first, last = with_points(lit, suit), lit
    optional = suit == BLUE or rules_of(work) & ALL_OPTIONAL != 0
    ways = 0
    if rules_of(work) & LANTERN_EFFECT_FIRST == 0:
        ways += push_effect(first, suit, nothing(), spared, work)
    if rules_of(work) & (LANTERN_EFFECT_FIRST | LANTERN_PLAYER):
        ways += push_effect(last, suit, suit, spared, work)
    if ways and optional:
        push(first, work)


@compiled
def push_maps(s: State, work: Ints) -> None:
    """White one day forward, paying the lap, and one day back."""
    phase, white = phase_of(s), white_of(s)
    if phase != BLACKS and (phase != PLAY or scope_of(work) != COMPLETE):
        return
    ahead = with_white(s, white % 7 + 1)
    push(lap_paid(ahead) if white == 7 and rules_of(work) & MAP_LAP_FREE == 0 else ahead, work)
    if white > 1 or rules_of(work) & NOT_BACK_FROM_ONE == 0:
        push(with_white(s, (white + 5) % 7 + 1), work)


@compiled
def push_radio(s: State, work: Ints) -> None:
    if scope_of(work) != COMPLETE and phase_of(s) != PLAY:
        return
    draws = RADIO_DRAWS
    if rules_of(work) & RADIO_PARTIAL:
        draws = min(draws, deck_length(s))
    if deck_length(s) >= draws:
        push(drawn(s, draws), work)


@compiled
def push_cameras(s: State, work: Ints) -> None:
    """A placed event one higher or lower; outside `COMPLETE` before a blue effect only."""
    if scope_of(work) != COMPLETE:
        suit = next_suit(s)
        if phase_of(s) != EFFECTS or suit != BLUE or is_resolved(s, suit):
            return
    for place in range(6 * SLOTS):
        event = event_of(s, place)
        if event:
            for change in range(1, 8, 6):  # 7 is -1 in three bits
                camera = (event >> 6) + change & 7
                push(with_event(s, place, event & CARD | camera << 6), work)


@compiled
def push_backpacks(s: State, work: Ints) -> None:
    """A hand card for a placed event; outside `COMPLETE` one of an unresolved suit for one of another."""
    if scope_of(work) != COMPLETE and phase_of(s) != RESOLVE:
        return
    for place in range(6 * SLOTS):
        event = event_of(s, place)
        fixed = is_fixed(s, place)
        if event and (not fixed or rules_of(work) & (BACKPACK_NEW_CARD_FIXED | BACKPACK_CUBE_LOST)):
            for card in range(FIRST_CARD, LAST_CARD + 1):
                suit = suit_of(card)
                helps = scope_of(work) == COMPLETE or (suit != suit_of(event) and not is_resolved(s, suit))
                if s.cards >> card & 1 and helps:
                    after = with_event(with_cards(s, s.cards - (1 << card)), place, card)
                    if fixed and rules_of(work) & BACKPACK_CUBE_LOST:
                        after = with_fixed(after, place // SLOTS + 1, nothing())
                    push(after, work)


@compiled
def cards_of(word: int) -> int:
    """The set of cards of ten places of a deck."""
    found = 0
    while word:
        found |= 1 << (word & CARD)
        word >>= 6
    return found


@compiled
def discard_of(s: State) -> int:
    """The set of cards in the discard: those that are nowhere else."""
    elsewhere = s.cards & HAND | cards_of(s.deck0) | cards_of(s.deck1) | cards_of(s.deck2) | 1 << played_of(s)
    for place in range(6 * SLOTS):
        elsewhere |= 1 << (event_of(s, place) & CARD)
    every = 0
    for suit in range(RED, WHITE + 1):
        every |= 126 << suit * 8
    return every & ~elsewhere


@compiled
def push_tents(s: State, work: Ints) -> None:
    """Two hand cards for one of the discard, on the deck; outside `COMPLETE` of an unresolved suit, at the refill."""
    if scope_of(work) != COMPLETE and phase_of(s) != REFILL:
        return
    discard = discard_of(s)
    for one in range(FIRST_CARD, LAST_CARD):
        if s.cards >> one & 1:
            for other in range(one + 1, LAST_CARD + 1):
                if s.cards >> other & 1:
                    thrown = 1 << one | 1 << other
                    takes = discard if rules_of(work) & TENT_NOT_THROWN else discard | thrown
                    push_tent(with_cards(s, s.cards - thrown), takes, work)


@compiled
def push_tent(s: State, takes: int, work: Ints) -> None:
    for card in range(FIRST_CARD, LAST_CARD + 1):
        if takes >> card & 1 and (scope_of(work) == COMPLETE or not is_resolved(s, suit_of(card))):
            push(with_top(s, card), work)


@compiled
def push_items(s: State, work: Ints) -> None:
    """Every use of the ready items, as far as the scope tries them at this moment."""
    for item in range(6):
        if ready_of(s) >> item & 1:
            if item == LANTERN:
                if phase_of(s) == EFFECTS:
                    push_lantern(s, work)
            elif item == MAP:
                push_maps(item_used(s, item), work)
            elif item == RADIO:
                push_radio(item_used(s, item), work)
            elif item == CAMERA:
                push_cameras(item_used(s, item), work)
            elif item == BACKPACK:
                push_backpacks(item_used(s, item), work)
            else:
                push_tents(item_used(s, item), work)


# How promising a position is


@compiled
def smallest_sum(numbers: int, count: int) -> int:
    """The sum of the `count` smallest of a set of numbers (bit 1 is 1); -1 if it has not so many."""
    total = 0
    for number in range(1, 7):
        if count > 0 and numbers >> number & 1:
            total += number
            count -= 1
    return total if count == 0 else -1


@compiled
def needs_of(s: State, lying: int) -> tuple[int, int]:
    """What a win still asks for, as `tabi.solvers.outlook`: turns, and the slack of the deck.

    The slack are the cards of the deck beyond the draws that a win still forces, -100 where a suit has too few cards.
    `lying` has the events that lie out, four bits for each suit. With the backpack, which brings events without a turn,
    the turns are those of the letters.
    """
    held = s.cards & HAND | cards_of(s.deck0) | cards_of(s.deck1) | cards_of(s.deck2)
    missing = numbers = left = 0
    for suit in range(RED, WHITE + 1):
        if not is_resolved(s, suit):
            left += 1
            lacks = 3 - (lying >> suit * 4 & 15)
            if lacks > 0:
                total = smallest_sum(held >> suit * 8 & 127, lacks)
                if total < 0:
                    return NO_TURNS, -100
                missing += lacks
                numbers += total
    placing = max(missing, left)
    way = white_of(s) + numbers + placing - missing + 1
    laps = max(0, (way - 1) // 7)
    turns = left if s.table >> READY_AT & 1 << BACKPACK or s.table >> USED_AT & 1 << BACKPACK else placing
    return turns + 1, deck_length(s) - placing - 1 - laps


@compiled
def lying_out(s: State) -> int:
    """How many events of each suit lie out, four bits for each."""
    lying = 0
    for place in range(6 * SLOTS):
        lying += 1 << suit_of(event_of(s, place)) * 4
    return lying & ~15


@compiled
def promise_of_suit(s: State, suit: int, events: int) -> int:
    """The good signs of an unresolved suit, in hundredths."""
    total = 0
    if events >= 2:
        total += 100 if events >= 3 else 50
        if events_of(suit, column_at(s, first_of(s))):
            total += 30
        if events_of(suit, column_at(s, second_of(s))):
            total += 30
    if events < 3:
        total += 30 * bits(s.cards & HAND & 127 << suit * 8)
    return total


@compiled
def endangered(s: State, rules: int) -> int:
    """How many events of unresolved suits are the outermost of a full column."""
    found = 0
    for day in range(1, 7):
        suit = suit_of(event_at(column_at(s, day), capacity(day, rules) - 1))
        if suit and not is_resolved(s, suit):
            found += 1
    return found


@compiled
def rank_of(s: State, hashed: int, rules: int, allowed: int, turns: int, seed: int) -> int:
    """How far up a position goes in a beam, 0 to `RANKS - 1`; a won game is first, a hopeless one -1.

    A sum of good signs in hundredths and of chance, which depends on position and seed alone.
    Hopeless is what has less slack than minus `allowed`, or needs more than `turns` turns. Where turns are short, slack
    and letters won count less, and chance counts more: many narrow beams that differ find what a wide one misses.
    """
    if phase_of(s) == WON:
        return RANKS - 1
    lying = lying_out(s)
    needed, slack = needs_of(s, lying)
    if slack < -allowed or needed > turns:
        return HOPELESS
    total = 2000 + 100 * letters_of(s) - 30 * endangered(s, rules)
    resolved = bits(s.table >> RESOLVED_AT & SUITS)
    if (white_of(s) + first_of(s) + second_of(s)) % 7 == 0:
        total += 30
    for suit in range(RED, WHITE + 1):
        if not is_resolved(s, suit):
            total += promise_of_suit(s, suit, lying >> suit * 4 & 15)
    if turns < ENDLESS:
        total += 100 * min(slack, 1) + 100 * resolved + mixed(hashed, seed) % HURRIED_NOISE
    else:
        total += 300 * slack + 200 * resolved + mixed(hashed, seed) % NOISE
    return max(0, min(RANKS - 2, total))


# How many points a position promises


@compiled
def gathered(s: State, card: int, day: int) -> int:
    """The most pawns on a day once a card has brought white there and the blacks have shared their steps."""
    one, other, total = (day - first_of(s) + 7) % 7, (day - second_of(s) + 7) % 7, SHARE - (card & 7)
    if total == 1:
        moved = max(one == 1, other == 1)
        stood = max(one == 0, other == 0)
        return 1 + max(moved + (stood if one != other else 0), stood)
    if one > 0 and other > 0 and one + other == total:
        return 3
    return 2 if 0 < one < total or 0 < other < total else 1


@compiled
def total_of(s: State, column: int, resolved: bool) -> int:
    """The sum of the numbers of resolved suits (or of the others) in a column."""
    total = 0
    for slot in range(SLOTS):
        event = event_at(column, slot)
        if event and is_resolved(s, suit_of(event)) == resolved:
            total += event & 7
    return total


@compiled
def points_by(s: State, card: int, rules: int) -> int:
    """The points that a card brings next turn by what is resolved, with plain movement."""
    day = (white_of(s) - 1 + (card & 7)) % 7 + 1
    if day == 7:
        return nothing()
    total = total_of(s, with_newest(column_at(s, day), card, capacity(day, rules)), True)
    return total * gathered(s, card, day) if total else nothing()


@compiled
def worth_of_hand(s: State, settings: Ints) -> int:
    """What the cards in hand are worth: the two that bring most points next turn, and the smallest number."""
    most = second = 0
    least = 7
    hand = s.cards & HAND
    for suit in range(RED, WHITE + 1):
        for number in range(1, 7):
            if hand >> suit * 8 + number & 1:
                points = points_by(s, suit * 8 + number, int(settings[RULES]))
                second = max(second, min(most, points))
                most = max(most, points)
                least = min(least, number)
    return most * int(settings[W_SOON]) + second * int(settings[W_SOON_TOO]) + least * int(settings[W_LEAST])


@compiled
def sum_of(numbers: int) -> int:
    """The sum of a set of numbers (bit 1 is 1)."""
    total = 0
    for number in range(1, 7):
        total += number * (numbers >> number & 1)
    return total


@compiled
def worth_of_resolved(s: State, suit: int, settings: Ints) -> int:
    """What a resolved suit is worth beside its events that lie out."""
    cards = s.cards >> suit * 8 & 126
    return (
        int(settings[W_RED + suit - 1])
        + bits(cards) * int(settings[W_HAND_RESOLVED])
        + sum_of(cards) * int(settings[W_NUMBERS_RESOLVED])
    )


@compiled
def worth_of_unresolved(s: State, suit: int, events: int, settings: Ints) -> int:
    """What a suit is worth that is to be resolved yet: its events, the pawns that stand at them, its cards in hand."""
    cards = s.cards >> suit * 8 & 126
    total = sum_of(cards) * int(settings[W_NUMBERS])
    if events < 3:
        total += bits(cards) * int(settings[W_HAND])
    if events == 1:
        return total + int(settings[W_ONE])
    if events >= 2:
        stands = int(settings[W_STANDS_THREE if events > 2 else W_STANDS_TWO])
        total += int(settings[W_THREE if events > 2 else W_TWO])
        for pawn in (first_of(s), second_of(s)):
            if events_of(suit, column_at(s, pawn)):
                total += stands
        if events_of(suit, column_at(s, white_of(s))):
            total += int(settings[W_WHITE_STANDS])
    return total


@compiled
def worth_of_columns(s: State, settings: Ints) -> int:
    """What the events that lie out are worth by their numbers."""
    total = best = second = 0
    for day in range(1, 7):
        column = column_at(s, day)
        if column:
            here = total_of(s, column, True)
            total += here * int(settings[W_SUM]) + total_of(s, column, False) * int(settings[W_UNRESOLVED])
            if column >> FIXED_AT:
                event = event_at(column, (column >> FIXED_AT) - 1)
                fixed = W_FIXED if is_resolved(s, suit_of(event)) else W_FIXED_UNRESOLVED
                total += (event & 7) * int(settings[fixed])
            if day == int(settings[RULES]) & DAY:
                total += here * int(settings[W_BAY_ROAD])
            second = max(second, min(best, here))
            best = max(best, here)
    return total + best * int(settings[W_BEST]) + second * int(settings[W_SECOND])


@compiled
def worth_of_pawns(s: State, settings: Ints) -> int:
    """What the places of the pawns are worth."""
    white, first, second = white_of(s), first_of(s), second_of(s)
    total = white * int(settings[W_WHITE_DAY])
    if (white + first + second) % 7 == 0:
        total += int(settings[W_HOME])
        if s.table >> RESOLVED_AT & SUITS == SUITS:
            total += int(settings[W_HOME_ALL])
    if first == second:
        total += int(settings[W_PAIR])
    total += ((first == white) + (second == white)) * int(settings[W_BESIDE])
    return total + ((first == 7) + (second == 7)) * int(settings[W_ON_SEVEN])


@compiled
def worth_of(s: State, settings: Ints) -> int:
    """The points, in thousandths, that the weights expect at the end; `NO_WORTH` for what is hopeless as in `rank_of`.

    It is meant for comparing positions of one level, so what they have in common is left out.
    """
    lying = lying_out(s)
    needed, slack = needs_of(s, lying)
    if slack < -int(settings[ALLOWED]) or needed > int(settings[TURNS]):
        return NO_WORTH
    resolved = bits(s.table >> RESOLVED_AT & SUITS)
    total = s.points * int(settings[W_POINTS]) + letters_of(s) * int(settings[W_LETTER])
    total += deck_length(s) * int(settings[W_DECK]) + needed * int(settings[W_NEEDED])
    total += slack * resolved * int(settings[W_SLACK_RESOLVED])
    total -= endangered(s, int(settings[RULES])) * int(settings[W_ENDANGERED])
    total += int(settings[W_SLACK + max(0, min(slack, SLACKS - 1))])
    if resolved == 5:
        total += int(settings[W_ALL])
    for suit in range(RED, WHITE + 1):
        if is_resolved(s, suit):
            total += worth_of_resolved(s, suit, settings)
        else:
            total += worth_of_unresolved(s, suit, lying >> suit * 4 & 15, settings)
    return total + worth_of_columns(s, settings) + worth_of_pawns(s, settings) + worth_of_hand(s, settings)


@compiled
def rank_by_worth(s: State, hashed: int, settings: Ints, base: int) -> int:
    """As `rank_of`, by the worth beyond `base`, which is that of a position of the level before, and by chance."""
    worth = worth_of(s, settings)
    if worth == NO_WORTH:
        return HOPELESS
    worth += mixed(hashed, int(settings[SEED])) % max(1, int(settings[CHANCE])) - base
    return max(0, min(RANKS - 2, (worth >> WORTH_SHIFT) + RANKS // 2))


# Keeping the ends of turns: each position once, in `rows`; `slots` is the hash table of their rows (0 is free)


@compiled
def as_beginning(s: State) -> State:
    """The end of a turn as it is kept: the next turn's beginning in phase play, a won game as it is."""
    return with_table(s, s.table & ~(PHASES << PHASE_AT)) if phase_of(s) == NEXT else s


@compiled
def keep(s: State, parent: int, rank: int, at: int, rows: Ints, slots: Ints, counters: Ints) -> None:
    """Writes a position into the next row, which slot `at` of the hash table then has."""
    row = int(counters[KEPT])
    counters[KEPT] = row + 1
    slots[at] = row + 1
    store(rows, row, s)
    rows[row, PARENT] = parent
    rows[row, RANK] = rank


@compiled
def better(s: State, parent: int, row: int, rows: Ints) -> None:
    """Writes points and parent into the row of the same position, if there are more points."""
    before = int(rows[row, POINTS])
    rows[row, PARENT] = parent if s.points > before else int(rows[row, PARENT])
    rows[row, POINTS] = max(before, s.points)


@compiled
def keep_by_worth(
    s: State, hashed: int, parent: int, base: int, settings: Ints, at: int, rows: Ints, slots: Ints, counters: Ints
) -> None:
    """As `keep` and `better`, ranked by worth; of won games only what has more points than those before."""
    row, won = int(slots[at]) - 1, phase_of(s) == WON
    if won and counters[WINS] and s.points <= int(counters[MOST]):
        return
    if won:
        counters[MOST] = s.points
    if row < 0:
        counters[WINS] += won
        keep(s, parent, RANKS - 1 if won else rank_by_worth(s, hashed, settings, base), at, rows, slots, counters)
    elif s.points > int(rows[row, POINTS]):
        rows[row, RANK] = RANKS - 1 if won else rank_by_worth(s, hashed, settings, base)
        better(s, parent, row, rows)


@compiled
def base_of(level: Ints, settings: Ints) -> int:
    """What worths are counted from: that of the level's first position, the same whichever rows are followed."""
    if settings[RANKING] == FOR_A_WIN or len(level) == 0:
        return nothing()
    worth = worth_of(load(level, nothing()), settings)
    return nothing() if worth == NO_WORTH else worth


@compiled
def threshold(ranks: Ints, span: int, width: int) -> tuple[int, int]:
    """The rank from which on positions stay, and how many of those with just this rank do, so that `width` remain.

    All ranks lie below `span`.
    """
    counts = np.zeros(span, np.int64)
    for row in range(len(ranks)):
        rank = int(ranks[row])
        if rank >= 0:
            counts[rank] += 1
    left = width
    for down in range(span):
        rank = span - 1 - down
        if int(counts[rank]) > left:
            return rank, left
        left -= int(counts[rank])
    return nothing() + HOPELESS, nothing()


@compiled
def in_order(ranks: Ints) -> Ints:
    """The rows from the highest rank down, of equal ranks the earlier ones first, the hopeless left out."""
    begins = np.zeros(RANKS + 1, np.int64)
    for row in range(len(ranks)):
        if ranks[row] >= 0:
            begins[RANKS - int(ranks[row])] += 1
    for at in range(RANKS):
        begins[at + 1] += begins[at]
    order = np.empty(int(begins[RANKS]), np.int64)
    for row in range(len(ranks)):
        if ranks[row] >= 0:
            at = RANKS - 1 - int(ranks[row])
            order[begins[at]] = row
            begins[at] += 1
    return order


@compiled
def company_of(rows: Ints, row: int) -> int:
    """What a row has in common with its company, hashed and never 0: hand, length of the deck, suits won, letters."""
    won = int(rows[row, TABLE]) >> RESOLVED_AT & (1 << PHASE_AT - RESOLVED_AT) - 1
    return mixed(mixed(nothing(), int(rows[row, CARDS])), won) | 1


@compiled
def seat_of(company: int, seats: Ints) -> int:
    """The place of a company in a table (its size a power of two, never full), which it takes if it has none."""
    last = len(seats) - 1
    at = company >> 1 & last
    while seats[at] and int(seats[at]) != company:
        at = at + 1 & last
    seats[at] = company
    return at


@compiled
def raise_first(ranks: Ints, rows: Ints, quota: int) -> None:
    """Puts the won games and the best `quota` of each company before all others: `RANKS` is added to their ranks.

    Positions of one company have much the same future. Without this a beam ends up with few companies, and all that
    might have come of the others is lost.
    """
    order = in_order(ranks)
    size = 2
    while size < 2 * len(order):
        size *= 2
    seats, taken = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for place in range(len(order)):
        row = int(order[place])
        at = seat_of(company_of(rows, row), seats)
        if taken[at] < quota or ranks[row] == RANKS - 1:
            taken[at] += 1
            ranks[row] += RANKS


@compiled
def noted(rows: Ints, slots: Ints, count: int) -> None:
    """Writes the first `count` rows, all different, into the hash table anew."""
    for at in range(len(slots)):
        slots[at] = 0
    for row in range(count):
        s = load(rows, row)
        slots[find(rows, slots, s, hash_of(s))] = row + 1


@compiled
def thin(settings: Ints, rows: Ints, slots: Ints, counters: Ints) -> None:
    """Keeps the `WIDTH` positions of highest rank (of equal ranks the earlier ones), in their order.

    With a `QUOTA` those go first that are within it.
    """
    ranks = rows[: int(counters[KEPT]), RANK].copy()
    span = nothing() + RANKS
    if settings[QUOTA]:
        raise_first(ranks, rows, int(settings[QUOTA]))
        span += RANKS
    least, equals = threshold(ranks, span, int(settings[WIDTH]))
    kept = 0
    for row in range(len(ranks)):
        rank = int(ranks[row])
        stays = rank > least
        if rank == least and equals > 0:
            equals -= 1
            stays = True
        if stays:
            for word in range(ROW):
                rows[kept, word] = rows[row, word]
            kept += 1
    counters[KEPT] = kept
    noted(rows, slots, kept)


# Whole turns


class Met(NamedTuple):
    """The states amid turns that were followed, to follow none twice; in `FREE` those with letters to spend alone.

    In `SENSIBLE` so few ways meet that it does not pay.
    """

    rows: Ints
    slots: Ints
    counters: Ints


@compiled
def is_news(s: State, rows: Ints, slots: Ints, counters: Ints) -> bool:
    """Whether a state has not been met yet with as many points; it is noted down."""
    at = find(rows, slots, s, hash_of(s))
    row = int(slots[at]) - 1
    if row >= 0:
        if int(rows[row, POINTS]) >= s.points:
            return False
        rows[row, POINTS] = s.points
        return True
    row = int(counters[KEPT])
    store(rows, row, s)
    slots[at] = row + 1
    counters[KEPT] = row + 1
    return True


@compiled
def work_for(settings: Ints) -> Ints:
    """An empty stack of states to follow, with the readings and the scope."""
    work = np.empty((2 * ROOM, ROW), np.int64)
    work[0, TOP] = 0
    work[0, THE_RULES] = settings[RULES]
    work[0, THE_SCOPE] = settings[SCOPE]
    return work


@compiled
def met_for(scope: int) -> Met:
    size = 1 if scope == SENSIBLE else ROOM
    return Met(np.empty((size, ROW), np.int64), np.zeros(4 * size, np.int64), np.zeros(COUNTERS, np.int64))


@compiled
def enlarged(rows: Ints) -> Ints:
    """Twice as many rows with the same beginning."""
    larger = np.empty((2 * len(rows), ROW), np.int64)
    for row in range(len(rows)):
        for word in range(ROW):
            larger[row, word] = rows[row, word]
    return larger


@compiled
def roomier(met: Met) -> Met:
    """The states met, in twice the room."""
    rows = enlarged(met.rows)
    slots = np.zeros(4 * len(rows), np.int64)
    noted(rows, slots, int(met.counters[KEPT]))
    return Met(rows, slots, met.counters)


@compiled
def is_quiet(s: State, scope: int) -> bool:
    """Whether neither letters nor items are tried at this moment."""
    now = 1 << phase_of(s)
    if letters_of(s):
        tried = FREE_LETTERS if scope == FREE else LETTERS_FOR_POINTS if scope == FOR_POINTS else SENSIBLE_LETTERS
        if now & tried or scope == COMPLETE:
            return False
    items = now & ITEM_PHASES or scope == COMPLETE
    return not (items and ready_of(s))


@compiled
def advanced(s: State, rules: int, scope: int) -> State:
    """The state taken as far as nothing is left to choose."""
    while is_forced(s, rules) and is_quiet(s, scope):
        s = forced(s, rules)
    return s


@compiled
def is_shut_out(s: State, rules: int) -> bool:
    """Whether letters and items are shut out: amid a trim, and by a reading with no card to play."""
    phase = phase_of(s)
    return phase == TRIMMING or (phase == PLAY and rules & EMPTY_HAND_LOSES != 0 and s.cards & HAND == 0)


@compiled
def popped(work: Ints) -> State:
    """The state on top of the stack, which is taken off."""
    top = int(work[0, TOP])
    work[0, TOP] = top - 1
    return load(work, top)


@entry
def turns_without_items(level: Ints, settings: Ints, rows: Ints, slots: Ints, counters: Ints) -> None:
    """Follows rows of a level to the ends of their turns, which are kept in the pool; no items are in the game.

    The pool is thinned to `WIDTH` positions once the level's last row is done. It stops early when the pool is full
    (`FULL`; never with a width), or with a width after the row that wins; not so by worth, where of the won games those
    are kept that have more points than the ones before.
    """
    rules, scope, width = int(settings[RULES]), int(settings[SCOPE]), int(settings[WIDTH])
    allowed, turns, seed = int(settings[ALLOWED]), int(settings[TURNS]), int(settings[SEED])
    by_worth, base = settings[RANKING] == BY_WORTH, base_of(level, settings)
    work, met = work_for(settings), met_for(scope)
    for row in range(int(settings[FROM]), int(settings[TO])):
        push(load(level, row), work)
        while work[0, TOP]:
            s = popped(work)
            if scope == COMPLETE or (scope == FREE and letters_of(s) > 1):
                if 2 * int(met.counters[KEPT]) > len(met.rows):
                    met = roomier(met)
                if not is_news(s, met.rows, met.slots, met.counters):
                    continue
            s = advanced(s, rules, scope)
            phase = phase_of(s)
            if NEXT <= phase <= WON:
                if counters[KEPT] == len(rows):
                    if width == 0:
                        counters[FULL] = 1
                        return
                    thin(settings, rows, slots, counters)
                counters[CHILDREN] += 1
                s = as_beginning(s)
                hashed = hash_of(s)
                at = find(rows, slots, s, hashed)
                if by_worth:
                    keep_by_worth(s, hashed, row, base, settings, at, rows, slots, counters)
                elif slots[at]:
                    better(s, row, int(slots[at]) - 1, rows)
                else:
                    counters[WINS] += phase == WON
                    rank = rank_of(s, hashed, rules, allowed, turns, seed) if width else 0
                    keep(s, row, rank, at, rows, slots, counters)
            elif phase != LOST:
                if int(work[0, TOP]) + ROOM > len(work):
                    work = enlarged(work)
                if letters_of(s) and not is_shut_out(s, rules):
                    push_letters(s, work)
                push_steps(s, work)
        counters[DONE] = row + 1
        if width and counters[WINS] and not by_worth:
            return
    if width and settings[TO] == len(level):
        thin(settings, rows, slots, counters)


@entry
def turns_with_items(level: Ints, settings: Ints, rows: Ints, slots: Ints, counters: Ints) -> None:
    """As `turns_without_items`, with any of the six items in the game."""
    rules, scope, width = int(settings[RULES]), int(settings[SCOPE]), int(settings[WIDTH])
    allowed, turns, seed = int(settings[ALLOWED]), int(settings[TURNS]), int(settings[SEED])
    by_worth, base = settings[RANKING] == BY_WORTH, base_of(level, settings)
    work, met = work_for(settings), met_for(scope)
    for row in range(int(settings[FROM]), int(settings[TO])):
        push(load(level, row), work)
        while work[0, TOP]:
            s = popped(work)
            if scope == COMPLETE or (scope == FREE and letters_of(s) > 1):
                if 2 * int(met.counters[KEPT]) > len(met.rows):
                    met = roomier(met)
                if not is_news(s, met.rows, met.slots, met.counters):
                    continue
            s = advanced(s, rules, scope)
            phase = phase_of(s)
            if NEXT <= phase <= WON:
                if counters[KEPT] == len(rows):
                    if width == 0:
                        counters[FULL] = 1
                        return
                    thin(settings, rows, slots, counters)
                counters[CHILDREN] += 1
                s = as_beginning(s)
                hashed = hash_of(s)
                at = find(rows, slots, s, hashed)
                if by_worth:
                    keep_by_worth(s, hashed, row, base, settings, at, rows, slots, counters)
                elif slots[at]:
                    better(s, row, int(slots[at]) - 1, rows)
                else:
                    counters[WINS] += phase == WON
                    rank = rank_of(s, hashed, rules, allowed, turns, seed) if width else 0
                    keep(s, row, rank, at, rows, slots, counters)
            elif phase != LOST:
                if int(work[0, TOP]) + ROOM > len(work):
                    work = enlarged(work)
                if not is_shut_out(s, rules):
                    if letters_of(s):
                        push_letters(s, work)
                    push_items(s, work)
                push_steps(s, work)
        counters[DONE] = row + 1
        if width and counters[WINS] and not by_worth:
            return
    if width and settings[TO] == len(level):
        thin(settings, rows, slots, counters)
