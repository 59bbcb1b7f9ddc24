"""`tabi deal`: the dealing method, held against a second writing of it that shares no code with the first."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterator

import pytest

from apps.calling import Tabi
from tabi.rules.shuffle import below, numbers, shuffled
from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.spec.solitaire import CARDS, Item

GOLDEN_DECK_7 = (
    "B6 B3 G2 Y4 B2 G6 Y2 Y3 R4 B4 G3 W6 R2 G4 R5 R1 Y5 Y1 G1 B5 W1 W2 W4 Y6 G5 B1 R6 W5 R3 W3"  # bay road on day 1
)


def second_writing(seed: int) -> tuple[str, int]:
    """Deck and bay road day of a seed, from the words of the method alone, without the module under test."""

    def stream() -> Iterator[int]:
        for counter in itertools.count():
            hexadecimal = hashlib.sha256(b"tabi-shuffle-1/%d/%d" % (seed, counter)).hexdigest()
            yield from (int(hexadecimal[at : at + 16], 16) for at in (0, 16, 32, 48))

    source = stream()

    def shuffle(order: list[str]) -> list[str]:
        last = len(order) - 1
        while last > 0:
            number = next(source)
            while number >= 2**64 - (2**64 % (last + 1)):
                number = next(source)
            chosen = number % (last + 1)
            order[last], order[chosen] = order[chosen], order[last]
            last -= 1
        return order

    deck = shuffle([suit + number for suit in "RGYBW" for number in "123456"])
    row = shuffle(["bay", "beach", "town", "city", "station", "mine"])
    return " ".join(deck), row.index("bay") + 1


def test_the_deal_of_seed_7_is_golden(tabi: Tabi) -> None:
    called = tabi("deal", "--seed", "7")
    assert called.status == 0
    assert called.json == {"deck": GOLDEN_DECK_7, "bay_road_day": 1, "items": [], "id": 7}
    assert second_writing(7) == (GOLDEN_DECK_7, 1)


@pytest.mark.parametrize("seed", [0, 1, 2, 19, 12345, 10**30])
def test_every_deal_is_that_of_the_second_writing(seed: int) -> None:
    dealt = deal_from_seed(seed)
    assert (" ".join(map(str, dealt.deck)), dealt.bay_road_day, dealt.id) == (*second_writing(seed), seed)


def test_the_items_are_named_and_come_in_the_order_of_items(tabi: Tabi) -> None:
    assert tabi("deal", "--seed", "7", "--items", "tent,map").json["items"] == ["map", "tent"]
    assert tabi("deal", "--seed", "7", "--items", "none", "--json").json["items"] == []
    assert deal_from_seed(7, (Item.TENT, Item.MAP)).items == (Item.MAP, Item.TENT)


def test_the_numbers_of_a_digest_are_used_in_order() -> None:
    # printf 'tabi-shuffle-1/7/0' | sha256sum gives de5a99485447799e a0dda19817ea3608 06c740c82df2fd6e 3f6f2d953e8dba10
    first = list(itertools.islice(numbers(7), 4))
    assert first == [0xDE5A99485447799E, 0xA0DDA19817EA3608, 0x06C740C82DF2FD6E, 0x3F6F2D953E8DBA10]


def test_a_number_that_would_favour_some_places_is_thrown_away() -> None:
    # 2^64 = 6 x 3074457345618258602 + 4: the four highest numbers go
    assert below(6, iter([2**64 - 1, 2**64 - 4, 2**64 - 5])) == (2**64 - 5) % 6


def test_the_bay_road_comes_to_each_of_its_six_days_and_every_deck_is_whole() -> None:
    deals = [deal_from_seed(seed) for seed in range(200)]
    assert {dealt.bay_road_day for dealt in deals} == {1, 2, 3, 4, 5, 6}
    assert all(sorted(dealt.deck) == sorted(CARDS) for dealt in deals)


def test_shuffling_nothing_and_one_thing_uses_no_number() -> None:
    assert shuffled((), iter(())) == ()
    assert shuffled("a", iter(())) == ("a",)


def test_a_seed_below_zero_is_refused_before_a_number_is_drawn(tabi: Tabi) -> None:
    with pytest.raises(ValueError, match="0 or more"):
        numbers(-1)
    assert tabi("deal", "--seed", "-1").refused() == "--seed: The seed is -1; a seed is a whole number, 0 or more."
