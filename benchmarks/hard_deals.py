"""Looks for deals that are hard to win, or hard to win in 16 turns, by climbing over the orders of the deck.

    python benchmarks/hard_deals.py [--last-turn 16] [--seed 0] [--seconds 600] [--note FILE]

How hard a deal is: beams of growing width, several chances each, look for a win; what counts is the mean over the
chances of the width that wins, in doublings of the first one. A climb begins with the hardest of some random deals and
exchanges cards of the deck (or moves the bay road) while that makes it no easier; when it is stuck, the next one
begins. A deal that no beam wins is not thereby lost: `tabi solve` is the judge. Every deal that raises its climb's
record is written to FILE, one JSON object a line.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import fmean
from time import monotonic
from typing import Final

from tabi.rules.solitaire import start
from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.solvers.kernel.turns import Moments
from tabi.solvers.kernel.win import Beam, Following
from tabi.spec.solitaire import Deal
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

FIRST_WIDTH: Final = 25
DOUBLINGS: Final = 11
"""The widest beam has 51,200 positions a turn."""
CHANCES: Final = 4
FIRST_DEALS: Final = 40
STUCK: Final = 500
"""After so many tries that all make it easier a climb ends."""


def needed(deal: Deal, last_turn: int | None, chance: int, most: int) -> int:
    """The doublings of the first width after which a beam wins with this chance, at most `most` + 1."""
    position = start(deal)
    for doubling in range(most + 1):
        seed = chance * 64 + doubling
        following = Following(
            position, DEFAULT_RULINGS, Beam(FIRST_WIDTH << doubling, Moments.SENSIBLE, False, seed, last_turn)
        )
        while not following.is_over:
            following.advance(100_000)
        if following.won is not None:
            return doubling
    return most + 1


def hardness(deal: Deal, last_turn: int | None, most: int) -> float:
    """The mean of the doublings that the chances need."""
    return fmean(needed(deal, last_turn, chance, most) for chance in range(CHANCES))


def neighbour(deal: Deal, chance: Random) -> Deal:
    """The deal with two cards of its deck exchanged, now and then four, or with the bay road on another day."""
    deck, bay_road_day = list(deal.deck), deal.bay_road_day
    if chance.random() < 0.06:
        bay_road_day = chance.randint(1, 6)
    else:
        for _ in range(1 if chance.random() < 0.7 else 2):
            one, other = chance.sample(range(len(deck)), 2)
            deck[one], deck[other] = deck[other], deck[one]
    return Deal(deck=tuple(deck), bay_road_day=bay_road_day)


def climb(seed: int, last_turn: int | None, most: int) -> Iterator[tuple[float, Deal]]:
    """Ever harder deals of one climb; after each further try the hardest one again."""
    chance = Random(seed)
    dealt = [deal_from_seed(1_000_000 + seed * FIRST_DEALS + number, ()) for number in range(FIRST_DEALS)]
    best = max(((hardness(deal, last_turn, most), deal) for deal in dealt), key=lambda one: one[0])
    yield best
    failures = 0
    while failures < STUCK:
        deal = neighbour(best[1], chance)
        found = hardness(deal, last_turn, most)
        failures = 0 if found > best[0] else failures + 1
        best = (found, deal) if found >= best[0] else best
        yield best


def main() -> None:
    """Climbs until the time is up."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--last-turn", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--doublings", type=int, default=DOUBLINGS)
    parser.add_argument("--note", type=Path)
    given = parser.parse_args()
    began, tries = monotonic(), 0
    seed = given.seed
    while monotonic() - began < given.seconds:
        record = -1.0
        for found, deal in climb(seed, given.last_turn, given.doublings):
            tries += 1
            if found > record:
                record = found
                told = {"hardness": found, "climb": seed, "tries": tries, **deal.model_dump(mode="json")}
                print(f"{monotonic() - began:8.0f} s  climb {seed}  tries {tries}  hardness {found:.2f}", flush=True)
                if given.note is not None:
                    with given.note.open("a", encoding="utf-8") as note:
                        note.write(json.dumps(told) + "\n")
            if monotonic() - began > given.seconds:
                break
        seed += 1


if __name__ == "__main__":
    main()
