"""`tabi prove` as a function: its table, its JSON, its exit statuses, wrong ids, and Ctrl-C."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabi.cli import proving
from tabi.cli.errors import Refused, Status
from tabi.proofs import Claim, Holds, Ran, Refuted, Theorem, Unknown, theorems

QUICK = "sol.columns.newest-and-fixed-stay"
SUM = "sol.movement.sum-mod-7"


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:  # Any: JSON
    value = json.loads(capsys.readouterr().out)
    assert isinstance(value, dict)
    return value


def coming_to(monkeypatch: pytest.MonkeyPatch, **claims: Claim) -> None:
    """Theorems come to these claims, by the last word of their ids, and the others hold; none is run."""

    def ran(theorem: Theorem, seconds: float) -> Ran:
        return Ran(theorem, claims.get(theorem.id.rpartition("-")[2], Holds("a stand-in")), seconds)

    monkeypatch.setattr(proving, "_one", ran)


def test_theorems_that_hold_are_listed_with_their_proof(capsys: pytest.CaptureFixture[str]) -> None:
    assert proving.prove([QUICK, SUM]) == Status.YES
    out = capsys.readouterr().out
    assert QUICK in out and SUM in out and "exhaustion of" in out
    assert out.splitlines()[-1] == "2 of 2 hold"


def test_json_has_statement_premises_and_verdict(capsys: pytest.CaptureFixture[str]) -> None:
    assert proving.prove([SUM], json=True) == Status.YES
    document = printed(capsys)
    (one,) = document["theorems"]
    assert (document["complete"], one["id"], one["verdict"]) == (True, SUM, "holds")
    assert one["statement"] == "Plain movement leaves the sum of the three pawns' days unchanged modulo 7."
    assert one["rulings"] == {"sol.past-seven": ["ring"]}
    assert "six_moves_both_blacks" in one["mutants"]
    assert one["seconds"] > 0


def test_a_list_runs_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "_one", None)
    assert proving.prove(None, listing=True, json=True) == Status.YES
    document = printed(capsys)
    assert [one["id"] for one in document["theorems"]] == [one.id for one in theorems]
    assert {one["verdict"] for one in document["theorems"]} == {None}
    assert proving.prove([QUICK], listing=True) == Status.YES
    assert "sol.columns" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("claims", "status"),
    [
        ({"stay": Refuted("a column")}, Status.NO),
        ({"stay": Unknown("no time")}, Status.UNDECIDED),
        ({"stay": Refuted("a column"), "7": Unknown("no time")}, Status.NO),
    ],
)
def test_the_exit_status_is_that_of_the_worst(
    claims: dict[str, Claim], status: Status, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    coming_to(monkeypatch, **claims)
    assert proving.prove([QUICK, SUM], json=True) == status
    assert printed(capsys)["theorems"][0]["text"] in ("a column", "no time")


def test_a_clock_that_is_too_short_leaves_it_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert proving.prove([SUM], seconds=0.01, json=True) == Status.UNDECIDED
    assert printed(capsys)["theorems"][0]["text"] == "It was ended after 0.01 seconds."


def test_a_wrong_id_and_a_wrong_clock_are_refused() -> None:
    with pytest.raises(Refused, match=r"no theorem 'sol\.nothing'; the theorems are sol\."):
        proving.prove([SUM, "sol.nothing"])
    with pytest.raises(Refused, match="more than 0"):
        proving.prove([SUM], seconds=0.0)


def test_ctrl_c_leaves_what_is_done(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(theorem: Theorem, seconds: float) -> Ran:
        if theorem.id == SUM:
            raise KeyboardInterrupt
        return Ran(theorem, Holds("a stand-in"), seconds)

    monkeypatch.setattr(proving, "_one", interrupted)
    assert proving.prove([QUICK, SUM, "sol.ending.sixteen-turns"]) == Status.INTERRUPTED
    out = capsys.readouterr().out
    assert QUICK in out and SUM not in out
    assert out.splitlines()[-1] == "1 of 1 hold (interrupted: these were run so far)"
