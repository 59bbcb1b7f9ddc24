"""That the facts by which a game is lost say what they should: the formula with an open start, the check of what it
says, and mutants of both."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from solvers.lost_by_hand import CARELESS, PATIENCE, is_won, position, stays_behind
from tabi.rules.solitaire import Position
from tabi.rules.solitaire.game import read_position
from tabi.solvers.cnfproof import lrat
from tabi.solvers.cnfproof.drat import Line
from tabi.solvers.encoding import Disagreement, Sat, decide
from tabi.solvers.encoding.asking import ask as ask_engine
from tabi.solvers.encoding.facts import (
    BlackOn,
    DeckCard,
    Fact,
    HandCard,
    LettersAtMost,
    Mark,
    NothingAt,
    PlacedAt,
    WhiteOn,
    facts_of,
    has_frame_of,
    is_true_of,
)
from tabi.solvers.why import (
    asking,
    legal,
    lessening,
    opening,
    rechecking,
)
from tabi.solvers.why.asking import Asker, OutOfTime, Witness, asker
from tabi.solvers.why.clock import Clock
from tabi.spec.rulings import rulings_from
from tabi.spec.solitaire.cards import CARDS, Card
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings


def test_what_remains_does_not_depend_on_how_often_it_is_asked() -> None:
    start = read_position(CARELESS["careless-2119"])
    first = lessening.lessened(start, DEFAULT_RULINGS, Clock(PATIENCE), lambda _: None)
    again = lessening.lessened(start, DEFAULT_RULINGS, Clock(PATIENCE), lambda _: None)
    assert first is not None and again is not None
    assert first.facts == again.facts


def test_facts_say_all_of_a_position_and_are_false_of_others() -> None:
    """With the frame they name one position up to the discard, which a game without items never looks at."""
    start = read_position(CARELESS["careless-2119"])
    facts = facts_of(start)
    assert len(set(facts)) == len(facts)
    assert all(is_true_of(fact, start) for fact in facts)
    assert facts[0] == DeckCard(2, start.deck[1]) and facts[-1] == WhiteOn(start.white)
    with asker(start, DEFAULT_RULINGS, PATIENCE) as ask:
        assert ask.win_from(facts, PATIENCE) is None
    chance = Random(1)
    for _ in range(50):
        other = rechecking.random_position(start, (), 0.9, chance)
        assert has_frame_of(other, start)
        same = (other.columns, other.deck, other.hand, other.white, other.blacks, other.resolved)
        differs = same != (start.columns, start.deck, start.hand, start.white, start.blacks, start.resolved)
        assert differs or other.letters > start.letters or all(is_true_of(fact, other) for fact in facts)
        assert not (differs and all(is_true_of(fact, other) for fact in facts))


def test_an_open_start_with_all_facts_said_is_decided_as_a_formula_of_that_start_is() -> None:
    """Random positions near a lost one: some are won, some are not, and both say the same."""
    near, chance, seen = read_position(CARELESS["careless-2257"]), Random(7), list[bool]()
    for number in range(12):
        start = rechecking.random_position(near, (), (0.95, 0.8, 0.6)[number % 3], chance)
        decision = decide(start, len(start.deck), "sat", PATIENCE)
        with asker(start, DEFAULT_RULINGS, PATIENCE) as ask:
            witness = ask.win_from(facts_of(start), PATIENCE)
        assert isinstance(decision, Sat) == (witness is not None)
        if witness is not None:
            assert is_won(start, witness.line)
        seen.append(witness is not None)
    assert set(seen) == {True, False}


def has_process(ask: Asker) -> bool:
    return ask._process is not None


def test_after_the_clock_the_process_is_gone_and_the_next_question_is_answered() -> None:
    start = stays_behind()
    with asker(start, DEFAULT_RULINGS, PATIENCE) as ask:
        with pytest.raises(OutOfTime):
            ask.win_from(facts_of(start), 0.0)
        assert not has_process(ask)
        assert ask.win_from(facts_of(start), PATIENCE) is None
        assert has_process(ask)
    assert not has_process(ask)


# The check of the facts


def facts_but(left: tuple[Fact, ...], out: Fact) -> tuple[Fact, ...]:
    return tuple(fact for fact in left if fact != out)


@pytest.mark.parametrize("out", [LettersAtMost(0), BlackOn(7), WhiteOn(3)])
def test_the_check_refuses_a_set_that_lacks_a_fact(out: Fact) -> None:
    start, facts = stays_behind(), (LettersAtMost(0), BlackOn(7), WhiteOn(3))
    tell, clock = (lambda _: None), Clock(PATIENCE)
    assert rechecking.proofs(start, DEFAULT_RULINGS, facts, clock, tell) is not None
    with pytest.raises(rechecking.Unfounded, match="leave a win in 1 turns"):
        rechecking.proofs(start, DEFAULT_RULINGS, facts_but(facts, out), clock, tell)


def test_random_positions_with_too_few_facts_are_won_by_a_search() -> None:
    """With one fact of three random positions are won soon; with all of them none is."""
    start, tell = stays_behind(), (lambda _: None)
    all_three = (LettersAtMost(0), BlackOn(7), WhiteOn(3))
    assert rechecking.played_from(start, DEFAULT_RULINGS, all_three, Clock(PATIENCE), tell, 60) == 60
    with pytest.raises(rechecking.Unfounded, match="is won by a search"):
        rechecking.played_from(start, DEFAULT_RULINGS, (WhiteOn(3),), Clock(PATIENCE), tell, 2_000)


def test_random_positions_have_the_facts_and_the_frame() -> None:
    start, chance = read_position(CARELESS["careless-2119"]), Random(3)
    facts = facts_of(start)
    for number in range(60):
        some = tuple(chance.sample(facts, 12))
        one = rechecking.random_position(start, some, (0.0, 0.5)[number % 2], chance)
        assert has_frame_of(one, start) and all(is_true_of(fact, one) for fact in some)


def test_a_proof_that_is_not_one_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver's proof is taken away: the empty clause alone does not follow from the formula."""
    monkeypatch.setattr(lrat, "needed", lambda *_: [Line(False, ())])
    start = read_position(CARELESS["careless-2119"])
    less = lessening.lessened(start, DEFAULT_RULINGS, Clock(PATIENCE), lambda _: None)
    assert less is not None
    with pytest.raises(rechecking.Unfounded, match="does not follow"):
        rechecking.proofs(start, DEFAULT_RULINGS, less.facts, Clock(PATIENCE), lambda _: None)


# Mutants of the formula


TWICE: Final = (HandCard(Card.G1), DeckCard(2, Card.G1), WhiteOn(5))
"""White on day 5 could win with a G1 of the hand and a one that is drawn first, were the G1 in the deck as well."""


def two_draws() -> Position:
    return position(white=5, blacks=[1, 1], hand=["G1"], deck=["G6", "R1"])


def asked_for(facts: tuple[Fact, ...], monkeypatch: pytest.MonkeyPatch) -> Witness | None:
    """What is said of facts that are not all true of `two_draws`."""
    monkeypatch.setattr(asking, "facts_of", lambda _: facts)
    with asker(two_draws(), DEFAULT_RULINGS, PATIENCE) as ask:
        return ask.win_from(facts, PATIENCE)


def test_no_card_lies_in_two_places(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked_for(TWICE, monkeypatch) is None
    assert asked_for(TWICE[1:], monkeypatch) is not None


def test_a_formula_that_has_a_card_twice_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(legal, "_places", lambda *_: iter(()))
    with pytest.raises(Disagreement, match=r"G1 .*in more than one place"):
        asked_for(TWICE, monkeypatch)


@pytest.mark.parametrize(("count", "answered"), [(3, False), (4, True), (5, False)])
def test_the_hand_has_as_many_cards_as_the_frame_says(count: int, answered: bool) -> None:
    """The frame has four: with three or five, whatever else, no start is a model; with four some start wins."""
    made = opening.opening(read_position(CARELESS["careless-2119"]), 2, DEFAULT_RULINGS, ()).formula
    for card, bit in zip(CARDS, made.states[0].hand, strict=True):
        made.cnf.add(bit if card in CARDS[:count] else -bit)
    answer = ask_engine("sat", made.cnf.dimacs(), PATIENCE)
    assert answer is not None and (answer.true is not None) == answered


def test_white_stands_on_one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a move past day 7 ends on day 1, a six leads there from day 5 and from day 6: two days look like one."""
    rulings = rulings_from(SolitaireRulings, {"sol.past-seven": "stop-at-one"})
    start = position(white=5, blacks=[1, 1], hand=["G6"], deck=["R6", "Y6", "B6"])
    both = (WhiteOn(5), WhiteOn(6))
    monkeypatch.setattr(asking, "facts_of", lambda _: both)
    with asker(start, rulings, PATIENCE) as ask:
        assert ask.win_from(both, PATIENCE) is None
        assert ask.win_from(both[:1], PATIENCE) is not None


def test_no_event_lies_outside_an_empty_slot(monkeypatch: pytest.MonkeyPatch) -> None:
    lies_outside = (PlacedAt(1, 1, Card.R2), NothingAt(1, 0))
    assert asked_for(lies_outside, monkeypatch) is None
    assert asked_for(lies_outside[:1], monkeypatch) is not None


def test_a_formula_that_forgets_the_bound_of_letters_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five letters and a fixed event: six letters of five suits, which no position has."""
    fixed = tuple(Mark(day, True) for day in range(1, 7))
    assert asked_for(fixed, monkeypatch) is None
    monkeypatch.setattr(legal, "_letters", lambda *_: None)
    with pytest.raises(Disagreement, match="only 5 suits are resolved"):
        asked_for(fixed, monkeypatch)
