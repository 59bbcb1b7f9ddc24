"""Rounds of searches, each larger than the one before: for a win, and for a win in few turns.

A question begins with depth-first dives through the rules, which win most deals at once, before the kernel is even
loaded. Then the kernel's beams go on, or where it does not play by the readings, dives and beams through the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import TypeAlias

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import turns_to_go
from tabi.solvers.engines import Closure, Exhaustion, beam, depth_first, exhaustion
from tabi.solvers.moments import Scope
from tabi.solvers.run import NoWay, Run, WinMet
from tabi.spec.solitaire.rulings import SolitaireRulings

DIVES = 8
DIVE_NODES = 60
"""The first round makes so many depth-first runs of so many nodes; they win nearly every ordinary deal."""
HURRIED_DIVES = 3
"""Dives for a win by a last turn are fewer: half of the deals need the kernel's beams for that."""
FIRST_WIDTH = 50
WIDEST = 51_200
GROWTH = 4
"""Each round may look at so many times the positions of the round before."""
LATE = 12
"""With at most so many cards in deck and hand, exhaustion is tried beside the searches."""
EXHAUSTION_NODES = 20_000
"""Positions that the exhaustion may look at in the first round."""
EXHAUSTION = "exhaustion"
STRAIGHT_ROUNDS = 3
"""First rounds of a question for a last turn: dives alone."""
ASTRAY = "beams of the kernel that the rules do not follow (a fault of tabi; they are left out)"

Rounds: TypeAlias = Callable[[Position, SolitaireRulings, Run, int | None], Iterator[int]]


def look_for_a_win(start: Position, rulings: SolitaireRulings, run: Run) -> Closure | None:
    """Looks for a win until one is met (`run.won`), nothing is left to try, or the run ends (as `Run.check` says).

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
        for last_turn in _aims(shortest, run):
            rounds = searches.setdefault(last_turn, _rounds(start, rulings, run, last_turn))
            try:
                dry = next(rounds, None) is None and dry
            except WinMet as win:
                run.won, dry = win.node, False
                if win.node.position.turn == shortest:
                    return None
        if run.won is None and (closed := _exhaust(start, every, run, number)) is not None:
            return closed
        if dry:
            return run.follow(EXHAUSTION, every) if run.won is None else None
    return None


def _aims(shortest: int, run: Run) -> tuple[int | None, ...]:
    """The last turns by which a win is looked for: the one of the bound, and one before the best win so far."""
    if run.won is None:
        return (shortest, None)
    return tuple(dict.fromkeys((shortest, run.won.position.turn - 1)))


def _exhaust(start: Position, every: Exhaustion, run: Run, number: int) -> Closure | None:
    """A slice of the exhaustion, where few enough cards are left; its closed set when it has come to its end."""
    if len(start.deck) + len(start.hand) > LATE:
        return None
    return run.follow(EXHAUSTION, every, EXHAUSTION_NODES * GROWTH**number)


def _rounds(start: Position, rulings: SolitaireRulings, run: Run, last_turn: int | None) -> Iterator[int]:
    """Plays one round after the other and says its number, until every search has run dry.

    Where a win is known already the kernel looks for a better one at once.
    """
    scopes = scopes_for(start, last_turn)
    beams = _beams(start, rulings)
    if beams is None or run.won is None:
        scopes = [scope for scope in scopes if _waits(scope, 0) or not _dives(start, rulings, scope, run, 0)]
        yield 0
    if beams is not None:
        try:
            yield from beams(start, rulings, run, last_turn)
            return
        except NoWay:
            run.note(ASTRAY)
    for number in count():
        if not scopes:
            return
        scopes = _round(start, rulings, scopes, run, number)
        yield number + 1


def _beams(start: Position, rulings: SolitaireRulings) -> Rounds | None:
    """The rounds of the kernel, where it can search; it is loaded here, since most deals are won without it."""
    try:
        from tabi.solvers.beams import rounds_of_beams
        from tabi.solvers.kernel import can_search
    except ImportError:  # NumPy is not there
        return None
    return rounds_of_beams if can_search(start, rulings) else None


def _round(start: Position, rulings: SolitaireRulings, scopes: list[Scope], run: Run, number: int) -> list[Scope]:
    """One round through the rules: a beam in one of the scopes, then dives in every one; those that have not run dry.

    A beam spreads over the turns evenly and so rarely meets a last turn; those rounds begin with dives alone.
    """
    left = scopes
    if left[0].last_turn is None or number >= STRAIGHT_ROUNDS:
        scope = left[number % len(left)]
        width = min(FIRST_WIDTH * GROWTH**number, WIDEST)
        dry = run.follow(_words(f"beam of width {width:,}", scope), beam(start, rulings, scope, width, number))
        left = [one for one in left if one != scope or not dry]
    return [one for one in left if not _dives(start, rulings, one, run, number + 1)]


def scopes_for(start: Position, last_turn: int | None) -> list[Scope]:
    """The scopes to search in: without items first, so that having some costs no wins."""
    with_items = (False, True) if start.ready or start.used else (False,)
    return [Scope(items, free_letters, last_turn) for free_letters in (False, True) for items in with_items]


def _dives(start: Position, rulings: SolitaireRulings, scope: Scope, run: Run, number: int) -> bool:
    """Short depth-first runs, each with its own chance; whether one of them saw everything in the scope.

    A run that is not on its way to a win soon has taken a wrong turn early and rarely gets out; a new one is cheaper.
    """
    doubled = 2**number
    dives = DIVES if scope.last_turn is None else HURRIED_DIVES
    runs = (depth_first(start, rulings, scope, seed=1_000 * number + dive) for dive in range(dives * doubled))
    words = _words("depth-first search", scope)
    return any(run.follow(words, one, DIVE_NODES * doubled) for one in runs)


def _waits(scope: Scope, number: int) -> bool:
    """Whether a scope is too large for this round: the first does without letters at any turn."""
    return scope.free_letters and number == 0


def _words(kind: str, scope: Scope) -> str:
    extras = [words for words, is_on in (("items", scope.items), ("letters at any turn", scope.free_letters)) if is_on]
    by = "" if scope.last_turn is None else f" by turn {scope.last_turn}"
    return f"{kind}{by} with {' and '.join(extras)}" if extras else f"{kind}{by}"
