"""`tabi schema`: prints the JSON schema of a document."""

from __future__ import annotations

from typing import Annotated

import typer
from pydantic import BaseModel

from tabi.cli.errors import Refused, Status
from tabi.cli.options import JsonOption
from tabi.cli.output import emit_json
from tabi.cli.reading import JsonObject
from tabi.cli.trip import BestTurnDocument, ScoreDocument
from tabi.rules.solitaire.game import GAME
from tabi.rules.trip import game as trip
from tabi.solvers.documents import VerdictDocument

TRIP = ("edition", "trip-setup", "trip-position", "trip-record", "trip-score", "trip-best-turn")


def schema(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="deal, position, record, verdict, certificate, case, edition ...")
    ],
    json: JsonOption = False,
) -> int:
    """Print the JSON schema of a document (JSON with --json or without it)."""
    offered = published()
    if name not in offered:
        raise Refused(f"There is no schema {name!r}; the schemas are {', '.join(offered)}.")
    emit_json(offered[name])
    return Status.YES


def published() -> dict[str, JsonObject]:
    """Every JSON schema by its name."""
    from tabi.cli.explaining import WhyDocument  # it loads the encoder

    printed: dict[str, type[BaseModel]] = {
        "verdict": VerdictDocument,
        "why": WhyDocument,
        "trip-score": ScoreDocument,
        "trip-best-turn": BestTurnDocument,
    }
    told = {name: document.model_json_schema() for name, document in printed.items()}
    schemas = {**GAME.schemas(), **trip.GAME.schemas(), **told}
    names = ("deal", "position", "record", "verdict", "certificate", "case", "why", *TRIP)
    return {name: schemas[name] for name in names}
