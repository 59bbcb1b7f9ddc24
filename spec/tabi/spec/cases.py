"""The schema of a rule case: a question at the table as data. This module knows no game and reads no file."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, model_validator

from tabi.spec.clauses import ClauseId, ReasonCode

JsonObject = dict[str, JsonValue]


def text_keys(value: object) -> object:
    """The value with every key of its mappings as text, as JSON has them: YAML reads a day as a number."""
    if isinstance(value, dict):
        return {str(key): text_keys(part) for key, part in value.items()}
    return [text_keys(part) for part in value] if isinstance(value, list) else value


Steps = tuple[str, ...]


class Expectation(BaseModel):
    """What must come out: any of these, and questions or fields of the position under their names.

    `violation` is the reason code with which the last step is refused; `legal` the legal steps after the steps, all of
    them or those that begin with a word; `outcome` is `none` or how the game ended.
    """

    model_config = ConfigDict(frozen=True, extra="allow")

    violation: ReasonCode | None = None
    legal: tuple[str, ...] | dict[str, tuple[str, ...]] | None = None
    outcome: str | None = None

    @property
    def answers(self) -> JsonObject:
        """The expectations about questions and fields."""
        return dict(self.model_extra or {})

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("a case expects something: violation, legal, outcome, a question or a field")
        return self


class Reading(BaseModel):
    """The same question under other readings: rulings, perhaps other steps, and the whole expectation."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rulings: Annotated[dict[str, str | bool], Field(min_length=1)]
    expect: Expectation
    steps: Steps | None = None
    because: str | None = None


class Case(BaseModel):
    """A rule question: where it stands, what is done, what must come out, and what changes under other readings.

    Exactly one of `position` and `deal` is given. `because` is the reasoning by hand behind the expectation.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Annotated[str, Field(min_length=1)]
    game: str
    clauses: Annotated[tuple[ClauseId, ...], Field(min_length=1)]
    position: JsonObject | None = None
    deal: JsonObject | None = None
    rulings: dict[str, str | bool] = {}
    steps: Steps = ()
    expect: Expectation
    because: str | None = None
    under: tuple[Reading, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _text_keys(cls, data: object) -> object:
        return text_keys(data)

    @model_validator(mode="after")
    def _one_beginning(self) -> Self:
        if (self.position is None) is (self.deal is None):
            raise ValueError("a case begins with either a position or a deal")
        return self

    def readings(self) -> tuple[Reading, ...]:
        """The case under its own rulings and under each other reading, each complete."""
        own = Reading.model_construct(rulings=self.rulings, expect=self.expect, steps=self.steps, because=self.because)
        others = (
            Reading.model_construct(
                rulings={**self.rulings, **other.rulings},
                expect=other.expect,
                steps=self.steps if other.steps is None else other.steps,
                because=other.because,
            )
            for other in self.under
        )
        return (own, *others)
