"""A deliberately naive, mutable model of the solitaire game (draft 16).

It is played beside the library and shares no code with it. It wants to be compared with the rule text by eye:
plain lists, one `if` for each step word and each ruling value, no caching.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

# ---------------------------------------------------------------------------------------------------------------------
# The open points of the rule text and their readings, the default first.
# ---------------------------------------------------------------------------------------------------------------------

READINGS: dict[str, tuple[str, ...]] = {
    "sol.deck-out": ("lose", "clear-check"),
    "sol.yellow-short": ("lose", "skip"),
    "sol.radio-short": ("lose", "partial", "refused"),
    "sol.empty-hand": ("items-first", "lose", "skip"),
    "sol.past-seven": ("ring", "stop-at-one"),
    "sol.map-window": ("step", "number"),
    "sol.map-lap": ("pays", "free"),
    "sol.back-from-one": ("wraps", "refused"),
    "sol.refill": ("one", "to-four"),
    "sol.effect-walk": ("cards", "position", "snapshot"),
    "sol.effects-mandatory": ("all-but-blue", "none"),
    "sol.white-may-stay": ("no", "yes"),
    "sol.fixed-under-blue": ("refused", "cube-stays", "cube-travels"),
    "sol.fixed-under-backpack": ("refused", "new-card-fixed", "cube-lost"),
    "sol.lantern-order": ("points-first", "effect-first", "player"),
    "sol.green-untaps-lantern": ("yes", "no"),
    "sol.camera-duration": ("turn", "permanent"),
    "sol.tent-may-take-thrown": ("yes", "no"),
    "sol.events-per-pawn": ("at-least", "exactly"),
    "sol.resolution": ("automatic", "optional"),
    "sol.nearest": ("white", "anywhere", "player"),
    "sol.walk-end": ("closes", "open"),
}

DEFAULT_RULINGS: dict[str, str] = {ruling: readings[0] for ruling, readings in READINGS.items()}

# ---------------------------------------------------------------------------------------------------------------------
# Components
# ---------------------------------------------------------------------------------------------------------------------

SUITS = ["R", "G", "Y", "B", "W"]
CARDS = [suit + str(number) for suit in SUITS for number in range(1, 7)]  # 30 cards, in card order
ITEMS = ["lantern", "map", "radio", "camera", "backpack", "tent"]
WORDS = {"R": "red", "G": "green", "Y": "yellow", "B": "blue", "W": "white"}
HAND_LIMIT = 4


@dataclass
class Event:
    """A card that lies at a location."""

    card: str
    fixed: bool = False  # an event memory (letter cube) lies on it
    change: int = 0  # what the camera has added

    def value(self) -> int:
        return number_of(self.card) + self.change

    def text(self) -> str:
        text = self.card
        if self.fixed:
            text += "!"
        if self.change != 0:
            text += f"{self.change:+d}"
        return text


def read_event(text: str) -> Event:
    card, rest = text[:2], text[2:]
    fixed = rest.startswith("!")
    if fixed:
        rest = rest[1:]
    return Event(card, fixed, int(rest) if rest else 0)


def suit_of(card: str) -> str:
    return card[0]


def number_of(card: str) -> int:
    return int(card[1])


def in_card_order(cards: list[str]) -> list[str]:
    return sorted(cards, key=CARDS.index)


def setup(deal: dict[str, Any]) -> dict[str, Any]:
    """The start: the first card moves one black, the second the other, the first four are the hand."""
    deck: list[str] = deal["deck"].split()
    if in_card_order(deck) != CARDS:
        raise ValueError("a deck is the 30 cards, each once")
    if deal["bay_road_day"] not in (1, 2, 3, 4, 5, 6):
        raise ValueError("the bay road lies on day 1-6")
    items: list[str] = deal.get("items", [])
    return {
        "phase": "play",
        "white": 1,
        "blacks": sorted([1 + number_of(deck[0]), 1 + number_of(deck[1])]),
        "bay_road_day": deal["bay_road_day"],
        "columns": {},
        "deck": deck[4:],
        "hand": in_card_order(deck[:4]),
        "discard": [],
        "items": {item: "ready" for item in ITEMS if item in items},
        "resolved": [],
        "letters": 0,
        "points": 0,
        "turn": 1,
        "played": None,
        "map_shift": 0,
        "walk": {"applied": [], "pointer": 0, "pending": []},
        "outcome": None,
    }


# ---------------------------------------------------------------------------------------------------------------------
# The table
# ---------------------------------------------------------------------------------------------------------------------


class Table:
    """The game as it lies on the table; `do` changes it in place."""

    def __init__(self, position: dict[str, Any], rulings: dict[str, str] | None = None) -> None:
        self.rulings: dict[str, str] = dict(DEFAULT_RULINGS)
        for ruling, reading in (rulings or {}).items():
            if ruling not in READINGS or reading not in READINGS[ruling]:
                raise ValueError(f"no such ruling or reading: {ruling}={reading}")
            self.rulings[ruling] = reading

        self.phase: str = position["phase"]
        self.white: int = position["white"]
        self.blacks: list[int] = sorted(position["blacks"])
        self.bay_road_day: int = position["bay_road_day"]
        self.columns: dict[int, list[Event]] = {1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: []}  # day 7 stays empty
        for day, texts in position["columns"].items():
            self.columns[int(day)] = [read_event(text) for text in texts]  # nearest the location first
        self.deck: list[str] = list(position["deck"])  # top first
        self.hand: list[str] = in_card_order(position["hand"])
        self.discard: list[str] = in_card_order(position["discard"])
        self.items: dict[str, str] = {item: position["items"][item] for item in ITEMS if item in position["items"]}
        self.resolved: list[str] = list(position["resolved"])
        self.letters: int = position["letters"]
        self.points: int = position["points"]
        self.turn: int = position["turn"]
        self.played: str | None = position["played"]
        self.map_shift: int = position["map_shift"]
        self.applied: list[str] = list(position["walk"]["applied"])
        self.pointer: int = position["walk"]["pointer"]
        self.pending: list[str] = list(position["walk"]["pending"])
        self.outcome: dict[str, Any] | None = dict(position["outcome"]) if position["outcome"] else None

    def position(self) -> dict[str, Any]:
        return {
            "phase": self.phase,
            "white": self.white,
            "blacks": sorted(self.blacks),
            "bay_road_day": self.bay_road_day,
            "columns": {
                str(day): [event.text() for event in self.columns[day]] for day in range(1, 8) if self.columns[day]
            },
            "deck": list(self.deck),
            "hand": in_card_order(self.hand),
            "discard": in_card_order(self.discard),
            "items": dict(self.items),
            "resolved": [suit for suit in SUITS if suit in self.resolved],
            "letters": self.letters,
            "points": self.points,
            "turn": self.turn,
            "played": self.played,
            "map_shift": self.map_shift,
            "walk": {
                "applied": [suit for suit in SUITS if suit in self.applied],
                "pointer": self.pointer,
                "pending": list(self.pending),
            },
            "outcome": dict(self.outcome) if self.outcome else None,
        }

    # -----------------------------------------------------------------------------------------------------------------
    # What may be done
    # -----------------------------------------------------------------------------------------------------------------

    def legal(self, step: str) -> bool:
        if step == "trim" or step.startswith("trim "):
            if self.phase != "trim":
                return False
            named = step.split(" ")[1:]
            return (
                len(named) == self.too_many()
                and len(set(named)) == len(named)
                and all(card in self.hand for card in named)
            )
        return step in self.steps(trims=0)

    def steps(self, trims: int | None = None) -> list[str]:
        if self.phase == "over":
            return []

        # "lose": with an empty hand the turn is lost at once, no item may help.
        if self.phase == "play" and not self.hand and self.rulings["sol.empty-hand"] == "lose":
            return ["no-card"]

        steps: list[str] = []
        if self.phase == "play":
            if self.hand:
                steps += [f"play {card}" for card in self.hand]
            else:
                steps += ["no-card"]
        elif self.phase == "blacks":
            steps += self.blacks_steps()
        elif self.phase == "place":
            steps += ["place"]
        elif self.phase == "refill":
            steps += ["refill"]
        elif self.phase == "effects":
            steps += self.effect_steps()
        elif self.phase == "resolve":
            steps += self.resolve_steps()
        elif self.phase == "trim":
            for named in itertools.islice(itertools.permutations(self.hand, self.too_many()), trims):
                steps.append(" ".join(["trim", *named]))

        steps += self.map_steps()
        steps += self.any_time_steps()
        return steps

    def too_many(self) -> int:
        """How many cards the hand holds above the limit."""
        return max(0, len(self.hand) - HAND_LIMIT)

    def blacks_steps(self) -> list[str]:
        assert self.played is not None
        total = 7 - number_of(self.played)  # the printed number
        steps: list[str] = []
        for first in range(total + 1):
            second = total - first
            # Where possible both blacks must move at least one day.
            if total >= 2 and (first == 0 or second == 0):
                continue
            moves = sorted([(self.blacks[0], first), (self.blacks[1], second)])
            step = " ".join(["blacks", *[f"{day}+{count}" for day, count in moves if count > 0]])
            if step not in steps:  # two blacks on one day
                steps.append(step)
        return steps

    def map_steps(self) -> list[str]:
        if self.items.get("map") != "ready":
            return []
        if self.rulings["sol.map-window"] == "step":
            # One further step of white, from the start of the movement phase until the blacks move.
            if self.phase not in ("play", "blacks"):
                return []
            if self.white == 1 and self.rulings["sol.back-from-one"] == "refused":
                return ["map +1"]
            return ["map +1", "map -1"]
        # "number": changes the number of the card that will be played
        if self.phase != "play" or not self.hand:
            return []
        return ["map +1", "map -1"]

    def any_time_steps(self) -> list[str]:
        steps: list[str] = []
        placed = [event for day in range(1, 8) for event in self.columns[day]]

        if self.items.get("radio") == "ready":
            if self.rulings["sol.radio-short"] == "refused":
                steps += ["radio"] if len(self.deck) >= 3 else []
            else:  # "lose", "partial": also with a short deck
                steps += ["radio"]

        if self.items.get("camera") == "ready":
            for event in placed:
                steps.append(f"camera {event.card}+1")
                steps.append(f"camera {event.card}-1")

        if self.items.get("backpack") == "ready":
            for event in placed:
                if event.fixed and self.rulings["sol.fixed-under-backpack"] == "refused":
                    continue
                for card in self.hand:
                    steps.append(f"backpack {card} {event.card}")

        if self.items.get("tent") == "ready":
            for one, two in itertools.combinations(in_card_order(self.hand), 2):
                takeable = list(self.discard)
                if self.rulings["sol.tent-may-take-thrown"] == "yes":
                    takeable += [one, two]
                for taken in takeable:
                    steps.append(f"tent {one} {two} > {taken}")

        if self.letters > 0:
            for start in sorted(set(self.blacks)):
                for goal in (1, 2, 3, 4, 5, 6):  # not to day 7
                    steps.append(f"letter {start}>{goal}")
            for day in range(1, 8):
                # One event memory for each location.
                if not any(event.fixed for event in self.columns[day]):
                    for event in self.columns[day]:
                        steps.append(f"fix {event.card}")
        return steps

    # -----------------------------------------------------------------------------------------------------------------
    # Playing a step
    # -----------------------------------------------------------------------------------------------------------------

    def do(self, step: str) -> None:
        if not self.legal(step):
            raise ValueError(f"not legal: {step}")
        self.play_legal(step)

    def play_legal(self, step: str) -> None:
        """Plays a step that is known to be legal."""
        words = step.split(" ")
        word, rest = words[0], words[1:]

        if word == "play":
            self.do_play(rest[0])
        elif word == "no-card":
            self.do_no_card()
        elif word == "map":
            self.do_map(int(rest[0]))
        elif word == "blacks":
            self.do_blacks(rest)
        elif word == "place":
            self.do_place()
        elif word == "refill":
            self.do_refill()
        elif word in ("red", "green", "yellow", "blue", "white", "points", "lantern"):
            self.do_effect(word, rest)
        elif word == "resolve":
            self.do_resolve(rest)
        elif word == "trim":
            self.do_trim(rest)
        elif word == "radio":
            self.do_radio()
        elif word == "camera":
            self.do_camera(rest[0][:2], int(rest[0][2:]))
        elif word == "backpack":
            self.do_backpack(rest[0], rest[1])
        elif word == "tent":
            self.do_tent(rest[0], rest[1], rest[3])
        elif word == "letter":
            self.do_letter(int(rest[0][0]), int(rest[0][2]))
        elif word == "fix":
            self.do_fix(rest[0])
        else:
            raise ValueError(f"no such step: {step}")

        # The effects phase ends (or, under "open", comes back) by itself.
        self.look_at_the_walk()

    # ---- losing and winning ----

    def all_clear(self) -> bool:
        return len(self.resolved) == 5 and self.white == 7 and self.blacks == [7, 7]

    def end_won(self) -> None:
        self.phase = "over"
        self.outcome = {"result": "won", "points": self.points}
        self.clear_walk()

    def end_lost(self, reason: str) -> None:
        self.phase = "over"
        self.outcome = {"result": "lost", "reason": reason}
        self.clear_walk()

    def end_failed_draw(self, reason: str) -> None:
        if self.rulings["sol.deck-out"] == "clear-check" and self.all_clear():
            self.end_won()
        else:
            self.end_lost(reason)

    def throw(self, card: str) -> None:
        self.discard.append(card)

    # ---- 1: movement phase ----

    def forward(self, day: int, count: int) -> tuple[int, int]:
        """Where a pawn comes that goes `count` days forward, and at which step it went from 7 to 1 (0: none)."""
        lap_at = 0
        for number in range(1, count + 1):
            if day == 7:
                day = 1
                lap_at = number
                if self.rulings["sol.past-seven"] == "stop-at-one":
                    break  # the rest of the move is lost
            else:
                day += 1
        return day, lap_at

    def pay_lap(self) -> None:
        """White went from 7 to 1: a card from the deck to the discard."""
        if self.deck:
            self.throw(self.deck.pop(0))
        else:
            self.end_failed_draw("lap-draw")

    def do_play(self, card: str) -> None:
        self.hand.remove(card)
        self.played = card
        self.phase = "blacks"
        number = number_of(card)
        moved = number
        if self.rulings["sol.map-window"] == "number":
            moved = number + self.map_shift
        self.map_shift = 0
        self.white, lap_at = self.forward(self.white, moved)
        if lap_at > 0:
            if self.rulings["sol.map-lap"] == "free" and lap_at > min(number, moved):
                pass  # a lap that the map has made costs nothing
            else:
                self.pay_lap()

    def do_no_card(self) -> None:
        self.map_shift = 0
        if self.rulings["sol.empty-hand"] == "skip":  # no movement, no placing
            self.phase = "refill"
        else:  # "items-first" (the player lets it be), "lose"
            self.end_lost("empty-hand")

    def do_map(self, change: int) -> None:
        self.items["map"] = "used"
        if self.rulings["sol.map-window"] == "number":
            self.map_shift = change
        elif change == 1:
            if self.white == 7:
                self.white = 1
                if self.rulings["sol.map-lap"] == "pays":
                    self.pay_lap()
            else:
                self.white += 1
        else:
            if self.white == 1:
                self.white = 7  # backwards, without cost
            else:
                self.white -= 1

    def do_blacks(self, moves: list[str]) -> None:
        moved: list[int] = []
        for move in moves:
            day, count = int(move[0]), int(move[2])
            self.blacks.remove(day)
            goal, _ = self.forward(day, count)  # blacks pay no lap
            moved.append(goal)
        self.blacks = sorted(self.blacks + moved)
        self.phase = "place"

    # ---- 2: action phase ----

    def capacity(self, day: int) -> int:
        if day == self.bay_road_day:
            return 3
        return 2

    def do_place(self) -> None:
        assert self.played is not None
        card = self.played
        self.played = None
        self.phase = "refill"
        if self.white == 7:
            self.throw(card)  # no events on day 7
            return
        column = self.columns[self.white]
        fixed_at = [slot for slot, event in enumerate(column) if event.fixed]
        shifting = [event for event in column if not event.fixed]
        new_column = [Event(card), *shifting]
        for slot in fixed_at:  # (one at most) it keeps its slot
            new_column.insert(slot, column[slot])
        # Outermost first. The fixed event is never lost: its slot lies within the capacity.
        while len(new_column) > self.capacity(self.white):
            self.throw(new_column.pop().card)
        self.columns[self.white] = new_column

    def do_refill(self) -> None:
        if self.rulings["sol.refill"] == "one":
            wanted = 1
        else:  # "to-four"
            wanted = max(0, HAND_LIMIT - len(self.hand))
        for _ in range(wanted):
            if not self.deck:
                self.end_failed_draw("refill-draw")
                return
            self.hand.append(self.deck.pop(0))
        self.phase = "effects"
        self.clear_walk()
        if self.rulings["sol.effect-walk"] == "snapshot":
            for event in self.columns[self.white]:
                if suit_of(event.card) not in self.pending:
                    self.pending.append(suit_of(event.card))

    # ---- the walk along the events of white's location ----

    def clear_walk(self) -> None:
        self.applied = []
        self.pointer = 0
        self.pending = []

    def next_effect(self) -> tuple[str, int] | None:
        """The suit that is next and the slot of its card (slot -1 under "snapshot", where it does not matter)."""
        column = self.columns[self.white]
        if self.rulings["sol.effect-walk"] == "cards":
            # The nearest card whose suit is not yet applied.
            for slot, event in enumerate(column):
                if suit_of(event.card) not in self.applied:
                    return suit_of(event.card), slot
            return None
        if self.rulings["sol.effect-walk"] == "position":
            # The same, but a pointer only goes outward.
            for slot, event in enumerate(column):
                if slot >= self.pointer and suit_of(event.card) not in self.applied:
                    return suit_of(event.card), slot
            return None
        # "snapshot": the suits as they lay when the phase began
        if self.pending:
            return self.pending[0], -1
        return None

    def look_at_the_walk(self) -> None:
        if self.phase == "effects" and self.next_effect() is None:
            self.phase = "resolve"
            if self.rulings["sol.walk-end"] == "closes":
                self.clear_walk()
        elif self.phase == "resolve" and self.rulings["sol.walk-end"] == "open" and self.next_effect() is not None:
            self.phase = "effects"

    def is_optional(self, suit: str) -> bool:
        if self.rulings["sol.effects-mandatory"] == "none":
            return True
        return suit == "B"

    def possible_effects(self, suit: str, under_lantern: bool) -> list[str]:
        """Everything that the suit's own effect can do now, as the end of the step's text. Empty: not possible."""
        found: list[str] = []
        if suit == "R":  # one black one day forward or back
            for day in sorted(set(self.blacks)):
                forward = 1 if day == 7 else day + 1
                found.append(f"{day}>{forward}")
                if day > 1:
                    found.append(f"{day}>{day - 1}")
                elif self.rulings["sol.back-from-one"] == "wraps":
                    found.append("1>7")
        elif suit == "G":  # one used item upright
            for item in ITEMS:
                if self.items.get(item) == "used":
                    found.append(item)
                elif item == "lantern" and under_lantern and self.rulings["sol.green-untaps-lantern"] == "yes":
                    found.append(item)  # the lantern that is just being used
        elif suit == "Y":  # one more card
            if self.deck or self.rulings["sol.yellow-short"] == "lose":
                found.append("")
        elif suit == "B":  # two placed events of the same number change places
            placed = [(event, day) for day in range(1, 8) for event in self.columns[day]]
            placed.sort(key=lambda pair: CARDS.index(pair[0].card))
            for (one, one_day), (two, two_day) in itertools.combinations(placed, 2):
                if one.value() != two.value():
                    continue
                if self.rulings["sol.fixed-under-blue"] == "refused":
                    if one.fixed or two.fixed:
                        continue
                elif self.rulings["sol.fixed-under-blue"] == "cube-stays":
                    pass
                else:  # "cube-travels": not where a location would then have two cubes
                    if one_day != two_day:
                        if one.fixed and any(other.fixed for other in self.columns[two_day] if other is not two):
                            continue
                        if two.fixed and any(other.fixed for other in self.columns[one_day] if other is not one):
                            continue
                found.append(f"{one.card} {two.card}")
        elif suit == "W":  # one black to white's location
            for day in sorted(set(self.blacks)):
                if day != self.white or self.rulings["sol.white-may-stay"] == "yes":
                    found.append(str(day))
        return found

    def effect_steps(self) -> list[str]:
        following = self.next_effect()
        if following is None:
            return []
        suit, _ = following
        steps: list[str] = []
        if suit not in self.resolved:
            possible = self.possible_effects(suit, under_lantern=False)
            for end in possible:
                steps.append(f"{WORDS[suit]} {end}".rstrip())
            if not possible or self.is_optional(suit):
                steps.append(f"{WORDS[suit]} -")
        else:
            steps.append(f"points {suit}")
            if self.items.get("lantern") == "ready":
                possible = self.possible_effects(suit, under_lantern=True)
                ends = list(possible)
                if possible and self.is_optional(suit):
                    ends.append("-")
                for end in ends:
                    step = f"lantern {suit} {end}".rstrip()
                    steps.append(step)
                    if self.rulings["sol.lantern-order"] == "player":
                        steps.append(step + " points-last")
        return steps

    def do_effect(self, word: str, rest: list[str]) -> None:
        following = self.next_effect()
        assert following is not None
        suit, slot = following  # the slot that it has when its effect begins

        if word == "points":
            self.count_points(suit)
        elif word == "lantern":
            self.items["lantern"] = "used"
            if self.rulings["sol.lantern-order"] == "points-first":
                points_last = False
            elif self.rulings["sol.lantern-order"] == "effect-first":
                points_last = True
            else:  # "player"
                points_last = rest[-1] == "points-last"
            end = [one for one in rest[1:] if one != "points-last"]
            if points_last:
                self.own_effect(suit, end)
                if self.phase != "over":
                    self.count_points(suit)
            else:
                self.count_points(suit)
                self.own_effect(suit, end)
        else:
            self.own_effect(suit, rest)

        if self.phase == "over":
            return
        if self.rulings["sol.effect-walk"] == "cards":
            self.applied.append(suit)
        elif self.rulings["sol.effect-walk"] == "position":
            self.applied.append(suit)
            self.pointer = slot + 1
        else:  # "snapshot"
            self.pending.remove(suit)

    def count_points(self, suit: str) -> None:
        """For each pawn at white's location the sum of that suit's numbers there."""
        pawns = 1 + self.blacks.count(self.white)
        total = sum(event.value() for event in self.columns[self.white] if suit_of(event.card) == suit)
        self.points += pawns * total

    def own_effect(self, suit: str, end: list[str]) -> None:
        if end == ["-"]:
            return
        if suit == "R":
            self.move_black(int(end[0][0]), int(end[0][2]))
        elif suit == "G":
            self.items[end[0]] = "ready"
        elif suit == "Y":
            if self.deck:
                self.hand.append(self.deck.pop(0))
            else:
                self.end_failed_draw("yellow-draw")
        elif suit == "B":
            self.exchange(end[0], end[1])
        elif suit == "W":
            self.move_black(int(end[0]), self.white)

    def move_black(self, start: int, goal: int) -> None:
        self.blacks.remove(start)
        self.blacks = sorted([*self.blacks, goal])

    def find(self, card: str) -> tuple[int, int]:
        """Day and slot of a placed card."""
        for day in range(1, 8):
            for slot, event in enumerate(self.columns[day]):
                if event.card == card:
                    return day, slot
        raise ValueError(f"not placed: {card}")

    def exchange(self, one_card: str, two_card: str) -> None:
        one_day, one_slot = self.find(one_card)
        two_day, two_slot = self.find(two_card)
        one = self.columns[one_day][one_slot]
        two = self.columns[two_day][two_slot]
        self.columns[one_day][one_slot] = two
        self.columns[two_day][two_slot] = one
        if self.rulings["sol.fixed-under-blue"] == "cube-stays":
            # Each place keeps its cube, so the cards change cubes. (Under "cube-travels" the cube goes with the card.)
            one.fixed, two.fixed = two.fixed, one.fixed

    # ---- 3: resolution phase ----

    def events_of(self, suit: str, day: int) -> list[int]:
        """The slots of the suit's events at a location, nearest first."""
        return [slot for slot, event in enumerate(self.columns[day]) if suit_of(event.card) == suit]

    def qualifying(self) -> list[str]:
        """The suits that can be resolved now."""
        found: list[str] = []
        pawns = [self.white, *self.blacks]
        for suit in SUITS:
            if suit in self.resolved:
                continue
            enough = True
            for day in pawns:
                have, need = len(self.events_of(suit, day)), pawns.count(day)
                if self.rulings["sol.events-per-pawn"] == "at-least":
                    if have < need:
                        enough = False
                else:  # "exactly"
                    if have != need:
                        enough = False
            if enough:
                found.append(suit)
        return found

    def resolve_steps(self) -> list[str]:
        suits = self.qualifying()
        if not suits:
            return ["resolve"]
        steps: list[str] = []
        if self.rulings["sol.nearest"] == "player":
            steps += [f"resolve {suit}" for suit in suits]
        else:
            steps += ["resolve"]
        if self.rulings["sol.resolution"] == "optional":
            steps += ["resolve -"]
        return steps

    def do_resolve(self, rest: list[str]) -> None:
        won: str | None = None
        suits = self.qualifying()
        if rest == ["-"]:
            won = None
        elif rest:
            won = rest[0]
        elif suits:
            if self.rulings["sol.nearest"] == "white":
                won = min(suits, key=lambda suit: self.events_of(suit, self.white)[0])
            else:  # "anywhere": smallest distance in any occupied place, ties by white's place
                pawns = [self.white, *self.blacks]
                won = min(
                    suits,
                    key=lambda suit: (
                        min(self.events_of(suit, day)[0] for day in pawns),
                        self.events_of(suit, self.white)[0],
                    ),
                )
        if won is not None:
            self.resolved.append(won)
            self.letters += 1
        self.clear_walk()
        self.phase = "trim"

    # ---- 4: end phase ----

    def do_trim(self, named: list[str]) -> None:
        for card in named:
            self.hand.remove(card)
            self.deck.append(card)  # the last named lies lowest
        if self.rulings["sol.camera-duration"] == "turn":
            for day in range(1, 8):
                for event in self.columns[day]:
                    event.change = 0
        if self.all_clear():
            self.end_won()
        else:
            self.turn += 1
            self.phase = "play"

    # ---- items ----

    def do_radio(self) -> None:
        self.items["radio"] = "used"
        for _ in range(3):
            if self.deck:
                self.hand.append(self.deck.pop(0))
            elif self.rulings["sol.radio-short"] == "partial":
                return
            else:  # "lose" ("refused" never comes here)
                self.end_failed_draw("radio-draw")
                return

    def do_camera(self, card: str, change: int) -> None:
        self.items["camera"] = "used"
        day, slot = self.find(card)
        self.columns[day][slot].change += change

    def do_backpack(self, card: str, placed: str) -> None:
        self.items["backpack"] = "used"
        day, slot = self.find(placed)
        old = self.columns[day][slot]
        new = Event(card)
        if old.fixed and self.rulings["sol.fixed-under-backpack"] == "new-card-fixed":
            new.fixed = True
        # Under "cube-lost" the new card is not fixed; under "refused" the old one never was.
        self.hand.remove(card)
        self.columns[day][slot] = new
        self.throw(placed)

    def do_tent(self, one: str, two: str, taken: str) -> None:
        self.items["tent"] = "used"
        self.hand.remove(one)
        self.hand.remove(two)
        self.throw(one)
        self.throw(two)
        self.discard.remove(taken)
        self.deck.insert(0, taken)

    # ---- letters ----

    def do_letter(self, start: int, goal: int) -> None:
        self.letters -= 1
        self.move_black(start, goal)

    def do_fix(self, card: str) -> None:
        self.letters -= 1
        day, slot = self.find(card)
        event = self.columns[day].pop(slot)
        event.fixed = True
        self.columns[day].insert(0, event)


def perft(position: dict[str, Any], depth: int, rulings: dict[str, str] | None = None) -> int:
    """The number of step sequences of exactly `depth` steps."""
    if depth == 0:
        return 1
    steps = Table(position, rulings).steps()
    if depth == 1:
        return len(steps)
    total = 0
    for step in steps:
        table = Table(position, rulings)
        table.play_legal(step)
        total += perft(table.position(), depth - 1, rulings)
    return total
