"""The gate between text, code and cases of the solitaire: a function and cases for each clause and each reading.

What the gate asks for stands in `case_coverage`; that it can fail is tested on doctored input below.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from case_coverage import (
    Asked,
    Gate,
    asked_of,
    citing,
    failing,
    gate_of,
    missing,
    silent,
    with_one_outcome,
    without_readings,
    without_refusals,
)
from tabi.rules.solitaire.game import GAME

FEWEST_CASES = 120


@cache
def gate() -> Gate:
    """What the cases of the solitaire are held against."""
    return gate_of(GAME, FEWEST_CASES)


@pytest.fixture(scope="module")
def asked() -> list[Asked]:
    """Every shipped case, run."""
    return asked_of(GAME)


def test_every_clause_code_and_reading_is_covered(asked: list[Asked]) -> None:
    found = missing(gate(), asked)
    assert not found, "\n".join(found)


# The gate can fail


@pytest.mark.parametrize("clause", [clause.id for clause in GAME.clauses()])
def test_a_clause_that_no_case_names_is_reported(asked: list[Asked], clause: str) -> None:
    fewer = [one for one in asked if clause not in one.case.clauses]
    assert f"{clause} has no case that shows it" in missing(gate(), fewer)


@pytest.mark.parametrize(("clause", "code"), [(clause.id, code) for clause in GAME.clauses() for code in clause.codes])
def test_a_refusal_that_no_case_meets_is_reported(asked: list[Asked], clause: str, code: str) -> None:
    found = missing(gate(), without_refusals(asked, clause, code))
    assert f"{clause} has no case that is refused with {code}" in found


@pytest.mark.parametrize("ruling", [ruling.id for ruling in GAME.ruling_table()])
def test_a_ruling_without_a_case_under_its_readings_is_reported(asked: list[Asked], ruling: str) -> None:
    found = missing(gate(), without_readings(asked, ruling))
    values = next(one.values for one in GAME.ruling_table() if one.id == ruling)
    assert {f"{ruling} has no case that tells {value} apart" for value in values} <= set(found)


def test_readings_with_one_outcome_tell_nothing_apart(asked: list[Asked]) -> None:
    """Every case is made to expect the same under all of its readings, as if the ruling changed nothing."""
    told = [sentence for sentence in missing(gate(), [with_one_outcome(one) for one in asked]) if "tells" in sentence]
    assert len(told) == sum(len(ruling.values) for ruling in GAME.ruling_table())


def test_a_clause_that_no_function_carries_is_reported(asked: list[Asked]) -> None:
    fewer = replace(gate(), carried=gate().carried - {"sol.columns.refill"})
    assert missing(fewer, asked) == ["sol.columns.refill is carried by no function"]
    more = replace(gate(), carried=gate().carried | {"sol.columns.refills"})
    assert missing(more, asked) == ["sol.columns.refills is on a function and is no clause"]


def test_a_case_that_fails_covers_nothing(asked: list[Asked]) -> None:
    spoilt = [failing(one) if "sol.columns.refill" in one.case.clauses else one for one in asked]
    assert "sol.columns.refill has no case that shows it" in missing(gate(), spoilt)


def test_a_refusal_counts_only_for_the_clause_and_code_that_it_cites(asked: list[Asked]) -> None:
    """Each refusal with `deck-empty` is made to cite another clause: one is missing then, and one is not declared."""
    found = missing(gate(), [citing(one, "deck-empty", "sol.columns.refill") for one in asked])
    assert "sol.effects.yellow has no case that is refused with deck-empty" in found
    assert "sol.columns.refill is cited with deck-empty, which its data does not have" in found


def test_titles_reasons_and_numbers_are_looked_at(asked: list[Asked]) -> None:
    first = asked[0]
    title = repr(first.case.title)
    assert missing(gate(), [silent(first), *asked[1:]]) == [f"{title} does not say why"]
    assert missing(gate(), [first, *asked]) == [f"the title {title} stands twice"]
    few = asked[: FEWEST_CASES - 1]
    assert f"there are {len(few)} cases, and at least {FEWEST_CASES} are asked for" in missing(gate(), few)
