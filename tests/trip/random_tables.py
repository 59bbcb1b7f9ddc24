"""Random games of the trip as JSON, made with the naive model's eyes alone: setups, reveals, players, strange steps.

Nobody who plays at random defines much, so the players here like to put equal tokens together and to define.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from naive import trip

Json = dict[str, Any]  # Any: JSON, as the naive model takes and gives it
Rulings = dict[str, str]

EDITIONS = ("river-demo", "coast-demo")
CITIES = ("river", "coast")
ROUNDS = 12


def random_rulings(random: Random) -> Rulings:
    """The default readings, or a random reading of every point."""
    if random.random() < 0.2:
        return {}
    return {ruling: random.choice(readings) for ruling, readings in trip.READINGS.items()}


def random_setup(random: Random) -> Json:
    """Any setup of a shipped edition."""
    players = random.randint(2, 4)
    city = random.choice(CITIES)
    goals = random.choice(["standard", "advanced"])
    of_city = trip.PINK_GOALS if city == "river" else trip.BLUE_GOALS
    return {
        "edition": random.choice(EDITIONS),
        "city": city,
        "players": players,
        "size": random.choice(["7x7", "7x7", "7x6"]),
        "goals": goals,
        "goal": random.choice(trip.STANDARD_GOALS if goals == "standard" else of_city),
        "start_player": random.randint(1, players),
        "boards": random.sample([1, 2, 3, 4], players),
    }


def drawn(bag: dict[str, int], number: int, random: Random) -> str:
    """Some tokens out of the bag, which loses them; fewer where it holds fewer."""
    inside = [token for token, count in bag.items() for _ in range(count)]
    taken = random.sample(inside, min(number, len(inside)))
    for token in taken:
        bag[token] -= 1
    return trip.in_token_order("".join(taken))


def random_reveal(position: Json, random: Random) -> str:
    """A card of the deck and tokens of the bag."""
    cards = [card for card in trip.edition_of(position)["memory_card"] for _ in range(card["copies"])]
    left = [card for card in cards if position["cards"].count(card["pattern"]) < card["copies"]]
    card = random.choice(left)
    bag = trip.bag(position)
    slots = [drawn(bag, card["tokens"], random) for _ in range(3 if position["players"] == 2 else 4)]
    return " ".join(["reveal", card["pattern"], *slots])


# ---------------------------------------------------------------------------------------------------------------------
# Players
# ---------------------------------------------------------------------------------------------------------------------


def company(position: Json, text: str) -> int:
    """How many equal face-up tokens a token that is put would touch; fewer where it covers another one."""
    _, token, square = text.split()
    board = trip.board_of(position, position["player"])
    alike = [other for other in board if board[other] == token and trip.beside(other, square)]
    return len(alike) * 2 - (square in board)


def chosen(position: Json, legal: list[str], random: Random) -> str:
    """The step of a player who likes company and places, now and then of one who does not care."""
    if random.random() < 0.15:
        return random.choice(legal)
    if position["phase"] == "place":
        puts = [text for text in legal if text.startswith("put")]
        if puts:
            best = max(company(position, text) for text in puts)
            return random.choice([text for text in puts if company(position, text) == best])
    if position["phase"] in ("define", "tile"):
        doing = [text for text in legal if text not in ("pass", "lay -")]
        return random.choice(doing or legal)
    return random.choice(legal)


# ---------------------------------------------------------------------------------------------------------------------
# Well-formed steps that are mostly not legal
# ---------------------------------------------------------------------------------------------------------------------


def some_squares(position: Json, random: Random) -> list[str]:
    """Squares, often ones on which the acting player has tokens, often together."""
    board = list(trip.board_of(position, position["player"]))
    pool = board if board and random.random() < 0.7 else list(trip.SQUARES)
    found = {random.choice(pool)}
    for _ in range(random.choice([0, 1, 1, 2, 2, 3, 3, 4, 5])):
        near = [square for square in pool if any(trip.beside(square, other) for other in found)]
        found.add(random.choice(near if near and random.random() < 0.9 else pool))
    return trip.in_square_order(found)


def bent(text: str, random: Random) -> str:
    """A legal step with a square or two changed, added or left out."""
    words = text.split()
    squares = [word for word in words if word in trip.SQUARES]
    if not squares:
        return text
    others = [word for word in words if word not in trip.SQUARES]
    if words[0] == "put":
        return f"put {words[1]} {random.choice(trip.SQUARES)}"
    changed = {square for square in squares if random.random() < 0.8}
    if random.random() < 0.5 or not changed:
        changed.add(random.choice(trip.SQUARES))
    return " ".join([others[0], *trip.in_square_order(changed), *others[1:]])


def strange_step(position: Json, legal: list[str], random: Random) -> str:
    """Any well-formed step, of the phase or not."""
    kind = random.choice(["bent", "bent", "bent", "take", "put", "put", "discard", "define", "lay", "word", "reveal"])
    if position["phase"] == "reveal" and random.random() < 0.7:
        kind = "reveal"
    squares = " ".join(some_squares(position, random))
    if kind == "bent" and legal:
        return bent(random.choice(legal), random)
    if kind == "take":
        return f"take {random.randint(1, 4)}"
    if kind == "put":
        return f"put {random.choice(position['hand'] or trip.TOKENS)} {random.choice(trip.SQUARES)}"
    if kind == "discard":
        return f"discard {random.choice(trip.TOKENS)}"
    if kind == "define":
        return f"define {squares}"
    if kind == "lay":
        return f"lay {random.choice(['-', squares, squares, f'{squares} {random.choice(trip.TOKENS[:3])}'])}"
    if kind == "reveal":
        return strange_reveal(position, random)
    return random.choice(["pass", "score", "lay -"])


def strange_reveal(position: Json, random: Random) -> str:
    """A reveal with any card, any number of slots, any tokens."""
    cards = trip.edition_of(position)["memory_card"]
    card = random.choice(cards)
    number = random.choice([card["tokens"]] * 4 + [2, 3])
    slots = random.choice([3 if position["players"] == 2 else 4] * 3 + [3, 4])
    tokens = random.choice([trip.TOKENS, random.choice(trip.TOKENS)])
    words = [trip.in_token_order("".join(random.choices(tokens, k=number))) for _ in range(slots)]
    return " ".join(["reveal", card["pattern"], *words])


def kinds_of(legal: list[str]) -> dict[str, list[str]]:
    """Steps by their first word."""
    found: dict[str, list[str]] = {}
    for text in legal:
        found.setdefault(text.split()[0], []).append(text)
    return found


def samples(legal: list[str], number: int, random: Random) -> Iterator[str]:
    """Some steps of every kind."""
    for texts in kinds_of(legal).values():
        yield from random.sample(texts, min(number, len(texts)))
