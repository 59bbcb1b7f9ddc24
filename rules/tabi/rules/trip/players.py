"""Players that decide by themselves, a random one and a greedy one: the same for the same numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, islice
from typing import Final

from tabi.rules.shuffle import below
from tabi.rules.trip.best_branches import best_branches
from tabi.rules.trip.moment import Phase
from tabi.rules.trip.placing import placing_steps
from tabi.rules.trip.playing import Player
from tabi.rules.trip.position import Position
from tabi.rules.trip.verbs import legal_steps, violation
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.steps import Step

MOST_LOOKED_AT: Final = 5000
"""How many legal steps the random player chooses among where there are more, as with places among very many shops."""


def random_player(source: Iterator[int]) -> Player:
    """A player who takes any legal step, by the numbers of `source` (see `tabi.rules.shuffle`)."""
    return lambda position, rulings: random_step(position, rulings, source)


def greedy_player(source: Iterator[int]) -> Player:
    """A player who gains the most at once in every turn, see `greedy_steps`; for one game, asked step by step."""
    planned: list[Step] = []
    turns: list[int] = []

    def decide(position: Position, rulings: TripRulings) -> Step:
        if position.phase is Phase.FINAL:
            return next(legal_steps(position, rulings))
        if not planned or position.phase is Phase.DRAFT or turns != [position.turn]:
            planned[:] = greedy_steps(position, rulings, source)
            turns[:] = [position.turn]
        return planned.pop(0)

    return decide


def random_step(position: Position, rulings: TripRulings, source: Iterator[int]) -> Step:
    """A legal step, each equally likely, by the numbers of `source`; raises `ValueError` where no player has one."""
    if position.phase is Phase.PLACE:
        return _random_placing(position, rulings, source)
    steps = list(islice(legal_steps(position, rulings), MOST_LOOKED_AT))
    if not steps:
        raise ValueError(f"The phase is {position.phase}: no player has a step there.")
    return steps[below(len(steps), source)]


def _random_placing(position: Position, rulings: TripRulings, source: Iterator[int]) -> Step:
    """trip.placing: candidates are drawn until one is legal; most are, and asking about all of them takes long."""
    hand, done, table = position.hand, position.placing, position.table
    steps = list(placing_steps(position.board, hand, done, position.pattern, table, rulings))
    while violation(position, step := steps[below(len(steps), source)], rulings) is not None:
        steps.remove(step)
    return step


def greedy_steps(position: Position, rulings: TripRulings, source: Iterator[int]) -> tuple[Step, ...]:
    """The steps of a turn that gains the most points at once, over all open slots in the phase `draft`.

    Of those turns one of which the placement gives up the fewest tokens, each equally likely, by the numbers of
    `source`: with nothing to gain, the canonical choice would pile all tokens up on the first squares. Raises
    `ValueError` where no player is in a turn.
    """
    _, branches = best_branches(position, rulings, over_slots=position.phase is Phase.DRAFT)
    fewest = min(branch.given_up for branch in branches)
    thrifty = [branch for branch in branches if branch.given_up == fewest]
    sums = list(accumulate(branch.rest.ties for branch in thrifty))
    number = below(sums[-1], source)
    index = next(index for index, total in enumerate(sums) if number < total)
    return next(islice(thrifty[index].choices(), number - (sums[index - 1] if index else 0), None))
