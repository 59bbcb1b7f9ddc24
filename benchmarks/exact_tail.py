"""Measures the exact tail: the most points from positions with few cards left, and the proofs of them, by deck size.

    python benchmarks/exact_tail.py [--decks 4 5 6 7 8] [--deals 6] [--seconds 60] [--listed 40000] [--nodes 200000]
                                    [--formulas 60]

The positions come from the reference deals, played as the search for most points found best (`--nodes` positions each),
at the first turn that begins with no more than so many cards in the deck; the rest of that line is what is known.
Seconds are processor seconds, without compiling. Prints for each deck size on how many positions the exhaustion came to
its end, on how many of them the line was not yet the best, medians and maxima of its seconds, the median of positions
kept, and the same of the proofs: on how many they were written and held (of up to `--listed` positions), their
megabytes, their seconds of checking, and small steps checked a second. Then the same positions by formulas with proofs,
`--formulas` seconds of the clock each (0: not at all): on how many each number of turns was excluded, their seconds,
the engine's included; and on how many one of the two ended. Where both end they must say the same.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, chain
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final

from encoding import processor_seconds
from solving import deals
from tabi.rules import solitaire
from tabi.rules.game import AnyGame
from tabi.rules.records import Fault
from tabi.rules.solitaire import Position, apply
from tabi.rules.solitaire.game import GAME
from tabi.rules.valued import check_valued_set
from tabi.solvers import Budget
from tabi.solvers.encoding.climbing import climb
from tabi.solvers.points.exact import Limits, exhaust
from tabi.solvers.points.exact_proof import valued_set
from tabi.solvers.points.search import improving
from tabi.solvers.run import BudgetSpent, Run
from tabi.solvers.verdict import Line
from tabi.spec.solitaire import SolitaireRulings
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS
from tabi.spec.solitaire.steps import Step

MEGABYTE: Final = 1e6
HEAD: Final = (
    f"deck {'n':>5} {'ended':>6} {'more':>5} {'seconds':>8} {'max':>9} {'kept':>8} {'max':>9} "
    f"{'proofs':>7} {'MB':>8} {'max':>9} {'check s':>8} {'max':>9} {'steps/s':>9} "
    f"{'formulas':>9} {'seconds':>8} {'max':>9} {'either':>7}"
)


@dataclass(frozen=True)
class Measured:
    """One position: whether the exhaustion ended, whether it found more than was known, seconds, positions; a proof;
    the seconds in which formulas excluded more, or None."""

    ended: bool
    more: bool
    seconds: float
    kept: int
    proof: Proof | None
    climbed: float | None


@dataclass(frozen=True)
class Proof:
    """A proof that holds: its megabytes, its seconds of checking and the small steps that were checked."""

    megabytes: float
    seconds: float
    steps: int


def best_line(start: Position, nodes: int) -> Line:
    """The best line of the search within so many positions."""
    line: Line = ()
    try:
        for better in improving(start, DEFAULT_RULINGS, Run(start, Budget(None, nodes), None)):
            line = better.line
    except BudgetSpent:
        pass
    return line


def cut(start: Position, line: Line, cards: int) -> tuple[Position, Line] | None:
    """Where a line first begins a turn with no more cards in the deck than so many, and the rest of it."""

    def after(position: Position, turn: Sequence[Step]) -> Position:
        for step in turn:
            position = apply(position, step)
        return position

    for number, position in enumerate(accumulate(line, after, initial=start)):
        if len(position.deck) <= cards and position.outcome is None:
            return (position, line[number:]) if len(position.deck) == cards else None
    return None


def measured(position: Position, known: Line, seconds: float, listed: int, formulas: float) -> Measured:
    """The exhaustion from a position, and its proof if that is not too long; then formulas."""
    began = process_time()
    late = partial(_is_late, began, seconds)
    exhausted = exhaust(position, DEFAULT_RULINGS, known, Limits(None, is_stopped=late))
    spent = process_time() - began
    proof = None
    if exhausted.gave_up is None and exhausted.reached <= listed:
        certificate = valued_set(exhausted, position, position, DEFAULT_RULINGS)
        if certificate is not None:
            proof = checked(lambda game: check_valued_set(certificate, game), len(certificate.model_dump_json()))
    ended = exhausted.gave_up is None
    best, climbed = by_formulas(position, known, formulas) if formulas else (None, None)
    if ended and climbed is not None and best != exhausted.value:
        raise SystemExit(f"{exhausted.value} points by trying all, {best} by formulas: {position}")
    return Measured(ended, exhausted.line != known, spent, exhausted.reached, proof, climbed)


def by_formulas(position: Position, known: Line, seconds: float) -> tuple[int | None, float | None]:
    """The most points that formulas find, and the seconds in which they excluded more, with proofs; None if not."""
    began = processor_seconds()
    with TemporaryDirectory(prefix="tabi-") as folder:
        line = tuple(chain.from_iterable(known))
        came = climb(position, seconds=seconds, known_line=line, proofs=Path(folder))
    return came.points, None if came.at_most is None else processor_seconds() - began


def checked(check: Callable[[AnyGame], object], size: int) -> Proof:
    """A proof checked by the rules, its steps counted."""
    steps = 0

    def counting(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
        nonlocal steps
        steps += 1
        return apply(position, step, rulings)

    began = process_time()
    came = check(replace(GAME, apply=counting))
    if isinstance(came, Fault):
        raise SystemExit(f"a proof does not hold: {came}")
    return Proof(size / MEGABYTE, process_time() - began, steps)


def _is_late(began: float, seconds: float) -> bool:
    return process_time() - began >= seconds


def row(cards: int, found: Sequence[Measured]) -> str:
    """One line of the table."""
    ended = [one for one in found if one.ended]
    proofs = [one.proof for one in ended if one.proof is not None]
    words = [f"{cards:4d} {len(found):5d} {len(ended):6d} {sum(one.more for one in ended):5d}"]
    words.append(f"{_two([one.seconds for one in ended])} {_two([one.kept for one in ended], 0)} {len(proofs):7d}")
    rate = sum(proof.steps for proof in proofs) / max(1e-9, sum(proof.seconds for proof in proofs))
    words.append(f"{_two([one.megabytes for one in proofs])} {_two([one.seconds for one in proofs])} {rate:9,.0f}")
    climbed = [one.climbed for one in found if one.climbed is not None]
    either = sum(one.ended or one.climbed is not None for one in found)
    words.append(f"{len(climbed):9d} {_two(climbed)} {either:7d}")
    return " ".join(words)


def _two(values: Sequence[float], places: int = 1) -> str:
    """Median and maximum."""
    if not values:
        return f"{'-':>8} {'-':>9}"
    return f"{median(values):8,.{places}f} {max(values):9,.{places}f}"


def tails(lines: Iterable[tuple[Position, Line]], cards: int) -> Iterator[tuple[Position, Line]]:
    """The positions of one deck size."""
    return (one for start, line in lines if (one := cut(start, line, cards)) is not None)


def main() -> None:
    """Reads the command line and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--decks", type=int, nargs="*", default=list(range(4, 11)))
    parser.add_argument("--deals", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--listed", type=int, default=40_000)
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--formulas", type=float, default=60.0)
    options = parser.parse_args()
    starts = [solitaire.start(deal) for deal in deals(options.deals, [])]
    lines = [(start, best_line(start, options.nodes)) for start in starts]
    if first := next(chain.from_iterable(tails(lines, cards) for cards in (4, 5, 6)), None):
        measured(*first, options.seconds, 0, 0)
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    print(HEAD)
    for cards in options.decks:
        limits = options.seconds, options.listed, options.formulas
        found = [measured(position, line, *limits) for position, line in tails(lines, cards)]
        print(row(cards, found), flush=True)


if __name__ == "__main__":
    main()
