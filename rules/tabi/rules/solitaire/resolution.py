"""The resolution phase: which suits qualify, which one is resolved, and its letter."""

from __future__ import annotations

from collections.abc import Iterator

from tabi.rules.implements import implements
from tabi.rules.solitaire.ending import out_of_turn
from tabi.rules.solitaire.position import Position, column_at, evolve, pawns_on
from tabi.rules.solitaire.table import NO_WALK, Column, Phase
from tabi.rules.solitaire.walk import acting_column, next_suit
from tabi.rules.violations import Violation
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.rulings import EventsPerPawn, Nearest, Resolution, SolitaireRulings
from tabi.spec.solitaire.steps import Resolve

_CLAUSE = "sol.resolution.nearest"


def events_of(suit: Suit, column: Column) -> int:
    """How many events of the suit lie in a column."""
    return sum(event.card.suit is suit for event in column)


@implements("sol.resolution.enough-events")
def enough_events(events: int, pawns: int, reading: EventsPerPawn) -> bool:
    """sol.resolution.enough-events: whether a place with `pawns` pawns (1-3) holds the events of a suit that it needs.

    >>> enough_events(1, 2, EventsPerPawn.AT_LEAST), enough_events(2, 2, EventsPerPawn.AT_LEAST)
    (False, True)
    """
    return events == pawns if reading is EventsPerPawn.EXACTLY else events >= pawns


@implements("sol.resolution.condition", "sol.resolution.day-seven")
def fulfils(position: Position, suit: Suit, rulings: SolitaireRulings) -> bool:
    """sol.resolution.condition, sol.resolution.day-seven: every place where pawns stand has its events of the suit.

    No event lies on day 7, so a pawn there blocks every suit.
    """
    return all(
        enough_events(events_of(suit, column_at(position, day)), pawns_on(position, day), rulings.events_per_pawn)
        for day in occupied(position)
    )


@implements("sol.resolution.once")
def qualifying(position: Position, rulings: SolitaireRulings) -> tuple[Suit, ...]:
    """sol.resolution.once: the suits, in their order, that could be resolved now and are not resolved yet."""
    suits = {event.card.suit for event in acting_column(position)}.difference(position.resolved)
    return tuple(suit for suit in sorted(suits) if fulfils(position, suit, rulings))


@implements("sol.resolution.nearest")
def nearest(position: Position, suits: tuple[Suit, ...], reading: Nearest) -> Suit | None:
    """sol.resolution.nearest: of qualifying suits the one nearest in white's place; None when none qualifies.

    Under `anywhere` the smallest distance in any occupied place counts first. Under `player` nobody is named here.
    """
    if not suits or reading is Nearest.PLAYER:
        return None
    here = acting_column(position)
    if reading is Nearest.WHITE:
        return min(suits, key=lambda suit: distance(suit, here))
    columns = [column_at(position, day) for day in occupied(position)]
    return min(suits, key=lambda suit: (min(distance(suit, column) for column in columns), distance(suit, here)))


def distance(suit: Suit, column: Column) -> int:
    """The slot (0 is nearest) of the suit's nearest event; the column's length when it has none."""
    return next((slot for slot, event in enumerate(column) if event.card.suit is suit), len(column))


def occupied(position: Position) -> tuple[int, ...]:
    """The days on which pawns stand, each once, in order."""
    return tuple(sorted({position.white, *position.blacks}))


@implements("sol.resolution.automatic")
def resolve_violation(position: Position, step: Resolve, rulings: SolitaireRulings) -> Violation | None:
    """sol.resolution.automatic, sol.resolution.nearest: what may be declined or chosen at the resolution."""
    effects_over = position.phase is Phase.EFFECTS and next_suit(position, rulings) is None
    refused = None if effects_over else out_of_turn(position, Phase.RESOLVE)
    if refused:
        return refused
    suits = qualifying(position, rulings)
    if step.decline:
        return _declining_violation(suits, step, rulings)
    if rulings.nearest is not Nearest.PLAYER:
        if step.suit is None:
            return None
        message = "The text decides which suit is resolved; none is named."
        return Violation("no-choice-of-suit", _CLAUSE, message, {"qualifying": suits}, "sol.nearest")
    if step.suit is None and suits:
        return Violation("name-the-suit", _CLAUSE, "The player names the suit.", {"qualifying": suits}, "sol.nearest")
    if step.suit is not None and step.suit not in suits:
        return Violation(
            "suit-does-not-qualify", _CLAUSE, f"{step.suit} cannot be resolved now.", {"qualifying": suits}
        )
    return None


def _declining_violation(suits: tuple[Suit, ...], step: Resolve, rulings: SolitaireRulings) -> Violation | None:
    clause = "sol.resolution.automatic"
    if rulings.resolution is not Resolution.OPTIONAL:
        message = "A suit that can be resolved is resolved; it cannot be declined."
        return Violation("cannot-decline", clause, message, {"qualifying": suits}, "sol.resolution")
    if not suits or step.suit is not None:
        return Violation("cannot-decline", clause, "There is nothing to decline.", {"qualifying": suits})
    return None


@implements("sol.resolution.letter")
def resolve_result(position: Position, step: Resolve, rulings: SolitaireRulings) -> Position:
    """sol.resolution.letter: the suit is resolved and its letter comes into the hand; the events stay."""
    after = evolve(position, phase=Phase.TRIM, walk=NO_WALK)
    suit = step.suit or nearest(position, qualifying(position, rulings), rulings.nearest)
    if suit is None or step.decline:
        return after
    return evolve(after, resolved=tuple(sorted((*position.resolved, suit))), letters=position.letters + 1)


def resolve_candidates(position: Position, rulings: SolitaireRulings) -> Iterator[Resolve]:
    """The bare step, one for each suit where the player names it, and declining where that is offered."""
    yield Resolve()
    if rulings.nearest is Nearest.PLAYER:
        yield from map(Resolve, qualifying(position, rulings))
    if rulings.resolution is Resolution.OPTIONAL:
        yield Resolve(decline=True)
