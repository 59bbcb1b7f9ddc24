"""The effects step by step: which suit of white's column acts, under each reading, with items used in between.

Each suit acts once in a turn at most, so five steps are enough under every reading. Without the backpack four are: a
column has three events at most, and the one exchange of a blue effect brings in one further suit at most. Where the
walk only goes outward it passes a slot with each step, and where it was noted down its suits are those of one column:
three. More steps than needed would do no harm, since a step in which nothing is left to act changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from tabi.rules.solitaire.defects import BAY_ROAD_CAPACITY
from tabi.solvers.encoding.cnf import Bits
from tabi.solvers.encoding.state import EMPTY
from tabi.solvers.encoding.stepwise.boards import Exchange, exchanged, new_exchange, one_mark_each
from tabi.solvers.encoding.stepwise.gaps import CHANGES_OUTSIDE, Gap, Kind, draws_commute, uses_in
from tabi.solvers.encoding.stepwise.parts import Setting, Slots, Table, spots
from tabi.solvers.encoding.stepwise.piles import draw, stocked
from tabi.solvers.encoding.walk import before_white, nearest_of, pawn_effects
from tabi.spec.solitaire.cards import Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import EffectsMandatory, EffectWalk, WalkEnd, YellowShort

Using = Callable[[Table, Kind, Sequence[int]], Table]
"""Makes room for one use: from the table and the literals that must hold where it is used to the table after it."""


@dataclass(frozen=True)
class Acting:
    """One step of the effects: the suit that acts (0: none), and the item that green makes ready, if it is green's.

    `before` and `after` are white's column before and after it.
    """

    row: Bits
    green: Mapping[Item, int]
    before: Slots
    after: Slots


@dataclass(frozen=True)
class Choices:
    """What is decided about the effects of a turn, each suit acting at most once.

    `own[suit]`: the suit's own effect is done, not its points alone. `lit[suit]`: it is resolved, and the lantern is
    spent on it. `yellow`: a yellow effect draws.
    """

    own: Mapping[Suit, int]
    lit: dict[Suit, int]
    swap: Exchange
    yellow: int


@dataclass(frozen=True)
class Walking:
    """The walk between two steps: which suits have acted, which slots lie behind it, the suit that is next."""

    applied: tuple[int, ...]
    passed: tuple[int, ...]
    waits: tuple[int, ...]
    row: Bits

    @property
    def goes_on(self) -> int:
        """The literal that the effects go on."""
        return -self.row[EMPTY]


def most_steps(setting: Setting) -> int:
    """The most effects of a turn."""
    if setting.rulings.effect_walk is not EffectWalk.CARDS:
        return BAY_ROAD_CAPACITY
    return len(Suit) if setting.has(Item.BACKPACK) else BAY_ROAD_CAPACITY + 1


def new_choices(setting: Setting, table: Table) -> Choices:
    """Everything that may be decided about the effects; `effects` says when."""
    cnf = setting.cnf
    lit = {suit: cnf.bit() for suit in Suit} if setting.has(Item.LANTERN) else {}
    for suit, one in lit.items():
        cnf.add(-one, table.resolved[suit - 1])
    own = {suit: cnf.any_of([-table.resolved[suit - 1], *([lit[suit]] if lit else [])]) for suit in Suit}
    swap = new_exchange(setting, table, may_idle=bool(lit))
    if lit:
        cnf.add(-lit[Suit.B], swap.some)
        cnf.add(-swap.some, swap.made, lit[Suit.B])
    may_decline = setting.rulings.effects_mandatory is EffectsMandatory.NONE
    return Choices(own, lit, swap, cnf.bit() if may_decline else setting.always)


def effects(
    setting: Setting, table: Table, choices: Choices, use: Using, note: Callable[[Acting], None]
) -> tuple[tuple[Bits, Bits], Table, Walking]:
    """sol.effects.order, sol.effects.end: from the refill to the last effect.

    Gives which of red and white is carried out first and which next, the table and the walk at the end. `use` makes
    room for an item or a letter, `note` takes down each step.
    """
    cnf, snapshot = setting.cnf, table.here
    walking = _walking(setting, snapshot, (setting.never,) * len(Suit), (setting.never,) * len(snapshot), None)
    acts, applied_before, tried = list[Bits](), list[Sequence[int]](), list[int]()
    if not _moves_outside(setting):
        table = exchanged(setting, table, choices.swap, choices.swap.some, range(len(spots(table)) - len(table.here)))
    for number in range(most_steps(setting)):
        table, walking = _gap(setting, table, walking, snapshot, Gap.EFFECT if number else Gap.FIRST_EFFECT, use)
        acts.append(walking.row)
        applied_before.append(walking.applied)
        tried.append(cnf.all_of([walking.row[Suit.B], choices.own[Suit.B]]))
        table, acting = _act(setting, table, choices, walking.row, tried[-1])
        note(acting)
        walking = _advanced(setting, table, walking, snapshot)
    _all_acted(setting, choices, acts, tried)
    carried = [cnf.all_of([walking.applied[suit - 1], choices.own[suit]]) for suit in (Suit.R, Suit.W)]
    order = pawn_effects(cnf, carried[0], carried[1], before_white(cnf, acts, applied_before))
    if draws_late(setting):
        drawn = cnf.all_of([walking.applied[Suit.Y - 1], choices.own[Suit.Y], choices.yellow])
        _, table = draw(setting, table, drawn, 1)
    return order, table, walking


def _all_acted(setting: Setting, choices: Choices, acts: Sequence[Bits], tried: Sequence[int]) -> None:
    """What was decided about an effect belongs to one that acts."""
    cnf = setting.cnf
    cnf.add(-choices.swap.some, *tried)
    for suit, one in choices.lit.items():
        cnf.add(-one, *(row[suit] for row in acts))


def draws_late(setting: Setting) -> bool:
    """Whether the yellow effect's card may as well be drawn after the last effect: nothing asks for it before."""
    return draws_commute(setting.rulings) and not setting.has(Item.TENT, Item.BACKPACK)


def _moves_outside(setting: Setting) -> bool:
    """Whether events outside white's column may change during the effects otherwise than by blue."""
    kinds = set(uses_in(setting, Gap.EFFECT)) | set(uses_in(setting, Gap.FIRST_EFFECT))
    return not kinds.isdisjoint(CHANGES_OUTSIDE)


# The walk


def _walking(
    setting: Setting, here: Slots, applied: tuple[int, ...], passed: tuple[int, ...], gate: int | None
) -> Walking:
    """sol.effects.order: the suit that is next; none where the gate does not hold."""
    cnf = setting.cnf
    waits = tuple(cnf.bit() for _ in here)
    for slot, behind, waiting in zip(here, passed, waits, strict=True):
        cnf.when([slot.suit[EMPTY]], -waiting)
        shut = [one for one in (behind, *(() if gate is None else (-gate,))) if one != setting.never]
        for one in shut:
            cnf.when([one], -waiting)
        for suit in Suit:
            cnf.when([slot.suit[suit], waiting], -applied[suit - 1])
            cnf.when([slot.suit[suit], *(-one for one in shut)], applied[suit - 1], waiting)
    return Walking(
        applied, passed, waits, nearest_of(cnf, [slot.suit for slot in here], waits, [-one for one in applied])
    )


def _seen_again(setting: Setting, table: Table, walking: Walking, snapshot: Slots) -> Walking:
    """The walk after something was used: what is next now, if the effects still go on."""
    if setting.rulings.effect_walk is EffectWalk.SNAPSHOT:
        return walking
    return _walking(setting, table.here, walking.applied, walking.passed, _gate(setting, walking))


def _gate(setting: Setting, walking: Walking) -> int | None:
    return walking.goes_on if closes(setting) else None


def closes(setting: Setting) -> bool:
    """sol.effects.end: whether the effects are over once nothing is left to act."""
    rulings = setting.rulings
    return rulings.walk_end is WalkEnd.CLOSES or rulings.effect_walk is EffectWalk.SNAPSHOT


def _advanced(setting: Setting, table: Table, walking: Walking, snapshot: Slots) -> Walking:
    """The walk after the suit that was next has acted."""
    cnf, reading = setting.cnf, setting.rulings.effect_walk
    applied = tuple(cnf.any_of([old, walking.row[suit]]) for suit, old in zip(Suit, walking.applied, strict=True))
    passed = walking.passed
    if reading is EffectWalk.POSITION:
        firsts = [
            cnf.all_of([one, *(-nearer for nearer in walking.waits[:place])]) for place, one in enumerate(walking.waits)
        ]
        passed = tuple(cnf.any_of([old, *firsts[place:]]) for place, old in enumerate(passed))
    here = snapshot if reading is EffectWalk.SNAPSHOT else table.here
    return _walking(setting, here, applied, passed, _gate(setting, walking))


def _gap(
    setting: Setting, table: Table, walking: Walking, snapshot: Slots, gap: Gap, use: Using
) -> tuple[Table, Walking]:
    """Items and letters before a step of the effects; where these end they are used only while they go on."""
    for kind in uses_in(setting, gap):
        before = table.here
        table = use(table, kind, [walking.goes_on] if closes(setting) else [])
        if table.here is not before and kind is not Item.CAMERA:
            walking = _seen_again(setting, table, walking, snapshot)
    return table, walking


def ended(setting: Setting, table: Table, walking: Walking) -> None:
    """sol.effects.end: at the resolution nothing is left to act."""
    if closes(setting):
        setting.cnf.add(walking.row[EMPTY])
    else:
        setting.cnf.add(_walking(setting, table.here, walking.applied, walking.passed, None).row[EMPTY])


# What a suit does


def _act(setting: Setting, table: Table, choices: Choices, row: Bits, tries: int) -> tuple[Table, Acting]:
    """One step: the lantern, green, yellow and blue; red and white move pawns, which `moves` follows."""
    cnf, before = setting.cnf, table.here
    lights = cnf.any_of([cnf.all_of([row[suit], one]) for suit, one in choices.lit.items()]) if choices.lit else None
    table, green = _green(setting, table, cnf.all_of([row[Suit.G], choices.own[Suit.G]]), lights)
    if not draws_late(setting):
        table = _yellow(setting, table, choices, row)
    outside = len(spots(table)) - len(table.here)
    one_mark_each(setting, table, choices.swap, cnf.all_of([tries, choices.swap.some]))
    first = 0 if _moves_outside(setting) else outside
    acts = cnf.all_of([tries, choices.swap.some])
    table = exchanged(setting, table, choices.swap, acts, range(first, len(spots(table))))
    return table, Acting(row, green, before, table.here)


def _green(setting: Setting, table: Table, does: int, lights: int | None) -> tuple[Table, Mapping[Item, int]]:
    """sol.effects.green, sol.items.lantern: a used item becomes ready; the lantern that lights green may be one.

    It must, if an item is used; the lantern lights green only if one is.
    """
    cnf, ready = setting.cnf, dict(table.ready)
    if lights is not None:
        cnf.add(-lights, ready[Item.LANTERN])
        if setting.rulings.green_untaps_lantern:
            ready[Item.LANTERN] = cnf.all_of([ready[Item.LANTERN], -lights])
    green = {item: cnf.bit() for item in ready}
    cnf.at_most_one(tuple(green.values()))
    for item, one in green.items():
        cnf.add(-one, does)
        cnf.add(-one, -ready[item])
        if setting.rulings.effects_mandatory is not EffectsMandatory.NONE:
            cnf.when([does, -ready[item]], *green.values())
    if lights is not None:
        cnf.when([lights, does], *(-one for one in ready.values()))
    after = {item: cnf.any_of([ready[item], one]) for item, one in green.items()}
    if lights is not None and not setting.rulings.green_untaps_lantern:
        after[Item.LANTERN] = cnf.all_of([after[Item.LANTERN], -lights])
    return replace(table, ready=after), green


def _yellow(setting: Setting, table: Table, choices: Choices, row: Bits) -> Table:
    """sol.effects.yellow: one more card; under `skip` none from an empty deck, and no lantern for it."""
    cnf = setting.cnf
    does = cnf.all_of([row[Suit.Y], choices.own[Suit.Y]])
    draws = cnf.all_of([does, choices.yellow])
    if setting.rulings.yellow_short is YellowShort.SKIP:
        there = stocked(setting, table)
        if choices.lit:
            cnf.when([row[Suit.Y], choices.lit[Suit.Y]], there)
        draws = cnf.all_of([draws, there])
    return draw(setting, table, draws, 1)[1]
