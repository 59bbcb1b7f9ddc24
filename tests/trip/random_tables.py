"""Random games and positions of the trip as JSON, made with the naive model's eyes alone.

Nobody who plays at random defines much, so the players here like to put equal tokens together and to define; and since
whole games seldom come to full boards, short stocks and covered maps, late positions are laid out directly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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


# ---------------------------------------------------------------------------------------------------------------------
# Late positions
# ---------------------------------------------------------------------------------------------------------------------


WANTED = {
    "parks": "FBP",
    "hotels": "H",
    "shops": "S",
    "restaurants": "R",
    "matches": "FBHL",
    "largest-shop": "S",
    "largest-restaurant": "R",
    "shops-by-parks": "FS",
    "restaurants-by-parks": "FR",
    "adjacent-places": "FBH",
    "largest-cluster": "FBH",
    "west-edge": "FBHL",
    "two-ends": "FBHL",
    "hotels-by-river": "FH",
    "food-by-coast": "SR",
}
LATE = ["draft", "place", "place", "place", "define", "define", "define", "define", "tile", "tile", "tile"]


def late_position(random: Random, rulings: Rulings, phases: Sequence[str] = LATE) -> Json:
    """A position of the last round, with crowded boards, places and tiles."""
    position = trip.start(random_setup(random))
    players = position["players"]
    position["phase"] = random.choice(phases)
    index = players - 1 if position["phase"] == "final" else random.randrange(players)
    position["player"] = (position["start_player"] - 1 + index) % players + 1
    position["round"] = ROUNDS
    position["turn"] = random.randint(ROUNDS * index + 1, 90)
    patterns = [card["pattern"] for card in trip.edition_of(position)["memory_card"] for _ in range(card["copies"])]
    position["cards"] = random.sample(patterns, len(patterns))
    bag = trip.bag(position)
    lay_out_slots(position, bag, index, rulings, random)
    # Fewer kinds make larger groups and more places that touch.
    kinds = list(random.choice(["L", "LH", "S", "SR", "H", "FB", "FBP", "FHR", *[trip.TOKENS] * 3]))
    if position["phase"] == "final" and random.random() < 0.7:
        kinds = list(WANTED[position["goal"]])
    for seat in trip.seats(position):
        crowd = random.choice([0.3, 0.6, 0.9, 1.0]) if seat == position["player"] else random.random() / 2
        if position["phase"] == "final":
            crowd = random.choice([0.0, 0.15, 0.3, 0.45])
        lay_out_board(position, seat, bag, crowd, kinds, random)
        define_some(position, seat, rulings, random)
    for one in position["players_boards"]:
        one["mistaken"] = drawn(bag, random.choice([0, 0, 1, 2, 3, 4]), random)
        one["score"] = random.randint(-3, 40)
    lay_out_map(position, random)
    freshen(position, index, rulings, random)
    if players < 4:
        position["leftovers"] = drawn(bag, random.randint(0, 8), random)
    return position


def lay_out_slots(position: Json, bag: dict[str, int], index: int, rulings: Rulings, random: Random) -> None:
    """The slots as they are when `index` players have had their turn, and the hand of the one who places."""
    if position["phase"] == "final":
        return
    card = trip.card_named(position, position["cards"][-1])
    assert card is not None
    number = 3 if position["players"] == 2 else 4
    taken = index if position["phase"] == "draft" else index + 1
    if rulings.get("trip.turn-structure") == "phases" and position["phase"] in ("define", "tile"):
        taken = position["players"]
    gone = random.sample(range(number), taken)
    position["slots"] = [None if slot in gone else drawn(bag, card["tokens"], random) for slot in range(number)]
    if position["phase"] == "place":
        position["hand"] = drawn(bag, card["tokens"], random)


def compact(land: list[str], number: int, random: Random) -> list[str]:
    """Some squares, most of them beside one before."""
    found: list[str] = []
    while len(found) < number:
        rest = [square for square in land if square not in found]
        near = [square for square in rest if any(trip.beside(square, other) for other in found)]
        found.append(random.choice(near if near and random.random() < 0.8 else rest))
    return found


def lay_out_board(
    position: Json, seat: int, bag: dict[str, int], crowd: float, kinds: list[str], random: Random
) -> None:
    """A board with patches of equal tokens, of these kinds as long as there are any, then of few others."""
    board: dict[str, str] = {}
    land = trip.squares_on_land(position)
    for square in compact(land, round(crowd * len(land)), random):
        near = [board[other] for other in board if trip.beside(other, square) and bag[board[other]] > 0]
        liked = {kind: bag[kind] for kind in kinds}
        token = random.choice(near) if near and random.random() < 0.65 else drawn(liked, 1, random)
        if not token and random.random() < 0.5:
            token = drawn(dict(bag), 1, random)
        if token:
            bag[token] -= 1
            board[square] = token
    position["players_boards"][seat - 1]["board"] = trip.write_board(board)


def define_some(position: Json, seat: int, rulings: Rulings, random: Random) -> None:
    """Some sets of the board, found by growing them at random, become places."""
    chosen_rulings = trip.whole_rulings(rulings)
    for _ in range(random.choice([0, 4, 15, 40, 80])):
        board = trip.board_of(position, seat)
        squares = grown(board, [square for square in board if board[square].isupper()], random)
        if squares and trip.is_place(position, board, squares, chosen_rulings):
            add_place(position, seat, squares)


def grown(board: dict[str, str], up: list[str], random: Random) -> list[str]:
    """Some face-up tokens of a category that lie together."""
    if not up:
        return []
    found = {random.choice(up)}
    for _ in range(random.choice([1, 2, 2, 3, 3, 4, 5])):
        near = [one for one in up if one not in found and any(trip.beside(one, other) for other in found)]
        alike = [one for one in near if trip.CATEGORY[board[one]] == trip.CATEGORY[board[min(found)]]]
        if alike:
            found.add(random.choice(alike))
    return trip.in_square_order(found)


def add_place(position: Json, seat: int, squares: list[str]) -> None:
    board = trip.board_of(position, seat)
    one = position["players_boards"][seat - 1]
    for square in squares:
        board[square] = board[square].lower()
    one["board"] = trip.write_board(board)
    places = [*one["places"], " ".join(squares)]
    one["places"] = sorted(places, key=lambda text: trip.SQUARES.index(text[:2]))


def lay_out_map(position: Json, random: Random) -> None:
    """Tiles where places lie, and elsewhere; some stocks run short."""
    often = random.choice([0.2, 0.6, 1.0])
    for seat in trip.seats(position):
        board = trip.board_of(position, seat)
        for place in trip.places_of(position, seat):
            if random.random() < often:
                lay_like(position, board, place, random)
    land = trip.squares_on_land(position)
    for category in ("shop", "restaurant"):
        for square in random.sample(land, random.choice([0, 0, 3, 9, 20])):
            lay_tile(position, f"{category} {square}")
    for kind in random.choice(["", "F", "FB", "FFFBP", "FFFBBBBPPP"]):
        for square in random.sample(land, 4):
            beside = [other for other in land if trip.beside(square, other)]
            if beside:
                lay_tile(position, f"park {kind} " + " ".join(trip.in_square_order([square, random.choice(beside)])))
    for _ in range(random.choice([0, 0, 5, 30])):
        squares = some_squares(position, random)
        shape = trip.hotel_shape(squares)
        if shape:
            lay_tile(position, f"hotel {shape} " + " ".join(squares))


def lay_like(position: Json, board: dict[str, str], place: list[str], random: Random) -> None:
    """The tile of a place, or the single tiles of some of its squares."""
    category = trip.place_category(board, place)
    squares = " ".join(place)
    if random.random() < 0.3:
        for square in place:
            lay_askew(position, category, square, random)
    elif category == "park":
        lay_tile(position, f"park {random.choice('FBP')} {squares}")
    elif category == "hotel":
        lay_tile(position, f"hotel {trip.hotel_shape(place)} {squares}")
    elif category == "landmark":
        lay_tile(position, f"landmark {trip.landmark_piece(position, place, trip.DEFAULT_RULINGS)} {squares}")
    else:
        for square in place:
            if random.random() < 0.8:
                lay_tile(position, f"{trip.CATEGORY[board[square].upper()]} {square}")


def lay_askew(position: Json, category: str, square: str, random: Random) -> None:
    """A tile of a park or a hotel that covers a square in one way or another."""
    around = [square]
    for _ in range({"park": 1, "hotel": 2}.get(category, 0)):
        around.append(
            random.choice([one for one in trip.SQUARES if one not in around and trip.beside(one, around[-1])])
        )
    squares = trip.in_square_order(around)
    if category == "park":
        lay_tile(position, f"park {random.choice('FBP')} " + " ".join(squares))
    elif category == "hotel":
        lay_tile(position, f"hotel {trip.hotel_shape(squares)} " + " ".join(squares))


def lay_tile(position: Json, tile: str) -> None:
    """Lays a tile if it is there and its squares are free land."""
    words = tile.split(" ")
    name = words[0] if words[0] in ("shop", "restaurant") else f"{words[0]} {words[1]}"
    land = trip.squares_on_land(position)
    for square in trip.tile_squares(tile):
        if square not in land or trip.tile_on(position["map"], square) is not None:
            return
    if trip.stock(position)[name] > 0:
        position["map"].append(tile)


def freshen(position: Json, index: int, rulings: Rulings, random: Random) -> None:
    """Fresh squares for every seat whose turn to define is still to come, and the set that is just defined."""
    phases = rulings.get("trip.turn-structure") == "phases"
    for seat in trip.seats(position):
        place_in_order = (seat - position["start_player"]) % position["players"]
        if position["phase"] in ("define", "tile"):
            pending = place_in_order >= index if phases else place_in_order == index
        else:
            pending = phases and place_in_order < index and position["phase"] != "final"
        if pending:
            position["fresh"][seat - 1] = some_fresh(position, seat, rulings, random)
    if position["phase"] == "tile":
        places = trip.places_of(position, position["player"])
        if not places:
            position["phase"] = "define"
            return
        place = random.choice(places)
        position["defining"] = " ".join(place)
        if random.random() < 0.6:
            position["map"] = [tile for tile in position["map"] if not set(trip.tile_squares(tile)) & set(place)]
            if random.random() < 0.4:
                category = trip.place_category(trip.board_of(position, position["player"]), place)
                lay_askew(position, category, random.choice(place), random)
        fresh = random.sample(place, random.randint(1, 2))
        position["fresh"][position["player"] - 1] = trip.in_square_order(fresh)


def some_fresh(position: Json, seat: int, rulings: Rulings, random: Random) -> list[str]:
    """As many squares as a card has tokens, or fewer, most of them of sets that can then be defined."""
    card = trip.card_named(position, position["cards"][-1])
    assert card is not None
    board = trip.board_of(position, seat)
    up = [square for square in board if board[square].isupper()]
    wanted = random.randint(1, card["tokens"])
    for _ in range(30):
        found = grown(board, up, random)
        if found and trip.is_place(position, board, found, trip.whole_rulings(rulings)):
            up = [*found, random.choice(up)]
            break
    up = sorted(set(up))
    return trip.in_square_order(random.sample(up, min(len(up), wanted)))


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
