"""Clauses: the sentences of a rule text, restated in our own words, as data. This module knows no game."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

ClauseId = Annotated[str, StringConstraints(pattern=r"^[a-z]+(\.[a-z0-9]+(-[a-z0-9]+)*)+$")]
ReasonCode = Annotated[str, StringConstraints(pattern=r"^[a-z]+(-[a-z]+)*$")]


class Clause(BaseModel):
    """One rule: a stable id, its section in the source, our wording, and what hangs on it.

    `codes` are the reason codes of the violations that cite this clause (empty where it forbids nothing); `rulings` are
    the ids of the open points that change what it says.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: ClauseId
    section: str
    text: str
    codes: tuple[ReasonCode, ...] = ()
    rulings: tuple[str, ...] = ()

    @property
    def chapter(self) -> str:
        """The chapter of the rule text: the second part of the id."""
        return self.id.split(".")[1]


class _ClauseFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    clause: Annotated[tuple[Clause, ...], Field(min_length=1)]


def read_clauses(package: str, name: str = "clauses.toml") -> tuple[Clause, ...]:
    """The clauses in the data file `name` of `package`, in the order of the file.

    Raises `ValueError` when the file does not have the shape of a clause file or has an id twice.
    """
    text = files(package).joinpath(name).read_text(encoding="utf-8")
    clauses = _ClauseFile.model_validate(tomllib.loads(text)).clause
    ids = [clause.id for clause in clauses]
    if twice := sorted({one for one in ids if ids.count(one) > 1}):
        raise ValueError(f"{name} of {package} has the clause {twice[0]} twice; every id stands once")
    return clauses
