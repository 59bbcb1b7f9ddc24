"""The seven locations and the ring of days that they lie on."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

DAYS: Final = 7
LAST_DAY: Final = 7
EVENT_DAYS: Final = range(1, LAST_DAY)
"""Days on which events can lie: 1 to 6."""


class Location(StrEnum):
    """A location card; only the bay road and the thousand-year tree matter to the rules."""

    BAY_ROAD = "bay-road"
    BEACH = "beach"
    SMALL_TOWN = "small-town"
    BIG_CITY = "big-city"
    UNSTAFFED_STATION = "unstaffed-station"
    ABANDONED_MINE = "abandoned-mine"
    THOUSAND_YEAR_TREE = "thousand-year-tree"
