"""The theorem about letters among points once no effect moves a black pawn: before the first effect and after the last.

A letter that brings a pawn to white earns no less when it comes sooner, and one that leads a pawn elsewhere when it
comes later. So two moments are enough for a formula that counts points (`encoding.scoring_turn`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.encoding.points_moments import PREMISES
from tabi.proofs.solitaire.scenes import PAIRS, cards_of
from tabi.proofs.theorem import Claim, theorem
from tabi.rules.solitaire import Event, Phase, Position, apply, legal_steps
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.walk import begun
from tabi.spec.solitaire import CARDS, SolitaireRulings, Suit
from tabi.spec.solitaire.locations import EVENT_DAYS
from tabi.spec.solitaire.rulings import EffectWalk
from tabi.spec.solitaire.steps import Fix, Letter, Step

BEFORE, BETWEEN, AFTER = "before the first effect", "between effects", "after the last effect"


@dataclass(frozen=True)
class Gathering:
    """The gaps at which letters move black pawns amid the effects, and the suits that must be resolved for it."""

    gaps: frozenset[str]
    settled: frozenset[Suit]
    name: str

    def __str__(self) -> str:
        return self.name


GATHERING: Final = Gathering(frozenset({BEFORE, AFTER}), frozenset({Suit.R, Suit.W}), "before and after")
ANYWHERE: Final = frozenset({BEFORE, BETWEEN, AFTER})
LETTERS: Final = 3
"""Points are a sum over the pawns, and letters of one pawn do not bind those of another; three on one are worth two."""
COLUMNS: Final = (
    (Suit.R,),
    (Suit.R, Suit.W, Suit.G),
    (Suit.W, Suit.Y, Suit.R),
    (Suit.G, Suit.B, Suit.R),
    (Suit.R, Suit.Y, Suit.R),
    (Suit.W, Suit.R, Suit.B),
)
"""What lies in white's place: suits that count, and between them green, yellow and blue, which may act."""


@theorem(
    "sol.encoding.points-gather",
    "Once red and white are resolved, letters that move black pawns amid the effects earn no more than such letters "
    "before the first effect and after the last one: with these a turn comes to the same end, with no fewer points "
    "and no fewer letters left.",
    clauses=["sol.letters.use", "sol.letters.location-memory", "sol.effects.points", "sol.effects.order"],
    premises=PREMISES,
    about=GATHERING,
    mutants=[
        replace(GATHERING, gaps=frozenset({BEFORE}), name="before alone"),
        replace(GATHERING, gaps=frozenset({AFTER}), name="after alone"),
        replace(GATHERING, settled=frozenset({Suit.W}), name="with red unresolved"),
        replace(GATHERING, settled=frozenset({Suit.R}), name="with white unresolved"),
    ],
)
def letters_may_be_gathered(gathering: Gathering) -> Claim:
    """Every course of the effects from every stand of the blacks, with up to three letters at any gap.

    Letters on events may come anywhere in both, for they touch no pawn; where there are some, one is left for them.
    """
    return for_all(_cases(gathering), least=5_000)


def _cases(gathering: Gathering) -> Iterator[tuple[object, bool]]:
    for suits, white, walk in product(COLUMNS, (3, 6), (EffectWalk.CARDS, EffectWalk.POSITION)):
        rulings = SolitaireRulings(effect_walk=walk)
        for open_suits in _unresolved(suits, gathering):
            known: dict[tuple[frozenset[str], Position], Ends] = {}
            for blacks, letters in product(PAIRS, range(LETTERS + 1)):
                start = begun(_scene(suits, white, blacks, letters, open_suits), rulings)
                best = _ends(start, gathering.gaps, rulings, known)
                for end, points in _ends(start, ANYWHERE, rulings, known).items():
                    yield (start, end), _reaches(best, end, points)


def _unresolved(suits: tuple[Suit, ...], gathering: Gathering) -> Iterator[frozenset[Suit]]:
    """Which suits are not resolved: none, or those of the column that need not be."""
    yield frozenset()
    if some := frozenset(suits) - gathering.settled:
        yield some


def _scene(
    suits: tuple[Suit, ...], white: int, blacks: tuple[int, int], letters: int, unresolved: frozenset[Suit]
) -> Position:
    """Effects that begin in the bay road, where these suits lie; on another day an event for blue to exchange."""
    here = tuple(map(Event, cards_of(suits)))
    other = Event(next(card for card in CARDS if card.number == here[0].card.number and card.suit not in suits))
    columns = tuple(here if day == white else (other,) if day == 1 else () for day in EVENT_DAYS)
    left = [card for card in CARDS if all(card is not event.card for event in (*here, other))]
    return Position.checked(
        phase=Phase.EFFECTS,
        white=white,
        blacks=blacks,
        bay_road_day=white,
        columns=columns,
        deck=tuple(left[:2]),
        discard=tuple(left[2:]),
        resolved=tuple(suit for suit in Suit if suit not in unresolved),
        letters=min(letters, len(Suit) - len(unresolved)),
    )


# Where effects lead

Ends = dict[Position, int]
"""The most points on the way to each position before the resolution."""


def _ends(
    position: Position,
    gaps: frozenset[str],
    rulings: SolitaireRulings,
    known: dict[tuple[frozenset[str], Position], Ends],
) -> Ends:
    """What the effects can lead to with letters on pawns at these gaps."""
    key = position.key
    if (gaps, key) not in known:
        best: Ends = {key: 0} if key.phase is Phase.RESOLVE else {}
        for step in _steps(key, gaps, rulings):
            after = apply(key, step, rulings)
            for end, points in _ends(after, gaps, rulings, known).items():
                best[end] = max(best.get(end, 0), after.points + points)
        known[gaps, key] = best
    return known[gaps, key]


def _steps(position: Position, gaps: frozenset[str], rulings: SolitaireRulings) -> Iterator[Step]:
    amid = BETWEEN if position.walk.applied else BEFORE
    gap = AFTER if position.phase is Phase.RESOLVE else amid
    for step in legal_steps(position, rulings):
        if isinstance(step, Letter):
            if gap in gaps:
                yield step
        elif position.phase is Phase.EFFECTS and not isinstance(step, Fix):
            yield step


def _reaches(ends: Ends, end: Position, points: int) -> bool:
    """Whether the same end is reached with as many points, and as many letters or more."""
    more = (evolve(end, letters=letters) for letters in range(end.letters, LETTERS + 1))
    return any(ends.get(one, -1) >= points for one in more)
