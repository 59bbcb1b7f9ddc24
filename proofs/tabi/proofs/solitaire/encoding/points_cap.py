"""The theorem about the most points of a turn, up to which a formula tells the points of a turn apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import Final

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.encoding.sketches import late
from tabi.proofs.solitaire.scenes import Apply, card, cards_of
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Event, Phase, Position, apply, legal_steps
from tabi.rules.solitaire.defects import BAY_ROAD_CAPACITY
from tabi.rules.solitaire.effects import points_of
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.table import Column
from tabi.rules.solitaire.walk import begun
from tabi.solvers.encoding.scoring import PAWNS, PLAIN_TURN
from tabi.spec.solitaire import Card, SolitaireRulings, Suit
from tabi.spec.solitaire.cards import NUMBERS
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import EffectsMandatory, EffectWalk, FixedUnderBlue
from tabi.spec.solitaire.steps import Blue, Fix, Green, Points, Red, Step, White, Yellow


def blue_gives_points_too(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A blue effect that gives its points as well, as under the lantern."""
    after = apply(position, step, rulings)
    return evolve(after, points=after.points + points_of(position, Suit.B)) if isinstance(step, Blue) else after


def points_look_around(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """Points that count a suit's events wherever they lie."""
    after = apply(position, step, rulings)
    if not isinstance(step, Points):
        return after
    lying = [event.value for column in position.columns for event in column if event.card.suit is step.suit]
    return evolve(after, points=position.points + PAWNS * sum(lying))


def a_pawn_too_many(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """Points that count four pawns where three stand."""
    after = apply(position, step, rulings)
    return evolve(after, points=position.points + (after.points - position.points) * 4 // 3)


@theorem(
    "sol.effects.points-of-turn",
    "A turn brings 54 points at most: three pawns times three events of six, for each suit counts once, and where blue "
    "brings another event into white's place it has left it itself or does not count.",
    clauses=["sol.effects.points", "sol.effects.order", "sol.effects.blue", "sol.columns.capacity"],
    premises=Premises(
        without=frozenset({Item.LANTERN, Item.CAMERA, Item.BACKPACK}),
        words="under every reading, in games without lantern, camera and backpack",
    ),
    about=apply,
    mutants=[blue_gives_points_too, points_look_around, a_pawn_too_many],
)
def a_turn_is_capped(applied: Apply) -> Claim:
    """Every course of the effects, letters on events in between, from every order of suits in white's place.

    All events count six and all pawns stand there, so that any two events can be exchanged, and no points are fewer
    than with other numbers and pawns. Other effects than blue are declined: red and white could but lead pawns away,
    and suits but blue act alike, so their names do not matter. A fixed event may be exchanged, as it may under one
    reading at least.
    """
    beginnings = product(_columns(), _resolved(), EffectWalk)
    cases = (
        ((column, resolved, walk), _most(applied, column, resolved, walk) <= PLAIN_TURN)
        for column, resolved, walk in beginnings
    )
    return for_all(cases, least=2_000)


_ALIKE: Final = (Suit.R, Suit.G, Suit.Y, Suit.W)


def _columns() -> Iterator[Column]:
    """Up to three events, each blue or of another suit, the first of which to come is red, the next green, yellow."""
    for length in range(1, BAY_ROAD_CAPACITY + 1):
        for suits in product((Suit.B, *_ALIKE), repeat=length):
            others = tuple(dict.fromkeys(suit for suit in suits if suit is not Suit.B))
            if others == _ALIKE[: len(others)]:
                yield tuple(map(_six, cards_of(suits)))


def _resolved() -> Iterator[tuple[Suit, ...]]:
    return chain.from_iterable(combinations(Suit, count) for count in range(len(Suit) + 1))


def _six(card: Card) -> Event:
    """The event as one that counts six; the camera's change stands for the number."""
    return Event(card, camera=NUMBERS - card.number)


def _most(applied: Apply, column: Column, resolved: tuple[Suit, ...], walk: EffectWalk) -> int:
    """The most points of a turn whose effects begin with this column in white's place."""
    elsewhere = ((_six(card(suit, NUMBERS)),) for suit in Suit)
    rulings = SolitaireRulings(
        effect_walk=walk, effects_mandatory=EffectsMandatory.NONE, fixed_under_blue=FixedUnderBlue.CUBE_STAYS
    )
    position = evolve(
        late({}, deck=1), columns=(column, *elsewhere), bay_road_day=1, white=1, blacks=(1, 1), resolved=resolved,
        letters=1, phase=Phase.EFFECTS,
    )  # fmt: skip
    return _to_come(applied, begun(position, rulings), rulings, {})


def _to_come(applied: Apply, position: Position, rulings: SolitaireRulings, known: dict[Position, int]) -> int:
    """The most points that the effects still bring; `known` has those of positions met before."""
    if position.phase is not Phase.EFFECTS:
        return 0
    if (key := position.key) not in known:
        afters = [applied(key, step, rulings) for step in _steps(key, rulings)]
        known[key] = max(after.points + _to_come(applied, after, rulings, known) for after in afters)
    return known[key]


def _steps(position: Position, rulings: SolitaireRulings) -> Iterator[Step]:
    """Points, blue effects in white's place, letters on events there; other effects are declined."""
    here = {event.card for event in position.columns[0]}
    for step in legal_steps(position, rulings):
        match step:
            case Blue(cards=(one, other)):
                if one in here or other in here:
                    yield step
            case Fix(card=one):
                if one in here:
                    yield step
            case Points() | Blue() | Red(move=None) | White(black=None) | Green(item=None) | Yellow(draw=False):
                yield step
