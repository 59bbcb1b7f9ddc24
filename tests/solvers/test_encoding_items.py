"""The encoding of games with items against the rules, one turn at a time, and of wins against looking at everything."""

from __future__ import annotations

import os
from collections import Counter as Counting
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from types import ModuleType

import pytest
from pysat.solvers import Solver

from solvers.one_turn import admits, compared, next_beginning, small_beginning
from solvers.wins import shortest_win, won_in
from tabi.proofs import theorems
from tabi.rules import solitaire
from tabi.rules.solitaire import Position, apply, effects, items
from tabi.rules.solitaire.documents import PositionDocument
from tabi.rules.solitaire.position import evolve
from tabi.solvers.encoding.counting import Counter, assert_counters, holds_for
from tabi.solvers.encoding.founding import why_unproved
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import Unrolled, by_steps, unrolled
from tabi.solvers.encoding.reading import line_of
from tabi.solvers.encoding.stepwise import effects as acting
from tabi.solvers.encoding.stepwise import gaps, piles, turn, uses
from tabi.solvers.encoding.stepwise.gaps import Gap
from tabi.solvers.verdict import ITEM_MOMENTS
from tabi.spec.rulings import readings_of, ruling_id, rulings_from
from tabi.spec.solitaire import Card, Item, Suit
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, DeckOut, RadioShort, SolitaireRulings
from tabi.spec.solitaire.steps import Play, Tent

FUZZ = os.environ.get("HYPOTHESIS_PROFILE") == "fuzz"
POSITIONS = 1_000 if FUZZ else 8
"""How many positions of each pair of items are compared."""
GAMES = 300 if FUZZ else 24
PAIRS = tuple(combinations(Item, 2))


def position(**fields: object) -> Position:
    return solitaire.position_of(PositionDocument.model_validate({"discard": ["rest"], **fields}))


def formula_of(start: Position, moments: Moments = Moments.ALL) -> Unrolled:
    return by_steps(start, 1, moments, DEFAULT_RULINGS)


def beginnings(pair: Sequence[Item], count: int = POSITIONS) -> list[Position]:
    return [small_beginning(Random(f"{pair}{number}"), pair) for number in range(count)]


def after(start: Position, line: str) -> Position:
    """The position after steps of the rules."""
    here = start
    for text in line.split("; "):
        here = apply(here, solitaire.parse_step(text))
    return here


@pytest.mark.parametrize("pair", [(), *PAIRS], ids="-".join)
def test_one_turn_leads_to_the_same_positions_as_the_rules(pair: tuple[Item, ...]) -> None:
    wholly = 0
    for number, start in enumerate(beginnings(pair)):
        seen = compared(start, DEFAULT_RULINGS, Random(number), formula_of(start))
        assert seen.differences == (), solitaire.format_position(start)
        wholly += seen.wholly
    assert wholly >= POSITIONS / 3


# Corners that random turns hardly meet: each line is legal, and its end is among the models

CORNERS: dict[str, tuple[Position, str]] = {
    "the radio twice, green in between: seven cards more, seven to trim": (
        position(
            white=1, blacks=[1, 1], hand=["G1", "R1", "R2", "R3"], items={"radio": "ready", "map": "ready"},
            deck=["R4", "R5", "R6", "Y1", "Y2", "Y3", "Y4", "Y5"], columns={"2": ["Y6"]},
        ),
        "radio; play G1; blacks 1+1 1+5; place; refill; green radio; radio; yellow; resolve; "
        "trim Y5 R1 Y4 R2 Y3 R3 Y2",
    ),
    "the tent twice, green in between: two cards on the deck": (
        position(
            white=1, blacks=[1, 1], hand=["G1", "R1", "R2", "R3"], items={"tent": "ready", "map": "used"},
            deck=["R4", "R5"],
        ),
        "play G1; blacks 1+1 1+5; place; refill; tent R1 R2 > B4; green tent; tent R3 R4 > R3; resolve; trim",
    ),
    "the tent takes the event that falls out, and the refill draws it": (
        position(
            white=1, blacks=[1, 1], hand=["G1", "R1", "R2"], deck=["B6"], columns={"2": ["R4", "R5"]},
            items={"tent": "ready", "lantern": "used"},
        ),
        "play G1; blacks 1+1 1+5; place; tent R1 R2 > R5; refill; green tent; red 2>3; resolve; trim",
    ),
    "five effects: blue brings yellow in, the backpack green": (
        position(
            bay_road_day=3, white=2, blacks=[1, 5], hand=["B1", "G6"], columns={"3": ["W2", "R3"], "5": ["Y1"]},
            deck=["G2", "G3"], items={"backpack": "ready", "map": "used"},
        ),
        "play B1; blacks 1+1 5+5; place; refill; blue Y1 B1; yellow; white 2; backpack G6 Y1; green backpack; red 3>4; "
        "backpack G2 G6; resolve; trim",
    ),
    "the camera makes two numbers equal": (
        position(
            white=1, blacks=[1, 1], hand=["B1"], columns={"2": ["R3"], "5": ["Y2"]}, deck=["G2", "G3"],
            items={"camera": "ready", "map": "used"},
        ),
        "play B1; blacks 1+1 1+5; place; refill; camera Y2-1; blue B1 Y2; yellow; red 2>3; resolve; trim",
    ),
    "the camera twice on one event": (
        position(
            bay_road_day=2, white=1, blacks=[1, 1], hand=["G1"], columns={"2": ["B6", "R5"], "5": ["Y4"]},
            deck=["G2", "G3"], items={"camera": "ready", "map": "used"},
        ),
        "play G1; blacks 1+1 1+5; place; refill; camera Y4+1; green camera; camera Y4+1; blue Y4 B6; yellow; "
        "red 2>3; resolve; trim",
    ),
    "map back over day 7, and the card's lap": (
        position(white=1, blacks=[1, 1], hand=["R2"], deck=["G2", "G3"], items={"map": "ready", "tent": "used"}),
        "map -1; play R2; blacks 1+1 1+4; place; refill; red 2>3; resolve; trim",
    ),
    "the map's lap takes the tent's card, before the play": (
        position(
            white=7, blacks=[1, 1], hand=["G1", "R1", "R2"], deck=["R4", "R5"], items={"tent": "ready", "map": "ready"},
        ),
        "tent R1 R2 > B4; map +1; play G1; blacks 1+1 1+5; place; refill; green map; resolve; trim",
    ),
    "the tent's card lies on the deck after yellow and before green": (
        position(
            white=1, blacks=[1, 1], hand=["Y1", "R1", "R2"], deck=["R4", "R5", "R6"], columns={"2": ["G1"]},
            items={"tent": "ready", "backpack": "used"},
        ),
        "play Y1; blacks 1+1 1+5; place; refill; yellow; tent R1 R2 > B4; green tent; resolve; trim",
    ),
    "an event is replaced after it gave its letter": (
        position(
            white=1, blacks=[1, 4], bay_road_day=2, hand=["Y1", "R1"], deck=["R4", "R5"], columns={"2": ["Y2", "Y3"]},
            items={"backpack": "ready", "map": "used"},
        ),
        "play Y1; blacks 1+1 4+5; place; refill; yellow; resolve; backpack R1 Y1; trim",
    ),
    "the lantern lights blue, and nothing is exchanged": (
        position(
            white=1, blacks=[1, 1], hand=["B1"], columns={"5": ["Y1"]}, deck=["G2"], resolved=["B"],
            items={"lantern": "ready", "map": "used"},
        ),
        "play B1; blacks 1+1 1+5; place; refill; lantern B -; resolve; trim",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CORNERS)
def test_corners_of_a_turn(name: str) -> None:
    assert has_corner(*CORNERS[name])


# Mutants: each changes one side only, so the two must come to differ

Mutant = tuple[tuple[Item, Item], Callable[[pytest.MonkeyPatch], None]]
L, M, R, C, B, T = Item


def replaced(pair: tuple[Item, Item], module: ModuleType, name: str, value: object) -> Mutant:
    return pair, lambda patch: patch.setattr(module, name, value)


def without(gap: Gap) -> Callable[[object, object], frozenset[Gap]]:
    """The gaps of items with one left out."""
    real = gaps.gaps_of
    return lambda setting, item: real(setting, item) - {gap}  # type: ignore[arg-type]  # as it is called


def fixed_may_go(setting: object, conditions: object, slot: object) -> None:
    """No event is kept from going, not even a fixed one."""


def tent_below(position: Position, step: Tent) -> Position:
    """The tent's card under the deck."""
    after = items_tent_result(position, step)
    return evolve(after, deck=(*after.deck[1:], after.deck[0]))


items_tent_result = items.tent_result
ENCODING_MUTANTS: dict[str, Mutant] = {
    "tent after radio only": replaced((R, T), gaps, "BOTH_ORDERS", ()),
    "no backpack after the resolution": replaced((M, B), gaps, "gaps_of", without(Gap.TRIM)),
    "no backpack amid the effects": replaced((L, B), gaps, "gaps_of", without(Gap.EFFECT)),
    "no backpack before placing": replaced((L, B), gaps, "gaps_of", without(Gap.PLACE)),
    "no map before the play": replaced((L, M), gaps, "gaps_of", without(Gap.PLAY)),
    "no tent before the refill": replaced((L, T), gaps, "gaps_of", without(Gap.REFILL)),
    "no radio after the effects": replaced((L, R), gaps, "gaps_of", without(Gap.TRIM)),
    "no letters after the resolution": replaced((L, M), turn, "has_late_letters", lambda setting: False),
    "the effects go on": replaced((L, B), acting, "closes", lambda setting: False),
    "the radio draws two": replaced((L, R), uses, "RADIO_DRAWS", 2),
    "the map pays no lap": replaced((L, M), uses, "pay_lap", lambda setting, table, acts: table),
    "green makes nothing ready": replaced((L, T), acting, "_green", lambda s, table, does, lights: (table, {})),
    "the tent's card lies nowhere": replaced((L, T), uses, "put_on_top", lambda s, pending, acts, card: pending),
    "a packed card's predecessor is lost": replaced((B, T), uses, "discarded", lambda s, table, rows: table),
    "a fixed event may be replaced": replaced((L, B), uses, "not_fixed", fixed_may_go),
    "the camera's change stays": replaced((C, L), uses, "copied", lambda cnf, given, old, new: None),
    "yellow draws at the end": replaced((B, T), acting, "draws_late", lambda setting: True),
    "trimmed cards vanish": replaced((L, R), piles, "_queued", lambda s, trimmed, surplus, rows: trimmed),
    "blue exchanges nothing": replaced((C, L), acting, "exchanged", lambda s, table, swap, acts, places: table),
}  # fmt: skip
RULE_MUTANTS: dict[str, Mutant] = {
    "the radio draws four": replaced((L, R), items, "RADIO_DRAWS", 4),
    "the map may be used at any time": replaced((L, M), items, "map_violation", lambda *_: None),
    "the tent's card goes under the deck": replaced((L, T), items, "tent_result", tent_below),
    "green makes nothing ready in the rules": replaced(
        (L, T), effects, "green_result", lambda position, item: position
    ),
    "a packed card lies under the letter": replaced((L, B), items, "backpack_violation", lambda *_: None),
    "an item stays ready": replaced((L, B), items, "used", lambda position, item: position),
}


def agrees(start: Position) -> bool:
    """Whether the two sides agree; they do not, either, when building or playing a model breaks."""
    try:
        return not compared(start, DEFAULT_RULINGS, Random(0), formula_of(start)).differences
    except (AssertionError, KeyError, IndexError):
        return False


def has_corner(start: Position, line: str) -> bool:
    """Whether the end of a line is among the models."""
    formula = formula_of(start)
    with Solver("cadical153", bootstrap_with=formula.cnf.clauses) as solver:
        return admits(solver, formula, next_beginning(after(start, line)))


@pytest.mark.usefixtures("passing_tables")
@pytest.mark.parametrize("name", [*ENCODING_MUTANTS, *RULE_MUTANTS])
def test_a_mutant_of_either_side_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pair, mutate = {**ENCODING_MUTANTS, **RULE_MUTANTS}[name]
    corners = [corner for corner in CORNERS.values() if set(pair) <= {*corner[0].ready, *corner[0].used}]
    formula_of(beginnings(pair, 1)[0])  # the tables of the rules are made before a rule is changed
    mutate(monkeypatch)
    if name in RULE_MUTANTS or all(has_corner(*corner) for corner in corners):
        assert not all(agrees(start) for start in beginnings(pair, 40))


# Wins


def late(random: Random, pair: Sequence[Item]) -> Position:
    """A small beginning with most suits resolved and the pawns near their end."""
    start = small_beginning(random, pair, hands=(1, 1, 2))
    resolved = random.sample(list(Suit), random.choice((4, 5, 5)))
    fields = {**start.__dict__, "resolved": tuple(resolved), "blacks": (random.randint(4, 7), random.randint(4, 7))}
    return Position.checked(**{**fields, "letters": random.choice((0, 1))})


def test_games_with_items_are_won_in_as_few_turns_as_by_looking_at_everything() -> None:
    """With the moments of `WINNING` and all counters that hold, which so leave out no win of two turns."""
    answers = []
    for seed in range(GAMES):
        start = late(Random(seed), PAIRS[seed % len(PAIRS)])
        fewest = shortest_win(start, 2, 6_000)
        if fewest == 0:
            continue
        found = next((turns for turns in (1, 2) if won_in(start, turns)), None)
        assert found == fewest, solitaire.format_position(start)
        answers.append(found)
    assert {None, 1, 2} <= set(answers)
    assert len(answers) >= GAMES / 2


def test_a_no_with_items_is_within_its_theorem() -> None:
    """For each reading of every point, alone: where a formula with items says no, the premises of its theorem hold."""
    theorem, said = next(one for one in theorems if one.id == ITEM_MOMENTS), Counting[bool]()
    start = position(white=5, deck=["Y1"], items={"map": "ready", "tent": "used"}, hand=["R1"])
    for name in SolitaireRulings.model_fields:
        for reading in readings_of(SolitaireRulings, name):
            rulings = rulings_from(SolitaireRulings, {ruling_id(SolitaireRulings, name): reading})
            proves = why_unproved(start, rulings) is None
            assert not proves or theorem.holds_for(rulings, (Item.MAP, Item.TENT)), (name, reading)
            said[proves] += 1
    assert said[True] > 30 and said[False] > 10, said


ALL_RESOLVED = {"resolved": ["R", "G", "Y", "B", "W"], "blacks": [4, 4], "hand": ["R1"]}


def test_moments_and_what_their_no_says() -> None:
    """R1 leads white to day 6 and the map to day 7; the blacks share six steps: 4+3 and 4+3."""
    start = position(white=5, deck=["Y1"], items={"map": "ready", "tent": "used"}, **ALL_RESOLVED)
    assert all(won_in(start, 1, moments=moments) is not None for moments in Moments)
    plain = position(white=5, **ALL_RESOLVED)
    assert why_unproved(start, DEFAULT_RULINGS) is None
    assert why_unproved(plain, DEFAULT_RULINGS) is None
    partial = SolitaireRulings(radio_short=RadioShort.PARTIAL)
    assert "sol.encoding.item-moments" in str(why_unproved(start, partial))
    assert why_unproved(plain, partial) is None
    assert why_unproved(plain, SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK)) is None


def test_sensible_moments_leave_wins_out() -> None:
    """From day 7 R1 would cost a lap, and the one card is needed; with the map a day back first it costs none."""
    start = position(white=7, deck=["Y1"], items={"map": "ready", "tent": "used"}, **ALL_RESOLVED)
    assert [won_in(start, 1, moments=moments) is not None for moments in Moments] == [True, True, False]


# Counters


def test_counters_stand_only_where_their_reasons_do() -> None:
    """The backpack brings events, the tent cards; the rest stands in every game."""
    start = {
        item: position(items={item: "ready", other: "used"}, hand=["R1"])
        for item, other in ((Item.BACKPACK, "map"), (Item.TENT, "map"), (Item.MAP, "radio"))
    }
    holding = {item: [kind for kind in Counter if holds_for(kind, one, DEFAULT_RULINGS)] for item, one in start.items()}
    assert holding[Item.BACKPACK] == [Counter.LETTERS, Counter.LAPS, Counter.ONCE]
    assert holding[Item.TENT] == [Counter.PLACED, Counter.WASTED, Counter.LETTERS, Counter.LAPS]
    assert holding[Item.MAP] == list(Counter)
    assert holds_for(Counter.LAPS, start[Item.MAP], SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK))


def test_with_the_tent_a_card_is_played_twice() -> None:
    """R1 leads white to day 7, where it is discarded; the tent lays it on the deck, the refill draws it, and it leads
    on to day 1, for a lap and another refill. So no counter may forbid it."""
    start = position(
        white=6, hand=["R1", "G1", "G2"], deck=["Y1", "Y2"], items={"tent": "ready", "map": "used"},
        resolved=["R", "G", "Y", "B", "W"],
    )  # fmt: skip
    formula = unrolled(start, 2, Moments.WINNING, DEFAULT_RULINGS)
    for one in formula.turns:
        formula.cnf.add(one.played.card[0])
    assert_counters(formula)
    with Solver("cadical153", bootstrap_with=formula.cnf.clauses) as solver:
        assert solver.solve()
        line = line_of(set(solver.get_model() or []).__contains__, formula)
    assert line.count(Play(Card.R1)) == 2
