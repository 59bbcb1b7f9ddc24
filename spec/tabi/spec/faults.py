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


def first_fault(error: ValidationError) -> ErrorDetails:
    """The fault that says most: the first that a validator of ours worded, else the first."""
    faults = error.errors(include_url=False)
    return next((one for one in faults if isinstance(_cause(one), ValueError)), faults[0])


def sentence(detail: ErrorDetails) -> str:
    """A fault as one sentence with its place, which one of ours that begins with its subject does without."""
    cause = _cause(detail)
    if isinstance(cause, ValueError) and str(cause).startswith("The "):
        return str(cause)
    return next(_of(detail))


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
    cause = _cause(detail)
    if isinstance(cause, Faults):
        texts: Sequence[str] = cause.sentences
    elif isinstance(cause, ValueError):
        texts = (str(cause),)
    else:
        texts = (in_words(detail),)
    for text in texts:
        yield f"{place}: {_ended(text)}" if place else _ended(text)


def _cause(detail: ErrorDetails) -> object:
    """What a validator of ours raised, if one did."""
    return detail.get("ctx", {}).get("error")


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
        "float_type": "this is not a number.",
        "float_parsing": "this is not a number.",
        "string_type": "this is not a text.",
        "bool_type": "this is neither true nor false.",
        "tuple_type": "this is not a list.",
        "list_type": "this is not a list.",
        "dict_type": "this is not an object.",
        "model_type": "this is not an object.",
        "model_attributes_type": "this is not an object.",
        "dataclass_type": "this is not an object.",
    }
)
"""The kinds of fault whose words in pydantic are of Python and not of documents, in words of documents."""
_BOUNDS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "greater_than_equal": ("the least that is accepted is {}.", "ge"),
        "less_than_equal": ("the most that is accepted is {}.", "le"),
        "too_long": ("the most entries that are accepted are {}.", "max_length"),
        "too_short": ("the fewest entries that are accepted are {}.", "min_length"),
        "literal_error": ("accepted: {}.", "expected"),
        "enum": ("accepted: {}.", "expected"),
        "union_tag_not_found": ("the key {} is missing.", "discriminator"),
        "string_pattern_mismatch": ("this does not follow the pattern {}.", "pattern"),
    }
)
"""The kinds of fault that are told with what pydantic knows of them, and under which name it knows it."""


def in_words(detail: ErrorDetails) -> str:
    """What is wrong, in words of documents and without its place."""
    kind, message, known = detail["type"], detail["msg"], detail.get("ctx", {})
    if kind.startswith("missing") and detail["loc"] and isinstance(detail["loc"][-1], int):
        return "the entry is missing."
    if kind in _PLAIN:
        return _PLAIN[kind]
    if kind in _BOUNDS:
        words, name = _BOUNDS[kind]
        return words.format(_listed(str(known[name])))
    if kind == "union_tag_invalid":
        key = _listed(known["discriminator"])
        return f"there is no {key} {known['tag']!r}; accepted: {_listed(known['expected_tags'])}."
    return f"{message[:1].lower()}{message[1:]}."


def _listed(names: str) -> str:
    """Names as pydantic lists them, without its quotes, and with commas alone."""
    return names.replace("'", "").replace(" or ", ", ")
