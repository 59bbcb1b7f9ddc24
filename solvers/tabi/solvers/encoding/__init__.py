"""The solitaire without items as a formula: unrolled by turns, solved by Z3 or a SAT solver, read back as a line."""

from tabi.solvers.encoding.asking import Engine, EngineFailed
from tabi.solvers.encoding.counting import Counter
from tabi.solvers.encoding.deciding import Decision, Sat, Unknown, Unsat, decide
from tabi.solvers.encoding.question import why_not_encoded
from tabi.solvers.encoding.reading import Disagreement
from tabi.solvers.encoding.state import NotEncoded

__all__ = [
    "Counter",
    "Decision",
    "Disagreement",
    "Engine",
    "EngineFailed",
    "NotEncoded",
    "Sat",
    "Unknown",
    "Unsat",
    "decide",
    "why_not_encoded",
]
