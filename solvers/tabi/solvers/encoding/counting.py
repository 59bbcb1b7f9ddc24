"""Clauses beyond the rules: counters that every winning play obeys, so that a solver need not find out by itself.

Each kind has a name, a reason, and premises (`holds_for`): in a game where these fail its clauses are left out. The
reasons are proved as the theorems `sol.encoding.placed`, `wasted`, `letters`, `laps` and `once`.

* `placed`: a suit that becomes resolved had its three events placed. Three pawns need three events of the suit on the
  board (each place as many as it has pawns, under either reading), and only the placing of a played card adds an event
  of a suit to the board, one a turn: blue keeps the number of events of each suit, and of the items only the backpack
  brings an event. So: no backpack.
* `wasted`: of T turns that win, T - K at most do not place an event that was still missing, where K is the sum over the
  unresolved suits of the events that they lacked at the start. By `placed` each of them is placed in a turn of its own.
* `letters`: after a turn so many suits at most are unresolved as turns remain but the last: a turn resolves one suit at
  most, and the last one none, for white stands on day 7 in it. In every game.
* `laps`: T turns and the laps paid in them are no more than `draws_left` of the start (the deck, and the cards of the
  hand that may yet come under it): each refill and each lap lowers that by one, and no step raises it. One more where
  the last draw need not be made. In every game.
* `once`: no card is played twice: a played card lies on the board or in the discard, and only the tent takes one from
  there. So: no tent.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum

from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import draws_left, in_game, lacks, lying, may_end_by_draw
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.question import Unrolled
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import SolitaireRulings


class Counter(StrEnum):
    """The kinds of redundant clauses."""

    PLACED = "placed"
    WASTED = "wasted"
    LETTERS = "letters"
    LAPS = "laps"
    ONCE = "once"


def holds_for(kind: Counter, start: Position, rulings: SolitaireRulings) -> bool:
    """Whether a kind's reason holds in the games from this start under these readings."""
    match kind:
        case Counter.PLACED | Counter.WASTED:
            return not in_game(start, Item.BACKPACK)
        case Counter.LETTERS | Counter.LAPS:
            return True
        case Counter.ONCE:
            return not in_game(start, Item.TENT)


def missing_events(start: Position) -> dict[Suit, int]:
    """For each unresolved suit how many of its three events are not on the board."""
    return {suit: lacks(events, resolved=False) for suit, events in lying(start).items() if suit not in start.resolved}


def assert_counters(formula: Unrolled, kinds: Collection[Counter] = tuple(Counter)) -> None:
    """Adds the redundant clauses of these kinds to the formula of a win after the last turn, as far as they hold."""
    kinds = [kind for kind in Counter if kind in kinds and holds_for(kind, formula.start, formula.rulings)]
    if Counter.PLACED in kinds or Counter.WASTED in kinds:
        useful = _placed(formula)
        if Counter.WASTED in kinds:
            allowed = len(formula.turns) - sum(missing_events(formula.start).values())
            at_most(formula.cnf, [-one for one in useful], allowed)
    if Counter.LETTERS in kinds:
        _letters(formula)
    if Counter.ONCE in kinds:
        for plays in zip(*(turn.played.card for turn in formula.turns), strict=True):
            formula.cnf.at_most_one(plays)
    if Counter.LAPS in kinds:
        laps = [lap for turn in formula.turns for lap in turn.laps]
        draws = draws_left(formula.start) + may_end_by_draw(formula.rulings)
        at_most(formula.cnf, laps, draws - len(formula.turns))


def _placed(formula: Unrolled) -> list[int]:
    """Counts the events placed of each suit up to those it lacks; for each turn, whether it places a missing one."""
    cnf, missing = formula.cnf, missing_events(formula.start)
    placed = {suit: (cnf.any_of([]),) * count for suit, count in missing.items()}
    useful = []
    for turn, after in zip(formula.turns, formula.states[1:], strict=True):
        counts = []
        for suit, before in placed.items():
            places = cnf.all_of([turn.played.suit[suit - 1], -turn.to[LAST_DAY - 1]])
            placed[suit] = _one_more(cnf, before, places)
            if before:
                counts.append(cnf.all_of([places, -before[-1]]))
                cnf.add(-after.resolved[suit - 1], placed[suit][-1])
        useful.append(cnf.any_of(counts))
    return useful


def _one_more(cnf: Cnf, before: Bits, adds: int) -> Bits:
    """A unary counter, full at its length, after one more where `adds` holds."""
    return tuple(
        cnf.any_of([one, cnf.all_of([adds, *before[index - 1 : index]])] if index else [one, adds])
        for index, one in enumerate(before)
    )


def _letters(formula: Unrolled) -> None:
    for left, state in zip(range(len(formula.turns) - 1, -1, -1), formula.states[1:], strict=True):
        unresolved = [-bit for bit in state.resolved]
        at_most(formula.cnf, unresolved, max(0, left - 1))


def at_most(cnf: Cnf, literals: Sequence[int], limit: int) -> None:
    """At most `limit` of the literals hold, by a unary counter; a negative limit cannot be kept."""
    if limit < 0:
        cnf.add()
        return
    if limit >= len(literals):
        return
    counted: Bits = ()
    for literal in literals:
        more = cnf.bits(min(len(counted) + 1, limit))
        for index, one in enumerate(counted):
            cnf.add(-one, more[index])
            cnf.when([literal, one], *more[index + 1 : index + 2])
        if more:
            cnf.add(-literal, more[0])
        else:
            cnf.add(-literal)
        counted = more
