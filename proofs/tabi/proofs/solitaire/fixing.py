"""Theorem of the chapter letters: which steps a letter on an event may wait for.

Positions are compared as in `waiting`. Letters fix events on day 2, away from white, and on day 3, in white's place;
the other days are as day 2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, combinations, islice, permutations, product
from types import MappingProxyType
from typing import Final

from tabi.proofs.exhaustion import Chosen, Domain, for_all
from tabi.proofs.solitaire.scenes import (
    HAND_POOL,
    Scene,
    card,
    column_part,
    constant,
    with_fixed,
)
from tabi.proofs.solitaire.stepping import SCENES
from tabi.proofs.solitaire.waiting import READINGS, MayWait, Spending, comparisons, may_wait, steps_in, waits_for
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Event, Phase, Position, Walk
from tabi.rules.solitaire.table import NO_WALK, Column
from tabi.spec.solitaire import Card, SolitaireRulings, Suit
from tabi.spec.solitaire.locations import EVENT_DAYS
from tabi.spec.solitaire.rulings import (
    FixedUnderBackpack,
    FixedUnderBlue,
    Nearest,
)
from tabi.spec.solitaire.steps import Blue, DrawRefill, Fix, Lantern, Letter, Place, Red, Resolve, Step


def fixes(position: Position) -> Iterator[Spending]:
    """A letter on each event that lies."""
    return (Fix(event.card) for column in position.columns for event in column)


def _lying(*orders: str, first: int) -> Domain:
    """Columns with suits in these orders, numbered from `first` on."""
    return constant(
        *(
            tuple(Event(card(Suit[letter], number)) for number, letter in enumerate(order, start=first))
            for order in orders
        )
    )


def _blue_boards() -> Iterator[tuple[Column, ...]]:
    """White on day 3 where blue acts, the bay road on day 2, a third column; each event fixed or none, numbers equal
    within a column and between columns."""
    far = [with_fixed(cards) for size in range(1, 4) for cards in permutations((Card.R1, Card.G1, Card.Y2), size)]
    near = [with_fixed(cards) for cards in ((Card.B1,), (Card.B1, Card.W2))]
    for bay, here, third in product(chain(*far), chain(*near), with_fixed((Card.W1,))):
        yield (), bay, here, third, (), ()


_FIXING: Final[dict[str, Domain]] = {
    **READINGS,
    "letters": constant(2),
    "fixed_under_blue": constant(FixedUnderBlue.REFUSED),
    "fixed_under_backpack": constant(FixedUnderBackpack.REFUSED),
    "nearest": constant(Nearest.WHITE, Nearest.PLAYER),
}
_ACTED: Final = Walk((Suit.B, Suit.W))
"""All suits of white's column on these boards have acted."""
_BLUE: Final[dict[str, Domain]] = {
    "columns": constant(*_blue_boards()),
    "phase": constant(Phase.EFFECTS),
    "walk": constant(NO_WALK),
}
_SOME_OF_BLUE: Final[dict[str, Domain]] = {**_BLUE, "columns": constant(*islice(_blue_boards(), 0, None, 11))}
_BOARDS: Final[dict[str, Domain]] = {
    "columns": _SOME_OF_BLUE["columns"],
    "walk": lambda chosen: (NO_WALK, _ACTED) if chosen["phase"] is Phase.RESOLVE else (NO_WALK,),
    "phase": constant(Phase.EFFECTS, Phase.RESOLVE, Phase.TRIM),
    "hand": constant(HAND_POOL[:1], HAND_POOL[:5]),
    "blacks": constant((7, 7)),
}
_RESOLVING: Final[dict[str, Domain]] = {
    **{column_part(day): constant(()) for day in (4, 5, 6)},
    column_part(1): _lying("R", "RR", "RG", "GR", "YGR", first=1),
    column_part(2): _lying("R", "RG", "GR", first=4),
    column_part(3): constant((Event(Card.R6), Event(Card.G6))),
    "resolved": constant((), (Suit.R,)),
    "blacks": constant((1, 1), (1, 2), (2, 2), (2, 3)),
    "phase": constant(Phase.RESOLVE),
    "walk": constant(NO_WALK),
}
_HERE: Final[dict[str, Domain]] = {
    **{column_part(day): constant(()) for day in (1, 2, 4, 5, 6)},
    column_part(3): _lying("R", "RG", "GR", "YRG", first=1),
    "white": constant(3),
}
_ACTING: Final[dict[str, Domain]] = {
    **_HERE,
    "phase": constant(Phase.EFFECTS, Phase.RESOLVE),
    "hand": constant(HAND_POOL[:3], HAND_POOL[:5]),
}
_COMPARED: Final = (
    *(("place", _HERE), ("effect of R", _ACTING), ("resolve", _RESOLVING), ("refill", _HERE), ("radio", _ACTING)),
    *(("tent", _ACTING), ("letter", _ACTING), ("effect of B", {**_BLUE, "resolved": constant(())})),
    *(("lantern with B", _SOME_OF_BLUE), ("trim", _BOARDS), ("camera", _BOARDS), ("backpack", _BOARDS)),
    ("fix", _BOARDS),
)
"""The kinds of steps with which letters are compared before and after, and where."""
_BY_BOARDS: Final = ("resolve", "effect of B", "lantern with B", "trim", "camera", "backpack", "fix")
"""Those among them that look at the events of more than white's column, or spend a letter for one."""


def _equal_blues(position: Position) -> Iterator[Blue]:
    """Exchanges of events with equal numbers; others are refused with and without a letter."""
    events = [event for column in position.columns for event in column]
    yield Blue()
    yield from (Blue((one.card, two.card)) for one, two in combinations(events, 2) if one.value == two.value)


def _lit_blues(position: Position) -> Iterator[Step]:
    return map(Lantern, _equal_blues(position))


_STEPS: Final = {"effect of B": _equal_blues, "lantern with B": _lit_blues}


def column_scenes(readings: Mapping[str, Domain] = MappingProxyType({})) -> Iterator[Scene]:
    """The scenes in which letters are compared; other readings than the theorem's show what it needs them for."""
    for kind, domains in _COMPARED:
        scene = next(one for one in SCENES if one.kind == kind)
        steps = _STEPS.get(kind, scene.steps)
        yield replace(scene, steps=steps, domains={**scene.domains, **domains, **_FIXING, **readings})


def _elsewhere(day: int, domain: Domain) -> Domain:
    """The domain of a day's column, which is there to be looked at for white's day only."""

    def column(chosen: Chosen) -> Iterable[object]:
        if chosen["white"] != day:
            raise KeyError(column_part(day))
        return domain(chosen)

    return column


def _unlooked_cases() -> Iterator[tuple[object, bool]]:
    """All other steps, with columns that are not there to be looked at: those elsewhere, and outside of effects and
    resolution white's too (the placing and the refill look at it)."""
    for scene in (one for one in SCENES if one.kind not in _BY_BOARDS):
        parts = {column_part(day): _elsewhere(day, scene.domains[column_part(day)]) for day in EVENT_DAYS}
        here = {**scene.domains, **_FIXING, **parts}
        yield from steps_in(replace(scene, domains=here), _passes_columns_on)
        if scene.kind in ("play", "no-card", "blacks", "map", "radio", "tent", "letter"):
            blind = {part: domain for part, domain in here.items() if part not in parts}
            blind["phase"] = constant(*(phase for phase in Phase if phase not in (Phase.EFFECTS, Phase.RESOLVE)))
            yield from steps_in(replace(scene, domains=blind), _passes_columns_on)


def _passes_columns_on(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
    """Whether the columns but white's are passed on unread, and white's too but for the placing, and the letters."""
    day = before.white if isinstance(step, Place) else 0
    columns = all(
        old is new for one, (old, new) in enumerate(zip(before.columns, after.columns, strict=True), 1) if one != day
    )
    spent = 1 if isinstance(step, Letter) else 0
    return columns and after.__dict__.get("letters", 2) == 2 - spent


@theorem(
    "sol.letters.fixed-event-waits",
    "A letter that fixes an event may as well be spent after any step, but where white stands: there before a card is "
    "placed, and until the resolution before an effect, the backpack and the resolution, under `snapshot` also before "
    "the refill. The step is legal without it and brings the same but for points, or wins at once.",
    clauses=[
        *("sol.letters.use", "sol.letters.event-memory", "sol.letters.one-per-location", "sol.letters.fixed-placing"),
        *("sol.letters.fixed-stays", "sol.effects.column", "sol.effects.blue", "sol.resolution.nearest"),
    ],
    premises=Premises(
        {
            "sol.deck-out": frozenset({"lose"}),
            "sol.empty-hand": frozenset({"items-first", "skip"}),
            "sol.fixed-under-blue": frozenset({"refused"}),
            "sol.fixed-under-backpack": frozenset({"refused"}),
            "sol.nearest": frozenset({"white", "player"}),
        },
        words="when fixed events stay and the suit to resolve is not the nearest anywhere, with any items",
    ),
    about=may_wait,
    mutants=[waits_for(Fix, kind) for kind in (Place, Red, Resolve, DrawRefill)],
)
def fixed_event_waits(may: MayWait) -> Claim:
    """Steps that do not look at a column are shown not to; the others are compared, the letter before and after."""
    return for_all(chain(comparisons(column_scenes(), fixes, may), _unlooked_cases()), least=50_000)
