"""The theorem about the moments of a formula for items: a few gaps of a turn win as well as any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, product
from typing import Final, NamedTuple

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.encoding.item_waiting import PREMISES, SWAPS, Swaps
from tabi.proofs.solitaire.encoding.sketches import late
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire.position import evolve
from tabi.solvers.encoding.cnf import Cnf
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.stepwise.beginning import setting_of
from tabi.solvers.encoding.stepwise.gaps import Fix, Gap, Kind, uses_in
from tabi.solvers.encoding.stepwise.parts import Setting
from tabi.spec.solitaire import Item, SolitaireRulings
from tabi.spec.solitaire.rulings import MapWindow

UsesIn = Callable[[Setting, Gap], tuple[Kind, ...]]
"""What a formula lets be used in a gap, in order."""


@dataclass(frozen=True)
class Plan:
    """Which uses and steps may change places, and where a formula has room for uses."""

    swaps: Swaps = SWAPS
    room: UsesIn = field(default=uses_in, repr=False)
    name: str = "the gaps of the formula"

    def __str__(self) -> str:
        return self.name


def without(item: Item, *gaps: Gap) -> Plan:
    """The formula's room but for an item in some gaps."""

    def room(setting: Setting, gap: Gap) -> tuple[Kind, ...]:
        return tuple(kind for kind in uses_in(setting, gap) if kind is not item or gap not in gaps)

    return Plan(room=room, name=f"no {item} in the gap {gaps[0].name.lower()}")


def in_one_order(setting: Setting, gap: Gap) -> tuple[Kind, ...]:
    """Each item has one place in a gap."""
    return tuple(dict.fromkeys(uses_in(setting, gap)))


class Stop(NamedTuple):
    """A gap with the forced step after it, and the kinds of letters that may be spent right before that step."""

    gap: Gap
    step: str
    letters: tuple[str, ...] = ()


Uses = list[list[str]]
"""For each gap of a turn the uses in it, in order."""


def _effect(step: str, gap: Gap) -> Stop:
    moves = step.removeprefix("lantern ") in ("red", "white")
    return Stop(gap, step, ("letter", "fix") if moves else ("fix",))


def course(effects: Sequence[str]) -> tuple[Stop, ...]:
    """The gaps of a turn in which these effects act, by the letters of `sol.encoding.moments`."""
    return (
        Stop(Gap.PLAY, "play"),
        Stop(Gap.BLACKS, "blacks", ("letter",)),
        Stop(Gap.PLACE, "place", ("fix",)),
        Stop(Gap.REFILL, "refill"),
        *(_effect(step, Gap.EFFECT if number else Gap.FIRST_EFFECT) for number, step in enumerate(effects)),
        Stop(Gap.RESOLVE, "resolve", ("letter", "fix")),
        Stop(Gap.TRIM, "trim"),
    )


# A play with uses anywhere, and what becomes of it


def settled(stops: Sequence[Stop], uses: Uses, swaps: Swaps) -> Uses:
    """The play in which every use waits as long as it may, the last first."""
    left: Uses = [list[str]() for _ in stops]
    for at in reversed(range(len(stops))):
        for use in reversed(uses[at]):
            _put_late(stops, left, at, use, swaps)
    return left


def _put_late(stops: Sequence[Stop], left: Uses, at: int, use: str, swaps: Swaps) -> None:
    """Puts a use at the front of a gap, and from there as late as it may come."""
    passes = swaps.later.get(use, frozenset())
    while True:
        blocking = next((place for place, other in enumerate(left[at]) if other not in passes), None)
        if blocking is not None:
            left[at].insert(blocking, use)
            return
        stop = stops[at]
        if not {stop.step, *stop.letters} <= passes:
            left[at].append(use)
            return
        at += 1


def brought_forward(stops: Sequence[Stop], uses: Uses, swaps: Swaps) -> Uses:
    """The play in which the radio comes before the effects before which it may."""
    passes = swaps.earlier.get("radio", frozenset())
    left = [list(gap) for gap in uses]
    for at, stop in enumerate(stops):
        while stop.gap is Gap.EFFECT and "radio" in left[at]:
            place = left[at].index("radio")
            before = stops[at - 1]
            if not {*left[at][:place], *left[at - 1], before.step, *before.letters} <= passes:
                break
            del left[at][place]
            left[at - 1].insert(0, "radio")
            return brought_forward(stops, left, swaps)
    return left


def has_room(setting: Setting, stops: Sequence[Stop], uses: Uses, plan: Plan) -> bool:
    """Whether a formula can have the uses of each gap, and after them the letters on events."""
    return all(
        (not used and not stop.letters)
        or any(_fits(order, plan.room(setting, stop.gap), stop.letters) for order in _orders(used, plan.swaps))
        for stop, used in zip(stops, uses, strict=True)
    )


def _orders(used: Sequence[str], swaps: Swaps) -> Iterator[Sequence[str]]:
    """The uses of a gap in their order, and two of them in the other one if the first may come after the second."""
    yield used
    if len(used) == 2 and used[1] in swaps.later.get(used[0], frozenset()):
        yield used[::-1]


def _fits(used: Sequence[str], room: Sequence[Kind], letters: Sequence[str]) -> bool:
    places = iter(room)
    found = all(any(str(kind) == use for kind in places if isinstance(kind, Item)) for use in used)
    return found and ("fix" not in letters or Fix.HERE in places)  # what is left of the places


def plays(items: tuple[Item, ...], stops: Sequence[Stop], window: MapWindow) -> Iterator[Uses]:
    """Every way to use two items in a turn, each before a green effect and after it, the map in its window."""
    green = next((place for place, stop in enumerate(stops) if stop.step.endswith("green")), None)
    moments = [tuple(_times(item, stops, green, window)) for item in _usable(items)]
    for chosen in product(*moments):
        used = [(at, str(item)) for item, times in zip(_usable(items), chosen, strict=True) for at in times]
        for order in (used, used[::-1]):
            yield [[use for place, use in order if place == at] for at in range(len(stops))]


def _usable(items: tuple[Item, ...]) -> list[Item]:
    return [item for item in items if item is not Item.LANTERN]


def _times(item: Item, stops: Sequence[Stop], green: int | None, window: MapWindow) -> Iterator[tuple[int, ...]]:
    """The gaps in which an item is used in one turn: none, one, or one on either side of a green effect."""
    to_blacks = 2 if window is MapWindow.STEP else 1
    gaps = range(to_blacks if item is Item.MAP else len(stops))
    yield ()
    yield from ((at,) for at in gaps)
    if green is not None:
        yield from (pair for pair in combinations(gaps, 2) if pair[0] <= green < pair[1])


_OWN: Final = ("red", "white", "yellow", "green", "blue", "points")


def _effects(items: tuple[Item, Item]) -> Iterator[tuple[str, ...]]:
    """No effect, each one, each two of them, and five; with the lantern those that it lights."""
    lit = tuple(f"lantern {one}" for one in _OWN[:-1]) if Item.LANTERN in items else ()
    kinds = (*_OWN, *lit)
    yield from chain([()], ((one,) for one in kinds))
    yield from (pair for pair in product(kinds, repeat=2) if sum(one.endswith("green") for one in pair) < 2)
    yield ("blue", "yellow", "green", "white", "red")


_PREMISES: Final = Premises(
    {ruling: readings for ruling, readings in PREMISES.rulings.items() if ruling != "sol.deck-out"},
    words="when a turn draws one card at its refill, yellow and radio draw all of theirs, effects go by the cards as "
    "they lie and close, and fixed events stay, with any items",
)


@theorem(
    "sol.encoding.item-moments",
    "A play that uses items at any time is matched by one that uses them only in the gaps of a turn that a formula has "
    "for them, each item in the order there and once between two green effects: it wins in as many turns, or sooner.",
    clauses=["sol.items.window", "sol.items.one-shot", "sol.ending.clear"],
    premises=_PREMISES,
    about=Plan(),
    mutants=[
        without(Item.BACKPACK, Gap.PLACE),
        without(Item.BACKPACK, Gap.RESOLVE),
        without(Item.BACKPACK, Gap.EFFECT),
        without(Item.CAMERA, Gap.PLACE),
        without(Item.CAMERA, Gap.TRIM),
        without(Item.TENT, Gap.REFILL),
        without(Item.TENT, Gap.TRIM),
        without(Item.RADIO, Gap.FIRST_EFFECT),
        without(Item.MAP, Gap.PLAY),
        Plan(room=in_one_order, name="each item in one place of a gap"),
        *(
            Plan(swaps=SWAPS.but(*one), name=f"{one[0]} not after {one[1]}")
            for one in (("radio", "refill"), ("tent", "place"))
        ),
        Plan(swaps=SWAPS.but("radio", "red", first=True), name="radio not before red"),
    ],
    rests_on=[
        *("sol.encoding.items-swap", "sol.items.ready-again", "sol.encoding.moments"),
        *("sol.ending.one-game", "sol.encoding.last-gaps"),
    ],
)
def item_moments_are_enough(plan: Plan) -> Claim:
    """Every use at every gap of a turn, for each two items: it waits as long as it may, and then the formula has room.

    Letters are spent as `sol.encoding.moments` has it before the uses wait; they are passed, or lie behind what is used
    in the same gap. No use waits for the end of a turn, so one turn stands for all. Between two uses of an item is a
    green effect, and in a turn one suit's effect comes once; nothing waits for a green effect. The turn in which a
    failed draw wins is looked at by `sol.encoding.last-gaps`.
    """
    return for_all(_cases(plan), least=100_000)


def _cases(plan: Plan) -> Iterator[tuple[object, bool]]:
    for items, window in product(combinations(Item, 2), MapWindow):
        if Item.MAP not in items and window is not MapWindow.STEP:
            continue
        setting = setting_of(
            Cnf(), evolve(late({}), ready=items), 1, Moments.WINNING, SolitaireRulings(map_window=window)
        )
        for effects in _effects(items):
            stops = course(effects)
            for uses in plays(items, stops, window):
                left = brought_forward(stops, settled(stops, uses, plan.swaps), plan.swaps)
                yield (items, effects, uses, left), has_room(setting, stops, left, plan)
