"""A position of the solitaire as a small board of text: the days side by side, the events below them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabi.rules.solitaire import Position, Won, format_event
from tabi.rules.solitaire.position import column_at
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import DAYS, LAST_DAY

LABEL = 9
CELL = 8
NOTHING = "-"


def render_position(position: Position) -> str:
    """The position as lines of text without trailing blanks.

    Columns are days; `bay` marks the bay road; `W` is the white pawn, each `b` a black one. Below a day lie its events,
    the nearest to the location first; below day 7 the letters that are still to be won.
    """
    return "\n".join(line.rstrip() for line in (*_head(position), *_board(position), *_table(position)))


def _head(position: Position) -> Iterator[str]:
    yield f"turn {position.turn}, phase {position.phase}   points {position.points}   {_ending(position)}"


def _ending(position: Position) -> str:
    outcome = position.outcome
    if outcome is None:
        return ""
    return f"won with {outcome.points} points" if isinstance(outcome, Won) else f"lost ({outcome.reason})"


def _board(position: Position) -> Iterator[str]:
    days = range(1, DAYS + 1)
    yield _row("day", (f"{day} bay" if day == position.bay_road_day else str(day) for day in days))
    yield _row("pawns", (_pawns(position, day) for day in days))
    columns = [_below(position, day) for day in days]
    for slot in range(max(1, *map(len, columns))):
        label = "events" if slot == 0 else ""
        yield _row(label, (column[slot] if slot < len(column) else "" for column in columns))


def _row(label: str, cells: Iterable[str]) -> str:
    return f"{label:<{LABEL}}" + "".join(f"{cell:<{CELL}}" for cell in cells)


def _pawns(position: Position, day: int) -> str:
    return ("W" if position.white == day else "") + "b" * position.blacks.count(day)


def _below(position: Position, day: int) -> list[str]:
    if day < LAST_DAY:
        return [format_event(event) for event in column_at(position, day)]
    left = "".join(str(suit) for suit in Suit if suit not in position.resolved)
    return [f"({left})"] if left else []


def _table(position: Position) -> Iterator[str]:
    played = "" if position.played is None else f"   played {position.played}"
    yield f"{'hand':<{LABEL}}{_names(position.hand)}{played}"
    top = f"   top {position.deck[0]}" if position.deck else ""
    yield f"{'deck':<{LABEL}}{len(position.deck)}{top}"
    yield f"{'discard':<{LABEL}}{_names(position.discard)}"
    yield f"{'items':<{LABEL}}{_items(position)}"
    yield f"{'letters':<{LABEL}}{position.letters} in hand, resolved {_names(position.resolved)}"


def _names(things: Iterable[object]) -> str:
    return " ".join(map(str, things)) or NOTHING


def _items(position: Position) -> str:
    names = [f"{item} {'ready' if item in position.ready else 'used'}" for item in Item if _has(position, item)]
    return ", ".join(names) or NOTHING


def _has(position: Position, item: Item) -> bool:
    return item in position.ready or item in position.used
