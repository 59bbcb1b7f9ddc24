"""What stands between a game's cases and full coverage of its clauses, codes and readings. This module knows no game.

`missing` is a pure function over the data, the marks and how the cases went. The gate of each game and the tests that
the gate can fail, on doctored input, stand in the folder of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from tabi.casefiles import find_case_files, load_cases
from tabi.rules.cases import Difference, Result, run_case
from tabi.rules.game import AnyGame
from tabi.rules.implements import functions_by_clause
from tabi.rules.violations import Violation
from tabi.spec.cases import Case, Reading
from tabi.spec.clauses import Clause
from tabi.spec.rulings import Ruling, as_text


@dataclass(frozen=True)
class Asked:
    """A case and how it went under each of its readings."""

    case: Case
    results: tuple[Result, ...]

    @property
    def passed(self) -> bool:
        """Whether it went as expected under every reading."""
        return all(result.passed for result in self.results)


@dataclass(frozen=True)
class Gate:
    """What the cases of a game are held against: its data, the clauses that its functions carry, the fewest cases."""

    clauses: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]
    carried: frozenset[str]
    fewest: int


def gate_of(game: AnyGame, fewest: int) -> Gate:
    """The gate of a game with the marks that its package has now."""
    return Gate(game.clauses(), game.ruling_table(), frozenset(functions_by_clause(game.package)), fewest)


def asked_of(game: AnyGame) -> list[Asked]:
    """Every shipped case of a game, run."""
    files = find_case_files([Path(str(game.cases))])
    cases = [loaded.case for file in files for loaded in load_cases(file)]
    return [Asked(case, run_case(case, game)) for case in cases]


def missing(gate: Gate, asked: Sequence[Asked]) -> list[str]:
    """What stands between these cases and full coverage, one sentence each; empty when there is nothing.

    Only cases that pass count for anything.
    """
    passed = [one for one in asked if one.passed]
    return [
        *(f"{one.case.title!r} fails" for one in asked if not one.passed),
        *_functions(gate.clauses, gate.carried),
        *_allowing(gate.clauses, passed),
        *_forbidding(gate.clauses, passed),
        *_undeclared(gate.clauses, asked),
        *_readings(gate.rulings, passed),
        *_documented([one.case for one in asked], gate.fewest),
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
        for violation in violations(asked)
        if violation.clause in asked.case.clauses
    }
    wanted = ((clause.id, code) for clause in clauses for code in clause.codes)
    yield from (f"{one} has no case that is refused with {code}" for one, code in wanted if (one, code) not in refused)


def _undeclared(clauses: Iterable[Clause], asked: Iterable[Asked]) -> Iterator[str]:
    """Refusals that cite a clause with a code that the clause's data does not have."""
    declared = {(clause.id, code) for clause in clauses for code in clause.codes}
    cited = {(violation.clause, violation.code) for one in asked for violation in violations(one)}
    yield from (f"{one} is cited with {code}, which its data does not have" for one, code in sorted(cited - declared))


def violations(asked: Asked) -> Iterator[Violation]:
    """The refusals that a case met, one at most for each of its readings."""
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


def _documented(cases: Sequence[Case], fewest: int) -> Iterator[str]:
    titles = [case.title for case in cases]
    yield from (
        f"the title {title!r} stands twice" for title in sorted({one for one in titles if titles.count(one) > 1})
    )
    yield from (f"{case.title!r} does not say why" for case in cases if not (case.because or "").strip())
    if len(cases) < fewest:
        yield f"there are {len(cases)} cases, and at least {fewest} are asked for"


# Doctored input


def without_readings(asked: Sequence[Asked], ruling: str) -> list[Asked]:
    """The cases that speak of no reading of this ruling."""
    return [one for one in asked if all(ruling not in reading.rulings for reading in one.case.readings())]


def without_refusals(asked: Sequence[Asked], clause: str, code: str) -> list[Asked]:
    """The cases that meet no refusal with this clause and code."""
    return [one for one in asked if (clause, code) not in {(each.clause, each.code) for each in violations(one)}]


def with_one_outcome(asked: Asked) -> Asked:
    """The case as if each of its readings came to the same."""
    under = tuple(other.model_copy(update={"expect": asked.case.expect}) for other in asked.case.under)
    return replace(asked, case=asked.case.model_copy(update={"under": under}))


def failing(asked: Asked) -> Asked:
    """The case as if it had gone otherwise than expected."""
    difference = Difference("anything", "one thing", "another")
    return replace(asked, results=tuple(replace(result, differences=(difference,)) for result in asked.results))


def citing(asked: Asked, code: str, clause: str) -> Asked:
    """The case as if its refusals with this code cited another clause."""
    results = (
        replace(result, violation=replace(result.violation, clause=clause))
        if result.violation is not None and result.violation.code == code
        else result
        for result in asked.results
    )
    return replace(asked, results=tuple(results))


def silent(asked: Asked) -> Asked:
    """The case without its reasoning."""
    return replace(asked, case=asked.case.model_copy(update={"because": " "}))
