"""Theorems about the points that a win can still bring: whence they come, and where white and the pawns stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise, product
from typing import Final

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.scenes import DAYS_OF_RING, Apply, untouched
from tabi.proofs.solitaire.stepping import for_every_step
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Phase, Position, apply
from tabi.rules.solitaire.movement import blacks_candidates, forward, passes_seven
from tabi.rules.solitaire.points import (
    Outlook,
    most_threes,
    most_visits,
    points_in_all,
)
from tabi.rules.solitaire.position import column_at, evolve
from tabi.spec.solitaire import Card, SolitaireRulings
from tabi.spec.solitaire.locations import EVENT_DAYS
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, PastSeven
from tabi.spec.solitaire.steps import Blacks, Lantern, Play, Points, Step

NO_MAP_NO_SKIP: Final = Premises(
    {"sol.empty-hand": frozenset({"items-first", "lose"})},
    frozenset({"map"}),
    "when no turn passes without a card, in games without the map",
)

# Where points come from


def points_for_any_suit(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """Placing a card brings a point."""
    after = apply(position, step, rulings)
    return evolve(after, points=1) if step.step == "place" else after


def four_pawns(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """The points of a suit are counted once more than there are pawns."""
    after = apply(position, step, rulings)
    if not isinstance(step, Points):
        return after
    column = column_at(position, position.white)
    more = sum(event.value for event in column if event.card.suit is step.suit)
    return evolve(after, points=after.points + 3 * more)


@theorem(
    "sol.effects.points-at-most",
    "Points come only by points or the lantern, amid the effects, from a resolved suit, and at most three times the "
    "sum of that suit's numbers in white's place; so none come with white on day 7 or before a suit is resolved.",
    clauses=["sol.effects.points", "sol.items.lantern", "sol.effects.column"],
    about=apply,
    mutants=[points_for_any_suit, four_pawns],
)
def points_at_most(applied: Apply) -> Claim:
    """Every step in every scene; with the effect first the column may be another when the lantern counts."""

    def is_earned(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
        if untouched(before, after, "points") or (earned := after.points - before.points) == 0:
            return True
        if not isinstance(step, (Points, Lantern)) or before.phase is not Phase.EFFECTS:
            return False
        gained = [suit for suit in before.resolved if earned <= 3 * max(_sums(before, suit), _sums(after, suit))]
        return bool(gained)

    return for_every_step(is_earned, applied, ("points", "place"))


def _sums(position: Position, suit: object) -> int:
    return sum(event.value for event in column_at(position, position.white) if event.card.suit is suit)


# Where white and the pawns stand

Visits = Callable[[int, int], int]


def every_third_turn(turns: int, laps: int) -> int:
    """White comes back in the third turn only."""
    return min((turns + 2) // 3, laps + 1)


def a_lap_for_each_visit(turns: int, laps: int) -> int:
    """The first visit costs a lap too."""
    return min((turns + 1) // 2, laps)


@theorem(
    "sol.movement.visits",
    "Without the map white stands on one and the same day at most in every other turn, and once more than it makes "
    "laps.",
    clauses=["sol.movement.play", "sol.movement.ring", "sol.movement.lap-cost"],
    premises=NO_MAP_NO_SKIP,
    about=most_visits,
    mutants=[every_third_turn, a_lap_for_each_visit],
    rests_on=["sol.movement.white-rests"],
)
def visits(most: Visits) -> Claim:
    """Every way of white of up to nine turns from every day, by the fewest laps that so many visits cost."""
    return for_all(_visit_cases(most))


def _visit_cases(most: Visits) -> Iterator[tuple[object, bool]]:
    for past_seven, day, start in product(PastSeven, EVENT_DAYS, DAYS_OF_RING):
        level = {(start, 0): 0}
        for turns in range(1, 10):
            level = _one_turn_on(level, day, past_seven)
            for (_, seen), laps in level.items():
                yield (past_seven, day, start, turns, laps), seen <= most(turns, laps)


def _one_turn_on(level: dict[tuple[int, int], int], day: int, past_seven: PastSeven) -> dict[tuple[int, int], int]:
    """For each day that white stands on and number of visits, the fewest laps after one more play."""
    after: dict[tuple[int, int], int] = {}
    for ((white, seen), laps), number in product(level.items(), range(1, 7)):
        to = forward(white, number, past_seven)
        key, paid = (to, seen + (to == day)), laps + passes_seven(white, number)
        after[key] = min(paid, after.get(key, paid))
    return after


def both_blacks_a_day_further(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """The blacks go two days more than they should, one each."""
    after = apply(position, step, rulings)
    if not isinstance(step, Blacks):
        return after
    first, second = sorted(forward(black, 1, PastSeven.RING) for black in after.blacks)
    return evolve(after, blacks=(first, second))


@theorem(
    "sol.movement.never-together-twice",
    "Three pawns that stand together on a day do not stand together after a plain movement.",
    clauses=["sol.movement.play", "sol.movement.blacks-total", "sol.movement.blacks-both"],
    premises=Premises({"sol.past-seven": frozenset({"ring"})}, words="when days form a ring, with any items"),
    about=apply,
    mutants=[both_blacks_a_day_further],
)
def never_together_twice(moved: Apply) -> Claim:
    """Each day, each number, each share of the blacks."""
    return for_all(_departures(moved), least=70)


def _departures(moved: Apply) -> Iterator[tuple[object, bool]]:
    rest = Position.checked(hand=tuple(Card)[:6], deck=tuple(Card)[6:])
    for day in DAYS_OF_RING:
        together = evolve(rest, white=day, blacks=(day, day))
        for card in together.hand:
            played = moved(together, Play(card), DEFAULT_RULINGS)
            for share in blacks_candidates(played):
                after = moved(played, share, DEFAULT_RULINGS)
                yield (day, card, share), after.blacks != (after.white, after.white)


Threes = Callable[[int, int], int]


def letters_forgotten(turns: int, _: int) -> int:
    """Every other turn, whatever the letters do."""
    return turns // 2


def four_letters_for_three(turns: int, letters: int) -> int:
    """Letters help a little less."""
    return min(turns, (turns + letters * 3 // 4) // 2)


@theorem(
    "sol.movement.threes",
    "Once no effect or item moves pawns, all of them stand together in at most half of the turns before the last, "
    "rounded down, each letter counted as one turn more.",
    clauses=["sol.movement.play", "sol.letters.location-memory", "sol.ending.clear"],
    premises=Premises(
        {"sol.past-seven": frozenset({"ring"}), "sol.empty-hand": frozenset({"items-first", "lose"})},
        frozenset({"map", "lantern"}),
        "when days form a ring and no turn passes without a card, in games without map and lantern",
    ),
    about=most_threes,
    mutants=[letters_forgotten, four_letters_for_three],
    rests_on=["sol.movement.never-together-twice", "sol.movement.pawns-meet", "sol.ending.turn-order"],
)
def threes(most: Threes) -> Claim:
    """Every choice of turns in which all stand together, up to twelve: a letter for each two of them in a row."""
    return for_all(
        ((turns, together), sum(together) <= most(turns, _in_a_row((*together, True))))
        for turns in range(13)
        for together in product((False, True), repeat=turns)
    )


@cache
def _in_a_row(together: tuple[bool, ...]) -> int:
    return sum(one and other for one, other in pairwise(together))


# All together

Total = Callable[[int, int, tuple[int, ...], Outlook], int]


def two_pawns(now: int, extra: int, largest: tuple[int, ...], outlook: Outlook) -> int:
    """All three pawns never stand together in a later turn."""
    return points_in_all(now, extra, largest, outlook._replace(threes=0))


def smallest_thrice(now: int, extra: int, largest: tuple[int, ...], outlook: Outlook) -> int:
    """The numbers of the turns with all three pawns are the smallest."""
    return points_in_all(now, extra, largest[::-1], outlook)


def bay_road_holds_two(now: int, extra: int, largest: tuple[int, ...], outlook: Outlook) -> int:
    """The third number of the bay road is forgotten."""
    return points_in_all(now, extra, largest, outlook._replace(bay=0))


def items_add_once(now: int, extra: int, largest: tuple[int, ...], outlook: Outlook) -> int:
    """What items add is counted in one later turn only."""
    return points_in_all(now + extra, 0, largest, outlook)


def this_turn_for_two(now: int, extra: int, largest: tuple[int, ...], outlook: Outlook) -> int:
    """In the present turn two pawns count."""
    return points_in_all(now, extra, largest, outlook) - now


@theorem(
    "sol.ending.points-to-go",
    "A win brings at most three times the numbers that may still count in this turn and those that items may add in "
    "later ones, twice the other numbers that may count later, and once more the largest of these that the turns with "
    "all three pawns can hold, two a turn or three in the bay road. No win is left where no turns fit.",
    clauses=["sol.effects.points", "sol.columns.capacity", "sol.ending.score"],
    about=points_in_all,
    mutants=[two_pawns, smallest_thrice, bay_road_holds_two, items_add_once, this_turn_for_two],
    rests_on=[
        *("sol.effects.points-at-most", "sol.effects.turn-numbers", "sol.columns.numbers-stay"),
        *("sol.columns.numbers-count", "sol.ending.scoring-turns", "sol.movement.visits", "sol.movement.threes"),
        *("sol.ending.deck-to-go", "sol.ending.draws-left", "sol.ending.turns-in-a-row"),
    ],
)
def points_to_go_is_admissible(total: Total) -> Claim:
    """Up to three turns with small numbers, each in the bay road or not, with two pawns or three, after this turn."""
    return for_all(_points_of_turns(total), least=10_000)


def _points_of_turns(total: Total) -> Iterator[tuple[object, bool]]:
    for turns, added, now in product(range(4), (0, 1), (0, 2)):
        for kinds in product((False, True), (2, 3), repeat=turns):
            bays, pawns = kinds[::2], kinds[1::2]
            held = [2 + bay for bay in bays]
            outlook = Outlook(turns, sum(bays), sum(count == 3 for count in pawns))
            for numbers in product((1, 4), repeat=sum(held)):
                points, at = 3 * now, 0
                for count, holds in zip(pawns, held, strict=True):
                    points += count * (added + sum(numbers[at : at + holds]))
                    at += holds
                largest = tuple(sorted(numbers, reverse=True))
                yield (bays, pawns, numbers, added, now), points <= total(now, added, largest, outlook)
