"""The published perft table: counted by the naive model, recounted here by the library and for small rows by both."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from naive.solitaire import perft as naive_perft
from solitaire.perft_vectors import rows
from tabi.rules import solitaire
from tabi.rules.solitaire import Position
from tabi.rules.solitaire.game import read_position
from tabi.spec.rulings import rulings_from
from tabi.spec.solitaire import SolitaireRulings

TABLE = Path(__file__).parents[1] / "data" / "solitaire_perft.jsonl"
ROWS: list[dict[str, Any]] = [  # Any: rows are JSON
    json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()
]
SMALL = 20_000


@pytest.mark.parametrize("row", ROWS, ids=[str(number) for number in range(len(ROWS))])
def test_the_library_counts_what_the_table_says(row: dict[str, Any]) -> None:
    position = read_position(row["position"])
    rulings = rulings_from(SolitaireRulings, row["rulings"])
    assert solitaire.parse_position(row["line"]) == position
    counts = row["counts"]
    lengths = {1, len(counts) // 2 or 1, len(counts)}
    for length in sorted(lengths):
        assert solitaire.perft(position, length, rulings) == counts[length - 1], (row["line"], length)


@pytest.mark.parametrize("row", ROWS, ids=[str(number) for number in range(len(ROWS))])
def test_the_naive_model_counts_the_same_where_it_is_quick(row: dict[str, Any]) -> None:
    quick = [length for length, count in enumerate(row["counts"], start=1) if count <= SMALL]
    assert naive_perft(row["position"], quick[-1], row["rulings"]) == row["counts"][quick[-1] - 1]


def test_the_table_is_the_one_that_the_script_makes() -> None:
    made = [(position, rulings, depth) for position, rulings, depth in rows()]
    assert [(row["position"], row["rulings"], len(row["counts"])) for row in ROWS] == made


def test_the_table_has_twelve_positions_several_rulings_and_item_pairs() -> None:
    assert len({row["line"] for row in ROWS}) >= 12
    assert len({ruling for row in ROWS for ruling in row["rulings"]}) >= 12
    assert len({tuple(row["position"]["items"]) for row in ROWS}) >= 8


def test_divide_splits_perft_by_the_first_step() -> None:
    row = ROWS[1]
    position = read_position(row["position"])
    parts = solitaire.divide(position, 4)
    assert [step for step, _ in parts] == list(solitaire.legal_steps(position))
    assert sum(count for _, count in parts) == row["counts"][3]


def test_a_finished_game_has_no_sequences_and_one_empty_one() -> None:
    lost = solitaire.parse_position("phase=over lost=empty-hand")
    assert (solitaire.perft(lost, 0), solitaire.perft(lost, 1), solitaire.perft(lost, 2)) == (1, 0, 0)


@pytest.mark.parametrize(("count", "depth"), [(solitaire.perft, -1), (solitaire.divide, 0)])
def test_a_depth_that_is_none_is_refused_in_a_sentence(count: Callable[[Position, int], object], depth: int) -> None:
    with pytest.raises(ValueError, match=r"The depth is -?\d; .*or more\."):
        count(solitaire.parse_position(""), depth)
