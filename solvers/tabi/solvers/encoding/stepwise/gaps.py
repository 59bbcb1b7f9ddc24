"""The gaps between the forced steps of a turn, and what may be used in each so that every result of a turn is there.

Items and letters may be used between any two steps. A use that changes nothing for a forced step, and for which that
step changes nothing, may trade places with it; so each use can be moved later until it meets a step with which it may
not. The theorem `sol.encoding.items-swap` says what may trade places under the default readings, and
`sol.encoding.item-moments` that the gaps here are enough then. What may not trade places with what:

* map: the play (laps differ); it ends with the blacks' move. Gaps before the play and before the blacks move.
* radio: the play (the cards it brings can be played, and which card a lap takes differs), green (it makes the radio
  ready again), the trimming; beside these any use in between for which its cards are needed (backpack), or that
  changes the deck's top (tent, the map's lap). Refill, yellow and radio all draw from one deck into one hand, so their
  order does not matter, unless a reading lets one of them draw fewer, or a refill draws up to four.
* tent: the play, refill and yellow (they draw its card), green, the trimming; placing before it only adds to the
  discard. With the map also the blacks' gap.
* backpack: placing, everything in the effects, the resolution, the trimming (it makes the hand smaller); with the tent
  (its card goes to the discard) also the play and the refill; the play where an empty hand is skipped; the refill
  where that draws up to four or notes down the suits.
* camera: placing (the event may fall out), green and blue in the effects, and the turn's end.
* letters on black pawns: the blacks' move, red, white, the resolution (`pawns`); on an event of white's column:
  placing, the effects, the resolution; on another event: see `fixes_matter_anywhere`, else after the resolution.

Within a gap each item is used once at most (only green makes one ready again). Of two items, `BOTH_ORDERS` differ by
their order, so one of them has two places there; in `ONE_ORDER` the first before the second gives all that the other
order gives: the radio's cards can be packed, a packed card's predecessor can be taken by the tent (and what the tent
throws is not packed). Other pairs do not meet. A letter on an event commutes with all items but the backpack, and comes
after it: fixing brings an event to the front and leaves the order of the rest, wherever a card was replaced; an event
that is fixed first may be replaced under `new-card-fixed` only, which is fixing the new card. Under `cube-lost` the
letter can be lost with the event, so there letters come before the backpack too.

A turn that a failed draw ends (`ends`) needs no more than this: what would be used between the last gap before the draw
and the draw is left out, and the turn is won without it. The theorems `sol.encoding.last-uses` and
`sol.encoding.last-gaps` say so.

The effects end when nothing is left to act. Under `closes` what is used after that belongs to the resolution's gap, so
in the gaps of the effects an item is used only while they go on. Under `open` any gap will do.
"""

from __future__ import annotations

from enum import Enum, auto

from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.stepwise.parts import Setting
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import (
    EffectWalk,
    EmptyHand,
    FixedUnderBackpack,
    FixedUnderBlue,
    MapWindow,
    Nearest,
    RadioShort,
    Refill,
    SolitaireRulings,
    YellowShort,
)


class Gap(Enum):
    """The time before a forced step."""

    PLAY = auto()
    BLACKS = auto()
    PLACE = auto()
    REFILL = auto()
    FIRST_EFFECT = auto()
    EFFECT = auto()
    RESOLVE = auto()
    TRIM = auto()


class Fix(Enum):
    """Letters on events: of white's column, or of the others."""

    HERE = auto()
    ELSEWHERE = auto()


Kind = Item | Fix
EFFECTS = frozenset({Gap.FIRST_EFFECT, Gap.EFFECT})
EVERY = frozenset(Gap)
BOTH_ORDERS = (
    (Item.MAP, Item.RADIO),
    (Item.MAP, Item.TENT),
    (Item.TENT, Item.RADIO),
    (Item.CAMERA, Item.BACKPACK),
)
ONE_ORDER = (Item.MAP, Item.RADIO, Item.BACKPACK, Item.TENT, Item.CAMERA)
SENSIBLE = {
    Item.MAP: frozenset({Gap.BLACKS}),
    Item.RADIO: frozenset({Gap.PLAY}),
    Item.TENT: frozenset({Gap.REFILL}),
    Item.BACKPACK: frozenset({Gap.RESOLVE}),
    Item.CAMERA: frozenset({Gap.EFFECT, Gap.FIRST_EFFECT}),
    Item.LANTERN: frozenset[Gap](),
}
"""The one moment where an item can do most for a win, as the search over turns has it."""


def uses_in(setting: Setting, gap: Gap) -> tuple[Kind, ...]:
    """What may be used in a gap, in order; the lantern acts in the effects themselves."""
    if setting.moments is Moments.SENSIBLE:
        items = tuple(item for item in ONE_ORDER if setting.has(item) and gap in _sensible(item, setting.rulings))
        return (*items, *_fixes(setting, gap))
    items = tuple(item for item in ONE_ORDER if setting.has(item) and gap in gaps_of(setting, item))
    for first, second in BOTH_ORDERS:
        if first in items and second in items:
            items = (first, second, first)
    fixes = _fixes(setting, gap)
    return (*(fixes if _loses_letters(setting) else ()), *items, *fixes)


def _sensible(item: Item, rulings: SolitaireRulings) -> frozenset[Gap]:
    if item is Item.MAP and rulings.map_window is MapWindow.NUMBER:
        return frozenset({Gap.PLAY})
    return SENSIBLE[item]


def gaps_of(setting: Setting, item: Item) -> frozenset[Gap]:
    """The gaps in which an item is used, by the reasons of this module."""
    rulings = setting.rulings
    match item:
        case Item.LANTERN:
            return frozenset()
        case Item.MAP:
            return frozenset({Gap.PLAY, Gap.BLACKS} if rulings.map_window is MapWindow.STEP else {Gap.PLAY})
        case Item.RADIO:
            return _radio_gaps(setting)
        case Item.CAMERA:
            late = {Gap.RESOLVE, Gap.TRIM}
            return frozenset({Gap.PLACE, *EFFECTS, *late})
        case Item.BACKPACK:
            return _backpack_gaps(setting)
        case Item.TENT:
            blacks = {Gap.BLACKS} if setting.has(Item.MAP) else set()
            return frozenset({Gap.PLAY, *blacks, Gap.REFILL, *EFFECTS, Gap.TRIM})


def _radio_gaps(setting: Setting) -> frozenset[Gap]:
    if setting.has(Item.TENT, Item.BACKPACK) or not draws_commute(setting.rulings):
        return EVERY
    return frozenset({Gap.PLAY, Gap.FIRST_EFFECT, Gap.TRIM, *({Gap.BLACKS} if setting.has(Item.MAP) else ())})


def draws_commute(rulings: SolitaireRulings) -> bool:
    """Whether refill, yellow and radio draw the same cards in whatever order."""
    whole = rulings.radio_short is not RadioShort.PARTIAL and rulings.yellow_short is YellowShort.LOSE
    return whole and rulings.refill is Refill.ONE


def _backpack_gaps(setting: Setting) -> frozenset[Gap]:
    rulings = setting.rulings
    gaps = {Gap.PLACE, *EFFECTS, Gap.RESOLVE, Gap.TRIM}
    if setting.has(Item.TENT) or rulings.empty_hand is EmptyHand.SKIP:
        gaps |= {Gap.PLAY}
    if setting.has(Item.TENT) or rulings.refill is Refill.TO_FOUR or rulings.effect_walk is EffectWalk.SNAPSHOT:
        gaps |= {Gap.REFILL}
    return frozenset(gaps)


def _fixes(setting: Setting, gap: Gap) -> tuple[Kind, ...]:
    """The letters on events in a gap."""
    here: tuple[Kind, ...] = (Fix.HERE,) if gap in {Gap.PLACE, *EFFECTS, Gap.RESOLVE} else ()
    if gap is Gap.REFILL and setting.rulings.effect_walk is EffectWalk.SNAPSHOT:
        here = (Fix.HERE,)
    if gap is Gap.TRIM:
        return (Fix.ELSEWHERE,) if has_late_letters(setting) else ()
    if not fixes_matter_anywhere(setting.items, setting.rulings):
        return here
    if gap in {Gap.PLAY, Gap.REFILL} and Item.BACKPACK in setting.items and gap in _backpack_gaps(setting):
        return (Fix.ELSEWHERE,) if gap is Gap.PLAY else (Fix.HERE, Fix.ELSEWHERE)
    return (*here, Fix.ELSEWHERE) if here else ()


def _loses_letters(setting: Setting) -> bool:
    return setting.has(Item.BACKPACK) and setting.rulings.fixed_under_backpack is FixedUnderBackpack.CUBE_LOST


def fixes_matter_anywhere(items: tuple[Item, ...], rulings: SolitaireRulings) -> bool:
    """Whether it may matter before the turn's end that an event outside white's column is fixed.

    It does where the resolution looks at the order there, where blue may move a fixed event, and where a letter may be
    lost with its event.
    """
    lost = Item.BACKPACK in items and rulings.fixed_under_backpack is FixedUnderBackpack.CUBE_LOST
    return lost or rulings.nearest is Nearest.ANYWHERE or rulings.fixed_under_blue is not FixedUnderBlue.REFUSED


def late_letters_matter(items: tuple[Item, ...], rulings: SolitaireRulings) -> bool:
    """Whether a win may need a letter after the resolution; the reasons against it stand at `Moments`.

    They need that a fixed event is nothing but an event that may not be moved, and that a letter may be spent whenever
    it matters: under other readings they are not looked into. Where the suits of a column are noted down neither.
    """
    replaced = Item.BACKPACK in items and rulings.fixed_under_backpack is not FixedUnderBackpack.REFUSED
    skipped = rulings.empty_hand is not EmptyHand.ITEMS_FIRST
    noted = rulings.effect_walk is EffectWalk.SNAPSHOT
    return replaced or skipped or noted or fixes_matter_anywhere(items, rulings)


def has_late_letters(setting: Setting) -> bool:
    """Whether letters are spent after the resolution."""
    return setting.moments is Moments.ALL or late_letters_matter(setting.items, setting.rulings)


CHANGES_OUTSIDE = frozenset[Kind]({Item.CAMERA, Item.BACKPACK, Fix.ELSEWHERE})
"""What changes events outside white's column."""
