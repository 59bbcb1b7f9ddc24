"""What is wrong with the shape of a case, in one sentence: pydantic's findings in plain words, with the line."""

from __future__ import annotations

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from tabi.casefiles.documents import Document, Place, Spot
from tabi.casefiles.errors import CaseFileError
from tabi.spec.cases import Case, Reading
from tabi.spec.faults import in_words

_ACCEPTED = {
    "string_type": "text",
    "bool_type": "yes or no",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "too_short": "at least one entry",
    "string_too_short": "text that is not empty",
}
_FORMS = {
    "clauses": "a clause id is game, chapter and name in small letters with dots between, as in sol.columns.place",
    "violation": "a reason code is small words with dashes between, as in card-not-in-hand",
}


def shape_fault(error: ValidationError, document: Document) -> CaseFileError:
    """The error for the fault that says most: an unknown field first (often a misspelt one), then the deepest."""
    worst = min(error.errors(include_url=False), key=lambda found: _rank(found, document))
    place: Place = worst["loc"]
    return document.fault(place, _sentence(worst, document.spot(place)))


def wrong_value(spot: Spot, accepted: str) -> str:
    """The sentence about a value of the wrong type, as it is written and as YAML reads it."""
    name = spot.name or "A case"
    if spot.kind == "nothing" or not spot.node.value:
        return f"{name} is empty; {accepted} is accepted here."
    if isinstance(spot.node.value, list):
        return f"{name} is {spot.kind}; {accepted} is accepted here."
    if spot.kind == "text":
        return f"{name} is the text {spot.node.value!r}; {accepted} is accepted here."
    quotes = ", so put it in quotes" if accepted.startswith("text") else ""
    return f"{name} is {spot.node.value}, which YAML reads as {spot.kind}; {accepted} is accepted here{quotes}."


def _rank(found: ErrorDetails, document: Document) -> tuple[bool, int]:
    return found["type"] != "extra_forbidden", -len(document.spot(found["loc"]).place)


def _sentence(found: ErrorDetails, spot: Spot) -> str:
    place, kind = found["loc"], found["type"]
    if kind == "extra_forbidden":
        return f"There is no field {str(place[-1])!r} in {_owner(place)}; its fields are {', '.join(_fields(place))}."
    if kind == "missing":
        return f"The field {str(place[-1])!r} is missing in {_owner(place)}, which needs {_needs(place)}."
    if kind == "string_pattern_mismatch":
        form = next((form for part, form in _FORMS.items() if part in place), "another form is accepted")
        return f"{spot.name} is {spot.node.value!r}; {form}."
    if kind == "value_error":
        return _own_words(found)
    if kind in _ACCEPTED:
        return wrong_value(spot, "text, yes or no" if "rulings" in spot.place[:-1] else _ACCEPTED[kind])
    return f"{spot.name}: {in_words(found)}"


def _own_words(found: ErrorDetails) -> str:
    """The sentence of a fault that the schema words itself."""
    words = str(found.get("ctx", {}).get("error", found["msg"]))
    return f"{words[0].upper()}{words[1:]}."


def _owner(place: Place) -> str:
    return "a reading under 'under'" if place[0] == "under" else "a case"


def _fields(place: Place) -> tuple[str, ...]:
    return tuple((Reading if place[0] == "under" else Case).model_fields)


def _needs(place: Place) -> str:
    return "rulings and expect" if place[0] == "under" else "title, game, clauses, expect and a position or a deal"
