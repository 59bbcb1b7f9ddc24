"""Points as clauses against the rules: one turn with points, whole games with most points, and the climb to them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from threading import Timer
from types import ModuleType

import pytest
from pysat.solvers import Solver

from solvers.kernel_positions import composed
from solvers.one_turn import next_beginning, small_beginning, ways_to
from tabi.rules import solitaire
from tabi.rules.solitaire import Event, Lost, Position, Won, apply, effects, legal_steps
from tabi.rules.solitaire.documents import PositionDocument
from tabi.rules.solitaire.position import evolve
from tabi.solvers.encoding import climbing, scoring_turn
from tabi.solvers.encoding.asking import EngineFailed, Stop, ask
from tabi.solvers.encoding.climbing import NO_WIN, climb, horizons, leave_proofs, more_than
from tabi.solvers.encoding.climbing_talk import Talk, talk
from tabi.solvers.encoding.climbing_windows import between, improve
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import by_steps
from tabi.solvers.encoding.scoring import scored
from tabi.solvers.encoding.scoring_unary import AtLeast, added, number_of
from tabi.solvers.encoding.stepwise.moves import effect_on_blacks
from tabi.solvers.encoding.stepwise.parts import Setting, Slot, Table
from tabi.solvers.kernel import machine
from tabi.solvers.kernel.machine import Ints
from tabi.solvers.kernel.packing import rules_word
from tabi.solvers.kernel.turns import Moments as KernelMoments
from tabi.solvers.kernel.turns import follow, level_of, new_pool, settings_for
from tabi.spec.rulings import ruling_id, rulings_from
from tabi.spec.solitaire import CARDS, Item, Suit
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, DeckOut, SolitaireRulings
from tabi.spec.solitaire.steps import Step

FUZZ = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
POSITIONS = 400 if FUZZ else 3
"""How many positions of each pair of items are compared."""
GAMES = 600 if FUZZ else 17
STEPS = 5_000
"""Positions whose turn has more steps are not compared."""
PAIRS = tuple(combinations(Item, 2))


def position(**fields: object) -> Position:
    return solitaire.position_of(PositionDocument.model_validate({"discard": ["rest"], **fields}))


def read(**readings: str) -> SolitaireRulings:
    return rulings_from(SolitaireRulings, {ruling_id(SolitaireRulings, name): one for name, one in readings.items()})


# Numbers in unary


@pytest.mark.parametrize("most", [None, 5])
def test_a_sum_claims_as_much_as_its_parts_and_no_more(most: int | None) -> None:
    """-1, 2 or 3, and 0, 1 or 4: with each part at each of its values the sum claims theirs, up to 5 where capped."""
    for one in (-1, 2, 3):
        for other in (0, 1, 4):
            cnf = Cnf()
            parts = [number_of(cnf, -1, (2, 3)), number_of(cnf, 0, (1, 4))]
            total = added(cnf, parts[0], parts[1], most)
            for part, value in zip(parts, (one, other), strict=True):
                for step, literal in part.steps:
                    cnf.add(literal if step <= value else -literal)
            sum_of_both = one + other if most is None else min(one + other, most)
            with Solver("cadical153", bootstrap_with=cnf.clauses) as solver:
                claims = [value for value, literal in total.steps if solver.solve([literal])]
            assert max(claims, default=total.low) == sum_of_both


# One turn


def most_of_results(start: Position, rulings: SolitaireRulings) -> Mapping[Position, int] | None:
    """Every position that one turn leads to by the rules, with the most points that the turn can earn then."""
    ends = composed(start, rulings, STEPS)
    if ends is None:
        return None
    best = dict[Position, int]()
    for end, points in ends.items():
        after = next_beginning(end)
        best[after] = max(points - start.points, best.get(after, points - start.points))
    return best


def differing(start: Position, rulings: SolitaireRulings) -> list[tuple[Position, int]] | None:
    """Where the formula claims less than the rules earn, or more; None where there is too much to look through."""
    found = most_of_results(start, rulings)
    if found is None:
        return None
    formula = by_steps(start, 1, Moments.ALL, rulings, counts_points=True)
    points = scored(formula).points
    with Solver("cadical153", bootstrap_with=formula.cnf.clauses) as solver:

        def claims(result: Position, least: int) -> bool:
            wanted = () if least <= points.low else (points.reaching(least),)
            ways = (way + tuple(one for one in wanted if one is not None) for way in ways_to(formula, result))
            return wanted != (None,) and any(map(solver.solve, ways))

        return [one for one in found.items() if not claims(*one) or claims(one[0], one[1] + 1)]


def beginnings(pair: Sequence[Item], count: int = POSITIONS) -> Iterator[Position]:
    """Small beginnings, most suits resolved, two letters now and then."""
    for number in range(count):
        random = Random(f"points {pair} {number}")
        start = small_beginning(random, pair)
        resolved = random.sample(list(Suit), random.choice((2, 3, 4)))
        fixed = sum(event.fixed for column in start.columns for event in column)
        letters = max(0, min(random.choice((0, 1, 2)), len(resolved) - fixed)) if not pair else start.letters
        fields = {**start.__dict__, "resolved": tuple(resolved), "letters": letters}
        yield Position.checked(**fields) if fixed + letters <= len(resolved) else start


READINGS: tuple[tuple[dict[str, str], tuple[Item, ...]], ...] = (
    ({"lantern_order": "effect-first"}, (Item.LANTERN, Item.MAP)),
    ({"lantern_order": "player"}, (Item.LANTERN, Item.CAMERA)),
    ({"lantern_order": "player", "effects_mandatory": "none"}, (Item.LANTERN, Item.TENT)),
    ({"camera_duration": "permanent"}, (Item.CAMERA, Item.BACKPACK)),
    ({"effect_walk": "position"}, (Item.BACKPACK, Item.CAMERA)),
    ({"effect_walk": "snapshot"}, ()),
    ({"walk_end": "open"}, (Item.BACKPACK, Item.LANTERN)),
    ({"fixed_under_blue": "cube-travels"}, ()),
    ({"white_may_stay": "yes", "past_seven": "stop-at-one"}, ()),
    ({"empty_hand": "skip", "refill": "to-four"}, ()),
)


def test_one_turn_earns_the_points_of_the_rules() -> None:
    """Each result of a turn, with the most points that the turn can earn on the way to it, on both sides."""
    cases = [(start, DEFAULT_RULINGS) for start in beginnings((), 24 * POSITIONS)]
    cases += [(start, DEFAULT_RULINGS) for pair in PAIRS for start in beginnings(pair)]
    cases += [(start, read(**readings)) for readings, pair in READINGS for start in beginnings(pair, 2 * POSITIONS)]
    compared = 0
    for start, rulings in cases:
        differences = differing(start, rulings)
        assert not differences, (solitaire.format_position(start), rulings, differences)
        compared += differences is not None
    assert compared >= 110


THREE_TOGETHER = position(white=2, blacks=[4, 6], hand=["R1"], columns={"3": ["R5"]}, deck=["G2"], resolved=["R"])
"""R1 leads to R1 R5 on day 3; of the blacks' six steps four lead the one from day 6 there, the other cannot come."""


def most_of_turn(start: Position) -> int:
    formula = by_steps(start, 1, Moments.ALL, DEFAULT_RULINGS, counts_points=True)
    points = scored(formula).points
    with Solver("cadical153", bootstrap_with=formula.cnf.clauses) as solver:
        return max((value for value, literal in points.steps if solver.solve([literal])), default=points.low)


def test_a_letter_brings_the_third_pawn() -> None:
    assert most_of_turn(THREE_TOGETHER) == 2 * (1 + 5)
    assert most_of_turn(evolve(THREE_TOGETHER, letters=1)) == 3 * (1 + 5)
    assert most_of_turn(evolve(THREE_TOGETHER, resolved=())) == 0


# Mutants: each must be caught

Mutant = Callable[[pytest.MonkeyPatch], None]


def replaced(pair: Sequence[Item], module: ModuleType, name: str, value: object) -> tuple[Sequence[Item], Mutant]:
    return pair, lambda patch: patch.setattr(module, name, value)


def two_at_most(setting: Setting, total: AtLeast, one: int, _: int) -> AtLeast:
    return multiplied(setting, total, one, setting.never)


def letters_before_moves_only(*given: object, idle: Sequence[int]) -> Bits:
    return effect_on_blacks(*given, idle=idle[:1])  # type: ignore[arg-type]  # the arguments of the function replaced


def the_first_alone(cnf: Cnf, one: AtLeast, other: AtLeast, most: int | None = None) -> AtLeast:
    return one if one.steps else added(cnf, one, other, most)


def printed(setting: Setting, given: Sequence[int], slot: Slot, value: int) -> None:
    bounds_number(setting, given, slot._replace(change=()), value)


def nobody_there(setting: Setting, white: Bits, blacks: Bits, given: Sequence[int], one: int, both: int) -> None:
    setting.cnf.add(-one)
    setting.cnf.add(-both)


def each_is_resolved(
    setting: Setting, table: Table, row: Bits, scores: int, last: int, times: Sequence[object]
) -> AtLeast:
    return points_of_step(setting, table, row, setting.always, last, times)  # type: ignore[arg-type]  # as they came


multiplied, bounds_number = scoring_turn._multiplied, scoring_turn._bounds_number
points_of_step = scoring_turn._points
MUTANTS: dict[str, tuple[Sequence[Item], Mutant]] = {
    "the third pawn does not count": replaced((), scoring_turn, "_multiplied", two_at_most),
    "black pawns do not count": replaced((), scoring_turn, "_company", nobody_there),
    "any pawns count": replaced((), scoring_turn, "_company", lambda *_: None),
    "no letters before points": replaced((), scoring_turn, "effect_on_blacks", letters_before_moves_only),
    "the nearest event alone counts": replaced((), scoring_turn, "added", the_first_alone),
    "numbers are not bounded": replaced((), scoring_turn, "_bounds_number", lambda *_: None),
    "suits count that are not resolved": replaced((), scoring_turn, "_points", each_is_resolved),
    "the camera does not count": replaced((Item.CAMERA, Item.LANTERN), scoring_turn, "_bounds_number", printed),
    "points of the rules leave white out": replaced(
        (), effects, "pawns_on", lambda position, day: position.blacks.count(day)
    ),
    "points of the rules count cards": replaced(
        (), effects, "points_of", lambda position, suit: sum(e.card.suit is suit for e in position.columns[0])
    ),
}
ORDER_MUTANTS: dict[str, dict[str, str]] = {
    "points come before the effect": {"lantern_order": "effect-first"},
    "the player has no choice": {"lantern_order": "player"},
}


def agrees(start: Position, rulings: SolitaireRulings = DEFAULT_RULINGS) -> bool:
    try:
        return not differing(start, rulings)
    except (AssertionError, KeyError, IndexError):
        return False


@pytest.mark.usefixtures("passing_tables")
@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_of_either_side_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pair, mutate = MUTANTS[name]
    starts = [evolve(THREE_TOGETHER, letters=1), *beginnings(pair, 40)]
    assert agrees(starts[0])
    mutate(monkeypatch)
    assert not all(map(agrees, starts))


@pytest.mark.parametrize("name", ORDER_MUTANTS)
def test_the_order_under_the_lantern_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rulings = read(**ORDER_MUTANTS[name])
    monkeypatch.setattr(scoring_turn, "_comes_last", lambda setting, scores: setting.never)
    assert not all(agrees(start, rulings) for start in beginnings((Item.LANTERN, Item.CAMERA), 40))


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
        pair = ((), *PAIRS)[seed % (1 + len(PAIRS))]
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


FROM_GOOD_LINES = (
    position(
        white=1, blacks=[3, 5], deck=["G3", "R2", "W1", "G5", "R4"], hand=["Y1", "B2", "B4", "B5"], letters=1,
        resolved=["R", "G", "Y", "W"],
        columns={"1": ["G6", "R3"], "2": ["B6", "Y6"], "3": ["Y2", "G1"], "4": ["B1", "Y3"], "5": ["G2", "W4"]},
    ),
    position(
        bay_road_day=5, white=5, blacks=[5, 5], deck=["G3", "G5", "Y5", "B4", "W5", "B2", "R6"], letters=1,
        hand=["R3", "R5", "Y1", "Y6"], resolved=["G", "Y", "B", "W"],
        columns={"1": ["W3", "B6"], "2": ["Y4", "B3"], "3": ["W1", "Y2"], "5": ["R2", "Y3", "W2"], "6": ["B1", "R1"]},
    ),
    position(
        bay_road_day=3, white=2, blacks=[1, 4], deck=["W4", "B5", "W3", "G1", "R5", "G4", "G6", "W1"], letters=2,
        hand=["R1", "G2", "G3", "B3"], resolved=["Y", "B", "W"],
        columns={"2": ["R4"], "3": ["B4", "W5"], "4": ["B6", "R3"], "5": ["Y6", "W6"], "6": ["Y3", "B1"]},
    ),
)  # fmt: skip
"""The last four or five turns of lines that a beam found in reference deals."""


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
"""The last three turns of such lines, which may be played in more or fewer turns."""


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


def test_z3_climbs_as_high() -> None:
    start = FROM_GOOD_LINES[0]
    came = climb(start, engine="z3")
    assert (came.points, came.at_most) == (climb(start).points,) * 2


# The climb


def test_what_is_known_begins_the_climb_and_a_bound_ends_it() -> None:
    start = FROM_GOOD_LINES[0]
    best = climb(start)
    assert best.line is not None and best.points is not None
    met = list[object]()
    again = climb(start, known_line=best.line, tell=met.append)
    assert met == [] and again == best
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
    came = climb(FROM_GOOD_LINES[0], seconds=0)
    assert came.open_turns == horizons(FROM_GOOD_LINES[0], DEFAULT_RULINGS)
    assert (came.points, came.at_most) == (None, None)


def test_a_stop_ends_the_climb_and_leaves_no_process() -> None:
    stop = Stop()
    formula = more_than(FROM_GOOD_LINES[1], 5, 20)
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
        climb(FROM_GOOD_LINES[0])
    assert [process.poll() is not None for process in kept] == [True]  # type: ignore[attr-defined]  # processes


def test_an_engine_that_is_not_there_is_told() -> None:
    with talk("sat", "p cnf 1 1\nwrong 0\n", Stop()) as talking, pytest.raises(EngineFailed, match="no answer"):
        talking.ask([], None)


def test_questions_without_points_are_refused() -> None:
    start = FROM_GOOD_LINES[0]
    with pytest.raises(ValueError, match="without points"):
        scored(by_steps(start, 1, Moments.ALL, DEFAULT_RULINGS))
    with pytest.raises(ValueError, match=r"sol\.deck-out"):
        climb(start, SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK))


def test_proofs_are_left_for_every_number_of_turns(tmp_path: Path) -> None:
    start = FROM_GOOD_LINES[0]
    best = climb(start).points
    assert best is not None
    rungs = leave_proofs(start, best, tmp_path)
    assert rungs is not None
    assert tuple(rung.turns for rung in rungs) == horizons(start, DEFAULT_RULINGS)
    for rung in rungs:
        assert rung.proof is not None and rung.proof.stat().st_size > 0
        assert rung.proof.with_suffix(".cnf").read_text() == more_than(start, rung.turns, best).cnf.dimacs()
    assert leave_proofs(start, best - 1, tmp_path) is None


def test_the_points_of_the_start_count() -> None:
    start = FROM_GOOD_LINES[0]
    best = climb(start).points
    assert best is not None
    richer = evolve(start, points=100)
    assert climb(richer).points == best + 100
    answer = ask("sat", more_than(richer, 4, best + 100).cnf.dimacs(), None)
    assert answer is not None and answer.true is None


def test_an_event_on_day_seven_earns_nothing() -> None:
    """White rests on day 7: its card is discarded, and no suit acts."""
    start = position(white=5, blacks=[1, 1], hand=["R2"], deck=["G1"], columns={"1": ["R6"]}, resolved=["R"])
    assert most_of_turn(start) == 0
    assert isinstance(start.columns[0][0], Event)


# Windows of a line


def test_a_window_over_all_turns_finds_the_most_points_and_smaller_ones_lose_none() -> None:
    start = FROM_GOOD_LINES[1]
    met = list[climbing.Better]()
    best = climb(start, tell=met.append)
    poor = met[0]
    assert best.points is not None and poor.points < best.points
    whole = improve(start, poor.line, DEFAULT_RULINGS, "sat", 600, window=poor.turns)
    if poor.turns == max(horizons(start, DEFAULT_RULINGS)):
        assert end_of(start, whole, DEFAULT_RULINGS).points == best.points
    by_parts = improve(start, poor.line, DEFAULT_RULINGS, "sat", 600, window=2)
    ends = [end_of(start, line, DEFAULT_RULINGS) for line in (poor.line, by_parts, whole)]
    assert all(isinstance(end.outcome, Won) for end in ends)
    assert ends[0].points <= ends[1].points


DETOUR = position(
    white=1, blacks=[1, 6], hand=["R1", "R5", "R2"], deck=["Y1", "Y2", "Y3"], columns={"2": ["G6"]}, letters=1,
    resolved=["R", "G", "Y", "B", "W"],
)  # fmt: skip
"""R1 leads to R1 G6 on day 2, the blacks share six steps (1 + 1 and 6 + 5 = 4, say), R5 leads home."""


def test_a_window_amid_a_line_keeps_where_it_leads_to() -> None:
    """Both blacks could stand with white on day 2: 1 + 1, and 6 + 5 is day 4, where a letter may bring it from."""
    texts = ("play R1", "blacks 1+1 6+5", "place", "refill")
    here = DETOUR
    for text in texts:
        here = apply(here, solitaire.parse_step(text))
    assert (here.white, here.blacks) == (2, (2, 4))
    plain = tuple(map(solitaire.parse_step, (*texts, "points R", "points G", "resolve", "letter 4>2", "trim")))
    after = end_of(DETOUR, plain, DEFAULT_RULINGS)
    assert after.points == 2 * 1 + 2 * 6
    better = between(DETOUR, plain, after, DEFAULT_RULINGS, "sat", 600, Stop())
    assert better is not None
    end = end_of(DETOUR, better, DEFAULT_RULINGS)
    assert (end.key, end.points) == (after.key, 3 * 1 + 3 * 6)  # the letter before the points, not after them
    assert between(DETOUR, better, after, DEFAULT_RULINGS, "sat", 600, Stop()) is None


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
