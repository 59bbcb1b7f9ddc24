"""Rulings: the ambiguous points of a rule text as typed switches. This module knows no game.

All rulings of a game are the fields of one frozen pydantic model (`RulingModel`); each field is a `StrEnum` or a bool
(written `yes` and `no`). Question, readings and reasons are data in a TOML file, held against the model when read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import Enum
from importlib.resources import files
from typing import ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict

YES_NO = ("yes", "no")


class RulingModel(BaseModel):
    """The base of a game's rulings model: frozen, closed, and with the prefix that its ruling ids begin with."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prefix: ClassVar[str] = ""


Rulings = TypeVar("Rulings", bound=RulingModel)


class Reading(BaseModel):
    """One way to read an open point, under its stable value."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: str
    text: str


class Ruling(BaseModel):
    """An open point: the question, its readings (the default first), and why that one is the default."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    section: str
    question: str
    reading: tuple[Reading, ...]
    reason: str

    @property
    def default(self) -> str:
        """The value of the reading taken unless another is asked for."""
        return self.reading[0].value

    @property
    def values(self) -> tuple[str, ...]:
        """The values of all readings, the default first."""
        return tuple(reading.value for reading in self.reading)


class UnknownRuling(ValueError):
    """A ruling or a reading that the game does not have; the message is one sentence for a person."""


class _RulingFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    ruling: tuple[Ruling, ...]


def ruling_id(model: type[RulingModel], field: str) -> str:
    """The id of the ruling in `field`: the model's prefix, a dot, and the field's name with dashes."""
    return f"{model.prefix}.{field.replace('_', '-')}"


def readings_of(model: type[RulingModel], field: str) -> tuple[str, ...]:
    """The values that `field` may take, in the order of the type."""
    annotation = model.model_fields[field].annotation
    if annotation is bool:
        return YES_NO
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return tuple(str(member.value) for member in annotation)
    raise TypeError(f"the ruling {field} is neither an enumeration nor a bool")


def as_text(value: object) -> str:
    """A reading as it is written: the enumeration's value, or `yes` and `no`."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value.value) if isinstance(value, Enum) else str(value)


def rulings_from(model: type[Rulings], chosen: Mapping[str, object]) -> Rulings:
    """The rulings in which the points of `chosen` (id to reading) are read so and all others have the default.

    Raises `UnknownRuling` with one sentence when an id or a reading is not the game's.
    """
    fields = {ruling_id(model, field): field for field in model.model_fields}
    values: dict[str, object] = {}
    for one, reading in chosen.items():
        if one not in fields:
            raise UnknownRuling(f"There is no ruling {one!r}; the rulings are {', '.join(fields)}.")
        field, text = fields[one], as_text(reading)
        if text not in readings_of(model, field):
            accepted = ", ".join(readings_of(model, field))
            raise UnknownRuling(f"The ruling {one} has no reading {text!r}; its readings are {accepted}.")
        values[field] = text == "yes" if model.model_fields[field].annotation is bool else text
    return model.model_validate(values)


def rulings_to(rulings: RulingModel) -> dict[str, str]:
    """All rulings as id to reading, in the order of the model: what `rulings_from` reads."""
    model = type(rulings)
    return {ruling_id(model, field): as_text(getattr(rulings, field)) for field in model.model_fields}


def changed_rulings(rulings: RulingModel) -> dict[str, str]:
    """The rulings that differ from the default, as id to reading."""
    default = rulings_to(type(rulings)())
    return {one: reading for one, reading in rulings_to(rulings).items() if reading != default[one]}


def read_rulings(model: type[RulingModel], package: str, name: str = "rulings.toml") -> tuple[Ruling, ...]:
    """The ruling table in the data file `name` of `package`, held against `model`.

    Raises `ValueError` when table and model differ in an id, a reading or a default.
    """
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    table = _RulingFile.model_validate(tomllib.loads(text)).ruling
    in_model = {ruling_id(model, field): set(readings_of(model, field)) for field in model.model_fields}
    in_table = {ruling.id: set(ruling.values) for ruling in table}
    if in_model != in_table or len(table) != len(in_table):
        odd = sorted(one for one in in_model.keys() | in_table.keys() if in_model.get(one) != in_table.get(one))
        raise ValueError(f"{name} of {package} and {model.__name__} differ: {', '.join(odd) or 'an id stands twice'}")
    defaults = rulings_to(model())
    if wrong := [ruling.id for ruling in table if ruling.default != defaults[ruling.id]]:
        raise ValueError(f"{name} of {package} does not begin with the default reading: {', '.join(wrong)}")
    return table
