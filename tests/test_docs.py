"""The documentation cannot drift: made pages are as the data makes them, and the cases in it pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from generate import pages, theorems_of

from tabi.casefiles import load_cases
from tabi.cli import main
from tabi.rules.cases import run_case
from tabi.rules.game import AnyGame, game_named, games

ROOT = Path(__file__).parents[1]
WRITTEN = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
ALWAYS = ("clauses.md", "rulings.md", "cases.md")
MADE = [
    (game, file) for game in games().values() for file in (*ALWAYS, *(("theorems.md",) if theorems_of(game) else ()))
]


@pytest.mark.parametrize(("game", "file"), MADE, ids=[f"{game.name}-{file}" for game, file in MADE])
def test_made_pages_are_up_to_date(game: AnyGame, file: str) -> None:
    made = pages(game)
    assert (ROOT / "docs" / game.name / file).read_text(encoding="utf-8") == made[file], "run: python docs/generate.py"


@pytest.mark.parametrize("page", WRITTEN, ids=[page.name for page in WRITTEN])
def test_the_cases_in_the_pages_pass(page: Path, tmp_path: Path) -> None:
    blocks = re.findall(r"```yaml\n(title:.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert blocks or page.name != "lawyer.md"
    for number, block in enumerate(blocks):
        file = tmp_path / f"{number}.case.yaml"
        file.write_text(block, encoding="utf-8")
        for loaded in load_cases(file):
            results = run_case(loaded.case, game_named(loaded.case.game))
            assert all(result.passed for result in results), (loaded.case.title, results)


@pytest.mark.parametrize("page", WRITTEN, ids=[page.name for page in WRITTEN])
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert target.startswith("http") or (page.parent / target).exists(), target


def console_blocks(page: Path) -> list[tuple[str, list[str]]]:
    """Every command in a page's console blocks with the lines that are printed there under it."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), flags=re.DOTALL):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


COMMANDS = [(page, *told) for page in WRITTEN for told in console_blocks(page)]


@pytest.mark.parametrize(("page", "command", "printed"), COMMANDS, ids=[command for _, command, _ in COMMANDS])
def test_the_printed_output_is_current(
    page: Path, command: str, printed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    word, *arguments = command.split()
    assert word == "tabi"
    main(arguments)
    output = capsys.readouterr().out
    parts = [re.escape(line) for line in printed if line != "..."]
    pattern = r"\n".join(r"(?:.*\n)*?.*" if line == "..." else re.escape(line) for line in printed)
    assert all(re.search(part, output) for part in parts), page
    assert re.fullmatch(f"{pattern}\\n?", output), f"{page.name}: the output of {command!r} is another one now"
