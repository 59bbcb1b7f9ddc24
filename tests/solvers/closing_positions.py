"""Positions with few cards left that can be won, and the most points of a win by the rules alone.

They come from games played well for points; some have their letters taken away, so that plays can be walked through.
"""

from __future__ import annotations

from typing import Final

from solvers.kernel_positions import composed
from tabi.rules.solitaire import Position, Won, parse_position
from tabi.rules.solitaire.position import evolve
from tabi.spec.solitaire import Item, SolitaireRulings

CAP: Final = 200_000

FOUR_CARDS: Final = (
    "white=6 blacks=1,2 bay=6 columns=1:R5,Y2/2:R1,B6/3:B5,G4/5:W4,B3/6:R4,W1,G5 deck=G1,R6,G2,Y6 hand=Y5,B1,W2,W6 "
    "discard=R2,R3,G3,G6,Y1,Y3,Y4,B2,B4,W3,W5 resolved=R,G,Y,B points=120 turn=16",
    "white=3 blacks=3,7 bay=1 columns=1:W6,W5,B6/2:W3,G1/3:R2,Y6/4:W2,Y3/5:R1/6:G3 deck=G2,G4,G5,Y4 hand=R3,R5,B1,B5 "
    "discard=R4,R6,G6,Y1,Y2,Y5,B2,B3,B4,W1,W4 resolved=G,Y,B,W points=121 turn=16",
    "white=4 blacks=2,6 bay=4 columns=1:B6,Y4/2:W6,B5/3:Y1/4:R2,W2,Y3/5:B4,R6/6:W5 deck=Y6,R4,Y2,R1 hand=R3,R5,Y5,B1 "
    "discard=G1,G2,G3,G4,G5,G6,B2,B3,W1,W3,W4 resolved=G,Y,B,W points=90 turn=15",
    "white=5 blacks=1,3 bay=3 columns=1:R4,B5/2:G6,Y4/3:Y5,W2,B1/4:R1,W3/5:Y6,B2/6:G3 deck=B4,G2,G1,B6 "
    "hand=R2,R5,R6,G5 discard=R3,G4,Y1,Y2,Y3,B3,W1,W4,W5,W6 resolved=Y,B,W points=122 turn=16",
)
"""Four cards in the deck, no letters."""
TWO_CARDS: Final = (
    "white=1 blacks=5,6 bay=6 columns=1:W2,R5/2:R1,B6/3:B5,G4/5:W4,B3/6:R4,W1,G5 deck=G2,Y6 hand=R6,Y5,B1,W6 "
    "discard=R2,R3,G1,G3,G6,Y1,Y2,Y3,Y4,B2,B4,W3,W5 resolved=R,G,Y,B,W letters=1 points=130 turn=17",
    "white=2 blacks=4,5 bay=4 columns=1:B6,Y4/2:R5,W6/3:Y1/4:R2,W2,Y3/5:B4,R6/6:W5 deck=Y2,R1 hand=R3,R4,Y5,B1 "
    "discard=G1,G2,G3,G4,G5,G6,Y6,B2,B3,B5,W1,W3,W4 resolved=R,G,Y,B,W letters=1 points=102 turn=16",
    "white=1 blacks=1,1 bay=5 columns=1:W3,G6/2:G1,G4/3:W5,B2/5:R3,R2,Y2/6:Y1,R4 deck=R1,W2 hand=G2,B4,W4,W6 "
    "discard=R5,R6,G3,G5,Y3,Y4,Y5,Y6,B1,B3,B5,B6,W1 resolved=R,G,Y,B letters=1 points=142 turn=17",
)
"""Two cards in the deck, one letter in hand."""


def position(text: str, *items: Item) -> Position:
    """The position of a line, with these items ready."""
    return evolve(parse_position(text), ready=items)


def most_points(start: Position, rulings: SolitaireRulings) -> int | None:
    """The most points of a win from the beginning of a turn, by `legal_steps` and `apply`; None when none follows."""
    values = values_of(start, rulings)
    best = values[start.key]
    return None if best is None else start.points + best


def values_of(start: Position, rulings: SolitaireRulings, lost: int | None = None) -> dict[Position, int | None]:
    """Of every beginning of a turn in reach the most further points of a win.

    Where none follows, None, or with `lost` as if a lost game had so many points besides.
    """
    values: dict[Position, int | None] = {}

    def value(key: Position) -> int | None:
        if key not in values:
            ends = composed(key, rulings, CAP)
            assert ends is not None, "the position is small enough"
            found = []
            for end, points in ends.items():
                later = 0 if isinstance(end.outcome, Won) else value(end)
                if later is not None:
                    found.append(points + later)
            values[key] = max(found, default=lost)
        return values[key]

    value(start.key)
    return values
