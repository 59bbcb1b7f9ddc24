"""`tabi why`: why a game is lost, as facts that are proved to lose, and which single changes would win it."""

from __future__ import annotations

from typing import Annotated

import typer

from tabi.cli.beginnings import Source, beginnings
from tabi.cli.errors import Refused
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
from tabi.rules.solitaire.position import Position


def why_command(
    seed: SeedOption = None,
    deal: DealOption = None,
    deck: DeckOption = None,
    bay_day: BayDayOption = None,
    items: ItemsOption = None,
    position: PositionOption = None,
    budget: Annotated[
        float,
        typer.Option("--budget", metavar="SECONDS", help="How long it may take: half for reasons, half for changes."),
    ] = 60.0,
    ruling: RulingOption = None,
    json: JsonOption = False,
) -> int:
    """Say why a game is lost: 0 these facts lose it, 1 it can be won, 3 lost or not, no reason is proved."""
    rulings = solitaire_rulings(ruling)
    if not budget > 0:
        raise Refused(f"--budget is {budget:g}; it is more than 0.")
    source = Source(seed, deal, deck, bay_day, items, position)
    found = beginnings(source)
    if any(isinstance(one, Position) and one.outcome is not None for one in found):
        raise Refused(f"{source.position}: The game is over in this position; accepted is one that is under way.")
    from tabi.cli.reasoning import answers

    return max(answers(found, rulings, budget, json=json, lines=source.is_lines))
