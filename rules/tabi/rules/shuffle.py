"""The dealing method `tabi-shuffle-1`: the same order for the same seed, on every Python version and machine.

The numbers: the SHA-256 digest of the text `tabi-shuffle-1/SEED/COUNTER` (ASCII, decimal, counter 0, 1, 2 ...) is cut
into four numbers of 8 bytes each, big-endian, which are used in order. A number below n is taken by rejection: of the
2^64 values the highest 2^64 mod n are thrown away, and of the others the remainder by n counts. The shuffle: from the
last place down to the second one, each place changes with a place at or before it. Whatever changes here needs a new
name. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count
from typing import Final, TypeVar

Item = TypeVar("Item")

METHOD: Final = "tabi-shuffle-1"
NUMBER_BYTES: Final = 8
NUMBERS: Final = 1 << (8 * NUMBER_BYTES)
"""How many different numbers there are: 2^64."""


def numbers(seed: int) -> Iterator[int]:
    """The endless sequence of numbers (0 to 2^64 - 1) of a seed; raises `ValueError` for a seed below 0.

    >>> [hex(number) for number, _ in zip(numbers(7), range(2))]
    ['0xde5a99485447799e', '0xa0dda19817ea3608']
    """
    if seed < 0:
        raise ValueError(f"The seed is {seed}; a seed is a whole number, 0 or more.")
    return _numbers(seed)


def _numbers(seed: int) -> Iterator[int]:
    for counter in count():
        digest = sha256(f"{METHOD}/{seed}/{counter}".encode("ascii")).digest()
        for first in range(0, len(digest), NUMBER_BYTES):
            yield int.from_bytes(digest[first : first + NUMBER_BYTES], "big")


def below(bound: int, source: Iterator[int]) -> int:
    """The next number from 0 to `bound` - 1, each equally likely.

    >>> below(6, iter([2**64 - 1, 20]))        # 2^64 mod 6 is 4: the first number is thrown away
    2
    """
    accepted = NUMBERS - NUMBERS % bound
    return next(number for number in source if number < accepted) % bound


def shuffled(items: Iterable[Item], source: Iterator[int]) -> tuple[Item, ...]:
    """The items in the order that the numbers give them; every order is equally likely.

    >>> shuffled("abc", iter([0, 0]))          # c and a change, then b and c
    ('b', 'c', 'a')
    """
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = below(place + 1, source)
        order[place], order[other] = order[other], order[place]
    return tuple(order)
