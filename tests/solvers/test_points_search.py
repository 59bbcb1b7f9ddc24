"""The search for points: what it reports was played through the rules, rises, repeats itself, and stops when told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from random import Random
from time import monotonic

import numpy as np
import pytest

from solvers.kernel_positions import beginnings
from tabi.rules import solitaire
from tabi.rules.solitaire import Lost, Position, Won, apply, legal_steps
from tabi.rules.solitaire.documents import PositionDocument
from tabi.rules.solitaire.position import evolve
from tabi.solvers import Budget
from tabi.solvers.kernel import Moments, machine, turn_successors
from tabi.solvers.kernel.jit import is_compiling
from tabi.solvers.kernel.packing import packed, rules_word, state_at, unpacked
from tabi.solvers.kernel.turns import follow, level_of, new_pool, settings_for
from tabi.solvers.points.search import Better, improving, searching
from tabi.solvers.points.search_beams import Found, Plan, Sweep
from tabi.solvers.points.search_pairs import PAIRS, Tried, best_pairs, ranked
from tabi.solvers.points.search_plans import ELITE, plans_for, remembered
from tabi.solvers.points.search_weights import clock_of, factors_of, set_weights, weights_at
from tabi.solvers.points.tuning import CLOCKS, TABLE
from tabi.solvers.run import BudgetSpent, Overtaken, Run
from tabi.spec.solitaire import Deal, Item
from tabi.spec.solitaire.cards import Card, Suit
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

DEALS = Path(__file__).parents[1] / "data" / "reference_deals.jsonl"
LONG = 1.5
"""Seconds beyond which a stopped search has not stopped, on a machine with much else to do."""


def reference(number: int, items: tuple[str, ...] = ()) -> Position:
    line = DEALS.read_text(encoding="utf-8").splitlines()[number]
    return solitaire.start(Deal.model_validate({**json.loads(line), "items": items}))


def position(**fields: object) -> Position:
    """A late position: cards not named are in the discard."""
    return solitaire.position_of(PositionDocument.model_validate({"discard": ["rest"], **fields}))


def found_within(start: Position, nodes: int, seed: int = 0) -> list[Better]:
    """What is reported until so many positions have been followed."""
    found: list[Better] = []
    try:
        for better in improving(start, DEFAULT_RULINGS, Run(start, Budget(seconds=None, nodes=nodes), None), seed):
            found.append(better)  # noqa: PERF402  (what was found before the run ends counts)
    except BudgetSpent:
        pass
    return found


def played(start: Position, better: Better) -> Position:
    """The end of a line, each turn of it in a turn of the game."""
    here = start
    for number, turn in enumerate(better.line):
        for step in turn:
            assert here.turn == start.turn + number
            here = apply(here, step)
    return here


# What is reported


@pytest.mark.parametrize("items", [(), ("lantern", "map")], ids=["no items", "lantern and map"])
def test_every_line_is_a_win_with_its_points_and_each_has_more_than_the_one_before(items: tuple[str, ...]) -> None:
    start = reference(3, items)
    found = found_within(start, 12_000)
    assert len(found) >= 2
    for better in found:
        assert played(start, better).outcome == Won(better.points)
    points = [better.points for better in found]
    assert points == sorted(set(points))


def test_the_same_nodes_and_seed_give_the_same_lines() -> None:
    start = reference(2)
    once, again, other = found_within(start, 9_000), found_within(start, 9_000), found_within(start, 9_000, seed=1)
    assert once == again
    assert once != other


def test_more_nodes_go_on_with_the_same_lines() -> None:
    start = reference(3)
    few, many = found_within(start, 6_000), found_within(start, 14_000)
    assert many[: len(few)] == few
    assert many[-1].points >= few[-1].points


def test_a_good_line_is_found_soon() -> None:
    """The old weights of beams reached 155 on the average with width 3,000, after 50,000 positions."""
    points = [found_within(reference(number), 25_000)[-1].points for number in range(3)]
    assert sum(points) / len(points) > 155


def test_points_of_the_start_count() -> None:
    start = reference(0)
    richer = evolve(start, points=50)
    plain, rich = found_within(start, 2_000)[-1], found_within(richer, 2_000)[-1]
    assert played(richer, rich).outcome == Won(rich.points)
    assert rich.points - 50 >= plain.points // 2


# Held against everything that the rules allow


def most_by_the_rules(start: Position) -> int | None:
    """The most points of a win by trying every step there is, or None without one."""
    best: int | None = None
    seen, stack = {start}, [start]
    while stack:
        here = stack.pop()
        for step in legal_steps(here):
            after = apply(here, step)
            if isinstance(after.outcome, Won):
                best = after.points if best is None else max(best, after.points)
            elif not isinstance(after.outcome, Lost) and after not in seen:
                seen.add(after)
                stack.append(after)
    return best


def last_positions() -> Iterator[Position]:
    """Positions with all suits resolved that are one to three turns from a win, some with a letter."""
    chance = Random(5)
    cards = list(solitaire.start(Deal.model_validate(json.loads(DEALS.read_text().splitlines()[0]))).deck)
    while True:
        taken = chance.sample(cards, 12)
        columns = {str(day): [str(card)] for day, card in zip((2, 3, 5, 6), taken, strict=False)}
        yield position(
            white=chance.randint(1, 7),
            blacks=[chance.randint(1, 7), chance.randint(1, 7)],
            columns=columns,
            hand=[str(card) for card in taken[4:7]],
            deck=[str(card) for card in taken[7 : 7 + chance.randint(2, 4)]],
            resolved=["R", "G", "Y", "B", "W"],
            letters=chance.randint(0, 1),
        )


def test_near_the_end_the_most_points_are_those_of_trying_everything() -> None:
    won = 0
    for start in islice(last_positions(), 40):
        found = found_within(start, 100_000)
        assert (found[-1].points if found else None) == most_by_the_rules(start), solitaire.format_position(start)
        won += bool(found)
    assert won >= 10


def test_a_letter_gathers_the_pawns_where_points_are_counted() -> None:
    """White comes from day 1 to day 3 with the R2, where the R6 lies: 8 for each pawn there.

    The blacks on 7 share five steps: 1+4 leads to 1 and 4, 2+3 to 2 and 3. So two pawns count, and a third by the
    letter: 24 points. The next turn, W4, brings white home from 3 without points; the blacks on 3 and 3 share three
    steps and cannot both come home; so nobody wins, and without a win there are no points.
    """
    start = position(
        white=1,
        blacks=[7, 7],
        columns={"3": ["R6"]},
        hand=["R2"],
        deck=["W4", "Y1"],
        resolved=["R", "G", "Y", "B", "W"],
        letters=1,
    )
    ends = turn_successors(start, DEFAULT_RULINGS, Moments.FOR_POINTS)
    assert max(ends.values()) == 24
    assert max(turn_successors(start, DEFAULT_RULINGS, Moments.SENSIBLE).values()) == 16
    assert found_within(start, 1_000) == [] and most_by_the_rules(start) is None


def test_event_memory_keeps_what_would_fall() -> None:
    """Day 3 has R6 behind G1, and holds two. The G2 pushes the R6 out unless a letter fixes it."""
    start = position(
        white=1,
        blacks=[2, 2],
        columns={"3": ["G1", "R6"]},
        hand=["G2"],
        deck=["W4"],
        resolved=["R", "G", "Y", "B", "W"],
        letters=1,
    )

    def fixed(moments: Moments) -> set[str]:
        ends = turn_successors(start, DEFAULT_RULINGS, moments)
        return {str(event.card) for end in ends for column in end.columns for event in column if event.fixed}

    assert fixed(Moments.FOR_POINTS) == {"R6"}
    assert fixed(Moments.SENSIBLE) == set()


def test_the_moments_for_points_have_a_part_of_the_turns_with_no_more_points() -> None:
    """The complete turns of the kernel are those of the rules, as another test says."""
    more = 0
    for start in islice((one for one in beginnings(seed=7) if one.letters and len(one.hand) < 4), 40):
        ends = turn_successors(start, DEFAULT_RULINGS)
        some = turn_successors(start, DEFAULT_RULINGS, Moments.FOR_POINTS)
        assert some.keys() <= ends.keys()
        assert all(points <= ends[end] for end, points in some.items())
        more += len(some) > len(turn_successors(start, DEFAULT_RULINGS, Moments.SENSIBLE))
    assert more > 0


# The ranking by worth


def ranked_rows(level: np.ndarray, weights: dict[int, int], width: int) -> tuple[np.ndarray, int]:
    """The ends of a level's turns with ranks by these weights alone, and how many won games were kept."""
    settings = settings_for(rules_word(4, DEFAULT_RULINGS), Moments.SENSIBLE, len(level), width=width)
    settings[machine.RANKING] = machine.BY_WORTH
    for weight, value in weights.items():
        settings[weight] = value
    pool = new_pool(4 * width + machine.ROOM)
    follow(level, settings, pool, items=False)
    return pool.rows[: int(pool.counters[machine.KEPT])], int(pool.counters[machine.WINS])


def test_a_rank_is_the_worth_beyond_that_of_the_first_position_of_the_level() -> None:
    """A letter more at 1.6 points is 100 ranks of 16 thousandths; what is as before is in the middle of the ranks."""
    start = reference(0)
    rows, _ = ranked_rows(level_of(start), {machine.W_LETTER: 1_600, machine.W_DECK: 800}, 500)
    middle = machine.RANKS // 2
    assert len(rows)
    for number, row in enumerate(rows):
        state = machine.load(rows, number)
        gone = len(start.deck) - machine.deck_length(state)
        assert int(row[machine.RANK]) == middle + 100 * machine.letters_of(state) - 50 * gone


def test_of_equal_positions_the_one_with_more_points_counts_and_its_rank() -> None:
    """A level of one position twice, with 3 and with 9 points: 9 points stay, ranked by them, in either order."""
    start = reference(0)
    for order in ((3, 9), (9, 3)):
        level = np.vstack([level_of(evolve(start, points=points)) for points in order])
        rows, _ = ranked_rows(level, {machine.W_POINTS: 160}, 500)
        assert set(rows[:, machine.POINTS]) == {9}
        assert set(rows[:, machine.PARENT]) == {order.index(9)}
        assert set(rows[:, machine.RANK]) == {machine.RANKS // 2 + 10 * (9 - order[0])}


def test_a_beam_goes_on_after_a_win_and_keeps_only_what_has_more_points() -> None:
    """White on 3 comes home with the R4, and the blacks on 5 and 6 share three steps; with the R5 nobody wins.

    Of the first two ways home, which end in the same position, the one with 7 points stays; a third one that ends in
    another position, with 3, is left out.
    """
    home = {"white": 3, "blacks": [5, 6], "hand": ["R4"], "deck": ["R1"], "resolved": ["R", "G", "Y", "B", "W"]}
    starts = [
        position(**home, points=0),
        position(**home, points=7),
        position(**{**home, "deck": ["R2"]}, points=3),
        position(**{**home, "hand": ["R5"], "deck": ["R1", "R2", "R3"]}),
    ]
    rows, _ = ranked_rows(np.vstack([level_of(start) for start in starts]), {}, 50)
    won = rows[rows[:, machine.TABLE] >> machine.PHASE_AT & machine.PHASES == machine.WON]
    assert [(int(row[machine.POINTS]), int(row[machine.PARENT])) for row in won] == [(7, 1)]
    assert 3 in rows[:, machine.PARENT]


# Quotas: company are the positions of one hand, one length of the deck, the same suits won and letters in hand

SIGNS = {
    **{machine.W_ONE + events: 1_000 * (events + 1) for events in range(3)},
    **{machine.W_RED + suit: 4_000 for suit in range(5)},
    machine.W_STANDS_THREE: 1_000,
    machine.CHANCE: 3_000,
}


def seventh_turn() -> tuple[Position, np.ndarray]:
    """A deal and some positions after six turns, in some of which a suit is won, with its letter or without."""
    start = reference(0)
    level = level_of(start)
    for _ in range(6):
        level = ranked_rows(level, SIGNS, 60)[0].copy()
    return start, level


def companies(rows: np.ndarray, like: Position) -> list[tuple[tuple[Card, ...], int, tuple[Suit, ...], int]]:
    """The company that each row belongs to, as the rules see its position."""
    ends = (unpacked(state_at(rows, row), like) for row in range(len(rows)))
    return [(end.hand, len(end.deck), end.resolved, end.letters) for end in ends]


@pytest.mark.parametrize("quota", [0, 1, 3])
def test_within_its_quota_each_company_goes_on_before_what_is_beyond_one(quota: int) -> None:
    """Held against a second model: the rows by rank, dealt out to the companies, the surplus behind."""
    start, level = seventh_turn()
    every, _ = ranked_rows(level, SIGNS, 20_000)
    belongs, ranks, taken = companies(every, start), every[:, machine.RANK].tolist(), Counter[object]()
    assert {len(won) for _, _, won, _ in belongs} >= {0, 1}
    assert 20 < len(set(belongs)) < len(every) // 3
    within: list[int] = []
    beyond: list[int] = []
    for row in sorted(range(len(every)), key=lambda row: -ranks[row]):
        (within if taken[belongs[row]] < quota else beyond).append(row)
        taken[belongs[row]] += 1
    for width in (len(set(belongs)), 60):
        kept, _ = ranked_rows(level, {**SIGNS, machine.QUOTA: quota}, width)
        assert kept.tolist() == every[sorted([*within, *beyond][:width])].tolist()


def test_a_won_game_is_never_beyond_a_quota() -> None:
    """Two ways home with the same hand, the second with more points, and a third position that nobody wins."""
    home = {"white": 3, "blacks": [5, 6], "hand": ["R4"], "resolved": ["R", "G", "Y", "B", "W"]}
    starts = [position(**home, deck=["R1", card], points=points) for card, points in (("Y1", 0), ("Y2", 3))]
    starts.append(position(**{**home, "hand": ["R5"]}, deck=["R1", "R2", "R3"]))
    rows, wins = ranked_rows(np.vstack([level_of(start) for start in starts]), {machine.QUOTA: 1}, 2)
    assert wins == 2
    assert rows[:, machine.POINTS].tolist() == [0, 3]


def test_a_beam_gives_one_company_no_more_than_its_share() -> None:
    """20 thousandths of 100 positions are 2, and after seven turns there are far more than 50 companies."""
    start = reference(0)
    sweep = Sweep(start, DEFAULT_RULINGS, Plan(100, 1, items=False, share=20))
    while len(sweep._levels) < 8:
        sweep.advance(100)
    most = Counter(companies(sweep._levels[-1], start)).most_common(1)[0][1]
    assert len(sweep._levels[-1]) == 100 and most <= 2


# Weights and plans


def test_weights_are_those_of_the_table_and_change_evenly_between() -> None:
    factors = factors_of(0.0, seed=3)
    assert factors == (1.0,) * len(TABLE)
    assert len(TABLE) == machine.SETTINGS - machine.WEIGHTS
    for at, clock in enumerate(CLOCKS):
        assert list(weights_at(clock, factors)) == [row[at] for _, row in TABLE]
    between = weights_at((CLOCKS[0] + CLOCKS[1]) / 2, factors)
    assert all(abs(2 * weight - row[0] - row[1]) <= 1 for weight, (_, row) in zip(between, TABLE, strict=True))


def test_the_names_of_the_weights_are_those_of_the_kernel() -> None:
    names = {name: value for name, value in vars(machine).items() if name.startswith("W_")}
    for name, value in names.items():
        wanted = "slack 0" if name == "W_SLACK" else name[2:].lower().replace("_", " ")
        assert TABLE[value - machine.WEIGHTS][0] == wanted


def test_varied_weights_repeat_and_differ_by_their_seed() -> None:
    assert factors_of(0.2, 1) == factors_of(0.2, 1) != factors_of(0.2, 2)
    assert min(factors_of(5.0, 1)) == 0.0
    settings = settings_for(4, Moments.FOR_POINTS, 1)
    set_weights(settings, 2, factors_of(0.0, 1), 77)
    assert settings[machine.CHANCE] == 77 and settings[machine.RANKING] == machine.BY_WORTH
    assert clock_of(reference(0)) == 1


def test_a_known_line_is_taken_up_with_its_first_turns() -> None:
    """Whatever a beam from the middle of a line finds begins with the turns that were kept."""
    start = reference(4)
    sweep = Sweep(start, DEFAULT_RULINGS, Plan(60, 1, items=False))
    while not sweep.is_over:
        sweep.advance(10_000)
    assert sweep.best is not None
    for kept in (1, 9):
        tail = Sweep(start, DEFAULT_RULINGS, Plan(60, 2, items=False, kept=sweep.best.way[:kept]))
        while not tail.is_over:
            tail.advance(10_000)
        assert tail.best is not None and tail.best.way[:kept] == sweep.best.way[:kept]
        assert tail.best.points == tail.best.way[-1].points


def test_items_left_alone_are_there_at_every_end() -> None:
    """A beam without items from white one turn before home; the map and the tent stay as they were."""
    home = {"white": 3, "blacks": [5, 6], "hand": ["R4"], "deck": ["R1"], "resolved": ["R", "G", "Y", "B", "W"]}
    start = position(**home, items={"map": "ready", "tent": "ready"})
    sweep = Sweep(start, DEFAULT_RULINGS, Plan(20, 1, items=False))
    sweep.advance(10)
    assert sweep.best is not None
    assert [machine.ready_of(end) for end in sweep.best.way] == [machine.ready_of(packed(start))]
    assert [better.points for better in found_within(start, 200)] == [0]


def test_plans_begin_anew_first_and_then_take_lines_up_again() -> None:
    start = reference(0, ("map", "tent"))
    assert [plan.items for plan in plans_for(start, 0, 0, ())] == [False, True]
    used = evolve(start, ready=(Item.MAP,), used=(Item.TENT,))
    assert all(plan.items for number in range(3) for plan in plans_for(used, number, 0, ()))
    way = tuple(packed(start)._replace(points=points) for points in range(18))
    plans = [plan for number in range(3, 60) for plan in plans_for(start, number, 0, (Found(17, way),))]
    kept = {len(plan.kept) for plan in plans}
    assert {0, 1, 15} <= kept and max(kept) == 15
    assert len({plan.seed for plan in plans}) == len(plans)
    wide = [plan.width for number in range(3, 9) for plan in plans_for(start, number, 0, ())]
    assert wide == sorted(wide) and wide[0] < wide[-1]


def test_each_cycle_of_beams_is_twice_as_wide_up_to_a_limit() -> None:
    """A cycle of five pairs after the first four: four take up a line, at most four times as wide as the fifth."""
    start = reference(0)
    way = tuple(packed(start)._replace(points=points) for points in range(18))
    for cycle, wanted in enumerate((1_200, 2_400, 4_800, 9_600, 9_600)):
        pairs = [plans_for(start, 4 + 5 * cycle + place, 0, (Found(17, way),)) for place in range(5)]
        assert [plan.width for plan in pairs[4]] == [wanted] * 2 and not any(plan.kept for plan in pairs[4])
        tails = [plan for pair in pairs[:4] for plan in pair]
        assert all(plan.kept and wanted <= plan.width <= 4 * wanted for plan in tails)
    known = (Found(17, way),)
    assert [plan.width for plan in plans_for(start, 3, 0, known) if not plan.kept] == [2_400] * 2
    assert all(plan.kept for plan in plans_for(reference(0, ("map", "tent")), 3, 0, known))


def test_the_best_lines_are_remembered_once_each() -> None:
    elite: tuple[Found, ...] = ()
    state = packed(reference(0))
    for points in (5, 9, 1, 7, 3, 8, 2, 9):
        elite = remembered(elite, Found(points, (state._replace(points=points),)))
    assert [found.points for found in elite] == [9, 8, 7, 5, 3, 2]
    assert len(elite) == ELITE and remembered(elite, None) == elite


# Items


def test_pairs_of_items_share_a_run_and_each_table_has_all_of_them_with_honest_lines() -> None:
    start = late_reference()
    run = Run(start, Budget(seconds=None, nodes=12_000), None)
    last: tuple[Tried, ...] = ()
    tables = best_pairs(start, DEFAULT_RULINGS, run)
    try:
        for table in tables:
            assert sorted(tried.items for tried in table) == sorted(PAIRS)
            assert [tried.points for tried in table] == sorted((tried.points for tried in table), reverse=True)
            assert sum(tried.points for tried in table) > sum(tried.points for tried in last) or not last
            last = table
    except BudgetSpent:
        pass
    assert run.nodes == 12_000
    assert sum(tried.better is not None for tried in last) >= 10
    for tried in last:
        if tried.better is not None:
            assert played(evolve(start, ready=tried.items), tried.better).outcome == Won(tried.points)


def late_reference() -> Position:
    """A reference deal after ten turns of a line that wins."""
    start = reference(5)
    here = start
    for step in chain.from_iterable(found_within(start, 2_000)[-1].line[:10]):
        here = apply(here, step)
    return here


def test_pairs_are_ranked_by_points_and_refused_where_there_are_items() -> None:
    line: tuple[()] = ()
    table = ranked([Tried(PAIRS[0]), Tried(PAIRS[2], Better(3, line)), Tried(PAIRS[1], Better(3, line))])
    assert [tried.items for tried in table] == [PAIRS[1], PAIRS[2], PAIRS[0]]
    start = reference(0, ("map", "tent"))
    with pytest.raises(ValueError, match="items"):
        next(best_pairs(start, DEFAULT_RULINGS, Run(start, Budget(), None)))


# Ending


@pytest.mark.parametrize("items", [(), ("radio", "tent")], ids=["no items", "radio and tent"])
def test_the_clock_stops_it(items: tuple[str, ...]) -> None:
    start = reference(0, items)
    next(searching(start, DEFAULT_RULINGS, Run(start, Budget(), None)))  # compiled before the clock is looked at
    began = monotonic()
    with pytest.raises(BudgetSpent):
        list(improving(start, DEFAULT_RULINGS, Run(start, Budget(seconds=1.0), None)))
    assert monotonic() - began < 1.0 + LONG


def test_it_stops_when_the_question_is_answered_elsewhere() -> None:
    start = reference(0)
    answered: list[Better] = []
    found = improving(start, DEFAULT_RULINGS, Run(start, Budget(seconds=None), None, lambda: bool(answered)))
    answered.append(next(found))
    with pytest.raises(Overtaken):
        next(found)


@pytest.mark.parametrize("nodes", [1, 700])
def test_no_more_positions_are_followed_than_allowed(nodes: int) -> None:
    start = reference(0)
    run = Run(start, Budget(seconds=None, nodes=nodes), None)
    with pytest.raises(BudgetSpent):
        list(improving(start, DEFAULT_RULINGS, run))
    assert run.nodes == nodes


# Compiled and plain


def summary() -> list[int]:
    """Points found from late positions and by a narrow beam, compiled or plain."""
    found = [better.points for start in islice(last_positions(), 4) for better in found_within(start, 300)]
    sweep = Sweep(reference(0), DEFAULT_RULINGS, Plan(4, 1, items=False, spread=0.1))
    sweep.advance(60)
    return [*found, *(int(value) for value in sweep._levels[-1][:, machine.RANK])]


@pytest.mark.skipif(not is_compiling(), reason="nothing is compiled here, so there is nothing to compare")
def test_plain_python_finds_the_same() -> None:
    program = "from solvers.test_points_search import summary; print(summary())"
    paths = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    plain = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(plain.stdout) == summary()
