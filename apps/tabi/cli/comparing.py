"""What other readings change in a game's own cases: every question asked twice, and the answers held together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import as_file

from tabi.casefiles import LoadedCase
from tabi.cli.casing import load_all
from tabi.cli.errors import refusing
from tabi.cli.output import Telling
from tabi.rules.cases import Difference, Result, run_case
from tabi.rules.game import AnyGame
from tabi.spec.cases import Case, Reading

WALK = ("applied", "pointer", "pending")
"""Parts of a one-line position that only keep a reading's books."""


@dataclass(frozen=True, slots=True)
class Change:
    """A question that comes out otherwise: its case, the readings that the case sets itself, and the differences."""

    loaded: LoadedCase
    own: Mapping[str, object]
    differences: tuple[Difference, ...]


def shipped(game: AnyGame, tell: Telling) -> list[LoadedCase]:
    """The cases that come with the game."""
    with as_file(game.cases) as folder:
        return load_all([folder], tell)


def compare(game: AnyGame, changed: Mapping[str, str], tell: Telling) -> Iterator[tuple[str, Change | None]]:
    """For every question of the shipped cases that the changed readings touch: its place, and its change if any.

    A case asks once under its own readings and once under each other one that it speaks of. What it fixes itself stays
    as it is, and a question that fixes all of the changed points is not asked again.
    """
    for loaded in shipped(game, tell):
        for reading in loaded.case.readings():
            over = {one: value for one, value in changed.items() if one not in reading.rulings}
            if over:
                yield loaded.where, _change(loaded, reading, over, game)


def _change(loaded: LoadedCase, reading: Reading, over: Mapping[str, str], game: AnyGame) -> Change | None:
    question = _alone(loaded.case, reading)
    with refusing(loaded.where):
        (before,), (after,) = run_case(question, game), run_case(question, game, over)
    found = _differences(before, after)
    return Change(loaded, reading.rulings, found) if found else None


def _alone(case: Case, reading: Reading) -> Case:
    """The case with this one reading only."""
    own = {"rulings": reading.rulings, "steps": reading.steps or (), "expect": reading.expect, "under": ()}
    return case.model_copy(update=own)


def _differences(before: Result, after: Result) -> tuple[Difference, ...]:
    """What no longer holds; where all that is expected holds, what else came out otherwise in the last position."""
    if after.differences != before.differences:
        return after.differences or (Difference("the case", "a failure", "it passes"),)
    return tuple(_other_words(before.position, after.position))


def _other_words(before: str, after: str) -> Iterator[Difference]:
    """The parts of two one-line positions that are not the same."""
    first, second = (dict(word.partition("=")[::2] for word in text.split()) for text in (before, after))
    for name in dict.fromkeys((*first, *second)):
        if name not in WALK and first.get(name) != second.get(name):
            yield Difference(f"{name}, not asked by the case", first.get(name, "none"), second.get(name, "none"))
