"""Call and toss: one call, one toss, and the call is right or wrong. A whole game in one small module."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from importlib.resources import files
from typing import ClassVar

from pydantic import JsonValue

from tabi.rules.game import Ending, Game
from tabi.rules.implements import implements
from tabi.rules.violations import Violation
from tabi.spec.clauses import Clause
from tabi.spec.rulings import Reading, Ruling, RulingModel

JsonObject = dict[str, JsonValue]
SIDES = ("heads", "tails")
LANDINGS = (*SIDES, "edge")


class Edge(StrEnum):
    """A coin on its edge."""

    AGAIN = "again"
    LOST = "lost"


class CoinRulings(RulingModel):
    """The open points of call and toss."""

    prefix: ClassVar[str] = "coin"

    edge: Edge = Edge.AGAIN


@dataclass(frozen=True, slots=True)
class Table:
    """What was called, and how the coin lies; empty while that is open."""

    called: str = ""
    lies: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """`call heads`, `toss tails`."""

    word: str
    side: str

    def __str__(self) -> str:
        return f"{self.word} {self.side}"


@implements("coin.call.first", "coin.toss.once")
def violation(table: Table, step: Step, _: CoinRulings) -> Violation | None:
    """coin.call.first, coin.toss.once: a call, then a toss, and no more."""
    if step.word == "call" and table.called:
        return Violation("called-already", "coin.call.first", f"{table.called} was called already.")
    if step.word == "toss" and not table.called:
        return Violation("not-called", "coin.call.first", "Nothing was called yet.")
    if table.lies:
        return Violation("tossed-already", "coin.toss.once", f"The coin lies on {table.lies} already.")
    return None


@implements("coin.toss.edge")
def apply(table: Table, step: Step, rulings: CoinRulings) -> Table:
    """coin.toss.edge: a coin on its edge is tossed again, or the toss is lost."""
    if step.word == "call":
        return replace(table, called=step.side)
    again = step.side == "edge" and rulings.edge is Edge.AGAIN
    return table if again else replace(table, lies=step.side)


@implements("coin.toss.match")
def ending(table: Table) -> Ending | None:
    """coin.toss.match: won when the coin lies as called."""
    if not table.lies:
        return None
    won = table.lies == table.called
    return Ending(won, "won 1" if won else "lost wrong-call", 1 if won else None)


def read_step(written: JsonValue) -> Step:
    """The step of a text; raises `ValueError` with a sentence."""
    word, _, side = str(written).partition(" ")
    if side not in {"call": SIDES, "toss": LANDINGS}.get(word, ()):
        raise ValueError(f"{written!r} is not a step; the steps are call and toss with heads or tails, and toss edge.")
    return Step(word, side)


def read_position(document: JsonObject) -> Table:
    """The table of a JSON document; raises `ValueError` with a sentence."""
    if odd := document.keys() - {"called", "lies"}:
        raise ValueError(f"A table has no {min(odd)!r}; it has called and lies.")
    return Table(**{name: str(value) for name, value in document.items()})


def legal_steps(table: Table, rulings: CoinRulings) -> Iterator[Step]:
    """Every step that is not refused."""
    steps = [*(Step("call", side) for side in SIDES), *(Step("toss", side) for side in LANDINGS)]
    return (step for step in steps if violation(table, step, rulings) is None)


def write_position(table: Table) -> JsonObject:
    """The table as JSON."""
    return asdict(table)


def format_position(table: Table) -> str:
    """The table on one line."""
    return f"called={table.called} lies={table.lies}"


def parse_position(text: str) -> Table:
    """The table of a line."""
    return Table(**dict(word.split("=") for word in text.split()))


def clauses() -> tuple[Clause, ...]:
    """The rules of call and toss."""
    return (
        Clause(id="coin.call.first", section="1", text="A side is called, once, before the coin is tossed.",
               codes=("called-already", "not-called")),
        Clause(id="coin.toss.once", section="2", text="The coin is tossed once.", codes=("tossed-already",)),
        Clause(id="coin.toss.match", section="2", text="The call is right when the coin lies on that side."),
        Clause(id="coin.toss.edge", section="3", text="A coin on its edge lies on no side.", rulings=("coin.edge",)),
    )  # fmt: skip


def ruling_table() -> tuple[Ruling, ...]:
    """The open point of call and toss."""
    readings = (Reading(value="again", text="It is tossed again."), Reading(value="lost", text="The call is wrong."))
    return (Ruling(id="coin.edge", section="3", question="What of the edge?", reading=readings, reason="Custom."),)


GAME = Game(
    name="coin",
    package="coin",
    clauses=clauses,
    rulings=CoinRulings,
    ruling_table=ruling_table,
    start=lambda _: Table(),
    read_position=read_position,
    write_position=write_position,
    format_position=format_position,
    parse_position=parse_position,
    key=lambda table: table,
    taken_up=lambda table, _: table,
    turn_of=lambda _: 1,
    read_step=read_step,
    write_step=str,
    format_step=str,
    legal_steps=legal_steps,
    violation=violation,
    apply=apply,
    ending=ending,
    schemas=dict,
    cases=files(__name__),
    questions={"open": lambda table, _: not table.lies},
)
