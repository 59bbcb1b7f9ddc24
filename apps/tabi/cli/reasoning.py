"""Answers of `tabi why`, in words and as documents; it loads the encoder, which most commands do without."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import monotonic

from tabi.cli.beginnings import Beginning
from tabi.cli.errors import Status
from tabi.cli.explaining import is_interrupted, why_document
from tabi.cli.output import Telling, emit, emit_json, progress
from tabi.render import render_line, render_position
from tabi.render.reasons import change_in_words, changes_in_words, fact_in_words, ground_in_words
from tabi.rules.solitaire import format_turn
from tabi.solvers.verdict import Bounded, Line, Proved
from tabi.solvers.why import ByFacts, ByTheorem, Changed, Changes, NotLost, Unexplained, Why, why_lost, would_win
from tabi.spec.solitaire import Deal, SolitaireRulings
from tabi.spec.solitaire.deal import listed


@dataclass(frozen=True, slots=True)
class Answer:
    """Why a game is lost, what would win it (None where that was not asked), and the seconds that it took."""

    why: Why
    changes: Changes | None
    seconds: float


def answers(
    found: tuple[Beginning, ...], rulings: SolitaireRulings, budget: float, *, json: bool, lines: bool
) -> Iterator[Status]:
    """Answers for one beginning after the other; Ctrl-C ends it after the one at hand."""
    for beginning in found:
        with progress("why it is lost") as tell:
            answer = _answer(beginning, rulings, budget, tell)
        deal = beginning if isinstance(beginning, Deal) else None
        if json:
            document = why_document(answer.why, answer.changes, rulings, deal, answer.seconds)
            emit_json(document, indent=None if lines else 2)
        elif lines:
            emit(_one_line(answer, deal))
        else:
            emit("\n".join(_text(answer, rulings)))
        status = _status(answer)
        yield status
        if status is Status.INTERRUPTED:
            return


def _answer(beginning: Beginning, rulings: SolitaireRulings, budget: float, tell: Telling) -> Answer:
    began = monotonic()
    why = why_lost(beginning, rulings, budget / 2, lambda text: tell(f"why it is lost: {text}"))
    changes = None
    if not isinstance(why, NotLost) and not is_interrupted(why, None):
        left = max(budget / 2, budget - (monotonic() - began))
        changes = would_win(beginning, rulings, left, lambda text: tell(f"what would win it: {text}"))
    return Answer(why, changes, monotonic() - began)


def _status(answer: Answer) -> Status:
    if is_interrupted(answer.why, answer.changes):
        return Status.INTERRUPTED
    match answer.why:
        case ByTheorem() | ByFacts():
            return Status.YES
        case NotLost(verdict=Proved() | Bounded()):
            return Status.NO
        case _:
            return Status.UNDECIDED


# In words


def _one_line(answer: Answer, deal: Deal | None) -> str:
    name = "deal" if deal is None or deal.id is None else f"deal {deal.id}"
    changes = [] if answer.changes is None else [change_in_words(one.change) for one in answer.changes.winning]
    would = f"; it would be won {listed(changes)}" if changes else ""
    return f"{name}: {_headline(answer.why).rstrip('.')}{would} ({answer.seconds:.1f} s)"


def _text(answer: Answer, rulings: SolitaireRulings) -> Iterator[str]:
    yield render_position(answer.why.verdict.start)
    yield ""
    yield from _reasons(answer.why, rulings)
    if answer.changes is not None:
        yield ""
        yield from _changes(answer.changes)
    yield f"{answer.seconds:.1f} s."


def _headline(why: Why) -> str:
    match why:
        case ByTheorem():
            return "It is lost by what the bounds say."
        case ByFacts():
            by = _count(len(why.facts), "fact") if why.facts else "so few cards in deck and hand alone"
            return f"It is lost by {by}, whatever the rest is."
        case Unexplained():
            return "It is lost, and it is not proved which facts are the reason."
        case NotLost(verdict=Proved() | Bounded()):
            return "It is not lost: it can be won."
        case NotLost():
            return "It is not known to be lost: no win was found, and none is ruled out."


def _reasons(why: Why, rulings: SolitaireRulings) -> Iterator[str]:
    yield _headline(why)
    match why:
        case ByTheorem():
            yield from (f"  {ground_in_words(one)}" for one in why.grounds)
            yield f"The theorem{'s' if len(why.theorems) > 1 else ''} {listed(why.theorems)} read nothing else of it."
        case ByFacts():
            yield from (f"  {fact_in_words(one)}" for one in reversed(why.facts))
            yield from _grounds(why)
        case Unexplained():
            yield why.known
            if why.facts:
                yield "What the SAT solver left so far, not proved and not known to be needed:"
                yield from (f"  {fact_in_words(one)}" for one in reversed(why.facts))
        case NotLost(verdict=Proved(line=line) | Bounded(line=line)):
            yield render_line(why.verdict.start, line, rulings)
        case NotLost():
            return


def _grounds(why: ByFacts) -> Iterator[str]:
    start = why.verdict.start
    items = (*start.ready, *start.used)
    frame = f"{_count(len(start.deck), 'card')} in the deck and {len(start.hand)} in hand"
    has = f"{listed(items)} in the game" if items else "no items"
    yield f"Every position with these facts is lost that has the same bay road, {frame}, {has}, fixed events nearest."
    unknown = sum(one.witness is None for one in why.needed)
    if unknown:
        yield f"Time was too short to say of {_count(unknown, 'fact')} whether it could be left out."
    else:
        yield "None can be left out: for each there is a position that is won, with all the others (--json shows it)."
    judges = listed(dict.fromkeys(one.by for one in why.proofs))
    yield (
        f"Proofs of formulas for 1 to {_count(why.horizon, 'turn')}, accepted by {judges}; more turns are excluded by "
        f"sol.ending.draws-left. A search won none of {_count(why.sampled, 'random position')} with these facts."
    )


def _changes(changes: Changes) -> Iterator[str]:
    if changes.winning:
        yield "It would be won"
    for line, together in _by_line(changes.winning).items():
        first = change_in_words(together[0].change) + _helped(together[0])
        yield f"  {first if len(together) == 1 else changes_in_words(one.change for one in together)}:"
        yield from (f"    {format_turn(turn)}" for turn in line)
    if changes.losing:
        yield f"It would still be lost {changes_in_words(one.change for one in changes.losing)}."
    if changes.open:
        yield f"It is not known whether it would be won {changes_in_words(one.change for one in changes.open)}."
    if not changes.has_discard:
        yield "No card can be put under the deck, for none is in the discard."
    if changes.interrupted:
        yield "Interrupted: not every change was judged."


def _by_line(winning: Iterable[Changed]) -> dict[Line, list[Changed]]:
    """The changes by the line that wins them; what lies under the deck is often no matter."""
    together: dict[Line, list[Changed]] = {}
    for one in winning:
        together.setdefault(one.line or (), []).append(one)
    return together


def _helped(one: Changed) -> str:
    return ", which is made ready and used too" if one.uses_companion else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
