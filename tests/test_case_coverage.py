"""The gate between text, code and cases of each game: a function and cases for each clause and each reading.

What the gate asks for stands in `case_coverage`; that it can fail is tested on doctored input below.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

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
from tabi.rules.game import AnyGame, game_named


class Shipped(NamedTuple):
    """A game, the fewest cases it may have, one of its clauses, and a code with the one clause that cites it."""

    name: str
    fewest: int
    clause: str
    code: str
    cited: str

    @property
    def game(self) -> AnyGame:
        """The game of the name."""
        return game_named(self.name)


SHIPPED: Final = (
    Shipped("solitaire", 120, "sol.columns.refill", "deck-empty", "sol.effects.yellow"),
    Shipped("trip", 170, "trip.draft.marker", "square-water", "trip.placing.water"),
)
each_game = pytest.mark.parametrize("one", SHIPPED, ids=[one.name for one in SHIPPED])


@cache
def gate(one: Shipped) -> Gate:
    """What the cases of a game are held against."""
    return gate_of(one.game, one.fewest)


@cache
def asked(one: Shipped) -> tuple[Asked, ...]:
    """Every shipped case of a game, run."""
    return tuple(asked_of(one.game))


@each_game
def test_every_clause_code_and_reading_is_covered(one: Shipped) -> None:
    found = missing(gate(one), asked(one))
    assert not found, "\n".join(found)


# The gate can fail


@pytest.mark.parametrize(("one", "clause"), [(one, clause.id) for one in SHIPPED for clause in one.game.clauses()])
def test_a_clause_that_no_case_names_is_reported(one: Shipped, clause: str) -> None:
    fewer = [told for told in asked(one) if clause not in told.case.clauses]
    assert f"{clause} has no case that shows it" in missing(gate(one), fewer)


@pytest.mark.parametrize(
    ("one", "clause", "code"),
    [(one, clause.id, code) for one in SHIPPED for clause in one.game.clauses() for code in clause.codes],
)
def test_a_refusal_that_no_case_meets_is_reported(one: Shipped, clause: str, code: str) -> None:
    found = missing(gate(one), without_refusals(asked(one), clause, code))
    assert f"{clause} has no case that is refused with {code}" in found


@pytest.mark.parametrize(
    ("one", "ruling", "values"),
    [(one, ruling.id, ruling.values) for one in SHIPPED for ruling in one.game.ruling_table()],
)
def test_a_ruling_without_a_case_under_its_readings_is_reported(
    one: Shipped, ruling: str, values: tuple[str, ...]
) -> None:
    found = missing(gate(one), without_readings(asked(one), ruling))
    assert {f"{ruling} has no case that tells {value} apart" for value in values} <= set(found)


@each_game
def test_readings_with_one_outcome_tell_nothing_apart(one: Shipped) -> None:
    """Every case is made to expect the same under all of its readings, as if the ruling changed nothing."""
    found = missing(gate(one), [with_one_outcome(told) for told in asked(one)])
    told = [sentence for sentence in found if "tells" in sentence]
    assert len(told) == sum(len(ruling.values) for ruling in one.game.ruling_table())


@each_game
def test_a_clause_that_no_function_carries_is_reported(one: Shipped) -> None:
    fewer = replace(gate(one), carried=gate(one).carried - {one.clause})
    assert missing(fewer, asked(one)) == [f"{one.clause} is carried by no function"]
    more = replace(gate(one), carried=gate(one).carried | {f"{one.clause}s"})
    assert missing(more, asked(one)) == [f"{one.clause}s is on a function and is no clause"]


@each_game
def test_a_case_that_fails_covers_nothing(one: Shipped) -> None:
    spoilt = [failing(told) if one.clause in told.case.clauses else told for told in asked(one)]
    assert f"{one.clause} has no case that shows it" in missing(gate(one), spoilt)


@each_game
def test_a_refusal_counts_only_for_the_clause_and_code_that_it_cites(one: Shipped) -> None:
    """Each refusal with a code is made to cite another clause: one is missing then, and one is not declared."""
    found = missing(gate(one), [citing(told, one.code, one.clause) for told in asked(one)])
    assert f"{one.cited} has no case that is refused with {one.code}" in found
    assert f"{one.clause} is cited with {one.code}, which its data does not have" in found


@each_game
def test_titles_reasons_and_numbers_are_looked_at(one: Shipped) -> None:
    first, *others = asked(one)
    title = repr(first.case.title)
    assert missing(gate(one), [silent(first), *others]) == [f"{title} does not say why"]
    assert missing(gate(one), [first, first, *others]) == [f"the title {title} stands twice"]
    few = asked(one)[: one.fewest - 1]
    assert f"there are {len(few)} cases, and at least {one.fewest} are asked for" in missing(gate(one), few)
