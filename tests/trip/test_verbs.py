"""The five verbs over whole games: order, hidden supply, canonical positions, one source of legality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from tabi.rules import trip
from tabi.rules.trip import Chance, IllegalStep, Phase, Position
from tabi.rules.trip.board import occupied, tokens_on
from tabi.rules.trip.draft import bag_of
from tabi.rules.trip.game import GAME
from tabi.spec.rulings import readings_of, rulings_from
from tabi.spec.trip import TripRulings, edition_named
from tabi.spec.trip.rulings import DEFAULT_RULINGS, DefinesPerTurn, TurnStructure
from tabi.spec.trip.steps import Reveal, Step
from tabi.spec.trip.tokens import Token, parse_tokens
from trip import wellformed
from trip.playing import finished, game, setup_for

VARIANTS = [
    (2, "river-demo", "river", "7x7", "standard"),
    (2, "coast-demo", "coast", "7x6", "advanced"),
    (3, "river-demo", "coast", "7x6", "standard"),
    (3, "coast-demo", "river", "7x7", "advanced"),
    (4, "river-demo", "river", "7x6", "advanced"),
    (4, "coast-demo", "coast", "7x7", "standard"),
]
ANY_NUMBER = TripRulings(defines_per_turn=DefinesPerTurn.ANY)
FIELDS = [name for name in Position.__dataclass_fields__ if name not in ("setup", "table")]


@cache
def played(number: int) -> tuple[tuple[tuple[Position, Step], ...], Position]:
    """A whole random game of a variant: every position with its step, and the finished position."""
    players, edition, city, size, goals = VARIANTS[number]
    moves = tuple(game(setup_for(players, number, edition, city, size, goals), number))
    position, step = moves[-1]
    return moves, trip.apply(position, step)


@pytest.mark.parametrize("number", range(len(VARIANTS)), ids=[" ".join(map(str, one)) for one in VARIANTS])
class TestWholeGame:
    def test_it_ends_after_twelve_rounds_with_the_bag_empty_and_every_card_seen(self, number: int) -> None:
        moves, end = played(number)
        players = VARIANTS[number][0]
        assert end.phase is Phase.OVER and end.round == 12 and end.turn == 12 * players
        assert Counter(end.cards) == Counter(["column", "row", "rising", "falling", "plus", "cross"] * 2)
        assert sum(bag_of(end).values()) == 0
        assert [move.round for move, step in moves if isinstance(step, Reveal)] == list(range(1, 13))

    def test_every_token_is_there_once(self, number: int) -> None:
        moves, end = played(number)
        total = 90 if VARIANTS[number][0] == 2 else 120
        for position in (*(move for move, _ in moves), end):
            boards = sum(len(tokens_on(board, occupied(board))) + len(board.mistaken) for board in position.boards)
            slots = sum(len(slot or ()) for slot in position.slots)
            bag = sum(bag_of(position).values())
            assert bag + boards + slots + len(position.hand) + len(position.leftovers) == total

    def test_leftovers_are_thirty_but_with_four_players_none(self, number: int) -> None:
        _, end = played(number)
        assert len(end.leftovers) == (0 if VARIANTS[number][0] == 4 else 30)  # one slot a round, 30 tokens a slot

    def test_every_position_is_legal_and_in_canonical_order(self, number: int) -> None:
        moves, end = played(number)
        for position in (*(move for move, _ in moves), end):
            fields = {name: getattr(position, name) for name in FIELDS}
            again = Position.checked(position.setup, **fields)
            assert again == position and hash(again) == hash(position)

    def test_every_position_comes_back_from_json_and_from_a_line(self, number: int) -> None:
        moves, end = played(number)
        for position in (*(move for move, _ in moves[::5]), end):
            assert trip.read_position(trip.write_position(position)) == position
            assert trip.parse_position(trip.format_position(position)) == position

    def test_every_step_comes_back_from_text_and_from_json(self, number: int) -> None:
        for _, step in played(number)[0]:
            assert trip.parse_step(trip.format_step(step)) == step
            assert GAME.read_step(GAME.write_step(step)) == step

    def test_every_score_is_the_sum_of_its_awards(self, number: int) -> None:
        moves, end = played(number)
        scores = [0] * end.setup.players
        for position, step in moves:
            for award in trip.awards_of(position, step, DEFAULT_RULINGS):
                scores[award.seat - 1] += award.points
        assert end.outcome is not None and tuple(scores) == end.scores == end.outcome.totals


def test_chance_is_where_nobody_has_a_step_and_everywhere_else_somebody_has() -> None:
    moves, end = played(2)
    for position, _ in moves:
        chance = trip.outcome(position) is Chance.CHANCE
        assert chance is GAME.chance(position) is (next(trip.legal_steps(position), None) is None)
    assert trip.outcome(end) == end.outcome and list(trip.legal_steps(end)) == []


def test_the_start_marker_goes_round_and_the_seat_left_of_it_is_next() -> None:
    setup = setup_for(3, 4).model_copy(update={"start_player": 2})
    takers = [(position.round, position.player) for position, step in game(setup, 4) if step.step == "take"]
    assert takers[:7] == [(1, 2), (1, 3), (1, 1), (2, 3), (2, 1), (2, 2), (3, 1)]
    assert Counter(seat for round_, seat in takers if takers.index((round_, seat)) % 3 == 0) == {1: 4, 2: 4, 3: 4}


def test_turns_count_acting_players_and_a_new_round_begins_one() -> None:
    setup = setup_for(2, 5)
    turns = [
        (position.turn, position.round, position.player) for position, step in game(setup, 5) if step.step == "take"
    ]
    assert turns[:5] == [(1, 1, 1), (2, 1, 2), (3, 2, 2), (4, 2, 1), (5, 3, 1)]


def test_where_any_number_may_be_defined_the_turn_goes_on_after_the_tile() -> None:
    """Two parks placed this turn: by default the second stays undefined, under the other reading it may follow."""
    start = trip.read_position({"fresh": [["A1", "B1"]], "boards_at": {"1": {"board": "FB5/FB5/7/7/7/7/7"}}})
    one, more = (_after(start, ["define A1 A2", "lay A1 A2"], rulings) for rulings in (DEFAULT_RULINGS, ANY_NUMBER))
    assert (one.phase, one.player, one.scores) == (Phase.DRAFT, 2, (4, 0, 0))
    assert (more.phase, more.player, more.scores) == (Phase.DEFINE, 1, (4, 0, 0))
    assert [trip.format_step(step) for step in trip.legal_steps(more, ANY_NUMBER)] == ["define B1 B2", "pass"]


def _after(position: Position, steps: list[str], rulings: TripRulings) -> Position:
    for text in steps:
        position = trip.apply(position, trip.parse_step(text), rulings)
    return position


def test_under_phases_all_place_before_anybody_defines() -> None:
    rulings = TripRulings(turn_structure=TurnStructure.PHASES)
    moves = [(position, step) for position, step in game(setup_for(3, 6), 6, rulings) if position.round == 2]
    takes = [index for index, (_, step) in enumerate(moves) if step.step == "take"]
    defining = [index for index, (position, _) in enumerate(moves) if position.phase in (Phase.DEFINE, Phase.TILE)]
    assert len(takes) == 3 and takes[-1] < defining[0]
    seats = [moves[index][0].player for index in defining]
    assert list(dict.fromkeys(seats)) == [2, 3, 1]


def test_with_fixed_decisions_both_turn_structures_give_the_same_scores() -> None:
    """What a player takes, places, defines and lays does not look at the structure: only the order of steps differs."""
    setup = setup_for(3, 8)
    moves = list(game(setup, 8))
    phases = TripRulings(turn_structure=TurnStructure.PHASES)
    position = trip.start(setup.edition, setup)
    for round_ in range(1, 13):
        for step in _reordered([(move.phase, step) for move, step in moves if move.round == round_]):
            position = trip.apply(position, step, phases)
    assert position.outcome == finished(setup, 8).outcome


def _reordered(moves: list[tuple[Phase, Step]]) -> Iterator[Step]:
    """The steps of a round: what comes before defining first, the rest after, each in its own order."""
    early = (Phase.REVEAL, Phase.DRAFT, Phase.PLACE)
    yield from (step for phase, step in moves if phase in early)
    yield from (step for phase, step in moves if phase not in early)


# One source of legality


def random_rulings(random: Random) -> TripRulings:
    chosen = {
        f"trip.{field.replace('_', '-')}": random.choice(readings_of(TripRulings, field))
        for field in TripRulings.model_fields
    }
    return rulings_from(TripRulings, chosen)


def sampled(phase: Phase, count: int, seed: int) -> Iterator[tuple[Position, TripRulings]]:
    """Positions of a phase from random games under random readings."""
    random = Random(seed)
    for number in range(seed, seed + count):
        rulings = random_rulings(random)
        setup = setup_for(2 + number % 3, number, goals="advanced", size=random.choice(("7x7", "7x6")))
        found = [position for position, _ in game(setup, number, rulings) if position.phase is phase]
        yield random.choice(found[len(found) // 2 :]), rulings


def assert_listed_iff_legal(position: Position, steps: Iterator[Step], rulings: TripRulings) -> None:
    """Every well-formed step is listed exactly when it has no violation, and what is listed is well-formed."""
    tried = list(dict.fromkeys(steps))
    legal = list(trip.legal_steps(position, rulings))
    listed = set(legal)
    assert len(listed) == len(legal)
    for step in tried:
        refused = trip.violation(position, step, rulings)
        assert (refused is None) is (step in listed), (trip.format_step(step), refused, trip.format_position(position))
    small = {step for step in listed if len(getattr(step, "squares", ())) <= wellformed.FEW}
    assert small <= {*tried, *wellformed.others()}, trip.format_position(position)


@pytest.mark.parametrize("seed", range(4))
def test_takes_are_listed_if_and_only_if_legal(seed: int) -> None:
    for position, rulings in sampled(Phase.DRAFT, 2, seed):
        assert_listed_iff_legal(position, wellformed.takes(), rulings)


@pytest.mark.parametrize("seed", range(8))
def test_placings_are_listed_if_and_only_if_legal(seed: int) -> None:
    for position, rulings in sampled(Phase.PLACE, 2, 10 + seed):
        assert_listed_iff_legal(position, wellformed.placings(), rulings)


@pytest.mark.parametrize("seed", range(6))
def test_places_are_listed_if_and_only_if_definable(seed: int) -> None:
    for position, rulings in sampled(Phase.DEFINE, 1, 30 + seed):
        assert_listed_iff_legal(position, wellformed.defines(position, Random(seed)), rulings)


@pytest.mark.parametrize("seed", range(8))
def test_tiles_are_listed_if_and_only_if_they_may_be_laid(seed: int) -> None:
    for position, rulings in sampled(Phase.TILE, 2, 50 + seed):
        assert_listed_iff_legal(position, wellformed.lays(position), rulings)


def test_a_step_that_the_phase_does_not_ask_for_is_refused_by_the_order_of_the_round() -> None:
    moves, _ = played(2)
    for position, step in moves:
        for other in (*wellformed.others(), Reveal("column", (parse_tokens("FB"),) * 4)):
            refused = trip.violation(position, other)
            if other.step != step.step and not {other.step, step.step} <= {"put", "discard"} | {"define", "pass"}:
                assert refused is not None and (refused.code, refused.clause) == ("wrong-phase", "trip.draft.order")


def test_after_the_end_every_step_is_refused() -> None:
    _, end = played(0)
    for step in wellformed.others():
        refused = trip.violation(end, step)
        assert refused is not None and (refused.code, refused.clause) == ("game-over", "trip.ending.rounds")


def test_a_refused_step_raises_and_changes_nothing() -> None:
    position = next(move for move, step in played(0)[0] if step.step == "take")
    before = trip.format_position(position)
    with pytest.raises(IllegalStep) as caught:
        trip.apply(position, trip.parse_step("take 9"))
    assert caught.value.violation.code == "slot-gone" and trip.format_position(position) == before


# Reveals: the bag of the river city has 14 F, 21 H; two players use 3 slots, the others 4


def _first(players: int) -> Position:
    return trip.start(edition_named("river-demo"), setup_for(players, 1))


def test_a_fitting_reveal_is_accepted() -> None:
    assert trip.violation(_first(2), trip.parse_step("reveal column FB HL SR")) is None
    assert trip.violation(_first(3), trip.parse_step("reveal falling FBB HLL SRR PPP")) is None


@pytest.mark.parametrize(
    ("players", "text", "code", "clause"),
    [
        (3, "reveal zigzag FB HL SR PP", "card-gone", "trip.draft.reveal"),
        (3, "reveal column FB HL SR", "slot-count", "trip.draft.slots"),
        (2, "reveal column FB HL SR PP", "slot-count", "trip.draft.slots"),
        (3, "reveal column FBB HL SR PP", "token-count", "trip.draft.slots"),
        (3, "reveal plus FB HL SR PP", "token-count", "trip.draft.slots"),
    ],
)
def test_a_reveal_that_does_not_fit_is_refused(players: int, text: str, code: str, clause: str) -> None:
    refused = trip.violation(_first(players), trip.parse_step(text))
    assert refused is not None and (refused.code, refused.clause) == (code, clause)


def test_a_card_is_in_the_deck_twice_and_no_more() -> None:
    position = trip.read_position({"phase": "reveal", "cards": ["column", "column"]})
    refused = trip.violation(position, trip.parse_step("reveal column FB HL SR PP"))
    assert refused is not None and refused.code == "card-gone"
    assert trip.violation(position, trip.parse_step("reveal row FB HL SR PP")) is None


def test_tokens_that_the_bag_does_not_hold_are_refused() -> None:
    board = "FFF1FFF/FFF1FFF/F6/7/7/7/7"  # thirteen of the fourteen fountains; D1 and D2 are water
    position = trip.read_position({"phase": "reveal", "round": 12, "boards_at": {"1": {"board": board}}})
    assert bag_of(position)[Token.FOUNTAIN] == 1
    refused = trip.violation(position, trip.parse_step("reveal cross FBB FHH SSR PPP"))
    assert refused is not None and (refused.code, refused.data) == ("token-gone", {"token": Token.FOUNTAIN})
    assert trip.violation(position, trip.parse_step("reveal cross FBB HHH SSR PPP")) is None


def test_a_setup_of_another_edition_is_refused() -> None:
    with pytest.raises(ValueError, match="The setup is for the edition river-demo, not for coast-demo"):
        trip.start(edition_named("coast-demo"), setup_for(2, 1))


def test_positions_are_built_by_their_constructor_for_people_only() -> None:
    with pytest.raises(TypeError, match="built by Position"):
        Position()


def test_a_step_leaves_the_position_it_was_taken_in_as_it_was() -> None:
    moves, _ = played(1)
    for (position, step), (after, _) in pairwise(moves):
        assert trip.apply(position, step) == after


def test_perft_counts_the_steps_over_given_reveals() -> None:
    """The first token of a slot goes to any of the 42 squares of land (windows may overhang), or it is given up."""
    setup = setup_for(2, 3)
    supply = trip.Supply(setup.edition, setup, 3)
    position = trip.start(setup.edition, setup)
    assert trip.perft(position, 0, supply.reveal) == trip.perft(position, 1, supply.reveal) == 1
    assert trip.perft(position, 2, supply.reveal) == 3  # three slots
    divided = trip.divide(position, 3, supply.reveal)
    assert sum(count for _, count in divided) == trip.perft(position, 3, supply.reveal)
    assert trip.perft(position, 3, supply.reveal) == 3 * (42 + 1)
    with pytest.raises(ValueError, match="The depth is -1"):
        trip.perft(position, -1, supply.reveal)
