"""Positions as JSON and people write them: the document both ways, and partial ones filled up.

A document is an unchecked setup: it has the right shape, and only `position_of` says whether it can arise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Annotated, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, ValidationError

from tabi.rules.trip.bag import bag, tokens_needed, tokens_seen
from tabi.rules.trip.board import Board, board_of
from tabi.rules.trip.defects_of_boards import face_down_defects
from tabi.rules.trip.ending import ROUNDS
from tabi.rules.trip.lines import (
    EMPTY_TEXT,
    format_board_text,
    format_placed,
    format_tile,
    parse_board_text,
    parse_placed,
    parse_tile,
)
from tabi.rules.trip.masks import Mask
from tabi.rules.trip.moment import SCORING_PHASES, Outcome, Phase, SeatAward, Slot
from tabi.rules.trip.placing import squares_put
from tabi.rules.trip.position import Position
from tabi.rules.trip.setup import deck_of, slots_of_round
from tabi.rules.trip.tiles import TownMap
from tabi.rules.violations import IllegalPosition
from tabi.spec.faults import Faults, sentences
from tabi.spec.trip.city import SquareList
from tabi.spec.trip.edition import edition_named
from tabi.spec.trip.goals import Goal, GoalKind, goals_of
from tabi.spec.trip.setup import EditionText, Setup, Size, default_boards, write_edition
from tabi.spec.trip.squares import SquaresText, format_squares, mask_of, squares_of
from tabi.spec.trip.tokens import TokensText, format_tokens

PARTIAL_EDITION: Final = "river-demo"
PARTIAL_PLAYERS: Final = 3
JsonObject = dict[str, JsonValue]
Whole = Annotated[int, Field(strict=True)]


def _nested(value: object) -> object:
    return value.split() if isinstance(value, str) else value


FreshSquares = Annotated[SquareList, BeforeValidator(_nested)]


class BoardDocument(BaseModel):
    """One player's board, mistaken memories and score."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    board: str = EMPTY_TEXT
    places: tuple[SquaresText, ...] = ()
    mistaken: TokensText = ()
    score: Whole = 0


class AwardDocument(BaseModel):
    """Points of a seat, by which clause, and what for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seat: Whole
    clause: str
    points: Whole
    why: str


class OutcomeDocument(BaseModel):
    """How a game ended."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    awards: tuple[AwardDocument, ...]
    totals: tuple[Whole, ...]
    winners: tuple[Whole, ...]


class PositionDocument(BaseModel):
    """A position as it is written by hand or in JSON; what is left out is filled up by `position_of`.

    `card` (the open card, when the earlier ones do not matter) and `boards_at` (boards by seat) are for writing by
    hand only, in place of `cards` and `players_boards`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    edition: EditionText = Field(default_factory=lambda: edition_named(PARTIAL_EDITION))
    city: str | None = None
    players: Whole = PARTIAL_PLAYERS
    size: Size = Size.WHOLE
    goals: GoalKind | None = None
    goal: Goal | None = None
    boards: tuple[Whole, ...] | None = None
    phase: Phase = Phase.DEFINE
    round: Whole | None = None
    turn: Whole = 1
    start_player: Whole = 1
    player: Whole | None = None
    cards: tuple[str, ...] | None = None
    card: str | None = None
    slots: tuple[TokensText | None, ...] | None = None
    hand: TokensText = ()
    placing: tuple[str, ...] = ()
    fresh: tuple[FreshSquares, ...] = ()
    players_boards: tuple[BoardDocument, ...] = ()
    boards_at: dict[int, BoardDocument] = {}
    defining: SquaresText | None = None
    map: tuple[str, ...] = ()
    leftovers: TokensText = ()
    outcome: OutcomeDocument | None = None


def read_position(document: Mapping[str, JsonValue]) -> Position:
    """The position of a JSON document, which may be partial; raises `ValueError` with sentences."""
    try:
        return position_of(PositionDocument.model_validate(document))
    except ValidationError as error:
        raise Faults(sentences(error)) from None


def position_of(document: PositionDocument) -> Position:
    """The position of a document with what it leaves out filled up.

    Left out are: the city (the edition's), the goal (the first of its kind), the boards (in order), the seats' boards
    (empty), the round (the first for which the bag still holds enough, the last one in the final scoring), the cards
    (the first ones in the edition's order that are left beside the open one), and the slots (all taken). Raises
    `IllegalPosition`, which names every defect, when no game can come to it.
    """
    setup, seats = _setup(document), _seats(document)
    boards = tuple(_board(seat, one) for seat, one in enumerate(seats, start=1))
    slots = _slots(document, setup)
    seen = Counter(tokens_seen(slots, document.hand, boards, document.leftovers))
    round_ = _round(document, setup, sum(bag(setup, seen).values()))
    started = _started(setup, document.start_player, round_)
    player, placing = _player(document, setup), tuple(map(parse_placed, document.placing))
    return Position.checked(
        started,
        phase=document.phase,
        round=round_,
        turn=document.turn,
        player=player,
        cards=_cards(document, setup, round_),
        slots=slots,
        hand=document.hand,
        placing=placing,
        fresh=_fresh(document, setup, player, squares_put(placing)),
        boards=boards,
        scores=tuple(one.score for one in seats),
        defining=mask_of(document.defining or ()),
        town=TownMap(tuple(map(parse_tile, document.map))),
        leftovers=document.leftovers,
        outcome=_outcome(document.outcome),
    )


def _setup(document: PositionDocument) -> Setup:
    """The setup as far as the document goes; who started is not known yet."""
    edition = document.edition
    city = edition.city_named(edition.default_city if document.city is None else document.city)
    kind = document.goals or (document.goal.kind if document.goal else GoalKind.STANDARD)
    boards = default_boards(document.players) if document.boards is None else document.boards
    try:
        return Setup(
            edition=edition,
            city=city.name,
            players=document.players,
            size=document.size,
            goals=kind,
            goal=goals_of(kind, city.side)[0] if document.goal is None else document.goal,
            boards=boards,
        )
    except ValidationError as error:
        raise Faults(sentences(error)) from None


def _started(setup: Setup, marker: int, round_: int) -> Setup:
    """The setup in which the start marker is at a seat in a round."""
    if not 1 <= marker <= setup.players:
        raise IllegalPosition((f"The start player is {marker}; there are {setup.players} players.",))
    return setup.model_copy(update={"start_player": (marker - round_) % setup.players + 1})


def _seats(document: PositionDocument) -> tuple[BoardDocument, ...]:
    if document.boards_at and document.players_boards:
        raise IllegalPosition(("There are players_boards and boards_at; a position has one of them.",))
    if odd := [seat for seat in document.boards_at if not 1 <= seat <= document.players]:
        raise IllegalPosition((f"boards_at has a player {odd[0]}; there are {document.players} players.",))
    written = document.players_boards or tuple(
        document.boards_at.get(seat, BoardDocument()) for seat in range(1, document.players + 1)
    )
    return (*written, *(BoardDocument() for _ in range(document.players - len(written))))


def _board(seat: int, document: BoardDocument) -> Board:
    shown = parse_board_text(document.board)
    board = board_of(shown.tokens, map(mask_of, document.places), document.mistaken)
    if faults := tuple(face_down_defects(seat, board, shown.face_down)):
        raise IllegalPosition(faults)
    return board


def _player(document: PositionDocument, setup: Setup) -> int:
    if document.player is not None:
        return document.player
    if document.phase in SCORING_PHASES:
        return (document.start_player - 2) % setup.players + 1
    return document.start_player if document.phase is Phase.REVEAL else 1


def _slots(document: PositionDocument, setup: Setup) -> tuple[Slot, ...]:
    if document.slots is not None:
        return document.slots
    none = document.phase is Phase.REVEAL or document.phase in SCORING_PHASES
    return () if none else (None,) * slots_of_round(setup.players)


def _fresh(document: PositionDocument, setup: Setup, player: int, put: Mask) -> tuple[Mask, ...]:
    """The fresh squares seat by seat; where none are written, those on which the acting player put tokens so far."""
    if not document.fresh:
        return tuple(put if seat == player else 0 for seat in range(1, setup.players + 1))
    return (*map(mask_of, document.fresh), *(0 for _ in range(setup.players - len(document.fresh))))


def _round(document: PositionDocument, setup: Setup, in_bag: int) -> int:
    if document.round is not None:
        return document.round
    before = document.phase is Phase.REVEAL
    if document.cards is not None:
        return len(document.cards) + before
    rounds = range(1, ROUNDS + 1)
    if document.phase in SCORING_PHASES:
        return ROUNDS
    enough = (one for one in rounds if tokens_needed(setup, _cards(document, setup, one)) <= in_bag)
    return next(enough, ROUNDS)


def _cards(document: PositionDocument, setup: Setup, round_: int) -> tuple[str, ...]:
    """The cards revealed by a round: as written, or the first ones that are left beside the open one, which is last."""
    if document.cards is not None:
        return document.cards
    deck = list(deck_of(setup.edition))
    if document.phase is Phase.REVEAL:
        return tuple(deck[: round_ - 1])
    card = deck[0] if document.card is None else document.card
    if card in deck:
        deck.remove(card)
    return (*deck[: round_ - 1], card)


def _outcome(document: OutcomeDocument | None) -> Outcome | None:
    if document is None:
        return None
    awards = tuple(SeatAward(**award.model_dump()) for award in document.awards)
    return Outcome(awards, document.totals, document.winners)


def write_position(position: Position) -> JsonObject:
    """The whole JSON document of a position; `read_position` reads it back."""
    setup = position.setup
    return {
        "edition": write_edition(setup.edition),
        "city": setup.city,
        "players": setup.players,
        "size": setup.size.value,
        "goals": setup.goals.value,
        "goal": setup.goal.value,
        "boards": list(setup.boards),
        "phase": position.phase.value,
        "round": position.round,
        "turn": position.turn,
        "start_player": position.start_player,
        "player": position.player,
        "cards": list(position.cards),
        "slots": [None if slot is None else format_tokens(slot) for slot in position.slots],
        "hand": format_tokens(position.hand),
        "placing": [format_placed(step) for step in position.placing],
        "fresh": [_names(fresh) for fresh in position.fresh],
        "players_boards": [
            _written(board, score) for board, score in zip(position.boards, position.scores, strict=True)
        ],
        "defining": format_squares(squares_of(position.defining)) if position.defining else None,
        "map": [format_tile(tile) for tile in position.town.tiles],
        "leftovers": format_tokens(position.leftovers),
        "outcome": _ended(position.outcome),
    }


def _names(squares: Mask) -> list[JsonValue]:
    return [str(square) for square in squares_of(squares)]


def _written(board: Board, score: int) -> JsonObject:
    return {
        "board": format_board_text(board),
        "places": [format_squares(squares_of(place)) for place in board.places],
        "mistaken": format_tokens(board.mistaken),
        "score": score,
    }


def _ended(outcome: Outcome | None) -> JsonObject | None:
    if outcome is None:
        return None
    awards: list[JsonValue] = [asdict(award) for award in outcome.awards]
    return {"awards": awards, "totals": list(outcome.totals), "winners": list(outcome.winners)}
