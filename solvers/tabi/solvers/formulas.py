"""Asking formulas about a game: for each number of turns that the bounds leave open, whether it can be won in so many.

A win is a line that the rules have played. A "no" counts where the formula has every win among its models and its
proof is left in a file; engines that are good at finding wins leave none, so a SAT solver that does is asked once
more. All else that formulas say is told in words and claims nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count, takewhile, zip_longest
from pathlib import Path
from time import monotonic
from typing import Final, Literal

from tabi.rules.certificates import CnfProof
from tabi.rules.solitaire import Lost, Phase, Position, Won, apply, legal_steps
from tabi.rules.solitaire.bounds import DRAWING, most_turns, turns_to_go
from tabi.rules.solitaire.position import evolve
from tabi.solvers.cnfproof import certificate_of
from tabi.solvers.encoding import EngineFailed
from tabi.solvers.encoding.asking import Engine, Stop
from tabi.solvers.encoding.deciding import ALL_COUNTERS, asked, formula_file, winning, won_line
from tabi.solvers.encoding.founding import has_items, why_unproved
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import Unrolled, why_not_encoded
from tabi.solvers.encoding.reading import Disagreement
from tabi.solvers.turns import Node
from tabi.solvers.verdict import Goal
from tabi.spec.solitaire.deal import Deal
from tabi.spec.solitaire.rulings import SolitaireRulings
from tabi.spec.solitaire.steps import Step

ENDS_LIMIT: Final = 5_000
"""Positions of a turn under way that are looked at to find where it may end."""
WRITING_SHARE: Final = 0.6
"""The part of the time that is left for writing a proof before one with fewer formulas is tried."""
NAMES: Final[dict[Engine, str]] = {"sat": "the SAT solver", "z3": "Z3"}

Says = Literal["win", "no", "open"]
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Question:
    """What formulas are asked about: how the game begins, as it was given and as a position; the goal; the readings."""

    beginning: Deal | Position
    start: Position
    goal: Goal
    rulings: SolitaireRulings

    @property
    def is_founded(self) -> bool:
        """Whether a formula may say "no" to it: whether theorems put every win of the game among its models."""
        return why_unproved(self.start, self.rulings) is None


@dataclass(frozen=True, slots=True)
class Part:
    """A number of turns in which there is no win, with the files of the formula and its proof."""

    turns: int
    formula: Path
    proof: Path


@dataclass(frozen=True, slots=True)
class Ask:
    """One formula: a win in exactly so many turns (or sooner) from a position, which is reached by `before`.

    `is_proof` says that a "no" to it is one of the game, and is to be proved.
    """

    start: Position
    turns: int
    moments: Moments
    before: tuple[Step, ...] = ()
    is_proof: bool = False

    @property
    def in_all(self) -> int:
        """The turns of the whole win: those of the formula, and the one that leads to its start."""
        return self.turns + bool(self.before)


class Inquiry:
    """Formulas being asked; what they have said so far may be read from another thread.

    `win` are the steps of the shortest win found, `turns` its turns. `is_settled` says that nothing is left to ask.
    `words` say what else came out.
    """

    def __init__(
        self, question: Question, engine: Engine, folder: Path, seconds_left: Callable[[], float | None]
    ) -> None:
        self.win: tuple[Step, ...] | None = None
        self.turns: int | None = None
        self.words: tuple[str, ...] = ()
        self.is_settled = False
        self.stop = Stop()
        self._proved: dict[int, Part] = {}
        self._question = question
        self._engine = engine
        self._folder = folder
        self._seconds_left = seconds_left

    @property
    def parts(self) -> tuple[Part, ...]:
        """The numbers of turns from the bound upwards, without a gap, that are proved to have no win."""
        proved, first = self._proved, turns_to_go(self._question.start)
        return tuple(proved[turns] for turns in takewhile(proved.__contains__, count(first)))

    @property
    def least(self) -> int:
        """The fewest turns that neither a bound nor proofs of formulas exclude."""
        return turns_to_go(self._question.start) + len(self.parts)

    @property
    def is_lost(self) -> bool:
        """Whether each number of turns that the bounds leave is proved to have no win."""
        numbers = _numbers(self._question.start, self._question.rulings)
        return len(self.parts) == len(numbers) > 0

    def run(self, tell: Tell) -> None:
        """Asks until it is settled or stopped, or nothing is left to ask."""
        try:
            left = [ask for ask in self._asks() if self._take(ask, tell, shares=2)]
            for number, ask in enumerate(left):
                self._take(ask, tell, shares=len(left) - number)
        except EngineFailed as failed:
            self._note(str(failed).rstrip("."))
        except Disagreement as fault:
            self._note(f"a formula that the rules do not follow (a fault of tabi: {fault})")

    def proof(self, seconds: float | None, tick: Callable[[], None], *, of_no_win: bool) -> CnfProof | None:
        """The certificate that fewer turns than `least` have no win, or that there is none at all.

        None when no formula was needed, a proof turns out not to be one, or it is not written in so many seconds. Where
        a bound's proof takes too long, which the last formula's does, one without the last formula is written.
        `tick` is called meanwhile.
        """
        parts = self.parts
        end = None if seconds is None else monotonic() + seconds
        for length in [len(parts)] if of_no_win else range(len(parts), 0, -1):
            left = None if end is None else end - monotonic()
            share = left if left is None or of_no_win or length == 1 else WRITING_SHARE * left
            try:
                return self._written(parts[:length], share, tick, DRAWING if of_no_win else None)
            except TimeoutError:
                self._note("its proof could not be written in the time")
            except ValueError as wrong:
                self._note(f"a proof that does not hold ({wrong})")
                return None
        return None

    def _written(
        self, parts: Sequence[Part], seconds: float | None, tick: Callable[[], None], theorem: str | None
    ) -> CnfProof | None:
        """The certificate of these parts; raises `TimeoutError`, and `ValueError` where a proof does not hold."""
        if not parts:
            return None
        question, began = self._question, monotonic()

        def watch(_: int, __: int) -> None:
            tick()
            if seconds is not None and monotonic() - began > seconds:
                raise TimeoutError

        files = [(part.turns, part.formula, part.proof) for part in parts]
        turns = parts[-1].turns
        return certificate_of(question.beginning, question.rulings, turns, theorem, files, progress=watch)

    def _asks(self) -> Iterator[Ask]:
        """What is asked, in order: wins without the items, which are wins with them, in small formulas; then all else.

        With items each proof that there is no win has beside it a formula with fewer moments, which finds wins sooner.
        For the fewest turns it has one from the beginning, for the first proofs are short.
        """
        question, plain = self._question, _without_items(self._question)
        if not question.is_founded or question.goal is Goal.WIN:
            yield from plain
        if not question.is_founded:
            for way in self._ways():
                yield from self._wins(way)
            return
        numbers = _numbers(question.start, question.rulings)
        proofs = (Ask(question.start, turns, Moments.WINNING, is_proof=True) for turns in numbers)
        wins = chain(plain, self._wins(Node(question.start))) if has_items(question.start) else ()
        for pair in zip_longest(proofs, wins):
            yield from (ask for ask in pair if ask is not None)

    def _wins(self, way: Node) -> Iterator[Ask]:
        """Formulas for wins alone; once there is one, shorter and shorter ones, for a "no" would claim nothing."""
        numbers = _numbers(way.position, self._question.rulings)
        if self.turns is not None:
            numbers = range(min(self.turns - 1, numbers.stop), numbers.start - 1, -1)
        yield from (Ask(way.position, turns, Moments.SENSIBLE, way.steps) for turns in numbers)

    def _ways(self) -> list[Node]:
        """The start, if it begins a turn, or the ends of its turn; if there are none, `words` say why."""
        start, rulings = self._question.start, self._question.rulings
        if (refused := why_not_encoded(start, rulings)) is None:
            return [Node(start)]
        ends = turn_ends(start, rulings, ENDS_LIMIT) or []
        if won := next((end for end in ends if isinstance(end.position.outcome, Won)), None):
            self.win, self.turns, self.is_settled = won.steps, 1, True
            return []
        ways = [end for end in ends if why_not_encoded(end.position, rulings) is None]
        if not ways:
            self._note(f"no formulas ({refused.rstrip('.')})")
        return ways

    def _take(self, ask: Ask, tell: Tell, shares: int) -> bool:
        """Asks a formula and takes note of the answer; whether it is still open."""
        beaten = self.turns is not None and ask.in_all >= self.turns
        if self.is_settled or self.stop.is_set or beaten:
            return False
        if self._seconds_left() == 0:
            return True
        tell(f"{NAMES[self._engine]} on {_turns(ask.in_all)}")
        formula = winning(ask.start, ask.turns, self._question.rulings, ALL_COUNTERS, ask.moments)
        says = self._says(ask, formula, self._engine, shares)
        if says == "no" and ask.is_proof:  # then the proof is worth all the time that is left
            says = self._says(ask, formula, "sat", 1, self._proof_file(ask))
            if says == "open":
                self._note(f"{NAMES[self._engine]} finds no win in {_turns(ask.in_all)}")
        if says == "no":
            self._take_no(ask)
        enough = self.turns is not None and (self._question.goal is Goal.WIN or self.turns == self.least)
        self.is_settled = enough or self.is_lost
        return says == "open" and not self.stop.is_set

    def _take_no(self, ask: Ask) -> None:
        """Takes note of a formula without a win; where another one can prove it, what lacks ways to play is no news."""
        if ask.is_proof:
            proof = self._proof_file(ask)
            self._proved[ask.turns] = Part(ask.turns, formula_file(proof), proof)
            self._note(f"no win in {_turns(ask.in_all)} by a formula")
        elif not self._question.is_founded:
            self._note(f"no win in {_turns(ask.in_all)} by a formula, which may lack ways to play")

    def _says(self, ask: Ask, formula: Unrolled, engine: Engine, shares: int, proof: Path | None = None) -> Says:
        """What an engine says; a win is taken note of. What leaves a proof is slow at finding wins."""
        left = self._seconds_left()
        answer = asked(formula, engine, None if left is None else left / shares, proof, self.stop)
        if answer is None:
            return "open"
        if answer.true is None:
            return "no"
        line, turns = won_line(formula, answer.true)
        self.win, self.turns = (*ask.before, *line), turns + bool(ask.before)
        return "win"

    def _proof_file(self, ask: Ask) -> Path:
        return self._folder / f"turns-{ask.turns}.lrat"

    def _note(self, words: str) -> None:
        self.words = (*dict.fromkeys((*self.words, words)),)


def _turns(number: int) -> str:
    return f"{number} turn{'' if number == 1 else 's'}"


def turn_ends(start: Position, rulings: SolitaireRulings, limit: int) -> list[Node] | None:
    """The ends that the present turn may come to, with the steps to there; None when it has too many positions.

    By every legal step, each position looked at once.
    """
    met, found, stack = {start.key}, list[Node](), [Node(start)]
    while stack:
        here = stack.pop()
        for step in legal_steps(here.position, rulings):
            after = apply(here.position, step, rulings)
            if isinstance(after.outcome, Lost) or after.key in met:
                continue
            met.add(after.key)
            child = Node(after, (*here.steps, step))
            (stack if after.turn == start.turn and after.phase is not Phase.OVER else found).append(child)
            if len(met) > limit:
                return None
    return found


def _without_items(question: Question) -> Iterator[Ask]:
    """Wins that leave all items alone; once an item has been used a green effect may take that choice away."""
    if not question.start.ready or question.start.used:
        return
    plain = evolve(question.start, ready=())
    if why_not_encoded(plain, question.rulings) is None:
        yield from (Ask(plain, turns, Moments.WINNING) for turns in _numbers(plain, question.rulings))


def _numbers(start: Position, rulings: SolitaireRulings) -> range:
    """The numbers of turns that the bounds leave to a win."""
    most = most_turns(start, rulings)
    return range(turns_to_go(start), turns_to_go(start) if most is None else most + 1)
