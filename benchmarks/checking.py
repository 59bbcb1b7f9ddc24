"""Measures how long certificates take to check: a line, a closed set, proofs of formulas by every checker there is.

    python benchmarks/checking.py [--decks 19 20] [--slow]

Prints a line for each with its size and processor seconds (those of the checker's process counted), and for the closed
set how many small steps were looked at in a second. The proofs say that a reference deal whose deck is cut to so many
cards is not won in sixteen turns. With `--slow` dratify's Python judges the large ones too.
"""

from __future__ import annotations

import argparse
import json
import platform
import tempfile
from collections.abc import Callable
from functools import partial
from os import times
from pathlib import Path

from tabi.rules import solitaire
from tabi.rules.certificates import ClosedSet, CnfProof, Valid, check
from tabi.rules.records import Fault, Record
from tabi.rules.solitaire import Position, Won, apply, legal_steps
from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.rules.solitaire.game import read_position, write_position
from tabi.solvers import Proved, solve
from tabi.solvers.cnfproof import Checker, certificate_of, check_cnf_proof
from tabi.solvers.cnfproof.checkers import MOST_FOR_PYTHON, installed
from tabi.solvers.encoding import Unsat, decide
from tabi.spec.solitaire import Deal
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

DEALS = Path(__file__).parents[1] / "tests" / "data" / "reference_deals.jsonl"
TURNS = 16


def processor_seconds() -> float:
    """Processor time of this process and of those that it has waited for."""
    spent = times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def timed(question: Callable[[], Valid | Fault]) -> float:
    """Processor seconds of a check that must hold."""
    began = processor_seconds()
    came = question()
    if not isinstance(came, Valid):
        raise SystemExit(f"a certificate does not hold: {came}")
    return processor_seconds() - began


def row(title: str, size: int, seconds: float, more: str = "") -> None:
    """Prints one line."""
    print(f"{title:<44} {size / 1e3:10.1f} kB {seconds:8.2f} s  {more}", flush=True)


def line() -> Record:
    """A dealt game, won."""
    deal = deal_from_seed(7)
    proved = solve(deal)
    if not isinstance(proved, Proved):
        raise SystemExit("the deal of seed 7 was not won")
    turns = tuple(tuple(solitaire.format_step(step) for step in turn) for turn in proved.line)
    document = {"kind": "line", "game": "solitaire", "deal": deal.model_dump(mode="json", exclude_none=True)}
    return Record.model_validate({**document, "turns": turns, "claim": {"turns": len(turns)}})


def closed_set() -> tuple[ClosedSet, int]:
    """Every play of a position without a deck, which no play wins, and the number of its small steps."""
    start = read_position(
        {"white": 5, "blacks": [6, 4], "hand": ["R1", "G2", "Y3"], "deck": [], "discard": ["rest"], "letters": 2,
         "resolved": ["R", "G", "Y", "B", "W"], "columns": {"2": ["W1", "W2"], "4": ["G3"]}}
    )  # fmt: skip
    met, queue, steps = {start.key}, [start.key], 0
    for here in queue:
        for step in legal_steps(here):
            steps += 1
            after = apply(here, step).key
            if isinstance(after.outcome, Won):
                raise SystemExit("the closed set is none")
            if after.outcome is None and after not in met:
                met.add(after)
                queue.append(after)
    lines = tuple(map(solitaire.format_position, queue))
    return ClosedSet(game="solitaire", position=write_position(start), positions=lines), steps


def cut(cards: int) -> Position:
    """The start of the first reference deal with so many cards in its deck, the others in the discard."""
    start = solitaire.start(Deal.model_validate(json.loads(DEALS.read_text(encoding="utf-8").splitlines()[0])))
    fields = {name: getattr(start, name) for name in ("bay_road_day", "white", "blacks", "hand")}
    return Position.checked(**fields, deck=start.deck[:cards], discard=start.deck[cards:])


def proof(cards: int) -> CnfProof:
    """The certificate that a cut deal is not won in sixteen turns; prints what writing it took."""
    start = cut(cards)
    with tempfile.TemporaryDirectory() as folder:
        began = processor_seconds()
        decision = decide(start, TURNS, "sat", None, proofs=Path(folder))
        if not isinstance(decision, Unsat):
            raise SystemExit(f"the deal with a deck of {cards} is won")
        solved = processor_seconds()
        size = sum(path.stat().st_size for path in decision.proofs)
        parts = [(TURNS, path.with_suffix(".cnf"), path) for path in decision.proofs]
        certificate = certificate_of(start, DEFAULT_RULINGS, TURNS, None, parts)
        row(f"deck {cards}: solving, as the solver's proof", size, solved - began)
        row(f"deck {cards}: trimming, as a certificate", _size(certificate), processor_seconds() - solved)
    return certificate


def _size(certificate: Record | ClosedSet | CnfProof) -> int:
    return len(certificate.model_dump_json())


def main() -> None:
    """Reads the command line and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--decks", type=int, nargs="*", default=[19, 20])
    parser.add_argument("--slow", action="store_true")
    options = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, Python {platform.python_version()}")
    game = line()
    row("line of 16 turns", _size(game), timed(lambda: check(game)))
    closed, steps = closed_set()
    seconds = timed(lambda: check(closed))
    rate = f"{len(closed.positions):,} positions, {steps:,} steps, {steps / seconds:,.0f} steps/s"
    row("closed set", _size(closed), seconds, rate)
    for cards in options.decks:
        certificate = proof(cards)
        for checker in installed():
            if checker is not Checker.PYTHON or options.slow or certificate.formulas[0].size < MOST_FOR_PYTHON:
                checked = timed(partial(check_cnf_proof, certificate, checker=checker))
                row(f"deck {cards}: cnf-proof, judged by {checker}", _size(certificate), checked)


if __name__ == "__main__":
    main()
