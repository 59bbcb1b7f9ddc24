"""The trip as a rules library: the five verbs, each rule as its own function, positions, notation and chance.

>>> from tabi.rules import trip
>>> from tabi.spec.trip import edition_named
>>> edition = edition_named("river-demo")
>>> setup = trip.setup_from_seed(edition, players=3, seed=7)
>>> position = trip.start(edition, setup)
>>> print(trip.outcome(position), list(trip.legal_steps(position)))
chance []
>>> position = trip.apply(position, trip.Supply(edition, setup, seed=7).reveal(1))
>>> [trip.format_step(step) for step in trip.legal_steps(position)]
['take 1', 'take 2', 'take 3', 'take 4']
"""

from tabi.rules.trip.awards import awards_of
from tabi.rules.trip.best_turn import BestTurn, best_turn
from tabi.rules.trip.board import Board, board_of
from tabi.rules.trip.documents import PositionDocument, position_of, read_position, write_position
from tabi.rules.trip.lines import format_board, parse_board
from tabi.rules.trip.moment import Chance, Outcome, Phase, SeatAward
from tabi.rules.trip.notation import format_step, format_turn, parse_step, parse_turn
from tabi.rules.trip.oneline import format_position, parse_position
from tabi.rules.trip.perft import divide, perft
from tabi.rules.trip.players import greedy_player, random_player
from tabi.rules.trip.playing import moves
from tabi.rules.trip.position import Position
from tabi.rules.trip.scoring import Award
from tabi.rules.trip.supply import Supply, numbers_for_players, setup_from_seed
from tabi.rules.trip.table import Table, table_of
from tabi.rules.trip.tiles import Tile, TownMap
from tabi.rules.trip.verbs import apply, legal_steps, outcome, start, violation
from tabi.rules.violations import IllegalPosition, IllegalStep, Violation

__all__ = [
    "Award",
    "BestTurn",
    "Board",
    "Chance",
    "IllegalPosition",
    "IllegalStep",
    "Outcome",
    "Phase",
    "Position",
    "PositionDocument",
    "SeatAward",
    "Supply",
    "Table",
    "Tile",
    "TownMap",
    "Violation",
    "apply",
    "awards_of",
    "best_turn",
    "board_of",
    "divide",
    "format_board",
    "format_position",
    "format_step",
    "format_turn",
    "greedy_player",
    "legal_steps",
    "moves",
    "numbers_for_players",
    "outcome",
    "parse_board",
    "parse_position",
    "parse_step",
    "parse_turn",
    "perft",
    "position_of",
    "random_player",
    "read_position",
    "setup_from_seed",
    "start",
    "table_of",
    "violation",
    "write_position",
]
