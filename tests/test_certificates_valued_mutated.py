"""Valued sets that hold, each made wrong in one place: none is accepted.

Most mutants claim what is false: the true values are known from every play by the rules, so that no checker may accept
them. In a set that leans on no bound each position that is listed is also needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

from mutating import Json, Mutant, changed, different, rejected, verdict
from solvers.closing_positions import FOUR_CARDS, position, values_of
from tabi.rules import solitaire
from tabi.rules.certificates import Valid
from tabi.rules.solitaire import Position
from tabi.rules.solitaire.game import read_position, write_position, write_step
from tabi.rules.valued import ValuedSet
from tabi.solvers.points.exact import exhaust
from tabi.solvers.points.exact_proof import certify
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

LOST = -1_000
"""What a lost game counts as: of positions from which no play wins any value is true, if it keeps to the steps."""


def written(start: Position) -> Json:
    """A set that leans on no bound: every beginning of a turn in reach, with the most points that plays bring."""
    values = {key: value for key, value in values_of(start, DEFAULT_RULINGS, LOST).items() if value is not None}
    line = exhaust(start, DEFAULT_RULINGS).line
    assert line is not None
    certificate = ValuedSet(
        game="solitaire",
        position=write_position(start),
        claim="most-points",
        value=start.points + values[start.key],
        line=tuple(tuple(write_step(step) for step in turn) for turn in line),
        positions=tuple(map(solitaire.format_position, values)),
        values=tuple(values.values()),
    )
    document: Json = json.loads(certificate.model_dump_json())
    return document


@cache
def plain() -> tuple[Json, ...]:
    """Two sets that lean on no bound."""
    return written(position(FOUR_CARDS[0])), written(position(FOUR_CARDS[2]))


@cache
def leaning() -> tuple[Json, ...]:
    """Two sets of the exhaustion, which lean on a bound."""
    starts = position(FOUR_CARDS[0]), position(FOUR_CARDS[3])
    made = [certify(start, start, DEFAULT_RULINGS) for start in starts]
    assert all(one is not None and one.points_bounds for one in made)
    return tuple(json.loads(one.model_dump_json()) for one in made if one is not None)


def mutated_values(document: Json) -> Iterator[Mutant]:
    """A value that is one less than some play brings from there."""
    truth = values_of(read_position(document["position"]), DEFAULT_RULINGS)
    for number, text in enumerate(document["positions"]):
        most = truth[solitaire.parse_position(text).key]
        if most is not None:
            values = list(document["values"])
            values[number] = most - 1
            yield Mutant(f"from position {number + 1} a play brings more", changed(document, values=values))


def mutated_claims(document: Json) -> Iterator[Mutant]:
    """Claims that are not true, lines that do not come to them, other games."""
    value, line = document["value"], document["line"]
    for other in (value - 1, value + 1, value - 10, 0):
        yield Mutant("another number of points is claimed", changed(document, value=other))
        if other < value:
            less = {"claim": "at-most", "line": None, "value": other}
            yield Mutant("fewer points are claimed than a line has", changed(document, **less))
    for turn, steps in enumerate(line):
        rest = [*line[:turn], *line[turn + 1 :]]
        yield Mutant(f"turn {turn + 1} of the line is missing", changed(document, line=rest))
        for step in range(len(steps)):
            if steps[step]["step"] in ("play", "blacks", "place", "refill", "resolve", "trim"):
                cut = [*line[:turn], steps[:step] + steps[step + 1 :], *line[turn + 1 :]]
                yield Mutant(f"step {step + 1} of turn {turn + 1} is missing", changed(document, line=cut))
    begun: Json = document["position"]
    yield Mutant("the game has other points before", changed(document, position={**begun, "points": 0}))
    deck = begun["deck"]
    turned = {
        **begun,
        "deck": deck[::-1],
        "hand": begun["hand"][:-1],
        "discard": [*begun["discard"], begun["hand"][-1]],
    }
    yield Mutant("a card is missing from the hand, and the deck is turned over", changed(document, position=turned))
    yield Mutant("it begins with a deal as well", changed(document, deal={"deck": "", "bay_road_day": 1}))
    yield Mutant("pawns that pass day 7 stop", changed(document, rulings={"sol.past-seven": "stop-at-one"}))
    yield Mutant("there is no such ruling", changed(document, rulings={"sol.none": "yes"}))
    yield Mutant("there is no such version", changed(document, version=2))
    yield Mutant("there is no such claim", changed(document, claim="least-points"))
    yield Mutant("there is no line", changed(document, line=None))
    yield Mutant("a value is missing", changed(document, values=document["values"][1:]))
    twice = {part: [*document[part], document[part][0]] for part in ("positions", "values")}
    yield Mutant("a position stands twice", changed(document, **twice))
    yield Mutant("there is no such bound", changed(document, points_bounds=["sol.ending.wishes"]))


def needed(document: Json) -> list[int]:
    """The indices of positions that come up at the ends of turns alone: no letter has been spent on the way to them.

    Others come up amid a turn too, by a letter spent before the play, where the checker follows them unasked.
    """
    parsed = list(map(solitaire.parse_position, document["positions"]))
    resolved = len(parsed[0].resolved)
    return [number for number, one in enumerate(parsed) if number and one.letters == len(one.resolved) - resolved]


def mutated_lists(document: Json) -> Iterator[Mutant]:
    """Sets that lean on no bound, with positions dropped: each comes up in a play, and nothing else says its value."""
    positions, values, numbers = document["positions"], document["values"], needed(document)
    for number in numbers[:: max(1, len(numbers) // 12)]:
        fewer = {
            "positions": positions[:number] + positions[number + 1 :],
            "values": values[:number] + values[number + 1 :],
        }
        yield Mutant(f"position {number + 1} is dropped", changed(document, **fewer))
    for number in numbers[:: max(1, len(numbers) // 8)]:
        words = positions[number].split()
        elsewhere = [f"white={int(word[6]) % 7 + 1}" if word.startswith("white=") else word for word in words]
        altered = [*positions[:number], " ".join(elsewhere), *positions[number + 1 :]]
        yield Mutant(f"white stands elsewhere in position {number + 1}", changed(document, positions=altered))


@cache
def mutants() -> list[Mutant]:
    every = [mutant for one in (*plain(), *leaning()) for mutant in (*mutated_values(one), *mutated_claims(one))]
    without_bounds = [changed(one, points_bounds=[], bounds=[]) for one in leaning()]
    return [
        *every,
        *(mutant for one in plain() for mutant in mutated_lists(one)),
        *(Mutant("the bound that it leans on is not named", one) for one in without_bounds),
    ]


def test_the_sets_hold_before_they_are_mutated() -> None:
    for document in (*plain(), *leaning()):
        came = verdict(document)
        assert isinstance(came, Valid), came


def test_no_mutated_valued_set_is_accepted() -> None:
    assert different(mutants()) > 150
    rejected(mutants())
