"""Theorems about the bounds: turns, draws, numbers and suits. They put together what is proved about single steps.

A bound is admissible when no step towards a win gains more on it than the step pays, and a won game asks for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, pairwise, permutations, product
from typing import Final

from tabi.proofs.exhaustion import for_all
from tabi.proofs.smt import all_follow, follows
from tabi.proofs.solitaire.movement import RING
from tabi.proofs.solitaire.relaxed import START, Move, Moves, State, fewest_turns, moves, states
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Phase, Position, start
from tabi.rules.solitaire.bounds import EVENTS_TO_RESOLVE, draws_left, lacks, least_sum, most_turns, turns_from
from tabi.spec.solitaire import CARDS, Deal, SolitaireRulings
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

NO_BACKPACK: Final = Premises(
    without=frozenset({"backpack"}), words="under every reading, in games without the backpack"
)
FROM_SINGLE_STEPS: Final = (
    *("sol.ending.turn-order", "sol.movement.white-rests", "sol.columns.events-come", "sol.resolution.three-events"),
    "sol.ending.relaxed",
)

TurnsFrom = Callable[[Phase, bool, int, int], int]


def one_turn_more(phase: Phase, on_seven: bool, missing: int, unresolved: int) -> int:
    """A turn more than the bound."""
    return turns_from(phase, on_seven, missing, unresolved) + 1


def last_turn_forgotten(phase: Phase, on_seven: bool, missing: int, unresolved: int) -> int:
    """As many turns as missing events, whatever the phase; a placing that is over counts again."""
    return 1 + max(missing, unresolved) + (phase is Phase.REFILL)


@theorem(
    "sol.ending.turns-to-go",
    "A win takes at least one turn more than there are events missing, and than there are letters to win; amid a turn, "
    "one more again for what this turn can no longer bring. With the backpack the letters alone count.",
    clauses=[
        *("sol.columns.place", "sol.columns.day-seven", "sol.resolution.nearest", "sol.resolution.day-seven"),
        "sol.ending.clear",
    ],
    about=turns_from,
    mutants=[one_turn_more, last_turn_forgotten],
    rests_on=FROM_SINGLE_STEPS,
)
def turns_to_go_is_admissible(bound: TurnsFrom) -> Claim:
    """Every move of the relaxed game pays for what it gains; with no event missing it is that of the backpack too."""
    return for_all(chain(_turn_cases(bound), _missing_cases()))


def _turn_cases(bound: TurnsFrom) -> Iterator[tuple[object, bool]]:
    for state in states():
        for move in moves(state):
            after = 0 if move.to.phase is Phase.OVER else bound(*move.to)
            yield (state, move), bound(*state) <= after + move.ends_turn


def _missing_cases() -> Iterator[tuple[object, bool]]:
    """One event more lowers what is missing by one at most, fewer events do not, and three events lack none."""
    for events, resolved in product(range(7), (False, True)):
        now = lacks(events, resolved=resolved)
        yield events, now - 1 <= lacks(events + 1, resolved=resolved) <= now
        yield events, events < EVENTS_TO_RESOLVE or now == lacks(events, resolved=True) == 0


def two_events_a_turn(state: State) -> Iterator[Move]:
    """A placed card counts as two events."""
    for move in moves(state):
        yield move
        if move.to.missing == state.missing - 1 > 0:
            yield move._replace(to=move.to._replace(missing=state.missing - 2))


def map_after_placing(state: State) -> Iterator[Move]:
    """White may still go to day 7 when the turn is trimmed."""
    yield from moves(state)
    if state.phase is Phase.TRIM:
        yield Move(state._replace(on_seven=True))


def two_letters_a_turn(state: State) -> Iterator[Move]:
    """The resolution may be repeated, so that the letters do not cost turns, nor do events of suits resolved."""
    yield from moves(state)
    if state.phase is Phase.TRIM and state.unresolved:
        lacking = max(0, state.missing - EVENTS_TO_RESOLVE)
        yield Move(state._replace(unresolved=state.unresolved - 1, missing=lacking))


@theorem(
    "sol.ending.sixteen-turns",
    "No deal is won in fewer than 16 turns: five letters need fifteen events, a turn brings one, the last none.",
    clauses=["sol.setup.start", "sol.columns.place", "sol.resolution.enough-events", "sol.ending.clear"],
    premises=NO_BACKPACK,
    about=moves,
    mutants=[two_events_a_turn, map_after_placing, two_letters_a_turn],
    rests_on=FROM_SINGLE_STEPS,
)
def sixteen_turns(possible: Moves) -> Claim:
    """The shortest way through the relaxed game, and the start of every deal is the start of that game."""
    turns = fewest_turns(START, possible)
    return for_all(chain([(f"a way of {turns} turns", turns is not None and turns >= 16)], _starts()))


def _starts() -> Iterator[tuple[object, bool]]:
    """Of a deal only its first two cards move pawns, so one deal for each two stands for all."""
    for deal in _deals():
        position = start(deal)
        nothing = not any(position.columns) and not position.resolved
        yield deal, position.phase is START.phase and position.white != 7 and nothing


def _deals() -> Iterator[Deal]:
    for first, second in permutations(CARDS, 2):
        rest = tuple(card for card in CARDS if card not in (first, second))
        yield Deal(deck=(first, second, *rest), bay_road_day=6)


Least = Callable[[tuple[int, ...], int], int]


def largest_sum(numbers: tuple[int, ...], count: int) -> int:
    """The sum of the largest numbers."""
    largest = sorted(numbers, reverse=True)[:count]
    return sum(largest) + 6 * (count - len(largest))


def first_come(numbers: tuple[int, ...], count: int) -> int:
    """The sum of the numbers as they come."""
    return sum(numbers[:count]) + 6 * max(0, count - len(numbers))


def lacking_cards_count_as_ones(numbers: tuple[int, ...], count: int) -> int:
    """A card that is not there counts as a one."""
    return least_sum(numbers, min(count, len(numbers))) + max(0, count - len(numbers))


@theorem(
    "sol.ending.smallest-numbers",
    "Playing a card of number n lowers the least sum of what must still be played by n at most, and no other step "
    "lowers it: not for a suit with what it lacks, nor for all cards of deck and hand.",
    clauses=["sol.movement.play", "sol.setup.hand"],
    premises=Premises(without=frozenset({"tent"}), words="under every reading, in games without the tent"),
    about=least_sum,
    mutants=[largest_sum, first_come, lacking_cards_count_as_ones],
    rests_on=["sol.ending.cards-leave", "sol.columns.events-come"],
)
def smallest_numbers(least: Least) -> Claim:
    """Every set of numbers of a suit with every count that it may lack; every stock of six numbers in five suits."""
    return for_all(chain(_suit_cases(least), _stock_cases(least)))


def _suit_cases(least: Least) -> Iterator[tuple[object, bool]]:
    def excess(numbers: tuple[int, ...], count: int) -> int:
        return least(numbers, count) - count

    every = chain.from_iterable(combinations(range(1, 7), size) for size in range(7))
    for numbers, lacking in product(every, range(EVENTS_TO_RESOLVE + 1)):
        now = excess(numbers, lacking)
        yield (numbers, lacking), now >= 0 and now <= excess(numbers, lacking + 1)
        for number in numbers:
            left = tuple(one for one in numbers if one != number)
            yield (numbers, lacking, number), now <= excess(left, lacking)
            yield (numbers, lacking, number), now <= number - 1 + excess(left, max(0, lacking - 1))


def _stock_cases(least: Least) -> Iterator[tuple[object, bool]]:
    """Stocks by how many cards they have of each number, in an order in which the largest comes first."""
    sums: dict[tuple[int, ...], tuple[int, ...]] = {}
    for counts in product(range(6), repeat=6):
        stock = tuple(number for number in range(6, 0, -1) for _ in range(counts[number - 1]))
        sums[counts] = tuple(least(stock, plays) for plays in range(len(stock) + 2))
        for number, count in enumerate(counts, start=1):
            if count:
                fewer = sums[(*counts[: number - 1], count - 1, *counts[number:])]
                yield (stock, number), _falls_by_at_most(number, sums[counts], fewer)


def _falls_by_at_most(number: int, now: tuple[int, ...], fewer: tuple[int, ...]) -> bool:
    played = all(before <= number + after for before, after in zip(now[1:], fewer, strict=False))
    return played and all(before <= after for before, after in zip(now, fewer, strict=False))


Facts = Callable[[str], tuple[str, ...]]

_NUMBERS: Final = {
    "refills": "refills to come after the step",
    "spared": "1 where the last draw may fail",
    "white": "white's day before",
    "white_after": "white's day after",
    "total": "the least sum of numbers to be played before",
    "total_after": "the same after",
    "left": "draws left before",
    "left_after": "draws left after",
    "number": "the number played",
    "lap": "laps of the step",
}
_LAPS: Final = "(div (+ white total (- 1)) 7)"
_LAPS_AFTER: Final = "(div (+ white_after total_after (- 1)) 7)"
_RANGES: Final = (
    *("(<= 1 white 7)", "(<= 1 white_after 7)", "(<= 0 lap 1)", "(<= 0 spared 1)", "(<= 0 refills)"),
    *("(<= 0 total)", "(<= 0 total_after)", "(<= 0 left_after)", "(<= 1 number 6)"),
)
STEPS: Final = ("play", "refill", "other", "win")


def what_steps_do(kind: str) -> tuple[str, ...]:
    """What is proved of a play, of a refill, of any other step, and of a step that wins, in formulas."""
    match kind:
        case "play":
            moved = "(= (+ white number) (+ white_after (* 7 lap)))"
            return moved, "(<= total (+ number total_after))", "(<= left_after (- left lap))"
        case "refill":
            return "(= white white_after)", "(<= total total_after)", "(<= left_after (- left 1))"
        case "win":
            return "(= white 7)", "(= total 0)", "(<= 0 left)", "(<= refills spared)"
    return "(= white white_after)", "(<= total total_after)", "(<= left_after left)"


def laps_are_free(kind: str) -> tuple[str, ...]:
    """A lap draws no card."""
    return tuple(fact.replace("(- left lap)", "left") for fact in what_steps_do(kind))


def refills_are_free(kind: str) -> tuple[str, ...]:
    """A refill draws no card."""
    return tuple(fact.replace("(- left 1)", "left") for fact in what_steps_do(kind))


def numbers_vanish(kind: str) -> tuple[str, ...]:
    """A play may spare more than its number of what is still to be played."""
    return tuple(fact for fact in what_steps_do(kind) if "number total_after" not in fact)


def a_win_may_come_early(kind: str) -> tuple[str, ...]:
    """A game may be won with refills to come."""
    return tuple(fact for fact in what_steps_do(kind) if "refills" not in fact)


@theorem(
    "sol.ending.deck-to-go",
    "A win draws a card for each refill of its turns and for each lap that the smallest numbers force; where the last "
    "draw may fail, one fewer. So a position with fewer draws left cannot be won, nor in so many turns. Laps count "
    "only where white's way is the sum of the numbers: not with the map, not under `stop-at-one` or `skip`, and not "
    "with the radio where the last draw may fail.",
    clauses=["sol.columns.refill", "sol.movement.lap-cost", "sol.movement.ring", "sol.ending.deck-out"],
    about=what_steps_do,
    mutants=[laps_are_free, refills_are_free, numbers_vanish, a_win_may_come_early],
    rests_on=[
        *("sol.ending.draws-left", "sol.ending.turn-order", "sol.ending.smallest-numbers", "sol.ending.turns-to-go"),
        *("sol.movement.lap-count", "sol.movement.white-rests"),
    ],
)
def deck_to_go_is_admissible(facts: Facts) -> Claim:
    """If the bound allows the position after a step, it allows the one before: with laps and without."""
    counted = [(_LAPS, _LAPS_AFTER), ("0", "0")]
    return all_follow([_step_keeps(kind, facts, laps, after) for kind in STEPS for laps, after in counted])


def _step_keeps(kind: str, facts: Facts, laps: str, laps_after: str) -> Claim:
    drawn = "(+ refills 1)" if kind == "refill" else "refills"
    allowed_after = () if kind == "win" else (f"(<= (- (+ refills {laps_after}) spared) left_after)",)
    given = (*_RANGES, *facts(kind), *allowed_after)
    return follows(_NUMBERS, given, f"(<= (- (+ {drawn} {laps}) spared) left)")


Most = Callable[[Position, SolitaireRulings], int | None]


def laps_not_counted(position: Position, _: SolitaireRulings) -> int | None:
    """As many turns as there are draws left."""
    return draws_left(position)


@theorem(
    "sol.ending.nineteen-turns",
    "No deal without items is won in more than 19 turns: turns and laps together draw 26 cards at most, and each card "
    "is played once.",
    clauses=["sol.setup.hand", "sol.columns.refill", "sol.movement.lap-cost", "sol.ending.clear"],
    premises=Premises(
        {**RING.rulings, "sol.deck-out": frozenset({"lose"}), "sol.empty-hand": frozenset({"items-first", "lose"})},
        frozenset({"lantern", "map", "radio", "camera", "backpack", "tent"}),
        "when days form a ring, a failed draw loses and no turn passes without a card, in games without items",
    ),
    about=most_turns,
    mutants=[laps_not_counted],
    rests_on=["sol.ending.deck-to-go"],
)
def nineteen_turns(most: Most) -> Claim:
    """The bound at the start; of a deal it takes the cards of deck and hand, which are the same in all, and white."""
    return for_all((deal, (most(start(deal), DEFAULT_RULINGS) or 0) <= 19) for deal in _deals())


def nothing_for_cards_that_lack(numbers: tuple[int, ...], count: int) -> int:
    """More cards than there are cost nothing."""
    return least_sum(numbers, count) if count <= len(numbers) else 0


@theorem(
    "sol.ending.turns-in-a-row",
    "If so many turns ask for more draws than are left, so do more turns; so none beyond `most_turns` can win.",
    clauses=["sol.columns.refill", "sol.movement.lap-cost", "sol.ending.clear"],
    about=least_sum,
    mutants=[nothing_for_cards_that_lack],
    rests_on=["sol.ending.deck-to-go", "sol.movement.lap-count"],
)
def turns_in_a_row(least: Least) -> Claim:
    """A turn more is a refill more, and laps that are no fewer, since one play more never has a smaller least sum."""
    return for_all(_sums_rise(least), least=40_000)


def _sums_rise(least: Least) -> Iterator[tuple[object, bool]]:
    """Every stock of cards by its numbers, up to two plays more than it has cards: those that lack count alike."""
    for counts in product(range(6), repeat=6):
        stock = tuple(number for number in range(6, 0, -1) for _ in range(counts[number - 1]))
        sums = [least(stock, plays) for plays in range(len(stock) + 3)]
        yield stock, all(one <= other for one, other in pairwise(sums))


Lacking = Callable[[int, bool], int]


def lacks_of(events: int, is_resolved: bool) -> int:
    """`lacks`, its arguments by place."""
    return lacks(events, resolved=is_resolved)


def lacks_of_four(events: int, is_resolved: bool) -> int:
    """A letter that asks for four events."""
    return 0 if is_resolved else max(0, 4 - events)


def lacks_when_resolved(events: int, _: bool) -> int:
    """A suit that lacks events though its letter is won."""
    return max(0, EVENTS_TO_RESOLVE - events)


@theorem(
    "sol.ending.suits-in-reach",
    "A suit that has fewer cards on the board, in hand and in the deck than a letter needs is never resolved.",
    clauses=["sol.resolution.enough-events", "sol.columns.capacity", "sol.items.backpack", "sol.ending.clear"],
    premises=Premises(without=frozenset({"tent"}), words="under every reading, in games without the tent"),
    about=lacks_of,
    mutants=[lacks_of_four, lacks_when_resolved],
    rests_on=["sol.ending.cards-leave", "sol.columns.events-come", "sol.resolution.three-events"],
)
def suits_in_reach_is_admissible(lacking: Lacking) -> Claim:
    """Every number of a suit's cards on the board, in stock and played: out of reach stays so, and is not resolved."""
    return for_all(_reach_cases(lacking))


def _reach_cases(lacking: Lacking) -> Iterator[tuple[object, bool]]:
    for lying, stock, played in product(range(7), range(7), (0, 1)):
        if lying + stock + played > 6:
            continue
        yield (lying, stock, played), stock >= lacking(lying + played, True)
        if stock >= lacking(lying + played, False):
            continue
        yield (lying, stock, played), lying < EVENTS_TO_RESOLVE
        for after in _card_moves(lying, stock, played):
            yield (lying, stock, played, after), after[1] < lacking(after[0] + after[2], False)


def _card_moves(lying: int, stock: int, played: int) -> Iterator[tuple[int, int, int]]:
    """A card of the suit is played, placed, put in by the backpack, or leaves: from the board, the stock, on day 7."""
    if stock and not played:
        yield lying, stock - 1, 1
    if stock:
        yield lying, stock - 1, played
        yield lying + 1, stock - 1, played
    if played:
        yield lying + 1, stock, 0
        yield lying, stock, 0
    if lying:
        yield lying - 1, stock, played
