"""The tracker of Crossing Heroes as a line of text, written and read; loaded only when somebody asks for one.

`heroes/1 players= turn= seat= first= phase= gold= sets= trials= completed= items= left= bought=`, seats between `/`
where each has several numbers. `trials` and `completed` are by god, apollo.athena.hermes.poseidon; `items` are
short names between `.`, `-` for none; `left` is how many icons and refills can still be told. Then, only where
they are needed, `item=` in cost, and from pads on `pad=`: hero symbols, Glory, and the completed Trials in the order of
their gods, such as `3.3.f4.F8.a2`: f flat, a t h p for each Trial of a god (apollo, athena, hermes, poseidon), g for
each Glory, i for each Item, a capital where an Item doubles it; last a kind without its number. `first=0` until it is
drawn.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import heroes_points as values
from onthree.rules import notation
from onthree.rules.game import RuleError
from onthree.rules.heroes_common import common_text, dots, read_common

if TYPE_CHECKING:
    from onthree.rules.heroes_tracker import Tracker

_KINDS = "fathpgi"  # by kind of value
_TWICE = const(8)  # added to a kind under way that an Item doubles
_PAD = const(8)  # phases from here on have a pad
# As heroes_tracker lays a record out.
_COMPLETED = const(4)
_OWNED = const(8)
_PADDED = const(20)
_WORTH = const(22)
_DOUBLED = const(30)
_KIND = const(31)
_VALUES = const(31)


# -- text -------------------------------------------------------------------------------------------------
def position(state: "Tracker") -> str:
    """Return the line that `read` reads, without options."""
    text = common_text(state)
    for name, begin, end in (("trials", 0, _COMPLETED), ("completed", _COMPLETED, _OWNED)):
        text += " {}={}".format(name, "/".join([dots(record[begin:end]) for record in state.records]))
    text += " items={} left={}.{} bought={}".format(
        "/".join([_items_text(record) for record in state.records]), state.icons, state.refills, state.bought
    )
    if state.item:
        text += " item=" + values.ITEMS[state.item - 1][0]
    if state.phase >= _PAD:
        text += " pad=" + "/".join([_pad_text(record) for record in state.records])
    return text


def _items_text(record: bytearray) -> str:
    words: list[str] = []
    for i, copies in enumerate(record[_OWNED:_PADDED]):
        if copies:
            words += [values.ITEMS[i][0]] * copies
    return ".".join(words) or "-"


def _pad_text(record: bytearray) -> str:
    words = [str(entry - 1) for entry in record[_PADDED:_WORTH] if entry]
    for i, worth in enumerate(record[_WORTH:_DOUBLED]):
        if worth:
            words.append(_letter((worth - 1) // _VALUES, record[_DOUBLED] >> i & 1) + str((worth - 1) % _VALUES))
    if record[_KIND]:
        kind = record[_KIND] - 1
        words.append(_letter(kind & _TWICE - 1, kind & _TWICE))
    return ".".join(words) or "-"


def _letter(kind: int, doubled: int) -> str:
    return _KINDS[kind].upper() if doubled else _KINDS[kind]


def read(state: "Tracker", found: "dict[str, str]") -> None:
    """Fill a new state from the fields of its text, which are taken out of `found`; RuleError for what cannot be."""
    read_common(state, found)
    seats = state.players
    for name, begin in (("trials", 0), ("completed", _COMPLETED)):
        for seat, text in enumerate(notation.parts(notation.take(found, name), "/", seats, "The field " + name)):
            for god, number in enumerate(notation.parts(text, ".", 4, "The field " + name)):
                state.records[seat][begin + god] = notation.number(number, 0, 8, "A number of Trials")
    for seat, text in enumerate(notation.parts(notation.take(found, "items"), "/", seats, "The field items")):
        for word in text.split(".") if text != "-" else ():
            state.records[seat][_OWNED + _item(word)] += 1
        if _items_text(state.records[seat]) != text:
            raise RuleError("The Items of a seat come in their order, not as in {}.".format(text))
    icons, refills = notation.parts(notation.take(found, "left"), ".", 2, "The field left")
    state.icons = notation.number(icons, 0, 7, "The number of icons left")
    state.refills = notation.number(refills, 0, 6, "The number of refills left")
    state.bought = notation.number(notation.take(found, "bought"), 0, 1, "The field bought")
    phase = state.PHASES[state.phase]
    if phase == "cost":
        state.item = _item(notation.take(found, "item")) + 1
    if state.phase >= _PAD:
        for seat, text in enumerate(notation.parts(notation.take(found, "pad"), "/", seats, "The field pad")):
            if text != "-":
                _read_pad(state.records[seat], text.split("."))


def _item(word: str) -> int:
    for i, item in enumerate(values.ITEMS):
        if item[0] == word:
            return i
    raise RuleError("There is no Item {}.".format(word))


def _kind(letter: str) -> int:
    if len(letter) != 1 or letter.lower() not in _KINDS:
        raise RuleError("A kind of value is one of {}, not {}.".format(_KINDS, letter))
    return _KINDS.index(letter.lower())


def _read_pad(record: bytearray, words: "list[str]") -> None:
    if len(words) > 10:
        raise RuleError("A pad has at most 8 Trials.")
    for i, word in enumerate(words):
        if i < 2:
            record[_PADDED + i] = 1 + notation.number(word, 0, 40 if i else 36, "A number of symbols")
            continue
        kind = _kind(word[:1])
        doubled = word[0] != _KINDS[kind]
        if len(word) == 1 and i == len(words) - 1:
            record[_KIND] = 1 + kind + (_TWICE if doubled else 0)
            continue
        record[_PADDED + i] = 1 + _VALUES * kind + notation.number(word[1:], 0, 30, "The worth of a Trial")
        if doubled:
            record[_DOUBLED] |= 1 << i - 2
