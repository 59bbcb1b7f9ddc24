"""A player's image board: which token lies where, the defined places, and the mistaken memories.

A frozen value of a few integers: for every kind of token the set of squares with one, and for every defined place the
set of its squares. A token is face down exactly when its square belongs to a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from tabi.rules.trip.masks import Mask, components, has
from tabi.spec.trip.squares import Square
from tabi.spec.trip.tokens import TOKENS, Category, Token, Tokens, sorted_tokens

KindMasks = tuple[Mask, ...]
"""For every kind of token, in the order of tokens, a set of squares."""
NO_TOKENS: KindMasks = (0,) * len(TOKENS)


@dataclass(frozen=True, slots=True)
class Board:
    """One player's board; equal boards are equal values.

    `tokens` are the squares of each kind, `places` the defined places by their first squares, `mistaken` the tokens in
    the mistaken memories in the order of tokens. Built by `board_of` and by the functions of this module, which keep
    the order; squares of different kinds and of different places never overlap.
    """

    tokens: KindMasks = NO_TOKENS
    places: tuple[Mask, ...] = ()
    mistaken: Tokens = ()


EMPTY_BOARD = Board()


def board_of(tokens: Mapping[Square, Token], places: Iterable[Mask] = (), mistaken: Iterable[Token] = ()) -> Board:
    """The board with these tokens, places and mistaken memories, brought into its one order; nothing is checked."""
    masks = [0] * len(TOKENS)
    for square, token in tokens.items():
        masks[token.rank] |= 1 << square
    return Board(tuple(masks), tuple(sorted(places, key=_first)), sorted_tokens(mistaken))


def _first(place: Mask) -> Mask:
    return place & -place


def token_at(board: Board, square: Square) -> Token | None:
    """The token on a square, face up or face down, or None."""
    for token, mask in zip(TOKENS, board.tokens, strict=True):
        if has(mask, square):
            return token
    return None


def occupied(board: Board) -> Mask:
    """The squares with a token."""
    squares = 0
    for mask in board.tokens:
        squares |= mask
    return squares


def face_down(board: Board) -> Mask:
    """The squares of defined tokens."""
    squares = 0
    for place in board.places:
        squares |= place
    return squares


def face_up(board: Board) -> Mask:
    """The squares of tokens that are not defined."""
    return occupied(board) & ~face_down(board)


def face_up_kinds(board: Board) -> KindMasks:
    """For every kind of token the squares on which one lies face up."""
    up = ~face_down(board)
    return tuple([mask & up for mask in board.tokens])


def of_category(masks: KindMasks, category: Category) -> Mask:
    """The squares of all kinds of a category."""
    squares = 0
    for token, mask in zip(TOKENS, masks, strict=True):
        if token.category is category:
            squares |= mask
    return squares


def tokens_on(board: Board, squares: Mask) -> Tokens:
    """The tokens on some squares, in the order of tokens, each as often as it lies there."""
    found: Tokens = ()
    for token, mask in zip(TOKENS, board.tokens, strict=True):
        found += (token,) * (mask & squares).bit_count()
    return found


def kinds_on(masks: KindMasks, squares: Mask) -> tuple[Token, ...]:
    """The kinds of which at least one lies on some squares, in the order of tokens."""
    return tuple([token for token in TOKENS if masks[token.rank] & squares])


def groups(board: Board, token: Token) -> Iterator[Mask]:
    """The groups of face-up tokens of a kind: what hangs together over shared edges."""
    return components(board.tokens[token.rank] & ~face_down(board))


def with_token(board: Board, token: Token, square: Square) -> Board:
    """The board with a token on a square; one that lay there is in the mistaken memories."""
    return with_tokens(board, (1 << square,), (token,))


def with_tokens(board: Board, squares: Iterable[Mask], tokens: Iterable[Token]) -> Board:
    """The board with tokens on single squares, one each; those that lay there are in the mistaken memories."""
    masks, given_up = list(board.tokens), []
    for bit, token in zip(squares, tokens, strict=True):
        for old in TOKENS:
            if masks[old.rank] & bit:
                masks[old.rank] ^= bit
                given_up.append(old)
        masks[token.rank] |= bit
    return Board(tuple(masks), board.places, added(board.mistaken, given_up))


def with_mistaken(board: Board, tokens: Iterable[Token]) -> Board:
    """The board with these tokens added to the mistaken memories."""
    return Board(board.tokens, board.places, added(board.mistaken, tokens))


def added(mistaken: Tokens, tokens: Iterable[Token]) -> Tokens:
    """Tokens with others put in, in their order."""
    more = tuple(tokens)
    return sorted_tokens(mistaken + more) if more else mistaken


def with_place(board: Board, squares: Mask) -> Board:
    """The board with one more defined place, whose tokens are now face down."""
    places = tuple(sorted((*board.places, squares), key=_first))
    return Board(board.tokens, places, board.mistaken)
