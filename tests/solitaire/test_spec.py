"""The vocabulary and the deal: names, order, and one sentence for each kind of bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from solitaire.strategies import deals
from tabi.rules.solitaire.game import read_deal
from tabi.spec.rulings import UnknownRuling, changed_rulings, read_rulings, rulings_from, rulings_to
from tabi.spec.solitaire import CARDS, Card, Deal, Item, SolitaireRulings, Suit, format_deal, parse_deal
from tabi.spec.solitaire.clauses import clauses, ruling_table
from tabi.spec.solitaire.rulings import Refill

DECK = " ".join(map(str, CARDS))
DECK_IS = "A deck is the 30 cards R1-R6, G1-G6, Y1-Y6, B1-B6, W1-W6, each once, top first."
ITEMS_ARE = "A deal has two different of lantern, map, radio, camera, backpack, tent, or none."
DEALS = Path(__file__).parents[1] / "data" / "reference_deals.jsonl"


def test_there_are_thirty_cards_in_the_order_of_suits_and_numbers() -> None:
    assert [str(card) for card in CARDS] == [f"{suit}{number}" for suit in "RGYBW" for number in range(1, 7)]
    assert [(card.suit, card.number) for card in (Card.R1, Card.W6)] == [(Suit.R, 1), (Suit.W, 6)]
    assert all(CARDS)
    assert all(Suit)


@pytest.mark.parametrize(
    ("deal", "sentence"),
    [
        ({"deck": DECK.replace("R2", "R1"), "bay_road_day": 3}, f"The deck has R1 twice and lacks R2. {DECK_IS}"),
        ({"deck": DECK[3:], "bay_road_day": 3}, f"The deck lacks R1. {DECK_IS}"),
        ({"deck": DECK + " R1", "bay_road_day": 3}, f"The deck has R1 twice. {DECK_IS}"),
        (
            {"deck": DECK.replace("R2", "Z9"), "bay_road_day": 3},
            f"The deck has 'Z9', which no card is called. {DECK_IS}",
        ),
        ({"deck": 7, "bay_road_day": 3}, f"The deck is not text. {DECK_IS[:-1]}, separated by blanks."),
        ({"deck": DECK, "bay_road_day": 0}, "The bay road is on day 0. It lies on a day from 1 to 6."),
        ({"deck": DECK, "bay_road_day": 7}, "The bay road is on day 7. It lies on a day from 1 to 6."),
        ({"deck": DECK, "bay_road_day": "x"}, "The bay road is on day 'x'. It lies on a day from 1 to 6."),
        ({"deck": DECK, "bay_road_day": 3, "items": ["map"]}, f"The items are map. {ITEMS_ARE}"),
        (
            {"deck": DECK, "bay_road_day": 3, "items": ["map", "map"]},
            f"The items are map and map. {ITEMS_ARE}",
        ),
        (
            {"deck": DECK, "bay_road_day": 3, "items": ["map", "tent", "radio"]},
            f"The items are map, tent and radio. {ITEMS_ARE}",
        ),
        (
            {"deck": DECK, "bay_road_day": 3, "items": ["lamp", "map"]},
            "items: 'lamp' is not an item; the items are lantern, map, radio, camera, backpack, tent.",
        ),
        ({"deck": DECK, "bay_road_day": 3, "row": []}, "A deal has either bay_road_day or row, not both."),
    ],
)
def test_a_bad_deal_gets_one_sentence_that_names_what_is_wrong(deal: dict[str, object], sentence: str) -> None:
    with pytest.raises(ValueError) as raised:
        read_deal(deal)  # type: ignore[arg-type]  # JSON of the table above
    assert str(raised.value) == sentence


def test_a_row_stands_in_place_of_the_bay_road() -> None:
    row = ["beach", "small-town", "bay-road", "big-city", "unstaffed-station", "abandoned-mine", "thousand-year-tree"]
    assert read_deal({"deck": DECK, "row": row}).bay_road_day == 3  # type: ignore[dict-item]  # a list is JSON
    with pytest.raises(ValueError, match="thousand-year-tree last"):
        read_deal({"deck": DECK, "row": row[::-1]})  # type: ignore[dict-item]  # a list is JSON


def test_items_are_brought_into_order_and_the_deal_round_trips() -> None:
    deal = read_deal({"deck": DECK.lower(), "bay_road_day": 3, "items": ["tent", "map"], "id": 7})
    assert deal.items == (Item.MAP, Item.TENT)
    assert Deal.model_validate_json(deal.model_dump_json()) == deal
    assert json.loads(deal.model_dump_json())["deck"] == DECK


def test_the_reference_deals_are_two_hundred_deals() -> None:
    lines = DEALS.read_text(encoding="utf-8").splitlines()
    assert [read_deal(json.loads(line)).id for line in lines] == list(range(200))


def test_the_rulings_are_the_twenty_two_open_points_with_their_defaults() -> None:
    assert len(ruling_table()) == 22
    assert {ruling.id: ruling.default for ruling in ruling_table()} == rulings_to(SolitaireRulings())
    assert all(len(ruling.reading) >= 2 for ruling in ruling_table())


def test_rulings_are_read_by_id_and_reading() -> None:
    rulings = rulings_from(SolitaireRulings, {"sol.refill": "to-four", "sol.white-may-stay": "yes"})
    assert rulings.refill is Refill.TO_FOUR
    assert rulings.white_may_stay is True
    assert changed_rulings(rulings) == {"sol.refill": "to-four", "sol.white-may-stay": "yes"}
    assert rulings_from(SolitaireRulings, rulings_to(rulings)) == rulings
    assert rulings_from(SolitaireRulings, {"sol.white-may-stay": True}).white_may_stay is True


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({"sol.nothing": "x"}, "There is no ruling 'sol.nothing'; the rulings are sol.deck-out, "),
        ({"sol.refill": "two"}, "The ruling sol.refill has no reading 'two'; its readings are one, to-four."),
        (
            {"sol.white-may-stay": "maybe"},
            "The ruling sol.white-may-stay has no reading 'maybe'; its readings are yes, no.",
        ),
    ],
)
def test_an_unknown_ruling_or_reading_is_named(chosen: dict[str, str], sentence: str) -> None:
    with pytest.raises(UnknownRuling) as raised:
        rulings_from(SolitaireRulings, chosen)
    assert str(raised.value).startswith(sentence)


def test_a_table_that_differs_from_the_model_is_refused() -> None:
    class Fewer(SolitaireRulings):
        more: bool = False

    with pytest.raises(ValueError, match=r"sol\.more"):
        read_rulings(Fewer, "tabi.spec.solitaire")


def test_clauses_name_rulings_and_chapters_that_exist_and_every_ruling_hangs_on_a_clause() -> None:
    known = {ruling.id for ruling in ruling_table()}
    chapters = ("setup", "movement", "columns", "effects", "items", "resolution", "letters", "ending")
    assert {ruling for clause in clauses() for ruling in clause.rulings} == known
    assert tuple(dict.fromkeys(clause.chapter for clause in clauses())) == chapters
    assert all(clause.text.endswith(".") for clause in clauses())


@given(deal=deals())
def test_a_deal_round_trips_on_one_line_and_as_json(deal: Deal) -> None:
    assert parse_deal(format_deal(deal)) == deal
    assert Deal.model_validate_json(deal.model_dump_json()) == deal


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (DECK, "A deal on one line is 30 cards, then bay=DAY, then items=A,B if there are any."),
        (f"{DECK} bay=3 row=x", "A deal on one line is 30 cards, then bay=DAY, then items=A,B if there are any."),
        (f"{DECK[3:]} bay=3", f"The deck lacks R1. {DECK_IS}"),
        (f"{DECK} bay=3 items=map", f"The items are map. {ITEMS_ARE}"),
    ],
)
def test_a_line_that_is_no_deal_gets_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(ValueError) as raised:
        parse_deal(line)
    assert str(raised.value) == sentence
