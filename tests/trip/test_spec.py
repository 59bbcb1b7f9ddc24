"""The trip's data: clauses and rulings hang together, shipped editions are as the facts say, faults are named."""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise

import pytest
from pydantic import JsonValue

from tabi.spec.faults import Faults
from tabi.spec.trip import Goal, GoalKind, Side, Square, edition_named, editions, read_edition, read_setup
from tabi.spec.trip.clauses import clauses, ruling_table
from tabi.spec.trip.edition import Edition, EditionFault
from tabi.spec.trip.goals import goals_of
from tabi.spec.trip.rulings import TripRulings
from tabi.spec.trip.setup import Setup
from tabi.spec.trip.shapes import orientations
from tabi.spec.trip.squares import SQUARES, connected, mask_of, parse_squares, squares_of
from tabi.spec.trip.tokens import TOKENS, Category, Token, format_tokens, parse_tokens

CHAPTERS = [
    "setup",
    "draft",
    "patterns",
    "placing",
    "places",
    "tiles",
    "scoring",
    "goals",
    "photos",
    "mistakes",
    "ending",
]


def text_of(name: str) -> str:
    return files("tabi.spec.trip").joinpath("editions", f"{name}.toml").read_text(encoding="utf-8")


# Clauses and rulings


def test_the_clauses_stand_in_the_order_of_the_chapters() -> None:
    chapters = [clause.chapter for clause in clauses()]
    assert list(dict.fromkeys(chapters)) == CHAPTERS
    assert all(CHAPTERS.index(one) <= CHAPTERS.index(next_one) for one, next_one in pairwise(chapters))
    assert all(clause.id.startswith("trip.") for clause in clauses())


def test_every_ruling_hangs_on_a_clause_and_every_clause_on_rulings_that_there_are() -> None:
    hung = {ruling for clause in clauses() for ruling in clause.rulings}
    assert hung == {ruling.id for ruling in ruling_table()}


def test_there_are_the_twenty_four_rulings_with_their_readings() -> None:
    table = {ruling.id: ruling.values for ruling in ruling_table()}
    assert len(table) == len(TripRulings.model_fields) == 24
    assert table["trip.discards"] == ("free", "window", "global")
    assert table["trip.goal5-match"] == ("footprint", "squares")
    assert table["trip.adjacent-blocks"] == ("per-block", "per-neighbour", "per-pair")


def test_every_goal_has_a_clause() -> None:
    assert {f"trip.goals.{goal}" for goal in Goal} <= {clause.id for clause in clauses()}


# Squares, tokens, shapes


def test_squares_stand_row_by_row_from_the_north_west() -> None:
    assert [str(square) for square in SQUARES[:8]] == ["A1", "B1", "C1", "D1", "E1", "F1", "G1", "A2"]
    assert (Square.G7, Square.G7.column, Square.G7.row) == (48, 6, 6)


def test_corner_edge_and_middle_have_two_three_and_four_neighbours() -> None:
    assert Square.A1.neighbours == (Square.B1, Square.A2)
    assert Square.G4.neighbours == (Square.G3, Square.F4, Square.G5)
    assert Square.D4.neighbours == (Square.D3, Square.C4, Square.E4, Square.D5)


def test_the_end_of_a_row_is_not_beside_the_beginning_of_the_next() -> None:
    assert Square.A2 not in Square.G1.neighbours and Square.G1 not in Square.A2.neighbours


@pytest.mark.parametrize("text", ["H1", "A0", "A8", "A", "", "1A", "A10"])
def test_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a square"):
        Square.parse(text)


def test_a_set_of_squares_names_each_once() -> None:
    with pytest.raises(ValueError, match="C3 is named twice"):
        parse_squares("C3 c3")


def test_squares_as_bits_come_back() -> None:
    chosen = parse_squares("G7 A1 D4")
    assert squares_of(mask_of(chosen)) == chosen == (Square.A1, Square.D4, Square.G7)


def test_squares_at_a_corner_are_not_connected() -> None:
    assert connected(parse_squares("C3 C4 D4")) and not connected(parse_squares("C3 D4")) and not connected(())


def test_tokens_are_written_in_their_own_order_and_not_by_letter() -> None:
    assert "".join(TOKENS) == "FBPHLSR"
    assert format_tokens(parse_tokens("rslhpbf")) == "FBPHLSR"
    assert [token.category for token in (Token.PORTRAIT, Token.HOTEL)] == [Category.PARK, Category.HOTEL]


@pytest.mark.parametrize(
    ("cells", "turned", "mirrored"),
    [
        ([(0, 0), (1, 0), (0, 1), (1, 1)], 1, 1),  # the square
        ([(0, 0), (1, 0), (2, 0), (3, 0)], 2, 2),  # the bar
        ([(0, 0), (1, 0), (2, 0), (1, 1)], 4, 4),  # the tee
        ([(0, 0), (0, 1), (0, 2), (1, 2)], 4, 8),  # the ell
        ([(1, 0), (2, 0), (0, 1), (1, 1)], 2, 4),  # the ess
    ],
)
def test_the_five_shapes_of_four_squares_have_their_known_orientations(
    cells: list[tuple[int, int]], turned: int, mirrored: int
) -> None:
    assert len(orientations(cells, mirrored=False)) == turned
    assert len(orientations(cells, mirrored=True)) == mirrored


# Shipped editions


@pytest.mark.parametrize("edition", editions(), ids=lambda edition: edition.name)
def test_a_shipped_edition_satisfies_every_known_fact(edition: Edition) -> None:
    assert edition.tokens.total == 120 and edition.removed_for_two.total == 30
    pieces = {(city.name, piece.name) for city in edition.cities for piece in city.landmarks}
    assert len(pieces) == 6
    assert edition.tiles.total + 5 == 39  # the square piece is one for both cities
    assert sum(card.copies for card in edition.memory_cards) == 12
    assert [(card.pattern, card.tokens) for card in edition.memory_cards] == [
        *(("column", 2), ("row", 2), ("rising", 2), ("falling", 3), ("plus", 3), ("cross", 3)),
    ]
    sizes = {region.goal: len(region.squares) for city in edition.cities for region in city.regions}
    assert sizes == {Goal.WEST_EDGE: 13, Goal.HOTELS_BY_RIVER: 14, Goal.TWO_ENDS: 13, Goal.FOOD_BY_COAST: 6}


@pytest.mark.parametrize("edition", editions(), ids=lambda edition: edition.name)
def test_a_shipped_edition_says_that_it_is_a_demonstration(edition: Edition) -> None:
    assert edition.demonstration and "demonstration, not the published" in edition.title
    assert edition.name.endswith("-demo")
    assert text_of(edition.name).startswith("# A demonstration edition: every table here is invented.")


def test_the_two_shipped_editions_have_different_tables() -> None:
    river, coast = editions()
    assert river.tokens != coast.tokens and river.tiles != coast.tiles and river.cities != coast.cities


def test_the_river_demonstration_has_its_documented_tables() -> None:
    river = edition_named("river-demo").city_named("river")
    assert river.water == parse_squares("D1 D2 D3 D4 D5 D6 D7")
    assert river.region(Goal.WEST_EDGE) == parse_squares("A1 A2 A3 A4 A5 A6 A7 B1 B2 B3 B4 B5 B6")
    assert river.region(Goal.FOOD_BY_COAST) == ()
    assert river.closed_squares == parse_squares("A7 B7 C7 D7 E7 F7 G7")
    coast = edition_named("river-demo").city_named("coast")
    assert coast.region(Goal.FOOD_BY_COAST) == parse_squares("D1 D2 E2 E3 F3 G4")
    assert coast.boards[3].yellow is Square.D3


@pytest.mark.parametrize("edition", editions(), ids=lambda edition: edition.name)
def test_an_edition_written_as_json_comes_back(edition: Edition) -> None:
    assert Edition.model_validate_json(edition.model_dump_json(by_alias=True)) == edition


# Faults: what is changed in the shipped text, and the place and the fault that must be named

FAULTS = [
    ("F = 14", "F = 15", "tokens: the sum is 121"),
    ("F = 3\nB = 3", "F = 4\nB = 3", "removed_for_two: the sum is 31"),
    ("H = 6\nL = 5", "H = 22\nL = 5", "removed_for_two, H: 22 leave, but only 21 are there"),
    ("F = 14", "F = -1", "tokens, F: the least that is accepted is 0"),
    ("F = 14", 'F = "14"', "tokens, F: this is not a whole number"),
    ("F = 14", "F = true", "tokens, F: this is not a whole number"),
    ("F = 14", "F = 14\nQ = 1", "tokens, Q: there is no such key"),
    ("F = 14\n", "", "tokens, F: the key is missing"),
    ("ell = 4, straight = 3", "ell = 4, straight = 4", "tiles: there are 40"),
    ("ell = 4, straight = 3", "ell = 4", "tiles, hotels, straight: the key is missing"),
    ("demonstration = true", 'demonstration = "yes"', "demonstration: this is neither true nor false"),
    ("demonstration = true\n", "", "demonstration: the key is missing"),
    ('default_city = "river"', 'default_city = "lake"', "default_city: there is no city 'lake'"),
    ('default_city = "river"', 'default_city = "river"\ncolour = "red"', "colour: there is no such key"),
    ('name = "river-demo"', 'name = "River Demo"', "name: this does not follow the pattern"),
    ('pattern = "row"', 'pattern = "column"', "memory_card: the pattern column stands twice"),
    ("copies = 2", "copies = 3", "memory_card: there are 13 cards"),
    ("tokens = 2\ncopies = 2", "tokens = 3\ncopies = 2", "memory_card: the cards give 32 tokens to a slot"),
    ("tokens = 2", "tokens = 4", "memory_card 1, tokens: accepted: 2, 3"),
    ("[[0, 0], [0, 1], [0, 2], [0, 3]]", "[[0, 0], [0, 1], [0, 2]]", "memory_card 1: cells: there are 3"),
    ("[[0, 0], [0, 1], [0, 2], [0, 3]]", "[[0, 0], [0, 1], [0, 2], [0, 2]]", "memory_card 1: cells: one stands twice"),
    ("[[0, 0], [0, 1], [0, 2], [0, 3]]", "[[0, 0], [0, 1], [0, 2], [0, 7]]", "spread over more than seven rows"),
    ("centre = [1, 1]", "centre = [1, 0]", "memory_card 5: centre: it is one of the four cells"),
    ('F = "green"', 'F = "pink"', "photo_colours, F: accepted: red, blue, green, yellow"),
    ('F = "green"\n', "", "photo_colours, F: the key is missing"),
    ('{ red = "A1", blue = "C4"', '{ red = "D1", blue = "C4"', "city 1: boards 1, red: D1 is water"),
    (
        '{ red = "A1", blue = "C4"',
        '{ red = "C4", blue = "C4"',
        "city 1: boards 1: C4 is the photo square of two colours",
    ),
    ('{ red = "A1", blue = "C4"', '{ red = "A9", blue = "C4"', "city 1, boards 1, red: 'A9' is not a square"),
    ('{ red = "A1", blue = "C4", ', '{ red = "A1", ', "city 1, boards 1, blue: the key is missing"),
    ('  { red = "C6", blue = "G4", green = "B2", yellow = "F1" },\n', "", "city 1: there are 3 boards"),
    ('side = "blue"', 'side = "green"', "city 2, side: accepted: pink, blue"),
    ('side = "blue"', 'side = "pink"', "regions: west-edge is missing"),
    ('closed = "row 7"', 'closed = "row 8"', "city 1: closed is 'row 8'; it is a line of the board"),
    ('closed = "row 7"', 'closed = "column"', "city 1: closed is 'column'"),
    ('water = ["D1", "D2"', 'water = ["D1", "D1", "D2"', "city 1, water: D1 is named twice"),
    ('water = ["E1", "F1"', 'water = ["A7", "E1", "F1"', "city 2: regions, two-ends: A7 is water"),
    (
        'ell = ["A1", "A2", "A3", "B3"]',
        'ell = ["A1", "A2", "A3", "C3"]',
        "the landmark ell is not four connected squares",
    ),
    ('ell = ["A1", "A2", "A3", "B3"]', 'ell = ["A1", "A2", "A3"]', "the landmark ell is not four connected squares"),
    ('ell = ["A1", "A2", "A3", "B3"]', 'ell = ["C1", "C2", "B1", "B2"]', "each of square and ell of the landmarks"),
    ('ell = ["A1", "A2", "A3", "B3"]', 'ell = ["B1", "B2", "B3", "A2"]', "the landmarks ell and tee have one shape"),
    (
        'tee = ["A1", "B1", "C1", "B2"]',
        'tee = ["B1", "B2", "B3", "A3"]',  # the ell turned over
        "the landmarks ell and tee have one shape, turned or mirrored",
    ),
    ('ell = ["A1", "A2", "A3", "B3"]', 'c4 = ["A1", "A2", "A3", "B3"]', "the landmark c4 is called as a square is"),
    ('square = ["A1", "B1", "A2", "B2"]', 'square = ["A4", "B4", "C4", "C3"]', "none of the landmarks is the square"),
    ('ell = ["A1", "A2", "A3", "B3"]\n', "", "city 1: there are 2 landmarks"),
    ('hotels-by-river = ["C1", ', "hotels-by-river = [", "city 1: regions, hotels-by-river: there are 13 squares"),
    ('hotels-by-river = ["C1", ', 'hotels-by-river = ["C2", ', "city 1, regions 2, squares: C2 is named twice"),
    ("hotels-by-river", "two-ends", "city 1: regions, two-ends: this is no region of a pink city"),
    ("hotels-by-river", "north-edge", "city 1, regions 2, goal: accepted: "),
    ('name = "coast"', 'name = "river"', "city: two are called river"),
    ("[tokens]", "[tokens", "This is not TOML"),
    ("F = 14", "F = 14\nF = 14", "This is not TOML: cannot overwrite a value"),
]


@pytest.mark.parametrize(("old", "new", "fault"), FAULTS, ids=[fault for _, _, fault in FAULTS])
def test_a_malformed_edition_names_its_fault_and_place(old: str, new: str, fault: str) -> None:
    text = text_of("river-demo")
    assert old in text
    with pytest.raises(EditionFault) as caught:
        read_edition(text.replace(old, new, 1))
    assert any(fault.lower() in sentence.lower() for sentence in caught.value.sentences), caught.value.sentences


def test_every_fault_is_named_at_once() -> None:
    text = text_of("river-demo").replace("F = 14", "F = 15", 1).replace("shops = 9", "shops = 8")
    with pytest.raises(EditionFault) as caught:
        read_edition(text)
    assert [sentence.split(":")[0] for sentence in caught.value.sentences] == ["tokens", "tiles"]


def test_a_third_city_is_refused() -> None:
    text = text_of("river-demo")
    coast = text[text.index("# The sea takes") :].replace('name = "coast"', 'name = "lake"')
    with pytest.raises(EditionFault, match="there are 3; the map has two sides"):
        read_edition(f"{text}\n{coast}")


def test_an_unknown_edition_is_named() -> None:
    with pytest.raises(ValueError, match="There is no edition 'kyoto'; the editions are river-demo, coast-demo"):
        edition_named("kyoto")


# Setups


def test_a_setup_is_filled_up() -> None:
    setup = read_setup({"edition": "coast-demo", "players": 2, "goal": "parks"})
    assert (setup.city, setup.size, setup.goals, setup.start_player, setup.boards) == (
        *("coast", "7x7", GoalKind.STANDARD, 1, (1, 2)),
    )


def test_a_setup_comes_back_from_json_with_the_name_of_its_edition() -> None:
    setup = read_setup(
        {"edition": "river-demo", "city": "coast", "players": 4, "goals": "advanced", "goal": "two-ends"}
    )
    written = setup.model_dump(mode="json")
    assert written["edition"] == "river-demo" and read_setup(written) == setup


def test_an_edition_of_ones_own_is_written_whole() -> None:
    own = read_edition(text_of("river-demo").replace('name = "river-demo"', 'name = "typed-in"', 1))
    setup = Setup.model_validate({"edition": own, "players": 3, "goal": "hotels"})
    written = setup.model_dump(mode="json")
    assert written["edition"]["name"] == "typed-in" and read_setup(written) == setup


def test_an_edition_that_only_takes_a_shipped_name_is_written_whole() -> None:
    own = read_edition(text_of("river-demo").replace("shops = 9\nrestaurants = 9", "shops = 8\nrestaurants = 10", 1))
    written = Setup.model_validate({"edition": own, "players": 3, "goal": "hotels"}).model_dump(mode="json")
    assert written["edition"]["tiles"]["shops"] == 8


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"edition": "kyoto"}, "edition: There is no edition 'kyoto'"),
        ({"city": "lake"}, "city: river-demo has no city 'lake'"),
        ({"players": 5}, "players: the most that is accepted is 4"),
        ({"players": 1}, "players: the least that is accepted is 2"),
        ({"players": "3"}, "players: this is not a whole number"),
        ({"size": "6x7"}, "size: accepted: 7x7, 7x6"),
        ({"goal": "two-ends"}, "goal: two-ends is none of the standard goals"),
        ({"goals": "advanced", "goal": "two-ends"}, "goal: two-ends is none of the advanced goals of a pink city"),
        ({"start_player": 4}, "start_player: there is no player 4"),
        ({"boards": [1, 1, 2]}, "boards: [1, 1, 2] are not different boards for 3 players"),
        ({"boards": [1, 2]}, "boards: [1, 2] are not different boards for 3 players"),
        ({"boards": [1, 2, 5]}, "boards 3: the most that is accepted is 4"),
        ({"seed": 3}, "seed: there is no such key"),
        ({"edition": 5}, "edition: this is neither a shipped edition (river-demo, coast-demo) nor a whole one."),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_malformed_setup_names_its_fault(changes: dict[str, JsonValue], fault: str) -> None:
    document: dict[str, JsonValue] = {"edition": "river-demo", "players": 3, "goal": "parks", **changes}
    with pytest.raises(Faults) as caught:
        read_setup(document)
    assert any(fault in sentence for sentence in caught.value.sentences), caught.value.sentences


@pytest.mark.parametrize("changes", [{"players": 5}, {"players": "3"}, {"edition": 5}, {"edition": "kyoto"}], ids=str)
def test_what_cannot_be_filled_up_is_no_second_fault(changes: dict[str, JsonValue]) -> None:
    with pytest.raises(Faults) as caught:
        read_setup({"edition": "river-demo", "players": 3, "goal": "parks", **changes})
    assert len(caught.value.sentences) == 1, caught.value.sentences


def test_each_side_has_five_standard_and_five_advanced_goals() -> None:
    for side in Side:
        assert len(goals_of(GoalKind.STANDARD, side)) == len(goals_of(GoalKind.ADVANCED, side)) == 5
    assert [str(goal) for goal in goals_of(GoalKind.ADVANCED, Side.BLUE)] == [
        *("largest-restaurant", "restaurants-by-parks", "largest-cluster", "two-ends", "food-by-coast"),
    ]
