"""The notation of steps, turns and games: canonical, and nothing is guessed."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from solitaire.wellformed import all_but_trims
from tabi.rules import solitaire
from tabi.rules.solitaire.game import read_step, write_step
from tabi.rules.stepping import StepNotation
from tabi.spec.solitaire import Card, Suit
from tabi.spec.solitaire.steps import BlackWalk, Blue, Lantern, Red, Resolve, Tent, Trim, White, Yellow

CANONICAL = [
    "play R4",
    "no-card",
    "blacks 4+2 5+1",
    "blacks 5+1",
    "place",
    "refill",
    "red 4>5",
    "red -",
    "white 3",
    "white -",
    "yellow",
    "yellow -",
    "green map",
    "green -",
    "blue G3 B3",
    "blue -",
    "points G",
    "lantern R 4>5",
    "lantern W 3",
    "lantern Y",
    "lantern G map",
    "lantern B G3 B3",
    "lantern B -",
    "lantern R 4>5 points-last",
    "resolve",
    "resolve -",
    "resolve R",
    "trim",
    "trim R1 G4",
    "radio",
    "camera G3+1",
    "camera G3-1",
    "backpack W2 G3",
    "tent R1 G2 > B4",
    "letter 5>3",
    "fix G4",
    "map +1",
    "map -1",
]


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_text_round_trips(text: str) -> None:
    assert solitaire.format_step(solitaire.parse_step(text)) == text
    assert solitaire.parse_step(text.upper().replace("POINTS-LAST", "Points-Last")) == solitaire.parse_step(text)


def test_every_well_formed_step_round_trips_as_text_and_as_json() -> None:
    for step in all_but_trims():
        if isinstance(step, Resolve) and step.suit is not None and step.decline:
            continue  # a suit that is named and declined has no text
        assert solitaire.parse_step(solitaire.format_step(step)) == step
        assert read_step(write_step(step)) == step


def test_what_has_no_order_is_sorted() -> None:
    assert solitaire.parse_step("blue B3 G3") == Blue((Card.G3, Card.B3))
    assert solitaire.format_step(solitaire.parse_step("blacks 5+1 4+2")) == "blacks 4+2 5+1"
    assert solitaire.parse_step("blacks 4+0 5+1") == solitaire.parse_step("blacks 5+1")
    assert Tent((Card.W1, Card.R1), Card.G1) == Tent((Card.R1, Card.W1), Card.G1)


def test_a_trim_keeps_its_order() -> None:
    assert solitaire.parse_step("trim G4 R1") == Trim((Card.G4, Card.R1)) != Trim((Card.R1, Card.G4))


def test_json_names_the_fields() -> None:
    assert write_step(Red(BlackWalk(4, 5))) == {"step": "red", "move": {"black": 4, "to": 5}}
    assert write_step(Lantern(White(3))) == {
        "step": "lantern",
        "effect": {"black": 3, "step": "white"},
        "points_last": False,
    }


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ({"step": "play", "card": "R4", "draw": True}, "play, draw"),
        ({"step": "red", "walk": {"black": 4, "to": 5}}, "red, walk"),  # read past, it would decline the effect
        ({"step": "red", "move": {"black": 4, "to": 5, "day": 1}}, "red, move, day"),
        ({"step": "blacks", "moves": [{"day": 4, "steps": 2, "to": 6}]}, "blacks, moves 1, to"),
        ({"step": "lantern", "effect": {"step": "white", "day": 3}}, "lantern, effect, white, day"),
        ({"step": "trim", "card": "R1"}, "trim, card"),
    ],
    ids=str,
)
def test_a_key_that_a_step_does_not_have_is_refused_and_not_read_past(written: JsonValue, place: str) -> None:
    with pytest.raises(ValueError) as raised:
        read_step(written)
    assert str(raised.value) == f"{written!r} is not a step: {place}: there is no such key."


@pytest.mark.parametrize(
    "text",
    [
        "",
        "jump 3",
        "play",
        "play R7",
        "play R1 R2",
        "blacks",
        "blacks 4",
        "blacks 4+2 5+1 6+1",
        "blacks 4+9",
        "red",
        "red 4",
        "red 4>",
        "red 0>1",
        "white",
        "white 8",
        "yellow 2",
        "green",
        "green lamp",
        "blue B3",
        "blue",
        "points",
        "points Z",
        "lantern",
        "lantern R",
        "lantern Z 3",
        "resolve Z",
        "trim Z1",
        "camera G3",
        "camera G3+2",
        "backpack W2",
        "tent R1 G2 B4",
        "tent R1 > B4",
        "letter 5",
        "fix",
        "map",
        "map 1",
        "place R1",
    ],
)
def test_an_underspecified_or_unknown_step_is_refused_and_not_guessed(text: str) -> None:
    with pytest.raises(StepNotation) as raised:
        solitaire.parse_step(text)
    message = str(raised.value)
    assert message.startswith(f"{text!r} is not a step; ")
    assert message.endswith(".")
    assert "\n" not in message


def test_turns_and_games_round_trip() -> None:
    turns = (
        tuple(
            map(solitaire.parse_step, ("play R4", "blacks 2+1 3+2", "place", "refill", "red 3>4", "resolve", "trim"))
        ),
        tuple(map(solitaire.parse_step, ("map -1", "play G1"))),
    )
    text = solitaire.format_game(turns)
    assert text.splitlines()[1] == "2. map -1; play G1"
    assert solitaire.parse_game(text) == turns


@pytest.mark.parametrize("text", ["2. play R4", "play R4", "1. play R4\n3. play R5"])
def test_a_game_whose_turns_are_not_numbered_in_order_is_refused(text: str) -> None:
    with pytest.raises(StepNotation, match="turn"):
        solitaire.parse_game(text)


def test_the_lantern_reads_the_effect_of_its_suit() -> None:
    assert solitaire.parse_step("lantern Y points-last") == Lantern(Yellow(), points_last=True)
    assert solitaire.parse_step("resolve r") == solitaire.parse_step("resolve R")
    assert str(Suit.R) == "R"
