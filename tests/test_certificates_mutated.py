"""Hundreds of lines, records and closed sets that hold, each made wrong in one place: none is accepted.

Each mutant says why it is wrong. Lines and records are held against the naive model as well, which must find the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache

from mutating import Json, Mutant, changed, different, rejected, verdict
from naive.solitaire import Table
from naive.solitaire import setup as naive_setup
from tabi.rules import solitaire
from tabi.rules.certificates import ClosedSet, Valid
from tabi.rules.solitaire import Position, Won, apply, legal_steps
from tabi.rules.solitaire.bounds import REACHING
from tabi.rules.solitaire.dealing import deal_from_seed
from tabi.rules.solitaire.game import read_position, write_position
from tabi.solvers import Impossible, Proved, solve

# Lines and records


@cache
def won_game() -> Json:
    """The line of a dealt game, won in sixteen turns and more than a hundred steps."""
    deal = deal_from_seed(7)
    proved = solve(deal)
    assert isinstance(proved, Proved)
    return {
        "kind": "line",
        "game": "solitaire",
        "deal": deal.model_dump(mode="json", exclude_none=True),
        "turns": [[solitaire.format_step(step) for step in turn] for turn in proved.line],
        "claim": {
            "outcome": f"won {proved.outcome.points}",
            "turns": len(proved.line),
            "points": proved.outcome.points,
        },
    }


@cache
def unfinished_game() -> Json:
    """A record of the first five turns of it, from a position amid the game."""
    game = won_game()
    start = solitaire.start(deal_from_seed(7))
    for text in game["turns"][0]:
        start = apply(start, solitaire.parse_step(text))
    turns = game["turns"][1:6]
    position = write_position(start)
    return {"kind": "record", "game": "solitaire", "position": position, "turns": turns, "claim": {"turns": 5}}


def naively(document: Json) -> str | None:
    """What the naive model finds wrong in a line or record; None when it all comes out."""
    begin = naive_setup(document["deal"]) if "deal" in document else document["position"]
    table = Table(begin, document.get("rulings"))
    first, turns = table.turn, document["turns"]
    for number, steps in enumerate(turns):
        for step in steps:
            if table.turn != first + number:
                return f"{step} is not of turn {number + 1}"
            if not table.legal(step):
                return f"{step} is not legal"
            table.do(step)
    claim, outcome = document.get("claim", {}), table.outcome
    won = outcome["points"] if outcome and outcome["result"] == "won" else None
    came = {"outcome": None if won is None else f"won {won}", "turns": len(turns), "points": won}
    wrong = [part for part, value in claim.items() if value != came[part]]
    return f"{wrong[0]} does not come out" if wrong else None


def mutated_lines(document: Json) -> Iterator[Mutant]:
    """Lines and records with one thing wrong."""
    turns: list[list[str]] = document["turns"]
    last = (len(turns) - 1, len(turns[-1]) - 1)
    for turn, steps in enumerate(turns):
        for place, step in enumerate(steps):
            word = step.split()[0]
            if word in ("play", "blacks", "place", "refill", "resolve", "trim"):
                if (turn, place) != last or "outcome" in document["claim"]:
                    yield Mutant(
                        f"{step} of turn {turn + 1} is missing, and its phase ends by nothing else",
                        with_turn(document, turn, steps[:place] + steps[place + 1 :]),
                    )
                yield Mutant(
                    f"{step} of turn {turn + 1} is there twice, and its phase has one",
                    with_turn(document, turn, steps[: place + 1] + steps[place:]),
                )
        if turn + 1 < len(turns):
            moved = with_turn(document, turn, steps[:-1])
            moved["turns"][turn + 1].insert(0, steps[-1])
            yield Mutant(f"the last step of turn {turn + 1} stands in the next turn", moved)
            early = with_turn(document, turn, steps + turns[turn + 1][:1])
            early["turns"][turn + 1].pop(0)
            yield Mutant(f"the first step of turn {turn + 2} stands in the turn before", early)
            exchanged = with_turn(document, turn, turns[turn + 1])
            exchanged["turns"][turn + 1] = steps
            yield Mutant(f"turns {turn + 1} and {turn + 2} are exchanged: the later card is not in hand yet", exchanged)
    blacks = next(place for place, step in enumerate(turns[0]) if step.startswith("blacks"))
    yield Mutant(
        "the blacks go too far", with_turn(document, 0, [*turns[0][:blacks], "blacks 1+1", *turns[0][blacks + 1 :]])
    )
    yield Mutant("no hand has a card that is played", with_turn(document, 0, ["play R1", *turns[0]]))


def with_turn(document: Json, turn: int, steps: list[str]) -> Json:
    mutant = deepcopy(document)
    mutant["turns"][turn] = list(steps)
    return mutant


def mutated_claims(document: Json) -> Iterator[Mutant]:
    """The won game with a claim, a deal or a ruling that is another."""
    claim, points, turns = document["claim"], document["claim"]["points"], document["claim"]["turns"]
    for part, value, why in (
        ("turns", turns - 1, "fewer turns are claimed"),
        ("turns", turns + 1, "more turns are claimed"),
        ("turns", 1, "one turn is claimed"),
        ("points", points + 1, "a point more is claimed"),
        ("points", points - 1, "a point less is claimed"),
        ("points", 10 * points, "ten times the points are claimed"),
        ("outcome", f"won {points + 1}", "a win with a point more is claimed"),
        ("outcome", "lost refill-draw", "a loss is claimed, and the game is won"),
        ("outcome", "none", "no end is claimed, and the game is won"),
    ):
        yield Mutant(why, changed(document, claim={**claim, part: value}))
    deck: list[str] = document["deal"]["deck"].split()
    for place in range(4):
        for other in (5, 17, 29):
            cards = list(deck)
            cards[place], cards[other] = cards[other], cards[place]
            yield Mutant(
                f"cards {place + 1} and {other + 1} of the deck are exchanged: the first hand is another",
                changed(document, deal={**document["deal"], "deck": " ".join(cards)}),
            )
    yield Mutant("the deck is turned over", changed(document, deal={**document["deal"], "deck": " ".join(deck[::-1])}))
    for ruling, why in (
        ({"sol.past-seven": "stop-at-one"}, "a pawn that passed day 7 stands on day 1 under this reading"),
        ({"sol.refill": "to-four"}, "the radio and yellow aside, the hands are others, and so the trims"),
        ({"sol.effect-walk": "snapshot", "sol.past-seven": "stop-at-one"}, "a pawn that passed day 7 stands on day 1"),
    ):
        yield Mutant(why, changed(document, rulings=ruling))


@cache
def all_lines() -> list[Mutant]:
    both = [*mutated_lines(won_game()), *mutated_lines(unfinished_game()), *mutated_claims(won_game())]
    return [mutant for mutant in both if naively(mutant.document) is not None]


def test_the_lines_hold_before_they_are_mutated() -> None:
    for document in (won_game(), unfinished_game()):
        assert isinstance(verdict(document), Valid)
        assert naively(document) is None


def test_no_mutated_line_is_accepted() -> None:
    assert different(all_lines()) > 200
    rejected(all_lines())


# Closed sets


def lost_late() -> Position:
    """A lost game of one card in hand, small enough for the search."""
    return solitaire.parse_position(
        "white=7 blacks=2,5 columns=1:W2,W5/3:B6/4:Y6/5:R3,B3 deck=Y5,W1,Y1 hand=G1 "
        "discard=R1,R2,R4,R5,R6,G2,G3,G4,G5,G6,Y2,Y3,Y4,B1,B2,B4,B5,W3,W4,W6 resolved=R,G,Y,B,W"
    )


def doomed(letters: int) -> Position:
    """Every suit is resolved and the deck is empty, so whatever is played the refill fails."""
    document: Json = {
        "white": 5,
        "blacks": [6, 4],
        "hand": ["R1", "G2"],
        "deck": [],
        "discard": ["rest"],
        "resolved": ["R", "G", "Y", "B", "W"],
        "letters": letters,
        "columns": {"2": ["W1", "W2"]},
        "turn": 3,
    }
    return read_position(document)


def all_plays(start: Position) -> list[Position]:
    """Every position that comes from a start and is not over, each once."""
    met, queue = {start.key}, [start.key]
    for here in queue:
        for step in legal_steps(here):
            after = apply(here, step).key
            assert not isinstance(after.outcome, Won)
            if after.outcome is None and after not in met:
                met.add(after)
                queue.append(after)
    return queue


@cache
def closed_sets() -> tuple[Json, ...]:
    """Closed sets without a bound, by looking at every play; and those of the search, which lean on bounds."""
    sets = [
        ClosedSet(
            game="solitaire",
            position=write_position(doomed(letters)),
            positions=tuple(map(solitaire.format_position, all_plays(doomed(letters)))),
        )
        for letters in (0, 1)
    ]
    leaning = solve(lost_late())
    assert isinstance(leaning, Impossible) and isinstance(leaning.certificate, ClosedSet)
    assert leaning.certificate.bounds and len(leaning.certificate.positions) > 3
    return tuple(json.loads(one.model_dump_json()) for one in (*sets, leaning.certificate))


def mutated_sets(document: Json) -> Iterator[Mutant]:
    """Closed sets with one thing wrong. A position that is listed is met in a play, so without it another leads out."""
    positions: list[str] = document["positions"]
    for number in range(0, len(positions), max(1, len(positions) // 16)):
        rest = positions[:number] + positions[number + 1 :]
        yield Mutant(f"position {number + 1} is dropped", changed(document, positions=rest))
        for name, value in (("white", "7"), ("letters", "4")):
            words = [f"{name}={value}" if word.startswith(f"{name}=") else word for word in positions[number].split()]
            if " ".join(words) != positions[number]:
                altered = [*positions[:number], " ".join(words), *positions[number + 1 :]]
                yield Mutant(f"{name} of position {number + 1} is altered", changed(document, positions=altered))
    yield Mutant("half of the positions are dropped", changed(document, positions=positions[: len(positions) // 2]))
    yield Mutant("only the beginning is listed", changed(document, positions=positions[:1]))
    winning = read_position({**write_position(doomed(0)), "hand": ["R2"], "deck": ["W6"], "blacks": [5, 4], "turn": 3,
                             "discard": ["rest"], "columns": {}})  # fmt: skip
    yield Mutant("it is said of a game that can be won", changed(document, position=write_position(winning)))
    yield Mutant(
        "a position that can be won is listed: its plays lead out of the set",
        changed(document, positions=[*positions, solitaire.format_position(winning.key)]),
    )
    for bounds in ([], [REACHING], ["sol.ending.wishes"]):
        if set(document["bounds"]) - set(bounds):
            yield Mutant("a bound that is needed is removed", changed(document, bounds=bounds))
    yield Mutant(
        "where pawns stop on day 1 other positions come up",
        changed(document, rulings={"sol.past-seven": "stop-at-one"}),
    )
    yield Mutant("there is no such version", changed(document, version=2))
    yield Mutant("there is no such claim", changed(document, claim="no-loss"))


@cache
def all_sets() -> list[Mutant]:
    return [mutant for document in closed_sets() for mutant in mutated_sets(document)]


def test_the_closed_sets_hold_before_they_are_mutated() -> None:
    for document in closed_sets():
        assert isinstance(verdict(document), Valid)


def test_no_mutated_closed_set_is_accepted() -> None:
    assert different(all_sets()) > 100
    rejected(all_sets())
