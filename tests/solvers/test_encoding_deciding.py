"""Deciding by formula: wins that the rules play, agreement with looking at everything, the clock, and interrupts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from random import Random

import pytest
from pysat.solvers import Solver

from tabi.rules import solitaire
from tabi.rules.solitaire import Event, Lost, Position, Won, apply, legal_steps
from tabi.rules.solitaire.bounds import turns_to_go
from tabi.solvers import formulas
from tabi.solvers.encoding import (
    Counter,
    Disagreement,
    Engine,
    EngineFailed,
    Sat,
    Unknown,
    Unsat,
    asking,
    decide,
    pawns,
    tables,
    why_not_encoded,
)
from tabi.solvers.encoding.asking import ask
from tabi.solvers.encoding.cnf import Cnf
from tabi.solvers.encoding.deciding import winning
from tabi.solvers.verdict import Goal
from tabi.spec.solitaire import CARDS, Deal, Suit
from tabi.spec.solitaire.rulings import DeckOut, RadioShort, SolitaireRulings

DEALS = Path(__file__).parents[1] / "data" / "reference_deals.jsonl"
SEEDS = 400 if os.environ.get("HYPOTHESIS_PROFILE") == "fuzz" else 40
PATIENCE = 100.0
"""Seconds for questions that take a few; the machine may be busy."""


def reference(number: int, deck: int = 26) -> Position:
    """The start of a reference deal, with the deck cut to so many cards."""
    line = DEALS.read_text(encoding="utf-8").splitlines()[number]
    start = solitaire.start(Deal.model_validate(json.loads(line)))
    fields = {name: getattr(start, name) for name in ("bay_road_day", "white", "blacks", "hand")}
    return Position.checked(**fields, deck=start.deck[:deck], discard=start.deck[deck:])


def end_of(start: Position, decision: Sat) -> Position:
    here = start
    for step in decision.line:
        here = apply(here, step)
    return here


# Full length


@pytest.mark.parametrize("engine", ["sat", "z3"])
def test_a_reference_deal_is_won_in_sixteen_turns(engine: Engine) -> None:
    start = reference(1)
    won = decide(start, 16, engine, PATIENCE)
    assert isinstance(won, Sat)
    end = end_of(start, won)
    assert isinstance(end.outcome, Won)
    assert (won.turns, end.turn) == (16, 16)


@pytest.mark.parametrize("engine", ["sat", "z3"])
def test_no_deal_is_won_with_a_deck_of_nineteen(engine: Engine) -> None:
    """Sixteen turns leave three laps: a way of 6 + 21 = 27 days. Fifteen events are 5 x (1 + 2 + 3) = 30 at least."""
    assert decide(reference(0, deck=19), 16, engine, PATIENCE) == Unsat(16, 16, tuple(Counter))


def test_fewer_turns_than_the_bound_are_never_asked_for() -> None:
    assert decide(reference(0), 15, "sat", 0.0) == Unsat(15, 16, tuple(Counter))


# Small games, looked at wholly


def late(random: Random) -> Position:
    """A late beginning of a turn with a deck of one to three cards, most suits resolved, pawns near their end."""
    left = random.sample(CARDS, len(CARDS))
    resolved = random.sample(list(Suit), random.choice((4, 5, 5, 5)))
    left.sort(key=lambda card: card.suit not in resolved)
    columns = tuple(tuple(Event(left.pop()) for _ in range(random.randint(0, 2))) for _ in range(6))
    random.shuffle(left)
    hand = [left.pop() for _ in range(random.choice((1, 2, 3, 4)))]
    deck = [left.pop() for _ in range(random.choice((1, 2, 2, 3)))]
    return Position.checked(
        white=random.randint(1, 7),
        blacks=(random.randint(1, 7), random.randint(1, 7)),
        columns=columns,
        hand=tuple(hand),
        deck=tuple(deck),
        discard=tuple(left),
        resolved=tuple(resolved),
        letters=random.choice((0, 0, 0, 1)),
    )


def shortest_win(start: Position) -> int | None:
    """The fewest turns in which the rules win from a turn's beginning, by looking at everything; None for no win."""
    level, met, turns = {start.key}, {start.key}, 0
    while level:
        turns += 1
        following = set[Position]()
        stack = list(level)
        while stack:
            here = stack.pop()
            for step in legal_steps(here):
                after = apply(here, step)
                if isinstance(after.outcome, Won):
                    return turns
                if isinstance(after.outcome, Lost) or after.key in met:
                    continue
                met.add(after.key)
                (stack.append if after.turn == here.turn else following.add)(after.key)
        level = following
    return None


def is_satisfiable(start: Position, turns: int) -> bool:
    with Solver("cadical153", bootstrap_with=winning(start, turns).cnf.clauses) as solver:
        return solver.solve() is True


def test_late_games_are_won_in_as_few_turns_as_by_looking_at_everything() -> None:
    """No game without items has more turns than cards in the deck, so these horizons are whole."""
    answers = []
    for seed in range(SEEDS):
        start = late(Random(seed))
        fewest = next((turns for turns in range(1, len(start.deck) + 1) if is_satisfiable(start, turns)), None)
        assert fewest == shortest_win(start), solitaire.format_position(start)
        assert fewest is None or turns_to_go(start) <= fewest
        answers.append(fewest)
    assert {None, 1, 2} <= set(answers)


HOME = Position.checked(
    white=3, blacks=(5, 6), hand=(CARDS[3],), deck=(CARDS[0],), resolved=tuple(Suit),
    discard=tuple(card for card in CARDS if card not in (CARDS[3], CARDS[0])),
)  # fmt: skip
"""R4 takes white to day 7 and the blacks share three steps: 5+2 and 6+1."""


@pytest.mark.parametrize("engine", ["sat", "z3"])
def test_a_win_in_one_turn_and_a_lost_game(engine: Engine) -> None:
    won = decide(HOME, 1, engine, PATIENCE)
    assert isinstance(won, Sat)
    assert solitaire.format_turn(won.line) == "play R4; blacks 5+2 6+1; place; refill; resolve; trim"
    lost = Position.checked(**{**HOME.__dict__, "blacks": (5, 7)})
    assert isinstance(decide(lost, 1, engine, PATIENCE), Unsat)


# A wrong encoding, engines that fail, the clock, interrupts


def test_a_wrong_encoding_prints_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blacks that go nowhere would win with both on day 7 already; the rules refuse to play it."""
    stays = tuple(tuple((pair,) for pair in range(len(tables.PAIRS))) for _ in range(6))
    monkeypatch.setattr(pawns, "blacks_moves", lambda _: stays)
    with pytest.raises(Disagreement):
        decide(Position.checked(**{**HOME.__dict__, "blacks": (7, 7)}), 1, "sat", PATIENCE)


def test_an_engine_that_breaks_is_no_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    broken = tmp_path / "child.py"
    broken.write_text("raise SystemExit('no engine here')")
    monkeypatch.setattr(asking, "CHILD", broken)
    with pytest.raises(EngineFailed, match="no engine here"):
        ask("sat", "p cnf 1 1\n1 0\n", PATIENCE)


@pytest.mark.skipif(sys.platform == "win32", reason="there the system does not end a process for that")
def test_an_engine_whose_trace_grows_too_long_gives_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five pigeons and four holes: no model, and a trace of many lines."""
    formula = Cnf()
    holes = [formula.bits(4) for _ in range(5)]
    for pigeon in holes:
        formula.add(*pigeon)
    for hole, (one, other) in product(range(4), combinations(holes, 2)):
        formula.add(-one[hole], -other[hole])
    trace = tmp_path / "trace"
    assert ask("sat", formula.dimacs(), PATIENCE, trace) == asking.Answer(None)
    assert trace.stat().st_size > 200
    monkeypatch.setattr(asking, "MOST_TRACED", 200)
    assert ask("sat", formula.dimacs(), PATIENCE, trace) is None


@pytest.mark.parametrize("engine", ["sat", "z3"])
def test_engines_answer_plain_formulas(engine: Engine) -> None:
    """Variable 2 follows from 1; with its negation there is no model."""
    answer = ask(engine, "p cnf 3 3\n1 0\n-1 2 0\n-3 0\n", PATIENCE)
    assert answer is not None
    assert answer.true == frozenset((1, 2))
    assert ask(engine, "p cnf 2 3\n1 0\n-1 2 0\n-2 0\n", PATIENCE) == asking.Answer(None)


@pytest.mark.parametrize("engine", ["sat", "z3"])
def test_the_clock_leaves_it_unknown_and_no_process_behind(engine: Engine) -> None:
    before = time.monotonic()
    assert decide(reference(0), 17, engine, 0.4) == Unknown((16, 17), ())
    assert time.monotonic() - before < 20
    assert children(os.getpid()) == []


def children(process: int) -> list[int]:
    listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False)
    ids = [int(word) for word in listed.stdout.split()]
    return [one for one in ids if "child.py" in command_of(one)]


def command_of(process: int) -> str:
    shown = subprocess.run(
        ["ps", "-ww", "-o", "args=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return shown.stdout


ASKING = """
import json, sys
from tabi.rules import solitaire
from tabi.solvers.encoding import decide
from tabi.spec.solitaire import Deal
try:
    decide(solitaire.start(Deal.model_validate(json.loads(sys.argv[1]))), 19, "z3", 300.0)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize(
    ("sent", "says"), [(signal.SIGINT, "interrupted\n"), (signal.SIGTERM, ""), (signal.SIGKILL, "")]
)
def test_an_interrupt_leaves_no_process_behind(sent: signal.Signals, says: str) -> None:
    deal = DEALS.read_text(encoding="utf-8").splitlines()[2]
    with subprocess.Popen([sys.executable, "-c", ASKING, deal], stdout=subprocess.PIPE, text=True) as asker:
        try:
            assert until(lambda: children(asker.pid) != []), "the engine never started"
            found = children(asker.pid)
            time.sleep(0.5)  # the engine's process is set up
            asker.send_signal(sent)
            said, _ = asker.communicate(timeout=PATIENCE)
        finally:
            asker.kill()
    assert said == says
    assert until(lambda: not any("child.py" in command_of(one) for one in found))


def until(holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold before patience ends."""
    end = time.monotonic() + PATIENCE
    while not (held := holds()) and time.monotonic() < end:
        time.sleep(0.05)
    return held


# Proofs, the same text, what is covered


def test_a_no_leaves_formula_and_proof(tmp_path: Path) -> None:
    lost = Position.checked(**{**HOME.__dict__, "blacks": (4, 6)})
    decision = decide(lost, 1, "sat", PATIENCE, proofs=tmp_path)
    assert isinstance(decision, Unsat)
    assert [path.name for path in decision.proofs] == ["turns-1.lrat"]
    assert (tmp_path / "turns-1.cnf").read_text().startswith("p cnf ")
    assert (tmp_path / "turns-1.lrat").read_text().splitlines()[-1].endswith("0")


def test_equal_questions_have_equal_formulas() -> None:
    """Also in another process with another hash seed."""
    code = (
        "import hashlib; from tabi.rules import solitaire; from tabi.spec.solitaire import CARDS, Deal;"
        "from tabi.solvers.encoding.deciding import winning;"
        "start = solitaire.start(Deal(deck=CARDS, bay_road_day=3));"
        "print(hashlib.sha256(winning(start, 3).cnf.dimacs().encode()).hexdigest())"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


def test_readings_do_not_matter_where_a_turn_begins() -> None:
    assert why_not_encoded(HOME, SolitaireRulings()) is None
    assert why_not_encoded(HOME, SolitaireRulings(radio_short=RadioShort.PARTIAL)) is None
    assert why_not_encoded(HOME, SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK)) is None


# The proof of a bound


@pytest.mark.parametrize(("of_no_win", "horizon"), [(False, 1), (True, None)])
def test_a_bound_is_proved_by_fewer_formulas_where_all_take_too_long(
    of_no_win: bool, horizon: int | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """No win in one turn is written in time, none in two is not; that there is none at all needs both."""

    def written(_: object, __: object, turns: int, *rest: object, progress: Callable[[int, int], None]) -> int:
        while turns > 1:
            progress(0, 1)
        return turns

    monkeypatch.setattr(formulas, "certificate_of", written)
    question = formulas.Question(HOME, HOME, Goal.TURNS, SolitaireRulings())
    inquiry = formulas.Inquiry(question, "sat", tmp_path, lambda: None)
    parts = tuple(formulas.Part(turns, tmp_path / "formula", tmp_path / "proof") for turns in (1, 2))
    monkeypatch.setattr(formulas.Inquiry, "parts", parts)
    assert str(inquiry.proof(0.2, lambda: None, of_no_win=of_no_win)) == str(horizon)
    assert inquiry.words == ("its proof could not be written in the time",)
