"""The options that several commands share, and what they mean."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tabi.cli.errors import Refused, refusing
from tabi.spec.rulings import rulings_from
from tabi.spec.solitaire import Item, SolitaireRulings
from tabi.spec.solitaire.deal import check_items

ITEMS_HELP = "Two items, as in map,tent, or none; best tries all pairs for most points."

SeedOption = Annotated[int | None, typer.Option("--seed", metavar="N", help="Deal from this seed, 0 or more.")]
DealOption = Annotated[
    Path | None, typer.Option("--deal", metavar="FILE", help="A deal: .json, or .jsonl with one on each line.")
]
DeckOption = Annotated[
    str | None, typer.Option("--deck", metavar="CARDS", help="The 30 cards, top first, separated by blanks.")
]
BayDayOption = Annotated[
    str | None, typer.Option("--bay-day", metavar="D", help="With --deck: the day of the bay road, 1 to 6.")
]
ItemsOption = Annotated[str | None, typer.Option("--items", metavar="A,B", help=ITEMS_HELP)]
PositionOption = Annotated[
    Path | None, typer.Option("--position", metavar="FILE", help="A JSON position, which may be partial.")
]
RulingOption = Annotated[
    list[str] | None,
    typer.Option("--ruling", metavar="ID=VALUE", help="Another reading of an open point; may be repeated."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def is_best(items: str | None) -> bool:
    """Whether `--items` asks for the best pair."""
    return items is not None and items.strip().lower() == "best"


def parse_items(text: str) -> tuple[Item, ...]:
    """The items of `--items`: two names with a comma between them, or `none`."""
    if text.strip().lower() == "none":
        return ()
    if is_best(text):
        raise Refused("--items best goes with solve --goal points; accepted here: two items as in map,tent, or none.")
    with refusing("--items"):
        return check_items([Item.parse(word) for word in text.split(",")])


def parse_readings(options: list[str] | None) -> dict[str, str]:
    """Every `ID=VALUE` as id to reading; an id may be given once."""
    readings: dict[str, str] = {}
    for option in options or ():
        one, equals, reading = option.partition("=")
        if not equals:
            raise Refused(f"{option!r} is not a ruling; accepted is ID=VALUE, as in sol.refill=to-four.")
        if one.strip() in readings:
            raise Refused(f"The ruling {one.strip()} is given twice; each is given once.")
        readings[one.strip()] = reading.strip()
    return readings


def solitaire_rulings(options: list[str] | None) -> SolitaireRulings:
    """The solitaire's rulings with every `ID=VALUE` laid over the defaults."""
    with refusing():
        return rulings_from(SolitaireRulings, parse_readings(options))
