"""Letters that wait, in games at random: a play that spends them at any time, and what the theorems make of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from pysat.solvers import Solver

from tabi.proofs.solitaire.encoding.moments import NOTED, WINNING
from tabi.proofs.solitaire.fixing import column_scenes, fixes
from tabi.proofs.solitaire.scenes import constant
from tabi.proofs.solitaire.waiting import Spending, comparisons, may_wait
from tabi.rules import solitaire
from tabi.rules.solitaire import Event, Lost, Phase, Position, apply, legal_steps
from tabi.rules.solitaire.defects import capacity
from tabi.rules.solitaire.ending import surplus
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.walk import taken_up
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import unrolled
from tabi.solvers.encoding.state import result_literals
from tabi.spec.solitaire import CARDS, Item, SolitaireRulings, Suit
from tabi.spec.solitaire.rulings import (
    DEFAULT_RULINGS,
    EffectWalk,
    FixedUnderBackpack,
    FixedUnderBlue,
    Nearest,
    WalkEnd,
)
from tabi.spec.solitaire.steps import Backpack, Fix, Letter, Step, Trim

PLAYS = 2_000
FORMULAS = 40
READINGS = (
    DEFAULT_RULINGS,
    SolitaireRulings(effect_walk=EffectWalk.POSITION, walk_end=WalkEnd.OPEN),
    SolitaireRulings(effect_walk=EffectWalk.SNAPSHOT, nearest=Nearest.PLAYER),
)


def beginning(chance: Random, items: tuple[Item, ...]) -> Position:
    """A turn's beginning with letters in hand, full columns, some events fixed, and cards for three turns."""
    left, bay = chance.sample(CARDS, len(CARDS)), chance.randint(1, 6)
    won, fixed, columns = chance.randint(2, 5), 0, list[tuple[Event, ...]]()
    for day in range(1, 7):
        marks = fixed < won - 1 and chance.random() < 0.2
        cards = [left.pop() for _ in range(chance.randint(1, capacity(day, bay)))]
        columns.append(tuple(Event(card, marks and slot == 0) for slot, card in enumerate(cards)))
        fixed += marks
    return Position.checked(
        white=chance.randint(1, 7),
        blacks=(chance.randint(1, 7), chance.randint(1, 7)),
        bay_road_day=bay,
        columns=tuple(columns),
        hand=tuple(left[:4]),
        deck=tuple(left[4:14]),
        discard=tuple(left[14:]),
        resolved=tuple(chance.sample(list(Suit), won)),
        letters=won - fixed,
        ready=items,
    )


def played(start: Position, rulings: SolitaireRulings, turns: int, chance: Random) -> Iterator[Step]:
    """Random legal steps for so many turns, kinds drawn alike, with no letter in half of the moments."""
    here = start
    while here.phase is not Phase.OVER and here.turn < start.turn + turns:
        if here.phase is Phase.TRIM and surplus(here) > 2:
            legal: list[Step] = [Trim(here.hand[: surplus(here)])]
        else:
            legal = list(legal_steps(here, rulings))
        kinds = sorted({step.step for step in legal})
        forced = [kind for kind in kinds if kind not in ("letter", "fix")]
        kind = chance.choice(forced if chance.random() < 0.5 else kinds)
        step = chance.choice([step for step in legal if step.step == kind])
        here = apply(here, step, rulings)
        if isinstance(here.outcome, Lost):
            return
        yield step


class Waiting:
    """A play in which letters wait, beside the one that spends them at any time."""

    def __init__(self, start: Position, rulings: SolitaireRulings) -> None:
        self.rulings, self.here, self.there = rulings, start, start
        self.pending: list[Spending] = []
        self.moments: Counter[tuple[type[Spending], type[Step]]] = Counter()

    def take(self, step: Step) -> None:
        """The step in both plays; in this one a letter waits, and others are spent before a step that asks for them."""
        self.there = apply(self.there, step, self.rulings)
        if isinstance(step, (Letter, Fix)):
            self.pending.append(step)
            return
        for letter in tuple(self.pending):
            if not may_wait(letter, step, self.here, self.rulings):
                self.here = apply(self.here, letter, self.rulings)
                self.pending.remove(letter)
                self.moments[type(letter), type(step)] += 1
        self.here = apply(self.here, step, self.rulings)

    @property
    def caught_up(self) -> Position:
        """This play's position with the pending letters spent."""
        here = self.here
        for letter in self.pending:
            here = apply(here, letter, self.rulings)
        return here


def test_letters_that_wait_come_to_the_same_position_at_every_step() -> None:
    chance, moments, held = Random(91), Counter[tuple[type[Spending], type[Step]]](), 0
    for number in range(PLAYS):
        rulings = READINGS[number % len(READINGS)]
        items = tuple(chance.sample(tuple(Item), 2)) if number % 2 else ()
        start = taken_up(beginning(chance, items), rulings)
        play = Waiting(start, rulings)
        for step in played(start, rulings, 3, chance):
            play.take(step)
            if play.here.phase is Phase.OVER:
                break
            held += bool(play.pending)
            assert play.caught_up.key == play.there.key, (solitaire.format_position(start), step)
        moments += play.moments
    backpack = {(Fix, Backpack)}  # where the theorem keeps their order
    assert {*moments} <= WINNING.moments | NOTED | backpack
    assert len(moments) >= 12 and held > 10_000, (moments, held)


def test_the_formula_of_a_turn_has_every_play_whose_letters_waited() -> None:
    """With the moments of `WINNING`; letters still pending at the turn's end are in hand there."""
    chance, asked = Random(92), 0
    for _ in range(FORMULAS):
        start = beginning(chance, ())
        formula = unrolled(start, 1, Moments.WINNING, DEFAULT_RULINGS)
        with Solver("cadical153", bootstrap_with=formula.cnf.clauses) as solver:
            for _ in range(25):
                play = Waiting(start, DEFAULT_RULINGS)
                for step in played(start, DEFAULT_RULINGS, 1, chance):
                    play.take(step)
                if play.here.phase is Phase.OVER or play.here.turn == start.turn:
                    continue
                ways = result_literals(formula.states[1], formula.deck, evolve(play.here, turn=1).key)  # type: ignore[arg-type]  # a game without items has states of its own
                assert any(solver.solve(assumptions=way) for way in ways), solitaire.format_position(start)
                asked += 1
    assert asked > 500


@pytest.mark.parametrize(
    ("kind", "reading"),
    [
        ("resolve", {"nearest": Nearest.ANYWHERE}),
        ("effect of B", {"fixed_under_blue": FixedUnderBlue.CUBE_STAYS}),
        ("effect of B", {"fixed_under_blue": FixedUnderBlue.CUBE_TRAVELS}),
        ("backpack", {"fixed_under_backpack": FixedUnderBackpack.NEW_CARD_FIXED}),
        ("backpack", {"fixed_under_backpack": FixedUnderBackpack.CUBE_LOST}),
    ],
)
def test_a_fixed_event_does_not_wait_under_readings_that_the_theorem_leaves_out(
    kind: str, reading: dict[str, object]
) -> None:
    readings = {field: constant(value) for field, value in reading.items()}
    scenes = [scene for scene in column_scenes(readings) if scene.kind == kind]
    case = next(case for case, is_true in comparisons(scenes, fixes, may_wait) if not is_true)
    assert "Fix(" in str(case), "a comparison fails, not the want of one"
