"""How many points can still be earned with few draws left, by where the pawns can stand: for games without items.

A number counts once for each pawn in white's place, and the pawns move as they must: white by the number played, the
blacks by what is left of seven, by one red and one white effect a turn while these suits are unresolved, by letters.
The turn at hand is taken as it lies there. Of later turns only the numbers are free: any number may be played, and what
lies in white's place beside the newest event counts as sixes. Draws, laps, letters, missing events and the meeting on
day 7 are kept account of.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from tabi.rules.solitaire.bounds import draws_left, lacks, lying
from tabi.rules.solitaire.columns import with_newest
from tabi.rules.solitaire.defects import capacity
from tabi.rules.solitaire.movement import SHARE
from tabi.rules.solitaire.position import Position, column_at, fixed_event
from tabi.rules.solitaire.table import Column, Event, Phase
from tabi.spec.solitaire.cards import NUMBERS, Card, Suit
from tabi.spec.solitaire.locations import DAYS, LAST_DAY
from tabi.spec.solitaire.rulings import (
    DeckOut,
    EffectWalk,
    EmptyHand,
    PastSeven,
    Refill,
    SolitaireRulings,
    WalkEnd,
)

COMPANY: Final = "sol.ending.points-in-company"
MOST_DRAWS: Final = 13
"""With more draws left nothing is claimed: it would take too long to say."""
NEVER: Final = -1_000_000
"""The bound where no win follows."""

Pair = tuple[int, int]
Suits = frozenset[Suit]


def points_in_company(position: Position, rulings: SolitaireRulings) -> int | None:
    """sol.ending.points-in-company: the most points that a win can still bring; `NEVER` where none follows.

    None, no bound, with items, with more than `MOST_DRAWS` draws left, and under readings that take its ground away.
    """
    if not applies(position, rulings):
        return None
    best = max(map(_most, turns_of(position)), default=NEVER)
    return best if best >= 0 else NEVER


def applies(position: Position, rulings: SolitaireRulings) -> bool:
    """Whether the bound says anything of a position."""
    items = position.ready or position.used
    under_way = position.phase is not Phase.OVER
    return under_way and not items and stands_under(rulings) and draws_left(position) <= MOST_DRAWS


def stands_under(rulings: SolitaireRulings) -> bool:
    """Whether each turn plays a card and draws one, laps are paid, and a suit acts once, as it lies in the column."""
    return (
        rulings.deck_out is DeckOut.LOSE
        and rulings.empty_hand is not EmptyHand.SKIP
        and rulings.past_seven is PastSeven.RING
        and rulings.refill is Refill.ONE
        and rulings.effect_walk is EffectWalk.CARDS
        and rulings.walk_end is WalkEnd.CLOSES
    )


# Where pawns can go


def ahead(day: int, steps: int) -> int:
    """sol.movement.ring: the day that lies so many days after a day (1-7)."""
    return (day - 1 + steps) % DAYS + 1


def shares(blacks: Pair, total: int) -> frozenset[Pair]:
    """sol.movement.blacks-total, sol.movement.blacks-both: where the blacks can stand after sharing `total` steps."""
    first, second = blacks
    shared = ((steps, total - steps) for steps in range(1, total)) if total > 1 else ((0, 1), (1, 0))
    return frozenset(_sorted(ahead(first, one), ahead(second, other)) for one, other in shared)


@cache
def company(white: int, blacks: Pair, letters: int, *, red: bool, pull: bool) -> tuple[tuple[Pair, int, int], ...]:
    """sol.ending.company: the blacks' days after effects and letters, the letters left, and the most pawns with white.

    The blacks may be moved by one red effect, by one white effect (`pull`), and by any number of letters, in any order;
    letters lead to every day, since a black may go on from where a letter brought it. The pawns in white's place are
    counted at the moment when they are most. Raises `ValueError` for fewer letters than none.
    """
    if letters < 0:
        raise ValueError(f"There are {letters} letters; no game has fewer than none.")
    most: dict[tuple[Pair, int, bool, bool], int] = {}
    stack = [(blacks, letters, red, pull, gathered(white, blacks))]
    while stack:
        here, left, may_red, may_pull, pawns = stack.pop()
        state = (here, left, may_red, may_pull)
        if most.get(state, 0) >= pawns:
            continue
        most[state] = pawns
        stack.extend((*after, max(pawns, gathered(white, after[0]))) for after in moves(white, *state))
    ends: dict[tuple[Pair, int], int] = {}
    for (pair, left, _, _), pawns in most.items():
        ends[pair, left] = max(pawns, ends.get((pair, left), 0))
    return tuple((pair, left, pawns) for (pair, left), pawns in ends.items())


def moves(white: int, blacks: Pair, letters: int, red: bool, pull: bool) -> Iterator[tuple[Pair, int, bool, bool]]:
    """sol.ending.company: one move of a black by an effect or a letter, and what is left of these."""
    for one, other in (blacks, blacks[::-1]):
        if red:
            yield _sorted(ahead(one, 1), other), letters, False, pull
            yield _sorted(ahead(one, DAYS - 1), other), letters, False, pull
        if pull:
            yield _sorted(white, other), letters, red, False
        if letters:
            for day in range(1, DAYS + 1):
                yield _sorted(day, other), letters - 1, red, pull


def gathered(white: int, blacks: Pair) -> int:
    """How many pawns stand in white's place."""
    return 1 + blacks.count(white)


def _sorted(one: int, other: int) -> Pair:
    return (one, other) if one <= other else (other, one)


# The rest of a turn


class Turn(NamedTuple):
    """What is left of a turn once the blacks have made their steps, and what is known of its end.

    `bay` is the day of the bay road, `draws` are those left when the turn is over. `numbers` is the most that the
    numbers that still count can sum to; `red` and `pull` say whether a red and a white effect may still act.
    `unresolved` suits lack `missing` events, blue apart; one of the suits `winnable` may be resolved.
    """

    bay: int
    draws: int
    white: int
    blacks: Pair
    letters: int
    numbers: int
    red: bool
    pull: bool
    unresolved: Suits
    missing: int
    winnable: Suits


@cache
def _most(turn: Turn) -> int:
    """The most points that this turn and those after it can bring."""
    if turn.draws < 0:
        return NEVER
    best = NEVER
    for blacks, letters, pawns in company(turn.white, turn.blacks, turn.letters, red=turn.red, pull=turn.pull):
        points = pawns * turn.numbers
        best = max(best, points + _next(turn, blacks, letters, turn.unresolved))
        for suit in turn.winnable:
            best = max(best, points + _next(turn, blacks, letters + 1, turn.unresolved - {suit}))
    return best


def _next(turn: Turn, blacks: Pair, letters: int, unresolved: Suits) -> int:
    """The most points after a turn: none when the game is won."""
    if not unresolved and turn.white == LAST_DAY and blacks == (LAST_DAY, LAST_DAY):
        return 0
    return later(turn.bay, turn.draws, turn.white, blacks, letters, unresolved, turn.missing)


@cache
def later(bay: int, draws: int, white: int, blacks: Pair, letters: int, unresolved: Suits, missing: int) -> int:
    """sol.ending.points-in-company: the most points from the beginning of a turn on, whatever the cards are."""
    best = NEVER
    for number in range(1, NUMBERS + 1):
        to = ahead(white, number)
        left = draws - 1 - (to <= white)
        if left >= 0:
            for pair in shares(blacks, SHARE - number):
                for turn in free_turns(bay, left, to, pair, letters, number, unresolved, missing):
                    best = max(best, _most(turn))
    return best


def free_turns(
    bay: int, draws: int, white: int, blacks: Pair, letters: int, number: int, unresolved: Suits, missing: int
) -> Iterator[Turn]:
    """sol.ending.free-turns: a turn of which the number played is known: it either counts or is of a missing event.

    Beside it all lie sixes. With blue unresolved any event may become one that counts, so the newest is a six too.
    """
    if white == LAST_DAY:
        yield Turn(bay, draws, white, blacks, letters, 0, False, False, unresolved, missing, frozenset())
        return
    beside = NUMBERS * (capacity(white, bay) - 1)
    newest = NUMBERS if Suit.B in unresolved else number
    red, pull = Suit.R in unresolved, Suit.W in unresolved
    for numbers, lacking in ((newest + beside, missing), (beside, missing - 1)):
        if lacking >= 0:
            winnable = frozenset(suit for suit in unresolved if lacking <= _most_lacking(unresolved - {suit}))
            yield Turn(bay, draws, white, blacks, letters, numbers, red, pull, unresolved, lacking, winnable)


def _most_lacking(unresolved: Suits) -> int:
    """How many events these suits can lack, blue apart."""
    return sum(lacks(0, resolved=False) for suit in unresolved if suit is not Suit.B)


# The turn at hand


def turns_of(position: Position) -> Iterator[Turn]:
    """The rest of the turn at hand, in every way in which its card and the blacks' steps can go."""
    draws = draws_left(position)
    match position.phase:
        case Phase.PLAY:
            for card in position.hand:
                to = ahead(position.white, card.number)
                yield from _played(position, card, to, draws - (to <= position.white))
        case Phase.BLACKS:
            yield from _played(position, _card(position), position.white, draws)
        case Phase.PLACE:
            yield _placing(position, _card(position), position.white, position.blacks, draws)
        case Phase.REFILL:
            yield _acting(position, draws - 1)
        case Phase.EFFECTS:
            yield _acting(position, draws)
        case _:
            yield _closing(position, draws)


def _card(position: Position) -> Card:
    assert position.played is not None, "a card is played"
    return position.played


def _played(position: Position, card: Card, white: int, draws: int) -> Iterator[Turn]:
    """The turn in which a card brings white to a day, with every way to share the steps of the blacks."""
    turn = _placing(position, card, white, position.blacks, draws)
    return (turn._replace(blacks=blacks) for blacks in shares(position.blacks, SHARE - card.number))


def _placing(position: Position, card: Card, white: int, blacks: Pair, draws: int) -> Turn:
    """The turn from before the placing of a card on; a letter may fix any event there first, so that it stays."""
    if white == LAST_DAY:
        return _idle(position, white, blacks, draws - 1, frozenset())
    column, holds = column_at(position, white), capacity(white, position.bay_road_day)
    placed, fallen = with_newest(column, Event(card), holds)
    if position.letters and fixed_event(column) is None:
        placed, fallen = (Event(card), *column), ()
    return _turn(position, white, blacks, draws - 1, _Here(placed, placed, card, fallen, holds))


def _acting(position: Position, draws: int) -> Turn:
    """The turn from before the effects, or amid them."""
    if position.white == LAST_DAY:
        return _idle(position, position.white, position.blacks, draws, frozenset())
    column = column_at(position, position.white)
    acting = tuple(event for event in column if event.card.suit not in position.walk.applied)
    return _turn(position, position.white, position.blacks, draws, _Here(column, acting, None, (), len(column)))


def _closing(position: Position, draws: int) -> Turn:
    """The turn from the resolution on."""
    resolving = column_at(position, position.white) if position.phase is Phase.RESOLVE else ()
    lacking = _lacking(position)
    winnable = frozenset(event.card.suit for event in resolving if lacking.get(event.card.suit) == 0)
    return _idle(position, position.white, position.blacks, draws, winnable)


def _idle(position: Position, white: int, blacks: Pair, draws: int, winnable: Suits) -> Turn:
    """The rest of a turn in which nothing counts and nothing acts."""
    lacking = _lacking(position)
    day, letters, unresolved = position.bay_road_day, position.letters, frozenset(lacking)
    return Turn(day, draws, white, blacks, letters, 0, False, False, unresolved, _missing(lacking), winnable)


class _Here(NamedTuple):
    """White's place: the events that may lie there, those that may still act, the newest if it is about to be placed.

    `fallen` are events that the newest one pushes out; `holds` is how many can lie there.
    """

    lying: Column
    acting: Column
    newest: Card | None
    fallen: Column
    holds: int


def _turn(position: Position, white: int, blacks: Pair, draws: int, here: _Here) -> Turn:
    """The rest of a turn in which the events here may count and act."""
    lacking = _lacking(position, here)
    unresolved = frozenset(lacking)
    acting = {event.card.suit for event in here.acting} & unresolved
    blue = Suit.B in acting
    acting |= unresolved.difference(position.walk.applied) if blue else set()
    suits = unresolved if blue else unresolved.intersection(event.card.suit for event in here.lying)
    return Turn(
        bay=position.bay_road_day,
        draws=draws,
        white=white,
        blacks=blacks,
        letters=position.letters,
        numbers=_numbers(position, here) + (max(event.card.number for event in here.lying) if blue else 0),
        red=Suit.R in acting,
        pull=Suit.W in acting,
        unresolved=unresolved,
        missing=_missing(lacking),
        winnable=frozenset(suit for suit in suits if lacking[suit] == 0),
    )


def _numbers(position: Position, here: _Here) -> int:
    """The most that the numbers of resolved suits that may still act here can sum to, blue apart."""
    counting = [event.card for event in here.acting if event.card.suit in position.resolved]
    beside = sorted((card.number for card in counting if card is not here.newest), reverse=True)
    if here.newest is None:
        return sum(beside)
    return sum(beside[: here.holds - 1]) + (here.newest.number if here.newest in counting else 0)


def _lacking(position: Position, here: _Here | None = None) -> dict[Suit, int]:
    """How many events each unresolved suit lacks for its letter, once the newest one lies here."""
    events = lying(position)
    if here is not None and here.newest is not None:
        events[here.newest.suit] += 1
        for event in here.fallen:
            events[event.card.suit] -= 1
    return {suit: lacks(count, resolved=False) for suit, count in events.items() if suit not in position.resolved}


def _missing(lacking: dict[Suit, int]) -> int:
    """How many events the unresolved suits lack together, blue apart."""
    return sum(count for suit, count in lacking.items() if suit is not Suit.B)
