"""Theorems about draws that fail and win, under `sol.deck-out=clear-check`: what a formula has of them is enough.

The two readings are one game until a draw fails. So what is proved of moments for letters and items where a failed draw
loses holds under the other reading too, for all turns but the one in which a failed draw wins, and for what comes in
that turn before. What is left is that turn's end: which draws may win so, and which uses right before it are needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, product
from types import SimpleNamespace
from typing import Final, cast

from tabi.proofs.exhaustion import Chosen, Domain, exhaust, for_all
from tabi.proofs.solitaire.encoding.item_moments import Plan, Stop, course, has_room, plays, settled, without
from tabi.proofs.solitaire.encoding.item_waiting import PREMISES, Kinds, Swaps, uses_of
from tabi.proofs.solitaire.encoding.sketches import late
from tabi.proofs.solitaire.scenes import (
    DECK_POOL,
    HAND_POOL,
    Apply,
    Scene,
    constant,
    domains,
    items,
    position_of,
    reading,
    rulings_of,
    written,
)
from tabi.proofs.solitaire.stepping import SCENES, for_every_step
from tabi.proofs.theorem import Claim, Premises, theorem
from tabi.rules.solitaire import Event, IllegalStep, Phase, Position, Won, apply
from tabi.rules.solitaire.ending import is_clear, surplus
from tabi.rules.solitaire.position import evolve
from tabi.rules.solitaire.table import NO_WALK
from tabi.rules.violations import Violation
from tabi.solvers.encoding.cnf import Cnf
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.stepwise.beginning import setting_of
from tabi.solvers.encoding.stepwise.gaps import Gap
from tabi.spec.solitaire import Card, Item, SolitaireRulings, Suit
from tabi.spec.solitaire.locations import LAST_DAY
from tabi.spec.solitaire.rulings import DeckOut, MapWindow
from tabi.spec.solitaire.steps import DrawRefill, Letter, Place, Play, Radio, Resolve, Step, Trim, Yellow


def _then(applied: Apply, position: Position, step: Step, rulings: SolitaireRulings) -> Position | None:
    """The position after a step; None when it is not legal."""
    try:
        return applied(position, step, rulings)
    except IllegalStep:
        return None


# One game until a draw fails


def failed_laps_go_on(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """Under `clear-check` a play goes on whose lap finds no card."""
    after = apply(position, step, rulings)
    if isinstance(step, Play) and after.phase is Phase.OVER and rulings.deck_out is DeckOut.CLEAR_CHECK:
        return evolve(after, phase=Phase.BLACKS, outcome=None)
    return after


def yellow_is_refused(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """Under `clear-check` a yellow effect that finds no card is not legal."""
    after = apply(position, step, rulings)
    if isinstance(step, Yellow) and after.phase is Phase.OVER and rulings.deck_out is DeckOut.CLEAR_CHECK:
        raise IllegalStep(Violation("deck-empty", "sol.effects.yellow", "The deck is empty."))
    return after


def _read_as(rulings: SolitaireRulings, deck_out: DeckOut) -> SolitaireRulings:
    """The readings chosen so far with this one for failed draws; the others are still asked for."""
    return cast("SolitaireRulings", SimpleNamespace(**{**rulings.__dict__, "deck_out": deck_out}))


def _differs(scene: Scene, applied: Apply, chosen: Chosen) -> tuple[int, str | None]:
    """How many steps of the scene are legal, and the first that the two readings tell apart while the game goes on."""
    position, rulings = position_of(chosen, boards="columns" in scene.domains), rulings_of(chosen)
    legal = 0
    with reading():
        for step in scene.steps(position):
            one, other = (_then(applied, position, step, _read_as(rulings, deck_out)) for deck_out in DeckOut)
            legal += one is not None
            if not _is_alike(one, other):
                return legal, f"{step} with {written(chosen)}"
    return legal, None


def _is_alike(one: Position | None, other: Position | None) -> bool:
    if one is None or other is None:
        return one is other
    both_over = one.phase is Phase.OVER and other.phase is Phase.OVER
    return both_over or one.__dict__ == other.__dict__


@theorem(
    "sol.ending.one-game",
    "Whether a failed draw loses or has the clear condition looked at, the same steps are legal and lead to the same "
    "positions, until a draw fails: then the game is over under either reading.",
    clauses=["sol.ending.deck-out", "sol.ending.over"],
    about=apply,
    mutants=[failed_laps_go_on, yellow_is_refused],
)
def one_game(applied: Apply) -> Claim:
    """Every step in every scene, under both readings."""
    return for_all(_both_readings(applied))


def _both_readings(applied: Apply) -> Iterator[tuple[object, bool]]:
    for scene in sorted(SCENES, key=lambda one: not one.kind.startswith(("play", "effect of Y"))):
        legal = 0
        for _, (count, failure) in exhaust(partial(_differs, scene, applied), scene.domains):
            legal += count
            yield failure, failure is None
        yield f"no step of the kind {scene.kind} is legal", legal > 0


# Which draws win so


def pawns_are_not_asked(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """Under `clear-check` a failed draw wins with five letters, wherever the pawns stand."""
    after = apply(position, step, rulings)
    failed = after.phase is Phase.OVER and not isinstance(step, Trim)
    if failed and rulings.deck_out is DeckOut.CLEAR_CHECK and len(after.resolved) == len(Suit):
        return evolve(after, outcome=Won(0))
    return after


def effects_on_day_seven(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """After the refill the effects begin, also on day 7."""
    after = apply(position, step, rulings)
    if isinstance(step, DrawRefill) and after.phase is not Phase.OVER:
        return evolve(after, phase=Phase.EFFECTS)
    return after


@theorem(
    "sol.ending.failed-draws",
    "A draw that fails wins only as a refill, by the radio, or as a lap that leads from day 7 to day 7, with all "
    "letters won and all pawns on day 7 before the play; for effects act only where white is not on day 7.",
    clauses=["sol.ending.deck-out", "sol.ending.clear", "sol.effects.column", "sol.movement.lap-cost"],
    about=apply,
    mutants=[pawns_are_not_asked, effects_on_day_seven],
    rests_on=["sol.ending.turn-order"],
)
def failed_draws(applied: Apply) -> Claim:
    """Every step in every scene but those of effects on day 7, to which no step leads from elsewhere."""
    return for_every_step(_wins_as_it_may, applied, ("play", "refill", "effect of Y"))


def _wins_as_it_may(before: Position, step: Step, after: Position, _: SolitaireRulings) -> bool:
    if after.phase is Phase.EFFECTS:
        return after.white != LAST_DAY or (before.phase is Phase.EFFECTS and before.white == LAST_DAY)
    if after.phase is not Phase.OVER or not isinstance(after.outcome, Won) or isinstance(step, Trim):
        return True
    if before.phase is Phase.EFFECTS:
        return before.white == LAST_DAY  # no step leads there
    round_trip = isinstance(step, Play) and is_clear(before) and before.map_shift == 1
    return is_clear(after) and (isinstance(step, (DrawRefill, Radio)) or round_trip)


# What is used right before


@dataclass(frozen=True)
class LastTurn:
    """The rules, and for each draw that fails the uses right before it that may be left out."""

    left_out: Mapping[str, Kinds]
    applied: Apply = apply
    name: str = "the last turn"

    def __str__(self) -> str:
        return self.name


_IDLE: Final = frozenset({"camera", "backpack", "tent", "fix", "letter"})
LEFT_OUT: Final[Mapping[str, Kinds]] = {"radio": _IDLE, "refill": _IDLE | {"radio"}}
"""For a radio that fails before the blacks have moved, and for a refill that fails, what is not needed before it."""
_NEVER: Final = (("letter", Radio()), ("letter", DrawRefill()), ("tent", DrawRefill()))
"""After a letter no black stands on day 7, and after the tent the deck has a card."""
_TO_BLACKS: Final = (Phase.PLAY, Phase.BLACKS)
_AFTER_BLACKS: Final = (Phase.PLACE, Phase.REFILL, Phase.RESOLVE, Phase.TRIM)


def nothing_is_cleared(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """The end of a turn wins nothing."""
    after = apply(position, step, rulings)
    return evolve(after, phase=Phase.PLAY, outcome=None) if isinstance(step, Trim) else after


def letters_lead_home(position: Position, step: Step, rulings: SolitaireRulings) -> Position:
    """A letter leads its pawn, and the other one, to day 7."""
    after = apply(position, step, rulings)
    return evolve(after, blacks=(LAST_DAY, LAST_DAY)) if isinstance(step, Letter) else after


def _won(position: Position | None) -> bool:
    return position is not None and position.phase is Phase.OVER and isinstance(position.outcome, Won)


def wins_on(applied: Apply, position: Position, rulings: SolitaireRulings) -> bool:
    """Whether the steps that a turn asks for after the blacks' move, and none besides, win with white on day 7."""
    here: Position | None = position
    while here is not None and here.phase in _AFTER_BLACKS:
        here = _then(applied, here, _asked(here), rulings)
    return _won(here)


def _asked(position: Position) -> Step:
    match position.phase:
        case Phase.PLACE:
            return Place()
        case Phase.REFILL:
            return DrawRefill()
        case Phase.RESOLVE:
            return Resolve()
        case _:
            return Trim(position.hand[: surplus(position)])


def _needless(turn: LastTurn, use: str | None, draw: Step, chosen: Chosen) -> tuple[int, str | None]:
    """How many wins by this draw there are in what is chosen, and the first use right before it that is needed.

    Without a use it is the draw itself that is not needed.
    """
    position, rulings = position_of(chosen, boards=True), rulings_of(chosen)
    count = 0
    with reading():
        for one in (None,) if use is None else tuple(_uses(position, use)):
            between = position if one is None else _then(turn.applied, position, one, rulings)
            if between is None or not _won(_then(turn.applied, between, draw, rulings)):
                continue
            count += 1
            directly = one is not None and _won(_then(turn.applied, position, draw, rulings))
            if not directly and not wins_on(turn.applied, position, rulings):
                return count, f"{one} before {draw} with {written(chosen)}"
    return count, None


def _uses(position: Position, use: str) -> Iterator[Step]:
    if use == "letter":
        return (Letter(black, to) for black, to in product(sorted(set(position.blacks)), (1, 6)))
    return uses_of(position, use)


_BOARD: Final = ((), (Event(Card.B1), Event(Card.R2)), (Event(Card.G1),), (), (), ())
_DOMAINS: Final[dict[str, Domain]] = {
    **{part: domain for part, domain in domains().items() if not part.startswith("column of")},
    "white": constant(6, LAST_DAY),
    "blacks": constant((1, 7), (7, 7)),
    "columns": constant(_BOARD),
    "hand": constant(*(HAND_POOL[:size] for size in (0, 1, 2, 3, 5))),
    "deck": constant(*(DECK_POOL[:size] for size in range(5))),
    "discard": constant((Card.W1,)),
    "resolved": constant(tuple(Suit)[1:], tuple(Suit)),
    "letters": constant(0, 1),
    "played": constant(Card.B6),
    "map_shift": constant(0),
    "walk": constant(NO_WALK),
    "deck_out": constant(DeckOut.CLEAR_CHECK),
}


def _ends(left_out: Mapping[str, Kinds]) -> Iterator[tuple[str | None, Step, dict[str, Domain]]]:
    """A radio after the blacks' move by itself, and each use right before each draw, with phases and items ready."""
    yield None, Radio(), _moment(_AFTER_BLACKS, {Item.RADIO})
    for use in sorted(left_out["radio"], key=_IDLE.__contains__):
        yield use, Radio(), _moment(_TO_BLACKS, {Item.RADIO, *_item_of(use)})
    for use in sorted(left_out["refill"]):
        yield use, DrawRefill(), _moment((Phase.REFILL,), _item_of(use))


def _item_of(use: str) -> set[Item]:
    return {item for item in Item if item == use}


def _moment(phases: Sequence[Phase], ready: set[Item]) -> dict[str, Domain]:
    """The phases, and the pairs of items that have these; with one of them, or none, a pair that has it is enough."""
    both = [pair for pair in combinations(Item, 2) if ready <= {*pair}]
    return {**_DOMAINS, "phase": constant(*phases), **items(*((pair, ()) for pair in both[:2]))}


@theorem(
    "sol.encoding.last-uses",
    "In the turn in which a draw fails and wins, neither letters nor camera, backpack or tent are needed right before "
    "the draw, and not the radio before the refill: without them the same draw fails and wins, or the turn does. A "
    "radio that fails after the blacks' move is not needed either.",
    clauses=["sol.ending.deck-out", "sol.ending.clear", "sol.items.radio", "sol.columns.refill"],
    premises=Premises(
        {"sol.deck-out": frozenset({"clear-check"})}, words="where a failed draw may win, with any items"
    ),
    about=LastTurn(LEFT_OUT),
    mutants=[
        LastTurn({**LEFT_OUT, "radio": _IDLE | {"map"}}, name="the map is left out before the radio"),
        LastTurn(LEFT_OUT, nothing_is_cleared, name="nothing is cleared"),
        LastTurn(LEFT_OUT, letters_lead_home, name="letters lead home"),
    ],
    rests_on=["sol.ending.failed-draws"],
)
def last_uses(turn: LastTurn) -> Claim:
    """Each use right before each draw that fails, in each phase, and the turn without it to its end."""
    return for_all(_last_cases(turn), least=1_000)


def _last_cases(turn: LastTurn) -> Iterator[tuple[object, bool]]:
    for use, draw, here in _ends(turn.left_out):
        wins = 0
        for _, (count, failure) in exhaust(partial(_needless, turn, use, draw), here):
            wins += count
            yield failure, failure is None
        yield f"no {draw} fails and wins after the {use}", wins > 0 or (use, draw) in _NEVER


# The gaps of the last turn

_FAILED: Final = "failed draw"
_TO_THE_END: Final = Stop(Gap.TRIM, "end")
"""Where what is not needed goes."""


def last_stops() -> Iterator[tuple[str, tuple[Stop, ...]]]:
    """The gaps of a turn that a failed draw ends: by the radio before the play or the blacks' move, by the refill."""
    stops = course(())
    for count, draw in ((1, "radio"), (2, "radio"), (4, "refill")):
        last = stops[count - 1]
        yield draw, (*stops[: count - 1], Stop(last.gap, _FAILED), _TO_THE_END)


def before_draw(swaps: Swaps, left_out: Kinds) -> Swaps:
    """The swaps with those uses coming after the failed draw, that is nowhere, that may be left out before it."""
    uses = {*swaps.later, *left_out}
    later = {use: swaps.later.get(use, frozenset()) | ({_FAILED} if use in left_out else set()) for use in uses}
    return replace(swaps, later={use: frozenset(kinds) for use, kinds in later.items()})


@theorem(
    "sol.encoding.last-gaps",
    "In the turn in which a draw fails and wins, the items that are needed before it are used in the gaps that a "
    "formula has for them: it wins in as many turns, or sooner.",
    clauses=["sol.items.window", "sol.ending.deck-out"],
    premises=Premises(
        {**PREMISES.rulings, "sol.deck-out": frozenset({"clear-check"})},
        words="where a failed draw may win, a turn draws one card at its refill, yellow and radio draw all of theirs, "
        "and fixed events stay, with any items",
    ),
    about=Plan(),
    mutants=[
        without(Item.MAP, Gap.BLACKS),
        without(Item.TENT, Gap.PLAY),
        without(Item.BACKPACK, Gap.PLACE),
        without(Item.RADIO, Gap.PLAY),
    ],
    rests_on=["sol.encoding.last-uses", "sol.encoding.items-swap", "sol.ending.one-game"],
)
def last_gaps_are_enough(plan: Plan) -> Claim:
    """Every use at every gap before the draw, for each two items: it waits as long as it may, and is left out, or the
    formula has room. The radio that fails is not among these uses; it comes last, and has a place of its own."""
    return for_all(_gap_cases(plan), least=200)


def _gap_cases(plan: Plan) -> Iterator[tuple[object, bool]]:
    for pair, window, (draw, stops) in product(combinations(Item, 2), MapWindow, tuple(last_stops())):
        used = tuple(item for item in pair if draw == "refill" or item is not Item.RADIO)
        if draw == "radio" and Item.RADIO not in pair:
            continue
        rulings = SolitaireRulings(deck_out=DeckOut.CLEAR_CHECK, map_window=window)
        setting = setting_of(Cnf(), evolve(late({}), ready=pair), 1, Moments.WINNING, rulings)
        swaps = before_draw(plan.swaps, LEFT_OUT[draw])
        for uses in plays(used, stops[:-1], window):
            left = settled(stops, [*uses, []], swaps)
            yield (pair, draw, uses, left), has_room(setting, stops[:-1], left[:-1], plan)
