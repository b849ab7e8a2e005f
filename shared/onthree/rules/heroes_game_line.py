"""Crossing Heroes with cards as a line of text. Loaded only when somebody asks for a line: a device in play does not.

`heroes/1 players= turn= seat= first= phase= stage= gold= sets= row= skills= items= hand= heroes= grid= edges= owned=
under= place= takes= torch= refill= cards=`. Cards are their numbers in the card file, 0 where none lies. `row` are the
four Trials and the deck's open top; `skills` rows a and b; `grid` a seat's cells nw to se, `edges` n1 n2 n3 w1 ... s3;
`owned` the tiles of each seat, `under` what lies under the decks of Trials, Skills and Items, both `-` for none.
`stage` is how far the turn is: choosing, taking, placed, bought (or passed), over. `place`: where the Trial lay, until
its Skills are taken; `takes`: how many these are; `torch=1`: a Torch's Skill is to be taken; `refill`: rows being
filled.
"""

from onthree.compat import TYPE_CHECKING, loads
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
    ("row", 1), ("skills", 2), ("items", 1), ("hand", 1),
    ("heroes", 0), ("grid", 0), ("edges", 0), ("owned", 0), ("under", 3),
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


def read(state: "Game", found: "dict[str, str]") -> None:
    """Fill a new state from the fields of its text, which are taken out of `found`; RuleError for what cannot be."""
    read_common(state, found)
    stage = notation.take(found, "stage")
    if stage not in STAGES:
        raise RuleError("The stage is {}, not {}.".format(" or ".join(STAGES), stage))
    state.stage = STAGES.index(stage)
    seats = state.players
    rows: list[str] = []
    for name, pieces in _FIELDS:
        rows.extend(notation.parts(notation.take(found, name), "/", pieces or seats, "The field " + name))
    cards = _cards(".".join([row for row in rows if row != "-"]))
    sizes = [0 if row == "-" else row.count(".") + 1 for row in rows]
    at = number = 0
    for begin, size in _places(seats):
        if sizes[number] != size:
            raise RuleError("There are {} cards between each /, not {}.".format(size, rows[number]))
        state.slots[begin : begin + size] = cards[at : at + size]
        at += size
        number += 1
    for seat in range(seats):
        _read_owned(state, seat, cards[at : at + sizes[number]])
        at += sizes[number]
        number += 1
    for kind in range(3):
        state.under[kind] = bytearray(cards[at : at + sizes[number]])
        at += sizes[number]
        number += 1
    state.place = notation.number(notation.take(found, "place"), 0, 4, "The place in the row")
    state.takes = notation.number(notation.take(found, "takes"), 0, 2, "The number of Skills to take")
    state.torch = notation.number(notation.take(found, "torch"), 0, 1, "The field torch")
    state.refill = notation.bits(notation.take(found, "refill"), 2, "The field refill")


def _places(seats: int) -> "list[tuple[int, int]]":
    """Return the slots of each row, (first, how many), in the order in which they are written."""
    found = [(0, 5), (5, 5), (10, 5), (15, 4), (19, 2)]
    for _, begin, size, _ in SEATS:
        found += [(SEAT + WIDTH * seat + begin, size) for seat in range(seats)]
    return found


def _read_owned(state: "Game", seat: int, tiles: bytes) -> None:
    last = 0
    for tile in tiles:
        if not last < tile <= COUNTS[ITEM_TILES] or state.owners[tile - 1]:
            raise RuleError("Every Item has one owner, and Items come in order.")
        state.owners[tile - 1] = seat + 1
        last = tile


def _cards(text: str) -> bytes:
    """Return the cards between dots. JSON's reader takes all at once, many times faster than one by one."""
    try:
        cards = bytes(loads("[" + text.replace(".", ",") + "]"))
    except (ValueError, TypeError):
        cards = b""
    # Two letters a card and a dot, or one for a small one: then each is written as it should be.
    if not text.replace(".", "").isdigit() or len(text) != 2 * len(cards) - 1 + sum([card > 9 for card in cards]):
        for word in text.split("."):  # one of them is wrong: which?
            notation.number(word, 0, max(COUNTS), "A card")
        raise RuleError("Cards are written with a dot between each, not {}.".format(text))
    return cards
