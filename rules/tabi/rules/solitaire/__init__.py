"""The solitaire as a rules library: the five verbs, positions, notation and perft.

>>> from tabi.rules import solitaire
>>> from tabi.spec.solitaire import Deal, CARDS
>>> position = solitaire.start(Deal(deck=CARDS, bay_road_day=3))
>>> [solitaire.format_step(step) for step in solitaire.legal_steps(position)]
['play R1', 'play R2', 'play R3', 'play R4']
"""

from tabi.rules.solitaire.documents import (
    PositionDocument,
    document_of,
    format_event,
    format_position,
    parse_event,
    parse_position,
    position_of,
)
from tabi.rules.solitaire.notation import format_game, format_step, format_turn, parse_game, parse_step, parse_turn
from tabi.rules.solitaire.perft import divide, perft
from tabi.rules.solitaire.position import Position
from tabi.rules.solitaire.setup import start
from tabi.rules.solitaire.table import Event, LossReason, Lost, Outcome, Phase, Walk, Won
from tabi.rules.solitaire.verbs import apply, legal_steps, outcome, violation
from tabi.rules.violations import IllegalPosition, IllegalStep, Violation

__all__ = [
    "Event",
    "IllegalPosition",
    "IllegalStep",
    "LossReason",
    "Lost",
    "Outcome",
    "Phase",
    "Position",
    "PositionDocument",
    "Violation",
    "Walk",
    "Won",
    "apply",
    "divide",
    "document_of",
    "format_event",
    "format_game",
    "format_position",
    "format_step",
    "format_turn",
    "legal_steps",
    "outcome",
    "parse_event",
    "parse_game",
    "parse_position",
    "parse_step",
    "parse_turn",
    "perft",
    "position_of",
    "start",
    "violation",
]
