"""Theorem of the chapter ending: the relaxed game has every game without the backpack in it."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

from tabi.proofs.solitaire.columns import gained, placed_twice
from tabi.proofs.solitaire.ending import placing_is_repeated, turns_count_double, won_without_pawns
from tabi.proofs.solitaire.movement import white_drifts_at_the_trim
from tabi.proofs.solitaire.relaxed import WON, Move, State, moves
from tabi.proofs.solitaire.resolution import a_letter_at_the_trim
from tabi.proofs.solitaire.scenes import Apply, untouched
from tabi.proofs.solitaire.stepping import for_every_step
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Phase, Position, Won, apply
from tabi.rules.solitaire.bounds import EVENTS_TO_RESOLVE
from tabi.spec.solitaire import SolitaireRulings, Suit
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.steps import Backpack, Step


class Seen(NamedTuple):
    """What the relaxed game sees of a step; `on_seven` and `unresolved`, before and after, are None if passed on."""

    phase: Phase
    to: Phase
    on_seven: tuple[bool, bool] | None
    unresolved: tuple[int, int] | None
    places: bool
    turns: int


@theorem(
    "sol.ending.relaxed",
    "Every step of a game without the backpack is a move of the relaxed game, and a step that wins leads to its end.",
    clauses=["sol.movement.turn-order", "sol.columns.place", "sol.resolution.nearest", "sol.ending.clear"],
    premises=Premises(without=frozenset({"backpack"}), words="under every reading, in games without the backpack"),
    about=apply,
    rests_on=["sol.resolution.three-events"],
    mutants=[
        *(placing_is_repeated, turns_count_double, placed_twice, white_drifts_at_the_trim, won_without_pawns),
        a_letter_at_the_trim,
    ],
)
def relaxed_has_every_step(applied: Apply) -> Claim:
    """Every step in every scene, with every number of events that may be missing before it."""
    return for_every_step(_is_a_move, applied, ("place", "refill", "trim"))


def _is_a_move(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
    if isinstance(step, Backpack):
        return True
    if after.phase is Phase.OVER:
        if not isinstance(after.outcome, Won):
            return True
        return len(before.resolved) == len(Suit) and before.white == after.white == LAST_DAY and _ends(before.phase)
    more = [count for count in gained(before, after).values() if count > 0]
    if more and (more != [1] or before.white == LAST_DAY):
        return False
    seen = Seen(
        phase=before.phase,
        to=after.phase,
        on_seven=_on_seven(before, after),
        unresolved=_unresolved(before, after),
        places=bool(more),
        turns=after.__dict__.get("turn", 1) - 1,
    )
    return _has_moves(seen)


@cache
def _ends(phase: Phase) -> bool:
    """Whether the relaxed game ends where every suit is resolved and white stands on day 7."""
    return Move(WON, ends_turn=True) in set(moves(State(phase, True, 0, 0)))


def _on_seven(before: Position, after: Position) -> tuple[bool, bool] | None:
    if untouched(before, after, "white"):
        return None
    return before.white == LAST_DAY, after.white == LAST_DAY


def _unresolved(before: Position, after: Position) -> tuple[int, int] | None:
    if untouched(before, after, "resolved"):
        return None
    return len(Suit) - len(before.resolved), len(Suit) - len(after.resolved)


@cache
def _has_moves(seen: Seen) -> bool:
    """Whether the relaxed game has the move for every number of events missing.

    A placed card makes one fewer of them or none. A suit that is resolved has its three events, so it lacks nothing
    (`sol.resolution.three-events`), and no pawn is on day 7. Events that fall are further moves, at any moment.
    """
    sevens = [seen.on_seven] if seen.on_seven else [(seven, seven) for seven in (False, True)]
    counts = [seen.unresolved] if seen.unresolved else [(count, count) for count in range(len(Suit) + 1)]
    for (seven, then), (unresolved, left) in product(sevens, counts):
        if (seen.places or left < unresolved) and seven:
            continue
        for missing in range(EVENTS_TO_RESOLVE * left + 1):
            possible = set(moves(State(seen.phase, seven, missing, unresolved)))
            for lacking in {missing, max(0, missing - seen.places)}:
                if Move(State(seen.to, then, lacking, left), ends_turn=bool(seen.turns)) not in possible:
                    return False
    return seen.turns in (0, 1)
