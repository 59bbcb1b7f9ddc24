"""`solve` for most points: a line that the rules replay, and that there is no better one only where that is checked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from time import sleep

import pytest

from solvers.test_solve import HOME, assert_impossible, position, reference
from tabi.rules import solitaire
from tabi.rules.certificates import CnfProof, Valid, check
from tabi.rules.solitaire import Position, Won
from tabi.rules.solitaire.points import GOING, points_to_go
from tabi.rules.solitaire.points_deal import DEAL, points_of_deal
from tabi.rules.valued import ValuedSet
from tabi.solvers import Bounded, Budget, Evidence, Goal, Progress, Proved, Undecided, Verdict, solve
from tabi.solvers.cnfproof import check_cnf_proof
from tabi.solvers.documents import verdict_document
from tabi.solvers.encoding import climbing
from tabi.solvers.encoding.asking import Stop
from tabi.solvers.kernel.jit import is_compiling
from tabi.solvers.points import deciding, exact, exact_proof, search
from tabi.solvers.points.exact import Exhausted
from tabi.solvers.points.pairs import best_items
from tabi.solvers.points.search import Better
from tabi.solvers.verdict import EngineName, Line
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, EffectWalk, Nearest, SolitaireRulings

FEW_NODES = Budget(seconds=None, nodes=4_000)
TO_THE_END = Budget(seconds=None)
"""Questions with few cards left come to their end by themselves."""
LAST = {
    "white": 3,
    "blacks": [2, 2],
    "resolved": ["R", "G", "Y", "B", "W"],
    "hand": ["R1", "R3", "G2", "Y2"],
    "deck": ["B1", "B2", "B3", "B4"],
}
LAST_TURNS = position(**LAST)
"""White needs four days: 1 and 3 or 2 and 2 in two turns, or 1, 1 and 2 in three; a lap would need eleven days.

The numbers of the turns before the last one count once for each pawn in white's place, and these are two at most: with
n days played by white, the three stand together only where 3 n = 5 modulo 7, which is n = 4, white's last place. So 3,
or 1 and 2, count twice at most: six points. Three and one have them: `play R3`, one black four days to day 6, home.
"""


def replayed(verdict: Verdict, rulings: SolitaireRulings = DEFAULT_RULINGS) -> Won:
    """What the line of a win leads to, by the rules."""
    assert isinstance(verdict, (Proved, Bounded))
    here = verdict.start
    for step in chain.from_iterable(verdict.line):
        here = solitaire.apply(here, step, rulings)
    assert here.outcome == verdict.outcome and isinstance(here.outcome, Won)
    return here.outcome


def test_the_most_points_of_the_last_turns_are_proved() -> None:
    verdict = solve(LAST_TURNS, goal=Goal.POINTS, engine="search", budget=TO_THE_END)
    assert replayed(verdict) == Won(6)
    assert isinstance(verdict, Proved) and isinstance(verdict.bound, ValuedSet)
    assert verdict.evidence == (Evidence.LINE, Evidence.CLOSED_SET, Evidence.THEOREM)
    assert (verdict.bound.claim, verdict.bound.value) == ("most-points", 6)
    assert isinstance(valid := check(verdict.bound), Valid)
    assert all(theorem in valid.trusts for theorem in verdict.theorems)
    document = verdict_document(verdict, DEFAULT_RULINGS, Budget(), goal=Goal.POINTS)
    assert (document.points, document.lower_bound, document.upper_bound) == (6, 6, 6)


def test_points_that_the_start_has_are_counted() -> None:
    verdict = solve(position(**LAST, points=10), goal=Goal.POINTS, engine="search", budget=TO_THE_END)
    assert isinstance(verdict, Proved) and replayed(verdict) == Won(16)
    assert isinstance(verdict.bound, ValuedSet) and verdict.bound.value == 16


def test_the_middle_of_a_turn_is_a_start_too() -> None:
    """After `play R1` the one counts twice, and then a two; the three would have brought as much."""
    middle = solitaire.apply(LAST_TURNS, solitaire.parse_step("play R1"))
    verdict = solve(middle, goal=Goal.POINTS, engine="search", budget=TO_THE_END)
    assert isinstance(verdict, Proved) and replayed(verdict) == Won(6)


def test_a_deal_is_bounded_and_the_same_nodes_give_the_same_line() -> None:
    verdicts = [solve(reference(0), goal=Goal.POINTS, budget=FEW_NODES) for _ in range(2)]
    first, second = verdicts
    assert isinstance(first, Bounded) and isinstance(second, Bounded)
    assert (first.line, first.spent.nodes) == (second.line, second.spent.nodes)
    assert first.most is not None and first.most > replayed(first).points
    assert (first.least, first.evidence) == (None, (Evidence.LINE, Evidence.THEOREM))
    document = verdict_document(first, DEFAULT_RULINGS, FEW_NODES, goal=Goal.POINTS)
    assert (document.lower_bound, document.upper_bound) == (first.outcome.points, first.most)


def test_the_lower_of_two_bounds_is_told_with_its_theorem() -> None:
    """A whole deal has a bound of its own; under another walk through the effects, as late in a game, it has not."""
    start, walk = solitaire.start(reference(0)), SolitaireRulings(effect_walk=EffectWalk.POSITION)
    whole = solve(start, goal=Goal.POINTS, budget=FEW_NODES)
    other = solve(start, goal=Goal.POINTS, rulings=walk, engine="search", budget=FEW_NODES)
    assert isinstance(whole, Bounded) and isinstance(other, Bounded)
    assert (whole.most, whole.theorems) == (points_of_deal(start, DEFAULT_RULINGS), (DEAL,))
    assert (other.most, other.theorems) == (points_to_go(start, walk), (GOING,))
    assert whole.most is not None and other.most is not None and whole.most < other.most


@pytest.mark.skipif(not is_compiling(), reason="plain Python follows few positions")
def test_more_nodes_find_more_points_than_the_first_win() -> None:
    win = solve(reference(0), budget=FEW_NODES)
    more = solve(reference(0), goal=Goal.POINTS, budget=FEW_NODES)
    assert replayed(more).points > replayed(win).points + 40


def test_a_lost_position_has_no_points() -> None:
    assert_impossible(solve(position(**HOME, blacks=[4, 7]), goal=Goal.POINTS, engine="search", budget=TO_THE_END))


def test_without_a_win_the_points_are_undecided() -> None:
    assert isinstance(solve(reference(0), goal=Goal.POINTS, budget=Budget(seconds=None, nodes=1)), Undecided)


def test_readings_that_the_kernel_lacks_leave_the_first_win_and_the_bound() -> None:
    rulings = SolitaireRulings(effect_walk=EffectWalk.POSITION)
    verdict = solve(LAST_TURNS, goal=Goal.POINTS, rulings=rulings, engine="search", budget=FEW_NODES)
    assert isinstance(verdict, Bounded) and verdict.bound is None
    replayed(verdict, rulings)


@pytest.mark.parametrize("engine", ["sat", "z3"])
def test_formulas_climb_too_and_their_proofs_are_checked(engine: EngineName) -> None:
    verdict = solve(LAST_TURNS, goal=Goal.POINTS, engine=engine, budget=Budget(seconds=600))
    assert isinstance(verdict, Proved) and replayed(verdict) == Won(6) and verdict.engine == engine
    assert isinstance(verdict.bound, CnfProof) and (verdict.bound.claim, verdict.bound.points) == ("at-most-points", 6)
    assert verdict.evidence == (Evidence.LINE, Evidence.CNF_PROOF, Evidence.THEOREM)
    assert isinstance(valid := check_cnf_proof(verdict.bound), Valid)
    assert all(theorem in valid.trusts for theorem in verdict.theorems)
    document = verdict_document(verdict, DEFAULT_RULINGS, Budget(), goal=Goal.POINTS)
    assert (document.points, document.lower_bound, document.upper_bound) == (6, 6, 6)


def test_formulas_without_a_theorem_prove_nothing() -> None:
    """No theorem covers their moments under this reading, so that they find no more is told and not claimed."""
    rulings = SolitaireRulings(nearest=Nearest.ANYWHERE)
    verdict = solve(LAST_TURNS, goal=Goal.POINTS, rulings=rulings, engine="sat", budget=Budget(seconds=600))
    assert isinstance(verdict, Bounded) and replayed(verdict, rulings) == Won(6)
    assert "no win has more than 6 points" in verdict.known and deciding.UNFOUNDED in verdict.known
    assert verdict.most is not None and verdict.most > 6 and verdict.bound is None


def test_formulas_that_run_out_of_time_leave_the_bound_of_a_theorem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(climbing, "asked", lambda *_: None)
    verdict = solve(LAST_TURNS, goal=Goal.POINTS, engine="sat", budget=Budget(seconds=600))
    assert isinstance(verdict, Bounded) and replayed(verdict) == Won(6)
    assert verdict.most is not None and verdict.most > 6 and (verdict.bound, verdict.known) == (None, "")


def test_what_was_not_tried_to_its_end_is_left_to_formulas(monkeypatch: pytest.MonkeyPatch) -> None:
    """`auto` asks them when the exhaustion gives up; with a limit of nodes not, for that would not bound them."""
    monkeypatch.setattr(exact, "exhaust", lambda *_: Exhausted(None, None, 0, "for a test", ()))
    verdict = solve(LAST_TURNS, goal=Goal.POINTS, budget=Budget(seconds=600))
    assert isinstance(verdict, Proved) and replayed(verdict) == Won(6) and isinstance(verdict.bound, CnfProof)
    bounded = solve(LAST_TURNS, goal=Goal.POINTS, budget=Budget(seconds=None, nodes=4_000))
    assert isinstance(bounded, Bounded) and bounded.bound is None


def test_what_formulas_leave_open_is_tried_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time to try all before them, and no answer of theirs; then nothing is left but to try all."""
    tried, whole = list[object](), exact.exhaust

    def at_the_second_try(start: Position, rulings: SolitaireRulings, known: Line, limits: exact.Limits) -> Exhausted:
        tried.append(limits)
        return Exhausted(None, None, 0, "late", ()) if len(tried) == 1 else whole(start, rulings, known, limits)

    monkeypatch.setattr(exact, "exhaust", at_the_second_try)
    monkeypatch.setattr(deciding, "_climbed", lambda *_: None)
    verdict = solve(LAST_TURNS, goal=Goal.POINTS, budget=Budget(seconds=600))
    assert isinstance(verdict, Proved) and isinstance(verdict.bound, ValuedSet)
    assert len(tried) == 2


@pytest.mark.parametrize(("engine", "proves"), [("auto", True), ("search", False)])
def test_with_more_cards_formulas_are_asked_after_beams(
    engine: EngineName, proves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The four cards of this deck count as more than can be tried."""
    monkeypatch.setattr(deciding, "EXACT_DECK", 0)
    budget = Budget(seconds=600) if proves else FEW_NODES
    verdict = solve(LAST_TURNS, goal=Goal.POINTS, engine=engine, budget=budget)
    assert replayed(verdict) == Won(6)
    assert isinstance(verdict, Proved if proves else Bounded)


def test_an_interrupt_ends_the_formulas_and_keeps_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes to the thread that tells of the progress, while another one asks."""
    stops = list[Stop]()

    def asking(*_: object, stop: Stop, **__: object) -> None:
        stops.append(stop)
        while not stop.is_set:
            sleep(0.01)

    def told(progress: Progress) -> None:
        if progress.phase == deciding.CLIMBING and stops:
            raise KeyboardInterrupt

    monkeypatch.setattr(climbing, "climb", asking)
    verdict = solve(LAST_TURNS, goal=Goal.POINTS, engine="sat", budget=Budget(seconds=600), progress=told)
    assert isinstance(verdict, Bounded) and verdict.interrupted and replayed(verdict).points <= 6
    assert [stop.is_set for stop in stops] == [True]


def test_an_interrupt_keeps_the_best_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    best = solve(LAST_TURNS, goal=Goal.POINTS, engine="search", budget=TO_THE_END)
    assert isinstance(best, Proved)

    def stopped(*_: object) -> Iterator[Better]:
        yield Better(6, best.line)
        raise KeyboardInterrupt

    monkeypatch.setattr(search, "improving", stopped)
    verdict = solve(LAST_TURNS, goal=Goal.POINTS, engine="search", budget=TO_THE_END)
    assert isinstance(verdict, Bounded) and verdict.interrupted
    assert replayed(verdict) == Won(6)


def test_a_set_that_the_rules_do_not_confirm_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each value is one too low, as by a kernel that lacks a way to score."""
    right = exact_proof.valued_set

    def wrong(*given: object) -> ValuedSet | None:
        found = right(*given)  # type: ignore[arg-type]  # passed on as it came
        return found and found.model_copy(update={"values": tuple(value - 7 for value in found.values)})

    monkeypatch.setattr(exact_proof, "valued_set", wrong)
    verdict = solve(LAST_TURNS, goal=Goal.POINTS, engine="search", budget=TO_THE_END)
    assert isinstance(verdict, Bounded)
    assert "a proof that does not hold" in verdict.spent.tried and verdict.known == deciding.UNCHECKED


def test_a_set_that_is_too_long_is_not_written_and_nothing_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "LISTED", -1)
    verdict = solve(LAST_TURNS, goal=Goal.POINTS, engine="search", budget=TO_THE_END)
    assert isinstance(verdict, Bounded) and verdict.known == deciding.UNCHECKED


def test_progress_tells_points_and_the_bound() -> None:
    told: list[Progress] = []
    solve(reference(0), goal=Goal.POINTS, budget=FEW_NODES, progress=told.append)
    last = told[-1]
    assert last.points is not None and last.most is not None and last.points < last.most


# Pairs of items


def test_the_best_pair_of_items_has_a_line_that_the_rules_play() -> None:
    tried = best_items(reference(0), DEFAULT_RULINGS, Budget(seconds=None, nodes=8_000))
    assert len(tried.table) == 15 == len({one.items for one in tried.table})
    points = [one.points for one in tried.table]
    assert points == sorted(points, reverse=True) and points[0] > 0
    assert tried.deal.items == tried.table[0].items
    assert tried.verdict.start == solitaire.start(tried.deal)
    assert replayed(tried.verdict).points == points[0]
    for one in tried.table:
        if one.better is not None:
            here = solitaire.start(tried.deal.model_copy(update={"items": one.items}))
            for step in chain.from_iterable(one.better.line):
                here = solitaire.apply(here, step)
            assert here.outcome == Won(one.points)


def test_an_interrupt_keeps_the_table_of_pairs() -> None:
    def interrupting(progress: Progress) -> None:
        if progress.points is not None:
            raise KeyboardInterrupt

    tried = best_items(reference(0), DEFAULT_RULINGS, Budget(seconds=60), interrupting)
    assert isinstance(tried.verdict, Bounded) and tried.verdict.interrupted
    assert replayed(tried.verdict).points == tried.table[0].points
