"""A proof of formulas as a certificate: what it says, what is trusted, who refuses it, and the command."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tabi.cli import main
from tabi.proofs import theorems
from tabi.rules import solitaire
from tabi.rules.certificates import CnfProof, Unchecked, Valid, check, read_certificate
from tabi.rules.records import Fault
from tabi.rules.solitaire import Position
from tabi.rules.solitaire.bounds import DRAWING, TURNS, most_turns
from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.rules.solitaire.game import GAME
from tabi.solvers import Impossible, solve
from tabi.solvers.cnfproof import Checker, CheckerFailed, certificate_of, check_cnf_proof, checking, writing
from tabi.solvers.cnfproof.checkers import installed, judged
from tabi.solvers.cnfproof.checking import THEOREMS
from tabi.solvers.cnfproof.drat import Line
from tabi.solvers.encoding import Counter, Unsat, decide
from tabi.solvers.encoding.cnf import Cnf
from tabi.solvers.encoding.counting import holds_for
from tabi.solvers.encoding.founding import letters_may_wait, why_unproved
from tabi.solvers.verdict import ITEM_MOMENTS, MOMENTS, theorems_of
from tabi.spec.solitaire.items import Item
from tabi.spec.solitaire.rulings import DEFAULT_RULINGS, EmptyHand, PastSeven, SolitaireRulings

LOST = solitaire.parse_position(
    "white=2 blacks=2,7 columns=1:G5/2:R5/3:Y6,R6/5:B1 deck=W5,G1,R2 hand=R3,Y5,B6 "
    "discard=R1,R4,G2,G3,G4,G6,Y1,Y2,Y3,Y4,B2,B3,B4,B5,W1,W2,W3,W4,W6 resolved=R,G,Y,B,W letters=1"
)
"""A game that every play loses; the bounds leave one and two turns."""


def parts_of(start: Position, horizon: int, folder: Path) -> list[tuple[int, Path, Path]]:
    decision = decide(start, horizon, "sat", None, proofs=folder)
    assert isinstance(decision, Unsat)
    return [(int(path.stem.removeprefix("turns-")), path.with_suffix(".cnf"), path) for path in decision.proofs]


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[int, Path, Path]]:
    return parts_of(LOST, 2, tmp_path_factory.mktemp("proofs"))


@pytest.fixture(scope="module")
def certificate(parts: list[tuple[int, Path, Path]]) -> CnfProof:
    return certificate_of(LOST, DEFAULT_RULINGS, 2, DRAWING, parts)


@pytest.mark.parametrize("checker", installed())
def test_it_holds_with_every_checker_and_says_what_is_trusted(certificate: CnfProof, checker: Checker) -> None:
    """One turn and two are left by the bounds (three cards in the deck, four draws for three turns and a lap)."""
    assert most_turns(LOST, DEFAULT_RULINGS) == 2
    valid = check_cnf_proof(certificate, checker=checker)
    assert isinstance(valid, Valid)
    assert valid.shows == (
        "No win. No win in 1, 2 turns, by proofs of formulas; fewer turns are excluded by sol.ending.turns-to-go, "
        "more by sol.ending.deck-to-go."
    )
    by = {Checker.OWN: "tabi's own checker", Checker.PYTHON: "dratify 0.", Checker.RUST: "with cdclkit-native 0."}
    for trusted in ("the rules", "the encoder", by[checker], TURNS, DRAWING, MOMENTS, *THEOREMS.values()):
        assert trusted in valid.trusts


def test_with_items_their_theorem_is_named() -> None:
    """The items are used and stay so: no green effect comes in the turns that are left."""
    start = Position.checked(**{**LOST.__dict__, "used": (Item.MAP, Item.CAMERA)})
    verdict = solve(start, engine="sat")
    assert isinstance(verdict, Impossible) and isinstance(verdict.certificate, CnfProof)
    valid = check_cnf_proof(verdict.certificate)
    assert isinstance(valid, Valid)
    assert ITEM_MOMENTS in valid.trusts and ITEM_MOMENTS in theorems_of(verdict.certificate)


def test_it_is_read_back_and_the_bare_install_does_not_check_it(certificate: CnfProof) -> None:
    again = read_certificate(certificate.model_dump_json())
    assert again == certificate
    unchecked = check(again)
    assert isinstance(unchecked, Unchecked)
    assert "tabi.solvers.cnfproof" in str(unchecked)


def test_every_theorem_that_a_certificate_may_name_is_one() -> None:
    assert set(THEOREMS) == set(Counter)
    assert {*THEOREMS.values(), MOMENTS, ITEM_MOMENTS, TURNS, DRAWING} <= {theorem.id for theorem in theorems}


def every_reading() -> Iterator[SolitaireRulings]:
    """The default readings, and each other reading of each ruling alone."""
    yield DEFAULT_RULINGS
    for name, reading in DEFAULT_RULINGS:
        kind = type(reading)
        yield from (SolitaireRulings.model_validate({name: other}) for other in (kind if kind is not bool else (0, 1)))


def test_theorems_hold_for_the_questions_that_certificates_speak_of() -> None:
    """As the premises of the theorems say; where letters may not wait, formulas say nothing."""
    premises = {theorem.id: theorem.premises for theorem in theorems}
    wait = set()
    for rulings in every_reading():
        assert letters_may_wait(rulings) <= premises[MOMENTS].hold_for(rulings, ())
        wait.add(letters_may_wait(rulings))
        for items in [(), *combinations(Item, 2)]:
            start = Position.checked(**{**LOST.__dict__, "ready": items})
            held = [counter for counter in Counter if holds_for(counter, start, rulings)]
            assert all(premises[THEOREMS[counter]].hold_for(rulings, items) for counter in held)
            assert premises[TURNS].hold_for(rulings, items) and premises[DRAWING].hold_for(rulings, items)
    assert wait == {True, False}
    stays = SolitaireRulings(empty_hand=EmptyHand.LOSE)
    assert "sol.encoding.moments does not allow it" in str(why_unproved(LOST, stays))
    assert why_unproved(LOST, DEFAULT_RULINGS) is None


def test_a_deal_is_not_won_in_fifteen_turns_and_no_formula_is_needed() -> None:
    deal = deal_from_seed(7)
    bounded = certificate_of(deal, DEFAULT_RULINGS, 15, None, [])
    valid = check_cnf_proof(bounded)
    assert isinstance(valid, Valid)
    assert valid.shows.startswith("No win within 15 turns. No formula is needed; ")
    assert "encoder" not in valid.trusts
    assert bounded.deal is not None and bounded.position is None
    further = check_cnf_proof(certificate_of(deal, DEFAULT_RULINGS, 16, None, []))
    assert further == Fault("formulas", "There is none for 16 turns.")


def test_only_counters_that_hold_are_named(
    parts: list[tuple[int, Path, Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A certificate that leans on a counter without ground is refused, and none is written."""
    monkeypatch.setattr(writing, "holds_for", lambda kind, *_: kind is not Counter.ONCE)
    with pytest.raises(ValueError, match="is not the formula of this question"):
        certificate_of(LOST, DEFAULT_RULINGS, 2, DRAWING, parts)
    monkeypatch.undo()
    named = certificate_of(LOST, DEFAULT_RULINGS, 2, DRAWING, parts)
    monkeypatch.setattr(checking, "holds_for", lambda kind, *_: kind is not Counter.ONCE)
    assert check_cnf_proof(named) == Fault("counters, once", "It has no ground in this game.")


def test_where_formulas_say_nothing_of_the_game_nothing_is_written_or_accepted(
    certificate: CnfProof, parts: list[tuple[int, Path, Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checking, "why_unproved", lambda *_: "A moment is missing.")
    assert check_cnf_proof(certificate) == Fault("position and rulings", "A moment is missing.")
    with pytest.raises(ValueError, match=r"A moment is missing\."):
        certificate_of(LOST, DEFAULT_RULINGS, 2, DRAWING, parts)


def test_files_of_another_question_make_no_certificate(parts: list[tuple[int, Path, Path]], tmp_path: Path) -> None:
    for rulings, horizon in ((SolitaireRulings(past_seven=PastSeven.STOP_AT_ONE), 2), (DEFAULT_RULINGS, 2)):
        mixed = [(3 - turns, formula, proof) for turns, formula, proof in parts]
        with pytest.raises(ValueError, match="is not the formula of this question"):
            certificate_of(LOST, rulings, horizon, DRAWING, mixed)
    turns, formula, proof = parts[1]
    broken = tmp_path / "broken.lrat"
    last = proof.read_text(encoding="ascii").splitlines()[-1]
    for text in ("", "1 0\n", last.replace(" 0 ", " 0 -1 ", 1), f"{10**6} 0 1 2 0\n"):
        broken.write_text(text, encoding="ascii")
        with pytest.raises(ValueError, match=r"has not two parts|does not (follow|come)"):
            certificate_of(LOST, DEFAULT_RULINGS, 2, DRAWING, [parts[0], (turns, formula, broken)])
    assert len(proof.read_text(encoding="ascii").splitlines()) > 10


def test_the_clock_is_looked_at_while_a_proof_is_read(parts: list[tuple[int, Path, Path]]) -> None:
    def late(done: int, of: int) -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        certificate_of(LOST, DEFAULT_RULINGS, 2, DRAWING, parts, progress=late)


def test_an_interrupt_leaves_no_checker_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[str]] = []

    class Interrupted(subprocess.Popen[str]):
        def communicate(self, input: str | None = None, timeout: float | None = None) -> tuple[str, str]:
            started.append(self)
            raise KeyboardInterrupt

    formula = Cnf()
    formula.add(formula.bit())
    formula.add(-1)
    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        judged(formula, [Line(False, ())], Checker.PYTHON)
    assert [process.poll() is not None for process in started] == [True]


# The command


def test_the_command_verifies_and_refutes(
    certificate: CnfProof, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "no.json"
    file.write_text(certificate.model_dump_json(), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    said = capsys.readouterr().out
    assert "holds. No win." in said and "This rests on the rules, this checker, the encoder" in said
    other = certificate.model_dump(mode="json")
    other["formulas"][1]["sha256"] = "0" * 64
    file.write_text(json.dumps(other), encoding="utf-8")
    assert main(["verify", str(file), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["kind"], document["holds"], document["fault"]["where"]) == (
        "cnf-proof",
        False,
        "formulas, 2 turns",
    )


def test_a_checker_that_breaks_is_one_sentence(
    certificate: CnfProof, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise CheckerFailed("The checker of proofs gave no answer: no memory")

    monkeypatch.setattr(checking, "judged", broken)
    file = tmp_path / "no.json"
    file.write_text(certificate.model_dump_json(), encoding="utf-8")
    assert main(["verify", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and "no memory" in said.err


def test_an_installation_without_the_checker_says_what_is_missing(
    certificate: CnfProof, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "no.json"
    file.write_text(certificate.model_dump_json(), encoding="utf-8")
    monkeypatch.setitem(sys.modules, "tabi.solvers.cnfproof", None)
    assert main(["verify", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and "tabi[solve]" in said.err


def test_the_schema_has_the_new_kind() -> None:
    assert "CnfProof" in json.dumps(GAME.schemas()["certificate"])
