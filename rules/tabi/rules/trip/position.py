"""The trip's position: frozen, canonical, hashable; built checked by people and trusted by the rules.

A position that cannot arise is not built: `Position.checked` names every defect. The rules derive positions from
positions with `evolve`, which checks nothing and is not for users. Bag and memory deck are no part of a position: what
they hold follows from it, their order is nobody's knowledge.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from typing_extensions import Unpack

from tabi.rules.implements import implements
from tabi.rules.trip.board import EMPTY_BOARD, Board
from tabi.rules.trip.defects import canonical, defects
from tabi.rules.trip.masks import Mask
from tabi.rules.trip.moment import AllFields, Fields, Outcome, Phase, Placing, Slot
from tabi.rules.trip.setup import start_player, table_for
from tabi.rules.trip.table import Table
from tabi.rules.trip.tiles import EMPTY_MAP, TownMap
from tabi.rules.violations import IllegalPosition
from tabi.spec.trip.setup import Setup
from tabi.spec.trip.tokens import Tokens

Value = TypeVar("Value")


@dataclass(frozen=True, init=False)
class Position:
    """One moment of a game. Seats, rounds and turns count from 1; sets of squares are bits; tokens are sorted.

    `cards` are the patterns revealed so far, the open one last. `slots` are those of the round (None: taken; none at
    all in the phase `reveal` and after the last round). `hand` are the tokens that the acting player still has to
    place, `placing` what was done with the others of this turn. `fresh` are for every seat the squares whose token was
    placed in the turn whose defining is not over; `defining` is the set just defined, empty outside the phase `tile`.
    `boards`, `scores` are seat by seat. `table` is what never changes; it follows from `setup`.
    """

    setup: Setup
    phase: Phase
    round: int
    turn: int
    player: int
    cards: tuple[str, ...]
    slots: tuple[Slot, ...]
    hand: Tokens
    placing: Placing
    fresh: tuple[Mask, ...]
    boards: tuple[Board, ...]
    scores: tuple[int, ...]
    defining: Mask
    town: TownMap
    leftovers: Tokens
    outcome: Outcome | None
    table: Table = field(compare=False, repr=False)

    def __init__(self) -> None:
        raise TypeError("A position is built by Position.checked, by trip.start or by a parser.")

    @classmethod
    def checked(cls, setup: Setup, **fields: Unpack[Fields]) -> Position:
        """The position with these fields, brought into canonical order; fields left out are those before round 1.

        Raises `IllegalPosition`, which names every defect, when no game can come to it.
        """
        whole = canonical(before_round_one(setup, **fields))
        if found := defects(whole, table_for(setup)):
            raise IllegalPosition(found)
        return _trusted(whole)

    @property
    def start_player(self) -> int:
        """The seat with the start marker."""
        return start_player(self.setup, self.round)

    @property
    def board(self) -> Board:
        """The acting player's board."""
        return self.boards[self.player - 1]

    @property
    def pattern(self) -> str:
        """The pattern of the open memory card."""
        return self.cards[-1]

    @property
    def key(self) -> Position:
        """The position without its turn number, which nothing to come depends on."""
        return evolve(self, turn=1)


@implements("trip.setup.boards")
def before_round_one(setup: Setup, **fields: Unpack[Fields]) -> AllFields:
    """trip.setup.boards: the fields of the position before the first round, with some of them replaced."""
    before: AllFields = {
        "setup": setup,
        "phase": Phase.REVEAL,
        "round": 1,
        "turn": 1,
        "player": setup.start_player,
        "cards": (),
        "slots": (),
        "hand": (),
        "placing": (),
        "fresh": (0,) * setup.players,
        "boards": (EMPTY_BOARD,) * setup.players,
        "scores": (0,) * setup.players,
        "defining": 0,
        "town": EMPTY_MAP,
        "leftovers": (),
        "outcome": None,
    }
    return {**before, **fields}


def _trusted(fields: AllFields) -> Position:
    new = object.__new__(Position)
    new.__dict__.update(fields, table=table_for(fields["setup"]))
    return new


def evolve(position: Position, **changes: Unpack[Fields]) -> Position:
    """The position with some fields changed, unchecked: for the rules, which keep it legal and canonical."""
    new = object.__new__(Position)
    fields = new.__dict__
    fields.update(position.__dict__)
    fields.update(changes)
    return new


def with_board(position: Position, board: Board) -> tuple[Board, ...]:
    """The boards with the acting player's replaced."""
    return replaced(position.boards, position.player, board)


def replaced(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    """Values seat by seat with the one of a seat (from 1) replaced."""
    return (*values[: seat - 1], value, *values[seat:])
