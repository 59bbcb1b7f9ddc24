"""Between the positions of the rules and the rows of the kernel, and which readings the kernel has."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tabi.rules.solitaire import Event, Phase, Position, Walk, Won
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.table import NO_WALK, Column
from tabi.solvers.kernel import machine
from tabi.solvers.kernel.jit import plain
from tabi.solvers.kernel.machine import Ints
from tabi.spec.solitaire.cards import CARDS, NUMBERS, Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import EVENT_DAYS
from tabi.spec.solitaire.rulings import (
    BackFromOne,
    CameraDuration,
    DeckOut,
    EffectsMandatory,
    EffectWalk,
    EmptyHand,
    EventsPerPawn,
    FixedUnderBackpack,
    FixedUnderBlue,
    LanternOrder,
    MapLap,
    MapWindow,
    Nearest,
    PastSeven,
    RadioShort,
    Refill,
    Resolution,
    SolitaireRulings,
    WalkEnd,
    YellowShort,
)

PHASES: Final = tuple(phase for phase in Phase if phase is not Phase.OVER)
"""The phases in the kernel's order."""
CAMERA_LIMIT: Final = 1
"""A camera change that a row can begin with: in one turn it grows by two at most and must stay within three bits."""

READINGS: Final[tuple[tuple[StrEnum, int], ...]] = (
    (YellowShort.SKIP, machine.YELLOW_SKIPS),
    (RadioShort.PARTIAL, machine.RADIO_PARTIAL),
    (RadioShort.REFUSED, machine.RADIO_REFUSED),
    (EmptyHand.LOSE, machine.EMPTY_HAND_LOSES),
    (EmptyHand.SKIP, machine.EMPTY_HAND_SKIPS),
    (PastSeven.STOP_AT_ONE, machine.STOP_AT_ONE),
    (MapLap.FREE, machine.MAP_LAP_FREE),
    (BackFromOne.REFUSED, machine.NOT_BACK_FROM_ONE),
    (Refill.TO_FOUR, machine.REFILL_TO_FOUR),
    (EffectsMandatory.NONE, machine.ALL_OPTIONAL),
    (FixedUnderBlue.CUBE_STAYS, machine.BLUE_CUBE_STAYS),
    (FixedUnderBlue.CUBE_TRAVELS, machine.BLUE_CUBE_TRAVELS),
    (FixedUnderBackpack.NEW_CARD_FIXED, machine.BACKPACK_NEW_CARD_FIXED),
    (FixedUnderBackpack.CUBE_LOST, machine.BACKPACK_CUBE_LOST),
    (LanternOrder.EFFECT_FIRST, machine.LANTERN_EFFECT_FIRST),
    (LanternOrder.PLAYER, machine.LANTERN_PLAYER),
    (EventsPerPawn.EXACTLY, machine.EXACTLY),
    (Resolution.OPTIONAL, machine.RESOLUTION_OPTIONAL),
    (Nearest.PLAYER, machine.NEAREST_PLAYER),
)
"""The readings that are not the default and that the kernel has, with their bits.

They are told apart by identity: readings of different points may be equal as texts (`skip`, `refused`).
"""


def supports(rulings: SolitaireRulings) -> bool:
    """Whether the kernel plays by these readings. Where it does not, the rules themselves have to be searched."""
    return (
        rulings.deck_out is DeckOut.LOSE
        and rulings.map_window is MapWindow.STEP
        and rulings.effect_walk is EffectWalk.CARDS
        and rulings.camera_duration is CameraDuration.TURN
        and rulings.nearest is not Nearest.ANYWHERE
        and rulings.walk_end is WalkEnd.CLOSES
    )


def is_in_reach(position: Position) -> bool:
    """Whether the kernel can begin in a position: under way, and no camera change above what a row holds."""
    changes = (abs(event.camera) for column in position.columns for event in column)
    return position.outcome is None and position.map_shift == 0 and max(changes, default=0) <= CAMERA_LIMIT


def rules_word(bay_road_day: int, rulings: SolitaireRulings) -> int:
    """The day of the bay road and the readings, as the kernel takes them; raises `ValueError` if it has them not."""
    if not supports(rulings):
        raise ValueError("The kernel does not play by these readings.")
    word = bay_road_day
    for reading in _readings(rulings):
        word |= _bit(reading)
    word |= machine.WHITE_MAY_STAY * rulings.white_may_stay
    word |= machine.GREEN_SPARES_LANTERN * (not rulings.green_untaps_lantern)
    return word | machine.TENT_NOT_THROWN * (not rulings.tent_may_take_thrown)


def _readings(rulings: SolitaireRulings) -> tuple[StrEnum, ...]:
    """The readings that have bits; those of a yes or no stand in `rules_word`."""
    return (
        rulings.yellow_short,
        rulings.radio_short,
        rulings.empty_hand,
        rulings.past_seven,
        rulings.map_lap,
        rulings.back_from_one,
        rulings.refill,
        rulings.effects_mandatory,
        rulings.fixed_under_blue,
        rulings.fixed_under_backpack,
        rulings.lantern_order,
        rulings.events_per_pawn,
        rulings.resolution,
        rulings.nearest,
    )


def _bit(reading: StrEnum) -> int:
    return next((bit for known, bit in READINGS if known is reading), 0)


# To rows


def packed(position: Position) -> machine.State:
    """The position as the kernel's integers; raises `ValueError` where `is_in_reach` says no."""
    if not is_in_reach(position):
        raise ValueError("The kernel cannot begin in this position.")
    columns = [_column(column) for column in position.columns]
    days12, days34, days56 = (_words(columns[at : at + 2], machine.COLUMN_BITS) for at in (0, 2, 4))
    deck = [_code(card) for card in position.deck]
    deck0, deck1, deck2 = (_words(deck[at * machine.DECK_WORD :][: machine.DECK_WORD], 6) for at in range(3))
    cards, table = _cards(position), _table(position)
    return machine.State(days12, days34, days56, deck0, deck1, deck2, cards, table, position.points)


def _code(card: Card) -> int:
    return card.suit * 8 + card.number


def _words(values: Iterable[int], width: int) -> int:
    return sum(value << at * width for at, value in enumerate(values))


def _column(column: Column) -> int:
    events = [_code(event.card) | (event.camera & 7) << 6 for event in column]
    fixed = next((slot + 1 for slot, event in enumerate(column) if event.fixed), 0)
    return _words(events, machine.EVENT_BITS) | fixed << machine.FIXED_AT


def _cards(position: Position) -> int:
    hand = sum(1 << _code(card) for card in position.hand)
    played = _code(position.played) if position.played is not None else 0
    return hand | played << machine.PLAYED_AT | len(position.deck) << machine.LENGTH_AT


def _table(position: Position) -> int:
    items = list(Item)
    word = position.white | position.blacks[0] << machine.FIRST_AT | position.blacks[1] << machine.SECOND_AT
    word |= _suits(position.resolved) << machine.RESOLVED_AT | position.letters << machine.LETTERS_AT
    word |= PHASES.index(position.phase) << machine.PHASE_AT | _suits(position.walk.applied) << machine.APPLIED_AT
    word |= sum(1 << items.index(item) for item in position.ready) << machine.READY_AT
    return word | sum(1 << items.index(item) for item in position.used) << machine.USED_AT


def _suits(suits: Iterable[Suit]) -> int:
    return sum(1 << suit - 1 for suit in suits)


# From rows


def state_at(rows: Ints, row: int) -> machine.State:
    """The state in a row."""
    return plain(machine.load)(rows, row)


def are_won(rows: Ints) -> NDArray[np.bool_]:
    """Which rows are won games."""
    won: NDArray[np.bool_] = rows[:, machine.TABLE] >> machine.PHASE_AT & machine.PHASES == machine.WON
    return won


def write_state(rows: Ints, row: int, state: machine.State) -> None:
    """Writes a state into a row."""
    plain(machine.store)(rows, row, state)


def unpacked(state: machine.State, like: Position) -> Position:
    """The position of a state, in turn 1 and with the state's points; the bay road lies as in `like`."""
    phase, played, applied = plain(machine.phase_of)(state), _played(state), state.table >> machine.APPLIED_AT
    won = phase == machine.WON
    ready, used = plain(machine.ready_of)(state), state.table >> machine.USED_AT
    columns = tuple(_events(plain(machine.column_at)(state, day)) for day in EVENT_DAYS)
    deck, hand = _deck(state), _set(state.cards & machine.HAND)
    return evolve(
        like,
        phase=Phase.OVER if won else PHASES[phase],
        white=plain(machine.white_of)(state),
        blacks=(plain(machine.first_of)(state), plain(machine.second_of)(state)),
        columns=columns,
        deck=deck,
        hand=hand,
        discard=_discard(columns, {*deck, *hand, played}),
        ready=tuple(item for at, item in enumerate(Item) if ready >> at & 1),
        used=tuple(item for at, item in enumerate(Item) if used >> at & 1),
        resolved=_suits_of(state.table >> machine.RESOLVED_AT),
        letters=plain(machine.letters_of)(state),
        points=state.points,
        turn=1,
        played=played,
        map_shift=0,
        walk=Walk(_suits_of(applied)) if applied & machine.SUITS else NO_WALK,
        outcome=Won(state.points) if won else None,
    )


def _events(column: int) -> Column:
    """The events of a column as the rules have them."""
    fixed = column >> machine.FIXED_AT
    events = [plain(machine.event_at)(column, slot) for slot in range(machine.SLOTS)]
    return tuple(
        Event(_card(event & machine.CARD), fixed == slot + 1, plain(machine.value_of)(event) - (event & 7))
        for slot, event in enumerate(events)
        if event
    )


def _played(state: machine.State) -> Card | None:
    code = plain(machine.played_of)(state)
    return _card(code) if code else None


def _discard(columns: Iterable[Column], elsewhere: set[Card | None]) -> tuple[Card, ...]:
    """The cards that are nowhere else."""
    events = {event.card for column in columns for event in column}
    return tuple(card for card in CARDS if card not in elsewhere and card not in events)


def _card(code: int) -> Card:
    return CARDS[(code // 8 - 1) * NUMBERS + code % 8 - 1]


def _deck(state: machine.State) -> tuple[Card, ...]:
    words = (state.deck0, state.deck1, state.deck2)
    codes = [word >> at * 6 & machine.CARD for word in words for at in range(machine.DECK_WORD)]
    return tuple(map(_card, codes[: plain(machine.deck_length)(state)]))


def _set(mask: int) -> tuple[Card, ...]:
    return tuple(card for card in CARDS if mask >> _code(card) & 1)


def _suits_of(mask: int) -> tuple[Suit, ...]:
    return tuple(suit for suit in Suit if mask >> suit - 1 & 1)
