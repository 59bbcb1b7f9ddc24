"""Whole games and late positions of the trip, played beside the naive model, and the laws that hold at every step.

The naive model (`tests/naive`) was written from the rule text by somebody who had not seen the library; the two must
agree on every position, on every legal step, and on what is refused.
"""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from naive import trip as naive
from tabi.rules.trip.game import GAME
from tabi.rules.violations import IllegalStep
from tabi.spec.rulings import rulings_from
from trip.late_positions import late_position
from trip.random_tables import (
    ROUNDS,
    Rulings,
    chosen,
    random_reveal,
    random_setup,
    samples,
    some_squares,
    strange_step,
)

Json = dict[str, Any]  # Any: JSON, as the naive model takes and gives it

MOST_OF_A_GROUP = 11
"""A group of more shops or restaurants than these has thousands of subsets; they are then compared by samples."""
EXAMPLES = settings.default.max_examples if settings.default else 100
GAMES, TABLES = EXAMPLES // 12, EXAMPLES


def bare(position: Json) -> Json:
    """A position whose final awards have lost their words, and the awards of 0 points that say nothing."""
    found = copy.deepcopy(position)
    if found["outcome"] is not None:
        awards = [(one["seat"], one["clause"], one["points"]) for one in found["outcome"]["awards"] if one["points"]]
        found["outcome"]["awards"] = sorted(awards)
    return found


class Table:
    """A game in both models at once."""

    def __init__(self, beginning: Json, rulings: Rulings, random: Random, *, late: bool = False) -> None:
        self.chosen = rulings
        self.rulings = rulings_from(GAME.rulings, rulings)
        self.random = random
        self.json = beginning if late else naive.start(beginning)
        self.position = GAME.read_position(copy.deepcopy(beginning)) if late else GAME.start(beginning)
        self.agree()
        self.look()

    def written(self) -> Json:
        """The library's position as JSON."""
        document: Json = GAME.write_position(self.position)
        return document

    def agree(self) -> None:
        assert bare(self.written()) == bare(self.json)

    def crowded(self) -> bool:
        """Whether a group is so large that its subsets are not all listed."""
        board = naive.board_of(self.json, self.json["player"])
        groups = naive.components([square for square in board if board[square] in "SR"])
        return self.json["phase"] == "define" and any(len(group) > MOST_OF_A_GROUP for group in groups)

    def look(self) -> None:
        """The legal steps of both are the same, each listed once; of a crowded board some sets are tried."""
        if self.crowded():
            tried = {"define " + " ".join(some_squares(self.json, self.random)) for _ in range(300)}
            self.legal = sorted(text for text in tried if naive.is_legal(self.json, text, self.chosen))
            self.legal.append("pass")
            assert all(self.allowed(text) for text in self.legal)
            assert not any(self.allowed(text) for text in tried - set(self.legal))
            return
        listed = [GAME.format_step(step) for step in GAME.legal_steps(self.position, self.rulings)]
        assert len(listed) == len(set(listed))
        self.legal = naive.steps(self.json, self.chosen)
        assert sorted(listed) == sorted(self.legal)

    def allowed(self, text: str) -> bool:
        return GAME.violation(self.position, GAME.read_step(text), self.rulings) is None

    def play(self, text: str) -> None:
        before, old = self.json, self.position
        step = GAME.read_step(text)
        assert GAME.format_step(step) == text
        assert GAME.read_step(GAME.write_step(step)) == step
        frozen = repr(old) if self.sometimes() else None
        self.position = GAME.apply(old, step, self.rulings)
        assert frozen is None or repr(old) == frozen
        assert text in self.legal or naive.is_legal(before, text, self.chosen)
        self.json = naive.play_legal(before, text, self.chosen)
        self.agree()
        self.explained(before, text)
        self.look()

    def sometimes(self) -> bool:
        """Whether to look at what takes long and hardly ever changes."""
        return self.random.random() < 0.25

    def explained(self, before: Json, text: str) -> None:
        """Every change of a score is the sum of what was awarded."""
        gained = [
            after["score"] - earlier["score"]
            for after, earlier in zip(self.json["players_boards"], before["players_boards"], strict=True)
        ]
        awarded = [0] * len(gained)
        if text.startswith("lay"):
            awarded[before["player"] - 1] = sum(naive.place_points(before, text, naive.whole_rulings(self.chosen)))
        if text == "score":
            for award in self.written()["outcome"]["awards"]:
                awarded[award["seat"] - 1] += award["points"]
        assert gained == awarded

    def refuse_strange_steps(self, number: int) -> None:
        """Well-formed steps, most of them not legal: both models refuse the same ones, and `apply` changes nothing."""
        for _ in range(number):
            step = GAME.read_step(strange_step(self.json, self.legal, self.random))
            text, frozen = GAME.format_step(step), repr(self.position)
            legal = naive.is_legal(self.json, text, self.chosen)
            assert self.allowed(text) == legal, text
            if not legal:
                with pytest.raises(IllegalStep):
                    GAME.apply(self.position, step, self.rulings)
            assert repr(self.position) == frozen

    def next_step(self) -> str:
        if self.json["phase"] == "reveal":
            return random_reveal(self.json, self.random)
        return chosen(self.json, self.legal, self.random)

    def lawful(self) -> None:
        """What holds in every position."""
        all_tokens_once(self.json)
        tiles_lie_on_land(self.json)
        places_are_what_lies_face_down(self.json)
        assert min(naive.stock(self.json).values()) >= 0
        assert bool(self.legal) is (self.json["phase"] not in ("reveal", "over"))
        assert 1 <= self.json["round"] <= ROUNDS
        if not self.sometimes():
            return
        line = GAME.format_position(self.position)
        for again in (GAME.parse_position(line), GAME.read_position(GAME.write_position(self.position))):
            assert again == self.position
            assert hash(again) == hash(self.position)


def seen_tokens(position: Json) -> str:
    """The tokens that are anywhere but in the bag."""
    seen: str = position["hand"] + position["leftovers"] + "".join(word or "" for word in position["slots"])
    for one in position["players_boards"]:
        seen += one["mistaken"] + "".join(sign.upper() for sign in one["board"] if sign.isalpha())
    return seen


def all_tokens_once(position: Json) -> None:
    """120 or 90 tokens: what was drawn by now is seen, and no more of a kind than the edition has."""
    edition = naive.edition_of(position)
    seen = seen_tokens(position)
    for token in naive.TOKENS:
        gone = edition["removed_for_two"][token] if position["players"] == 2 else 0
        assert seen.count(token) <= edition["tokens"][token] - gone
    assert sum(naive.bag(position).values()) == (90 if position["players"] == 2 else 120) - len(seen)


def tiles_lie_on_land(position: Json) -> None:
    """No tile overlaps another one, leaves the map or lies on water."""
    covered = [square for tile in position["map"] for square in naive.tile_squares(tile)]
    assert len(covered) == len(set(covered))
    assert set(covered) <= set(naive.squares_on_land(position))


def places_are_what_lies_face_down(position: Json) -> None:
    """Every face-down token belongs to one place; no token lies on water or off the board."""
    for seat in naive.seats(position):
        board = naive.board_of(position, seat)
        in_places = [square for place in naive.places_of(position, seat) for square in place]
        assert len(in_places) == len(set(in_places))
        assert set(in_places) == {square for square in board if board[square].islower()}
        assert set(board) <= set(naive.squares_on_land(position))


def drawn_by_now(table: Table) -> None:
    """As many tokens are seen as the cards that were opened have brought."""
    slots = 3 if table.json["players"] == 2 else 4
    tokens = {card["pattern"]: card["tokens"] for card in naive.edition_of(table.json)["memory_card"]}
    assert len(seen_tokens(table.json)) == slots * sum(tokens[card] for card in table.json["cards"])


@st.composite
def rulings_of_all(draw: st.DrawFn) -> Rulings:
    """The default readings, or any reading of every point."""
    if draw(st.integers(0, 4)) == 0:
        return {}
    return {ruling: draw(st.sampled_from(readings)) for ruling, readings in naive.READINGS.items()}


SEEDS = st.integers(0, 2**40)


@settings(max_examples=GAMES)
@given(seed=SEEDS, rulings=rulings_of_all())
def test_a_whole_game_is_the_same_in_both_models(seed: int, rulings: Rulings) -> None:
    random = Random(seed)
    setup = random_setup(random)
    table = Table(setup, rulings, random)
    turns: list[list[str]] = []
    begun = 0
    while table.json["phase"] != "over":
        table.lawful()
        drawn_by_now(table)
        if table.json["turn"] != begun:
            begun = table.json["turn"]
            turns.append([])
        if table.json["phase"] == "reveal" or random.random() < 0.2:
            table.refuse_strange_steps(4)
        turns[-1].append(table.next_step())
        table.play(turns[-1][-1])
    table.lawful()
    table.refuse_strange_steps(5)
    assert table.json["round"] == len(table.json["cards"]) == ROUNDS
    assert sum(naive.bag(table.json).values()) == 0
    slots = 3 if setup["players"] == 2 else 4
    assert len(seen_tokens(table.json)) == 30 * slots
    assert len(table.json["leftovers"]) == 30 * (slots - setup["players"])
    ended = table.written()["outcome"]
    objects = [[GAME.write_step(GAME.read_step(text)) for text in turn] for turn in turns]
    for written in (turns, objects):
        record = {"deal": setup, "rulings": rulings, "turns": written}
        assert naive.final_scores(record) == ended["totals"]
        assert naive.walk(record)["outcome"]["winners"] == ended["winners"]


def in_phases(steps: list[str]) -> list[str]:
    """The steps of a game of whole turns in the other order: in every round all place, then all define."""
    found: list[str] = []
    placing: list[str] = []
    defining: list[str] = []
    for text in steps:
        if text.startswith(("reveal", "score")):
            found += [*placing, *defining]
            placing, defining = [text], []
        elif text.startswith(("take", "put", "discard")):
            placing.append(text)
        else:
            defining.append(text)
    return [*found, *placing, *defining]


@settings(max_examples=GAMES // 2)
@given(seed=SEEDS)
def test_both_turn_structures_give_the_same_scores_to_the_same_decisions(seed: int) -> None:
    random = Random(seed)
    setup = random_setup(random)
    position = naive.start(setup)
    steps: list[str] = []
    while position["phase"] != "over":
        reveals = position["phase"] == "reveal"
        steps.append(random_reveal(position, random) if reveals else chosen(position, naive.steps(position), random))
        position = naive.play(position, steps[-1])
    phases = {"trip.turn-structure": "phases"}
    rulings = rulings_from(GAME.rulings, phases)
    other = GAME.start(setup)
    for text in in_phases(steps):
        other = GAME.apply(other, GAME.read_step(text), rulings)
    whole = bare(position)
    again = bare(GAME.write_position(other))
    assert again["outcome"] == whole["outcome"]
    assert (again["players_boards"], again["map"]) == (whole["players_boards"], whole["map"])


@settings(max_examples=TABLES)
@given(seed=SEEDS, rulings=rulings_of_all())
def test_a_late_position_goes_the_same_ways_in_both_models(seed: int, rulings: Rulings) -> None:
    random = Random(seed)
    beginning = late_position(random, rulings)
    table = Table(beginning, rulings, random, late=True)
    table.lawful()
    table.refuse_strange_steps(25)
    for text in samples(table.legal, 3, random):
        Table(beginning, rulings, random, late=True).play(text)
    while table.json["phase"] != "over" and random.random() < 0.9:
        table.play(table.next_step())
        table.lawful()


@settings(max_examples=TABLES * 3)
@given(seed=SEEDS, rulings=rulings_of_all())
def test_the_final_scoring_is_the_same_in_both_models(seed: int, rulings: Rulings) -> None:
    random = Random(seed)
    table = Table(late_position(random, rulings, ["final"]), rulings, random, late=True)
    table.play("score")
    table.lawful()


class Games(RuleBasedStateMachine):
    """Games from their setup, or late positions; Hypothesis chooses every step, legal and strange ones."""

    table: Table

    @initialize(seed=SEEDS, rulings=rulings_of_all(), late=st.booleans())
    def begin(self, seed: int, rulings: Rulings, late: bool) -> None:
        random = Random(seed)
        beginning = late_position(random, rulings) if late else random_setup(random)
        self.table = Table(beginning, rulings, random, late=late)

    @precondition(lambda self: self.table.json["phase"] == "over")
    @rule(seed=SEEDS, rulings=rulings_of_all())
    def another_game(self, seed: int, rulings: Rulings) -> None:
        self.begin(seed, rulings, late=True)

    @precondition(lambda self: self.table.json["phase"] == "reveal")
    @rule()
    def chance(self) -> None:
        self.table.play(random_reveal(self.table.json, self.table.random))

    @precondition(lambda self: bool(self.table.legal))
    @rule(data=st.data())
    def any_step(self, data: st.DataObject) -> None:
        self.table.play(data.draw(st.sampled_from(self.table.legal)))

    @precondition(lambda self: bool(self.table.legal))
    @rule()
    def sensible_step(self) -> None:
        self.table.play(self.table.next_step())

    @rule()
    def strange_steps(self) -> None:
        self.table.refuse_strange_steps(4)

    @invariant()
    def laws(self) -> None:
        self.table.lawful()


TestGames = Games.TestCase
TestGames.settings = settings(max_examples=EXAMPLES // 5, stateful_step_count=20)
