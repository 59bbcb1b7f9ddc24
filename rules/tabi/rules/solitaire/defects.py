"""What makes a position impossible: every defect as a sentence, and the canonical order of a position's fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tabi.rules.solitaire.table import NO_WALK, Event, Fields, Phase
from tabi.spec.solitaire.cards import CARDS, Card
from tabi.spec.solitaire.deal import listed
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import EVENT_DAYS, LAST_DAY

CAPACITY = 2
BAY_ROAD_CAPACITY = 3

EMPTY_TABLE: Fields = {
    "phase": Phase.PLAY,
    "white": 1,
    "blacks": (1, 1),
    "bay_road_day": 6,
    "columns": ((), (), (), (), (), ()),
    "deck": (),
    "hand": (),
    "discard": (),
    "ready": (),
    "used": (),
    "resolved": (),
    "letters": 0,
    "points": 0,
    "turn": 1,
    "played": None,
    "map_shift": 0,
    "walk": NO_WALK,
    "outcome": None,
}


def canonical(fields: Fields) -> Fields:
    """The fields with everything sorted that has no order of its own."""
    in_order = list(Item)
    first, second = sorted(fields["blacks"])
    walk = fields["walk"]
    return {
        **fields,
        "blacks": (first, second),
        "hand": tuple(sorted(fields["hand"])),
        "discard": tuple(sorted(fields["discard"])),
        "ready": tuple(sorted(fields["ready"], key=in_order.index)),
        "used": tuple(sorted(fields["used"], key=in_order.index)),
        "resolved": tuple(sorted(fields["resolved"])),
        "walk": walk._replace(applied=tuple(sorted(walk.applied))),
    }


def defects(fields: Fields) -> tuple[str, ...]:
    """Every defect of a position in canonical order; none when a game can come to it."""
    return (*_pawns(fields), *_cards(fields), *_columns(fields), *_letters(fields), *_items(fields), *_moment(fields))


def _pawns(fields: Fields) -> Iterator[str]:
    who = ("White stands", "A black pawn stands", "A black pawn stands")
    for pawn, day in zip(who, (fields["white"], *fields["blacks"]), strict=True):
        if not 1 <= day <= LAST_DAY:
            yield f"{pawn} on day {day}; the days are 1 to 7."
    if not 1 <= fields["bay_road_day"] < LAST_DAY:
        yield f"The bay road is on day {fields['bay_road_day']}; it lies on a day from 1 to 6."


def _cards(fields: Fields) -> Iterator[str]:
    events = [event.card for column in fields["columns"] for event in column]
    played = [fields["played"]] if fields["played"] is not None else []
    count: Counter[Card] = Counter([*fields["deck"], *fields["hand"], *fields["discard"], *events, *played])
    twice = sorted(card for card, times in count.items() if times > 1)
    missing = [card for card in CARDS if card not in count]
    if twice:
        yield f"{listed(twice)} {'lies' if len(twice) == 1 else 'lie'} in more than one place; each card is there once."
    if missing:
        where = "deck, hand, columns, discard or played"
        yield f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} missing; every card is somewhere: {where}."


def capacity(day: int, bay_road_day: int) -> int:
    """How many events `day` holds: 3 on the bay road, else 2."""
    return BAY_ROAD_CAPACITY if day == bay_road_day else CAPACITY


def _columns(fields: Fields) -> Iterator[str]:
    if len(fields["columns"]) != len(EVENT_DAYS):
        yield f"There are {len(fields['columns'])} columns; events lie on the days 1 to 6."
    for day, column in zip(EVENT_DAYS, fields["columns"], strict=False):
        holds = capacity(day, fields["bay_road_day"])
        if len(column) > holds:
            yield f"Day {day} has {len(column)} events; it holds {holds}."
        if sum(event.fixed for event in column) > 1:
            yield f"Day {day} has more than one fixed event; a location has at most one."
    if Item.CAMERA not in (*fields["ready"], *fields["used"]):
        for event in _changed(fields):
            yield f"{event.card} has a camera change, but the camera is not among the items."


def _changed(fields: Fields) -> Iterator[Event]:
    return (event for column in fields["columns"] for event in column if event.camera)


def _letters(fields: Fields) -> Iterator[str]:
    resolved, letters = fields["resolved"], fields["letters"]
    fixed = sum(event.fixed for column in fields["columns"] for event in column)
    if len(set(resolved)) != len(resolved):
        yield "A suit is resolved twice; each suit is resolved once."
    if letters < 0:
        yield f"There are {letters} letters in hand; there are none or more."
    elif letters + fixed > len(resolved):
        have = f"{letters} letters in hand and {fixed} fixed events"
        yield f"There are {have}, but only {len(resolved)} suits are resolved; each resolved suit gives one letter."


def _items(fields: Fields) -> Iterator[str]:
    items = (*fields["ready"], *fields["used"])
    if len(set(items)) != len(items) or len(items) not in (0, 2):
        yield f"The items are {listed(items)}; a game has two different items or none."


def _moment(fields: Fields) -> Iterator[str]:
    phase, played, outcome = fields["phase"], fields["played"], fields["outcome"]
    if (outcome is not None) != (phase is Phase.OVER):
        yield "A game has an outcome exactly when its phase is over."
    if phase in (Phase.BLACKS, Phase.PLACE) and played is None:
        yield f"No card is played; in the phase {phase} one is."
    if phase not in (Phase.BLACKS, Phase.PLACE, Phase.OVER) and played is not None:
        yield f"{played} is played; in the phase {phase} no card is."
    if fields["turn"] < 1:
        yield f"The turn is {fields['turn']}; turns count from 1."
    if fields["map_shift"] not in (-1, 0, 1) or (fields["map_shift"] and not _map_pending(fields)):
        yield "The map's change of white's number is -1, 0 or 1, and only in the phase play with the map used."
    yield from _walk(fields)


def _map_pending(fields: Fields) -> bool:
    return fields["phase"] in (Phase.PLAY, Phase.OVER) and Item.MAP in fields["used"]


def _walk(fields: Fields) -> Iterator[str]:
    phase, walk = fields["phase"], fields["walk"]
    if phase not in (Phase.EFFECTS, Phase.RESOLVE) and walk != NO_WALK:
        yield f"Effects have been applied; in the phase {phase} there are none."
    if phase is Phase.EFFECTS and not walk.pending:
        day = fields["white"]
        column = fields["columns"][day - 1] if day in EVENT_DAYS and day <= len(fields["columns"]) else ()
        if not any(event.card.suit not in walk.applied for event in column[walk.pointer :]):
            yield "No effect is left in white's place; the phase is then resolve."
