"""The event cards: five suits, numbers 1 to 6, each card once."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Final

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

NUMBERS: Final = 6


class Suit(IntEnum):
    """The five suits, in the order in which cards are sorted; no value is 0, so that none is false."""

    R = 1
    G = 2
    Y = 3
    B = 4
    W = 5

    def __str__(self) -> str:
        return self.name

    @classmethod
    def parse(cls, text: str) -> Suit:
        """The suit whose letter is `text`, in either case; raises `ValueError` with a sentence otherwise."""
        try:
            return cls[text.strip().upper()]
        except KeyError:
            raise ValueError(f"{text!r} is not a suit; the suits are R, G, Y, B and W") from None

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return _written_as_text(cls.parse, cls)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "enum": [suit.name for suit in cls]}


class Card(IntEnum):
    """The 30 event cards; sorted by suit (R, G, Y, B, W), then by number.

    >>> Card.parse("g3"), Card.G3.suit, Card.G3.number
    (<Card.G3: 9>, <Suit.G: 2>, 3)
    """

    suit: Suit
    number: int

    R1, R2, R3, R4, R5, R6 = range(1, 7)
    G1, G2, G3, G4, G5, G6 = range(7, 13)
    Y1, Y2, Y3, Y4, Y5, Y6 = range(13, 19)
    B1, B2, B3, B4, B5, B6 = range(19, 25)
    W1, W2, W3, W4, W5, W6 = range(25, 31)

    def __new__(cls, value: int) -> Card:
        card = int.__new__(cls, value)
        card._value_ = value
        card.suit = Suit((value - 1) // NUMBERS + 1)
        card.number = (value - 1) % NUMBERS + 1
        return card

    def __str__(self) -> str:
        return self.name

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card named `text`, in either case; raises `ValueError` with a sentence otherwise."""
        try:
            return cls[text.strip().upper()]
        except KeyError:
            raise ValueError(
                f"{text!r} is not a card; a card is a suit letter (R, G, Y, B, W) and a number 1-6, as in R4"
            ) from None

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return _written_as_text(cls.parse, cls)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "pattern": "^[RGYBW][1-6]$"}


CARDS: Final = tuple(Card)


def _written_as_text(parse: Callable[[str], IntEnum], kind: type[IntEnum]) -> CoreSchema:
    """A pydantic schema for a value that JSON and YAML write as its name."""

    def read(value: object) -> IntEnum:
        return value if isinstance(value, kind) else parse(str(value))

    return core_schema.no_info_plain_validator_function(read, serialization=core_schema.to_string_ser_schema())
