"""Placing the tokens of a slot: which placements are legal in the end, and whether a begun one can still become so.

A placement says for every token its square or the mistaken memories. Windows are not part of it: what several windows
allow is one placement. While tokens are being placed the board of the moment serves as well as the one before: a window
that holds what was placed stays as legal and as roomy as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from tabi.rules.implements import implements
from tabi.rules.trip.board import Board, face_down, face_up, occupied, with_mistaken, with_token, with_tokens
from tabi.rules.trip.masks import Mask, bits, has, square_of, submasks
from tabi.rules.trip.patterns import usable
from tabi.rules.trip.table import Table
from tabi.rules.violations import Violation
from tabi.spec.trip.rulings import CrossCentre, Discards, TripRulings, WindowOverhang
from tabi.spec.trip.squares import Square
from tabi.spec.trip.steps import Discard, Put
from tabi.spec.trip.tokens import TOKENS, Tokens, format_tokens

Done = Sequence[Put | Discard]
"""What has been done with the first tokens of a slot, in order."""


class Placement(NamedTuple):
    """What happens with the tokens of a slot: the squares that take one, their tokens by square, the discards."""

    squares: Mask
    tokens: Tokens
    discarded: Tokens


def steps_of(placement: Placement) -> tuple[Put | Discard, ...]:
    """trip.placing.order: the steps of a placement: by kind of token, equal ones by their squares, discards last."""
    puts = [Put(token, square_of(bit)) for bit, token in zip(bits(placement.squares), placement.tokens, strict=True)]
    steps: list[Put | Discard] = [*puts, *map(Discard, placement.discarded)]
    return tuple(sorted(steps, key=lambda step: step.token.rank))  # stable: squares stay ascending, discards last


def placements(board: Board, hand: Tokens, pattern: str, table: Table, rulings: TripRulings) -> Iterator[Placement]:
    """trip.placing.in-pattern: every legal placement of all tokens of `hand` on a board, each once, lazily."""
    arranged = [tuple(_arrangements(hand, count)) for count in range(len(hand) + 1)]
    for squares in target_sets(board, len(hand), pattern, table, rulings):
        for tokens, discarded in arranged[squares.bit_count()]:
            yield Placement(squares, tokens, discarded)


def _arrangements(hand: Tokens, count: int) -> Iterator[tuple[Tokens, Tokens]]:
    """Every different row of `count` tokens of a hand, with the tokens that are left."""
    for tokens in dict.fromkeys(permutations(hand, count)):
        left = list(hand)
        for token in tokens:
            left.remove(token)
        yield tokens, tuple(left)


@implements("trip.placing.in-pattern")
def target_sets(board: Board, count: int, pattern: str, table: Table, rulings: TripRulings) -> Iterator[Mask]:
    """trip.placing.in-pattern: every set of squares that can take tokens when `count` of them are placed, each once.

    The tokens that a set has no square for are discarded. Where no window is legal only the empty set remains.
    """
    seen, up = set[Mask](), face_up(board)
    windows = open_windows(board, count, pattern, table, rulings)
    for window in windows:
        for squares in submasks(window):
            if squares not in seen and may_take(squares, window, up, count, rulings.discards):
                seen.add(squares)
                yield squares
    if not windows:
        yield 0


def open_windows(board: Board, count: int, pattern: str, table: Table, rulings: TripRulings) -> tuple[Mask, ...]:
    """trip.patterns.window, trip.placing.discard: the usable squares of every window that `count` tokens may choose.

    Under `trip.discards=global` only windows that take as many tokens as any legal window can.
    """
    windows = usable(table.windows[pattern], occupied(board), face_down(board), rulings)
    if rulings.discards is not Discards.GLOBAL or not windows:
        return windows
    room = min(count, max(window.bit_count() for window in windows))
    return tuple(window for window in windows if window.bit_count() >= room)


@implements("trip.placing.discard")
def may_take(squares: Mask, window: Mask, face_up: Mask, count: int, discards: Discards) -> bool:
    """trip.placing.discard: whether of `count` tokens exactly `squares` of a window's usable ones may take one each.

    A discarded token can be one for which the old token on a further face-up square is kept. Under `free` any token
    may be given up besides; otherwise exactly those for which the window has no usable square.
    """
    given_up = count - squares.bit_count()
    if given_up < 0 or discards is Discards.FREE:
        return given_up >= 0
    old_kept = given_up - max(0, count - window.bit_count())
    return 0 <= old_kept <= (window & face_up & ~squares).bit_count()


def completes(board: Board, hand: Tokens, done: Done, pattern: str, table: Table, rulings: TripRulings) -> bool:
    """trip.placing.order, trip.placing.discard: whether the tokens left in `hand` can follow what was `done` legally.

    `board` is the board of the moment (tokens that were put already lie there or not: both are right).
    """
    return any(_fits_order(more, hand, done) for more in _continuations(board, hand, done, pattern, table, rulings))


def _continuations(
    board: Board, hand: Tokens, done: Done, pattern: str, table: Table, rulings: TripRulings
) -> Iterator[Mask]:
    """The sets of further squares that can take tokens of `hand`; a set may come more than once."""
    count, put, up = len(hand) + len(done), squares_put(done), face_up(board)
    windows = open_windows(board, count, pattern, table, rulings)
    for window in windows:
        if window & put == put:
            for more in submasks(window & ~put):
                if more.bit_count() <= len(hand) and may_take(put | more, window, up, count, rulings.discards):
                    yield more
    if not windows and not put:
        yield 0


def squares_put(done: Done) -> Mask:
    """The squares on which tokens were put so far."""
    squares = 0
    for step in done:
        squares |= 1 << step.square if isinstance(step, Put) else 0
    return squares


def _fits_order(more: Mask, hand: Tokens, done: Done) -> bool:
    """trip.placing.order: whether tokens of `hand` can go to the squares `more` after what was done.

    Those equal to the last one go to later squares than it; none goes anywhere when it was discarded.
    """
    if not done or done[-1].token not in hand:
        return True
    last = done[-1]
    others = len(hand) - hand.count(last.token)
    early = more & (2 << last.square) - 1 if isinstance(last, Put) else more
    return early.bit_count() <= others


@implements("trip.placing.order")
def violation_of_order(hand: Tokens, done: Done, step: Put | Discard) -> Violation | None:
    """trip.placing.order: tokens go in their order, equal ones to ascending squares, discards last."""
    clause = "trip.placing.order"
    if step.token not in hand:
        message = f"There is no {step.token} left to place; the hand is {format_tokens(hand) or 'empty'}."
        return Violation("token-not-in-hand", clause, message, {"hand": hand, "token": step.token})
    first = min(hand, key=lambda token: token.rank)
    if step.token is not first:
        message = f"Tokens are placed in the order {''.join(TOKENS)}, so {first} comes before {step.token}."
        return Violation("token-order", clause, message, {"hand": hand, "token": step.token})
    last = done[-1] if done else None
    if isinstance(step, Discard) or last is None or last.token is not step.token:
        return None
    if isinstance(last, Discard) or step.square < last.square:
        message = f"Equal tokens go to ascending squares, those that are discarded come last, so {step.token} was late."
        return Violation("token-order", clause, message, {"token": step.token, "square": step.square})
    return None


@implements("trip.placing.off-board", "trip.placing.water", "trip.placing.defined-square", "trip.placing.distinct")
def violation_of_square(board: Board, done: Done, square: Square, table: Table) -> Violation | None:
    """trip.placing.off-board, .water, .defined-square, .distinct: why a square can never take the next token, if so."""
    reasons = (
        (not has(table.board, square), "off-board", "off-board", "is covered in this game"),
        (not has(table.dry, square), "square-water", "water", "is water"),
        (has(face_down(board), square), "square-defined", "defined-square", "carries a face-down token"),
        (has(squares_put(done), square), "square-used", "distinct", "took a token of this turn already"),
    )
    for holds, code, clause, why in reasons:
        if holds:
            return Violation(code, f"trip.placing.{clause}", f"{square} {why}.", {"square": square})
    return None


def violation_of_put(
    board: Board, hand: Tokens, done: Done, step: Put, pattern: str, table: Table, rulings: TripRulings
) -> Violation | None:
    """trip.placing: why the next token of `hand` may not be put on a square after what was `done`, or None.

    `hand` still holds the token; `board` is the board of the moment.
    """
    if refused := violation_of_order(hand, done, step) or violation_of_square(board, done, step.square, table):
        return refused
    put = squares_put(done) | 1 << step.square
    if not _in_one_window(board, put, pattern, table, rulings):
        return _outside(board, put, step, pattern, table, rulings)
    return _violation_of_rest(board, hand, done, step, pattern, table, rulings)


def violation_of_discard(
    board: Board, hand: Tokens, done: Done, step: Discard, pattern: str, table: Table, rulings: TripRulings
) -> Violation | None:
    """trip.placing.discard: why the next token of `hand` may not be discarded after what was `done`, or None."""
    if refused := violation_of_order(hand, done, step):
        return refused
    return _violation_of_rest(board, hand, done, step, pattern, table, rulings)


def _in_one_window(board: Board, put: Mask, pattern: str, table: Table, rulings: TripRulings) -> bool:
    windows = usable(table.windows[pattern], occupied(board), face_down(board), rulings)
    return any(window & put == put for window in windows)


def _outside(board: Board, put: Mask, step: Put, pattern: str, table: Table, rulings: TripRulings) -> Violation:
    """trip.placing.in-pattern: no legal window holds all squares; names the ruling when another reading has one."""
    message = f"No window of the pattern {pattern} holds {step.square} and what was placed before."
    changes = (
        ("trip.window-overhang", {"window_overhang": WindowOverhang.ALLOWED}),
        ("trip.cross-centre", {"cross_centre": CrossCentre.FREE}),
    )
    ruling = next(
        (
            name
            for name, change in changes
            if _in_one_window(board, put, pattern, table, rulings.model_copy(update=change))
        ),
        None,
    )
    data = {"square": step.square, "pattern": pattern}
    return Violation("outside-pattern", "trip.placing.in-pattern", message, data, ruling)


def _violation_of_rest(
    board: Board,
    hand: Tokens,
    done: Done,
    step: Put | Discard,
    pattern: str,
    table: Table,
    rulings: TripRulings,
) -> Violation | None:
    """trip.placing.discard, trip.placing.order: why the tokens after `step` could not follow it legally, or None."""
    place = hand.index(step.token)
    rest, after = hand[:place] + hand[place + 1 :], (*done, step)
    if completes(board, rest, after, pattern, table, rulings):
        return None
    if any(True for _ in _continuations(board, rest, after, pattern, table, rulings)):
        message = f"An equal token would have to go to a square before {_where(step)}; equal tokens go in order."
        return Violation("token-order", "trip.placing.order", message, {"token": step.token})
    message = "Then a token would be given up that can be placed."
    return Violation("must-place", "trip.placing.discard", message, {"token": step.token}, "trip.discards")


def _where(step: Put | Discard) -> str:
    return str(step.square) if isinstance(step, Put) else "the mistaken memories"


def placing_steps(
    board: Board, hand: Tokens, done: Done, pattern: str, table: Table, rulings: TripRulings
) -> Iterator[Put | Discard]:
    """trip.placing: the steps that may be legal for the next token of `hand`: squares in their order, then the discard.

    Candidates only: `violation_of_put` and `violation_of_discard` decide.
    """
    if not hand:
        return
    token, put, squares = min(hand, key=lambda one: one.rank), squares_put(done), 0
    for window in usable(table.windows[pattern], occupied(board), face_down(board), rulings):
        squares |= window if window & put == put else 0
    for bit in bits(squares & ~put):
        yield Put(token, square_of(bit))
    yield Discard(token)


@implements("trip.placing.overlap")
def put_result(board: Board, step: Put) -> Board:
    """trip.placing.overlap: the token lies on its square; a token that lay there is in the mistaken memories."""
    return with_token(board, step.token, step.square)


@implements("trip.mistakes.area")
def discard_result(board: Board, step: Discard) -> Board:
    """trip.mistakes.area: the token is in the mistaken memories."""
    return with_mistaken(board, (step.token,))


def placed(board: Board, placement: Placement) -> Board:
    """trip.placing.overlap: the board after a whole placement; `placement.squares` are then the fresh ones."""
    laid = with_tokens(board, bits(placement.squares), placement.tokens)
    return with_mistaken(laid, placement.discarded)
