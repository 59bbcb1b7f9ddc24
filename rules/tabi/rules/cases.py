"""Running a rule case against the rules of its game. This module knows no game and reads no file.

A case consumes everything in it: a step left over after a refusal or after the end of the game is a failure, and so is
an expectation that the game has no word for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from pydantic import JsonValue

from tabi.rules.game import AnyGame
from tabi.rules.violations import Violation
from tabi.spec.cases import Case, Expectation, JsonObject, Reading
from tabi.spec.rulings import RulingModel, rulings_from

MOST_LISTED = 5000
"""How many legal steps a case that lists them looks at."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One expectation that did not hold: what it is about, what was expected and what came out, as text."""

    what: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a case went under one reading; it passed when there is no difference.

    `rulings` are the readings that the case sets; `position` and `step` are where it stood last, `violation` is the
    refusal that it met there, if any.
    """

    rulings: Mapping[str, object]
    position: str
    step: str | None
    violation: Violation | None
    differences: tuple[Difference, ...]

    @property
    def passed(self) -> bool:
        """Whether everything that was expected came out."""
        return not self.differences


class MalformedCase(ValueError):
    """A case that asks for what the game does not have: a position, a step, a ruling or a clause; one sentence."""


@dataclass(frozen=True, slots=True)
class _Table:
    """Where the steps of a case have led: the position, the last step tried, its refusal, and the steps left over."""

    position: object
    step: str | None
    violation: Violation | None
    unused: tuple[str, ...]


def run_case(case: Case, game: AnyGame, rulings: Mapping[str, object] | None = None) -> tuple[Result, ...]:
    """How the case goes under its own reading and each other one that it speaks of.

    `rulings` lies over all of them: with it, what a case expects is asked under another reading of the game. Raises
    `MalformedCase` when the case names something that the game does not have.
    """
    known = {clause.id for clause in game.clauses()}
    if unknown := [clause for clause in case.clauses if clause not in known]:
        raise MalformedCase(f"There is no clause {unknown[0]!r} in the game {game.name}.")
    return tuple(_run(case, reading, game, rulings or {}) for reading in case.readings())


def beginning(case: Case, game: AnyGame) -> object:
    """The position that a case begins with; raises `MalformedCase` when it cannot arise."""
    try:
        if case.deal is not None:
            return game.start(case.deal)
        return game.read_position(case.position or {})
    except ValueError as error:
        raise MalformedCase(str(error)) from None


def _run(case: Case, reading: Reading, game: AnyGame, over: Mapping[str, object]) -> Result:
    chosen = {**reading.rulings, **over}
    try:
        rulings = rulings_from(game.rulings, chosen)
    except ValueError as error:
        raise MalformedCase(str(error)) from None
    table = _play(game.taken_up(beginning(case, game), rulings), reading.steps or (), game, rulings)
    differences = tuple(_differences(case, reading.expect, table, game, rulings))
    text = game.format_position(table.position)
    return Result(chosen, text, table.step, table.violation, differences)


def _play(position: object, steps: tuple[str, ...], game: AnyGame, rulings: RulingModel) -> _Table:
    """Plays the steps until one is refused or the game is over."""
    text = None
    for number, text in enumerate(steps, start=1):
        if game.ending(position) is not None and number < len(steps):
            return _Table(position, steps[number - 2], None, steps[number - 1 :])
        try:
            step = game.read_step(text)
        except ValueError as error:
            raise MalformedCase(str(error)) from None
        if refused := game.violation(position, step, rulings):
            return _Table(position, text, refused, steps[number:])
        position = game.apply(position, step, rulings)
    return _Table(position, text, None, ())


def _differences(
    case: Case, expect: Expectation, table: _Table, game: AnyGame, rulings: RulingModel
) -> Iterator[Difference]:
    if table.unused:
        yield Difference("unused steps", "none", "; ".join(table.unused))
    refused = table.violation
    code = refused.code if refused else None
    if code != expect.violation:
        yield Difference("violation", expect.violation or "none", str(refused or "none"))
    elif refused and refused.clause not in case.clauses:
        yield Difference("clause of the violation", " or ".join(case.clauses), refused.clause)
    if expect.outcome is not None:
        ending = game.ending(table.position)
        yield from _compared("outcome", expect.outcome, ending.text if ending else "none")
    if expect.legal is not None:
        yield from _legal(expect.legal, table, game, rulings)
    yield from _answers(expect.answers, table, game, rulings)


def _legal(
    expected: tuple[str, ...] | dict[str, tuple[str, ...]], table: _Table, game: AnyGame, rulings: RulingModel
) -> Iterator[Difference]:
    legal = [game.format_step(step) for step in islice(game.legal_steps(table.position, rulings), MOST_LISTED)]
    if isinstance(expected, tuple):
        yield from _compared("legal steps", sorted(_canonical(expected, game)), sorted(legal))
        return
    for word, steps in expected.items():
        begins = sorted(step for step in legal if step.split()[0] == word)
        yield from _compared(f"legal steps {word}", sorted(_canonical(steps, game)), begins)


def _canonical(steps: tuple[str, ...], game: AnyGame) -> list[str]:
    try:
        return [game.format_step(game.read_step(step)) for step in steps]
    except ValueError as error:
        raise MalformedCase(str(error)) from None


def _answers(expected: JsonObject, table: _Table, game: AnyGame, rulings: RulingModel) -> Iterator[Difference]:
    fields = game.write_position(table.position)
    for name, value in expected.items():
        if name in game.questions:
            yield from _contains(name, value, game.questions[name](table.position, rulings))
        elif name in fields:
            yield from _contains(name, value, fields[name])
        else:
            words = ("violation", "legal", "outcome", *game.questions, *fields)
            raise MalformedCase(f"A case cannot expect {name!r}; it can expect {', '.join(words)}.")


def _contains(name: str, expected: JsonValue, got: JsonValue) -> Iterator[Difference]:
    """Differences of a field or an answer: of a mapping only the keys that the case names."""
    if not isinstance(expected, dict) or not isinstance(got, dict):
        yield from _compared(name, expected, got)
        return
    for key, value in expected.items():
        if str(key) not in got:
            raise MalformedCase(f"A case cannot expect {name} {key}; {name} has {', '.join(got)}.")
        yield from _contains(f"{name} {key}", value, got[str(key)])


def _compared(what: str, expected: object, got: object) -> Iterator[Difference]:
    if expected != got:
        yield Difference(what, _text(expected), _text(got))


def _text(value: object) -> str:
    if value is None:
        return "none"
    return f"[{', '.join(map(_text, value))}]" if isinstance(value, list) else str(value)
