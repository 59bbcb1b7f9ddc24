"""What items, letters and readings are worth: points and turns of the best lines found on the reference deals.

    python benchmarks/designer.py items|letters|readings [--deals 20] [--positions 20000] [--goal points|turns]

Each deal is searched with and without, with the same number of positions, so that a run gives the same table on every
machine. A row has the mean of what was found, and the mean difference to the first row with its 95 % interval over the
deals. The lines are played through the rules; better ones may exist, so a difference speaks of what this search finds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations
from statistics import fmean, stdev
from typing import Final

from solving import deals
from tabi.rules import solitaire
from tabi.rules.solitaire import Position, Won
from tabi.solvers.kernel import machine
from tabi.solvers.kernel.lines import line_through
from tabi.solvers.kernel.turns import Moments
from tabi.solvers.kernel.win import Beam, Following
from tabi.solvers.points.search_beams import Found, Sweep, ends_of
from tabi.solvers.points.search_plans import plans_for, remembered
from tabi.spec.solitaire import Deal, Item
from tabi.spec.solitaire.rulings import (
    DEFAULT_RULINGS,
    BackFromOne,
    EffectsMandatory,
    EmptyHand,
    EventsPerPawn,
    FixedUnderBlue,
    PastSeven,
    Refill,
    Resolution,
    SolitaireRulings,
    YellowShort,
)

WIDTH: Final = 800
CHANCES: Final = 4
"""Beams that look for a win in fewer turns before it is given up."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a row plays with."""

    name: str
    items: tuple[Item, ...] = ()
    rulings: SolitaireRulings = DEFAULT_RULINGS
    leaves_out: int = 0


BARE: Final = Setting("no items, default readings")


def with_items() -> Iterator[Setting]:
    """Each pair of items."""
    for pair in combinations(Item, 2):
        yield Setting(" + ".join(pair), items=pair)


def with_letters() -> Iterator[Setting]:
    """Each use of letters left out, and both."""
    location, event = machine.NO_LOCATION_MEMORY, machine.NO_EVENT_MEMORY
    yield Setting("no location memory", leaves_out=location)
    yield Setting("no event memory", leaves_out=event)
    yield Setting("no letter is used", leaves_out=location | event)


def with_readings() -> Iterator[Setting]:
    """Other readings, one at a time, that matter without items."""
    readings: tuple[tuple[str, SolitaireRulings], ...] = (
        ("sol.refill=to-four", SolitaireRulings(refill=Refill.TO_FOUR)),
        ("sol.past-seven=stop-at-one", SolitaireRulings(past_seven=PastSeven.STOP_AT_ONE)),
        ("sol.back-from-one=refused", SolitaireRulings(back_from_one=BackFromOne.REFUSED)),
        ("sol.effects-mandatory=none", SolitaireRulings(effects_mandatory=EffectsMandatory.NONE)),
        ("sol.white-may-stay=yes", SolitaireRulings(white_may_stay=True)),
        ("sol.yellow-short=skip", SolitaireRulings(yellow_short=YellowShort.SKIP)),
        ("sol.fixed-under-blue=cube-travels", SolitaireRulings(fixed_under_blue=FixedUnderBlue.CUBE_TRAVELS)),
        ("sol.events-per-pawn=exactly", SolitaireRulings(events_per_pawn=EventsPerPawn.EXACTLY)),
        ("sol.resolution=optional", SolitaireRulings(resolution=Resolution.OPTIONAL)),
        ("sol.empty-hand=skip", SolitaireRulings(empty_hand=EmptyHand.SKIP)),
    )
    for name, rulings in readings:
        yield Setting(name, rulings=rulings)


def most_points(deal: Deal, setting: Setting, positions: int) -> int | None:
    """The most points found; None without a win."""
    start = solitaire.start(deal.model_copy(update={"items": setting.items}))
    elite: tuple[Found, ...] = ()
    followed = number = 0
    while followed < positions:
        for plan in plans_for(start, number, 0, elite):
            sweep = Sweep(start, setting.rulings, replace(plan, leaves_out=setting.leaves_out))
            while not sweep.is_over and followed < positions:
                followed += sweep.advance(positions - followed)
            if sweep.best is not None:
                elite = remembered(elite, sweep.best)
        number += 1
    return played(start, setting, list(ends_of(elite[0].way, start))).points if elite else None


def fewest_turns(deal: Deal, setting: Setting, positions: int) -> int | None:
    """The fewest turns found; None without a win. Each number of turns gets the same positions."""
    start = solitaire.start(deal.model_copy(update={"items": setting.items}))
    found: int | None = None
    while (shorter := win_by(start, setting, None if found is None else found - 1, positions)) is not None:
        found = shorter
    return found


def win_by(start: Position, setting: Setting, last_turn: int | None, positions: int) -> int | None:
    """The turns of a win by a last turn."""
    followed = 0
    for chance in range(CHANCES):
        beam = Beam(WIDTH, Moments.FREE, bool(setting.items), chance, last_turn, setting.leaves_out)
        following = Following(start, setting.rulings, beam)
        while not following.is_over and followed < positions:
            followed += following.advance(positions - followed)
        if following.won is not None:
            ends = list(following.ends())
            played(start, setting, ends)
            return len(ends)
    return None


def played(start: Position, setting: Setting, ends: list[Position]) -> Won:
    """The end of a line, played through the rules."""
    position = start
    for step in chain.from_iterable(line_through(start, iter(ends), setting.rulings)):
        position = solitaire.apply(position, step, setting.rulings)
    assert isinstance(position.outcome, Won)
    return position.outcome


def row(name: str, found: list[int | None], first: list[int | None]) -> str:
    """A row of the table; deals without a win in one of the two are left out of the difference, and counted."""
    known = [one for one in found if one is not None]
    pairs = [one - other for one, other in zip(found, first, strict=True) if one is not None and other is not None]
    mean = f"{fmean(known):.1f}" if known else "-"
    spread = 1.96 * stdev(pairs) / len(pairs) ** 0.5 if len(pairs) > 1 else float("nan")
    difference = f"{fmean(pairs):+.1f} ± {spread:.1f}" if pairs and found is not first else "-"
    return f"| {name} | {mean} | {difference} | {len(found) - len(known)} |"


def main() -> None:
    """Prints a table."""
    tables = {"items": with_items, "letters": with_letters, "readings": with_readings}
    parser = argparse.ArgumentParser()
    parser.add_argument("table", choices=tables)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--goal", choices=("points", "turns"), default="points")
    given = parser.parse_args()
    measure = most_points if given.goal == "points" else fewest_turns
    print(f"| {given.table} | mean {given.goal} | difference | no win found |\n|---|---|---|---|", flush=True)
    first: list[int | None] = []
    for setting in (BARE, *tables[given.table]()):
        found = [measure(deal, setting, given.positions) for deal in deals(given.deals, [])]
        first = first or found
        print(row(setting.name, found, first), flush=True)


if __name__ == "__main__":
    main()
