"""The solitaire as a rules library: the five verbs, positions, notation and perft.

>>> from tabi.rules import solitaire
>>> from tabi.spec.solitaire import Deal, CARDS
>>> position = solitaire.start(Deal(deck=CARDS, bay_road_day=3))
>>> [solitaire.format_step(step) for step in solitaire.legal_steps(position)]
['play R1', 'play R2', 'play R3', 'play R4']
"""

from tabi.rules.solitaire.defects import IllegalPosition
from tabi.rules.solitaire.perft import divide, perft
from tabi.rules.solitaire.position import Position
from tabi.rules.solitaire.setup import start
from tabi.rules.solitaire.table import Event, LossReason, Lost, Outcome, Phase, Walk, Won
from tabi.rules.solitaire.verbs import apply, legal_steps, outcome, violation
from tabi.rules.violations import IllegalStep, Violation

__all__ = [
    "Event",
    "IllegalPosition",
    "IllegalStep",
    "LossReason",
    "Lost",
    "Outcome",
    "Phase",
    "Position",
    "Violation",
    "Walk",
    "Won",
    "apply",
    "divide",
    "legal_steps",
    "outcome",
    "perft",
    "start",
    "violation",
]
