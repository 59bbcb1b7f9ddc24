"""`tabi prove`: runs theorems, each in a process of its own with a clock, and prints what they came to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from pydantic import BaseModel

from tabi.cli.errors import Refused, Status, refusing
from tabi.cli.options import JsonOption
from tabi.cli.output import emit, emit_json, progress, table

if TYPE_CHECKING:
    from tabi.proofs import Ran, Theorem

_Rows = Callable[["ProofsDocument"], Iterator[str]]
VerdictName = Literal["holds", "refuted", "unknown"]


class TheoremDocument(BaseModel):
    """A theorem and what its check came to: the way of proof, a counterexample, or why it is not known.

    `rulings` are the readings that it needs, `without` the items that must not be in the game; `rests_on` are the
    theorems that its check takes for granted. Verdict, text and seconds are null when it was not run.
    """

    id: str
    statement: str
    clauses: tuple[str, ...]
    premises: str
    rulings: Mapping[str, tuple[str, ...]]
    without: tuple[str, ...]
    rests_on: tuple[str, ...]
    mutants: tuple[str, ...]
    verdict: VerdictName | None
    text: str | None
    seconds: float | None


class ProofsDocument(BaseModel):
    """Every theorem that was asked for; `complete` is false when a person stopped the run."""

    complete: bool
    theorems: tuple[TheoremDocument, ...]


def prove(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Theorems; all when none is named.")
    ] = None,
    listing: Annotated[bool, typer.Option("--list", help="Print the theorems and run none.")] = False,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="N", help="How long each theorem may take, with its process.")
    ] = 120.0,
    json: JsonOption = False,
) -> int:
    """Check theorems about the rules and bounds: 0 all hold, 1 one is refuted, 3 one is not known."""
    if not seconds > 0:
        raise Refused(f"--seconds is {seconds:g}; it is more than 0.")
    chosen = _chosen(ids)
    if listing:
        _print(ProofsDocument(complete=True, theorems=tuple(map(document_of, chosen))), json, _listed)
        return Status.YES
    ran, complete = _run(chosen, seconds)
    document = ProofsDocument(complete=complete, theorems=tuple(document_of(one.theorem, one) for one in ran))
    _print(document, json, _proved)
    return status_of(document)


def _chosen(ids: list[str] | None) -> tuple[Theorem, ...]:
    from tabi.proofs import named, theorems  # looking through all proofs takes a moment, which other commands spare

    with refusing():
        return named(theorems, ids or ())


def _run(chosen: tuple[Theorem, ...], seconds: float) -> tuple[list[Ran], bool]:
    """What the theorems came to, and whether all were run; Ctrl-C leaves those that are done."""
    ran: list[Ran] = []
    try:
        with progress("proving") as tell:
            for number, one in enumerate(chosen, start=1):
                tell(f"proving {one.id}, {number} of {len(chosen)}")
                ran.append(_one(one, seconds))
    except KeyboardInterrupt:
        return ran, False
    return ran, True


def _one(theorem: Theorem, seconds: float) -> Ran:
    from tabi.proofs import run

    return run(theorem, seconds)


def document_of(theorem: Theorem, ran: Ran | None = None) -> TheoremDocument:
    """The document of a theorem, with what its check came to when it was run."""
    from tabi.proofs.running import answer_of

    answer = None if ran is None else answer_of(ran.claim)
    return TheoremDocument(
        id=theorem.id,
        statement=theorem.statement,
        clauses=theorem.clauses,
        premises=theorem.premises.words,
        rulings={one: tuple(sorted(readings)) for one, readings in theorem.premises.rulings.items()},
        without=tuple(sorted(theorem.premises.without)),
        rests_on=theorem.rests_on,
        mutants=tuple(mutant.name for mutant in theorem.mutants),
        verdict=None if answer is None else answer.verdict,
        text=None if answer is None else answer.text,
        seconds=None if ran is None else round(ran.seconds, 3),
    )


def status_of(document: ProofsDocument) -> Status:
    """The exit status: a counterexample outweighs everything but a person's stop."""
    verdicts = {one.verdict for one in document.theorems}
    if not document.complete:
        return Status.INTERRUPTED
    if "refuted" in verdicts:
        return Status.NO
    return Status.UNDECIDED if "unknown" in verdicts else Status.YES


def _print(document: ProofsDocument, json: bool, rows: _Rows) -> None:
    if json:
        emit_json(document)
    else:
        emit("\n".join(rows(document)))


def _listed(document: ProofsDocument) -> Iterator[str]:
    yield table(("theorem", "statement", "holds"), ((one.id, one.statement, one.premises) for one in document.theorems))


def _proved(document: ProofsDocument) -> Iterator[str]:
    rows = ((one.id, one.verdict or "", one.text or "", f"{one.seconds or 0:.1f} s") for one in document.theorems)
    yield table(("theorem", "verdict", "by, or why not", "time"), rows)
    held = sum(one.verdict == "holds" for one in document.theorems)
    stopped = "" if document.complete else " (interrupted: these were run so far)"
    yield f"{held} of {len(document.theorems)} hold{stopped}"
