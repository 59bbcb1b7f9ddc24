"""The steps of the solitaire: small, frozen, named as in the notation. A step says what is done, not whether it may be.

Steps that name cards or pawns in no order (blacks, blue, tent) are sorted when they are built, so equal steps are equal
values. The field `step` is the name in JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from tabi.spec.solitaire.cards import Card, Suit
from tabi.spec.solitaire.items import Item

Change = Literal[-1, 1]


@dataclass(frozen=True, slots=True)
class Play:
    """`play R4`: the card is played and white moves."""

    card: Card
    step: Literal["play"] = field(default="play", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class NoCard:
    """`no-card`: the hand is empty, and the player lets it be."""

    step: Literal["no-card"] = field(default="no-card", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True, order=True)
class BlackMove:
    """The black pawn on `day` goes `steps` days forward."""

    day: int
    steps: int


@dataclass(frozen=True, slots=True)
class Blacks:
    """`blacks 4+2 5+1`: each black that moves, by its day and its number of steps."""

    moves: tuple[BlackMove, ...]
    step: Literal["blacks"] = field(default="blacks", kw_only=True, repr=False)

    def __post_init__(self) -> None:
        kept = tuple(sorted(move for move in self.moves if move.steps != 0))
        object.__setattr__(self, "moves", kept)


@dataclass(frozen=True, slots=True)
class Place:
    """`place`: the played card becomes an event in white's place."""

    step: Literal["place"] = field(default="place", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class DrawRefill:
    """`refill`: the hand is refilled from the deck."""

    step: Literal["refill"] = field(default="refill", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class BlackWalk:
    """A black pawn goes from one day to another."""

    black: int
    to: int


@dataclass(frozen=True, slots=True)
class Red:
    """`red 4>5`: the black from day 4 goes to day 5; `red -` (no move): nothing is done."""

    move: BlackWalk | None = None
    step: Literal["red"] = field(default="red", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class White:
    """`white 3`: the black from day 3 goes to white's place; `white -`: nothing is done."""

    black: int | None = None
    step: Literal["white"] = field(default="white", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Yellow:
    """`yellow`: one more card is drawn; `yellow -`: nothing is done."""

    draw: bool = True
    step: Literal["yellow"] = field(default="yellow", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Green:
    """`green map`: a used item becomes ready; `green -`: nothing is done."""

    item: Item | None = None
    step: Literal["green"] = field(default="green", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Blue:
    """`blue B3 G3`: two placed events of equal value change places; `blue -`: nothing is done."""

    cards: tuple[Card, Card] | None = None
    step: Literal["blue"] = field(default="blue", kw_only=True, repr=False)

    def __post_init__(self) -> None:
        if self.cards is not None and self.cards[0] > self.cards[1]:
            object.__setattr__(self, "cards", (self.cards[1], self.cards[0]))


Effect = Red | White | Yellow | Green | Blue


@dataclass(frozen=True, slots=True)
class Points:
    """`points G`: the points of a resolved suit."""

    suit: Suit
    step: Literal["points"] = field(default="points", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Lantern:
    """`lantern R 4>5`: points and the original effect of a resolved suit, at the price of the lantern.

    `points_last` is the player's choice under the ruling that gives one.
    """

    effect: Annotated[Effect, Field(discriminator="step")]
    points_last: bool = False
    step: Literal["lantern"] = field(default="lantern", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Resolve:
    """`resolve`; under rulings that offer it `resolve G` (the player names the suit) and `resolve -` (declined)."""

    suit: Suit | None = None
    decline: bool = False
    step: Literal["resolve"] = field(default="resolve", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Trim:
    """`trim R1 G4`: these cards go under the deck, the last one lowest; the turn ends."""

    cards: tuple[Card, ...] = ()
    step: Literal["trim"] = field(default="trim", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Radio:
    """`radio`: three cards are drawn."""

    step: Literal["radio"] = field(default="radio", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Camera:
    """`camera G3+1`: the number of a placed event is changed by one."""

    card: Card
    change: Change
    step: Literal["camera"] = field(default="camera", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Backpack:
    """`backpack W2 G3`: the hand card takes the place of the placed event, which is discarded."""

    hand: Card
    placed: Card
    step: Literal["backpack"] = field(default="backpack", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Tent:
    """`tent R1 G2 > B4`: two hand cards are discarded, and one card goes from the discard onto the deck."""

    discard: tuple[Card, Card]
    take: Card
    step: Literal["tent"] = field(default="tent", kw_only=True, repr=False)

    def __post_init__(self) -> None:
        if self.discard[0] > self.discard[1]:
            object.__setattr__(self, "discard", (self.discard[1], self.discard[0]))


@dataclass(frozen=True, slots=True)
class MapStep:
    """`map +1`, `map -1`: white goes one day forward or back (or, under a ruling, its number changes)."""

    change: Change
    step: Literal["map"] = field(default="map", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Letter:
    """`letter 5>3`: a letter is spent as location memory; the black from day 5 goes to day 3."""

    black: int
    to: int
    step: Literal["letter"] = field(default="letter", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Fix:
    """`fix G4`: a letter is spent as event memory on a placed event."""

    card: Card
    step: Literal["fix"] = field(default="fix", kw_only=True, repr=False)


Step = (
    Play
    | NoCard
    | Blacks
    | Place
    | DrawRefill
    | Red
    | White
    | Yellow
    | Green
    | Blue
    | Points
    | Lantern
    | Resolve
    | Trim
    | Radio
    | Camera
    | Backpack
    | Tent
    | MapStep
    | Letter
    | Fix
)
StepDocument = Annotated[Step, Field(discriminator="step")]
"""A step in JSON: an object whose field `step` names it."""
