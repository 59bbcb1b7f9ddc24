"""Why a position is lost and what would win it, in plain sentences: one for each fact, each ground of a theorem, each
change. This module decides nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tabi.solvers.encoding.facts import (
    BlackOn,
    DeckCard,
    Fact,
    HandCard,
    ItemState,
    LettersAtMost,
    Mark,
    NothingAt,
    PlacedAt,
    SuitState,
    WhiteOn,
)
from tabi.solvers.why import (
    CardMore,
    Change,
    DrawsShort,
    Ground,
    ItemReady,
    LetterMore,
    OtherReading,
    PawnsApart,
    SuitShort,
)
from tabi.spec.solitaire.deal import listed

SLOTS: Final = ("nearest the location", "second from the location", "third from the location")
AT_MOST: Final = ("No event lies", "At most one event lies", "At most two events lie")


def fact_in_words(fact: Fact) -> str:
    """A fact as a sentence."""
    match fact:
        case DeckCard(place, card):
            return f"{card} is card {place} of the deck." if place > 1 else f"{card} is the top card of the deck."
        case HandCard(card):
            return f"{card} is in the hand."
        case PlacedAt(day, slot, card):
            return f"{card} lies on day {day}, {SLOTS[slot]}."
        case NothingAt(day, slot):
            return f"{AT_MOST[slot]} on day {day}."
        case Mark(day, fixed):
            return f"An event is fixed on day {day}." if fixed else f"No event is fixed on day {day}."
        case SuitState(suit, resolved):
            return f"The letter {suit} has been won." if resolved else f"The letter {suit} is still to be won."
        case LettersAtMost(count):
            return f"At most {_count(count, 'letter')} {_are(count)} in hand." if count else "No letter is in hand."
        case ItemState(item, ready):
            return f"The {item} is ready." if ready else f"The {item} has been used."
        case BlackOn(day, both):
            return f"Both black pawns stand on day {day}." if both else f"A black pawn stands on day {day}."
        case WhiteOn(day):
            return f"White stands on day {day}."


def ground_in_words(ground: Ground) -> str:
    """What a theorem reads of a position, as a sentence."""
    match ground:
        case SuitShort():
            return _suit_short(ground)
        case PawnsApart():
            return _pawns_apart(ground)
        case DrawsShort():
            return _draws_short(ground)


def _suit_short(ground: SuitShort) -> str:
    left = f"only {listed(ground.left)}" if ground.left else "none"
    return (
        f"The letter {ground.suit} lacks {_count(ground.lacks, 'event')}, and hand and deck have {left} of its cards."
    )


def _pawns_apart(ground: PawnsApart) -> str:
    first, second = ground.blacks
    where = f"white stands on day {ground.white}, the blacks on {first} and {second}"
    return (
        "All letters are won and none is in hand, so nothing is left that changes the sum of the pawns' days modulo 7: "
        f"{where}, which leaves {ground.remainder}, and three pawns on day 7 leave 0."
    )


def _draws_short(ground: DrawsShort) -> str:
    letters = f"{_count(ground.letters, 'letter')} {_are(ground.letters)} still to be won"
    events = f", for which {_count(ground.events, 'event')} must be placed" if ground.events else ""
    won = f"{letters}{events}" if ground.letters else "All letters are won"
    turns = f"{won}: that takes {_count(ground.turns, 'turn')} or more"
    way = f"white, on day {ground.white}, goes {ground.total} days or more with the smallest numbers that are left"
    laps = f" and {_count(ground.laps, 'lap')} ({way})" if ground.laps else ""
    left = f"only {_count(ground.left, 'card')}" if ground.left else "no card"
    return f"{turns} and {_count(ground.refills, 'refill')}{laps}, and {left} can still be drawn."


def change_in_words(change: Change) -> str:
    """A single change, as it follows `it would be won`."""
    match change:
        case LetterMore():
            return "with one letter more in hand"
        case ItemReady(item, None):
            return f"with the {item} ready"
        case ItemReady(item, companion):
            return f"with the {item} ready (and the {companion} used, since a game has two items)"
        case OtherReading(ruling, reading):
            return f"with {ruling}={reading}"
        case CardMore(card):
            return f"with {card} under the deck"


def changes_in_words(changes: Iterable[Change]) -> str:
    """Several single changes, of which one is made, as they follow `it would still be lost`."""
    given = tuple(changes)
    items = [f"the {one.item}" for one in given if isinstance(one, ItemReady)]
    readings = [f"{one.ruling}={one.reading}" for one in given if isinstance(one, OtherReading)]
    cards = [one.card for one in given if isinstance(one, CardMore)]
    parts = [change_in_words(one) for one in given if isinstance(one, LetterMore)]
    parts += [f"with {_one_of(items)} ready"] if items else []
    parts += [f"with {_one_of(readings)}"] if readings else []
    parts += [f"with {_one_of(cards)} under the deck"] if cards else []
    return ", or ".join(parts)


def _one_of(names: Sequence[object]) -> str:
    return str(names[0]) if len(names) == 1 else f"one of {listed(names)}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
