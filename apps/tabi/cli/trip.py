"""`tabi trip`: editions checked, games played by themselves, best turns found, records scored point by point."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Literal, cast

import typer
from pydantic import BaseModel, JsonValue

from tabi.cli.errors import Refused, Status, refusing
from tabi.cli.options import JsonOption, RulingOption, parse_readings
from tabi.cli.output import emit, emit_json, table
from tabi.cli.reading import parse_object, read_object, read_text
from tabi.cli.verifying import FaultDocument, fault_document
from tabi.render.trip import render_trip_position, winners_in_words
from tabi.rules.certificates import read_certificate
from tabi.rules.records import Claim, Fault, Record, record_of
from tabi.rules.trip import (
    Phase,
    Position,
    Supply,
    apply,
    format_step,
    moves,
    numbers_for_players,
    setup_from_seed,
)
from tabi.rules.trip.best_turn import best_turn
from tabi.rules.trip.game import GAME
from tabi.rules.trip.players import greedy_player, random_player
from tabi.rules.trip.scoresheet import Line, Scoresheet, scoresheet
from tabi.spec.faults import Faults
from tabi.spec.rulings import changed_rulings, rulings_from
from tabi.spec.trip import Edition, GoalKind, Setup, Size, TripRulings, edition_named, editions, read_edition
from tabi.spec.trip.edition import EditionFault
from tabi.spec.trip.steps import Step

PLAYERS = {"random": random_player, "greedy": greedy_player}


class EditionDocument(BaseModel):
    """An edition that satisfies every known fact."""

    valid: Literal[True] = True
    file: str
    name: str
    title: str
    demonstration: bool
    cities: tuple[str, ...]


class LineDocument(BaseModel):
    """Points of a seat: where in the record, by which clause, and what for."""

    turn: int
    step: int
    text: str
    seat: int
    clause: str
    points: int
    why: str


class ScoreDocument(BaseModel):
    """A record scored again. When it does not hold, `fault` says why and nothing else is known."""

    holds: bool
    file: str
    finished: bool | None
    lines: tuple[LineDocument, ...] | None
    totals: tuple[int, ...] | None
    winners: tuple[int, ...] | None
    fault: FaultDocument | None


class BestTurnDocument(BaseModel):
    """The most points that can be gained at once, the steps of the first choice that gains them, and how many do."""

    file: str
    phase: str
    player: int
    over_slots: bool
    points: int
    steps: tuple[str, ...]
    ties: int
    rulings: dict[str, str]


def build() -> typer.Typer:
    """The group `tabi trip`."""
    group, edition = _group(), _group()
    group.callback(invoke_without_command=True)(_root)
    group.command("play")(play)
    group.command("score")(score)
    group.command("best-turn")(best)
    edition.callback(invoke_without_command=True)(_edition_root)
    edition.command("check")(check)
    group.add_typer(edition, name="edition")
    return group


def _group() -> typer.Typer:
    return typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=False)


def _root(context: typer.Context) -> int:
    """Remember Our Trip: check an edition, play a game, score a record, find the best turn."""
    if context.invoked_subcommand is None:
        raise Refused("A command is missing; the commands are play, score, best-turn, edition.")
    return Status.YES


def _edition_root(context: typer.Context) -> int:
    """Editions: the tables of a printed game as a TOML file."""
    if context.invoked_subcommand is None:
        raise Refused("A command is missing; the command is check.")
    return Status.YES


def check(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An edition, as TOML.")], json: JsonOption = False
) -> int:
    """Check an edition against everything that is known of the printed game."""
    edition = _edition_in(file)
    document = EditionDocument(
        file=str(file),
        name=edition.name,
        title=edition.title,
        demonstration=edition.demonstration,
        cities=tuple(city.name for city in edition.cities),
    )
    if json:
        emit_json(document)
    else:
        marked = "a demonstration" if edition.demonstration else "not a demonstration"
        emit(f"{file}: {edition.name} ({edition.title}; {marked}) satisfies every known fact.")
    return Status.YES


def _edition_in(file: Path) -> Edition:
    text = read_text(file, "TOML")
    try:
        return read_edition(text)
    except EditionFault as error:
        raise Refused(f"{file}: {_in_one(error)}") from None


def _in_one(error: Faults) -> str:
    """Every fault in one sentence, numbered when there are several."""
    faults = [fault.rstrip(".") for fault in error.sentences]
    if len(faults) == 1:
        return f"{faults[0]}."
    numbered = " ".join(f"({number}) {fault}" for number, fault in enumerate(faults, start=1))
    return f"there are {len(faults)} faults: {numbered}."


def play(
    players: Annotated[int, typer.Option("--players", metavar="N", help="2, 3 or 4.")],
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The seed, a whole number, 0 or more.")],
    edition: Annotated[
        str, typer.Option("--edition", metavar="NAME|FILE", help="A shipped edition, or a file with one.")
    ] = "river-demo",
    city: Annotated[str | None, typer.Option("--city", metavar="NAME", help="A city of the edition.")] = None,
    size: Annotated[str, typer.Option("--size", metavar="7x7|7x6", help="The whole map, or one line less.")] = "7x7",
    goals: Annotated[
        str, typer.Option("--goals", metavar="standard|advanced", help="Which goal cards are drawn from.")
    ] = "standard",
    player: Annotated[
        str, typer.Option("--player", metavar="random|greedy", help="Who decides, for all seats.")
    ] = "random",
    ruling: RulingOption = None,
    json: JsonOption = False,
) -> int:
    """Play a whole game from a seed; with --json print its record, which `tabi trip score` reads."""
    if player not in PLAYERS:
        raise Refused(f"There is no player {player!r}; accepted: {', '.join(PLAYERS)}.")
    rulings = _rulings(ruling)
    setup = _setup(edition, players, seed, city, size, goals)
    decides = PLAYERS[player](numbers_for_players(setup.edition, players, seed))
    played = tuple(moves(Supply(setup.edition, setup, seed), decides, rulings))
    record = _record(setup, played, rulings)
    if json:
        emit_json(record, indent=None)
        return Status.YES
    sheet = scoresheet(record)
    if isinstance(sheet, Fault):
        raise AssertionError(str(sheet))  # what was just played by the rules holds by the rules
    emit("\n".join((render_trip_position(sheet.position), "", *_table(sheet))))
    return Status.YES


def _rulings(options: list[str] | None) -> TripRulings:
    with refusing():
        return rulings_from(TripRulings, parse_readings(options))


def _setup(edition: str, players: int, seed: int, city: str | None, size: str, goals: str) -> Setup:
    if size not in list(Size):
        raise Refused(f"--size is {size!r}; accepted: {', '.join(Size)}.")
    if goals not in list(GoalKind):
        raise Refused(f"--goals is {goals!r}; accepted: {', '.join(GoalKind)}.")
    if not 2 <= players <= 4:
        raise Refused(f"--players is {players}; accepted: 2, 3, 4.")
    found = _edition(edition)
    with refusing():
        return setup_from_seed(found, players, seed, city=city, size=Size(size), goals=GoalKind(goals))


def _edition(text: str) -> Edition:
    """A shipped edition by its name, or the one in a file."""
    names = [edition.name for edition in editions()]
    if text in names:
        return edition_named(text)
    if not Path(text).exists():
        raise Refused(f"--edition is {text!r}, which is neither a file nor a shipped edition: {', '.join(names)}.")
    return _edition_in(Path(text))


def _record(setup: Setup, played: Sequence[tuple[Position, Step]], rulings: TripRulings) -> Record:
    deal = cast("dict[str, JsonValue]", setup.model_dump(mode="json"))
    by_turn = groupby(played, key=lambda move: move[0].turn)
    turns = [[step for _, step in turn] for _, turn in by_turn]
    ended = GAME.ending(apply(*played[-1], rulings))
    claim = Claim(outcome=ended.text, turns=len(turns), points=ended.points) if ended else Claim()
    return record_of(GAME, ("deal", deal), turns, changed_rulings(rulings), claim)


def score(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record, as `tabi trip play --json` prints it.")],
    json: JsonOption = False,
) -> int:
    """Score a record again, each point with its clause: 0 it holds, 1 a step or a claim in it does not."""
    text = read_text(file)
    parse_object(text, str(file))
    with refusing(str(file)):
        record = read_certificate(text)
        if not isinstance(record, Record):
            raise ValueError("This is no record of a game; accepted is what `tabi trip play --json` prints.")
        sheet = scoresheet(record)
    if isinstance(sheet, Fault):
        return _refuted(sheet, file, json)
    if json:
        emit_json(_document(sheet, file))
    else:
        emit("\n".join((render_trip_position(sheet.position), "", *_table(sheet))))
    return Status.YES


def _refuted(fault: Fault, file: Path, json: bool) -> Status:
    if json:
        document = ScoreDocument(
            holds=False,
            file=str(file),
            finished=None,
            lines=None,
            totals=None,
            winners=None,
            fault=fault_document(fault),
        )
        emit_json(document)
    else:
        step = f", {fault.step!r}" if fault.step else ""
        emit(f"{file}: refuted. {fault.where}{step}: {fault.message}")
    return Status.NO


def _document(sheet: Scoresheet, file: Path) -> ScoreDocument:
    outcome = sheet.position.outcome
    return ScoreDocument(
        holds=True,
        file=str(file),
        finished=outcome is not None,
        lines=tuple(map(_line, sheet.lines)),
        totals=sheet.position.scores,
        winners=outcome.winners if outcome else None,
        fault=None,
    )


def _line(line: Line) -> LineDocument:
    award = line.award
    return LineDocument(
        turn=line.turn,
        step=line.step,
        text=line.text,
        seat=award.seat,
        clause=award.clause,
        points=award.points,
        why=award.why,
    )


def _table(sheet: Scoresheet) -> Iterator[str]:
    rows = [
        (str(line.award.seat), str(line.turn), line.text, f"{line.award.points:+d}", line.award.clause, line.award.why)
        for line in sorted(sheet.lines, key=lambda line: (line.award.seat, line.turn, line.step))
    ]
    yield table(("player", "turn", "step", "points", "clause", "what for"), rows)
    yield _result(sheet.position)


def _result(position: Position) -> str:
    totals = ", ".join(f"player {seat} {total}" for seat, total in enumerate(position.scores, start=1))
    if position.outcome is None:
        return f"So far: {totals}; the game is still under way."
    return f"Totals: {totals}. {winners_in_words(position.outcome.winners)}"


def best(
    file: Annotated[Path, typer.Argument(metavar="POSITION", help="A JSON position, which may be partial.")],
    over_slots: Annotated[
        bool, typer.Option("--over-slots", help="In the phase draft: over all open slots, the taking included.")
    ] = False,
    ruling: RulingOption = None,
    json: JsonOption = False,
) -> int:
    """Find the most points that the acting player can gain at once, a turn that gains them, and how many turns do."""
    rulings, written = _rulings(ruling), read_object(file)
    with refusing(str(file)):
        position = GAME.read_position(written)
        if position.phase is Phase.DRAFT and not over_slots:
            raise ValueError("No slot is taken yet; --over-slots looks at all that are open.")
        found = best_turn(position, rulings, over_slots=over_slots)
    document = BestTurnDocument(
        file=str(file),
        phase=position.phase,
        player=position.player,
        over_slots=over_slots,
        points=found.points,
        steps=tuple(map(format_step, found.steps)),
        ties=found.ties,
        rulings=changed_rulings(rulings),
    )
    if json:
        emit_json(document)
    else:
        choices = "one choice gains" if found.ties == 1 else f"{found.ties} choices gain"
        emit(f"Player {position.player} gains at most {found.points} at once; {choices} that, first this one:")
        emit("\n".join(document.steps))
    return Status.YES
