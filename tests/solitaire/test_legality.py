"""`legal_steps` against `violation` over every well-formed step, in positions of every phase under every reading."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from naive.solitaire import Table, setup
from solitaire.comparing import whole
from solitaire.strategies import deals, late_positions, random_rulings
from solitaire.wellformed import all_but_trims, trims
from tabi.rules import solitaire
from tabi.rules.solitaire import IllegalStep, Phase, Position
from tabi.spec.rulings import rulings_to
from tabi.spec.solitaire import Deal, SolitaireRulings
from tabi.spec.solitaire.steps import Trim

MOST_TRIMS = 6000


@given(data=st.data())
def test_legal_steps_are_exactly_the_steps_without_a_violation(data: st.DataObject) -> None:
    rulings = data.draw(random_rulings())
    position = data.draw(late_positions(rulings))
    listed = list(islice(solitaire.legal_steps(position, rulings), MOST_TRIMS))
    assert len(listed) == len(set(listed))
    allowed = {step for step in all_but_trims() if solitaire.violation(position, step, rulings) is None}
    assert {step for step in listed if not isinstance(step, Trim)} == allowed
    listed_trims = {step for step in listed if isinstance(step, Trim)}
    for trim in trims(position.hand, Random(len(listed))):
        assert (solitaire.violation(position, trim, rulings) is None) == (trim in listed_trims)


@given(data=st.data())
def test_legal_steps_of_every_kind_lead_where_the_naive_model_leads(data: st.DataObject) -> None:
    rulings = data.draw(random_rulings())
    position = data.draw(late_positions(rulings))
    chosen = rulings_to(rulings)
    legal = list(islice(solitaire.legal_steps(position, rulings), MOST_TRIMS))
    for kind in sorted({step.step for step in legal}):
        of_kind = [step for step in legal if step.step == kind]
        for step in data.draw(st.lists(st.sampled_from(of_kind), min_size=1, max_size=8, unique=True)):
            table = Table(whole(position), chosen)
            table.do(solitaire.format_step(step))
            assert whole(solitaire.apply(position, step, rulings)) == table.position(), step


@given(data=st.data())
def test_apply_refuses_exactly_what_violation_refuses_and_changes_nothing(data: st.DataObject) -> None:
    rulings = data.draw(random_rulings())
    position = data.draw(late_positions(rulings))
    before = repr(position)
    for step in data.draw(st.lists(st.sampled_from(all_but_trims()), min_size=1, max_size=200)):
        refused = solitaire.violation(position, step, rulings)
        if refused is None:
            assert isinstance(solitaire.apply(position, step, rulings), Position)
        else:
            with pytest.raises(IllegalStep) as raised:
                solitaire.apply(position, step, rulings)
            assert raised.value.violation == refused
    assert repr(position) == before


@settings(max_examples=20)
@given(deal=deals())
def test_a_game_begins_with_the_four_cards_of_the_hand(deal: Deal) -> None:
    position = solitaire.start(deal)
    assert whole(position) == setup(deal.model_dump(mode="json"))
    steps = [step for step in all_but_trims() if solitaire.violation(position, step, SolitaireRulings()) is None]
    assert {str(getattr(step, "card", None)) for step in steps if step.step == "play"} == set(map(str, deal.deck[:4]))


def test_no_step_is_legal_after_the_end() -> None:
    lost = solitaire.position_of(
        solitaire.PositionDocument(phase=Phase.OVER, outcome=solitaire.Lost(solitaire.LossReason.EMPTY_HAND))
    )
    assert list(solitaire.legal_steps(lost)) == []
    assert all(solitaire.violation(lost, step) is not None for step in all_but_trims())
