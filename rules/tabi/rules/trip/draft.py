"""The course of a round: the reveal, the draft, whose turn it is, what is left over, and when the game goes on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tabi.rules.implements import implements
from tabi.rules.trip.bag import bag, cards_left, tokens_seen
from tabi.rules.trip.ending import is_last
from tabi.rules.trip.moment import Phase, Slot
from tabi.rules.trip.position import Position, evolve, replaced
from tabi.rules.trip.setup import seat_after, slots_of_round, start_player
from tabi.rules.violations import Violation
from tabi.spec.trip.rulings import TripRulings, TurnStructure
from tabi.spec.trip.steps import Reveal, Take
from tabi.spec.trip.tokens import Token, Tokens, format_tokens, sorted_tokens


def bag_of(position: Position) -> Mapping[Token, int]:
    """trip.setup.tokens: how many tokens of each kind are in the bag now."""
    seen = tokens_seen(position.slots, position.hand, position.boards, position.leftovers)
    return bag(position.setup, seen)


def reveal_violation(position: Position, step: Reveal) -> Violation | None:
    """trip.draft.reveal, trip.draft.slots: why this card and these tokens cannot be what is revealed, or None."""
    return _card_violation(position, step) or _slots_violation(position, step)


@implements("trip.draft.reveal")
def _card_violation(position: Position, step: Reveal) -> Violation | None:
    """trip.draft.reveal: the card is one of those in the deck."""
    if cards_left(position.setup.edition, position.cards)[step.card] > 0:
        return None
    patterns = ", ".join(cards_left(position.setup.edition, position.cards))
    message = f"There is no card {step.card} in the deck; it holds {patterns}."
    return Violation("card-gone", "trip.draft.reveal", message, {"card": step.card})


@implements("trip.draft.slots")
def _slots_violation(position: Position, step: Reveal) -> Violation | None:
    """trip.draft.slots: as many slots as there are, each with as many tokens as the card shows, all from the bag."""
    slots, card = slots_of_round(position.setup.players), position.setup.edition.card_named(step.card)
    if len(step.slots) != slots:
        message = (
            f"The number of slots filled is {len(step.slots)}; with {position.setup.players} players it is {slots}."
        )
        return Violation("slot-count", "trip.draft.slots", message, {"slots": len(step.slots)})
    for number, tokens in enumerate(step.slots, start=1):
        if card is None or len(tokens) != card.tokens:
            message = (
                f"Slot {number} has {format_tokens(tokens)}; the card asks for {card.tokens if card else 0} tokens."
            )
            return Violation("token-count", "trip.draft.slots", message, {"slot": number})
    left = bag_of(position)
    for token, count in Counter(token for tokens in step.slots for token in tokens).items():
        if count > left[token]:
            message = f"The number of {token} revealed is {count}; the bag holds {left[token]}."
            return Violation("token-gone", "trip.draft.slots", message, {"token": token})
    return None


def reveal_result(position: Position, step: Reveal) -> Position:
    """trip.draft.reveal, trip.draft.slots: the card is open, the slots are filled, the start player drafts."""
    return evolve(position, phase=Phase.DRAFT, cards=(*position.cards, step.card), slots=step.slots)


@implements("trip.draft.take")
def take_violation(position: Position, step: Take) -> Violation | None:
    """trip.draft.take: the slot is one that is still filled."""
    if 1 <= step.slot <= len(position.slots) and position.slots[step.slot - 1] is not None:
        return None
    message = f"Slot {step.slot} is not filled; {_filled(position.slots)}."
    return Violation("slot-gone", "trip.draft.take", message, {"slot": step.slot})


def _filled(slots: tuple[Slot, ...]) -> str:
    filled = [f"{number} ({format_tokens(slot)})" for number, slot in enumerate(slots, start=1) if slot is not None]
    return f"filled are {', '.join(filled)}" if filled else "none is"


def take_result(position: Position, step: Take) -> Position:
    """trip.draft.take: all tokens of the slot are in the hand, to be placed."""
    slots = replaced(position.slots, step.slot, None)
    return evolve(position, phase=Phase.PLACE, slots=slots, hand=position.slots[step.slot - 1] or ())


@implements("trip.draft.order")
def placing_over(position: Position, rulings: TripRulings) -> Position:
    """trip.draft.order: the hand is empty: the player defines, or under `phases` first the others draft and place."""
    position = evolve(position, placing=())
    if rulings.turn_structure is TurnStructure.WHOLE_TURN:
        return evolve(position, phase=Phase.DEFINE)
    after = seat_after(position.player, position.setup.players)
    phase = Phase.DEFINE if after == position.start_player else Phase.DRAFT
    return evolve(position, phase=phase, player=after, turn=position.turn + 1)


def defining_over(position: Position, rulings: TripRulings) -> Position:
    """trip.draft.order: the player has nothing more to define: the player on the left goes on, or the round is over."""
    position = evolve(position, fresh=replaced(position.fresh, position.player, 0), defining=0)
    after = seat_after(position.player, position.setup.players)
    if after == position.start_player:
        return round_over(position)
    phase = Phase.DRAFT if rulings.turn_structure is TurnStructure.WHOLE_TURN else Phase.DEFINE
    return evolve(position, phase=phase, player=after, turn=position.turn + 1)


@implements("trip.draft.leftovers")
def round_over(position: Position) -> Position:
    """trip.draft.leftovers, trip.draft.marker: slots not taken leave the game; a new round begins, or the scoring."""
    left: Tokens = sorted_tokens((*position.leftovers, *(token for slot in position.slots for token in slot or ())))
    position = evolve(position, slots=(), leftovers=left)
    if is_last(position.round):
        return evolve(position, phase=Phase.FINAL)
    following = position.round + 1
    player = start_player(position.setup, following)
    return evolve(position, phase=Phase.REVEAL, round=following, turn=position.turn + 1, player=player)
