"""Checking once more that facts lose: fresh formulas with these facts and nothing else, their proofs judged by a
checker of proofs; and games from random positions that the facts are true of, none of which may be won.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from tabi.rules.solitaire import Event, IllegalPosition, Position
from tabi.rules.solitaire.defects import capacity
from tabi.solvers.encoding.deciding import asked
from tabi.solvers.encoding.facts import (
    BlackOn,
    DeckCard,
    Fact,
    HandCard,
    ItemState,
    LettersAtMost,
    Mark,
    NothingAt,
    PlacedAt,
    SuitState,
    WhiteOn,
    facts_of,
)
from tabi.solvers.search import solve
from tabi.solvers.verdict import Budget, Proved
from tabi.solvers.why.asking import horizon
from tabi.solvers.why.clock import Clock
from tabi.solvers.why.lessening import Tell
from tabi.solvers.why.opening import opening
from tabi.spec.solitaire.cards import CARDS, Card, Suit
from tabi.spec.solitaire.locations import DAYS, EVENT_DAYS
from tabi.spec.solitaire.rulings import SolitaireRulings

SAMPLES: Final = 30
"""Random positions that are played from."""
NODES: Final = Budget(seconds=None, nodes=200)
"""What the search may look at from each: a few dives, which win nearly every position that is easily won."""
KEEPS: Final = (0.0, 0.5, 0.9)
"""How likely each other fact of the start is kept in a random position: by turns far from it and close to it."""
SEED: Final = 0


@dataclass(frozen=True, slots=True)
class ProofNote:
    """A proof that was judged: the number of turns, the lines of the proof, and who judged it."""

    turns: int
    lines: int
    by: str


class Unfounded(Exception):
    """What was found does not stand up to the check; the message is a sentence."""


def proofs(
    start: Position, rulings: SolitaireRulings, facts: Sequence[Fact], clock: Clock, tell: Tell
) -> tuple[ProofNote, ...] | None:
    """For each number of turns within the horizon the proof that no position with these facts wins in it.

    None when time is over. Raises `Unfounded` when a formula has a model or a proof does not hold.
    """
    notes = list[ProofNote]()
    with TemporaryDirectory(prefix="tabi-") as folder:
        most = horizon(start, rulings)
        for turns in range(1, most + 1):
            tell(f"proof {turns} of {most}")
            note = _proof(start, rulings, facts, turns, clock, Path(folder) / f"turns-{turns}.lrat")
            if note is None:
                return None
            notes.append(note)
    return tuple(notes)


def _proof(
    start: Position, rulings: SolitaireRulings, facts: Sequence[Fact], turns: int, clock: Clock, file: Path
) -> ProofNote | None:
    from tabi.solvers.cnfproof.checkers import judged  # it needs NumPy, which the command does without
    from tabi.solvers.cnfproof.lrat import needed

    formula = opening(start, turns, rulings, facts, asserted=True).formula
    answer = asked(formula, "sat", clock.left, file)
    if answer is None:
        return None
    if answer.true is not None:
        raise Unfounded(f"These facts leave a win in {turns} turns.")
    lines = needed(formula.cnf.clauses, file)
    by, fault = judged(formula.cnf, lines)
    if fault is not None:
        raise Unfounded(f"A proof for {turns} turns does not hold: {fault}")
    return ProofNote(turns, len(lines), by)


# Random positions


def played_from(
    start: Position, rulings: SolitaireRulings, facts: Sequence[Fact], clock: Clock, tell: Tell, count: int = SAMPLES
) -> int:
    """From how many random positions with these facts a short search found no win.

    Fewer than `count` when time is over. Raises `Unfounded` for one that is won.
    """
    chance, done = Random(SEED), 0
    for number in range(count):
        if clock.is_over:
            break
        tell(f"random position {number + 1} of {count}")
        position = random_position(start, facts, KEEPS[number % len(KEEPS)], chance)
        if isinstance(solve(position, rulings=rulings, budget=NODES, engine="search"), Proved):
            raise Unfounded("A position with these facts is won by a search.")
        done += 1
    return done


def random_position(start: Position, facts: Sequence[Fact], keep: float, chance: Random) -> Position:
    """A position with the frame of `start` that the facts are true of, and each other fact of `start` with likelihood
    `keep`, as far as a position can have them; its fixed events lie nearest."""
    while True:
        kept = [*facts, *(fact for fact in facts_of(start) if fact not in facts and chance.random() < keep)]
        try:
            return _drawn(start, kept, chance)
        except IllegalPosition:  # too many letters for the suits, or a mark on an empty day
            continue


def _drawn(start: Position, facts: Sequence[Fact], chance: Random) -> Position:
    named = [fact.card for fact in facts if isinstance(fact, (DeckCard, HandCard, PlacedAt))]
    pool = [card for card in CARDS if card not in named]
    chance.shuffle(pool)
    others = iter(pool)
    hand = [fact.card for fact in facts if isinstance(fact, HandCard)]
    hand += [next(others) for _ in range(len(start.hand) - len(hand))]
    lying = {fact.place: fact.card for fact in facts if isinstance(fact, DeckCard)}
    deck = [lying.get(place) or next(others) for place in range(1, len(start.deck) + 1)]
    columns = tuple(tuple(_column(day, start, facts, others, chance)) for day in EVENT_DAYS)
    states = {fact.suit: fact.resolved for fact in facts if isinstance(fact, SuitState)}
    resolved = tuple(suit for suit in Suit if states.get(suit, chance.random() < 0.5))
    most = min([len(resolved), *(fact.count for fact in facts if isinstance(fact, LettersAtMost))])
    items = {fact.item: fact.ready for fact in facts if isinstance(fact, ItemState)}
    items = {item: items.get(item, chance.random() < 0.5) for item in (*start.ready, *start.used)}
    return Position.checked(
        white=next((fact.day for fact in facts if isinstance(fact, WhiteOn)), chance.randint(1, DAYS)),
        blacks=_blacks(facts, chance),
        bay_road_day=start.bay_road_day,
        columns=columns,
        deck=tuple(deck),
        hand=tuple(hand),
        discard=tuple(others),
        ready=tuple(item for item, is_ready in items.items() if is_ready),
        used=tuple(item for item, is_ready in items.items() if not is_ready),
        resolved=resolved,
        letters=chance.randint(0, most),
    )


def _column(
    day: int, start: Position, facts: Sequence[Fact], others: Iterator[Card], chance: Random
) -> Iterator[Event]:
    """A column with the events that facts put there, random ones between them, and sometimes a mark."""
    lying = {fact.slot: fact.card for fact in facts if isinstance(fact, PlacedAt) and fact.day == day}
    ends = [fact.slot for fact in facts if isinstance(fact, NothingAt) and fact.day == day]
    marks = [fact.fixed for fact in facts if isinstance(fact, Mark) and fact.day == day]
    fixed = marks[0] if marks else chance.random() < 0.1
    least = max([0, *(slot + 1 for slot in lying)])
    most = min([capacity(day, start.bay_road_day), *ends])
    count = chance.randint(max(least, bool(marks and fixed)), most)
    for slot in range(count):
        yield Event(lying.get(slot) or next(others), fixed and slot == 0)


def _blacks(facts: Sequence[Fact], chance: Random) -> tuple[int, int]:
    days = [day for fact in facts if isinstance(fact, BlackOn) for day in [fact.day] * (1 + fact.both)]
    first, second = (*days, chance.randint(1, DAYS), chance.randint(1, DAYS))[:2]
    return first, second
