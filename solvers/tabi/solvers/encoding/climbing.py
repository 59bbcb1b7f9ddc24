"""Climbing to the most points of a game: a ladder of decisions, each asking for more than the best line so far.

For each number of turns that the bounds leave to a win there is a formula of the wins in exactly so many turns. An
engine that keeps the formula is asked for a win with more points than the best known; its model is played through the
rules, and what it earned there is the next rung. Where the engine says that there is none, no win in that many turns
has more; where it says so of every number of turns, no win has. With proofs of that it is more than an engine's word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final

from tabi.rules.solitaire import Position, Won, apply
from tabi.rules.solitaire.bounds import most_turns, turns_to_go
from tabi.solvers.encoding.asking import Answer, Engine, Stop
from tabi.solvers.encoding.climbing_talk import Talk, talk
from tabi.solvers.encoding.counting import Counter, assert_counters
from tabi.solvers.encoding.deciding import ALL_COUNTERS, asked
from tabi.solvers.encoding.moments import Moments
from tabi.solvers.encoding.question import Unrolled, assert_win, check_rulings
from tabi.solvers.encoding.reading import Disagreement, Line, line_of
from tabi.solvers.encoding.scoring import Score, assert_first_win, claimed, scored
from tabi.solvers.encoding.scoring_unrolled import with_points
from tabi.solvers.encoding.state import check_encoded
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, SolitaireRulings

BRIEF: Final = 3.0
"""Seconds that the engine that keeps its formula is waited for at least where a proof is wanted."""
WORKERS: Final = 2
"""So many numbers of turns are asked about side by side."""
SECONDS_BETWEEN_LOOKS: Final = 0.1
NO_WIN: Final = -1
"""What stands for the most points where there is no win at all in so many turns."""


@dataclass(frozen=True, slots=True)
class Better:
    """A line that wins with more points than any before."""

    points: int
    turns: int
    line: Line


@dataclass(frozen=True, slots=True)
class Rung:
    """No win in exactly `turns` turns has more than `most` points, by the word of an engine.

    With a `proof` (an LRAT trace, beside its formula) the word can be checked.
    """

    turns: int
    most: int
    proof: Path | None = None


@dataclass(frozen=True, slots=True)
class Climbed:
    """The best line found from a position, None if none was; what is excluded, and what is still open.

    `points` are those at the end of the game, the start's counted. `at_most` is there when formulas have no win with
    more: an engine excluded it for every number of turns that the bounds leave. That no win of the *game* has more
    rests on the encoder, on the moments for letters (`scoring_founding`), and on the engine's word, or on its proofs
    where every part has one. It is None where moments are left out that may matter (`Moments.SENSIBLE`), and in a game
    without a win.
    """

    points: int | None
    line: Line | None
    at_most: int | None
    parts: tuple[Rung, ...]
    open_turns: tuple[int, ...]


Tell = Callable[[Better], None]


def climb(
    start: Position,
    rulings: SolitaireRulings = DEFAULT_RULINGS,
    engine: Engine = "sat",
    seconds: float | None = None,
    *,
    known_line: Line | None = None,
    upper: int | None = None,
    tell: Tell | None = None,
    stop: Stop | None = None,
    moments: Moments = Moments.WINNING,
    proofs: Path | None = None,
) -> Climbed:
    """The most points with which a game is won from the beginning of a turn, as far as `seconds` of the clock go.

    `known_line` wins, and is where the ladder begins; `upper` is a bound on the points at the end, proved elsewhere, at
    which it ends. `tell` gets each better line at once, `stop` ends the engine from another thread. With `proofs`, a
    folder, no number of turns counts as excluded until CaDiCaL has left its proof there, as `proof_file` says. Raises
    `NotEncoded` for a question that is not covered, `Disagreement` should the encoding be wrong, `EngineFailed` when
    the engine cannot run, `ValueError` when the known line does not win. An interrupt ends the engine's process and
    goes on to the caller.
    """
    check_encoded(start)
    check_rulings(rulings)
    ladder = _Ladder(start, rulings, engine, moments, tell or _nothing, stop or Stop(), proofs)
    if known_line is not None:
        ladder.best = _known(start, known_line, rulings)
    end = None if seconds is None else monotonic() + seconds
    numbers = horizons(start, rulings)
    ladder.climb_all(numbers, end, upper)
    if end is not None:  # what one number of turns did not use is there for those left open
        ladder.climb_all(ladder.open_among(numbers), end, upper)
    ladder.prove_again(end)
    return ladder.climbed(numbers, upper)


def horizons(start: Position, rulings: SolitaireRulings) -> tuple[int, ...]:
    """The numbers of turns that the bounds leave to a win, the most first, for they leave the most time for points."""
    most = most_turns(start, rulings)
    return () if most is None else tuple(range(most, turns_to_go(start) - 1, -1))


def winning_with_points(
    start: Position,
    turns: int,
    rulings: SolitaireRulings = DEFAULT_RULINGS,
    counters: Sequence[Counter] = ALL_COUNTERS,
    moments: Moments = Moments.WINNING,
    most: int | None = None,
) -> tuple[Unrolled, Score]:
    """The formula of a win after exactly `turns` turns and no sooner, and the points earned in them.

    Points are told apart up to `most`.
    """
    formula = with_points(start, turns, moments, rulings)
    assert_win(formula)
    assert_first_win(formula)
    assert_counters(formula, tuple(counters))
    return formula, scored(formula, most)


def leave_proofs(
    start: Position,
    points: int,
    folder: Path,
    rulings: SolitaireRulings = DEFAULT_RULINGS,
    seconds: float | None = None,
) -> tuple[Rung, ...] | None:
    """CaDiCaL's proofs that no formula of a win has more than `points` points, one for each number of turns.

    They are left in the folder as `proof_file` says. None when one has a model, or the clock ran out.
    """
    end, rungs = None if seconds is None else monotonic() + seconds, list[Rung]()
    for turns in horizons(start, rulings):
        proof = proof_file(folder, points, turns)
        answer = asked(more_than(start, turns, points, rulings), "sat", _left(end), proof)
        if answer is None or answer.true is not None:
            return None
        rungs.append(Rung(turns, points, proof))
    return tuple(rungs)


def proof_file(folder: Path, points: int, turns: int) -> Path:
    """Where the proof lies that no win in so many turns has more points; its formula (`.cnf`) lies beside it."""
    return folder / f"points-{points}-turns-{turns}.lrat"


def more_than(
    start: Position,
    turns: int,
    points: int,
    rulings: SolitaireRulings = DEFAULT_RULINGS,
    counters: Sequence[Counter] = ALL_COUNTERS,
) -> Unrolled:
    """The formula of a win after exactly `turns` turns with more than `points` points at the end."""
    return _more_than(start, turns, points, rulings, counters, Moments.WINNING)[0]


def _more_than(
    start: Position, turns: int, points: int, rulings: SolitaireRulings, counters: Sequence[Counter], moments: Moments
) -> tuple[Unrolled, Score]:
    wanted = points + 1 - start.points
    formula, score = winning_with_points(start, turns, rulings, counters, moments, most=max(wanted, 0))
    for literal in _asking(score, wanted):
        formula.cnf.add(*literal)
    return formula, score


def _asking(score: Score, wanted: int) -> list[tuple[int, ...]]:
    """The clauses that ask for so many points: none where every win has them, an empty one where none can."""
    if wanted <= score.points.low:
        return []
    literal = score.points.reaching(wanted)
    return [()] if literal is None else [(literal,)]


def _nothing(_: Better) -> None:
    pass


def _known(start: Position, line: Line, rulings: SolitaireRulings) -> Better:
    position = start
    for step in line:
        position = apply(position, step, rulings)
    if not isinstance(position.outcome, Won):
        raise ValueError("The known line does not win.")
    return Better(position.points, position.turn - start.turn + 1, line)


def _share(end: float | None, left: int) -> float | None:
    """The seconds that one of so many numbers of turns may use: half of what is left, the last ones all of it.

    They are asked about side by side, so that two need not leave anything for each other.
    """
    if end is None:
        return None
    spare = max(0.0, end - monotonic())
    return spare if left <= WORKERS else spare / 2


def _left(end: float | None) -> float | None:
    return None if end is None else max(0.0, end - monotonic())


class _Ladder:
    """A climb under way: the best line so far, and what was excluded."""

    def __init__(
        self,
        start: Position,
        rulings: SolitaireRulings,
        engine: Engine,
        moments: Moments,
        tell: Tell,
        stop: Stop,
        proofs: Path | None,
    ) -> None:
        self.best: Better | None = None
        self._start, self._rulings, self._engine, self._moments = start, rulings, engine, moments
        self._tell, self._stop, self._proofs = tell, stop, proofs
        self._rungs = dict[int, Rung]()
        self._lock = Lock()

    def climb_all(self, numbers: Sequence[int], end: float | None, upper: int | None) -> None:
        """Climbs among the wins in each number of turns, two numbers at a time, up to `upper` points."""
        left = {turns: len(numbers) - place for place, turns in enumerate(numbers)}

        def climb(turns: int) -> None:
            if upper is None or self.best is None or self.best.points < upper:
                self._climb(turns, _share(end, left[turns]), end)

        self._side_by_side(climb, numbers)

    def prove_again(self, end: float | None) -> None:
        """Proves of all numbers of turns that they have no more than the best win in any of them."""
        if self._proofs is None or self.best is None:
            return
        due = [turns for turns, rung in self._rungs.items() if rung.most < self.best.points]
        self._side_by_side(lambda turns: self._rises_or_is_proved(turns, end), due)

    def _side_by_side(self, work: Callable[[int], object], numbers: Sequence[int]) -> None:
        """Does something for each number of turns, two at a time; whatever is raised ends the engines of all."""
        with ThreadPoolExecutor(WORKERS) as workers:
            left = {workers.submit(work, turns) for turns in numbers}
            try:
                while left:
                    done, left = wait(left, SECONDS_BETWEEN_LOOKS, FIRST_EXCEPTION)
                    for one in done:
                        one.result()
            except BaseException:
                self._stop()
                raise

    def _climb(self, turns: int, seconds: float | None, last: float | None) -> None:
        """Climbs among the wins in exactly so many turns, as far as the clock lets it, and proves until the `last`.

        Where proofs are wanted a line that is known is taken for the best first: a proof's formula tells no more points
        apart than it must, and is asked anyway. Else the engine that keeps its formula is asked while no answer takes
        longer than those before it together (or `BRIEF`), and then for the proof.
        """
        if self._proofs is not None and self._engine == "sat" and self.best is not None:
            self._rises_or_is_proved(turns, last)
            if turns in self._rungs:
                return
        began = monotonic()
        end = None if seconds is None else began + seconds
        formula, score = winning_with_points(self._start, turns, self._rulings, moments=self._moments)
        with talk(self._engine, formula.cnf.dimacs(), self._stop) as talking:
            while self._rises(formula, score, talking, end, began):
                pass
        if self._proofs is not None and self.best is not None:
            while self._rises_or_is_proved(turns, last):
                pass

    def open_among(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """The numbers of turns that are not excluded."""
        return tuple(turns for turns in numbers if turns not in self._rungs)

    def _rises(self, formula: Unrolled, score: Score, talking: Talk, end: float | None, began: float) -> bool:
        """Asks for more points than the best; whether there is more to be asked."""
        wanted = None if self.best is None else self.best.points + 1 - self._start.points
        asks = [] if wanted is None else _asking(score, wanted)
        left = _left(end)
        if self._proofs is not None and self._engine == "sat" and self.best is not None:
            brief = max(BRIEF, monotonic() - began)
            left = brief if left is None else min(left, brief)
        answer = Answer(None) if () in asks else talking.ask([one for clause in asks for one in clause], left)
        if answer is None:
            return False
        if answer.true is None:
            self._exclude(formula)
            return False
        self._take(played(formula, score, answer.true))
        return True

    def _rises_or_is_proved(self, turns: int, end: float | None) -> bool:
        """Asks once for more points than the best, to have the proof that there are none; whether there were some."""
        assert self.best is not None and self._proofs is not None, "there is a line to be proved the best"
        self._rungs.pop(turns, None)
        points = self.best.points
        formula, score = _more_than(self._start, turns, points, self._rulings, ALL_COUNTERS, self._moments)
        proof = proof_file(self._proofs, points, turns)
        answer = asked(formula, "sat", _left(end), proof, self._stop)
        if answer is not None and answer.true is not None:
            self._take(played(formula, score, answer.true))
            return True
        if answer is not None:
            self._rungs[turns] = Rung(turns, points, proof)
        return False

    def _take(self, better: Better) -> None:
        """Takes up a line, unless one that was found beside it is better."""
        with self._lock:
            if self.best is None or better.points > self.best.points:
                self.best = better
                self._tell(better)

    def _exclude(self, formula: Unrolled) -> None:
        turns = len(formula.turns)
        self._rungs[turns] = Rung(turns, NO_WIN if self.best is None else self.best.points)

    def climbed(self, numbers: Sequence[int], upper: int | None) -> Climbed:
        """What came out."""
        best = self.best
        open_turns = self.open_among(numbers)
        at_most = None if best is None or open_turns else best.points
        if self._moments is Moments.SENSIBLE:
            at_most = None
        if best is not None and upper is not None and best.points >= upper:
            at_most, open_turns = upper, ()
        found, line = (None, None) if best is None else (best.points, best.line)
        parts = sorted(self._rungs.values(), key=lambda rung: -rung.turns)
        return Climbed(found, line, at_most, tuple(parts), open_turns)


def played(formula: Unrolled, score: Score, true: frozenset[int]) -> Better:
    """The line of a model, played through the rules.

    Raises `Disagreement` when it does not win in the last turn with the points that the model claims, or more.
    """
    line = line_of(true.__contains__, formula)
    try:
        better = _known(formula.start, line, formula.rulings)
    except ValueError:
        raise Disagreement("the line of the model does not win") from None
    earned, said = better.points - formula.start.points, claimed(true, score.points)
    if better.turns != len(formula.turns) or earned < said:
        raise Disagreement(
            f"the rules win in {better.turns} turns with {earned} points, the model in {len(formula.turns)} with {said}"
        )
    return better
