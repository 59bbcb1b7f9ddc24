"""Three ways through the positions of a game: depth first, by a beam, and exhaustively.

Each is a generator of the positions it looks at, so that whoever drives it can stop after any of them, for instance at
a win. Depth-first search and beam look at whole turns in a scope and cut off by a bound, so their end says nothing
about the game; the exhaustion looks at every legal step, and its end without a win is a proof.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from heapq import nlargest
from operator import itemgetter
from random import Random
from typing import NamedTuple

from tabi.rules.solitaire import Lost, Position, Won, apply, format_position, legal_steps
from tabi.rules.solitaire.bounds import excluded, in_game, turns_to_go
from tabi.solvers.moments import Scope
from tabi.solvers.outlook import needs, promise
from tabi.solvers.turns import Node, turns
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import DeckOut, SolitaireRulings
from tabi.spec.solitaire.steps import Step

TICK = 64
"""After this many positions of one turn the driver gets a look at the clock."""
NOISE = 0.5
"""The most that chance adds to a promise; the same seed adds the same."""
ITEMS_ALLOWANCE = 3
"""How far below the bound a position may lie when items may still be used: each saves a card or two at best."""
EXHAUSTION_CAP = 600_000
"""Positions after which the exhaustion gives up, for they are all kept in memory."""


class Closure(NamedTuple):
    """What a closed set says: its positions on one line each, and the theorems by which it leaves others out."""

    positions: tuple[str, ...]
    bounds: tuple[str, ...]


Ranked = tuple[float, int, Node]
"""A promise, a number that sets equal promises in order, and the node."""
Search = Generator[Node | None, None, bool]
"""Nodes as they are looked at, None as a look at the clock; returns whether everything in the scope was looked at."""
RANK = itemgetter(0, 1)
"""What two children are compared by: two won games may have the same rank, and positions have no order."""
Exhaustion = Generator[Node | None, None, Closure | None]
"""Nodes as they are met; returns what a closed set says, or None when there were too many positions."""


def depth_first(start: Position, rulings: SolitaireRulings, scope: Scope, seed: int) -> Search:
    """Depth-first search over whole turns, the most promising first."""
    chance, seen = Random(seed), {start.key}
    stack = [[Node(start)]]
    while stack:
        if not stack[-1]:
            stack.pop()
            continue
        node = stack[-1].pop()
        yield node
        if node.position.outcome is None:
            ranked = yield from _next_turns(node, rulings, scope, chance, seen)
            stack.append([child for _, _, child in sorted(ranked, key=RANK)])
    return True


def beam(start: Position, rulings: SolitaireRulings, scope: Scope, width: int, seed: int) -> Search:
    """Beam search over whole turns: of all positions of a turn the `width` most promising go on."""
    chance, whole = Random(seed), True
    level = [Node(start)]
    while level:
        seen: set[Position] = set()
        pool: list[Ranked] = []
        for node in level:
            yield node
            if node.position.outcome is None:
                pool += yield from _next_turns(node, rulings, scope, chance, seen)
            if len(pool) > 4 * width:
                pool, whole = nlargest(width, pool, RANK), False
        whole = whole and len(pool) <= width
        level = [child for _, _, child in nlargest(width, pool, RANK)]
    return whole


def _next_turns(
    node: Node, rulings: SolitaireRulings, scope: Scope, chance: Random, seen: set[Position]
) -> Generator[None, None, list[Ranked]]:
    """The node's ends of turn that are new and within the bound, ranked; a won game before all."""
    ranked: list[Ranked] = []
    allowed = allowance(rulings, scope)
    for number, child in enumerate(turns(node, rulings, scope)):
        if number % TICK == TICK - 1:
            yield
        position = child.position
        if isinstance(position.outcome, Won):
            return [(float("inf"), 0, child)]
        key = position.key
        if key in seen:
            continue
        needed = needs(position)
        if needed.slack < -allowed or _too_late(position, needed.turns, scope):
            continue
        seen.add(key)
        ranked.append((promise(position, needed.slack) + NOISE * chance.random(), len(seen), child))
    return ranked


def _too_late(position: Position, turns: int, scope: Scope) -> bool:
    """Whether a game that takes so many more turns cannot be won by the scope's last turn.

    A backpack brings events without a turn, so with one in use the proved bound is asked, which allows for it.
    """
    if scope.last_turn is None:
        return False
    brings_events = scope.items and in_game(position, Item.BACKPACK)
    return position.turn - 1 + (turns_to_go(position) if brings_events else turns) > scope.last_turn


def allowance(rulings: SolitaireRulings, scope: Scope) -> int:
    """How far below the bound a search still goes on.

    Under `sol.deck-out=clear-check` the last draw may fail. Where other readings break the bound (as
    `sol.past-seven=stop-at-one` does), it costs wins and nothing else.
    """
    return ITEMS_ALLOWANCE * scope.items + (rulings.deck_out is DeckOut.CLEAR_CHECK)


def exhaustion(start: Position, rulings: SolitaireRulings) -> Exhaustion:
    """Every position that any legal steps lead to; at its end it returns them, without points and turn.

    Left out are lost positions and those from which a theorem excludes a win. If a win can be reached, a won node is
    among those given. It gives up after `EXHAUSTION_CAP` positions.
    """
    root = Node(start)
    yield root
    if bound := _excluding(start, rulings):
        return Closure((), (bound,))
    met: dict[Position, None] = {start.key: None}
    leaning: dict[str, None] = {}
    stack: list[tuple[Node, Iterator[Step]]] = [(root, legal_steps(start, rulings))]
    while stack:
        node, steps = stack[-1]
        step = next(steps, None)
        if step is None:
            stack.pop()
            continue
        after = apply(node.position, step, rulings)
        if isinstance(after.outcome, Lost) or (key := after.key) in met:
            yield None
            continue
        if bound := _excluding(after, rulings):
            leaning[bound] = None
            yield None
            continue
        met[key] = None
        if len(met) > EXHAUSTION_CAP:
            return None
        child = Node(after, (step,), node)
        yield child
        stack.append((child, legal_steps(after, rulings)))
    lines: list[str] = []
    for position in met:
        lines.append(format_position(position))
        yield None
    return Closure(tuple(lines), tuple(sorted(leaning)))


def _excluding(position: Position, rulings: SolitaireRulings) -> str | None:
    """The theorem by which a game under way cannot be won from here, if one says so."""
    return excluded(position, rulings) if position.outcome is None else None
