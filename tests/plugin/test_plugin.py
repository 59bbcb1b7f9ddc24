"""The pytest plugin, seen from a folder with case files in it; every count in the cases is done by hand."""

from __future__ import annotations

import subprocess
import sys

import pytest

# The inner runs forget what they import; what is there before is not loaded a second time.
import tabi.casefiles
import tabi.rules.solitaire.game  # noqa: F401

pytest_plugins = ["pytester"]

RIGHT = """\
title: A card of the hand moves white by its number
game: solitaire
clauses: [sol.movement.play]
position: { white: 2, blacks: [4, 5], hand: [R3, G1] }
steps: [play R3]
expect: { white: 5, hand: [G1] }
because: Day 2 plus 3 is day 5.
"""
WRONG = """\
title: The refill draws two cards
game: solitaire
clauses: [sol.columns.refill]
position: { phase: refill, white: 3, hand: [G1, G2], deck: [W1, W2, W3] }
steps: [refill]
expect: { hand: [G1, G2, W1, W2], deck_top: W2 }
because: A wrong count, on purpose; one card is drawn, W1, and W2 is then on top.
"""
UNUSED = """\
title: A step after a refusal
game: solitaire
clauses: [sol.movement.play]
position: { white: 2, blacks: [4, 5], hand: [R3, G1] }
steps: [play R4, place]
expect: { violation: card-not-in-hand }
because: R4 is not in the hand, so nothing is placed.
"""
REFILL = """\
title: How many cards the refill draws
game: solitaire
clauses: [sol.columns.refill]
position: { phase: refill, white: 3, hand: [G1, G2], deck: [W1, W2, W3] }
steps: [refill]
expect: { hand_size: 3 }
because: Two cards and one.
under:
  - rulings: { sol.refill: to-four }
    expect: { hand_size: 3 }
"""


def run(pytester: pytest.Pytester, cases: str, *arguments: str) -> tuple[pytest.RunResult, str]:
    """What pytest makes of a file with these cases, and what it printed."""
    (pytester.path / "table.case.yaml").write_text(cases, encoding="utf-8")
    result = pytester.runpytest_inprocess(*arguments)
    return result, result.stdout.str()


def test_a_right_case_passes_and_is_named_by_its_title(pytester: pytest.Pytester) -> None:
    result, text = run(pytester, RIGHT, "-v")
    result.assert_outcomes(passed=1)
    assert "table.case.yaml::A card of the hand moves white by its number PASSED" in text


def test_every_case_of_a_file_is_one_test(pytester: pytest.Pytester) -> None:
    result, _ = run(pytester, "---\n".join([RIGHT, WRONG, UNUSED]))
    result.assert_outcomes(passed=1, failed=2)


def test_a_title_that_stands_twice_gives_two_names(pytester: pytest.Pytester) -> None:
    result, text = run(pytester, "---\n".join([RIGHT, RIGHT]), "-v")
    result.assert_outcomes(passed=2)
    assert "by its number (a-card-of-the-hand-moves-white-by-its-number-2) PASSED" in text


def test_cases_are_chosen_by_clause_or_title(pytester: pytest.Pytester) -> None:
    both = "---\n".join([RIGHT, WRONG])
    result, _ = run(pytester, both, "-k", "sol.movement.play")
    result.assert_outcomes(passed=1, deselected=1)
    result, _ = run(pytester, both, "table.case.yaml::The refill draws two cards")
    result.assert_outcomes(failed=1)


def test_a_failure_names_what_was_done_expected_and_got(pytester: pytest.Pytester) -> None:
    result, text = run(pytester, "---\n".join([RIGHT, WRONG]))
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "table.case.yaml:9: The refill draws two cards",
            "Under the default readings:",
            # Only W1 was drawn: white on day 3 without events there, so the effects end at once.
            "  position: phase=resolve white=3 blacks=1,1 bay=6 deck=W2,W3,R1,* hand=G1,G2,W1 *",
            "  step: refill",
            "  because: A wrong count, on purpose; one card is drawn, W1, and W2 is then on top.",
            "       | expected         | got",
            "  hand | [[]G1, G2, W1, W2] | [[]G1, G2, W1]",
            "  It hangs on:",
            "    sol.refill: How many cards does the refill draw?",
            "      in force: one (the default): Exactly one.",
            "Clauses of the case:",
            "  sol.columns.refill (progress 2, refill)",
            "    After placing, one card is drawn from the deck into the hand.",
        ]
    )
    assert "deck_top |" not in text  # that one was right
    assert "Traceback" not in text and "runtest" not in text


def test_only_the_readings_that_failed_are_shown(pytester: pytest.Pytester) -> None:
    result, text = run(pytester, REFILL)
    result.assert_outcomes(failed=1)
    assert "Under sol.refill=to-four:" in text
    assert "Under the default readings:" not in text
    assert "  hand_size | 3        | 4" in text
    assert "in force: to-four: As many as bring the hand to four; none if it holds four or more." in text


def test_a_step_that_is_left_over_fails(pytester: pytest.Pytester) -> None:
    result, text = run(pytester, UNUSED)
    result.assert_outcomes(failed=1)
    assert "  step: play R4" in text
    assert "  refused: " in text and "(card-not-in-hand, sol.movement.play)" in text
    assert "  unused steps | none     | place" in text


def test_an_expectation_without_a_word_for_it_is_refused(pytester: pytest.Pytester) -> None:
    result, text = run(pytester, RIGHT.replace("white: 5", "whyte: 5"))
    result.assert_outcomes(errors=1)
    assert "table.case.yaml:6: A case cannot expect 'whyte'; it can expect violation, legal, outcome, resolves" in text


@pytest.mark.parametrize(
    ("cases", "sentence"),
    [
        (RIGHT.replace("because", "title"), "table.case.yaml:7: The key 'title' stands twice in one mapping"),
        (RIGHT.replace("[play R3]", "[play R3"), "table.case.yaml:6: This is not valid YAML: "),
        (RIGHT.replace("sol.movement.play]", "sol.movement.plays]"), "table.case.yaml:3: There is no clause "),
        ("", "table.case.yaml: The file holds no case; "),
    ],
)
def test_a_malformed_file_is_one_error_in_one_sentence(pytester: pytest.Pytester, cases: str, sentence: str) -> None:
    result, text = run(pytester, cases)
    result.assert_outcomes(errors=1)
    lines = [line for line in text.splitlines() if line.startswith("table.case.yaml:")]
    assert len(lines) == 1 and lines[0].startswith(sentence)
    assert "Traceback" not in text and ".py" not in text


def test_a_malformed_file_leaves_the_others_alone(pytester: pytest.Pytester) -> None:
    (pytester.path / "a.case.yaml").write_text("title: [", encoding="utf-8")
    result, _ = run(pytester, RIGHT, "--continue-on-collection-errors")
    result.assert_outcomes(passed=1, errors=1)


def test_a_ruling_is_laid_over_all_cases(pytester: pytest.Pytester) -> None:
    # Drawn to four, the hand of two takes W1 and W2, so what WRONG expects of the hand holds; the top is then W3.
    result, text = run(pytester, WRONG, "--tabi-ruling", "sol.refill=to-four")
    result.assert_outcomes(failed=1)
    assert "Under sol.refill=to-four:" in text
    assert "  deck_top | W2       | W3" in text
    assert "  hand |" not in text


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["sol.refill"], "'sol.refill' is not a reading; a reading is written ID=VALUE, as in sol.refill=to-four."),
        (["sol.refill=two"], "The ruling sol.refill has no reading 'two'; its readings are one, to-four."),
        (["sol.fill=one"], "There is no ruling 'sol.fill'; the rulings are "),
        (["sol.refill=one", "sol.refill=to-four"], "The ruling sol.refill is given twice; each is given once."),
    ],
)
def test_a_wrong_ruling_ends_the_run_with_one_sentence(
    pytester: pytest.Pytester, given: list[str], sentence: str
) -> None:
    (pytester.path / "table.case.yaml").write_text(RIGHT, encoding="utf-8")
    result = pytester.runpytest_subprocess(*(f"--tabi-ruling={one}" for one in given))
    assert result.ret is pytest.ExitCode.USAGE_ERROR
    lines = [line for line in result.stderr.lines if line]
    assert len(lines) == 1 and lines[0].startswith(f"ERROR: {sentence}")


def test_without_pyyaml_the_file_says_what_to_install(pytester: pytest.Pytester) -> None:
    pytester.makeconftest("import sys\nsys.modules['yaml'] = None")
    (pytester.path / "table.case.yaml").write_text(RIGHT, encoding="utf-8")
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(errors=1)
    text = result.stdout.str()
    assert 'Rule cases are read with PyYAML, which is not installed; it comes with pip install "tabi[cli]".' in text
    assert "Traceback" not in text and ".py:" not in text


def test_the_plugin_needs_nothing_but_pytest() -> None:
    """A fresh interpreter that imports the plugin has loaded neither the rules nor what they and the files need."""
    program = (
        "import sys, tabi.pytest_plugin\n"
        "heavy = ('pydantic', 'pydantic_core', 'yaml', 'tabi.spec', 'tabi.rules', 'tabi.casefiles')\n"
        "print([name for name in sys.modules if name.startswith(heavy)])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_run_without_case_files_loads_none_of_it(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        "import sys\ndef test_it():\n    assert 'tabi.pytest_plugin' in sys.modules\n    assert not "
        "[name for name in sys.modules if name.startswith(('pydantic', 'yaml', 'tabi.rules', 'tabi.casefiles'))]"
    )
    pytester.runpytest_subprocess("-p", "no:hypothesispytest").assert_outcomes(passed=1)
