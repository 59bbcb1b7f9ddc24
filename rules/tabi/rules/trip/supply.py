"""Chance: the order of the bag and of the memory deck, which no position knows, from a seed by `tabi-shuffle-1`.

Everything that a seed decides comes from its numbers in one order: the goal, the boards, the memory deck, the bag. What
is not wanted is drawn all the same, so that no part of a game depends on which others were asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from pydantic import ValidationError

from tabi.rules.implements import implements
from tabi.rules.shuffle import below, numbers, shuffled
from tabi.rules.trip.setup import bag_at_start, deck_of, slots_of_round
from tabi.spec.faults import Faults, sentences
from tabi.spec.trip.city import BOARDS
from tabi.spec.trip.edition import Edition
from tabi.spec.trip.goals import GoalKind, goals_of
from tabi.spec.trip.setup import Setup, Size
from tabi.spec.trip.steps import Reveal
from tabi.spec.trip.tokens import Tokens, sorted_tokens

GOALS_OF_A_KIND: Final = 5
"""How many standard goals there are, and how many advanced ones for each side."""


class _Drawn(NamedTuple):
    """What a seed decides: the place of the goal among the possible ones (from 0), boards, deck and bag in order.

    `more` are the numbers that follow.
    """

    goal: int
    boards: tuple[int, ...]
    deck: tuple[str, ...]
    bag: Tokens
    more: Iterator[int]


def _drawn(edition: Edition, players: int, seed: int) -> _Drawn:
    source = numbers(seed)
    goal = below(GOALS_OF_A_KIND, source)
    boards = shuffled(range(1, BOARDS + 1), source)
    deck = shuffled(deck_of(edition), source)
    return _Drawn(goal, boards, deck, shuffled(bag_at_start(edition, players), source), source)


@dataclass(frozen=True, init=False)
class Supply:
    """The bag and the memory deck of one game, in the order of a seed.

    The deck is shuffled from the order of the edition's cards, the bag from the order of tokens. Tokens come from the
    front of the bag, slot by slot.
    """

    setup: Setup
    deck: tuple[str, ...]
    bag: Tokens

    def __init__(self, edition: Edition, setup: Setup, seed: int) -> None:
        """Raises `ValueError` for a seed below 0 and for a setup of another edition."""
        if setup.edition != edition:
            raise ValueError(f"The setup is for the edition {setup.edition.name}, not for {edition.name}.")
        drawn = _drawn(edition, setup.players, seed)
        object.__setattr__(self, "setup", setup)
        object.__setattr__(self, "deck", drawn.deck)
        object.__setattr__(self, "bag", drawn.bag)

    def reveal(self, round_: int) -> Reveal:
        """What is revealed in a round (from 1): the card, and the tokens of each slot."""
        sizes = [self._size(pattern) for pattern in self.deck]
        slots = slots_of_round(self.setup.players)
        first, size = slots * sum(sizes[: round_ - 1]), sizes[round_ - 1]
        filled = (self.bag[first + size * slot : first + size * (slot + 1)] for slot in range(slots))
        return Reveal(self.deck[round_ - 1], tuple(map(sorted_tokens, filled)))

    def _size(self, pattern: str) -> int:
        card = self.setup.edition.card_named(pattern)
        return card.tokens if card else 0


def numbers_for_players(edition: Edition, players: int, seed: int) -> Iterator[int]:
    """The numbers of a seed after those that setup and supply take: for players who decide by chance."""
    return _drawn(edition, players, seed).more


@implements("trip.setup.goal", "trip.setup.advanced-goals")
def setup_from_seed(
    edition: Edition,
    players: int,
    seed: int,
    *,
    city: str | None = None,
    size: Size = Size.WHOLE,
    goals: GoalKind = GoalKind.STANDARD,
    start_player: int = 1,
) -> Setup:
    """trip.setup.goal, trip.setup.advanced-goals: a setup whose goal and boards are drawn by a seed, a whole number.

    The goal is one of its kind for the city's side; the boards are dealt to the seats in order. Raises `ValueError`
    with sentences for a seed below 0 and for what no game is played with.
    """
    played = edition.city_named(edition.default_city if city is None else city)
    drawn = _drawn(edition, players, seed)
    chosen = {
        "edition": edition,
        "city": played.name,
        "players": players,
        "size": size,
        "goals": goals,
        "goal": goals_of(goals, played.side)[drawn.goal],
        "start_player": start_player,
        "boards": drawn.boards[:players],
    }
    try:
        return Setup.model_validate(chosen)
    except ValidationError as error:
        raise Faults(sentences(error)) from None
