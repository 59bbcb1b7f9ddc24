"""The gate between rule text, code and cases: every clause has a function and its cases, every reading makes its mark.

`missing` is a pure function over the data, the marks and how the cases went; that it can fail is tested on doctored
input below.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from tabi.casefiles import find_case_files, load_cases
from tabi.rules.cases import Difference, Result, run_case
from tabi.rules.implements import functions_by_clause
from tabi.rules.solitaire.game import GAME
from tabi.rules.violations import Violation
from tabi.spec.cases import Case, Reading
from tabi.spec.clauses import Clause
from tabi.spec.rulings import Ruling, as_text

FEWEST_CASES = 120


@dataclass(frozen=True)
class Asked:
    """A case and how it went under each of its readings."""

    case: Case
    results: tuple[Result, ...]

    @property
    def passed(self) -> bool:
        """Whether it went as expected under every reading."""
        return all(result.passed for result in self.results)


def missing(
    clauses: Sequence[Clause], rulings: Sequence[Ruling], carried: Collection[str], asked: Sequence[Asked]
) -> list[str]:
    """What stands between these cases and full coverage, one sentence each; empty when there is nothing.

    `carried` are the ids of the clauses that functions are marked with. Only cases that pass count for anything.
    """
    passed = [one for one in asked if one.passed]
    return [
        *(f"{one.case.title!r} fails" for one in asked if not one.passed),
        *_functions(clauses, carried),
        *_allowing(clauses, passed),
        *_forbidding(clauses, passed),
        *_undeclared(clauses, asked),
        *_readings(rulings, passed),
        *_documented([one.case for one in asked]),
    ]


def _functions(clauses: Sequence[Clause], carried: Collection[str]) -> Iterator[str]:
    known = [clause.id for clause in clauses]
    yield from (f"{one} is carried by no function" for one in known if one not in carried)
    yield from (f"{one} is on a function and is no clause" for one in sorted(carried) if one not in known)


def _allowing(clauses: Iterable[Clause], passed: Iterable[Asked]) -> Iterator[str]:
    """Clauses without a case in which nothing is refused under the case's own readings."""
    shown = {one for asked in passed if asked.case.expect.violation is None for one in asked.case.clauses}
    yield from (f"{clause.id} has no case that shows it" for clause in clauses if clause.id not in shown)


def _forbidding(clauses: Iterable[Clause], passed: Iterable[Asked]) -> Iterator[str]:
    """Codes of a clause for which no step of a case that names the clause is refused with both."""
    refused = {
        (violation.clause, violation.code)
        for asked in passed
        for violation in _violations(asked)
        if violation.clause in asked.case.clauses
    }
    wanted = ((clause.id, code) for clause in clauses for code in clause.codes)
    yield from (f"{one} has no case that is refused with {code}" for one, code in wanted if (one, code) not in refused)


def _undeclared(clauses: Iterable[Clause], asked: Iterable[Asked]) -> Iterator[str]:
    """Refusals that cite a clause with a code that the clause's data does not have."""
    declared = {(clause.id, code) for clause in clauses for code in clause.codes}
    cited = {(violation.clause, violation.code) for one in asked for violation in _violations(one)}
    yield from (f"{one} is cited with {code}, which its data does not have" for one, code in sorted(cited - declared))


def _violations(asked: Asked) -> Iterator[Violation]:
    yield from (result.violation for result in asked.results if result.violation is not None)


def _readings(rulings: Iterable[Ruling], passed: Sequence[Asked]) -> Iterator[str]:
    for ruling in rulings:
        told = {value for one in passed for value in _told_apart(one.case, ruling)}
        yield from (f"{ruling.id} has no case that tells {value} apart" for value in ruling.values if value not in told)


def _told_apart(case: Case, ruling: Ruling) -> Iterator[str]:
    """The readings of a ruling that a case sets against each other: the same but for it, with another outcome."""
    for one, other in combinations(case.readings(), 2):
        values = [as_text(reading.rulings.get(ruling.id, ruling.default)) for reading in (one, other)]
        if values[0] != values[1] and _else_same(one, other, ruling.id) and one.expect != other.expect:
            yield from values


def _else_same(one: Reading, other: Reading, ruling: str) -> bool:
    rest = [{key: value for key, value in reading.rulings.items() if key != ruling} for reading in (one, other)]
    return rest[0] == rest[1] and one.steps == other.steps


def _documented(cases: Sequence[Case]) -> Iterator[str]:
    titles = [case.title for case in cases]
    yield from (
        f"the title {title!r} stands twice" for title in sorted({one for one in titles if titles.count(one) > 1})
    )
    yield from (f"{case.title!r} does not say why" for case in cases if not (case.because or "").strip())
    if len(cases) < FEWEST_CASES:
        yield f"there are {len(cases)} cases, and at least {FEWEST_CASES} are asked for"


# The gate


@cache
def marked() -> frozenset[str]:
    """The ids of the clauses that functions of the solitaire are marked with."""
    return frozenset(functions_by_clause(GAME.package))


@pytest.fixture(scope="module")
def asked() -> list[Asked]:
    """Every shipped case, run."""
    files = find_case_files([Path(str(GAME.cases))])
    cases = [loaded.case for file in files for loaded in load_cases(file)]
    return [Asked(case, run_case(case, GAME)) for case in cases]


def test_every_clause_code_and_reading_is_covered(asked: list[Asked]) -> None:
    found = missing(GAME.clauses(), GAME.ruling_table(), marked(), asked)
    assert not found, "\n".join(found)


# The gate can fail


def shortfall(asked: Sequence[Asked], carried: Collection[str] | None = None) -> list[str]:
    """What is missing when only these cases, or only these marks, are there."""
    return missing(GAME.clauses(), GAME.ruling_table(), marked() if carried is None else carried, asked)


@pytest.mark.parametrize("clause", [clause.id for clause in GAME.clauses()])
def test_a_clause_that_no_case_names_is_reported(asked: list[Asked], clause: str) -> None:
    fewer = [one for one in asked if clause not in one.case.clauses]
    assert f"{clause} has no case that shows it" in shortfall(fewer)


@pytest.mark.parametrize(("clause", "code"), [(clause.id, code) for clause in GAME.clauses() for code in clause.codes])
def test_a_refusal_that_no_case_meets_is_reported(asked: list[Asked], clause: str, code: str) -> None:
    fewer = [one for one in asked if (clause, code) not in {(each.clause, each.code) for each in _violations(one)}]
    assert f"{clause} has no case that is refused with {code}" in shortfall(fewer)


@pytest.mark.parametrize("ruling", [ruling.id for ruling in GAME.ruling_table()])
def test_a_ruling_without_a_case_under_its_readings_is_reported(asked: list[Asked], ruling: str) -> None:
    plain = [one for one in asked if all(ruling not in reading.rulings for reading in one.case.readings())]
    found = shortfall(plain)
    values = next(one.values for one in GAME.ruling_table() if one.id == ruling)
    assert {f"{ruling} has no case that tells {value} apart" for value in values} <= set(found)


def test_readings_with_one_outcome_tell_nothing_apart(asked: list[Asked]) -> None:
    """Every case is made to expect the same under all of its readings, as if the ruling changed nothing."""
    same = [replace(one, case=_with_one_outcome(one.case)) for one in asked]
    told = [sentence for sentence in shortfall(same) if "tells" in sentence]
    assert len(told) == sum(len(ruling.values) for ruling in GAME.ruling_table())


def test_a_clause_that_no_function_carries_is_reported(asked: list[Asked]) -> None:
    marks = marked() - {"sol.columns.refill"}
    assert shortfall(asked, marks) == ["sol.columns.refill is carried by no function"]
    marks = marked() | {"sol.columns.refil"}
    assert shortfall(asked, marks) == ["sol.columns.refil is on a function and is no clause"]


def test_a_case_that_fails_covers_nothing(asked: list[Asked]) -> None:
    wrong = Difference("white", "3", "4")
    failing = [_failing(one, wrong) if "sol.columns.refill" in one.case.clauses else one for one in asked]
    assert "sol.columns.refill has no case that shows it" in shortfall(failing)


def test_a_refusal_counts_only_for_the_clause_and_code_that_it_cites(asked: list[Asked]) -> None:
    """Each refusal with `deck-empty` is made to cite another clause: one is missing then, and one is not declared."""
    moved = [_citing(one, "deck-empty", "sol.columns.refill") for one in asked]
    found = shortfall(moved)
    assert "sol.effects.yellow has no case that is refused with deck-empty" in found
    assert "sol.columns.refill is cited with deck-empty, which its data does not have" in found


def test_titles_reasons_and_numbers_are_looked_at(asked: list[Asked]) -> None:
    first = asked[0]
    silent = replace(first, case=first.case.model_copy(update={"because": " "}))
    title = repr(first.case.title)
    assert shortfall([silent, *asked[1:]]) == [f"{title} does not say why"]
    assert shortfall([first, *asked]) == [f"the title {title} stands twice"]
    assert "there are 119 cases, and at least 120 are asked for" in shortfall(asked[:119])


def _with_one_outcome(case: Case) -> Case:
    under = tuple(other.model_copy(update={"expect": case.expect}) for other in case.under)
    return case.model_copy(update={"under": under})


def _failing(asked: Asked, difference: Difference) -> Asked:
    return replace(asked, results=tuple(replace(result, differences=(difference,)) for result in asked.results))


def _citing(asked: Asked, code: str, clause: str) -> Asked:
    results = (
        replace(result, violation=replace(result.violation, clause=clause))
        if result.violation is not None and result.violation.code == code
        else result
        for result in asked.results
    )
    return replace(asked, results=tuple(results))
