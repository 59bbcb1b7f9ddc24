"""Makes the perft table `tests/data/solitaire_perft.jsonl` with the naive model; the tests hold the library to it.

    python tests/solitaire/perft_vectors.py      # from the project's root; prints each row as it is counted

A row is a position (one line and JSON), the rulings that are not the default, and the number of step sequences of each
length from 1. For other implementers: count the same and compare.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "tests" / "data" / "solitaire_perft.jsonl"
DEALS = ROOT / "tests" / "data" / "reference_deals.jsonl"

Json = dict[str, object]

# Beginnings: which reference deal, items, rulings, depth.
FROM_DEALS: tuple[tuple[int, tuple[str, ...], dict[str, str], int], ...] = (
    (0, (), {}, 19),
    (1, ("map", "tent"), {}, 10),
    (2, ("radio", "backpack"), {}, 8),
    (3, ("lantern", "camera"), {"sol.past-seven": "stop-at-one", "sol.refill": "to-four"}, 13),
    (4, ("map", "camera"), {"sol.map-window": "number", "sol.map-lap": "free"}, 14),
    (5, ("tent", "backpack"), {"sol.tent-may-take-thrown": "no"}, 13),
)

# Later moments, written by hand: what is asked is near their last chapters.
LATE: tuple[tuple[Json, dict[str, str], int], ...] = (
    (
        {
            "phase": "effects",
            "white": 6,
            "blacks": [2, 6],
            "columns": {"6": ["B4", "R2", "W1"], "2": ["G4", "Y2!"], "5": ["W4"]},
            "deck": ["R6", "G5", "Y6", "B1"],
            "hand": ["R4", "Y5", "W6", "G6"],
            "discard": ["rest"],
            "items": {"map": "used", "lantern": "ready"},
            "resolved": ["Y", "R"],
            "letters": 1,
        },
        {},
        8,
    ),
    (
        {
            "phase": "effects",
            "white": 6,
            "blacks": [2, 6],
            "columns": {"6": ["B4", "R2", "W1"], "2": ["G4", "Y2!"], "5": ["W4"]},
            "deck": ["R6", "G5", "Y6", "B1"],
            "hand": ["R4", "Y5", "W6", "G6"],
            "discard": ["rest"],
            "items": {"camera": "used", "lantern": "ready"},
            "resolved": ["Y", "R"],
            "letters": 1,
        },
        {
            "sol.effect-walk": "position",
            "sol.effects-mandatory": "none",
            "sol.fixed-under-blue": "cube-travels",
            "sol.lantern-order": "player",
            "sol.white-may-stay": "yes",
        },
        5,
    ),
    (
        {
            "phase": "resolve",
            "white": 3,
            "blacks": [3, 4],
            "bay_road_day": 3,
            "columns": {"3": ["G1", "W2", "G3"], "4": ["W5", "G6"], "1": ["R3!"]},
            "deck": ["R6", "B5"],
            "hand": ["Y1", "B2", "B6"],
            "discard": ["rest"],
            "resolved": ["R", "Y"],
            "letters": 1,
        },
        {"sol.nearest": "player", "sol.resolution": "optional"},
        8,
    ),
    (
        {
            "phase": "trim",
            "white": 7,
            "blacks": [7, 7],
            "deck": ["R6"],
            "hand": ["Y1", "B2", "B6", "R1", "G2", "W3"],
            "discard": ["rest"],
            "items": {"radio": "ready", "tent": "used"},
            "resolved": ["R", "Y", "G", "B", "W"],
            "letters": 0,
        },
        {},
        2,
    ),
    (
        {
            "phase": "trim",
            "white": 7,
            "blacks": [3, 7],
            "columns": {"4": ["W5", "G6"], "3": ["B1", "Y4"]},
            "deck": ["R6", "G1"],
            "hand": ["Y1", "B2", "B6", "R1", "G2"],
            "discard": ["rest"],
            "items": {"backpack": "ready", "tent": "ready"},
            "resolved": ["R", "Y", "G", "B", "W"],
            "letters": 2,
        },
        {"sol.deck-out": "clear-check"},
        3,
    ),
    (
        {
            "phase": "play",
            "white": 5,
            "blacks": [1, 6],
            "columns": {"6": ["W5", "G6", "R3"], "3": ["B1", "Y4"], "1": ["G1"]},
            "deck": ["R6"],
            "hand": [],
            "discard": ["rest"],
            "items": {"radio": "ready", "map": "ready"},
            "resolved": ["R"],
            "letters": 1,
        },
        {"sol.radio-short": "partial", "sol.empty-hand": "skip", "sol.yellow-short": "skip"},
        10,
    ),
    (
        {
            "phase": "blacks",
            "white": 1,
            "blacks": [4, 4],
            "bay_road_day": 1,
            "columns": {"1": ["B3!", "W3"], "4": ["G3", "W1"]},
            "played": "R1",
            "deck": ["Y6", "G4", "B6"],
            "hand": ["Y3", "R5", "W2"],
            "discard": ["rest"],
            "items": {"map": "ready", "camera": "ready"},
            "resolved": ["B", "W"],
            "letters": 1,
        },
        {"sol.fixed-under-blue": "cube-stays", "sol.camera-duration": "permanent", "sol.back-from-one": "refused"},
        6,
    ),
    (
        {
            "phase": "refill",
            "white": 2,
            "blacks": [2, 5],
            "columns": {"2": ["W6", "Y2"], "5": ["W4", "Y5"], "6": ["R1", "B1", "Y1"]},
            "deck": ["R6", "G5", "Y6", "B4"],
            "hand": ["R4", "Y3", "W1"],
            "discard": ["rest"],
            "items": {"backpack": "ready", "radio": "used"},
            "resolved": ["G"],
            "letters": 1,
        },
        {"sol.effect-walk": "snapshot", "sol.walk-end": "open", "sol.events-per-pawn": "exactly"},
        7,
    ),
)


def rows() -> list[tuple[Json, dict[str, str], int]]:
    """Every row's full position, rulings and depth; positions are brought to full JSON by the library's parser."""
    from tabi.rules.solitaire.game import GAME, read_position, write_position

    lines = DEALS.read_text(encoding="utf-8").splitlines()
    found: list[tuple[Json, dict[str, str], int]] = []
    for number, items, rulings, depth in FROM_DEALS:
        deal = {**json.loads(lines[number]), "items": list(items)}
        found.append((dict(write_position(GAME.start(deal))), rulings, depth))
    found += [
        (dict(write_position(read_position(json.loads(json.dumps(one))))), rest, depth) for one, rest, depth in LATE
    ]
    return found


def main() -> None:
    """Counts every row with the naive model and writes the table."""
    sys.path.insert(0, str(ROOT / "tests"))
    from naive.solitaire import perft
    from tabi.rules.solitaire.game import GAME

    with TABLE.open("w", encoding="utf-8") as table:
        for position, rulings, depth in rows():
            counts = [perft(position, length, rulings) for length in range(1, depth + 1)]
            line = GAME.format_position(GAME.read_position(json.loads(json.dumps(position))))
            row = {"line": line, "position": position, "rulings": rulings, "counts": counts}
            table.write(json.dumps(row) + "\n")
            print(depth, counts, rulings, flush=True)


if __name__ == "__main__":
    main()
