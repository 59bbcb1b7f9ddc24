"""Shop and restaurant areas that are worth something, without listing the others. Knows no token and no rule.

What an area is worth never falls when squares are added. So a branch of the search, whose areas all lie between two
sets, holds one that is worth enough exactly when its largest is: nothing is looked at in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabi.rules.trip.masks import Mask, beside, bits, component

Enough = Callable[[Mask], bool]
"""Whether an area is worth enough; with an area every larger one is."""


def connected_areas(within: Mask, start: Mask, enough: Enough) -> Iterator[Mask]:
    """Every connected set of squares of `within` that holds one of `start` and is worth enough.

    In the order of `masks.connected_sets`, square by square of `start`; a set that holds several comes once.
    """
    for first in bits(start & within):
        if enough(component(first, within)):
            if enough(first):
                yield first
            yield from _grown(first, beside(first) & within & ~first, within & ~first, enough)
        within ^= first


def _grown(grown: Mask, edge: Mask, free: Mask, enough: Enough) -> Iterator[Mask]:
    while edge:
        bit = edge & -edge
        edge ^= bit
        free ^= bit
        larger = grown | bit
        if not enough(component(larger, larger | free)):
            continue
        if enough(larger):
            yield larger
        yield from _grown(larger, edge | beside(bit) & free, free, enough)


def loose_areas(within: Mask, start: Mask, enough: Enough) -> Iterator[Mask]:
    """Every set of squares of one connected part of `within`, holding one of `start`, that is worth enough.

    The set itself need not hang together. In the order of `masks.submasks`, square by square of `start`.
    """
    left = within
    for first in bits(start & within):
        yield from _parts(first, component(first, within) & left & ~first, enough)
        left ^= first


def _parts(taken: Mask, open_: Mask, enough: Enough) -> Iterator[Mask]:
    """The larger numbers first, as `submasks` has it: with the last open square, then without it."""
    if not enough(taken | open_):
        return
    if not open_:
        yield taken
        return
    last = 1 << open_.bit_length() - 1
    yield from _parts(taken | last, open_ ^ last, enough)
    yield from _parts(taken, open_ ^ last, enough)
