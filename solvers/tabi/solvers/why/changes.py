"""What would win a lost position: single changes of it or of a reading, each judged by `solve`.

A change gives a position that can arise, and readings. Nothing is said of two changes together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from typing_extensions import Unpack

from tabi.rules.solitaire import IllegalPosition, Position
from tabi.rules.solitaire import start as start_of
from tabi.rules.solitaire.table import Fields
from tabi.solvers.search import solve
from tabi.solvers.verdict import Bounded, Budget, EngineName, Line, Proved, Undecided, Verdict
from tabi.solvers.why.clock import Clock
from tabi.solvers.why.lessening import Tell
from tabi.spec.rulings import readings_of, ruling_id, rulings_from, rulings_to
from tabi.spec.solitaire.cards import Card
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings
from tabi.spec.solitaire.steps import Camera, Lantern

SECONDS: Final = 60.0
ROUNDS: Final[tuple[tuple[EngineName, int | None], ...]] = (("search", 1_500), ("auto", None))
"""Every change is judged by a search of so many positions first, and those that stay open by all that `solve` has."""
LEAST_SECONDS: Final = 0.2


@dataclass(frozen=True, slots=True)
class LetterMore:
    """One letter more is in hand."""


@dataclass(frozen=True, slots=True)
class ItemReady:
    """This item is ready. A game has two items or none, so beside one that is new lies a `companion`, used."""

    item: Item
    companion: Item | None = None


@dataclass(frozen=True, slots=True)
class OtherReading:
    """This ruling is read otherwise."""

    ruling: str
    reading: str


@dataclass(frozen=True, slots=True)
class CardMore:
    """This card lies under the deck, not in the discard."""

    card: Card


Change = LetterMore | ItemReady | OtherReading | CardMore


@dataclass(frozen=True, slots=True)
class Changed:
    """A change and the game that it makes; `verdict` is what is known of that, None where it was not asked."""

    change: Change
    start: Position
    rulings: SolitaireRulings
    verdict: Verdict | None = None

    @property
    def line(self) -> Line | None:
        """The line that wins it, if one is known; it was played through the rules."""
        return self.verdict.line if isinstance(self.verdict, (Proved, Bounded)) else None

    @property
    def is_open(self) -> bool:
        """Whether it is not known if the change wins."""
        return self.verdict is None or isinstance(self.verdict, Undecided)

    @property
    def uses_companion(self) -> bool:
        """Whether the line uses the item that is there only because an item never comes alone."""
        if not isinstance(self.change, ItemReady) or self.change.companion is None:
            return False
        step = Lantern if self.change.companion is Item.LANTERN else Camera
        return any(isinstance(one, step) for turn in self.line or () for one in turn)


@dataclass(frozen=True, slots=True)
class Changes:
    """Every single change of a game with what is known of it. `interrupted` says that a person stopped the judging."""

    judged: tuple[Changed, ...]
    has_discard: bool
    interrupted: bool = False

    @property
    def winning(self) -> tuple[Changed, ...]:
        """The changes that win, each with its line."""
        return tuple(one for one in self.judged if one.line is not None)

    @property
    def open(self) -> tuple[Changed, ...]:
        """The changes of which it is not known whether they win."""
        return tuple(one for one in self.judged if one.is_open)

    @property
    def losing(self) -> tuple[Changed, ...]:
        """The changes with which it is still impossible to win."""
        return tuple(one for one in self.judged if one.line is None and not one.is_open)


def would_win(
    start: Deal | Position,
    rulings: SolitaireRulings = DEFAULT_RULINGS,
    seconds: float = SECONDS,
    tell: Tell = lambda _: None,
) -> Changes:
    """Which single changes make a game winnable, as far as `seconds` of the clock allow to say.

    An interrupt from the keyboard ends it with what is known then. `tell` is called with what is being done.
    """
    position = start_of(start) if isinstance(start, Deal) else start
    clock, interrupted = Clock(seconds), False
    found = {one.change: one for one in changes_of(position, rulings)}
    try:
        for engine, nodes in ROUNDS:
            _judge(found, engine, nodes, clock, tell)
    except KeyboardInterrupt:
        interrupted = True
    interrupted = interrupted or any(_stopped(one) for one in found.values())
    return Changes(tuple(found.values()), bool(position.discard), interrupted)


def _stopped(one: Changed) -> bool:
    return isinstance(one.verdict, Undecided) and one.verdict.interrupted


def _judge(found: dict[Change, Changed], engine: EngineName, nodes: int | None, clock: Clock, tell: Tell) -> None:
    """Judges every change that is open; each has an equal part of the time that is left when its turn comes."""
    left = [one for one in found.values() if one.is_open]
    for number, one in enumerate(left):
        if clock.is_over:
            return
        tell(f"change {number + 1} of {len(left)}")
        budget = Budget(seconds=max(LEAST_SECONDS, clock.left / (len(left) - number)), nodes=nodes)
        verdict = solve(one.start, rulings=one.rulings, budget=budget, engine=engine)
        found[one.change] = Changed(one.change, one.start, one.rulings, verdict)
        if _stopped(found[one.change]):
            raise KeyboardInterrupt


def changes_of(start: Position, rulings: SolitaireRulings) -> Iterator[Changed]:
    """Every single change of a game under way, letter, items, readings, cards, that gives a position that can arise."""
    for change, position in _of_position(start):
        if position is not None:
            yield Changed(change, position, rulings)
    for change, other in _of_rulings(rulings):
        yield Changed(change, start, other)
    for card in start.discard:
        discard = tuple(one for one in start.discard if one is not card)
        if (position := changed(start, deck=(*start.deck, card), discard=discard)) is not None:
            yield Changed(CardMore(card), position, rulings)


def _of_position(start: Position) -> Iterator[tuple[Change, Position | None]]:
    yield LetterMore(), changed(start, letters=start.letters + 1)
    if start.ready or start.used:
        for item in start.used:
            used = tuple(one for one in start.used if one is not item)
            yield ItemReady(item), changed(start, ready=(*start.ready, item), used=used)
        return
    for item in Item:
        companion = Item.LANTERN if item is Item.CAMERA else Item.CAMERA
        yield ItemReady(item, companion), changed(start, ready=(item,), used=(companion,))


def _of_rulings(rulings: SolitaireRulings) -> Iterator[tuple[OtherReading, SolitaireRulings]]:
    now = rulings_to(rulings)
    for field in SolitaireRulings.model_fields:
        one = ruling_id(SolitaireRulings, field)
        for reading in readings_of(SolitaireRulings, field):
            if reading != now[one]:
                yield OtherReading(one, reading), rulings_from(SolitaireRulings, {**now, one: reading})


def changed(start: Position, **fields: Unpack[Fields]) -> Position | None:
    """The position with some fields changed; None when no game can come to it."""
    try:
        return Position.checked(**{**start.__dict__, **fields})
    except IllegalPosition:
        return None
