"""The solitaire's vocabulary: suits, cards, items, deals, steps and rulings. Data only."""

from tabi.spec.solitaire.cards import CARDS, Card, Suit
from tabi.spec.solitaire.deal import Deal, format_deal, parse_deal, parse_deck
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import Location
from tabi.spec.solitaire.rulings import SolitaireRulings

__all__ = [
    "CARDS",
    "Card",
    "Deal",
    "Item",
    "Location",
    "SolitaireRulings",
    "Suit",
    "format_deal",
    "parse_deal",
    "parse_deck",
]
