"""Why a game is lost: facts that lose, each of them needed, and single changes that win.

In the small positions all letters are won, hand and deck have one card each, and so one turn is left (each turn draws a
card, and a lap would take the only one). What wins then can be counted: white comes to day 7 with the card of the hand,
and the blacks, who share what is left of seven steps and go one step at least each if there are two or more, come there
with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from solvers.lost_by_hand import (
    ALL,
    CARELESS,
    PATIENCE,
    assert_explained,
    by_facts,
    is_won,
    one_turn_short,
    position,
    stays_behind,
    too_small,
)
from tabi.rules.solitaire.bounds import excluded, most_turns
from tabi.rules.solitaire.game import read_position
from tabi.solvers import Proved, Undecided
from tabi.solvers.encoding.facts import (
    BlackOn,
    Fact,
    HandCard,
    LettersAtMost,
    WhiteOn,
    facts_of,
)
from tabi.solvers.why import (
    ByFacts,
    ByTheorem,
    CardMore,
    DrawsShort,
    ItemReady,
    LetterMore,
    NotLost,
    OtherReading,
    PawnsApart,
    SuitShort,
    Unexplained,
    asking,
    lessening,
    lost,
    why_lost,
    would_win,
)
from tabi.solvers.why.asking import Asker, OutOfTime, Witness, asker
from tabi.solvers.why.changes import changes_of
from tabi.spec.rulings import changed_rulings, rulings_from
from tabi.spec.solitaire.cards import Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, DeckOut, SolitaireRulings
from tabi.spec.solitaire.steps import MapStep

# Facts


def test_a_black_pawn_on_day_seven_leaves_it() -> None:
    """Needed: no letter (two would bring the blacks to 5 and 6), the black on 7 (5 and 6 would do), and white on 3 (on
    day 1 a six leaves one step, which the other black takes). The other black's day, the card, the suits are not: a
    black on 7 always goes, only a four brings white to 7, and nothing resolves in the last turn."""
    start = stays_behind()
    assert excluded(start, DEFAULT_RULINGS) is None
    why = by_facts(start)
    assert why.facts == (LettersAtMost(0), BlackOn(7), WhiteOn(3))
    assert_explained(start, why, len(start.deck))


def test_a_card_that_is_too_small_loses_with_whites_day() -> None:
    """On day 5 a two wins with blacks on 4 and 5; a one wins from day 6. Letters move no white pawn."""
    start = too_small()
    assert excluded(start, DEFAULT_RULINGS) is None
    why = by_facts(start)
    assert why.facts == (HandCard(Card.G1), WhiteOn(5))
    assert_explained(start, why, len(start.deck))


def test_both_black_pawns_on_one_day_are_one_pawn_if_that_is_enough() -> None:
    """A black on day 2 is at most four steps behind; white on day 3 leaves the blacks three, so day 2 is too far."""
    start = position(white=3, blacks=[2, 2], hand=["R4"], deck=["R1"])
    with asker(start, DEFAULT_RULINGS, PATIENCE) as ask:
        assert ask.win_from([LettersAtMost(0), BlackOn(2), WhiteOn(3)], PATIENCE) is None
        far = ask.win_from([LettersAtMost(0), WhiteOn(3)], PATIENCE)
    assert far is not None and far.position.blacks == (5, 6)


@pytest.mark.parametrize("name", ["careless-2082", "careless-2119", "careless-2174", "careless-2257"])
def test_careless_play_is_lost_by_facts_of_which_each_is_needed(name: str) -> None:
    start = read_position(CARELESS[name])
    why = by_facts(start)
    assert_explained(start, why, len(start.deck))
    assert 0 < len(why.facts) < len(facts_of(start))


def test_a_fact_that_could_not_be_tried_stays_and_is_not_called_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock runs out on the question whether white's day can be left out, which is asked twice."""
    answer = Asker.win_from

    def slow(ask: Asker, facts: Sequence[Fact], seconds: float) -> Witness | None:
        if WhiteOn(3) not in facts:
            tried.append(seconds)
            raise OutOfTime
        return answer(ask, facts, seconds)

    tried = list[float]()
    monkeypatch.setattr(Asker, "win_from", slow)
    why = by_facts(stays_behind())
    assert len(tried) == 2
    assert why.facts == (LettersAtMost(0), BlackOn(7), WhiteOn(3))
    assert [one.witness is None for one in why.needed] == [False, False, True]
    assert not why.is_minimal


# Theorems


def test_five_letters_take_six_turns_and_the_deck_has_three_cards() -> None:
    """A letter a turn, none in the last: six turns, six refills; of white no event lies, of the others three each."""
    start = position(
        white=1,
        blacks=[2, 3],
        resolved=[],
        columns={"1": ["R1", "G1"], "2": ["R2", "G2"], "3": ["R3", "G3"], "4": ["Y1", "B1"], "5": ["Y2", "B2"]}
        | {"6": ["Y3", "B3"]},
        hand=["W1", "W2", "W3", "W4"],
        deck=["R4", "R5", "R6"],
    )
    why = why_lost(start)
    assert isinstance(why, ByTheorem)
    (ground,) = why.grounds
    assert isinstance(ground, DrawsShort)
    assert (ground.turns, ground.letters, ground.events) == (6, 5, 3)
    assert (ground.refills, ground.laps, ground.left) == (6, 0, 3)
    assert why.theorems == ("sol.ending.deck-to-go",)


def test_laps_that_the_numbers_force_are_counted_where_the_refills_would_fit() -> None:
    """White on day 7 plays a six, and from there to day 7 again it passes to day 1 once: a lap beside the refill."""
    start = position(white=7, blacks=[7, 7], hand=["R6"], deck=["G6"])
    why = why_lost(start)
    assert isinstance(why, ByTheorem)
    (ground,) = why.grounds
    assert isinstance(ground, DrawsShort)
    assert (ground.turns, ground.refills, ground.laps, ground.left) == (1, 1, 1, 1)
    assert (ground.white, ground.total) == (7, 6)


def test_a_suit_whose_cards_are_gone_is_named_with_what_is_left() -> None:
    start = position(white=1, blacks=[2, 3], resolved=ALL[:4], hand=["W2", "R1", "R2", "R3"], deck=["G1", *ALL_G])
    why = why_lost(start)
    assert isinstance(why, ByTheorem)
    assert [one for one in why.grounds if isinstance(one, SuitShort)] == [SuitShort(Suit.W, 3, (Card.W2,))]
    assert "sol.ending.suits-in-reach" in why.theorems


ALL_G: Final = ["G2", "G3", "G4", "G5", "G6"]


def test_pawns_whose_days_leave_six_never_meet() -> None:
    """3 + 4 + 6 = 13 = 7 + 6."""
    start = position(white=3, blacks=[4, 6], hand=["R4", "R1"], deck=["G1", "G2", "G3"])
    why = why_lost(start)
    assert isinstance(why, ByTheorem)
    assert why.grounds == (PawnsApart(3, (4, 6), 6),)


# What is not explained


def test_a_won_position_is_not_lost() -> None:
    """A two brings white from day 5 to 7, and the blacks share five steps: 3 + 2."""
    why = why_lost(position(white=5, blacks=[4, 5], hand=["G2"], deck=["R1"]))
    assert isinstance(why, NotLost) and isinstance(why.verdict, Proved)


def test_what_is_not_decided_is_not_called_lost() -> None:
    why = why_lost(read_position(CARELESS["careless-2006"]), seconds=0.000_001)
    assert isinstance(why, NotLost) and not isinstance(why.verdict, Proved)


def test_amid_a_turn_no_facts_are_sought() -> None:
    """The blacks of `stays_behind` are still to move."""
    why = why_lost(position(phase="blacks", white=7, blacks=[4, 7], hand=[], played="R4", deck=["R1"]))
    assert isinstance(why, Unexplained) and "amid" in why.known


def test_under_readings_that_no_theorem_covers_no_facts_are_called_proved() -> None:
    rulings = rulings_from(SolitaireRulings, {"sol.nearest": "anywhere"})
    why = why_lost(stays_behind(), rulings)
    assert isinstance(why, Unexplained) and "does not allow it" in why.known
    with_items = position(white=5, blacks=[4, 5], hand=["G1"], deck=["R1"], items={"map": "used", "camera": "ready"})
    why = why_lost(with_items, rulings_from(SolitaireRulings, {"sol.effect-walk": "position"}))
    assert isinstance(why, Unexplained) and "sol.encoding.item-moments does not allow it" in why.known


def test_where_a_failed_lap_might_win_no_facts_are_sought() -> None:
    """A six that the map makes a seven takes white from day 7 to day 7, and the lap may fail."""
    rulings = rulings_from(SolitaireRulings, {"sol.deck-out": "clear-check", "sol.map-window": "number"})
    with_map = position(white=3, blacks=[4, 7], hand=["R4"], deck=["R1"], items={"map": "used", "camera": "ready"})
    why = why_lost(with_map, rulings)
    assert isinstance(why, Unexplained) and "no failed lap can win" in why.known


@pytest.mark.parametrize(("events", "word"), [(["R2", "R3!"], "nearest"), (["R2+1"], "camera")])
def test_a_start_that_no_model_has_is_said(events: list[str], word: str) -> None:
    """A fixed event lies outside, or a change of the camera is left; open starts have neither."""
    packed = {"camera": "used", "tent": "used"}
    start = position(white=5, blacks=[4, 5], hand=["G1"], deck=["R1"], columns={"1": events}, items=packed)
    why = why_lost(start)
    assert isinstance(why, Unexplained) and word in why.known


def test_readings_beyond_tables_are_told_by_facts_as_well() -> None:
    """Which of two walks the effects take does not matter where all suits are resolved."""
    why = why_lost(stays_behind(), rulings_from(SolitaireRulings, {"sol.effect-walk": "position"}))
    assert isinstance(why, ByFacts)
    assert why.facts == (LettersAtMost(0), BlackOn(7), WhiteOn(3))


def test_facts_that_the_check_refuses_are_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lessening that forgets a fact is found out, and no facts are called proved."""

    def forgetful(*arguments: object) -> lessening.Lessened:
        return lessening.Lessened((lessening.Needed(WhiteOn(3), None),))

    monkeypatch.setattr(lost, "lessened", forgetful)
    why = why_lost(stays_behind())
    assert isinstance(why, Unexplained)
    assert "leave a win" in why.known and why.facts == ()


def test_time_that_is_over_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lost, "lessened", lambda *_: None)
    why = why_lost(stays_behind())
    assert isinstance(why, Unexplained) and "Time was over" in why.known


# Changes


def test_the_map_alone_brings_white_one_day_farther() -> None:
    """White comes from day 5 to day 6 and with the map to day 7; the blacks go from day 4 three steps each. The days
    leave 6 modulo 7, so no card, no letter (which leads to days 1-6) and no reading without the map does it."""
    start = position(white=5, blacks=[4, 4], hand=["G1"], deck=["R1"])
    changes = would_win(start, seconds=PATIENCE)
    assert not changes.open
    won = [one.change for one in changes.winning]
    assert ItemReady(Item.MAP, Item.CAMERA) in won
    assert not [change for change in won if isinstance(change, (CardMore, LetterMore))]
    by_map = next(one for one in changes.winning if one.change == ItemReady(Item.MAP, Item.CAMERA))
    assert by_map.line is not None and not by_map.uses_companion
    assert MapStep(1) in by_map.line[0]


def test_each_card_more_wins_where_one_draw_is_missing() -> None:
    """28 cards are in the discard; under clear-check the draw that fails looks at the pawns, which are all there."""
    start = one_turn_short()
    changes = would_win(start, seconds=PATIENCE)
    won = {one.change for one in changes.winning}
    assert {CardMore(card) for card in start.discard} <= won
    assert len(start.discard) == 28
    assert OtherReading("sol.deck-out", "clear-check") in won
    assert LetterMore() not in won
    for one in changes.winning:
        assert one.line is not None
        assert is_won(one.start, [step for turn in one.line for step in turn], one.rulings)
        if isinstance(one.change, CardMore):
            assert one.start.deck == (*start.deck, one.change.card)
            assert one.change.card not in one.start.discard and len(one.line) == 2


def test_every_other_reading_of_every_ruling_is_a_change() -> None:
    """15 rulings with two readings and 7 with three, of which one each is in force: 15 + 2 * 7."""
    readings = [one for one in changes_of(stays_behind(), DEFAULT_RULINGS) if isinstance(one.change, OtherReading)]
    assert len(readings) == len({one.change for one in readings}) == 29
    assert len({one.change.ruling for one in readings if isinstance(one.change, OtherReading)}) == 22
    other = next(one for one in readings if one.change == OtherReading("sol.deck-out", "clear-check"))
    assert other.rulings.deck_out is DeckOut.CLEAR_CHECK


def test_one_reading_is_changed_and_the_others_in_force_stay() -> None:
    rulings = rulings_from(SolitaireRulings, {"sol.refill": "to-four"})
    for one in changes_of(stays_behind(), rulings):
        if isinstance(one.change, OtherReading) and one.change.ruling != "sol.refill":
            assert changed_rulings(one.rulings) == {"sol.refill": "to-four", one.change.ruling: one.change.reading}


def test_a_change_that_is_undecided_is_open_and_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of one position decides nothing where no theorem does."""
    monkeypatch.setattr("tabi.solvers.why.changes.ROUNDS", (("search", 1),))
    changes = would_win(read_position(CARELESS["careless-2006"]), seconds=PATIENCE)
    undecided = [one for one in changes.judged if isinstance(one.verdict, Undecided)]
    assert undecided and set(undecided) == set(changes.open)
    assert not set(undecided) & set(changes.losing)


def test_only_positions_that_can_arise_are_changes() -> None:
    """A sixth letter of five suits is none; used items are made ready, and no third item comes in."""
    full = position(white=3, blacks=[4, 7], hand=["R4"], deck=["R1"], letters=5)
    assert LetterMore() not in [one.change for one in changes_of(full, DEFAULT_RULINGS)]
    packed = position(white=3, blacks=[4, 7], hand=["R4"], deck=["R1"], items={"map": "used", "tent": "ready"})
    items = [one for one in changes_of(packed, DEFAULT_RULINGS) if isinstance(one.change, ItemReady)]
    assert [one.change for one in items] == [ItemReady(Item.MAP)]
    assert items[0].start.ready == (Item.MAP, Item.TENT) and items[0].start.used == ()
    bare = [one.change for one in changes_of(stays_behind(), DEFAULT_RULINGS) if isinstance(one.change, ItemReady)]
    assert [change.item for change in bare] == list(Item)


def test_a_change_that_is_not_judged_in_time_is_open() -> None:
    changes = would_win(read_position(CARELESS["careless-2006"]), seconds=0.000_001)
    assert changes.open and not changes.losing


def test_the_horizon_is_no_less_than_the_bound_of_the_position() -> None:
    for document in CARELESS.values():
        start = read_position(document)
        most = most_turns(start, DEFAULT_RULINGS)
        assert most is not None and most <= asking.horizon(start, DEFAULT_RULINGS)
