"""The encoding measured: wins at full length, no win within fifteen turns, lost positions, sizes of proofs.

    python benchmarks/encoding.py [--deals 10] [--budget 60] [--turns 16 17] [--part wins|counters|lost|proofs ...]

Beside the engines stands what a user might take instead: OR-tools CP-SAT on the same clauses, in the same run.
Every question runs in the engine's own process. Seconds are processor time of both processes, from the position to the
replayed line, the building of the formula and the start of the process counted; a busy machine stretches the clock
more than them. The budget is on the clock.
"""

from __future__ import annotations

import argparse
import json
import platform
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from os import times
from pathlib import Path
from statistics import median

from cpsat import asked
from tabi.rules import solitaire
from tabi.rules.solitaire import Position
from tabi.solvers.encoding import Counter, Engine, decide
from tabi.solvers.encoding.asking import ask
from tabi.solvers.encoding.deciding import winning
from tabi.spec.solitaire import Deal

DEALS = Path(__file__).parents[1] / "tests" / "data" / "reference_deals.jsonl"
ENGINES: tuple[Engine, ...] = ("sat", "z3")
YARDSTICK = "cp-sat"
NO_WIN = 15
"""Turns within which no deal is won."""
DECKS = (19, 20, 21)
"""Lengths of the cut decks."""


def starts(count: int) -> tuple[Position, ...]:
    """The starts of the first reference deals."""
    lines = DEALS.read_text(encoding="utf-8").splitlines()[:count]
    return tuple(solitaire.start(Deal.model_validate(json.loads(line))) for line in lines)


def cut(start: Position, cards: int) -> Position:
    """A start whose deck has only its first cards; the others are in the discard."""
    fields = {name: getattr(start, name) for name in ("bay_road_day", "white", "blacks", "hand")}
    return Position.checked(**fields, deck=start.deck[:cards], discard=start.deck[cards:])


def processor_seconds() -> float:
    """Processor time of this process and of those that it has waited for."""
    spent = times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def timed(question: Callable[[], str]) -> tuple[float, str]:
    """Processor seconds and what was said."""
    began = processor_seconds()
    said = question()
    return processor_seconds() - began, said


def table(title: str, questions: Sequence[Callable[[], str]]) -> None:
    """Prints one line: what was said how often, median and most seconds, and every time."""
    results = [timed(question) for question in questions]
    spent = [seconds for seconds, _ in results]
    said = [word for _, word in results]
    counts = ", ".join(f"{said.count(word)} {word}" for word in sorted(set(said)))
    each = " ".join(f"{seconds:.1f}" for seconds in spent)
    print(f"{title:<34} {counts:<22} median {median(spent):6.1f}  most {max(spent):6.1f}   {each}", flush=True)


def exactly(start: Position, turns: int, engine: str, budget: float, counters: Sequence[Counter]) -> str:
    """What an engine says of a win in exactly so many turns, no bound asked before."""
    text = winning(start, turns, counters=counters).cnf.dimacs()
    if engine == YARDSTICK:
        return asked(text, budget)
    answer = ask("z3" if engine == "z3" else "sat", text, budget)
    return "open" if answer is None else "no" if answer.true is None else "win"


def decided(start: Position, horizon: int, engine: Engine, budget: float, proofs: Path | None = None) -> str:
    """What `decide` says, in a word."""
    decision = decide(start, horizon, engine, budget, proofs=proofs)
    return {"sat": "win", "unsat": "no", "unknown": "open"}[decision.verdict]


def wins(deals: Sequence[Position], turns: Sequence[int], budget: float) -> None:
    """Wins at full length: found, read back and played through the rules."""
    for engine in ENGINES:
        table(f"win in 16 to 19 turns, {engine}", [partial(decided, start, 19, engine, budget) for start in deals])
    for solver in (*ENGINES, YARDSTICK):
        for count in turns:
            table(
                f"win in exactly {count} turns, {solver}",
                [partial(exactly, start, count, solver, budget, tuple(Counter)) for start in deals],
            )


def counters(deals: Sequence[Position], budget: float) -> None:
    """No win in exactly fifteen turns, with ever fewer redundant clauses."""
    without_wasted = tuple(kind for kind in Counter if kind is not Counter.WASTED)
    for name, kinds in (("all counters", tuple(Counter)), ("all but wasted", without_wasted), ("no counters", ())):
        for engine in (*ENGINES, YARDSTICK):
            table(
                f"no win in {NO_WIN}, {name}, {engine}",
                [partial(exactly, start, NO_WIN, engine, budget, kinds) for start in deals[:3]],
            )


def lost(deals: Sequence[Position], budget: float) -> None:
    """Decks cut short, sixteen turns."""
    for cards in DECKS:
        for engine in (*ENGINES, YARDSTICK):
            table(
                f"deck cut to {cards}, 16 turns, {engine}",
                [partial(exactly, cut(start, cards), 16, engine, budget, tuple(Counter)) for start in deals[:5]],
            )


def proofs(deals: Sequence[Position], budget: float) -> None:
    """Sizes of formulas and DRAT proofs."""
    for number, cards in ((0, 19), (0, 20), (1, 20)):
        with tempfile.TemporaryDirectory() as folder:
            seconds, said = timed(partial(decided, cut(deals[number], cards), 16, "sat", budget, Path(folder)))
            sizes = {path.suffix: path.stat().st_size / 1e6 for path in Path(folder).iterdir()}
            shown = ", ".join(f"{suffix} {size:.1f} MB" for suffix, size in sorted(sizes.items()))
            print(f"proof: deal {number}, deck cut to {cards}: {said}, {seconds:.1f} s, {shown}", flush=True)


def main() -> None:
    """Reads the command line and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--budget", type=float, default=60.0)
    parser.add_argument("--turns", type=int, nargs="*", default=[16, 17])
    parser.add_argument("--part", nargs="*", default=["wins", "counters", "lost", "proofs"])
    options = parser.parse_args()
    deals = starts(max(options.deals, 5))
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    formula = winning(deals[0], 16).cnf
    print(f"16 turns: {formula.variables:,} variables, {len(formula.clauses):,} clauses")
    if "wins" in options.part:
        wins(deals[: options.deals], options.turns, options.budget)
    if "counters" in options.part:
        counters(deals, options.budget)
    if "lost" in options.part:
        lost(deals, options.budget)
    if "proofs" in options.part:
        proofs(deals, options.budget)


if __name__ == "__main__":
    main()
