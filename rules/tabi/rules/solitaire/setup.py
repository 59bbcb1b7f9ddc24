"""The setup: from a deal to the position before the first turn."""

from __future__ import annotations

from tabi.rules.implements import implements
from tabi.rules.solitaire.ending import HAND_SIZE
from tabi.rules.solitaire.movement import forward
from tabi.rules.solitaire.position import Position
from tabi.spec.solitaire.cards import Card
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.rulings import PastSeven

FIRST_DAY = 1


@implements("sol.setup.black-pawns")
def black_start(card: Card) -> int:
    """sol.setup.black-pawns: the day (2-7) to which a card drawn in the setup moves a black pawn.

    >>> black_start(Card.R4)           # the text's example
    5
    """
    return forward(FIRST_DAY, card.number, PastSeven.RING)


@implements("sol.setup.start", "sol.setup.hand", "sol.setup.items", "sol.setup.row")
def start(deal: Deal) -> Position:
    """sol.setup.start, sol.setup.hand: the position before the first turn.

    The first two cards move a black pawn each from day 1; they and the next two are the hand.
    """
    first, second = deal.deck[:2]
    return Position.checked(
        bay_road_day=deal.bay_road_day,
        white=FIRST_DAY,
        blacks=(black_start(first), black_start(second)),
        hand=deal.deck[:HAND_SIZE],
        deck=deal.deck[HAND_SIZE:],
        ready=deal.items,
    )
