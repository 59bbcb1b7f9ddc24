"""Positions as people and files write them: the JSON document, partial ones filled up, and the one-line notation.

A document is an unchecked setup: it has the right shape, and only `position_of` says whether it can arise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema, model_validator

from tabi.rules.solitaire.position import Position
from tabi.rules.solitaire.table import Event, Lost, Phase, Walk, Won
from tabi.spec.solitaire.cards import CARDS, Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import EVENT_DAYS

REST = "rest"
_EVENT = re.compile(r"([RGYBW][1-6])(!?)([+-][1-9]\d?)?", re.IGNORECASE)


def parse_event(text: str) -> Event:
    """An event as it is written: the card, `!` when it is fixed, and the camera change; raises `ValueError`.

    >>> parse_event("G3!-1")
    Event(card=<Card.G3: 9>, fixed=True, camera=-1)
    """
    match = _EVENT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not an event; an event is a card, then ! if fixed, then a change, as in G3!-1")
    card, fixed, camera = match.groups()
    return Event(Card.parse(card), bool(fixed), int(camera or 0))


def format_event(event: Event) -> str:
    """The text of an event, as `parse_event` reads it."""
    return f"{event.card}{'!' if event.fixed else ''}{f'{event.camera:+d}' if event.camera else ''}"


def _event(value: object) -> object:
    return parse_event(value) if isinstance(value, str) else value


EventText = Annotated[
    Event,
    BeforeValidator(_event),
    PlainSerializer(format_event, return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^[RGYBW][1-6]!?([+-][1-9][0-9]?)?$"}),
]
ItemState = Literal["ready", "used"]
EventDay = Annotated[int, Field(ge=1, le=6)]


class WalkDocument(BaseModel):
    """How far the effects are: see the fields of `Walk`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    applied: tuple[Suit, ...] = ()
    pointer: Annotated[int, Field(ge=0)] = 0
    pending: tuple[Suit, ...] = ()


OutcomeDocument = Annotated[Won | Lost, Field(discriminator="result")]


class PositionDocument(BaseModel):
    """A position as it is written by hand or in JSON; what is left out is filled up by `position_of`.

    `discard` may hold the word `rest`: the cards named nowhere lie there instead of at the bottom of the deck.
    `items` may be a list (all ready) or say of each whether it is ready or used.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    phase: Phase = Phase.PLAY
    white: int = 1
    blacks: tuple[int, int] = (1, 1)
    bay_road_day: int = 6
    columns: dict[EventDay, tuple[EventText, ...]] = {}
    deck: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    discard: tuple[Card | Literal["rest"], ...] = ()
    items: dict[Item, ItemState] = {}
    resolved: tuple[Suit, ...] = ()
    letters: int = 0
    points: int = 0
    turn: int = 1
    played: Card | None = None
    map_shift: int = 0
    walk: WalkDocument = WalkDocument()
    outcome: OutcomeDocument | None = None

    @model_validator(mode="before")
    @classmethod
    def _shorthands(cls, data: object) -> object:
        if not isinstance(data, dict):
            return data
        items = data.get("items", {})
        if isinstance(items, (list, tuple)):
            data = {**data, "items": {str(item): "ready" for item in items}}
        if isinstance(data.get("deck"), str):
            data = {**data, "deck": data["deck"].split()}
        return data


def position_of(document: PositionDocument) -> Position:
    """The position of a document, with the cards it leaves out at the bottom of the deck (or, as `rest`, discarded).

    Raises `IllegalPosition`, which names every defect, when no game can come to it.
    """
    columns = tuple(document.columns.get(day, ()) for day in EVENT_DAYS)
    discard = tuple(card for card in document.discard if isinstance(card, Card))
    rest = _unnamed(document, discard, columns)
    to_discard = REST in document.discard
    return Position.checked(
        phase=document.phase,
        white=document.white,
        blacks=document.blacks,
        bay_road_day=document.bay_road_day,
        columns=columns,
        deck=document.deck if to_discard else document.deck + rest,
        hand=document.hand,
        discard=discard + rest if to_discard else discard,
        ready=tuple(item for item, state in document.items.items() if state == "ready"),
        used=tuple(item for item, state in document.items.items() if state == "used"),
        resolved=document.resolved,
        letters=document.letters,
        points=document.points,
        turn=document.turn,
        played=document.played,
        map_shift=document.map_shift,
        walk=Walk(document.walk.applied, document.walk.pointer, document.walk.pending),
        outcome=document.outcome,
    )


def document_of(position: Position) -> PositionDocument:
    """The whole document of a position; `position_of` reads it back."""
    states: dict[Item, ItemState] = dict.fromkeys(position.ready, "ready")
    states |= dict.fromkeys(position.used, "used")
    columns = dict(zip(EVENT_DAYS, position.columns, strict=True))
    return PositionDocument(
        phase=position.phase,
        white=position.white,
        blacks=position.blacks,
        bay_road_day=position.bay_road_day,
        columns=columns,
        deck=position.deck,
        hand=position.hand,
        discard=position.discard,
        items={item: states[item] for item in Item if item in states},
        resolved=position.resolved,
        letters=position.letters,
        points=position.points,
        turn=position.turn,
        played=position.played,
        map_shift=position.map_shift,
        walk=WalkDocument(**position.walk._asdict()),
        outcome=position.outcome,
    )


def _unnamed(
    document: PositionDocument, discard: Iterable[Card], columns: Iterable[Iterable[Event]]
) -> tuple[Card, ...]:
    events = [event.card for column in columns for event in column]
    named = {*document.deck, *document.hand, *discard, *events, document.played}
    return tuple(card for card in CARDS if card not in named)


# The one-line notation


def format_position(position: Position) -> str:
    """A position on one line: `name=value` words; what an empty table has is left out.

    >>> from tabi.rules.solitaire.position import Position
    >>> format_position(position_of(PositionDocument(white=3, blacks=(5, 7), hand=(Card.R1,))))[:43]
    'phase=play white=3 blacks=5,7 bay=6 deck=R2'
    """
    return " ".join(f"{name}={value}" for name, value in _words(position).items() if value)


def _words(position: Position) -> dict[str, str]:
    columns = zip(EVENT_DAYS, position.columns, strict=True)
    walk = position.walk
    outcome = position.outcome
    return {
        "phase": position.phase,
        "white": str(position.white),
        "blacks": ",".join(map(str, position.blacks)),
        "bay": str(position.bay_road_day),
        "columns": "/".join(f"{day}:{','.join(map(format_event, column))}" for day, column in columns if column),
        "deck": ",".join(map(str, position.deck)),
        "hand": ",".join(map(str, position.hand)),
        "discard": ",".join(map(str, position.discard)),
        "ready": ",".join(position.ready),
        "used": ",".join(position.used),
        "resolved": ",".join(map(str, position.resolved)),
        "letters": str(position.letters),
        "points": str(position.points),
        "turn": str(position.turn),
        "played": "" if position.played is None else str(position.played),
        "shift": f"{position.map_shift:+d}" if position.map_shift else "",
        "applied": ",".join(map(str, walk.applied)),
        "pointer": str(walk.pointer) if walk.pointer else "",
        "pending": ",".join(map(str, walk.pending)),
        "won": str(outcome.points) if isinstance(outcome, Won) else "",
        "lost": outcome.reason if isinstance(outcome, Lost) else "",
    }


def parse_position(text: str) -> Position:
    """The position of a line as `format_position` writes it.

    Raises `ValueError` with a sentence when a word is not of that form, and `IllegalPosition` for a position that
    cannot arise.
    """
    words: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name in words or name not in _NAMES:
            raise ValueError(f"{word!r} is not a part of a position; the parts are {', '.join(_NAMES)}, each once.")
        words[name] = value
    try:
        return position_of(_document(words))
    except (TypeError, KeyError) as error:
        raise ValueError(f"{text!r} is not a position: {error}") from None


_NAMES = (
    *("phase", "white", "blacks", "bay", "columns", "deck", "hand", "discard", "ready", "used", "resolved"),
    *("letters", "points", "turn", "played", "shift", "applied", "pointer", "pending", "won", "lost"),
)


def _document(words: dict[str, str]) -> PositionDocument:
    def many(name: str) -> list[str]:
        return words.get(name, "").split(",") if words.get(name) else []

    columns = (part.partition(":") for part in words.get("columns", "").split("/") if part)
    data: dict[str, object] = {
        "columns": {day: events.split(",") for day, _, events in columns},
        "items": {**dict.fromkeys(many("ready"), "ready"), **dict.fromkeys(many("used"), "used")},
        "walk": {"applied": many("applied"), "pointer": words.get("pointer", "0"), "pending": many("pending")},
    }
    data |= {name: many(name) for name in ("blacks", "deck", "hand", "discard", "resolved") if name in words}
    data |= {name: words[name] for name in ("phase", "white", "letters", "points", "turn", "played") if name in words}
    data |= {name: words[short] for name, short in (("bay_road_day", "bay"), ("map_shift", "shift")) if short in words}
    if "won" in words:
        data["outcome"] = {"result": "won", "points": words["won"]}
    if "lost" in words:
        data["outcome"] = {"result": "lost", "reason": words["lost"]}
    return PositionDocument.model_validate(data)
