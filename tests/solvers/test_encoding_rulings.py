"""The encoding under every reading that it has, one turn at a time, against the rules under that reading."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from solvers.one_turn import compared, gathering, next_beginning, results, small_beginning
from tabi.rules import solitaire
from tabi.rules.solitaire import Phase, Position, Won, apply
from tabi.rules.solitaire.documents import PositionDocument
from tabi.solvers.encoding import pawns, resolving
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import by_steps, is_by_tables, turn_ends, unrolled, why_not_encoded
from tabi.solvers.encoding.stepwise import effects, ends, gaps, moves, uses
from tabi.solvers.encoding.stepwise import turn as step_turn
from tabi.solvers.encoding.stepwise.parts import Setting, Table, unchanged
from tabi.spec.rulings import readings_of, ruling_id, rulings_from
from tabi.spec.solitaire import Item
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings

POSITIONS = 150 if os.environ.get("HYPOTHESIS_PROFILE") == "fuzz" else 4
"""How many positions of each reading are compared."""
MIXED = 300 if os.environ.get("HYPOTHESIS_PROFILE") == "fuzz" else 12
"""How many random sets of readings."""
ITEM_OF = {
    "radio_short": Item.RADIO,
    "map_window": Item.MAP,
    "map_lap": Item.MAP,
    "fixed_under_backpack": Item.BACKPACK,
    "lantern_order": Item.LANTERN,
    "green_untaps_lantern": Item.LANTERN,
    "camera_duration": Item.CAMERA,
    "tent_may_take_thrown": Item.TENT,
    "walk_end": Item.BACKPACK,
}
"""The item without which a reading says nothing."""
ENCODED = tuple(name for name in SolitaireRulings.model_fields if name != "deck_out")
"""The points whose readings leave turns whole; a failed draw that wins has tests of its own."""


def position(**fields: object) -> Position:
    return solitaire.position_of(PositionDocument.model_validate({"discard": ["rest"], **fields}))


def read(**readings: str) -> SolitaireRulings:
    return rulings_from(SolitaireRulings, {ruling_id(SolitaireRulings, name): one for name, one in readings.items()})


def others_of(name: str) -> list[str]:
    """The readings of a point that are not the default."""
    default = getattr(DEFAULT_RULINGS, name)
    return [one for one in readings_of(SolitaireRulings, name) if getattr(read(**{name: one}), name) != default]


READINGS = tuple((name, reading) for name in ENCODED for reading in others_of(name))


def items_for(name: str, random: Random) -> tuple[Item, ...]:
    """Two items, among them the one that the reading is about, or now and then none where it is about none."""
    needed = ITEM_OF.get(name)
    if needed is None and random.random() < 0.4:
        return ()
    others = [item for item in Item if item is not needed]
    return tuple(random.sample(others, 2)) if needed is None else (needed, random.choice(others))


def starts(name: str, reading: str, count: int = POSITIONS) -> list[Position]:
    hands = (0, 0, 1, 2) if name == "empty_hand" else (1, 1, 2, 2, 3)
    randoms = [Random(f"{name} {reading} {number}") for number in range(count)]
    return [
        gathering(random, items_for(name, random))
        if number % 4 == 3
        else small_beginning(random, items_for(name, random), hands)
        for number, random in enumerate(randoms)
    ]


def differences(start: Position, rulings: SolitaireRulings) -> list[str]:
    """How the two sides differ; where the small turns cover a question, the turns by steps are looked at too."""
    formulas = [unrolled(start, 1, Moments.ALL, rulings)]
    if is_by_tables(start, rulings):
        formulas.append(by_steps(start, 1, Moments.ALL, rulings))
    return [one for formula in formulas for one in compared(start, rulings, Random(0), formula).differences]


@pytest.mark.parametrize(("name", "reading"), READINGS)
def test_one_turn_leads_to_the_same_positions_as_the_rules(name: str, reading: str) -> None:
    for start in starts(name, reading):
        assert differences(start, read(**{name: reading})) == [], solitaire.format_position(start)


@pytest.mark.parametrize(("name", "reading"), [("fixed_under_blue", "cube-travels"), ("radio_short", "partial")])
def test_corners_of_readings(name: str, reading: str) -> None:
    for start in CORNERS:
        assert differences(start, read(**{name: reading})) == [], solitaire.format_position(start)


def test_readings_together() -> None:
    for number in range(MIXED):
        random = Random(number)
        names = random.sample(ENCODED, 6)
        rulings = read(**{name: random.choice(readings_of(SolitaireRulings, name)) for name in names})
        start = small_beginning(random, items_for("", random))
        assert differences(start, rulings) == [], (solitaire.format_position(start), rulings)


def test_every_reading_is_encoded() -> None:
    start = position(hand=["R1"], deck=["R2"], items={"map": "ready", "tent": "used"})
    readings = (*READINGS, ("deck_out", "clear-check"))
    assert all(why_not_encoded(start, read(**{name: reading})) is None for name, reading in readings)


LETTER_IN_HAND = position(
    white=1, blacks=[1, 1], hand=["R1"], columns={"5": ["R2", "G2"]}, deck=["Y2"], resolved=["R"], letters=1
)
"""The letter may go to an event of day 5, where white is not."""


@pytest.mark.parametrize(
    ("name", "reading"), [("empty_hand", "lose"), ("effect_walk", "snapshot"), ("nearest", "anywhere")]
)
def test_the_formula_of_a_win_has_every_moment_where_letters_may_not_wait(name: str, reading: str) -> None:
    rulings = read(**{name: reading})
    formula = unrolled(LETTER_IN_HAND, 1, Moments.WINNING, rulings)
    assert compared(LETTER_IN_HAND, rulings, Random(0), formula).differences == ()


def test_the_formula_of_a_win_has_fewer_moments_where_letters_may_wait() -> None:
    """With the default readings a letter on an event of day 5 is kept until white comes there."""
    for build in (unrolled, by_steps):
        formula = build(LETTER_IN_HAND, 1, Moments.WINNING, DEFAULT_RULINGS)
        assert any("only the rules" in one for one in compared(LETTER_IN_HAND, DEFAULT_RULINGS, Random(0), formula)[0])


# Mutants: the encoding reads a point as if it had the default reading; each must be caught


CORNERS = (
    # B1 comes to day 2 with its fixed event: under `cube-travels` Y1 may change places with G1 only, both fixed.
    position(
        white=1, blacks=[1, 1], hand=["B1"], columns={"2": ["G1!"], "5": ["Y1!", "R2"]}, deck=["G2", "G3"],
        resolved=["R", "W"],
    ),
    # Y1 lies behind R2 on day 5: a letter brings it to the front, and it takes the letter along to day 2 if it travels.
    position(
        white=1, blacks=[1, 1], hand=["B1"], columns={"5": ["R2", "Y1"]}, deck=["G2", "G3"], resolved=["R", "W"],
        letters=1,
    ),
    # Yellow and the radio, which green makes ready again: with two cards left the radio must come after yellow.
    position(
        white=1, blacks=[1, 1], hand=["Y1"], columns={"2": ["G1"]}, deck=["R4", "R5", "R6"],
        items={"radio": "ready", "lantern": "ready"},
    ),
)  # fmt: skip
"""Positions where a reading shows, which random ones hardly meet."""


def taking_default(module: object, name: str) -> object:
    """A function of a module that takes the default readings whatever it is given."""
    real = getattr(module, name)

    def mutant(*given: object, **named: object) -> object:
        return real(*(DEFAULT_RULINGS if isinstance(one, SolitaireRulings) else one for one in given), **named)

    return mutant


def cleared(setting: Setting, table: Table) -> Table:
    """The table without camera changes."""
    columns = (tuple(slot._replace(change=unchanged(setting)) for slot in column) for column in table.columns)
    return replace(table, columns=tuple(columns))


MUTANTS: dict[str, tuple[str, str, object, str, object]] = {
    "past seven in tables": ("past_seven", "stop-at-one", pawns, "white_moves", None),
    "past seven for the blacks": ("past_seven", "stop-at-one", pawns, "blacks_moves", None),
    "past seven by steps": ("past_seven", "stop-at-one", moves, "shifted_moves", None),
    "back from one": ("back_from_one", "refused", moves, "red_moves", None),
    "map laps": ("map_lap", "free", uses, "map_moves", None),
    "white may stay": ("white_may_stay", "yes", moves, "white_effect_moves", None),
    "the walk goes on where it is open": ("walk_end", "open", effects, "closes", lambda setting: True),
    "draws of a short radio commute": ("radio_short", "partial", gaps, "draws_commute", lambda rulings: True),
    "letters before the effects only here": (
        "fixed_under_blue", "cube-travels", gaps, "fixes_matter_anywhere", lambda items, rulings: False,
    ),
    "two marks in a place": ("fixed_under_blue", "cube-travels", effects, "one_mark_each", lambda *_: None),
    "nearest to white": ("nearest", "anywhere", resolving, "_nearest_anywhere", lambda *given: given[-1]),
    "no letter is declined": ("resolution", "optional", resolving, "_or_none", lambda cnf, row: row),
    "the camera's change ends": ("camera_duration", "permanent", step_turn, "_developed", cleared),
    "the refill stops at three": ("refill", "to-four", ends, "HAND_SIZE", 3),
    "the deck is never empty": ("yellow_short", "skip", effects, "stocked", lambda setting, table: setting.always),
}  # fmt: skip


def differs(start: Position, rulings: SolitaireRulings) -> bool:
    """Whether the two sides differ; they do, too, when building or playing a model breaks."""
    try:
        return bool(differences(start, rulings))
    except (AssertionError, KeyError, IndexError):
        return True


@pytest.mark.usefixtures("passing_tables")
@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_reading_that_is_not_followed_is_caught(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, reading, module, function, value = MUTANTS[mutant]
    monkeypatch.setattr(module, function, taking_default(module, function) if value is None else value)
    candidates: Sequence[Position] = (*CORNERS, *starts(name, reading, 60))
    assert any(differs(start, read(**{name: reading})) for start in candidates)


# The ends of a turn under way


def test_ends_of_a_turn_under_way() -> None:
    """All that one turn leads to by the rules, from its beginning and from the middle of it."""
    start = small_beginning(Random(3), (Item.MAP, Item.CAMERA))
    found = turn_ends(start, DEFAULT_RULINGS, 20_000)
    assert found is not None
    assert {next_beginning(end) for end in found} == results(start, DEFAULT_RULINGS)
    middle = apply(start, solitaire.parse_step(f"play {start.hand[0]}"))
    later = turn_ends(middle, DEFAULT_RULINGS, 20_000)
    assert later is not None
    assert set(later) < set(found)


def test_ends_of_a_turn_that_wins_and_of_one_too_large() -> None:
    """R4 takes white to day 7 and the blacks share three steps: 5+2 and 6+1."""
    won = position(white=3, blacks=[5, 6], hand=["R4"], deck=["R1"], resolved=["R", "G", "Y", "B", "W"])
    found = turn_ends(won, DEFAULT_RULINGS, 1_000)
    assert found is not None
    assert [isinstance(end.outcome, Won) for end in found if end.blacks == (7, 7)] == [True]
    assert all(end.phase is Phase.PLAY for end in found if end.blacks != (7, 7))
    assert turn_ends(won, DEFAULT_RULINGS, 3) is None
