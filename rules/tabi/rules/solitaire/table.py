"""What a position of the solitaire is made of: phases, outcomes, events, columns and the walk through the effects."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, NamedTuple, TypedDict

from tabi.spec.solitaire.cards import Card, Suit
from tabi.spec.solitaire.items import Item


class Phase(StrEnum):
    """Where in a turn the game stands: which forced step is next. `over` is the end."""

    PLAY = "play"
    BLACKS = "blacks"
    PLACE = "place"
    REFILL = "refill"
    EFFECTS = "effects"
    RESOLVE = "resolve"
    TRIM = "trim"
    OVER = "over"


class LossReason(StrEnum):
    """How a game was lost: the draw that failed, or no card to play."""

    LAP_DRAW = "lap-draw"
    REFILL_DRAW = "refill-draw"
    YELLOW_DRAW = "yellow-draw"
    RADIO_DRAW = "radio-draw"
    EMPTY_HAND = "empty-hand"


@dataclass(frozen=True, slots=True)
class Won:
    """The game is won with this score."""

    points: int
    result: Literal["won"] = field(default="won", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Lost:
    """The game is lost; a lost game has no score."""

    reason: LossReason
    result: Literal["lost"] = field(default="lost", kw_only=True, repr=False)


Outcome = Won | Lost


class Event(NamedTuple):
    """A placed card: whether a letter fixes it, and the camera's change to its number."""

    card: Card
    fixed: bool = False
    camera: int = 0

    @property
    def value(self) -> int:
        """The number that counts: printed number and camera change."""
        return self.card.number + self.camera


Column = tuple[Event, ...]
"""The events of one day, nearest the location first."""


class Walk(NamedTuple):
    """How far the effects are: suits that have acted; under other readings the next slot, or the suits still to act."""

    applied: tuple[Suit, ...] = ()
    pointer: int = 0
    pending: tuple[Suit, ...] = ()


NO_WALK = Walk()


class Fields(TypedDict, total=False):
    """The fields of a position, by name."""

    phase: Phase
    white: int
    blacks: tuple[int, int]
    bay_road_day: int
    columns: tuple[Column, ...]
    deck: tuple[Card, ...]
    hand: tuple[Card, ...]
    discard: tuple[Card, ...]
    ready: tuple[Item, ...]
    used: tuple[Item, ...]
    resolved: tuple[Suit, ...]
    letters: int
    points: int
    turn: int
    played: Card | None
    map_shift: int
    walk: Walk
    outcome: Outcome | None
