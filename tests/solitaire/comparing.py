"""What both models understand: a position as JSON, in the form in which the naive model gives it."""

from __future__ import annotations

from typing import Any

from tabi.rules.solitaire import Position, document_of


def whole(position: Position) -> dict[str, Any]:  # Any: JSON, as the naive model takes and gives it
    document = document_of(position).model_dump(mode="json")
    document["columns"] = {day: column for day, column in document["columns"].items() if column}
    return document
