"""Hundreds of proofs of formulas that hold, each made wrong in one place: none is accepted; and files cut short.

Each mutant says why it is wrong. What can be won, and when, comes from looking at every play.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from apps.calling import Called, Tabi
from mutating import Json, Mutant, changed, different, rejected, verdict
from tabi.cli import main
from tabi.rules import solitaire
from tabi.rules.certificates import CnfProof, Valid, read_certificate
from tabi.rules.solitaire import Lost, Position, Won, apply, legal_steps
from tabi.rules.solitaire.bounds import DRAWING, MEETING, REACHING, TURNS, most_turns, turns_to_go
from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.rules.solitaire.game import read_position
from tabi.solvers.cnfproof import certificate_of, checking
from tabi.solvers.cnfproof.checking import question_of
from tabi.solvers.cnfproof.drat import Line, compressed, decompressed, packed, unpacked
from tabi.solvers.encoding import Unsat, decide
from tabi.solvers.encoding.deciding import winning as built
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS

winning = cache(built)
"""The same few formulas are built for hundreds of mutants."""


@pytest.fixture(autouse=True)
def _each_formula_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "winning", winning)


@pytest.fixture
def tabi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tabi:
    """The command, called with arguments in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Called:
        status = main(arguments)
        return Called(status, *capsys.readouterr())

    return call


# Proofs of formulas

LOST = (
    "white=2 blacks=2,5 columns=1:G6/2:G4/3:B3,W2/4:B5,W1 deck=B4,R3,R5 hand=G2,Y2,B6,W5 "
    "discard=R1,R2,R4,R6,G1,G3,G5,Y1,Y3,Y4,Y5,Y6,B1,B2,W3,W4,W6 resolved=R,G,Y,B,W letters=1",
    "white=2 blacks=2,7 columns=1:G5/2:R5/3:Y6,R6/5:B1 deck=W5,G1,R2 hand=R3,Y5,B6 "
    "discard=R1,R4,G2,G3,G4,G6,Y1,Y2,Y3,Y4,B2,B3,B4,B5,W1,W2,W3,W4,W6 resolved=R,G,Y,B,W letters=1",
)
"""Lost in whatever number of turns; the bounds leave one and two turns."""
WON_LATER = (
    "white=1 blacks=1,7 columns=1:Y1,Y4/2:Y2/3:Y6,Y5/4:Y3,G4/5:B4/6:G1 deck=R4,B1,B3 hand=R1,B2,W1,W3 "
    "discard=R2,R3,R5,R6,G2,G3,G5,G6,B5,B6,W2,W4,W5,W6 resolved=R,G,B,W",
    "white=4 blacks=1,2 columns=2:Y1,Y4/3:G5/4:R5,B5/5:W2,Y6/6:B2,W6 deck=R1,W1,R2 hand=R4,G2,Y2,B6 "
    "discard=R3,R6,G1,G3,G4,G6,Y3,Y5,B1,B3,B4,W3,W4,W5 resolved=R,G,Y,B,W",
)
"""Won in one turn more than the bound says, and no sooner."""


def shortest_win(start: Position) -> int | None:
    """The fewest turns in which a game can be won, by looking at every play; None when it cannot."""
    level, met, turns = {start.key}, {start.key}, 0
    while level:
        turns += 1
        following = set[Position]()
        stack = list(level)
        while stack:
            here = stack.pop()
            for step in legal_steps(here):
                after = apply(here, step)
                if isinstance(after.outcome, Won):
                    return turns
                if not isinstance(after.outcome, Lost) and after.key not in met:
                    met.add(after.key)
                    (stack.append if after.turn == here.turn else following.add)(after.key)
        level = following
    return None


def proof_of(start: Position, horizon: int, theorem: str | None) -> Json:
    """The certificate that the solver's proofs make."""
    with TemporaryDirectory() as folder:
        decision = decide(start, horizon, "sat", None, proofs=Path(folder))
        assert isinstance(decision, Unsat)
        parts = [(int(path.stem.removeprefix("turns-")), path.with_suffix(".cnf"), path) for path in decision.proofs]
        certificate = certificate_of(start, DEFAULT_RULINGS, horizon, theorem, parts)
    document: Json = json.loads(certificate.model_dump_json())
    return document


@cache
def proofs() -> tuple[Json, ...]:
    """No win at all for the lost games, none within the bound's turns for the others."""
    lost, later = map(solitaire.parse_position, LOST), map(solitaire.parse_position, WON_LATER)
    without = [proof_of(start, most_turns(start, DEFAULT_RULINGS) or 0, DRAWING) for start in lost]
    return (*without, *(proof_of(start, turns_to_go(start), None) for start in later))


def lines_of(part: Json) -> list[Line]:
    return unpacked(decompressed(part["proof"], part["size"]))


def with_lines(document: Json, number: int, lines: list[Line]) -> Json:
    data = packed(lines)
    return with_part(document, number, proof=compressed(data), size=len(data))


def with_part(document: Json, number: int, **fields: object) -> Json:
    mutant = deepcopy(document)
    mutant["formulas"][number].update(fields)
    return mutant


def mutated_claims_of_proofs(document: Json) -> Iterator[Mutant]:
    """Another claim, horizon, theorem, exclusion, counter, game or ruling."""
    horizon, parts, excluded = document["horizon"], document["formulas"], document["excluded"]
    first = excluded["fewer_than"]
    whole = document["claim"] == "no-win"
    yield Mutant("more turns are claimed than have formulas", changed(document, horizon=horizon + 1))
    yield Mutant("a far horizon is claimed", changed(document, horizon=30))
    yield Mutant("the last formula is beyond the horizon, or it is zero", changed(document, horizon=horizon - 1))
    if whole:
        short = changed(document, horizon=horizon - 1, formulas=parts[:-1])
        yield Mutant("the bound leaves a turn more than the horizon, and nothing excludes it", short)
        for theorem in (TURNS, REACHING, MEETING, "sol.ending.wishes", "sol.ending.nineteen-turns"):
            yield Mutant("this theorem gives no horizon", changed(document, horizon_theorem=theorem))
        yield Mutant("no theorem gives the horizon", changed(document, horizon_theorem=None))
        yield Mutant("a claim within a horizon has no theorem", changed(document, claim="no-win-within"))
    else:
        yield Mutant(
            "no win at all is claimed, and there is one",
            changed(document, claim="no-win", horizon_theorem=DRAWING),
        )
        yield Mutant("no win at all is claimed without a theorem", changed(document, claim="no-win"))
        further = {**parts[-1], "turns": horizon + 1}
        yield Mutant(
            "there is a win in a turn more, and its formula's proof is another's",
            changed(document, horizon=horizon + 1, formulas=[*parts, further]),
        )
        yield Mutant(
            "the bound is said to exclude the turn in which there is a win",
            changed(document, horizon=horizon + 1, formulas=[], excluded={**excluded, "fewer_than": horizon + 2}),
        )
    yield Mutant("a loss is claimed", changed(document, claim="loss"))
    for number in range(len(parts)):
        fewer = parts[:number] + parts[number + 1 :]
        yield Mutant(f"formula {number + 1} is missing", changed(document, formulas=fewer))
        yield Mutant(f"formula {number + 1} is there twice", changed(document, formulas=[*parts, parts[number]]))
    yield Mutant("all formulas are missing", changed(document, formulas=[]))
    yield Mutant(
        "the bound does not exclude this number of turns",
        changed(document, formulas=parts[1:], excluded={**excluded, "fewer_than": first + 1}),
    )
    yield Mutant(
        "the bound does not exclude all numbers of turns",
        changed(document, formulas=[], excluded={**excluded, "fewer_than": horizon + 1}),
    )
    if first > 1:
        fewer_excluded = {**excluded, "fewer_than": first - 1}
        yield Mutant("fewer are excluded than have no formula", changed(document, excluded=fewer_excluded))
    for theorem in (DRAWING, "sol.ending.sixteen-turns", "sol.ending.wishes"):
        yield Mutant(
            "this theorem excludes no turns here", changed(document, excluded={**excluded, "theorem": theorem})
        )
    counters = document["counters"]
    for name in counters:
        without = changed(document, counters={one: theorem for one, theorem in counters.items() if one != name})
        if name == "placed" or formulas_of(without) != formulas_of(document):  # it may have no clauses in a short game
            yield Mutant(f"without {name} the formulas are others, or rest on what is not named", without)
        yield Mutant(f"{name} is no consequence of this theorem", changed(document, counters={**counters, name: TURNS}))
    yield Mutant("there is no such counter", changed(document, counters={**counters, "luck": "sol.encoding.luck"}))
    for ruling, why in (
        ({"sol.past-seven": "stop-at-one"}, "pawns that stop on day 1 make another formula, or none"),
        ({"sol.refill": "to-four"}, "four cards in hand make another formula, or none"),
        ({"sol.none": "one"}, "there is no such ruling"),
    ):
        yield Mutant(why, changed(document, rulings=ruling))
    yield Mutant("there is no such version", changed(document, version=2))
    yield Mutant("there is no such game", changed(document, game="chess"))


DEAL = deal_from_seed(7).model_dump(mode="json", exclude_none=True)


def mutated_starts(document: Json, others: tuple[Json, ...]) -> Iterator[Mutant]:
    """The proof of one game said of another."""
    position = document["position"]
    for other in others:
        if other["position"] != position:
            yield Mutant("it is the proof of another game", changed(document, position=other["position"]))
    for why, fields in (
        ("white stands elsewhere", {"white": position["white"] % 6 + 1}),
        ("a black stands elsewhere", {"blacks": [3, 6]}),
        ("the deck lies in another order", {"deck": position["deck"][::-1]}),
        ("a letter more is in hand", {"letters": position["letters"] + 1}),
        ("a suit is not resolved", {"resolved": position["resolved"][1:]}),
        ("the map is in the game", {"items": {"map": "ready", "tent": "used"}}),
        ("the game is amid a turn", {"phase": "trim"}),
    ):
        yield Mutant(why, changed(document, position={**position, **fields}))
    yield Mutant("no game is named", changed(document, position=None))
    yield Mutant("two games are named", changed(document, deal=DEAL))


def mutated_formulas(document: Json) -> Iterator[Mutant]:
    """Another formula is named, or the proof is no proof of it."""
    for number, part in enumerate(document["formulas"]):
        digits = part["sha256"]
        for at in (0, 31, 63):
            other = digits[:at] + ("0" if digits[at] != "0" else "1") + digits[at + 1 :]
            yield Mutant("another hash is named", with_part(document, number, sha256=other))
        yield Mutant("a hash has 64 digits", with_part(document, number, sha256=digits[:-1]))
        for name in ("variables", "clauses"):
            for more in (-1, 1):
                yield Mutant(f"another number of {name}", with_part(document, number, **{name: part[name] + more}))
        for turns in (part["turns"] + 1, part["turns"] - 1):
            yield Mutant("another number of turns", with_part(document, number, turns=turns))
        lines = lines_of(part)
        yield Mutant("the empty clause is missing", with_lines(document, number, lines[:-1]))
        yield Mutant("the proof has no line", with_lines(document, number, []))
        half = lines[: len(lines) // 2]
        yield Mutant("half of the proof is missing", with_lines(document, number, half))
        stranger = Line(False, (part["variables"] + 1,))
        yield Mutant("a variable is named that the formula lacks", with_lines(document, number, [stranger, *lines]))
        for more in (-1, 1, 1 << 40):
            yield Mutant("the proof has another size", with_part(document, number, size=part["size"] + more))
        for cut in (0, 1, len(part["proof"]) // 2, len(part["proof"]) - 1, len(part["proof"]) - 4):
            yield Mutant("the proof is cut short", with_part(document, number, proof=part["proof"][:cut]))
        yield Mutant("the proof is no base64", with_part(document, number, proof="!" + part["proof"][1:]))
        formula = clauses_of(document, number)
        if not follows_at_once(formula, Line(False, ())):
            yield from mutated_lines_of_proof(document, number, lines, formula)


def mutated_lines_of_proof(
    document: Json, number: int, lines: list[Line], formula: list[tuple[int, ...]]
) -> Iterator[Mutant]:
    """Proofs of a formula that is not refuted by units alone."""
    empty = Line(False, ())
    yield Mutant("units alone do not refute this formula", with_lines(document, number, [empty]))
    only_deletes = [line for line in lines if line.deleted]
    yield Mutant("no clause is added but the empty one", with_lines(document, number, [*only_deletes, empty]))
    added = [place for place, line in enumerate(lines) if not line.deleted][:-1]
    for place in (added[0], added[len(added) // 4], added[len(added) // 2]):
        before = [line.clause for line in lines[:place] if not line.deleted]
        if not follows_at_once([*formula, *before], empty):
            yield Mutant("the empty clause comes too early", with_lines(document, number, [*lines[:place], empty]))
    # Variables are mostly one of a row, so that one of them is true seldom follows at once.
    true = list(dict.fromkeys(literal for line in lines for literal in line.clause if literal > 0))
    short = (Line(False, (literal,)) for literal in true[:: max(1, len(true) // 12)])
    line = next((one for one in short if not follows_at_once(formula, one)), None)
    if line is not None:  # of a formula that nearly falls by itself each literal may follow
        yield Mutant("a line of one literal does not follow", with_lines(document, number, [line, *lines]))
    data = packed(lines)[:-3]
    cut = with_part(document, number, proof=compressed(data), size=len(data))
    yield Mutant("the binary form ends amid a line", cut)


def formulas_of(document: Json) -> list[str]:
    """The formulas that the encoder builds for a certificate, as DIMACS text."""
    certificate = read_certificate(json.dumps(document))
    assert isinstance(certificate, CnfProof)
    question = question_of(certificate)
    return [question.formula(part.turns).dimacs() for part in certificate.formulas]


def clauses_of(document: Json, number: int) -> list[tuple[int, ...]]:
    """The clauses of one formula of a certificate."""
    return [tuple(map(int, clause.split()[:-1])) for clause in formulas_of(document)[number].splitlines()[1:]]


def follows_at_once(clauses: list[tuple[int, ...]], line: Line) -> bool:
    """Whether a line follows by units from clauses, as the naive closure of units says."""
    held = {-one for one in line.clause}
    while True:
        before = len(held)
        for clause in clauses:
            left = {one for one in clause if -one not in held}
            if not left:
                return True
            if len(left) == 1:
                held |= left
        if len(held) == before:
            return False


@cache
def all_proofs() -> list[Mutant]:
    return [
        mutant
        for document in proofs()
        for mutant in (
            *mutated_claims_of_proofs(document),
            *mutated_starts(document, proofs()),
            *mutated_formulas(document),
        )
    ]


def test_the_proofs_hold_before_they_are_mutated_and_tell_the_truth() -> None:
    for document in proofs():
        assert isinstance(verdict(document), Valid)
        start = read_position(document["position"])
        fewest = shortest_win(start)
        assert fewest is None if document["claim"] == "no-win" else fewest == document["horizon"] + 1


def test_no_mutated_proof_is_accepted() -> None:
    assert different(all_proofs()) > 200
    rejected(all_proofs())


# Cut short

LINE: Json = {
    "kind": "line",
    "game": "solitaire",
    "position": {
        "white": 5,
        "blacks": [5, 4],
        "hand": ["R2"],
        "deck": ["W1"],
        "discard": ["rest"],
        "resolved": ["R", "G", "Y", "B", "W"],
    },
    "turns": [["play R2", "blacks 4+3 5+2", "place", "refill", "resolve", "trim"]],
    "claim": {"outcome": "won 0", "turns": 1, "points": 0},
}
CLOSED: Json = {
    "kind": "closed-set",
    "game": "solitaire",
    "position": {**LINE["position"], "deck": []},
    "bounds": [DRAWING],
    "positions": [],
}


@pytest.mark.parametrize("kind", ["line", "closed-set", "cnf-proof"])
def test_a_file_cut_short_anywhere_is_wrong_input(tabi: Tabi, tmp_path: Path, kind: str) -> None:
    document = {"line": LINE, "closed-set": CLOSED, "cnf-proof": proofs()[0]}[kind]
    assert isinstance(verdict(document), Valid)
    text = json.dumps(document)
    for cut in [*range(0, len(text), len(text) // 12), len(text) - 1]:
        (tmp_path / "c.json").write_text(text[:cut], encoding="utf-8")
        assert tabi("verify", "c.json").refused().startswith("c.json: This is not JSON, or it is cut short")


def test_a_proof_cut_short_within_the_file_is_wrong_input(tabi: Tabi, tmp_path: Path) -> None:
    cut = with_part(proofs()[0], 1, proof=proofs()[0]["formulas"][1]["proof"][:-8])
    (tmp_path / "c.json").write_text(json.dumps(cut), encoding="utf-8")
    assert "cut short" in tabi("verify", "c.json").refused()
