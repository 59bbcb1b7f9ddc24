"""Theorems of the chapter letters: where a letter cannot bring a pawn, and that it can always be wasted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, product

from tabi.proofs.exhaustion import for_all
from tabi.proofs.solitaire.scenes import (
    PAIRS,
    Apply,
    card,
)
from tabi.proofs.solitaire.stepping import for_every_step_of
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Phase, Position, apply
from tabi.rules.solitaire.movement import blacks_candidates
from tabi.rules.solitaire.position import evolve
from tabi.spec.solitaire import CARDS, Card, SolitaireRulings, Suit
from tabi.spec.solitaire.rulings import (
    PastSeven,
)
from tabi.spec.solitaire.steps import Letter, Step


def to_day_seven(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A letter to day 6 brings the pawn to day 7."""
    after = apply(position, step, rulings)
    return evolve(after, blacks=(after.blacks[0], 7)) if isinstance(step, Letter) and step.to == 6 else after


def letters_are_free(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A letter that moves a pawn is kept."""
    after = apply(position, step, rulings)
    return evolve(after, letters=position.letters) if isinstance(step, Letter) else after


@theorem(
    "sol.letters.never-home",
    "A letter spent as location memory is gone, and brings no black pawn to day 7.",
    clauses=["sol.letters.location-memory"],
    about=apply,
    mutants=[to_day_seven, letters_are_free],
)
def never_home(applied: Apply) -> Claim:
    """Every letter in every scene."""

    def stays_away(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
        if not isinstance(step, Letter):
            return True
        return after.blacks.count(7) <= before.blacks.count(7) and after.letters == before.letters - 1

    return for_every_step_of(("letter",), stays_away, applied)


Wasted = Callable[[Position, int], Position]


def onto_its_own_day(position: Position, black: int) -> Position:
    """sol.letters.location-memory: a letter leads a black pawn to the day on which it stands."""
    return apply(position, Letter(black, black))


def onto_the_next_day(position: Position, black: int) -> Position:
    """A letter that leads the pawn a day further."""
    return apply(position, Letter(black, black % 6 + 1))


def with_white(position: Position, black: int) -> Position:
    """A letter that takes white along."""
    return evolve(onto_its_own_day(position, black), white=black)


@theorem(
    "sol.letters.can-be-wasted",
    "In every turn with a card a letter can be spent without any effect: before the black pawns move or after it one "
    "of them stands on a day from 1 to 6, and so it does when a letter was just won.",
    clauses=["sol.letters.location-memory", "sol.movement.blacks-both", "sol.resolution.day-seven"],
    premises=Premises(
        {"sol.empty-hand": frozenset({"items-first", "lose"})},
        words="when no turn passes without a card, with any items",
    ),
    about=onto_its_own_day,
    mutants=[onto_the_next_day, with_white],
    rests_on=["sol.resolution.three-events"],
)
def can_be_wasted(wasted: Wasted) -> Claim:
    """Every stand of the black pawns, every number, every share: wasted where it can be, and somewhere it can."""
    return for_all(chain(_waste_cases(wasted), _standing_cases()))


def _waste_cases(wasted: Wasted) -> Iterator[tuple[object, bool]]:
    for blacks, phase in product(PAIRS, (Phase.PLAY, Phase.BLACKS, Phase.PLACE, Phase.TRIM)):
        played = Card.R1 if phase in (Phase.BLACKS, Phase.PLACE) else None
        rest = tuple(card for card in CARDS if card is not played)
        position = Position.checked(
            phase=phase, blacks=blacks, played=played, hand=rest[:4], deck=rest[4:], resolved=tuple(Suit), letters=1
        )
        for black in {*blacks} - {7}:
            yield (blacks, black, phase), wasted(position, black) == evolve(position, letters=0)


def _standing_cases() -> Iterator[tuple[object, bool]]:
    for blacks, number, past_seven in product(PAIRS, range(1, 7), PastSeven):
        played = card(Suit.R, number)
        position = Position.checked(
            phase=Phase.BLACKS, blacks=blacks, played=played, deck=tuple(one for one in CARDS if one is not played)
        )
        rulings = SolitaireRulings(past_seven=past_seven)
        for share in blacks_candidates(position):
            after = apply(position, share, rulings).blacks
            yield (blacks, share, past_seven), blacks != (7, 7) or after != (7, 7)
