"""The memory cards: a pattern of four squares and the number of tokens that it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from tabi.spec.faults import Faults
from tabi.spec.trip.city import Name
from tabi.spec.trip.shapes import Cell
from tabi.spec.trip.squares import SIDE

PATTERN_CELLS: Final = 4

StrictInt = Annotated[int, Field(strict=True)]
CellPair = tuple[StrictInt, StrictInt]


class MemoryCard(BaseModel):
    """A kind of memory card: its pattern as four cells, how many tokens a slot gets, and how many cards there are.

    Cells are column and row, east and south positive, counted from anywhere; `centre` is the cell in the middle of a
    cross, which takes no token.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    pattern: Name
    tokens: Literal[2, 3]
    copies: Annotated[int, Field(strict=True, ge=1)]
    cells: tuple[CellPair, ...]
    centre: CellPair | None = None

    @model_validator(mode="after")
    def _facts(self) -> Self:
        if faults := tuple(_card_faults(self.cells, self.centre)):
            raise Faults(faults)
        return self


def _card_faults(cells: tuple[Cell, ...], centre: Cell | None) -> Iterator[str]:
    if len(cells) != PATTERN_CELLS:
        yield f"cells: there are {len(cells)}; a pattern has four."
    if len(set(cells)) != len(cells):
        yield "cells: one stands twice; the four cells of a pattern differ."
    for axis, name in enumerate(("columns", "rows")):
        places = [cell[axis] for cell in cells] or [0]
        if max(places) - min(places) >= SIDE:
            yield f"cells: they spread over more than seven {name}; a pattern fits on the board."
    if centre is not None and centre in cells:
        yield "centre: it is one of the four cells; the middle of a cross takes no token."
