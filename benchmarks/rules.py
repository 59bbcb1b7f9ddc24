"""How fast the rules are, beside python-chess on the same machine in the same run.

    python benchmarks/rules.py [--seconds 2]

`apply` (always checked) against python-chess's `push` (unchecked) and `push` after `is_legal`, and perft against perft.
Rates are the best of five runs of equal length; what is compared is the ratio. The import time of the bare library is
the median of five fresh processes.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

import chess

from tabi.rules import solitaire
from tabi.rules.solitaire import Position
from tabi.spec.solitaire import Deal, Item
from tabi.spec.solitaire.steps import Step

DEALS = Path(__file__).parents[1] / "tests" / "data" / "reference_deals.jsonl"
RUNS = 5


def reference_deals(count: int) -> list[Deal]:
    """The first reference deals, every other one with an item pair."""
    lines = DEALS.read_text(encoding="utf-8").splitlines()[:count]
    pairs = [(), (Item.MAP, Item.TENT), (), (Item.LANTERN, Item.CAMERA)]
    return [Deal.model_validate({**json.loads(line), "items": pairs[n % 4]}) for n, line in enumerate(lines)]


def played_games(count: int) -> list[list[tuple[Position, Step]]]:
    """Random games, each as the positions met and the steps taken in them."""
    random = Random(1)
    return [list(_game(solitaire.start(deal), random)) for deal in reference_deals(count)]


def _game(position: Position, random: Random) -> Iterator[tuple[Position, Step]]:
    while steps := list(islice(solitaire.legal_steps(position), 200)):
        step = random.choice(steps)
        yield position, step
        position = solitaire.apply(position, step)


def chess_games(count: int) -> list[tuple[chess.Board, list[chess.Move]]]:
    """Random chess games as a fresh board and the moves played."""
    random = Random(1)
    games = []
    for _ in range(count):
        board = chess.Board()
        moves: list[chess.Move] = []
        while not board.is_game_over() and len(moves) < 80:
            moves.append(random.choice(list(board.legal_moves)))
            board.push(moves[-1])
        games.append((chess.Board(), moves))
    return games


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units of work per second, the best of several runs of `seconds`."""
    return max(_one_rate(work, seconds) for _ in range(RUNS))


def _one_rate(work: Callable[[], int], seconds: float) -> float:
    done, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        done += work()
    return done / (time.perf_counter() - begin)


def apply_all(games: list[list[tuple[Position, Step]]]) -> int:
    """Applies every step of the games."""
    for game in games:
        for position, step in game:
            solitaire.apply(position, step)
    return sum(map(len, games))


def push_all(games: list[tuple[chess.Board, list[chess.Move]]], *, checked: bool) -> int:
    """Pushes every move of the games, after asking whether it is legal when `checked`."""
    for fresh, moves in games:
        board = fresh.copy()
        for move in moves:
            if checked and not board.is_legal(move):
                raise AssertionError(move)
            board.push(move)
    return sum(len(moves) for _, moves in games)


def chess_perft(board: chess.Board, depth: int) -> int:
    """The usual perft with python-chess: the last ply is counted and not played."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += chess_perft(board, depth - 1)
        board.pop()
    return total


def import_seconds() -> float:
    """The median wall time of five fresh processes that import the rules, less that of an empty one."""

    def wall(code: str) -> float:
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - begin

    code = "import tabi.rules.solitaire"
    return statistics.median(wall(code) for _ in range(RUNS)) - statistics.median(wall("") for _ in range(RUNS))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one run")
    seconds = parser.parse_args().seconds
    games, chess_ones = played_games(20), chess_games(20)
    start = solitaire.start(reference_deals(2)[1])
    rates = {
        "apply, checked": rate(lambda: apply_all(games), seconds),
        "push, unchecked": rate(lambda: push_all(chess_ones, checked=False), seconds),
        "is_legal and push": rate(lambda: push_all(chess_ones, checked=True), seconds),
        "perft": rate(lambda: solitaire.perft(start, 6), seconds),
        "chess perft": rate(lambda: chess_perft(chess.Board(), 3), seconds),
    }
    print(f"Python {platform.python_version()}, {platform.machine()}, python-chess {chess.__version__}")
    for name, value in rates.items():
        print(f"{name:<20} {value:>12,.0f} a second")
    print(f"apply / push              {rates['apply, checked'] / rates['push, unchecked']:.2f}   (aim 0.20)")
    print(f"apply / is_legal and push {rates['apply, checked'] / rates['is_legal and push']:.2f}")
    print(f"perft / chess perft       {rates['perft'] / rates['chess perft']:.2f}   (aim 0.05)")
    print(f"import of the rules       {import_seconds():.2f} s   (aim under 0.5)")


if __name__ == "__main__":
    main()
