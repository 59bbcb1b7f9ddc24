"""Theorems of the chapter movement: the sum of days, laps, the blacks' share, and when white moves at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Final

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.scenes import DAYS_OF_RING, PAIRS, Apply, untouched
from tabi.proofs.solitaire.stepping import for_every_step
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Phase, Position, apply
from tabi.rules.solitaire.bounds import days_sum, laps_of, pawns_can_meet
from tabi.rules.solitaire.movement import blacks_candidates, forward, passes_seven, share_of_blacks
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.table import Won
from tabi.spec.solitaire import Card, Item, SolitaireRulings
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, PastSeven
from tabi.spec.solitaire.steps import Blacks, MapStep, Play, Step, White

RING: Final = Premises({"sol.past-seven": frozenset({"ring"})}, words="when days form a ring, with any items")
RING_NO_MAP: Final = Premises(
    RING.rulings, frozenset({"map"}), words="when days form a ring, in a game without the map"
)


def _before_play() -> Iterator[Position]:
    """Every stand of the pawns before a play of each number; the deck has a card for the lap."""
    rest = Position.checked(hand=tuple(Card)[:6], deck=tuple(Card)[6:])
    for white, blacks in product(DAYS_OF_RING, PAIRS):
        yield evolve(rest, white=white, blacks=blacks)


def _plain_movements(moved: Apply, rulings: SolitaireRulings) -> Iterator[tuple[Position, Position]]:
    """Every plain movement, white's and the blacks': the positions before and after it."""
    for position in _before_play():
        for card in position.hand:
            played = moved(position, Play(card), rulings)
            for share in blacks_candidates(played):
                yield position, moved(played, share, rulings)


def _pawns(position: Position) -> int:
    return position.white + sum(position.blacks)


def six_moves_both_blacks(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """After a 6 the other black pawn goes a day as well."""
    after = apply(position, step, rulings)
    if not isinstance(step, Blacks) or share_of_blacks(position) != 1:
        return after
    blacks = [forward(black, 1, PastSeven.RING) for black in position.blacks]
    return evolve(after, blacks=(min(blacks), max(blacks)))


def blacks_move_eight_minus_n(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """The blacks go a day more than they should."""
    after = apply(position, step, rulings)
    if not isinstance(step, Blacks):
        return after
    first, second = after.blacks
    blacks = forward(first, 1, PastSeven.RING), second
    return evolve(after, blacks=(min(blacks), max(blacks)))


def past_seven_stops(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A pawn that passes day 7 stays on day 1."""
    return apply(position, step, rulings.model_copy(update={"past_seven": PastSeven.STOP_AT_ONE}))


@theorem(
    "sol.movement.sum-mod-7",
    "Plain movement leaves the sum of the three pawns' days unchanged modulo 7.",
    clauses=["sol.movement.play", "sol.movement.blacks-total", "sol.movement.ring"],
    premises=RING,
    about=apply,
    mutants=[six_moves_both_blacks, blacks_move_eight_minus_n, past_seven_stops],
)
def sum_mod_7(moved: Apply) -> Claim:
    """Every stand of the pawns, every number, every share of the blacks."""
    movements = _plain_movements(moved, DEFAULT_RULINGS)
    return for_all(((before, after), (_pawns(before) - _pawns(after)) % 7 == 0) for before, after in movements)


@theorem(
    "sol.movement.blacks-share",
    "The black pawns together go 7 minus the printed number days forward, each at least one unless the number is 6.",
    clauses=["sol.movement.blacks-total", "sol.movement.blacks-both"],
    premises=RING,
    about=apply,
    mutants=[six_moves_both_blacks, blacks_move_eight_minus_n],
)
def blacks_share(moved: Apply) -> Claim:
    """The days that they have gone, in one of the two ways to tell the pawns apart, for every plain movement."""

    def is_shared(before: Position, after: Position) -> bool:
        number = next(card.number for card in before.hand if card not in after.hand)
        (one, other), (first, second) = before.blacks, after.blacks
        ways = (((first - one) % 7, (second - other) % 7), ((second - one) % 7, (first - other) % 7))
        return any(sum(way) == 7 - number and (min(way) >= 1 or number == 6) for way in ways)

    movements = _plain_movements(moved, DEFAULT_RULINGS)
    return for_all(((before, after), is_shared(before, after)) for before, after in movements)


Passing = Callable[[int, int], bool]


def stopping_pays(day: int, steps: int) -> bool:
    """A pawn that stops on day 7 counts as having passed it."""
    return day + steps >= 7


def never_passing(day: int, steps: int) -> bool:
    """No move passes day 7."""
    return day < 0 and steps < 0


@theorem(
    "sol.movement.lap-count",
    "White's days gone are its change of day plus 7 for each lap, so a way that ends on day 7 has (start + sum - 1) "
    "div 7 laps, a play pays one card for a lap and none else, and a shorter sum never means more laps.",
    clauses=["sol.movement.ring", "sol.movement.lap-cost", "sol.movement.day-seven-rest"],
    premises=RING_NO_MAP,
    about=passes_seven,
    mutants=[stopping_pays, never_passing],
)
def lap_count(passing: Passing) -> Claim:
    """Move by move for every day and number; the sum over a way telescopes, since each move begins where one ended."""
    return for_all((*_moves(passing), *_payments(passing), *_ways()))


def _moves(passing: Passing) -> Iterator[tuple[object, bool]]:
    for day, number in product(DAYS_OF_RING, range(1, 7)):
        to = forward(day, number, PastSeven.RING)
        yield (day, number), day + number == to + 7 * passing(day, number)
        yield (day, number), 1 <= to <= 7


def _payments(passing: Passing) -> Iterator[tuple[object, bool]]:
    for position in _before_play():
        for card in position.hand:
            paid = len(position.deck) - len(apply(position, Play(card)).deck)
            yield (position.white, card), paid == passing(position.white, card.number)


def _ways() -> Iterator[tuple[object, bool]]:
    """`laps_of` against counting, for every way of at most 210 days; no 30 cards go further, for they sum to 105."""
    for day, total in product(DAYS_OF_RING, range(211)):
        ends = next(end for end in range(day + total, day + total + 7) if end % 7 == 0)
        passed = sum(1 for stop in range(day, ends) if stop % 7 == 0)
        yield (day, total), laps_of(day, total) == passed
        yield (day, total), laps_of(day, total) <= laps_of(day, total + 1)


def white_drifts_at_the_trim(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """At the end of the turn white goes to day 7 by itself."""
    after = apply(position, step, rulings)
    return evolve(after, white=7) if step.step == "trim" else after


def white_effect_moves_white(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """The white effect brings white to the black pawn."""
    after = apply(position, step, rulings)
    return evolve(after, white=step.black) if isinstance(step, White) and step.black is not None else after


@theorem(
    "sol.movement.white-rests",
    "White changes its day only by a play and by the map, both before the black pawns have moved.",
    clauses=["sol.movement.turn-order", "sol.movement.play", "sol.items.map", "sol.letters.location-memory"],
    about=apply,
    mutants=[white_drifts_at_the_trim, white_effect_moves_white],
)
def white_rests(applied: Apply) -> Claim:
    """Every step in every scene."""

    def rests(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
        if after.__dict__.get("white") == before.__dict__.get("white"):
            return True
        return isinstance(step, (Play, MapStep)) and before.phase in (Phase.PLAY, Phase.BLACKS)

    return for_every_step(rests, applied, ("trim", "effect of W"))


Meeting = Callable[[Position, SolitaireRulings], bool]


def any_sum_does_not_meet(position: Position, rulings: SolitaireRulings) -> bool:
    """The sum must be right even while a letter or an effect could change it."""
    return pawns_can_meet(position, rulings) and days_sum(position) == 0


def items_change_nothing(position: Position, rulings: SolitaireRulings) -> bool:
    """Map and lantern are forgotten."""
    return pawns_can_meet(evolve(position, ready=()), rulings)


@theorem(
    "sol.movement.pawns-meet",
    "On the ring, once every letter is won and spent and neither map nor lantern is ready, the sum of the pawns' days "
    "with the steps that the blacks owe stays the same modulo 7, and a win needs it to be 0, unless a ready radio may "
    "win by a draw that fails.",
    clauses=["sol.movement.ring", "sol.ending.clear", "sol.effects.points", "sol.letters.location-memory"],
    about=pawns_can_meet,
    mutants=[any_sum_does_not_meet, items_change_nothing],
    rests_on=["sol.movement.sum-mod-7"],
)
def pawns_meet(meets: Meeting) -> Claim:
    """No step leads from where the pawns cannot meet to where they can or to a win: every step in every scene.

    A step that touches nothing of what the bound looks at is passed.
    """

    def stays(before: Position, step: Step, after: Position, rulings: SolitaireRulings) -> bool:
        if after.phase is Phase.OVER:
            return not isinstance(after.outcome, Won) or meets(before, rulings)
        return _same_to_the_bound(before, after) or meets(before, rulings) or not meets(after, rulings)

    return for_every_step(stays, apply, ("letter", "map"))


def _same_to_the_bound(before: Position, after: Position) -> bool:
    """Whether pawns, letters and steps owed are passed on, and map, lantern and radio are as ready as before."""
    owing = before.phase is Phase.BLACKS or after.phase is Phase.BLACKS
    if (owing and after.phase is not before.phase) or not untouched(
        before, after, "white", "blacks", "letters", "resolved", "map_shift"
    ):
        return False
    helping = (Item.MAP, Item.LANTERN, Item.RADIO)
    ready: list[tuple[Item, ...]] = [position.__dict__.get("ready", ()) for position in (before, after)]
    return all((item in ready[0]) is (item in ready[1]) for item in helping)
