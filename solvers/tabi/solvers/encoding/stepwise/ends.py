"""The draws that fail and win amid a turn, under `sol.deck-out=clear-check`.

A draw that fails wins with all suits resolved and all three pawns on day 7. Effects act where white is not there, and a
lap leaves white elsewhere (but for a six that the map made a seven, see `question.check_question`), so what is left is
the refill, and a radio that runs short. A radio that fails once the blacks have moved is not needed: the pawns are on
day 7 then, and the refill, whether it fails or not, wins the same turn. So there are three such ends: the radio before
the play, the radio before the blacks move, the refill.

What comes after an end is not played. The turn's clauses go on all the same, with no card drawn, nothing used and no
pawn moved, so that white and the blacks stand on day 7 at the turn's end too: who asks for a win there asks for these
as well. An end may be in every turn, as a win may; a line stops at its first one.
"""

from __future__ import annotations

from collections.abc import Sequence

from tabi.rules.solitaire.bounds import may_end_by_draw
from tabi.rules.solitaire.ending import HAND_SIZE
from tabi.rules.solitaire.items import RADIO_DRAWS
from tabi.solvers.encoding.cnf import Bits
from tabi.solvers.encoding.pawns import Memory
from tabi.solvers.encoding.stepwise.parts import Setting, Table
from tabi.solvers.encoding.stepwise.piles import draw, has_fewer, so_many_lie, stocked
from tabi.solvers.encoding.tables import NUMBER_OF
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import RadioShort, Refill

HOME = NUMBER_OF[LAST_DAY, LAST_DAY]


def radio_fails(setting: Setting, table: Table, conditions: Sequence[int]) -> int | None:
    """sol.items.radio, sol.ending.deck-out: a literal that lets the radio run short; None where it cannot win so.

    Where it holds the conditions hold, the radio is ready, and the deck has not all of its cards.
    """
    rulings = setting.rulings
    may_fail = may_end_by_draw(rulings) and rulings.radio_short is RadioShort.LOSE and setting.has(Item.RADIO)
    if not may_fail or so_many_lie(setting, table, RADIO_DRAWS):
        return None
    fails = setting.cnf.bit()
    for condition in (table.ready[Item.RADIO], *conditions):
        setting.cnf.add(-fails, condition)
    has_fewer(setting, table, fails, RADIO_DRAWS)
    return fails


def refill(setting: Setting, table: Table, over: Sequence[int]) -> tuple[int | None, Table]:
    """sol.columns.refill: the table with the hand refilled, and a literal for a refill that fails; None if none may.

    Nothing is drawn where the turn is over by one of the literals `over`. A refill that fails draws what there is.
    """
    draws = 1 if setting.rulings.refill is Refill.ONE else HAND_SIZE
    may_fail = may_end_by_draw(setting.rulings) and not so_many_lie(setting, table, draws)
    failing = list[int]()
    for _ in range(draws):
        asks = [-one for one in over]
        if setting.rulings.refill is Refill.TO_FOUR:
            asks.append(setting.cnf.any_of(table.size[:HAND_SIZE]))
        if may_fail:
            there = stocked(setting, table)
            failing.append(setting.cnf.all_of([*asks, -there]))
            asks.append(there)
        table = draw(setting, table, _all(setting, asks), 1)[1]
    return setting.cnf.any_of(failing) if failing else None, table


def _all(setting: Setting, literals: Sequence[int]) -> int:
    """A literal for all of these; one is itself, and none always holds."""
    if len(literals) <= 1:
        return literals[0] if literals else setting.always
    return setting.cnf.all_of(literals)


def plays_unless_over(setting: Setting, plays: int, over: Sequence[int]) -> int:
    """A literal that a card is played where `plays` says so: not in a turn that is over before, by one of `over`."""
    return _all(setting, [*([] if plays == setting.always else [plays]), *(-one for one in over)])


def assert_at_home(setting: Setting, table: Table, ends: Sequence[int], blacks: Bits, later: Sequence[Memory]) -> None:
    """sol.ending.clear: where the turn ends so, all suits are resolved, all pawns on day 7, and no letter follows.

    `table` is the one before the resolution, `blacks` the pair after the blacks' move, or where they stay without it.
    """
    for end in ends:
        for literal in (*table.resolved, table.white[LAST_DAY - 1], blacks[HOME], *(-moment.one for moment in later)):
            setting.cnf.add(-end, literal)
