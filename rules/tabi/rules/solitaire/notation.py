"""The one-line notation of steps, turns, events, positions and whole games; what is written can be read again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tabi.rules import stepping
from tabi.rules.stepping import NOTHING, StepNotation
from tabi.spec.solitaire.cards import Card, Suit
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.steps import (
    Backpack,
    BlackMove,
    Blacks,
    BlackWalk,
    Blue,
    Camera,
    Change,
    DrawRefill,
    Effect,
    Fix,
    Green,
    Lantern,
    Letter,
    MapStep,
    NoCard,
    Place,
    Play,
    Points,
    Radio,
    Red,
    Resolve,
    Step,
    Tent,
    Trim,
    White,
    Yellow,
)

Words = list[str]
POINTS_LAST = "points-last"
_EFFECT_WORDS: dict[Suit, str] = {Suit.R: "red", Suit.G: "green", Suit.Y: "yellow", Suit.B: "blue", Suit.W: "white"}


def format_step(step: Step) -> str:
    """The canonical text of a step.

    >>> format_step(Blacks((BlackMove(5, 1), BlackMove(4, 2))))
    'blacks 4+2 5+1'
    """
    return f"{step.step} {_arguments(step)}".rstrip()


def _arguments(step: Step) -> str:
    match step:
        case Lantern(effect=effect, points_last=last):
            words = [str(_suit_letter(effect)), _effect_arguments(effect), POINTS_LAST if last else ""]
            return " ".join(word for word in words if word)
        case Red() | White() | Yellow() | Green() | Blue():
            return _effect_arguments(step)
        case Play(card=card) | Fix(card=card):
            return str(card)
        case Blacks(moves=moves):
            return " ".join(f"{move.day}+{move.steps}" for move in moves)
        case Points(suit=suit):
            return str(suit)
        case Resolve(suit=suit, decline=decline):
            return NOTHING if decline else str(suit or "")
        case Trim(cards=cards):
            return " ".join(map(str, cards))
        case Camera(card=card, change=change):
            return f"{card}{change:+d}"
        case Backpack(hand=hand, placed=placed):
            return f"{hand} {placed}"
        case Tent(discard=(first, second), take=take):
            return f"{first} {second} > {take}"
        case MapStep(change=change):
            return f"{change:+d}"
        case Letter(black=black, to=to):
            return f"{black}>{to}"
        case NoCard() | Place() | DrawRefill() | Radio():
            return ""


def _suit_letter(effect: Effect) -> Suit:
    return next(suit for suit, word in _EFFECT_WORDS.items() if word == effect.step)


def _effect_arguments(effect: Effect) -> str:
    match effect:
        case Red(move=BlackWalk(black=black, to=to)):
            return f"{black}>{to}"
        case White(black=int() as black):
            return str(black)
        case Green(item=Item() as item):
            return str(item)
        case Blue(cards=(first, second)):
            return f"{first} {second}"
        case Yellow(draw=True):
            return ""
    return NOTHING


def parse_step(text: str) -> Step:
    """The step that `text` writes, in either case; raises `StepNotation` when it writes none.

    Nothing is guessed: a step that leaves something open is refused.
    """
    word, *rest = text.split() or [""]
    reader = _READERS.get(word.lower())
    if reader is None:
        raise StepNotation(f"{text!r} is not a step; steps begin with one of {', '.join(_READERS)}.")
    read, example = reader
    try:
        return read(rest)
    except (ValueError, IndexError):
        raise StepNotation(f"{text!r} is not a step; it is written as in {example!r}.") from None


def format_turn(steps: Iterable[Step]) -> str:
    """The steps of a turn on one line."""
    return stepping.format_turn(steps, format_step)


def parse_turn(text: str) -> tuple[Step, ...]:
    """The steps of a turn as `format_turn` writes them; raises `StepNotation` for the first that is none."""
    return stepping.parse_turn(text, parse_step)


def format_game(turns: Iterable[Iterable[Step]]) -> str:
    """A whole game, a line a turn, each with its number.

    >>> print(format_game([[Play(Card.R4), Blacks((BlackMove(2, 1), BlackMove(3, 2)))]]))
    1. play R4; blacks 2+1 3+2
    """
    return "\n".join(f"{number}. {format_turn(turn)}" for number, turn in enumerate(turns, start=1))


def parse_game(text: str) -> tuple[tuple[Step, ...], ...]:
    """The turns of a game as `format_game` writes them; raises `StepNotation` for a line out of order."""
    turns = []
    for number, line in enumerate((line for line in text.splitlines() if line.strip()), start=1):
        head, dot, rest = line.partition(".")
        if not dot or head.strip() != str(number):
            raise StepNotation(f"{line!r} does not begin with the number of turn {number} and a dot.")
        turns.append(parse_turn(rest))
    return tuple(turns)


# Reading the words of one step


def _one(words: Words) -> str:
    (word,) = words
    return word


def _none(words: Words) -> None:
    if words:
        raise ValueError(words)


def _day(word: str) -> int:
    if not re.fullmatch("[1-7]", word):
        raise ValueError(word)
    return int(word)


def _change(word: str) -> Change:
    if word == "+1":
        return 1
    if word == "-1":
        return -1
    raise ValueError(word)


def _walk(word: str) -> BlackWalk:
    black, to = word.split(">")
    return BlackWalk(_day(black), _day(to))


def _black_move(word: str) -> BlackMove:
    if not re.fullmatch(r"[1-7]\+[0-7]", word):
        raise ValueError(word)
    day, steps = word.split("+")
    return BlackMove(int(day), int(steps))


def _read_blacks(words: Words) -> Blacks:
    if not 1 <= len(words) <= 2:
        raise ValueError(words)
    return Blacks(tuple(map(_black_move, words)))


def _read_red(words: Words) -> Red:
    return Red() if words == [NOTHING] else Red(_walk(_one(words)))


def _read_white(words: Words) -> White:
    return White() if words == [NOTHING] else White(_day(_one(words)))


def _read_yellow(words: Words) -> Yellow:
    if words not in ([], [NOTHING]):
        raise ValueError(words)
    return Yellow(draw=not words)


def _read_green(words: Words) -> Green:
    return Green() if words == [NOTHING] else Green(Item.parse(_one(words)))


def _read_blue(words: Words) -> Blue:
    if words == [NOTHING]:
        return Blue()
    first, second = words
    return Blue((Card.parse(first), Card.parse(second)))


_EFFECT_READERS: dict[Suit, Callable[[Words], Effect]] = {
    Suit.R: _read_red,
    Suit.G: _read_green,
    Suit.Y: _read_yellow,
    Suit.B: _read_blue,
    Suit.W: _read_white,
}


def _read_lantern(words: Words) -> Lantern:
    last = words[-1].lower() == POINTS_LAST
    suit, *rest = words[:-1] if last else words
    return Lantern(_EFFECT_READERS[Suit.parse(suit)](rest), points_last=last)


def _read_resolve(words: Words) -> Resolve:
    if not words:
        return Resolve()
    return Resolve(decline=True) if words == [NOTHING] else Resolve(Suit.parse(_one(words)))


def _read_camera(words: Words) -> Camera:
    word = _one(words)
    return Camera(Card.parse(word[:2]), _change(word[2:]))


def _read_backpack(words: Words) -> Backpack:
    hand, placed = words
    return Backpack(Card.parse(hand), Card.parse(placed))


def _read_tent(words: Words) -> Tent:
    first, second, arrow, take = words
    if arrow != ">":
        raise ValueError(arrow)
    return Tent((Card.parse(first), Card.parse(second)), Card.parse(take))


def _read_letter(words: Words) -> Letter:
    move = _walk(_one(words))
    return Letter(move.black, move.to)


def _bare(step: Step) -> Callable[[Words], Step]:
    def read(words: Words) -> Step:
        _none(words)
        return step

    return read


_READERS: dict[str, tuple[Callable[[Words], Step], str]] = {
    "play": (lambda words: Play(Card.parse(_one(words))), "play R4"),
    "no-card": (_bare(NoCard()), "no-card"),
    "blacks": (_read_blacks, "blacks 4+2 5+1"),
    "place": (_bare(Place()), "place"),
    "refill": (_bare(DrawRefill()), "refill"),
    "red": (_read_red, "red 4>5"),
    "white": (_read_white, "white 3"),
    "yellow": (_read_yellow, "yellow"),
    "green": (_read_green, "green map"),
    "blue": (_read_blue, "blue B3 G3"),
    "points": (lambda words: Points(Suit.parse(_one(words))), "points G"),
    "lantern": (_read_lantern, "lantern R 4>5"),
    "resolve": (_read_resolve, "resolve"),
    "trim": (lambda words: Trim(tuple(map(Card.parse, words))), "trim R1 G4"),
    "radio": (_bare(Radio()), "radio"),
    "camera": (_read_camera, "camera G3+1"),
    "backpack": (_read_backpack, "backpack W2 G3"),
    "tent": (_read_tent, "tent R1 G2 > B4"),
    "letter": (_read_letter, "letter 5>3"),
    "fix": (lambda words: Fix(Card.parse(_one(words))), "fix G4"),
    "map": (lambda words: MapStep(_change(_one(words))), "map +1"),
}
