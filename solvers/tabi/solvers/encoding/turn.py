"""One turn as clauses between the state at its beginning and the state at the next."""

from __future__ import annotations

from dataclasses import dataclass

from tabi.solvers.encoding.board import (
    Column,
    Exchange,
    Fixing,
    all_columns,
    exchange,
    fixing,
    placing,
    white_column,
)
from tabi.solvers.encoding.cards import Draws, Played, drawing, holding, playing
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.pawns import Memory, Pawns, memory, pawns_of_turn
from tabi.solvers.encoding.resolving import resolving
from tabi.solvers.encoding.state import Deck, State
from tabi.solvers.encoding.stepwise.gaps import late_letters_matter
from tabi.solvers.encoding.walk import Walk, walk
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.rulings import SolitaireRulings

__all__ = ["Moments", "Turn", "encode_turn"]


@dataclass(frozen=True)
class Turn:
    """The variables of one turn: what is done in it, from its beginning to the next.

    `won` is one-hot: no suit (0) or the suit resolved. `late_memory` and `late_fixings` (by day) are the moment after
    the resolution, when its letter is in hand too; both are empty where it is left out.
    """

    played: Played
    pawns: Pawns
    before_placing: Fixing
    walk: Walk
    exchange: Exchange
    before_resolving: Fixing
    columns: tuple[Column, ...]
    won: Bits
    late_memory: tuple[Memory, ...]
    late_fixings: tuple[Fixing, ...]
    draws: Draws

    @property
    def to(self) -> Bits:
        """White's day where the card is placed."""
        return self.pawns.white

    @property
    def laps(self) -> Bits:
        """One literal for each lap that may be paid."""
        return (self.pawns.lap,)


def encode_turn(
    cnf: Cnf,
    deck: Deck,
    bay_road_day: int,
    state: State,
    after: State,
    moments: Moments,
    rulings: SolitaireRulings,
) -> Turn:
    """The clauses of one turn that loses no game: play, blacks, place, refill, effects, resolution, trimming."""
    played = playing(cnf, state.hand)
    first, second = cnf.bits(3), cnf.bits(3)
    pawns = pawns_of_turn(cnf, state.white, state.blacks, played.number, first, second, rulings)
    before_placing, here = fixing(cnf, white_column(cnf, state, pawns.white))
    here = placing(cnf, here, pawns.white, bay_road_day, played.suit, played.number)
    swap = exchange(cnf, state, pawns.white)
    effects = walk(cnf, here, state.resolved, swap, rulings)
    cnf.same([], first + second, effects.first + effects.second)
    before_resolving, here = fixing(cnf, effects.column)
    columns = all_columns(cnf, state, pawns.white, swap, here)
    won = resolving(cnf, columns, here, pawns.white, pawns.to_resolve.after, state.resolved, rulings)
    is_late = moments is Moments.ALL or late_letters_matter((), rulings)
    late_memory, late_fixings = _after_resolving(cnf, columns, pawns, after, is_late=is_late)
    early_fixings = (before_placing, *effects.fixings, before_resolving)
    cnf.at_most_one([one.some for one in early_fixings])
    early = [use for moment in _memories(pawns) for use in moment.uses] + [one.some for one in early_fixings]
    late = [*(use for moment in late_memory for use in moment.uses), *(one.some for one in late_fixings)]
    _letters(cnf, state, after, won, early, late)
    _resolved(cnf, state.resolved, after.resolved, won)
    refill, yellow = drawing(cnf, deck, state, after, pawns.lap, effects.yellow)
    draws = holding(cnf, deck, state, after, played, effects.yellow, refill, yellow)
    return Turn(
        played, pawns, before_placing, effects, swap, before_resolving, columns, won, late_memory, late_fixings, draws
    )


def _memories(pawns: Pawns) -> tuple[Memory, ...]:
    return pawns.at_start, pawns.first, pawns.second, pawns.to_resolve


def _after_resolving(
    cnf: Cnf, columns: tuple[Column, ...], pawns: Pawns, after: State, *, is_late: bool
) -> tuple[tuple[Memory, ...], tuple[Fixing, ...]]:
    """The moment after the resolution, if there is one, and the pawns and columns of the next turn's beginning."""
    late = tuple(memory(cnf, pawns.to_resolve.after) for _ in range(is_late))
    fixed = tuple(fixing(cnf, column) for column in columns if is_late)
    cnf.same([], late[0].after if late else pawns.to_resolve.after, after.blacks)
    cnf.same([], pawns.white, after.white)
    last = [column for _, column in fixed] or columns
    for column, slots, mark in zip(last, after.columns, after.fixed, strict=True):
        for slot, kept in zip(column.slots, slots, strict=True):
            cnf.same([], slot.bits, kept.bits)
        cnf.same([], [column.fixed], [mark])
    return late, tuple(one for one, _ in fixed)


def _letters(cnf: Cnf, state: State, after: State, won: Bits, early: list[int], late: list[int]) -> None:
    """sol.letters.use, sol.resolution.letter: letters spent before the resolution were in hand at the beginning.

    What is left may be less than the letters spent account for: letters can always be wasted, a black pawn going to the
    day on which it stands. (On day 7 it cannot, but in every turn a black pawn stands elsewhere at the beginning or
    after the blacks' move.)
    """
    left = cnf.spent(state.letters, early)
    held = cnf.bits(len(left))
    for index, one in enumerate(held):
        cnf.when([one, won[0]], left[index])
        if index:
            cnf.add(-one, left[index - 1])
    left = cnf.spent(held, late)
    cnf.same([], left, after.letters)
    for more, fewer in zip(after.letters[1:], after.letters, strict=False):
        cnf.add(-more, fewer)


def _resolved(cnf: Cnf, before: Bits, after: Bits, won: Bits) -> None:
    """sol.resolution.letter: the suits resolved at the next turn."""
    for suit in Suit:
        cnf.same([], [after[suit - 1]], [cnf.any_of([before[suit - 1], won[suit]])])
