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


def read(state: "Tracker", found: "dict[bytes, bytes]") -> None:
    """Fill a new state from the fields of its text, which are taken out of `found`; RuleError for what cannot be."""
    read_common(state, found)
    seats = state.players
    _read_counts(state.records, 0, notation.take_raw(found, b"trials"))
    _read_counts(state.records, _COMPLETED, notation.take_raw(found, b"completed"))
    names = [item[0] for item in values.ITEMS]
    for seat, text in enumerate(notation.parts(notation.take_text(found, b"items"), "/", seats, "The field items")):
        _read_items(state.records[seat], text, names)
    icons, refills = notation.parts(notation.take_text(found, b"left"), ".", 2, "The field left")
    state.icons = notation.number(icons, 0, 7, "The number of icons left")
    state.refills = notation.number(refills, 0, 6, "The number of refills left")
    state.bought = notation.take_digit(found, b"bought", 0, 1)
    phase = state.PHASES[state.phase]
    if phase == "cost":
        state.item = _item(names, notation.take_text(found, b"item")) + 1
    if state.phase >= _PAD:
        for seat, text in enumerate(notation.parts(notation.take_text(found, b"pad"), "/", seats, "The field pad")):
            if text != "-":
                _read_pad(state.records[seat], text)


def _item(names: "list[str]", word: str) -> int:
    if word not in names:
        raise RuleError("There is no Item {}.".format(word))
    return names.index(word)


def _read_items(record: bytearray, text: str, names: "list[str]") -> None:
    before = 0
    for word in text.split(".") if text != "-" else ():
        item = _item(names, word)
        if item < before:
            raise RuleError("The Items of a seat come in their order, not as in {}.".format(text))
        before = item
        record[_OWNED + item] += 1


# A position has up to 130 small numbers. They are read from bytes: for each text that MicroPython makes, it looks
# through all words that it knows.
def _read_counts(records: "list[bytearray]", begin: int, raw: bytes) -> None:
    """Read four digits a seat, one a god, with `.` between them and `/` between seats."""
    ended = raw + b"/"
    fits = len(ended) == 8 * len(records)
    for i in range(len(ended) >> 1 if fits else 0):
        digit = ended[2 * i] - 48
        fits = fits and 0 <= digit <= 8 and ended[2 * i + 1] == (47 if i & 3 == 3 else 46)
        if fits:
            records[i >> 2][begin + (i & 3)] = digit
    if not fits:
        raise RuleError("Trials are four numbers a seat, as in 1.0.0.2/0.0.0.1, not {}.".format(raw.decode()))


def _read_pad(record: bytearray, text: str) -> None:
    """Read a pad of up to 10 words, a kind under way among them."""
    letters = (_KINDS + _KINDS.upper()).encode()
    kinds = len(_KINDS)
    words = notation.raw(text).split(b".")
    try:
        if len(words) > 2 and len(words[-1]) == 1:
            kind = letters.index(words.pop())
            record[_KIND] = 1 + kind if kind < kinds else 1 + _TWICE + kind - kinds
        at = _PADDED
        for word in words:
            if at >= _WORTH:
                kind = letters.index(word[:1])
                word = word[1:]
                number = int(word)
                if number >= _VALUES or at == _DOUBLED:
                    raise ValueError
                if kind >= kinds:
                    kind -= kinds
                    record[_DOUBLED] |= 1 << at - _WORTH
                record[at] = 1 + _VALUES * kind + number
            else:
                number = int(word)
                record[at] = 1 + number
            if number < 0 or len(word) != (1 if number < 10 else 2):
                raise ValueError
            at += 1
    except (ValueError, IndexError, OverflowError):
        raise RuleError("A pad is written as in 3.3.f4.F8.a2, not {}.".format(text))
