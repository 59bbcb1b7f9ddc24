"""Hand, deck and discard, step by step: drawing, the lap card, the tent's card on top, and trimming under the deck.

The deck is what tents left on top of it, then the cards known at the start, then those trimmed; no draw fails in a play
that goes on, so a draw always has its card. (Where a draw that fails may win, see `ends`.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tabi.rules.solitaire.ending import HAND_SIZE
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.stepwise.parts import Pending, Setting, Table
from tabi.spec.solitaire.cards import CARDS


def changed(cnf: Cnf, cards: Bits, gains: Sequence[Bits] = (), losses: Sequence[Bits] = ()) -> Bits:
    """A set of cards after some came in and some, which were in it, went out."""
    after = cnf.bits(len(cards))
    for index, (old, new) in enumerate(zip(cards, after, strict=True)):
        arrives, leaves = [row[index] for row in gains], [row[index] for row in losses]
        for one in arrives:
            cnf.add(-one, new)
        for one in leaves:
            cnf.add(-one, old)
            cnf.add(-one, -new)
        cnf.add(-new, old, *arrives)
        cnf.add(-old, new, *leaves)
    return after


def resized(setting: Setting, size: Bits, acts: int, change: int) -> Bits:
    """The number of cards in hand, `change` more if `acts` holds; no more than a turn can bring, and no less than 0."""
    cnf = setting.cnf
    after = cnf.one_hot(min(len(size) + max(change, 0), setting.hand + 1))
    for count, bit in enumerate(size):
        if acts != setting.always:
            cnf.when([-acts, bit], *after[count : count + 1])
        to = count + change
        cnf.when([acts, bit], *(after[to : to + 1] if to >= 0 else ()))
    return after


def draw(setting: Setting, table: Table, acts: int, count: int) -> tuple[tuple[Bits, ...], Table]:
    """If `acts` holds so many cards come from the deck into the hand, one by one; the rows name them."""
    rows, table = _taken_off(setting, table, acts, count, is_named=True)
    hand = changed(setting.cnf, table.hand, gains=rows)
    return rows, replace(table, hand=hand, size=resized(setting, table.size, acts, count))


def pay_lap(setting: Setting, table: Table, acts: int) -> Table:
    """sol.movement.lap-cost: if `acts` holds the top card of the deck goes to the discard."""
    rows, table = _taken_off(setting, table, acts, 1, is_named=bool(table.discard))
    return discarded(setting, table, rows)


def discarded(setting: Setting, table: Table, rows: Sequence[Bits]) -> Table:
    """The table with the cards of these rows in the discard, where that is followed."""
    if not table.discard or not rows:
        return table
    return replace(table, discard=changed(setting.cnf, table.discard, gains=rows))


def _taken_off(
    setting: Setting, table: Table, acts: int, count: int, *, is_named: bool
) -> tuple[tuple[Bits, ...], Table]:
    """If `acts` holds the top cards leave the deck; they are there. Without names the rows are none."""
    cnf = setting.cnf
    rows = tuple(_row_if(setting, acts) for _ in range(count * is_named))
    heads = _heads_after(setting, table, count)
    cnf.exactly_one(tuple(heads.values()))
    for head, bit in table.head.items():
        if acts != setting.always:
            cnf.when([-acts, bit], heads[head])
        for pending in range(setting.depth + 1):
            given = [acts, bit, *_so_many(setting, table.pending, pending)]
            left = count - min(pending, count)
            cnf.when(given, *([heads[head + left]] if head + left in heads else []))
            for place in range(left):
                _lies_at(setting, table, given, head + place, rows[count - left + place] if is_named else ())
    return rows, replace(table, head=heads, pending=_popped(setting, table.pending, acts, rows, count))


def _row_if(setting: Setting, acts: int) -> Bits:
    row = setting.cnf.bits(len(CARDS))
    if acts == setting.always:
        setting.cnf.exactly_one(row)
    else:
        setting.cnf.one_if(acts, row)
    return row


def _heads_after(setting: Setting, table: Table, count: int) -> dict[int, int]:
    last = len(setting.deck.known) + len(table.trimmed)
    reached = {head + more for head in table.head for more in range(count + 1) if head + more <= last}
    return {place: setting.cnf.bit() for place in sorted(reached)}


def _so_many(setting: Setting, pending: Pending, count: int) -> list[int]:
    """The condition that so many cards of tents lie on the deck."""
    return [pending.count[count]] if setting.depth else []


def _lies_at(setting: Setting, table: Table, conditions: list[int], place: int, row: Bits) -> None:
    """Under the conditions a card lies at this place of known and trimmed cards, and the row names it."""
    cnf, known = setting.cnf, setting.deck.known
    if place < len(known):
        if row:
            cnf.when(conditions, row[known[place] - 1])
        return
    if place - len(known) >= len(table.trimmed):
        cnf.when(conditions)
        return
    cnf.when(conditions, table.trimmed[place - len(known)])
    for bit, queued in zip(row, setting.deck.queue[place - len(known)], strict=False):
        cnf.when([*conditions, queued], bit)


def _popped(setting: Setting, pending: Pending, acts: int, rows: Sequence[Bits], count: int) -> Pending:
    """What tents left on the deck after `count` cards were taken off it."""
    cnf = setting.cnf
    if not setting.depth:
        return pending
    after = Pending(cnf.one_hot(len(pending.count)), tuple(cnf.bits(len(CARDS)) for _ in pending.rows))
    for number, bit in enumerate(pending.count):
        if acts != setting.always:
            cnf.when([-acts, bit], after.count[number])
        cnf.when([acts, bit], after.count[max(0, number - count)])
        for row, top in zip(rows[:number], pending.rows, strict=False):
            cnf.same([acts, bit], row, top)
    nothing = (setting.never,) * len(CARDS)
    for place, row in enumerate(after.rows):
        if acts != setting.always:
            cnf.same([-acts], row, pending.rows[place])
        cnf.same([acts], row, pending.rows[place + count] if place + count < setting.depth else nothing)
    return after


def put_on_top(setting: Setting, pending: Pending, acts: int, card: Bits) -> Pending:
    """sol.items.tent: the card lies on the deck; deeper than `depth` tents cannot pile up."""
    cnf = setting.cnf
    after = Pending(cnf.one_hot(len(pending.count)), tuple(cnf.bits(len(CARDS)) for _ in pending.rows))
    for number, bit in enumerate(pending.count):
        cnf.when([-acts, bit], after.count[number])
        cnf.when([acts, bit], *after.count[number + 1 : number + 2])
    for row, old, above in zip(after.rows, pending.rows, (card, *pending.rows), strict=False):
        cnf.same([-acts], row, old)
        cnf.same([acts], row, above)
    return after


def stocked(setting: Setting, table: Table) -> int:
    """A literal that holds exactly if the deck has a card."""
    cnf, known = setting.cnf, len(setting.deck.known)
    some, none_on_top = cnf.bit(), _so_many(setting, table.pending, 0)
    for bit in none_on_top:
        cnf.add(bit, some)
    for head, bit in table.head.items():
        if head < known:
            cnf.when([bit], some)
        else:
            there = table.trimmed[head - known] if head - known < len(table.trimmed) else setting.never
            cnf.same([bit, *none_on_top], [some], [there])
    return some


def so_many_lie(setting: Setting, table: Table, count: int) -> bool:
    """Whether the deck has so many cards in every play that comes to this table, by the cards known at the start."""
    return max(table.head) + count <= len(setting.deck.known)


def has_fewer(setting: Setting, table: Table, condition: int, count: int) -> None:
    """Under the condition the deck has fewer cards than `count`."""
    cnf, known = setting.cnf, len(setting.deck.known)
    for pending in range(setting.depth + 1):
        on_top = _so_many(setting, table.pending, pending)
        for head, bit in table.head.items():
            place = head + count - pending - 1  # of the last card that must not lie there
            if pending >= count or place < known:
                cnf.when([condition, bit, *on_top])
            elif place - known < len(table.trimmed):
                cnf.when([condition, bit, *on_top], -table.trimmed[place - known])


def trim(setting: Setting, table: Table) -> tuple[tuple[Bits, ...], Table]:
    """sol.ending.trim, sol.ending.trim-order: the surplus above four goes under the deck, each card as the row says."""
    cnf = setting.cnf
    surplus = [cnf.any_of(table.size[HAND_SIZE + more :]) for more in range(1, len(table.size) - HAND_SIZE)]
    rows = tuple(_row_if(setting, one) for one in surplus)
    for same in zip(*rows, strict=True):
        cnf.at_most_one(same)
    size = cnf.one_hot(HAND_SIZE + 1)
    for count, bit in enumerate(table.size):
        cnf.when([bit], size[min(count, HAND_SIZE)])
    hand = changed(cnf, table.hand, losses=rows) if rows else table.hand
    return rows, replace(table, hand=hand, size=size, trimmed=_queued(setting, table.trimmed, surplus, rows))


def _queued(setting: Setting, trimmed: Bits, surplus: Sequence[int], rows: Sequence[Bits]) -> Bits:
    """How many cards were trimmed so far, with those of the rows, which the queue takes in their order."""
    cnf, queue = setting.cnf, setting.deck.queue
    for count in range(len(trimmed) + 1):
        so_many = [*(trimmed[count - 1 : count] if count else ()), *(-one for one in trimmed[count : count + 1])]
        for place, row in enumerate(rows, start=count):
            if place < len(queue):
                for bit, queued in zip(row, queue[place], strict=True):
                    cnf.when([*so_many, bit], queued)
            else:
                cnf.when([*so_many, surplus[place - count]])
    return tuple(
        cnf.any_of([*trimmed[place : place + 1], *_ways_to(setting, trimmed, surplus, place)])
        for place in range(min(len(trimmed) + len(rows), len(queue)))
    )


def _ways_to(setting: Setting, trimmed: Bits, surplus: Sequence[int], place: int) -> list[int]:
    """Literals for: so many of this turn's trimmed cards are there that more than `place` are in all."""
    ways = []
    for more, there in enumerate(surplus, start=1):
        if place - more < 0:
            ways.append(there)
        elif place - more < len(trimmed):
            ways.append(setting.cnf.all_of([there, trimmed[place - more]]))
    return ways
