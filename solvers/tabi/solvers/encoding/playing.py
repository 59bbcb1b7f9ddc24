"""Playing a model's turn through the rules, step by step: each step is looked for among the legal ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tabi.rules.solitaire import Phase, Position, apply, format_position, legal_steps, violation
from tabi.rules.solitaire.position import column_at
from tabi.solvers.encoding.board import Fixing
from tabi.solvers.encoding.cnf import Bits, value_of
from tabi.solvers.encoding.pawns import Memory
from tabi.solvers.encoding.state import Model
from tabi.solvers.encoding.tables import PAIRS
from tabi.spec.solitaire.cards import CARDS, Card, Suit
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import Fix, Letter, Resolve, Step


class Disagreement(AssertionError):
    """The model says something that the rules refuse: the encoding is wrong."""


def cards_of(model: Model, row: Bits) -> tuple[Card, ...]:
    """The cards of a row of thirty that are true."""
    return tuple(card for card, bit in zip(CARDS, row, strict=True) if model(bit))


def chosen(model: Model, row: Sequence[int]) -> int:
    """The index of the true variable of a one-hot row; raises `Disagreement` when there is none."""
    index = value_of(model, row)
    if index is None:
        raise Disagreement("a one-hot row of the model has nothing chosen")
    return index


class Playing:
    """A turn while it is played: the position so far and the steps that led to it."""

    def __init__(self, model: Model, position: Position, rulings: SolitaireRulings) -> None:
        self.model = model
        self.position = position
        self.rulings = rulings
        self.line: list[Step] = []

    def after(self, step: Step) -> Position:
        """The position after a legal step, which is not played."""
        return apply(self.position, step, self.rulings)

    def take(self, step: Step) -> None:
        """Plays a step, which must be legal."""
        if refused := violation(self.position, step, self.rulings):
            raise Disagreement(f"{step} is not legal in {format_position(self.position)}: {refused.message}")
        self.position = self.after(step)
        self.line.append(step)

    def first(self, steps: Iterable[Step], what: str) -> None:
        """Plays the first of some legal steps."""
        step = next(iter(steps), None)
        if step is None:
            raise Disagreement(f"there is no {what} in {format_position(self.position)}")
        self.take(step)

    def legal(self) -> Iterable[Step]:
        """The legal steps."""
        return legal_steps(self.position, self.rulings)

    def forced(self, phase: Phase) -> None:
        """Plays the one step of a phase."""
        if self.position.phase is not phase:
            raise Disagreement(f"the phase is not {phase} in {format_position(self.position)}")
        self.first(self.legal(), "step")

    def to_pair(self, is_one: Callable[[Step], bool], row: Bits) -> None:
        """Plays the step of a kind after which the black pawns stand as the row says."""
        pair = PAIRS[chosen(self.model, row)]
        steps = (step for step in self.legal() if is_one(step))
        self.first((step for step in steps if self.after(step).blacks == pair), f"way to {pair}")

    def letters(self, moment: Memory) -> None:
        """Spends the letters of a moment on black pawns, no more than it takes."""
        if not self.model(moment.one):
            return
        pair = PAIRS[chosen(self.model, moment.after)]
        for step in letters_to(self.position, pair):
            self.take(step)

    def fix(self, day: int, fixing: Fixing) -> None:
        """Spends a letter on an event of a day, if the moment says so."""
        slot = value_of(self.model, fixing.slot)
        if slot is not None:
            self.take(Fix(self.card_at(day, slot)))

    def card_at(self, day: int, slot: int) -> Card:
        """The card in a slot of a day."""
        column = column_at(self.position, day)
        if slot >= len(column):
            raise Disagreement(f"there is no event {slot} on day {day} in {format_position(self.position)}")
        return column[slot].card

    def resolve(self, won: Bits) -> None:
        """Plays the resolution after which the suit that the row says (0: none) is resolved."""
        value = chosen(self.model, won)
        resolved = tuple(sorted((*self.position.resolved, *((Suit(value),) if value else ()))))
        steps = (step for step in self.legal() if isinstance(step, Resolve))
        self.first((step for step in steps if self.after(step).resolved == resolved), f"resolution of {value}")


def letters_to(position: Position, pair: tuple[int, int]) -> tuple[Letter, ...]:
    """The fewest letters, two at most, after which the black pawns stand on `pair`."""
    if position.blacks == pair:
        return ()
    singles = [step for step in legal_steps(position) if isinstance(step, Letter)]
    for step in singles:
        if apply(position, step).blacks == pair:
            return (step,)
    for step in singles:
        middle = apply(position, step)
        for also in (one for one in legal_steps(middle) if isinstance(one, Letter)):
            if apply(middle, also).blacks == pair:
                return step, also
    raise Disagreement(f"no two letters lead to {pair} in {format_position(position)}")
