"""What a question is about: a deal from a seed, a file or a deck, or a position from a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from tabi.cli.errors import Refused, fault, refusing
from tabi.cli.options import parse_items
from tabi.cli.reading import JsonObject, read_object, read_objects
from tabi.rules.solitaire import Position, document_of, position_of, start
from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.rules.solitaire.documents import PositionDocument
from tabi.spec.solitaire import Deal, parse_deck

WAYS = "--seed N, --deal FILE, --deck CARDS with --bay-day D, or --position FILE"
Beginning = Deal | Position


@dataclass(frozen=True, slots=True)
class Source:
    """The options that say where a question begins, as they were given."""

    seed: int | None = None
    deal: Path | None = None
    deck: str | None = None
    bay_day: str | None = None
    items: str | None = None
    position: Path | None = None
    tries_pairs: bool = False
    """Whether all pairs of items are to be tried, so that the deals have none."""

    def __post_init__(self) -> None:
        given = {"--seed": self.seed, "--deal": self.deal, "--deck": self.deck, "--position": self.position}
        named = [option for option, value in given.items() if value is not None]
        if not named:
            raise Refused(f"Nothing says which deal or position is meant; accepted is one of {WAYS}.")
        if len(named) > 1:
            raise Refused(f"{' and '.join(named)} are given together; accepted is one of {WAYS}.")
        if (self.deck is None) is not (self.bay_day is None):
            raise Refused("--deck and --bay-day go together: the 30 cards, and the day from 1 to 6 of the bay road.")
        if self.position is not None and self.items is not None:
            raise Refused("--items goes with a deal; the items of a position are written in its file.")

    @property
    def is_lines(self) -> bool:
        """Whether the source is a file with one deal on each line."""
        return self.deal is not None and self.deal.suffix.lower() == ".jsonl"


def beginnings(source: Source) -> tuple[Beginning, ...]:
    """The deals or the position of a source; all of them are read before anything is done with one."""
    items = None if source.items is None else () if source.tries_pairs else parse_items(source.items)
    if source.position is not None:
        return (_position(source.position),)
    deals = _deals(source)
    return deals if items is None else tuple(deal.model_copy(update={"items": items}) for deal in deals)


def one_beginning(source: Source) -> Beginning:
    """The deal or position of a source that has only one."""
    found = beginnings(source)
    if len(found) > 1:
        raise Refused(f"{source.deal} has {len(found)} deals; accepted is a file with one.")
    return found[0]


def first_position(beginning: Beginning) -> Position:
    """The position that a deal or a position begins with."""
    return start(beginning) if isinstance(beginning, Deal) else beginning


def as_document(beginning: Beginning) -> tuple[Literal["deal", "position"], JsonObject]:
    """What a record or certificate says of its beginning: `deal` or `position`, and its JSON."""
    if isinstance(beginning, Deal):
        return "deal", beginning.model_dump(mode="json", exclude_none=True)
    return "position", document_of(beginning).model_dump(mode="json")


def _deals(source: Source) -> tuple[Deal, ...]:
    if source.seed is not None:
        with refusing("--seed"):
            return (deal_from_seed(source.seed),)
    if source.deal is not None:
        return _deals_in(source.deal, source.is_lines)
    with refusing():
        return (_typed(source.deck or "", source.bay_day or ""),)


def _typed(deck: str, day: str) -> Deal:
    number = int(day) if day.strip().isdecimal() and len(day.strip()) == 1 else day
    return Deal.model_validate({"deck": " ".join(map(str, parse_deck(deck))), "bay_road_day": number})


def _deals_in(path: Path, lines: bool) -> tuple[Deal, ...]:
    written = list(read_objects(path)) if lines else [(str(path), read_object(path))]
    if not written:
        raise Refused(f"{path} has no deal; accepted is one JSON object on each line.")
    return tuple(_deal(document, where) for where, document in written)


def _deal(document: JsonObject, where: str) -> Deal:
    try:
        return Deal.model_validate(document)
    except ValidationError as error:
        raise Refused(f"{where}: {fault(error, Deal.model_fields)}") from None


def _position(path: Path) -> Position:
    document = read_object(path)
    try:
        return position_of(PositionDocument.model_validate(document))
    except ValidationError as error:
        raise Refused(f"{path}: {fault(error, PositionDocument.model_fields)}") from None
    except ValueError as error:
        raise Refused(f"{path}: {error}") from None
