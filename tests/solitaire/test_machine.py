"""A state machine that plays whole games beside the naive model, and the laws that hold at every step.

The naive model (`tests/naive`) was written from the rule text by somebody who had not seen the library; the two must
agree on every legal step and on every position.
"""

from __future__ import annotations

from collections.abc import Set
from itertools import islice

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from naive.solitaire import Table
from solitaire.comparing import whole
from solitaire.strategies import deals, late_positions, random_rulings
from tabi.rules import solitaire
from tabi.rules.solitaire import Phase, Position, Won
from tabi.rules.solitaire.game import read_position, read_step, write_position, write_step
from tabi.spec.rulings import rulings_to
from tabi.spec.solitaire import CARDS, SolitaireRulings
from tabi.spec.solitaire.rulings import EmptyHand
from tabi.spec.solitaire.steps import Step

MOST_TRIMS = 200
MOST_TURNS = 30
"""Deck and hand hold 30 cards before turn 1; every turn plays one for good, and no step brings one back to them (the
tent throws two for one). So at most 30 turns begin; where a turn may pass without a card, at most twice as many."""
LETTERS = frozenset({"letter", "fix"})
ITEMS = frozenset({"radio", "camera", "backpack", "tent", "map", "lantern"})


class Games(RuleBasedStateMachine):
    """Games from a deal or from a late position, each under the default or random readings."""

    position: Position
    rulings: SolitaireRulings
    table: Table
    first_turn: int
    legal: list[Step]

    @initialize(data=st.data(), rulings=random_rulings(), late=st.booleans())
    def first_game(self, data: st.DataObject, rulings: SolitaireRulings, late: bool) -> None:
        self.begin(data, rulings, late)

    def begin(self, data: st.DataObject, rulings: SolitaireRulings, late: bool) -> None:
        self.rulings = rulings
        self.position = data.draw(late_positions(rulings)) if late else solitaire.start(data.draw(deals()))
        self.table = Table(whole(self.position), rulings_to(rulings))
        self.first_turn = self.position.turn
        self.look()

    @precondition(lambda self: self.position.phase is Phase.OVER)
    @rule(data=st.data(), rulings=random_rulings())
    def another_game(self, data: st.DataObject, rulings: SolitaireRulings) -> None:
        self.begin(data, rulings, late=True)

    def look(self) -> None:
        """Lists the legal steps and holds them against the naive model's."""
        most = MOST_TRIMS if self.position.phase is Phase.TRIM else None
        self.legal = list(islice(solitaire.legal_steps(self.position, self.rulings), most))
        texts = {solitaire.format_step(step) for step in self.legal}
        if self.position.phase is Phase.TRIM:
            assert all(self.table.legal(text) for text in texts)
            naive = {text for text in self.table.steps(MOST_TRIMS) if not text.startswith("trim")}
            assert {text for text in texts if not text.startswith("trim")} <= naive
        else:
            assert texts == set(self.table.steps())

    @precondition(lambda self: self.position.phase is not Phase.OVER)
    @rule(data=st.data())
    def forced(self, data: st.DataObject) -> None:
        self.play_one(data, {step.step for step in self.legal} - LETTERS - ITEMS)

    @precondition(lambda self: any(step.step in LETTERS for step in self.legal))
    @rule(data=st.data())
    def letter(self, data: st.DataObject) -> None:
        self.play_one(data, LETTERS)

    @precondition(lambda self: any(step.step in ITEMS for step in self.legal))
    @rule(data=st.data())
    def item(self, data: st.DataObject) -> None:
        self.play_one(data, ITEMS)

    def play_one(self, data: st.DataObject, kinds: Set[str]) -> None:
        """Plays a legal step of one of these kinds; the kind is drawn first, since some have very many steps."""
        kind = data.draw(st.sampled_from(sorted(kinds & {step.step for step in self.legal})))
        self.play(data.draw(st.sampled_from([step for step in self.legal if step.step == kind])))

    def play(self, step: Step) -> None:
        before, text = self.position, solitaire.format_step(step)
        frozen = repr(before)
        assert solitaire.parse_step(text) == step
        assert read_step(write_step(step)) == step
        self.position = solitaire.apply(before, step, self.rulings)
        assert repr(before) == frozen
        self.table.do(text)
        assert whole(self.position) == self.table.position()
        self.changes(before, step)
        self.look()

    def changes(self, before: Position, step: Step) -> None:
        """What one step may change: letters come one at a time and only by resolving; cards run out."""
        after = self.position
        gained = set(after.resolved) - set(before.resolved)
        assert set(before.resolved) <= set(after.resolved)
        assert len(gained) <= (step.step == "resolve")
        fixed = sum(event.fixed for column in after.columns for event in column)
        had = sum(event.fixed for column in before.columns for event in column)
        spent = step.step in ("letter", "fix")
        assert after.letters == before.letters + len(gained) - spent
        assert fixed == had + (step.step == "fix") or step.step == "backpack"
        left, left_before = (len(one.deck) + len(one.hand) for one in (after, before))
        assert left <= left_before
        if step.step == "play":
            assert left < left_before

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        position = self.position
        events = [event.card for column in position.columns for event in column]
        played = [] if position.played is None else [position.played]
        assert sorted([*position.deck, *position.hand, *position.discard, *events, *played]) == list(CARDS)

    @invariant()
    def columns_hold_what_they_may(self) -> None:
        for day, column in enumerate(self.position.columns, start=1):
            assert len(column) <= (3 if day == self.position.bay_road_day else 2)
            assert sum(event.fixed for event in column) <= 1
        assert len(self.position.columns) == 6

    @invariant()
    def letters_come_from_resolved_suits(self) -> None:
        fixed = sum(event.fixed for column in self.position.columns for event in column)
        assert self.position.letters + fixed <= len(self.position.resolved)

    @invariant()
    def games_end(self) -> None:
        most = MOST_TURNS * (2 if self.rulings.empty_hand is EmptyHand.SKIP else 1)
        assert self.position.turn - self.first_turn < most
        assert bool(self.legal) is (self.position.phase is not Phase.OVER)
        if isinstance(self.position.outcome, Won):
            assert (self.position.white, self.position.blacks) == (7, (7, 7))
            assert len(self.position.resolved) == 5

    @invariant()
    def positions_round_trip(self) -> None:
        line = solitaire.format_position(self.position)
        for again in (solitaire.parse_position(line), read_position(write_position(self.position))):
            assert again == self.position
            assert hash(again) == hash(self.position)


TestGames = Games.TestCase
