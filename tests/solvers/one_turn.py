"""One turn on both sides: every position that the rules lead to, and every one that the models of a formula lead to.

Also the positions that are compared: beginnings of turns, drawn small enough that most can be looked at wholly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from pysat.solvers import Solver

from tabi.rules.solitaire import Event, Lost, Phase, Position, apply, legal_steps
from tabi.rules.solitaire.defects import capacity
from tabi.rules.solitaire.ending import surplus
from tabi.rules.solitaire.position import evolve
from tabi.solvers.encoding.question import Unrolled
from tabi.solvers.encoding.reading import line_of, position_after
from tabi.solvers.encoding.state import State, result_literals
from tabi.solvers.encoding.stepwise import beginning, parts
from tabi.spec.solitaire import CARDS, Card, Item, Suit
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings
from tabi.spec.solitaire.steps import Step

WHOLLY = 500
"""Up to this many results of a turn are compared wholly by enumerating the models."""
CAP = 1_500
"""Positions with more results, or this many times five positions within the turn, are compared by samples alone."""
PLAYED = 15
"""So many models of a position are played step by step."""


def shuffled(random: Random) -> list[Card]:
    """The cards in random order, the last go onto the board; every other time those of two suits, which then meet."""
    left = random.sample(CARDS, len(CARDS))
    together = random.sample(list(Suit), 2)
    return sorted(left, key=lambda card: card.suit in together) if random.random() < 0.5 else left


def small_beginning(random: Random, items: Sequence[Item], hands: Sequence[int] = (1, 1, 2, 2, 3)) -> Position:
    """A turn's beginning with few cards: suits resolved, events fixed, items used, letters, short decks."""
    bay, won, left = random.randint(1, 6), random.randint(0, 5), shuffled(random)
    spent, fixed = random.randint(0, won), 0
    lying: list[tuple[Event, ...]] = []
    full = random.sample(range(1, 7), random.choice((1, 2, 2, 3)))
    for day in range(1, 7):
        column = [left.pop() for _ in range(random.randint(1, capacity(day, bay)))] if day in full else []
        fixes = bool(column) and fixed < spent and random.random() < 0.5
        fixed += fixes
        lying.append(tuple(Event(card, fixes and slot == 0) for slot, card in enumerate(column)))
    hand = [left.pop() for _ in range(random.choice(hands))]
    deck = [left.pop() for _ in range(random.choice((1, 1, 2, 2, 3, 4, 5)))]
    used = tuple(item for item in items if random.random() < 0.4)
    return Position.checked(
        white=random.randint(1, 7),
        blacks=(random.randint(1, 7), random.randint(1, 7)),
        bay_road_day=bay,
        columns=tuple(lying),
        hand=tuple(hand),
        deck=tuple(deck),
        discard=tuple(left),
        ready=tuple(item for item in items if item not in used),
        used=used,
        resolved=tuple(random.sample(list(Suit), won)),
        letters=min(random.choice((0, 0, 0, 1)), spent - fixed),
    )


def gathering(random: Random, items: Sequence[Item]) -> Position:
    """A turn's beginning in which one of several shares of the blacks lets suits be resolved: one or two of them.

    White comes to the bay road, where events of two suits lie, and each black may come to a place with both.
    """
    left, suits = shuffled(random), random.sample(list(Suit), 3)
    bay, one, other = random.sample(range(1, 7), 3)
    card = next(card for card in left if card.number < 6 and card.suit is suits[random.choice((0, 0, 2))])
    left.remove(card)
    share = random.randint(1, 6 - card.number)
    columns: list[tuple[Event, ...]] = [()] * 6
    for day in (bay, one, other):
        chosen = [next(card for card in left if card.suit is suit) for suit in random.sample(suits[:2], 2)]
        left = [card for card in left if card not in chosen]
        columns[day - 1] = tuple(map(Event, chosen))
    hand, deck = (card, left.pop()), tuple(left.pop() for _ in range(random.choice((2, 3, 4))))
    used = tuple(item for item in items if random.random() < 0.4)
    return Position.checked(
        white=(bay - card.number - 1) % 7 + 1,
        blacks=((one - share - 1) % 7 + 1, (other - (7 - card.number - share) - 1) % 7 + 1),
        bay_road_day=bay,
        columns=tuple(columns),
        hand=hand,
        deck=deck,
        discard=tuple(left),
        ready=tuple(item for item in items if item not in used),
        used=used,
        resolved=tuple(random.sample([suit for suit in Suit if suit not in suits[:2]], random.choice((0, 2, 3)))),
    )


def next_beginning(after: Position) -> Position:
    """The position after a turn as the next turn would begin with it, also where the game is won."""
    return evolve(after, phase=Phase.PLAY, outcome=None).key


def results(start: Position, rulings: SolitaireRulings = DEFAULT_RULINGS, cap: int = CAP) -> set[Position] | None:
    """Every position that one whole turn leads to by the rules; None when there are too many to look through."""
    met, found, stack = {start.key}, set[Position](), [start.key]
    while stack:
        here = stack.pop()
        if here.phase is Phase.TRIM and surplus(here) > 3:  # a great many orders
            return None
        for step in legal_steps(here, rulings):
            after = apply(here, step, rulings)
            if isinstance(after.outcome, Lost):
                continue
            if after.turn != 1 or after.outcome is not None:
                found.add(next_beginning(after))
            elif after.key not in met:
                met.add(after.key)
                stack.append(after.key)
        if len(found) > cap or len(met) > 5 * cap:
            return None
    return found


def result_bits(formula: Unrolled) -> list[int]:
    """The variables that say what a turn led to."""
    after = formula.states[1]
    slots = [bit for column in after.columns for slot in column for bit in slot.bits]
    queued = [bit for row in formula.deck.queue for bit in row]
    rows: list[Sequence[int]] = [
        after.white, after.blacks, after.hand, after.resolved, after.letters, after.trimmed, tuple(after.head.values())
    ]  # fmt: skip
    if isinstance(after, State):
        rows.append(after.fixed)
    else:
        rows += [after.discard, tuple(after.ready.values()), after.pending.count, *after.pending.rows]
    return sorted({abs(bit) for bit in (*slots, *queued, *(bit for row in rows for bit in row))})


def ways_to(formula: Unrolled, result: Position) -> tuple[tuple[int, ...], ...]:
    """Each way to say that the turn led to a position."""
    after = formula.states[1]
    if isinstance(after, parts.Table):
        assert formula.setting is not None
        return beginning.result_literals(formula.setting, after, result)
    return result_literals(after, formula.deck, result)


def modelled(formula: Unrolled, limit: int, *, play: int = PLAYED) -> set[Position]:
    """What the models of one turn lead to, up to a limit; some are also played step by step by the rules."""
    found, bits = set[Position](), result_bits(formula)
    with Solver("cadical153", bootstrap_with=formula.cnf.clauses) as solver:
        while len(found) <= limit and solver.solve():
            true = {one for one in solver.get_model() or [] if one > 0}
            result = position_after(true.__contains__, formula, 1).key
            if result not in found and len(found) < play:
                line_of(true.__contains__, formula)
            found.add(result)
            solver.add_clause([-bit if bit in true else bit for bit in bits])
    return found


def admits(solver: Solver, formula: Unrolled, result: Position) -> bool:
    return any(solver.solve(assumptions=way) for way in ways_to(formula, result))


def none_but(formula: Unrolled, found: set[Position]) -> bool:
    """Whether the formula has no model that leads anywhere else."""
    with Solver("cadical153", bootstrap_with=formula.cnf.clauses) as solver:
        for result in found:
            for way in ways_to(formula, result):
                solver.add_clause([-literal for literal in way])
        return solver.solve() is False


def random_result(start: Position, random: Random, rulings: SolitaireRulings) -> Position | None:
    """Where a turn of random legal steps leads; None when it loses."""
    here = start
    while here.turn == start.turn and here.outcome is None:
        here = apply(here, random_step(here, random, rulings), rulings)
    return None if isinstance(here.outcome, Lost) else next_beginning(here)


def random_step(here: Position, random: Random, rulings: SolitaireRulings) -> Step:
    """One of the first few hundred legal steps; trimming seven of eleven cards has more than a million."""
    return random.choice([step for _, step in zip(range(600), legal_steps(here, rulings), strict=False)])


class Compared(NamedTuple):
    """How rules and formula differ about one turn, and whether all results were looked at on both sides."""

    differences: tuple[str, ...]
    wholly: bool


def compared(start: Position, rulings: SolitaireRulings, random: Random, formula: Unrolled, cap: int = CAP) -> Compared:
    """Rules and formula about one turn: all results, or, where these are many, samples of either side.

    Where the rules' results are all known, the formula must have none but these in any case.
    """
    found = results(start, rulings, cap)
    if found is not None and len(found) <= WHOLLY:
        said = modelled(formula, WHOLLY + 1)
        only_rules, only_models = found - said, said - found
        told = (*(f"only the rules: {one}" for one in only_rules), *(f"only the models: {one}" for one in only_models))
        return Compared(told, wholly=True)
    return Compared(tuple(_by_samples(start, rulings, random, formula, found)), wholly=False)


def _by_samples(
    start: Position, rulings: SolitaireRulings, random: Random, formula: Unrolled, found: set[Position] | None
) -> Iterator[str]:
    drawn = [one for one in (random_result(start, random, rulings) for _ in range(20)) if one is not None]
    with Solver("cadical153", bootstrap_with=formula.cnf.clauses) as solver:
        yield from (f"only the rules: {one}" for one in drawn if not admits(solver, formula, one))
    if found is None:
        modelled(formula, PLAYED)
        return
    yield from (f"only the models: {one}" for one in modelled(formula, PLAYED) - found)
    if not none_but(formula, found):
        yield "the models lead elsewhere"
