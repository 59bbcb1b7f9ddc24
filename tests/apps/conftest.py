"""Calling the `tabi` command in this process, in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from apps.calling import Called, Tabi
from tabi.cli import main


@pytest.fixture
def tabi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tabi:
    """The command, called with arguments; files that it names lie in `tmp_path`."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Called:
        status = main(arguments)
        out, err = capsys.readouterr()
        return Called(status, out, err)

    return call
