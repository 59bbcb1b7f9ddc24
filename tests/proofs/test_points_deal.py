"""The bound on the points of whole deals: where it is claimed, and that no turn brings more than it allows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import NamedTuple

import pytest

from proofs.playing import Played, random_game, reference
from tabi.proofs import theorems
from tabi.proofs.solitaire.points_prices import HOLDS, PARTS, Option, Prices, all_options, prices_of
from tabi.proofs.solitaire.points_ways import ways
from tabi.rules.solitaire import Phase, Position, Won, apply, start
from tabi.rules.solitaire.bounds import lacks, lying
from tabi.rules.solitaire.company import company, gathered, shares
from tabi.rules.solitaire.defects import capacity
from tabi.rules.solitaire.points_deal import DEAL, MOST_OF_DEALS, points_of_deal
from tabi.rules.solitaire.points_numbers import slots_left
from tabi.rules.solitaire.position import evolve, placed_events
from tabi.solvers.points.search import Better, improving
from tabi.solvers.run import BudgetSpent, Run
from tabi.solvers.verdict import Budget
from tabi.spec.rulings import readings_of, ruling_id, rulings_from
from tabi.spec.solitaire import CARDS, Card, Deal, Item, SolitaireRulings, Suit
from tabi.spec.solitaire.cards import NUMBERS
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS
from tabi.spec.solitaire.steps import Place

BY_ID = {theorem.id: theorem for theorem in theorems}
TRIES = 12
DEALS = (0, 3)
"""The bay road on day 6, which is next to the day without events, and on day 3."""


# Where it is claimed


def test_the_bound_is_claimed_where_its_theorem_holds_and_nowhere_else() -> None:
    model = SolitaireRulings
    single = [rulings_from(model, {ruling_id(model, field): one}) for field in model.model_fields
              for one in readings_of(model, field)]  # fmt: skip
    for pair in ((), *combinations(Item, 2)):
        beginning = start(Deal(deck=CARDS, bay_road_day=1, items=pair))
        for rulings in (DEFAULT_RULINGS, *single):
            claimed = points_of_deal(beginning, rulings) is not None
            assert claimed is BY_ID[DEAL].holds_for(rulings, pair), (pair, rulings)


def test_it_speaks_of_beginnings_only() -> None:
    """Any of these would bring what the program does not look at: a letter, a suit, another way, fewer cards."""
    beginning = start(reference(0))
    assert points_of_deal(beginning, DEFAULT_RULINGS) == MOST_OF_DEALS[beginning.bay_road_day]
    others = (
        evolve(beginning, letters=1),
        evolve(beginning, resolved=(Suit.R,)),
        evolve(beginning, white=2),
        evolve(beginning, deck=beginning.deck[1:]),
        evolve(beginning, deck=(*beginning.deck, beginning.hand[0]), hand=beginning.hand[1:]),
        evolve(beginning, phase=Phase.TRIM),
    )
    assert all(points_of_deal(other, DEFAULT_RULINGS) is None for other in others)


# Turn by turn


class Whole(NamedTuple):
    """A turn: the position at its beginning, its steps, and the position at its end."""

    before: Position
    steps: tuple[Played, ...]
    after: Position


def turns_of(game: Iterator[Played]) -> Iterator[Whole]:
    """The turns of a game that come to their end."""
    steps: list[Played] = []
    for played in game:
        steps.append(played)
        if played.after.turn != played.before.turn or isinstance(played.after.outcome, Won):
            yield Whole(steps[0].before, tuple(steps), played.after)
            steps = []


@cache
def wins_of(number: int) -> tuple[Better, ...]:
    """Better and better wins of a reference deal."""
    found: list[Better] = []
    beginning = start(reference(number))
    try:
        for better in improving(beginning, DEFAULT_RULINGS, Run(beginning, Budget(seconds=None, nodes=60_000), None)):
            found.append(better)  # noqa: PERF402  (what was found before the run ends counts)
    except BudgetSpent:
        pass
    return tuple(found)


def replayed(beginning: Position, line: Better) -> Iterator[Played]:
    position = beginning
    for step in (step for turn in line.line for step in turn):
        after = apply(position, step, DEFAULT_RULINGS)
        yield Played(position, step, after, DEFAULT_RULINGS)
        position = after


@cache
def options_of(bay: int) -> dict[tuple[int, bool, int, int], list[Option]]:
    return all_options(ways, prices_of(bay))


def lacking_of(position: Position) -> dict[Suit, int]:
    return {suit: lacks(count, resolved=False) for suit, count in lying(position).items()}


def worth(position: Position, prices: Prices) -> int:
    """What the uses left to events are worth."""
    total = 0
    for day, slot, event in placed_events(position):
        holds = capacity(day, position.bay_road_day)
        uses = 0 if event.fixed else slots_left(holds, slot)
        total += uses * prices.uses[HOLDS.index(holds)][event.card.number - 1]
        unresolved_blue = event.card.suit is Suit.B and Suit.B not in position.resolved
        total += prices.blue * (uses > 0 and unresolved_blue)
    return total


def is_tried(whole: Whole) -> bool:
    """Whether the program tries a turn that ends as this one does and brings no less.

    An event that a letter has fixed may still wait for white's next coming to its day, and the letter with it.
    """
    new = fixed_days(whole.after) - fixed_days(whole.before)
    return any(_is_tried(whole, set(waiting), new) for count in range(3) for waiting in combinations(new, count))


def _is_tried(whole: Whole, waiting: set[int], new: set[int]) -> bool:
    before, after = whole.before, whole.after
    if not new - waiting <= {after.white}:
        return False
    won = len(after.resolved) - len(before.resolved)
    letters, left = before.letters - len(new - waiting), after.letters + len(waiting) - won
    if letters < 0:  # a letter that this turn has won fixes an event at its end
        return False
    options = _options(whole, is_fixed=after.white in fixed_days(before) | new - waiting)
    pawns = [_company(whole, letters, left, effects) for effects in range(4)]
    needed = gathered(after.white, after.blacks) if won else 0
    return any(one.pawns in pawns[one.effects] and one.alike >= needed for one in options)


def _company(whole: Whole, letters: int, left: int, effects: int) -> set[int]:
    """How many pawns can be with white at most, where the blacks end as they do, with so many letters left."""
    before, after = whole.before, whole.after
    found = set()
    for share in shares(before.blacks, NUMBERS + 1 - played_in(whole).number):
        ends = company(after.white, share, letters, red=bool(effects & 1), pull=bool(effects & 2))
        found |= {pawns for end, had, pawns in ends if end == after.blacks and had >= left}
    return found


def _options(whole: Whole, *, is_fixed: bool) -> list[Option]:
    """The options of the turn that bring as much as it does."""
    before, after, bay = whole.before, whole.after, whole.before.bay_road_day
    earned, played = PARTS * (after.points - before.points), played_in(whole)
    if after.white == LAST_DAY:
        return [Option(pawns, 0, 0, False, 0) for pawns in (1, 2, 3) if earned == 0]
    earned += worth(after, prices_of(bay)) - worth(before, prices_of(bay))
    placed = next(one.after for one in whole.steps if isinstance(one.step, Place))
    lacked = played.suit not in before.resolved and lacking_of(placed)[played.suit] < lacking_of(before)[played.suit]
    earned -= lacked * prices_of(bay).of_lacking(played.suit)
    key = (capacity(after.white, bay), is_fixed, played.number, len(before.resolved))
    return [option for option in options_of(bay)[key] if option.worth >= earned and option.lacked == lacked]


def played_in(whole: Whole) -> Card:
    return next(one.after.played for one in whole.steps if one.after.played is not None)


def fixed_days(position: Position) -> set[int]:
    return {day for day, _, event in placed_events(position) if event.fixed}


def ends_plainly(whole: Whole) -> bool:
    """Whether no letter moves a pawn once letters are won: the program leaves that to the next turn."""
    return not any(one.step.step == "letter" and one.before.phase is Phase.TRIM for one in whole.steps)


@pytest.mark.parametrize("number", DEALS)
def test_no_turn_of_a_win_brings_more_than_the_program_allows(number: int) -> None:
    beginning = start(reference(number))
    wins = wins_of(number)
    assert wins[-1].points > 100
    for win in wins:
        turns = list(turns_of(replayed(beginning, win)))
        assert len(turns) >= 16
        assert all(map(is_tried, filter(ends_plainly, turns)))


@pytest.mark.parametrize("number", DEALS)
def test_no_turn_at_random_brings_more_than_the_program_allows(number: int) -> None:
    """Turns from moments of wins, with letters spent as chance has it: on pawns and on events."""
    chance = Random(number)
    seen = fixing = scoring = 0
    for win in wins_of(number)[-3:]:
        for whole in turns_of(replayed(start(reference(number)), win)):
            for _ in range(TRIES):
                tried = next(turns_of(random_game(whole.before, DEFAULT_RULINGS, chance)), None)
                if tried is not None and ends_plainly(tried):
                    assert is_tried(tried), [str(one.step) for one in tried.steps]
                    seen += 1
                    fixing += any(one.step.step == "fix" for one in tried.steps)
                    scoring += tried.after.points > tried.before.points
    assert seen > 300 and fixing > 20 and scoring > 60
