"""The hard deals published with the tests: each is a deal, and its line wins as it says, by the rules alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tabi.rules import solitaire
from tabi.rules.solitaire import Won
from tabi.spec.solitaire import Deal

DEALS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "hard_deals.jsonl").read_text("utf-8").splitlines()
]


def test_there_are_twenty_different_ones() -> None:
    assert len({(one["deck"], one["bay_road_day"]) for one in DEALS}) == len(DEALS) == 20


@pytest.mark.parametrize("hard", DEALS, ids=lambda hard: hard["id"])
def test_the_line_of_a_hard_deal_wins(hard: dict[str, object]) -> None:
    here = solitaire.start(Deal.model_validate({"deck": hard["deck"], "bay_road_day": hard["bay_road_day"]}))
    assert isinstance(hard["line"], list)
    for number, turn in enumerate(hard["line"], start=1):
        assert here.turn == number
        for step in solitaire.parse_turn(turn):
            here = solitaire.apply(here, step)
    assert isinstance(here.outcome, Won) and len(hard["line"]) == hard["turns"]
    assert hard["goal"] != "turns" or hard["turns"] == 16
