"""Every kind of step of the solitaire as scenes, and the claim that something is true of every step of every game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations, product
from typing import Final

from tabi.proofs.exhaustion import Domain, exhaust, for_all
from tabi.proofs.solitaire.scenes import (
    DAYS_OF_RING,
    HAND_POOL,
    ONE_DAY,
    Apply,
    Scene,
    card,
    cards_of,
    column_part,
    constant,
    domains,
    first_failure,
    full_columns,
    item_pairs,
    items,
    with_fixed,
)
from tabi.proofs.theorem import Claim
from tabi.rules.solitaire import Event, Phase, Position, Walk
from tabi.rules.solitaire.items import CHANGES
from tabi.rules.solitaire.table import NO_WALK, Column
from tabi.spec.solitaire import Card, Item, SolitaireRulings, Suit
from tabi.spec.solitaire.locations import EVENT_DAYS
from tabi.spec.solitaire.steps import (
    Backpack,
    BlackMove,
    Blacks,
    BlackWalk,
    Blue,
    Camera,
    DrawRefill,
    Effect,
    Fix,
    Green,
    Lantern,
    Letter,
    MapStep,
    NoCard,
    Place,
    Play,
    Points,
    Radio,
    Red,
    Resolve,
    Step,
    Tent,
    Trim,
    White,
    Yellow,
)

Sides = tuple[tuple[Card, ...], ...]
"""The cards that may lie on one of two days."""
StepClaim = Callable[[Position, Step, Position, SolitaireRulings], bool]
"""What is claimed of a step: position before, step, position after, readings."""


def for_every_step(claim: StepClaim, apply: Apply, first: tuple[str, ...]) -> Claim:
    """The claim that something is true of every legal step.

    The scenes whose kind begins with one of `first` are looked at first, so that what breaks there is found soon. The
    claim is refuted by a scene in which no step is legal, since such a scene would show nothing.
    """
    return for_all(_cases(claim, apply, sorted(SCENES, key=lambda scene: not scene.kind.startswith(first))))


def for_every_step_of(kinds: tuple[str, ...], claim: StepClaim, apply: Apply) -> Claim:
    """The claim that something is true of every legal step whose kind begins with one of `kinds`."""
    return for_all(_cases(claim, apply, [scene for scene in SCENES if scene.kind.startswith(kinds)]))


def _cases(claim: StepClaim, apply: Apply, scenes: list[Scene]) -> Iterator[tuple[object, bool]]:
    for scene in scenes:
        legal = 0
        for _, (count, failure) in exhaust(partial(first_failure, scene, apply, claim), scene.domains):
            legal += count
            yield failure, failure is None
        yield f"no step of the kind {scene.kind} is legal", legal > 0


# Steps


def _always(*steps: Step) -> Callable[[Position], Iterable[Step]]:
    return lambda _: steps


def _plays(position: Position) -> Iterator[Step]:
    return map(Play, position.hand)


def _shares(position: Position) -> Iterator[Step]:
    """Every way in which the black pawns could be sent, by 0 to 7 steps each."""
    for pair in product(range(8), repeat=2):
        yield Blacks(tuple(BlackMove(day, steps) for day, steps in zip(position.blacks, pair, strict=True)))


def _reds(position: Position) -> list[Effect]:
    return [Red(), *(Red(BlackWalk(black, to)) for black in sorted(set(position.blacks)) for to in DAYS_OF_RING)]


def _whites(position: Position) -> list[Effect]:
    return [White(), *map(White, sorted(set(position.blacks)))]


def _greens(_: Position) -> list[Effect]:
    return [Green(), *map(Green, Item)]


def _yellows(_: Position) -> list[Effect]:
    return [Yellow(), Yellow(draw=False)]


def _blues(position: Position) -> list[Effect]:
    return [Blue(), *map(Blue, combinations(_placed(position), 2))]


_EFFECTS: Final[dict[Suit, Callable[[Position], list[Effect]]]] = {
    Suit.R: _reds,
    Suit.G: _greens,
    Suit.Y: _yellows,
    Suit.B: _blues,
    Suit.W: _whites,
}


def _lanterns(suit: Suit) -> Callable[[Position], Iterable[Step]]:
    return lambda position: [Lantern(one, last) for one in _EFFECTS[suit](position) for last in (False, True)]


def _resolves(_: Position) -> list[Step]:
    return [Resolve(), Resolve(decline=True), Resolve(Suit.R), Resolve(Suit.G)]


def _trims(position: Position) -> Iterator[Step]:
    """Every choice of the surplus, in one order: the order under the deck is looked at by nothing but later draws."""
    return map(Trim, combinations(position.hand, max(0, len(position.hand) - 4)))


def _letters(position: Position) -> Iterator[Step]:
    return (Letter(black, to) for black in sorted(set(position.blacks)) for to in DAYS_OF_RING)


def _fixes(position: Position) -> Iterator[Step]:
    return map(Fix, _placed(position))


def _cameras(position: Position) -> Iterator[Step]:
    return (Camera(card, change) for card in _placed(position) for change in CHANGES)


def _backpacks(position: Position) -> Iterator[Step]:
    """One card of the hand for each event: hand cards act alike."""
    return (Backpack(card, placed) for card in position.hand[:1] for placed in _placed(position))


def _tents(position: Position) -> Iterator[Step]:
    """The first two cards of the hand, for any two act alike, and a thrown card, a discarded one, or neither."""
    if len(position.hand) >= 2:
        thrown = (position.hand[0], position.hand[1])
        yield from (Tent(thrown, card) for card in (thrown[0], *position.discard, Card.W1))


def _placed(position: Position) -> list[Card]:
    return [event.card for column in position.columns for event in column]


# Domains


def _boards(suit: Suit, *, few: bool = False) -> Domain:
    """Boards with events on the days 2 and 3: `suit` acts on day 3; numbers equal or not, by print or by camera."""
    one, two = [other for other in (Suit.R, Suit.G, Suit.Y) if other is not suit][:2]
    taken = slice(1, 2) if few else slice(None)
    near: Sides = ((card(suit, 1),), (card(suit, 1), card(one, 2)), (card(one, 2), card(suit, 1)))
    far: Sides = ((), (card(one, 1),), (card(one, 1), card(two, 2)), (card(two, 2), card(one, 1)))
    columns = product(_each_fixed(far[taken]), _each_fixed(near[taken]))
    return constant(*(((), far, here, (), (), ()) for far, near in columns for here in (near, _photographed(near))))


def _each_fixed(sides: Sides) -> tuple[Column, ...]:
    return tuple(column for cards in sides for column in with_fixed(cards))


def _photographed(column: Column) -> Column:
    return (column[0]._replace(camera=1), *column[1:])


def _orders(*orders: str) -> Domain:
    """Columns with suits in these orders, none fixed."""
    return constant(*(tuple(map(Event, cards_of(Suit[letter] for letter in order))) for order in orders))


_AFTER: Final[dict[str, Domain]] = {
    **ONE_DAY,
    **{column_part(day): constant((), (Event(Card.R1),)) for day in EVENT_DAYS},
    "walk": constant(NO_WALK, Walk((Suit.R,)), Walk((), 0, (Suit.R,))),
    "phase": constant(Phase.PLAY, Phase.BLACKS, Phase.EFFECTS, Phase.RESOLVE, Phase.TRIM),
}
"""For steps at any time, after which it is only looked whether an effect is next; place and refill are as blacks."""
_ON_BOARD: Final[dict[str, Domain]] = {"white": constant(3), "walk": _AFTER["walk"], "phase": _AFTER["phase"]}
_FEW_HANDS: Final[dict[str, Domain]] = {"hand": constant(*(HAND_POOL[:size] for size in (0, 1, 3, 4, 5)))}
_TENT_HANDS: Final = constant(*(HAND_POOL[:size] for size in (0, 1, 2, 3, 5, 6, 7)))
_THROWN: Final[dict[str, Domain]] = {"hand": _TENT_HANDS, "discard": constant((), (Card.R3,))}
_SOME_BOARDS: Final[dict[str, Domain]] = {"columns": _boards(Suit.R, few=True)}
_ANY_DAY: Final[dict[str, Domain]] = {"white": constant(*DAYS_OF_RING)}
_LOOKS_AROUND: Final[dict[str, Domain]] = {
    column_part(1): _orders("", "R", "G", "RR", "RG", "GR", "RRR", "GRR"),
    column_part(2): _orders("", "R", "G", "RR", "GR"),
    column_part(3): _orders("", "R"),
    "walk": constant(NO_WALK, Walk((), 0, (Suit.R,))),
    "white": constant(1, 7),
    "blacks": constant((1, 1), (1, 2), (2, 2), (2, 3), (1, 7), (2, 7), (7, 7)),
    "resolved": constant((), (Suit.R,), tuple(Suit)),
}
"""Where pawns stand together or apart, on day 7 or not; two suits lie there, of which one may be resolved."""
_SHORT_DECKS: Final = constant((), (Card.B6,), (Card.B6, Card.W6))
"""For steps that draw one card at most."""
_TWO_DAYS: Final[dict[str, Domain]] = {
    **{column_part(day): full_columns(day) for day in EVENT_DAYS},
    "white": constant(1, 2, 7),
    "bay_road_day": constant(1),
}
"""The bay road, another day with events, and day 7; every column that can lie there."""
_BY_LANTERN: Final[dict[str, Domain]] = {
    "white": constant(3),
    "blacks": constant((3, 7)),
    "hand": constant(HAND_POOL[:3], HAND_POOL[:4]),
    "deck": _SHORT_DECKS,
    **items(((Item.LANTERN,), (Item.MAP,)), ((Item.LANTERN,), (Item.TENT,))),
}
"""The lantern adds points and an item used; the effect itself is looked at in full without it."""
_NEAR_CLEAR: Final[dict[str, Domain]] = {
    **ONE_DAY,
    "blacks": constant((1, 7), (7, 7)),
    "resolved": constant((), tuple(Suit)),
}
"""All that the clear check looks at: the letters, and each pawn on day 7 or not."""
_HAND_OF_NUMBER: Final = constant(
    *(tuple(sorted((card(Suit.Y, number), *HAND_POOL[:size]))) for number in range(1, 7) for size in (0, 3, 4))
)


def _effect_scenes() -> Iterator[Scene]:
    """Each suit's effect, by itself and under the lantern."""
    used = items(((), ()), *(((other,), (one,)) for one in Item for other in Item if one is not other))
    for suit, steps in _EFFECTS.items():
        blue = suit is Suit.B
        day = {"white": constant(3)} if blue else {} if suit is Suit.W else ONE_DAY
        own = domains(suit) | day | (used if suit is Suit.G else {}) | ({"columns": _boards(suit)} if blue else {})
        own |= {"resolved": constant((), (suit,), tuple(Suit))}
        walk = constant(NO_WALK, Walk((), 0, (suit,)))
        lit = own | _BY_LANTERN | {"resolved": constant((suit,)), "walk": walk}
        yield Scene(f"effect of {suit}", steps, own)
        yield Scene(
            f"lantern with {suit}", _lanterns(suit), lit | ({"columns": _boards(suit, few=True)} if blue else {})
        )


SCENES: Final = (
    Scene("play", _plays, domains() | {"hand": _HAND_OF_NUMBER, "deck": _SHORT_DECKS}),
    Scene("no-card", _always(NoCard()), domains()),
    Scene("blacks", _shares, domains() | {"played": constant(*(card(Suit.R, number) for number in range(1, 7)))}),
    Scene("place", _always(Place()), domains() | _TWO_DAYS),
    Scene("refill", _always(DrawRefill()), domains() | ONE_DAY),
    *_effect_scenes(),
    Scene("points", _always(*map(Points, Suit)), domains() | ONE_DAY),
    Scene("resolve", _resolves, domains() | _LOOKS_AROUND),
    Scene("trim", _trims, domains() | _NEAR_CLEAR | _SOME_BOARDS),
    Scene("map", _always(MapStep(1), MapStep(-1)), domains() | _AFTER | item_pairs(Item.MAP) | _ANY_DAY),
    Scene("radio", _always(Radio()), domains() | _AFTER | item_pairs(Item.RADIO) | _NEAR_CLEAR | _FEW_HANDS),
    Scene("camera", _cameras, domains() | _ON_BOARD | _SOME_BOARDS | item_pairs(Item.CAMERA)),
    Scene("backpack", _backpacks, domains() | _ON_BOARD | _SOME_BOARDS | item_pairs(Item.BACKPACK) | _FEW_HANDS),
    Scene("tent", _tents, domains() | _AFTER | item_pairs(Item.TENT) | _THROWN),
    Scene("letter", _letters, domains() | _AFTER),
    Scene("fix", _fixes, domains() | _ON_BOARD | {"columns": _boards(Suit.R)}),
)
