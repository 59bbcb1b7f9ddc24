"""Faults of a document as sentences for a person: what is wrong, and where. This module knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

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
        elif key != "[key]":  # pydantic's mark for a fault of the key itself, which is named before it
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
        yield f"{place}: {_ended(text)}" if place else _ended(text)


def _ended(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


_PLAIN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "extra_forbidden": "there is no such key.",
        "unexpected_keyword_argument": "there is no such key.",
        "missing": "the key is missing.",
        "missing_argument": "the key is missing.",
        "int_type": "this is not a whole number.",
        "int_parsing": "this is not a whole number.",
        "int_from_float": "this is not a whole number.",
        "string_type": "this is not a text.",
        "bool_type": "this is neither true nor false.",
        "tuple_type": "this is not a list.",
        "dict_type": "this is not an object.",
        "model_type": "this is not an object.",
        "model_attributes_type": "this is not an object.",
        "dataclass_type": "this is not an object.",
    }
)
"""The kinds of fault whose words in pydantic are of Python and not of documents, in words of documents."""


def _plain(detail: ErrorDetails) -> str:
    kind, message, known = detail["type"], detail["msg"], detail.get("ctx", {})
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind == "greater_than_equal":
        return f"the least that is accepted is {known['ge']}."
    if kind == "less_than_equal":
        return f"the most that is accepted is {known['le']}."
    if kind == "union_tag_not_found":
        return f"the key {_unquoted(known['discriminator'])} is missing."
    if kind == "union_tag_invalid":
        key = _unquoted(known["discriminator"])
        return f"there is no {key} {known['tag']!r}; accepted: {_unquoted(known['expected_tags'])}."
    return f"{message[:1].lower()}{message[1:]}."


def _unquoted(names: str) -> str:
    return names.replace("'", "")
