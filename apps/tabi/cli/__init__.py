"""The `tabi` command.

This module needs the standard library only, so that it can say what is missing: the rest of the command is an extra.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

NEEDED = {"typer": "typer", "rich": "rich", "yaml": "PyYAML"}
"""What `tabi[cli]` brings: module names and the names under which they are installed."""
WRONG, INTERRUPTED = 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command with these arguments (those of the process by default) and returns its exit status."""
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:  # pressed while the modules are still being imported
        return INTERRUPTED


def _run(arguments: Sequence[str]) -> int:
    if missing := [package for module, package in NEEDED.items() if not _imports(module)]:
        names = " and ".join(missing)
        print(f'The tabi command needs {names}, which is not here; pip install "tabi[cli]" brings it.', file=sys.stderr)
        return WRONG
    from tabi.cli.app import run  # only now is known that what it imports is there

    return run(arguments)


def _imports(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        return False
    return True
