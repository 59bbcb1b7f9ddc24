"""A line of the solitaire as a person would play it: a headline for each turn, then the steps beside their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tabi.render.words import loss_in_words, step_in_words
from tabi.rules.solitaire import Position, Won, apply, format_step
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import Step

Turns = Iterable[Sequence[Step]]


def render_line(start: Position, turns: Turns, rulings: SolitaireRulings) -> str:
    """The line as text, with the result at the end; raises `IllegalStep` for the first step that is not legal."""
    return "\n".join(_lines(start, turns, rulings))


def _lines(position: Position, turns: Turns, rulings: SolitaireRulings) -> Iterator[str]:
    played = 0
    for turn in turns:
        played += 1
        yield headline(position)
        for step in turn:
            after = apply(position, step, rulings)
            yield f"  {format_step(step)}: {step_in_words(position, step, after, rulings)}"
            position = after
        yield ""
    yield result(position, played)


def headline(position: Position) -> str:
    """What a person sees at the beginning of a turn: pawns, hand and how many cards the deck has."""
    first, second = position.blacks
    hand = " ".join(map(str, position.hand)) or "no card"
    pawns = f"white on day {position.white}, blacks on days {first} and {second}"
    return f"Turn {position.turn}: {pawns}; hand {hand}; {len(position.deck)} in the deck"


def result(position: Position, turns: int) -> str:
    """How a line of so many turns ended, as a sentence."""
    outcome = position.outcome
    if isinstance(outcome, Won):
        return f"Won in {turns} {'turn' if turns == 1 else 'turns'} with {outcome.points} points."
    won = f"{len(position.resolved)} of 5 letters are won, {position.points} points"
    if outcome is None:
        return f"The game is still under way: {won}."
    sentence = loss_in_words(outcome.reason)
    return f"{sentence[0].upper()}{sentence[1:]}: {won}."
