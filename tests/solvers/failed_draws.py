"""What tests of `sol.deck-out=clear-check` share: short decks near a win, one turn on both sides, all wins in reach.

A draw that fails ends the game amid a turn. So a turn has whole results, as under the other reading, and beside them
wins by a step that draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from random import Random
from typing import Final, NamedTuple

from pysat.solvers import Solver

from solvers.one_turn import modelled, next_beginning, small_beginning
from solvers.wins import won_in
from tabi.rules.solitaire import Lost, Phase, Position, Won, apply, legal_steps, position_of
from tabi.rules.solitaire.documents import PositionDocument
from tabi.rules.solitaire.ending import surplus
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import Unrolled, unrolled
from tabi.solvers.encoding.reading import Disagreement, line_of
from tabi.solvers.encoding.stepwise.turn import StepTurn
from tabi.spec.solitaire import CARDS, Card, Item, Suit
from tabi.spec.solitaire.rulings import DeckOut, SolitaireRulings
from tabi.spec.solitaire.steps import Radio, Step, Trim

CLEAR_CHECK = SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK)
MANY = 400
"""So many models of a turn are looked at; turns with as many results are left out."""
VISITED = 8
"""And those with so many times as many positions amid the turn."""


ALL: Final = ["R", "G", "Y", "B", "W"]


def home(**fields: object) -> Position:
    """R4 leads white from day 3 to day 7; the blacks share three steps, 5+2 and 6+1. The deck is empty."""
    here = {"white": 3, "blacks": [5, 6], "hand": ["R4"], "resolved": ALL, "discard": ["rest"], **fields}
    return position_of(PositionDocument.model_validate(here))


def late(random: Random, items: Sequence[Item]) -> Position:
    """A beginning with most suits resolved and a deck that is soon empty.

    Mostly a card leads white to day 7, or nearly so where the map is ready; the blacks come there with it, or stand
    there already.
    """
    start = small_beginning(random, items, hands=(0, 1, 1, 2) if items else (1, 1, 2))
    columns = start.columns if random.random() < 0.5 else ((),) * 6
    deck = start.deck[: random.choice((0, 0, 1, 1, 2, 3))]
    kept = {*start.hand, *deck, *(event.card for column in columns for event in column)}
    resolved = random.sample(list(Suit), random.choice((4, 5, 5, 5)))
    fixed = sum(event.fixed for column in columns for event in column)
    white, blacks = _near_home(random, start)
    return Position.checked(
        **{
            **start.__dict__,
            "columns": columns,
            "resolved": tuple(resolved),
            "white": white,
            "blacks": blacks,
            "deck": deck,
            "discard": tuple(card for card in CARDS if card not in kept),
            "letters": random.choice((0, 0, 1)) if fixed < len(resolved) else 0,
        }
    )


def _near_home(random: Random, start: Position) -> tuple[int, tuple[int, int]]:
    """White's day and the blacks' days, from which a card of the hand may bring them to day 7."""
    number = random.choice(start.hand).number if start.hand else random.choice((0, 1))
    by_map = random.choice((-1, 0, 0, 1)) if Item.MAP in start.ready else 0
    white = (6 - number + by_map) % 7 + 1
    share = random.randint(min(1, 6 - number), 6 - number) if number < 6 else random.choice((0, 1))
    blacks = (7, 7) if random.random() < 0.4 else (7 - share, 7 - (7 - number - share) or 1)
    return (white if random.random() < 0.8 else random.randint(1, 7)), blacks


# One turn by the rules


class End(NamedTuple):
    """A win by a draw that failed: the step, the phase in which it was taken, the position after it."""

    step: type[Step]
    phase: Phase
    position: Position

    @property
    def gist(self) -> tuple[object, ...]:
        """What does not depend on letters spent for nothing."""
        here = self.position
        return self.step, self.phase, here.white, here.blacks, here.hand, here.deck, here.discard, here.played


def turn_by_rules(start: Position, rulings: SolitaireRulings, cap: int) -> tuple[set[Position], set[End]] | None:
    """The whole results of one turn and its wins by failed draws; None when there is too much to look through."""
    met, whole, ends, stack = {start.key}, set[Position](), set[End](), [start.key]
    while stack:
        here = stack.pop()
        if here.phase is Phase.TRIM and surplus(here) > 3:  # a great many orders
            return None
        for step in legal_steps(here, rulings):
            after = apply(here, step, rulings)
            if isinstance(after.outcome, Lost):
                continue
            if after.outcome is not None and not isinstance(step, Trim):
                ends.add(End(type(step), here.phase, after.key))
            elif isinstance(step, Trim):
                whole.add(next_beginning(after))
            elif after.key not in met:
                met.add(after.key)
                stack.append(after.key)
        if len(whole) > cap or len(met) > VISITED * cap:
            return None
    return whole, ends


# One turn by the formula


def ends_of(formula: Unrolled) -> tuple[int, ...]:
    """The literals for draws that fail, of all turns."""
    return tuple(chain.from_iterable(turn.ends for turn in formula.turns if isinstance(turn, StepTurn)))


def ends_by_models(start: Position, rulings: SolitaireRulings, moments: Moments = Moments.ALL) -> set[End]:
    """The wins by failed draws among the models of one turn, each played through the rules."""
    formula = unrolled(start, 1, moments, rulings)
    formula.cnf.add(*ends_of(formula))
    (turn,) = formula.turns
    bits = [*turn.played.card, *formula.states[-1].hand, *formula.states[-1].white, *ends_of(formula)]
    found = set[End]()
    with Solver("cadical153", bootstrap_with=formula.cnf.clauses) as solver:
        while len(found) < MANY and solver.solve():
            true = {one for one in solver.get_model() or [] if one > 0}
            found.add(_played(start, line_of(true.__contains__, formula), rulings))
            solver.add_clause([-bit if bit in true else bit for bit in map(abs, bits)])
    return found


def _played(start: Position, line: Sequence[Step], rulings: SolitaireRulings) -> End:
    """The end of a line of one turn; raises `Disagreement` when its last step is no draw that wins."""
    here = start
    for step in line[:-1]:
        here = apply(here, step, rulings)
    after = apply(here, line[-1], rulings)
    if not isinstance(after.outcome, Won) or isinstance(line[-1], Trim):
        raise Disagreement("the model has a failed draw, and the rules none")
    return End(type(line[-1]), here.phase, after.key)


def whole_by_models(start: Position, rulings: SolitaireRulings, limit: int) -> set[Position]:
    """What the models of a whole turn lead to, some of them played step by step."""
    formula = unrolled(start, 1, Moments.ALL, rulings)
    for end in ends_of(formula):
        formula.cnf.add(-end)
    return modelled(formula, limit, play=5)


def has_win(start: Position, rulings: SolitaireRulings, moments: Moments = Moments.ALL) -> bool:
    """Whether the formula of one turn has a win, which is played through the rules."""
    return won_in(start, 1, rulings, moments) is not None


def differences(start: Position, rulings: SolitaireRulings, cap: int = MANY) -> list[str] | None:
    """How the two sides differ about one turn; None where it has too many results.

    Whole turns must lead to the same positions. Of wins by a failed draw the formula has those that are needed: each is
    one of the rules; where the rules have one the formula has a win of this turn; a radio fails before the blacks have
    moved with the same card played; without items both have the same.
    """
    seen = turn_by_rules(start, rulings, cap)
    if seen is None:
        return None
    whole, ends = seen
    said, told = whole_by_models(start, rulings, cap + 1), ends_by_models(start, rulings)
    found = [f"only the rules: {one}" for one in whole - said] + [f"only the models: {one}" for one in said - whole]
    found += [f"an end of the models alone: {one}" for one in told if one.gist not in {other.gist for other in ends}]
    if ends and not has_win(start, rulings):
        found.append("the rules win the turn")
    if _radios(ends) != _radios(told):
        found.append(f"radios that fail: {_radios(ends)} by the rules, {_radios(told)} by the models")
    if not start.ready and not start.used and {end.gist for end in ends} != {end.gist for end in told}:
        found.append("other ends by the rules")
    return found


def _radios(ends: set[End]) -> set[tuple[Phase, Card | None]]:
    """When a radio fails while the blacks have not moved, and the card that is played then."""
    early = (Phase.PLAY, Phase.BLACKS)
    return {(end.phase, end.position.played) for end in ends if end.step is Radio and end.phase in early}
