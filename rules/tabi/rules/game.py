"""What the game-free machinery needs to know of a game: one value per game, found by entry point.

A package of anybody's announces its game under the entry point group `tabi.games`; cases, records, certificates, the
command and the pytest plugin then serve it without a change here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from importlib.resources.abc import Traversable
from typing import Any, Generic, TypeVar

from pydantic import JsonValue

from tabi.rules.violations import Violation
from tabi.spec.clauses import Clause
from tabi.spec.rulings import Ruling, RulingModel

P = TypeVar("P")
S = TypeVar("S")
R = TypeVar("R", bound=RulingModel)

GROUP = "tabi.games"
JsonObject = dict[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game in words that every game shares: whether it was won, and how (`won 12`, `lost refill-draw`)."""

    won: bool
    text: str
    points: int | None = None


def _nothing_excluded(position: object, rulings: RulingModel) -> None:
    """A game without proved bounds excludes nothing."""


def _no_chance(position: object) -> bool:
    """A game in which nothing is revealed on the way."""
    return False


def _no_points(position: object) -> int:
    """A game in which no points are gained on the way."""
    return 0


@dataclass(frozen=True)
class Game(Generic[P, S, R]):
    """A game with positions `P`, steps `S` and rulings `R`.

    `start` reads what a game begins with (a deal), `read_position` a position, both as JSON writes them, and both raise
    `ValueError` with sentences; `read_step` reads a step from text or JSON. `questions` are what a case may ask of a
    position beside its fields. `package` is where `@implements` marks are looked for; `cases` is the folder of the
    game's own case files. `key` leaves out of a position what does not change what may come; `taken_up` gives a
    position that was written without a reading in mind as play under these rulings takes it up. `chance` says of a
    position whether something has to be revealed there: `legal_steps` lists none, though the game goes on. `excluded`
    names a proved theorem by which a position cannot be won, of those in `bounds`; None when none says so. `points_of`
    are the points gained so far in a game under way; what a step adds to them must not depend on them, since `key`
    leaves them out. `points_bounds` are proved theorems by id, each with a function that says how many further points
    a win from a position under way brings at most; None where it says nothing. (That a position cannot be won at all
    is for `excluded` to say; a bound on points may then be any number.)
    """

    name: str
    package: str
    clauses: Callable[[], tuple[Clause, ...]]
    rulings: type[R]
    ruling_table: Callable[[], tuple[Ruling, ...]]
    start: Callable[[JsonObject], P]
    read_position: Callable[[JsonObject], P]
    write_position: Callable[[P], JsonObject]
    format_position: Callable[[P], str]
    parse_position: Callable[[str], P]
    key: Callable[[P], P]
    taken_up: Callable[[P, R], P]
    turn_of: Callable[[P], int]
    read_step: Callable[[JsonValue], S]
    write_step: Callable[[S], JsonValue]
    format_step: Callable[[S], str]
    legal_steps: Callable[[P, R], Iterator[S]]
    violation: Callable[[P, S, R], Violation | None]
    apply: Callable[[P, S, R], P]
    ending: Callable[[P], Ending | None]
    schemas: Callable[[], Mapping[str, JsonObject]]
    cases: Traversable
    questions: Mapping[str, Callable[[P, R], JsonValue]] = field(default_factory=dict)
    chance: Callable[[P], bool] = _no_chance
    bounds: tuple[str, ...] = ()
    excluded: Callable[[P, R], str | None] = _nothing_excluded
    points_of: Callable[[P], int] = _no_points
    points_bounds: Mapping[str, Callable[[P, R], int | None]] = field(default_factory=dict)


AnyGame = Game[Any, Any, Any]  # Any: the machinery passes positions and steps from one function of a game to another


class UnknownGame(ValueError):
    """A name that no installed package announces a game under; the message is one sentence."""


def games() -> Mapping[str, AnyGame]:
    """Every installed game by name, in alphabetical order."""
    found = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        game = entry.load()
        if not isinstance(game, Game):
            raise TypeError(f"the entry point {entry.name} of the group {GROUP} is not a Game")
        found[game.name] = game
    return found


def game_named(name: str) -> AnyGame:
    """The installed game of this name; raises `UnknownGame` with the names that there are."""
    found = games()
    if name not in found:
        raise UnknownGame(f"There is no game {name!r}; the games are {', '.join(found)}.")
    return found[name]
