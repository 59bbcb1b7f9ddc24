"""The memory tokens: seven kinds, of five categories."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Final

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema


class Category(StrEnum):
    """What a kind of token, a place and a tile belong to."""

    PARK = "park"
    HOTEL = "hotel"
    LANDMARK = "landmark"
    SHOP = "shop"
    RESTAURANT = "restaurant"


class Token(StrEnum):
    """The seven kinds of token, in the order in which tokens are written; the first three are parks.

    `rank` is the place in that order, from 0; letters do not sort so, hence `token_order`.
    """

    rank: int
    category: Category

    FOUNTAIN = "F", Category.PARK
    BENCH = "B", Category.PARK
    PORTRAIT = "P", Category.PARK
    HOTEL = "H", Category.HOTEL
    LANDMARK = "L", Category.LANDMARK
    SHOP = "S", Category.SHOP
    RESTAURANT = "R", Category.RESTAURANT

    def __new__(cls, letter: str, category: Category) -> Token:
        token = str.__new__(cls, letter)
        token._value_ = letter
        token.rank = len(cls.__members__)
        token.category = category
        return token

    @classmethod
    def parse(cls, text: str) -> Token:
        """The token whose letter is `text`, in either case; raises `ValueError` with a sentence otherwise."""
        try:
            return _BY_LETTER[text.strip().upper()]
        except KeyError:
            raise ValueError(f"{text!r} is not a token; {TOKENS_ARE}") from None


TOKENS: Final = tuple(Token)
PARKS: Final = (Token.FOUNTAIN, Token.BENCH, Token.PORTRAIT)
TOKENS_ARE: Final = (
    "the tokens are F, B, P (fountain, bench, portrait), H (hotel), L (landmark), S (shop), R (restaurant)"
)

_BY_LETTER: Final = MappingProxyType({token.value: token for token in Token})

Tokens = tuple[Token, ...]
"""Some tokens, each as often as it is there, in the order of tokens."""


def category_of(token: Token) -> Category:
    """The category that a token belongs to; the three park kinds share one."""
    return token.category


def token_order(token: Token) -> int:
    """The key by which tokens are sorted."""
    return token.rank


def sorted_tokens(tokens: Iterable[Token]) -> Tokens:
    """Tokens in their order.

    >>> format_tokens(sorted_tokens([Token.SHOP, Token.BENCH, Token.FOUNTAIN]))
    'FBS'
    """
    return tuple(sorted(tokens, key=token_order))


def parse_tokens(text: str) -> Tokens:
    """The tokens written as letters without blanks, in their order; raises `ValueError` with a sentence."""
    return sorted_tokens(map(Token.parse, text))


def format_tokens(tokens: Iterable[Token]) -> str:
    """The letters of tokens, in their order."""
    return "".join(sorted_tokens(tokens))


def without_token(tokens: Tokens, token: Token) -> Tokens:
    """Tokens with one of a kind taken out, the order kept; raises `ValueError` when none is there."""
    place = tokens.index(token)
    return tokens[:place] + tokens[place + 1 :]


def _tokens(value: object) -> object:
    return parse_tokens(value) if isinstance(value, str) else value


TokensText = Annotated[
    Tokens,
    BeforeValidator(_tokens),
    PlainSerializer(format_tokens, return_type=str),
    WithJsonSchema({"type": "string", "pattern": "^[FBPHLSR]*$"}),
]
"""Tokens that JSON writes as one text, `FBS`."""
