"""The most points by exhaustion: against every play by the rules, with ceilings that are never below the bounds."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from solvers.closing_positions import FOUR_CARDS, TWO_CARDS, most_points, position
from solvers.kernel_positions import beginning, beginnings
from tabi.rules.certificates import Valid, check, read_certificate
from tabi.rules.solitaire import IllegalStep, Lost, Won, apply, parse_position
from tabi.rules.solitaire.bounds import draws_left, excluded
from tabi.rules.solitaire.company import applies, points_in_company
from tabi.rules.solitaire.points import points_to_go
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.table import LossReason, Phase
from tabi.solvers.kernel.turns import level_of
from tabi.solvers.points.ceilings import EXCLUDED, UNLIMITED, ceilings, grounds_of
from tabi.solvers.points.ceilings_company import company_ceilings, tables_of
from tabi.solvers.points.exact import Limits, exhaust
from tabi.solvers.points.exact_proof import certify, valued_set
from tabi.solvers.verdict import Line
from tabi.spec.solitaire import Item, SolitaireRulings
from tabi.spec.solitaire.rulings import (
    DEFAULT_RULINGS,
    EffectsMandatory,
    EffectWalk,
    EmptyHand,
    EventsPerPawn,
    FixedUnderBlue,
    Nearest,
    PastSeven,
    Refill,
    Resolution,
)

LANTERN_AND_MAP = (Item.LANTERN, Item.MAP)
OTHER_READINGS = (
    SolitaireRulings(white_may_stay=True),
    SolitaireRulings(events_per_pawn=EventsPerPawn.EXACTLY, resolution=Resolution.OPTIONAL, nearest=Nearest.PLAYER),
    SolitaireRulings(effects_mandatory=EffectsMandatory.NONE, fixed_under_blue=FixedUnderBlue.CUBE_TRAVELS),
    SolitaireRulings(past_seven=PastSeven.STOP_AT_ONE),
    SolitaireRulings(refill=Refill.TO_FOUR, empty_hand=EmptyHand.SKIP),
)


def points_of(line: Line, start: str, rulings: SolitaireRulings = DEFAULT_RULINGS, *items: Item) -> int:
    """The points of a line by the rules; it must win."""
    here = position(start, *items)
    for turn in line:
        for step in turn:
            here = apply(here, step, rulings)
    assert isinstance(here.outcome, Won)
    return here.outcome.points


@pytest.mark.parametrize("start", [*FOUR_CARDS, *TWO_CARDS])
def test_no_play_by_the_rules_has_more_points(start: str) -> None:
    exhausted = exhaust(position(start), DEFAULT_RULINGS)
    assert exhausted.gave_up is None
    assert exhausted.value == most_points(position(start), DEFAULT_RULINGS)
    assert exhausted.line is not None and points_of(exhausted.line, start) == exhausted.value


@pytest.mark.parametrize("rulings", OTHER_READINGS, ids=lambda rulings: str(rulings.model_dump(exclude_defaults=True)))
def test_no_play_under_other_readings_has_more_points(rulings: SolitaireRulings) -> None:
    for start in (FOUR_CARDS[0], FOUR_CARDS[2]):
        exhausted = exhaust(position(start), rulings)
        assert exhausted.gave_up is None
        assert exhausted.value == most_points(position(start), rulings)


@pytest.mark.parametrize(
    "items",
    [
        LANTERN_AND_MAP,
        (Item.LANTERN, Item.RADIO),
        (Item.MAP, Item.CAMERA),
        (Item.MAP, Item.RADIO),
        (Item.RADIO, Item.BACKPACK),
    ],
)
def test_no_play_with_items_has_more_points(items: tuple[Item, Item]) -> None:
    start = evolve(position(TWO_CARDS[1], *items), letters=0)
    exhausted = exhaust(start, DEFAULT_RULINGS)
    assert exhausted.gave_up is None
    assert exhausted.value == most_points(start, DEFAULT_RULINGS)


def test_a_known_line_is_what_comes_out_when_there_is_none_better() -> None:
    start = position(FOUR_CARDS[1])
    first = exhaust(start, DEFAULT_RULINGS)
    assert first.line is not None
    again = exhaust(start, DEFAULT_RULINGS, first.line)
    assert (again.value, again.line) == (first.value, first.line)
    assert again.followed <= first.followed
    with pytest.raises(ValueError, match="does not win"):
        exhaust(start, DEFAULT_RULINGS, first.line[:1])
    with pytest.raises(IllegalStep):
        exhaust(start, DEFAULT_RULINGS, first.line[1:])


def test_what_a_limit_stops_says_so_and_keeps_the_best() -> None:
    start = position(FOUR_CARDS[3])
    line = exhaust(start, DEFAULT_RULINGS).line
    for limits, words in (
        (Limits(nodes=1), "1 positions were followed"),
        (Limits(seconds=1e-9), "1e-09 seconds are over"),
        (Limits(kept=1), "more than 1 positions would have to be kept"),
        (Limits(is_stopped=lambda: True), "stopped"),
    ):
        stopped = exhaust(start, DEFAULT_RULINGS, line, limits)
        assert stopped.gave_up == words
        assert stopped.line == line
        assert valued_set(stopped, start, start, DEFAULT_RULINGS) is None


def test_a_game_that_is_over_or_cannot_be_won() -> None:
    over = evolve(position(TWO_CARDS[0]), phase=Phase.OVER, outcome=Won(130))
    assert (exhaust(over, DEFAULT_RULINGS).value, exhaust(over, DEFAULT_RULINGS).line) == (130, ())
    lost = evolve(over, outcome=Lost(LossReason.LAP_DRAW))
    assert exhaust(lost, DEFAULT_RULINGS).value is None
    without_deck = parse_position("white=1 blacks=1,1 hand=R1 discard=" + ",".join(CARDS_BUT_R1))
    assert exhaust(without_deck, DEFAULT_RULINGS).value is None
    assert certify(without_deck, without_deck, DEFAULT_RULINGS) is None


CARDS_BUT_R1 = [f"{suit}{number}" for suit in "RGYBW" for number in range(1, 7) if (suit, number) != ("R", 1)]


def test_readings_that_the_kernel_does_not_know_are_refused() -> None:
    with pytest.raises(ValueError, match="does not play by these readings"):
        exhaust(position(TWO_CARDS[0]), SolitaireRulings(effect_walk=EffectWalk.SNAPSHOT))


# Certificates


@pytest.mark.parametrize("start", [FOUR_CARDS[0], FOUR_CARDS[3], TWO_CARDS[1]])
def test_the_most_points_are_certified_by_the_rules_alone(start: str) -> None:
    certificate = certify(position(start), position(start), DEFAULT_RULINGS)
    assert certificate is not None
    valid = check(read_certificate(certificate.model_dump_json()))
    assert isinstance(valid, Valid)
    assert valid.shows.startswith(f"The most points of a win are {most_points(position(start), DEFAULT_RULINGS)}: ")


def test_the_most_points_with_items_are_certified() -> None:
    start = position(TWO_CARDS[1], *LANTERN_AND_MAP)
    certificate = certify(evolve(start, letters=0), evolve(start, letters=0), DEFAULT_RULINGS)
    assert certificate is not None and certificate.positions
    assert certificate.points_bounds == ("sol.ending.points-to-go",)


# Ceilings


def test_a_ceiling_is_never_below_its_bound() -> None:
    out = np.zeros(1, np.int64)
    met = 0
    for number, start in zip(range(1500), beginnings(3), strict=False):
        rulings = (DEFAULT_RULINGS, *OTHER_READINGS)[number % 6]
        ceilings(level_of(start), grounds_of(start, rulings), out)
        bound = points_to_go(start, rulings)
        if out[0] == EXCLUDED:
            assert excluded(start, rulings) is not None
        else:
            met += 1
            assert out[0] >= (UNLIMITED if bound is None else bound)
    assert met > 300


def test_the_ceiling_of_the_pawns_company_is_its_bound() -> None:
    chance, met, won = Random(5), 0, 0
    while met < 40:
        start = beginning(chance, ())
        if draws_left(start) <= 4 and len(start.resolved) >= 3 and applies(start, DEFAULT_RULINGS):
            tables = tables_of(start, DEFAULT_RULINGS)
            assert tables is not None
            out = np.full(1, UNLIMITED, np.int64)
            company_ceilings(level_of(start), start.bay_road_day, *tables, out)
            assert out[0] == points_in_company(start, DEFAULT_RULINGS)
            met, won = met + 1, won + (out[0] >= 0)
    assert won > 8
