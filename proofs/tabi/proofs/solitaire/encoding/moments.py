"""The theorem about the moments of a formula: letters spent at a few of them win as well as at any time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, pairwise, product
from typing import Final

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.encoding.sketches import late
from tabi.proofs.solitaire.waiting import MayWait, Spending, may_wait
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Event, Phase
from tabi.rules.solitaire.position import evolve
from tabi.spec.solitaire import Card, SolitaireRulings, Suit
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import EffectWalk
from tabi.spec.solitaire.steps import (
    Blacks,
    Blue,
    DrawRefill,
    Fix,
    Green,
    Lantern,
    Letter,
    Place,
    Play,
    Points,
    Red,
    Resolve,
    Step,
    Trim,
    White,
    Yellow,
)

Moment = tuple[type[Spending], type[Step]]
"""A letter that moves a pawn, or one that fixes an event in white's column, spent right before a step."""


@dataclass(frozen=True)
class Times:
    """The moments at which letters are spent, and a name for them."""

    moments: frozenset[Moment]
    name: str = "all of them"

    def __str__(self) -> str:
        return self.name

    def without(self, letter: type[Spending], step: type[Step]) -> Times:
        """The same without one moment."""
        left = self.moments - {(letter, step)}
        return Times(left, f"no {letter.__name__.lower()} before {step.__name__.lower()}")


_ACTS: Final[dict[Suit, Step]] = {Suit.R: Red(), Suit.G: Green(), Suit.Y: Yellow(), Suit.B: Blue(), Suit.W: White()}
WINNING: Final = Times(
    frozenset(
        {
            *((Letter, kind) for kind in (Blacks, Red, White, Lantern, Resolve)),
            *((Fix, kind) for kind in (Place, Red, White, Green, Yellow, Blue, Points, Lantern, Resolve)),
        }
    )
)
"""The moments of `Moments.WINNING`: letters on pawns before the blacks move, before red and white, and before the
resolution; letters on events of white's column before placing, before each effect and before the resolution."""
NOTED: Final = frozenset({(Fix, DrawRefill)})
"""The moment that there is besides under `snapshot`, for events of white's column before the suits are noted down."""


@theorem(
    "sol.encoding.moments",
    "A play that spends letters at any time is matched by one that spends them only before the blacks move, before red "
    "and white effects and before the resolution, or for events in white's place before placing, before each effect "
    "and before the resolution, under `snapshot` also before the refill: it wins in as many turns, or sooner. No "
    "letter is needed after the resolution.",
    clauses=["sol.letters.use", "sol.letters.location-memory", "sol.letters.event-memory", "sol.ending.clear"],
    premises=Premises(
        {
            "sol.empty-hand": frozenset({"items-first"}),
            "sol.fixed-under-blue": frozenset({"refused"}),
            "sol.fixed-under-backpack": frozenset({"refused"}),
            "sol.nearest": frozenset({"white", "player"}),
        },
        words="when every turn has a card, fixed events stay and the suit to resolve is not the nearest anywhere, with "
        "any items; beside a backpack of the same moment letters for events are spent as before, the others as late",
    ),
    about=WINNING,
    mutants=[
        *(WINNING.without(Letter, kind) for kind in (Blacks, Red, White, Resolve)),
        *(WINNING.without(Fix, kind) for kind in (Place, Blue, Resolve)),
    ],
    rests_on=[
        *("sol.letters.moved-pawn-waits", "sol.letters.fixed-event-waits", "sol.letters.never-home"),
        *("sol.ending.one-game", "sol.encoding.last-uses"),
    ],
)
def moments_are_enough(times: Times) -> Claim:
    """Every letter at every gap of a turn, for every course of three turns: it waits as long as it may, and then has a
    moment or is never needed.

    What is proved of one letter and one step holds for many: they are kept back in the order in which they were spent,
    the step passes them one by one, and two of different kinds or columns may change places. A pawn's letter that is
    never needed was spent after the blacks' last move and effects, and leaves a pawn away from day 7, so the play it
    was part of does not win there. In a turn one event of white's place is fixed at most, for it keeps its mark.

    A play that a failed draw wins is one of the game in which such a draw loses, up to that draw. Its last turn is the
    beginning of a turn here, so a letter spent in it has a moment before the draw, or waits for the draw: then it is
    left out.
    """
    cases = (_waited(times, course, reading) for reading, course in product(EffectWalk, courses()))
    return for_all(chain.from_iterable(cases), least=10_000)


Gap = tuple[Phase, int, Step]
"""What comes next: the phase, white's day and the forced step before which a letter may be spent."""


def courses() -> Iterator[tuple[Gap, ...]]:
    """Three turns, white on days from 1 to 3 and 7, each with no effect, with each one and with two of them."""
    single = (*_ACTS.values(), Points(Suit.R), Lantern(Red()), Lantern(Yellow()))
    acts = ((), *((act,) for act in single), (Yellow(), Red()), (White(), Points(Suit.B)))
    for days, effects in product(product((1, 2, LAST_DAY), repeat=4), acts):
        yield tuple(
            gap for before, to in pairwise(days) for gap in _gaps(before, to, effects if to != LAST_DAY else ())
        )


def _gaps(before: int, to: int, effects: tuple[Step, ...]) -> Iterator[Gap]:
    yield Phase.PLAY, before, Play(Card.R1)
    yield Phase.BLACKS, to, Blacks(())
    yield Phase.PLACE, to, Place()
    yield Phase.REFILL, to, DrawRefill()
    yield from ((Phase.EFFECTS, to, effect) for effect in effects)
    yield Phase.RESOLVE, to, Resolve()
    yield Phase.TRIM, to, Trim(())


def _waited(times: Times, course: tuple[Gap, ...], reading: EffectWalk) -> Iterator[tuple[object, bool]]:
    rulings = SolitaireRulings(effect_walk=reading)
    moments = times.moments | NOTED if reading is EffectWalk.SNAPSHOT else times.moments
    for gap, letter in product(range(len(course) // 3), spendings()):
        step = next((one for one in course[gap:] if not waits(may_wait, letter, one, rulings)), None)
        yield (course[gap], letter, step), step is None or (type(letter), type(step[2])) in moments


def spendings() -> tuple[Spending, ...]:
    """A letter that moves a pawn, and one for each of the events G1, G2 and G3, which lie on the days 1, 2 and 3."""
    return (Letter(3, 4), *(Fix(Card[f"G{day}"]) for day in (1, 2, 3)))


def waits(may: MayWait, letter: Spending, gap: Gap, rulings: SolitaireRulings) -> bool:
    """Whether a letter of `spendings` waits for the step of a gap."""
    phase, white, step = gap
    return may(letter, step, evolve(_LYING, phase=phase, white=white), rulings)


_LYING: Final = evolve(
    late({}), columns=((Event(Card.G1),), (Event(Card.G2),), (Event(Card.G3),), (), (), ()), resolved=tuple(Suit)
)
