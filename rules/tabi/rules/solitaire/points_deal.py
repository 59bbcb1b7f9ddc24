"""How many points a win from the beginning of a game can bring at most, whatever the cards: for games without items.

The numbers come from a program that looks at every way of the pawns and the letters and at the events that lie in
white's place, and that goes by prices for what a game can use only so often; its theorem works them out anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tabi.rules.solitaire.company import stands_under
from tabi.rules.solitaire.ending import HAND_SIZE
from tabi.rules.solitaire.position import Position
from tabi.rules.solitaire.table import Phase
from tabi.spec.solitaire.cards import CARDS
from tabi.spec.solitaire.rulings import FixedUnderBlue, SolitaireRulings

DEAL: Final = "sol.ending.points-of-deal"
MOST_OF_DEALS: Final[Mapping[int, int]] = {1: 432, 2: 441, 3: 440, 4: 442, 5: 441, 6: 426}
"""By the day of the bay road, the points that no game exceeds."""


def points_of_deal(position: Position, rulings: SolitaireRulings) -> int | None:
    """sol.ending.points-of-deal: the most points of a win, from a game's beginning without items.

    None, no bound, anywhere else, and under readings that take its ground away.
    """
    if not is_beginning(position) or position.ready or position.used:
        return None
    if not stands_under(rulings) or rulings.fixed_under_blue is not FixedUnderBlue.REFUSED:
        return None
    return MOST_OF_DEALS[position.bay_road_day]


def is_beginning(position: Position) -> bool:
    """Whether all cards are in hand and deck, white stands on day 1, and nothing has been won."""
    whole = len(position.hand) == HAND_SIZE and len(position.hand) + len(position.deck) == len(CARDS)
    begins = position.phase is Phase.PLAY and position.white == 1 and not position.map_shift
    return whole and begins and not position.resolved and not position.letters
