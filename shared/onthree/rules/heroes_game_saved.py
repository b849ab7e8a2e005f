"""Crossing Heroes with cards as bytes, and what no position can be; heroes_game_line.py has its line of text."""

from onthree.compat import TYPE_CHECKING, const, hexlify
from onthree.rules.game import RuleError
from onthree.rules.heroes_common import check_common, turns_taken
from onthree.rules.heroes_grid import strays
from onthree.rules.heroes_words import COUNTS, HEROES, ITEM_TILES, SKILLS, TRIALS

if TYPE_CHECKING:
    from onthree.rules.heroes_game import Game

STAGES = ("choosing", "taking", "placed", "bought", "over")
_MARK = const(0x43)
_HEAD = const(9)
# (field, first slot, how many, which cards) of the slots that all share; as heroes_game lays them out
SHARED = (("row", 0, 5, TRIALS), ("skills", 5, 10, SKILLS), ("items", 15, 4, ITEM_TILES), ("hand", 19, 2, SKILLS))
# the same for each seat, counted from its first slot
SEATS = (("heroes", 0, 1, HEROES), ("grid", 1, 8, TRIALS), ("edges", 9, 12, SKILLS))
_SEAT = const(21)
_WIDTH = const(21)


# -- bytes ------------------------------------------------------------------------------------------------
def pack(state: "Game") -> bytes:
    """Return 9 bytes of heading, then slots, owners, Gold, sets, and what lies under the decks."""
    head = bytearray(_HEAD)
    head[0] = _MARK
    head[1:5] = bytes([int(state.cards[i : i + 2], 16) for i in (0, 2, 4, 6)])
    head[5] = state.players << 4 | state.phase
    head[6] = state.turn << 3 | state.stage
    head[7] = state.first << 5 | state.seat << 2 | state.options[1] << 1 | state.options[0]
    head[8] = state.place << 5 | state.takes << 3 | state.torch << 2 | state.refill
    under = state.under
    sizes = bytes((len(under[0]), len(under[1]), len(under[2])))
    return bytes(head) + state.slots + state.owners + state.gold + state.sets + sizes + under[0] + under[1] + under[2]


def unpack_heading(data: bytes) -> "tuple[int, bytearray, str]":
    """Return players, options and the cards' name of a packed position; RuleError if it is none."""
    players = data[5] >> 4 if len(data) > _HEAD else 0
    at = _SEAT + _HEAD + (_WIDTH + 2) * players + COUNTS[ITEM_TILES]
    if not 1 <= players <= 5 or len(data) < at + 3 or len(data) != at + 3 + sum(data[at : at + 3]):
        raise RuleError("These bytes are no packed position of Crossing Heroes.")
    return players, bytearray((data[7] & 1, data[7] >> 1 & 1)), hexlify(data[1:5]).decode()


def unpack(state: "Game", data: bytes) -> None:
    """Fill a new state from the bytes that `pack` wrote; RuleError for what cannot be."""
    players = state.players
    state.phase = data[5] & 15
    state.turn = data[6] >> 3
    state.stage = data[6] & 7
    state.first = data[7] >> 5
    state.seat = data[7] >> 2 & 7
    state.place = data[8] >> 5
    state.takes = data[8] >> 3 & 3
    state.torch = data[8] >> 2 & 1
    state.refill = data[8] & 3
    at = _HEAD
    for part in (state.slots, state.owners, state.gold, state.sets):
        part[:] = data[at : at + len(part)]
        at += len(part)
    begin = at + 3
    for kind in range(3):
        state.under[kind] = bytearray(data[begin : begin + data[at + kind]])
        begin += data[at + kind]
    known = state.phase < len(state.PHASES) and state.stage < len(STAGES) and state.place <= 4 and state.takes <= 2
    if not known or state.seat >= players or state.first > players or max(state.owners) > players:
        raise RuleError("These bytes are no packed position of Crossing Heroes.")


# -- what no game can hold --------------------------------------------------------------------------------
def check(state: "Game") -> None:
    """Raise RuleError if no game comes to this position; set what follows from it: loose cards, completed Trials."""
    phase = state.PHASES[state.phase]
    check_common(state, phase in ("deal", "hero", "first") and not state.first, phase == "end")
    _check_cards(state)
    for seat in range(state.players):
        cells = state.cells(seat)
        trials = turns_taken(state, seat, state.stage < 2, state.stage == 4)
        if len(cells) - cells.count(b"\0") != trials:
            raise RuleError("Seat {} has taken {} Trials by now, one a turn.".format(seat + 1, trials))
        if trials < 8 and strays(cells, state.edges(seat)):
            raise RuleError("A Skill lies beside a Trial, and seat {} has one that does not.".format(seat + 1))
        if state.first and not state.slots[state.base(seat)]:
            raise RuleError("Seat {} has no Hero.".format(seat + 1))
        state.find_done(seat)
        owed = state.due(seat) - state.sets[seat]
        if owed < 0 or (owed and (seat != state.seat or state.stage not in (2, 3))):
            raise RuleError("Zeus rewards seat {} for every set of four gods, once.".format(seat + 1))
    _check_turn(state)


def _check_cards(state: "Game") -> None:
    """Find the cards that are still shuffled in their decks; RuleError for one that is in two places, or is none."""
    slots = state.slots
    in_slots = [bytearray() for _ in state.loose]
    for _, begin, size, kind in SHARED:
        in_slots[kind] += slots[begin : begin + size]
    for _, begin, size, kind in SEATS:
        for at in range(_SEAT + begin, len(slots), _WIDTH):
            in_slots[kind] += slots[at : at + size]
    for kind, loose in enumerate(state.loose):
        lying = in_slots[kind]
        taken = len(lying) - lying.count(b"\0")
        if kind < len(state.under):
            lying += state.under[kind]
            taken += len(state.under[kind])
        if kind == ITEM_TILES:
            owned = [tile + 1 for tile, owner in enumerate(state.owners) if owner]
            lying += bytes(owned)
            taken += len(owned)
        shuffled = bytearray(b"\1" * (COUNTS[kind] + 1))
        try:
            for card in lying:
                shuffled[card] = 0
        except IndexError:
            raise RuleError("There is no such card.")
        loose[:] = shuffled[1:]
        if sum(loose) != COUNTS[kind] - taken:
            raise RuleError("Every card is there once.")
        if kind < len(state.left):
            state.left[kind] = COUNTS[kind] - taken


def _check_turn(state: "Game") -> None:
    """Check what is under way: a Trial being laid, Skills being taken, a Torch."""
    slots = state.slots
    hand = sum([1 for skill in slots[19:21] if skill])
    free = len(state.free_edges(state.seat)) if hand or state.takes or state.torch else 0
    fits = not hand or (slots[19] > 0 and state.stage in (2, 3) and free >= hand)
    if state.stage == 1:
        fits = fits and state.place > 0 and slots[state.place - 1] > 0 and not state.takes
    else:
        fits = fits and bool(state.place) == bool(state.takes)
    if state.takes:
        column = state.place - 1 + 5
        shown = sum([1 for i in (column, column + 1, column + 5, column + 6) if slots[i]])
        fits = fits and state.stage == 2 and state.takes <= shown and state.takes + hand <= min(free, 2)
    if state.torch:
        fits = fits and state.stage in (2, 3) and not hand and not state.takes and free > 0 and any(slots[5:15])
    if not state.first:
        fits = fits and state.stage == 0
    if not fits or (state.refill and state.PHASES[state.phase] != "deal"):
        raise RuleError("That cannot be under way in a turn.")
