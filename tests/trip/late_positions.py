"""Late positions of the trip as JSON, laid out directly: crowded boards, places that touch, covered maps, short stocks.

Whole games seldom come to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from naive import trip
from trip.random_tables import ROUNDS, Json, Rulings, drawn, random_setup

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
UNLIMITED = {"trip.landmark-defining": "unlimited"}
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
        if random.random() < 0.25:
            plant_landmark(position, seat, bag, random)
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


def plant_landmark(position: Json, seat: int, bag: dict[str, int], random: Random) -> None:
    """Four landmarks in a shape of the city on free land; of two players' boards one piece is often on both."""
    shape = random.choice(list(trip.city_of(position)["landmarks"].values())[1:])
    cells = [(trip.column_of(square), trip.row_of(square)) for square in shape]
    for _ in range(random.randint(0, 3)):
        cells = [(3 - row, column) for column, row in cells]
    board = trip.board_of(position, seat)
    free = [square for square in trip.squares_on_land(position) if square not in board]
    for _ in range(40):
        right, down = random.randint(-3, 6), random.randint(-3, 6)
        squares = [trip.square_at(column + right, row + down) for column, row in cells]
        if bag["L"] >= len(squares) and all(square in free for square in squares):
            bag["L"] -= len(squares)
            board.update({square: "L" for square in squares if square is not None})
            position["players_boards"][seat - 1]["board"] = trip.write_board(board)
            return


def define_some(position: Json, seat: int, rulings: Rulings, random: Random) -> None:
    """Some sets of the board, found by growing them at random, become places."""
    chosen_rulings = trip.whole_rulings(rulings)
    needs_one = position["phase"] == "tile" and seat == position["player"]
    for _ in range(random.choice([40, 80] if needs_one else [0, 4, 15, 40, 80])):
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
    for _ in range(random.choice([0, 3, 80])):
        lay_askew(position, "hotel", random.choice(trip.SQUARES), random)


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
        board = trip.board_of(position, position["player"])
        category = random.choice(sorted({trip.place_category(board, place) for place in places}))
        place = random.choice([place for place in places if trip.place_category(board, place) == category])
        position["defining"] = " ".join(place)
        if random.random() < 0.6:
            position["map"] = [tile for tile in position["map"] if not set(trip.tile_squares(tile)) & set(place)]
            if random.random() < 0.4:
                lay_askew(position, category, random.choice(place), random)
            elif category == "hotel":
                use_up_hotels(position, place, random)
        fresh = random.sample(place, random.randint(1, 2))
        position["fresh"][position["player"] - 1] = trip.in_square_order(fresh)


def use_up_hotels(position: Json, place: list[str], random: Random) -> None:
    """Hotel tiles laid elsewhere until hardly any is left."""
    far = []
    for square in trip.squares_on_land(position):
        down = [abs(trip.row_of(square) - trip.row_of(one)) for one in place]
        along = [abs(trip.column_of(square) - trip.column_of(one)) for one in place]
        if min(row + column for row, column in zip(down, along, strict=True)) > 2:
            far.append(square)
    for _ in range(60):
        lay_askew(position, "hotel", random.choice(far), random)


def some_fresh(position: Json, seat: int, rulings: Rulings, random: Random) -> list[str]:
    """As many squares as a card has tokens, or fewer, most of them of sets that can then be defined."""
    card = trip.card_named(position, position["cards"][-1])
    assert card is not None
    board = trip.board_of(position, seat)
    up = [square for square in board if board[square].isupper()]
    wanted = random.randint(1, card["tokens"])
    for _ in range(30):
        found = grown(board, up, random)
        if found and trip.is_place(position, board, found, {**trip.whole_rulings(rulings), **UNLIMITED}):
            up = [*found, random.choice(up)]
            break
    up = sorted(set(up))
    return trip.in_square_order(random.sample(up, min(len(up), wanted)))
