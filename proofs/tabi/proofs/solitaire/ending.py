"""Theorems of the chapter ending: the order of a turn, what a win needs, and the cards that are left for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tabi.proofs.solitaire.scenes import Apply, untouched
from tabi.proofs.solitaire.stepping import for_every_step
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Phase, Position, Won, apply
from tabi.rules.solitaire.bounds import draws_left
from tabi.rules.solitaire.ending import is_clear
from tabi.rules.solitaire.position import evolve
from tabi.spec.solitaire import Card, SolitaireRulings
from tabi.spec.solitaire.rulings import DeckOut, EmptyHand
from tabi.spec.solitaire.steps import (
    Blacks,
    Blue,
    DrawRefill,
    Green,
    Lantern,
    MapStep,
    NoCard,
    Place,
    Play,
    Points,
    Red,
    Resolve,
    Step,
    Tent,
    Trim,
    White,
    Yellow,
)

_ACTING: Final = (Phase.EFFECTS, Phase.RESOLVE)
LEADS: Final[dict[type[Step], tuple[tuple[Phase, ...], tuple[Phase, ...]]]] = {
    Play: ((Phase.PLAY,), (Phase.BLACKS,)),
    NoCard: ((Phase.PLAY,), (Phase.REFILL,)),
    Blacks: ((Phase.BLACKS,), (Phase.PLACE,)),
    Place: ((Phase.PLACE,), (Phase.REFILL,)),
    DrawRefill: ((Phase.REFILL,), _ACTING),
    **dict.fromkeys((Red, White, Yellow, Green, Blue, Points, Lantern), ((Phase.EFFECTS,), _ACTING)),
    Resolve: (_ACTING, (Phase.TRIM,)),
    Trim: ((Phase.TRIM,), (Phase.PLAY,)),
}
"""The phases from which and to which each step leads; steps that are not here leave the phase, or open the effects."""


def placing_is_repeated(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """After the refill the turn goes back to the blacks."""
    after = apply(position, step, rulings)
    return evolve(after, phase=Phase.BLACKS, played=Card.R1) if isinstance(step, DrawRefill) else after


def turns_count_double(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """The end of a turn counts as two."""
    after = apply(position, step, rulings)
    return evolve(after, turn=position.turn + 2) if isinstance(step, Trim) else after


def won_without_pawns(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """Five letters win, wherever the pawns stand."""
    after = apply(position, step, rulings)
    if not isinstance(step, Trim) or len(position.resolved) < 5:
        return after
    return evolve(after, phase=Phase.OVER, outcome=Won(0))


@theorem(
    "sol.ending.turn-order",
    "Each step leads from its phase to the next, so a turn has one play, one placing, one refill, one resolution; a "
    "turn ends with the trim, and a game is won there or by a failed draw under `clear-check`, with "
    "all letters won and all pawns on day 7.",
    clauses=["sol.movement.turn-order", "sol.ending.clear", "sol.ending.deck-out", "sol.effects.end"],
    about=apply,
    mutants=[placing_is_repeated, turns_count_double, won_without_pawns],
)
def turn_order(applied: Apply) -> Claim:
    """Every step in every scene."""
    return for_every_step(_is_in_order, applied, ("refill", "trim"))


def _is_in_order(before: Position, step: Step, after: Position, rulings: SolitaireRulings) -> bool:
    if after.phase is Phase.OVER:
        if not isinstance(after.outcome, Won):
            return True
        return is_clear(after) and (isinstance(step, Trim) or rulings.deck_out is DeckOut.CLEAR_CHECK)
    if type(step) in LEADS:
        origins, targets = LEADS[type(step)]
        turns = 2 if isinstance(step, Trim) else 1
        return before.phase in origins and after.phase in targets and after.__dict__.get("turn", 1) == turns
    same = after.phase is before.phase or (before.phase in _ACTING and after.phase in _ACTING)
    return same and after.__dict__.get("turn", 1) == 1


def tent_returns_both(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """The tent puts the cards thrown under the deck as well."""
    after = apply(position, step, rulings)
    if not isinstance(step, Tent):
        return after
    return evolve(after, deck=after.deck + tuple(card for card in step.discard if card is not step.take))


def played_card_returns(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A card that is played goes under the deck at once."""
    after = apply(position, step, rulings)
    return evolve(after, deck=(*after.deck, step.card)) if isinstance(step, Play) else after


NOT_SKIPPING: Final = Premises(
    {"sol.empty-hand": frozenset({"items-first", "lose"})}, words="when a turn does not pass without a card"
)


@theorem(
    "sol.ending.thirty-turns",
    "No step makes deck and hand together more, and a play makes them fewer by one or two; so a game has at most "
    "30 turns.",
    clauses=["sol.movement.play", "sol.items.tent", "sol.ending.trim-order", "sol.setup.hand"],
    premises=NOT_SKIPPING,
    about=apply,
    mutants=[tent_returns_both, played_card_returns],
    rests_on=["sol.ending.turn-order"],
)
def thirty_turns(applied: Apply) -> Claim:
    """Every step in every scene; without a card no turn goes on under the premise."""

    def falls(before: Position, step: Step, after: Position, rulings: SolitaireRulings) -> bool:
        if isinstance(step, NoCard):
            return after.phase is Phase.OVER or rulings.empty_hand is EmptyHand.SKIP
        if untouched(before, after, "deck", "hand") and not isinstance(step, Play):
            return True
        fewer = len(before.deck) + len(before.hand) - len(after.deck) - len(after.hand)
        return fewer in (1, 2) if isinstance(step, Play) else fewer >= 0

    return for_every_step(falls, applied, ("play", "tent"))


@theorem(
    "sol.ending.cards-leave",
    "But by the tent no card comes to deck or hand that was not there; a play takes its card out of both for good, and "
    "the board gets no card but the one played, or with the backpack one of the hand.",
    clauses=["sol.movement.play", "sol.movement.lap-cost", "sol.ending.trim-order", "sol.items.backpack"],
    about=apply,
    mutants=[played_card_returns],
    rests_on=["sol.columns.events-come"],
)
def cards_leave(applied: Apply) -> Claim:
    """Every step in every scene."""

    def leaves(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
        if isinstance(step, Tent) or (untouched(before, after, "deck", "hand") and not isinstance(step, Play)):
            return True
        stock, left = {*before.deck, *before.hand}, {*after.deck, *after.hand}
        if isinstance(step, Play):
            return left <= stock - {step.card} and after.played is step.card
        return left <= stock

    return for_every_step(leaves, applied, ("play",))


Left = Callable[[Position], int]


def four_kept_all_turn(position: Position) -> int:
    """The card that is played is not counted out of the hand."""
    return len(position.deck) + max(0, len(position.hand) - 4)


def hand_is_not_kept(position: Position) -> int:
    """Nothing of the hand comes back to the deck."""
    return len(position.deck)


@theorem(
    "sol.ending.draws-left",
    "The draws left, deck and surplus of the hand, are never raised by a step; a refill lowers them by one or more, "
    "and so does a lap.",
    clauses=["sol.columns.refill", "sol.movement.lap-cost", "sol.ending.trim", "sol.ending.deck-out"],
    about=draws_left,
    mutants=[four_kept_all_turn, hand_is_not_kept],
)
def draws_left_fall(left: Left) -> Claim:
    """Every step in every scene after which the game goes on."""

    def falls(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
        turning = isinstance(step, (Play, NoCard, DrawRefill))
        if after.phase is Phase.OVER or (untouched(before, after, "deck", "hand") and not turning):
            return True
        paid = len(before.deck) - len(after.deck) if isinstance(step, (Play, MapStep)) else 0
        return 0 <= left(after) <= left(before) - paid - isinstance(step, DrawRefill)

    return for_every_step(falls, apply, ("play", "refill", "trim"))
