"""The encoding measured: by turns left, wins at full length, no win within fifteen turns, lost positions, proofs.

    python benchmarks/encoding.py [--deals 10] [--budget 60] [--turns 16 17] [--minutes 18]
                                  [--part horizons|wins|counters|lost|proofs ...] [--keep FILE] [--rows N]

Beside the engines stands what a user might take instead: OR-tools CP-SAT on the same clauses, in the same run.
Every question runs in the engine's own process. Seconds are processor time of both processes, from the position to the
replayed line, the building of the formula and the start of the process counted; a busy machine stretches the clock
more than them. The table by turns left gives the clock too. The budget is on the clock, for each question (for those by
turns left a quarter of it), and once `--minutes` have passed no further question is begun: what is left is not
measured. With `--keep` the answers by turns left are written to a file, and those that are there are not asked again;
`--rows` asks for so many new rows of that table at most.
"""

from __future__ import annotations

import argparse
import json
import platform
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from os import times
from pathlib import Path
from statistics import median
from time import monotonic
from typing import NamedTuple

from cpsat import asked
from tabi.rules import solitaire
from tabi.rules.solitaire import Position, apply
from tabi.solvers import Bounded, Budget, Goal, Proved, solve
from tabi.solvers.encoding import Counter, Engine, decide
from tabi.solvers.encoding.asking import ask
from tabi.solvers.encoding.deciding import winning
from tabi.spec.solitaire import Deal

DEALS = Path(__file__).parents[1] / "tests" / "data" / "reference_deals.jsonl"
ENGINES: tuple[Engine, ...] = ("sat", "z3")
YARDSTICK = "cp-sat"
ENGINE_NAMES = (*ENGINES, YARDSTICK)
NO_WIN = 15
"""Turns within which no deal is won."""
DECKS = (19, 20, 21)
"""Lengths of the cut decks."""
LEFT = (4, 6, 8, 10, 12, 14, 16)
"""The turns left of the table by turns left."""
PAIRS: tuple[tuple[str, ...], ...] = ((), ("map", "tent"), ("backpack", "camera"))
"""Without items, and two pairs of them."""
LINE_SECONDS = 20.0
"""Seconds for the line of a deal, whose positions are asked about; they are no part of what is measured."""
ASKED = 2
"""The deals of the table by turns left."""
SHARE = 0.25
"""The part of the budget for one question by turns left."""


class Clock:
    """The time for the whole run; once it is over nothing more is begun."""

    def __init__(self, minutes: float) -> None:
        self._end = monotonic() + 60 * minutes

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return monotonic() >= self._end


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


def table(title: str, questions: Sequence[Callable[[], str]], clock: Clock) -> None:
    """Prints one line: what was said how often, median and most seconds, and every time."""
    results = [timed(question) for question in questions if not clock.is_over]
    if len(results) < len(questions):
        print(f"{title:<34} not measured: the time is over", flush=True)
        return
    spent = [seconds for seconds, _ in results]
    said = [word for _, word in results]
    counts = ", ".join(f"{said.count(word)} {word}" for word in sorted(set(said)))
    each = " ".join(f"{seconds:.1f}" for seconds in spent)
    print(f"{title:<34} {counts:<22} median {median(spent):6.1f}  most {max(spent):6.1f}   {each}", flush=True)


def exactly(start: Position, turns: int, engine: str, budget: float, counters: Sequence[Counter]) -> str:
    """What an engine says of a win in exactly so many turns, no bound asked before."""
    return said_of(winning(start, turns, counters=counters).cnf.dimacs(), engine, budget)


def said_of(text: str, engine: str, budget: float) -> str:
    """What an engine says of a formula, in a word."""
    if engine == YARDSTICK:
        return asked(text, budget)
    answer = ask("z3" if engine == "z3" else "sat", text, budget)
    return "open" if answer is None else "no" if answer.true is None else "win"


def decided(start: Position, horizon: int, engine: Engine, budget: float, proofs: Path | None = None) -> str:
    """What `decide` says, in a word."""
    decision = decide(start, horizon, engine, budget, proofs=proofs)
    return {"sat": "win", "unsat": "no", "unknown": "open"}[decision.verdict]


def wins(deals: Sequence[Position], turns: Sequence[int], budget: float, clock: Clock) -> None:
    """Wins at full length: found, read back and played through the rules."""
    for engine in ENGINES:
        questions = [partial(decided, start, 19, engine, budget) for start in deals]
        table(f"win in 16 to 19 turns, {engine}", questions, clock)
    for solver in (*ENGINES, YARDSTICK):
        for count in turns:
            table(
                f"win in exactly {count} turns, {solver}",
                [partial(exactly, start, count, solver, budget, tuple(Counter)) for start in deals],
                clock,
            )


def counters(deals: Sequence[Position], budget: float, clock: Clock) -> None:
    """No win in exactly fifteen turns, with ever fewer redundant clauses."""
    without_wasted = tuple(kind for kind in Counter if kind is not Counter.WASTED)
    for name, kinds in (("all counters", tuple(Counter)), ("all but wasted", without_wasted), ("no counters", ())):
        for engine in (*ENGINES, YARDSTICK):
            table(
                f"no win in {NO_WIN}, {name}, {engine}",
                [partial(exactly, start, NO_WIN, engine, budget, kinds) for start in deals[:3]],
                clock,
            )


def lost(deals: Sequence[Position], budget: float, clock: Clock) -> None:
    """Decks cut short, sixteen turns."""
    for cards in DECKS:
        for engine in (*ENGINES, YARDSTICK):
            table(
                f"deck cut to {cards}, 16 turns, {engine}",
                [partial(exactly, cut(start, cards), 16, engine, budget, tuple(Counter)) for start in deals[:5]],
                clock,
            )


def proofs(deals: Sequence[Position], budget: float, clock: Clock) -> None:
    """Sizes of formulas and DRAT proofs."""
    for number, cards in ((0, 19), (0, 20), (1, 20)):
        if clock.is_over:
            print("proof: not measured: the time is over", flush=True)
            return
        with tempfile.TemporaryDirectory() as folder:
            seconds, said = timed(partial(decided, cut(deals[number], cards), 16, "sat", budget, Path(folder)))
            sizes = {path.suffix: path.stat().st_size / 1e6 for path in Path(folder).iterdir()}
            shown = ", ".join(f"{suffix} {size:.1f} MB" for suffix, size in sorted(sizes.items()))
            print(f"proof: deal {number}, deck cut to {cards}: {said}, {seconds:.1f} s, {shown}", flush=True)


# By turns left


class Row(NamedTuple):
    """What is asked: a deal, its items, how many turns before the end of its line, and of whom."""

    deal: int
    items: tuple[str, ...]
    left: int
    engine: str


class Told(NamedTuple):
    """The size of the formula, what was said, processor seconds, seconds of the clock."""

    variables: int
    clauses: int
    said: str
    processor: float
    clock: float


def line_of(deal: int, items: tuple[str, ...]) -> list[Position]:
    """The turns' beginnings along a winning line of a reference deal with these items, as short as a search finds."""
    document = json.loads(DEALS.read_text(encoding="utf-8").splitlines()[deal])
    start = solitaire.start(Deal.model_validate({**document, "items": list(items)}))
    found = solve(start, goal=Goal.TURNS, engine="search", budget=Budget(seconds=LINE_SECONDS))
    if not isinstance(found, (Proved, Bounded)):
        return [start]
    beginnings = [start]
    for turn in found.line:
        for step in turn:
            start = apply(start, step)
        beginnings.append(start)
    return beginnings[:-1]


def asked_left(row: Row, beginnings: Sequence[Position], seconds: float) -> Told:
    """Whether the game is won in so many turns from the position that many turns before the end of the line.

    Where the line has fewer turns the start is asked about, with more turns than it needs.
    """
    start = beginnings[max(0, len(beginnings) - row.left)]
    began, on_clock = processor_seconds(), monotonic()
    formula = winning(start, row.left).cnf
    said = said_of(formula.dimacs(), row.engine, seconds)
    took = processor_seconds() - began, monotonic() - on_clock
    return Told(formula.variables, len(formula.clauses), said, *took)


class Horizons:
    """The table by turns left while it is filled: the answers so far, and who was open with fewer turns left."""

    def __init__(self, seconds: float, clock: Clock, keep: Path | None, rows: int | None) -> None:
        self.seconds = seconds
        self.clock = clock
        self.keep = keep
        self.rows = rows
        self.told = {} if keep is None else read(keep)
        self.lines = dict[tuple[int, tuple[str, ...]], list[Position]]()

    def line(self, deal: int, items: tuple[str, ...], left: int, open_to: set[tuple[int, str]]) -> dict[str, Told]:
        """What each engine says of one line of the table; none of those to whom fewer turns were open is asked."""
        rows = [Row(deal, items, left, engine) for engine in ENGINE_NAMES if (deal, engine) not in open_to]
        new = [row for row in rows if row not in self.told]
        if new and self.rows != 0:
            self.rows = None if self.rows is None else self.rows - 1
            for row in new:
                self._ask(row)
        told = {row.engine: self.told[row] for row in rows if row in self.told}
        open_to |= {(deal, engine) for engine, one in told.items() if one.said == "open"}
        return told

    def _ask(self, row: Row) -> None:
        if self.clock.is_over:
            return
        if (row.deal, row.items) not in self.lines:
            self.lines[row.deal, row.items] = line_of(row.deal, row.items)
        self.told[row] = asked_left(row, self.lines[row.deal, row.items], self.seconds)
        write(self.keep, row, self.told[row])


def horizons(deals: int, table: Horizons) -> None:
    """For each number of turns left the formula and every engine, without items and with two pairs of them."""
    heads = (f"{engine + ': said, CPU s, clock s':>29}" for engine in ENGINE_NAMES)
    print(f"{'items':<18} {'left':>4} {'deal':>4} {'variables':>9} {'clauses':>9}{''.join(heads)}", flush=True)
    for items in PAIRS:
        open_to = set[tuple[int, str]]()
        for left, deal in product(LEFT, range(deals)):
            print(written(items, left, deal, table.line(deal, items, left, open_to)), flush=True)


def written(items: tuple[str, ...], left: int, deal: int, told: dict[str, Told]) -> str:
    """One line of the table; what was not asked, or was open with fewer turns left, is a dash."""
    size = next((f"{one.variables:>9,} {one.clauses:>9,}" for one in told.values()), f"{'-':>9} {'-':>9}")
    said = {engine: f"{one.said} {one.processor:7.1f} {one.clock:7.1f}" for engine, one in told.items()}
    cells = (f"{said.get(engine, '-'):>28}" for engine in ENGINE_NAMES)
    return f"{' + '.join(items) or 'none':<18} {left:>4} {deal:>4} {size} {' '.join(cells)}"


def read(keep: Path) -> dict[Row, Told]:
    """The answers that a file has."""
    if not keep.exists():
        return {}
    documents = [json.loads(text) for text in keep.read_text(encoding="utf-8").splitlines()]
    return {Row(deal, tuple(items), left, engine): Told(*told) for (deal, items, left, engine), told in documents}


def write(keep: Path | None, row: Row, told: Told) -> None:
    """Adds an answer to the file, if there is one."""
    if keep is not None:
        with keep.open("a", encoding="utf-8") as file:
            file.write(json.dumps([row, told]) + "\n")


def main() -> None:
    """Reads the command line and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--budget", type=float, default=60.0)
    parser.add_argument("--turns", type=int, nargs="*", default=[16, 17])
    parser.add_argument("--part", nargs="*", default=["horizons", "wins", "counters", "lost", "proofs"])
    parser.add_argument("--minutes", type=float, default=18.0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--rows", type=int)
    options = parser.parse_args()
    deals = starts(max(options.deals, 5))
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    formula = winning(deals[0], 16).cnf
    print(f"16 turns: {formula.variables:,} variables, {len(formula.clauses):,} clauses")
    clock = Clock(options.minutes)
    if "horizons" in options.part:
        horizons(min(options.deals, ASKED), Horizons(SHARE * options.budget, clock, options.keep, options.rows))
    if "wins" in options.part:
        wins(deals[: options.deals], options.turns, options.budget, clock)
    if "counters" in options.part:
        counters(deals, options.budget, clock)
    if "lost" in options.part:
        lost(deals, options.budget, clock)
    if "proofs" in options.part:
        proofs(deals, options.budget, clock)


if __name__ == "__main__":
    main()
