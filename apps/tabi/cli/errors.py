"""How the command says no: exit statuses, and the exceptions that become one sentence on standard error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import TextIO, cast

from pydantic import ValidationError

from tabi.spec.faults import first_fault, sentence


class Status(IntEnum):
    """The exit statuses. `READER_GONE` is what a shell reports for a program that a closed pipe ended."""

    YES = 0
    NO = 1
    WRONG = 2
    UNDECIDED = 3
    INTERRUPTED = 130
    READER_GONE = 141


class Refused(Exception):
    """Wrong input: one plain sentence that says what, where, and what is accepted."""


class ReaderGone(Exception):
    """Whoever read the output has closed it."""


def complain(text: str) -> None:
    """Writes one line to standard error: the text without line breaks and with a full stop."""
    errors = cast("TextIO | None", sys.stderr)
    if errors is None:  # closed by whoever called; `print` would then write to standard output
        return
    line = " ".join(text.splitlines()).strip()
    print(line if line.endswith((".", "!", "?")) else f"{line}.", file=errors)


@contextmanager
def refusing(where: str = "") -> Iterator[None]:
    """Turns the `ValueError` of a library, whose message is a sentence, into a refusal that begins with the place."""
    try:
        yield
    except ValidationError as error:
        raise Refused(_placed(where, fault(error))) from None
    except ValueError as error:
        raise Refused(_placed(where, str(error))) from None


def _placed(where: str, text: str) -> str:
    return f"{where}: {text}" if where else text


def not_yet(what: str, accepted: Iterable[str]) -> Refused:
    """The refusal of something that a later version brings."""
    return Refused(f"{what} is not offered yet; accepted: {', '.join(accepted)}.")


def fault(error: ValidationError, fields: Iterable[str] = ()) -> str:
    """A fault of a document: our own sentence where we wrote one, else what is wrong with which field."""
    first = first_fault(error)
    place, accepted = first["loc"], f"; the fields are {', '.join(fields)}" if fields else ""
    if len(place) == 1 and first["type"] == "missing":
        return f"The field {place[0]} is missing{accepted}."
    if len(place) == 1 and first["type"] == "extra_forbidden":
        return f"There is no field {place[0]}{accepted}."
    return sentence(first)
