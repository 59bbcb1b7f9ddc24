"""Engines: search, SAT solver and Z3 agree, each with its evidence; side by side they leave no process behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event

import pytest

from solvers.closing_positions import FOUR_CARDS
from solvers.test_encoding_deciding import DEALS, children, command_of, late, shortest_win, until
from tabi.rules import solitaire
from tabi.rules.certificates import ClosedSet, CnfProof, Valid, check
from tabi.rules.solitaire import Position, Won, apply
from tabi.rules.solitaire.bounds import turns_to_go
from tabi.rules.solitaire.documents import PositionDocument
from tabi.solvers import (
    Bounded,
    Budget,
    Evidence,
    Goal,
    Impossible,
    Progress,
    Proved,
    Undecided,
    Verdict,
    beams,
    formulas,
    preparing,
    rounds,
    search,
    solve,
)
from tabi.solvers.cnfproof import check_cnf_proof
from tabi.solvers.encoding import Engine, asking
from tabi.solvers.encoding.asking import Answer, Stop
from tabi.solvers.encoding.deciding import asked
from tabi.solvers.encoding.question import Unrolled
from tabi.solvers.engines import Closure
from tabi.solvers.kernel import machine, supports
from tabi.solvers.kernel.jit import is_compiling
from tabi.solvers.run import NoWay, Run
from tabi.solvers.verdict import MOMENTS, EngineName, theorems_of
from tabi.spec.solitaire import Deal, SolitaireRulings
from tabi.spec.solitaire.rulings import (
    CameraDuration,
    DeckOut,
    EffectWalk,
    EmptyHand,
    MapWindow,
    Nearest,
    RadioShort,
    WalkEnd,
)

SEEDS = 60 if os.environ.get("HYPOTHESIS_PROFILE") == "fuzz" else 16
PATIENCE = 100.0
LONG = Budget(seconds=PATIENCE)
ALL: tuple[EngineName, ...] = ("search", "sat", "z3", "auto")
FORMULAS: tuple[EngineName, ...] = ("sat", "z3")
ALL_SUITS = ["R", "G", "Y", "B", "W"]
HOME = {"white": 3, "hand": ["R4"], "deck": ["R1"], "resolved": ALL_SUITS}
"""White comes to day 7 with the R4, the blacks share three steps, and the deck has one card for the one refill left."""


def reference(number: int, items: tuple[str, ...] = ()) -> Deal:
    line = DEALS.read_text(encoding="utf-8").splitlines()[number]
    return Deal.model_validate({**json.loads(line), "items": items})


def position(**fields: object) -> Position:
    return solitaire.position_of(PositionDocument.model_validate({"discard": ["rest"], **fields}))


def won_in(verdict: Verdict, rulings: SolitaireRulings | None = None) -> int:
    """The turns of a line that the rules play to a win."""
    assert isinstance(verdict, (Proved, Bounded)), verdict
    here = verdict.start
    for step in (step for turn in verdict.line for step in turn):
        here = apply(here, step, rulings or SolitaireRulings())
    assert isinstance(here.outcome, Won)
    return here.turn - verdict.start.turn + 1


def assert_checked(certificate: ClosedSet | CnfProof) -> None:
    """A checker accepts a certificate and names every theorem that the verdict names."""
    valid = check_cnf_proof(certificate) if isinstance(certificate, CnfProof) else check(certificate)
    assert isinstance(valid, Valid), valid
    assert all(theorem in valid.trusts for theorem in theorems_of(certificate))


# The same answers


def test_the_engines_agree_with_looking_at_everything_about_late_positions() -> None:
    """Whether it is won, and in how few turns: sought by every legal step, outside any engine."""
    kinds = Counter[object]()
    for seed in range(SEEDS):
        start = late(Random(seed))
        fewest = shortest_win(start)
        for engine in ALL[:3]:
            verdict = solve(start, engine=engine, budget=LONG)
            assert isinstance(verdict, Impossible if fewest is None else Proved), (seed, engine)
            if isinstance(verdict, Impossible):
                kinds[type(verdict.certificate)] += 1
            else:
                won_in(verdict)
    assert kinds[ClosedSet] > SEEDS // 2 and kinds[CnfProof] > 3


@pytest.mark.parametrize("engine", FORMULAS)
def test_formulas_prove_more_turns_to_be_needed_than_the_bound_says(engine: EngineName) -> None:
    """Of some late positions the bound allows one turn, and every legal step leads to a win in two at best."""
    raised = 0
    for seed in (2, 34, 35):
        start = late(Random(seed))
        fewest = shortest_win(start)
        assert fewest is not None and turns_to_go(start) < fewest
        verdict = solve(start, goal=Goal.TURNS, engine=engine, budget=LONG)
        assert isinstance(verdict, Proved)
        assert won_in(verdict) == fewest
        assert verdict.evidence == (Evidence.LINE, Evidence.CNF_PROOF, Evidence.THEOREM)
        assert isinstance(verdict.bound, CnfProof) and verdict.bound.horizon == fewest - 1
        assert_checked(verdict.bound)
        raised += 1
    assert raised == 3


@pytest.mark.parametrize("engine", ALL)
def test_each_engine_has_its_evidence_for_yes_and_no(engine: EngineName) -> None:
    """5+2 and 6+1 come home with three steps; of 4 and 7 the one on day 7 leaves it."""
    won = solve(position(**HOME, blacks=[5, 6]), engine=engine, budget=LONG)
    assert isinstance(won, Proved) and won.evidence == (Evidence.LINE,)
    lost = solve(position(**HOME, blacks=[4, 7]), engine=engine, budget=LONG)
    assert isinstance(lost, Impossible)
    decided = "search" if engine == "auto" else engine
    assert (won.engine, lost.engine) == (decided, decided)
    kind = Evidence.CLOSED_SET if decided == "search" else Evidence.CNF_PROOF
    assert lost.evidence == (kind, Evidence.THEOREM)
    assert isinstance(lost.certificate, CnfProof) is (decided != "search")
    assert_checked(lost.certificate)
    assert (MOMENTS in lost.theorems) is (decided != "search")


@pytest.mark.parametrize("engine", FORMULAS)
def test_formulas_take_up_a_turn_under_way(engine: EngineName) -> None:
    """The blacks go before the formula begins. A "no" amid a turn is a closed set, for a proof begins with a turn."""
    for blacks, expected in (([5, 6], Proved), ([4, 7], Impossible)):
        start = apply(position(**HOME, blacks=blacks), solitaire.parse_step("play R4"))
        verdict = solve(start, engine=engine, budget=LONG)
        assert isinstance(verdict, expected)
        if isinstance(verdict, Impossible):
            assert_checked(verdict.certificate)
    two = late(Random(2))  # it takes two turns, so a formula has the second one
    middle = apply(two, next(step for step in solitaire.legal_steps(two) if step.step == "play"))
    verdict = solve(middle, engine=engine, budget=LONG)
    assert isinstance(verdict, Proved if shortest_from_the_middle(middle) else Impossible)


def shortest_from_the_middle(start: Position) -> bool:
    """Whether a turn under way leads to a win, by every legal step."""
    stack, met = [start], {start.key}
    while stack:
        for step in solitaire.legal_steps(here := stack.pop()):
            after = apply(here, step)
            if isinstance(after.outcome, Won):
                return True
            if after.outcome is None and after.key not in met:
                met.add(after.key)
                stack.append(after)
    return False


def test_a_win_without_the_items_is_one_with_them_to_formulas() -> None:
    items = {"map": "ready", "tent": "ready"}
    won = solve(position(**HOME, blacks=[5, 6], items=items), engine="sat", budget=LONG)
    assert won_in(won) == 1 and won.engine == "sat"


# What is not proved is not claimed


def test_a_formula_that_may_lack_wins_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formulas, "why_unproved", lambda *_: "It lacks something.")
    verdict = solve(position(**HOME, blacks=[4, 7]), engine="sat", budget=LONG)
    assert isinstance(verdict, Undecided)
    assert verdict.engine == "sat"
    assert verdict.known == "no win in 1 turn by a formula, which may lack ways to play"


@pytest.mark.parametrize("engine", FORMULAS)
def test_formulas_say_no_neither_where_letters_nor_where_items_may_not_wait(engine: EngineName) -> None:
    """No theorem says that letters may wait under `empty-hand=lose`, nor items under `radio-short=partial`."""
    with_items = position(**HOME, blacks=[4, 7], items={"lantern": "used", "camera": "used"})
    asked = [(with_items, SolitaireRulings(radio_short=RadioShort.PARTIAL))]
    asked.append((position(**HOME, blacks=[4, 7]), SolitaireRulings(empty_hand=EmptyHand.LOSE)))
    for start, rulings in asked:
        verdict = solve(start, rulings=rulings, engine=engine, budget=LONG)
        assert isinstance(verdict, Undecided), verdict
        assert "which may lack ways to play" in verdict.known
        searched = solve(start, rulings=rulings, engine="search", budget=LONG)
        assert isinstance(searched, Impossible) and isinstance(searched.certificate, ClosedSet)


def test_a_proof_that_does_not_hold_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, progress: object) -> CnfProof:
        raise ValueError("line 3 does not follow")

    monkeypatch.setattr(formulas, "certificate_of", refuse)
    verdict = solve(position(**HOME, blacks=[4, 7]), engine="sat", budget=LONG)
    assert isinstance(verdict, Undecided)
    assert "a proof that does not hold (line 3 does not follow)" in verdict.known


def test_a_proof_that_takes_too_long_to_write_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object, progress: Callable[[int, int], None]) -> CnfProof:
        while True:
            progress(1, 2)

    monkeypatch.setattr(formulas, "certificate_of", slow)
    verdict = solve(position(**HOME, blacks=[4, 7]), engine="sat", budget=Budget(seconds=5))
    assert isinstance(verdict, Undecided)
    assert "its proof could not be written in the time" in verdict.known


def test_z3_alone_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Z3 says has no proof; where the SAT solver gives none either it is told in words."""

    def z3_only(
        formula: Unrolled, engine: Engine, seconds: float | None, proof: Path | None, stop: Stop
    ) -> Answer | None:
        return asked(formula, engine, seconds, proof, stop) if engine == "z3" else None

    monkeypatch.setattr(formulas, "asked", z3_only)
    verdict = solve(position(**HOME, blacks=[4, 7]), engine="z3", budget=LONG)
    assert isinstance(verdict, Undecided)
    assert verdict.known == "Z3 finds no win in 1 turn"


@pytest.mark.parametrize("engine", FORMULAS)
def test_an_engine_that_is_not_there_leaves_it_undecided(engine: EngineName, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "CHILD", Path(os.devnull) / "none.py")
    verdict = solve(position(**HOME, blacks=[4, 7]), engine=engine, budget=LONG)
    assert isinstance(verdict, Undecided)
    assert f"The engine {engine} gave no answer" in verdict.known


def test_an_engine_of_another_name_is_refused() -> None:
    with pytest.raises(ValueError, match="accepted: auto, search, z3, sat"):
        solve(reference(0), engine="steam")  # type: ignore[arg-type] # what is tested


# Readings that the kernel lacks, the kernel's faults, no Numba


@pytest.mark.parametrize(
    "rulings",
    [
        SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK),
        SolitaireRulings(map_window=MapWindow.NUMBER),
        SolitaireRulings(effect_walk=EffectWalk.POSITION),
        SolitaireRulings(effect_walk=EffectWalk.SNAPSHOT),
        SolitaireRulings(camera_duration=CameraDuration.PERMANENT),
        SolitaireRulings(nearest=Nearest.ANYWHERE),
        SolitaireRulings(walk_end=WalkEnd.OPEN),
    ],
    ids=lambda rulings: str(rulings.model_dump(exclude_defaults=True)),
)
def test_a_reading_that_the_kernel_lacks_is_searched_by_the_rules(rulings: SolitaireRulings) -> None:
    """By dives and beams through the rules alone; a position that is lost is shut in by the same rules."""
    assert not supports(rulings)
    verdict = solve(reference(1), rulings=rulings, budget=Budget(seconds=None, nodes=20_000), engine="search")
    won_in(verdict, rulings)
    assert "beams" not in verdict.spent.tried
    lost = solve(position(**HOME, blacks=[4, 7]), rulings=rulings, engine="search", budget=LONG)
    assert isinstance(lost, Impossible)
    assert_checked(lost.certificate)


def test_a_kernel_that_goes_astray_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The beams win soon; when the rules do not follow one there, they search by themselves."""

    def astray(*_: object) -> None:
        raise NoWay("No steps lead there.")

    monkeypatch.setattr(beams, "line_through", astray)
    monkeypatch.setattr(rounds, "DIVE_NODES", 1)
    monkeypatch.setattr(rounds, "FIRST_WIDTH", 2)
    verdict = solve(reference(2), engine="search", budget=Budget(seconds=None, nodes=2_000))
    assert "; beam of width 2: " in verdict.spent.tried and rounds.ASTRAY in verdict.spent.tried


WITHOUT_NUMBA = """
import sys
if sys.argv[1] == "without":
    sys.modules["numba"] = None
from tabi.solvers import Budget, Undecided, rounds, solve
from tabi.spec.solitaire import Deal
rounds.DIVE_NODES = 1
verdict = solve(Deal.model_validate_json(sys.argv[2]), budget=Budget(seconds=None, nodes=700))
print(verdict.best if isinstance(verdict, Undecided) else verdict.line, verdict.spent.nodes, verdict.spent.tried)
"""


def test_without_numba_the_answers_are_the_same() -> None:
    deal = reference(2).model_dump_json(exclude_none=True)
    ran = [
        subprocess.run([sys.executable, "-c", WITHOUT_NUMBA, how, deal], capture_output=True, text=True, check=True)
        for how in ("with", "without")
    ]
    assert ran[0].stdout == ran[1].stdout and "beams of width 50" in ran[0].stdout
    assert [one.stderr for one in ran] == ["", ""]


# The same nodes, the same answer


@pytest.mark.parametrize(("engine", "goal"), [("search", Goal.WIN), ("auto", Goal.WIN), ("search", Goal.TURNS)])
def test_the_same_nodes_give_the_same_verdict_on_two_cores(
    engine: EngineName, goal: Goal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With dives of one position the beams of the kernel decide; two of them run side by side."""
    monkeypatch.setattr(rounds, "DIVE_NODES", 1)
    for number, nodes in ((4, 900), (5, 3_000)):
        budget = Budget(seconds=None, nodes=nodes)
        verdicts = [solve(reference(number), goal, budget=budget, engine=engine) for _ in range(2)]
        assert "beams of width 50" in verdicts[0].spent.tried
        assert verdicts[0].spent.nodes <= nodes
        same = [replace(one, spent=replace(one.spent, seconds=0.0)) for one in verdicts]
        assert same[0] == same[1]


# Side by side


def endless(start: Position, rulings: SolitaireRulings, run: Run) -> Closure | None:
    """A search that never finds anything."""
    while True:
        run.check()
        time.sleep(0.01)


def test_formulas_answer_where_the_search_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "look_for_a_win", endless)
    monkeypatch.setattr(search, "HEAD_START", 0.05)
    for blacks, expected in (([5, 6], Proved), ([4, 7], Impossible)):
        verdict = solve(position(**HOME, blacks=blacks), budget=LONG)
        assert isinstance(verdict, expected) and verdict.engine == "sat"
    assert children(os.getpid()) == []


def test_formulas_go_on_when_the_search_has_nothing_left_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "look_for_a_win", lambda *_: None)
    verdict = solve(position(**HOME, blacks=[4, 7]), budget=LONG)
    assert isinstance(verdict, Impossible) and verdict.engine == "sat"


def test_a_rival_that_fails_leaves_the_search_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(formulas.Inquiry, "run", fail)
    monkeypatch.setattr(search, "HEAD_START", 0.0)
    won_in(solve(reference(0), budget=LONG))
    monkeypatch.setattr(search, "look_for_a_win", lambda *_: None)
    verdict = solve(reference(0), budget=LONG)
    assert isinstance(verdict, Undecided) and "a fault" in verdict.known


def test_an_exception_in_the_search_leaves_no_engine_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(start: Position, rulings: SolitaireRulings, run: Run) -> Closure | None:
        assert until(lambda: children(os.getpid()) != []), "the rival never started"
        raise RuntimeError("a fault")

    monkeypatch.setattr(search, "look_for_a_win", fail)
    monkeypatch.setattr(search, "HEAD_START", 0.0)
    with pytest.raises(RuntimeError, match="a fault"):
        solve(reference(2), budget=LONG)
    assert children(os.getpid()) == []


def test_a_budget_bounds_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "look_for_a_win", endless)
    monkeypatch.setattr(search, "HEAD_START", 0.0)
    before = time.monotonic()
    verdict = solve(reference(2), budget=Budget(seconds=0.5))
    assert isinstance(verdict, Undecided) and verdict.engine == "auto"
    assert time.monotonic() - before < 20
    assert children(os.getpid()) == []


# Interrupts


@pytest.mark.skipif(not is_compiling(), reason="nothing is compiled")
def test_nobody_waits_for_the_compiler_once_the_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing interrupts a compiler; this one goes on until it is told that nobody waits, or for half a minute."""
    nobody_waits, was_told = Event(), Event()

    def compiling(*_: object, **__: object) -> None:
        if nobody_waits.wait(30):
            was_told.set()

    monkeypatch.setattr(preparing, "follow", compiling)
    monkeypatch.setattr(machine, "turns_without_items", object())
    monkeypatch.setattr(rounds, "DIVE_NODES", 1)
    verdict = solve(reference(2), engine="search", budget=Budget(seconds=1.5))
    nobody_waits.set()
    assert isinstance(verdict, Undecided)
    assert was_told.wait(5)


@pytest.mark.skipif(not is_compiling(), reason="nothing is compiled")
def test_the_thread_that_hears_interrupts_never_waits_for_the_compiler() -> None:
    """An interrupt within the compiler's own callbacks is dropped, so nothing is compiled or loaded there."""
    deal = reference(2, ("map", "backpack")).model_dump_json(exclude_none=True)
    command = [sys.executable, "-c", COMPILING, deal, FOUR_CARDS[0]]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    threads = told.stdout.split()
    assert len(threads) >= 3
    assert "MainThread" not in threads


COMPILING = """
import sys
from threading import current_thread
from numba.core.dispatcher import Dispatcher
from tabi.rules.solitaire import parse_position
from tabi.solvers import Budget, Goal, solve
from tabi.spec.solitaire import Deal
compile = Dispatcher.compile
def told(self, signature):
    print(current_thread().name)
    return compile(self, signature)
Dispatcher.compile = told
deal, position = Deal.model_validate_json(sys.argv[1]), parse_position(sys.argv[2])
solve(deal, Goal.TURNS, budget=Budget(nodes=200_000), engine="search")
solve(deal, Goal.POINTS, budget=Budget(nodes=300_000), engine="search")
solve(position, Goal.POINTS, budget=Budget(nodes=100_000), engine="search")
"""


class Dropping:
    """Raises an interrupt where Python drops it: while it is thrown away."""

    def __del__(self) -> None:
        raise KeyboardInterrupt


def test_an_interrupt_that_python_drops_is_heard_all_the_same() -> None:
    hook, thrown = sys.unraisablehook, list[str]()

    def telling(at: Progress) -> None:
        if at.phase.startswith("beams") and not thrown:
            thrown.append(at.phase)
            Dropping()

    verdict = solve(reference(2, ("map", "backpack")), Goal.TURNS, engine="search", progress=telling)
    assert len(thrown) == 1
    assert isinstance(verdict, Undecided | Bounded)
    assert verdict.interrupted
    assert sys.unraisablehook is hook


ASKING = """
import sys
from tabi.solvers import Budget, Goal, solve
from tabi.spec.solitaire import Deal
engine, deal = sys.argv[1:]
verdict = solve(Deal.model_validate_json(deal), goal=Goal.TURNS, engine=engine, budget=Budget(seconds=300),
                progress=lambda at: print(at.phase, file=sys.stderr, flush=True))
print(type(verdict).__name__, verdict.interrupted)
"""


@pytest.mark.parametrize("engine", ALL)
def test_an_interrupt_ends_each_engine_with_what_is_known_and_no_process_behind(engine: EngineName) -> None:
    """With the backpack the bound is six turns, which nothing meets, so it goes on until it is stopped."""
    deal = reference(2, ("map", "backpack")).model_dump_json(exclude_none=True)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", ASKING, engine, deal], stdout=pipe, stderr=pipe, text=True) as asker:
        assert asker.stderr is not None
        try:
            asker.stderr.readline()
            needs_child = engine != "search"
            assert until(lambda: not needs_child or children(asker.pid) != []), "the engine never started"
            found = children(asker.pid)
            time.sleep(0.5)
            asker.send_signal(signal.SIGINT)
            said, complaint = asker.communicate(timeout=PATIENCE)
        finally:
            asker.kill()
    assert said.split() in (["Undecided", "True"], ["Bounded", "True"]), complaint
    assert "Traceback" not in complaint
    assert until(lambda: not any("child.py" in command_of(one) for one in found))
