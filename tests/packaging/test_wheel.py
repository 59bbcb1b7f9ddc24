"""The built wheel, used from another folder in environments of its own: the bare install, and one with the command."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    made = run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, ROOT, cwd=folder)
    assert made.returncode == 0, made.stdout + made.stderr
    (built,) = folder.glob("*.whl")
    return built


def environment(folder: Path, requirement: str) -> Path:
    """A fresh virtual environment with `requirement` installed; its Python."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    made = run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement, cwd=folder)
    assert made.returncode == 0, made.stdout + made.stderr
    return python


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("bare"), str(wheel))


@pytest.fixture(scope="module")
def full(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return environment(tmp_path_factory.mktemp("full"), f"{wheel}[cli]")


def test_the_bare_install_has_pydantic_only_and_the_rules_and_the_checker_work(bare: Path, tmp_path: Path) -> None:
    listed = run(bare, "-m", "pip", "list", "--format", "freeze", cwd=tmp_path).stdout.lower().split()
    names = {line.split("==")[0].replace("_", "-") for line in listed}
    extra = names - {"pip", "setuptools", "wheel"} - {"tabi", "pydantic", "pydantic-core"}
    assert extra <= {"annotated-types", "typing-extensions", "typing-inspection"}
    code = """
import sys
from tabi.rules import solitaire
from tabi.rules.certificates import check, read_certificate
from tabi.rules.solitaire.game import GAME
from tabi.spec.solitaire import CARDS, Deal
position = solitaire.start(Deal(deck=CARDS, bay_road_day=3))
assert [solitaire.format_step(step) for step in solitaire.legal_steps(position)][0] == "play R1"
assert len(GAME.clauses()) == 55 and len(GAME.ruling_table()) == 22
assert sorted(case.name for case in GAME.cases.iterdir())[0] == "columns.case.yaml"
assert not {"yaml", "typer", "rich", "pytest", "z3", "numba", "tabi.solvers"} & set(sys.modules)
print("good")
"""
    ran = run(bare, "-c", code, cwd=tmp_path)
    assert ran.stdout == "good\n", ran.stderr


def test_the_command_of_the_bare_install_says_what_is_missing(bare: Path, tmp_path: Path) -> None:
    ran = run(bare.parent / "tabi", "solve", "--seed", "7", cwd=tmp_path)
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1
    assert 'pip install "tabi[cli]"' in ran.stderr
    assert ran.stdout == ""


def test_the_command_and_the_plugin_of_the_wheel_work_from_another_folder(full: Path, tmp_path: Path) -> None:
    command = full.parent / "tabi"
    solved = run(command, "solve", "--seed", "7", "--json", "--certificate", "line.json", cwd=tmp_path)
    assert solved.returncode == 0, solved.stderr
    assert run(command, "verify", "line.json", cwd=tmp_path).returncode == 0
    installed = run(full, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pytest", cwd=tmp_path)
    assert installed.returncode == 0, installed.stderr
    (tmp_path / "own.case.yaml").write_text(
        "title: A lap costs a card\ngame: solitaire\nclauses: [sol.movement.lap-cost]\n"
        "position: { white: 7, hand: [R1], deck: [G1], discard: [rest] }\n"
        'steps: ["play R1"]\nexpect: { white: 1, deck_size: 0 }\n',
        encoding="utf-8",
    )
    ran = run(full, "-m", "pytest", "-q", cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout
    assert "1 passed" in ran.stdout


def test_users_see_the_types(full: Path, tmp_path: Path) -> None:
    (folder,) = full.parent.parent.glob("lib/python*/site-packages/tabi")
    parts = sorted(part.name for part in folder.iterdir() if part.is_dir())
    assert parts == ["casefiles", "cli", "proofs", "pytest_plugin", "render", "rules", "solvers", "spec"]
    assert all((folder / part / "py.typed").exists() for part in parts)
    assert not (folder / "__init__.py").exists()
