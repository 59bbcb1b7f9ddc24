"""What a win still asks for at least: turns, draws, cards of each suit, and pawns that can meet on day 7.

Each bound is valid in every game: where a reading or an item takes away its ground it weakens itself. The theorem that
a docstring names proves it. `fits` puts them together; a position that fits no number of turns cannot be won.
"""

from __future__ import annotations

from typing import Final

from tabi.rules.solitaire.movement import share_of_blacks
from tabi.rules.solitaire.position import Position, placed_events
from tabi.rules.solitaire.table import Phase
from tabi.spec.solitaire.cards import NUMBERS, Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import DAYS, LAST_DAY
from tabi.spec.solitaire.rulings import DeckOut, EmptyHand, PastSeven, SolitaireRulings

EVENTS_TO_RESOLVE: Final = 3
"""The three pawns ask for three events of a suit, wherever they stand."""
WITH_CARD_PLAYED: Final = (Phase.BLACKS, Phase.PLACE, Phase.REFILL)
"""From the play to the refill the hand is one card smaller than at the ends of the turn."""
BEFORE_REFILL: Final = (Phase.PLAY, *WITH_CARD_PLAYED)
MEETING: Final = "sol.movement.pawns-meet"
REACHING: Final = "sol.ending.suits-in-reach"
DRAWING: Final = "sol.ending.deck-to-go"
TURNS: Final = "sol.ending.turns-to-go"


def in_game(position: Position, item: Item) -> bool:
    """Whether an item is one of this game's two, ready or used."""
    return item in position.ready or item in position.used


# Events and turns


def lying(position: Position) -> dict[Suit, int]:
    """How many events of each suit lie on the board."""
    count = dict.fromkeys(Suit, 0)
    for _, _, event in placed_events(position):
        count[event.card.suit] += 1
    return count


def lacks(events: int, *, resolved: bool) -> int:
    """How many events a suit with `events` of them on the board lacks for its letter; a resolved one lacks none."""
    return 0 if resolved else max(0, EVENTS_TO_RESOLVE - events)


def missing_events(position: Position) -> int:
    """How many events all unresolved suits together lack for their letters."""
    return sum(lacks(events, resolved=suit in position.resolved) for suit, events in lying(position).items())


def turns_from(phase: Phase, on_seven: bool, missing: int, unresolved: int) -> int:
    """sol.ending.turns-to-go: the fewest turns, the present one counted, until the game can be won.

    From the phase, whether white stands on day 7, the missing events and the unresolved suits: a turn brings one
    event and one letter, and neither with white on day 7, where it stands at the end of the last turn.
    """
    moving = phase in (Phase.PLAY, Phase.BLACKS)
    if unresolved == 0:
        return 1 if moving or on_seven else 2
    places = moving or (phase is Phase.PLACE and not on_seven)
    resolves = moving or (phase is not Phase.TRIM and not on_seven)
    return 2 + max(missing - places, unresolved - resolves)


def turns_to_go(position: Position) -> int:
    """sol.ending.turns-to-go: the fewest turns, the present one counted, until a win; 0 for a game that is over.

    Under every reading. In a game with the backpack, which brings events without a turn, the letters alone count.
    """
    if position.phase is Phase.OVER:
        return 0
    missing = 0 if in_game(position, Item.BACKPACK) else missing_events(position)
    return turns_from(position.phase, position.white == LAST_DAY, missing, len(Suit) - len(position.resolved))


# Draws


def kept_back(phase: Phase, *, tent: bool) -> int:
    """sol.ending.draws-left: how many cards of the hand never come back to the deck, at least.

    Four are kept when the turn is trimmed, one of which is played and drawn again. With the tent the hand may go down
    to the one card that is played.
    """
    return (1 if tent else 4) - (phase in WITH_CARD_PLAYED)


def draws_left(position: Position) -> int:
    """sol.ending.draws-left: the deck, and the cards of the hand that may yet come under it.

    No step raises it; each refill and each lap lowers it by one or more. Under every reading, with every item.
    """
    surplus = len(position.hand) - kept_back(position.phase, tent=in_game(position, Item.TENT))
    return len(position.deck) + max(0, surplus)


def laps_of(white: int, total: int) -> int:
    """sol.movement.lap-count: how often white passes from day 7 to day 1 on a way that ends on day 7.

    The way begins on day `white` and is the shortest one of `total` days or more.

    >>> laps_of(1, 6), laps_of(1, 7), laps_of(7, 7)       # to the first day 7, to the second, once round
    (0, 1, 1)
    """
    return (white + total - 1) // DAYS


def least_sum(numbers: tuple[int, ...], count: int) -> int:
    """sol.ending.smallest-numbers: the least sum of `count` of these numbers.

    Where there are fewer, so that no win can play as many, each that lacks counts as a six.
    """
    smallest = sorted(numbers)[:count]
    return sum(smallest) + NUMBERS * (count - len(smallest))


def surcharge(numbers: tuple[int, ...], count: int) -> int:
    """sol.ending.smallest-numbers: by how much `count` cards of one suit with these numbers exceed ones, at least."""
    return least_sum(numbers, count) - count


def least_total(position: Position, plays: int) -> int:
    """sol.ending.smallest-numbers: the least sum of the numbers of `plays` further cards on the way to a win.

    Cards of hand and deck, each played once, among them what the unresolved suits lack. With the tent a card can be
    played again, so each counts as one; with the backpack what a suit lacks need not be played.
    """
    if in_game(position, Item.TENT):
        return plays
    stock = position.hand + position.deck
    smallest = least_sum(tuple(card.number for card in stock), plays)
    if in_game(position, Item.BACKPACK):
        return smallest
    excess = (surcharge(_numbers(stock, suit), count) for suit, count in to_be_played(position).items())
    return max(smallest, plays + sum(excess))


def to_be_played(position: Position) -> dict[Suit, int]:
    """How many events each suit lacks for its letter beyond the card that is played but not placed yet."""
    events = lying(position)
    if position.played is not None:
        events[position.played.suit] += 1
    return {suit: lacks(count, resolved=suit in position.resolved) for suit, count in events.items()}


def laps_to_go(position: Position, turns: int, rulings: SolitaireRulings) -> int:
    """sol.ending.deck-to-go: the laps that white pays at least on the way to a win in `turns` turns.

    White's way is the sum of the numbers played, and it ends on day 7. None are counted with the map, which changes
    the way; under `sol.past-seven=stop-at-one`, where a part of it is lost; under `sol.empty-hand=skip`, where a turn
    may pass without a card; and where a radio that fails may end the last turn before its card is played.
    """
    shortened = in_game(position, Item.MAP) or rulings.past_seven is not PastSeven.RING
    unplayed = rulings.empty_hand is EmptyHand.SKIP or (may_end_by_draw(rulings) and in_game(position, Item.RADIO))
    if shortened or unplayed:
        return 0
    plays = turns if position.phase is Phase.PLAY else turns - 1
    return laps_of(position.white, least_total(position, plays))


def may_end_by_draw(rulings: SolitaireRulings) -> bool:
    """Whether a draw that fails may win the game, so that the last draw need not be made."""
    return rulings.deck_out is DeckOut.CLEAR_CHECK


def draws_to_go(position: Position, turns: int, rulings: SolitaireRulings) -> int:
    """sol.ending.deck-to-go: the refills and laps that a win in `turns` turns, the present one counted, draws."""
    refills = turns if position.phase in BEFORE_REFILL else turns - 1
    return refills + laps_to_go(position, turns, rulings) - may_end_by_draw(rulings)


def deck_to_go(position: Position, rulings: SolitaireRulings) -> int:
    """sol.ending.deck-to-go: the draws that every win makes at least; a win needs `draws_left` to be as many."""
    return draws_to_go(position, turns_to_go(position), rulings)


# Suits and pawns


def suits_in_reach(position: Position) -> bool:
    """sol.ending.suits-in-reach: whether every unresolved suit has cards enough on the board, in hand and in the deck.

    Under every reading. With the tent, which takes cards from the discard, every suit has.
    """
    if in_game(position, Item.TENT):
        return True
    stock = position.hand + position.deck
    return all(len(_numbers(stock, suit)) >= count for suit, count in to_be_played(position).items())


def days_sum(position: Position) -> int:
    """sol.movement.sum-mod-7: the days of the three pawns and the steps that the blacks still owe, modulo 7."""
    owed = share_of_blacks(position) if position.phase is Phase.BLACKS else 0
    return (position.white + sum(position.blacks) + owed) % DAYS


def pawns_can_meet(position: Position, rulings: SolitaireRulings) -> bool:
    """sol.movement.pawns-meet: whether the pawns can still come to day 7 together, as far as the sum of days says.

    It must be 0 modulo 7 once nothing is left that could change it: no unresolved suit, no letter, no map or lantern
    ready. A radio that fails amid the movement may end the game with another sum.
    """
    if len(position.resolved) < len(Suit) or position.letters or position.map_shift:
        return True
    if rulings.past_seven is not PastSeven.RING or Item.MAP in position.ready or Item.LANTERN in position.ready:
        return True
    amid = may_end_by_draw(rulings) and Item.RADIO in position.ready
    return amid or days_sum(position) == 0


# Together


def fits(position: Position, turns: int, rulings: SolitaireRulings) -> bool:
    """sol.ending.deck-to-go: whether a win in exactly `turns` turns, the present one counted, is within the bounds."""
    enough = turns >= turns_to_go(position) and suits_in_reach(position)
    return enough and draws_to_go(position, turns, rulings) <= draws_left(position)


def most_turns(position: Position, rulings: SolitaireRulings) -> int | None:
    """sol.ending.deck-to-go: the most turns, the present one counted, that a win can take; None when none fits.

    Each further turn asks for a further draw, so the numbers of turns that fit follow one another.
    """
    turns = turns_to_go(position)
    if not fits(position, turns, rulings):
        return None
    while fits(position, turns + 1, rulings):
        turns += 1
    return turns


def excluded(position: Position, rulings: SolitaireRulings) -> str | None:
    """The id of a theorem by which a game under way cannot be won from this position; None when none says so."""
    if not suits_in_reach(position):
        return REACHING
    if not pawns_can_meet(position, rulings):
        return MEETING
    return None if deck_to_go(position, rulings) <= draws_left(position) else DRAWING


def _numbers(cards: tuple[Card, ...], suit: Suit) -> tuple[int, ...]:
    return tuple(card.number for card in cards if card.suit is suit)
