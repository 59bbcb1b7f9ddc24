"""Reading files: text, JSON and JSON lines, every fault one sentence with the file and the place in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from pydantic import JsonValue

from tabi.cli.errors import Refused

JsonObject = dict[str, JsonValue]


def read_text(path: Path, accepted: str = "JSON") -> str:
    """The text of a UTF-8 file; `accepted` is what it should hold."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError as error:
        raise Refused(
            f"{path} is not UTF-8 text: byte {error.start + 1} is not; accepted is {accepted} in UTF-8."
        ) from None


def read_object(path: Path) -> JsonObject:
    """The one JSON object in a file."""
    return parse_object(read_text(path), str(path))


def read_objects(path: Path) -> Iterator[tuple[str, JsonObject]]:
    """The JSON objects of a file with one on each line, each with its place in words; empty lines are passed over."""
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if line.strip():
            where = f"{path}, line {number}"
            yield where, parse_object(line, where)


def parse_object(text: str, where: str) -> JsonObject:
    """The JSON object in a text that stands at `where`; a name may stand in an object only once."""
    try:
        value = json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Refused(f"{where}: This is not JSON, or it is cut short: {error.msg} at {place}.") from None
    except RecursionError:
        raise Refused(f"{where}: This JSON is nested too deeply; accepted is an object.") from None
    except ValueError as error:
        raise Refused(f"{where}: {error}") from None
    if not isinstance(value, dict):
        raise Refused(f"{where}: This JSON is not an object; accepted is an object in braces.")
    return value


def _once_each(pairs: list[tuple[str, JsonValue]]) -> JsonObject:
    names = [name for name, _ in pairs]
    if twice := [name for name in names if names.count(name) > 1]:
        raise ValueError(f"The name {twice[0]!r} stands twice in an object; each stands once.")
    return dict(pairs)


def _no_constant(name: str) -> JsonValue:
    raise ValueError(f"{name} is not a JSON number.")
