"""The six items, of which a game is played with two."""

from __future__ import annotations

from enum import StrEnum


class Item(StrEnum):
    """An item card, in the order in which items are listed."""

    LANTERN = "lantern"
    MAP = "map"
    RADIO = "radio"
    CAMERA = "camera"
    BACKPACK = "backpack"
    TENT = "tent"

    @classmethod
    def parse(cls, text: str) -> Item:
        """The item named `text`, in either case; raises `ValueError` with a sentence otherwise."""
        try:
            return cls(text.strip().lower())
        except ValueError:
            raise ValueError(f"{text!r} is not an item; the items are {', '.join(cls)}") from None
