"""`tabi solve`: decides deals and positions, prints what is known, and writes certificates."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tabi.cli.beginnings import Beginning, Source, as_document, beginnings
from tabi.cli.errors import Refused, Status, refusing
from tabi.cli.options import (
    BayDayOption,
    DealOption,
    DeckOption,
    ItemsOption,
    JsonOption,
    PositionOption,
    RulingOption,
    SeedOption,
    is_best,
    solitaire_rulings,
)
from tabi.cli.output import emit, emit_json, progress
from tabi.cli.telling import pairs_text, progress_text, verdict_line, verdict_text
from tabi.rules.certificates import Certificate
from tabi.rules.records import Claim, record_of
from tabi.rules.solitaire.game import GAME
from tabi.rules.valued import ValuedSet
from tabi.solvers import solve
from tabi.solvers.documents import verdict_document
from tabi.solvers.verdict import (
    ENGINES,
    Bound,
    Bounded,
    Budget,
    EngineName,
    Goal,
    Impossible,
    Proved,
    Undecided,
    Verdict,
)
from tabi.spec.rulings import changed_rulings
from tabi.spec.solitaire import Deal, SolitaireRulings

if TYPE_CHECKING:
    from tabi.solvers.points.search_pairs import Table

GOALS = tuple(Goal)
SEARCHING = ("auto", "search")
"""The engines that look at positions, so that --nodes bounds them."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of every beginning, and how the answer is given."""

    goal: Goal
    engine: EngineName
    rulings: SolitaireRulings
    budget: Budget
    certificate: Path | None
    json: bool
    lines: bool
    pairs: bool


def solve_command(
    seed: SeedOption = None,
    deal: DealOption = None,
    deck: DeckOption = None,
    bay_day: BayDayOption = None,
    items: ItemsOption = None,
    position: PositionOption = None,
    goal: Annotated[
        str, typer.Option("--goal", help="What is asked: win, turns for the fewest, points for the most.")
    ] = "win",
    engine: Annotated[str, typer.Option("--engine", help="What decides it: auto, search, z3 or sat.")] = "auto",
    budget: Annotated[
        float | None,
        typer.Option("--budget", metavar="SECONDS", help="How long it may take: 60, or without an end with --nodes."),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", help="How many positions it may look at.")
    ] = None,
    ruling: RulingOption = None,
    certificate: Annotated[
        Path | None, typer.Option("--certificate", metavar="FILE", help="Write the line or the proof there.")
    ] = None,
    json: JsonOption = False,
) -> int:
    """Decide a deal or a position: 0 it can be won, 1 it cannot, 3 it is not known."""
    _offered("--goal", goal, GOALS)
    _offered("--engine", engine, ENGINES)
    rulings = solitaire_rulings(ruling)
    with refusing():
        # A clock would make the answer depend on the machine, so --nodes alone sets none.
        clocked = nodes is None or engine not in SEARCHING
        spend = Budget(seconds=60.0 if budget is None and clocked else budget, nodes=nodes)
    pairs = goal == Goal.POINTS and is_best(items)
    if pairs and engine not in SEARCHING:
        raise Refused(f"--engine {engine} does not try pairs of items; accepted with --items best: auto, search.")
    source = Source(seed, deal, deck, bay_day, items, position, pairs)
    found = beginnings(source)
    _check_open(found, source)
    _check_target(certificate, source)
    question = Question(Goal(goal), _engine(engine), rulings, spend, certificate, json, source.is_lines, pairs)
    return max(_answers(found, question))


def _offered(option: str, value: str, offered: tuple[str, ...]) -> None:
    if value not in offered:
        raise Refused(f"{option} is {value!r}; accepted: {', '.join(offered)}.")


def _engine(name: str) -> EngineName:
    return next(engine for engine in ENGINES if engine == name)


def _check_open(found: tuple[Beginning, ...], source: Source) -> None:
    """A finished game asks nothing."""
    if any(not isinstance(one, Deal) and one.outcome is not None for one in found):
        raise Refused(f"{source.position}: The game is over in this position; accepted is one that is under way.")


def _check_target(target: Path | None, source: Source) -> None:
    """Where a certificate cannot be written is said before the search, not after it."""
    if target is None:
        return
    if source.is_lines:
        raise Refused(f"{source.deal} may have many deals; --certificate goes with one deal or position.")
    asked = [path.resolve() for path in (source.deal, source.position) if path is not None]
    if target.resolve() in asked:
        raise Refused(f"{target} is what is asked about; --certificate is another file.")
    if target.is_dir():
        raise Refused(f"{target} is a folder; --certificate is a file.")
    if not all(os.access(path, os.W_OK) for path in (target, target.parent) if path.exists() or path != target):
        raise Refused(f"{target} cannot be written; --certificate is a file in a folder that exists.")


def _answers(found: tuple[Beginning, ...], question: Question) -> Iterator[Status]:
    """Decides one beginning after the other and prints each answer; Ctrl-C ends it after the one at hand."""
    for beginning in found:
        status = _answer(beginning, question) if not question.pairs else _answer_for_pairs(beginning, question)
        yield status
        if status is Status.INTERRUPTED:
            return


def _answer(beginning: Beginning, question: Question) -> Status:
    with progress("searching") as tell:
        verdict = solve(
            beginning,
            goal=question.goal,
            rulings=question.rulings,
            budget=question.budget,
            progress=lambda at: tell(progress_text(at)),
            engine=question.engine,
        )
    return _told(beginning, verdict, question)


def _answer_for_pairs(beginning: Beginning, question: Question) -> Status:
    """Tries all pairs of items on a deal; the answer is about the best of them."""
    from tabi.solvers.points.pairs import best_items

    if not isinstance(beginning, Deal):
        raise Refused("--items goes with a deal; the items of a position are written in its file.")
    with refusing(), progress("searching") as tell:
        best = best_items(beginning, question.rulings, question.budget, lambda at: tell(progress_text(at)))
    return _told(best.deal, best.verdict, question, best.table)


def _told(beginning: Beginning, verdict: Verdict, question: Question, table: Table = ()) -> Status:
    """Writes the certificate, and prints the answer."""
    written = _write(certificate_of(beginning, verdict, question.rulings), question.certificate)
    bound = None if question.certificate is None else bound_file(question.certificate)
    written_bound = _write(bound_beside(verdict), bound)
    _print(beginning, verdict, question, written, written_bound, table)
    return _status(verdict)


def _status(verdict: Verdict) -> Status:
    match verdict:
        case Proved():
            return Status.YES
        case Bounded(interrupted=interrupted):
            return Status.INTERRUPTED if interrupted else Status.YES
        case Impossible():
            return Status.NO
        case Undecided(interrupted=interrupted):
            return Status.INTERRUPTED if interrupted else Status.UNDECIDED


def bound_file(certificate: Path) -> Path:
    """Where the proof of a lower bound is written, beside the line that meets or misses it."""
    return certificate.with_name(f"{certificate.stem}.bound{certificate.suffix}")


def bound_beside(verdict: Verdict) -> Bound | None:
    """The proof of a bound that goes into a file of its own: each but the set that has the line with it."""
    if not isinstance(verdict, (Proved, Bounded)) or _has_the_line(verdict.bound):
        return None
    return verdict.bound


def _has_the_line(bound: Bound | None) -> bool:
    return isinstance(bound, ValuedSet) and bound.line is not None


def certificate_of(beginning: Beginning, verdict: Verdict, rulings: SolitaireRulings) -> Certificate | None:
    """What can be checked of a verdict: the line with its claim, the closed set, the proof of formulas, or nothing.

    An optimum of points that is proved by positions with values has its line there.
    """
    match verdict:
        case Proved(bound=bound) if _has_the_line(bound):
            return bound
        case Proved(line=line, outcome=outcome) | Bounded(line=line, outcome=outcome):
            claim = Claim(outcome=f"won {outcome.points}", turns=len(line), points=outcome.points)
            return record_of(GAME, as_document(beginning), line, changed_rulings(rulings), claim, kind="line")
        case Impossible(certificate=certificate):
            return certificate
        case Undecided():
            return None


def _write(certificate: Certificate | None, target: Path | None) -> Path | None:
    """Writes a certificate as a whole or not at all; returns where it is."""
    if certificate is None or target is None:
        return None
    text = f"{certificate.model_dump_json(indent=1, exclude_none=True)}\n"
    try:
        _replace(target.resolve(), text)
    except OSError as error:
        raise Refused(f"{target} cannot be written: {error.strerror or error}.") from None
    return target


def _replace(target: Path, text: str) -> None:
    """Puts a file with this text in place of `target`; a device or a pipe is written to, and never replaced."""
    if target.exists() and not target.is_file():
        target.write_text(text, encoding="utf-8")
        return
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _print(
    beginning: Beginning, verdict: Verdict, question: Question, written: Path | None, bound: Path | None, table: Table
) -> None:
    deal = beginning if isinstance(beginning, Deal) else None
    if question.json:
        file = None if written is None else str(written)
        proof = None if bound is None else str(bound)
        document = verdict_document(verdict, question.rulings, question.budget, deal, file, question.goal, proof, table)
        emit_json(document, indent=None if question.lines else 2)
    elif question.lines:
        emit(verdict_line(verdict, question.goal, deal))
    else:
        emit(pairs_text(table) + verdict_text(verdict, question.goal, question.rulings, written, bound))
