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
from onthree.rules.heroes_cards import WIDTH
from onthree.rules.heroes_common import common_text, dots, read_common
from onthree.rules.heroes_game_saved import SEATS, SHARED, STAGES
from onthree.rules.heroes_words import COUNTS, ITEM_TILES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onthree.rules.heroes_game import Game


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
    for name, begin, size, kind in SHARED:
        rows = 2 if name == "skills" else 1
        _read_cards(state.slots, notation.take(found, name), rows, begin, size // rows, size // rows, kind)
    seats = state.players
    for name, begin, size, kind in SEATS:
        _read_cards(state.slots, notation.take(found, name), seats, state.base(0) + begin, WIDTH, size, kind)
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


def _read_cards(slots: bytearray, text: str, rows: int, begin: int, step: int, size: int, kind: int) -> None:
    """Read `rows` of `size` cards each, between slashes, into slots from `begin` on, every `step` slots a row."""
    cards = _cards(text.replace("/", "."), 0, kind)
    at = 0
    for row in notation.parts(text, "/", rows, "A field of cards"):
        if row.count(".") != size - 1:
            raise RuleError("There are {} cards between each /, not {}.".format(size, row))
        slots[begin : begin + size] = cards[at : at + size]
        begin += step
        at += size


def _read_list(text: str, kind: int) -> "Sequence[int]":
    return () if text == "-" else _cards(text, 1, kind)


def _cards(text: str, low: int, kind: int) -> bytes:
    """Return the cards between dots, as many as there are. JSON's reader is many times faster than one by one."""
    if text.replace(".", "").isdigit():
        try:
            cards = bytes(loads("[" + text.replace(".", ",") + "]"))
            letters = 2 * len(cards) - 1 + sum([card > 9 for card in cards])  # if each is written as it should be
            if cards and min(cards) >= low and max(cards) <= COUNTS[kind] and len(text) == letters:
                return cards
        except ValueError:
            pass
    for word in text.split("."):  # one of them is wrong: which?
        notation.number(word, low, COUNTS[kind], "A card")
    raise RuleError("Cards are written with a dot between each, not {}.".format(text))
