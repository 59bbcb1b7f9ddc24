"""Theorems about the times at which items are used: what a use may wait for, and what the radio may come before.

Two orders of a use and a step are compared, as in `waiting`: points are left out, for no win depends on them, and so
are orders that lose. Steps stand in the scenes of `stepping`, on few boards: a use and a step meet where both look at
the hand, the deck, the discard, the items or one event, and what else a step looks at a use does not change. Steps that
a use brings, which were not there before it, are compared too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, islice, product
from typing import Final

from tabi.proofs.exhaustion import Chosen, Domain, exhaust, for_all
from tabi.proofs.solitaire.scenes import (
    DECK_POOL,
    HAND_POOL,
    Apply,
    Scene,
    card,
    constant,
    items,
    position_of,
    reading,
    rulings_of,
    with_fixed,
    written,
)
from tabi.proofs.solitaire.stepping import SCENES, for_every_step
from tabi.proofs.solitaire.waiting import READINGS
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Event, IllegalStep, Phase, Position, Walk, Won, apply
from tabi.rules.solitaire.items import CHANGES
from tabi.rules.solitaire.position import evolve, placed_events
from tabi.rules.solitaire.table import NO_WALK, Column
from tabi.rules.solitaire.walk import next_suit
from tabi.spec.solitaire import Card, Item, SolitaireRulings, Suit
from tabi.spec.solitaire.rulings import (
    EffectWalk,
    EmptyHand,
    FixedUnderBackpack,
    FixedUnderBlue,
    Nearest,
    RadioShort,
    Refill,
    WalkEnd,
    YellowShort,
)
from tabi.spec.solitaire.steps import Backpack, Camera, Fix, Green, Lantern, MapStep, Radio, Step, Tent

Kinds = frozenset[str]


def kind_of(step: Step) -> str:
    """The kind of a step; the lantern's with the effect that it lights."""
    return f"lantern {step.effect.step}" if isinstance(step, Lantern) else step.step


_CALM: Final = (
    "red",
    "white",
    "yellow",
    "blue",
    "points",
    *(f"lantern {one}" for one in ("red", "white", "yellow", "blue")),
)
"""The effects that make no item ready."""


@dataclass(frozen=True)
class Swaps:
    """For each kind of use the kinds of steps after which it may as well come (`later`), and before which it may."""

    later: Mapping[str, Kinds]
    earlier: Mapping[str, Kinds]
    name: str = "the swaps"

    def __str__(self) -> str:
        return self.name

    def but(self, use: str, step: str, *, first: bool = False) -> Swaps:
        """The same with one swap more, or with one less if it is there."""
        table = self.earlier if first else self.later
        changed = {**table, use: table.get(use, frozenset()) ^ {step}}
        name = f"{use} {'before' if first else 'after'} {step}"
        return Swaps(self.later, changed, name) if first else Swaps(changed, self.earlier, name)


SWAPS: Final = Swaps(
    later={
        "radio": frozenset({"blacks", "place", "refill", *_CALM, "resolve", "letter", "fix", "camera"}),
        "camera": frozenset({"play", "blacks", "refill", "letter", "map", "radio", "tent"}),
        "tent": frozenset({"blacks", "place", "resolve", "letter", "fix", "camera", "backpack"}),
        "backpack": frozenset({"play", "blacks", "refill", "letter", "map", "radio"}),
        "fix": frozenset({"backpack"}),
    },
    earlier={"radio": frozenset({*_CALM, "letter", "fix", "camera"})},
)
"""What the moments of `Moments.WINNING` for items rest on."""


# Comparing two orders


def _both(position: Position, first: Step, then: Step, rulings: SolitaireRulings) -> Position | None:
    """The position after two steps, or after the first if it ends the game; None when one of them is not legal."""
    try:
        between = apply(position, first, rulings)
        return between if between.phase is Phase.OVER else apply(between, then, rulings)
    except IllegalStep:
        return None


def is_as_good(position: Position, first: Step, then: Step, rulings: SolitaireRulings) -> bool | None:
    """Whether two steps may change places: in the other order they come to the same but for points.

    None when there is nothing to compare: they cannot follow each other in this order, or lose, or the position is one
    of effects with nothing left to act, which are over by themselves.
    """
    if position.phase is Phase.EFFECTS and next_suit(position, rulings) is None:
        return None
    after = _both(position, first, then, rulings)
    if after is None or (after.phase is Phase.OVER and not isinstance(after.outcome, Won)):
        return None
    other = _both(position, then, first, rulings)
    return other is not None and _but_points(other) == _but_points(after)


def _but_points(position: Position) -> dict[str, object]:
    return {name: value for name, value in position.__dict__.items() if name != "points"}


def uses_of(position: Position, use: str) -> Iterator[Step]:
    """Every use of a kind that comes into question: any hand card, two of the first three, every placed event."""
    placed = [event.card for _, _, event in placed_events(position)] if use in ("camera", "backpack", "fix") else []
    match use:
        case "map":
            yield from map(MapStep, CHANGES)
        case "radio":
            yield Radio()
        case "camera":
            yield from (Camera(one, change) for one, change in product(placed, CHANGES))
        case "backpack":
            yield from (Backpack(one, other) for one, other in product(position.hand, placed))
        case "fix":
            yield from map(Fix, placed)
        case "tent":
            for thrown in combinations(position.hand[:3], 2):
                yield from (Tent(thrown, taken) for taken in (*position.discard, thrown[0]))


def _compared(scene: Scene, use: str, swaps: Swaps, chosen: Chosen) -> tuple[int, str | None]:
    """How many pairs of a use and a step of the scene were compared, and the first that differs."""
    position, rulings = position_of(chosen, boards=True), rulings_of(chosen)
    compared = 0
    with reading():
        for one in uses_of(position, use):
            for step in _steps(scene, position, one, rulings):
                orders = [(one, step)] if kind_of(step) in swaps.later.get(use, ()) else []
                orders += [(step, one)] if kind_of(step) in swaps.earlier.get(use, ()) else []
                for first, then in orders:
                    good = is_as_good(position, first, then, rulings)
                    compared += good is not None
                    if good is False:
                        return compared, f"{first} before {then} with {written(chosen)}"
    return compared, None


def _steps(scene: Scene, position: Position, use: Step, rulings: SolitaireRulings) -> tuple[Step, ...]:
    """The steps of the scene that come into question before a use or after it."""
    try:
        after = apply(position, use, rulings)
    except IllegalStep:
        return tuple(scene.steps(position))
    return tuple(dict.fromkeys((*scene.steps(position), *scene.steps(after))))


def comparisons(swaps: Swaps) -> Iterator[tuple[object, bool]]:
    """Every swap in its scene; one in which nothing can be compared shows nothing. Swaps that are not so come first."""
    for use, kind in sorted(pairs_of(swaps), key=lambda pair: pair in pairs_of(SWAPS)):
        compared, scene = 0, scene_of(use, kind)
        for _, (count, failure) in exhaust(partial(_compared, scene, use, swaps), scene.domains):
            compared += count
            yield failure, failure is None
        yield f"no {kind} can be compared with the {use}", compared > 0


def pairs_of(swaps: Swaps) -> list[tuple[str, str]]:
    """Each use with each kind of step that it may come after or before."""
    uses = sorted({*swaps.later, *swaps.earlier})
    none = frozenset[str]()
    return [(use, kind) for use in uses for kind in sorted(swaps.later.get(use, none) | swaps.earlier.get(use, none))]


# Scenes

_NAMES: Final = {"red": "R", "white": "W", "yellow": "Y", "green": "G", "blue": "B"}
_DEFAULTS: Final[dict[str, Domain]] = {
    **READINGS,
    "empty_hand": constant(EmptyHand.ITEMS_FIRST),
    "effect_walk": constant(EffectWalk.CARDS),
    "walk_end": constant(WalkEnd.CLOSES),
    "fixed_under_blue": constant(FixedUnderBlue.REFUSED),
    "fixed_under_backpack": constant(FixedUnderBackpack.REFUSED),
    "nearest": constant(Nearest.WHITE, Nearest.PLAYER),
    "radio_short": constant(RadioShort.LOSE, RadioShort.REFUSED),
    "yellow_short": constant(YellowShort.LOSE),
    "refill": constant(Refill.ONE),
}
"""The readings of the premises; all others are read at will."""
PREMISES: Final = Premises(
    {
        "sol.deck-out": frozenset({"lose"}),
        "sol.empty-hand": frozenset({"items-first"}),
        "sol.effect-walk": frozenset({"cards"}),
        "sol.walk-end": frozenset({"closes"}),
        "sol.fixed-under-blue": frozenset({"refused"}),
        "sol.fixed-under-backpack": frozenset({"refused"}),
        "sol.nearest": frozenset({"white", "player"}),
        "sol.radio-short": frozenset({"lose", "refused"}),
        "sol.yellow-short": frozenset({"lose"}),
        "sol.refill": frozenset({"one"}),
    },
    words="when every draw must be made and a turn draws one card at its refill, effects go by the cards as they lie "
    "and close, and fixed events stay, with any items",
)
_DECKS: Final = constant(*(DECK_POOL[:size] for size in (2, 3, 4, 5)))
_HANDS: Final = constant(HAND_POOL[:1], HAND_POOL[:3], HAND_POOL[:5])
_LOW: Final = (Card.R5, Card.Y1)
_ITEMS: Final = {
    "map": Item.MAP, "radio": Item.RADIO, "camera": Item.CAMERA, "backpack": Item.BACKPACK, "tent": Item.TENT,
    "lantern": Item.LANTERN,
}  # fmt: skip


def _boards(suit: Suit) -> Iterator[tuple[Column, ...]]:
    """White's place is day 3, the bay road: `suit` lies there alone, before and behind others; day 2 has events too.

    An event is fixed in either place or in none, and numbers are equal within a column and between them.
    """
    one, two = [other for other in (Suit.R, Suit.G, Suit.Y) if other is not suit][:2]
    near = ((card(suit, 1),), (card(suit, 1), card(one, 2)), (card(one, 2), card(suit, 1), card(two, 2)))
    far = ((card(two, 1),), (card(one, 1), card(two, 4)))
    for here, there in product(near, far):
        for column, other in product(with_fixed(here), with_fixed(there)):
            yield (), other, column, (), (), ()


_RESOLVING: Final = (
    ((Event(Card.R1), Event(Card.R2)), (Event(Card.R4),), (Event(Card.R5), Event(Card.G5)), (), (), ()),
    ((Event(Card.R1),), (Event(Card.G4),), (Event(Card.G5), Event(Card.R5)), (), (), ()),
)
"""White stands on day 1, and the blacks on days where enough events lie, or not."""
_PHASES: Final = (Phase.PLAY, Phase.BLACKS, Phase.PLACE, Phase.REFILL, Phase.EFFECTS, Phase.RESOLVE, Phase.TRIM)


_LOOKING: Final = ("place", "refill")
"""The forced steps that look at whole columns."""


def _phases(use: str, kind: str) -> tuple[Phase, ...]:
    """The phases in which a use meets a step that may come at any time."""
    if use == "fix":
        return Phase.EFFECTS, Phase.RESOLVE
    return _PHASES


def scene_of(use: str, kind: str) -> Scene:
    """The steps of a kind with all that a use of the other kind needs."""
    lit, own = kind.startswith("lantern "), _NAMES.get(kind.removeprefix("lantern "))
    name = kind if own is None else f"lantern with {own}" if lit else f"effect of {own}"
    scene = next(one for one in SCENES if one.kind == name)
    suit = Suit.R if own is None else Suit[own]
    few: dict[str, Domain] = {
        "columns": constant(*islice(_boards(suit), 0, None, 1 if use == "fix" or kind in _LOOKING else 7)),
        "white": constant(3),
        "bay_road_day": constant(3),
        "blacks": constant((3, 5)),
        "hand": _HANDS,
        "deck": _DECKS,
        "discard": constant((Card.W6,)) if use == "tent" or kind == "tent" else constant(()),
        "resolved": constant((suit,)) if lit or kind == "points" else constant(()),
        "letters": constant(1),
        "played": constant(Card.B6),
        "walk": constant(NO_WALK),
        "map_shift": constant(0),
        **_ready(use, "lantern" if lit else kind),
    }
    domains = {part: domain for part, domain in scene.domains.items() if not part.startswith("column of")}
    if scene.kind in ("letter", "fix", "map", "radio", "camera", "backpack", "tent"):
        few["phase"] = constant(*_phases(use, kind))
        few["walk"] = lambda chosen: (NO_WALK, Walk((Suit.R,))) if chosen["phase"] is Phase.EFFECTS else (NO_WALK,)
    return replace(scene, domains={**domains, **few, **_DEFAULTS, **_SPECIAL.get(kind, {})})


def _ready(use: str, kind: str) -> dict[str, Domain]:
    """The items of both are ready; where one of them is a step of every game another item is used, or ready."""
    both = tuple(sorted({_ITEMS[one] for one in (use, kind) if one in _ITEMS}, key=list(Item).index))
    if len(both) == 2:
        return items((both, ()))
    others = [one for one in Item if one not in both]
    return items(*((both, (other,)) for other in others[:3]))


_SPECIAL: Final[dict[str, dict[str, Domain]]] = {
    "play": {
        "white": constant(1, 3, 7),
        "hand": constant((Card.R5,), _LOW, (Card.R5, Card.Y1, Card.W3), (Card.R5, Card.R6, Card.Y1, Card.W3)),
    },
    "map": {"white": constant(1, 3, 7), "map_shift": constant(0)},
    "blacks": {"played": constant(Card.B5, Card.B6), "hand": constant(HAND_POOL[:2], HAND_POOL[:3])},
    "place": {"white": constant(2, 3, 7), "bay_road_day": constant(1, 3)},
    "refill": {"white": constant(2, 3, 7)},
    "resolve": {
        "columns": constant(*_RESOLVING),
        "white": constant(3),
        "blacks": constant((1, 1), (1, 2), (2, 3)),
        "resolved": constant((), (Suit.R,)),
    },
    "trim": {"blacks": constant((3, 5)), "resolved": constant(())},
}
"""Where a step asks for more than the common domains have."""


# The theorems


@theorem(
    "sol.encoding.items-swap",
    "A use of radio, camera, tent or backpack may as well come after certain steps, and the radio before effects that "
    "make no item ready: in either order they come to the same but for points. The radio passes the blacks' move, "
    "placing, refill, resolution, camera and such effects; the camera passes play, blacks' move, refill, map, radio "
    "and tent; the tent passes the blacks' move, placing, resolution, camera and backpack; the backpack passes play, "
    "blacks' move, refill, map and radio. Letters in between do not matter, and a letter on an event may as well come "
    "after the backpack.",
    clauses=[
        *("sol.items.window", "sol.items.radio", "sol.items.camera", "sol.items.backpack", "sol.items.tent"),
        *("sol.columns.refill", "sol.effects.yellow", "sol.letters.event-memory"),
    ],
    premises=PREMISES,
    about=SWAPS,
    mutants=[
        *(SWAPS.but("radio", kind) for kind in ("play", "green")),
        *(SWAPS.but("camera", kind) for kind in ("place", "blue", "trim", "backpack")),
        *(SWAPS.but("tent", kind) for kind in ("play", "refill", "yellow")),
        *(SWAPS.but("backpack", kind) for kind in ("place", "red", "resolve")),
        *(SWAPS.but("radio", kind, first=True) for kind in ("map", "trim")),
    ],
)
def items_may_swap(swaps: Swaps) -> Claim:
    """Each use and each step that it may pass, in both orders."""
    return for_all(comparisons(swaps), least=20_000)


def _green_or_none(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
    """Whether no item became ready, or by a green effect."""
    same = after.__dict__.get("ready") is before.__dict__.get("ready")
    doing = step.effect if isinstance(step, Lantern) else step
    return same or isinstance(doing, Green) or set(after.ready) <= set(before.ready)


def readied_by_radio(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """The rules, but for a radio that makes the other item ready."""
    after = apply(position, step, rulings)
    if not isinstance(step, Radio):
        return after
    ready = tuple(item for item in after.used if item is not Item.RADIO)
    return evolve(after, ready=(*after.ready, *ready), used=(Item.RADIO,))


@theorem(
    "sol.items.ready-again",
    "An item that was used becomes ready again by a green effect and by nothing else.",
    clauses=["sol.items.one-shot", "sol.effects.green"],
    about=apply,
    mutants=[readied_by_radio],
)
def green_alone_makes_ready(moved: Apply) -> Claim:
    """Every kind of step."""
    return for_every_step(_green_or_none, moved, first=("radio", "effect of G"))
