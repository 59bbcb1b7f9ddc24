"""The published perft table: counted by the naive model, recounted here by the library and for small rows by both."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tabi.rules import trip
from tabi.rules.trip import Position
from tabi.spec.rulings import rulings_from
from tabi.spec.trip import TripRulings
from tabi.spec.trip.steps import Reveal
from trip.perft_vectors import perft as naive_perft

TABLE = Path(__file__).parents[1] / "data" / "trip_perft.jsonl"
ROWS: list[dict[str, Any]] = [  # Any: rows are JSON
    json.loads(line) for line in TABLE.read_text(encoding="utf-8").splitlines()
]
SMALL = 60
NUMBERS = [str(number) for number in range(len(ROWS))]


def revealing(row: dict[str, Any]) -> Callable[[int], Reveal]:
    """What a row reveals, by the round."""

    def reveal(round_: int) -> Reveal:
        step = trip.parse_step(row["reveals"][round_ - 1])
        assert isinstance(step, Reveal)
        return step

    return reveal


@pytest.mark.parametrize("row", ROWS, ids=NUMBERS)
def test_the_library_counts_what_the_table_says(row: dict[str, Any]) -> None:
    position, rulings = trip.read_position(row["position"]), rulings_from(TripRulings, row["rulings"])
    assert trip.parse_position(row["line"]) == position
    counts = row["counts"]
    for length in sorted({1, (len(counts) + 1) // 2, len(counts)}):
        assert trip.perft(position, length, revealing(row), rulings) == counts[length - 1], (row["line"], length)


@pytest.mark.parametrize("row", ROWS, ids=NUMBERS)
def test_the_naive_model_counts_the_same_where_it_is_quick(row: dict[str, Any]) -> None:
    lengths = [1, *(length for length, before in enumerate(row["counts"], start=2) if before <= SMALL)]
    last = min(lengths[-1], len(row["counts"]))
    assert naive_perft(row["position"], row["reveals"], last, row["rulings"]) == row["counts"][last - 1]


def test_the_table_has_every_phase_with_steps_many_rulings_and_all_player_counts() -> None:
    positions = [row["position"] for row in ROWS]
    assert {position["phase"] for position in positions} >= {"reveal", "place", "define", "tile"}
    assert {position["players"] for position in positions} == {2, 3, 4}
    assert len({ruling for row in ROWS for ruling in row["rulings"]}) >= 12
    assert sum(row["counts"][-1] > 800 for row in ROWS) >= 10


def test_divide_splits_perft_by_the_first_step() -> None:
    row = next(row for row in ROWS if len(row["counts"]) > 1 and row["counts"][0] > 1)
    position, rulings = trip.read_position(row["position"]), rulings_from(TripRulings, row["rulings"])
    parts = trip.divide(position, 2, revealing(row), rulings)
    assert [step for step, _ in parts] == list(trip.legal_steps(position, rulings))
    assert sum(count for _, count in parts) == row["counts"][1]


def test_a_finished_game_has_no_sequences_and_one_empty_one() -> None:
    row = next(row for row in ROWS if row["counts"][-1] == 0)
    position, rulings = trip.read_position(row["position"]), rulings_from(TripRulings, row["rulings"])
    beyond = len(row["counts"])
    assert trip.perft(position, beyond, revealing(row), rulings) == 0
    assert trip.perft(position, 0, revealing(row), rulings) == 1


@pytest.mark.parametrize(("count", "depth"), [(trip.perft, -1), (trip.divide, 0)])
def test_a_depth_that_is_none_is_refused_in_a_sentence(
    count: Callable[[Position, int, Callable[[int], Reveal]], object], depth: int
) -> None:
    with pytest.raises(ValueError, match=r"The depth is -?\d; .*or more\."):
        count(trip.read_position(ROWS[0]["position"]), depth, revealing(ROWS[0]))
