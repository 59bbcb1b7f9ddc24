"""Loading or compiling the kernel before its first call, in a thread of its own, for nothing interrupts a compiler."""

from __future__ import annotations

from typing import Final

from tabi.rules.solitaire import Position
from tabi.solvers.asides import Aside
from tabi.solvers.kernel import machine
from tabi.solvers.kernel.jit import is_compiling
from tabi.solvers.kernel.turns import Moments, follow, level_of, new_pool, settings_for
from tabi.solvers.run import SECONDS_BETWEEN_REPORTS, Run

PREPARING: Final = "compiling the search, once (or loading it)"


def prepare(items: bool, start: Position, run: Run) -> None:
    """Compiles the kernel's entry, or loads it from the disk, before its first call, and says so.

    Raises what `Run.check_clock` raises; what the compiler comes to is kept for the next one who asks.
    """
    turns = machine.turns_with_items if items else machine.turns_without_items
    if not is_compiling() or getattr(turns, "signatures", False):
        return
    run.enter(PREPARING)
    settings = settings_for(start.bay_road_day, Moments.SENSIBLE, 0)
    preparing = Aside(lambda: follow(level_of(start)[:0], settings, new_pool(1), items=items))
    while not preparing.is_over(SECONDS_BETWEEN_REPORTS):
        run.check_clock()
        run.tick(PREPARING)
    preparing.result()
