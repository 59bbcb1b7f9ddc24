"""Theorems of the chapter effects: what the effects leave alone, and how many there are in a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, permutations, product
from typing import Final

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.columns import blue_copies, gained
from tabi.proofs.solitaire.scenes import Apply, card
from tabi.proofs.solitaire.stepping import for_every_step_of
from tabi.proofs.theorem import Claim, theorem
from tabi.rules.solitaire import Event, Phase, Position, Walk, apply
from tabi.rules.solitaire.defects import BAY_ROAD_CAPACITY
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.table import NO_WALK
from tabi.rules.solitaire.walk import advanced, begun, next_suit
from tabi.spec.solitaire import CARDS, SolitaireRulings, Suit
from tabi.spec.solitaire.rulings import EffectWalk
from tabi.spec.solitaire.steps import Blue, Green, Lantern, Points, Red, Step, White, Yellow

EFFECTS = (Red, White, Yellow, Green, Blue, Points, Lantern)


def points_clear_the_column(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """Events that have given points are taken off the board."""
    after = apply(position, step, rulings)
    if not isinstance(step, Points):
        return after
    return evolve(after, columns=tuple(() if column else column for column in after.columns))


@theorem(
    "sol.effects.events-stay",
    "No effect, point or lantern changes how many events of a suit lie on the board.",
    clauses=[
        *("sol.effects.red", "sol.effects.white", "sol.effects.yellow", "sol.effects.green", "sol.effects.blue"),
        *("sol.effects.points", "sol.items.lantern"),
    ],
    about=apply,
    mutants=[blue_copies, points_clear_the_column],
)
def events_stay(applied: Apply) -> Claim:
    """Every effect in every scene."""

    def stays(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
        return not isinstance(step, EFFECTS) or not any(gained(before, after).values())

    return for_every_step_of(("effect", "lantern", "points"), stays, applied)


Most = Callable[[EffectWalk, bool], int]


def most_effects(reading: EffectWalk, backpack: bool) -> int:
    """sol.effects.order: the most effects of a turn under a reading, in a game with or without the backpack."""
    if reading is not EffectWalk.CARDS:
        return 3
    return 5 if backpack else 4


def as_many_as_events(_: EffectWalk, __: bool) -> int:
    """As many as a column holds events."""
    return 3


def backpack_brings_nothing(reading: EffectWalk, _: bool) -> int:
    """The backpack forgotten."""
    return most_effects(reading, False)


@theorem(
    "sol.effects.at-most-four",
    "At most four suits act in a turn: the three events that a column holds at most, and the one that blue brings in; "
    "with the backpack all five may, and where the walk only goes outward or was noted down no more than three.",
    clauses=["sol.effects.order", "sol.effects.blue", "sol.columns.capacity", "sol.items.backpack"],
    about=most_effects,
    mutants=[as_many_as_events, backpack_brings_nothing],
)
def at_most_four(most: Most) -> Claim:
    """Every column of white's place with all that may happen to it between two effects, walked by the rules."""
    return for_all(
        ((reading, backpack, length), length <= most(reading, backpack))
        for reading, backpack in product(EffectWalk, (False, True))
        for length in _lengths(SolitaireRulings(effect_walk=reading), backpack=backpack)
    )


Amid = tuple[tuple[Suit, ...], Walk, bool]
"""A moment of the effects: the suits of white's column, how far the walk is, and whether an event may be replaced."""


def _lengths(rulings: SolitaireRulings, *, backpack: bool) -> Iterator[int]:
    """How many effects may have been carried out, in every way; each backpack counts as one that replaces one event."""
    columns = chain.from_iterable(product(Suit, repeat=size) for size in range(BAY_ROAD_CAPACITY + 1))
    level = {(column, begun(_amid(column, NO_WALK), rulings).walk, backpack) for column in columns}
    length = 0
    while level:
        yield length
        level = {after for moment in _reachable(level) for after in _effects(moment, rulings)}
        length += 1


def _amid(column: tuple[Suit, ...], walk: Walk) -> Position:
    """White on day 3, the bay road, with a column of these suits."""
    events = tuple(Event(card(suit, number)) for number, suit in enumerate(column, start=1))
    columns = ((), (), events, (), (), ())
    return evolve(_ON_BAY_ROAD, columns=columns, walk=walk)


def _reachable(moments: set[Amid]) -> set[Amid]:
    """What letters and the backpack make of them: any event fixed, and so nearest; any event replaced by any suit."""
    met, waiting = set(moments), list(moments)
    while waiting:
        column, walk, may_replace = waiting.pop()
        fixed = [
            ((column[slot], *column[:slot], *column[slot + 1 :]), walk, may_replace) for slot in range(len(column))
        ]
        packed = [(one, walk, False) for one in _replaced(column)] if may_replace else []
        new = {*fixed, *packed} - met
        met |= new
        waiting += new
    return met


def _replaced(column: tuple[Suit, ...]) -> Iterator[tuple[Suit, ...]]:
    for slot, suit in product(range(len(column)), Suit):
        yield (*column[:slot], suit, *column[slot + 1 :])


def _effects(moment: Amid, rulings: SolitaireRulings) -> Iterator[Amid]:
    """What the next effect makes of it: blue exchanges two events of the column, or one for any elsewhere, or none."""
    column, walk, may_replace = moment
    position = _amid(column, walk)
    suit = next_suit(position, rulings)
    if suit is None:
        return
    after = advanced(position, suit, rulings).walk
    yield column, after, may_replace
    if suit is Suit.B:
        yield from ((one, after, may_replace) for one in (*_replaced(column), *permutations(column)))


_ON_BAY_ROAD: Final = Position.checked(phase=Phase.RESOLVE, white=3, bay_road_day=3, discard=CARDS)
