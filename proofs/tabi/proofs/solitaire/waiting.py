"""Theorem of the chapter letters: which steps a letter on a black pawn may wait for, and how waiting is compared.

The position in which a letter was spent is compared with the one in which it was not: the same step follows in both,
and then the letter is spent in the other one too. Points are left out, for no win depends on them, and so are steps
that lose. Scenes are those of `scenes` and `stepping`, and what is abstracted there is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, product
from typing import Final

from tabi.proofs.exhaustion import Chosen, Domain, exhaust, for_all
from tabi.proofs.solitaire.effects import EFFECTS
from tabi.proofs.solitaire.scenes import (
    Apply,
    Scene,
    constant,
    first_failure,
    position_of,
    reading,
    rulings_of,
    written,
)
from tabi.proofs.solitaire.stepping import SCENES, StepClaim
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Event, IllegalStep, Phase, Position, Won, apply
from tabi.rules.solitaire.position import column_at
from tabi.rules.solitaire.table import Column
from tabi.rules.solitaire.walk import next_suit
from tabi.spec.solitaire import Card, SolitaireRulings
from tabi.spec.solitaire.rulings import (
    DeckOut,
    EffectWalk,
    EmptyHand,
)
from tabi.spec.solitaire.steps import (
    Backpack,
    Blacks,
    DrawRefill,
    Fix,
    Lantern,
    Letter,
    Place,
    Red,
    Resolve,
    Step,
    White,
)

Spending = Letter | Fix
MayWait = Callable[[Spending, Step, Position, SolitaireRulings], bool]
"""Whether a letter that could be spent in a position, before a step, may be spent after it."""


def may_wait(letter: Spending, step: Step, position: Position, rulings: SolitaireRulings) -> bool:
    """A moved pawn waits until pawns are looked at; a fixed event until the column in which it lies is.

    That is white's column, when a card is placed there, by the effects, a backpack amid them, and the resolution; under
    `snapshot` also when the effects begin.
    """
    if isinstance(letter, Fix):
        notes = isinstance(step, DrawRefill) and rulings.effect_walk is EffectWalk.SNAPSHOT
        packs = isinstance(step, Backpack) and position.phase in (Phase.EFFECTS, Phase.RESOLVE)
        looks = notes or packs or isinstance(step, (Place, Resolve, *EFFECTS))
        return not (looks and is_here(position, letter))
    doing = step.effect if isinstance(step, Lantern) else step
    return not isinstance(doing, (Blacks, Red, White, Resolve, Letter))


def is_here(position: Position, letter: Fix) -> bool:
    """Whether the letter fixes an event in white's place."""
    return any(event.card is letter.card for event in column_at(position, position.white))


def waits_for(letter: type[Spending], kind: type[Step]) -> MayWait:
    """A letter that waits for what it may, and for another kind of step too."""

    def waits(spent: Spending, step: Step, position: Position, rulings: SolitaireRulings) -> bool:
        return (isinstance(spent, letter) and isinstance(step, kind)) or may_wait(spent, step, position, rulings)

    waits.__name__ = f"{letter.__name__.lower()}_waits_for_{kind.__name__.lower()}"
    return waits


# Comparing


def _then(position: Position, step: Step, rulings: SolitaireRulings) -> Position | None:
    """The position after a step; None when it is not legal."""
    try:
        return apply(position, step, rulings)
    except IllegalStep:
        return None


def is_as_good(before: Position, letter: Spending, step: Step, rulings: SolitaireRulings) -> bool | None:
    """Whether the step is legal without the letter, and the letter after it, with the same result or a win at once.

    None when there is nothing to compare: the step cannot follow the letter, or it loses there.
    """
    spent = _then(before, letter, rulings)
    first = None if spent is None else _then(spent, step, rulings)
    if first is None or (first.phase is Phase.OVER and not isinstance(first.outcome, Won)):
        return None
    other = _then(before, step, rulings)
    if other is None or other.phase is Phase.OVER or first.phase is Phase.OVER:
        return other is not None and other.phase is Phase.OVER and isinstance(other.outcome, Won)
    later = _then(other, letter, rulings)
    return later is not None and _but_points(later) == _but_points(first)


def _but_points(position: Position) -> dict[str, object]:
    return {name: value for name, value in position.__dict__.items() if name != "points"}


Spendings = Callable[[Position], Iterable[Spending]]


def _compared(scene: Scene, spendings: Spendings, may: MayWait, chosen: Chosen) -> tuple[int, int, str | None]:
    """How many letters may wait for a step of the scene, how many were compared, and the first that differs."""
    position, rulings = position_of(chosen, boards="columns" in scene.domains), rulings_of(chosen)
    waiting = compared = 0
    with reading():
        for step, letter in product(scene.steps(position), spendings(position)):
            if may(letter, step, position, rulings):
                good = is_as_good(position, letter, step, rulings)
                waiting, compared = waiting + 1, compared + (good is not None)
                if good is False:
                    return waiting, compared, f"{letter} before {step} with {written(chosen)}"
    return waiting, compared, None


def comparisons(scenes: Iterable[Scene], spendings: Spendings, may: MayWait) -> Iterator[tuple[object, bool]]:
    """Every comparison in these scenes; one in which letters may wait and nothing can be compared shows nothing."""
    for scene in scenes:
        waiting = compared = 0
        for _, (more, count, failure) in exhaust(partial(_compared, scene, spendings, may), scene.domains):
            waiting, compared = waiting + more, compared + count
            yield failure, failure is None
        yield f"no letter can be spent before a step of the kind {scene.kind}", compared > 0 or waiting == 0


# Letters that move a black pawn

READINGS: Final[dict[str, Domain]] = {
    "deck_out": constant(DeckOut.LOSE),
    "empty_hand": constant(EmptyHand.ITEMS_FIRST, EmptyHand.SKIP),
}
_BLIND: Final = (
    *("play", "no-card", "place", "refill", "effect of G", "effect of Y", "effect of B", "map", "radio", "camera"),
    *("backpack", "tent"),
)
"""The kinds of steps that neither look at the black pawns and the letters nor change them, under these readings."""
_NOT_SEEN: Final = frozenset({"blacks", "letters"})


def _letters(position: Position) -> Iterator[Spending]:
    """Letters away from day 7 and white's place, and to white's place: no step that lets them wait asks for more."""
    return (Letter(black, to) for black in sorted(set(position.blacks)) for to in (1, position.white))


def _blind_cases() -> Iterator[tuple[object, bool]]:
    """The blind steps in every scene, with black pawns and letters that are not there to be looked at; fixing an event
    looks at letters alone."""
    for scene in SCENES:
        if scene.kind in (*_BLIND, "fix"):
            unseen = {"blacks"} if scene.kind == "fix" else {"blacks", "letters"}
            domains = {part: domain for part, domain in {**scene.domains, **READINGS}.items() if part not in unseen}
            yield from steps_in(replace(scene, domains=domains), _passes_pawns_on)


def _passes_pawns_on(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
    if isinstance(step, Fix):
        return "blacks" not in after.__dict__ and after.letters == before.letters - 1
    return not {"blacks", "letters"} & after.__dict__.keys()


def _legality_cases() -> Iterator[tuple[object, bool]]:
    """A letter asks for a game that is not over, a letter in hand, a pawn and a day; it changes pawns and letters.

    Effects with nothing left to act are left out, for they are over by themselves.
    """
    for scene in SCENES:
        if scene.kind == "letter":
            yield from steps_in(replace(scene, domains={**scene.domains, **READINGS}), _asks_for_nothing_else, _asked)


def _asked(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """The position after the step, and where it is not legal the position itself."""
    return _then(position, step, rulings) or position


def _asks_for_nothing_else(before: Position, step: Step, after: Position, rulings: SolitaireRulings) -> bool:
    assert isinstance(step, Letter), "the scene has letters only"
    if before.phase is Phase.EFFECTS and next_suit(before, rulings) is None:
        return True
    legal = before.phase is not Phase.OVER and before.letters > 0 and step.black in before.blacks and step.to < 7
    kept = (
        value is after.__dict__[name] for name, value in before.__dict__.items() if name not in ("blacks", "letters")
    )
    return (after is not before) is legal and all(kept)


def steps_in(scene: Scene, claim: StepClaim, moved: Apply = apply) -> Iterator[tuple[object, bool]]:
    try:
        for _, (_, failure) in exhaust(partial(first_failure, scene, moved, claim), scene.domains):
            yield failure, failure is None
    except KeyError as part:
        yield f"{scene.kind} looks at {part}", False


_SEEING: Final = ("blacks", "effect of R", "effect of W", "resolve", "points", "lantern", "trim")
"""The kinds of steps that look at the black pawns, those first for which no letter waits."""


def _seeing_scenes() -> Iterator[Scene]:
    """The seeing steps with a letter in hand. The clear check and the lantern's own effects do not ask what lies
    elsewhere, so the boards are few."""
    for kind in _SEEING:
        for scene in (one for one in SCENES if one.kind.startswith(kind)):
            boards = {"columns": constant(*_FEW_BOARDS)} if "columns" in scene.domains else {}
            yield replace(scene, domains={**scene.domains, **READINGS, **boards, "letters": constant(1)})


_BESIDE: Final[Column] = (Event(Card.B1), Event(Card.R2))
_FEW_BOARDS: Final = tuple(((), (Event(Card.G1, camera=camera),), _BESIDE, (), (), ()) for camera in (0, 1))


@theorem(
    "sol.letters.moved-pawn-waits",
    "A letter that moves a black pawn may as well be spent after any step but the blacks' move, a red or white effect "
    "and the resolution: the step is legal without it and brings the same but for points, or wins at once.",
    clauses=["sol.letters.use", "sol.letters.location-memory", "sol.effects.points", "sol.ending.clear"],
    premises=Premises(
        {"sol.deck-out": frozenset({"lose"}), "sol.empty-hand": frozenset({"items-first", "skip"})},
        words="when a failed draw loses and an empty hand does not shut letters out, with any items",
    ),
    about=may_wait,
    mutants=[waits_for(Letter, kind) for kind in (Blacks, Red, White, Resolve)],
)
def moved_pawn_waits(may: MayWait) -> Claim:
    """Steps that do not look at the pawns are shown not to; the others are compared, the letter before and after."""
    seeing = comparisons(_seeing_scenes(), _letters, may)
    return for_all(chain(seeing, _blind_cases(), _legality_cases()), least=100_000)
