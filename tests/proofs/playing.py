"""Games at random and lines that win, step by step, for holding bounds against what really happens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from tabi.rules import solitaire
from tabi.rules.solitaire import Position
from tabi.rules.solitaire.walk import taken_up
from tabi.spec.rulings import readings_of, ruling_id, rulings_from
from tabi.spec.solitaire import CARDS, Deal, Item, SolitaireRulings
from tabi.spec.solitaire.steps import Step

DEALS = Path(__file__).parents[1] / "data" / "reference_deals.jsonl"
MOST_STEPS = 300


class Played(NamedTuple):
    """A step of a game: the position before, the step, the position after, and the readings."""

    before: Position
    step: Step
    after: Position
    rulings: SolitaireRulings


def reference(number: int) -> Deal:
    """A reference deal, without items."""
    line = DEALS.read_text(encoding="utf-8").splitlines()[number]
    return Deal.model_validate({**json.loads(line), "items": ()})


def random_rulings(chance: Random) -> SolitaireRulings:
    """A random reading of every open point; the default ones half of the time."""
    if chance.random() < 0.5:
        return SolitaireRulings()
    fields = SolitaireRulings.model_fields
    model = SolitaireRulings
    return rulings_from(model, {ruling_id(model, field): chance.choice(readings_of(model, field)) for field in fields})


def random_deal(chance: Random) -> Deal:
    """A random deal with two random items, or now and then none."""
    items = tuple(chance.sample(tuple(Item), 2)) if chance.random() < 0.8 else ()
    return Deal(deck=tuple(chance.sample(CARDS, len(CARDS))), bay_road_day=chance.randint(1, 6), items=items)


def random_game(start: Position, rulings: SolitaireRulings, chance: Random) -> Iterator[Played]:
    """A game in which every step is drawn from the legal ones, each kind of step alike."""
    position = taken_up(start, rulings)
    for _ in range(MOST_STEPS):
        legal = list(islice(solitaire.legal_steps(position, rulings), 400))
        if not legal:
            return
        kind = chance.choice(sorted({step.step for step in legal}))
        step = chance.choice([step for step in legal if step.step == kind])
        after = solitaire.apply(position, step, rulings)
        yield Played(position, step, after, rulings)
        position = after
