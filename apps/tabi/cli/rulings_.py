"""`tabi rulings`: the open points of the rule texts, and what changes when one is read otherwise."""

from __future__ import annotations

from typing import Annotated

import typer
from pydantic import BaseModel

from tabi.cli.casing import DifferenceDocument, difference_document
from tabi.cli.comparing import Change, compare, shipped
from tabi.cli.errors import Refused, Status, refusing
from tabi.cli.options import JsonOption, parse_readings
from tabi.cli.output import emit, emit_json, progress, table
from tabi.rules.game import AnyGame, games
from tabi.spec.cases import Case
from tabi.spec.clauses import Clause
from tabi.spec.rulings import Ruling, as_text, rulings_from


class RulingDocument(BaseModel):
    """An open point with the clauses that hang on it and the titles of the cases that show it."""

    ruling: Ruling
    default: str
    clauses: tuple[Clause, ...]
    cases: tuple[str, ...]


class ChangeDocument(BaseModel):
    """A case that comes out otherwise: the readings that it sets itself, what it expects and what came out."""

    title: str
    file: str
    line: int
    rulings: dict[str, str]
    differences: tuple[DifferenceDocument, ...]


class DiffDocument(BaseModel):
    """What other readings change: how many questions were asked anew, and those that come out otherwise."""

    rulings: dict[str, str]
    asked: int
    complete: bool
    changes: tuple[ChangeDocument, ...]


def build() -> typer.Typer:
    """The group `tabi rulings`; by itself it lists."""
    group = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=False)
    group.callback(invoke_without_command=True)(_root)
    group.command("list")(list_rulings)
    group.command("show")(show)
    group.command("diff")(diff)
    return group


def _root(context: typer.Context, json: JsonOption = False) -> int:
    """The open points of the rule text: list them, show one, or see what another reading changes."""
    if context.invoked_subcommand is None:
        return list_rulings(json)
    if json:
        raise Refused("--json stands behind list, show or diff.")
    return Status.YES


def list_rulings(json: JsonOption = False) -> int:
    """List the open points of all games: question, readings with the default first."""
    rulings = _all_rulings()
    if json:
        emit_json([ruling.model_dump(mode="json") for ruling in rulings])
        return Status.YES
    rows = [(ruling.id, ruling.question, _values(ruling)) for ruling in rulings]
    emit(table(("ruling", "question", "readings (* default)"), rows))
    return Status.YES


def _values(ruling: Ruling) -> str:
    return ", ".join(f"{value}*" if value == ruling.default else value for value in ruling.values)


def show(
    name: Annotated[str, typer.Argument(metavar="ID", help="The ruling, as in sol.refill.")],
    json: JsonOption = False,
) -> int:
    """Show one open point: its readings, the reason for the default, its clauses, and the cases that show it."""
    document = _ruling_document(_ruling(name), _game_of(name))
    if json:
        emit_json(document)
    else:
        emit(_ruling_text(document))
    return Status.YES


def _all_rulings() -> list[Ruling]:
    return [ruling for game in games().values() for ruling in game.ruling_table()]


def _ruling(name: str) -> Ruling:
    for ruling in _all_rulings():
        if ruling.id == name.strip():
            return ruling
    known = ", ".join(ruling.id for ruling in _all_rulings())
    raise Refused(f"There is no ruling {name!r}; the rulings are {known}.")


def _game_of(name: str) -> AnyGame:
    """The game that a ruling belongs to."""
    ruling = _ruling(name)
    return next(game for game in games().values() if ruling in game.ruling_table())


def _ruling_document(ruling: Ruling, game: AnyGame) -> RulingDocument:
    with progress("reading cases") as tell:
        cases = [one.title for one in shipped(game, tell) if _speaks_of(one.case, ruling.id)]
    clauses = tuple(clause for clause in game.clauses() if ruling.id in clause.rulings)
    return RulingDocument(ruling=ruling, default=ruling.default, clauses=clauses, cases=tuple(cases))


def _speaks_of(case: Case, ruling: str) -> bool:
    return any(ruling in reading.rulings for reading in case.readings())


def _ruling_text(document: RulingDocument) -> str:
    ruling = document.ruling
    lines = [f"{ruling.id} ({ruling.section})", ruling.question, "", "Readings:"]
    for reading in ruling.reading:
        default = " (default)" if reading.value == document.default else ""
        lines.append(f"  {reading.value}{default}: {reading.text}")
    lines += ["", f"Why the default: {ruling.reason}", "", "Clauses that hang on it:"]
    lines += [f"  {clause.id}: {clause.text}" for clause in document.clauses] or ["  none"]
    lines += ["", "Cases that show it:", *([f"  {title}" for title in document.cases] or ["  none"])]
    return "\n".join(lines)


def diff(
    readings: Annotated[list[str], typer.Argument(metavar="ID=VALUE...", help="The readings to take instead.")],
    json: JsonOption = False,
) -> int:
    """Show which of the game's own cases come out otherwise under other readings, and how."""
    changed = parse_readings(readings)
    game = _game_of(next(iter(changed)))
    if other := [one for one in changed if _game_of(one).name != game.name]:
        raise Refused(f"{other[0]} is a ruling of another game than {next(iter(changed))}; accepted are those of one.")
    with refusing():
        rulings_from(game.rulings, changed)
    document = _diff_document(game, changed)
    if json:
        emit_json(document)
    else:
        emit(_diff_text(document))
    return Status.YES if document.complete else Status.INTERRUPTED


def _diff_document(game: AnyGame, changed: dict[str, str]) -> DiffDocument:
    asked, complete = 0, True
    changes: list[Change] = []
    try:
        with progress("reading cases") as tell:
            for number, (where, found) in enumerate(compare(game, changed, tell), start=1):
                asked = number
                tell(f"{where}: {len(changes)} changes so far")
                changes += [] if found is None else [found]
    except KeyboardInterrupt:
        complete = False
    return DiffDocument(rulings=changed, asked=asked, complete=complete, changes=tuple(map(_change_document, changes)))


def _change_document(change: Change) -> ChangeDocument:
    return ChangeDocument(
        title=change.loaded.title,
        file=change.loaded.path.name,
        line=change.loaded.line,
        rulings={one: as_text(reading) for one, reading in change.own.items()},
        differences=tuple(map(difference_document, change.differences)),
    )


def _diff_text(document: DiffDocument) -> str:
    lines: list[str] = []
    for change in document.changes:
        lines += [*_change_text(change), ""]
    readings = ", ".join(f"{one}={reading}" for one, reading in document.rulings.items())
    stopped = "" if document.complete else "; interrupted, the others were not asked"
    lines.append(
        f"Under {readings}: {len(document.changes)} of {document.asked} questions come out otherwise{stopped}."
    )
    return "\n".join(lines)


def _change_text(change: ChangeDocument) -> list[str]:
    own = ", ".join(f"{one}={reading}" for one, reading in change.rulings.items())
    head = f"{change.file}:{change.line}: {change.title}{f' (under {own})' if own else ''}"
    return [head, *(f"  {one.what}: expected {one.expected}; came out {one.got}" for one in change.differences)]
