"""A whole position on one line: `name=value` words without blanks, what is empty left out; shipped editions only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Final
from urllib.parse import quote, unquote

from pydantic import JsonValue

from tabi.rules.stepping import NOTHING
from tabi.rules.trip.documents import read_position, write_position
from tabi.rules.trip.lines import format_board_text, format_placed
from tabi.rules.trip.masks import Mask
from tabi.rules.trip.moment import Outcome, SeatAward
from tabi.rules.trip.position import Position
from tabi.rules.trip.tiles import Tile
from tabi.spec.trip.squares import format_squares, squares_of
from tabi.spec.trip.tokens import format_tokens

JsonObject = dict[str, JsonValue]
_SQUARE: Final = re.compile("[A-G][1-7]")
_BOARD: Final = re.compile(r"player([1-4])")


def format_position(position: Position) -> str:
    """A position on one line; a position of an edition that is not shipped can be written so, but not read again.

    >>> from tabi.rules.trip.documents import read_position
    >>> format_position(read_position({"phase": "reveal"}))[:60]
    'edition=river-demo city=river players=3 size=7x7 goal=parks '
    """
    return " ".join(f"{name}={value}" for name, value in _words(position) if value)


def _words(position: Position) -> Iterator[tuple[str, str]]:
    setup = position.setup
    edition = write_position(position)["edition"]
    yield "edition", edition if isinstance(edition, str) else f"own:{setup.edition.name}"
    yield "city", setup.city
    yield "players", str(setup.players)
    yield "size", setup.size
    yield "goal", setup.goal
    yield "boards", ",".join(map(str, setup.boards))
    yield "phase", position.phase
    yield "round", str(position.round)
    yield "turn", str(position.turn)
    yield "start", str(position.start_player)
    yield "player", str(position.player)
    yield "cards", ",".join(position.cards)
    yield "slots", ",".join(NOTHING if slot is None else format_tokens(slot) for slot in position.slots)
    yield "hand", format_tokens(position.hand)
    yield "placing", ",".join(format_placed(step).replace(" ", "") for step in position.placing)
    yield "fresh", "/".join(map(_squares, position.fresh)) if any(position.fresh) else ""
    yield from _boards(position)
    yield "defining", _squares(position.defining) if position.defining else ""
    yield "map", ",".join(map(_tile, position.town.tiles))
    yield "leftovers", format_tokens(position.leftovers)
    if position.outcome is not None:
        yield from _ended(position.outcome)


def _boards(position: Position) -> Iterator[tuple[str, str]]:
    for seat, (board, score) in enumerate(zip(position.boards, position.scores, strict=True), start=1):
        places = "+".join(map(_squares, board.places))
        yield f"player{seat}", f"{format_board_text(board)};{places};{format_tokens(board.mistaken)};{score}"


def _squares(squares: Mask) -> str:
    return format_squares(squares_of(squares), "") or NOTHING


def _tile(tile: Tile) -> str:
    return f"{str(tile.kind).replace(' ', '.')}.{_squares(tile.squares)}"


def _ended(outcome: Outcome) -> Iterator[tuple[str, str]]:
    yield "awards", ",".join(map(_award, outcome.awards))
    yield "totals", ",".join(map(str, outcome.totals))
    yield "winners", ",".join(map(str, outcome.winners))


def _award(award: SeatAward) -> str:
    return f"{award.seat}:{award.clause}:{award.points}:{quote(award.why, safe='')}"


def parse_position(text: str) -> Position:
    """The position of a line as `format_position` writes it; words left out are filled up as in a document.

    Raises `ValueError` with a sentence when a word is not of that form, and `IllegalPosition` for a position that
    cannot arise.
    """
    document: JsonObject = {}
    boards: dict[str, JsonValue] = {}
    for name, value in _read(text):
        if seat := _BOARD.fullmatch(name):
            boards[seat.group(1)] = _board(value)
        else:
            key, reader = _READERS[name]
            document[key] = reader(value)
    ended: JsonObject = {name: document.pop(name) for name in _ENDED if name in document}
    outcome: JsonObject = {"outcome": {"awards": [], **ended}} if ended else {}
    at: JsonObject = {"boards_at": boards} if boards else {}
    return read_position({**document, **at, **outcome})


def _read(text: str) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name in seen or not (name in _READERS or _BOARD.fullmatch(name)):
            names = ", ".join((*_READERS, "player1 .. player4"))
            raise ValueError(f"{word!r} is not a part of a position; the parts are {names}, each once.")
        seen.add(name)
        yield name, value


_ENDED: Final[tuple[str, ...]] = ("awards", "totals", "winners")


def _text(value: str) -> JsonValue:
    return value


def _number(value: str) -> JsonValue:
    if re.fullmatch(r"-?[0-9]+", value) is None:
        raise ValueError(f"{value!r} is not a whole number.")
    return int(value)


def _many(one: Callable[[str], JsonValue], between: str = ",") -> Callable[[str], JsonValue]:
    def read(value: str) -> JsonValue:
        return [one(part) for part in value.split(between)]

    return read


def _slot(value: str) -> JsonValue:
    return None if value == NOTHING else value


def _placed(value: str) -> JsonValue:
    return f"{value[:1]} {value[1:]}"


def _spaced(value: str) -> str:
    """Squares without blanks as squares with blanks between."""
    found = _SQUARE.findall(value.upper())
    if value != NOTHING and "".join(found) != value.upper():
        raise ValueError(f"{value!r} are not squares without blanks, as in C3C4.")
    return " ".join(found)


def _map_tile(value: str) -> JsonValue:
    *kind, squares = value.split(".")
    return f"{' '.join(kind)} {_spaced(squares)}"


def _board(value: str) -> JsonValue:
    parts = value.split(";")
    if len(parts) != 4:
        raise ValueError(f"{value!r} is not a board; it is the board text, places, mistaken memories and score.")
    board, places, mistaken, score = parts
    spaced: list[JsonValue] = [_spaced(place) for place in places.split("+") if place]
    return {"board": board, "places": spaced, "mistaken": mistaken, "score": _number(score)}


def _one_award(value: str) -> JsonValue:
    parts = value.split(":")
    if len(parts) != 4:
        raise ValueError(f"{value!r} is not an award; it is seat, clause, points and reason.")
    seat, clause, points, why = parts
    return {"seat": _number(seat), "clause": clause, "points": _number(points), "why": unquote(why)}


_READERS: Final = MappingProxyType[str, tuple[str, Callable[[str], JsonValue]]](
    {
        "edition": ("edition", _text),
        "city": ("city", _text),
        "players": ("players", _number),
        "size": ("size", _text),
        "goal": ("goal", _text),
        "boards": ("boards", _many(_number)),
        "phase": ("phase", _text),
        "round": ("round", _number),
        "turn": ("turn", _number),
        "start": ("start_player", _number),
        "player": ("player", _number),
        "cards": ("cards", _many(_text)),
        "slots": ("slots", _many(_slot)),
        "hand": ("hand", _text),
        "placing": ("placing", _many(_placed)),
        "fresh": ("fresh", _many(_spaced, "/")),
        "defining": ("defining", _spaced),
        "map": ("map", _many(_map_tile)),
        "leftovers": ("leftovers", _text),
        "awards": ("awards", _many(_one_award)),
        "totals": ("totals", _many(_number)),
        "winners": ("winners", _many(_number)),
    }
)
