"""The pytest plugin: every `*.case.yaml` is collected, each case in it is one test.

It is loaded in every pytest run of an environment that has tabi. So at import it needs pytest alone, and all else
comes when a case file is collected or a ruling is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest._code.code import TerminalRepr, TracebackStyle

    from tabi.casefiles import LoadedCase
    from tabi.rules.game import AnyGame

SUFFIX = ".case.yaml"
NO_YAML = 'Rule cases are read with PyYAML, which is not installed; it comes with pip install "tabi[cli]".'
_OVERLAY = pytest.StashKey[Mapping[str, str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--tabi-ruling`."""
    parser.getgroup("tabi", "rule cases").addoption(
        "--tabi-ruling",
        action="append",
        default=[],
        metavar="ID=VALUE",
        help="read an open point so in every rule case of its game, whatever the case says (repeatable)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Reads the rulings that were given; a wrong one ends the run with one sentence."""
    given: list[str] = config.getoption("--tabi-ruling")
    try:
        config.stash[_OVERLAY] = _overlay(given) if given else {}
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> CaseFile | None:
    """Collects case files, wherever they lie."""
    return CaseFile.from_parent(parent, path=file_path) if file_path.name.endswith(SUFFIX) else None


class CaseFile(pytest.File):
    """A file of rule cases."""

    def collect(self) -> Iterator[CaseItem]:
        """A test for each case; a file that cannot be used is one error in one sentence."""
        from tabi.rules.game import game_named

        loaded = self._loaded()
        games = {name: game_named(name) for name in {one.case.game for one in loaded}}
        names: set[str] = set()
        for one in loaded:
            name = _name(one, names)
            names.add(name)
            yield CaseItem.from_parent(self, name=name, loaded=one, game=games[one.case.game])

    def _loaded(self) -> list[LoadedCase]:
        if not _has_yaml():
            raise self.CollectError(NO_YAML)
        from tabi.casefiles import CaseFileError, load_cases

        try:
            return load_cases(self.path)
        except CaseFileError as error:
            raise self.CollectError(str(error)) from None


class CaseItem(pytest.Item):
    """A rule case as a test; its clauses can be asked for with `-k`."""

    def __init__(self, *, name: str, parent: CaseFile, loaded: LoadedCase, game: AnyGame) -> None:
        super().__init__(name, parent)
        self.loaded = loaded
        self.game = game
        self.extra_keyword_matches.update(loaded.case.clauses)

    def runtest(self) -> None:
        """Runs the case under all its readings; raises `CaseFailed` with the report."""
        from tabi.casefiles import overlay_for, report
        from tabi.rules.cases import MalformedCase, run_case

        overlay = overlay_for(self.game, self.config.stash[_OVERLAY])
        try:
            results = run_case(self.loaded.case, self.game, overlay)
        except MalformedCase as error:
            raise CaseFailed(f"{self.loaded.where}: {error}") from None
        if not all(result.passed for result in results):
            raise CaseFailed(report(self.loaded, results, self.game))

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: TracebackStyle | None = None
    ) -> str | TerminalRepr:
        """The report of a case that failed; anything else is an error of the rules and keeps its traceback."""
        if isinstance(excinfo.value, CaseFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, the line (counted from 0, as pytest does), and the title."""
        return self.path, self.loaded.line - 1, self.name


class CaseFailed(Exception):
    """A case that did not come out as expected; the message is the whole report."""


def _name(loaded: LoadedCase, taken: set[str]) -> str:
    """The title; two colons would part the address of a test, and a title may stand twice in a file."""
    title = loaded.title.replace("::", ":") or loaded.id
    return f"{title} ({loaded.id})" if title in taken else title


def _has_yaml() -> bool:
    try:
        import yaml  # noqa: F401
    except ImportError:
        return False
    return True


def _overlay(given: list[str]) -> Mapping[str, str]:
    if not _has_yaml():
        raise ValueError(NO_YAML)
    from tabi.casefiles import read_overlay

    return read_overlay(given)
