"""A proof of formulas that no win has more points, made wrong in one place: it is never accepted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from mutating import Json, Mutant, changed, different, rejected, verdict
from tabi.cli import main
from tabi.rules import solitaire
from tabi.rules.certificates import Valid
from tabi.rules.solitaire import Lost, Position, Won, apply, legal_steps
from tabi.rules.solitaire.bounds import DRAWING, MEETING, TURNS, most_turns
from tabi.rules.solitaire.game import read_position
from tabi.rules.solitaire.position import evolve
from tabi.solvers.cnfproof import certificate_of, checking
from tabi.solvers.encoding.climbing import leave_proofs
from tabi.solvers.encoding.climbing import more_than as built
from tabi.solvers.encoding.deciding import formula_file
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS
from test_certificates_mutated_proofs import DEAL, mutated_formulas, with_part

more_than = cache(built)
"""The same few formulas are built for many mutants."""


@pytest.fixture(autouse=True)
def _each_formula_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "more_than", more_than)


START = solitaire.parse_position("white=3 blacks=2,2 deck=B1,B2,B3,B4 hand=R1,R3,G2,Y2 resolved=R,G,Y,B,W discard=rest")
"""Six points are the most: white needs four days, by 1 and 3, by 2 and 2, or by 1, 1 and 2, and all but the last of
these count for two pawns at most (see `tests/solvers/test_points.py`)."""
MOST = 6


def most_points(start: Position) -> int:
    """The most points of all wins, by every legal step."""
    best, met, stack = -1, {start}, [start]
    while stack:
        here = stack.pop()
        for step in legal_steps(here):
            after = apply(here, step)
            if isinstance(after.outcome, Won):
                best = max(best, after.points)
            elif not isinstance(after.outcome, Lost) and (same := evolve(after, turn=1)) not in met:
                met.add(same)
                stack.append(same)
    return best


@cache
def proof() -> Json:
    """The certificate that the solver's proofs make."""
    with TemporaryDirectory() as folder:
        rungs = leave_proofs(START, MOST, Path(folder))
        assert rungs is not None
        parts = [(one.turns, formula_file(one.proof), one.proof) for one in rungs if one.proof is not None]
        horizon = most_turns(START, DEFAULT_RULINGS)
        assert horizon is not None
        certificate = certificate_of(START, DEFAULT_RULINGS, horizon, DRAWING, parts, points=MOST)
    document: Json = json.loads(certificate.model_dump_json())
    return document


def named_anew(document: Json, points: int) -> Json:
    """Another number of points, with the names of the formulas that are asked for then."""
    mutant = changed(document, points=points)
    for number, part in enumerate(document["formulas"]):
        formula = more_than(START, part["turns"], points).cnf
        sizes = {"variables": formula.variables, "clauses": len(formula.clauses)}
        mutant = with_part(mutant, number, **sizes, sha256=sha256(formula.dimacs().encode()).hexdigest())
    return mutant


def mutated_claims() -> Iterator[Mutant]:
    """Other points, another claim, horizon, theorem, game, deal, ruling, or a proof left out."""
    document = proof()
    horizon, parts, position = document["horizon"], document["formulas"], document["position"]
    for points in (MOST - 1, MOST + 1, 0, -1, 400):
        yield Mutant(f"the formulas are those of {MOST} points", changed(document, points=points))
    yield Mutant("there is a win with six points", named_anew(document, MOST - 1))
    yield Mutant("there are wins with a point and more", named_anew(document, 0))
    yield Mutant("no points are named", changed(document, points=None))
    for claim in ("no-win", "no-win-within"):
        yield Mutant("this claim names no points", changed(document, claim=claim))
        yield Mutant("it can be won", changed(document, claim=claim, points=None))
    yield Mutant(
        "it can be won in this time", changed(document, claim="no-win-within", points=None, horizon_theorem=None)
    )
    for other in (horizon - 1, horizon + 1, 30):
        yield Mutant("the bound leaves another number of turns", changed(document, horizon=other))
    yield Mutant("a shorter horizon leaves out a formula", changed(document, horizon=horizon - 1, formulas=parts[:-1]))
    for theorem in (TURNS, MEETING, "sol.ending.points-to-go", None):
        yield Mutant("this gives no horizon", changed(document, horizon_theorem=theorem))
    excluded = {**document["excluded"], "fewer_than": document["excluded"]["fewer_than"] + 1}
    yield Mutant("the bound excludes one turn less", changed(document, excluded=excluded, formulas=parts[1:]))
    for number in range(len(parts)):
        yield Mutant("a proof is left out", changed(document, formulas=parts[:number] + parts[number + 1 :]))
    yield Mutant("no proof is there", changed(document, formulas=[]))
    for name in document["counters"]:
        wrong = {**document["counters"], name: TURNS}
        yield Mutant("this theorem does not say so", changed(document, counters=wrong))
    for ruling in ({"sol.refill": "to-four"}, {"sol.past-seven": "stop-at-one"}, {"sol.effects-mandatory": "none"}):
        yield Mutant("it is the proof under other rulings", changed(document, rulings=ruling))
    for ruling in (
        {"sol.nearest": "anywhere"},
        {"sol.effect-walk": "snapshot"},
        {"sol.fixed-under-blue": "cube-stays"},
    ):
        yield Mutant("no theorem covers the moments under this reading", changed(document, rulings=ruling))
    yield Mutant("it is the proof of another game", changed(document, position=None, deal=DEAL))
    for why, fields in (
        ("a point more is there at the start", {"points": 1}),
        ("a letter is in hand", {"letters": 1}),
        ("white stands elsewhere", {"white": 2}),
        ("a black stands elsewhere", {"blacks": [2, 3]}),
        ("the deck lies in another order", {"deck": position["deck"][::-1]}),
        ("a suit is not resolved", {"resolved": position["resolved"][1:]}),
        ("the map is in the game, for which no theorem is there", {"items": {"map": "ready", "tent": "used"}}),
    ):
        yield Mutant(why, changed(document, position={**position, **fields}))


def test_the_proof_holds_and_tells_the_truth() -> None:
    assert isinstance(held := verdict(proof()), Valid)
    assert held.shows.startswith(f"No win with more than {MOST} points.")
    for theorem in ("sol.encoding.points-moments", "sol.encoding.points-gather", "sol.effects.points-of-turn"):
        assert theorem in held.trusts
    assert most_points(read_position(proof()["position"])) == MOST


def test_the_points_of_the_start_are_counted_in() -> None:
    """With four points at the start the same formulas say: no more than ten."""
    document = proof()
    richer = changed(document, points=MOST + 4, position={**document["position"], "points": 4})
    assert isinstance(verdict(richer), Valid)


def test_no_mutated_proof_is_accepted() -> None:
    mutants = [*mutated_claims(), *islice(mutated_formulas(proof()), 0, None, 4)]
    assert different(mutants) > 60
    rejected(mutants)


def test_the_command_writes_the_proof_beside_the_line_and_checks_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("late.json").write_text(json.dumps(proof()["position"]), encoding="utf-8")
    asks = ("--position", "late.json", "--goal", "points", "--engine", "sat", "--budget", "1000")
    assert main(("solve", *asks, "--certificate", "most.json", "--json")) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["points"], answer["upper_bound"]) == ("proved", MOST, MOST)
    assert answer["evidence"] == ["line", "cnf-proof", "theorem"]
    assert (answer["certificate"], answer["bound_certificate"]) == ("most.json", "most.bound.json")
    assert main(("verify", "most.json")) == main(("verify", "most.bound.json")) == 0
    assert "No win with more than 6 points." in capsys.readouterr().out
    fewer = {**json.loads(Path("most.bound.json").read_text(encoding="utf-8")), "points": MOST - 1}
    Path("fewer.json").write_text(json.dumps(fewer), encoding="utf-8")
    assert main(("verify", "fewer.json")) == 1
