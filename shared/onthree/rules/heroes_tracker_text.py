"""The tracker of Crossing Heroes as a line of text and as bytes, and what no position can be.

`heroes/1 players= turn= seat= first= phase= gold= sets= trials= completed= items= left= bought=`, seats between `/`
where each has several numbers. `trials` and `completed` are by god, apollo.athena.hermes.poseidon; `items` are
short names between `.`, `-` for none; `left` is how many icons and refills can still be told. Then, only where
they are needed, `item=` in cost, `kind=` in worth, and from hero on `pad=`: hero symbols, Glory, and the completed
Trials in the order of their gods, such as `3.3.f4.d8.a2`: f flat, d doubled, a t h p for each Trial of a god (apollo,
athena, hermes, poseidon), g for each Glory, i for each Item. `first=0` until it is drawn.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import heroes_points as values
from onthree.rules import notation
from onthree.rules.game import RuleError
from onthree.rules.heroes_common import check_common, common_text, dots, read_common, turns_taken

if TYPE_CHECKING:
    from onthree.rules.heroes_tracker import Tracker

_MARK = const(0x54)
_HEAD = const(6)
_KINDS = "fathpgid"  # by kind of value, doubled last
_PAD = const(8)  # phases from here on have a pad
# As heroes_tracker lays a record out.
_COMPLETED = const(4)
_OWNED = const(8)
_PADDED = const(20)
_WORTH = const(22)
_RECORD = const(30)
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
    if state.kind:
        text += " kind=" + _KINDS[state.kind - 1]
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
    words += [_KINDS[(worth - 1) // _VALUES] + str((worth - 1) % _VALUES) for worth in record[_WORTH:] if worth]
    return ".".join(words) or "-"


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
    elif phase == "worth":
        state.kind = _kind(notation.take(found, "kind")) + 1
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
    if len(letter) != 1 or letter not in _KINDS:
        raise RuleError("A kind of value is one of {}, not {}.".format(_KINDS, letter))
    return _KINDS.index(letter)


def _read_pad(record: bytearray, words: "list[str]") -> None:
    for i, word in enumerate(words):
        if i < 2:
            record[_PADDED + i] = 1 + notation.number(word, 0, 40 if i else 36, "A number of symbols")
        elif i < 10:
            worth = notation.number(word[1:], 0, 30, "The worth of a Trial")
            record[_PADDED + i] = 1 + _VALUES * _kind(word[:1]) + worth
        else:
            raise RuleError("A pad has at most 8 Trials.")


# -- bytes ------------------------------------------------------------------------------------------------
def pack(state: "Tracker") -> bytes:
    """Return 6 bytes of heading, Gold, sets and records."""
    head = bytes(
        (
            _MARK,
            state.players << 4 | state.phase,
            state.turn << 3 | state.bought << 2 | state.options[1] << 1 | state.options[0],
            state.first << 4 | state.seat,
            state.icons << 4 | state.refills,
            state.item << 4 | state.kind,
        )
    )
    return head + state.gold + state.sets + b"".join([bytes(record) for record in state.records])


def unpack_heading(data: bytes, options: bytearray) -> int:
    """Return the players of a packed tracker and fill in its options; RuleError if it is none."""
    players = data[1] >> 4 if len(data) > _HEAD else 0
    if not players or data[0] != _MARK or len(data) != _HEAD + (2 + _RECORD) * players:
        raise RuleError("These bytes are no packed position of Crossing Heroes.")
    options[0] = data[2] & 1
    options[1] = data[2] >> 1 & 1
    return players


def unpack(state: "Tracker", data: bytes) -> None:
    """Fill a new state from the bytes that `pack` wrote; RuleError for what cannot be."""
    players = state.players
    state.phase = data[1] & 15
    state.turn = data[2] >> 3
    state.bought = data[2] >> 2 & 1
    state.first = data[3] >> 4
    state.seat = data[3] & 15
    state.icons = data[4] >> 4
    state.refills = data[4] & 15
    state.item = data[5] >> 4
    state.kind = data[5] & 15
    at = _HEAD + 2 * players
    state.gold[:] = data[_HEAD : _HEAD + players]
    state.sets[:] = data[_HEAD + players : at]
    for record in state.records:
        record[:] = data[at : at + _RECORD]
        at += _RECORD
    if state.phase >= len(state.PHASES) or state.seat >= players or state.first > players:
        raise RuleError("These bytes are no packed position of Crossing Heroes.")


# -- what no game can hold --------------------------------------------------------------------------------
def check(state: "Tracker") -> None:
    """Raise RuleError if no game comes to this position."""
    phase = state.PHASES[state.phase]
    check_common(state, phase == "first", state.phase >= _PAD)
    for seat in range(state.players):
        record = state.records[seat]
        trials = turns_taken(state, seat, phase == "choose", state.phase >= _PAD)
        if sum(record[:_COMPLETED]) != trials:
            raise RuleError("Seat {} has taken {} Trials by now, one a turn.".format(seat + 1, trials))
        if any([record[_COMPLETED + god] > record[god] for god in range(4)]):
            raise RuleError("Seat {} cannot have completed more Trials than it has.".format(seat + 1))
        due = values.sets(record[_COMPLETED:_OWNED])
        if state.sets[seat] != due - (1 if phase == "zeus" and seat == state.seat else 0):
            raise RuleError("Zeus rewards seat {} for every set of four gods, once.".format(seat + 1))
    _check_items(state)
    acting = phase in ("bonus", "trial", "zeus", "buy", "cost", "after")
    limit = sum([record[_OWNED + values.TORCH] for record in state.records])
    fits = acting or state.icons + state.refills == 0
    fits = fits and state.icons <= 2 + limit and state.refills <= 1 + limit
    fits = fits and (state.bought == 0 or phase in ("zeus", "after")) and (state.bought == 1 or phase != "after")
    fits = fits and bool(state.item) == (phase == "cost") and bool(state.kind) == (phase == "worth")
    if not fits or state.item > len(values.ITEMS) or state.kind > len(_KINDS):
        raise RuleError("That cannot be under way in this phase.")
    if phase == "cost" and (not state.gold[state.seat] or state.item - 1 not in state.available()):
        raise RuleError("This Item cannot be bought now.")
    for seat in range(state.players):
        _check_pad(state, seat)


def _check_items(state: "Tracker") -> None:
    copies = [sum([record[_OWNED + i] for record in state.records]) for i in range(len(values.ITEMS))]
    if sum([count - 1 for count in copies if count]) > values.TILES - len(values.ITEMS):
        raise RuleError("There are 16 Items, so at most four are there again.")


def _check_pad(state: "Tracker", seat: int) -> None:
    """Check that the pad of `seat` is filled as far as the phase says."""
    phase = state.PHASES[state.phase]
    record = state.records[seat]
    trials = sum(record[_COMPLETED:_OWNED])
    filled = state.filled(seat)
    if state.phase < _PAD or (phase != "end" and seat > state.seat):
        least = most = 0
    elif phase == "end" or seat < state.seat:
        least = most = 2 + trials
    elif phase in ("hero", "glory"):
        least = most = state.phase - _PAD
    else:
        least, most = 2, 1 + trials
    entries = record[_PADDED:]
    there = sum([1 for entry in entries if entry])
    kinds = [(worth - 1) // _VALUES for worth in record[_WORTH:] if worth]
    if state.kind and seat == state.seat:
        kinds.append(state.kind - 1)
    fits = least <= there <= most and all(entries[:there]) and filled == max(there - 2, 0)
    fits = (
        fits and record[_PADDED] <= 37 and record[_PADDED + 1] <= 41 and max(record[_WORTH:]) <= _VALUES * len(_KINDS)
    )
    if not fits or (len(_KINDS) - 1 in kinds and not any(record[_OWNED : _OWNED + 6])):
        raise RuleError("The pad of seat {} cannot be filled in like this.".format(seat + 1))
