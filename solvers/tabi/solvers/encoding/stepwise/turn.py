"""One whole turn, step by step, from a version of the table to the next turn's, with all that happens in it noted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tabi.solvers.encoding.board import Column, Fixing
from tabi.solvers.encoding.cnf import Bits
from tabi.solvers.encoding.pawns import Memory, memory
from tabi.solvers.encoding.resolving import resolving
from tabi.solvers.encoding.scoring_turn import ScoredPawns, scored_pawns
from tabi.solvers.encoding.state import Slot as BareSlot
from tabi.solvers.encoding.stepwise.boards import fixing, placing, put_back, taken_out
from tabi.solvers.encoding.stepwise.effects import Acting, Choices, effects, ended, new_choices
from tabi.solvers.encoding.stepwise.ends import assert_at_home, plays_unless_over, radio_fails, refill
from tabi.solvers.encoding.stepwise.gaps import Fix, Gap, Kind, has_late_letters, uses_in
from tabi.solvers.encoding.stepwise.moves import Pawns, blacks_of_turn, white_plays
from tabi.solvers.encoding.stepwise.parts import Named, Setting, Slots, Table, named_if, unchanged
from tabi.solvers.encoding.stepwise.piles import changed, pay_lap, resized, trim
from tabi.solvers.encoding.stepwise.uses import (
    MapUse,
    RadioUse,
    Use,
    backpack,
    camera,
    map_shift,
    map_step,
    radio,
    tent,
)
from tabi.solvers.encoding.tables import NUMBER_OF
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.locations import EVENT_DAYS, LAST_DAY
from tabi.spec.solitaire.rulings import CameraDuration, EmptyHand, MapWindow


@dataclass(frozen=True)
class Fixed:
    """A moment for a letter on an event of a day (None: white's)."""

    day: int | None
    fixing: Fixing


@dataclass(frozen=True)
class Forced:
    """The steps that the rules ask for in this order."""

    what: str


Happening = Use | Fixed | Acting | Forced


@dataclass(frozen=True)
class StepTurn:
    """One turn: what happens in it, in order, and the rows that a reader of the formula asks for.

    `to` is white's day where the card is placed, `late` the moment for letters after the resolution, `columns` how many
    slots each day has, `ends` the literals for a draw that fails and wins (see `ends`).
    """

    happenings: tuple[Happening, ...]
    played: Named
    plays: int
    to: Bits
    laps: tuple[int, ...]
    pawns: Pawns | ScoredPawns
    choices: Choices
    won: Bits
    late: tuple[Memory, ...]
    trimmed: tuple[Bits, ...]
    columns: tuple[int, ...]
    ends: tuple[int, ...] = ()


class _Course:
    """A turn while it is written down: the table as it is now, and what has happened so far."""

    def __init__(self, setting: Setting, table: Table) -> None:
        self.setting = setting
        self.table = table
        self.happenings: list[Happening] = []
        self.fixings: list[int] = []
        self.shifts: tuple[int, int] | None = None
        self.is_before_play = True
        self.over: list[int] = []

    def note(self, what: Happening) -> None:
        """Takes down what happens."""
        self.happenings.append(what)

    def gap(self, gap: Gap, conditions: Sequence[int] = ()) -> None:
        """Room for items and letters before a forced step."""
        for kind in uses_in(self.setting, gap):
            self.table = self.use(self.table, kind, conditions)

    def end_by_radio(self, conditions: Sequence[int] = ()) -> None:
        """Room for a radio that runs short and ends the game."""
        fails = radio_fails(self.setting, self.table, self._open_at(self.table, conditions))
        if fails is not None:
            self.note(RadioUse(fails))
            self.over.append(fails)

    def _open_at(self, table: Table, conditions: Sequence[int]) -> list[int]:
        """What must hold where something is used under these conditions: the game is not over.

        sol.movement.empty-hand: under `lose` nothing is used before the play with an empty hand.
        """
        held = self.is_before_play and self.setting.rulings.empty_hand is EmptyHand.LOSE
        return [*conditions, *([-table.size[0]] if held else []), *(-one for one in self.over)]

    def use(self, table: Table, kind: Kind, conditions: Sequence[int]) -> Table:
        """Room for one use; where it happens the conditions hold."""
        conditions = self._open_at(table, conditions)
        if isinstance(kind, Fix):
            return self._fix(table, kind, conditions)
        record, after = self._item(table, kind, conditions)
        self.note(record)
        return after

    def _item(self, table: Table, item: Item, conditions: Sequence[int]) -> tuple[Use, Table]:
        match item:
            case Item.MAP if self.setting.rulings.map_window is MapWindow.NUMBER:
                record, after = map_shift(self.setting, table, [*conditions, -table.size[0]])
                cnf, (back, on) = self.setting.cnf, self.shifts or (self.setting.never, self.setting.never)
                self.shifts = (cnf.any_of([back, record.back]), cnf.any_of([on, record.on]))
                return record, after
            case Item.MAP:
                return map_step(self.setting, table, conditions)
            case Item.RADIO:
                return radio(self.setting, table, conditions)
            case Item.CAMERA:
                return camera(self.setting, table, conditions)
            case Item.BACKPACK:
                return backpack(self.setting, table, conditions)
            case Item.TENT:
                return tent(self.setting, table, conditions)
            case Item.LANTERN:
                raise AssertionError("the lantern is used within an effect")

    def _fix(self, table: Table, kind: Fix, conditions: Sequence[int]) -> Table:
        if kind is Fix.HERE:
            fixed, here = fixing(self.setting, table.here, conditions)
            self._fixed(None, fixed)
            return replace(table, here=here)
        columns = []
        for day, column in zip(EVENT_DAYS, table.columns, strict=True):
            stale = [-table.white[day - 1]] if table.here else []
            fixed, after = fixing(self.setting, column, [*conditions, *stale])
            self._fixed(day, fixed)
            columns.append(after)
        return replace(table, columns=tuple(columns))

    def _fixed(self, day: int | None, fixed: Fixing) -> None:
        self.note(Fixed(day, fixed))
        self.fixings.append(fixed.some)


def encode_step_turn(setting: Setting, table: Table) -> tuple[StepTurn, Table]:
    """The clauses of one turn that loses no game, and the table at the next turn's beginning."""
    cnf, course = setting.cnf, _Course(setting, table)
    card, plays, laps = _movement(course)
    before_blacks = tuple(course.over)
    _placing(course, card, plays)
    choices = new_choices(setting, course.table)
    order, course.table, walking = effects(setting, course.table, choices, course.use, course.note)
    course.gap(Gap.RESOLVE)
    ended(setting, course.table, walking)
    pawns = _pawns(course, card, plays, order, choices, before_blacks)
    here = course.table.here
    course.table = put_back(setting, course.table)
    course.note(Forced("resolve"))
    won = _resolution(setting, course.table, here, pawns)
    early = [*(use for moment in pawns.memories for use in moment.uses), *course.fixings]
    course.fixings = []
    course.gap(Gap.TRIM)
    late = tuple(memory(cnf, pawns.to_resolve.after) for _ in range(has_late_letters(setting)))
    assert_at_home(setting, course.table, course.over, pawns.moved, (*pawns.memories[1:], *late))
    blacks = late[0].after if late else pawns.to_resolve.after
    spent_late = [*(use for moment in late for use in moment.uses), *course.fixings]
    letters = _letters(setting, table.letters, won, early, spent_late, _kept(setting, table, plays, pawns, late))
    trimmed, after = trim(setting, course.table)
    resolved = tuple(cnf.any_of([old, won[suit]]) for suit, old in zip(Suit, after.resolved, strict=True))
    after = replace(_developed(setting, after), blacks=blacks, letters=letters, resolved=resolved)
    course.note(Forced("trim"))
    lengths = tuple(map(len, after.columns))
    happenings, ends = tuple(course.happenings), tuple(course.over)
    turn = StepTurn(happenings, card, plays, after.white, laps, pawns, choices, won, late, trimmed, lengths, ends)
    return turn, after


def _movement(course: _Course) -> tuple[Named, int, tuple[int, ...]]:
    """sol.movement.play: the card and white's move, the map before and after it; the laps that are paid."""
    setting, cnf = course.setting, course.setting.cnf
    course.gap(Gap.PLAY)
    course.end_by_radio()
    course.is_before_play = False
    table = course.table
    plays = setting.always if setting.rulings.empty_hand is not EmptyHand.SKIP else -table.size[0]
    plays = plays_unless_over(setting, plays, course.over)
    card = named_if(setting, plays)
    white, lap = white_plays(setting, table, card, plays, course.shifts)
    course.note(Forced("play"))
    hand, size = changed(cnf, table.hand, losses=[card.card]), resized(setting, table.size, plays, -1)
    course.table = pay_lap(setting, replace(table, white=white, hand=hand, size=size), lap)
    playing = [] if plays == setting.always else [plays]
    course.gap(Gap.BLACKS, playing)
    course.end_by_radio(playing)
    course.note(Forced("blacks"))
    return card, plays, (lap, *(use.lap for use in course.happenings if isinstance(use, MapUse)))


def _placing(course: _Course, card: Named, plays: int) -> None:
    """sol.columns.place, sol.columns.refill: white's column is taken out, the card placed, the hand refilled."""
    setting = course.setting
    course.table = taken_out(setting, course.table)
    course.gap(Gap.PLACE)
    course.table = placing(setting, course.table, card, plays)
    course.note(Forced("place"))
    course.gap(Gap.REFILL)
    course.note(Forced("refill"))
    fails, course.table = refill(setting, course.table, course.over)
    course.over += [] if fails is None else [fails]


def _pawns(
    course: _Course, card: Named, plays: int, order: tuple[Bits, Bits], choices: Choices, over: Sequence[int]
) -> Pawns | ScoredPawns:
    """The black pawns until the resolution, with the points where these are followed.

    They stay where the turn is over before they move.
    """
    setting, table = course.setting, course.table
    if not setting.counts_points:
        return blacks_of_turn(setting, table, card, plays, order, choices.lit, over)
    actings = [one for one in course.happenings if isinstance(one, Acting)]
    return scored_pawns(setting, table, card, plays, actings, choices)


def _resolution(setting: Setting, table: Table, here: Slots, pawns: Pawns | ScoredPawns) -> Bits:
    """sol.resolution.condition: the suit resolved, 0 for none."""
    columns = [_bare(column) for column in table.columns]
    blacks = pawns.to_resolve.after
    return resolving(setting.cnf, columns, _bare(here), table.white, blacks, table.resolved, setting.rulings)


def _bare(slots: Slots) -> Column:
    return Column(tuple(BareSlot(slot.suit, slot.number) for slot in slots), slots[0].fixed)


def _developed(setting: Setting, table: Table) -> Table:
    """sol.items.camera: the table without camera changes, unless they are permanent."""
    if not setting.reach or setting.rulings.camera_duration is CameraDuration.PERMANENT:
        return table
    columns = (tuple(slot._replace(change=unchanged(setting)) for slot in column) for column in table.columns)
    return replace(table, columns=tuple(columns))


# Letters


def _letters(setting: Setting, before: Bits, won: Bits, early: list[int], late: list[int], exact: list[int]) -> Bits:
    """sol.letters.use, sol.resolution.letter: letters spent before the resolution were in hand at the beginning.

    What is left may be less than the letters spent account for, unless the conditions `exact` hold.
    """
    cnf = setting.cnf
    left = cnf.spent(before, early, exact)
    held = cnf.bits(len(left))
    for index, one in enumerate(held):
        cnf.when([one, won[0]], left[index])
        if index:
            cnf.add(-one, left[index - 1])
        if exact:
            cnf.when([*exact, won[0], left[index]], one)
            cnf.when([*exact, -won[0], *(left[index - 1 : index])], one)
    after = cnf.spent(held, late, exact)
    for more, fewer in zip(after[1:], after, strict=False):
        cnf.add(-more, fewer)
    return after


def _kept(setting: Setting, table: Table, plays: int, pawns: Pawns | ScoredPawns, late: Sequence[Memory]) -> list[int]:
    """The condition that no letter can be wasted; none where one always can, as `turn` says.

    Only in a turn without a card may both black pawns stand on day 7 all the time.
    """
    if plays == setting.always:
        return []
    pairs = (table.blacks, *pawns.pairs, *(one.before for one in late))
    home = NUMBER_OF[LAST_DAY, LAST_DAY]
    return [-plays, *(pair[home] for pair in pairs)]
