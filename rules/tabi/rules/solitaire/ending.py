"""The end of a turn and of the game: trimming, the clear check, the score, and every way to lose."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from tabi.rules.implements import implements
from tabi.rules.solitaire.position import Position, evolve, with_card, without
from tabi.rules.solitaire.table import NO_WALK, Column, LossReason, Lost, Outcome, Phase, Won
from tabi.rules.violations import Violation
from tabi.spec.solitaire.cards import Card, Suit
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import CameraDuration, DeckOut, SolitaireRulings
from tabi.spec.solitaire.steps import Trim

HAND_SIZE = 4
"""The most cards that a hand keeps at the end of a turn."""


@implements("sol.ending.over")
def game_over(position: Position) -> Violation | None:
    """sol.ending.over: the refusal of any step after the end of the game."""
    if position.phase is not Phase.OVER:
        return None
    return Violation("game-over", "sol.ending.over", "The game is over.")


@implements("sol.movement.turn-order")
def out_of_turn(position: Position, phase: Phase) -> Violation | None:
    """sol.movement.turn-order: the refusal of a step that belongs to `phase` in another phase or after the end."""
    if position.phase is phase:
        return None
    return game_over(position) or Violation(
        "wrong-phase",
        "sol.movement.turn-order",
        f"This step belongs to the phase {phase}, and the phase is {position.phase}.",
        {"phase": position.phase, "needed": phase},
    )


def not_in_hand(position: Position, card: Card, clause: str) -> Violation | None:
    """The refusal, under `clause`, of a step that needs `card` in the hand when it is not there."""
    if card in position.hand:
        return None
    return Violation("card-not-in-hand", clause, f"{card} is not in the hand.", {"card": card})


@implements("sol.ending.clear")
def is_clear(position: Position) -> bool:
    """sol.ending.clear: every suit is resolved (no cube is left on day 7) and all three pawns stand on day 7."""
    return (
        len(position.resolved) == len(Suit) and position.white == LAST_DAY and position.blacks == (LAST_DAY, LAST_DAY)
    )


@implements("sol.ending.deck-out")
def end_by_failed_draw(position: Position, reason: LossReason, rulings: SolitaireRulings) -> Position:
    """sol.ending.deck-out: the end of the game when a card must be drawn and the deck is empty.

    Lost with `reason`; under `sol.deck-out=clear-check` won if the clear condition holds at that moment.
    """
    if rulings.deck_out is DeckOut.CLEAR_CHECK and is_clear(position):
        return end(position, Won(position.points))
    return end(position, Lost(reason))


def end(position: Position, outcome: Outcome) -> Position:
    """The position after the end of the game with this outcome."""
    return evolve(position, phase=Phase.OVER, outcome=outcome, walk=NO_WALK)


def draw(position: Position, count: int, reason: LossReason, rulings: SolitaireRulings) -> Position:
    """The position after drawing `count` cards into the hand, one by one; the first draw that fails ends the game."""
    hand = position.hand
    for card in position.deck[:count]:
        hand = with_card(hand, card)
    drawn = evolve(position, deck=position.deck[count:], hand=hand)
    return drawn if len(position.deck) >= count else end_by_failed_draw(drawn, reason, rulings)


def surplus(position: Position) -> int:
    """How many cards the hand has above four."""
    return max(0, len(position.hand) - HAND_SIZE)


@implements("sol.ending.trim")
def trim_violation(position: Position, step: Trim) -> Violation | None:
    """sol.ending.trim: exactly the surplus above four is named, each card once and from the hand."""
    if refused := out_of_turn(position, Phase.TRIM):
        return refused
    clause, count = "sol.ending.trim", surplus(position)
    for card in step.cards:
        if refused := not_in_hand(position, card, clause):
            return refused
    if len(step.cards) != count or len(set(step.cards)) != count:
        return Violation(
            "trim-count",
            clause,
            f"The hand has {len(position.hand)} cards, so {count} different ones go under the deck.",
            {"hand": position.hand, "count": count},
        )
    return None


@implements("sol.ending.trim-order", "sol.ending.score")
def trim_result(position: Position, step: Trim, rulings: SolitaireRulings) -> Position:
    """sol.ending.trim-order, sol.ending.score: the cards lie under the deck, the last named lowest, and the turn ends.

    The end of the turn clears camera changes (unless they are permanent) and looks at the clear condition: a cleared
    game is won with the points gained so far; otherwise the next turn begins.
    """
    hand = position.hand
    for card in step.cards:
        hand = without(hand, card)
    ended = evolve(position, hand=hand, deck=position.deck + step.cards, columns=_developed(position, rulings))
    if is_clear(ended):
        return end(ended, Won(ended.points))
    return evolve(ended, phase=Phase.PLAY, turn=ended.turn + 1)


def trim_candidates(position: Position) -> Iterator[Trim]:
    """Every choice and order of the surplus."""
    return map(Trim, permutations(position.hand, surplus(position)))


def _developed(position: Position, rulings: SolitaireRulings) -> tuple[Column, ...]:
    """The columns without camera changes, unless those are permanent."""
    columns = position.columns
    if rulings.camera_duration is CameraDuration.PERMANENT or not any(e.camera for column in columns for e in column):
        return columns
    return tuple(tuple(event._replace(camera=0) for event in column) for column in columns)
