"""The movement phase: white by the number of the card, the lap card, the blacks by what is left of seven."""

from __future__ import annotations

from collections.abc import Iterator

from tabi.rules.implements import implements
from tabi.rules.solitaire.ending import end, end_by_failed_draw, game_over, not_in_hand, out_of_turn
from tabi.rules.solitaire.position import Position, evolve, with_card, without
from tabi.rules.solitaire.table import LossReason, Lost, Phase
from tabi.rules.violations import Violation
from tabi.spec.solitaire.locations import DAYS, LAST_DAY
from tabi.spec.solitaire.rulings import EmptyHand, MapLap, PastSeven, SolitaireRulings
from tabi.spec.solitaire.steps import BlackMove, Blacks, NoCard, Play

SHARE = 7
"""What a card's number and the steps of the black pawns add up to."""


@implements("sol.movement.ring")
def forward(day: int, steps: int, past_seven: PastSeven) -> int:
    """sol.movement.ring: the day (1-7) that lies `steps` days (0-7) after `day` on the ring; day 1 follows day 7.

    Under `sol.past-seven=stop-at-one` a move that passes day 7 ends on day 1.

    >>> forward(1, 4, PastSeven.RING)          # the text's setup example: a 4 leads from day 1 to day 5
    5
    """
    if past_seven is PastSeven.STOP_AT_ONE and day + steps > LAST_DAY:
        return 1
    return (day - 1 + steps) % DAYS + 1


@implements("sol.movement.day-seven-rest")
def passes_seven(day: int, steps: int) -> bool:
    """sol.movement.day-seven-rest: whether a move of `steps` days goes from day 7 to day 1; to stop on day 7 does not.

    >>> passes_seven(3, 4), passes_seven(3, 5), passes_seven(7, 1)
    (False, True, True)
    """
    return day + steps > LAST_DAY


@implements("sol.movement.lap-cost")
def pay_lap(position: Position, rulings: SolitaireRulings) -> Position:
    """sol.movement.lap-cost: the top card of the deck is discarded; with an empty deck the draw fails."""
    if not position.deck:
        return end_by_failed_draw(position, LossReason.LAP_DRAW, rulings)
    return evolve(position, deck=position.deck[1:], discard=with_card(position.discard, position.deck[0]))


def play_violation(position: Position, step: Play) -> Violation | None:
    """sol.movement.play: the card must be in the hand."""
    return out_of_turn(position, Phase.PLAY) or not_in_hand(position, step.card, "sol.movement.play")


@implements("sol.movement.play")
def play_result(position: Position, step: Play, rulings: SolitaireRulings) -> Position:
    """sol.movement.play: the card leaves the hand, white makes its whole move, then a lap is paid."""
    number = step.card.number
    moved = number + position.map_shift
    paying = min(number, moved) if rulings.map_lap is MapLap.FREE else moved
    played = evolve(
        position,
        phase=Phase.BLACKS,
        white=forward(position.white, moved, rulings.past_seven),
        hand=without(position.hand, step.card),
        played=step.card,
        map_shift=0,
    )
    return pay_lap(played, rulings) if passes_seven(position.white, paying) else played


def no_card_violation(position: Position, _: NoCard) -> Violation | None:
    """sol.movement.empty-hand: only an empty hand lets the play go by."""
    if refused := out_of_turn(position, Phase.PLAY):
        return refused
    if not position.hand:
        return None
    return Violation(
        "hand-not-empty",
        "sol.movement.empty-hand",
        "The hand is not empty, so a card is played.",
        {"hand": position.hand},
    )


@implements("sol.movement.empty-hand")
def no_card_result(position: Position, _: NoCard, rulings: SolitaireRulings) -> Position:
    """sol.movement.empty-hand: without a card the game is lost; under `skip` the turn goes on with the refill."""
    if rulings.empty_hand is EmptyHand.SKIP:
        return evolve(position, phase=Phase.REFILL, map_shift=0)
    return end(evolve(position, map_shift=0), Lost(LossReason.EMPTY_HAND))


def any_time_violation(position: Position, rulings: SolitaireRulings) -> Violation | None:
    """sol.ending.over, sol.movement.empty-hand: whether items and letters are shut out at this moment.

    They are after the end of the game, and, under `sol.empty-hand=lose`, with no card to play.
    """
    if refused := game_over(position):
        return refused
    if rulings.empty_hand is EmptyHand.LOSE and position.phase is Phase.PLAY and not position.hand:
        message = "The hand is empty at the moment of play, so the game is lost."
        return Violation("hand-empty", "sol.movement.empty-hand", message, ruling="sol.empty-hand")
    return None


@implements("sol.movement.blacks-total", "sol.movement.blacks-both")
def blacks_violation(position: Position, step: Blacks) -> Violation | None:
    """sol.movement.blacks-total, sol.movement.blacks-both: 7 minus the printed number together, each at least one.

    When a single step is to be shared (after a 6) one black pawn makes it.
    """
    if refused := out_of_turn(position, Phase.BLACKS):
        return refused
    total = share_of_blacks(position)
    days = tuple(move.day for move in step.moves)
    if not _stand_on(position.blacks, days):
        message = f"The black pawns stand on the days {position.blacks[0]} and {position.blacks[1]}."
        return Violation(
            "no-black-there", "sol.movement.blacks-total", message, {"blacks": position.blacks, "days": days}
        )
    if sum(move.steps for move in step.moves) != total or any(move.steps < 0 for move in step.moves):
        message = f"The black pawns move {total} steps forward together."
        return Violation("blacks-total", "sol.movement.blacks-total", message, {"total": total})
    if len(days) < 2 <= total:
        message = f"With {total} steps to share each black pawn moves at least one."
        return Violation("black-left-behind", "sol.movement.blacks-both", message, {"total": total})
    return None


def blacks_result(position: Position, step: Blacks, rulings: SolitaireRulings) -> Position:
    """sol.movement.blacks-total: the black pawns stand where their steps lead; they pay no laps."""
    blacks = list(position.blacks)
    for move in step.moves:
        blacks.remove(move.day)
    blacks += [forward(move.day, move.steps, rulings.past_seven) for move in step.moves]
    first, second = sorted(blacks)
    return evolve(position, phase=Phase.PLACE, blacks=(first, second))


def share_of_blacks(position: Position) -> int:
    """sol.movement.blacks-total: 7 minus the printed number of the played card; 0 when none is played."""
    return SHARE - position.played.number if position.played is not None else 0


def play_candidates(position: Position) -> Iterator[Play | NoCard]:
    """A play for every card of the hand, or none of them for an empty one."""
    return map(Play, position.hand) if position.hand else iter((NoCard(),))


def blacks_candidates(position: Position) -> Iterator[Blacks]:
    """Every way to share the steps; two pawns on one day count once."""
    total, (first, second) = share_of_blacks(position), position.blacks
    if total == 1:
        for day in {first, second}:
            yield Blacks((BlackMove(day, 1),))
        return
    for steps in range(1, total):
        if first != second or steps <= total - steps:
            yield Blacks((BlackMove(first, steps), BlackMove(second, total - steps)))


def _stand_on(blacks: tuple[int, int], days: tuple[int, ...]) -> bool:
    """Whether `days` name black pawns, each at most once."""
    return all(days.count(day) <= blacks.count(day) for day in days)
