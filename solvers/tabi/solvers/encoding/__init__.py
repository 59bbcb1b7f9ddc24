"""The solitaire as a formula: unrolled by turns, solved by Z3 or a SAT solver, read back as a line."""

from tabi.solvers.encoding.asking import Engine, EngineFailed
from tabi.solvers.encoding.counting import Counter, holds_for
from tabi.solvers.encoding.deciding import Decision, Sat, Unknown, Unsat, decide
from tabi.solvers.encoding.founding import why_unproved
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import turn_ends, why_not_encoded
from tabi.solvers.encoding.reading import Disagreement
from tabi.solvers.encoding.state import NotEncoded

__all__ = [
    "Counter",
    "Decision",
    "Disagreement",
    "Engine",
    "EngineFailed",
    "Moments",
    "NotEncoded",
    "Sat",
    "Unknown",
    "Unsat",
    "decide",
    "holds_for",
    "turn_ends",
    "why_not_encoded",
    "why_unproved",
]
