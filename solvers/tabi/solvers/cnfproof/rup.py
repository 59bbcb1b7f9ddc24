"""Clauses by unit propagation: each line of a proof is checked forwards, and what each one needed is remembered.

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
ASSUMED: Final = -2
"""The reason of a literal that is assumed for the line under check."""

HEIGHT: Final = 0
REFUTED: Final = 1
NEEDED: Final = 2
FAILED: Final = 3
REGISTERS: Final = 4
"""Registers: how many literals are assigned; the clause at which a conflict was met with nothing assumed; how many
antecedents are written; the clause that does not follow. The second and the last are NONE until then."""


class Tables(NamedTuple):
    """Everything that a check reads and writes.

    By clause: `begin[c]` to `begin[c + 1]` are its literals, `there` says whether it is, `ends[c]` is where its
    antecedents end in what `check` returns. `steps` holds c for adding clause c and -c - 1 for deleting it. By literal:
    `value` (1 true, -1 false), `head` of its list of watches. By variable: `reason` (a clause), `assigned_at` (its
    place in `trail`), `seen`. By node: the node `following` in its list.
    """

    literals: Literals
    begin: Ints
    steps: Ints
    value: Flags
    seen: Flags
    there: Flags
    reason: Ints
    assigned_at: Ints
    trail: Ints
    head: Ints
    following: Ints
    ends: Ints
    registers: Ints


@compiled
def _watch(tables: Tables, clause: int, place: int) -> None:
    """Enters a clause in the list of one of its first two literals."""
    literal = tables.literals[tables.begin[clause] + place]
    tables.following[2 * clause + place] = tables.head[literal]
    tables.head[literal] = 2 * clause + place


@compiled
def _assign(tables: Tables, literal: int, reason: int) -> None:
    """Makes a literal true."""
    tables.value[literal] = 1
    tables.value[literal ^ 1] = -1
    tables.reason[literal >> 1] = reason
    tables.assigned_at[literal >> 1] = tables.registers[HEIGHT]
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
def _propagated(tables: Tables, start: int) -> int:
    """Draws the consequences of the literals assigned from `start` on; a clause that became false, or NONE."""
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
                    return clause
                if tables.value[other] == 0:
                    _assign(tables, other, clause)
                before = node
            elif before == NONE:
                tables.head[false] = after
            else:
                tables.following[before] = after
            node = after
    return NONE


@compiled
def _room(needed: Ints, count: int) -> Ints:
    """The antecedents with room for `count` more."""
    if count <= len(needed):
        return needed
    larger = np.empty(2 * count, np.int64)
    larger[: len(needed)] = needed
    return larger


@compiled
def _note(tables: Tables, needed: Ints, clause: int, height: int) -> Ints:
    """Writes down a clause as an antecedent and marks the literals that it needs false: those assigned while something
    is assumed for `_explained` to look at, the others as `clauses + variable`."""
    count = len(tables.begin) - 1
    needed = _room(needed, tables.registers[NEEDED] + tables.begin[clause + 1] - tables.begin[clause] + 1)
    needed[tables.registers[NEEDED]] = clause
    tables.registers[NEEDED] += 1
    for place in range(tables.begin[clause], tables.begin[clause + 1]):
        variable = tables.literals[place] >> 1
        if tables.value[tables.literals[place]] == -1 and tables.seen[variable] == 0:
            tables.seen[variable] = 1
            if tables.assigned_at[variable] < height:
                needed[tables.registers[NEEDED]] = count + variable
                tables.registers[NEEDED] += 1
    return needed


@compiled
def _explained(tables: Tables, needed: Ints, conflict: int, height: int) -> Ints:
    """Writes down the antecedents of a conflict: it, and the reasons that led to it since `height`."""
    first = tables.registers[NEEDED]
    needed = _note(tables, needed, conflict, height)
    for place in range(tables.registers[HEIGHT] - 1, height - 1, -1):
        variable = tables.trail[place] >> 1
        if tables.seen[variable] == 1:
            tables.seen[variable] = 0
            if tables.reason[variable] >= 0:
                needed = _note(tables, needed, tables.reason[variable], height)
    count = len(tables.begin) - 1
    for place in range(first, tables.registers[NEEDED]):
        if needed[place] >= count:
            tables.seen[needed[place] - count] = 0
    return needed


@compiled
def _settled(tables: Tables, needed: Ints, clause: int) -> Ints:
    """Makes the first literal of a clause true with nothing assumed, and draws the consequences."""
    _assign(tables, tables.literals[tables.begin[clause]], clause)
    conflict = _propagated(tables, tables.registers[HEIGHT] - 1)
    if conflict != NONE:
        tables.registers[REFUTED] = clause
        needed = _explained(tables, needed, conflict, tables.registers[HEIGHT])
    return needed


@compiled
def _entered(tables: Tables, needed: Ints, clause: int) -> Ints:
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
        needed = _explained(tables, needed, clause, tables.registers[HEIGHT])
    elif tables.value[literals[begin]] == 0:
        needed = _settled(tables, needed, clause)
    return needed


@compiled
def _follows(tables: Tables, needed: Ints, clause: int) -> tuple[bool, Ints]:
    """Whether a clause follows by unit propagation, and the antecedents with its own."""
    height = tables.registers[HEIGHT]
    for place in range(tables.begin[clause], tables.begin[clause + 1]):
        literal = tables.literals[place]
        if tables.value[literal] == 1:
            if tables.assigned_at[literal >> 1] < height:  # else the clause holds a literal and its opposite
                needed = _room(needed, tables.registers[NEEDED] + 1)
                needed[tables.registers[NEEDED]] = len(tables.begin) - 1 + (literal >> 1)
                tables.registers[NEEDED] += 1
            _take_back(tables, height)
            return True, needed
        if tables.value[literal] == 0:
            _assign(tables, literal ^ 1, ASSUMED)
    conflict = _propagated(tables, height)
    if conflict != NONE:
        needed = _explained(tables, needed, conflict, height)
    _take_back(tables, height)
    return conflict != NONE, needed


@entry
def check(tables: Tables, given: int, start: int, stop: int, written: int) -> Ints:
    """Takes the steps from `start` to before `stop`; clauses below `given` are the formula's and need no check.

    It ends early once the formula is refuted, or at a clause that does not follow (register FAILED). Returns the
    antecedents of the clauses added, one after the other: clauses, and `clauses + variable` for a variable that was
    assigned with nothing assumed. `written` is how many the calls before have returned.
    """
    needed = np.empty(1024, np.int64)
    tables.registers[NEEDED] = 0
    for step in range(start, stop):
        clause = tables.steps[step]
        if clause < 0:
            tables.there[-clause - 1] = 0
            continue
        holds = True
        if clause >= given:
            holds, needed = _follows(tables, needed, clause)
        if not holds:
            tables.registers[FAILED] = clause
            break
        needed = _entered(tables, needed, clause)
        tables.ends[clause] = written + tables.registers[NEEDED]
        if tables.registers[REFUTED] != NONE:
            break
    return needed[: tables.registers[NEEDED]]
