"""The bound on further points: values counted by hand, exact searches near the end, and whole games that are won."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from solitaire.late_points import PAIRS, Optimum, TooMany, late_positions
from tabi.rules import solitaire
from tabi.rules.solitaire import Lost, Position, Won
from tabi.rules.solitaire.documents import PositionDocument
from tabi.rules.solitaire.points import most_threes, most_visits, mute_turns, points_to_go, sure_to_place
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.table import Phase
from tabi.solvers.kernel.turns import Moments, turn_successors
from tabi.solvers.outlook import needs
from tabi.spec.solitaire import CARDS, Deal, Item, SolitaireRulings
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, CameraDuration, DeckOut, EmptyHand, PastSeven, WalkEnd

DEALS = Path(__file__).parents[1] / "data" / "reference_deals.jsonl"
ALL_SUITS = ["R", "G", "Y", "B", "W"]
AT_BAY_ROAD = {
    "white": 7,
    "blacks": [1, 6],
    "bay_road_day": 6,
    "columns": {"6": ["G6", "Y6"]},
    "resolved": ALL_SUITS,
    "hand": ["B1", "R6"],
    "deck": ["W1", "W2", "W3"],
}
"""R6 leads white once round to day 6, where three sixes lie then; B1 leads it home."""
TOGETHER = {
    "phase": "effects",
    "white": 6,
    "blacks": [6, 6],
    "bay_road_day": 1,
    "columns": {"6": ["R6", "G5"]},
    "resolved": ALL_SUITS,
    "letters": 1,
    "hand": ["B1", "B2"],
    "deck": ["W1"],
}
"""All pawns stand at a six and a five; a letter to day 2 lets them meet on day 7 with B1."""


def deal(number: int) -> Deal:
    line = DEALS.read_text(encoding="utf-8").splitlines()[number]
    return Deal.model_validate({**json.loads(line), "items": ()})


def position(**fields: object) -> Position:
    """A late position: cards not named are in the discard."""
    return solitaire.position_of(PositionDocument.model_validate({"discard": ["rest"], **fields}))


def bound(here: Position, rulings: SolitaireRulings = DEFAULT_RULINGS) -> int:
    found = points_to_go(here, rulings)
    assert found is not None
    return found


def optimum(here: Position, rulings: SolitaireRulings = DEFAULT_RULINGS) -> int | None:
    return Optimum(rulings, 50_000).of(here)


# Values counted by hand


@pytest.mark.parametrize("number", range(5))
def test_no_deal_brings_more_than_522_points(number: int) -> None:
    """19 turns at most; the first 3 win the first letter, the last is on day 7: 15 may score.

    12 turns place an event that an unresolved suit other than blue lacks, 9 of them after the third: 6 newest count.
    15 times there is another event, and in the bay road, in every other turn, so 8 times, a third: 29 sixes, 3 pawns.
    """
    assert bound(solitaire.start(deal(number))) == 29 * 6 * 3


def test_three_sixes_in_the_bay_road_for_two_pawns_are_reached() -> None:
    """Two turns, for a third would draw a fourth card; the first of them scores, and cannot have three pawns, which

    could not all come to day 7 with the next. R6, G6 and Y6: 18 for two pawns.
    """
    here = position(**AT_BAY_ROAD)
    assert bound(here) == optimum(here) == 36


def test_elsewhere_a_column_holds_two() -> None:
    """G6 counts behind R6, and Y6 is pushed out: 12 for two pawns. What is placed last counts behind nothing."""
    here = position(**{**AT_BAY_ROAD, "bay_road_day": 3})
    assert bound(here) == optimum(here) == 24


def test_a_turn_under_way_counts_what_lies_there_for_three_pawns() -> None:
    """Six and five for three pawns. The next turn is the last: two draws are not there for a third."""
    here = position(**TOGETHER)
    assert bound(here) == optimum(here) == 33


def test_blue_may_bring_in_the_largest_number_once_more() -> None:
    """With blue not resolved the six may count twice: 6 + 5 + 6 for three pawns, though no letter is left to win it."""
    late = {**TOGETHER, "resolved": ["R", "G", "Y", "W"], "deck": ["W1", "W2", "W3", "W4", "Y1", "Y2"]}
    lying = {"6": ["R6", "G5"], "5": ["B4", "B3"], "4": ["B6"]}
    before, after = (
        position(**{**late, "columns": lying, "resolved": suits}) for suits in (late["resolved"], ALL_SUITS)
    )
    assert points_now(before) - points_now(after) == 3 * 6


def points_now(here: Position) -> int:
    """What the bound allows the turn under way: the difference to the same position after its effects."""
    return bound(here) - bound(evolve(here, phase=Phase.TRIM))


def test_a_letter_allows_three_pawns_once_more() -> None:
    """Half of the turns, rounded down; two letters are worth a turn."""
    assert [most_threes(turns, 0) for turns in range(5)] == [0, 0, 1, 1, 2]
    assert [most_threes(5, letters) for letters in range(7)] == [2, 3, 3, 4, 4, 5, 5]


def test_a_day_is_visited_in_every_other_turn_and_once_a_lap() -> None:
    assert [most_visits(turns, 9) for turns in range(6)] == [0, 1, 1, 2, 2, 3]
    assert [most_visits(9, laps) for laps in range(6)] == [1, 2, 3, 4, 5, 5]


def test_a_first_letter_takes_the_events_it_lacks_and_the_end_of_a_turn() -> None:
    assert [mute_turns(Phase.PLAY, False, least) for least in range(4)] == [1, 1, 2, 3]
    assert [mute_turns(Phase.RESOLVE, False, least) for least in range(4)] == [0, 1, 2, 3]
    assert mute_turns(Phase.RESOLVE, True, 0) == mute_turns(Phase.TRIM, False, 0) == 1


def test_events_that_blue_lacks_may_count_when_they_are_placed() -> None:
    """Red lacks two, green three, yellow none, blue three: five turns are sure to place what does not count."""
    here = position(columns={"1": ["R1"], "2": ["Y1", "Y2"], "3": ["Y3"]}, resolved=["W"], hand=["R2"], deck=["G1"])
    assert sure_to_place(here) == 5
    for item in (Item.BACKPACK, Item.LANTERN):
        assert sure_to_place(evolve(here, used=(item, Item.MAP))) == 0


def test_where_nothing_is_claimed_and_where_no_win_is_left() -> None:
    filmed = position(**AT_BAY_ROAD, items={"camera": "ready", "tent": "used"})
    assert points_to_go(filmed, DEFAULT_RULINGS) is not None
    assert points_to_go(filmed, SolitaireRulings(camera_duration=CameraDuration.PERMANENT)) is None
    changed = solitaire.apply(filmed, solitaire.parse_step("camera G6+1"))
    assert points_to_go(changed, DEFAULT_RULINGS) is None
    assert bound(position(**{**AT_BAY_ROAD, "deck": []})) == 0
    assert bound(evolve(position(**AT_BAY_ROAD), phase=Phase.OVER, outcome=Won(7))) == 0


def test_items_and_readings_weaken_the_bound() -> None:
    """Each takes away a ground: pawns that part, places left, numbers placed once, columns that hold two events."""
    here = position(**AT_BAY_ROAD)
    for item in (Item.LANTERN, Item.MAP, Item.CAMERA, Item.BACKPACK, Item.TENT):
        with_item = evolve(here, ready=(item,))
        assert bound(with_item) > bound(here), item
    assert bound(evolve(here, ready=(Item.RADIO,))) == bound(here)
    for rulings in (SolitaireRulings(empty_hand=EmptyHand.SKIP), SolitaireRulings(past_seven=PastSeven.STOP_AT_ONE)):
        assert bound(here, rulings) > bound(here)
    assert bound(here, SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK)) > bound(here)
    resolving = evolve(position(**TOGETHER), phase=Phase.RESOLVE)
    assert bound(resolving) == 0 < bound(resolving, SolitaireRulings(walk_end=WalkEnd.OPEN))


# Exact searches near the end


@pytest.mark.parametrize(("items", "seed", "least"), [((), 1, 1_000), (PAIRS, 2, 300)])
def test_no_win_near_the_end_brings_more_than_the_bound(
    items: tuple[tuple[Item, ...], ...], seed: int, least: int
) -> None:
    """Every position met on the way, amid turns too, under the default and other readings."""
    positions, held, scored = late_positions(Random(seed), items or ((),)), 0, 0
    for _ in range(200):
        here, rulings = next(positions)
        best = Optimum(rulings, 2_500)
        try:
            best.of(here)
        except TooMany:
            continue
        for one, most in best.known.items():
            allowed = points_to_go(one, rulings)
            if most is not None and allowed is not None:
                assert most <= allowed, (solitaire.format_position(one), rulings)
                held, scored = held + 1, scored + (most > 0)
    assert held > least and scored > least // 5


# Whole games


def won_games(number: int, width: int) -> Iterator[tuple[Position, ...]]:
    """Positions at the beginnings of turns of games that a narrow beam for points wins, and the end."""
    level: dict[Position, tuple[Position, ...]] = {solitaire.start(deal(number)): ()}
    while level:
        after: dict[Position, tuple[Position, ...]] = {}
        for here, way in level.items():
            for end, points in turn_successors(here, DEFAULT_RULINGS, Moments.SENSIBLE).items():
                reached = evolve(end, points=points)
                if isinstance(end.outcome, Won):
                    yield (*way, here, reached)
                elif needs(end).slack >= 0:
                    after[reached] = (*way, here)
        level = {here: after[here] for here in sorted(after, key=prospects, reverse=True)[:width]}


def prospects(here: Position) -> tuple[float, str]:
    lying = sum(event.value for column in here.columns for event in column if event.card.suit in here.resolved)
    slack = needs(here).slack
    return 2.5 * len(here.resolved) + here.letters + min(slack, 6) + 0.2 * here.points + 0.05 * lying, str(here)


@pytest.mark.parametrize("number", [1, 3])
def test_no_game_that_is_won_exceeds_the_bound_at_any_of_its_turns(number: int) -> None:
    games = list(won_games(number, 30))
    most = max(game[-1].points for game in games)
    for game in games:
        for here in game[:-1]:
            assert game[-1].points - here.points <= bound(here)
    assert games and most >= 40


def test_no_step_of_a_won_game_earns_what_the_bound_does_not_allow() -> None:
    """Step by step, amid turns, with items used and other readings: games at random that end in a win are rare, so

    every step that earns is held: what it earns is within the bound before it, unless no win is left.
    """
    chance, held = Random(5), 0
    positions = late_positions(chance, PAIRS)
    while held < 200:
        here, rulings = next(positions)
        for _ in range(60):
            legal = [*solitaire.legal_steps(here, rulings)]
            if not legal:
                break
            kind = chance.choice(sorted({step.step for step in legal}))
            after = solitaire.apply(here, chance.choice([step for step in legal if step.step == kind]), rulings)
            allowed = points_to_go(here, rulings)
            if after.points > here.points and not isinstance(after.outcome, Lost) and allowed:
                assert after.points - here.points <= allowed
                held += 1
            here = after


def test_the_bound_is_for_every_deal_alike() -> None:
    """It looks at no order of the cards yet: sorted and reversed decks have the same."""
    decks = (CARDS, tuple(reversed(CARDS)))
    assert {bound(solitaire.start(Deal(deck=deck, bay_road_day=3))) for deck in decks} == {522}
