"""What is decided before the first round: the edition, the city, the players, the size, the goal, who begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Final, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    JsonValue,
    PlainSerializer,
    ValidationError,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from tabi.spec.faults import Faults, sentences
from tabi.spec.trip.city import BOARDS, City
from tabi.spec.trip.edition import SHIPPED, Edition, edition_named
from tabi.spec.trip.goals import Goal, GoalKind, goals_of

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 4


class Size(StrEnum):
    """The whole map, or the map with one line covered."""

    WHOLE = "7x7"
    SMALL = "7x6"


def _edition(value: object) -> object:
    if isinstance(value, str):
        return edition_named(value)
    if not isinstance(value, (Edition, Mapping)):
        raise ValueError(f"this is neither a shipped edition ({', '.join(SHIPPED)}) nor a whole one.")
    return value


def write_edition(edition: Edition) -> JsonValue:
    """An edition as JSON has it: the name of a shipped one, the whole of any other."""
    if edition.name in SHIPPED and edition == edition_named(edition.name):
        return edition.name
    whole: JsonValue = edition.model_dump(mode="json", by_alias=True)
    return whole


class _NameOrWhole:
    """The JSON schema of an edition that may also be named."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"anyOf": [{"type": "string", "enum": list(SHIPPED)}, handler(schema)]}


EditionText = Annotated[
    Edition,
    BeforeValidator(_edition),
    PlainSerializer(write_edition),
    _NameOrWhole(),
]
"""An edition as the name of a shipped one or as a whole."""


class Setup(BaseModel):
    """A game before its first round.

    What is left out is filled up: the edition's default city, the whole map, standard goals, the first player starts,
    boards in order. The goal has no default.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    edition: EditionText
    city: str
    players: Annotated[int, Field(strict=True, ge=FEWEST_PLAYERS, le=MOST_PLAYERS)]
    size: Size = Size.WHOLE
    goals: GoalKind = GoalKind.STANDARD
    goal: Goal
    start_player: Annotated[int, Field(strict=True, ge=1, le=MOST_PLAYERS)] = 1
    boards: tuple[Annotated[int, Field(strict=True, ge=1, le=BOARDS)], ...]

    @property
    def map(self) -> City:
        """The city that is played."""
        return self.edition.city_named(self.city)

    @model_validator(mode="before")
    @classmethod
    def _filled_up(cls, data: object) -> object:
        return filled_up(data) if isinstance(data, Mapping) else data

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if faults := tuple(_faults(self)):
            raise Faults(faults)
        return self


def filled_up(data: Mapping[str, object]) -> dict[str, object]:
    """The data of a setup with the default city and the default boards written in.

    Where edition or players are at fault, so that the defaults cannot be known, they are no city and no boards: what is
    not written is no further fault.
    """
    default = {"city": _default_city(data.get("edition")), "boards": default_boards(data.get("players"))}
    return {**default, **data}


def _default_city(edition: object) -> str:
    if isinstance(edition, str) and edition in SHIPPED:
        return edition_named(edition).default_city
    if isinstance(edition, Edition):
        return edition.default_city
    return str(edition.get("default_city", "")) if isinstance(edition, Mapping) else ""


def default_boards(players: object) -> tuple[int, ...]:
    """The boards of so many players in order; none when it is not a number of players."""
    if not isinstance(players, int) or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        return ()
    return tuple(range(1, players + 1))


def _faults(setup: Setup) -> Iterator[str]:
    names = [city.name for city in setup.edition.cities]
    if setup.city not in names:
        yield f"city: {setup.edition.name} has no city {setup.city!r}; its cities are {' and '.join(names)}."
        return
    possible = goals_of(setup.goals, setup.map.side)
    if setup.goal not in possible:
        yield (
            f"goal: {setup.goal} is none of the {setup.goals} goals of a {setup.map.side} city; "
            f"these are {', '.join(possible)}."
        )
    if setup.start_player > setup.players:
        yield f"start_player: there is no player {setup.start_player}; there are {setup.players} players."
    if len(setup.boards) != setup.players or len(set(setup.boards)) != len(setup.boards):
        yield f"boards: {list(setup.boards)} are not different boards for {setup.players} players, one each."


def read_setup(document: Mapping[str, JsonValue]) -> Setup:
    """The setup of a JSON document; raises `Faults`, which names every fault with its place."""
    try:
        return Setup.model_validate(document)
    except ValidationError as error:
        raise Faults(sentences(error)) from None
