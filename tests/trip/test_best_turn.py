"""The best turn against brute force: every sequence of legal steps to the end of the turn, walked with the verbs alone.

Late positions are laid out at random, with crowded boards and short stocks, under random readings; where a turn has too
many sequences to walk, another position takes its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from random import Random
from typing import NamedTuple

import pytest
from pydantic import JsonValue

from tabi.rules import trip
from tabi.rules.shuffle import numbers
from tabi.rules.trip import Phase, Position
from tabi.rules.trip.best_turn import best_turn
from tabi.rules.trip.players import greedy_player
from tabi.spec.rulings import rulings_from
from tabi.spec.trip import TripRulings
from tabi.spec.trip.rulings import (
    DEFAULT_RULINGS,
    DefinesPerTurn,
    FreshToken,
    LandmarkDefining,
    ShopSubset,
    TurnStructure,
)
from tabi.spec.trip.steps import Step
from trip.late_positions import late_position
from trip.playing import setup_for
from trip.random_tables import random_rulings

MOST = 250
"""How many sequences of a turn are walked at most."""
SEEDS = 6
PHASES = ("place", "place", "define", "define", "tile")
AFTER_TURN = (Phase.REVEAL, Phase.FINAL)


class Walked(NamedTuple):
    """A position with every sequence of steps to the end of the turn, in order, and what each gains."""

    position: Position
    rulings: TripRulings
    turns: tuple[tuple[int, tuple[Step, ...]], ...]

    @property
    def best(self) -> list[tuple[Step, ...]]:
        most = max(gain for gain, _ in self.turns)
        return [steps for gain, steps in self.turns if gain == most]


def turns(position: Position, rulings: TripRulings) -> Iterator[tuple[int, tuple[Step, ...]]]:
    """Every sequence of legal steps to the end of the turn, with the points that the player gains by it."""
    for step in trip.legal_steps(position, rulings):
        after = trip.apply(position, step, rulings)
        gain = after.scores[position.player - 1] - position.scores[position.player - 1]
        if after.phase in AFTER_TURN or after.turn != position.turn:
            yield gain, (step,)
            continue
        for more, steps in turns(after, rulings):
            yield gain + more, (step, *steps)


def walked(position: Position, rulings: TripRulings, most: int = MOST) -> Walked | None:
    """All turns of a position, or None when there are more than `most`."""
    whole = rulings.model_copy(update={"turn_structure": TurnStructure.WHOLE_TURN})
    found = tuple(islice(turns(position, whole), most + 1))
    return Walked(position, rulings, found) if len(found) <= most else None


def late(random: Random) -> tuple[Position, TripRulings]:
    """A late position of a turn in which a slot has been taken, in the middle of placing now and then."""
    readings = random_rulings(random)
    position = trip.read_position(late_position(random, readings, PHASES))
    rulings = rulings_from(TripRulings, readings)
    if len(position.hand) > 1 and random.random() < 0.7:
        for _ in range(random.randrange(1, len(position.hand))):
            position = trip.apply(position, random.choice(list(trip.legal_steps(position, rulings))), rulings)
    return position, rulings


@cache
def late_turns(seed: int) -> tuple[Walked, ...]:
    """Late positions of a seed with all their turns."""
    random = Random(seed)
    endless = (walked(*late(random)) for _ in count())
    return tuple(islice((one for one in endless if one is not None), 25))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_points_ties_choices_and_their_order_are_those_of_brute_force(seed: int) -> None:
    for one in late_turns(seed):
        answer = best_turn(one.position, one.rulings)
        said = trip.format_position(one.position)
        assert answer.points == max(gain for gain, _ in one.turns), said
        assert list(answer.choices()) == one.best, said
        assert (answer.ties, answer.steps) == (len(one.best), one.best[0]), said


def test_what_is_walked_has_every_phase_and_both_numbers_of_places() -> None:
    """Otherwise the comparison above would say little."""
    seen = [one for seed in range(SEEDS) for one in late_turns(seed)]
    assert {one.position.phase for one in seen} == {Phase.PLACE, Phase.DEFINE, Phase.TILE}
    assert {one.rulings.defines_per_turn for one in seen} == set(DefinesPerTurn)
    assert any(one.position.placing for one in seen) and sum(len(one.best) > 1 for one in seen) >= 40
    assert sum(len(one.best[0]) > 3 for one in seen) >= 10


# Whole turns in the middle of games: too many to walk, so each is held against what follows its first steps


def one_step_on(position: Position, rulings: TripRulings) -> tuple[int, int, tuple[Step, ...]]:
    """Points, ties and first choice of a position from those of the positions one step later."""
    found: list[tuple[int, int, tuple[Step, ...]]] = []
    for step in trip.legal_steps(position, rulings):
        after = trip.apply(position, step, rulings)
        gain = after.scores[position.player - 1] - position.scores[position.player - 1]
        if after.phase in AFTER_TURN or after.turn != position.turn:
            found.append((gain, 1, (step,)))
        else:
            best = best_turn(after, rulings)
            found.append((gain + best.points, best.ties, (step, *best.steps)))
    most = max(points for points, _, _ in found)
    ties = [one for one in found if one[0] == most]
    return most, sum(number for _, number, _ in ties), ties[0][2]


def middle(seed: int, rulings: TripRulings, phase: Phase, round_: int) -> Position:
    """The last turn of a round of a greedy game, in a phase."""
    players = 2 + seed % 3
    setup = setup_for(players, seed, city=("river", "coast")[seed % 2])
    moves = trip.moves(trip.Supply(setup.edition, setup, seed), greedy_player(numbers(seed)), rulings)
    return [move for move, _ in moves if move.round == round_ and move.phase is phase][-1]


READINGS: tuple[dict[str, str], ...] = (
    {},
    {"defines_per_turn": "any"},
    {"shop_restaurant_mix": "allowed", "shop_subset": "any-of-group"},
)


@pytest.mark.parametrize("seed", range(6))
def test_the_best_over_slots_is_the_best_after_each_take(seed: int) -> None:
    rulings = TripRulings.model_validate(READINGS[seed % 3])
    for round_ in (2, 7, 12):
        position = middle(seed, rulings, Phase.DRAFT, round_)
        best = best_turn(position, rulings, over_slots=True)
        assert (best.points, best.ties, best.steps) == one_step_on(position, rulings)


@pytest.mark.parametrize("seed", range(4))
def test_the_best_placement_is_the_best_after_each_first_token(seed: int) -> None:
    rulings = TripRulings.model_validate(READINGS[seed % 3])
    position = middle(seed, rulings, Phase.PLACE, 3 + 3 * seed)
    best = best_turn(position, rulings)
    assert (best.points, best.ties, best.steps) == one_step_on(position, rulings)


@pytest.mark.parametrize("seed", range(4))
def test_every_choice_is_legal_gains_what_is_said_and_comes_once(seed: int) -> None:
    position = middle(seed, DEFAULT_RULINGS, Phase.DRAFT, 5 + seed)
    best = best_turn(position, over_slots=True)
    choices = list(best.choices())
    assert len(choices) == best.ties == len(set(choices))
    for steps in choices[:: max(1, len(choices) // 40)]:
        after = position
        for step in steps:
            after = trip.apply(after, step)
        assert after.scores[position.player - 1] - position.scores[position.player - 1] == best.points
        assert after.turn != position.turn or after.phase in AFTER_TURN


# Counted by hand, on the river city: column D is water


def at(**fields: JsonValue) -> Position:
    return trip.read_position(fields)


def texts(steps: tuple[Step, ...]) -> list[str]:
    return [trip.format_step(step) for step in steps]


def test_two_fountains_in_a_column_are_a_park_for_four_points_in_36_ways() -> None:
    """2 for the park, 2 for its tile; six dry columns with six pairs of neighbours each."""
    best = best_turn(at(phase="place", card="column", hand="FF"))
    assert (best.points, best.ties) == (4, 36)
    assert texts(best.steps) == ["put F A1", "put F A2", "define A1 A2", "lay A1 A2"]


def test_where_nothing_is_to_be_gained_every_placement_ties() -> None:
    """In a row nine pairs of dry squares lie within four squares (AB AC BC BE CE CF EF EG FG): 7 x 9 x 2 ways for both.

    One token goes to any of 42 squares while the other is given up: 2 x 42. And both may be given up.
    """
    best = best_turn(at(phase="place", card="row", hand="FL"))
    assert (best.points, best.ties) == (0, 126 + 84 + 1)
    assert texts(best.steps) == ["put F A1", "put L B1", "pass"]


def test_over_slots_the_first_of_two_equal_ones_is_canonical_and_both_count() -> None:
    best = best_turn(at(phase="draft", card="column", slots=["HL", "FF", "SR", "FF"]), over_slots=True)
    assert (best.points, best.ties) == (4, 72)
    assert texts(best.steps)[0] == "take 2"


def test_of_seven_shops_with_two_tiles_left_each_six_and_the_seven_tie() -> None:
    """Coast city, A1-C1 and A2-D2, D2 fresh, no tile but two: 5 and 2 for six or more.

    Seven: 1 set; six with D2: without A1, B1, C1 or A2 (B2 and C2 can be left out only if the rest hangs together:
    without B2 it does over A1 B1, without C2 D2 is alone): 5 sets. Two tiles go to any two of 7 or 6 squares:
    21 + 5 x 15 = 96. When it is enough to lie beside the fresh one, the six without D2 do as well: 15 more.
    """
    shops: list[JsonValue] = [f"shop {square}" for square in ("A7", "B7", "C7", "A6", "B6", "C6", "A5")]
    boards: list[JsonValue] = [{"board": "SSS4/SSSS3/7/7/7/7/7"}, {}, {}]
    position = at(city="coast", phase="define", fresh=[["D2"], [], []], players_boards=boards, map=shops)
    best, beside = best_turn(position), best_turn(position, TripRulings(fresh_token=FreshToken.BESIDE))
    assert (best.points, best.ties, len(list(best.choices()))) == (7, 96, 96)
    assert (beside.points, beside.ties, len(list(beside.choices()))) == (7, 111, 111)


def test_without_a_tile_the_seven_and_every_six_tie_and_come_in_the_order_of_the_steps() -> None:
    """5 points for six or more. Loose: the seven, or without one of the six that are not fresh. Connected: as above."""
    shops: list[JsonValue] = [f"shop {column}{row}" for column in "ABC" for row in (5, 6, 7)]
    boards: list[JsonValue] = [{"board": "SSS4/SSSS3/7/7/7/7/7"}, {}, {}]
    position = at(city="coast", phase="define", fresh=[["D2"], [], []], players_boards=boards, map=shops)
    for subset, ties in ((ShopSubset.ANY_OF_GROUP, 7), (ShopSubset.CONNECTED, 6)):
        rulings = TripRulings(shop_subset=subset)
        best, one = best_turn(position, rulings), walked(position, rulings)
        assert one is not None and list(best.choices()) == one.best
        assert (best.points, best.ties) == (5, ties)


ANY = TripRulings(defines_per_turn=DefinesPerTurn.ANY)


def test_two_parks_in_one_turn_come_in_either_order() -> None:
    """F on A1 A2 and B on C1 C2, A2 and C2 fresh: 4 points each, and the turn ends with `pass`."""
    boards: list[JsonValue] = [{"board": "F1B4/F1B4/7/7/7/7/7"}, {}, {}]
    position = at(phase="define", fresh=[["A2", "C2"], [], []], players_boards=boards)
    several, single = best_turn(position, ANY), best_turn(position)
    assert (several.points, several.ties) == (8, 2)
    assert texts(several.steps) == ["define A1 A2", "lay A1 A2", "define C1 C2", "lay C1 C2", "pass"]
    assert (single.points, single.ties) == (4, 2)


def test_the_last_park_tile_goes_to_the_first_of_two_parks() -> None:
    """Eight of nine park tiles lie on the map: 2 and 2 for the first park, 2 for the second, in either order."""
    columns = [f"{column}{row} {column}{row + 1}" for column in "EFG" for row in (1, 3, 5)]
    tiles: list[JsonValue] = [f"park {kind} {squares}" for kind, squares in zip("FFFBBBPP", columns, strict=False)]
    boards: list[JsonValue] = [{"board": "F1B4/F1B4/7/7/7/7/7"}, {}, {}]
    best = best_turn(at(phase="define", fresh=[["A2", "C2"], [], []], players_boards=boards, map=tiles), ANY)
    assert (best.points, best.ties) == (6, 2)
    assert texts(best.steps) == ["define A1 A2", "lay A1 A2", "define C1 C2", "lay -", "pass"]


def test_a_lay_that_takes_the_last_park_tile_leaves_none_for_the_rest_of_the_turn() -> None:
    """As above, but the first park is defined already: 4 for its lay, which must be, and 2 for the other park."""
    columns = [f"{column}{row} {column}{row + 1}" for column in "EFG" for row in (1, 3, 5)]
    tiles: list[JsonValue] = [f"park {kind} {squares}" for kind, squares in zip("FFFBBBPP", columns, strict=False)]
    boards: list[JsonValue] = [{"board": "f1B4/f1B4/7/7/7/7/7", "places": ["A1 A2"]}, {}, {}]
    fresh: list[JsonValue] = [["A2", "C2"], [], []]
    best = best_turn(at(phase="tile", defining="A1 A2", fresh=fresh, players_boards=boards, map=tiles), ANY)
    assert (best.points, best.ties) == (6, 1)
    assert texts(best.steps) == ["lay A1 A2", "define C1 C2", "lay -", "pass"]


def test_a_placement_that_makes_a_park_and_a_hotel_at_once() -> None:
    """F on A2, H on B2 B3. In row 1 A1 and B1 (straight), in row 3 A3 and C3 (an ell): 4 and 7, in either order."""
    boards: list[JsonValue] = [{"board": "7/FH5/1H5/7/7/7/7"}, {}, {}]
    position = at(phase="place", card="row", hand="FH", players_boards=boards)
    best, single = best_turn(position, ANY), best_turn(position)
    assert (best.points, best.ties, single.points) == (11, 4, 7)
    assert texts(best.steps)[:5] == ["put F A1", "put H B1", "define A1 A2", "lay A1 A2", "define B1 B2 B3"]


def test_the_second_of_two_shops_gets_the_tiles_that_the_first_leaves() -> None:
    """Four shop tiles left: three for the first shop of three, one for the second, on any square: 2 x 3 ways."""
    tiles: list[JsonValue] = [f"shop {square}" for square in ("A7", "B7", "C7", "A6", "B6")]
    boards: list[JsonValue] = [{"board": "S1S4/S1S4/S1S4/7/7/7/7"}, {}, {}]
    best = best_turn(at(phase="define", fresh=[["A1", "C1"], [], []], players_boards=boards, map=tiles), ANY)
    assert (best.points, best.ties, len(list(best.choices()))) == (4, 6, 6)


def test_a_second_landmark_of_the_same_shape_in_one_turn() -> None:
    """Two squares of four: 6 and 4 for the first, 6 for the second, whose piece is used; or it cannot be defined."""
    boards: list[JsonValue] = [{"board": "LL5/LL5/7/LL5/LL5/7/7"}, {}, {}]
    position = at(phase="define", fresh=[["A1", "A4"], [], []], players_boards=boards)
    both = best_turn(position, ANY)
    once = best_turn(position, ANY.model_copy(update={"landmark_defining": LandmarkDefining.ONCE_PER_SHAPE}))
    assert (both.points, both.ties, len(both.steps)) == (16, 2, 5)
    assert (once.points, once.ties, len(once.steps)) == (10, 2, 3)


def test_under_phases_the_turn_is_meant_that_places_and_defines_on_the_map_of_now() -> None:
    phases = TripRulings(turn_structure=TurnStructure.PHASES)
    best = best_turn(at(phase="place", card="column", hand="FF"), phases)
    assert (best.points, best.ties, len(best.steps)) == (4, 36, 4)


@pytest.mark.parametrize(
    ("fields", "over_slots", "said"),
    [
        ({"phase": "reveal"}, False, "The phase is reveal: no player is in a turn"),
        ({"phase": "draft", "card": "column", "slots": ["FF", "HL", "SR", "BB"]}, False, "over all open slots only"),
        ({"phase": "define"}, True, "The phase is define: a slot is taken already"),
    ],
)
def test_where_there_is_no_turn_a_sentence_says_so(fields: dict[str, JsonValue], over_slots: bool, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        best_turn(at(**fields), over_slots=over_slots)
