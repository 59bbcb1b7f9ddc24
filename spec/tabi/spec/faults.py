"""Faults of a document as sentences for a person: what is wrong, and where. This module knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import ValidationError
from pydantic_core import ErrorDetails


class Faults(ValueError):
    """Several faults at once; `sentences` are one sentence each."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__(" ".join(sentences))
        self.sentences = tuple(sentences)


def sentences(error: ValidationError) -> tuple[str, ...]:
    """Every fault that pydantic found, one sentence each with its place: the keys on the way, lists counted from 1."""
    return tuple(sentence for detail in error.errors(include_url=False) for sentence in _of(detail))


def place_of(keys: Sequence[int | str]) -> str:
    """The way to a value in a document, in words.

    >>> place_of(("city", 0, "boards", 1, "red"))
    'city 1, boards 2, red'
    """
    words: list[str] = []
    for key in keys:
        if isinstance(key, int) and words:
            words[-1] = f"{words[-1]} {key + 1}"
        else:
            words.append(str(key))
    return ", ".join(words)


def _of(detail: ErrorDetails) -> Iterator[str]:
    place = place_of(detail["loc"])
    cause = detail.get("ctx", {}).get("error")
    if isinstance(cause, Faults):
        texts: Sequence[str] = cause.sentences
    elif isinstance(cause, ValueError):
        texts = (str(cause),)
    else:
        texts = (_plain(detail),)
    for text in texts:
        yield f"{place}: {text}" if place else text


def _plain(detail: ErrorDetails) -> str:
    kind, message = detail["type"], detail["msg"]
    if kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return "there is no such key."
    if kind in ("missing", "missing_argument"):
        return "the key is missing."
    return f"{message[:1].lower()}{message[1:]}."
