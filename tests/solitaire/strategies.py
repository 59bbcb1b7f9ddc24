"""Hypothesis strategies for the solitaire: rulings, deals, and positions of every phase, many of them near a win.

Random play hardly ever wins, so the last chapters would not be fuzzed by it: positions with suits resolved, letters
won, events fixed, items used, short decks and pawns on day 7 are drawn directly.
"""

from __future__ import annotations

from hypothesis import strategies as st

from tabi.rules.solitaire import Event, Phase, Position, Walk
from tabi.rules.solitaire.defects import capacity
from tabi.spec.rulings import readings_of, ruling_id, rulings_from
from tabi.spec.solitaire import CARDS, Card, Deal, Item, SolitaireRulings, Suit
from tabi.spec.solitaire.rulings import EffectWalk, WalkEnd

FIELDS = tuple(SolitaireRulings.model_fields)


@st.composite
def random_rulings(draw: st.DrawFn) -> SolitaireRulings:
    """The default readings, or a random reading of every point."""
    if draw(st.integers(0, 3)) == 0:
        return SolitaireRulings()
    model = SolitaireRulings
    return rulings_from(
        model, {ruling_id(model, field): draw(st.sampled_from(readings_of(model, field))) for field in FIELDS}
    )


def item_pairs() -> st.SearchStrategy[tuple[Item, ...]]:
    """Two different items, or now and then none."""
    pair = st.lists(st.sampled_from(Item), min_size=2, max_size=2, unique=True).map(tuple)
    return st.one_of(pair, pair, pair, st.just(()))


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Any deal."""
    deck = draw(st.permutations(CARDS))
    return Deal(deck=tuple(deck), bay_road_day=draw(st.integers(1, 6)), items=draw(item_pairs()))


def days() -> st.SearchStrategy[int]:
    """A day; day 7, where games are won, more often."""
    return st.one_of(st.integers(1, 7), st.integers(1, 7), st.just(7))


@st.composite
def late_positions(draw: st.DrawFn, rulings: SolitaireRulings) -> Position:
    """A position in any phase but the last, as a game under `rulings` may come to it, often near a win."""
    cards = list(draw(st.permutations(CARDS)))
    bay = draw(st.integers(1, 6))
    home = draw(st.integers(0, 3)) == 0  # all suits resolved and all pawns on day 7: won at the next trim
    resolved = tuple(draw(st.permutations(tuple(Suit)))[: 5 if home else draw(st.integers(0, 5))])
    spent = draw(st.integers(0, len(resolved)))
    items = draw(item_pairs())
    columns, fixed = _columns(draw, cards, bay, Item.CAMERA in items, spent)
    # The effects are where readings and items meet, so they come up more often than the other phases.
    phase = draw(st.sampled_from([Phase.EFFECTS, *(phase for phase in Phase if phase is not Phase.OVER)]))
    used = tuple(item for item in items if draw(st.integers(0, 2)) == 0)
    white, *blacks = (7, 7, 7) if home else (draw(days()), draw(days()), draw(days()))
    played = cards.pop() if phase in (Phase.BLACKS, Phase.PLACE) else None
    hand = _take(cards, draw(st.integers(0, 7 if phase is Phase.TRIM else 5)))
    deck = _take(cards, draw(st.sampled_from((0, 1, 1, 2, 3, 4, 8))))
    walk = _walk(draw, columns[white - 1] if white < 7 else (), rulings, phase)
    return Position.checked(
        phase=Phase.RESOLVE
        if phase is Phase.EFFECTS and walk == Walk() and not _acts(columns, white, rulings)
        else phase,
        white=white,
        blacks=(blacks[0], blacks[1]),
        bay_road_day=bay,
        columns=columns,
        deck=deck,
        hand=hand,
        discard=tuple(cards),
        ready=tuple(item for item in items if item not in used),
        used=used,
        resolved=resolved,
        letters=spent - fixed,
        points=draw(st.integers(0, 200)),
        turn=draw(st.integers(1, 20)),
        played=played,
        walk=walk,
    )


def _take(cards: list[Card], count: int) -> tuple[Card, ...]:
    taken = tuple(cards[:count])
    del cards[:count]
    return taken


def _columns(
    draw: st.DrawFn, cards: list[Card], bay: int, camera: bool, letters: int
) -> tuple[tuple[tuple[Event, ...], ...], int]:
    """Six columns and how many of their events are fixed, at most `letters`."""
    columns: list[tuple[Event, ...]] = []
    fixed = 0
    for day in range(1, 7):
        taken = _take(cards, draw(st.integers(0, capacity(day, bay))))
        fixes = bool(taken) and fixed < letters and draw(st.booleans())
        fixed += fixes
        changes = [draw(st.sampled_from((0, 0, 0, 1, -1))) if camera else 0 for _ in taken]
        columns.append(
            tuple(
                Event(card, fixes and slot == 0, change)
                for slot, (card, change) in enumerate(zip(taken, changes, strict=True))
            )
        )
    return tuple(columns), fixed


def _acts(columns: tuple[tuple[Event, ...], ...], white: int, rulings: SolitaireRulings) -> bool:
    """Whether an effect may be next for a walk that has not begun."""
    return white < 7 and bool(columns[white - 1]) and rulings.effect_walk is not EffectWalk.SNAPSHOT


def _walk(draw: st.DrawFn, column: tuple[Event, ...], rulings: SolitaireRulings, phase: Phase) -> Walk:
    """A walk that fits phase and readings: under way in the effects, at its end in the resolution where it is kept."""
    suits = tuple(dict.fromkeys(event.card.suit for event in column))
    snapshot = rulings.effect_walk is EffectWalk.SNAPSHOT
    if phase is Phase.EFFECTS and suits:
        done = draw(st.integers(0, len(suits) - 1))
        if snapshot:
            return Walk(pending=suits[done:])
        applied = suits[:done]
        last = max((slot for slot, event in enumerate(column) if event.card.suit in applied), default=-1)
        nearest = [event.card.suit for event in column]
        pointer = max((nearest.index(suit) + 1 for suit in applied), default=0)
        assert pointer <= last + 1
        return Walk(tuple(sorted(applied)), pointer if rulings.effect_walk is EffectWalk.POSITION else 0)
    if phase is Phase.RESOLVE and rulings.walk_end is WalkEnd.OPEN and not snapshot:
        return Walk(tuple(sorted(suits)), len(column) if rulings.effect_walk is EffectWalk.POSITION else 0)
    return Walk()
