"""Valued closed sets: what the checker accepts and refuses, with games small enough to be counted by hand."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest

from plugin.outsider.coin import GAME as COIN
from tabi.rules import valued
from tabi.rules.certificates import Valid, check, read_certificate
from tabi.rules.game import Ending, Game, game_named
from tabi.rules.records import Fault, MalformedRecord
from tabi.rules.valued import Held, JsonObject, ValuedSet, check_valued_set
from tabi.spec.rulings import RulingModel

# The purse: spending a coin earns as many points as coins were there; cashing wins. So three coins bring 3 + 2 + 1.


class Saving(StrEnum):
    """Whether a coin comes back at the end of a turn."""

    NEVER = "never"
    ALWAYS = "always"


class PurseRulings(RulingModel):
    """The open points of the purse."""

    prefix: ClassVar[str] = "purse"

    saving: Saving = Saving.NEVER
    flips_pay: bool = False


class Purse(NamedTuple):
    """Coins, the upper side of the first one, points, the turn, and whether the game was cashed or lost."""

    coins: int = 3
    tails: int = 0
    points: int = 0
    turn: int = 1
    over: str = ""


def steps_of(purse: Purse, rulings: PurseRulings) -> Iterator[str]:
    """`spend` a coin, `flip` the first, `rest` to the next turn, `cash`, `drop` (which loses)."""
    if purse.over:
        return
    yield "cash"
    yield "drop"
    yield "flip"
    if purse.coins:
        yield "spend"
    if rulings.saving is Saving.ALWAYS and purse.coins < 3:
        yield "rest"


def after(purse: Purse, step: str, rulings: PurseRulings) -> Purse:
    """The purse after a step."""
    if step in ("cash", "drop"):
        return purse._replace(over=step)
    if step == "flip":
        return purse._replace(tails=1 - purse.tails, points=purse.points + rulings.flips_pay)
    if step == "spend":
        return purse._replace(coins=purse.coins - 1, points=purse.points + purse.coins)
    return purse._replace(coins=purse.coins + 1, turn=purse.turn + 1)


def ending(purse: Purse) -> Ending | None:
    """Won when cashed."""
    if not purse.over:
        return None
    won = purse.over == "cash"
    return Ending(won, f"won {purse.points}" if won else "lost dropped", purse.points if won else None)


def parse(text: str) -> Purse:
    """A purse as `coins tails`."""
    coins, tails = map(int, text.split())
    return Purse(coins, tails)


PURSE: Game[Purse, str, PurseRulings] = Game(
    name="purse",
    package="purse",
    clauses=tuple,
    rulings=PurseRulings,
    ruling_table=tuple,
    start=lambda _: Purse(),
    read_position=lambda document: parse(str(document["purse"])),
    write_position=lambda purse: {"purse": f"{purse.coins} {purse.tails}"},
    format_position=lambda purse: f"{purse.coins} {purse.tails}",
    parse_position=parse,
    key=lambda purse: purse._replace(points=0, turn=1),
    taken_up=lambda purse, _: purse,
    turn_of=lambda purse: purse.turn,
    read_step=str,
    write_step=lambda step: step,
    format_step=lambda step: step,
    legal_steps=steps_of,
    violation=lambda _position, _step, _rulings: None,
    apply=after,
    ending=ending,
    schemas=dict,
    cases=Path(),
    points_of=lambda purse: purse.points,
    points_bounds={
        "purse.sum": lambda purse, _: purse.coins * (purse.coins + 1) // 2,
        "purse.silence": lambda _position, _rulings: None,
    },
)
BEST = ("spend", "flip", "spend", "spend", "cash")


def claimed(value: int, **fields: object) -> ValuedSet:
    """A claim about the purse."""
    line = (BEST,) if fields.get("claim", "at-most") == "most-points" else None
    whole = {"game": "purse", "deal": {}, "claim": "at-most", "value": value, "line": line, **fields}
    return ValuedSet.model_validate(whole)


def fault(certificate: ValuedSet) -> tuple[str, str]:
    """Where a certificate is wrong, and the sentence."""
    came = check_valued_set(certificate, PURSE)
    assert isinstance(came, Fault)
    return came.where, came.message


def test_three_coins_bring_six_points_and_no_more() -> None:
    held = check_valued_set(claimed(6, claim="most-points"), PURSE)
    assert held == Held(
        "The most points of a win are 6: a line of 1 turns, and 0 positions with values that no step exceeds.", ()
    )
    assert isinstance(check_valued_set(claimed(6), PURSE), Held)
    assert isinstance(check_valued_set(claimed(9), PURSE), Held)


def test_a_claim_of_fewer_points_is_refuted_with_the_way_to_more() -> None:
    where, message = fault(claimed(5))
    assert where == "the beginning"
    assert message.endswith("The step cash wins and earns 0, where -1 are left.")
    assert message.count("spend") == 3


def test_the_line_must_come_to_the_points_that_are_claimed_and_win() -> None:
    assert fault(claimed(6, claim="most-points", line=(("spend", "cash"),)))[0] == "line, claim, points"
    assert fault(claimed(6, claim="most-points", line=(("spend", "spend", "spend"),)))[0] == "line, claim, points"
    assert (
        fault(claimed(6, claim="most-points", line=(("spend", "spend", "spend", "drop"),)))[0] == "line, claim, points"
    )


def test_points_that_the_beginning_has_already_count() -> None:
    def with_points(document: dict[str, Any]) -> Purse:  # Any: JSON
        return parse(str(document["purse"]))._replace(points=10)

    game = Game(**{**vars(PURSE), "read_position": with_points})
    two_coins = {"deal": None, "position": {"purse": "2 0"}}
    assert isinstance(check_valued_set(claimed(13, **two_coins), game), Held)
    assert isinstance(check_valued_set(claimed(12, **two_coins), game), Fault)


POSITIONS = ("0 0", "1 0", "2 0", "3 0")
VALUES = (0, 1, 3, 6)
LISTED: dict[str, object] = {"positions": POSITIONS, "values": VALUES}


def test_listed_values_hold_where_they_exceed_what_steps_earn() -> None:
    assert isinstance(check_valued_set(claimed(6, **LISTED), PURSE), Held)
    for number, text in enumerate(POSITIONS):
        values = list(VALUES)
        values[number] -= 1
        came = check_valued_set(claimed(6, positions=POSITIONS, values=tuple(values)), PURSE)
        assert isinstance(came, Fault), text
        assert came.where == f"position {number + 1}"


def test_a_circle_that_earns_points_has_no_values() -> None:
    """Under `always` a coin comes back each turn, so there is no most: 0 coins and 1 would each exceed the other."""
    always = {"rulings": {"purse.saving": "always"}}
    assert isinstance(check_valued_set(claimed(6, **LISTED, **always), PURSE), Fault)
    every = tuple(f"{coins} {tails}" for coins in range(4) for tails in range(2))
    where, message = fault(claimed(1000, positions=every, values=(1000,) * 8, **always))
    assert where == "position 3"
    assert message == "The step spend earns 1 and leads to a value of 1000, where 1000 are left."
    sentence = "After spend: The step rest ends the turn where nothing is listed and no bound is as low as 3."
    assert fault(claimed(6, **always)) == ("the beginning", sentence)


def test_a_circle_amid_a_turn_is_gone_round_once_and_one_that_earns_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(valued, "MOST_STEPS", 500)
    assert isinstance(check_valued_set(claimed(6), PURSE), Held)
    assert isinstance(check_valued_set(claimed(60, rulings={"purse.flips-pay": "yes"}), PURSE), Fault)
    where, message = fault(claimed(100_000, rulings={"purse.flips-pay": "yes"}))
    assert where == "the beginning"
    assert message == "More than 500 steps lead from it amid its turn; more positions should be listed."


def test_a_bound_on_points_is_accepted_by_its_name_and_where_it_is_low_enough() -> None:
    held = check_valued_set(claimed(6, points_bounds=("purse.sum",)), PURSE)
    assert isinstance(held, Held) and held.theorems == ("purse.sum",)
    always = {"rulings": {"purse.saving": "always"}}
    assert isinstance(check_valued_set(claimed(6, points_bounds=("purse.silence",), **always), PURSE), Fault)
    assert isinstance(check_valued_set(claimed(5, points_bounds=("purse.sum",)), PURSE), Fault)
    with pytest.raises(MalformedRecord, match=r"There is no bound on points 'purse\.wish'; there are purse\.sum, "):
        check_valued_set(claimed(6, points_bounds=("purse.wish",)), PURSE)
    with pytest.raises(MalformedRecord, match=r"There is no bound 'purse\.sum'; there are none"):
        check_valued_set(claimed(6, bounds=("purse.sum",)), PURSE)


def test_a_bound_that_excludes_a_win_is_accepted_by_its_name() -> None:
    game = Game(**{**vars(PURSE), "bounds": ("purse.broke",), "excluded": lambda purse, _: "purse.broke"})
    assert isinstance(check_valued_set(claimed(0, bounds=("purse.broke",)), game), Held)
    assert isinstance(check_valued_set(claimed(0), game), Fault)


def test_what_a_document_says_twice_or_not_at_all_is_refused() -> None:
    assert fault(claimed(6, positions=("1 0", "1 0"), values=(1, 1))) == ("position 2", "It is listed twice.")
    with pytest.raises(ValueError, match="there are 1 positions and 0 values"):
        claimed(6, positions=("1 0",))
    with pytest.raises(ValueError, match="a claim of most points has a line"):
        claimed(6, claim="most-points", line=None)
    with pytest.raises(ValueError, match="a claim of most points has a line"):
        claimed(6, line=(BEST,))
    with pytest.raises(MalformedRecord, match=r"position 1: "):
        check_valued_set(claimed(6, positions=("much",), values=(1,)), PURSE)
    with pytest.raises(MalformedRecord, match=r"There is no ruling 'purse\.x'"):
        check_valued_set(claimed(6, rulings={"purse.x": "y"}), PURSE)
    with pytest.raises(MalformedRecord, match="either a deal or a position"):
        check_valued_set(claimed(6, deal=None), PURSE)


def test_progress_is_told_of_every_position() -> None:
    told: list[tuple[int, int]] = []
    check_valued_set(claimed(6, **LISTED), PURSE, lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_a_game_that_begins_over() -> None:
    game = Game(**{**vars(PURSE), "start": lambda _: Purse(0, 0, 7, 3, "cash")})
    assert isinstance(check_valued_set(claimed(7), game), Held)
    assert isinstance(check_valued_set(claimed(6), game), Fault)


# Games by others


def test_the_game_of_an_outsider_is_served_though_it_knows_no_points_on_the_way() -> None:
    """A right call brings a point and ends the game; the coin on its edge is tossed again, which is a circle."""
    right = ValuedSet(
        game="coin", position={}, claim="most-points", value=1, line=(("call heads", "toss edge", "toss heads"),)
    )
    assert isinstance(check_valued_set(right, COIN), Held)
    for value in (0, 2):
        assert isinstance(check_valued_set(right.model_copy(update={"value": value}), COIN), Fault)
    listed = right.model_copy(update={"positions": ("called=heads lies=", "called=tails lies="), "values": (1, 1)})
    assert isinstance(check_valued_set(listed, COIN), Held)
    assert isinstance(check_valued_set(listed.model_copy(update={"values": (1, 0)}), COIN), Fault)


def test_a_valued_set_never_holds_where_chance_comes_next() -> None:
    deal: JsonObject = {"edition": "river-demo", "players": 2, "goal": "parks"}
    came = check_valued_set(ValuedSet(game="trip", deal=deal, claim="at-most", value=10_000), game_named("trip"))
    assert isinstance(came, Fault)
    assert came.message == "Chance comes next, and no legal step says what it may bring."


# Files


def test_a_file_is_read_back_and_every_cut_of_it_is_refused() -> None:
    certificate = ValuedSet(
        game="solitaire", position={}, claim="at-most", value=474, positions=("white=1",), values=(9,)
    )
    text = certificate.model_dump_json()
    assert read_certificate(text) == certificate
    for length in range(len(text)):
        with pytest.raises(MalformedRecord):
            read_certificate(text[:length])


def test_a_game_that_is_not_there_gets_a_sentence() -> None:
    with pytest.raises(MalformedRecord, match=r"There is no game 'purse'; the games are solitaire, trip\."):
        check(claimed(6))


def test_the_verdict_names_the_kind_and_what_is_trusted() -> None:
    """The deck is empty and the hand has one card, so the refill of the next turn fails: no win, by a theorem."""
    position: JsonObject = {"deck": [], "hand": ["R1"], "discard": ["rest"]}
    certificate = ValuedSet(
        game="solitaire", position=position, claim="at-most", value=0, bounds=("sol.ending.deck-to-go",)
    )
    valid = check(read_certificate(certificate.model_dump_json()))
    assert isinstance(valid, Valid)
    assert valid.kind == "valued-set"
    assert valid.trusts == "the rules and this checker, and the theorems sol.ending.deck-to-go"
    assert json.loads(certificate.model_dump_json())["kind"] == "valued-set"


def test_the_checker_imports_no_solver() -> None:
    for name in ("valued", "certificates", "game", "records"):
        tree = ast.parse(Path(valued.__file__).with_name(f"{name}.py").read_text(encoding="utf-8"))
        modules = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        modules |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        ours = {module for module in modules if module.startswith("tabi")}
        assert all(module.startswith(("tabi.rules.", "tabi.spec.")) for module in ours), name
        assert not modules & {"numba", "numpy", "z3", "pysat"}
