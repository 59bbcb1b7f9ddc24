"""The open points of the solitaire's rule text as typed switches; questions and reasons stand in `rulings.toml`."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from tabi.spec.rulings import RulingModel


class DeckOut(StrEnum):
    """What a failed draw does."""

    LOSE = "lose"
    CLEAR_CHECK = "clear-check"


class YellowShort(StrEnum):
    """A yellow effect with an empty deck."""

    LOSE = "lose"
    SKIP = "skip"


class RadioShort(StrEnum):
    """The radio with fewer than three cards in the deck."""

    LOSE = "lose"
    PARTIAL = "partial"
    REFUSED = "refused"


class EmptyHand(StrEnum):
    """No card to play in the movement phase."""

    ITEMS_FIRST = "items-first"
    LOSE = "lose"
    SKIP = "skip"


class PastSeven(StrEnum):
    """A move that passes day 7."""

    RING = "ring"
    STOP_AT_ONE = "stop-at-one"


class MapWindow(StrEnum):
    """What the map changes."""

    STEP = "step"
    NUMBER = "number"


class MapLap(StrEnum):
    """A lap made by the map."""

    PAYS = "pays"
    FREE = "free"


class BackFromOne(StrEnum):
    """A step back from day 1."""

    WRAPS = "wraps"
    REFUSED = "refused"


class Refill(StrEnum):
    """How many cards the refill draws."""

    ONE = "one"
    TO_FOUR = "to-four"


class EffectWalk(StrEnum):
    """Which event acts next when the column changes under the walk."""

    CARDS = "cards"
    POSITION = "position"
    SNAPSHOT = "snapshot"


class EffectsMandatory(StrEnum):
    """Which effects must be carried out when they can be."""

    ALL_BUT_BLUE = "all-but-blue"
    NONE = "none"


class FixedUnderBlue(StrEnum):
    """A blue effect on a fixed event."""

    REFUSED = "refused"
    CUBE_STAYS = "cube-stays"
    CUBE_TRAVELS = "cube-travels"


class FixedUnderBackpack(StrEnum):
    """The backpack on a fixed event."""

    REFUSED = "refused"
    NEW_CARD_FIXED = "new-card-fixed"
    CUBE_LOST = "cube-lost"


class LanternOrder(StrEnum):
    """Points and original effect under the lantern: which is first."""

    POINTS_FIRST = "points-first"
    EFFECT_FIRST = "effect-first"
    PLAYER = "player"


class CameraDuration(StrEnum):
    """How long a camera change holds."""

    TURN = "turn"
    PERMANENT = "permanent"


class EventsPerPawn(StrEnum):
    """How many events of the suit a place with several pawns needs."""

    AT_LEAST = "at-least"
    EXACTLY = "exactly"


class Resolution(StrEnum):
    """Whether a letter may be declined."""

    AUTOMATIC = "automatic"
    OPTIONAL = "optional"


class Nearest(StrEnum):
    """Which of several qualifying suits is resolved."""

    WHITE = "white"
    ANYWHERE = "anywhere"
    PLAYER = "player"


class WalkEnd(StrEnum):
    """An event put in after the last effect."""

    CLOSES = "closes"
    OPEN = "open"


class SolitaireRulings(RulingModel):
    """Every open point of the text with its default reading; the id of a field is `sol.` and its name with dashes."""

    prefix: ClassVar[str] = "sol"

    deck_out: DeckOut = DeckOut.LOSE
    yellow_short: YellowShort = YellowShort.LOSE
    radio_short: RadioShort = RadioShort.LOSE
    empty_hand: EmptyHand = EmptyHand.ITEMS_FIRST
    past_seven: PastSeven = PastSeven.RING
    map_window: MapWindow = MapWindow.STEP
    map_lap: MapLap = MapLap.PAYS
    back_from_one: BackFromOne = BackFromOne.WRAPS
    refill: Refill = Refill.ONE
    effect_walk: EffectWalk = EffectWalk.CARDS
    effects_mandatory: EffectsMandatory = EffectsMandatory.ALL_BUT_BLUE
    white_may_stay: bool = False
    fixed_under_blue: FixedUnderBlue = FixedUnderBlue.REFUSED
    fixed_under_backpack: FixedUnderBackpack = FixedUnderBackpack.REFUSED
    lantern_order: LanternOrder = LanternOrder.POINTS_FIRST
    green_untaps_lantern: bool = True
    camera_duration: CameraDuration = CameraDuration.TURN
    tent_may_take_thrown: bool = True
    events_per_pawn: EventsPerPawn = EventsPerPawn.AT_LEAST
    resolution: Resolution = Resolution.AUTOMATIC
    nearest: Nearest = Nearest.WHITE
    walk_end: WalkEnd = WalkEnd.CLOSES


DEFAULT_RULINGS = SolitaireRulings()
