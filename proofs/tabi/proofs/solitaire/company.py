"""Theorems about the points that can be earned by where the pawns can stand (`tabi.rules.solitaire.company`).

The bound keeps an account of the rest of a turn, a `Turn`: what may still count and act in it, and what is known of its
end. One account covers another when it has all that the other has or more, so that it brings no fewer points. Each step
leads to accounts that those before it cover (`points_in_company`); the accounts of later turns cover every turn with
its real cards (`free_turns_cover`); and what pawns, effects and letters can do lies in `company` (`company_is_closed`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, product
from typing import Final

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.company_scenes import (
    closing,
    effects,
    fixed_effects,
    moving,
    placing,
    playing,
    refilling,
)
from tabi.proofs.solitaire.scenes import DAYS_OF_RING, PAIRS
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Lost, Phase, Position, Won, apply, legal_steps
from tabi.rules.solitaire import company as account
from tabi.rules.solitaire.bounds import draws_left, lacks, lying
from tabi.rules.solitaire.company import Pair, Turn, ahead, gathered, moves, shares
from tabi.spec.solitaire import Item, Suit
from tabi.spec.solitaire.cards import NUMBERS
from tabi.spec.solitaire.locations import EVENT_DAYS, LAST_DAY
from tabi.spec.solitaire.rulings import (
    EffectsMandatory,
    EventsPerPawn,
    FixedUnderBlue,
    Nearest,
    Resolution,
    SolitaireRulings,
)

WITHOUT_ITEMS: Final = Premises(
    {
        "sol.deck-out": frozenset({"lose"}),
        "sol.empty-hand": frozenset({"items-first", "lose"}),
        "sol.past-seven": frozenset({"ring"}),
        "sol.refill": frozenset({"one"}),
        "sol.effect-walk": frozenset({"cards"}),
        "sol.walk-end": frozenset({"closes"}),
    },
    frozenset(Item),
    "in games without items, where each turn plays and draws a card and a suit acts once",
)
MOST_LETTERS: Final = 5
PERMISSIVE: Final = SolitaireRulings(
    effects_mandatory=EffectsMandatory.NONE,
    white_may_stay=True,
    resolution=Resolution.OPTIONAL,
    nearest=Nearest.PLAYER,
    fixed_under_blue=FixedUnderBlue.CUBE_TRAVELS,
)
"""Where readings differ in what they allow alone, those that allow most stand for all."""
STAYING: Final = PERMISSIVE.model_copy(update={"fixed_under_blue": FixedUnderBlue.CUBE_STAYS})
EXACTLY: Final = SolitaireRulings(events_per_pawn=EventsPerPawn.EXACTLY, nearest=Nearest.ANYWHERE)
"""Readings under which fixed events and letters go otherwise."""


# What pawns, effects and letters can do

Company = Callable[..., tuple[tuple[Pair, int, int], ...]]
TRUE_COMPANY: Final[Company] = account.company


def pawns_at_the_end(
    white: int, blacks: Pair, letters: int, *, red: bool, pull: bool
) -> tuple[tuple[Pair, int, int], ...]:
    """The pawns with white are counted where they stand last only."""
    ends = account.company(white, blacks, letters, red=red, pull=pull)
    return tuple((pair, left, gathered(white, pair)) for pair, left, _ in ends)


def letters_stay(white: int, blacks: Pair, letters: int, *, red: bool, pull: bool) -> tuple[tuple[Pair, int, int], ...]:
    """No letter moves a pawn."""
    return account.company(white, blacks, 0 * letters, red=red, pull=pull)


@theorem(
    "sol.ending.company",
    "Whatever a red effect, a white effect or a letter makes of the blacks, all that can be made of them afterwards "
    "with what is left can be made of them before, with no fewer pawns in white's place; and a letter that is spent at "
    "the end of a turn may as well be spent in the next one.",
    clauses=["sol.effects.red", "sol.effects.white", "sol.letters.location-memory", "sol.effects.points"],
    premises=WITHOUT_ITEMS,
    about=TRUE_COMPANY,
    mutants=[pawns_at_the_end, letters_stay],
)
def company_is_closed(company: Company) -> Claim:
    """Every day of white, every stand of the blacks, up to five letters, each effect left or not; every move."""
    return for_all((*_closed(company), *_late_letters()))


def _closed(company: Company) -> Iterator[tuple[object, bool]]:
    for white, blacks, letters, red, pull in product(
        DAYS_OF_RING, PAIRS, range(MOST_LETTERS + 1), (False, True), (False, True)
    ):
        here = gathered(white, blacks)
        most = {(pair, left): pawns for pair, left, pawns in company(white, blacks, letters, red=red, pull=pull)}
        yield (white, blacks, letters, red, pull), most.get((blacks, letters), 0) >= here
        for pair, left, may_red, may_pull in moves(white, blacks, letters, red, pull):
            after = company(white, pair, left, red=may_red, pull=may_pull)
            holds = all(most.get((end, rest), 0) >= max(pawns, here) for end, rest, pawns in after)
            yield (white, blacks, letters, red, pull, pair), holds


def _late_letters() -> Iterator[tuple[object, bool]]:
    """What a letter and then the blacks' steps make of them is made by the same steps and then a letter."""
    for blacks, number in product(PAIRS, range(1, NUMBERS + 1)):
        later = {pair for share in shares(blacks, 7 - number) for pair, *_ in moves(1, share, 1, False, False)}
        for moved, *_ in moves(1, blacks, 1, False, False):
            yield (blacks, number, moved), shares(moved, 7 - number) <= later


# Later turns

FreeTurns = Callable[..., Iterator[Turn]]
TRUE_FREE_TURNS: Final[FreeTurns] = account.free_turns


def covers(one: Turn, other: Turn) -> bool:
    """Whether an account has all that another has, the blacks and letters being the same."""
    same = one.bay == other.bay and one.white == other.white and one.unresolved == other.unresolved
    stand = one.blacks == other.blacks and one.letters == other.letters
    known = one.draws >= other.draws and one.missing <= other.missing and one.winnable >= other.winnable
    return same and stand and known and one.numbers >= other.numbers and one.red >= other.red and one.pull >= other.pull


def beside_is_one(*given: object) -> Iterator[Turn]:
    """Two events are counted in the bay road too, though three lie there."""
    for turn in TRUE_FREE_TURNS(*given):
        yield turn._replace(numbers=turn.numbers - NUMBERS if turn.white == turn.bay else turn.numbers)


def blue_copies_nothing(*given: object) -> Iterator[Turn]:
    """The newest number counts as it is while blue is unresolved."""
    number = given[5]
    assert isinstance(number, int)
    for turn in TRUE_FREE_TURNS(*given):
        copied = Suit.B in turn.unresolved and turn.numbers and turn.numbers % NUMBERS == 0
        yield turn._replace(numbers=turn.numbers - NUMBERS + number if copied else turn.numbers)


@theorem(
    "sol.ending.free-turns",
    "What a turn can bring with its real cards, a turn can bring in which any number may be played and all that lies "
    "beside the newest event counts as a six, or the newest is of a suit that lacked it; and where more events are "
    "missing a turn brings no more.",
    clauses=["sol.columns.capacity", "sol.effects.points", "sol.effects.blue", "sol.resolution.enough-events"],
    premises=WITHOUT_ITEMS,
    about=TRUE_FREE_TURNS,
    mutants=[beside_is_one, blue_copies_nothing],
)
def free_turns_cover(free_turns: FreeTurns) -> Claim:
    """Every turn's beginning of the scenes; and every set of unresolved suits, day, number, count of missing events."""
    return for_all((*_real_turns(free_turns), *_more_missing(free_turns)))


def _real_turns(free_turns: FreeTurns) -> Iterator[tuple[object, bool]]:
    for position in playing():
        draws, missing = draws_left(position), _missing(position)
        unresolved = frozenset(set(Suit) - set(position.resolved))
        free: list[Turn] = []
        for number in sorted({card.number for card in position.hand}):
            to = ahead(position.white, number)
            left = draws - 1 - (to <= position.white)
            for pair in shares(position.blacks, 7 - number):
                known = (position.bay_road_day, left, to, pair, position.letters, number, unresolved, missing)
                free += free_turns(*known)
        for turn in account.turns_of(position):
            yield position, turn.draws < 0 or any(covers(one, turn) for one in free)


def _more_missing(free_turns: FreeTurns) -> Iterator[tuple[object, bool]]:
    suits = [frozenset(some) for count in range(6) for some in combinations(Suit, count)]
    for unresolved, white, number in product(suits, (1, 2, LAST_DAY), range(1, NUMBERS + 1)):
        for missing in range(3 * len(unresolved - {Suit.B})):
            fewer = list(free_turns(1, 3, white, (2, 4), 1, number, unresolved, missing))
            for turn in free_turns(1, 3, white, (2, 4), 1, number, unresolved, missing + 1):
                yield (sorted(unresolved), white, number, missing), any(covers(one, turn) for one in fewer)


# Steps

Turns = Callable[[Position], Iterable[Turn]]


def blue_is_passed_over(position: Position) -> Iterator[Turn]:
    """What blue may bring in does not count."""
    for turn in account.turns_of(position):
        lies = max((event.card.number for day in EVENT_DAYS for event in position.columns[day - 1]), default=0)
        acts = Suit.B in turn.unresolved and position.phase is Phase.EFFECTS and turn.numbers > lies
        yield turn._replace(numbers=turn.numbers - lies if acts else turn.numbers)


def nothing_is_fixed(position: Position) -> Iterator[Turn]:
    """Before the placing no letter is reckoned with that fixes an event."""
    for turn in account.turns_of(position):
        fixes = position.phase is Phase.PLACE and position.letters and turn.numbers
        yield turn._replace(numbers=turn.numbers - 1 if fixes else turn.numbers)


def no_letter_is_won(position: Position) -> Iterator[Turn]:
    """No suit is resolved in this turn."""
    return (turn._replace(winnable=frozenset()) for turn in account.turns_of(position))


@theorem(
    "sol.ending.points-in-company",
    "A win brings no more points than the best way of the pawns allows, when each turn counts at most the numbers that "
    "may lie in white's place, once for each pawn there.",
    clauses=[
        *("sol.effects.points", "sol.effects.order", "sol.effects.red", "sol.effects.white", "sol.effects.blue"),
        *("sol.movement.play", "sol.movement.blacks-total", "sol.movement.lap-cost", "sol.columns.place"),
        *("sol.letters.location-memory", "sol.letters.event-memory", "sol.resolution.enough-events"),
    ],
    premises=WITHOUT_ITEMS,
    rests_on=["sol.ending.company", "sol.ending.free-turns", "sol.ending.draws-left"],
    about=account.turns_of,
    mutants=[blue_is_passed_over, nothing_is_fixed, no_letter_is_won],
)
def points_in_company(turns: Turns) -> Claim:
    """Every legal step of the scenes: the accounts after it are covered, with what it earns, by those before it."""
    scenes = (effects, placing, closing, refilling, moving)
    positions = (position for scene in scenes for position in scene())
    others = (*_steps(turns, fixed_effects(), STAYING), *_steps(turns, closing(), EXACTLY))
    return for_all(chain(_steps(turns, positions, PERMISSIVE), _steps(turns, fixed_effects(), PERMISSIVE), others))


def _steps(turns: Turns, positions: Iterable[Position], rulings: SolitaireRulings) -> Iterator[tuple[object, bool]]:
    for position in positions:
        before = tuple(turns(position))
        for step in legal_steps(position, rulings):
            after = apply(position, step, rulings)
            if not isinstance(after.outcome, Lost):
                yield (step, position), _is_covered(turns, before, position, after)


def _is_covered(turns: Turns, before: tuple[Turn, ...], position: Position, after: Position) -> bool:
    earned = after.points - position.points
    if isinstance(after.outcome, Won) or after.turn != position.turn:
        return earned == 0 and any(_ends(turn, after) for turn in before)
    return all(turn.draws < 0 or any(leads(one, turn, earned) for one in before) for turn in turns(after))


def _ends(turn: Turn, after: Position) -> bool:
    """Whether a turn that ends as its account says leads to a position."""
    stand = (turn.white, turn.blacks, turn.letters) == (after.white, after.blacks, after.letters)
    known = turn.draws >= draws_left(after) and turn.missing <= _missing(after)
    return stand and known and turn.unresolved == frozenset(set(Suit) - set(after.resolved))


def leads(one: Turn, other: Turn, earned: int) -> bool:
    """Whether an account has room for a step that earns points and leads to another account.

    The step counts numbers, or moves a black by an effect or a letter, or resolves a suit, or does none of these.
    """
    counted = one.numbers - other.numbers
    if counted < 0 or gathered(one.white, one.blacks) * counted < earned:
        return False
    counting = one._replace(numbers=other.numbers)
    if covers(counting, other):
        return True
    if earned:
        return False
    moved = moves(one.white, one.blacks, one.letters, one.red, one.pull)
    if any(covers(one._replace(blacks=at, letters=left, red=red, pull=pull), other) for at, left, red, pull in moved):
        return True
    won = one._replace(letters=one.letters + 1, winnable=frozenset())
    return any(covers(won._replace(unresolved=one.unresolved - {suit}), other) for suit in one.winnable)


def _missing(position: Position) -> int:
    """The events that the unresolved suits lack, blue apart."""
    events = lying(position)
    return sum(lacks(events[suit], resolved=suit in position.resolved) for suit in Suit if suit is not Suit.B)
