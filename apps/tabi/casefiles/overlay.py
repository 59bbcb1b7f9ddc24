"""Readings laid over cases from outside: `ID=VALUE`, as the command and the pytest plugin take them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tabi.rules.game import AnyGame, games
from tabi.spec.rulings import UnknownRuling, ruling_id, rulings_from


def read_overlay(texts: Iterable[str]) -> dict[str, str]:
    """The readings of texts `ID=VALUE`, held against the installed games; raises `ValueError` with one sentence."""
    overlay: dict[str, str] = {}
    for text in texts:
        one, equals, reading = (part.strip() for part in text.partition("="))
        if not equals or not one or not reading:
            raise ValueError(f"{text!r} is not a reading; a reading is written ID=VALUE, as in sol.refill=to-four.")
        if one in overlay:
            raise ValueError(f"The ruling {one} is given twice; each is given once.")
        overlay[one] = reading
    known = games().values()
    for one, reading in overlay.items():
        _check(one, reading, known)
    return overlay


def overlay_for(game: AnyGame, overlay: Mapping[str, str]) -> dict[str, str]:
    """The readings that concern this game."""
    own = _ids(game)
    return {one: reading for one, reading in overlay.items() if one in own}


def _check(one: str, reading: str, known: Iterable[AnyGame]) -> None:
    for game in known:
        if one in _ids(game):
            rulings_from(game.rulings, {one: reading})
            return
    ids = ", ".join(each for game in known for each in _ids(game))
    raise UnknownRuling(f"There is no ruling {one!r}; the rulings are {ids}.")


def _ids(game: AnyGame) -> list[str]:
    return [ruling_id(game.rulings, field) for field in game.rulings.model_fields]
