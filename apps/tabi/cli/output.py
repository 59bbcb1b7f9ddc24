"""What the command prints: text and JSON on standard output, tables, and progress on standard error."""

from __future__ import annotations

import io
import json
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO, cast

from pydantic import BaseModel, JsonValue
from rich import box
from rich.console import Console
from rich.status import Status as Spinner
from rich.table import Column, Table

from tabi.cli.errors import ReaderGone


def emit(text: str) -> None:
    """Prints a text with a line end, at once; raises `ReaderGone` when nobody reads any more.

    What the terminal has no letter for is written as an escape, since half an answer with a traceback helps nobody.
    """
    output = cast("TextIO | None", sys.stdout)
    if output is None:
        raise ReaderGone
    encoding = _encoding()
    try:
        output.write(f"{text.encode(encoding, 'backslashreplace').decode(encoding)}\n")
        output.flush()
    except BrokenPipeError:
        raise ReaderGone from None


def emit_json(value: BaseModel | JsonValue, indent: int | None = 2) -> None:
    """Prints a JSON document; without an indent on one line."""
    data = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    emit(json.dumps(data, indent=indent))


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as wide as the terminal (100 columns when there is none), as text."""
    listed = list(rows)
    names = max((len(row[0]) for row in listed), default=0)
    first = Column(headings[0], no_wrap=True, min_width=names)  # names are never cut, since people copy them
    drawn = Table(first, *headings[1:], box=box.SIMPLE_HEAD, show_edge=False)
    for row in listed:
        drawn.add_row(*row)
    # rich draws lines of plain characters when the paper takes no others, so the paper has the encoding of the output
    paper = io.TextIOWrapper(io.BytesIO(), encoding=_encoding(), errors="backslashreplace", write_through=True)
    Console(file=paper, width=shutil.get_terminal_size((100, 24)).columns, markup=False, color_system=None).print(drawn)
    paper.seek(0)
    return "\n".join(line.rstrip() for line in paper.read().splitlines())


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "utf-8"


class Telling:
    """Says what is going on, on standard error and only when that is a terminal."""

    def __init__(self, spinner: Spinner | None) -> None:
        self._spinner = spinner

    def __call__(self, text: str) -> None:
        """Shows `text` in place of what was shown before."""
        if self._spinner is not None:
            self._spinner.update(text)


@contextmanager
def progress(text: str) -> Iterator[Telling]:
    """A line with `text` that moves while the body runs, and disappears after it."""
    errors = cast("TextIO | None", sys.stderr)
    if errors is None or not errors.isatty():
        yield Telling(None)
        return
    with Console(stderr=True, markup=False).status(text) as spinner:
        yield Telling(spinner)
