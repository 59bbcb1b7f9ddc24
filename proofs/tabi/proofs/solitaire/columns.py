"""Theorems of the chapter columns: how events come to the board, and which never leave it by placing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.scenes import Apply, with_fixed
from tabi.proofs.solitaire.stepping import for_every_step
from tabi.proofs.theorem import Claim, theorem
from tabi.rules.solitaire import Event, Position, apply
from tabi.rules.solitaire.columns import with_newest
from tabi.rules.solitaire.position import evolve, with_column
from tabi.rules.solitaire.table import Column
from tabi.spec.solitaire import Card, SolitaireRulings, Suit
from tabi.spec.solitaire.steps import Backpack, Blue, Place, Step


def gained(before: Position, after: Position) -> dict[Suit, int]:
    """By how many the events of each suit on the board have become more; columns passed on whole are not read."""
    count = dict.fromkeys(Suit, 0)
    for sign, position, other in ((1, after, before), (-1, before, after)):
        for column, counterpart in zip(_columns(position), _columns(other), strict=True):
            if column is not counterpart:
                for event in column:
                    count[event.card.suit] += sign
    return count


def _columns(position: Position) -> tuple[Column, ...]:
    columns: tuple[Column, ...] = position.__dict__.get("columns", ())
    return columns


def placed_twice(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A placed card brings a second event of its suit to the next day."""
    after = apply(position, step, rulings)
    if not isinstance(step, Place) or position.white > 5 or position.played is None:
        return after
    return evolve(after, columns=with_column(after.columns, position.white + 1, (Event(position.played),) * 2))


def blue_copies(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A blue effect puts its second card in both places."""
    after = apply(position, step, rulings)
    if not isinstance(step, Blue) or step.cards is None:
        return after
    first, second = step.cards
    columns = tuple(
        tuple(event._replace(card=second) if event.card is first else event for event in column)
        for column in after.columns
    )
    return evolve(after, columns=columns)


def placed_on_day_seven(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A card that is played on day 7 becomes an event on day 6."""
    after = apply(position, step, rulings)
    if not isinstance(step, Place) or position.white != 7 or position.played is None:
        return after
    return evolve(after, columns=with_column(after.columns, 6, (Event(position.played),)))


@theorem(
    "sol.columns.events-come",
    "The events of a suit on the board become more only by placing a card of it, by one and not with white on day 7, "
    "and by the backpack, by one.",
    clauses=[
        *("sol.columns.place", "sol.columns.day-seven", "sol.effects.blue", "sol.items.backpack"),
        *("sol.letters.event-memory", "sol.resolution.letter"),
    ],
    about=apply,
    mutants=[placed_twice, blue_copies, placed_on_day_seven],
)
def events_come(applied: Apply) -> Claim:
    """Every step in every scene."""

    def comes(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
        more = {suit: count for suit, count in gained(before, after).items() if count > 0}
        if isinstance(step, Place):
            return not more or (before.white != 7 and before.played is not None and more == {before.played.suit: 1})
        return not more or (isinstance(step, Backpack) and more == {step.hand.suit: 1})

    return for_every_step(comes, applied, ("place", "effect of B"))


Placing = Callable[[Column, Event, int], tuple[Column, Column]]


def newest_falls(column: Column, event: Event, holds: int) -> tuple[Column, Column]:
    """In a full column the new card is what falls."""
    return (column, (event,)) if len(column) == holds else with_newest(column, event, holds)


def fixed_is_pushed(column: Column, event: Event, holds: int) -> tuple[Column, Column]:
    """A fixed event moves outward like any other."""
    moved = (event, *column)
    return moved[:holds], moved[holds:]


def outermost_two_fall(column: Column, event: Event, holds: int) -> tuple[Column, Column]:
    """A full column loses two events."""
    kept, fallen = with_newest(column, event, holds)
    return (kept[:-1], kept[-1:] + fallen) if len(kept) == holds else (kept, fallen)


@theorem(
    "sol.columns.newest-and-fixed-stay",
    "A placed card stays, a fixed event stays in its slot, and one event falls exactly when the column was full.",
    clauses=["sol.columns.place", "sol.columns.capacity", "sol.letters.fixed-placing"],
    about=with_newest,
    mutants=[newest_falls, fixed_is_pushed, outermost_two_fall],
)
def newest_and_fixed_stay(placing: Placing) -> Claim:
    """Both capacities, every number of events, each slot fixed or none; suits and numbers are not looked at."""
    return for_all(_placings(placing))


def _placings(placing: Placing) -> Iterator[tuple[object, bool]]:
    newest = Event(Card.W6)
    for holds, cards in product((2, 3), ((), (Card.R1,), (Card.R1, Card.G2), (Card.R1, Card.G2, Card.Y3))):
        for column in with_fixed(cards) if len(cards) <= holds else ():
            kept, fallen = placing(column, newest, holds)
            yield (column, holds), newest in kept and sorted((*kept, *fallen)) == sorted((*column, newest))
            yield (column, holds), all(kept[slot] == event for slot, event in enumerate(column) if event.fixed)
            yield (column, holds), len(fallen) == (len(column) == holds)
