"""A deliberately naive second model of the trip game.

It is played beside the library and shares no code with it. It wants to be compared with the rule text by eye: plain
dicts, lists and sets, one `if` for each step word and each ruling value, brute force wherever something is counted.
A position is the JSON of a position, whole; `play` gives a new one and leaves the old one as it is.
"""

from __future__ import annotations

import copy
import functools
import itertools
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Json = dict[str, Any]  # Any: JSON, which has no better type

# ---------------------------------------------------------------------------------------------------------------------
# The open points of the rule text and their readings, the default first.
# ---------------------------------------------------------------------------------------------------------------------

READINGS: dict[str, tuple[str, ...]] = {
    "trip.turn-structure": ("whole-turn", "phases"),
    "trip.cross-centre": ("free", "must-be-empty"),
    "trip.window-overhang": ("allowed", "refused"),
    "trip.discards": ("free", "window", "global"),
    "trip.defines-per-turn": ("one", "any"),
    "trip.fresh-token": ("in-set", "beside"),
    "trip.park-kinds": ("same", "mixed"),
    "trip.landmark-mirror": ("allowed", "refused"),
    "trip.landmark-defining": ("unlimited", "once-per-shape"),
    "trip.shop-subset": ("connected", "any-of-group"),
    "trip.shop-restaurant-mix": ("never", "allowed"),
    "trip.tile-laying": ("must", "may"),
    "trip.park-stock": ("pooled", "per-kind"),
    "trip.match-counted": ("after-tile", "before-tile"),
    "trip.match-tokens": ("set", "fresh"),
    "trip.hotel-match": ("category", "shape"),
    "trip.area-identity": ("place", "component"),
    "trip.goal5-match": ("footprint", "squares"),
    "trip.goal5-mix": ("any-three", "one-of-each"),
    "trip.rank-ties": ("dense", "competition"),
    "trip.rank-zero": ("nothing", "scores"),
    "trip.largest-area": ("defined-component", "defined-place", "all-tokens"),
    "trip.adjacent-blocks": ("per-block", "per-neighbour", "per-pair"),
    "trip.largest-cluster": ("mixed", "same-type"),
}

DEFAULT_RULINGS: dict[str, str] = {ruling: readings[0] for ruling, readings in READINGS.items()}


def whole_rulings(rulings: dict[str, str] | None) -> dict[str, str]:
    chosen = dict(DEFAULT_RULINGS)
    for ruling, reading in (rulings or {}).items():
        if ruling not in READINGS or reading not in READINGS[ruling]:
            raise ValueError(f"no such ruling or reading: {ruling}={reading}")
        chosen[ruling] = reading
    return chosen


# ---------------------------------------------------------------------------------------------------------------------
# Components
# ---------------------------------------------------------------------------------------------------------------------

TOKENS = "FBPHLSR"  # fountain bench portrait hotel landmark shop restaurant
CATEGORY = {
    "F": "park",
    "B": "park",
    "P": "park",
    "H": "hotel",
    "L": "landmark",
    "S": "shop",
    "R": "restaurant",
}
COLUMNS = "ABCDEFG"
SQUARES = [column + str(row) for row in range(1, 8) for column in COLUMNS]  # A1 B1 .. G1 A2 .. G7
AIMS = [*SQUARES, "-"]  # where a token may go; "-" is the mistaken memories
STANDARD_GOALS = ["parks", "hotels", "shops", "restaurants", "matches"]
PINK_GOALS = ["largest-shop", "shops-by-parks", "adjacent-places", "west-edge", "hotels-by-river"]
BLUE_GOALS = ["largest-restaurant", "restaurants-by-parks", "largest-cluster", "two-ends", "food-by-coast"]
BASE = {"park": 2, "hotel": 4, "landmark": 6}
PHOTO_TABLE = {0: -2, 1: -1, 2: 1, 3: 3, 4: 6}

EDITIONS = Path(__file__).parents[2] / "spec" / "tabi" / "spec" / "trip" / "editions"


@functools.cache
def read_edition(name: str) -> Json:
    return tomllib.loads((EDITIONS / f"{name}.toml").read_text(encoding="utf-8"))


def edition_of(position: Json) -> Json:
    """An edition is named, or written out whole."""
    if isinstance(position["edition"], str):
        return read_edition(position["edition"])
    edition: Json = position["edition"]
    return edition


def city_of(position: Json) -> Json:
    for city in edition_of(position)["city"]:
        if city["name"] == position["city"]:
            found: Json = city
            return found
    raise ValueError(f"no such city: {position['city']}")


def in_token_order(letters: str) -> str:
    return "".join(sorted(letters, key=TOKENS.index))


def in_square_order(squares: Iterable[str]) -> list[str]:
    return sorted(squares, key=SQUARES.index)


def column_of(square: str) -> int:
    return COLUMNS.index(square[0])


def row_of(square: str) -> int:
    return int(square[1]) - 1


def square_at(column: int, row: int) -> str | None:
    if 0 <= column < 7 and 0 <= row < 7:
        return COLUMNS[column] + str(row + 1)
    return None


def beside(one: str, other: str) -> bool:
    """Whether two squares touch horizontally or vertically."""
    return abs(column_of(one) - column_of(other)) + abs(row_of(one) - row_of(other)) == 1


def squares_in_play(position: Json) -> list[str]:
    """All 49, or without the line that the smaller game covers."""
    if position["size"] == "7x7":
        return list(SQUARES)
    what, which = city_of(position)["closed"].split()
    if what == "row":
        return [square for square in SQUARES if square[1] != which]
    return [square for square in SQUARES if square[0] != which]


def squares_on_land(position: Json) -> list[str]:
    water = city_of(position)["water"]
    return [square for square in squares_in_play(position) if square not in water]


def connected(squares: list[str]) -> bool:
    """Whether one gets from each of the squares to each other over the squares alone."""
    reached = {squares[0]}
    grown = True
    while grown:
        grown = False
        for square in squares:
            if square not in reached and any(beside(square, other) for other in reached):
                reached.add(square)
                grown = True
    return len(reached) == len(set(squares))


def components(squares: list[str]) -> list[list[str]]:
    """The connected groups of squares."""
    rest = list(squares)
    groups: list[list[str]] = []
    while rest:
        group = [rest.pop(0)]
        grown = True
        while grown:
            grown = False
            for square in list(rest):
                if any(beside(square, other) for other in group):
                    group.append(square)
                    rest.remove(square)
                    grown = True
        groups.append(in_square_order(group))
    return groups


# ---------------------------------------------------------------------------------------------------------------------
# Boards: a dict from square to letter, a capital for a token that lies face up, a small one for one face down.
# ---------------------------------------------------------------------------------------------------------------------


def read_board(text: str) -> dict[str, str]:
    board: dict[str, str] = {}
    for row, line in enumerate(text.split("/")):
        column = 0
        for sign in line:
            if sign.isdigit():
                column += int(sign)
            else:
                board[COLUMNS[column] + str(row + 1)] = sign
                column += 1
    return board


def write_board(board: dict[str, str]) -> str:
    lines: list[str] = []
    for row in range(1, 8):
        line = ""
        empty = 0
        for column in COLUMNS:
            if column + str(row) in board:
                if empty > 0:
                    line += str(empty)
                    empty = 0
                line += board[column + str(row)]
            else:
                empty += 1
        if empty > 0:
            line += str(empty)
        lines.append(line)
    return "/".join(lines)


def board_of(position: Json, seat: int) -> dict[str, str]:
    return read_board(position["players_boards"][seat - 1]["board"])


def places_of(position: Json, seat: int) -> list[list[str]]:
    return [text.split(" ") for text in position["players_boards"][seat - 1]["places"]]


def seats(position: Json) -> range:
    return range(1, position["players"] + 1)


def bag(position: Json) -> dict[str, int]:
    """What is in the bag: the tokens of the game without all that one sees."""
    edition = edition_of(position)
    left = {token: edition["tokens"][token] for token in TOKENS}
    if position["players"] == 2:
        for token in TOKENS:
            left[token] -= edition["removed_for_two"][token]
    seen = position["hand"] + position["leftovers"]
    for word in position["slots"]:
        if word is not None:
            seen += word
    for seat in seats(position):
        seen += position["players_boards"][seat - 1]["mistaken"]
        seen += "".join(board_of(position, seat).values()).upper()
    for token in seen:
        left[token] -= 1
    return left


# ---------------------------------------------------------------------------------------------------------------------
# The start
# ---------------------------------------------------------------------------------------------------------------------


def start(setup: Json) -> Json:
    players = setup["players"]
    if players not in (2, 3, 4):
        raise ValueError("two to four players")
    position: Json = {"edition": setup["edition"]}
    position["city"] = setup.get("city") or edition_of(position)["default_city"]
    side = city_of(position)["side"]
    position["players"] = players
    position["size"] = setup.get("size", "7x7")
    position["goals"] = setup.get("goals", "standard")
    position["goal"] = setup["goal"]
    if position["goals"] == "standard":
        if position["goal"] not in STANDARD_GOALS:
            raise ValueError("one of the five standard goals")
    elif side == "pink":
        if position["goal"] not in PINK_GOALS:
            raise ValueError("one of the five goals of the pink side")
    else:
        if position["goal"] not in BLUE_GOALS:
            raise ValueError("one of the five goals of the blue side")
    position["boards"] = list(setup.get("boards", range(1, players + 1)))
    position["phase"] = "reveal"
    position["round"] = 1
    position["turn"] = 1
    position["start_player"] = setup.get("start_player", 1)
    position["player"] = position["start_player"]
    position["cards"] = []
    position["slots"] = []
    position["hand"] = ""
    position["placing"] = []
    position["fresh"] = [[] for _ in range(players)]
    position["players_boards"] = [
        {"board": "7/7/7/7/7/7/7", "places": [], "mistaken": "", "score": 0} for _ in range(players)
    ]
    position["defining"] = None
    position["map"] = []
    position["leftovers"] = ""
    position["outcome"] = None
    return position


# ---------------------------------------------------------------------------------------------------------------------
# 五.1-2: a memory card is opened and its tokens are drawn
# ---------------------------------------------------------------------------------------------------------------------


def card_named(position: Json, pattern: str) -> Json | None:
    for card in edition_of(position)["memory_card"]:
        if card["pattern"] == pattern:
            found: Json = card
            return found
    return None


def rounds(position: Json) -> int:
    copies: list[int] = [card["copies"] for card in edition_of(position)["memory_card"]]
    return sum(copies)


def is_legal_reveal(position: Json, text: str) -> bool:
    words = text.split(" ")
    if position["phase"] != "reveal" or words[0] != "reveal" or len(words) < 2:
        return False
    card = card_named(position, words[1])
    if card is None:
        return False
    # The card is still in the deck.
    if position["cards"].count(words[1]) >= card["copies"]:
        return False
    # Four slots, three with two players.
    slots = words[2:]
    if len(slots) != (3 if position["players"] == 2 else 4):
        return False
    # As many tokens in each as the card says, all of them from the bag.
    left = bag(position)
    for word in slots:
        if len(word) != card["tokens"]:
            return False
        for token in word:
            if token not in TOKENS:
                return False
            left[token] -= 1
            if left[token] < 0:
                return False
        if word != in_token_order(word):
            return False
    return True


# ---------------------------------------------------------------------------------------------------------------------
# 五.4: placing
# ---------------------------------------------------------------------------------------------------------------------


def windows(position: Json, rulings: dict[str, str]) -> list[list[str]]:
    """Every place where the open card's four squares may lie; of each the squares that are on the board."""
    card = card_named(position, position["cards"][-1])
    assert card is not None
    in_play = squares_in_play(position)
    board = board_of(position, position["player"])
    found: list[list[str]] = []
    for right in range(-12, 13):
        for down in range(-12, 13):
            cells = [square_at(dx + right, dy + down) for dx, dy in card["cells"]]
            on_board = [cell for cell in cells if cell is not None and cell in in_play]
            if not on_board:
                continue
            if rulings["trip.window-overhang"] == "refused":
                if len(on_board) < len(cells):
                    continue
            if rulings["trip.cross-centre"] == "must-be-empty" and "centre" in card:
                centre = square_at(card["centre"][0] + right, card["centre"][1] + down)
                if centre in board:
                    continue
            found.append(on_board)
    return found


def usable_squares(board: dict[str, str], land: list[str], window: list[str]) -> list[str]:
    """The squares of a window on which a token may be placed: no water, no token that lies face down."""
    usable: list[str] = []
    for square in window:
        if square not in land:
            continue
        if square in board and board[square].islower():
            continue
        usable.append(square)
    return in_square_order(usable)


def complete_placements(position: Json, rulings: dict[str, str]) -> list[list[str]]:
    """Every legal way to place the whole set that begins as the player has begun: `F C3`, `B -`, ... in order."""
    placed: list[str] = position["placing"]
    tokens = [text[0] for text in placed] + list(position["hand"])
    board = board_of(position, position["player"])
    land = squares_on_land(position)
    usable_of = [usable_squares(board, land, window) for window in windows(position, rulings)]
    if not usable_of:
        return [[f"{token} -" for token in tokens]]
    most = max(min(len(tokens), len(usable)) for usable in usable_of)
    found: set[tuple[str, ...]] = set()
    for usable in usable_of:
        choices: list[list[str]] = []
        for number in range(len(tokens)):
            if number < len(placed):
                choices.append([placed[number][2:]])
            else:
                choices.append([*usable, "-"])
        for aims in itertools.product(*choices):
            targets = [aim for aim in aims if aim != "-"]
            if len(set(targets)) < len(targets) or not all(target in usable for target in targets):
                continue
            # Equal tokens: squares in ascending order, what is discarded last.
            in_order = True
            for number in range(1, len(tokens)):
                if tokens[number] == tokens[number - 1]:
                    if AIMS.index(aims[number - 1]) > AIMS.index(aims[number]):
                        in_order = False
            if not in_order:
                continue
            # Some of the discarded ones may have been aimed at face-up tokens that were kept, each at its own square.
            discarded = len(tokens) - len(targets)
            keeping = [square for square in usable if square in board and square not in targets]
            legal = False
            for kept in range(min(discarded, len(keeping)) + 1):
                unaimed = discarded - kept
                if rulings["trip.discards"] == "free":
                    legal = True
                elif rulings["trip.discards"] == "window":
                    if unaimed == max(0, len(tokens) - len(usable)):
                        legal = True
                else:  # "global"
                    if unaimed == max(0, len(tokens) - len(usable)) and min(len(tokens), len(usable)) == most:
                        legal = True
            if legal:
                found.add(tuple(f"{token} {aim}" for token, aim in zip(tokens, aims, strict=True)))
    return [list(placement) for placement in sorted(found)]


def place_steps(position: Json, rulings: dict[str, str]) -> list[str]:
    following = len(position["placing"])
    steps: list[str] = []
    for placement in complete_placements(position, rulings):
        token, aim = placement[following].split(" ")
        step = f"discard {token}" if aim == "-" else f"put {token} {aim}"
        if step not in steps:
            steps.append(step)
    return steps


# ---------------------------------------------------------------------------------------------------------------------
# 五.5: defining a place
# ---------------------------------------------------------------------------------------------------------------------


def hotel_shape(squares: list[str]) -> str | None:
    if len(squares) != 3 or not connected(squares):
        return None
    if len({column_of(square) for square in squares}) == 1 or len({row_of(square) for square in squares}) == 1:
        return "straight"
    return "ell"


def in_the_corner(cells: list[tuple[int, int]]) -> list[tuple[int, int]]:
    left = min(column for column, _ in cells)
    top = min(row for _, row in cells)
    return sorted((column - left, row - top) for column, row in cells)


def congruent(squares: list[str], shape: list[str], mirror: bool) -> bool:
    wanted = in_the_corner([(column_of(square), row_of(square)) for square in shape])
    cells = [(column_of(square), row_of(square)) for square in squares]
    for _ in range(4):
        cells = [(-row, column) for column, row in cells]  # a quarter turn
        if in_the_corner(cells) == wanted:
            return True
        if mirror and in_the_corner([(-column, row) for column, row in cells]) == wanted:
            return True
    return False


def landmark_piece(position: Json, squares: list[str], rulings: dict[str, str]) -> str | None:
    """The piece of the city that has the shape of these squares."""
    for piece, shape in city_of(position)["landmarks"].items():
        if congruent(squares, shape, mirror=rulings["trip.landmark-mirror"] == "allowed"):
            name: str = piece
            return name
    return None


def is_piece_used(position: Json, piece: str, rulings: dict[str, str]) -> bool:
    """Whether any player has defined a landmark of this piece."""
    for seat in seats(position):
        board = board_of(position, seat)
        for place in places_of(position, seat):
            if place_category(board, place) == "landmark" and landmark_piece(position, place, rulings) == piece:
                return True
    return False


def place_category(board: dict[str, str], squares: list[str]) -> str:
    """What a set is by its tokens: park, hotel, landmark, shop, restaurant, or mixed (shops with restaurants)."""
    categories = {CATEGORY[board[square].upper()] for square in squares}
    if len(categories) == 1:
        return categories.pop()
    return "mixed"


def is_place(position: Json, board: dict[str, str], squares: list[str], rulings: dict[str, str]) -> bool:
    """Whether these face-up tokens are as many and lie as a place wants it."""
    kinds = {board[square] for square in squares}
    if kinds <= {"F", "B", "P"}:
        if len(squares) != 2 or not beside(squares[0], squares[1]):
            return False
        if rulings["trip.park-kinds"] == "same":
            return len(kinds) == 1
        return True  # "mixed"
    if kinds == {"H"}:
        return hotel_shape(squares) is not None
    if kinds == {"L"}:
        if len(squares) != 4:
            return False
        piece = landmark_piece(position, squares, rulings)
        if piece is None:
            return False
        if rulings["trip.landmark-defining"] == "once-per-shape":
            return not is_piece_used(position, piece, rulings)
        return True  # "unlimited"
    if kinds <= {"S", "R"}:
        if len(squares) < 3:
            return False
        if rulings["trip.shop-restaurant-mix"] == "never" and len(kinds) > 1:
            return False
        if rulings["trip.shop-subset"] == "connected":
            return connected(squares)
        # "any-of-group"
        if rulings["trip.shop-restaurant-mix"] == "never":
            alike = [square for square in board if board[square] in kinds]
        else:
            alike = [square for square in board if board[square] in ("S", "R")]
        return any(set(squares) <= set(group) for group in components(alike))
    return False


def is_fresh(board: dict[str, str], fresh: list[str], squares: list[str], rulings: dict[str, str]) -> bool:
    """Whether a token of this turn is in the set (or, under "beside", of the same kind next to it)."""
    for square in squares:
        if square in fresh:
            return True
        if rulings["trip.fresh-token"] == "beside":
            for other in fresh:
                if beside(square, other) and board.get(other) == board[square]:  # (face up, both of them)
                    return True
    return False


def may_define(position: Json, squares: list[str], rulings: dict[str, str]) -> bool:
    board = board_of(position, position["player"])
    if not squares or squares != in_square_order(set(squares)):
        return False
    for square in squares:
        if square not in board or board[square].islower():
            return False
    if not is_fresh(board, position["fresh"][position["player"] - 1], squares, rulings):
        return False
    return is_place(position, board, squares, rulings)


def definable_sets(position: Json, rulings: dict[str, str]) -> list[list[str]]:
    """Every set that may be defined: all subsets of all connected groups are tried."""
    board = board_of(position, position["player"])
    fresh = position["fresh"][position["player"] - 1]
    families = ["F", "B", "P", "H", "L", "S", "R"]
    if rulings["trip.park-kinds"] == "mixed":
        families = ["FBP", *families[3:]]
    if rulings["trip.shop-restaurant-mix"] == "allowed":
        families = [*families[:-2], "SR"]
    found: list[list[str]] = []
    for family in families:
        for group in components([square for square in board if board[square] in family]):
            sizes: list[int]
            if family in "FBP":
                sizes = [2]
            elif family == "H":
                sizes = [3]
            elif family == "L":
                sizes = [4]
            else:
                sizes = list(range(3, len(group) + 1))
            for size in sizes:
                for subset in itertools.combinations(group, size):
                    squares = list(subset)
                    if not is_fresh(board, fresh, squares, rulings):
                        continue
                    if family[-1] in "SR" and rulings["trip.shop-subset"] == "any-of-group":
                        found.append(squares)  # any three or more of a group
                    elif is_place(position, board, squares, rulings):
                        found.append(squares)
    return found


# ---------------------------------------------------------------------------------------------------------------------
# 五.6: tiles on the common map
# ---------------------------------------------------------------------------------------------------------------------


def tile_squares(tile: str) -> list[str]:
    words = tile.split(" ")
    if words[0] in ("shop", "restaurant"):
        return words[1:]
    return words[2:]


def tile_on(tiles: list[str], square: str) -> str | None:
    for tile in tiles:
        if square in tile_squares(tile):
            return tile
    return None


def stock(position: Json) -> dict[str, int]:
    """How many tiles of each sort are left."""
    tiles = edition_of(position)["tiles"]
    left: dict[str, int] = {}
    for kind in ("F", "B", "P"):
        left[f"park {kind}"] = tiles["parks"][kind]
    for shape in ("ell", "straight"):
        left[f"hotel {shape}"] = tiles["hotels"][shape]
    for piece in city_of(position)["landmarks"]:
        left[f"landmark {piece}"] = 1
    left["shop"] = tiles["shops"]
    left["restaurant"] = tiles["restaurants"]
    for tile in position["map"]:
        words = tile.split(" ")
        if words[0] in ("shop", "restaurant"):
            left[words[0]] -= 1
        else:
            left[f"{words[0]} {words[1]}"] -= 1
    return left


def lay_steps(position: Json, rulings: dict[str, str]) -> list[str]:
    squares = position["defining"].split(" ")
    board = board_of(position, position["player"])
    category = place_category(board, squares)
    left = stock(position)
    step = "lay " + " ".join(squares)
    free = [square for square in squares if tile_on(position["map"], square) is None]
    options: list[str] = []
    if category == "park":
        if len(free) == len(squares):
            kinds = in_token_order("".join({board[square].upper() for square in squares}))
            if rulings["trip.park-stock"] == "pooled":
                if left["park F"] + left["park B"] + left["park P"] > 0:
                    options.append(step)
            else:  # "per-kind"
                if len(kinds) == 1:
                    if left[f"park {kinds}"] > 0:
                        options.append(step)
                else:  # two kinds: the player names the one that is laid
                    for kind in kinds:
                        if left[f"park {kind}"] > 0:
                            options.append(f"{step} {kind}")
    elif category == "hotel":
        if len(free) == len(squares) and left[f"hotel {hotel_shape(squares)}"] > 0:
            options.append(step)
    elif category == "landmark":
        if len(free) == len(squares) and left[f"landmark {landmark_piece(position, squares, rulings)}"] > 0:
            options.append(step)
    else:
        # Single tiles on the free squares, as many as there are left; each square by the kind of its token.
        shops = [square for square in free if board[square] == "s"]
        restaurants = [square for square in free if board[square] == "r"]
        most_shops = min(len(shops), left["shop"])
        most_restaurants = min(len(restaurants), left["restaurant"])
        for count in range(most_shops + 1):
            for other_count in range(most_restaurants + 1):
                if rulings["trip.tile-laying"] == "must":
                    if count < most_shops or other_count < most_restaurants:
                        continue
                if count + other_count == 0:
                    continue
                for some_shops in itertools.combinations(shops, count):
                    for some_restaurants in itertools.combinations(restaurants, other_count):
                        laid = in_square_order([*some_shops, *some_restaurants])
                        options.append("lay " + " ".join(laid))
    if not options:
        return ["lay -"]
    if rulings["trip.tile-laying"] == "may":
        options.append("lay -")
    return options


def tiles_laid(position: Json, text: str, rulings: dict[str, str]) -> list[str]:
    """The tiles, as the map writes them, that a lay step puts on the map."""
    words = text.split(" ")[1:]
    if words == ["-"]:
        return []
    squares = position["defining"].split(" ")
    board = board_of(position, position["player"])
    category = place_category(board, squares)
    left = stock(position)
    if category == "park":
        kind = ""
        if words[-1] in ("F", "B", "P"):
            kind = words[-1]
        else:
            # Its own kind while one is left, else the first kind that is left.
            own = in_token_order("".join({board[square].upper() for square in squares}))
            for one in own + "FBP":
                if kind == "" and left[f"park {one}"] > 0:
                    kind = one
        return [f"park {kind} " + " ".join(squares)]
    if category == "hotel":
        return [f"hotel {hotel_shape(squares)} " + " ".join(squares)]
    if category == "landmark":
        return [f"landmark {landmark_piece(position, squares, rulings)} " + " ".join(squares)]
    return [f"{CATEGORY[board[square].upper()]} {square}" for square in words]


# ---------------------------------------------------------------------------------------------------------------------
# 五.7: scoring a place
# ---------------------------------------------------------------------------------------------------------------------


def base_points(category: str, size: int) -> int:
    if category in BASE:
        return BASE[category]
    if size == 3:
        return 0
    if size == 4:
        return 1
    if size == 5:
        return 3
    return 5  # six and more


def match_points(
    board: dict[str, str], squares: list[str], tiles: list[str], fresh: list[str], rulings: dict[str, str]
) -> int:
    points = 0
    for square in squares:
        if rulings["trip.match-tokens"] == "fresh" and square not in fresh:
            continue
        tile = tile_on(tiles, square)
        if tile is None:
            continue
        if tile.split(" ")[0] != CATEGORY[board[square].upper()]:
            continue
        if rulings["trip.hotel-match"] == "shape" and tile.split(" ")[0] == "hotel":
            if tile.split(" ")[1] != hotel_shape(squares):
                continue
        points += 1
    return points


def place_points(position: Json, text: str, rulings: dict[str, str]) -> tuple[int, int]:
    """Base points and match points of a lay step."""
    squares = position["defining"].split(" ")
    board = board_of(position, position["player"])
    tiles = list(position["map"])
    if rulings["trip.match-counted"] == "after-tile":
        tiles += tiles_laid(position, text, rulings)
    fresh = position["fresh"][position["player"] - 1]
    base = base_points(place_category(board, squares), len(squares))
    return base, match_points(board, squares, tiles, fresh, rulings)


# ---------------------------------------------------------------------------------------------------------------------
# What may be done
# ---------------------------------------------------------------------------------------------------------------------


def steps(position: Json, rulings: dict[str, str] | None = None) -> list[str]:
    """All legal steps; none in phase reveal, where chance moves, and none after the end."""
    chosen = whole_rulings(rulings)
    if position["phase"] == "draft":
        return [f"take {slot}" for slot, word in enumerate(position["slots"], start=1) if word is not None]
    if position["phase"] == "place":
        return place_steps(position, chosen)
    if position["phase"] == "define":
        return ["define " + " ".join(squares) for squares in definable_sets(position, chosen)] + ["pass"]
    if position["phase"] == "tile":
        return lay_steps(position, chosen)
    if position["phase"] == "final":
        return ["score"]
    return []


def is_legal(position: Json, text: str, rulings: dict[str, str] | None = None) -> bool:
    if text.startswith("reveal"):
        return is_legal_reveal(position, text)
    if text.startswith("define "):
        return position["phase"] == "define" and may_define(position, text.split(" ")[1:], whole_rulings(rulings))
    if position["phase"] == "define":
        return text == "pass"
    return text in steps(position, rulings)


# ---------------------------------------------------------------------------------------------------------------------
# Playing a step
# ---------------------------------------------------------------------------------------------------------------------


def play(position: Json, text: str, rulings: dict[str, str] | None = None) -> Json:
    """The position after a legal step."""
    if not is_legal(position, text, rulings):
        raise ValueError(f"not legal: {text}")
    return play_legal(position, text, rulings)


def play_legal(position: Json, text: str, rulings: dict[str, str] | None = None) -> Json:
    """The position after a step that is known to be legal."""
    chosen = whole_rulings(rulings)
    after = copy.deepcopy(position)
    words = text.split(" ")
    if words[0] == "reveal":
        after["cards"].append(words[1])
        after["slots"] = words[2:]
        after["phase"] = "draft"
    elif words[0] == "take":
        after["hand"] = after["slots"][int(words[1]) - 1]
        after["slots"][int(words[1]) - 1] = None
        after["phase"] = "place"
    elif words[0] == "put":
        put(after, words[1], words[2])
        one_placed(after, chosen)
    elif words[0] == "discard":
        forget(after, words[1])
        after["placing"].append(f"{words[1]} -")
        after["hand"] = after["hand"][1:]
        one_placed(after, chosen)
    elif words[0] == "define":
        define(after, words[1:])
    elif words[0] == "pass":
        end_of_defining(after, chosen)
    elif words[0] == "lay":
        base, match = place_points(after, text, chosen)
        own(after)["score"] += base + match
        after["map"] += tiles_laid(after, text, chosen)
        after["defining"] = None
        if chosen["trip.defines-per-turn"] == "one":
            end_of_defining(after, chosen)
        else:  # "any"
            after["phase"] = "define"
    else:
        assert words[0] == "score"
        final_scoring(after, chosen)
    return after


def own(position: Json) -> Json:
    """The things of the acting player."""
    mine: Json = position["players_boards"][position["player"] - 1]
    return mine


def forget(position: Json, token: str) -> None:
    """A token goes to the mistaken memories of the acting player."""
    own(position)["mistaken"] = in_token_order(own(position)["mistaken"] + token)


def put(position: Json, token: str, square: str) -> None:
    board = board_of(position, position["player"])
    if square in board:
        forget(position, board[square])
    board[square] = token
    own(position)["board"] = write_board(board)
    fresh = position["fresh"][position["player"] - 1]
    position["fresh"][position["player"] - 1] = in_square_order([*fresh, square])
    position["placing"].append(f"{token} {square}")
    position["hand"] = position["hand"][1:]


def define(position: Json, squares: list[str]) -> None:
    board = board_of(position, position["player"])
    for square in squares:
        board[square] = board[square].lower()
    own(position)["board"] = write_board(board)
    places = [text.split(" ") for text in own(position)["places"]] + [squares]
    places.sort(key=lambda place: SQUARES.index(place[0]))
    own(position)["places"] = [" ".join(place) for place in places]
    position["defining"] = " ".join(squares)
    position["phase"] = "tile"


def to_the_left(position: Json, seat: int) -> int:
    return 1 if seat == position["players"] else seat + 1


def is_last_in_round(position: Json) -> bool:
    return bool(to_the_left(position, position["player"]) == position["start_player"])


def one_placed(position: Json, rulings: dict[str, str]) -> None:
    if position["hand"] != "":
        return
    position["placing"] = []
    if rulings["trip.turn-structure"] == "whole-turn":
        position["phase"] = "define"
        return
    # "phases": everybody takes and places before anybody defines.
    position["player"] = to_the_left(position, position["player"])
    position["turn"] += 1
    if position["player"] == position["start_player"]:
        position["phase"] = "define"
    else:
        position["phase"] = "draft"


def end_of_defining(position: Json, rulings: dict[str, str]) -> None:
    position["fresh"][position["player"] - 1] = []
    if is_last_in_round(position):
        end_of_round(position)
        return
    position["player"] = to_the_left(position, position["player"])
    position["turn"] += 1
    if rulings["trip.turn-structure"] == "whole-turn":
        position["phase"] = "draft"
    else:  # "phases"
        position["phase"] = "define"


def end_of_round(position: Json) -> None:
    for word in position["slots"]:
        if word is not None:
            position["leftovers"] = in_token_order(position["leftovers"] + word)
    position["slots"] = []
    if position["round"] == rounds(position):
        position["phase"] = "final"
        return
    position["round"] += 1
    position["turn"] += 1
    position["start_player"] = to_the_left(position, position["start_player"])
    position["player"] = position["start_player"]
    position["phase"] = "reveal"


# ---------------------------------------------------------------------------------------------------------------------
# 六, 七.2: goals
# ---------------------------------------------------------------------------------------------------------------------


def touch(place: list[str], other: list[str]) -> bool:
    return any(beside(square, one) for square in place for one in other)


def places_counted_as(position: Json, seat: int, category: str) -> list[list[str]]:
    """The defined places of a category. A mixed place counts where it has three tokens of the kind, and by these."""
    board = board_of(position, seat)
    found: list[list[str]] = []
    for place in places_of(position, seat):
        if place_category(board, place) == category:
            found.append(place)
        elif place_category(board, place) == "mixed" and category in ("shop", "restaurant"):
            alike = [square for square in place if CATEGORY[board[square].upper()] == category]
            if len(alike) >= 3:
                found.append(alike)
    return found


def clusters(places: list[list[str]]) -> list[list[list[str]]]:
    """Places that touch, taken together."""
    rest = list(places)
    found: list[list[list[str]]] = []
    while rest:
        cluster = [rest.pop(0)]
        grown = True
        while grown:
            grown = False
            for place in list(rest):
                if any(touch(place, other) for other in cluster):
                    cluster.append(place)
                    rest.remove(place)
                    grown = True
        found.append(cluster)
    return found


def areas(position: Json, seat: int, category: str, rulings: dict[str, str]) -> int:
    places = places_counted_as(position, seat, category)
    if rulings["trip.area-identity"] == "place":
        return len(places)
    return len(clusters(places))  # "component"


def matching_places(position: Json, seat: int, rulings: dict[str, str]) -> list[str]:
    """The categories of the parks, hotels and landmarks that lie as the tiles on the common map do."""
    found: list[str] = []
    for category in ("park", "hotel", "landmark"):
        for place in places_counted_as(position, seat, category):
            tiles = [tile for tile in position["map"] if tile.split(" ")[0] == category]
            if rulings["trip.goal5-match"] == "footprint":
                if any(set(tile_squares(tile)) == set(place) for tile in tiles):
                    found.append(category)
            else:  # "squares"
                if all(tile_on(tiles, square) is not None for square in place):
                    found.append(category)
    return found


def fulfils(position: Json, seat: int, rulings: dict[str, str]) -> bool:
    """Whether a player fulfils the standard goal."""
    goal = position["goal"]
    if goal == "parks":
        return len(places_counted_as(position, seat, "park")) >= 3
    if goal == "hotels":
        return len(places_counted_as(position, seat, "hotel")) >= 2
    if goal == "shops":
        return areas(position, seat, "shop", rulings) >= 2
    if goal == "restaurants":
        return areas(position, seat, "restaurant", rulings) >= 2
    assert goal == "matches"
    found = matching_places(position, seat, rulings)
    if rulings["trip.goal5-mix"] == "any-three":
        return len(found) >= 3
    return set(found) == {"park", "hotel", "landmark"}  # "one-of-each"


def largest_area(position: Json, seat: int, category: str, rulings: dict[str, str]) -> int:
    """The tokens of a player's largest shop or restaurant area."""
    board = board_of(position, seat)
    letter = "S" if category == "shop" else "R"
    sizes = [0]
    if rulings["trip.largest-area"] == "defined-component":
        for group in components([square for square in board if board[square] == letter.lower()]):
            sizes.append(len(group))
    elif rulings["trip.largest-area"] == "defined-place":
        for place in places_counted_as(position, seat, category):
            sizes.append(len(place))
    else:  # "all-tokens"
        for group in components([square for square in board if board[square].upper() == letter]):
            sizes.append(len(group))
    return max(sizes)


def tokens_by_parks(position: Json, seat: int, letter: str) -> int:
    """The tokens of a kind, defined or not, that touch at least one defined park token."""
    board = board_of(position, seat)
    count = 0
    for square in board:
        if board[square].upper() == letter:
            if any(beside(square, other) and board[other] in "fbp" for other in board):
                count += 1
    return count


def adjacent_places(position: Json, seat: int, rulings: dict[str, str]) -> int:
    points = 0
    for category in ("park", "hotel", "landmark"):
        places = places_counted_as(position, seat, category)
        for place in places:
            neighbours = [other for other in places if other != place and touch(place, other)]
            if rulings["trip.adjacent-blocks"] == "per-block":
                if neighbours:
                    points += 2
            elif rulings["trip.adjacent-blocks"] == "per-neighbour":
                points += 2 * len(neighbours)
        if rulings["trip.adjacent-blocks"] == "per-pair":
            for place, other in itertools.combinations(places, 2):
                if touch(place, other):
                    points += 2
    return points


def largest_cluster(position: Json, seat: int, rulings: dict[str, str]) -> int:
    """The largest block of touching parks, hotels and landmarks, counted in places."""
    sizes = [0]
    if rulings["trip.largest-cluster"] == "mixed":
        places: list[list[str]] = []
        for category in ("park", "hotel", "landmark"):
            places += places_counted_as(position, seat, category)
        for cluster in clusters(places):
            sizes.append(len(cluster))
    else:  # "same-type"
        for category in ("park", "hotel", "landmark"):
            for cluster in clusters(places_counted_as(position, seat, category)):
                sizes.append(len(cluster))
    return max(sizes)


def places_on(position: Json, seat: int, categories: list[str], region: str) -> int:
    """How many defined places of these categories lie on at least one square of a region."""
    squares = city_of(position)["regions"][region]
    count = 0
    for category in categories:
        for place in places_counted_as(position, seat, category):
            if any(square in squares for square in place):
                count += 1
    return count


def food_by_coast(position: Json, seat: int) -> int:
    board = board_of(position, seat)
    squares = city_of(position)["regions"]["food-by-coast"]
    return len([square for square in squares if board.get(square, "-").upper() in ("S", "R")])


def six_three(values: list[int], rulings: dict[str, str]) -> list[int]:
    """6 points for the most, 3 for the second most; ties all get them."""
    if rulings["trip.rank-zero"] == "nothing":
        counting = [value for value in values if value > 0]
    else:  # "scores"
        counting = list(values)
    heights = sorted(set(counting), reverse=True)
    points: list[int] = []
    for value in values:
        if len(heights) >= 1 and value == heights[0]:
            points.append(6)
        elif len(heights) >= 2 and value == heights[1]:
            if rulings["trip.rank-ties"] == "competition" and values.count(heights[0]) >= 2:
                points.append(0)
            else:
                points.append(3)
        else:
            points.append(0)
    return points


def goal_points(position: Json, rulings: dict[str, str] | None = None) -> list[int]:
    chosen = whole_rulings(rulings)
    goal = position["goal"]
    table = seats(position)
    if goal in STANDARD_GOALS:
        return [6 if fulfils(position, seat, chosen) else 0 for seat in table]
    if goal == "largest-shop":
        return six_three([largest_area(position, seat, "shop", chosen) for seat in table], chosen)
    if goal == "largest-restaurant":
        return six_three([largest_area(position, seat, "restaurant", chosen) for seat in table], chosen)
    if goal == "shops-by-parks":
        return [tokens_by_parks(position, seat, "S") for seat in table]
    if goal == "restaurants-by-parks":
        return [tokens_by_parks(position, seat, "R") for seat in table]
    if goal == "adjacent-places":
        return [adjacent_places(position, seat, chosen) for seat in table]
    if goal == "largest-cluster":
        return six_three([largest_cluster(position, seat, chosen) for seat in table], chosen)
    if goal in ("west-edge", "two-ends"):
        return [places_on(position, seat, ["park", "hotel", "landmark"], goal) for seat in table]
    if goal == "hotels-by-river":
        return [2 * places_on(position, seat, ["hotel"], goal) for seat in table]
    assert goal == "food-by-coast"
    return [food_by_coast(position, seat) for seat in table]


# ---------------------------------------------------------------------------------------------------------------------
# 八: the end
# ---------------------------------------------------------------------------------------------------------------------


def photo_points(position: Json, seat: int) -> int:
    board = board_of(position, seat)
    photos = city_of(position)["boards"][position["boards"][seat - 1] - 1]
    colours = edition_of(position)["photo_colours"]
    matching = 0
    for colour, square in photos.items():
        if square in board and colours[board[square].upper()] == colour:
            matching += 1
    return PHOTO_TABLE[matching]


def mistake_points(position: Json) -> list[int]:
    counts = [len(one["mistaken"]) for one in position["players_boards"]]
    return [-count if count == max(counts) else 0 for count in counts]


def final_awards(position: Json, rulings: dict[str, str] | None = None) -> list[Json]:
    """The points of the final scoring, those of 0 points left out."""
    goals = goal_points(position, rulings)
    mistakes = mistake_points(position)
    awards: list[Json] = []
    for seat in seats(position):
        points = [
            ("trip.photos.table", photo_points(position, seat)),
            ("trip.mistakes.most", mistakes[seat - 1]),
            (f"trip.goals.{position['goal']}", goals[seat - 1]),
        ]
        for clause, number in points:
            if number != 0:
                awards.append({"seat": seat, "clause": clause, "points": number, "why": ""})
    return awards


def winners(position: Json) -> list[int]:
    """Most points; of these the fewest mistaken memories; of these all."""
    best = max(one["score"] for one in position["players_boards"])
    first = [seat for seat in seats(position) if position["players_boards"][seat - 1]["score"] == best]
    fewest = min(len(position["players_boards"][seat - 1]["mistaken"]) for seat in first)
    return [seat for seat in first if len(position["players_boards"][seat - 1]["mistaken"]) == fewest]


def final_scoring(position: Json, rulings: dict[str, str]) -> None:
    awards = final_awards(position, rulings)
    for award in awards:
        position["players_boards"][award["seat"] - 1]["score"] += award["points"]
    position["phase"] = "over"
    position["outcome"] = {
        "awards": awards,
        "totals": [one["score"] for one in position["players_boards"]],
        "winners": winners(position),
    }


# ---------------------------------------------------------------------------------------------------------------------
# A record: the setup (or a whole position), and every step, as text or as an object
# ---------------------------------------------------------------------------------------------------------------------


def text_of(step: str | Json) -> str:
    """A step as text; in an object the fields stand in the order of the words."""
    if isinstance(step, str):
        return step
    word = step["step"]
    if word == "reveal":
        return " ".join(["reveal", step["card"], *step["slots"]])
    if word == "take":
        return f"take {step['slot']}"
    if word == "put":
        return f"put {step['token']} {step['square']}"
    if word == "discard":
        return f"discard {step['token']}"
    if word == "define":
        return f"define {step['squares']}"
    if word == "lay":
        text = f"lay {step['squares'] or '-'}"
        return f"{text} {step['kind']}" if step.get("kind") else text
    assert word in ("pass", "score")
    return str(word)


def walk(record: Json) -> Json:
    """The position to which a record leads."""
    position: Json = start(record["deal"]) if record.get("deal") is not None else record["position"]
    for turn in record["turns"]:
        for step in turn:
            position = play(position, text_of(step), record.get("rulings"))
    return position


def final_scores(record: Json) -> list[int]:
    """The total of each seat, recomputed from the steps of a finished record alone."""
    position = walk(record)
    if position["phase"] != "over":
        raise ValueError("the game is not over")
    return [one["score"] for one in position["players_boards"]]
