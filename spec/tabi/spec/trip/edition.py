"""An edition: every table of the printed game as data, checked against all that is known of the components.

The published tables are not known to this project. The editions that it ships are demonstrations, and say so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, Final, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tabi.spec.faults import Faults, sentences
from tabi.spec.trip.cards import MemoryCard
from tabi.spec.trip.city import City, Colour, Name
from tabi.spec.trip.goals import Side
from tabi.spec.trip.shapes import HotelShape
from tabi.spec.trip.tokens import TOKENS, Token

ALL_TOKENS: Final = 120
REMOVED_TOKENS: Final = 30
ALL_TILES: Final = 39
CARDS: Final = 12
MOST_SLOTS: Final = 4
CITIES: Final = 2
SHIPPED: Final = ("river-demo", "coast-demo")

Count = Annotated[int, Field(strict=True, ge=0)]


class EditionFault(Faults):
    """A text that is not an edition; `sentences` name every fault with its place."""


class TokenCounts(BaseModel):
    """How many tokens of each kind."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    F: Count
    B: Count
    P: Count
    H: Count
    L: Count
    S: Count
    R: Count

    def of(self, token: Token) -> int:
        """How many of one kind."""
        counts: dict[Token, int] = {
            Token.FOUNTAIN: self.F,
            Token.BENCH: self.B,
            Token.PORTRAIT: self.P,
            Token.HOTEL: self.H,
            Token.LANDMARK: self.L,
            Token.SHOP: self.S,
            Token.RESTAURANT: self.R,
        }
        return counts[token]

    @property
    def total(self) -> int:
        """How many in all."""
        return sum(self.of(token) for token in TOKENS)


class TokenColours(BaseModel):
    """The photo colour that each kind of token counts for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    F: Colour
    B: Colour
    P: Colour
    H: Colour
    L: Colour
    S: Colour
    R: Colour

    def of(self, token: Token) -> Colour:
        """The colour of one kind."""
        colours: dict[Token, Colour] = {
            Token.FOUNTAIN: self.F,
            Token.BENCH: self.B,
            Token.PORTRAIT: self.P,
            Token.HOTEL: self.H,
            Token.LANDMARK: self.L,
            Token.SHOP: self.S,
            Token.RESTAURANT: self.R,
        }
        return colours[token]


class ParkTiles(BaseModel):
    """How many park tiles of each kind."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    F: Count
    B: Count
    P: Count

    def of(self, token: Token) -> int:
        """How many of one park kind."""
        return {Token.FOUNTAIN: self.F, Token.BENCH: self.B, Token.PORTRAIT: self.P}[token]

    @property
    def total(self) -> int:
        """How many in all."""
        return self.F + self.B + self.P


class HotelTiles(BaseModel):
    """How many hotel tiles of each shape."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ell: Count
    straight: Count

    def of(self, shape: HotelShape) -> int:
        """How many of one shape."""
        return {HotelShape.ELL: self.ell, HotelShape.STRAIGHT: self.straight}[shape]

    @property
    def total(self) -> int:
        """How many in all."""
        return self.ell + self.straight


class Tiles(BaseModel):
    """The tiles but the landmark pieces, which the cities name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    parks: ParkTiles
    hotels: HotelTiles
    shops: Count
    restaurants: Count

    @property
    def total(self) -> int:
        """How many in all."""
        return self.parks.total + self.hotels.total + self.shops + self.restaurants


class Edition(BaseModel):
    """Every table of a printed game. `demonstration` says that the tables are invented."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    title: Annotated[str, Field(min_length=1)]
    demonstration: Annotated[bool, Field(strict=True)]
    default_city: str
    tokens: TokenCounts
    removed_for_two: TokenCounts
    tiles: Tiles
    memory_cards: Annotated[tuple[MemoryCard, ...], Field(alias="memory_card")]
    photo_colours: TokenColours
    cities: Annotated[tuple[City, ...], Field(alias="city")]

    def __hash__(self) -> int:
        return hash((self.name, self.title))  # cheap: positions hold their edition and are hashed often

    def city_named(self, name: str) -> City:
        """The city of this name; raises `ValueError` with the names that there are."""
        for city in self.cities:
            if city.name == name:
                return city
        names = " and ".join(city.name for city in self.cities)
        raise ValueError(f"The edition {self.name} has no city {name!r}; its cities are {names}.")

    def card_named(self, pattern: str) -> MemoryCard | None:
        """The memory card with this pattern, or None."""
        return next((card for card in self.memory_cards if card.pattern == pattern), None)

    @property
    def patterns(self) -> tuple[str, ...]:
        """The names of the patterns, in the order of the edition."""
        return tuple(card.pattern for card in self.memory_cards)

    @model_validator(mode="after")
    def _facts(self) -> Self:
        if faults := (*_token_faults(self), *_tile_faults(self), *_card_faults(self), *_city_faults(self)):
            raise Faults(faults)
        return self


def _token_faults(edition: Edition) -> Iterator[str]:
    if (total := edition.tokens.total) != ALL_TOKENS:
        yield f"tokens: the sum is {total}; there are {ALL_TOKENS} tokens."
    if (total := edition.removed_for_two.total) != REMOVED_TOKENS:
        yield f"removed_for_two: the sum is {total}; {REMOVED_TOKENS} tokens leave with two players."
    for token in TOKENS:
        removed, there = edition.removed_for_two.of(token), edition.tokens.of(token)
        if removed > there:
            yield f"removed_for_two, {token}: {removed} leave, but only {there} are there."


def _tile_faults(edition: Edition) -> Iterator[str]:
    pieces = sum(len(city.landmarks) for city in edition.cities)
    shared = 1 if len(edition.cities) == CITIES else 0  # the square piece has a side for each city
    if (total := edition.tiles.total + pieces - shared) != ALL_TILES:
        yield (
            f"tiles: there are {total}, with {pieces - shared} landmark pieces of which the square one "
            f"serves both cities; there are {ALL_TILES} in all."
        )


def _card_faults(edition: Edition) -> Iterator[str]:
    cards = edition.memory_cards
    patterns = edition.patterns
    for pattern in sorted({one for one in patterns if patterns.count(one) > 1}):
        yield (
            f"memory_card: the pattern {pattern} stands twice; write one entry with the number of copies, and cards "
            f"with another number of tokens under another name."
        )
    if (copies := sum(card.copies for card in cards)) != CARDS:
        yield f"memory_card: there are {copies} cards; there is one for each of {CARDS} rounds."
    if (a_slot := sum(card.copies * card.tokens for card in cards)) * MOST_SLOTS != ALL_TOKENS:
        yield f"memory_card: the cards give {a_slot} tokens to a slot; four slots take {ALL_TOKENS}, so a slot gets 30."


def _city_faults(edition: Edition) -> Iterator[str]:
    names = [city.name for city in edition.cities]
    if len(names) != CITIES:
        yield f"city: there are {len(names)}; the map has two sides, a city each."
    elif names[0] == names[1]:
        yield f"city: two are called {names[0]}; the names differ."
    elif {city.side for city in edition.cities} != set(Side):
        yield f"city: both are {edition.cities[0].side}; one side is pink, the other blue."
    if edition.default_city not in names:
        yield f"default_city: there is no city {edition.default_city!r}; the cities are {' and '.join(names)}."


def read_edition(text: str) -> Edition:
    """The edition of a TOML text; raises `EditionFault`, which names every fault with its place."""
    try:
        return Edition.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise EditionFault([f"This is not TOML: {error}."]) from None
    except ValidationError as error:
        raise EditionFault(sentences(error)) from None


@cache
def edition_named(name: str) -> Edition:
    """The shipped edition of this name; raises `ValueError` with the names that there are."""
    if name not in SHIPPED:
        raise ValueError(f"There is no edition {name!r}; the editions are {', '.join(SHIPPED)}.")
    text = files("tabi.spec.trip").joinpath("editions", f"{name}.toml").read_text(encoding="utf-8")
    return read_edition(text)


def editions() -> tuple[Edition, ...]:
    """The shipped editions."""
    return tuple(map(edition_named, SHIPPED))
