"""Crossing Heroes with cards as a line of text and as bytes, and what no position can be.

`heroes/1 players= turn= seat= first= phase= stage= gold= sets= row= skills= items= hand= heroes= grid= edges= owned=
under= place= takes= torch= refill= cards=`. Cards are their numbers in the card file, 0 where none lies. `row` are the
four Trials and the deck's open top; `skills` rows a and b; `grid` a seat's cells nw to se, `edges` n1 n2 n3 w1 ... s3;
`owned` the tiles of each seat, `under` what lies under the decks of Trials, Skills and Items, both `-` for none.
`stage` is how far the turn is: choosing, taking, placed, bought (or passed), over. `place`: where the Trial lay, until
its Skills are taken; `takes`: how many these are; `torch=1`: a Torch's Skill is to be taken; `refill`: rows being
filled.
"""

from onthree.compat import TYPE_CHECKING, const, hexlify
from onthree.rules import notation
from onthree.rules.game import RuleError
from onthree.rules.heroes_common import check_common, common_text, dots, read_common, turns_taken
from onthree.rules.heroes_grid import EDGE_CELL
from onthree.rules.heroes_words import COUNTS, HEROES, ITEM_TILES, SKILLS, TRIALS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onthree.rules.heroes_game import Game

_STAGES = ("choosing", "taking", "placed", "bought", "over")
_MARK = const(0x43)
_HEAD = const(9)
# (field, first slot, how many, which cards) of the slots that all share; as heroes_game lays them out
_SHARED = (("row", 0, 5, TRIALS), ("skills", 5, 10, SKILLS), ("items", 15, 4, ITEM_TILES), ("hand", 19, 2, SKILLS))
# the same for each seat, counted from its first slot
_SEATS = (("heroes", 0, 1, HEROES), ("grid", 1, 8, TRIALS), ("edges", 9, 12, SKILLS))
_SEAT = const(21)
_WIDTH = const(21)


# -- text -------------------------------------------------------------------------------------------------
def position(state: "Game") -> str:
    """Return the line that `read` reads, without the cards' name and other options."""
    slots = state.slots
    seats = range(state.players)
    words = [common_text(state), "stage=" + _STAGES[state.stage]]
    for name, begin, size, _ in _SHARED:
        if name == "skills":
            words.append("skills={}/{}".format(dots(slots[begin : begin + 5]), dots(slots[begin + 5 : begin + 10])))
        else:
            words.append("{}={}".format(name, dots(slots[begin : begin + size])))
    for name, begin, size, _ in _SEATS:
        mine = [dots(slots[state.base(s) + begin : state.base(s) + begin + size]) for s in seats]
        words.append(name + "=" + "/".join(mine))
    owned = [dots([tile + 1 for tile, owner in enumerate(state.owners) if owner == s + 1]) or "-" for s in seats]
    words.append("owned=" + "/".join(owned))
    words.append("under=" + "/".join([dots(cards) or "-" for cards in state.under]))
    words.append("place={} takes={} torch={}".format(state.place, state.takes, state.torch))
    words.append("refill=" + notation.bits_text(state.refill, 2))
    return " ".join(words)


def read(state: "Game", found: "dict[str, str]") -> None:
    """Fill a new state from the fields of its text, which are taken out of `found`; RuleError for what cannot be."""
    read_common(state, found)
    stage = notation.take(found, "stage")
    if stage not in _STAGES:
        raise RuleError("The stage is {}, not {}.".format(" or ".join(_STAGES), stage))
    state.stage = _STAGES.index(stage)
    for name, begin, size, kind in _SHARED:
        text = notation.take(found, name)
        if name == "skills":
            row_a, row_b = notation.parts(text, "/", 2, "The field skills")
            _read_cards(state.slots, begin, 5, kind, row_a)
            _read_cards(state.slots, begin + 5, 5, kind, row_b)
        else:
            _read_cards(state.slots, begin, size, kind, text)
    seats = state.players
    for name, begin, size, kind in _SEATS:
        for seat, text in enumerate(notation.parts(notation.take(found, name), "/", seats, "The field " + name)):
            _read_cards(state.slots, state.base(seat) + begin, size, kind, text)
    for seat, text in enumerate(notation.parts(notation.take(found, "owned"), "/", seats, "The field owned")):
        last = -1
        for tile in _read_list(text, ITEM_TILES):
            if state.owners[tile - 1] or tile <= last:
                raise RuleError("Every Item has one owner, and Items come in order.")
            state.owners[tile - 1] = seat + 1
            last = tile
    for kind, text in enumerate(notation.parts(notation.take(found, "under"), "/", 3, "The field under")):
        state.under[kind] = bytearray(_read_list(text, kind))
    state.place = notation.number(notation.take(found, "place"), 0, 4, "The place in the row")
    state.takes = notation.number(notation.take(found, "takes"), 0, 2, "The number of Skills to take")
    state.torch = notation.number(notation.take(found, "torch"), 0, 1, "The field torch")
    state.refill = notation.bits(notation.take(found, "refill"), 2, "The field refill")


def _read_cards(slots: bytearray, begin: int, size: int, kind: int, text: str) -> None:
    for i, word in enumerate(notation.parts(text, ".", size, "A row of cards")):
        slots[begin + i] = notation.number(word, 0, COUNTS[kind], "A card")


def _read_list(text: str, kind: int) -> "list[int]":
    return [] if text == "-" else [notation.number(word, 1, COUNTS[kind], "A card") for word in text.split(".")]


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
    known = state.phase < len(state.PHASES) and state.stage < len(_STAGES) and state.place <= 4 and state.takes <= 2
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
        edges = state.edges(seat)
        trials = turns_taken(state, seat, state.stage < 2, state.stage == 4)
        if sum([1 for trial in cells if trial]) != trials:
            raise RuleError("Seat {} has taken {} Trials by now, one a turn.".format(seat + 1, trials))
        if any([edges[edge] and not cells[EDGE_CELL[edge]] for edge in range(12)]):
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
    for kind, loose in enumerate(state.loose):
        loose[:] = b"\x01" * COUNTS[kind]
    for begin, size, kind in _places(state.players):
        _take(state.loose[kind], state.slots[begin : begin + size])
    for kind, cards in enumerate(state.under):
        if not all(cards):
            raise RuleError("There is no such card.")
        _take(state.loose[kind], cards)
    _take(state.loose[ITEM_TILES], [tile + 1 for tile, owner in enumerate(state.owners) if owner])
    for kind in range(3):
        state.left[kind] = sum(state.loose[kind])


def _places(players: int) -> "list[tuple[int, int, int]]":
    found = [(begin, size, kind) for _, begin, size, kind in _SHARED]
    for seat in range(players):
        found += [(_SEAT + _WIDTH * seat + begin, size, kind) for _, begin, size, kind in _SEATS]
    return found


def _take(loose: bytearray, cards: "Sequence[int]") -> None:
    """Take cards out of those still shuffled."""
    for card in cards:
        if card:
            if card > len(loose) or not loose[card - 1]:
                raise RuleError("Every card is there once.")
            loose[card - 1] = 0


def _check_turn(state: "Game") -> None:
    """Check what is under way: a Trial being laid, Skills being taken, a Torch."""
    slots = state.slots
    hand = sum([1 for skill in slots[19:21] if skill])
    free = len(state.free_edges(state.seat))
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
