"""The one error of case files: a sentence for a person, with the file and, where there is one, the line."""

from __future__ import annotations

from pathlib import Path


class CaseFileError(ValueError):
    """A file of cases that cannot be used; the message is `file:line: sentence` on one line.

    `path` and `line` (counted from 1; None where the fault lies in no line) say where; `sentence` says what is wrong
    and what is accepted.
    """

    def __init__(self, path: Path, line: int | None, sentence: str) -> None:
        self.path = path
        self.line = line
        self.sentence = " ".join(sentence.split()).rstrip(".") + "."
        super().__init__(f"{shown(path)}:{'' if line is None else f'{line}:'} {self.sentence}")

    def __reduce__(self) -> tuple[type[CaseFileError], tuple[Path, int | None, str]]:
        # Without it a worker process could not hand the error on: exceptions are copied by their message alone.
        return CaseFileError, (self.path, self.line, self.sentence)


def shown(path: Path) -> str:
    """The path as a person knows it: seen from the working folder where it lies in there."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
