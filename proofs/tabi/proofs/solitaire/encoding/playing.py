"""Theorems about the counters of the encoding that count letters, laps and plays of a card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, permutations, product
from types import SimpleNamespace
from typing import Final, cast

from tabi.proofs.smt import all_follow, follows
from tabi.proofs.solitaire.encoding.sketches import Reason, Turn, admitted, by_solver, late, sketch, with_start
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Phase
from tabi.rules.solitaire.bounds import draws_left, turns_from
from tabi.rules.solitaire.position import evolve
from tabi.solvers.encoding.counting import Counter, assert_counters
from tabi.solvers.encoding.question import Unrolled
from tabi.spec.solitaire import CARDS, Card, SolitaireRulings, Suit
from tabi.spec.solitaire.rulings import DeckOut


def letters(formula: Unrolled) -> None:
    """The clauses of the counter `letters`."""
    assert_counters(formula, (Counter.LETTERS,))


def a_turn_less(formula: Unrolled) -> None:
    """The clauses as if the game were won a turn earlier."""
    fewer = {**formula.__dict__, "turns": formula.turns[:-1], "states": formula.states[:-1]}
    letters(cast("Unrolled", SimpleNamespace(**fewer)))


def one_a_turn(suits: tuple[Suit, ...], turns: int) -> Iterator[tuple[frozenset[Suit], ...]]:
    """Every way to resolve these suits in so many turns, one in a turn and none in the last: what is won after each."""
    for order, when in product(permutations(suits), combinations(range(turns - 1), len(suits))):
        yield tuple(frozenset(order[: sum(one <= turn for one in when)]) for turn in range(turns))


def one_in_the_last_too(suits: tuple[Suit, ...], turns: int) -> Iterator[tuple[frozenset[Suit], ...]]:
    """A suit may be resolved in the last turn as well."""
    for order, when in product(permutations(suits), combinations(range(turns), len(suits))):
        yield tuple(frozenset(order[: sum(one <= turn for one in when)]) for turn in range(turns))


@theorem(
    "sol.encoding.letters",
    "In a win no more suits are unresolved after a turn than turns remain but the last: one is resolved in a turn at "
    "most, and none in the last. The clauses of the counter allow every win.",
    clauses=["sol.resolution.nearest", "sol.resolution.day-seven", "sol.ending.clear"],
    about=Reason(one_a_turn, letters),
    mutants=[Reason(one_in_the_last_too, letters), Reason(one_a_turn, a_turn_less)],
    rests_on=["sol.ending.turns-to-go", "sol.encoding.at-most"],
)
def letters_are_kept(reason: Reason) -> Claim:
    """The bound on the turns to go at each turn's beginning; and every order of the suits in up to seven turns."""
    orders = cast("Callable[[tuple[Suit, ...], int], Iterator[tuple[frozenset[Suit], ...]]]", reason.facts)

    def runs(suits: tuple[Suit, ...], turns: int) -> Iterator[tuple[Turn, ...]]:
        already = frozenset(Suit).difference(suits)
        return (tuple(Turn(Card.R1, 1, already | won) for won in order) for order in orders(suits, turns))

    cases = (
        case
        for count, turns in product(range(len(Suit) + 1), range(1, 8))
        for case in admitted(
            reason.clauses,
            sketch(late({}, resolved=tuple(Suit)[count:]), turns),
            runs(tuple(Suit)[:count], turns),
        )
    )
    return by_solver(chain(_turns_left(), cases), 1_000)


def _turns_left() -> Iterator[tuple[object, bool]]:
    for unresolved, on_seven in product(range(len(Suit) + 1), (False, True)):
        needed = turns_from(Phase.PLAY, on_seven, 0, unresolved)
        yield (unresolved, on_seven), all(unresolved <= max(0, left - 1) for left in range(needed, 31))


_DRAWS: Final = {
    "first": "draws left at the start",
    "left": "draws left before a turn",
    "after": "draws left after it",
    "turns": "turns before",
    "laps": "laps paid before",
    "paid": "laps paid in the turn",
}


def draws_of_a_turn() -> tuple[str, ...]:
    """What is proved of a turn: its refill and each lap paid lower the draws left by one, and nothing raises them."""
    return ("(<= after (- left 1 paid))",)


def draws_of_a_cut_turn() -> tuple[str, ...]:
    """What is proved of a turn that a failed draw ends before a card is drawn at its refill."""
    return ("(<= after (- left paid))",)


def laps_draw_nothing() -> tuple[str, ...]:
    """A lap that draws no card."""
    return ("(<= after (- left 1))",)


def laps(formula: Unrolled) -> None:
    """The clauses of the counter `laps`."""
    assert_counters(formula, (Counter.LAPS,))


def a_card_less(formula: Unrolled) -> None:
    """The clauses as if the deck had a card less."""
    start = formula.start
    laps(with_start(formula, evolve(start, deck=start.deck[1:])))


def with_rulings(formula: Unrolled, rulings: SolitaireRulings) -> Unrolled:
    """The same formula of a game under these readings."""
    return cast("Unrolled", SimpleNamespace(**{**formula.__dict__, "rulings": rulings}))


def last_draw_is_made(formula: Unrolled) -> None:
    """The clauses as if the last draw had to be made under every reading."""
    laps(with_rulings(formula, SolitaireRulings()))


@theorem(
    "sol.encoding.laps",
    "The turns of a play that does not lose and the laps paid in them are no more than the draws left at the start, "
    "deck and surplus of the hand, and one more where the last draw may fail and win. The clauses of the counter allow "
    "every such play.",
    clauses=["sol.columns.refill", "sol.movement.lap-cost", "sol.ending.deck-out", "sol.ending.trim"],
    about=Reason(draws_of_a_turn, laps),
    mutants=[
        Reason(laps_draw_nothing, laps),
        Reason(draws_of_a_turn, a_card_less),
        Reason(draws_of_a_turn, last_draw_is_made),
    ],
    rests_on=["sol.ending.draws-left", "sol.ending.turn-order", "sol.ending.failed-draws", "sol.encoding.at-most"],
)
def laps_are_kept(reason: Reason) -> Claim:
    """Turn by turn; and every number of laps in each of up to five turns, up to two a turn, with small decks.

    Where a failed draw wins the turn has no refill. Its laps are paid: one that fails wins only in the first turn, at
    whose beginning all pawns are on day 7, and of this the encoding says nothing.
    """
    facts = cast("Callable[[], tuple[str, ...]]", reason.facts)
    kept = "(<= (+ turns laps) (- first left))"
    given = (kept, "(<= 0 left)", "(<= 0 after)", "(<= 0 paid)", *facts())
    cut = (kept, "(<= 0 left)", "(<= 0 after)", "(<= 0 paid)", *draws_of_a_cut_turn())
    cases = (
        case
        for rulings, deck, hand, turns in product(_READINGS, range(9), (1, 4, 5), range(1, 6))
        for case in admitted(
            reason.clauses,
            with_rulings(sketch(late({}, deck, hand), turns, 2), rulings),
            _laps_paid(deck, hand, turns, rulings),
        )
    )
    return all_follow(
        [
            follows(_DRAWS, given, "(<= (+ turns 1 laps paid) (- first after))"),
            follows(_DRAWS, (kept, "(<= 0 left)"), "(<= (+ turns laps) first)"),
            follows(_DRAWS, cut, "(<= (+ turns 1 laps paid) (+ first 1))"),
            by_solver(cases, 1_000),
        ]
    )


_READINGS: Final = tuple(SolitaireRulings(deck_out=reading) for reading in DeckOut)


def _laps_paid(deck: int, hand: int, turns: int, rulings: SolitaireRulings) -> Iterator[tuple[Turn, ...]]:
    """Runs that pay no more than there is to draw, but for a last draw that may fail."""
    for paid in product(range(3), repeat=turns):
        if turns + sum(paid) <= draws_left(late({}, deck, hand)) + (rulings.deck_out is DeckOut.CLEAR_CHECK):
            yield tuple(Turn(Card.R1, 1, frozenset(), one) for one in paid)


_STOCK: Final = {
    "stock": "1 if a card is in hand or deck before a step",
    "stock_after": "1 if it is there after",
    "plays": "how often it was played before",
    "plays_after": "how often after",
}


def cards_by_step(kind: str) -> tuple[str, ...]:
    """What is proved of the play of a card, and of any other step."""
    if kind == "play":
        return "(= stock 1)", "(= stock_after 0)", "(= plays_after (+ plays 1))"
    return "(<= stock_after stock)", "(= plays_after plays)"


def a_card_comes_back(kind: str) -> tuple[str, ...]:
    """A card may come to the deck again, as by the tent."""
    return cards_by_step(kind) if kind == "play" else ("(= plays_after plays)",)


def once(formula: Unrolled) -> None:
    """The clauses of the counter `once`."""
    assert_counters(formula, (Counter.ONCE,))


def suits_once(formula: Unrolled) -> None:
    """No suit is played twice."""
    for plays in zip(*(turn.played.suit for turn in formula.turns), strict=True):
        formula.cnf.at_most_one(plays)


@theorem(
    "sol.encoding.once",
    "No card is played twice. The clauses of the counter allow every play in which none is.",
    clauses=["sol.movement.play", "sol.columns.place", "sol.columns.day-seven"],
    premises=Premises(without=frozenset({"tent"}), words="under every reading, in games without the tent"),
    about=Reason(cards_by_step, once),
    mutants=[Reason(a_card_comes_back, once), Reason(cards_by_step, suits_once)],
    rests_on=["sol.ending.cards-leave"],
)
def once_is_kept(reason: Reason) -> Claim:
    """Step by step; and plays of up to thirty turns in which each card has each turn: the clauses are by card."""
    facts = cast("Callable[[str], tuple[str, ...]]", reason.facts)
    ranges = "(<= 0 stock 1)", "(<= 0 stock_after 1)", "(<= (+ plays stock) 1)"
    steps = [
        follows(_STOCK, (*ranges, *facts(kind)), "(<= (+ plays_after stock_after) 1)") for kind in ("play", "other")
    ]
    cases = (
        case
        for turns in (1, 2, 7, 8, 16, 17, 19, 26, 30)
        for case in admitted(reason.clauses, sketch(late({}), turns), _shifted(turns))
    )
    return all_follow([*steps, by_solver(cases, 200)])


def _shifted(turns: int) -> Iterator[tuple[Turn, ...]]:
    for shift in range(len(CARDS)):
        yield tuple(Turn(CARDS[(turn + shift) % len(CARDS)], 1, frozenset()) for turn in range(turns))
