"""The theorems: each is well-formed, and is refuted when what it speaks about is broken."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from proofs.holding import of_modules
from tabi.proofs import Refuted, Theorem, theorems
from tabi.proofs.theorem import Mutant
from tabi.rules import solitaire
from tabi.solvers.encoding import Counter, why_not_encoded
from tabi.solvers.encoding.scoring_founding import why_points_unproved
from tabi.solvers.verdict import POINTS_THEOREMS
from tabi.spec.rulings import readings_of, ruling_id, rulings_from
from tabi.spec.solitaire import CARDS, Deal, Item, SolitaireRulings
from tabi.spec.solitaire.clauses import clauses
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, DeckOut, EmptyHand, PastSeven

MODULES = (
    *("movement", "columns", "effects", "resolution", "letters", "ending", "bounds", "relaxing"),
    *("waiting", "fixing", "placing", "playing", "moments", "points", "points_numbers", "points_turns", "company"),
    *("points_moments", "points_gather", "points_cap", "item_waiting", "item_moments", "points_ways", "points_deal"),
    "failed_draws",
)
BY_ID = {theorem.id: theorem for theorem in theorems}
MUTANTS = [pytest.param(mutant, id=f"{theorem.id}-{mutant.name}") for theorem in theorems for mutant in theorem.mutants]


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_theorem_is_refuted_when_what_it_speaks_about_is_broken(mutant: Mutant) -> None:
    claim = mutant.check()
    assert isinstance(claim, Refuted)
    assert "is legal" not in claim.counterexample, "it fails in a case, not for want of cases"


def test_ids_stand_once_and_speak_of_a_chapter_or_the_encoding() -> None:
    chapters = {clause.chapter for clause in clauses()} | {"encoding"}
    assert len(BY_ID) == len(theorems)
    assert all(one.id.startswith("sol.") and one.id.split(".")[1] in chapters for one in theorems)


@pytest.mark.parametrize("theorem", theorems, ids=lambda theorem: theorem.id)
def test_clauses_rulings_and_items_of_a_theorem_exist(theorem: Theorem) -> None:
    assert theorem.clauses and set(theorem.clauses) <= {clause.id for clause in clauses()}
    readings = {
        ruling_id(SolitaireRulings, field): set(readings_of(SolitaireRulings, field))
        for field in SolitaireRulings.model_fields
    }
    for ruling, accepted in theorem.premises.rulings.items():
        assert accepted and accepted < readings[ruling]
    assert theorem.premises.without <= set(Item)


def test_no_theorem_rests_on_itself() -> None:
    """Following what a theorem rests on, and what that rests on, never comes back."""

    def below(one: str) -> set[str]:
        return {under for direct in BY_ID[one].rests_on for under in {direct, *below(direct)}}

    assert all(one not in below(one) for one in BY_ID)


def test_the_lower_bound_of_sixteen_turns_speaks_of_games_without_the_backpack() -> None:
    sixteen = BY_ID["sol.ending.sixteen-turns"]
    others = [item for item in Item if item is not Item.BACKPACK]
    assert all(sixteen.holds_for(rulings, pair) for rulings in single_readings() for pair in combinations(others, 2))
    assert sixteen.holds_for(DEFAULT_RULINGS, ())
    assert sixteen.holds_for(SolitaireRulings(past_seven=PastSeven.STOP_AT_ONE), (Item.MAP, Item.TENT))
    assert not sixteen.holds_for(DEFAULT_RULINGS, (Item.MAP, Item.BACKPACK))


def test_the_upper_bound_of_nineteen_turns_speaks_of_the_default_readings_without_items() -> None:
    nineteen = BY_ID["sol.ending.nineteen-turns"]
    assert nineteen.holds_for(DEFAULT_RULINGS, ())
    assert nineteen.holds_for(SolitaireRulings(empty_hand=EmptyHand.LOSE), ())
    assert not nineteen.holds_for(SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK), ())
    assert not nineteen.holds_for(DEFAULT_RULINGS, (Item.CAMERA, Item.RADIO))


def test_the_files_that_run_the_theorems_leave_none_out() -> None:
    """Each of the files `test_hold_*` runs those of its modules; those of `ending` are shared by two."""
    assert sum(len(of_modules(module)) for module in MODULES) == len(theorems) == len(of_modules(*MODULES))


def test_every_bound_that_the_checker_accepts_is_a_theorem() -> None:
    from tabi.rules.game import games

    known = {theorem.id for theorem in theorems}
    named = [bound for game in games().values() for bound in (*game.bounds, *game.points_bounds)]
    assert set(named) <= known and "sol.ending.points-to-go" in named


def test_every_counter_has_its_theorem_and_holds_only_where_that_does() -> None:
    """For each pair of items and each reading of every point the encoder's premises are within the theorem's."""
    from tabi.solvers.encoding.counting import holds_for

    for kind, pair, rulings in product(Counter, (*combinations(Item, 2), ()), single_readings()):
        start = solitaire.start(Deal(deck=CARDS, bay_road_day=1, items=pair))
        if holds_for(kind, start, rulings):
            assert BY_ID[f"sol.encoding.{kind}"].holds_for(rulings, pair), (kind, pair, rulings)


def single_readings() -> Iterator[SolitaireRulings]:
    """The default readings, and every other reading of one point."""
    model = SolitaireRulings
    yield model()
    for field in model.model_fields:
        yield from (rulings_from(model, {ruling_id(model, field): one}) for one in readings_of(model, field))


def test_a_no_without_the_late_letters_is_within_its_theorem() -> None:
    """Where the encoder leaves out the letters after the resolution it has the theorem's premises."""
    from tabi.solvers.encoding.stepwise.gaps import late_letters_matter

    moments = BY_ID["sol.encoding.moments"]
    for pair, rulings in product((*combinations(Item, 2), ()), single_readings()):
        start = solitaire.start(Deal(deck=CARDS, bay_road_day=1, items=pair))
        if why_not_encoded(start, rulings) is None and not late_letters_matter(pair, rulings):
            idle = {} if Item.BACKPACK in pair else {"fixed_under_backpack": DEFAULT_RULINGS.fixed_under_backpack}
            assert moments.holds_for(rulings.model_copy(update=idle), pair), (pair, rulings)


def test_most_points_by_formulas_are_within_their_theorems() -> None:
    """Wherever formulas may say that no win has more points, all the theorems that they name speak of the game."""
    for pair, rulings in product((*combinations(Item, 2), ()), single_readings()):
        start = solitaire.start(Deal(deck=CARDS, bay_road_day=1, items=pair))
        if why_points_unproved(start, rulings) is None:
            assert all(BY_ID[one].holds_for(rulings, pair) for one in POINTS_THEOREMS), (pair, rulings)
    assert why_points_unproved(solitaire.start(Deal(deck=CARDS, bay_road_day=1)), DEFAULT_RULINGS) is None
