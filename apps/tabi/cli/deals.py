"""`tabi deal`: prints the deal of a seed."""

from __future__ import annotations

from typing import Annotated

import typer

from tabi.cli.errors import Status, refusing
from tabi.cli.options import ItemsOption, JsonOption, parse_items
from tabi.cli.output import emit_json
from tabi.rules.solitaire.dealing import deal_from_seed


def deal(
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The seed, a whole number, 0 or more.")],
    items: ItemsOption = None,
    json: JsonOption = False,
) -> int:
    """Print the deal of a seed, as JSON on one line (with --json or without it)."""
    chosen = () if items is None else parse_items(items)
    with refusing("--seed"):
        dealt = deal_from_seed(seed, chosen)
    emit_json(dealt, indent=None)
    return Status.YES
