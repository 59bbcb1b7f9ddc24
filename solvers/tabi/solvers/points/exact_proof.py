"""What an exhaustion found, as a valued set that the rules alone check."""

from __future__ import annotations

from typing import Final

from tabi.rules.certificates import check
from tabi.rules.records import Fault
from tabi.rules.solitaire import Position, format_position
from tabi.rules.solitaire.bounds import DRAWING, MEETING, REACHING
from tabi.rules.solitaire.company import COMPANY, applies
from tabi.rules.solitaire.game import GAME, write_position, write_step
from tabi.rules.solitaire.points import GOING
from tabi.rules.valued import Progress, ValuedSet
from tabi.solvers.kernel.packing import state_at, unpacked
from tabi.solvers.points.exact import NO_LIMITS, Exhausted, Limits, exhaust
from tabi.solvers.verdict import Line
from tabi.spec.rulings import changed_rulings
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.rulings import SolitaireRulings

EXCLUDING: Final = (REACHING, MEETING, DRAWING)
"""The theorems that the exhaustion's ceilings stand for, where that of the pawns' company alone does not."""


def certify(
    start: Position,
    beginning: Deal | Position,
    rulings: SolitaireRulings,
    known: Line | None = None,
    limits: Limits = NO_LIMITS,
    progress: Progress | None = None,
) -> ValuedSet | None:
    """The proof of the most points of a win from a position, checked by the rules; None when it did not come to one.

    `start` is the position that `beginning` is or begins with. None is also what a game that cannot be won gets: its
    proof is a closed set. Raises `ValueError` where `exhaust` does.
    """
    exhausted = exhaust(start, rulings, known, limits)
    certificate = valued_set(exhausted, start, beginning, rulings)
    if certificate is None or isinstance(check(certificate, progress), Fault):
        return None
    return certificate


def valued_set(
    exhausted: Exhausted, start: Position, beginning: Deal | Position, rulings: SolitaireRulings
) -> ValuedSet | None:
    """An exhaustion that came to its end with a win, as a certificate that nobody has checked yet; else None."""
    if exhausted.gave_up is not None or exhausted.value is None or exhausted.line is None:
        return None
    listed, in_company = _listed(exhausted, start), applies(start, rulings)
    return ValuedSet(
        game=GAME.name,
        rulings=changed_rulings(rulings),
        deal=beginning.model_dump(mode="json", exclude_none=True) if isinstance(beginning, Deal) else None,
        position=write_position(beginning) if isinstance(beginning, Position) else None,
        claim="most-points",
        value=exhausted.value,
        line=tuple(tuple(write_step(step) for step in turn) for turn in exhausted.line),
        bounds=() if in_company else EXCLUDING,
        points_bounds=(COMPANY,) if in_company else (GOING,),
        positions=tuple(listed),
        values=tuple(listed.values()),
    )


def _listed(exhausted: Exhausted, start: Position) -> dict[str, int]:
    """The positions between turns with how many further points may come, were the best win the most there is.

    One that is reached in different numbers of turns has the least of its values.
    """
    assert exhausted.value is not None, "it came to a win"
    values: dict[str, int] = {}
    for level in exhausted.levels:
        for row in range(len(level)):
            state = state_at(level, row)
            text = format_position(unpacked(state, start).key)
            value = exhausted.value - state.points
            values[text] = min(value, values.get(text, value))
    return values
