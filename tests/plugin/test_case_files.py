"""Reading case files: lines and ids, and for every fault one sentence with file and line."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from tabi.casefiles import CaseFileError, find_case_files, load_cases, overlay_for, read_overlay, report
from tabi.rules.cases import run_case
from tabi.rules.solitaire.game import GAME

CASE = """\
title: How many cards the refill draws
game: solitaire
clauses: [sol.columns.refill]
position:
  phase: refill
  white: 3
  hand: [G1, G2]
  columns: { 3: [R1], 4: [R2] }
steps: [refill]
expect:
  hand_size: 3
  columns: { 3: [R1] }
under:
  - rulings:
      sol.refill: to-four
    expect: { hand_size: 4 }
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, from which paths are seen."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def fault(folder: Path, text: str | bytes) -> str:
    """The message about a file with this text; on one line, and one sentence long."""
    path = folder / "f.case.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(CaseFileError) as caught:
        load_cases(path)
    message = str(caught.value)
    assert "\n" not in message and message.endswith(".")
    return message


def altered(old: str, new: str) -> str:
    """The case with one part replaced."""
    assert CASE.count(old) == 1, old
    return CASE.replace(old, new)


# What a good file gives


def test_cases_know_file_line_and_id(here: Path) -> None:
    path = here / "f.case.yaml"
    # The first case begins after a comment, in line 2; 16 lines and the three dashes later the second, in line 19.
    path.write_text(f"# a comment\n{CASE}---\n{CASE}---\n", encoding="utf-8")
    first, second = load_cases(path)
    assert (first.line, second.line) == (2, 19)
    assert (first.id, second.id) == ("how-many-cards-the-refill-draws", "how-many-cards-the-refill-draws-2")
    assert (first.where, second.path) == ("f.case.yaml:2", path)
    assert first.case == second.case


def test_yes_and_no_days_and_codes_are_what_they_seem(here: Path) -> None:
    path = here / "f.case.yaml"
    path.write_text(altered("sol.refill: to-four", "sol.white-may-stay: yes"), encoding="utf-8")
    (loaded,) = load_cases(path)
    assert loaded.case.under[0].rulings == {"sol.white-may-stay": True}
    assert loaded.case.position is not None and loaded.case.position["columns"] == {"3": ["R1"], "4": ["R2"]}


def test_a_title_in_any_script_gives_an_id(here: Path) -> None:
    path = here / "f.case.yaml"
    path.write_text(altered("How many cards the refill draws", "明日、旅に出ます"), encoding="utf-8-sig")
    assert [one.id for one in load_cases(path)] == ["明日-旅に出ます"]


def test_every_shipped_file_is_read(here: Path) -> None:
    files = find_case_files([Path(str(GAME.cases))])
    assert len(files) == 8  # the chapters of the rule text
    assert all(load_cases(file) for file in files)


# Files that cannot be read


def test_a_file_that_is_not_there(here: Path) -> None:
    with pytest.raises(CaseFileError, match=r"^no\.case\.yaml: The file cannot be read: No such file or directory\.$"):
        load_cases(here / "no.case.yaml")


def test_a_file_that_is_not_utf_8(here: Path) -> None:
    assert fault(here, CASE.encode() + b"# \xff\n") == (
        "f.case.yaml:17: The file is not UTF-8 text; a case file is YAML in UTF-8."
    )


def test_a_file_without_a_case(here: Path) -> None:
    expected = "f.case.yaml: The file holds no case; a case is a YAML document with a title."
    assert fault(here, "") == fault(here, "# nothing\n---\n") == expected


def test_what_is_no_yaml(here: Path) -> None:
    assert fault(here, altered("hand: [G1, G2]", "hand: [G1, G2")).startswith("f.case.yaml:8: This is not valid YAML: ")
    assert fault(here, altered("  white: 3", "\twhite: 3")).startswith("f.case.yaml:6: This is not valid YAML: ")
    assert fault(here, altered("draws", "\x07")).startswith("f.case.yaml:1: The file holds the character '\\x07'")


def test_a_file_that_is_cut_short(here: Path) -> None:
    assert fault(here, CASE[: CASE.index("4: [R2]") + 5]).startswith("f.case.yaml:8: This is not valid YAML: ")


def test_a_file_nested_without_end(here: Path) -> None:
    assert fault(here, "title: " + "[" * 5000) == (
        "f.case.yaml: The file is nested too deeply; a case has a handful of levels."
    )


# What YAML offers beyond plain data

FORBIDDEN_YAML = {
    "a key twice": (
        ("  white: 3", "  white: 3\n  phase: place"),
        "f.case.yaml:7: The key 'phase' stands twice in one mapping, first in line 5; every key stands once.",
    ),
    "a day twice": (
        ("4: [R2]", '"3": [R2]'),
        "f.case.yaml:8: The key '3' stands twice in one mapping; every key stands once.",
    ),
    "an alias": (
        ("hand: [G1, G2]", "hand: &h [G1, G2]\n  discard: *h"),
        "f.case.yaml:8: The alias *h is not accepted; a case spells everything out.",
    ),
    "a merge": (
        ("  white: 3", "  <<: { white: 3 }"),
        "f.case.yaml:6: The key << is not accepted; keys are text or whole numbers.",
    ),
    "a key that is a list": (
        ("  white: 3", "  ? [white]\n  : 3"),
        "f.case.yaml:6: A key with parts is not accepted; keys are text or whole numbers.",
    ),
    "a date": (
        ("How many cards the refill draws", "2024-11-29"),
        "f.case.yaml:1: 2024-11-29 is read by YAML as a date, which no case holds; to mean text, put it in quotes.",
    ),
    "a date that is none": (
        ("hand_size: 3", "hand: [2024-99-99]"),
        "f.case.yaml:11: 2024-99-99 is read by YAML as a date, which no case holds; to mean text, put it in quotes.",
    ),
    "a number that is none": (
        ("white: 3", "white: !!int three"),
        "f.case.yaml:6: The value 'three' cannot be read as the type that it has; put text in quotes.",
    ),
}


@pytest.mark.parametrize(("change", "message"), FORBIDDEN_YAML.values(), ids=FORBIDDEN_YAML)
def test_yaml_that_means_something_else_is_refused(here: Path, change: tuple[str, str], message: str) -> None:
    assert fault(here, altered(*change)) == message


def test_nothing_in_a_file_is_run(here: Path) -> None:
    message = fault(here, altered("white: 3", "white: !!python/object/apply:os.getcwd []"))
    assert message.startswith("f.case.yaml:6: This is not valid YAML: could not determine a constructor for the tag")


# The shape of a case

WRONG_SHAPES = {
    "an unknown field": (
        ("steps: [refill]", "stpes: [refill]"),
        "f.case.yaml:9: There is no field 'stpes' in a case; its fields are title, game, clauses, position, deal, "
        "rulings, steps, expect, because, under.",
    ),
    "a misspelt field that is needed": (
        ("expect:\n  hand_size", "expct:\n  hand_size"),
        "f.case.yaml:10: There is no field 'expct' in a case; its fields are title, game, clauses, position, deal, "
        "rulings, steps, expect, because, under.",
    ),
    "an unknown field of a reading": (
        ("    expect: { hand_size: 4 }", "    expect: { hand_size: 4 }\n    title: x"),
        "f.case.yaml:17: There is no field 'title' in a reading under 'under'; its fields are rulings, expect, steps, "
        "because.",
    ),
    "no title": (
        ("title: How many cards the refill draws\n", ""),
        "f.case.yaml:1: The field 'title' is missing in a case, which needs title, game, clauses, expect and a "
        "position or a deal.",
    ),
    "no rulings in a reading": (
        ("  - rulings:\n      sol.refill: to-four\n    expect:", "  - expect:"),
        "f.case.yaml:14: The field 'rulings' is missing in a reading under 'under', which needs rulings and expect.",
    ),
    "position and deal": (
        ("steps: [refill]", "deal: {}"),
        "f.case.yaml:1: A case begins with either a position or a deal.",
    ),
    "no expectation": (
        ("    expect: { hand_size: 4 }", "    expect: {}"),
        "f.case.yaml:16: A case expects something: violation, legal, outcome, a question or a field.",
    ),
    "a number for a title": (
        ("How many cards the refill draws", "1.5"),
        "f.case.yaml:1: title is 1.5, which YAML reads as a number with a fraction; text is accepted here, so put it "
        "in quotes.",
    ),
    "a bool for a step": (
        ("steps: [refill]", "steps:\n  - refill\n  - on"),
        "f.case.yaml:11: steps[1] is on, which YAML reads as yes or no; text is accepted here, so put it in quotes.",
    ),
    "text for the steps": (
        ("steps: [refill]", "steps: refill"),
        "f.case.yaml:9: steps is the text 'refill'; a list is accepted here.",
    ),
    "steps left empty": (("steps: [refill]", "steps:"), "f.case.yaml:9: steps is empty; a list is accepted here."),
    "a list for the position": (
        ("phase: refill\n  white: 3\n  hand: [G1, G2]\n  columns: { 3: [R1], 4: [R2] }", "- R1"),
        "f.case.yaml:4: position is a list; a mapping is accepted here.",
    ),
    "no clause": (
        ("[sol.columns.refill]", "[]"),
        "f.case.yaml:3: clauses is empty; at least one entry is accepted here.",
    ),
    "a clause of another form": (
        ("[sol.columns.refill]", "[Refill]"),
        "f.case.yaml:3: clauses[0] is 'Refill'; a clause id is game, chapter and name in small letters with dots "
        "between, as in sol.columns.place.",
    ),
    "a code of another form": (
        ("hand_size: 3", "violation: Wrong phase"),
        "f.case.yaml:11: expect.violation is 'Wrong phase'; a reason code is small words with dashes between, as in "
        "card-not-in-hand.",
    ),
    "a number for a reading": (
        ("sol.refill: to-four", "sol.white-may-stay: 1"),
        "f.case.yaml:15: under[0].rulings.sol.white-may-stay is 1, which YAML reads as a number; text, yes or no is "
        "accepted here, so put it in quotes.",
    ),
    "a fraction for a reading": (
        ("sol.refill: to-four", "sol.white-may-stay: 1.5"),
        "f.case.yaml:15: under[0].rulings.sol.white-may-stay is 1.5, which YAML reads as a number with a fraction; "
        "text, yes or no is accepted here, so put it in quotes.",
    ),
    "a number among the legal steps": (
        ("hand_size: 3", "legal: { red: [refill, 3] }"),
        "f.case.yaml:11: expect.legal.red[1] is 3, which YAML reads as a number; text is accepted here, so put it in "
        "quotes.",
    ),
}


@pytest.mark.parametrize(("change", "message"), WRONG_SHAPES.values(), ids=WRONG_SHAPES)
def test_a_case_of_the_wrong_shape(here: Path, change: tuple[str, str], message: str) -> None:
    assert fault(here, altered(*change)) == message


def test_a_document_that_is_no_case(here: Path) -> None:
    assert fault(here, f"{CASE}---\n- title\n") == "f.case.yaml:18: A case is a list; a mapping is accepted here."


# What the game does not have

UNKNOWN_WORDS = {
    "a game": (("game: solitaire", "game: chess"), "f.case.yaml:2: There is no game 'chess'; the games are "),
    "a clause": (
        ("sol.columns.refill", "sol.columns.refil"),
        "f.case.yaml:3: There is no clause 'sol.columns.refil' in the game solitaire; near to it are "
        "sol.columns.refill, ",
    ),
    "a ruling": (
        ("sol.refill: to-four", "sol.fill: to-four"),
        "f.case.yaml:15: There is no ruling 'sol.fill'; the rulings are ",
    ),
    "a reading": (
        ("sol.refill: to-four", "sol.refill: no"),
        "f.case.yaml:15: The ruling sol.refill has no reading 'no'; its readings are one, to-four.",
    ),
    "a step": (("steps: [refill]", "steps:\n  - refill\n  - fly"), "f.case.yaml:11: "),
    "a legal step": (("hand_size: 3", "legal: [fly]"), "f.case.yaml:11: "),
    "a card": (("hand: [G1, G2]", "hand: [G1, Z2]"), "f.case.yaml:4: "),
    "an expectation": (
        ("hand_size: 3", "hand-size: 3"),
        "f.case.yaml:11: A case cannot expect 'hand-size'; it can expect violation, legal, outcome, ",
    ),
    "an expectation of a reading": (
        ("{ hand_size: 4 }", "{ hands: 4 }"),
        "f.case.yaml:16: A case cannot expect 'hands'; it can expect violation, legal, outcome, ",
    ),
}


@pytest.mark.parametrize(("change", "message"), UNKNOWN_WORDS.values(), ids=UNKNOWN_WORDS)
def test_what_the_game_does_not_have(here: Path, change: tuple[str, str], message: str) -> None:
    assert fault(here, altered(*change)).startswith(message)


@pytest.mark.parametrize("empty", ["outcome:", "violation: ~", "legal: null", "columns: {}", "legal: {}"])
def test_an_expectation_that_expects_nothing(here: Path, empty: str) -> None:
    """It would hold whatever came out."""
    assert fault(here, altered("hand_size: 3\n  columns: { 3: [R1] }", empty)).startswith("f.case.yaml:11: ")


# Finding files


def test_folders_are_searched_and_files_taken_once_as_they_are_named(here: Path) -> None:
    (here / "b" / "deep").mkdir(parents=True)
    for name in ("b/z.case.yaml", "b/deep/a.case.yaml", "b/other.yaml", "own.yaml"):
        (here / name).touch()
    found = find_case_files([Path("own.yaml"), Path("b"), Path("b/z.case.yaml")])
    assert found == [Path("own.yaml"), Path("b/deep/a.case.yaml"), Path("b/z.case.yaml")]


def test_a_path_that_does_not_exist(here: Path) -> None:
    with pytest.raises(CaseFileError, match=r"^nowhere: There is no such file or folder; give a case file or "):
        find_case_files([Path("nowhere")])


def test_a_folder_without_case_files(here: Path) -> None:
    (here / "empty").mkdir()
    with pytest.raises(CaseFileError, match=r"^empty: This folder holds no case file; case files are named "):
        find_case_files([Path("empty")])


# What is handed on


def test_an_error_survives_the_way_between_processes() -> None:
    error = CaseFileError(Path("x"), 3, "Wrong.")
    copied = pickle.loads(pickle.dumps(error))
    assert (str(copied), copied.path, copied.line) == ("x:3: Wrong.", Path("x"), 3)


def test_readings_from_outside_go_to_their_game() -> None:
    overlay = read_overlay(["sol.refill=to-four", "sol.white-may-stay=no"])
    assert overlay_for(GAME, overlay) == {"sol.refill": "to-four", "sol.white-may-stay": "no"}


def test_a_refusal_names_the_ruling_that_it_hangs_on(here: Path) -> None:
    """A black on day 1 may go back to day 7 by red; where that is refused the refusal names the ruling."""
    path = here / "f.case.yaml"
    path.write_text(
        "title: Back from day 1\ngame: solitaire\nclauses: [sol.effects.red]\n"
        "position: { phase: refill, white: 3, columns: { 3: [R1] } }\nsteps: [refill, 'red 1>7']\n"
        "expect: { blacks: [1, 7] }\nunder:\n  - rulings: { sol.back-from-one: refused }\n    expect: { white: 3 }\n",
        encoding="utf-8",
    )
    (loaded,) = load_cases(path)
    text = report(loaded, run_case(loaded.case, GAME), GAME)
    assert "Under sol.back-from-one=refused:\n" in text
    assert "  step: red 1>7\n" in text
    assert "(back-from-one, sol.effects.red, under" in text
    assert "    sol.back-from-one: " in text and "      in force: refused: " in text
