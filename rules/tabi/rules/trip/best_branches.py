"""The beginnings of a turn that lead to the most points: a slot and a placement, or a lay, or nothing yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tabi.rules.trip.best_defining import Defining, Sequence
from tabi.rules.trip.best_places import Waiting, lays, scene_of, without
from tabi.rules.trip.best_placing import (
    Found,
    Ground,
    all_targets,
    best_placements,
    given_up,
    order_of,
    steps_left,
)
from tabi.rules.trip.best_tally import NOTHING_DEFINED, Tally
from tabi.rules.trip.board import KindMasks, face_up_kinds
from tabi.rules.trip.masks import Mask
from tabi.rules.trip.moment import Phase
from tabi.rules.trip.places import defined_pieces, may_define_again
from tabi.rules.trip.position import Position
from tabi.rules.trip.table import TileKind
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.steps import Lay, Take
from tabi.spec.trip.tokens import Tokens, sorted_tokens


@dataclass(frozen=True, slots=True)
class Branch:
    """A beginning of the turn after which the best sequences of `defining` are the best turns.

    `before` is the slot taken or what is laid at once, `placed` the placement that follows, if one does. `defining` is
    None where the turn is over after the beginning.
    """

    before: tuple[Take | Lay, ...]
    placed: tuple[Ground, Found] | None
    defining: Defining | None
    waiting: tuple[Waiting, ...]

    @property
    def steps(self) -> Sequence:
        """The steps of the beginning."""
        return self.before if self.placed is None else (*self.before, *steps_left(*self.placed))

    @property
    def rest(self) -> Tally:
        """What can be gained after the beginning, and the number of sequences that gain it."""
        return NOTHING_DEFINED if self.defining is None else self.defining.together(self.waiting)

    @property
    def given_up(self) -> int:
        """trip.mistakes.area: how many tokens the beginning adds to the mistaken memories."""
        return 0 if self.placed is None else given_up(*self.placed)

    def choices(self) -> Iterator[Sequence]:
        """Every best turn that begins so, in the order of `legal_steps`."""
        if self.defining is None:
            yield self.steps
            return
        for rest in self.defining.sequences(self.waiting):
            yield (*self.steps, *rest)


def best_branches(position: Position, rulings: TripRulings, over_slots: bool) -> tuple[int, list[Branch]]:
    """The most points of the turn, and the beginnings that lead to them, slot by slot but otherwise in no order.

    Raises `ValueError` where no turn is being played, and where the slots are to be looked at or not against the phase.
    """
    match position.phase:
        case Phase.DRAFT if over_slots:
            return _placed(position, rulings, _open_slots(position))
        case Phase.PLACE if not over_slots:
            placed = (step.token for step in position.placing)
            return _placed(position, rulings, [((), sorted_tokens((*position.hand, *placed)))])
        case Phase.DEFINE if not over_slots:
            defining = defining_of(position, rulings)
            branch = Branch((), None, defining, defining.waiting(*_tokens(position)))
            return branch.rest.points, [branch]
        case Phase.TILE if not over_slots:
            return _laid(position, rulings)
    raise ValueError(_refused(position.phase))


def _refused(phase: Phase) -> str:
    if phase is Phase.DRAFT:
        return "No slot is taken yet, so the best turn is looked for over all open slots only."
    if phase in (Phase.PLACE, Phase.DEFINE, Phase.TILE):
        return f"The phase is {phase}: a slot is taken already, so there is no best turn over slots."
    return f"The phase is {phase}: no player is in a turn; a best turn is one of the phases draft, place, define, tile."


def defining_of(position: Position, rulings: TripRulings) -> Defining:
    """The places of the turn of a position, before any is defined."""
    used = defined_pieces(position.boards, position.table)
    return Defining(scene_of(position.table, position.town, rulings), used)


def _tokens(position: Position) -> tuple[KindMasks, Mask]:
    """The face-up tokens of the acting player and the fresh squares."""
    return face_up_kinds(position.board), position.fresh[position.player - 1]


def _open_slots(position: Position) -> Iterator[tuple[tuple[Take], Tokens]]:
    for number, slot in enumerate(position.slots, start=1):
        if slot is not None:
            yield (Take(number),), slot


def _placed(
    position: Position, rulings: TripRulings, hands: Iterable[tuple[tuple[Take, ...], Tokens]]
) -> tuple[int, list[Branch]]:
    """trip.placing: the best placements of any of these hands."""
    ground = Ground(position, rulings, defining_of(position, rulings), *_tokens(position))
    best, branches, targets = -1, list[Branch](), dict[int, tuple[Mask, ...]]()
    for before, hand in hands:
        if len(hand) not in targets:
            targets[len(hand)] = all_targets(position, len(hand), rulings)
        points, found = best_placements(ground, hand, targets[len(hand)])
        if points > best:
            best, branches = points, []
        if points == best:
            branches += [Branch(before, (ground, one), ground.defining, one.waiting) for one in found]
    return best, branches


def _laid(position: Position, rulings: TripRulings) -> tuple[int, list[Branch]]:
    """trip.tiles: the best lays for the place just defined, with what may be defined after it."""
    defining = defining_of(position, rulings)
    here = Waiting(position.board.tokens, position.fresh[position.player - 1], (), defining.used)
    best, branches = -1, list[Branch]()
    after: dict[tuple[TileKind, ...], tuple[Defining | None, tuple[Waiting, ...]]] = {}
    for lay, points, laid in lays(defining.scene, here, position.defining):
        if laid not in after:
            after[laid] = _after_lay(position, laid, rulings)
        branch = Branch((lay,), None, *after[laid])
        total = points + branch.rest.points
        if total > best:
            best, branches = total, []
        if total == best:
            branches.append(branch)
    return best, branches


def _after_lay(
    position: Position, laid: tuple[TileKind, ...], rulings: TripRulings
) -> tuple[Defining | None, tuple[Waiting, ...]]:
    """What may be defined after a lay that took these tiles; nothing where the turn is over."""
    if not may_define_again(rulings):
        return None, ()
    town = without(position.town, laid)
    rest = Defining(scene_of(position.table, town, rulings), defined_pieces(position.boards, position.table))
    return rest, rest.waiting(*_tokens(position))


def in_order(branches: Iterable[Branch]) -> list[Branch]:
    """Beginnings as `legal_steps` lists their steps; those that begin alike stay as they are."""
    return sorted(branches, key=_place_in_order)


def _place_in_order(branch: Branch) -> tuple[int, ...]:
    slots = tuple([step.slot for step in branch.before if isinstance(step, Take)])
    return slots if branch.placed is None else (*slots, *order_of(branch.placed[1]))
