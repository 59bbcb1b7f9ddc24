"""Which files are meant: files as they are named, folders searched for case files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tabi.casefiles.errors import CaseFileError

SUFFIX = ".case.yaml"


def find_case_files(paths: Iterable[Path]) -> list[Path]:
    """The case files that `paths` mean, each once: a file as it is, a folder with all `*.case.yaml` in it, sorted.

    Raises `CaseFileError` for a path that does not exist and for a folder without a case file.
    """
    found = (file for path in paths for file in _files(path))
    return list(dict.fromkeys(found))


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        files = sorted(file for file in path.rglob(f"*{SUFFIX}") if file.is_file())
        if not files:
            raise CaseFileError(path, None, f"This folder holds no case file; case files are named *{SUFFIX}.")
        return files
    if not path.exists():
        raise CaseFileError(
            path, None, f"There is no such file or folder; give a case file or a folder with *{SUFFIX} in it."
        )
    return [path]
