"""From positions at the beginnings of turns back to steps: the kernel's way is played again through the rules.

Nothing is taken from the kernel but where each turn is said to end. Every step comes from `legal_steps` or is judged by
`violation`, and `apply` makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain, takewhile
from typing import Final

from tabi.rules.solitaire import Lost, Phase, Position, apply, legal_steps, violation
from tabi.rules.solitaire.ending import surplus
from tabi.rules.solitaire.items import item_candidates
from tabi.rules.solitaire.letters import letter_candidates
from tabi.rules.solitaire.movement import forward
from tabi.rules.solitaire.position import column_at, evolve
from tabi.solvers.moments import ANY_TIME
from tabi.solvers.run import NoWay
from tabi.solvers.verdict import Line
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import Fix, Letter, Play, Step, Trim

LETTER_PHASES: Final = (Phase.BLACKS, Phase.PLACE, Phase.RESOLVE)
ITEM_PHASES: Final[Mapping[Item, Phase]] = {
    Item.LANTERN: Phase.EFFECTS,
    Item.MAP: Phase.BLACKS,
    Item.RADIO: Phase.PLAY,
    Item.CAMERA: Phase.EFFECTS,
    Item.BACKPACK: Phase.RESOLVE,
    Item.TENT: Phase.REFILL,
}
"""Where a search of the kernel that is not complete spends letters and uses items."""
MOVERS: Final = (Suit.R, Suit.W)
"""The suits whose effects move a black pawn."""


class Care(IntEnum):
    """How many steps are tried to fill a turn: items that end it used, items at their moments, everything."""

    LITTLE = 0
    SOME = 1
    ALL = 2


@dataclass(frozen=True, slots=True)
class Aim:
    """One turn to be filled with steps: where it begins, where it has to end, and with how much care."""

    start: Position
    end: Position
    care: Care

    def letters_left(self, position: Position) -> int:
        """How many letters are still to be spent between a position and the end."""
        return len(self.end.resolved) - len(position.resolved) + position.letters - self.end.letters


def nothing() -> None:
    """Does nothing."""


def line_through(
    start: Position, ends: Iterable[Position], rulings: SolitaireRulings, tick: Callable[[], None] = nothing
) -> Line:
    """The steps that lead from a position through the ends of its turn and the next ones, turn by turn.

    The ends have their points and turn 1. Raises `NoWay` for the first that the rules do not reach. `tick` is called
    for every position looked at, for with items a turn can have very many; what it raises ends the search.
    """
    turns: list[tuple[Step, ...]] = []
    here = start
    for end in ends:
        steps = steps_between(here, end, rulings, tick)
        turns.append(steps)
        for step in steps:
            here = apply(here, step, rulings)
    return tuple(turns)


def steps_between(
    start: Position, end: Position, rulings: SolitaireRulings, tick: Callable[[], None] = nothing
) -> tuple[Step, ...]:
    """Legal steps that lead within one turn from `start` to `end` (which is told without its turn), or `NoWay`."""
    for care in Care:
        steps = _found(Aim(start, evolve(end, turn=1), care), rulings, tick)
        if steps is not None:
            return steps
    raise NoWay(f"No steps lead from {start} to {end}.")


def _found(aim: Aim, rulings: SolitaireRulings, tick: Callable[[], None]) -> tuple[Step, ...] | None:
    seen: set[Position] = set()
    stack: list[tuple[Position, tuple[Step, ...]]] = [(aim.start, ())]
    while stack:
        position, steps = stack.pop()
        tick()
        for step in _leading(aim, position, rulings):
            after = apply(position, step, rulings)
            if isinstance(after.outcome, Lost) or after in seen:
                continue
            seen.add(after)
            if after.turn != aim.start.turn or after.phase is Phase.OVER:
                if evolve(after, turn=1) == aim.end:
                    return (*steps, step)
            elif aim.care is Care.ALL or _may_reach(aim, after):
                stack.append((after, (*steps, step)))
    return None


def _may_reach(aim: Aim, position: Position) -> bool:
    """Whether what can still move the black pawns is enough for where they have to be; it may say yes wrongly."""
    if position.phase in (Phase.PLAY, Phase.BLACKS):
        return True
    astray = list(position.blacks)
    for day in aim.end.blacks:
        if day in astray:
            astray.remove(day)
    return len(astray) <= aim.letters_left(position) + _effects_left(position)


def _effects_left(position: Position) -> int:
    """How many effects may still move a black pawn before the resolution; too many are counted rather than too few."""
    if position.phase in (Phase.RESOLVE, Phase.TRIM):
        return 0
    if position.ready or position.used:
        return len(MOVERS)
    here = {event.card.suit for event in column_at(position, position.white)}
    if position.played is not None:
        here.add(position.played.suit)
    return len(here.intersection(MOVERS).difference(position.walk.applied, position.resolved))


def _leading(aim: Aim, position: Position, rulings: SolitaireRulings) -> Iterator[Step]:
    """The legal steps that may lead to the aim's end."""
    yield from (step for step in _steps_of_phase(aim, position, rulings) if _may_lead(aim, position, step, rulings))
    others = chain(_letters(aim, position), _items(aim, position, rulings))
    yield from (step for step in others if violation(position, step, rulings) is None)


def _steps_of_phase(aim: Aim, position: Position, rulings: SolitaireRulings) -> Iterator[Step]:
    if position.phase is not Phase.TRIM:
        return takewhile(lambda step: not isinstance(step, ANY_TIME), legal_steps(position, rulings))
    deck = aim.end.deck
    trim = Trim(deck[len(deck) - surplus(position) :])
    return iter((trim,) if violation(position, trim, rulings) is None else ())


def _letters(aim: Aim, position: Position) -> Iterator[Letter | Fix]:
    if aim.letters_left(position) > 0 and (aim.care is Care.ALL or position.phase in LETTER_PHASES):
        yield from letter_candidates(position)


def _items(aim: Aim, position: Position, rulings: SolitaireRulings) -> Iterator[Step]:
    if aim.care is Care.ALL:
        yield from item_candidates(position, rulings)
        return
    now = [item for item in position.ready if position.phase is ITEM_PHASES[item]]
    if aim.care is Care.LITTLE:
        now = [item for item in now if item in aim.end.used]
    if now:
        yield from item_candidates(evolve(position, ready=tuple(now)), rulings)


def _may_lead(aim: Aim, position: Position, step: Step, rulings: SolitaireRulings) -> bool:
    """Whether a play brings white where it has to be, and uses a card that is not needed elsewhere."""
    if aim.care is Care.ALL or not isinstance(step, Play) or position.ready or position.used:
        return True
    ahead = forward(position.white, step.card.number, rulings.past_seven)
    return ahead == aim.end.white and step.card not in aim.end.hand + aim.end.deck
