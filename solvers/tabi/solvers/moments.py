"""The moments at which a search over turns spends letters and uses items.

The rules allow both between any two steps. A search that tried them everywhere would drown, so each has its moments
here. That costs wins at worst: a line is a line however it was found, and no "no" rests on this module.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product

from tabi.rules.solitaire import Phase, Position, apply, legal_steps, violation
from tabi.rules.solitaire.ending import surplus
from tabi.rules.solitaire.items import item_candidates
from tabi.rules.solitaire.movement import share_of_blacks
from tabi.rules.solitaire.position import column_at, placed_events
from tabi.rules.solitaire.resolution import fulfils
from tabi.rules.solitaire.walk import next_suit
from tabi.solvers.outlook import EVENTS_TO_RESOLVE
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.locations import EVENT_DAYS, LAST_DAY
from tabi.spec.solitaire.rulings import MapWindow, SolitaireRulings
from tabi.spec.solitaire.steps import (
    Backpack,
    Camera,
    Fix,
    Lantern,
    Letter,
    MapStep,
    Radio,
    Step,
    Tent,
    Trim,
)

ANY_TIME = (Letter, Fix, Lantern, MapStep, Radio, Camera, Backpack, Tent)
ORDERED_SURPLUS = 2
"""Up to this many surplus cards every order under the deck is tried, beyond it one order of each choice."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a search over turns tries beside the steps that a turn asks for: items, and letters at more moments.

    With `last_turn` it looks only for wins by that turn.
    """

    items: bool = False
    free_letters: bool = False
    last_turn: int | None = None


def steps_in_scope(position: Position, rulings: SolitaireRulings, scope: Scope) -> Iterator[Step]:
    """The legal steps that a search over turns tries: those of the phase, then letters and items at their moments."""
    yield from _steps_of_phase(position, rulings)
    if position.letters:
        yield from _letters(position, rulings, scope)
    if scope.items and position.ready:
        yield from _items(position, rulings)


def _steps_of_phase(position: Position, rulings: SolitaireRulings) -> Iterator[Step]:
    if position.phase is Phase.TRIM and (count := surplus(position)) > ORDERED_SURPLUS:
        yield from map(Trim, combinations(position.hand, count))
        return
    for step in legal_steps(position, rulings):
        if isinstance(step, ANY_TIME):
            return
        yield step


# Letters


def _letters(position: Position, rulings: SolitaireRulings, scope: Scope) -> Iterator[Step]:
    if position.phase is Phase.RESOLVE:
        yield from _any_letter(position, rulings) if scope.free_letters else letters_to_resolve(position, rulings)
    elif position.phase is Phase.BLACKS:
        yield from letters_to_come_home(position, rulings)
    elif position.phase is Phase.PLACE and scope.free_letters:
        fixes = (Fix(event.card) for event in column_at(position, position.white))
        yield from (step for step in fixes if violation(position, step, rulings) is None)


def _any_letter(position: Position, rulings: SolitaireRulings) -> Iterator[Letter]:
    return (step for step in legal_steps(position, rulings) if isinstance(step, Letter))


def letters_to_resolve(position: Position, rulings: SolitaireRulings) -> tuple[Letter, ...]:
    """Letters after which a suit can be resolved that cannot be now: one, or the first of two if one does not do."""
    found: dict[Letter, None] = {}
    for suit in _ripe_suits(position):
        if not fulfils(position, suit, rulings):
            days = sorted({day for day, _, event in placed_events(position) if event.card.suit is suit})
            reached = partial(fulfils, suit=suit, rulings=rulings)
            found |= dict.fromkeys(_letters_until(position, days, reached, rulings))
    return tuple(found)


def letters_to_come_home(position: Position, rulings: SolitaireRulings) -> tuple[Letter, ...]:
    """Letters after which the black pawns can end on day 7 beside white, every suit being resolved."""
    if position.white != LAST_DAY or len(position.resolved) < len(Suit) or _blacks_come_home(position):
        return ()
    return tuple(_letters_until(position, EVENT_DAYS, _blacks_come_home, rulings))


def _blacks_come_home(position: Position) -> bool:
    return sum(LAST_DAY - black for black in position.blacks) == share_of_blacks(position)


def _ripe_suits(position: Position) -> tuple[Suit, ...]:
    """Unresolved suits that lie in white's place and have an event for each of the three pawns."""
    here = {event.card.suit for event in column_at(position, position.white)}.difference(position.resolved)
    if not here:
        return ()
    lying = [event.card.suit for _, _, event in placed_events(position)]
    return tuple(suit for suit in sorted(here) if lying.count(suit) >= EVENTS_TO_RESOLVE)


def _letters_until(
    position: Position, days: Sequence[int], reached: Callable[[Position], bool], rulings: SolitaireRulings
) -> Iterator[Letter]:
    """Letters to one of `days` after which `reached` holds; if there is none, the first of two that do it together."""
    singles = [Letter(black, day) for black in sorted(set(position.blacks)) for day in days if day != black]
    legal = [step for step in singles if violation(position, step, rulings) is None]
    doing = [step for step in legal if reached(apply(position, step, rulings))]
    if doing or position.letters == 1:
        yield from doing
        return
    for first, second in product(days, days):
        moved, also = Letter(position.blacks[0], first), Letter(position.blacks[1], second)
        if moved in legal and reached(apply(apply(position, moved, rulings), also, rulings)):
            yield moved


# Items


def _items(position: Position, rulings: SolitaireRulings) -> Iterator[Step]:
    for step in item_candidates(position, rulings):
        if _is_moment(position, step, rulings) and violation(position, step, rulings) is None:
            yield step


def _is_moment(position: Position, step: Step, rulings: SolitaireRulings) -> bool:
    """Whether a search tries this item now: each at the one moment where it can do most for a win."""
    phase = position.phase
    match step:
        case MapStep():
            return phase is (Phase.PLAY if rulings.map_window is MapWindow.NUMBER else Phase.BLACKS)
        case Radio():
            return phase is Phase.PLAY
        case Tent():
            return phase is Phase.REFILL and step.take.suit not in position.resolved
        case Backpack():
            return phase is Phase.RESOLVE and _helps(position, step)
        case Camera():
            # A changed number matters for a win only to an exchange of equal numbers.
            return phase is Phase.EFFECTS and next_suit(position, rulings) is Suit.B and Suit.B not in position.resolved
        case _:
            return isinstance(step, Lantern)


def _helps(position: Position, step: Backpack) -> bool:
    """Whether a backpack puts an unresolved suit in the place of another suit."""
    suit = step.hand.suit
    return suit not in position.resolved and suit is not step.placed.suit
