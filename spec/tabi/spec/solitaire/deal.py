"""A deal: the order of the deck, the day of the bay road, and the two items (or none)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from tabi.spec.solitaire.cards import CARDS, Card
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import LAST_DAY, Location

DECK_IS = "A deck is the 30 cards R1-R6, G1-G6, Y1-Y6, B1-B6, W1-W6, each once, top first"
ITEMS_ARE = "two different of lantern, map, radio, camera, backpack, tent, or none"
ITEMS_OF_A_GAME = 2


def listed(names: Iterable[object]) -> str:
    """Names in a sentence: `A`, `A and B`, `A, B and C`."""
    words = [str(name) for name in names]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def deck_defects(cards: Iterable[Card]) -> str | None:
    """What keeps `cards` from being a deck, as one sentence that names them, or None."""
    count = Counter(cards)
    twice = [f"{card} {'twice' if n == 2 else f'{n} times'}" for card, n in sorted(count.items()) if n > 1]
    missing = [card for card in CARDS if card not in count]
    parts = [f"has {listed(twice)}"] if twice else []
    parts += [f"lacks {listed(missing)}"] if missing else []
    return f"The deck {' and '.join(parts)}. {DECK_IS}." if parts else None


def parse_deck(text: str) -> tuple[Card, ...]:
    """The 30 cards of a deck written top first, separated by blanks.

    Raises `ValueError` with a sentence that names unknown, repeated and missing cards.
    """
    words = text.split()
    unknown = [word for word in words if word.upper() not in Card.__members__]
    if unknown:
        raise ValueError(f"The deck has {listed(map(repr, unknown))}, which no card is called. {DECK_IS}.")
    cards = tuple(Card.parse(word) for word in words)
    if defect := deck_defects(cards):
        raise ValueError(defect)
    return cards


def _deck(value: object) -> object:
    if isinstance(value, str):
        return parse_deck(value)
    if not isinstance(value, (tuple, list)) or not all(isinstance(card, Card) for card in value):
        raise ValueError(f"The deck is not text. {DECK_IS}, separated by blanks.")
    if defect := deck_defects(value):
        raise ValueError(defect)
    return tuple(value)


Deck = Annotated[
    tuple[Card, ...],
    PlainValidator(_deck),
    PlainSerializer(lambda cards: " ".join(map(str, cards)), return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^([RGYBW][1-6] ){29}[RGYBW][1-6]$", "description": DECK_IS}),
]


class Deal(BaseModel):
    """What is decided before the first turn.

    `items` are two different items or none; without items it is not a game of the text, but the stricter question that
    is often asked. `id` is only echoed. In place of `bay_road_day`, `row` may name the seven locations in order.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    deck: Deck
    bay_road_day: Annotated[int, Field(ge=1, lt=LAST_DAY)]
    items: tuple[Item, ...] = ()
    id: int | None = None

    @model_validator(mode="before")
    @classmethod
    def _row(cls, data: object) -> object:
        if not isinstance(data, Mapping) or "row" not in data:
            return data
        if "bay_road_day" in data:
            raise ValueError("A deal has either bay_road_day or row, not both.")
        rest = {key: value for key, value in data.items() if key != "row"}
        return {**rest, "bay_road_day": bay_road_day_of(data["row"])}

    @field_validator("bay_road_day", mode="before")
    @classmethod
    def _day(cls, value: object) -> object:
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value < LAST_DAY:
            raise ValueError(f"The bay road is on day {value!r}. It lies on a day from 1 to 6.")
        return value

    @field_validator("items", mode="before")
    @classmethod
    def _items(cls, value: object) -> object:
        if not isinstance(value, (tuple, list)):
            raise ValueError(f"The items are {value!r}. A deal has {ITEMS_ARE}.")
        return check_items([Item.parse(str(item)) for item in value])


def check_items(items: Iterable[Item]) -> tuple[Item, ...]:
    """sol.setup.items: the items of a deal, in the order of items; raises `ValueError` unless two different or none."""
    named = list(items)
    chosen = [item for item in Item if item in named]
    if len(named) not in (0, ITEMS_OF_A_GAME) or len(chosen) != len(named):
        raise ValueError(f"The items are {listed(named)}. A deal has {ITEMS_ARE}.")
    return tuple(chosen)


def bay_road_day_of(row: object) -> int:
    """sol.setup.row: the day (1-6) of the bay road in a row of seven locations, west end first.

    Raises `ValueError` when a location is missing or the thousand-year tree is not last.
    """
    names = list(row) if isinstance(row, (tuple, list)) else []
    if sorted(map(str, names)) != sorted(Location) or names[-1] != Location.THOUSAND_YEAR_TREE:
        raise ValueError(
            f"The row is not the seven locations, each once, with {Location.THOUSAND_YEAR_TREE} last: "
            f"{', '.join(Location)}."
        )
    return names.index(Location.BAY_ROAD) + 1


def format_deal(deal: Deal) -> str:
    """A deal on one line: the deck, the day of the bay road, and the items if there are any.

    >>> format_deal(Deal(deck=CARDS, bay_road_day=3, items=(Item.MAP, Item.TENT)))[-29:]
    'W4 W5 W6 bay=3 items=map,tent'
    """
    items = f" items={','.join(deal.items)}" if deal.items else ""
    return f"{' '.join(map(str, deal.deck))} bay={deal.bay_road_day}{items}"


def parse_deal(text: str) -> Deal:
    """The deal of a line as `format_deal` writes it; raises `ValueError` with a sentence."""
    words = text.split()
    settings = dict(word.split("=", 1) for word in words if "=" in word)
    if "bay" not in settings or settings.keys() - {"bay", "items"}:
        raise ValueError("A deal on one line is 30 cards, then bay=DAY, then items=A,B if there are any.")
    day = int(settings["bay"]) if settings["bay"].isdecimal() else settings["bay"]
    items = check_items(map(Item.parse, settings["items"].split(","))) if "items" in settings else ()
    deck = parse_deck(" ".join(word for word in words if "=" not in word))
    return Deal.model_validate({"deck": deck, "bay_road_day": day, "items": items})
