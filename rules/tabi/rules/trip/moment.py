"""What a moment of the game consists of beside boards and map: phases, the outcome, and the fields of a position."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from typing_extensions import TypedDict

from tabi.rules.trip.board import Board
from tabi.rules.trip.masks import Mask
from tabi.rules.trip.tiles import TownMap
from tabi.spec.trip.setup import Setup
from tabi.spec.trip.steps import Discard, Put
from tabi.spec.trip.tokens import Tokens


class Phase(StrEnum):
    """What the next step does."""

    REVEAL = "reveal"
    DRAFT = "draft"
    PLACE = "place"
    DEFINE = "define"
    TILE = "tile"
    FINAL = "final"
    OVER = "over"


class Chance(StrEnum):
    """What `outcome` says where no player decides, but a card and tokens have to be revealed."""

    CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class SeatAward:
    """Points that a seat (from 1) gets or loses by a clause, and in a few words what for."""

    seat: int
    clause: str
    points: int
    why: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game: the final awards, the total of every seat, and the seats that win."""

    awards: tuple[SeatAward, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


Slot = Tokens | None
"""The tokens of a slot; None when they are taken."""
Placing = tuple[Put | Discard, ...]
"""What the acting player has placed of the tokens of this turn."""


class Fields(TypedDict, total=False):
    """The fields of a position but its setup; what they are stands at `Position`."""

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


class AllFields(TypedDict):
    """The fields of a position with its setup, none left out."""

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


SCORING_PHASES: tuple[Literal[Phase.FINAL], Literal[Phase.OVER]] = (Phase.FINAL, Phase.OVER)
"""The phases after the last round."""
