"""The end of the game: the final scoring, and who wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tabi.rules.implements import implements
from tabi.rules.trip.board import Board
from tabi.rules.trip.goals import goal_awards
from tabi.rules.trip.mistakes import mistake_awards, mistaken
from tabi.rules.trip.photos import photo_award
from tabi.rules.trip.scoring import Award
from tabi.rules.trip.table import Table
from tabi.rules.trip.tiles import TownMap
from tabi.spec.trip.edition import CARDS
from tabi.spec.trip.rulings import TripRulings

ROUNDS: Final = CARDS
"""A round for every memory card."""


@implements("trip.ending.rounds")
def is_last(round_: int) -> bool:
    """trip.ending.rounds: whether the final scoring follows a round (1-12) and not another one."""
    return round_ >= ROUNDS


@implements("trip.ending.final")
def final_awards(
    boards: Sequence[Board], town: TownMap, table: Table, rulings: TripRulings
) -> tuple[tuple[Award, ...], ...]:
    """trip.ending.final: for every seat the awards at the end: photos, mistaken memories, goal; none of nothing."""
    photos = [(photo_award(board, own),) for board, own in zip(boards, table.photos, strict=True)]
    mistakes, goals = mistake_awards(boards), goal_awards(boards, town, table, rulings)
    return tuple((*photo, *mistake, *goal) for photo, mistake, goal in zip(photos, mistakes, goals, strict=True))


@implements("trip.ending.tie-break", "trip.ending.shared")
def winners(totals: Sequence[int], boards: Sequence[Board]) -> tuple[int, ...]:
    """trip.ending.tie-break, trip.ending.shared: the seats (from 1) that win.

    Those with the highest total; of several those with the fewest mistaken memories; of several still, all of them.
    """
    order = [(-total, mistaken(board)) for total, board in zip(totals, boards, strict=True)]
    return tuple(seat for seat, place in enumerate(order, start=1) if place == min(order))
