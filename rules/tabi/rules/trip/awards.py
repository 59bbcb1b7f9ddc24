"""What a step scores and by which clause: the step that lays a tile, and the final scoring."""

from __future__ import annotations

from collections.abc import Iterable

from tabi.rules.implements import implements
from tabi.rules.trip import ending, tiles
from tabi.rules.trip.moment import SeatAward
from tabi.rules.trip.position import Position
from tabi.rules.trip.scoring import Award, turn_awards
from tabi.rules.trip.tiles import TownMap
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.steps import Lay, Score, Step


def awards_of(position: Position, step: Step, rulings: TripRulings) -> tuple[SeatAward, ...]:
    """trip.scoring, trip.ending.final: every award that a legal step brings, with its clause; most steps bring none.

    Those of the final scoring are of every seat, seat by seat.
    """
    match step:
        case Lay():
            return lay_awards(position, step, rulings)
        case Score():
            return final_awards(position, rulings)
        case _:
            return ()


def lay_awards(position: Position, step: Lay, rulings: TripRulings) -> tuple[SeatAward, ...]:
    """trip.scoring: what the place just defined scores when this is laid for it."""
    place, fresh = position.defining, position.fresh[position.player - 1]
    after = town_after(position, step, rulings)
    return seated(position.player, turn_awards(position.board, place, fresh, position.town, after, rulings))


def final_awards(position: Position, rulings: TripRulings) -> tuple[SeatAward, ...]:
    """trip.ending.final: photos, mistaken memories and goal of every seat, as if the game ended now."""
    by_seat = ending.final_awards(position.boards, position.town, position.table, rulings)
    return tuple(award for seat, awards in enumerate(by_seat, start=1) for award in seated(seat, awards))


def seated(seat: int, awards: Iterable[Award]) -> tuple[SeatAward, ...]:
    """The awards of a seat, with the seat."""
    return tuple(SeatAward(seat, award.clause, award.points, award.why) for award in awards)


@implements("trip.scoring.at-once")
def with_awards(scores: tuple[int, ...], awards: Iterable[SeatAward]) -> tuple[int, ...]:
    """trip.scoring.at-once, trip.ending.final: the scores, seat by seat, with awards added; they may fall below 0."""
    points = [0] * len(scores)
    for award in awards:
        points[award.seat - 1] += award.points
    return tuple(score + more for score, more in zip(scores, points, strict=True))


def town_after(position: Position, step: Lay, rulings: TripRulings) -> TownMap:
    """trip.tiles: the map with what a legal step lays."""
    return tiles.lay_result(position.board, position.defining, step, position.town, position.table, rulings)
