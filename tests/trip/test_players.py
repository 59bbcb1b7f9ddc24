"""The two players: the random one leaves no legal step out, the greedy one gains the most and gives up the fewest."""

from __future__ import annotations

from collections import Counter

import pytest
from pydantic import JsonValue

from tabi.rules import trip
from tabi.rules.shuffle import numbers
from tabi.rules.trip import Phase, Position
from tabi.rules.trip.best_turn import best_turn
from tabi.rules.trip.game import GAME
from tabi.rules.trip.players import greedy_player, greedy_steps, random_step
from tabi.spec.trip import TripRulings
from tabi.spec.trip.rulings import DEFAULT_RULINGS, Discards, TurnStructure
from tabi.spec.trip.steps import Step
from trip.playing import setup_for


def greedy_game(seed: int, rulings: TripRulings = DEFAULT_RULINGS) -> list[tuple[Position, Step]]:
    setup = setup_for(2 + seed % 3, seed)
    return list(trip.moves(trip.Supply(setup.edition, setup, seed), greedy_player(numbers(seed)), rulings))


def given_up(position: Position, steps: tuple[Step, ...]) -> int:
    """How many tokens the placing part of a turn adds to the mistaken memories."""
    after = position
    for step in steps:
        if step.step in ("take", "put", "discard"):
            after = trip.apply(after, step)
    return len(after.boards[position.player - 1].mistaken) - len(position.board.mistaken)


def test_the_greedy_player_gains_in_every_turn_what_the_best_turn_gains() -> None:
    moves = greedy_game(4)
    taken = [index for index, (position, _) in enumerate(moves) if position.phase is Phase.DRAFT]
    for index in taken[:12]:
        position, player = moves[index][0], moves[index][0].player - 1
        after = next(move for move, _ in moves[index:] if move.turn != position.turn or move.phase is Phase.FINAL)
        most = best_turn(position, over_slots=True).points
        assert after.scores[player] - position.scores[player] == most


def test_the_greedy_player_gives_up_no_more_than_the_most_thrifty_of_the_best_turns() -> None:
    looked_at = 0
    for position, _ in greedy_game(7):
        if position.phase is Phase.DRAFT and position.round > 6:
            best, chosen = best_turn(position, over_slots=True), greedy_steps(position, DEFAULT_RULINGS, numbers(1))
            if 1 < best.ties <= 60:
                ends = {steps: given_up(position, steps) for steps in best.choices()}
                looked_at += len(set(ends.values())) > 1
                assert ends[chosen] == min(ends.values())
    assert looked_at >= 3


def test_every_best_turn_that_gives_up_nothing_is_chosen_by_some_seed() -> None:
    """Two fountains in a column: 36 ways; of 250 seeds a given one is left out with (35/36)^250 = 0.0009."""
    position = GAME.read_position({"phase": "place", "card": "column", "hand": "FF"})
    chosen = Counter(greedy_steps(position, DEFAULT_RULINGS, numbers(seed)) for seed in range(250))
    assert set(chosen) == set(best_turn(position).choices())


def test_every_place_of_one_placement_is_chosen_by_some_seed() -> None:
    """A1 with A2 or with B1 is a park: 20 seeds leave one out with 2^-19."""
    boards: list[JsonValue] = [{"board": "FF5/F6/7/7/7/7/7"}, {}, {}]
    position = trip.read_position({"phase": "define", "fresh": [["A1"], [], []], "players_boards": boards})
    defined = {trip.format_step(greedy_steps(position, DEFAULT_RULINGS, numbers(seed))[0]) for seed in range(20)}
    assert defined == {"define A1 A2", "define A1 B1"}


def test_the_random_player_takes_every_legal_step_of_a_placement_and_no_other() -> None:
    """`put` on 42 dry squares, no discard: 500 seeds leave one out with (41/42)^500 = 0.000006."""
    position = GAME.read_position({"phase": "place", "card": "row", "hand": "FL"})
    rulings = TripRulings(discards=Discards.GLOBAL)
    taken = {random_step(position, rulings, numbers(seed)) for seed in range(500)}
    assert taken == set(trip.legal_steps(position, rulings)) and len(taken) == 42


def test_the_same_numbers_play_the_same_game_and_others_another() -> None:
    assert greedy_game(3) == greedy_game(3)
    setup = setup_for(2, 3)
    other = trip.moves(trip.Supply(setup.edition, setup, 3), greedy_player(numbers(4)), DEFAULT_RULINGS)
    assert [step for _, step in other] != [step for _, step in greedy_game(3)]


def test_under_phases_the_greedy_player_defines_anew_when_all_have_placed() -> None:
    moves = greedy_game(5, TripRulings(turn_structure=TurnStructure.PHASES))
    defining = [position for position, _ in moves if position.phase is Phase.DEFINE]
    gained = [step for position, step in moves if position.phase is Phase.DEFINE and step.step == "define"]
    assert len(defining) == 12 * moves[0][0].setup.players and len(gained) > 10


def test_where_no_player_has_a_step_a_sentence_says_so() -> None:
    position = GAME.read_position({"phase": "reveal"})
    with pytest.raises(ValueError, match="The phase is reveal: no player has a step there"):
        random_step(position, DEFAULT_RULINGS, numbers(1))
