"""`tabi perft`: counts step sequences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer
from pydantic import BaseModel

from tabi.cli.beginnings import Source, first_position, one_beginning
from tabi.cli.errors import Refused, Status
from tabi.cli.options import (
    BayDayOption,
    DealOption,
    DeckOption,
    ItemsOption,
    JsonOption,
    PositionOption,
    RulingOption,
    SeedOption,
    solitaire_rulings,
)
from tabi.cli.output import emit, emit_json, progress
from tabi.rules.solitaire import Position, apply, format_step, legal_steps, perft
from tabi.rules.solitaire.walk import taken_up
from tabi.spec.rulings import rulings_to
from tabi.spec.solitaire import SolitaireRulings


class PerftDocument(BaseModel):
    """How many sequences of `depth` legal steps there are; `divide` splits them by the first step.

    `complete` is false when a person stopped the counting: then what was counted so far is here.
    """

    depth: int
    count: int
    divide: dict[str, int] | None
    complete: bool
    rulings: dict[str, str]


def perft_command(
    depth: Annotated[int, typer.Option("--depth", metavar="N", help="How many steps a sequence has, 0 or more.")],
    seed: SeedOption = None,
    deal: DealOption = None,
    deck: DeckOption = None,
    bay_day: BayDayOption = None,
    items: ItemsOption = None,
    position: PositionOption = None,
    divide: Annotated[bool, typer.Option("--divide", help="Split the count by the first step.")] = False,
    ruling: RulingOption = None,
    json: JsonOption = False,
) -> int:
    """Count the sequences of exactly N legal steps; a sequence does not go beyond the end of the game."""
    if depth < divide:
        raise Refused(f"The depth is {depth}; it is {'1 or more with --divide' if divide else '0 or more'}.")
    rulings = solitaire_rulings(ruling)
    source = Source(seed, deal, deck, bay_day, items, position)
    counted, complete = _count(taken_up(first_position(one_beginning(source)), rulings), depth, rulings)
    document = PerftDocument(
        depth=depth,
        count=sum(counted.values()),
        divide=counted if divide else None,
        complete=complete,
        rulings=rulings_to(rulings),
    )
    if json:
        emit_json(document)
    else:
        emit(_text(document))
    return Status.YES if complete else Status.INTERRUPTED


def _count(position: Position, depth: int, rulings: SolitaireRulings) -> tuple[dict[str, int], bool]:
    """The counts by first step, and whether they are complete; Ctrl-C leaves those that are there."""
    counted: dict[str, int] = {}
    try:
        with progress(f"counting to depth {depth}") as tell:
            for step, count in _by_first_step(position, depth, rulings):
                counted[step] = count
                tell(f"counting to depth {depth}: {sum(counted.values())} so far, {len(counted)} first steps")
    except KeyboardInterrupt:
        return counted, False
    return counted, True


def _by_first_step(position: Position, depth: int, rulings: SolitaireRulings) -> Iterator[tuple[str, int]]:
    if depth == 0:
        yield "", 1
        return
    for step in legal_steps(position, rulings):
        yield format_step(step), 1 if depth == 1 else perft(apply(position, step, rulings), depth - 1, rulings)


def _text(document: PerftDocument) -> str:
    lines = [f"{step}: {count}" for step, count in (document.divide or {}).items()]
    stopped = "" if document.complete else " (interrupted: this many were counted so far)"
    return "\n".join([*lines, f"depth {document.depth}: {document.count}{stopped}"])
