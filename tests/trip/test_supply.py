"""Chance: golden deals of the dealing method, and that bag and deck are dealt out to the last token and card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import count

import pytest

from tabi.rules import trip
from tabi.spec.faults import Faults
from tabi.spec.trip import GoalKind, Size, edition_named
from tabi.spec.trip.rulings import DEFAULT_RULINGS
from trip.playing import setup_for

RIVER = edition_named("river-demo")
DECK = ["column", "column", "row", "row", "rising", "rising", "falling", "falling", "plus", "plus", "cross", "cross"]
ALL = "F" * 14 + "B" * 14 + "P" * 14 + "H" * 21 + "L" * 21 + "S" * 18 + "R" * 18
LESS_30 = "F" * 11 + "B" * 11 + "P" * 11 + "H" * 15 + "L" * 16 + "S" * 13 + "R" * 13


# The method again, written from its description: SHA-256 of "tabi-shuffle-1/SEED/COUNTER", four numbers of 8 bytes


def drawn(seed: int) -> Iterator[int]:
    for counter in count():
        digest = sha256(f"tabi-shuffle-1/{seed}/{counter}".encode()).digest()
        yield from (int.from_bytes(digest[i : i + 8], "big") for i in (0, 8, 16, 24))


def under(bound: int, numbers: Iterator[int]) -> int:
    while True:
        number = next(numbers)
        if number < 2**64 - 2**64 % bound:
            return number % bound


def mixed(items: list[str], numbers: Iterator[int]) -> list[str]:
    for place in range(len(items) - 1, 0, -1):
        other = under(place + 1, numbers)
        items[place], items[other] = items[other], items[place]
    return items


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [0, 7, 12345])
def test_goal_boards_deck_and_bag_come_from_the_numbers_in_this_order(players: int, seed: int) -> None:
    numbers = drawn(seed)
    goal = ["parks", "hotels", "shops", "restaurants", "matches"][under(5, numbers)]
    boards = [int(board) for board in mixed(["1", "2", "3", "4"], numbers)]
    deck = mixed(list(DECK), numbers)
    bag = mixed(list(LESS_30 if players == 2 else ALL), numbers)
    setup = trip.setup_from_seed(RIVER, players, seed)
    assert (setup.goal, list(setup.boards)) == (goal, boards[:players])
    supply = trip.Supply(RIVER, setup, seed)
    assert (list(supply.deck), [str(token) for token in supply.bag]) == (deck, bag)
    sizes = {"falling": 3, "plus": 3, "cross": 3}
    for round_, card in enumerate(deck, start=1):
        revealed, size = supply.reveal(round_), sizes.get(card, 2)
        expected = [
            sorted(bag[i * size : (i + 1) * size], key="FBPHLSR".index) for i in range(3 if players == 2 else 4)
        ]
        assert (revealed.card, [list(map(str, slot)) for slot in revealed.slots]) == (card, expected)
        bag = bag[size * len(expected) :]
    assert bag == []


def test_the_first_reveal_of_seed_seven_is_golden() -> None:
    """A changed dealing method needs a new name; this is the first round of a river game of three."""
    supply = trip.Supply(RIVER, trip.setup_from_seed(RIVER, 3, 7), 7)
    assert trip.format_step(supply.reveal(1)) == "reveal plus FRR LSS BHL HLS"


def test_players_by_chance_use_the_numbers_that_follow() -> None:
    numbers = drawn(3)
    under(5, numbers)
    mixed(list("1234"), numbers)
    mixed(list(DECK), numbers)
    mixed(list(ALL), numbers)
    more = trip.numbers_for_players(RIVER, 4, 3)
    assert [next(more) for _ in range(5)] == [next(numbers) for _ in range(5)]


def test_advanced_goals_are_those_of_the_city() -> None:
    goals = Counter(trip.setup_from_seed(RIVER, 2, seed, goals=GoalKind.ADVANCED).goal for seed in range(40))
    assert set(map(str, goals)) == {"largest-shop", "shops-by-parks", "adjacent-places", "west-edge", "hotels-by-river"}


def test_what_is_not_drawn_can_be_chosen() -> None:
    setup = trip.setup_from_seed(RIVER, 4, 1, city="coast", size=Size.SMALL, start_player=3)
    assert (setup.city, setup.size, setup.start_player) == ("coast", "7x6", 3)


def test_bad_input_gets_sentences() -> None:
    with pytest.raises(ValueError, match="The seed is -1"):
        trip.setup_from_seed(RIVER, 3, -1)
    with pytest.raises(Faults, match="players: the most that is accepted is 4"):
        trip.setup_from_seed(RIVER, 5, 1)
    with pytest.raises(Faults, match="start_player: there is no player 3"):
        trip.setup_from_seed(RIVER, 2, 1, start_player=3)
    with pytest.raises(ValueError, match="The setup is for the edition river-demo, not for coast-demo"):
        trip.Supply(edition_named("coast-demo"), setup_for(2, 1), 1)


def test_a_game_is_played_by_whoever_chooses_the_steps() -> None:
    """The first step of the list, always: slot 1 first, and in the end nobody can take what is gone."""
    setup = setup_for(2, 4)
    supply = trip.Supply(setup.edition, setup, 4)
    game = list(
        trip.moves(supply, lambda position, rulings: next(trip.legal_steps(position, rulings)), DEFAULT_RULINGS)
    )
    assert [step for _, step in game if step.step == "reveal"] == [supply.reveal(round_) for round_ in range(1, 13)]
    assert [trip.format_step(step) for _, step in game if step.step == "take"] == ["take 1", "take 2"] * 12
    assert game[-1][1].step == "score"
