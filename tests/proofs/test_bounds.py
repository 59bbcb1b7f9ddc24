"""The bounds against the truth: hand-counted values, games at random, lines that win, and exact searches."""

from __future__ import annotations

from collections import deque
from functools import cache
from random import Random

import pytest

from proofs.playing import Played, random_deal, random_game, random_rulings, reference
from tabi.proofs.solitaire.relaxed import WON, Move, State, moves
from tabi.rules import solitaire
from tabi.rules.solitaire import Lost, Phase, Position, Won
from tabi.rules.solitaire.bounds import (
    deck_to_go,
    draws_left,
    draws_to_go,
    excluded,
    fits,
    in_game,
    missing_events,
    most_turns,
    pawns_can_meet,
    suits_in_reach,
    turns_to_go,
)
from tabi.rules.solitaire.documents import PositionDocument
from tabi.solvers import Budget, Proved, solve
from tabi.spec.solitaire import CARDS, Deal, Item, SolitaireRulings, Suit
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, DeckOut, EmptyHand, PastSeven

GAMES = 150
MOST_POSITIONS = 6_000
CLEAR_CHECK = SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK)
ALL_SUITS = ["R", "G", "Y", "B", "W"]


def position(**fields: object) -> Position:
    """A late position: cards not named are in the discard."""
    return solitaire.position_of(PositionDocument.model_validate({"discard": ["rest"], **fields}))


# Values counted by hand


@pytest.mark.parametrize("number", range(5))
def test_every_deal_asks_for_sixteen_turns_and_twenty_draws(number: int) -> None:
    """Fifteen events and a last turn; the fifteen smallest cards sum to 30, one more is 4 or more: 34 days from day 1.

    That is day 35, the fifth day 7, which is reached after four laps: 16 + 4 = 20 of the 26 draws.
    """
    start = solitaire.start(reference(number))
    assert (turns_to_go(start), missing_events(start)) == (16, 15)
    assert (deck_to_go(start, DEFAULT_RULINGS), draws_left(start)) == (20, 26)


def test_the_most_turns_of_a_deal_are_nineteen_and_twenty_where_the_last_draw_may_fail() -> None:
    """19 cards sum to 30 + 4 x 4 = 46 or more: day 47, at least on to day 49, six laps, 25 draws.

    20 cards sum to 50: day 51, on to day 56, seven laps, 27 draws, one of which may fail; 21 sum to 55: 28 draws.
    """
    start = solitaire.start(reference(0))
    assert most_turns(start, DEFAULT_RULINGS) == 19
    assert most_turns(start, CLEAR_CHECK) == 20


def test_items_and_readings_weaken_the_bounds_of_a_deal() -> None:
    """Without laps 26 draws are 26 turns; the backpack leaves the letters; the tent frees three cards of the hand."""

    def start(*items: Item) -> Position:
        return solitaire.start(Deal(deck=CARDS, bay_road_day=3, items=items))

    assert most_turns(start(Item.MAP, Item.CAMERA), DEFAULT_RULINGS) == 26
    assert most_turns(start(), SolitaireRulings(past_seven=PastSeven.STOP_AT_ONE)) == 26
    assert most_turns(start(), SolitaireRulings(empty_hand=EmptyHand.SKIP)) == 26
    assert turns_to_go(start(Item.BACKPACK, Item.CAMERA)) == 6
    assert draws_left(start(Item.TENT, Item.CAMERA)) == 29


def test_amid_a_turn_what_it_can_no_longer_bring_asks_for_another() -> None:
    """Red lacks two events. After the placing this turn brings none, and with white on day 7 no letter comes either."""
    rest = {
        "columns": {"1": ["R1"]},
        "resolved": ["G", "Y", "B", "W"],
        "hand": ["R2", "R3", "G1"],
        "deck": ["G2", "G3"],
    }
    assert turns_to_go(position(**rest, phase="play")) == 3
    assert turns_to_go(position(**rest, phase="refill")) == 4
    lying = {**rest, "columns": {"1": ["R1", "R4"], "2": ["R5"]}}
    assert turns_to_go(position(**lying, phase="resolve", white=1)) == 2
    assert turns_to_go(position(**lying, phase="resolve", white=7)) == 3
    assert turns_to_go(position(**lying, phase="trim", white=1)) == 3
    assert turns_to_go(position(**{**lying, "resolved": ALL_SUITS}, phase="trim", white=7)) == 1
    assert turns_to_go(position(**{**lying, "resolved": ALL_SUITS}, phase="trim", white=1)) == 2


def test_laps_that_a_suit_forces_are_counted() -> None:
    """Red lacks two and only R5 and R6 are left: 11 days and a one, from day 1 to 13, so to the second day 7, one lap.

    Three turns and a lap are four draws; the deck has three cards, and the hand, with four, gives none back.
    """
    late = {"columns": {"2": ["R1"]}, "resolved": ["G", "Y", "B", "W"], "hand": ["R5", "G1", "Y1", "B1"]}
    short = position(**late, deck=["R6", "W1", "W2"])
    assert (draws_to_go(short, 3, DEFAULT_RULINGS), draws_left(short)) == (4, 3)
    assert excluded(short, DEFAULT_RULINGS) == "sol.ending.deck-to-go"
    assert excluded(short, CLEAR_CHECK) is None
    assert excluded(position(**late, deck=["R6", "W1", "W2", "W3"]), DEFAULT_RULINGS) is None


def test_a_suit_with_too_few_cards_is_out_of_reach_but_with_the_tent() -> None:
    """One red event lies and one red card is in hand; with a second one in the deck it is three."""
    late = {"columns": {"2": ["R1"]}, "resolved": ["G", "Y", "B", "W"], "hand": ["R5", "G1", "Y1", "B1"]}
    deck = ["W1", "W2", "W3", "W4", "W5"]
    assert excluded(position(**late, deck=deck), DEFAULT_RULINGS) == "sol.ending.suits-in-reach"
    assert suits_in_reach(position(**late, deck=[*deck, "R2"]))
    assert suits_in_reach(position(**late, deck=deck, items={"tent": "ready", "map": "used"}))
    played = {**late, "hand": ["G1", "Y1", "B1"], "played": "R5", "phase": "place"}
    assert suits_in_reach(position(**played, deck=[*deck, "R2"]))


def test_pawns_meet_only_with_the_right_sum_once_nothing_can_change_it() -> None:
    """3 + 5 + 7 = 15, one more than twice 7; with 6 in place of 5 it is 16. 3 + 5 + 6 = 14 is right."""
    late = {"white": 3, "resolved": ALL_SUITS, "hand": ["R4"], "deck": ["R1", "R2", "R3"]}
    assert pawns_can_meet(position(**late, blacks=[5, 6]), DEFAULT_RULINGS)
    assert excluded(position(**late, blacks=[5, 7]), DEFAULT_RULINGS) == "sol.movement.pawns-meet"
    assert pawns_can_meet(position(**late, blacks=[5, 7], letters=1), DEFAULT_RULINGS)
    assert pawns_can_meet(position(**late, blacks=[5, 7], items={"map": "ready", "tent": "used"}), DEFAULT_RULINGS)
    assert not pawns_can_meet(position(**late, blacks=[5, 7], items={"map": "used", "tent": "used"}), DEFAULT_RULINGS)
    amid = {**late, "white": 7, "hand": [], "played": "R4", "phase": "blacks"}  # three steps are owed: 7 + 5 + 6 + 3
    assert pawns_can_meet(position(**amid, blacks=[5, 6]), DEFAULT_RULINGS)


# Games at random


@cache
def played_games() -> tuple[Played, ...]:
    """The steps of games with random items and readings."""
    chance = Random(20_000)
    games = (random_game(solitaire.start(random_deal(chance)), random_rulings(chance), chance) for _ in range(GAMES))
    return tuple(played for game in games for played in game)


def test_no_step_of_a_game_gains_more_than_it_pays() -> None:
    """What fits after a step fits before it, with the turn that it ended."""
    for before, step, after, rulings in played_games():
        if isinstance(after.outcome, Lost):
            continue
        ended = after.phase is Phase.OVER or after.turn != before.turn
        assert turns_to_go(before) <= turns_to_go(after) + ended, (before, step)
        for turns in range(1, 31) if after.phase is not Phase.OVER else ():
            assert fits(before, turns + ended, rulings) or not fits(after, turns, rulings), (before, step, turns)


def test_what_cannot_be_mended_stays_so() -> None:
    for before, step, after, rulings in played_games():
        if after.phase is not Phase.OVER:
            assert draws_left(after) <= draws_left(before), (before, step)
            assert suits_in_reach(before) or not suits_in_reach(after), (before, step)
            assert pawns_can_meet(before, rulings) or not pawns_can_meet(after, rulings), (before, step)


def test_every_step_of_a_game_without_the_backpack_is_a_move_of_the_relaxed_game() -> None:
    """Events that fall may raise what is missing by more than one, in as many moves."""
    for before, step, after, _ in played_games():
        if isinstance(after.outcome, Lost) or in_game(before, Item.BACKPACK):
            continue
        seen = state_of(after)
        ways = [move for move in moves(state_of(before)) if move.to._replace(missing=0) == seen._replace(missing=0)]
        ended = after.phase is Phase.OVER or after.turn != before.turn
        assert any(way.to.missing <= seen.missing and way.ends_turn is ended for way in ways), (before, step)


def state_of(here: Position) -> State:
    if here.phase is Phase.OVER:
        return WON
    return State(here.phase, here.white == 7, missing_events(here), len(Suit) - len(here.resolved))


def test_games_at_random_use_every_kind_of_step() -> None:
    """So the tests above have looked at all of them."""
    assert len({played.step.step for played in played_games()}) == 21
    assert sum(played.after.phase is Phase.OVER for played in played_games()) == GAMES


# Lines that win


@pytest.mark.parametrize("number", [0, 3, 5, 14, 17])
def test_no_bound_exceeds_what_a_winning_line_shows(number: int) -> None:
    verdict = solve(reference(number), budget=Budget(seconds=None, nodes=40_000))
    assert isinstance(verdict, Proved)
    here, left = verdict.start, len(verdict.line)
    assert 16 <= left <= 19
    for turn in verdict.line:
        for step in turn:
            assert turns_to_go(here) <= left <= (most_turns(here, DEFAULT_RULINGS) or 0)
            assert fits(here, left, DEFAULT_RULINGS) and excluded(here, DEFAULT_RULINGS) is None
            here = solitaire.apply(here, step)
        left -= 1
    assert isinstance(here.outcome, Won)


# Exact searches


def true_turns(start: Position, rulings: SolitaireRulings) -> tuple[bool, int | None]:
    """Whether everything was looked at, and the fewest turns to a win, the present one counted; None without a win."""
    known = {start.key: 0}
    waiting = deque([start.key])
    while waiting:
        here = waiting.popleft()
        turns = known[here]
        if isinstance(here.outcome, Won):
            return True, turns
        for step in solitaire.legal_steps(here, rulings):
            after = solitaire.apply(here, step, rulings)
            if isinstance(after.outcome, Lost):
                continue
            ended = after.phase is Phase.OVER or after.turn != here.turn
            key = after.key
            if turns + ended < known.get(key, 1_000):
                known[key] = turns + ended
                (waiting.append if ended else waiting.appendleft)(key)
        if len(known) > MOST_POSITIONS:
            return False, None
    return True, None


def late_position(chance: Random) -> Position:
    """A position near its end: most letters won, a short deck, and pawns that may meet on day 7."""
    cards = list(CARDS)
    chance.shuffle(cards)
    columns = {}
    for day in range(1, 7):
        columns[str(day)] = [cards.pop().name for _ in range(chance.choice((0, 1, 2)))]
    hand = [cards.pop().name for _ in range(chance.choice((1, 2, 2, 3)))]
    deck = [cards.pop().name for _ in range(chance.choice((0, 1, 2, 3)))]
    resolved = chance.sample(ALL_SUITS, chance.choice((4, 4, 5)))
    pair = chance.sample(list(Item), 2) if chance.random() < 0.4 else []
    return position(
        columns=columns,
        hand=hand,
        deck=deck,
        resolved=resolved,
        letters=chance.choice((0, 0, 1)),
        items={str(item): chance.choice(("ready", "used")) for item in pair},
        white=chance.randint(1, 7),
        blacks=[chance.randint(1, 7), chance.choice((4, 5, 6, 7))],
    )


def test_no_bound_exceeds_the_truth_of_positions_that_are_searched_wholly() -> None:
    chance = Random(71)
    searched = won = ruled_out = 0
    for _ in range(500):
        start, rulings = late_position(chance), random_rulings(chance)
        start = solitaire.walk.taken_up(start, rulings)
        whole, turns = true_turns(start, rulings)
        if not whole:
            continue
        searched += 1
        ruled_out += excluded(start, rulings) is not None
        if turns is not None:
            won += 1
            assert turns_to_go(start) <= turns, start
            assert fits(start, turns, rulings) and excluded(start, rulings) is None, (start, turns, rulings)
    assert searched >= 250 and won >= 20 and ruled_out >= 100, (searched, won, ruled_out)


def test_the_relaxed_game_ends() -> None:
    assert list(moves(WON)) == [Move(WON), Move(WON, ends_turn=True)]
