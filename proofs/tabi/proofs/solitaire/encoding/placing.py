"""Theorems about the counters of the encoding that count events: those placed, and turns that place nothing new."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise, product
from typing import Final, cast

from tabi.proofs.exhaustion import for_all
from tabi.proofs.smt import all_follow, follows
from tabi.proofs.solitaire.encoding.sketches import (
    Reason,
    Turn,
    admitted,
    an_event_less,
    by_solver,
    late,
    sketch,
    with_start,
)
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import lacks
from tabi.solvers.encoding.cnf import Cnf
from tabi.solvers.encoding.counting import Counter, assert_counters, at_most
from tabi.solvers.encoding.question import Unrolled
from tabi.spec.solitaire import Card, Suit
from tabi.spec.solitaire.locations import LAST_DAY

# Counting


AtMost = Callable[[Cnf, Sequence[int], int], None]


def one_fewer(cnf: Cnf, row: Sequence[int], limit: int) -> None:
    """One fewer than allowed."""
    at_most(cnf, row, limit - 1)


def neighbours_shut_out(cnf: Cnf, row: Sequence[int], limit: int) -> None:
    """Besides, not two in a row."""
    at_most(cnf, row, limit)
    for one, other in pairwise(row):
        cnf.add(-one, -other)


class _Recorded(Cnf):
    """A formula that remembers in which rows its variables came."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[tuple[int, ...]] = []

    def bits(self, count: int) -> tuple[int, ...]:
        row = super().bits(count)
        self.rows.append(row)
        return row


@theorem(
    "sol.encoding.at-most",
    "The clauses of a unary counter allow every assignment in which no more of its literals hold than its limit.",
    clauses=["sol.setup.start"],
    about=at_most,
    mutants=[one_fewer, neighbours_shut_out],
)
def at_most_allows(counter: AtMost) -> Claim:
    """Layer by layer, each variable read as "more than so many of the first": every clause, for every count before it.

    A layer depends on the length of the one before, which grows to the limit and stays, so limit + 2 literals have all.
    """
    return for_all(chain.from_iterable(_layers(counter, limit) for limit in range(31)), least=10_000)


def _layers(counter: AtMost, limit: int) -> Iterator[tuple[object, bool]]:
    cnf = _Recorded()
    row = cnf.bits(limit + 2)
    counter(cnf, row, limit)
    places = {bit: (layer, index) for layer, bits in enumerate(cnf.rows[1:]) for index, bit in enumerate(bits)}
    for clause in cnf.clauses:
        layers = [places[abs(one)][0] if abs(one) in places else row.index(abs(one)) for one in clause]
        layer = max(layers, default=0)
        local = min(layers, default=-1) >= layer - 1 and all(
            abs(one) in places or row.index(abs(one)) == layer for one in clause
        )
        yield (
            (limit, clause),
            local
            and all(
                any((one > 0) is _said(abs(one), layer, before, more, places) for one in clause)
                for before, more in product(range(min(layer, limit) + 1), (0, 1))
                if before + more <= limit
            ),
        )


def _said(bit: int, layer: int, before: int, more: int, places: Mapping[int, tuple[int, int]]) -> bool:
    """What a variable means when `before` literals held before the layer's own, and that holds or not (`more`)."""
    if bit not in places:
        return bool(more)
    where, index = places[bit]
    return (before + more if where == layer else before) > index


# Events placed

_EVENTS: Final = {
    "start": "events of a suit at the start",
    "events": "its events before a step",
    "events_after": "and after it",
    "placed": "its cards placed since the start, before the step",
    "placed_after": "and after it",
    "resolved": "1 if it is resolved before",
    "resolved_after": "1 if it is resolved after",
}


def events_by_step(kind: str) -> tuple[str, ...]:
    """What is proved of the placing of a card of the suit, of the resolution, and of any other step, in formulas."""
    match kind:
        case "place":
            more = "(<= events_after (+ events 1))", "(= placed_after (+ placed 1))"
            return *more, "(= resolved_after resolved)"
        case "resolve":
            return (
                "(<= events_after events)",
                "(= placed_after placed)",
                "(=> (< resolved resolved_after) (<= 3 events))",
            )
    return "(<= events_after events)", "(= placed_after placed)", "(= resolved_after resolved)"


def events_come_by_themselves(kind: str) -> tuple[str, ...]:
    """Another step may bring an event, as the backpack does."""
    return ("(<= events_after (+ events 1))", *events_by_step(kind)[1:])


def two_are_enough(kind: str) -> tuple[str, ...]:
    """A suit is resolved with two events."""
    return tuple(fact.replace("<= 3", "<= 2") for fact in events_by_step(kind))


def placed(formula: Unrolled) -> None:
    """The clauses of the counter `placed`."""
    assert_counters(formula, (Counter.PLACED,))


def placed_and_an_event_more(formula: Unrolled) -> None:
    """One event that lies is forgotten."""
    placed(with_start(formula, an_event_less(formula.start)))


NO_BACKPACK: Final = Premises(
    without=frozenset({"backpack"}), words="under every reading, in games without the backpack"
)
_COUNTED: Final = (*("sol.columns.events-come", "sol.resolution.three-events", "sol.ending.turn-order"),)


@theorem(
    "sol.encoding.placed",
    "A suit that becomes resolved had as many of its cards placed since the start as it lacked events there; the "
    "clauses of the counter allow every such play.",
    clauses=["sol.columns.place", "sol.columns.day-seven", "sol.resolution.enough-events"],
    premises=NO_BACKPACK,
    about=Reason(events_by_step, placed),
    mutants=[
        Reason(events_come_by_themselves, placed),
        Reason(two_are_enough, placed),
        Reason(events_by_step, placed_and_an_event_more),
    ],
    rests_on=_COUNTED,
)
def placed_is_kept(reason: Reason) -> Claim:
    """The invariant, step by step: no more events than there were and were placed. Then every run of two suits."""
    facts = cast("Callable[[str], tuple[str, ...]]", reason.facts)
    invariant = "(and (<= {e} (+ start {p})) (=> (= {r} 1) (<= 3 (+ start {p}))))"
    before = invariant.format(e="events", p="placed", r="resolved")
    after = invariant.format(e="events_after", p="placed_after", r="resolved_after")
    steps = [follows(_EVENTS, (before, *_BOUNDED, *facts(kind)), after) for kind in ("place", "resolve", "other")]
    runs = (case for start in _two_suits() for case in admitted(reason.clauses, sketch(start, 4), _placings(start, 4)))
    return all_follow([*steps, by_solver(runs, 1_000)])


_BOUNDED: Final = ("(<= 0 start)", "(<= 0 placed)", "(<= 0 resolved 1)", "(<= 0 resolved_after 1)")
_ONE_AND_OTHER: Final = (Suit.R, Suit.G)
_PLACES: Final = (*((Card[f"{suit}6"], white) for suit in "RG" for white in (1, LAST_DAY)), (Card.W6, 2))


def _two_suits() -> Iterator[Position]:
    """Starts in which two suits are not resolved and lack each number of events."""
    for counts in product(range(4), repeat=2):
        yield late(dict(zip(_ONE_AND_OTHER, counts, strict=True)), resolved=tuple(Suit)[2:])


def _placings(start: Position, turns: int) -> Iterator[tuple[Turn, ...]]:
    """Every way to place or throw cards of two suits and of another, each suit resolved as soon as it may be.

    To be resolved later asks for less, for `resolved` is nowhere asked for in the clauses.
    """
    lying = {suit: sum(event.card.suit is suit for column in start.columns for event in column) for suit in Suit}
    for places in product(_PLACES, repeat=turns):
        yield tuple(_resolved_soon(start, lying, places))


def _resolved_soon(start: Position, lying: Mapping[Suit, int], places: Sequence[tuple[Card, int]]) -> Iterator[Turn]:
    events, resolved = dict(lying), frozenset(start.resolved)
    for one, white in places:
        events[one.suit] += white != LAST_DAY
        resolved |= {suit for suit in _ONE_AND_OTHER if lacks(events[suit], resolved=False) == 0}
        yield Turn(one, white, resolved)


def wasted(formula: Unrolled) -> None:
    """The clauses of the counters `placed` and `wasted`."""
    assert_counters(formula, (Counter.WASTED,))


def wasted_and_an_event_more(formula: Unrolled) -> None:
    """One event that lies is forgotten, so that a turn fewer may be wasted."""
    wasted(with_start(formula, an_event_less(formula.start)))


def won_with_two(start: Position, turns: int) -> Iterator[tuple[Turn, ...]]:
    """Runs in which both suits are resolved at the end, each with two of its events at least."""
    everything = frozenset(Suit)
    for run in _placings(start, turns):
        yield (*run[:-1], replace(run[-1], resolved=everything))


def won(start: Position, turns: int) -> Iterator[tuple[Turn, ...]]:
    """Runs in which both suits are resolved at the end."""
    return (run for run in _placings(start, turns) if len(run[-1].resolved) == len(Suit))


@theorem(
    "sol.encoding.wasted",
    "Of the turns of a win as many place an event that was missing as events were missing at the start, for each such "
    "event has a turn of its own; so the others are at most the rest. The clauses of the counter allow every win.",
    clauses=["sol.columns.place", "sol.resolution.enough-events", "sol.ending.clear"],
    premises=NO_BACKPACK,
    about=Reason(won, wasted),
    mutants=[Reason(won_with_two, wasted), Reason(won, wasted_and_an_event_more)],
    rests_on=["sol.encoding.placed", "sol.encoding.at-most", "sol.ending.turn-order"],
)
def wasted_is_kept(reason: Reason) -> Claim:
    """Every winning run of two suits in up to five turns; and the sum over turns that place what is missing or not."""
    wins = cast("Callable[[Position, int], Iterator[tuple[Turn, ...]]]", reason.facts)
    runs = (
        case
        for start, turns in product(_two_suits(), range(1, 6))
        for case in admitted(reason.clauses, sketch(start, turns), wins(start, turns))
    )
    return all_follow([*_sums(), by_solver(runs, 1_000)])


def _sums() -> list[Claim]:
    """Missing at the start = missing now + turns that placed; turns = those + the others; at a win none is missing."""
    names = dict.fromkeys(("first", "missing", "useful", "others", "turns"), "a number of events or turns")
    kept = ("(= first (+ missing useful))", "(= turns (+ useful others))")
    places = "(and (= first (+ (- missing 1) useful 1)) (= (+ turns 1) (+ useful 1 others)))"
    does_not = "(and (= first (+ missing useful)) (= (+ turns 1) (+ useful others 1)))"
    return [
        follows(names, kept, places),
        follows(names, kept, does_not),
        follows(names, (*kept, "(= missing 0)"), "(= others (- turns first))"),
    ]
