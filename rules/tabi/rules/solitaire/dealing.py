"""Dealing the solitaire from a seed: the deck first, then the row of locations, both by `tabi-shuffle-1`."""

from __future__ import annotations

from tabi.rules.shuffle import numbers, shuffled
from tabi.spec.solitaire.cards import CARDS
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import Location

MOVABLE = tuple(place for place in Location if place is not Location.THOUSAND_YEAR_TREE)
"""The six locations whose order is shuffled; the thousand-year tree always lies on day 7."""


def deal_from_seed(seed: int, items: tuple[Item, ...] = ()) -> Deal:
    """The deal of a seed (a whole number, 0 or more), with these items; its `id` is the seed.

    The cards, in the order R1-R6, G1-G6, Y1-Y6, B1-B6, W1-W6, are shuffled, and with the numbers that follow the six
    movable locations. Raises `ValueError` for a seed below 0 and for items that are neither two different ones nor
    none.
    """
    source = numbers(seed)
    deck = shuffled(CARDS, source)
    row = shuffled(MOVABLE, source)
    return Deal(deck=deck, bay_road_day=row.index(Location.BAY_ROAD) + 1, items=items, id=seed)
