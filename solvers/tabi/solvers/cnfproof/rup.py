"""Clauses by unit propagation: each line of a proof is checked forwards.

A line is accepted if assuming its literals false and propagating units meets a conflict (reverse unit propagation),
so it follows from the clauses before it; the RAT lines of DRAT, which need not follow, are refused. Compiled code is
cached by this one file, so all that it depends on stands here; without Numba it is plain Python.

Literals are `2 * variable + sign` with variables from 0. A clause watches its first two literals: whenever one of them
is false the other is true, or was made true or met a conflict by the propagation. Nodes of the lists of watches are
`2 * clause + place`. What is assigned with nothing assumed stays, whatever is deleted later: it follows from clauses
that were there.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tabi.solvers.kernel.jit import compiled, entry

Ints = NDArray[np.int64]
Literals = NDArray[np.int32]
Flags = NDArray[np.int8]

NONE: Final = -1

HEIGHT: Final = 0
REFUTED: Final = 1
FAILED: Final = 2
"""Registers: how many literals are assigned; the clause at which a conflict was met with nothing assumed; the clause
that does not follow. The last two are NONE until then."""


class Tables(NamedTuple):
    """Everything that a check reads and writes.

    By clause: `begin[c]` to `begin[c + 1]` are its literals, `there` says whether it is. `steps` holds c for adding
    clause c and -c - 1 for deleting it. By literal: `value` (1 true, -1 false), `head` of its list of watches. `trail`
    are the literals assigned, in their order. By node: the node `following` in its list.
    """

    literals: Literals
    begin: Ints
    steps: Ints
    value: Flags
    there: Flags
    trail: Ints
    head: Ints
    following: Ints
    registers: Ints


@compiled
def _watch(tables: Tables, clause: int, place: int) -> None:
    """Enters a clause in the list of one of its first two literals."""
    literal = tables.literals[tables.begin[clause] + place]
    tables.following[2 * clause + place] = tables.head[literal]
    tables.head[literal] = 2 * clause + place


@compiled
def _assign(tables: Tables, literal: int) -> None:
    """Makes a literal true."""
    tables.value[literal] = 1
    tables.value[literal ^ 1] = -1
    tables.trail[tables.registers[HEIGHT]] = literal
    tables.registers[HEIGHT] += 1


@compiled
def _take_back(tables: Tables, height: int) -> None:
    """Unassigns all literals but the first `height`."""
    for place in range(height, tables.registers[HEIGHT]):
        literal = tables.trail[place]
        tables.value[literal] = 0
        tables.value[literal ^ 1] = 0
    tables.registers[HEIGHT] = height


@compiled
def _moves(tables: Tables, clause: int, place: int) -> bool:
    """Whether a clause finds another literal to watch than the false one at `place`; it is entered in its list then."""
    literals, begin = tables.literals, tables.begin[clause]
    for other in range(begin + 2, tables.begin[clause + 1]):
        if tables.value[literals[other]] >= 0:
            literals[begin + place], literals[other] = literals[other], literals[begin + place]
            _watch(tables, clause, place)
            return True
    return False


@compiled
def _conflicts(tables: Tables, start: int) -> bool:
    """Draws the consequences of the literals assigned from `start` on; whether a clause became false."""
    place = start
    while place < tables.registers[HEIGHT]:
        false: int = tables.trail[place] ^ 1
        place += 1
        node: int = tables.head[false]
        before = NONE
        while node != NONE:
            clause, after = node >> 1, tables.following[node]
            other = tables.literals[tables.begin[clause] + 1 - (node & 1)]
            stays = tables.there[clause] == 1 and (tables.value[other] == 1 or not _moves(tables, clause, node & 1))
            if stays:
                if tables.value[other] == -1:
                    return True
                if tables.value[other] == 0:
                    _assign(tables, other)
                before = node
            elif before == NONE:
                tables.head[false] = after
            else:
                tables.following[before] = after
            node = after
    return False


@compiled
def _enter(tables: Tables, clause: int) -> None:
    """Enters a clause that follows; its literals that are not false come first, and are watched."""
    literals, begin, free = tables.literals, tables.begin[clause], 0
    for place in range(begin, tables.begin[clause + 1]):
        if tables.value[literals[place]] >= 0:
            literals[begin + free], literals[place] = literals[place], literals[begin + free]
            free += 1
    tables.there[clause] = 1
    if free > 1:
        _watch(tables, clause, 0)
        _watch(tables, clause, 1)
    elif free == 0:
        tables.registers[REFUTED] = clause
    elif tables.value[literals[begin]] == 0:
        _assign(tables, literals[begin])
        if _conflicts(tables, tables.registers[HEIGHT] - 1):
            tables.registers[REFUTED] = clause


@compiled
def _follows(tables: Tables, clause: int) -> bool:
    """Whether a clause follows by unit propagation."""
    height, holds = tables.registers[HEIGHT], False
    for place in range(tables.begin[clause], tables.begin[clause + 1]):
        literal = tables.literals[place]
        holds = holds or tables.value[literal] == 1
        if not holds and tables.value[literal] == 0:
            _assign(tables, literal ^ 1)
    holds = holds or _conflicts(tables, height)
    _take_back(tables, height)
    return holds


@entry
def check(tables: Tables, given: int, start: int, stop: int) -> None:
    """Takes the steps from `start` to before `stop`; clauses below `given` are the formula's and need no check.

    It ends early once the formula is refuted (register REFUTED), or at a clause that does not follow (FAILED).
    """
    for step in range(start, stop):
        clause = tables.steps[step]
        if clause < 0:
            tables.there[-clause - 1] = 0
            continue
        if clause >= given and not _follows(tables, clause):
            tables.registers[FAILED] = clause
            return
        _enter(tables, clause)
        if tables.registers[REFUTED] != NONE:
            return
