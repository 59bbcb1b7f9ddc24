"""Rounds of searches, each larger than the one before: for a win, and for a win in few turns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import turns_to_go
from tabi.solvers.engines import Closure, Exhaustion, beam, depth_first, exhaustion
from tabi.solvers.moments import Scope
from tabi.solvers.run import Run, WinMet
from tabi.spec.solitaire.rulings import SolitaireRulings

DIVES = 8
DIVE_NODES = 60
"""The first round makes so many depth-first runs of so many nodes; half of them reach a win of an ordinary deal."""
FIRST_WIDTH = 50
WIDEST = 51_200
GROWTH = 4
"""Each round may look at so many times the positions of the round before."""
LATE = 12
"""With at most so many cards in deck and hand, exhaustion is tried beside the searches."""
EXHAUSTION_NODES = 2_000
"""Positions that the exhaustion may look at in the first round."""
EXHAUSTION = "exhaustion"
STRAIGHT_ROUNDS = 3
"""First rounds of a question for the fewest turns: dives alone, and nothing between the bound and a win."""


def look_for_a_win(start: Position, rulings: SolitaireRulings, run: Run) -> Closure | None:
    """Looks for a win until one is met (`run.won`), nothing is left to try, or the budget is spent (`BudgetSpent`).

    Returns the closed set if the exhaustion came to its end without a win, else None. A search that has run dry is
    dropped; when all have, the exhaustion gets what is left of the budget.
    """
    every = exhaustion(start, rulings)
    try:
        for number in _rounds(start, rulings, run, None):
            if (closed := _exhaust(start, every, run, number)) is not None:
                return closed
        return run.follow(EXHAUSTION, every)
    except WinMet as win:
        run.won = win.node
        return None


def look_for_fewest_turns(start: Position, rulings: SolitaireRulings, run: Run) -> Closure | None:
    """Looks for ever shorter wins until one takes the fewest turns that a theorem allows; the rest as for a win.

    In every round it looks for a win as short as the bound says, and for one shorter than the best so far.
    """
    shortest = start.turn - 1 + turns_to_go(start)
    every = exhaustion(start, rulings)
    searches: dict[int | None, Iterator[int]] = {}
    for number in count():
        dry = True
        for last_turn in _aims(shortest, run, number):
            rounds = searches.setdefault(last_turn, _rounds(start, rulings, run, last_turn))
            try:
                dry = next(rounds, None) is None and dry
            except WinMet as win:
                run.won, dry = win.node, False
                if win.node.position.turn == shortest:
                    return None
        if run.won is None and (closed := _exhaust(start, every, run, number)) is not None:
            return closed
        if dry and number >= STRAIGHT_ROUNDS:
            return run.follow(EXHAUSTION, every) if run.won is None else None
    return None


def _aims(shortest: int, run: Run, number: int) -> tuple[int | None, ...]:
    """The last turns by which a win is looked for: the one of the bound, and one before the best win so far.

    The bound is met more often than not, so the first rounds look for nothing between it and a win.
    """
    if run.won is None:
        return (shortest, None)
    better = () if number < STRAIGHT_ROUNDS else (run.won.position.turn - 1,)
    return tuple(dict.fromkeys((shortest, *better)))


def _exhaust(start: Position, every: Exhaustion, run: Run, number: int) -> Closure | None:
    """A slice of the exhaustion, where few enough cards are left; its closed set when it has come to its end."""
    if len(start.deck) + len(start.hand) > LATE:
        return None
    return run.follow(EXHAUSTION, every, EXHAUSTION_NODES * GROWTH**number)


def _rounds(start: Position, rulings: SolitaireRulings, run: Run, last_turn: int | None) -> Iterator[int]:
    """Plays one round after the other and says its number, until every search has run dry."""
    scopes = scopes_for(start, last_turn)
    for number in count():
        if not scopes:
            return
        scopes = _round(start, rulings, scopes, run, number)
        yield number


def _round(start: Position, rulings: SolitaireRulings, scopes: list[Scope], run: Run, number: int) -> list[Scope]:
    """One round: dives in every scope and a beam in one of them; returns the scopes that have not run dry.

    A beam spreads over the turns evenly and so rarely meets a last turn; those rounds begin with dives alone.
    """
    left = [scope for scope in scopes if _waits(scope, number) or not _dives(start, rulings, scope, run, number)]
    if not left or (left[0].last_turn is not None and number < STRAIGHT_ROUNDS):
        return left
    scope = left[number % len(left)]
    width = min(FIRST_WIDTH * GROWTH**number, WIDEST)
    dry = run.follow(_words(f"beam of width {width:,}", scope), beam(start, rulings, scope, width, number))
    return [one for one in left if one != scope or not dry]


def scopes_for(start: Position, last_turn: int | None) -> list[Scope]:
    """The scopes to search in: without items first, so that having some costs no wins."""
    with_items = (False, True) if start.ready or start.used else (False,)
    return [Scope(items, free_letters, last_turn) for free_letters in (False, True) for items in with_items]


def _dives(start: Position, rulings: SolitaireRulings, scope: Scope, run: Run, number: int) -> bool:
    """Short depth-first runs, each with its own chance; whether one of them saw everything in the scope.

    A run that is not on its way to a win soon has taken a wrong turn early and rarely gets out; a new one is cheaper.
    """
    doubled = 2**number
    runs = (depth_first(start, rulings, scope, seed=1_000 * number + dive) for dive in range(DIVES * doubled))
    words = _words("depth-first search", scope)
    return any(run.follow(words, one, DIVE_NODES * doubled) for one in runs)


def _waits(scope: Scope, number: int) -> bool:
    """Whether a scope is too large for this round: the first does without letters at any turn."""
    return scope.free_letters and number == 0


def _words(kind: str, scope: Scope) -> str:
    extras = [words for words, is_on in (("items", scope.items), ("letters at any turn", scope.free_letters)) if is_on]
    by = "" if scope.last_turn is None else f" by turn {scope.last_turn}"
    return f"{kind}{by} with {' and '.join(extras)}" if extras else f"{kind}{by}"
