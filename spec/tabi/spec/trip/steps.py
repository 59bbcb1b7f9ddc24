"""The steps of the trip: small, frozen, named as in the notation. A step says what is done, not whether it may be.

Tokens of a slot and squares of a set are sorted when a step is built, so equal steps are equal values. The field `step`
is the name in JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from tabi.spec.trip.squares import Square, SquaresText, all_different
from tabi.spec.trip.tokens import Token, Tokens, TokensText, sorted_tokens


@dataclass(frozen=True, slots=True)
class Reveal:
    """`reveal column FB HL SR PP`: a memory card is turned up, and every slot is filled, slot 1 first."""

    card: str
    slots: tuple[TokensText, ...]
    step: Literal["reveal"] = field(default="reveal", kw_only=True, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "slots", tuple(_filled(slot) for slot in self.slots))


def _filled(slot: Tokens) -> Tokens:
    if not slot:
        raise ValueError("a slot of a reveal has no token; every slot that is filled has two or three")
    return sorted_tokens(slot)


@dataclass(frozen=True, slots=True)
class Take:
    """`take 2`: all tokens of a slot (1-4) are taken."""

    slot: Annotated[int, Field(strict=True)]
    step: Literal["take"] = field(default="take", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Put:
    """`put F C3`: a token of the hand is placed on a square; a face-up token there goes to the mistaken memories."""

    token: Token
    square: Square
    step: Literal["put"] = field(default="put", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Discard:
    """`discard F`: a token of the hand goes to the mistaken memories."""

    token: Token
    step: Literal["discard"] = field(default="discard", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Define:
    """`define C3 C4`: the tokens on these squares become a place."""

    squares: SquaresText
    step: Literal["define"] = field(default="define", kw_only=True, repr=False)

    def __post_init__(self) -> None:
        if not self.squares:
            raise ValueError("a place has at least one square, as in define C3 C4")
        object.__setattr__(self, "squares", all_different(self.squares))


@dataclass(frozen=True, slots=True)
class Pass:
    """`pass`: no (further) place is defined in this turn."""

    step: Literal["pass"] = field(default="pass", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Lay:
    """`lay C3 C4`: a tile, or single tiles, on these squares of the map; `lay -` (no square): nothing is laid.

    Also that nothing is laid is said and never filled in. `kind` is the park kind of the tile, named only where the
    player chooses it: `lay C3 C4 B`.
    """

    squares: SquaresText
    kind: Token | None = None
    step: Literal["lay"] = field(default="lay", kw_only=True, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "squares", all_different(self.squares))


@dataclass(frozen=True, slots=True)
class Score:
    """`score`: photos, mistaken memories and the goal are counted, and the game is over."""

    step: Literal["score"] = field(default="score", kw_only=True, repr=False)


Step = Reveal | Take | Put | Discard | Define | Pass | Lay | Score
StepDocument = Annotated[Step, Field(discriminator="step")]
"""A step in JSON: an object whose field `step` names it."""
