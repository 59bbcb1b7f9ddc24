"""The best that can be defined with the tokens that lie on a board: how much, in how many sequences, and which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce

from tabi.rules.trip import places
from tabi.rules.trip.best_areas import connected_areas, loose_areas
from tabi.rules.trip.best_places import (
    Scene,
    Waiting,
    after_place,
    fields,
    is_food,
    lays,
    listed,
    most_food,
    settled,
    too_few,
    ways,
)
from tabi.rules.trip.best_tally import NO_PLACE, NOTHING_DEFINED, Tally, better, followed, interleaved, one_place
from tabi.rules.trip.board import KindMasks
from tabi.rules.trip.masks import Mask, components
from tabi.spec.trip.rulings import ShopSubset
from tabi.spec.trip.squares import squares_of
from tabi.spec.trip.steps import Define, Pass, Step

Sequence = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Defining:
    """Answers about the places of one turn; answers are kept, since placements share most of them.

    The fields of a board are looked at one by one: what is defined in one of them changes nothing in another. Where one
    place a turn is defined it is one of the best field; where several are, any best sequences of the fields go together
    in any order.
    """

    scene: Scene
    used: frozenset[str]
    _points: dict[Waiting, int] = field(default_factory=dict, compare=False, repr=False)
    _tallies: dict[Waiting, Tally] = field(default_factory=dict, compare=False, repr=False)

    def waiting(self, up: KindMasks, fresh: Mask) -> tuple[Waiting, ...]:
        """The fields of a board in the order in which places are listed, with what can still be defined of each."""
        return tuple(self.field(up, fresh, [token.rank for token in kinds]) for kinds in fields(self.scene.rulings))

    def field(self, up: KindMasks, fresh: Mask, ranks: list[int]) -> Waiting:
        """The field of some kinds of token, by their ranks."""
        masks = tuple([mask if rank in ranks else 0 for rank, mask in enumerate(up)])
        return settled(Waiting(masks, fresh, (), self.used))

    def points(self, waiting: Waiting) -> int:
        """The most points that a field gives, 0 if it gives none."""
        if not self.scene.single_place or not is_food(waiting):
            return self.tally(waiting).points
        known = self._points.get(waiting)
        if known is None:
            areas = (area for area in components(waiting.within) if area.bit_count() >= places.FEWEST)
            known = max((most_food(self.scene, waiting, area) for area in areas), default=0)
            self._points[waiting] = known
        return known

    def tally(self, waiting: Waiting) -> Tally:
        """The most points that a field gives, and the number of sequences of its places that give them."""
        known = self._tallies.get(waiting)
        if known is None:
            once = self.scene.single_place
            if too_few(waiting):
                known = NO_PLACE if once else NOTHING_DEFINED
            else:
                known = self._once(waiting) if once else self._often(waiting)
            self._tallies[waiting] = known
        return known

    def _once(self, waiting: Waiting) -> Tally:
        """Exactly one place, which lies in one part of the field; the sequence without a place is not counted here."""
        parts = list(components(waiting.within))
        if len(parts) > 1:
            return reduce(better, (self.tally(_cut(waiting, part)) for part in parts), NO_PLACE)
        found = (way for place in self._worth(waiting) for way in ways(self.scene, waiting, place))
        return reduce(better, (one_place(way.points, way.number) for way in found), NO_PLACE)

    def _often(self, waiting: Waiting) -> Tally:
        """Any number of places, one after the other."""
        best = NOTHING_DEFINED
        for place in listed(self.scene, waiting):
            for way in ways(self.scene, waiting, place):
                rest = self.tally(after_place(self.scene, waiting, place, way.laid))
                best = better(best, followed(way.points, way.number, rest))
        return best

    def _worth(self, waiting: Waiting) -> Iterator[Mask]:
        """Where one place is defined: its sets in their order, of shops and restaurants only those that gain most."""
        if not is_food(waiting):
            return listed(self.scene, waiting)
        return self.areas(waiting, self.points(waiting))

    def areas(self, waiting: Waiting, points: int) -> Iterator[Mask]:
        """The shops and restaurants of a field that can gain so many points, in their order."""

        def enough(area: Mask) -> bool:
            return area.bit_count() >= places.FEWEST and most_food(self.scene, waiting, area) >= points

        start = places.anchors(waiting.masks, waiting.fresh, self.scene.rulings.fresh_token)
        connected = self.scene.rulings.shop_subset is ShopSubset.CONNECTED
        return (connected_areas if connected else loose_areas)(waiting.within, start, enough)

    def together(self, waiting: tuple[Waiting, ...]) -> Tally:
        """The most points that all fields give in one turn, and the number of sequences that give them."""
        if not self.scene.single_place:
            return reduce(interleaved, map(self.tally, waiting), NOTHING_DEFINED)
        most = max(map(self.points, waiting), default=0)
        best = (self.tally(one) for one in waiting if self.points(one) == most)
        return reduce(better, best, NOTHING_DEFINED)

    def sequences(self, waiting: tuple[Waiting, ...]) -> Iterator[Sequence]:
        """Every sequence of steps to the end of the turn that gains the most, in the order of `legal_steps`."""
        return self._one_of(waiting) if self.scene.single_place else self._some_of(waiting)

    def _one_of(self, waiting: tuple[Waiting, ...]) -> Iterator[Sequence]:
        most = max(map(self.points, waiting), default=0)
        for one in waiting:
            if self.points(one) == most:
                for place in self._worth(one):
                    for lay, points, _ in lays(self.scene, one, place):
                        if points == most:
                            yield Define(squares_of(place)), lay
        if most == 0:
            yield (Pass(),)

    def _some_of(self, waiting: tuple[Waiting, ...]) -> Iterator[Sequence]:
        for index, one in enumerate(waiting):
            most = self.points(one)
            for place in listed(self.scene, one):
                for lay, points, laid in lays(self.scene, one, place):
                    after = after_place(self.scene, one, place, laid)
                    if points + self.points(after) == most:
                        rest = (*waiting[:index], after, *waiting[index + 1 :])
                        for more in self._some_of(rest):
                            yield Define(squares_of(place)), lay, *more
        if not any(map(self.points, waiting)):
            yield (Pass(),)


def _cut(waiting: Waiting, part: Mask) -> Waiting:
    return waiting._replace(masks=tuple([mask & part for mask in waiting.masks]), fresh=waiting.fresh & part)
