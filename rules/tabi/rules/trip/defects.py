"""What makes a position impossible: every defect as a sentence, and the canonical order of a position's fields.

A position is held against what any reading of the open points can lead to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tabi.rules.trip.bag import bag, cards_left, tokens_needed, tokens_seen
from tabi.rules.trip.defects_of_boards import board_defects, town_defects
from tabi.rules.trip.ending import ROUNDS, winners
from tabi.rules.trip.masks import bits, has, square_of
from tabi.rules.trip.moment import SCORING_PHASES, AllFields, Phase
from tabi.rules.trip.placing import completes, squares_put
from tabi.rules.trip.setup import seat_after, slots_of_round, start_player
from tabi.rules.trip.table import Table
from tabi.spec.trip.rulings import DEFAULT_RULINGS
from tabi.spec.trip.squares import squares_of
from tabi.spec.trip.steps import Put
from tabi.spec.trip.tokens import TOKENS, format_tokens, sorted_tokens


def canonical(fields: AllFields) -> AllFields:
    """The fields with everything sorted that has no order of its own."""
    return {
        **fields,
        "slots": tuple(None if slot is None else sorted_tokens(slot) for slot in fields["slots"]),
        "hand": sorted_tokens(fields["hand"]),
        "leftovers": sorted_tokens(fields["leftovers"]),
    }


def defects(fields: AllFields, table: Table) -> tuple[str, ...]:
    """Every defect of a position in canonical order; none when a game can come to it.

    What stands on another part is looked at only when that part is in order.
    """
    if found := tuple(_seats(fields)):
        return found
    shape = (*_time(fields), *_cards(fields))
    if shape:
        return shape
    boards = [
        fault for seat, board in enumerate(fields["boards"], start=1) for fault in board_defects(seat, board, table)
    ]
    tokens = (*_slots(fields), *_hand(fields), *_supply(fields))
    found = (*boards, *town_defects(fields["town"], table), *tokens, *_fresh(fields), *_defining(fields))
    return (*found, *_outcome(fields), *(() if found else _placing(fields, table)))


def _seats(fields: AllFields) -> Iterator[str]:
    players = fields["setup"].players
    if not 1 <= fields["player"] <= players:
        yield f"There is no player {fields['player']}; there are {players} players."
    for name, many in (("boards", fields["boards"]), ("scores", fields["scores"]), ("sets of fresh", fields["fresh"])):
        if len(many) != players:
            yield f"The number of {name} is {len(many)}; there is one for each of {players} players."


def _time(fields: AllFields) -> Iterator[str]:
    phase, round_ = fields["phase"], fields["round"]
    if not 1 <= round_ <= ROUNDS:
        yield f"The round is {round_}; rounds go from 1 to {ROUNDS}."
    elif phase in SCORING_PHASES and round_ != ROUNDS:
        yield f"The phase is {phase} in round {round_}; it follows round {ROUNDS}."
    if fields["turn"] < 1:
        yield f"The turn is {fields['turn']}; turns count from 1."
    first = start_player(fields["setup"], round_)
    if phase is Phase.REVEAL and fields["player"] != first:
        yield f"Player {fields['player']} reveals; player {first} has the start marker and does."
    if phase in SCORING_PHASES and seat_after(fields["player"], fields["setup"].players) != first:
        yield f"Player {fields['player']} was the last to act; the last of round {ROUNDS} sits right of player {first}."


def _cards(fields: AllFields) -> Iterator[str]:
    edition, cards = fields["setup"].edition, fields["cards"]
    expected = fields["round"] - (fields["phase"] is Phase.REVEAL)
    if len(cards) != expected:
        when = f"in the phase {fields['phase']} of round {fields['round']}"
        yield f"The number of cards revealed is {len(cards)}; {when} it is {expected}."
    for pattern, count in Counter(cards).items():
        card = edition.card_named(pattern)
        if card is None:
            yield f"There is no card {pattern}; the cards are {', '.join(edition.patterns)}."
        elif count > card.copies:
            yield f"The card {pattern} is revealed {count} times; there are {card.copies}."


def _slots(fields: AllFields) -> Iterator[str]:
    phase, slots, players = fields["phase"], fields["slots"], fields["setup"].players
    if phase is Phase.REVEAL or phase in SCORING_PHASES:
        if slots:
            yield f"The number of slots is {len(slots)}; in the phase {phase} there is none."
        return
    if len(slots) != slots_of_round(players):
        yield f"The number of slots is {len(slots)}; with {players} players it is {slots_of_round(players)}."
        return
    count = _tokens_a_slot(fields)
    for number, slot in enumerate(slots, start=1):
        if slot is not None and len(slot) != count:
            tokens = format_tokens(slot) or "no token"
            yield f"Slot {number} has {tokens}; the card {fields['cards'][-1]} asks for {count} tokens."
    filled, taken = sum(slot is not None for slot in slots), _slots_taken(fields)
    if filled > len(slots) - taken:
        yield f"The number of filled slots is {filled}; {taken} of {len(slots)} or more are taken by now."
    if phase is Phase.DRAFT and not filled:
        yield "No slot is filled; in the phase draft one is left for the player."


def _tokens_a_slot(fields: AllFields) -> int:
    card = fields["setup"].edition.card_named(fields["cards"][-1])
    return card.tokens if card else 0


def _slots_taken(fields: AllFields) -> int:
    """How many slots are taken at least: one for every player before the acting one, and the acting one's own."""
    before = (fields["player"] - start_player(fields["setup"], fields["round"])) % fields["setup"].players
    return before + (fields["phase"] is not Phase.DRAFT)


def _hand(fields: AllFields) -> Iterator[str]:
    phase, hand, placing = fields["phase"], fields["hand"], fields["placing"]
    if phase is not Phase.PLACE:
        if hand or placing:
            yield f"Tokens are being placed; in the phase {phase} none are."
        return
    count = _tokens_a_slot(fields)
    if not hand:
        yield "The hand is empty; in the phase place a token is left to place."
    if len(hand) + len(placing) != count:
        yield (
            f"The hand {format_tokens(hand) or '(none)'} and the tokens placed are {len(hand) + len(placing)}; "
            f"the card {fields['cards'][-1]} gives {count}."
        )


def _supply(fields: AllFields) -> Iterator[str]:
    setup = fields["setup"]
    seen = tokens_seen(fields["slots"], fields["hand"], fields["boards"], fields["leftovers"])
    counts = bag(setup, seen)
    for token in TOKENS:
        if counts[token] < 0:
            yield f"There are {seen[token]} {token}; the game has {seen[token] + counts[token]}."
    needed, there = tokens_needed(setup, fields["cards"]), sum(counts.values())
    if there < needed:
        cards = sum(cards_left(setup.edition, fields["cards"]).values())
        yield f"The bag holds {there} tokens; the cards to come ({cards}) need {needed}."
    if fields["leftovers"] and setup.players == slots_of_round(setup.players):
        yield f"Tokens are left over; {setup.players} players leave no slot."


def _fresh(fields: AllFields) -> Iterator[str]:
    players, phase = fields["setup"].players, fields["phase"]
    first = start_player(fields["setup"], fields["round"])
    acting = (fields["player"] - first) % players
    for seat, (fresh, board) in enumerate(zip(fields["fresh"], fields["boards"], strict=True), start=1):
        place = (seat - first) % players
        if fresh & ~sum(board.tokens):
            empty = squares_of(fresh & ~sum(board.tokens))
            yield f"{' '.join(map(str, empty))} is fresh for player {seat}, but carries no token."
        if fresh and not _may_be_fresh(place, acting, phase):
            yield f"Player {seat} has fresh tokens; no turn of that player is under way."


def _may_be_fresh(place: int, acting: int, phase: Phase) -> bool:
    """Whether a player, counted in turn order, can have placed tokens whose defining is not over."""
    match phase:
        case Phase.DRAFT:
            return place < acting
        case Phase.PLACE:
            return place <= acting
        case Phase.DEFINE | Phase.TILE:
            return place >= acting
        case Phase.REVEAL | Phase.FINAL | Phase.OVER:
            return False


def _defining(fields: AllFields) -> Iterator[str]:
    defining, board = fields["defining"], fields["boards"][fields["player"] - 1]
    if (defining != 0) is not (fields["phase"] is Phase.TILE):
        yield "A place was just defined exactly in the phase tile."
    elif defining and defining not in board.places:
        names = " ".join(map(str, squares_of(defining)))
        yield f"{names} was just defined, but is no place of player {fields['player']}."


def _outcome(fields: AllFields) -> Iterator[str]:
    outcome = fields["outcome"]
    if (outcome is not None) is not (fields["phase"] is Phase.OVER):
        yield "A game has an outcome exactly when its phase is over."
    elif outcome is not None:
        if outcome.totals != fields["scores"]:
            yield "The totals are not the scores."
        elif outcome.winners != winners(outcome.totals, fields["boards"]):
            yield f"The winners are {list(winners(outcome.totals, fields['boards']))} by totals and mistaken memories."
        if any(not 1 <= award.seat <= len(fields["scores"]) for award in outcome.awards):
            yield "An award goes to a player that there is not."


def _placing(fields: AllFields, table: Table) -> Iterator[str]:
    placing, board = fields["placing"], fields["boards"][fields["player"] - 1]
    if fields["phase"] is not Phase.PLACE:
        return
    if fields["fresh"][fields["player"] - 1] != squares_put(placing):
        yield "The acting player's fresh squares are those on which tokens were put."
    for step in placing:
        if isinstance(step, Put) and not has(board.tokens[step.token.rank], step.square):
            yield f"{step.token} was put on {step.square}, but does not lie there."
    discarded = Counter(step.token for step in placing if not isinstance(step, Put))
    if missing := discarded - Counter(board.mistaken):
        yield f"{format_tokens(missing.elements())} was discarded, but is not among the mistaken memories."
    ranks = [step.token.rank for step in (*placing,)] + [token.rank for token in fields["hand"][:1]]
    if ranks != sorted(ranks):
        yield f"Tokens are placed in the order {''.join(TOKENS)}."
    elif not completes(board, fields["hand"], placing, fields["cards"][-1], table, DEFAULT_RULINGS):
        names = " ".join(str(square_of(bit)) for bit in bits(squares_put(placing)))
        yield f"The tokens on {names} do not lie in one position of the pattern {fields['cards'][-1]}."
