"""The climb to the most points: against looking at everything, by the rules and by the kernel, and what it leaves."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from concurrent.futures import Future, wait
from pathlib import Path
from random import Random
from threading import Timer
from typing import Self

import pytest

from solvers.one_turn import small_beginning
from solvers.test_encoding_points import FUZZ, PAIRS, position, read
from tabi.rules import solitaire
from tabi.rules.solitaire import Event, Lost, Position, Won, apply, legal_steps
from tabi.rules.solitaire.position import evolve
from tabi.solvers.encoding import Sat, climbing, decide
from tabi.solvers.encoding.asking import EngineFailed, Stop, ask
from tabi.solvers.encoding.climbing import NO_WIN, WORKERS, Better, climb, horizons, leave_proofs, more_than
from tabi.solvers.encoding.climbing_talk import Talk, talk
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import by_steps
from tabi.solvers.encoding.scoring import scored
from tabi.solvers.kernel import machine
from tabi.solvers.kernel.machine import Ints
from tabi.solvers.kernel.packing import rules_word
from tabi.solvers.kernel.turns import Moments as KernelMoments
from tabi.solvers.kernel.turns import follow, level_of, new_pool, settings_for
from tabi.solvers.points.exact import exhaust
from tabi.spec.solitaire import CARDS, Item, Suit
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, DeckOut, SolitaireRulings
from tabi.spec.solitaire.steps import Step

GAMES = 600 if FUZZ else 8


# Whole games


def nearly_home(random: Random, pair: Sequence[Item]) -> Position:
    """All suits resolved; two cards lead home over a place with events, if they are played well.

    The first leads white to a day before 7, the second to day 7; the blacks stand where their shares lead home too.
    """
    start = small_beginning(random, pair)
    left = [card for card in CARDS if card.number < 6]
    first = random.choice(left)
    day = random.randint(1, 6)
    second = random.choice([card for card in CARDS if card.number == 7 - day and card is not first])
    rest = random.sample([card for card in CARDS if card not in (first, second)], 8)
    shares = [random.randint(1, max(1, 6 - card.number)) for card in (first, second)]
    others = [max(0, 7 - card.number - share) for card, share in zip((first, second), shares, strict=True)]
    columns = tuple(tuple(map(Event, rest[:2])) if one == day else () for one in range(1, 7))
    deck = tuple(rest[2 : random.choice((4, 5))])
    return Position.checked(
        bay_road_day=start.bay_road_day,
        white=(day - first.number - 1) % 7 + 1,
        blacks=((6 - sum(shares)) % 7 + 1, (6 - sum(others)) % 7 + 1),
        columns=columns,
        hand=(first, second),
        deck=deck,
        discard=tuple(card for card in CARDS if card not in {first, second, *rest[:2], *deck}),
        ready=start.ready,
        used=start.used,
        resolved=tuple(Suit),
        letters=random.choice((0, 1)),
        points=random.choice((0, 7)),
    )


TOO_MUCH = "too much"


def most_by_rules(start: Position, rulings: SolitaireRulings, limit: int) -> int | str | None:
    """The most points of all wins, None if there is none, by every legal step from everything that can be met."""
    best, met, stack = None, {start}, [start]
    while stack:
        here = stack.pop()
        for step in legal_steps(here, rulings):
            after = apply(here, step, rulings)
            if isinstance(after.outcome, Won):
                best = after.points if best is None else max(best, after.points)
            elif not isinstance(after.outcome, Lost) and (same := evolve(after, turn=1)) not in met:
                met.add(same)
                stack.append(same)
        if len(met) > limit:
            return TOO_MUCH
    return best


def end_of(start: Position, line: Sequence[Step], rulings: SolitaireRulings) -> Position:
    for step in line:
        start = apply(start, step, rulings)
    return start


@pytest.mark.parametrize(
    ("readings", "moments"),
    [({}, Moments.WINNING), ({"lantern_order": "player", "nearest": "player"}, Moments.ALL)],
    ids=["default", "others"],
)
def test_the_climb_ends_at_the_most_points_of_the_rules(readings: dict[str, str], moments: Moments) -> None:
    """With items too the climb must end at the best of all wins."""
    rulings, answers = read(**readings), list[int]()
    for seed in range(GAMES):
        pair = ((), *PAIRS)[5 * seed % (1 + len(PAIRS))]
        start = nearly_home(Random(f"home {seed}"), pair)
        most = most_by_rules(start, rulings, 20_000)
        if most is TOO_MUCH:
            continue
        came = climb(start, rulings, moments=moments)
        assert came.points == most, solitaire.format_position(start)
        assert came.open_turns == ()
        if came.line is not None:
            assert end_of(start, came.line, rulings).outcome == Won(came.points or 0)
            answers.append(came.points or 0)
        assert came.at_most == most
    assert len(set(answers)) >= 4


FIVE_LEFT = position(
    bay_road_day=5, white=5, blacks=[5, 5], deck=["G3", "G5", "Y5", "B4", "W5", "B2", "R6"], letters=1,
    hand=["R3", "R5", "Y1", "Y6"], resolved=["G", "Y", "B", "W"],
    columns={"1": ["W3", "B6"], "2": ["Y4", "B3"], "3": ["W1", "Y2"], "5": ["R2", "Y3", "W2"], "6": ["B1", "R1"]},
)  # fmt: skip
"""The last five turns of a line that a beam found in a reference deal."""


LAST_TURNS = (
    position(
        white=3, blacks=[2, 4], deck=["R2", "W1", "G5", "R4"], hand=["G3", "Y1", "B4", "B5"], letters=2,
        resolved=["R", "G", "Y", "B", "W"],
        columns={"1": ["G6", "R3"], "2": ["Y6", "B6"], "3": ["B2", "Y2"], "4": ["B1", "Y3"], "5": ["G2", "W4"]},
    ),
    position(
        bay_road_day=5, white=4, blacks=[1, 2], deck=["B4", "W5", "B2", "R6"], hand=["R3", "G5", "Y5", "Y6"], letters=2,
        resolved=["R", "G", "Y", "B", "W"],
        columns={
            "1": ["W3", "B6"], "2": ["Y4", "B3"], "3": ["R5", "W1"], "4": ["Y1"], "5": ["R2", "Y3", "W2"],
            "6": ["B1", "R1"],
        },
    ),
    position(
        bay_road_day=1, white=1, blacks=[1, 5], deck=["R4", "B2", "R5"], hand=["G3", "Y1", "B1", "B4"], letters=1,
        resolved=["R", "G", "Y", "W"],
        columns={
            "1": ["G5", "R3", "R6"], "2": ["W3", "Y6"], "3": ["R2", "Y4"], "4": ["B3", "G6"], "5": ["W4", "R1"],
            "6": ["W2", "B5"],
        },
    ),
)  # fmt: skip
"""The last three turns of such lines of reference deals, which may be played in more or fewer turns."""


def ends_of(level: Ints, start: Position, rulings: SolitaireRulings) -> Ints:
    """What whole turns lead to from the rows of a level, each once, with most points."""
    word, capacity = rules_word(start.bay_road_day, rulings), 16_384
    while True:
        pool = new_pool(capacity)
        settings = settings_for(word, KernelMoments.COMPLETE, len(level))
        follow(level, settings, pool, items=bool(start.ready or start.used))
        if not pool.counters[machine.FULL]:
            return pool.rows[: int(pool.counters[machine.KEPT])]
        capacity *= 4


def most_by_kernel(start: Position, rulings: SolitaireRulings) -> int | None:
    """The most points by the compiled rules at every moment, turn by turn: equal positions with most points go on."""
    level, best = level_of(start), list[int]()
    while len(level):
        kept = ends_of(level, start, rulings)
        phases = kept[:, machine.TABLE] >> machine.PHASE_AT & machine.PHASES
        best += [int(points) for points in kept[phases == machine.WON, machine.POINTS]]
        level = kept[phases != machine.WON]
    return max(best, default=None)


@pytest.mark.parametrize("number", range(len(LAST_TURNS)))
def test_the_climb_and_the_kernel_agree(number: int) -> None:
    start = LAST_TURNS[number]
    met = list[int]()
    came = climb(start, tell=lambda better: met.append(better.points))
    assert came.points == came.at_most == most_by_kernel(start, DEFAULT_RULINGS)
    assert met == sorted(set(met)) and met[-1] == came.points
    assert {part.turns for part in came.parts} == set(horizons(start, DEFAULT_RULINGS))


def dealt_anew(start: Position, seed: int) -> Position:
    """The position with hand and deck dealt anew, as it is for the first seed."""
    cards = [*start.hand, *start.deck]
    if seed:
        Random(f"dealt anew {seed}").shuffle(cards)
    size = len(start.hand)
    return evolve(start, hand=tuple(sorted(cards[:size])), deck=tuple(cards[size:]))


@pytest.mark.parametrize("seed", range(40 if FUZZ else 3))
def test_the_climb_and_the_exact_tail_agree(seed: int) -> None:
    """With four or five turns left, or as many as there may be: both come to their end."""
    start = dealt_anew(FIVE_LEFT, seed)
    tail, came = exhaust(start, DEFAULT_RULINGS), climb(start)
    assert tail.gave_up is None and came.open_turns == ()
    assert came.points == came.at_most == tail.value, solitaire.format_position(start)


def test_z3_climbs_as_high() -> None:
    start = LAST_TURNS[1]
    came = climb(start, engine="z3")
    assert (came.points, came.at_most) == (climb(start).points,) * 2


# The climb


def test_what_is_known_begins_the_climb_and_a_bound_ends_it() -> None:
    start = LAST_TURNS[1]
    best = climb(start)
    assert best.line is not None and best.points is not None
    met = list[object]()
    again = climb(start, known_line=best.line, tell=met.append)
    assert met == [] and (again.line, again.at_most, again.open_turns) == (best.line, best.at_most, ())
    assert [(part.turns, part.most) for part in again.parts] == [(turns, best.points) for turns in (3, 2, 1)]
    ended = climb(start, known_line=best.line, upper=best.points)
    assert (ended.at_most, ended.parts, ended.open_turns) == (best.points, (), ())
    with pytest.raises(ValueError, match="does not win"):
        climb(start, known_line=best.line[:-1])


def test_a_game_that_cannot_be_won_has_no_most_points() -> None:
    """Four suits are resolved, the fifth needs three more turns, and the deck has two cards."""
    lost = position(white=1, blacks=[1, 1], hand=["B1", "B2"], deck=["B3", "Y1"], resolved=["R", "G", "Y", "W"])
    came = climb(lost)
    assert (came.points, came.line, came.at_most) == (None, None, None)
    assert all(part.most == NO_WIN for part in came.parts)


def test_moments_that_are_left_out_exclude_nothing() -> None:
    """R1 leads white to day 6 and the map to day 7; the blacks share six steps: 4 + 3 and 4 + 3."""
    start = position(
        white=5, deck=["Y1"], items={"map": "ready", "tent": "used"}, resolved=["R", "G", "Y", "B", "W"], blacks=[4, 4],
        hand=["R1"],
    )  # fmt: skip
    came = climb(start, moments=Moments.SENSIBLE)
    assert (came.points, came.open_turns, came.at_most) == (0, (), None)
    assert climb(start).at_most == 0


def test_time_that_is_up_leaves_turns_open() -> None:
    came = climb(LAST_TURNS[1], seconds=0)
    assert came.open_turns == horizons(LAST_TURNS[1], DEFAULT_RULINGS)
    assert (came.points, came.at_most) == (None, None)


def test_a_stop_ends_the_climb_and_leaves_no_process() -> None:
    stop = Stop()
    formula = more_than(FIVE_LEFT, 5, 20)
    with talk("sat", formula.cnf.dimacs(), stop) as talking:
        process = talking._process
        Timer(0.1, stop).start()
        while talking.ask([], None) is not None:
            pass
    assert process is not None and process.poll() is not None


def test_an_interrupt_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = list[object]()

    def interrupted(self: object, *_: object) -> None:
        kept.append(self.__dict__["_process"])
        raise KeyboardInterrupt

    monkeypatch.setattr(Talk, "ask", interrupted)
    with pytest.raises(KeyboardInterrupt):
        climb(LAST_TURNS[1])
    processes = [one for one in kept if one is not None]  # a second one may not have been let begin
    assert processes
    assert all(process.poll() is not None for process in processes)  # type: ignore[attr-defined]  # processes


def test_an_interrupt_while_two_are_asked_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes to the thread that waits for those that ask; both engines have begun by then."""
    begun = list[subprocess.Popen[str]]()

    class Noted(subprocess.Popen[str]):
        def __enter__(self) -> Self:
            begun.append(self)
            return super().__enter__()

    def interrupted(doing: set[Future[object]], *_: object) -> tuple[set[Future[object]], set[Future[object]]]:
        if len(begun) < WORKERS:
            return wait(doing, 0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "Popen", Noted)
    monkeypatch.setattr(climbing, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        climb(FIVE_LEFT)
    assert [process.poll() is not None for process in begun] == [True] * WORKERS


def test_an_engine_that_is_not_there_is_told() -> None:
    with talk("sat", "p cnf 1 1\nwrong 0\n", Stop()) as talking, pytest.raises(EngineFailed, match="no answer"):
        talking.ask([], None)


def test_questions_without_points_are_refused() -> None:
    start = LAST_TURNS[1]
    with pytest.raises(ValueError, match="without points"):
        scored(by_steps(start, 1, Moments.ALL, DEFAULT_RULINGS))
    with pytest.raises(ValueError, match=r"sol\.deck-out"):
        climb(start, SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK))


def test_proofs_are_left_for_every_number_of_turns(tmp_path: Path) -> None:
    start = LAST_TURNS[1]
    best = climb(start).points
    assert best is not None
    rungs = leave_proofs(start, best, tmp_path)
    assert rungs is not None
    assert tuple(rung.turns for rung in rungs) == horizons(start, DEFAULT_RULINGS)
    for rung in rungs:
        assert rung.proof is not None and rung.proof.stat().st_size > 0
        assert rung.proof.with_suffix(".cnf").read_text() == more_than(start, rung.turns, best).cnf.dimacs()
    assert leave_proofs(start, best - 1, tmp_path) is None


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("is_slow", [False, True])
def test_a_climb_with_proofs_leaves_one_for_every_number_of_turns(
    number: int, is_slow: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the engine that keeps its formula is too slow and gives no answer; where no win is known, and there is
    none in two turns (the second of these starts)."""
    start = LAST_TURNS[number]
    best = climb(start)
    if is_slow:
        monkeypatch.setattr(Talk, "ask", lambda *_: None)
    came = climb(start, proofs=tmp_path, known_line=any_win(start) if number == 1 or is_slow else None)
    assert (came.points, came.at_most, came.open_turns) == (best.points, best.points, ())
    assert [part.turns for part in came.parts] == list(horizons(start, DEFAULT_RULINGS))
    for part in came.parts:
        assert part.proof is not None and part.most == best.points
        formula = more_than(start, part.turns, part.most).cnf.dimacs()
        assert part.proof.with_suffix(".cnf").read_text() == formula


def test_of_two_lines_found_side_by_side_the_better_one_stays() -> None:
    told = list[int]()
    start, stop = LAST_TURNS[1], Stop()
    ladder = climbing._Ladder(
        start, DEFAULT_RULINGS, "sat", Moments.WINNING, lambda one: told.append(one.points), stop, None
    )
    for points in (3, 7, 5, 7, 9):
        ladder._take(Better(points, 1, ()))
    assert told == [3, 7, 9] and ladder.best == Better(9, 1, ())


def any_win(start: Position) -> tuple[Step, ...]:
    """A win that formulas without points find."""
    found = decide(start, horizons(start, DEFAULT_RULINGS)[0], "sat", None)
    assert isinstance(found, Sat)
    return found.line


def test_the_points_of_the_start_count() -> None:
    start = LAST_TURNS[1]
    best = climb(start).points
    assert best is not None
    richer = evolve(start, points=100)
    assert climb(richer).points == best + 100
    answer = ask("sat", more_than(richer, 4, best + 100).cnf.dimacs(), None)
    assert answer is not None and answer.true is None


def test_letters_may_put_off_a_win_for_more_points() -> None:
    """R1 and 4 + 3, 4 + 3 win at once, without points; G2 would lead over day 7 (a lap) to W6 on day 2, B5 home.

    What two letters can do about the blacks meanwhile, so that it is worth the while, is left to all legal steps.
    """
    start = position(
        white=6, blacks=[4, 4], hand=["R1", "G2", "B5"], deck=["Y1", "Y2", "Y3", "Y4"], columns={"2": ["W6"]},
        resolved=["R", "G", "Y", "B", "W"], letters=2,
    )  # fmt: skip
    most, without = (most_by_rules(one, DEFAULT_RULINGS, 400_000) for one in (start, evolve(start, letters=0)))
    assert isinstance(most, int) and isinstance(without, int) and most > without > 0
    assert climb(start).at_most == most
