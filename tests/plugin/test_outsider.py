"""A third game, by an outsider: its cases run under plain pytest, and nothing in tabi knows its name."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

pytest_plugins = ["pytester"]

GAME = Path(__file__).parent / "outsider" / "coin"

RIGHT = """\
title: A coin on its edge
game: coin
clauses: [coin.toss.edge]
position: { called: heads }
steps: [toss edge]
expect: { outcome: none, open: true, legal: { toss: [toss tails, toss heads, toss edge], call: [] } }
because: The coin lies on no side, so it is tossed again.
under:
  - rulings: { coin.edge: lost }
    expect: { outcome: lost wrong-call, lies: edge, legal: [] }
---
title: No toss before a call
game: coin
clauses: [coin.call.first]
deal: {}
steps: [toss heads]
expect: { violation: not-called, called: "" }
"""
WRONG = """\
title: Tails is right when heads was called
game: coin
clauses: [coin.toss.match]
position: {}
steps: [call heads, toss tails]
expect: { outcome: won 1, lies: tails }
"""


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """An empty folder in which the package `coin` is installed: the module, and what an installer writes beside it."""
    copytree(GAME, pytester.path / "coin", ignore=ignore_patterns("__pycache__"))
    info = pytester.mkdir("coin-1.0.dist-info")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: coin\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[tabi.games]\ncoin = coin:GAME\n", encoding="utf-8")
    return pytester.path


def run(pytester: pytest.Pytester, folder: Path, cases: str, *arguments: str) -> pytest.RunResult:
    """Plain pytest in a process of its own, which finds packages in the folder."""
    (folder / "coin.case.yaml").write_text(cases, encoding="utf-8")
    return pytester.runpytest_subprocess(*arguments)


def test_the_right_cases_pass(pytester: pytest.Pytester, folder: Path) -> None:
    run(pytester, folder, RIGHT).assert_outcomes(passed=2)


def test_a_wrong_case_fails_in_the_words_of_its_game(pytester: pytest.Pytester, folder: Path) -> None:
    result = run(pytester, folder, "---\n".join([RIGHT, WRONG]))
    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(
        [
            "coin.case.yaml:19: Tails is right when heads was called",
            "  position: called=heads lies=tails",
            "  step: toss tails",
            "          | expected | got",
            "  outcome | won 1    | lost wrong-call",
            "  coin.toss.match (2)",
            "    The call is right when the coin lies on that side.",
        ]
    )


def test_its_ruling_can_be_laid_over_beside_that_of_another_game(pytester: pytest.Pytester, folder: Path) -> None:
    rulings = ["--tabi-ruling=coin.edge=lost", "--tabi-ruling=sol.refill=to-four"]
    result = run(pytester, folder, RIGHT, *rulings)
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "Under coin.edge=lost:",
            "  outcome          | none *| lost wrong-call",
            "    coin.edge: What of the edge?",
            "      in force: lost: The call is wrong.",
        ]
    )


def test_a_game_that_nobody_announces_is_refused_with_those_that_there_are(
    pytester: pytest.Pytester, folder: Path
) -> None:
    result = run(pytester, folder, WRONG.replace("game: coin", "game: dice"))
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["coin.case.yaml:2: There is no game 'dice'; the games are coin, solitaire*"])
