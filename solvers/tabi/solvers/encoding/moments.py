"""Which moments of a turn a formula has for letters and items."""

from __future__ import annotations

from enum import Enum


class Moments(Enum):
    """Which moments for letters and items are encoded.

    `ALL` gives every result of a turn. `WINNING` leaves out the moment after the resolution for letters, with all
    letters on events outside white's column. It decides the same about a win: such a letter can be kept until it
    matters and wins as well. A black pawn moved after the resolution can be moved at the next turn's beginning (at the
    last turn it could only spoil the win, for no letter leads to day 7). An event fixed where white is not, or after
    the resolution, can be fixed when white next comes to its column, before placing: until then only blue and the
    backpack look there, and a fixed event only forbids what they do; and fixing brings the event to the front and
    leaves the order of the others, whatever was exchanged among them meanwhile. Where a reading takes that ground away
    (`stepwise.gaps.late_letters_matter`) `WINNING` has those moments too. The theorem `sol.encoding.moments` says so
    of one letter, resting on `sol.letters.moved-pawn-waits` and `sol.letters.fixed-event-waits`; many letters wait one
    after the other.

    `SENSIBLE` has the letters of `WINNING`, and each item at one moment of a turn, where it can do most: smaller
    formulas that find wins, and no "no" of which says anything in a game with items.
    """

    ALL = "all"
    WINNING = "winning"
    SENSIBLE = "sensible"
