"""Crossing Heroes with cards as a line of text. Loaded only when somebody asks for a line: a device in play does not.

`heroes/1 players= turn= seat= first= phase= stage= gold= sets= row= skills= items= hand= heroes= grid= edges= owned=
under= place= takes= torch= refill= cards=`. Cards are their numbers in the card file, 0 where none lies. `row` are the
four Trials and the deck's open top; `skills` rows a and b; `grid` a seat's cells nw to se, `edges` n1 n2 n3 w1 ... s3;
`owned` the tiles of each seat, `under` what lies under the decks of Trials, Skills and Items, both `-` for none.
`stage` is how far the turn is: choosing, taking, placed, bought (or passed), over. `place`: where the Trial lay, until
its Skills are taken; `takes`: how many these are; `torch=1`: a Torch's Skill is to be taken; `refill`: rows being
filled.
"""

from onthree.compat import TYPE_CHECKING
from onthree.rules import notation
from onthree.rules.game import RuleError
from onthree.rules.heroes_cards import SEAT, WIDTH
from onthree.rules.heroes_common import common_text, dots, read_common
from onthree.rules.heroes_game_saved import SEATS, SHARED, STAGES
from onthree.rules.heroes_words import COUNTS, ITEM_TILES

if TYPE_CHECKING:
    from onthree.rules.heroes_game import Game

# The fields of cards, and how many rows each has; 0: one a seat.
_FIELDS = (
    (b"row", 1), (b"skills", 2), (b"items", 1), (b"hand", 1),
    (b"heroes", 0), (b"grid", 0), (b"edges", 0), (b"owned", 0), (b"under", 3),
)  # fmt: skip


def position(state: "Game") -> str:
    """Return the line that `read` reads, without the cards' name and other options."""
    slots = state.slots
    seats = range(state.players)
    words = [common_text(state), "stage=" + STAGES[state.stage]]
    for name, begin, size, _ in SHARED:
        if name == "skills":
            words.append("skills={}/{}".format(dots(slots[begin : begin + 5]), dots(slots[begin + 5 : begin + 10])))
        else:
            words.append("{}={}".format(name, dots(slots[begin : begin + size])))
    for name, begin, size, _ in SEATS:
        mine = [dots(slots[state.base(s) + begin : state.base(s) + begin + size]) for s in seats]
        words.append(name + "=" + "/".join(mine))
    owned = [dots([tile + 1 for tile, owner in enumerate(state.owners) if owner == s + 1]) or "-" for s in seats]
    words.append("owned=" + "/".join(owned))
    words.append("under=" + "/".join([dots(cards) or "-" for cards in state.under]))
    words.append("place={} takes={} torch={}".format(state.place, state.takes, state.torch))
    words.append("refill=" + notation.bits_text(state.refill, 2))
    return " ".join(words)


def read(state: "Game", found: "dict[bytes, bytes]") -> None:
    """Fill a new state from the fields of its text, which are taken out of `found`; RuleError for what cannot be."""
    read_common(state, found)
    stage = notation.take_text(found, b"stage")
    if stage not in STAGES:
        raise RuleError("The stage is {}, not {}.".format(" or ".join(STAGES), stage))
    state.stage = STAGES.index(stage)
    seats = state.players
    fields: list[bytes] = []
    for name, pieces in _FIELDS:
        field = notation.take_raw(found, name)
        if field.count(b"/") + 1 != (pieces or seats):
            raise RuleError("The field {} has {} parts with / between them.".format(name.decode(), pieces or seats))
        fields.append(field)
    rows = b"/".join(fields).split(b"/")
    cards = notation.numbers(b".".join([row for row in rows if row != b"-"]), max(COUNTS), "Cards")
    sizes = [0 if row == b"-" else row.count(b".") + 1 for row in rows]
    number = len(sizes) - seats - 3
    if sizes[:number] != [5, 5, 5, 4, 2] + [1] * seats + [8] * seats + [12] * seats:
        raise RuleError("There cannot be so many cards in a row, for a seat or at its edges.")
    at = _read_slots(state, cards)
    for seat in range(seats):
        _read_owned(state, seat, cards[at : at + sizes[number]])
        at += sizes[number]
        number += 1
    for kind in range(3):
        state.under[kind] = bytearray(cards[at : at + sizes[number]])
        at += sizes[number]
        number += 1
    state.place = notation.take_digit(found, b"place", 0, 4)
    state.takes = notation.take_digit(found, b"takes", 0, 2)
    state.torch = notation.take_digit(found, b"torch", 0, 1)
    state.refill = notation.bits(notation.take_text(found, b"refill"), 2, "The field refill")


def _read_slots(state: "Game", cards: bytes) -> int:
    """Fill the slots, in the order in which they are written; return how many cards that were."""
    state.slots[:SEAT] = cards[:SEAT]
    at = SEAT
    for _, begin, size, _ in SEATS:
        for slot in range(SEAT + begin, len(state.slots), WIDTH):
            state.slots[slot : slot + size] = cards[at : at + size]
            at += size
    return at


def _read_owned(state: "Game", seat: int, tiles: bytes) -> None:
    last = 0
    for tile in tiles:
        if not last < tile <= COUNTS[ITEM_TILES] or state.owners[tile - 1]:
            raise RuleError("Every Item has one owner, and Items come in order.")
        state.owners[tile - 1] = seat + 1
        last = tile
