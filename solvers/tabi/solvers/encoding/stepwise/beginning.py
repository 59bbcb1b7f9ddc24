"""The setting of a question, the table at its start, and what a later table says of a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabi.rules.solitaire import Event, Position
from tabi.rules.solitaire.ending import HAND_SIZE
from tabi.solvers.encoding.cnf import Bits, Cnf
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.state import EMPTY, Deck
from tabi.solvers.encoding.stepwise.parts import Pending, Setting, Slot, Table, fresh_columns, unchanged
from tabi.solvers.encoding.tables import NUMBER_OF, PAIRS
from tabi.spec.solitaire.cards import CARDS, Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import DAYS
from tabi.spec.solitaire.rulings import CameraDuration, FixedUnderBlue, Refill, SolitaireRulings

RADIOS = 2
"""How often the radio is used in a turn: once, and once more when green has made it ready again."""
DRAWS_OF_RADIO = 3


def setting_of(
    cnf: Cnf,
    start: Position,
    turns: int,
    moments: Moments,
    rulings: SolitaireRulings,
) -> Setting:
    """What is the same in every turn of a question.

    Surplus: a turn begins with four cards at most, plays one and draws one, so only yellow (one card, once a turn) and
    the radio (three, twice a turn; over all turns once, and once more for each green effect) leave cards to trim.
    Depth: a tent puts one card on the deck and is made ready once a turn, by green, which acts after the refill has
    taken a card; so two cards lie there at most, or as many as there are uses where a refill may draw none.
    Reach: within a turn two uses, or, where changes stay, as many as there are greens, and one.
    """
    items = tuple(item for item in Item if item in start.ready or item in start.used)
    radio = Item.RADIO in items
    surplus = turns + DRAWS_OF_RADIO * (turns + 1) * radio
    return Setting(
        cnf,
        start.bay_road_day,
        items,
        rulings,
        moments,
        Deck(start.deck, tuple(cnf.bits(len(CARDS)) for _ in range(surplus))),
        cnf.any_of([]),
        rulings.fixed_under_blue is FixedUnderBlue.CUBE_TRAVELS or not marks_are_nearest(start),
        _reach(start, turns, rulings) if Item.CAMERA in items else 0,
        0 if Item.TENT not in items else 2 if rulings.refill is Refill.ONE else turns + 1,
        HAND_SIZE + 1 + DRAWS_OF_RADIO * RADIOS * radio,
    )


def marks_are_nearest(start: Position) -> bool:
    """Whether every fixed event lies nearest its location, where event memory brings it."""
    return not any(event.fixed for column in start.columns for event in column[1:])


def _reach(start: Position, turns: int, rulings: SolitaireRulings) -> int:
    already = max((abs(event.camera) for column in start.columns for event in column), default=0)
    return already + (2 if rulings.camera_duration is CameraDuration.TURN else turns + 1)


def new_table(setting: Setting) -> Table:
    """The variables of a first table, none of them said yet."""
    cnf = setting.cnf
    tent = setting.has(Item.TENT)
    rows = tuple(cnf.bits(len(CARDS)) for _ in range(setting.depth))
    return Table(
        white=cnf.bits(DAYS),
        blacks=cnf.bits(len(PAIRS)),
        columns=fresh_columns(setting),
        here=(),
        hand=cnf.bits(len(CARDS)),
        size=cnf.bits(HAND_SIZE + 1),
        discard=cnf.bits(len(CARDS)) if tent else (),
        resolved=cnf.bits(len(Suit)),
        letters=cnf.bits(len(Suit)),
        head={0: cnf.bit()},
        pending=Pending(cnf.bits(setting.depth + 1) if tent else (), rows),
        trimmed=(),
        ready={item: cnf.bit() for item in setting.items},
    )


def first_table(setting: Setting, start: Position) -> Table:
    """The table of the start, with every variable said."""
    cnf, table = setting.cnf, new_table(setting)
    for literal in table_literals(setting, table, start):
        cnf.add(literal)
    for way in deck_literals(setting, table, start.deck):
        for literal in way:
            cnf.add(literal)
        break
    return table


def table_literals(setting: Setting, table: Table, position: Position) -> Iterator[int]:
    """Every variable of a table at a turn's beginning but those of the deck, true or negated as the position has it."""
    yield from _chosen(table.white, position.white - 1)
    yield from _chosen(table.blacks, NUMBER_OF[position.blacks])
    for column, events in zip(table.columns, position.columns, strict=True):
        for place, slot in enumerate(column):
            yield from _slot_literals(setting, slot, events[place] if place < len(events) else None)
    yield from _members(table.hand, position.hand)
    yield from _chosen(table.size, len(position.hand))
    yield from _members(table.discard, position.discard) if table.discard else ()
    yield from (bit if suit in position.resolved else -bit for suit, bit in zip(Suit, table.resolved, strict=True))
    yield from _at_least(table.letters, position.letters)
    yield from (bit if item in position.ready else -bit for item, bit in table.ready.items())


def _slot_literals(setting: Setting, slot: Slot, event: Event | None) -> Iterator[int]:
    yield from _chosen(slot.suit, EMPTY if event is None else event.card.suit)
    yield from _chosen(slot.number, EMPTY if event is None else event.card.number)
    if slot.fixed != setting.never:
        yield slot.fixed if event is not None and event.fixed else -slot.fixed
    if slot.change and slot.change != unchanged(setting):
        yield from _chosen(slot.change, setting.reach + (0 if event is None else event.camera))


def _members(row: Bits, cards: Sequence[Card]) -> Iterator[int]:
    return (bit if card in cards else -bit for card, bit in zip(CARDS, row, strict=True))


def _chosen(row: Bits, index: int) -> Iterator[int]:
    return (bit if place == index else -bit for place, bit in enumerate(row))


def _at_least(row: Bits, count: int) -> Iterator[int]:
    return (bit if place < count else -bit for place, bit in enumerate(row))


def result_literals(setting: Setting, table: Table, position: Position) -> tuple[tuple[int, ...], ...]:
    """Each way to say that a table is `position`: more than one where a card was trimmed and drawn in one turn."""
    said = tuple(table_literals(setting, table, position))
    return tuple(said + way for way in deck_literals(setting, table, position.deck))


def deck_literals(setting: Setting, table: Table, cards: Sequence[Card]) -> Iterator[tuple[int, ...]]:
    """Each way in which a table's deck may consist of these cards, top first.

    The cards that are left are the last ones of known and trimmed cards, behind those that tents left on top.
    """
    for on_top in range(min(setting.depth, len(cards)) + 1):
        top = tuple(_chosen(table.pending.count, on_top)) if setting.depth else ()
        rows = zip(table.pending.rows, (*cards[:on_top], *(None,) * setting.depth), strict=False)
        named = tuple(one for row, card in rows for one in _members(row, () if card is None else (card,)))
        for way in _below(setting, table, cards[on_top:]):
            yield (*top, *named, *way)


def _below(setting: Setting, table: Table, cards: Sequence[Card]) -> Iterator[tuple[int, ...]]:
    """Each way in which the deck's known and trimmed cards may be these from some place on."""
    known = setting.deck.known
    for head, bit in table.head.items():
        trimmed = head + len(cards) - len(known)
        if not 0 <= trimmed <= len(table.trimmed) or cards[: max(0, len(known) - head)] != known[head:]:
            continue
        places = range(max(head, len(known)), head + len(cards))
        queued = (setting.deck.queue[place - len(known)][cards[place - head] - 1] for place in places)
        yield (bit, *_at_least(table.trimmed, trimmed), *queued)
