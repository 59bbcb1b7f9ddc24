"""Searching with the kernel: pairs of beams side by side on two cores, and what they meet played through the rules.

The two of a pair take turns of a fixed length, and of two that win in the same the first one counts. So it is their
order and not their speed that decides, and the same nodes give the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import chain
from threading import Event
from typing import Final

from tabi.rules.solitaire import Position, apply
from tabi.solvers.kernel.jit import is_compiling
from tabi.solvers.kernel.lines import line_through
from tabi.solvers.kernel.turns import Moments
from tabi.solvers.kernel.win import ROUNDS, Beam, Following, Pair, hurried_pairs, winning_pairs
from tabi.solvers.preparing import prepare
from tabi.solvers.run import SECONDS_BETWEEN_REPORTS, Run
from tabi.solvers.turns import Node
from tabi.spec.solitaire.rulings import SolitaireRulings

QUOTA: Final = 1_024
"""Positions that a beam follows before the other one of its pair has its turn."""
WORKERS: Final = 2

Advance = Callable[[Sequence[Following], Sequence[int], str], list[int]]
"""Lets beams follow so many positions each; how many they did."""


def rounds_of_beams(start: Position, rulings: SolitaireRulings, run: Run, last_turn: int | None) -> Iterator[int]:
    """Plays one round of beams after the other and says its number; for any win, or for one by a last turn.

    Raises as `follow_pairs`.
    """
    for number in range(ROUNDS):
        wanted = winning_pairs(start, number) if last_turn is None else hurried_pairs(start, number, last_turn)
        follow_pairs(wanted, start, rulings, run)
        yield number + 1


def follow_pairs(pairs: Iterable[Pair], start: Position, rulings: SolitaireRulings, run: Run) -> None:
    """Lets pairs of beams run to their ends, one after the other.

    Raises `WinMet` with the first win, what `Run.check` raises, and `NoWay` should the kernel be wrong.
    """
    with _advancing(run) as advance:
        for pair in pairs:
            _race([Following(start, rulings, beam) for beam in pair], start, rulings, run, advance)


def _race(beams: Sequence[Following], start: Position, rulings: SolitaireRulings, run: Run, advance: Advance) -> None:
    while running := [beam for beam in beams if not beam.is_over]:
        run.check()
        for beam in running:
            prepare(beam.beam.items, start, run)
        words = words_of(running[0].beam)
        run.enter(words)
        for beam, followed in zip(running, advance(running, _shares(run, len(running)), words), strict=True):
            run.spend(words_of(beam.beam), followed)
        for beam in running:
            if beam.won is not None:
                run.meet(node_at_end(start, beam, rulings, run))
        run.tick(words)
    for beam in beams:
        if beam.letters() > run.letters():
            run.meet(node_at_end(start, beam, rulings, run))


def _shares(run: Run, beams: int) -> list[int]:
    """How many positions each beam may follow now."""
    left = run.nodes_left(beams * QUOTA)
    return [left // beams + (number < left % beams) for number in range(beams)]


def node_at_end(start: Position, beam: Following, rulings: SolitaireRulings, run: Run) -> Node:
    """Where a beam leads, with the steps to there, all of them played through the rules."""
    steps = tuple(chain.from_iterable(line_through(start, beam.ends(), rulings, run.check_clock)))
    position = start
    for step in steps:
        position = apply(position, step, rulings)
    return Node(position, steps, Node(start))


def words_of(beam: Beam) -> str:
    """A beam in words."""
    by = "" if beam.last_turn is None else f" by turn {beam.last_turn}"
    named = (("items", beam.items), ("letters at any turn", beam.moments is not Moments.SENSIBLE))
    extras = " and ".join(words for words, is_on in named if is_on)
    return f"beams of width {beam.width:,}{by}{extras and f' with {extras}'}"


@contextmanager
def _advancing(run: Run) -> Iterator[Advance]:
    """How beams are followed: side by side where they are compiled, and else one after the other."""
    if not is_compiling():
        yield lambda beams, shares, words: _in_turn(beams, shares, run, words)
        return
    stopped = Event()
    with ThreadPoolExecutor(WORKERS) as pool:
        try:
            yield lambda beams, shares, words: _side_by_side(beams, shares, run, words, pool, stopped)
        finally:
            stopped.set()


def _in_turn(beams: Sequence[Following], shares: Sequence[int], run: Run, words: str) -> list[int]:
    def is_stopped() -> bool:
        run.tick(words)
        return run.is_late()

    return [beam.advance(share, is_stopped) for beam, share in zip(beams, shares, strict=True)]


def _side_by_side(
    beams: Sequence[Following], shares: Sequence[int], run: Run, words: str, pool: ThreadPoolExecutor, stopped: Event
) -> list[int]:
    def is_stopped() -> bool:
        return stopped.is_set() or run.is_late()

    asked = [pool.submit(beam.advance, share, is_stopped) for beam, share in zip(beams, shares, strict=True)]
    while wait(asked, SECONDS_BETWEEN_REPORTS).not_done:
        run.tick(words)
    return [one.result() for one in asked]
