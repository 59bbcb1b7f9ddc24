"""The counters of the encoding change no answer: seen on late games that are looked at wholly and on ends of won games.

What the theorems say of every play is tried here on formulas as they are asked, with each kind and with none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from pysat.solvers import Solver

from proofs.playing import reference
from tabi.proofs.solitaire.encoding.placing import placed, wasted
from tabi.proofs.solitaire.encoding.playing import a_card_less, a_turn_less, suits_once
from tabi.proofs.solitaire.encoding.sketches import with_start
from tabi.rules import solitaire
from tabi.rules.solitaire import Event, Lost, Position, Won, apply, legal_steps
from tabi.rules.solitaire.bounds import most_turns, turns_to_go
from tabi.rules.solitaire.position import evolve
from tabi.solvers import Budget, Proved, solve
from tabi.solvers.encoding.counting import Counter, assert_counters
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import Unrolled, assert_win, unrolled
from tabi.spec.solitaire import CARDS, Suit
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

Clauses = Callable[[Unrolled], None]
POSITIONS = 100
DEALS = (0, 1, 3, 5)
MOST_POSITIONS = 30_000


def of_kind(kind: Counter) -> Clauses:
    return lambda formula: assert_counters(formula, (kind,))


def on_an_empty_board(clauses: Clauses) -> Clauses:
    """The clauses as if no event of an unresolved suit lay at the start."""

    def broken(formula: Unrolled) -> None:
        start = formula.start
        columns = tuple(tuple(one for one in column if one.card.suit in start.resolved) for column in start.columns)
        clauses(with_start(formula, evolve(start, columns=columns)))

    return broken


KINDS: dict[str, Clauses] = {str(kind): of_kind(kind) for kind in Counter}
BROKEN: dict[str, Clauses] = {
    "placed": on_an_empty_board(placed),
    "wasted": on_an_empty_board(wasted),
    "letters": a_turn_less,
    "laps": a_card_less,
    "once": suits_once,
}


def answers(start: Position, turns: int, kinds: dict[str, Clauses]) -> dict[str, bool]:
    """Whether so many turns may win, by the formula without counters (called `none`) and with each of these kinds.

    One solver answers all: the clauses of a kind count only while its switch is on.
    """
    formula = unrolled(start, turns, Moments.WINNING, DEFAULT_RULINGS)
    assert_win(formula)
    switches = {"none": formula.cnf.bit()}
    clauses = list(formula.cnf.clauses)
    for name, add in kinds.items():
        before = len(formula.cnf.clauses)
        add(formula)
        switches[name] = formula.cnf.bit()
        clauses += [(*clause, -switches[name]) for clause in formula.cnf.clauses[before:]]
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        return {
            name: solver.solve(assumptions=[switch if one is name else -switches[one] for one in switches]) is True
            for name, switch in switches.items()
        }


# Late games, looked at wholly


def late(chance: Random) -> Position:
    """A turn's beginning with a letter to win or none and a short deck, the pawns' days often summing to 0 modulo 7."""
    left = chance.sample(CARDS, len(CARDS))
    resolved = chance.sample(list(Suit), chance.choice((4, 4, 5)))
    left.sort(key=lambda card: card.suit not in resolved)
    columns = (*(tuple(Event(left.pop()) for _ in range(chance.randint(0, 2))) for _ in range(4)), (), ())
    chance.shuffle(left)
    hand = [left.pop() for _ in range(chance.choice((2, 3, 3)))]
    deck = [left.pop() for _ in range(chance.choice((2, 2, 3)))]
    white, black = chance.randint(1, 7), chance.randint(1, 7)
    return Position.checked(
        white=white,
        blacks=(black, 7 - (white + black) % 7 if chance.random() < 0.8 else chance.randint(1, 7)),
        columns=columns,
        hand=tuple(hand),
        deck=tuple(deck),
        discard=tuple(left),
        resolved=tuple(resolved),
        letters=chance.choice((0, 0, 1)),
    )


def fewest_turns(start: Position) -> int | None:
    """The fewest turns in which the rules win, by looking at everything; None for no win, 0 where it is too much."""
    level, met, turns = {start.key}, {start.key}, 0
    while level and len(met) < MOST_POSITIONS:
        turns += 1
        following, stack = set[Position](), list(level)
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
    return 0 if level else None


def test_late_games_have_the_answers_of_the_rules_with_every_counter_and_with_none() -> None:
    chance, whole, won = Random(44), 0, 0
    for _ in range(POSITIONS):
        start = late(chance)
        fewest = fewest_turns(start)
        if fewest == 0:
            continue
        whole += 1
        won += fewest is not None
        for turns in range(turns_to_go(start), (fewest or most_turns(start, DEFAULT_RULINGS) or 0) + 1):
            said = answers(start, turns, KINDS)
            assert set(said.values()) == {turns == fewest}, (said, turns, solitaire.format_position(start))
    assert whole >= 0.9 * POSITIONS and won >= 10, (whole, won)


# Ends of won games


@cache
def ends() -> tuple[tuple[Position, int], ...]:
    """The last four to six turns of won games, from their beginnings, and how many they are."""
    found = []
    for number in DEALS:
        verdict = solve(reference(number), budget=Budget(seconds=None, nodes=40_000))
        assert isinstance(verdict, Proved)
        here, left = verdict.start, len(verdict.line)
        for turn in verdict.line:
            if 4 <= left <= 6:
                found.append((evolve(here.key, turn=1), left))
            for step in turn:
                here = apply(here, step)
            left -= 1
        assert isinstance(here.outcome, Won)
    return tuple(found)


def test_ends_of_won_games_are_won_with_every_counter_and_a_broken_one_is_found_out() -> None:
    lost = dict.fromkeys(BROKEN, 0)
    for start, turns in ends():
        assert set(answers(start, turns, KINDS).values()) == {True}, solitaire.format_position(start)
        for name, won in answers(start, turns, BROKEN).items():
            if name in BROKEN:
                lost[name] += not won
            else:
                assert won
    assert all(lost.values()), lost
