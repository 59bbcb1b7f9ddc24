"""The patterns of the memory cards: four cells each, and every window that they open over a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tabi.rules.implements import implements
from tabi.rules.trip.footprints import squares_at
from tabi.rules.trip.masks import Mask
from tabi.spec.trip.rulings import CrossCentre, TripRulings, WindowOverhang
from tabi.spec.trip.shapes import Cell
from tabi.spec.trip.squares import SIDE


@dataclass(frozen=True, slots=True)
class Window:
    """One position of a pattern over the board.

    `squares` are its cells that can carry a token at all (on the board, no water), `centre` the square in the middle
    of a cross (empty where the pattern has none or the middle is off the board), `whole` says that all four cells lie
    on the board, water included.
    """

    squares: Mask
    centre: Mask
    whole: bool


@implements("trip.patterns.shapes", "trip.patterns.orientation")
def windows_over(cells: Iterable[Cell], centre: Cell | None, board: Mask, dry: Mask) -> tuple[Window, ...]:
    """trip.patterns.shapes, trip.patterns.orientation: every position of a pattern that touches the board, unturned.

    `cells` are offsets (east, south) from the pattern's origin; `board` are the squares in play, `dry` those without
    water. A position of which no cell lies on the board is none.
    """
    shape = tuple(cells)
    found = (_window(shape, centre, column, row, board, dry) for column, row in _origins(shape))
    return tuple(window for window in found if window is not None)


def _origins(cells: tuple[Cell, ...]) -> Iterator[Cell]:
    """The places of the origin, row by row, for which some cell can lie on the board."""
    easts, souths = [x for x, _ in cells], [y for _, y in cells]
    for row in range(-max(souths), SIDE - min(souths)):
        for column in range(-max(easts), SIDE - min(easts)):
            yield column, row


def _window(
    cells: tuple[Cell, ...], centre: Cell | None, column: int, row: int, board: Mask, dry: Mask
) -> Window | None:
    covered = squares_at(cells, column, row) & board
    if not covered:
        return None
    middle = squares_at(() if centre is None else (centre,), column, row) & board
    return Window(covered & dry, middle, covered.bit_count() == len(cells))


@implements("trip.patterns.window", "trip.patterns.centre")
def is_legal(window: Window, occupied: Mask, rulings: TripRulings) -> bool:
    """trip.patterns.window, trip.patterns.centre: whether a window may be chosen when tokens lie on `occupied`.

    Water never bars a window. Under `trip.window-overhang=refused` all four cells lie on the board; under
    `trip.cross-centre=must-be-empty` no token lies in the middle of a cross.
    """
    if rulings.window_overhang is WindowOverhang.REFUSED and not window.whole:
        return False
    return rulings.cross_centre is CrossCentre.FREE or not window.centre & occupied


def usable(windows: Iterable[Window], occupied: Mask, face_down: Mask, rulings: TripRulings) -> tuple[Mask, ...]:
    """trip.patterns.window: for every legal window the squares that can take a token, each such set once.

    A square can when it is on the board, no water, and carries no face-down token; the set may be empty.
    """
    legal = (window.squares & ~face_down for window in windows if is_legal(window, occupied, rulings))
    return tuple(dict.fromkeys(legal))
