"""Uses of items that wait, in games at random: every swap that the theorem claims, where it comes up in real plays."""

from __future__ import annotations

from collections import Counter
from random import Random

from proofs.test_waiting import beginning, played
from tabi.proofs.solitaire.encoding.item_waiting import SWAPS, is_as_good, kind_of, pairs_of
from tabi.rules import solitaire
from tabi.rules.solitaire import apply
from tabi.rules.solitaire.position import evolve
from tabi.spec.solitaire import Item, SolitaireRulings
from tabi.spec.solitaire.rulings import (
    DEFAULT_RULINGS,
    BackFromOne,
    CameraDuration,
    EffectsMandatory,
    MapWindow,
    RadioShort,
)

PLAYS = 1_500
READINGS = (
    DEFAULT_RULINGS,
    SolitaireRulings(
        map_window=MapWindow.NUMBER, radio_short=RadioShort.REFUSED, camera_duration=CameraDuration.PERMANENT
    ),
    SolitaireRulings(
        effects_mandatory=EffectsMandatory.NONE, back_from_one=BackFromOne.REFUSED, green_untaps_lantern=False
    ),
)


def test_swaps_hold_wherever_plays_at_random_have_them() -> None:
    """Each two neighbouring steps of a play that may change places do so with the same end, or a win."""
    chance, met = Random(64), Counter[tuple[str, str]]()
    for number in range(PLAYS):
        rulings = READINGS[number % len(READINGS)]
        pair = tuple(chance.sample(tuple(Item), 2))
        here = beginning(chance, pair)
        if number % 5 == 0:
            here = evolve(here, deck=here.deck[:5], discard=tuple(sorted((*here.discard, *here.deck[5:]))))
        line = list(played(here, rulings, 3, chance))
        for first, then in zip(line, [*line[1:], None], strict=True):
            if then is not None:
                one, other = kind_of(first), kind_of(then)
                for use, step, table in ((one, other, SWAPS.later), (other, one, SWAPS.earlier)):
                    if step in table.get(use, ()):
                        met[use, step] += 1
                        assert is_as_good(here, first, then, rulings) in (True, None), (
                            solitaire.format_position(here), first, then,
                        )  # fmt: skip
            here = apply(here, first, rulings)
    assert len(met) >= 0.8 * len(pairs_of(SWAPS)), sorted(set(pairs_of(SWAPS)) - set(met))
