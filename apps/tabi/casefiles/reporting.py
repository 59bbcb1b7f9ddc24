"""The text for a case that failed: what was done, what was expected and what came out, and what it hangs on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from tabi.casefiles.loading import LoadedCase
from tabi.rules.cases import Difference, Result
from tabi.rules.game import AnyGame
from tabi.spec.cases import Case, Reading
from tabi.spec.clauses import Clause
from tabi.spec.rulings import Ruling, as_text, rulings_from, rulings_to

WIDTH = 100
CELL = 42
"""How wide a column of the table may grow before its text goes on in the next line."""


def report(loaded: LoadedCase, results: Iterable[Result], game: AnyGame) -> str:
    """The text for a failing case: where it stands, every reading under which it failed, and its clauses."""
    lines = [f"{loaded.where}: {loaded.title}"]
    for reading, result in zip(loaded.case.readings(), results, strict=True):
        if not result.passed:
            lines += ["", *_failure(loaded.case, reading, result, game)]
    lines += ["", "Clauses of the case:"]
    for clause in _clauses(loaded.case, game):
        lines += [f"  {clause.id} ({clause.section})", *_indented(clause.text, "    ")]
    return "\n".join(lines)


def _failure(case: Case, reading: Reading, result: Result, game: AnyGame) -> Iterator[str]:
    chosen = ", ".join(f"{one}={as_text(value)}" for one, value in result.rulings.items())
    yield f"Under {chosen}:" if chosen else "Under the default readings:"
    yield f"  position: {result.position}"
    yield f"  step: {'none' if result.step is None else result.step}"
    if result.violation:
        yield from _indented(f"refused: {result.violation}", "  ", "    ")
    if reading.because:
        yield from _indented(f"because: {reading.because}", "  ", "    ")
    yield ""
    yield from _table(result.differences)
    rulings = _rulings(case, result, game)
    if rulings:
        yield ""
        yield "  It hangs on:"
    in_force = rulings_to(rulings_from(game.rulings, result.rulings))
    for ruling in rulings:
        yield from _ruling(ruling, in_force[ruling.id])


def _table(differences: Iterable[Difference]) -> Iterator[str]:
    """Expected and got side by side, a row for each difference; a long text goes on below itself."""
    rows: list[tuple[tuple[str, ...], ...]] = [(("",), ("expected",), ("got",))]
    rows += [(_cell(one.what), _cell(one.expected), _cell(one.got)) for one in differences]
    widths = [max(len(text) for row in rows for text in row[column]) for column in range(3)]
    for row in rows:
        for number in range(max(map(len, row))):
            cells = (cell[number] if number < len(cell) else "" for cell in row)
            yield "  " + " | ".join(map(str.ljust, cells, widths)).rstrip()


def _cell(text: str) -> tuple[str, ...]:
    return tuple(wrap(text, CELL)) or ("",)


def _ruling(ruling: Ruling, value: str) -> Iterator[str]:
    reading = next(reading for reading in ruling.reading if reading.value == value)
    default = "" if value != ruling.default else " (the default)"
    yield from _indented(f"{ruling.id}: {ruling.question}", "    ", "      ")
    yield from _indented(f"in force: {value}{default}: {reading.text}", "      ", "        ")


def _rulings(case: Case, result: Result, game: AnyGame) -> list[Ruling]:
    """The open points that the failure hangs on: those named by refusal and reading, else those of the clauses."""
    refused = result.violation.ruling if result.violation else None
    ids = {*result.rulings, *([refused] if refused else [])}
    ids = ids or {one for clause in _clauses(case, game) for one in clause.rulings}
    return [ruling for ruling in game.ruling_table() if ruling.id in ids]


def _clauses(case: Case, game: AnyGame) -> list[Clause]:
    return [clause for clause in game.clauses() if clause.id in case.clauses]


def _indented(text: str, first: str, other: str | None = None) -> list[str]:
    return wrap(text, WIDTH, initial_indent=first, subsequent_indent=first if other is None else other)
