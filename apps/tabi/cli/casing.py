"""`tabi cases`: runs rule cases, the game's own or anybody's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel

from tabi.casefiles import LoadedCase, find_case_files, load_cases, overlay_for, read_overlay, report
from tabi.cli.errors import Status, refusing
from tabi.cli.options import JsonOption, RulingOption
from tabi.cli.output import Telling, emit, emit_json, progress
from tabi.rules.cases import Difference, Result, run_case
from tabi.rules.game import AnyGame, games
from tabi.spec.rulings import as_text


class DifferenceDocument(BaseModel):
    """What was expected and what came out."""

    what: str
    expected: str
    got: str


class ResultDocument(BaseModel):
    """How a case went under one reading, and where it stood last."""

    passed: bool
    rulings: dict[str, str]
    position: str
    step: str | None
    violation: str | None
    differences: tuple[DifferenceDocument, ...]


class CaseDocument(BaseModel):
    """A case and how it went under each of its readings."""

    title: str
    file: str
    line: int
    passed: bool
    results: tuple[ResultDocument, ...]


class CasesDocument(BaseModel):
    """Every case that was run; `complete` is false when a person stopped the run."""

    passed: int
    failed: int
    complete: bool
    cases: tuple[CaseDocument, ...]


@dataclass(frozen=True, slots=True)
class Ran:
    """A case that was run, with its game and its results."""

    loaded: LoadedCase
    game: AnyGame
    results: tuple[Result, ...]

    @property
    def passed(self) -> bool:
        """Whether it passed under every reading."""
        return all(result.passed for result in self.results)


def cases(
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Case files, or folders with *.case.yaml.")],
    ruling: RulingOption = None,
    json: JsonOption = False,
) -> int:
    """Run rule cases: 0 when all pass, 1 when one fails; --ruling lays another reading over all of them."""
    with refusing():
        overlay = read_overlay(ruling or ())
    ran, complete = _run_all(paths, overlay)
    if json:
        emit_json(_document(ran, complete))
    else:
        emit(_text(ran, complete))
    if not complete:
        return Status.INTERRUPTED
    return Status.YES if all(one.passed for one in ran) else Status.NO


def load_all(paths: Sequence[Path], tell: Telling) -> list[LoadedCase]:
    """The cases of all files, in order; a fault in one of them is a refusal with file and line."""
    loaded: list[LoadedCase] = []
    with refusing():
        for path in find_case_files(paths):
            tell(f"reading {path}")
            loaded += load_cases(path)
    return loaded


def _run_all(paths: Sequence[Path], overlay: Mapping[str, str]) -> tuple[list[Ran], bool]:
    """What ran, and whether that is everything: Ctrl-C leaves the cases that ran before it."""
    ran: list[Ran] = []
    known = games()
    try:
        with progress("reading cases") as tell:
            loaded = load_all(paths, tell)
            for number, one in enumerate(loaded, start=1):
                tell(f"case {number} of {len(loaded)}")
                ran.append(run_loaded(one, known[one.case.game], overlay))
    except KeyboardInterrupt:
        return ran, False
    return ran, True


def run_loaded(loaded: LoadedCase, game: AnyGame, overlay: Mapping[str, str]) -> Ran:
    """The case run with the readings of `overlay` that are its game's laid over."""
    with refusing(loaded.where):
        return Ran(loaded, game, run_case(loaded.case, game, overlay_for(game, overlay)))


def _text(ran: list[Ran], complete: bool) -> str:
    failed = [one for one in ran if not one.passed]
    reports = [f"{report(one.loaded, one.results, one.game)}\n" for one in failed]
    readings = sum(len(one.results) for one in ran)
    stopped = "" if complete else "; interrupted, the other cases were not run"
    summary = f"Cases: {len(ran) - len(failed)} passed, {len(failed)} failed; readings: {readings}{stopped}."
    return "\n".join([*reports, summary])


def _document(ran: list[Ran], complete: bool) -> CasesDocument:
    passed = sum(one.passed for one in ran)
    documents = tuple(_case_document(one) for one in ran)
    return CasesDocument(passed=passed, failed=len(ran) - passed, complete=complete, cases=documents)


def _case_document(ran: Ran) -> CaseDocument:
    loaded = ran.loaded
    results = tuple(map(result_document, ran.results))
    return CaseDocument(title=loaded.title, file=str(loaded.path), line=loaded.line, passed=ran.passed, results=results)


def result_document(result: Result) -> ResultDocument:
    """The JSON of a result."""
    return ResultDocument(
        passed=result.passed,
        rulings={one: as_text(reading) for one, reading in result.rulings.items()},
        position=result.position,
        step=result.step,
        violation=None if result.violation is None else str(result.violation),
        differences=tuple(map(difference_document, result.differences)),
    )


def difference_document(one: Difference) -> DifferenceDocument:
    """The JSON of a difference."""
    return DifferenceDocument(what=one.what, expected=one.expected, got=one.got)
