"""Writes the pages of the documentation that are made from data: clauses, rulings, cases, reason codes and theorems.

    python docs/generate.py            # writes docs/GAME/clauses.md, rulings.md, cases.md and theorems.md

A test holds the written pages against what this makes, so they cannot drift.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import FunctionType

from tabi.casefiles import find_case_files, load_cases
from tabi.proofs import Theorem, theorems
from tabi.rules.game import AnyGame, games
from tabi.rules.implements import functions_by_clause
from tabi.spec.cases import Case
from tabi.spec.clauses import Clause
from tabi.spec.rulings import Ruling

DOCS = Path(__file__).parent
ROOT = DOCS.parent
MADE = "<!-- Made by docs/generate.py: change the data, not this page. -->"


def pages(game: AnyGame) -> dict[str, str]:
    """The pages of a game by file name."""
    cases = [loaded.case for path in find_case_files([Path(str(game.cases))]) for loaded in load_cases(path)]
    functions = functions_by_clause(game.package)
    table = game.ruling_table()
    return {
        "clauses.md": clauses_page(game, functions, cases),
        "rulings.md": rulings_page(game, table, cases),
        "cases.md": cases_page(game, cases),
    } | ({"theorems.md": theorems_page(game, proved)} if (proved := theorems_of(game)) else {})


def theorems_of(game: AnyGame) -> tuple[Theorem, ...]:
    """The theorems about a game: those whose id begins with the prefix of its rulings."""
    return tuple(one for one in theorems if one.id.startswith(f"{game.rulings.prefix}."))


def clauses_page(game: AnyGame, functions: Mapping[str, tuple[FunctionType, ...]], cases: Iterable[Case]) -> str:
    """The traceability table: every clause in our words, its functions, its cases, and the codes that cite it."""
    told = list(cases)
    parts = [MADE, f"# Clauses of the {game.name}", _intro(game)]
    chapters = dict.fromkeys(clause.chapter for clause in game.clauses())
    for chapter in chapters:
        parts.append(f"## {chapter}")
        parts += [
            _clause(clause, functions.get(clause.id, ()), told)
            for clause in game.clauses()
            if clause.chapter == chapter
        ]
    return "\n\n".join(parts) + "\n"


def _intro(game: AnyGame) -> str:
    count = len(game.clauses())
    return (
        f"The rule text in {count} clauses, in our own words. Each names its section in the source, the functions that "
        f"carry it, its cases, the reason codes that cite it, and the open points that change it."
    )


def _clause(clause: Clause, functions: tuple[FunctionType, ...], cases: list[Case]) -> str:
    told = [case for case in cases if clause.id in case.clauses]
    names = ", ".join(f"`{function.__module__.removeprefix('tabi.')}.{function.__name__}`" for function in functions)
    lines = [
        f"### `{clause.id}`",
        "",
        clause.text,
        "",
        f"* section: {clause.section}",
        f"* functions: {names}",
        f"* cases: {len(told)} ([{told[0].title}](cases.md#{_anchor(told[0].title)}) first)"
        if told
        else "* cases: none",
    ]
    if clause.codes:
        lines.append(f"* refusals: {', '.join(f'`{code}`' for code in clause.codes)}")
    if clause.rulings:
        lines.append(f"* open points: {', '.join(f'[`{one}`](rulings.md#{_anchor(one)})' for one in clause.rulings)}")
    return "\n".join(lines)


def rulings_page(game: AnyGame, table: Iterable[Ruling], cases: Iterable[Case]) -> str:
    """Every open point: question, readings with the default first, why, and the cases that show it."""
    told = list(cases)
    parts = [
        MADE,
        f"# Open points of the {game.name}",
        "Where the text can be read in more than one way, each reading is a switch. The first reading is the default.",
    ]
    parts += [_ruling(ruling, told) for ruling in table]
    return "\n\n".join(parts) + "\n"


def _ruling(ruling: Ruling, cases: list[Case]) -> str:
    readings = "\n".join(f"* `{reading.value}`: {reading.text}" for reading in ruling.reading)
    shown = [case for case in cases if any(ruling.id in reading.rulings for reading in case.readings())]
    links = "\n".join(f"* [{case.title}](cases.md#{_anchor(case.title)})" for case in shown)
    return "\n\n".join(
        (
            f"## {ruling.id}",
            f"**{ruling.question}** (section: {ruling.section})",
            readings,
            f"Why the first: {ruling.reason}",
            "Cases that show it:",
            links,
        )
    )


def theorems_page(game: AnyGame, proved: Iterable[Theorem]) -> str:
    """Every theorem: its statement, where it holds, the rules that it speaks of, and what must break it."""
    told = list(proved)
    parts = [
        MADE,
        f"# Theorems about the {game.name}",
        f"{len(told)} theorems about the rules and the bounds. `tabi prove` checks each of them again, in a process of "
        f"its own; a test sees to it that every broken version named here is refuted.",
    ]
    parts += [_theorem(one) for one in told]
    return "\n\n".join(parts) + "\n"


def _theorem(theorem: Theorem) -> str:
    lines = [
        f"## {theorem.id}",
        "",
        theorem.statement,
        "",
        f"* holds: {theorem.premises.words}",
        f"* clauses: {_links(theorem.clauses)}",
        f"* checked by: `{theorem.where.removeprefix('tabi.')}`",
        f"* broken by: {', '.join(f'`{mutant.name}`' for mutant in theorem.mutants)}",
    ]
    if theorem.rests_on:
        lines.append(f"* rests on: {', '.join(f'[`{one}`](#{_anchor(one)})' for one in theorem.rests_on)}")
    return "\n".join(lines)


def cases_page(game: AnyGame, cases: Iterable[Case]) -> str:
    """Every case by title with its reasoning."""
    told = list(cases)
    parts = [
        MADE,
        f"# Cases of the {game.name}",
        f"{len(told)} rule questions, answered by hand and asked of the rules.",
    ]
    parts += [_case(case) for case in told]
    return "\n\n".join(parts) + "\n"


def _case(case: Case) -> str:
    lines = [f"## {case.title}", "", (case.because or "").strip(), "", f"* clauses: {_links(case.clauses)}"]
    if case.steps:
        lines.append(f"* steps: `{'; '.join(case.steps)}`")
    lines.append(f"* expected: {_expected(case.expect.model_dump(exclude_unset=True))}")
    for other in case.under:
        rulings = ", ".join(f"`{one}={_yes_no(reading)}`" for one, reading in other.rulings.items())
        lines.append(f"* under {rulings}: {_expected(other.expect.model_dump(exclude_unset=True))}")
    return "\n".join(lines)


def _yes_no(reading: str | bool) -> str:
    return reading if isinstance(reading, str) else "yes" if reading else "no"


def _links(clauses: Iterable[str]) -> str:
    return ", ".join(f"[`{clause}`](clauses.md#{_anchor(clause)})" for clause in clauses)


def _expected(expect: Mapping[str, object]) -> str:
    return ", ".join(f"{name} `{_plain(value)}`" for name, value in expect.items())


def _plain(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_plain(part)}" for key, part in value.items())
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_plain, value))}]"
    return "none" if value is None else str(value)


def _anchor(text: str) -> str:
    """The anchor that the site makes from a heading."""
    kept = "".join(letter for letter in text.lower() if letter.isalnum() or letter in " -_")
    return "-".join(kept.split())


def main() -> None:
    """Writes the pages of every game."""
    for name, game in games().items():
        folder = DOCS / name
        folder.mkdir(exist_ok=True)
        for file, text in pages(game).items():
            (folder / file).write_text(text, encoding="utf-8")
            print(f"{folder.relative_to(ROOT)}/{file}")


if __name__ == "__main__":
    main()
