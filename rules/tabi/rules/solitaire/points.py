"""How many points can still be earned until a win, at most: a bound that holds in every game and at every moment.

A turn's points are pawns in white's place times numbers lying there. So the bound counts the turns that may still
score, the numbers that may count in them (`points_numbers`), and how often three pawns can stand together. What takes
away the ground of a part, an item or a reading, weakens that part; where no bound is claimed it is None.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tabi.rules.solitaire.bounds import (
    BEFORE_REFILL,
    draws_left,
    in_game,
    lacks,
    lying,
    may_end_by_draw,
    most_turns,
    turns_to_go,
)
from tabi.rules.solitaire.points_numbers import Visits, extra_numbers, largest_later, numbers_now
from tabi.rules.solitaire.position import Position, column_at, placed_events
from tabi.rules.solitaire.table import Phase
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import CameraDuration, EmptyHand, PastSeven, SolitaireRulings, WalkEnd

PAWNS: Final = 3
GOING: Final = "sol.ending.points-to-go"


class Outlook(NamedTuple):
    """Turns to come that may score: all, those in the bay road, those with all three pawns in white's place."""

    turns: int
    bay: int
    threes: int


def points_to_go(position: Position, rulings: SolitaireRulings) -> int | None:
    """sol.ending.points-to-go: the most points that a win can still bring beyond those of the position.

    0 where no number of turns fits a win (`most_turns`): that says nothing of points. None, no bound, with a camera
    whose changes are there to stay (`sol.camera-duration=permanent`) or lie on the board already.
    """
    if position.phase is Phase.OVER:
        return 0
    if in_game(position, Item.CAMERA) and _keeps_changes(position, rulings):
        return None
    turns = most_turns(position, rulings)
    if turns is None:
        return 0
    now = numbers_now(position) if may_score_now(position, rulings) else 0
    visits = visits_of(position, turns, rulings)
    outlook = Outlook(visits.turns, visits.a_day, threes_of(position, visits.turns, rulings))
    largest = largest_later(position, visits, rulings)
    return points_in_all(now, extra_numbers(position, now=False), largest, outlook)


def points_in_all(now: int, extra: int, largest: tuple[int, ...], outlook: Outlook) -> int:
    """sol.ending.points-to-go: the most points of the numbers that may count: in this turn, and the largest later.

    The numbers of this turn, and what items may add in each later one, count for three pawns. Each later number counts
    for two, and those of the turns with all three, two a turn and three in the bay road, once more.
    """
    thrice = 2 * outlook.threes + min(outlook.bay, outlook.threes)
    return PAWNS * (now + extra * outlook.turns) + (PAWNS - 1) * sum(largest) + sum(largest[:thrice])


def visits_of(position: Position, turns: int, rulings: SolitaireRulings) -> Visits:
    """The turns with a placing to come in a win that takes at most `turns` turns, the present one counted."""
    on_seven = position.white == LAST_DAY
    later = later_turns(position.phase, on_seven, turns)
    mute = 0 if position.resolved else mute_turns(position.phase, on_seven, _least_lacking(position))
    scoring = max(0, later - mute)
    return Visits(
        turns=scoring,
        newest=newest_turns(scoring, sure_to_place(position), mute),
        a_day=visits_of_a_day(position, scoring, rulings),
        placings=max(0, later - 1),
        returns=max(0, visits_of_a_day(position, later, rulings) - 2),
    )


# Turns


def later_turns(phase: Phase, on_seven: bool, turns: int) -> int:
    """sol.ending.scoring-turns: of `turns` turns, the present one counted, those with a placing that may score.

    The last one ends with white on day 7 and scores nothing; the present one counts as long as its card is not placed,
    and not with white on day 7 for good.
    """
    if phase in (Phase.PLAY, Phase.BLACKS):
        return turns - 1
    idle = phase is not Phase.PLACE or on_seven
    return max(0, turns - 1 - idle)


def mute_turns(phase: Phase, on_seven: bool, least: int) -> int:
    """sol.ending.scoring-turns: how many of the turns with a placing to come are over before a first letter is won.

    None scores until a suit is resolved. `least` events lack to the suit that lacks fewest; each turn places one, and
    the letter comes at the end of a turn, not with white on day 7.
    """
    resolves = phase in (Phase.REFILL, Phase.EFFECTS, Phase.RESOLVE) and not on_seven
    return least if resolves else max(1, least)


def newest_turns(scoring: int, sure: int, mute: int) -> int:
    """sol.ending.scoring-turns: in how many of the turns that may score the newest event may count.

    `sure` of the turns to come place an event that does not; as many of them as can be are among the mute ones.
    """
    return max(0, scoring - max(0, sure - mute))


def _least_lacking(position: Position) -> int:
    """How many events the suit lacks that lacks fewest; none with the backpack, which brings events without turns."""
    if in_game(position, Item.BACKPACK):
        return 0
    return min(lacks(count, resolved=False) for count in lying(position).values())


def may_score_now(position: Position, rulings: SolitaireRulings) -> bool:
    """sol.effects.turn-numbers: whether effects may still score in this turn, with its card placed (or none played)."""
    acting = position.phase in (Phase.REFILL, Phase.EFFECTS)
    again = position.phase is Phase.RESOLVE and rulings.walk_end is WalkEnd.OPEN
    return (acting or again) and bool(position.resolved) and bool(column_at(position, position.white))


def sure_to_place(position: Position) -> int:
    """sol.ending.scoring-turns: how many turns place an event whose suit is not resolved and which brings no points.

    One for each event that an unresolved suit lacks, blue apart, whose own effect may put a scoring suit in its slot.
    None with the backpack, which brings events without a turn, or with the lantern, by which blue acts when resolved.
    """
    if in_game(position, Item.BACKPACK) or in_game(position, Item.LANTERN):
        return 0
    events = lying(position)
    return sum(lacks(events[suit], resolved=suit in position.resolved) for suit in Suit if suit is not Suit.B)


# Places and pawns


def visits_of_a_day(position: Position, turns: int, rulings: SolitaireRulings) -> int:
    """sol.movement.visits: in how many of `turns` turns white can stand on one and the same day from 1 to 6.

    Every turn with the map, which lets white stay, or where turns may pass without a card. Else as the laps allow; the
    fewest turns of a win leave most draws for them.
    """
    if in_game(position, Item.MAP) or rulings.empty_hand is EmptyHand.SKIP:
        return turns
    fewest = turns_to_go(position)
    refills = fewest if position.phase in BEFORE_REFILL else fewest - 1
    return most_visits(turns, max(0, draws_left(position) - refills + may_end_by_draw(rulings)))


def most_visits(turns: int, laps: int) -> int:
    """sol.movement.visits: how often at most white stands on one and the same day in `turns` turns with `laps` laps.

    White leaves its place with every play, and comes back only by a lap.
    """
    return min((turns + 1) // 2, laps + 1)


def threes_of(position: Position, turns: int, rulings: SolitaireRulings) -> int:
    """sol.movement.threes: in how many of `turns` turns before the last all pawns can stand in white's place.

    In every turn as long as an effect or an item may bring pawns together, or days form no ring; else as the letters
    allow that are in hand or to be won.
    """
    moved = any(suit not in position.resolved for suit in (Suit.R, Suit.W)) or in_game(position, Item.LANTERN)
    shifted = in_game(position, Item.MAP) or rulings.past_seven is not PastSeven.RING
    if moved or shifted or rulings.empty_hand is EmptyHand.SKIP:
        return turns
    return most_threes(turns, position.letters + len(Suit) - len(position.resolved))


def most_threes(turns: int, letters: int) -> int:
    """sol.movement.threes: in how many of `turns` turns before the last at most all pawns stand together.

    By plain movement never in two turns that follow one another, and so not in the one before the last turn, which
    ends with all on day 7. Every exception costs a letter, so that a letter is worth half a turn.
    """
    return min(turns, (turns + letters) // 2)


def _keeps_changes(position: Position, rulings: SolitaireRulings) -> bool:
    if rulings.camera_duration is CameraDuration.PERMANENT:
        return True
    return any(event.camera for _, _, event in placed_events(position))
