"""The kernel is a second model: its turns are those of the rules, compiled and plain; what it finds is replayed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from math import perm
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from solitaire.strategies import FIELDS, late_positions
from solvers.kernel_positions import beginnings, composed
from tabi.rules import solitaire
from tabi.rules.solitaire import Phase, Position, Won, apply
from tabi.rules.solitaire.documents import PositionDocument
from tabi.rules.solitaire.position import evolve
from tabi.solvers import Budget
from tabi.solvers.kernel import Meter, Moments, can_search, kernel_win, machine, supports, turn_successors
from tabi.solvers.kernel.jit import is_compiling
from tabi.solvers.kernel.lines import steps_between
from tabi.solvers.kernel.packing import packed, rules_word, unpacked
from tabi.solvers.kernel.turns import ends_of_turn, follow, level_of, new_pool, settings_for
from tabi.solvers.kernel.win import Beam, Following, hurried_pairs, patient_pairs, winning_pairs
from tabi.solvers.run import NoWay
from tabi.spec.rulings import readings_of, ruling_id, rulings_from
from tabi.spec.solitaire import Deal, Item, SolitaireRulings, Suit
from tabi.spec.solitaire.deal import parse_deck
from tabi.spec.solitaire.rulings import (
    DEFAULT_RULINGS,
    CameraDuration,
    DeckOut,
    EffectWalk,
    MapWindow,
    Nearest,
    WalkEnd,
)

IS_FUZZ = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
POSITIONS = 100_000 if IS_FUZZ else 2_000
SOME = 300
"""So many of them are looked at for what is in them, and played in plain Python too."""
CAP = 400
"""Steps of the rules after which a position is too large, whatever the kernel says of it."""
LARGE_CAP = 2_000 if IS_FUZZ else CAP
"""As `CAP`, for every tenth beginning: larger ones take most of the time."""
PLAIN = 20
DEALS = Path(__file__).parents[1] / "data" / "reference_deals.jsonl"
HARD = "R6 Y3 Y1 G3 W1 B6 R4 Y2 B3 R3 W2 B2 G5 W3 B4 W6 G1 R5 G2 R2 Y5 Y4 B1 B5 W5 G4 W4 G6 Y6 R1"
UNSUPPORTED = (
    SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK),
    SolitaireRulings(map_window=MapWindow.NUMBER),
    SolitaireRulings(effect_walk=EffectWalk.POSITION),
    SolitaireRulings(effect_walk=EffectWalk.SNAPSHOT),
    SolitaireRulings(camera_duration=CameraDuration.PERMANENT),
    SolitaireRulings(nearest=Nearest.ANYWHERE),
    SolitaireRulings(walk_end=WalkEnd.OPEN),
)


def reference(number: int, items: tuple[str, ...] = ()) -> Deal:
    line = DEALS.read_text(encoding="utf-8").splitlines()[number]
    return Deal.model_validate({**json.loads(line), "items": items})


def position(**fields: object) -> Position:
    """A late position: cards not named are in the discard."""
    return solitaire.position_of(PositionDocument.model_validate({"discard": ["rest"], **fields}))


@st.composite
def supported_rulings(draw: st.DrawFn) -> SolitaireRulings:
    """Any reading of every point, of those that the kernel has."""
    model = SolitaireRulings
    readings = {ruling_id(model, field): draw(st.sampled_from(readings_of(model, field))) for field in FIELDS}
    drawn = rulings_from(model, readings)
    return drawn.model_copy(
        update={
            "deck_out": DeckOut.LOSE,
            "map_window": MapWindow.STEP,
            "effect_walk": EffectWalk.CARDS,
            "camera_duration": CameraDuration.TURN,
            "nearest": Nearest.WHITE if drawn.nearest is Nearest.ANYWHERE else drawn.nearest,
            "walk_end": WalkEnd.CLOSES,
        }
    )


# The turns


def small_enough() -> Iterator[tuple[Position, dict[Position, int]]]:
    """Positions that are small enough, with their ends of turn by the rules."""
    for number, start in enumerate(beginnings(seed=1)):
        ends = composed(start, DEFAULT_RULINGS, CAP if number % 10 else LARGE_CAP)
        if ends is not None:
            yield start, ends


@cache
def compared() -> tuple[tuple[Position, dict[Position, int]], ...]:
    """The first of them."""
    return tuple(islice(small_enough(), SOME))


def test_the_turns_of_the_kernel_are_those_of_the_rules() -> None:
    for start, ends in islice(small_enough(), POSITIONS):
        assert turn_successors(start, DEFAULT_RULINGS) == ends, solitaire.format_position(start)


def test_the_positions_compared_have_everything_in_them() -> None:
    """Every item is ready in many of them; letters, fixed events, wins, long decks, several ends are there."""
    found: Counter[str] = Counter()
    for start, ends in compared():
        found.update(start.ready)
        found["letter"] += start.letters > 0
        found["fixed"] += any(event.fixed for column in start.columns for event in column)
        found["no items"] += not (start.ready or start.used)
        found["long deck"] += len(start.deck) > 9
        found["won"] += any(end.outcome is not None for end in ends)
        found["many ends"] += len(ends) > 5
    wanted = [*Item, "letter", "fixed", "no items", "long deck", "won", "many ends"]
    assert {what: found[what] for what in wanted if found[what] < 15} == {}


@settings(max_examples=4_000 if IS_FUZZ else 240)
@given(st.data())
def test_the_turns_are_those_of_the_rules_amid_a_turn_and_under_other_readings(data: st.DataObject) -> None:
    rulings = data.draw(supported_rulings())
    start = data.draw(late_positions(rulings))
    ends = composed(start, rulings, CAP)
    assume(ends is not None)
    assert turn_successors(start, rulings) == ends


def test_a_restricted_scope_has_a_part_of_the_turns_with_no_more_points() -> None:
    smaller = 0
    for start, ends in compared():
        free = turn_successors(start, DEFAULT_RULINGS, Moments.FREE)
        sensible = turn_successors(start, DEFAULT_RULINGS, Moments.SENSIBLE)
        assert sensible.keys() <= free.keys() <= ends.keys()
        assert all(points <= ends[end] for end, points in free.items())
        smaller += len(sensible) < len(free) < len(ends)
    assert smaller > 0


def test_five_of_nine_cards_go_under_the_deck_in_every_order() -> None:
    """Each of the 9 x 8 x 7 x 6 x 5 orders is a position of its own: more than the first arrays have room for."""
    start = position(phase="trim", hand=["R1", "R2", "R3", "R4", "R5", "R6", "G1", "G2", "G3"], deck=["Y1"])
    ends = turn_successors(start, DEFAULT_RULINGS)
    assert len(ends) == perm(9, 5)
    assert {len(end.deck) for end in ends} == {6} and {end.deck[0] for end in ends} == set(start.deck)


def test_of_two_suits_that_qualify_the_one_nearest_to_white_is_resolved() -> None:
    """Red and green lie at every pawn; green is the nearer one in white's place, though not in the others."""
    columns = {"3": ["G1", "R1"], "4": ["R2", "G2"], "5": ["R3", "G3"]}
    start = position(phase="resolve", white=3, blacks=[4, 5], columns=columns, hand=["B1"], deck=["B2"])
    (end,) = turn_successors(start, DEFAULT_RULINGS, Moments.SENSIBLE)  # the letter is not spent at the trim
    assert end.resolved == (Suit.G,) and end.letters == 1


def test_of_two_ways_to_the_same_position_the_one_with_more_points_counts() -> None:
    """White comes to day 2 with the R1, which is resolved: 1 point for each pawn there when it acts.

    The blacks share six steps, from days 1 and 4: 1+1 = 2 and 4+5 = 2 is one way, 1+4 = 5 and 4+2 = 6 another. To end
    on 2 and 5, a letter leads one away from 2 after the effect (3 points), or one from 6 to 2 before it (2) or after it
    (1). On 5 and 6 they end only if neither stood on 2 (1 point), for a single letter moves one of them.
    """
    start = position(white=1, blacks=[1, 4], hand=["R1"], deck=["G1"], resolved=["R"], letters=1)
    ends = turn_successors(start, DEFAULT_RULINGS)
    points = {end.blacks: points for end, points in ends.items() if end.letters == 0 and not end.columns[1][0].fixed}
    assert (points[2, 5], points[5, 6]) == (3, 1)


def test_a_position_goes_into_integers_and_back() -> None:
    for start, _ in compared():
        assert unpacked(packed(start), start) == evolve(start, turn=1)


# Compiled and plain


def digest(count: int) -> str:
    """What the kernel makes of small positions and of narrow beams, bit for bit."""
    hashed = hashlib.sha256()
    small = (start for start in beginnings(seed=1) if composed(start, DEFAULT_RULINGS, CAP))
    for start in islice(small, count):
        for moments in Moments:
            hashed.update(ends_of_turn(start, DEFAULT_RULINGS, moments).rows.tobytes())
    for items in ((), ("map", "tent")):
        start = solitaire.start(reference(0, items))
        level = level_of(start)
        for turn in range(5):
            pool = new_pool(60 + machine.ROOM)
            rules = rules_word(start.bay_road_day, DEFAULT_RULINGS)
            follow(level, settings_for(rules, Moments.FREE, len(level), width=15, seed=turn), pool, items=bool(items))
            level = pool.rows[: int(pool.counters[machine.KEPT])].copy()
            hashed.update(level.tobytes())
    return hashed.hexdigest()


@pytest.mark.skipif(not is_compiling(), reason="nothing is compiled here, so there is nothing to compare")
def test_plain_python_gives_the_same_bits() -> None:
    program = f"from solvers.test_kernel import digest; print(digest({PLAIN}))"
    paths = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    plain = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.strip() == digest(PLAIN)


# Its parts


def test_two_positions_with_the_same_hash_stay_two() -> None:
    pool, hashed = new_pool(4), 5
    one, other = packed(position(white=3, hand=["R1"])), packed(position(white=4, hand=["R1"]))
    at = machine.find(pool.rows, pool.slots, one, hashed)
    machine.keep(one, 0, 0, at, pool.rows, pool.slots, pool.counters)
    assert machine.find(pool.rows, pool.slots, one, hashed) == at
    assert machine.find(pool.rows, pool.slots, other, hashed) != at
    assert machine.find(pool.rows, pool.slots, one._replace(points=9), hashed) == at


def test_a_larger_array_begins_like_the_smaller_one() -> None:
    rows = np.arange(3 * machine.ROW, dtype=np.int64).reshape(3, machine.ROW)
    larger = machine.enlarged(rows)
    assert larger.shape == (6, machine.ROW)
    assert (larger[:3] == rows).all()


def test_thinning_keeps_the_highest_ranks_and_of_equal_ones_the_earlier() -> None:
    pool = new_pool(8)
    for number, rank in enumerate((5, 7, machine.HOPELESS, 5, 9, 5)):
        state = packed(position(white=number + 1, hand=["R1"]))
        at = machine.find(pool.rows, pool.slots, state, machine.hash_of(state))
        machine.keep(state, number, rank, at, pool.rows, pool.slots, pool.counters)
    settings = settings_for(0, Moments.SENSIBLE, 0, width=4)
    machine.thin(settings, pool.rows, pool.slots, pool.counters)
    kept = int(pool.counters[machine.KEPT])
    assert [int(row[machine.PARENT]) for row in pool.rows[:kept]] == [0, 1, 3, 4]
    for row in range(kept):
        state = machine.load(pool.rows, row)
        assert pool.slots[machine.find(pool.rows, pool.slots, state, machine.hash_of(state))] == row + 1


@pytest.mark.parametrize("rulings", UNSUPPORTED, ids=lambda rulings: str(rulings.model_dump(exclude_defaults=True)))
def test_a_reading_that_the_kernel_lacks_is_refused(rulings: SolitaireRulings) -> None:
    start = solitaire.start(reference(0))
    assert not supports(rulings) and not can_search(start, rulings)
    with pytest.raises(ValueError, match="readings"):
        turn_successors(start, rulings)


def test_a_finished_game_and_a_camera_change_beyond_its_integers_are_refused() -> None:
    over = position(phase="over", outcome={"result": "lost", "reason": "empty-hand"})
    changed = position(columns={"3": ["R2+2"]}, hand=["R1"], items={"camera": "ready", "map": "ready"})
    for start in (over, changed):
        assert not can_search(start, DEFAULT_RULINGS)
        with pytest.raises(ValueError, match="position"):
            turn_successors(start, DEFAULT_RULINGS)


# Looking for a win


def assert_wins(start: Position, budget: Budget) -> None:
    line = kernel_win(start, DEFAULT_RULINGS, budget)
    assert line is not None
    here = start
    for number, turn in enumerate(line):
        for step in turn:
            assert here.turn == start.turn + number
            here = apply(here, step)
    assert isinstance(here.outcome, Won)


@pytest.mark.parametrize("number", range(5))
def test_reference_deals_are_won(number: int) -> None:
    assert_wins(solitaire.start(reference(number)), Budget(seconds=None, nodes=30_000))


def test_the_deal_that_was_sought_out_against_beams_is_won() -> None:
    """Found elsewhere by hill-climbing: other beams of width 400 to 51,200 all fail on it."""
    assert_wins(solitaire.start(Deal(deck=parse_deck(HARD), bay_road_day=2)), Budget(seconds=None, nodes=10_000))


def test_a_deal_with_a_used_item_is_won_with_items() -> None:
    """The beams without items are for games in which none has been used, since a green effect would make it ready."""
    start = evolve(solitaire.start(reference(1)), ready=(Item.MAP,), used=(Item.TENT,))
    assert all(beam.items for number in range(3) for pair in winning_pairs(start, number) for beam in pair)
    assert_wins(start, Budget(seconds=None, nodes=30_000))


def test_white_one_day_short_comes_home_with_the_map_only() -> None:
    """White comes from day 3 to day 6 with the R3; the blacks on day 5 share four steps."""
    short = {"white": 3, "hand": ["R3"], "deck": ["R1"], "resolved": ["R", "G", "Y", "B", "W"], "blacks": [5, 5]}
    budget = Budget(seconds=None, nodes=1_000)
    assert_wins(position(**short, items={"map": "ready", "tent": "used"}), budget)
    assert kernel_win(position(**short, items={"map": "used", "tent": "used"}), DEFAULT_RULINGS, budget) is None


def test_the_middle_of_a_turn_is_a_start_too() -> None:
    start = position(white=3, hand=["R4"], deck=["R1"], resolved=["R", "G", "Y", "B", "W"], blacks=[5, 6])
    assert_wins(apply(start, solitaire.parse_step("play R4")), Budget(seconds=None, nodes=100))


def test_the_same_nodes_give_the_same_answer() -> None:
    start = solitaire.start(reference(6))
    meters = [Meter(Budget(seconds=None, nodes=3_000)) for _ in range(2)]
    lines = [kernel_win(start, DEFAULT_RULINGS, meter=meter) for meter in meters]
    assert lines[0] == lines[1]
    assert meters[0].nodes == meters[1].nodes <= 3_000


@pytest.mark.parametrize("budget", [Budget(seconds=None, nodes=5), Budget(seconds=1e-9)])
def test_a_spent_budget_finds_nothing(budget: Budget) -> None:
    meter = Meter(budget)
    assert kernel_win(solitaire.start(reference(0)), DEFAULT_RULINGS, meter=meter) is None
    assert meter.nodes <= 5


def test_a_lost_position_runs_dry() -> None:
    """Two red cards are left and the red letter needs three."""
    start = position(white=1, blacks=[2, 3], hand=["G1", "G2"], deck=["Y1"], discard=["rest"])
    meter = Meter(Budget(seconds=None, nodes=1_000))
    assert kernel_win(start, DEFAULT_RULINGS, meter=meter) is None
    assert meter.nodes < 1_000


def test_rounds_grow_and_items_come_beside_what_does_without() -> None:
    start = solitaire.start(reference(0, ("map", "tent")))
    assert list(patient_pairs(start, 0)) == [
        (Beam(50, Moments.SENSIBLE, False, 0),),
        (Beam(50, Moments.SENSIBLE, True, 0),),
    ]
    widths = [{beam.width for pair in patient_pairs(start, number) for beam in pair} for number in (1, 4)]
    assert widths == [{50, 200}, {800, 3_200, 12_800}]
    hurried = [beam for pair in hurried_pairs(start, 0, 16) for beam in pair]
    assert {beam.last_turn for beam in hurried} == {16}
    assert len(set(hurried)) == len(hurried)


def test_a_beam_in_a_hurry_wins_by_its_last_turn_or_not_at_all() -> None:
    """No deal takes fewer than 16 turns: fifteen events, one a turn, and a last turn that places none."""
    start = solitaire.start(reference(0))
    turns = []
    for last_turn in (15, 16):
        for pair in hurried_pairs(start, 0, last_turn):
            beams = [Following(start, DEFAULT_RULINGS, beam) for beam in pair]
            assert all(beam.advance(10_000) < 10_000 and beam.is_over for beam in beams)
            turns += [(last_turn, len(list(beam.ends()))) for beam in beams if beam.won]
    assert turns and set(turns) == {(16, 16)}


def test_a_beam_that_is_stopped_goes_on_where_it_was() -> None:
    start = solitaire.start(reference(0))
    (whole, parted) = (Following(start, DEFAULT_RULINGS, Beam(50, Moments.SENSIBLE, False, 3)) for _ in range(2))
    nodes = whole.advance(100_000)
    assert parted.advance(1_000, lambda: True) == 0
    followed = 0
    while not parted.is_over:
        followed += parted.advance(7)
    assert (followed, list(parted.ends())) == (nodes, list(whole.ends()))


def test_a_beam_that_has_not_won_leads_to_the_most_letters() -> None:
    start = solitaire.start(reference(0))
    beam = Following(start, DEFAULT_RULINGS, Beam(50, Moments.SENSIBLE, False, 0))
    beam.advance(400)
    ends = list(beam.ends())
    assert len(ends[-1].resolved) == beam.letters() > 0
    here = start
    for end in ends:
        for step in steps_between(here, end, DEFAULT_RULINGS):
            here = apply(here, step)
    assert here.key == ends[-1].key


def test_a_way_that_the_rules_do_not_have_is_not_believed() -> None:
    """White cannot come from day 1 to day 4 with the R2."""
    start = position(white=1, blacks=[2, 3], hand=["R2"], deck=["R1"], resolved=["R"])
    ends = turn_successors(start, DEFAULT_RULINGS)
    (end,) = (evolve(end, points=points) for end, points in ends.items() if end.blacks == (3, 7))
    assert [step.step for step in steps_between(start, end, DEFAULT_RULINGS)][:3] == ["play", "blacks", "place"]
    with pytest.raises(NoWay):
        steps_between(start, evolve(end, white=4), DEFAULT_RULINGS)


def test_every_end_of_a_turn_is_filled_with_steps() -> None:
    """Whatever the moments of its letters and items: each end found in the complete scope has its steps."""
    few = [(start, ends) for start, ends in compared() if len(ends) < 30][:40]
    for start, _ in few:
        for end, points in turn_successors(start, DEFAULT_RULINGS).items():
            outcome = Won(points) if end.phase is Phase.OVER else None
            here = start
            for step in steps_between(start, evolve(end, points=points, outcome=outcome), DEFAULT_RULINGS):
                here = apply(here, step)
            assert (here.points, here.phase, here.deck) == (points, end.phase, end.deck)
