"""The placements of a turn that allow the most points, without looking at the whole board for each of them.

A placement touches a field in two ways only: by the squares on which tokens of its kinds are put, and by those of its
face-up tokens that it covers. Thousands of placements share these few answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

from tabi.rules.trip.best_defining import Defining
from tabi.rules.trip.best_places import Waiting, fields
from tabi.rules.trip.board import KindMasks
from tabi.rules.trip.masks import Mask, bits
from tabi.rules.trip.placing import Placement, steps_of, target_sets
from tabi.rules.trip.position import Position
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.squares import SIDE
from tabi.spec.trip.steps import Discard, Put
from tabi.spec.trip.tokens import Token, Tokens

LAST = 1 << SIDE * SIDE
"""After all squares: where the discard stands among the steps for one token."""


Gain = tuple[int, Waiting]
"""The most points that a field gives, and what waits in it."""


class Touch(NamedTuple):
    """How an arrangement touches a field: the field's kinds, its face-up tokens, and for every kind its targets.

    Targets are sets, one a kind (bit 0 is the first target). `known` are the gains of the field found so far, by the
    squares covered and those that each kind gets.
    """

    kinds: Tokens
    up: Mask
    targets: tuple[int, ...]
    known: dict[tuple[Mask, ...], Gain]


class Arrangement(NamedTuple):
    """How tokens of a hand go to some targets, which are squares in their order.

    `tokens` target by target, `discarded` the others; `of_hand` is the target of each token of the hand, None for the
    mistaken memories; `touches` are the fields that can gain by it.
    """

    tokens: Tokens
    discarded: Tokens
    of_hand: tuple[int | None, ...]
    touches: tuple[Touch, ...]


class Found(NamedTuple):
    """A placement that allows the most points: its squares, its tokens, and the fields in which these can be gained."""

    squares: Mask
    arrangement: Arrangement
    waiting: tuple[Waiting, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """What the placements of one moment have in common; `up` and `fresh` are the acting player's."""

    position: Position
    rulings: TripRulings
    defining: Defining
    up: KindMasks
    fresh: Mask
    _known: dict[Tokens, dict[tuple[Mask, ...], Gain]] = field(default_factory=dict, compare=False, repr=False)

    def touches(self, tokens: Tokens) -> Iterator[Touch]:
        """The fields that tokens come to, target by target: in no other one is a token of this turn."""
        for kinds in fields(self.rulings):
            targets = tuple(_targets_of(kind, tokens) for kind in kinds)
            up = sum(self.up[kind.rank] for kind in kinds)
            if any(targets):
                yield Touch(kinds, up, targets, self._known.setdefault(kinds, {}))

    def gain(self, touch: Touch, squares: Mask, taken: tuple[Mask, ...]) -> Gain:
        """What a field gives when `squares` take tokens, those of `taken` its own, one set for each of its kinds.

        The tokens of `squares` are all those of the turn, so they are the fresh ones.
        """
        up = list(self.up)
        for kind, mask in zip(touch.kinds, taken, strict=True):
            up[kind.rank] = up[kind.rank] & ~squares | mask
        waiting = self.defining.field(tuple(up), squares, [kind.rank for kind in touch.kinds])
        return self.defining.points(waiting), waiting


def best_placements(ground: Ground, hand: Tokens, targets: Iterable[Mask]) -> tuple[int, list[Found]]:
    """trip.placing: the most points that placing a hand allows, and every placement that allows them.

    `hand` are all tokens of the turn, with those that are placed already; `targets` as `target_sets` gives them.
    """
    best, found = -1, list[Found]()
    arranged = [tuple(_arrangements(ground, hand, count)) for count in range(len(hand) + 1)]
    for squares in targets:
        parts = _unions(tuple(bits(squares)))
        for arrangement in arranged[squares.bit_count()]:
            gains = [_gain(ground, touch, squares, parts) for touch in arrangement.touches]
            points = _total(ground, gains)
            if points >= best and _begun_so(ground.position, squares, arrangement):
                if points > best:
                    best, found = points, []
                found.append(Found(squares, arrangement, tuple([waiting for _, waiting in gains])))
    return best, found


def _gain(ground: Ground, touch: Touch, squares: Mask, parts: list[Mask]) -> Gain:
    taken = tuple([parts[targets] for targets in touch.targets])
    key = (squares & touch.up, *taken)
    gain = touch.known.get(key)
    if gain is None:
        gain = touch.known[key] = ground.gain(touch, squares, taken)
    return gain


def _total(ground: Ground, gains: list[Gain]) -> int:
    """The best field where one place is defined in a turn, otherwise all of them."""
    points = 0
    for more, _ in gains:
        points = max(points, more) if ground.defining.scene.single_place else points + more
    return points


def all_targets(position: Position, count: int, rulings: TripRulings) -> tuple[Mask, ...]:
    """trip.placing.in-pattern: the sets of squares that can take tokens when `count` of them are placed."""
    return tuple(target_sets(position.board, count, position.pattern, position.table, rulings))


def _unions(targets: tuple[Mask, ...]) -> list[Mask]:
    """For every set of targets by its number the squares of them."""
    unions = [0]
    for bit in targets:
        unions += [mask | bit for mask in unions]
    return unions


def _begun_so(position: Position, squares: Mask, arrangement: Arrangement) -> bool:
    """trip.placing.order: whether a placement begins with what has been done."""
    done = position.placing
    return not done or _steps(squares, arrangement)[: len(done)] == done


def _arrangements(ground: Ground, hand: Tokens, count: int) -> Iterator[Arrangement]:
    """Every different way to give the tokens of a hand to so many targets."""
    for tokens in dict.fromkeys(permutations(hand, count)):
        left, of_hand = [*range(count)], list[int | None]()
        for token in hand:
            target = next((one for one in left if tokens[one] is token), None)
            of_hand.append(target)
            left = [one for one in left if one != target]
        discarded = tuple(token for token, target in zip(hand, of_hand, strict=True) if target is None)
        yield Arrangement(tokens, discarded, tuple(of_hand), tuple(ground.touches(tokens)))


def _targets_of(kind: Token, tokens: Tokens) -> int:
    return sum(1 << target for target, token in enumerate(tokens) if token is kind)


def order_of(found: Found) -> tuple[Mask, ...]:
    """trip.placing.order: the key that sorts placements of one hand as `legal_steps` lists their steps."""
    squares = tuple(bits(found.squares))
    return tuple([LAST if target is None else squares[target] for target in found.arrangement.of_hand])


def given_up(ground: Ground, found: Found) -> int:
    """trip.mistakes.area: how many tokens a placement adds to the mistaken memories from now on."""
    discarded = len(found.arrangement.discarded) - sum(isinstance(step, Discard) for step in ground.position.placing)
    return discarded + (found.squares & ~ground.fresh & sum(ground.up)).bit_count()


def steps_left(ground: Ground, found: Found) -> tuple[Put | Discard, ...]:
    """The steps of a placement that are still to be taken."""
    return _steps(found.squares, found.arrangement)[len(ground.position.placing) :]


def _steps(squares: Mask, arrangement: Arrangement) -> tuple[Put | Discard, ...]:
    return steps_of(Placement(squares, arrangement.tokens, arrangement.discarded))
