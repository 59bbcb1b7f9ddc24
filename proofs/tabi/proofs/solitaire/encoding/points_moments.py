"""The theorem about the moments of a formula that counts points: letters spent at a few of them earn as much as ever.

For a mere win a letter that moves a pawn waits past points, and past the end of a turn, for without it the game may be
won at once (`moments`). For points neither will do: points look at the pawns, and a win put off may earn more. So here
two plays are as good as each other only with the same points and the same ending, and games are without items.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, product
from typing import Final

from tabi.proofs.exhaustion import Chosen, Domain, exhaust, for_all
from tabi.proofs.solitaire.encoding.moments import WINNING, Gap, Times, courses, spendings, waits
from tabi.proofs.solitaire.scenes import (
    DAYS_OF_RING,
    HAND_POOL,
    Scene,
    column_part,
    constant,
    items,
    position_of,
    reading,
    rulings_of,
    small_columns,
    written,
)
from tabi.proofs.solitaire.stepping import SCENES
from tabi.proofs.solitaire.waiting import MayWait, Spending, may_wait, steps_in
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import IllegalStep, Lost, Phase, Position, Won, apply
from tabi.rules.solitaire.effects import points_of
from tabi.rules.solitaire.table import Outcome
from tabi.spec.solitaire import Item, SolitaireRulings, Suit
from tabi.spec.solitaire.locations import EVENT_DAYS, LAST_DAY
from tabi.spec.solitaire.rulings import (
    DeckOut,
    EffectWalk,
    EmptyHand,
    FixedUnderBackpack,
    FixedUnderBlue,
    Nearest,
)
from tabi.spec.solitaire.steps import Blacks, Blue, Fix, Lantern, Letter, Place, Points, Red, Resolve, Step, Trim, White


def may_wait_for_points(letter: Spending, step: Step, position: Position, rulings: SolitaireRulings) -> bool:
    """As `may_wait`; but a moved pawn waits for no points, nor for the end of a turn with white on day 7.

    That end may win the game, and without the letter sooner, with fewer points.
    """
    if isinstance(letter, Letter):
        if isinstance(step, (Points, Lantern)):
            return False
        if isinstance(step, Trim) and position.white == LAST_DAY:
            return False
    return may_wait(letter, step, position, rulings)


def _waits_too(letter: type[Spending], kind: type[Step]) -> MayWait:
    """A letter that waits for another kind of step too."""

    def waits_too(spent: Spending, step: Step, position: Position, rulings: SolitaireRulings) -> bool:
        also = isinstance(spent, letter) and isinstance(step, kind)
        return also or may_wait_for_points(spent, step, position, rulings)

    return waits_too


@dataclass(frozen=True)
class Keeping:
    """How letters are kept back: what they wait for, the moments at which they are spent, and a name for it all.

    `sooner` are the days of white on which a letter that moves a pawn may be spent before the resolution instead of
    after it.
    """

    may: MayWait = field(repr=False)
    times: Times
    sooner: frozenset[int]
    name: str

    def __str__(self) -> str:
        return self.name


KEEPING: Final = Keeping(
    may_wait_for_points, Times(WINNING.moments | {(Letter, Points)}), frozenset({LAST_DAY}), "as they may"
)
"""The moments of `encoding.scoring_turn`: those of `WINNING`, and for moved pawns before points too."""


def _waiting_too(letter: type[Spending], kind: type[Step]) -> Keeping:
    return replace(KEEPING, may=_waits_too(letter, kind), name=f"a {letter.__name__} waits for {kind.__name__}".lower())


def _without(letter: type[Spending], kind: type[Step]) -> Keeping:
    times = KEEPING.times.without(letter, kind)
    return replace(KEEPING, times=times, name=times.name)


_READINGS: Final[dict[str, Domain]] = {
    "deck_out": constant(DeckOut.LOSE),
    "empty_hand": constant(EmptyHand.ITEMS_FIRST),
    "effect_walk": constant(EffectWalk.CARDS, EffectWalk.POSITION),
    "fixed_under_blue": constant(FixedUnderBlue.REFUSED),
    "fixed_under_backpack": constant(FixedUnderBackpack.REFUSED),
    "nearest": constant(Nearest.WHITE, Nearest.PLAYER),
}
_WITH_ITEMS: Final = ("lantern", "map", "radio", "camera", "backpack", "tent")
_IN_GAME: Final = tuple(
    replace(scene, domains={**scene.domains, **items(((), ())), **_READINGS})
    for scene in SCENES
    if not scene.kind.startswith(_WITH_ITEMS)
)
"""Every kind of step of a game without items."""


PREMISES: Final = Premises(
    {
        "sol.deck-out": frozenset({"lose"}),
        "sol.empty-hand": frozenset({"items-first"}),
        "sol.effect-walk": frozenset({"cards", "position"}),
        "sol.fixed-under-blue": frozenset({"refused"}),
        "sol.fixed-under-backpack": frozenset({"refused"}),
        "sol.nearest": frozenset({"white", "player"}),
    },
    without=frozenset(Item),
    words="when every turn has a card, fixed events stay, the suits are not noted down and the suit to resolve is "
    "not the nearest anywhere, without items",
)
"""The readings under which letters keep the points of a game without items."""


@theorem(
    "sol.encoding.points-moments",
    "A play that spends letters at any time is matched by one that spends them only before the blacks move, before red "
    "and white effects, before points and before the resolution, or for events in white's place before placing, before "
    "each effect, before points and before the resolution: it wins in as many turns with as many points.",
    clauses=[
        *("sol.letters.use", "sol.letters.location-memory", "sol.letters.event-memory", "sol.effects.points"),
        *("sol.resolution.day-seven", "sol.ending.clear"),
    ],
    premises=PREMISES,
    about=KEEPING,
    mutants=[
        *(_waiting_too(Letter, kind) for kind in (Points, Trim)),
        *(_waiting_too(Fix, kind) for kind in (Points,)),
        replace(KEEPING, sooner=frozenset(DAYS_OF_RING), name="sooner wherever white stands"),
        *(_without(Letter, kind) for kind in (Blacks, Red, White, Points, Resolve)),
        *(_without(Fix, kind) for kind in (Place, Blue, Points, Resolve)),
    ],
    rests_on=["sol.letters.moved-pawn-waits", "sol.letters.fixed-event-waits"],
)
def points_moments_are_enough(keeping: Keeping) -> Claim:
    """That a step brings the same but for points, or wins at once, is the theorem of the letters. Here: what is neither
    points nor the end of a turn does not look at the points and wins nothing, and with points and at the end of a turn
    all is the same, the points and the win too; on day 7 letter and resolution may change places. And then every letter
    at every gap of three turns has a moment, as in `sol.encoding.moments`.

    Many letters wait one after the other, as there. A win comes at the end of a turn with white on day 7, for which no
    letter that moves a pawn waits: so each is spent by then, and of letters that fix events some may be left.
    """
    cases = (_chased(keeping), _sooner(keeping), _compared(keeping), _points_look_here(), _passed_on())
    return for_all(chain.from_iterable(cases), least=50_000)


# The steps that have nothing to do with points


def _passed_on() -> Iterator[tuple[object, bool]]:
    """Steps with no points to look at; the end of a turn has them, for it writes them down when it wins."""
    for scene in _IN_GAME:
        if scene.kind in ("points", "trim"):
            yield from steps_in(replace(scene, domains={**scene.domains, "points": constant(0, 7)}), _tells_points)
        else:
            unseen = {part: domain for part, domain in scene.domains.items() if part != "points"}
            yield from steps_in(replace(scene, domains=unseen), _goes_on_without_points)


def _goes_on_without_points(_: Position, __: Step, after: Position, ___: SolitaireRulings) -> bool:
    return "points" not in after.__dict__ and not isinstance(_outcome(after), Won)


def _outcome(after: Position) -> Outcome | None:
    """How a game ended after a step; None while it is under way."""
    return after.outcome if after.phase is Phase.OVER else None


def _tells_points(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
    """Points add to whatever there was; a win has those of the position, and comes with white on day 7 alone."""
    if isinstance(step, Points):
        return after.points == before.points + points_of(before, step.suit) and _outcome(after) is None
    ending = _outcome(after)
    return after.points == before.points and (
        ending is None or (ending == Won(before.points) and before.white == LAST_DAY)
    )


def _points_look_here() -> Iterator[tuple[object, bool]]:
    """Points with columns that are not there to be looked at but white's, and no letters."""
    scene = next(one for one in _IN_GAME if one.kind == "points")
    columns = {column_part(day): _where_white_stands(day) for day in EVENT_DAYS}
    domains = {**scene.domains, **columns, "white": constant(*EVENT_DAYS)}
    del domains["letters"]
    yield from steps_in(replace(scene, domains=domains), _passes_letters_on)


def _where_white_stands(day: int) -> Domain:
    def column(chosen: Chosen) -> Iterable[object]:
        if chosen["white"] != day:
            raise KeyError(column_part(day))
        return small_columns(Suit.R)(chosen)

    return column


def _passes_letters_on(_: Position, __: Step, after: Position, ___: SolitaireRulings) -> bool:
    return "letters" not in after.__dict__


# Before and after


def _compared(keeping: Keeping) -> Iterator[tuple[object, bool]]:
    """Points and the end of a turn, with each letter that may wait for them."""
    return chain.from_iterable(
        _in_scene(scene, _all_letters, keeping.may, _waits_as_well) for scene in _letter_scenes()
    )


def _sooner(keeping: Keeping) -> Iterator[tuple[object, bool]]:
    """The resolution, with each letter that moves a pawn and may change places with it."""

    def may(letter: Spending, step: Step, position: Position, _: SolitaireRulings) -> bool:
        return isinstance(letter, Letter) and isinstance(step, Resolve) and position.white in keeping.sooner

    for scene in _IN_GAME:
        if scene.kind == "resolve":
            in_hand = replace(scene, domains={**scene.domains, "letters": constant(0, 1)})
            yield from _in_scene(in_hand, _moving, may, _commutes)


def _letter_scenes() -> Iterator[Scene]:
    """White on day 3, where points are counted, or on day 7; events there and on day 2."""
    beside: dict[str, Domain] = {column_part(day): constant(()) for day in EVENT_DAYS if day not in (2, 3)}
    hands: dict[str, Domain] = {"hand": constant(HAND_POOL[:3], HAND_POOL[:5])}
    for scene in reversed(_IN_GAME):
        if scene.kind in ("points", "trim"):
            few = beside if scene.kind == "points" else hands
            yield replace(scene, domains={**scene.domains, **few, "letters": constant(1), "points": constant(7)})


Letters = Callable[[Position], Iterable[Spending]]
Same = Callable[[Position, Spending, Step, SolitaireRulings], bool | None]
"""Whether a letter may be spent elsewhere than before a step; None when there is nothing to compare."""


def _in_scene(scene: Scene, letters: Letters, may: MayWait, same: Same) -> Iterator[tuple[object, bool]]:
    for _, failure in exhaust(partial(_first_unlike, scene, letters, may, same), scene.domains):
        yield failure, failure is None


def _first_unlike(scene: Scene, letters: Letters, may: MayWait, same: Same, chosen: Chosen) -> str | None:
    """The first letter that a step of the scene tells from one spent elsewhere, in words."""
    position, rulings = position_of(chosen, boards="columns" in scene.domains), rulings_of(chosen)
    with reading():
        for step, letter in product(scene.steps(position), letters(position)):
            if may(letter, step, position, rulings) and same(position, letter, step, rulings) is False:
                return f"{letter} and {step} with {written(chosen)}"
    return None


def _moving(position: Position) -> Iterator[Spending]:
    """Each black to day 1 and to white's place."""
    return (Letter(black, to) for black in sorted(set(position.blacks)) for to in (1, position.white))


def _all_letters(position: Position) -> Iterator[Spending]:
    """The same, and a letter on each event."""
    yield from _moving(position)
    yield from (Fix(event.card) for column in position.columns for event in column)


def _then(position: Position | None, step: Step, rulings: SolitaireRulings) -> Position | None:
    """The position after a legal step that does not lose; None after another, or after nothing."""
    try:
        after = None if position is None else apply(position, step, rulings)
    except IllegalStep:
        return None
    return None if after is not None and isinstance(_outcome(after), Lost) else after


def _waits_as_well(position: Position, letter: Spending, step: Step, rulings: SolitaireRulings) -> bool | None:
    """Whether the step and then the letter bring the same as the letter and then the step; or both win, and alike."""
    first, other = _then(_then(position, letter, rulings), step, rulings), _then(position, step, rulings)
    if first is None:
        return None
    if other is None or other.phase is Phase.OVER or first.phase is Phase.OVER:
        return other is not None and _outcome(other) == _outcome(first) and other.turn == first.turn
    return _are_same(_then(other, letter, rulings), first)


def _commutes(position: Position, letter: Spending, step: Step, rulings: SolitaireRulings) -> bool | None:
    """Whether the letter before the step brings what it brings after it."""
    after = _then(_then(position, step, rulings), letter, rulings)
    return None if after is None else _are_same(_then(_then(position, letter, rulings), step, rulings), after)


def _are_same(one: Position | None, other: Position) -> bool:
    """Whether two positions are equal, points too; what neither has read is not read for this either."""
    return one is not None and one.__dict__ == other.__dict__


# Letters through three turns


def _chased(keeping: Keeping) -> Iterator[tuple[object, bool]]:
    """Each letter at each gap, as late as it may be spent, or before the resolution instead of after it."""
    for walk, course in product((EffectWalk.CARDS, EffectWalk.POSITION), courses()):
        rulings = SolitaireRulings(effect_walk=walk)
        for number, letter in product(range(len(course) // 3), spendings()):
            gaps = course[number:]
            stop = next((gap for gap in gaps if not waits(keeping.may, letter, gap, rulings)), None)
            yield (course[number], letter, stop), stop is None or _has_moment(keeping, letter, gaps[0], stop)


def _has_moment(keeping: Keeping, letter: Spending, spent: Gap, stop: Gap) -> bool:
    """A letter that ends its waiting at the end of a turn was spent there, and goes before the resolution."""
    _, white, step = stop
    if isinstance(step, Trim) and stop is spent and white in keeping.sooner:
        return (type(letter), Resolve) in keeping.times.moments
    return (type(letter), type(step)) in keeping.times.moments
