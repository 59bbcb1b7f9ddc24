"""Boards and lines as text; every expected line was written by hand from the position."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import islice

from tabi.render import render_line, render_position, step_in_words
from tabi.rules.solitaire import Position, apply, legal_steps, parse_step, position_of, start
from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.rules.solitaire.documents import PositionDocument
from tabi.spec.rulings import readings_of, ruling_id, rulings_from
from tabi.spec.solitaire import Item, SolitaireRulings
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

BOARD = """\
turn 3, phase play   points 8
day      1       2       3       4       5       6 bay   7
pawns                    W                       b       b
events   G3!             B1+1                            (YBW)
         R2
hand     R1 W6
deck     25   top R3
discard  -
items    lantern used, camera ready
letters  1 in hand, resolved R G"""


def position() -> Position:
    """The position that the board shows."""
    return read(
        {
            "white": 3,
            "blacks": [6, 7],
            "columns": {"1": ["G3!", "R2"], "3": ["B1+1"]},
            "hand": ["W6", "R1"],
            "items": {"camera": "ready", "lantern": "used"},
            "resolved": ["R", "G"],
            "letters": 1,
            "points": 8,
            "turn": 3,
        }
    )


def test_a_board_shows_days_pawns_events_and_the_rest() -> None:
    assert render_position(position()) == BOARD


def test_an_empty_table_and_the_end_of_a_game() -> None:
    over = {"phase": "over", "outcome": {"result": "lost", "reason": "lap-draw"}, "played": "R5", "discard": ["rest"]}
    text = render_position(read(over))
    assert "lost (lap-draw)" in text and "hand     -   played R5" in text and "deck     0\n" in text
    won = {"phase": "over", "outcome": {"result": "won", "points": 9}, "points": 9, "resolved": list("RGYBW")}
    text = render_position(read({**won, "white": 7, "blacks": [7, 7]}))
    assert "won with 9 points" in text and "()" not in text


def read(document: Mapping[str, object]) -> Position:
    """The position of a partial document."""
    return position_of(PositionDocument.model_validate(dict(document)))


def said(document: Mapping[str, object], step: str, rulings: SolitaireRulings = DEFAULT_RULINGS) -> str:
    """What a step is in words, played from a partial position."""
    before = read(document)
    parsed = parse_step(step)
    return step_in_words(before, parsed, apply(before, parsed, rulings), rulings)


def test_steps_of_the_movement_in_words() -> None:
    assert said({"white": 2, "hand": ["G3"]}, "play G3") == "white goes from day 2 to day 5"
    lap = {"white": 5, "hand": ["G3"], "deck": ["B2"]}
    assert said(lap, "play G3") == "white goes from day 5 to day 1; B2 falls from the deck for the lap"
    dry = {"white": 5, "hand": ["G3"], "discard": ["rest"]}
    assert said(dry, "play G3").endswith("; the deck has no card for the lap, and the game is lost")
    blacks: dict[str, object] = {"phase": "blacks", "played": "R4", "blacks": [4, 6]}
    two = "a black pawn goes from day 4 to day 5, the other from day 6 to day 1"
    assert said(blacks, "blacks 4+1 6+2") == two
    assert said({**blacks, "played": "R6"}, "blacks 6+1") == "a black pawn goes from day 6 to day 7"
    assert said({"discard": ["rest"]}, "no-card").startswith("the hand is empty, and no card is played; there is no")
    used = {"hand": ["R1"], "items": ["map", "tent"]}
    assert said(used, "map +1") == "white goes from day 1 to day 2"


def test_steps_of_placing_and_effects_in_words() -> None:
    place = {"phase": "place", "white": 3, "played": "Y2", "columns": {"3": ["G1", "R4"]}}
    assert said(place, "place") == "Y2 becomes an event on day 3; R4 falls off"
    on_seven = {"phase": "place", "white": 7, "played": "Y2"}
    assert said(on_seven, "place") == "Y2 is discarded, since no event lies on day 7"
    assert said({"phase": "refill", "deck": ["B1"]}, "refill") == "B1 is drawn"
    effects: dict[str, object] = {"phase": "effects", "white": 3, "blacks": [4, 6]}
    assert said({**effects, "columns": {"3": ["R1"]}}, "red 4>5") == "a black pawn goes from day 4 to day 5"
    white = "the black pawn on day 6 comes to white on day 3"
    assert said({**effects, "columns": {"3": ["W1"]}}, "white 6") == white
    assert said({**effects, "columns": {"3": ["Y1"]}, "deck": ["B2"]}, "yellow") == "B2 is drawn"
    assert said({**effects, "columns": {"3": ["B1", "R1"]}}, "blue R1 B1") == "R1 and B1 change places"
    assert said({**effects, "columns": {"3": ["B1"]}}, "blue -") == "nothing is done"
    green = {**effects, "columns": {"3": ["G1"]}, "items": {"map": "used", "tent": "ready"}}
    assert said(green, "green map") == "the map is ready again"
    # one pawn on day 3, and the red events there are worth 1 + 5
    points = {**effects, "columns": {"3": ["R1", "R5"]}, "resolved": ["R"], "points": 2}
    assert said(points, "points R") == "6 points, 8 in all"
    lantern = {**points, "items": ["lantern", "tent"]}
    both = "the lantern gives 6 points, 8 in all, and the effect: a black pawn goes from day 4 to day 5"
    assert said(lantern, "lantern R 4>5") == both


def test_steps_of_resolution_trim_items_and_letters_in_words() -> None:
    resolve = {"phase": "resolve", "white": 3, "blacks": [3, 3], "columns": {"3": ["G1", "R4"]}}
    assert said(resolve, "resolve") == "no letter is won"
    bay = {"phase": "resolve", "white": 6, "blacks": [6, 6], "columns": {"6": ["G1", "G2", "G3"]}, "resolved": ["R"]}
    assert said(bay, "resolve") == "the letter G is won, 2 of 5"
    trim = {"phase": "trim", "hand": ["R1", "R2", "R3", "G1", "G2", "G3"]}
    assert said(trim, "trim G3 R1") == "G3 and R1 go under the deck"
    assert said({"phase": "trim", "hand": ["R1"]}, "trim") == "nothing has to go"
    assert said({"items": ["radio", "tent"], "deck": ["R1", "G1", "B1"]}, "radio") == "R1, G1 and B1 are drawn"
    placed: dict[str, object] = {"columns": {"2": ["G3"]}, "hand": ["W2", "Y1"], "discard": ["B4"]}
    assert said({**placed, "items": ["camera", "tent"]}, "camera G3+1") == "G3 now counts as a 4"
    swap = "W2 takes the place of G3, which is discarded"
    assert said({**placed, "items": ["backpack", "tent"]}, "backpack W2 G3") == swap
    tent = "Y1 and W2 are discarded, and B4 goes from the discard onto the deck"
    assert said({**placed, "items": ["map", "tent"]}, "tent Y1 W2 > B4") == tent
    letter: dict[str, object] = {**placed, "resolved": ["R"], "letters": 1, "blacks": [3, 5]}
    assert said(letter, "letter 5>1") == "a letter is spent: the black pawn on day 5 goes to day 1"
    assert said(letter, "fix G3") == "a letter is spent: G3 is fixed on day 2"


def test_a_line_has_a_headline_for_each_turn_and_ends_with_the_result() -> None:
    beginning = read(
        {
            "phase": "play",
            "white": 6,
            "blacks": [5, 6],
            "hand": ["R1", "G4"],
            "deck": ["B6", "B5"],
            "discard": ["rest"],
            "resolved": ["R", "G", "Y", "B", "W"],
            "letters": 1,
            "points": 4,
            "turn": 9,
        }
    )
    turn = ["play R1", "letter 6>3", "blacks 3+4 5+2", "place", "refill", "resolve", "trim"]
    text = render_line(beginning, [[parse_step(step) for step in turn]], DEFAULT_RULINGS)
    assert text.splitlines() == [
        "Turn 9: white on day 6, blacks on days 5 and 6; hand R1 G4; 2 in the deck",
        "  play R1: white goes from day 6 to day 7",
        "  letter 6>3: a letter is spent: the black pawn on day 6 goes to day 3",
        "  blacks 3+4 5+2: a black pawn goes from day 3 to day 7, the other from day 5 to day 7",
        "  place: R1 is discarded, since no event lies on day 7",
        "  refill: B6 is drawn",
        "  resolve: no letter is won",
        "  trim: nothing has to go",
        "",
        "Won in 1 turn with 4 points.",
    ]


def test_a_line_that_ends_early_or_in_a_loss_says_so() -> None:
    beginning = read({"hand": ["R1"], "discard": ["rest"], "resolved": ["R"], "points": 3})
    assert (
        render_line(beginning, [], DEFAULT_RULINGS) == "The game is still under way: 1 of 5 letters are won, 3 points."
    )
    lost = [["play R1", "blacks 1+1 1+5", "place", "refill"]]
    text = render_line(beginning, [[parse_step(step) for step in turn] for turn in lost], DEFAULT_RULINGS)
    last = "The deck has no card for the refill, and the game is lost: 1 of 5 letters are won, 3 points."
    assert text.splitlines()[-1] == last


def test_every_step_of_random_games_under_random_readings_has_words() -> None:
    chance = random.Random(1)
    for seed in range(30):
        chosen = {
            ruling_id(SolitaireRulings, field): chance.choice(readings_of(SolitaireRulings, field))
            for field in SolitaireRulings.model_fields
        }
        rulings = rulings_from(SolitaireRulings, chosen)
        at = start(deal_from_seed(seed, tuple(chance.sample(list(Item), 2))))
        for _ in range(200):
            steps = list(islice(legal_steps(at, rulings), 200))
            if not steps:
                break
            step = chance.choice(steps)
            after = apply(at, step, rulings)
            words = step_in_words(at, step, after, rulings)
            assert words and "None" not in words and "\n" not in words
            assert len(render_position(after).splitlines()) >= 9
            at = after
