"""How random games go: how long they last, how they end, how many letters they win.

    python benchmarks/random_games.py [--games 2000] [--seed 1]

Plays random legal steps from random deals under the default readings. `every step` chooses among all legal steps alike;
`thrifty` uses items and letters only now and then, as a step of the phase is taken nine times out of ten.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from statistics import mean, quantiles

from tabi.rules import solitaire
from tabi.rules.solitaire import Lost, Position
from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.spec.solitaire import Item
from tabi.spec.solitaire.steps import Step

FREE = frozenset({"radio", "camera", "backpack", "tent", "letter", "fix", "map"})
FEW = 300
"""How many steps are looked at where there are very many: at the trimming."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished random game."""

    turns: int
    steps: int
    letters: int
    ending: str


def play(seed: int, items: tuple[Item, ...], thrift: float) -> Played:
    """One random game; with `thrift` 0.9 a step of the phase is preferred nine times out of ten."""
    random = Random(seed)
    position = solitaire.start(deal_from_seed(seed, items))
    count = 0
    while steps := list(islice(solitaire.legal_steps(position), FEW)):
        position = solitaire.apply(position, _chosen(steps, random, thrift))
        count += 1
    return Played(position.turn, count, len(position.resolved), _ending(position))


def _chosen(steps: list[Step], random: Random, thrift: float) -> Step:
    of_phase = [step for step in steps if step.step not in FREE]
    return random.choice(of_phase if of_phase and random.random() < thrift else steps)


def _ending(position: Position) -> str:
    outcome = position.outcome
    return f"lost {outcome.reason}" if isinstance(outcome, Lost) else "won"


def games(count: int, seed: int, *, with_items: bool, thrift: float) -> Iterator[Played]:
    """Random games from consecutive seeds, each with a random pair of items or without."""
    for number in range(seed, seed + count):
        items = tuple(sorted(Random(number).sample(list(Item), 2), key=list(Item).index)) if with_items else ()
        yield play(number, items, thrift)


def told(name: str, played: list[Played]) -> str:
    """One row: turns and steps (median and the middle nine tenths), letters, and how the games end."""
    turns = quantiles([game.turns for game in played], n=20)
    endings = Counter(game.ending for game in played).most_common()
    shares = ", ".join(f"{ending} {100 * times / len(played):.1f} %" for ending, times in endings)
    letters = mean(game.letters for game in played)
    steps = mean(game.steps for game in played)
    return (
        f"{name:<24} turns {turns[9]:.0f} ({turns[0]:.0f}-{turns[18]:.0f}, most {max(game.turns for game in played)}), "
        f"steps {steps:.0f}, letters {letters:.2f} (most {max(game.letters for game in played)}); {shares}"
    )


def main() -> None:
    """Prints a row for each kind of random play."""
    parser = argparse.ArgumentParser(description="How random games of the solitaire go.")
    parser.add_argument("--games", type=int, default=2000, help="games a row (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default 1)")
    arguments = parser.parse_args()
    for with_items in (False, True):
        for thrift, words in ((0.0, "every step"), (0.9, "thrifty")):
            played = list(games(arguments.games, arguments.seed, with_items=with_items, thrift=thrift))
            print(told(f"{'items' if with_items else 'no items'}, {words}", played), flush=True)


if __name__ == "__main__":
    main()
