"""Every well-formed step for a position, legal or not, from a generator that knows no rule.

Sets of squares are all of up to three, and of more the ones that lie among tokens, sampled where they are too many.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from tabi.rules.trip import Position
from tabi.rules.trip.board import token_at
from tabi.spec.trip.squares import SQUARES, Square, Squares, connected, squares_of
from tabi.spec.trip.steps import Define, Discard, Lay, Pass, Put, Score, Step, Take
from tabi.spec.trip.tokens import TOKENS, Token

FEW = 3
SAMPLES = 400


def takes() -> Iterator[Step]:
    """`take` with numbers of slots, and with numbers that no slot has."""
    yield from map(Take, range(-1, 7))


def placings() -> Iterator[Step]:
    """Every token on every square and into the mistaken memories."""
    for token in TOKENS:
        yield from (Put(token, square) for square in SQUARES)
        yield Discard(token)


def defines(position: Position, random: Random) -> Iterator[Step]:
    """Every set of up to three squares; of four among tokens, and some larger ones, connected and not."""
    board = position.boards[position.player - 1]
    tokens = [square for square in SQUARES if token_at(board, square) is not None]
    for count in range(1, FEW + 1):
        yield from map(Define, combinations(SQUARES, count))
    larger: set[Squares] = {squares for squares in combinations(tokens, 4) if connected(squares)}
    for _ in range(SAMPLES):
        larger.add(_grown(tokens, random))
        larger.add(tuple(sorted(random.sample(tokens, min(len(tokens), random.randint(4, 6))))))
    yield from (Define(squares) for squares in sorted(larger) if len(squares) > FEW)


def _grown(tokens: list[Square], random: Random) -> Squares:
    """A connected set of tokens of one kind or another, by chance."""
    if not tokens:
        return ()
    grown = {random.choice(tokens)}
    for _ in range(random.randint(3, 7)):
        edge = [square for one in sorted(grown) for square in one.neighbours if square in tokens]
        grown.update([random.choice(edge)] if edge else [])
    return tuple(sorted(grown))


def lays(position: Position) -> Iterator[Step]:
    """Every part of the set just defined, with every park kind named and none; and sets with squares outside."""
    inside = squares_of(position.defining)
    for kind in (None, Token.FOUNTAIN, Token.BENCH, Token.PORTRAIT, Token.HOTEL):
        for count in range(len(inside) + 1):
            yield from (Lay(squares, kind) for squares in combinations(inside, count))
        outside = [square for square in SQUARES if square not in inside]
        yield from (Lay((square,), kind) for square in outside)
        yield from (Lay((*inside, square), kind) for square in outside)
        yield from (Lay((*inside[1:], square), kind) for square in outside)


def others() -> tuple[Step, ...]:
    """A step of every kind but the reveal, for the phases that do not ask for it."""
    square = Square.A1
    return (Take(1), Put(Token.FOUNTAIN, square), Discard(Token.FOUNTAIN), Define((square,)), Pass(), Lay(()), Score())
