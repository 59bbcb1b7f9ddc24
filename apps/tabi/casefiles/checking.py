"""What a case asks of its game, held against the game before anything runs, so that a fault has its line."""

from __future__ import annotations

from difflib import get_close_matches

from tabi.casefiles.documents import Document, Place
from tabi.casefiles.faults import wrong_value
from tabi.rules.cases import MalformedCase, beginning, run_case
from tabi.rules.game import AnyGame
from tabi.spec.cases import Case, Expectation
from tabi.spec.rulings import UnknownRuling, rulings_from


def check_case(case: Case, document: Document, game: AnyGame) -> None:
    """Raises `CaseFileError` when the case names what the game does not have, or expects what says nothing."""
    _clauses(case, document, game)
    fields = _fields(case, document, game)
    own: Place = ()
    readings = [(own, case.rulings, case.steps, case.expect)]
    for number, other in enumerate(case.under):
        readings.append((("under", number), other.rulings, other.steps or (), other.expect))
    for place, rulings, steps, expect in readings:
        _rulings(rulings, (*place, "rulings"), document, game)
        _steps(steps, (*place, "steps"), document, game)
        _expectation(expect, (*place, "expect"), document, game)
    for place, _, _, expect in readings:
        _names(case, expect, (*place, "expect"), document, fields | game.questions.keys(), game)


def _clauses(case: Case, document: Document, game: AnyGame) -> None:
    known = [clause.id for clause in game.clauses()]
    for number, clause in enumerate(case.clauses):
        if clause not in known:
            near = get_close_matches(clause, known, n=4, cutoff=0.0)
            sentence = f"There is no clause {clause!r} in the game {game.name}; near to it are {', '.join(near)}."
            raise document.fault(("clauses", number), sentence)


def _fields(case: Case, document: Document, game: AnyGame) -> set[str]:
    """The fields of the position that the case begins with; raises when it cannot arise."""
    try:
        return set(game.write_position(beginning(case, game)))
    except MalformedCase as error:
        raise document.fault(("position" if case.deal is None else "deal",), str(error)) from None


def _rulings(rulings: dict[str, str | bool], place: Place, document: Document, game: AnyGame) -> None:
    for one, reading in rulings.items():
        spot = document.spot((*place, one))
        # The schema takes the number 1 for a yes.
        if spot.kind not in ("text", "yes or no"):
            raise document.fault((*place, one), wrong_value(spot, "text, yes or no"))
        try:
            rulings_from(game.rulings, {one: reading})
        except UnknownRuling as error:
            raise document.fault((*place, one), str(error)) from None


def _steps(steps: tuple[str, ...], place: Place, document: Document, game: AnyGame) -> None:
    for number, step in enumerate(steps):
        try:
            game.read_step(step)
        except ValueError as error:
            raise document.fault((*place, number), str(error)) from None


def _expectation(expect: Expectation, place: Place, document: Document, game: AnyGame) -> None:
    for name in ("violation", "legal", "outcome"):
        if name in expect.model_fields_set and getattr(expect, name) is None:
            sentence = f"{name} is empty and expects nothing; write what must come out, or none where that is a word."
            raise document.fault((*place, name), sentence)
    for name in expect.model_fields_set:
        _says_something(getattr(expect, name), (*place, name), document)
    if isinstance(expect.legal, dict):
        for word, steps in expect.legal.items():
            _steps(steps, (*place, "legal", word), document, game)
    else:
        _steps(expect.legal or (), (*place, "legal"), document, game)


def _says_something(expected: object, place: Place, document: Document) -> None:
    """Only the keys that a mapping names are compared: one without keys would always hold."""
    if not isinstance(expected, dict):
        return
    if not expected:
        name = document.spot(place).name
        raise document.fault(place, f"{name} is a mapping without keys and expects nothing; name what must come out.")
    for key, part in expected.items():
        _says_something(part, (*place, key), document)


def _names(case: Case, expect: Expectation, place: Place, document: Document, known: set[str], game: AnyGame) -> None:
    """Refuses an expectation that the game has no word for.

    A game may leave a field out of the position that the case begins with; so the rules are asked before it is refused.
    """
    unknown = [name for name in expect.answers if name not in known]
    try:
        if unknown:
            run_case(case, game)
    except MalformedCase as error:
        raise document.fault((*place, unknown[0]), str(error)) from None
