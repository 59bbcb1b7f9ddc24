"""Steps as every game writes them: in JSON as an object with a `step`, as text in words, a turn on one line.

Nothing is guessed or passed over: a step with a key too many is no step. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from pydantic import ConfigDict, JsonValue, TypeAdapter, ValidationError

from tabi.spec.faults import sentences

S = TypeVar("S")
JsonObject = dict[str, JsonValue]

STRICT: Final = ConfigDict(extra="forbid")
"""How the steps of a game are read from JSON: no key that a step does not have."""
NOTHING: Final = "-"
"""How text writes that nothing is done."""
TURN_SEPARATOR: Final = "; "


class StepNotation(ValueError):
    """A text that is not a step; the message is one sentence with an example of what is accepted."""


def read_step(written: JsonValue, steps: TypeAdapter[S], parse: Callable[[str], S]) -> S:
    """The step of a text, as `parse` reads it, or of a JSON object; raises `ValueError` with a sentence."""
    if isinstance(written, str):
        return parse(written)
    try:
        return steps.validate_python(written)
    except ValidationError as error:
        raise ValueError(f"{written!r} is not a step: {sentences(error)[0]}") from None


def write_step(step: S, steps: TypeAdapter[S]) -> JsonObject:
    """The JSON object of a step, its name first."""
    fields: JsonObject = steps.dump_python(step, mode="json")
    return {"step": fields["step"], **fields}


def format_turn(steps: Iterable[S], one: Callable[[S], str]) -> str:
    """The steps of a turn on one line, each as `one` writes it."""
    return TURN_SEPARATOR.join(map(one, steps))


def parse_turn(text: str, one: Callable[[str], S]) -> tuple[S, ...]:
    """The steps of a line as `format_turn` writes it, each as `one` reads it; raises what `one` raises."""
    return tuple(one(part) for part in text.split(TURN_SEPARATOR.strip()) if part.strip())
