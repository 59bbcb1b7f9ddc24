"""Mistaken memories: what tokens given up or replaced cost at the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from tabi.rules.implements import implements
from tabi.rules.trip.board import Board
from tabi.rules.trip.scoring import Award


@implements("trip.mistakes.area")
def mistaken(board: Board) -> int:
    """trip.mistakes.area: how many tokens lie in a player's mistaken memories."""
    return len(board.mistaken)


@implements("trip.mistakes.most")
def mistake_points(boards: Sequence[Board]) -> tuple[int, ...]:
    """trip.mistakes.most: for every seat, minus 1 for each own token when nobody has more, otherwise 0."""
    counts = [mistaken(board) for board in boards]
    return tuple(-count if count == max(counts) else 0 for count in counts)


def mistake_awards(boards: Sequence[Board]) -> tuple[tuple[Award, ...], ...]:
    """trip.mistakes.most: for every seat what the mistaken memories cost, none where they cost nothing."""
    return tuple(
        (Award("trip.mistakes.most", points, f"{-points} mistaken memories, the most"),) if points else ()
        for points in mistake_points(boards)
    )
