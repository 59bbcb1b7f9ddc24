"""The one-line notation of steps, boards, the map and turns; what is written can be read again.

Nothing is guessed: a text that leaves something open is refused with an example of what is accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Final

from tabi.rules import stepping
from tabi.rules.stepping import NOTHING, StepNotation
from tabi.spec.trip.squares import Square, Squares, all_different
from tabi.spec.trip.steps import Define, Discard, Lay, Pass, Put, Reveal, Score, Step, Take
from tabi.spec.trip.tokens import Token, format_tokens, parse_tokens

Words = list[str]


def format_step(step: Step) -> str:
    """The canonical text of a step.

    >>> format_step(Put(Token.FOUNTAIN, Square.C3)), format_step(Lay(()))
    ('put F C3', 'lay -')
    """
    return f"{step.step} {_arguments(step)}".rstrip()


def _arguments(step: Step) -> str:
    match step:
        case Reveal(card=card, slots=slots):
            return " ".join((card, *map(format_tokens, slots)))
        case Take(slot=slot):
            return str(slot)
        case Put(token=token, square=square):
            return f"{token} {square}"
        case Discard(token=token):
            return str(token)
        case Define(squares=squares):
            return " ".join(map(str, squares))
        case Lay(squares=squares, kind=kind):
            words = [*map(str, squares)] if squares else [NOTHING]
            return " ".join([*words, *([str(kind)] if kind else [])])
        case Pass() | Score():
            return ""


def parse_step(text: str) -> Step:
    """The step that `text` writes, in either case; raises `StepNotation` when it writes none.

    >>> parse_step("LAY c4 C3 b")
    Lay(squares=(<Square.C3: 16>, <Square.C4: 23>), kind=<Token.BENCH: 'B'>)
    """
    word, *rest = text.split() or [""]
    reader = _READERS.get(word.lower())
    if reader is None:
        raise StepNotation(f"{text!r} is not a step; steps begin with one of {', '.join(_READERS)}.")
    read, example = reader
    try:
        return read(rest)
    except ValueError as error:
        raise StepNotation(f"{text!r} is not a step ({error}); such a step is written as in {example!r}.") from None


def _reveal(words: Words) -> Step:
    if not words:
        raise ValueError("no card is named")
    card, *slots = words
    return Reveal(card.lower(), tuple(map(parse_tokens, slots)))


def _take(words: Words) -> Step:
    (slot,) = _exactly(1, words)
    if not (slot.isascii() and slot.isdecimal()):
        raise ValueError(f"{slot!r} is not the number of a slot")
    return Take(int(slot))


def _put(words: Words) -> Step:
    token, square = _exactly(2, words)
    return Put(Token.parse(token), Square.parse(square))


def _discard(words: Words) -> Step:
    (token,) = _exactly(1, words)
    return Discard(Token.parse(token))


def _define(words: Words) -> Step:
    return Define(_squares(words))


def _lay(words: Words) -> Step:
    if words == [NOTHING]:
        return Lay(())
    kind = Token.parse(words[-1]) if words and len(words[-1]) == 1 else None
    squares = _squares(words[:-1] if kind else words)
    if not squares:
        raise ValueError("no square is named; where nothing is laid it is lay -")
    return Lay(squares, kind)


def _exactly(count: int, words: Words) -> Words:
    if len(words) != count:
        raise ValueError(f"{len(words)} words follow the first, not {count}")
    return words


def _squares(words: Words) -> Squares:
    return all_different(map(Square.parse, words))


def _no_argument(step: Step) -> Callable[[Words], Step]:
    def read(words: Words) -> Step:
        if words:
            raise ValueError(f"nothing follows the word {step.step}")
        return step

    return read


_READERS: Final = MappingProxyType[str, tuple[Callable[[Words], Step], str]](
    {
        "reveal": (_reveal, "reveal column FB HL SR PP"),
        "take": (_take, "take 2"),
        "put": (_put, "put F C3"),
        "discard": (_discard, "discard F"),
        "define": (_define, "define C3 C4"),
        "pass": (_no_argument(Pass()), "pass"),
        "lay": (_lay, "lay C3 C4"),
        "score": (_no_argument(Score()), "score"),
    }
)


def format_turn(steps: Iterable[Step]) -> str:
    """The steps of a turn on one line.

    >>> format_turn([Take(2), Discard(Token.BENCH)])
    'take 2; discard B'
    """
    return stepping.format_turn(steps, format_step)


def parse_turn(text: str) -> tuple[Step, ...]:
    """The steps of a line as `format_turn` writes it; raises `StepNotation` with a sentence."""
    return stepping.parse_turn(text, parse_step)
