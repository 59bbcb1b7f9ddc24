"""Points as clauses against the rules: what one turn can earn on the way to each of its results."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from types import ModuleType

import pytest
from pysat.solvers import Solver

from solvers.kernel_positions import composed
from solvers.one_turn import next_beginning, small_beginning, ways_to
from tabi.proofs.registry import theorems_of
from tabi.proofs.solitaire.encoding import points_gather
from tabi.rules import solitaire
from tabi.rules.solitaire import Event, Position, effects
from tabi.rules.solitaire.documents import PositionDocument
from tabi.rules.solitaire.position import evolve
from tabi.solvers.encoding import scoring_turn
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.pawns import Memory, memory
from tabi.solvers.encoding.question import Unrolled
from tabi.solvers.encoding.scoring import scored
from tabi.solvers.encoding.scoring_turn import PawnStep
from tabi.solvers.encoding.scoring_unary import AtLeast, added, number_of
from tabi.solvers.encoding.scoring_unrolled import may_gather, unrolled_with_points, with_points
from tabi.solvers.encoding.stepwise.effects import Acting
from tabi.solvers.encoding.stepwise.moves import effect_on_blacks
from tabi.solvers.encoding.stepwise.parts import Setting, Slot, Table
from tabi.solvers.verdict import POINTS_GATHER
from tabi.spec.rulings import ruling_id, rulings_from
from tabi.spec.solitaire import Item, Suit
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings

FUZZ = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
POSITIONS = 400 if FUZZ else 2
"""How many positions of each pair of items are compared."""
STEPS = 3_000
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


Build = Callable[[Position, SolitaireRulings], Unrolled]


def plainly(start: Position, rulings: SolitaireRulings) -> Unrolled:
    return unrolled_with_points(start, 1, Moments.ALL, rulings, gathers=False)


def with_letters_gathered(start: Position, rulings: SolitaireRulings) -> Unrolled:
    return unrolled_with_points(start, 1, Moments.ALL, rulings, gathers=True)


def differing(start: Position, rulings: SolitaireRulings, build: Build = plainly) -> list[tuple[Position, int]] | None:
    """Where the formula claims less than the rules earn, or more; None where there is too much to look through."""
    found = most_of_results(start, rulings)
    if found is None:
        return None
    formula = build(start, rulings)
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
    cases = [(start, DEFAULT_RULINGS) for start in beginnings((), 40 * POSITIONS)]
    cases += [(start, DEFAULT_RULINGS) for pair in PAIRS for start in beginnings(pair)]
    cases += [(start, read(**readings)) for readings, pair in READINGS for start in beginnings(pair, 2 * POSITIONS)]
    compared = 0
    for start, rulings in cases:
        differences = differing(start, rulings)
        assert not differences, (solitaire.format_position(start), rulings, differences)
        compared += differences is not None
    assert compared >= 110


def red_and_white_resolved(count: int) -> Iterator[Position]:
    """Small beginnings with these two suits resolved, a third one every other time, and letters that are left of it."""
    for number, start in enumerate(beginnings((), count)):
        fixed = sum(event.fixed for column in start.columns for event in column)
        resolved = (Suit.R, *((Suit(2 + number // 2 % 3),) if number % 2 else ()), Suit.W)
        if fixed <= len(resolved):
            letters = min(number % 3, len(resolved) - fixed)
            yield Position.checked(**{**start.__dict__, "resolved": resolved, "letters": letters})


def test_one_turn_with_letters_gathered_earns_the_points_of_the_rules() -> None:
    """The same, where letters come before the first effect and after the last one."""
    compared = 0
    for start in red_and_white_resolved(30 * POSITIONS):
        assert may_gather(start, DEFAULT_RULINGS)
        for rulings in (DEFAULT_RULINGS, read(effect_walk="position", nearest="player")):
            differences = differing(start, rulings, with_letters_gathered)
            assert not differences, (solitaire.format_position(start), rulings, differences)
            compared += differences is not None
    assert compared >= 50


def test_letters_are_gathered_where_the_theorem_speaks_and_nowhere_else() -> None:
    start = evolve(THREE_TOGETHER, resolved=(Suit.R, Suit.W))
    theorem = next(one for one in theorems_of(points_gather.__name__) if one.id == POINTS_GATHER)
    for rulings in (DEFAULT_RULINGS, read(effect_walk="snapshot"), read(nearest="anywhere"), read(empty_hand="skip")):
        assert may_gather(start, rulings) == theorem.holds_for(rulings, ())
    assert not may_gather(evolve(start, resolved=(Suit.R, Suit.G)), DEFAULT_RULINGS)
    assert not may_gather(evolve(start, resolved=(Suit.G, Suit.W)), DEFAULT_RULINGS)
    assert not may_gather(evolve(start, ready=(Item.MAP, Item.TENT)), DEFAULT_RULINGS)
    assert (
        with_points(start, 1, Moments.WINNING, DEFAULT_RULINGS).cnf.variables
        < unrolled_with_points(start, 1, Moments.WINNING, DEFAULT_RULINGS, gathers=False).cnf.variables
    )


THREE_TOGETHER = position(white=2, blacks=[4, 6], hand=["R1"], columns={"3": ["R5"]}, deck=["G2"], resolved=["R"])
"""R1 leads to R1 R5 on day 3; of the blacks' six steps four lead the one from day 6 there, the other cannot come."""


def most_of_turn(start: Position) -> int:
    formula = unrolled_with_points(start, 1, Moments.ALL, DEFAULT_RULINGS, gathers=False)
    points = scored(formula).points
    with Solver("cadical153", bootstrap_with=formula.cnf.clauses) as solver:
        return max((value for value, literal in points.steps if solver.solve([literal])), default=points.low)


def test_a_letter_brings_the_third_pawn() -> None:
    assert most_of_turn(THREE_TOGETHER) == 2 * (1 + 5)
    assert most_of_turn(evolve(THREE_TOGETHER, letters=1)) == 3 * (1 + 5)
    assert most_of_turn(evolve(THREE_TOGETHER, resolved=())) == 0


def test_an_event_on_day_seven_earns_nothing() -> None:
    """White rests on day 7: its card is discarded, and no suit acts."""
    start = position(white=5, blacks=[1, 1], hand=["R2"], deck=["G1"], columns={"1": ["R6"]}, resolved=["R"])
    assert most_of_turn(start) == 0
    assert isinstance(start.columns[0][0], Event)


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


def letters_stay(cnf: Cnf, before: Bits) -> Memory:
    moment = memory(cnf, before)
    cnf.add(-moment.one)
    return moment


def letters_after_effects_only(
    setting: Setting, table: Table, pair: Bits, actings: Sequence[Acting]
) -> tuple[PawnStep, ...]:
    steps = gathered_steps(setting, table, pair, actings)
    setting.cnf.add(-steps[0].moment.one)
    return steps


gathered_steps = scoring_turn._gathered
GATHERED_MUTANTS: dict[str, tuple[Sequence[Item], Mutant]] = {
    "no letters amid the effects": replaced((), scoring_turn, "memory", letters_stay),
    "no letters before the effects": replaced((), scoring_turn, "_gathered", letters_after_effects_only),
    "the first step alone counts": replaced((), scoring_turn, "added", the_first_alone),
    "black pawns do not count": replaced((), scoring_turn, "_company", nobody_there),
    "any pawns count": replaced((), scoring_turn, "_company", lambda *_: None),
    "the third pawn does not count": replaced((), scoring_turn, "_multiplied", two_at_most),
    "numbers are not bounded": replaced((), scoring_turn, "_bounds_number", lambda *_: None),
    "suits count that are not resolved": replaced((), scoring_turn, "_scores", lambda setting, *_: setting.always),
}


@pytest.mark.parametrize("name", GATHERED_MUTANTS)
def test_a_mutant_of_gathered_letters_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = [evolve(THREE_TOGETHER, letters=1, resolved=(Suit.R, Suit.W)), *red_and_white_resolved(40)]
    assert agrees(starts[0], build=with_letters_gathered)
    GATHERED_MUTANTS[name][1](monkeypatch)
    assert not all(agrees(start, build=with_letters_gathered) for start in starts)


def agrees(start: Position, rulings: SolitaireRulings = DEFAULT_RULINGS, build: Build = plainly) -> bool:
    try:
        return not differing(start, rulings, build)
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
