"""The kernel: a fast second model of the solitaire, and the searches that run on it.

What it finds is judged by the rules: a test holds its turns against theirs, and every line is played again.
"""

from tabi.solvers.kernel.packing import is_in_reach, supports
from tabi.solvers.kernel.turns import Moments, turn_successors
from tabi.solvers.kernel.win import Meter, can_search, kernel_win

__all__ = ["Meter", "Moments", "can_search", "is_in_reach", "kernel_win", "supports", "turn_successors"]
