"""From a file to its cases, each with the line in which it begins."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from tabi.casefiles.checking import check_case
from tabi.casefiles.documents import Document, read_documents
from tabi.casefiles.errors import CaseFileError, shown
from tabi.casefiles.faults import shape_fault
from tabi.rules.game import AnyGame, UnknownGame, game_named
from tabi.spec.cases import Case

LONGEST_ID = 60


@dataclass(frozen=True, slots=True)
class LoadedCase:
    """A case and where it stands: its file, the line in which it begins, and an id that is unique in the file."""

    case: Case
    path: Path
    line: int
    id: str

    @property
    def title(self) -> str:
        """The title on one line."""
        return " ".join(self.case.title.split())

    @property
    def where(self) -> str:
        """File and line as a person, an editor or a terminal reads them."""
        return f"{shown(self.path)}:{self.line}"


def load_cases(path: Path) -> list[LoadedCase]:
    """The cases of a file, in its order, each held against its game.

    Raises `CaseFileError` with one sentence for the first fault in the file, and for a file without a case.
    """
    documents = read_documents(path)
    if not documents:
        raise CaseFileError(path, None, "The file holds no case; a case is a YAML document with a title.")
    loaded: list[LoadedCase] = []
    games: dict[str, AnyGame] = {}
    for document in documents:
        case = _case(document)
        if case.game not in games:
            games[case.game] = _game(case.game, document)
        check_case(case, document, games[case.game])
        taken = {one.id for one in loaded}
        loaded.append(LoadedCase(case, path, document.line, _unique(short_id(case.title), taken)))
    return loaded


def short_id(title: str) -> str:
    """The words of a title in small letters with dashes between, cut at a word.

    >>> short_id("May a blue effect move a fixed event?")
    'may-a-blue-effect-move-a-fixed-event'
    """
    words = "-".join(re.findall(r"\w+", title.casefold()))
    if len(words) > LONGEST_ID:
        words = words[: LONGEST_ID + 1].rpartition("-")[0] or words[:LONGEST_ID]
    return words or "case"


def _unique(wanted: str, taken: set[str]) -> str:
    number, one = 1, wanted
    while one in taken:
        number += 1
        one = f"{wanted}-{number}"
    return one


def _case(document: Document) -> Case:
    try:
        return Case.model_validate(document.data)
    except ValidationError as error:
        raise shape_fault(error, document) from None


def _game(name: str, document: Document) -> AnyGame:
    try:
        return game_named(name)
    except UnknownGame as error:
        raise document.fault(("game",), str(error)) from None
