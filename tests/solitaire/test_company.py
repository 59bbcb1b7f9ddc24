"""The bound by the pawns' company: never below what plays bring, met by some of them, and counted by hand."""

from __future__ import annotations

import pytest

from solvers.closing_positions import FOUR_CARDS, TWO_CARDS, position, values_of
from tabi.rules.solitaire import parse_position
from tabi.rules.solitaire.company import MOST_DRAWS, NEVER, company, points_in_company, shares
from tabi.rules.solitaire.position import evolve
from tabi.spec.solitaire import CARDS, Item, Suit
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS


@pytest.mark.parametrize("text", [FOUR_CARDS[0], FOUR_CARDS[2], TWO_CARDS[1], TWO_CARDS[2]])
def test_no_play_brings_more(text: str) -> None:
    values = values_of(position(text), DEFAULT_RULINGS)
    bounds = {key: points_in_company(key, DEFAULT_RULINGS) for key in values}
    won = {key: value for key, value in values.items() if value is not None}
    assert all(bound is not None for bound in bounds.values())
    assert all(won[key] <= (bounds[key] or 0) for key in won)
    assert sum(bounds[key] == NEVER for key in values) > len(values) / 2


def test_some_plays_bring_as_much() -> None:
    values = values_of(position(TWO_CARDS[1]), DEFAULT_RULINGS)
    assert any(value and value == points_in_company(key, DEFAULT_RULINGS) for key, value in values.items())


def two_turns(blacks: str) -> int | None:
    """The bound with every suit resolved, two cards in the deck, and R2 and G4 that bring white from day 1 to day 7."""
    cards = "columns=3:W4 deck=Y1,Y2 hand=R2,G4"
    rest = ",".join(str(card) for card in CARDS if str(card) not in ("W4", "Y1", "Y2", "R2", "G4"))
    start = parse_position(f"white=1 blacks={blacks} {cards} discard={rest} resolved=R,G,Y,B,W")
    return points_in_company(start, DEFAULT_RULINGS)


def test_two_turns_by_hand() -> None:
    """R2 first: the blacks go 2 and 3 to 5 and 6, white alone counts 2 + 4 on day 3, then 1 and 2 are left: 6 points.

    G4 first: the blacks go 1 and 2 to 4 and 5, two pawns count the 4 on day 5, and then they go 3 and 2: 8 points.
    """
    assert two_turns("3,3") == 8


def test_pawns_that_cannot_meet_by_hand() -> None:
    """After R2 the blacks would have to stand on 5 and 6, after G4 five steps before 7 and 7; from 3 and 4 neither."""
    assert two_turns("3,4") == NEVER


def test_the_share_of_the_blacks() -> None:
    assert shares((1, 1), 3) == {(2, 3)}
    assert shares((5, 7), 2) == {(1, 6)}
    assert shares((6, 7), 1) == {(7, 7), (1, 6)}


def test_the_company_of_white_by_hand() -> None:
    """White on day 3, the blacks on 2 and 5: red brings the first there; white the other too; a letter any of them."""
    assert {(pair, left): pawns for pair, left, pawns in company(3, (2, 5), 0, red=False, pull=False)} == {
        ((2, 5), 0): 1
    }
    by_red = {pair: pawns for pair, _, pawns in company(3, (2, 5), 0, red=True, pull=False)}
    assert by_red == {(2, 5): 1, (1, 5): 1, (3, 5): 2, (2, 4): 1, (2, 6): 1}
    both = {pair: pawns for pair, _, pawns in company(3, (2, 5), 0, red=True, pull=True)}
    assert both[(3, 3)] == 3
    assert both[(2, 3)] == 2
    assert both[(3, 4)] == 2
    assert (4, 4) not in both
    by_letter = {(pair, left): pawns for pair, left, pawns in company(3, (2, 5), 1, red=False, pull=False)}
    assert by_letter[((2, 3), 0)] == 2
    assert by_letter[((2, 7), 0)] == 1
    assert ((3, 3), 0) not in by_letter


def test_fewer_letters_than_none_are_refused() -> None:
    with pytest.raises(ValueError, match="fewer than none"):
        company(3, (2, 5), -1, red=True, pull=True)


def test_nothing_is_claimed_with_items_or_many_draws() -> None:
    start = position(FOUR_CARDS[0])
    assert points_in_company(evolve(start, used=(Item.MAP,)), DEFAULT_RULINGS) is None
    many = evolve(start, deck=CARDS[: MOST_DRAWS + 1])
    assert points_in_company(many, DEFAULT_RULINGS) is None
    assert points_in_company(evolve(many, deck=()), DEFAULT_RULINGS) == NEVER
    assert Suit.W not in start.resolved
