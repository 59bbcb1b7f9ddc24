"""Valued closed sets: a proof, checked by looking at legal steps alone, that no win has more than so many points.

Positions are listed with values, each of which says: a win from here brings at most so many further points. Every legal
step must keep that: what it earns and the value of where it leads are together no more than the value it came from.
This module knows no game and no solver.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal, Self

from pydantic import BaseModel, ConfigDict, JsonValue, model_validator

from tabi.rules.game import AnyGame
from tabi.rules.records import Claim, Fault, MalformedRecord, Record, beginning, replay
from tabi.spec.rulings import RulingModel, rulings_from

JsonObject = dict[str, JsonValue]
Progress = Callable[[int, int], None]
"""Called with how many positions are checked and how many there are."""

MOST_STEPS: Final = 2_000_000
"""So many steps are followed from one listed position, and no more: a set that asks for more lists too little."""
MOST_REMEMBERED: Final = 200_000
"""So many positions amid turns are remembered; then they are forgotten, and followed again where they come up."""


class ValuedSet(BaseModel):
    """A proof that no win from the beginning of a game has more than `value` points.

    `positions` (one-line notation, without points and turn) are listed with `values`: of each, the most further points
    that a win from there brings at most. Positions amid a turn, the beginning among them, need not be listed: the
    checker follows them. A step may also lead to a lost game, to a position from which a theorem named in `bounds`
    excludes a win, or to one whose further points a theorem named in `points_bounds` limits to few enough.
    `most-points` claims besides that a win with `value` points exists: `line` leads to it, turn by turn.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["valued-set"] = "valued-set"
    version: Literal[1] = 1
    game: str
    rulings: dict[str, str] = {}
    deal: JsonObject | None = None
    position: JsonObject | None = None
    claim: Literal["at-most", "most-points"]
    value: int
    line: tuple[tuple[JsonValue, ...], ...] | None = None
    bounds: tuple[str, ...] = ()
    points_bounds: tuple[str, ...] = ()
    positions: tuple[str, ...] = ()
    values: tuple[int, ...] = ()

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if len(self.positions) != len(self.values):
            raise ValueError(f"there are {len(self.positions)} positions and {len(self.values)} values")
        if (self.claim == "most-points") is (self.line is None):
            raise ValueError("a claim of most points has a line, and a claim of at most so many points has none")
        return self


@dataclass(frozen=True, slots=True)
class Held:
    """What a valued set that holds shows, in a sentence, and the theorems that it leans on."""

    shows: str
    theorems: tuple[str, ...]


def check_valued_set(certificate: ValuedSet, game: AnyGame, progress: Progress | None = None) -> Held | Fault:
    """Whether a valued set holds, or its first fault; `progress` is told how many positions are checked of how many.

    Raises `MalformedRecord` when it names what its game does not have.
    """
    if certificate.line is not None and (fault := _line_fault(certificate, game)):
        return fault
    values = _listed(certificate, game)
    if isinstance(values, Fault):
        return values
    return _closed_fault(certificate, game, values, progress) or Held(
        _sentence(certificate, len(values)), (*certificate.bounds, *certificate.points_bounds)
    )


def points_so_far(game: AnyGame, position: object) -> int:
    """The points of a position; of a won game those that it ended with."""
    ending = game.ending(position)
    if ending is not None and ending.points is not None:
        return ending.points
    return game.points_of(position)


def _sentence(certificate: ValuedSet, positions: int) -> str:
    closed = f"{positions} positions with values that no step exceeds"
    if certificate.line is None:
        return f"No win has more than {certificate.value} points: {closed}."
    return f"The most points of a win are {certificate.value}: a line of {len(certificate.line)} turns, and {closed}."


def _listed(certificate: ValuedSet, game: AnyGame) -> dict[object, int] | Fault:
    """The listed positions with their values, or the fault that one stands there twice."""
    _know("bound", certificate.bounds, game.bounds)
    _know("bound on points", certificate.points_bounds, tuple(game.points_bounds))
    values: dict[object, int] = {}
    for number, (text, value) in enumerate(zip(certificate.positions, certificate.values, strict=True), start=1):
        try:
            key = game.key(game.parse_position(text))
        except ValueError as error:
            raise MalformedRecord(f"position {number}: {error}") from None
        if key in values:
            return Fault(f"position {number}", "It is listed twice.")
        values[key] = value
    return values


def _know(what: str, named: tuple[str, ...], known: tuple[str, ...]) -> None:
    if unknown := [one for one in named if one not in known]:
        raise MalformedRecord(f"There is no {what} {unknown[0]!r}; there are {', '.join(known) or 'none'}.")


def _line_fault(certificate: ValuedSet, game: AnyGame) -> Fault | None:
    """What is wrong with the line to a win with as many points as are claimed."""
    record = _record(certificate).model_copy(update={"claim": Claim(points=certificate.value)})
    came = replay(record, game)
    if isinstance(came, Fault):
        return Fault(f"line, {came.where}", came.message, came.violation, came.step)
    won = came.ending is not None and came.ending.won
    return None if won else Fault("line", "It does not end with a win.")


def _record(certificate: ValuedSet) -> Record:
    return Record(
        kind="line",
        game=certificate.game,
        rulings=certificate.rulings,
        deal=certificate.deal,
        position=certificate.position,
        turns=certificate.line or (),
    )


def _closed_fault(
    certificate: ValuedSet, game: AnyGame, values: Mapping[object, int], progress: Progress | None
) -> Fault | None:
    """The first step that earns too much, from the beginning or from a listed position."""
    try:
        rulings = rulings_from(game.rulings, certificate.rulings)
    except ValueError as error:
        raise MalformedRecord(str(error)) from None
    following = _Following(game, rulings, values, certificate.bounds, certificate.points_bounds)
    start = game.taken_up(beginning(_record(certificate), game), rulings)
    if fault := following.from_the_beginning(start, certificate.value):
        return Fault("the beginning", fault)
    for number, (position, value) in enumerate(values.items(), start=1):
        if progress is not None:
            progress(number, len(values))
        if fault := following.fault_from(position, value):
            return Fault(f"position {number}", fault)
    return None


Path = tuple[object, "Path"] | None
"""The steps that led somewhere, the last one first."""


@dataclass(frozen=True, slots=True)
class _Amid:
    """A position that is followed: how many further points a win from it may bring, and the steps that led to it."""

    position: object
    allowance: int
    path: Path = None


class _Following:
    """Follows positions step by step to where something is known; the one value of a check that changes.

    `remembered` has positions amid turns with the least allowance under which they are or have been followed. That is
    sound, in a circle too: each position was looked at with its least allowance, and all its steps kept to that.
    """

    def __init__(
        self,
        game: AnyGame,
        rulings: RulingModel,
        values: Mapping[object, int],
        bounds: tuple[str, ...],
        points_bounds: tuple[str, ...],
    ) -> None:
        self._game = game
        self._rulings = rulings
        self._values = values
        self._bounds = bounds
        self._limits = tuple(game.points_bounds[name] for name in points_bounds)
        self._remembered: dict[object, int] = {}

    def from_the_beginning(self, start: object, most: int) -> str | None:
        """Why a win from the beginning may have more points than `most`, in a sentence; None when none has."""
        game = self._game
        allowance = most - points_so_far(game, start)
        ending = game.ending(start)
        if ending is not None:
            return f"It is won with {ending.points} points." if ending.won and allowance < 0 else None
        if self._keeps(start, game.key(start), allowance):
            return None
        return self.fault_from(game.key(start), allowance)

    def fault_from(self, position: object, value: int) -> str | None:
        """Why further points from a position under way may be more than its value; None when they are not."""
        if self._game.ending(position) is not None:
            return "The game is over there, and nothing needs to be listed."
        self._remembered[position] = value
        stack, steps = [_Amid(position, value)], 0
        while stack:
            here = stack.pop()
            if self._game.chance(here.position):
                return f"{_way(self._game, here.path)}Chance comes next, and no legal step says what it may bring."
            for step in self._game.legal_steps(here.position, self._rulings):
                steps += 1
                came = self._after(here, step)
                if isinstance(came, str):
                    return f"{_way(self._game, here.path)}The step {self._game.format_step(step)} {came}."
                if came is not None:
                    stack.append(came)
            if steps > MOST_STEPS:
                return f"More than {MOST_STEPS} steps lead from it amid its turn; more positions should be listed."
        self._forget()
        return None

    def _after(self, here: _Amid, step: object) -> _Amid | str | None:
        """Where a step leads if that has to be followed, what is wrong with it, or None when it keeps the allowance."""
        game = self._game
        after = game.apply(here.position, step, self._rulings)
        earned = points_so_far(game, after) - points_so_far(game, here.position)
        left = here.allowance - earned
        if (ending := game.ending(after)) is not None:
            return f"wins and earns {earned}, where {here.allowance} are left" if ending.won and left < 0 else None
        key = game.key(after)
        if self._remembered.get(key, left + 1) <= left or self._keeps(after, key, left):
            return None
        if (value := self._values.get(key)) is not None:
            return f"earns {earned} and leads to a value of {value}, where {here.allowance} are left"
        if game.turn_of(after) != game.turn_of(here.position):
            return f"ends the turn where nothing is listed and no bound is as low as {left}"
        self._remembered[key] = left
        return _Amid(after, left, (step, here.path))

    def _keeps(self, position: object, key: object, allowance: int) -> bool:
        """Whether no win from a position brings more points than allowed, as far as list and theorems say."""
        value = self._values.get(key)
        if value is not None and value <= allowance:
            return True
        if self._bounds and self._game.excluded(position, self._rulings) in self._bounds:
            return True
        limits = (limit(position, self._rulings) for limit in self._limits)
        return any(limit is not None and limit <= allowance for limit in limits)

    def _forget(self) -> None:
        if len(self._remembered) > MOST_REMEMBERED:
            self._remembered.clear()


def _way(game: AnyGame, path: Path) -> str:
    """The steps of a path in words."""
    steps = [game.format_step(step) for step in _steps(path)]
    return f"After {', '.join(reversed(steps))}: " if steps else ""


def _steps(path: Path) -> Iterator[object]:
    while path is not None:
        step, path = path
        yield step
