"""`solve`: a yes is a line that the rules replay, a no is a closed set that they check, and else nothing is said."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tabi.rules import solitaire
from tabi.rules.certificates import ClosedSet, Valid, check
from tabi.rules.solitaire import Position, Won
from tabi.rules.solitaire.documents import PositionDocument
from tabi.solvers import Bounded, Budget, Evidence, Goal, Impossible, Progress, Proved, Undecided, Verdict, solve
from tabi.solvers.engines import Search, beam, depth_first
from tabi.solvers.moments import Scope
from tabi.spec.solitaire import Deal
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, DeckOut, SolitaireRulings
from tabi.spec.solitaire.steps import Letter, MapStep

DEALS = Path(__file__).parents[1] / "data" / "reference_deals.jsonl"
ALL_SUITS = ["R", "G", "Y", "B", "W"]
NODES_ONLY = Budget(seconds=None, nodes=20_000)


def reference(number: int, items: tuple[str, ...] = ()) -> Deal:
    line = DEALS.read_text(encoding="utf-8").splitlines()[number]
    return Deal.model_validate({**json.loads(line), "items": items})


def position(**fields: object) -> Position:
    """A late position: cards not named are in the discard."""
    return solitaire.position_of(PositionDocument.model_validate({"discard": ["rest"], **fields}))


def assert_won(verdict: Verdict, rulings: SolitaireRulings = DEFAULT_RULINGS) -> Proved:
    """The verdict has a line that the rules play to a win, each turn of it one turn of the game."""
    assert isinstance(verdict, Proved)
    assert verdict.evidence == (Evidence.LINE,)
    here = verdict.start
    for number, turn in enumerate(verdict.line):
        for step in turn:
            assert here.turn == verdict.start.turn + number
            here = solitaire.apply(here, step, rulings)
    assert here.outcome == verdict.outcome
    assert isinstance(here.outcome, Won)
    return verdict


def assert_impossible(verdict: Verdict) -> ClosedSet:
    """The verdict has a closed set that the checker, which knows no solver, accepts."""
    assert isinstance(verdict, Impossible) and isinstance(verdict.certificate, ClosedSet)
    assert verdict.evidence == (Evidence.CLOSED_SET, Evidence.THEOREM)[: 1 + bool(verdict.theorems)]
    valid = check(verdict.certificate)
    assert isinstance(valid, Valid)
    assert all(theorem in valid.trusts for theorem in verdict.theorems)
    return verdict.certificate


HOME = {"white": 3, "hand": ["R4"], "deck": ["R1"], "resolved": ALL_SUITS}
"""White comes to day 7 with the R4, the blacks share three steps, and the deck has one card for the one refill left."""


@pytest.mark.parametrize("number", [0, 3, 14])
def test_reference_deals_are_won_without_items(number: int) -> None:
    won = assert_won(solve(reference(number), budget=NODES_ONLY))
    assert 16 <= len(won.line) <= 19  # three events for each letter, one a turn, and a last turn; at most 26 draws


def test_a_deal_with_items_is_won() -> None:
    assert_won(solve(reference(3, ("map", "tent")), budget=NODES_ONLY))


def test_the_middle_of_a_turn_is_a_start_too() -> None:
    """White moves, the blacks go one and two: 6+1 = 7, 5+2 = 7."""
    start = position(**HOME, blacks=[5, 6])
    middle = solitaire.apply(start, solitaire.parse_step("play R4"))
    won = assert_won(solve(middle, budget=NODES_ONLY))
    assert solitaire.format_turn(won.line[0]) == solitaire.format_turn(
        tuple(map(solitaire.parse_step, ("blacks 5+2 6+1", "place", "refill", "resolve", "trim")))
    )


def test_a_black_on_day_seven_comes_home_with_a_letter_only() -> None:
    """Both blacks move at least one of the three steps, so the one on day 7 leaves it; a letter takes it to day 6."""
    won = assert_won(solve(position(**HOME, blacks=[5, 7], letters=1), budget=NODES_ONLY))
    assert [step for turn in won.line for step in turn if isinstance(step, Letter)] == [Letter(7, 6)]
    assert_impossible(solve(position(**HOME, blacks=[5, 7]), budget=NODES_ONLY))


def test_white_one_day_short_comes_home_with_the_map_only() -> None:
    """White comes from day 3 to day 6 with the R3; the blacks on day 5 share four steps."""
    short = {**HOME, "hand": ["R3"], "blacks": [5, 5]}
    won = assert_won(solve(position(**short, items={"map": "ready", "tent": "used"}), budget=NODES_ONLY))
    assert [step for turn in won.line for step in turn if isinstance(step, MapStep)] == [MapStep(1)]
    assert_impossible(solve(position(**short, items={"map": "used", "tent": "used"}), budget=NODES_ONLY))


def test_an_unresolved_suit_without_cards_is_lost_by_a_theorem() -> None:
    """No red card is left, so the red letter cannot be won; the other four suits are."""
    start = position(white=5, blacks=[2, 6], hand=["B3", "W2"], deck=["G1", "Y2"], resolved=["G", "Y", "B", "W"])
    closed = assert_impossible(solve(start, budget=NODES_ONLY))
    assert (closed.positions, closed.bounds) == ((), ("sol.ending.suits-in-reach",))


def test_what_no_theorem_excludes_is_lost_by_a_closed_set() -> None:
    """One turn is left and the blacks share three steps: the one on day 7 takes one of them, so it is not there.

    White 3, blacks 4 and 7 make 14, so the sum of the days says nothing against it.
    """
    start = position(**HOME, blacks=[4, 7])
    closed = assert_impossible(solve(start, budget=NODES_ONLY))
    assert solitaire.format_position(start.key) in closed.positions
    assert not any("lost=" in line for line in closed.positions)


def test_a_lost_game_is_a_closed_set_of_one_and_a_won_one_an_empty_line() -> None:
    over = {"phase": "over", "white": 7, "blacks": [7, 7], "resolved": ALL_SUITS}
    won = solve(position(**over, outcome={"result": "won", "points": 12}))
    assert assert_won(won).line == ()
    lost = solve(position(**over, outcome={"result": "lost", "reason": "refill-draw"}))
    assert len(assert_impossible(lost).positions) == 1


def test_the_reading_of_a_failed_draw_decides() -> None:
    """The last refill finds no card: lost, or under `clear-check` won with all three pawns on day 7."""
    start = position(**{**HOME, "deck": []}, blacks=[5, 6])
    assert_impossible(solve(start, budget=NODES_ONLY))
    rulings = SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK)
    assert_won(solve(start, rulings=rulings, budget=NODES_ONLY), rulings)


def test_the_same_nodes_give_the_same_verdict() -> None:
    first, second = (solve(reference(6), budget=Budget(seconds=None, nodes=120)) for _ in range(2))
    assert isinstance(first, Undecided) and isinstance(second, Undecided)
    assert replace(first, spent=replace(first.spent, seconds=0.0)) == replace(
        second, spent=replace(second.spent, seconds=0.0)
    )
    assert first.spent.nodes == 120


@pytest.mark.parametrize("budget", [Budget(seconds=None, nodes=1), Budget(seconds=1e-6)])
def test_a_tiny_budget_leaves_it_undecided(budget: Budget) -> None:
    verdict = solve(reference(0), budget=budget)
    assert isinstance(verdict, Undecided)
    assert not verdict.interrupted
    assert verdict.spent.nodes <= 1
    assert (verdict.best, verdict.letters) == ((), 0)


def test_an_undecided_search_has_the_line_with_most_letters() -> None:
    verdict = solve(reference(6), budget=Budget(seconds=None, nodes=120))
    assert isinstance(verdict, Undecided)
    here = verdict.start
    for step in (step for turn in verdict.best for step in turn):
        here = solitaire.apply(here, step)
    assert len(here.resolved) == verdict.letters > 0


def test_an_interrupt_ends_the_search_with_the_best_so_far() -> None:
    seen: list[Progress] = []

    def interrupting(progress: Progress) -> None:
        seen.append(progress)
        raise KeyboardInterrupt

    verdict = solve(reference(0), progress=interrupting)
    assert isinstance(verdict, Undecided)
    assert verdict.interrupted
    assert [one.phase for one in seen] == ["depth-first search"]


def searches(start: Position) -> tuple[Search, Search]:
    return (
        depth_first(start, DEFAULT_RULINGS, Scope(), seed=0),
        beam(start, DEFAULT_RULINGS, Scope(), width=50, seed=0),
    )


def test_a_search_that_runs_dry_never_says_impossible() -> None:
    """Two red cards are left and the red letter needs three, so the bound cuts off every turn at once.

    Beam and depth-first search end after the start, and the kernel finds nothing.
    """
    fields = {"white": 1, "blacks": (2, 3), "hand": ["G1", "G2", "Y1", "B1"], "discard": ["R1", "R2", "R3", "R4"]}
    fields["items"] = {"tent": "used", "map": "used"}  # a tent brings cards back, so no theorem excludes the win
    start = solitaire.position_of(PositionDocument.model_validate(fields))
    for search in searches(start):
        assert [node.position for node in search if node is not None] == [start]
    verdict = solve(start, budget=Budget(seconds=None, nodes=300))
    assert isinstance(verdict, Undecided)
    assert "beams of width 50 with items" in verdict.spent.tried


# Fewest turns


@pytest.mark.parametrize("number", [0, 2, 6])
def test_a_deal_without_items_takes_sixteen_turns(number: int) -> None:
    """Fifteen events, one a turn, and a last turn with white on day 7, where none can lie."""
    verdict = solve(reference(number), goal=Goal.TURNS, budget=NODES_ONLY)
    assert isinstance(verdict, Proved)
    assert (len(verdict.line), verdict.theorems) == (16, ("sol.ending.turns-to-go",))
    assert verdict.evidence == (Evidence.LINE, Evidence.THEOREM)


def test_a_line_longer_than_the_bound_is_bounded() -> None:
    """With the backpack the bound counts letters alone: five turns with one each, and the last one."""
    verdict = solve(reference(0, ("map", "backpack")), goal=Goal.TURNS, budget=Budget(seconds=None, nodes=400))
    assert isinstance(verdict, Bounded)
    assert verdict.least == 6 < len(verdict.line)
    here = verdict.start
    for step in (step for turn in verdict.line for step in turn):
        here = solitaire.apply(here, step)
    assert here.outcome == verdict.outcome


def test_an_interrupt_keeps_the_shortest_line_so_far() -> None:
    def interrupting(progress: Progress) -> None:
        if progress.letters == 5:
            raise KeyboardInterrupt

    verdict = solve(reference(0, ("map", "backpack")), goal=Goal.TURNS, progress=interrupting)
    assert isinstance(verdict, (Bounded, Undecided))
    assert verdict.interrupted


def test_fewest_turns_of_a_lost_position_is_impossible_too() -> None:
    assert_impossible(solve(position(**HOME, blacks=[4, 7]), goal=Goal.TURNS, budget=NODES_ONLY))
