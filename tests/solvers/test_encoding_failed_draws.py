"""One turn where a failed draw may win, by the rules and by the formula: whole results, and wins amid the turn."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from solvers.failed_draws import (
    ALL,
    CLEAR_CHECK,
    MANY,
    differences,
    ends_by_models,
    ends_of,
    has_win,
    home,
    late,
    turn_by_rules,
)
from solvers.test_encoding_rulings import ENCODED, position, read
from solvers.wins import won_in
from tabi.rules import solitaire
from tabi.rules.solitaire import Lost, Position, Won, apply, ending, movement
from tabi.rules.solitaire.ending import end
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.table import LossReason
from tabi.solvers import Budget, Proved, solve
from tabi.solvers.encoding import NotEncoded, why_not_encoded
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import by_steps, unrolled
from tabi.solvers.encoding.stepwise import ends, moves, turn
from tabi.spec.rulings import readings_of
from tabi.spec.solitaire import Item
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, MapWindow, SolitaireRulings
from tabi.spec.solitaire.steps import DrawRefill, Radio

FUZZ = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
TURNS = 6_000 if FUZZ else 112
MIXED = 2_000 if FUZZ else 56
PAIRS = ((), *combinations(Item, 2))


def turns(count: int) -> Iterator[Position]:
    """Late beginnings, without items and with each pair of them."""
    for seed in range(count):
        yield late(Random(f"failed {seed}"), PAIRS[seed % len(PAIRS)])


# One turn


def test_one_turn_has_the_same_results_and_is_won_by_the_same_draws() -> None:
    seen = Counter[object]()
    for start in turns(TURNS):
        found = differences(start, CLEAR_CHECK)
        assert not found, (solitaire.format_position(start), found)
        if found is not None and (both := turn_by_rules(start, CLEAR_CHECK, MANY)) is not None:
            seen.update({end.step for end in both[1]} if both[1] else ["none"])
    assert seen[DrawRefill] >= TURNS / 16 and seen[Radio] >= TURNS / 16 and seen["none"] >= TURNS / 2, seen


def test_it_goes_with_all_other_readings() -> None:
    seen = Counter[bool]()
    for seed in range(MIXED):
        random = Random(f"mixed {seed}")
        names = random.sample(ENCODED, 6)
        others = {name: random.choice(readings_of(SolitaireRulings, name)) for name in names}
        rulings, start = read(deck_out="clear-check", **others), late(random, PAIRS[seed % len(PAIRS)])
        if why_not_encoded(start, rulings) is None:
            found = differences(start, rulings)
            assert not found, (solitaire.format_position(start), others, found)
            seen[bool(ends_by_models(start, rulings))] += 1
    assert seen[True] >= MIXED / 10, seen


def test_nothing_is_said_of_failed_draws_where_they_lose() -> None:
    start = position(white=3, blacks=[5, 6], hand=["R4"], items={"radio": "ready", "map": "ready"}, resolved=ALL)
    assert not ends_of(by_steps(start, 1, Moments.ALL, DEFAULT_RULINGS))
    assert len(ends_of(by_steps(start, 1, Moments.ALL, CLEAR_CHECK))) == 3


# Ends by hand: how the draw fails, or that none wins

Corner = tuple[Position, str, dict[str, str]]


WON: dict[str, Corner] = {
    "the refill": (home(), "play R4; blacks 5+2 6+1; place; refill", {}),
    "the refill after a letter": (
        home(blacks=[1, 6], letters=1), "letter 1>5; play R4; blacks 5+2 6+1; place; refill", {},
    ),
    "a refill to four that draws one card": (
        home(deck=["Y1"]), "play R4; blacks 5+2 6+1; place; refill", {"refill": "to-four"},
    ),
    "the radio brings the card, and the deck is empty": (
        home(hand=[], deck=["Y1", "R4", "Y3"], items={"radio": "ready", "lantern": "used"}),
        "radio; play R4; blacks 5+2 6+1; place; refill", {},
    ),
    "a lap by the map takes the last card": (
        home(white=7, blacks=[6, 7], hand=["R6"], deck=["Y1"], items={"map": "ready", "camera": "used"}),
        "map +1; play R6; blacks 6+1; place; refill", {},
    ),
    "a lap by the map takes the card of the tent": (
        home(white=7, blacks=[6, 7], hand=["R6", "G1", "G2"], items={"map": "ready", "tent": "ready"}),
        "tent G1 G2 > Y1; map +1; play R6; blacks 6+1; place; refill", {},
    ),
    "the turn without a card": (
        home(white=6, blacks=[7, 7], hand=[], items={"map": "ready", "tent": "used"}),
        "map +1; no-card; refill", {"empty_hand": "skip"},
    ),
    "the radio before the play": (
        home(white=6, blacks=[7, 7], hand=[], deck=["Y1", "Y2"], items={"map": "ready", "radio": "ready"}),
        "map +1; radio", {},
    ),
    "the radio before the blacks move": (
        home(blacks=[7, 7], deck=["Y1", "Y2"], items={"tent": "ready", "radio": "ready"}), "play R4; radio", {},
    ),
    "the radio after a map's step beyond the card": (
        home(white=2, blacks=[7, 7], items={"map": "ready", "radio": "ready"}), "play R4; map +1; radio", {},
    ),
}  # fmt: skip
LOST: dict[str, tuple[Position, dict[str, str]]] = {
    "a black pawn must leave day 7": (home(blacks=[4, 7]), {}),
    "a suit is not resolved": (home(resolved=ALL[:4]), {}),
    "the radio has its three cards, and the blacks must leave": (
        home(blacks=[7, 7], deck=["Y1", "Y2", "Y3"], items={"lantern": "used", "radio": "ready"}), {},
    ),
    "the radio is used": (home(blacks=[7, 7], items={"lantern": "used", "radio": "used"}), {}),
    "a short radio ends nothing where it draws what there is": (
        home(blacks=[7, 7], items={"lantern": "used", "radio": "ready"}), {"radio_short": "partial"},
    ),
    "a lap that fails leaves white on day 1": (
        home(white=7, blacks=[7, 7], hand=["R1"], items={"map": "ready", "tent": "used"}), {},
    ),
    "yellow acts away from day 7": (
        home(white=2, blacks=[7, 7], hand=["Y4"], deck=["Y1"], resolved=["R", "G", "B", "W"]), {},
    ),
    "with an empty hand nothing is used": (
        home(white=6, blacks=[7, 7], hand=[], items={"map": "ready", "radio": "ready"}), {"empty_hand": "lose"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WON)
def test_a_draw_fails_and_wins(name: str) -> None:
    start, line, others = WON[name]
    rulings, here = read(deck_out="clear-check", **others), start
    for text in line.split("; "):
        here = apply(here, solitaire.parse_step(text), rulings)
    assert isinstance(here.outcome, Won)
    assert differences(start, rulings, 2_000) in ([], None)
    assert here.white in {end.position.white for end in ends_by_models(start, rulings)}
    assert won_in(start, 1, rulings) is not None
    assert won_in(start, 1, read(**others)) is None, "the draw decides"


@pytest.mark.parametrize("name", LOST)
def test_a_draw_fails_and_does_not_win(name: str) -> None:
    start, others = LOST[name]
    rulings = read(deck_out="clear-check", **others)
    seen = turn_by_rules(start, rulings, 5_000)
    assert seen is not None and not seen[1]
    assert differences(start, rulings, 2_000) in ([], None)
    assert not ends_by_models(start, rulings)
    assert not has_win(start, rulings)


def test_a_lap_that_fails_and_wins_is_left_to_the_rules() -> None:
    """From day 7 a six that the map makes a seven leads once round; all pawns stand on day 7 before the play."""
    start = home(white=7, blacks=[7, 7], hand=["R6"], items={"map": "ready", "tent": "used"})
    rulings = SolitaireRulings(deck_out=CLEAR_CHECK.deck_out, map_window=MapWindow.NUMBER)
    assert "sol.deck-out" in str(why_not_encoded(start, rulings))
    with pytest.raises(NotEncoded):
        unrolled(start, 1, Moments.ALL, rulings)
    verdict = solve(start, rulings=rulings, budget=Budget(seconds=120.0))
    assert isinstance(verdict, Proved) and len(verdict.line[0]) == 2
    assert why_not_encoded(start, CLEAR_CHECK) is None
    assert why_not_encoded(evolve(start, blacks=(6, 7)), rulings) is None


# Mutants: each changes one side only, so the two must come to differ


def ended_anywhere(position: Position, _: LossReason, rulings: SolitaireRulings) -> Position:
    """A failed draw wins wherever the pawns stand."""
    return end(position, Won(position.points) if rulings == CLEAR_CHECK else Lost(LossReason.REFILL_DRAW))


def ended_never(position: Position, reason: LossReason, _: SolitaireRulings) -> Position:
    """A failed draw loses."""
    return end(position, Lost(reason))


MUTANTS: dict[str, tuple[object, str, object]] = {
    "a radio fails with any deck": (ends, "has_fewer", lambda *_: None),
    "a radio fails with two cards less": (ends, "RADIO_DRAWS", 1),
    "no radio fails": (turn, "radio_fails", lambda *_: None),
    "ends anywhere": (turn, "assert_at_home", lambda *_: None),
    "the deck has always a card": (ends, "stocked", lambda setting, table: setting.always),
    "the deck never has a card": (ends, "stocked", lambda setting, table: setting.never),
    "the blacks move in spite of the end": (
        moves, "share_of_turn", lambda *given, real=moves.share_of_turn: real(*given[:4])
    ),
    "a card is played in spite of the end": (turn, "plays_unless_over", lambda setting, plays, over: plays),
    "the rules win anywhere": (ending, "end_by_failed_draw", ended_anywhere),
    "the rules never win so": (ending, "end_by_failed_draw", ended_never),
}  # fmt: skip


def agrees(start: Position, rulings: SolitaireRulings) -> bool:
    """Whether the two sides agree; they do not, either, when building or playing a model breaks."""
    try:
        return not differences(start, rulings)
    except (AssertionError, KeyError, IndexError):
        return False


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_mutant_of_either_side_is_caught(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, value = MUTANTS[mutant]
    monkeypatch.setattr(module, name, value)
    if module is ending:
        monkeypatch.setattr(movement, name, value)
    corners = [(start, read(deck_out="clear-check", **others)) for start, _, others in WON.values()]
    corners += [(start, read(deck_out="clear-check", **others)) for start, others in LOST.values()]
    assert not all(agrees(*corner) for corner in corners)
