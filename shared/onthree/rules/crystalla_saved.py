"""Crystalla packed into bytes and unpacked.

Packed: a mark; phase, players and whether there are cards; turn; first player and step; two bytes of options; due and
receiver; card; piece; hand; the walk and its length; a byte a pile for pieces and one for heights; without cards the
crystal pieces laid and removed; with cards their name (4 bytes), the pool, the stack, the open display, the top cards,
each display (12 bytes, then 3 for what is covered), and in the setup the start cards; at last the pads, their lengths
before them.
"""

from onthree.cards import is_name
from onthree.compat import TYPE_CHECKING, const, hexlify, unhexlify
from onthree.rules import crystalla_display as display
from onthree.rules import crystalla_text as texts
from onthree.rules import crystalla_walk as walks
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from onthree.rules.crystalla import Crystalla
    from onthree.rules.game import Options

_MARK = const(0xC1)
_HEAD = const(11)
_OPTION_BITS = b"\x02\x01\x01\x01\x01\x01\x01\x01\x01"  # width of each option, 10 bits in all


# -- bytes ------------------------------------------------------------------------------------------------
def pack(state: "Crystalla") -> bytes:
    """Return the position in bytes, as the top of this file lists them."""
    code = 0
    for i, width in enumerate(_OPTION_BITS):
        code = code << width | state.options[i]
    data = bytearray(_HEAD)
    data[0] = _MARK
    data[1] = state.phase << 4 | (8 if state.cards else 0) | state.players
    data[2] = state.turn
    data[3] = state.first + 1 << 4 | state.step
    data[4] = code >> 8
    data[5] = code & 0xFF
    data[6] = state.due << 4 | state.receiver
    data[7] = state.card
    data[8] = state.piece
    data[9] = state.hand
    data[10] = len(state.walk)
    data.extend(state.walk)
    data.extend(state.pieces)
    data.extend(state.heights)
    if state.cards:
        data.extend(unhexlify(state.cards))
        for part in (state.pool, state.stack, state.open, state.tops):
            data.extend(part)
        for seat in range(state.players):
            data.extend(state.cells[seat])
            data.extend(state.covered[seat].to_bytes(3, "big"))
        if texts.has_hands(state):
            data.extend(state.dealt)
            data.extend(state.aside)
    else:
        data.extend(state.given)
        data.append(state.removed)
    if texts.has_pads(state):
        for pad in state.pads:
            data.append(len(pad))
            data.extend(pad)
    return bytes(data)


def unpack_heading(data: bytes, options: "Options") -> "tuple[int, bytearray, str]":
    """Return the players, options and name of the cards of a packed position; RuleError if it is none."""
    if len(data) < _HEAD or data[0] != _MARK or not 2 <= data[1] & 7 <= 4:
        raise RuleError("These bytes are no packed position of Crystalla.")
    code = data[4] << 8 | data[5]
    values = bytearray(len(options))
    for i in range(len(values) - 1, -1, -1):
        values[i] = code & (1 << _OPTION_BITS[i]) - 1
        code >>= _OPTION_BITS[i]
        if values[i] >= len(options[i][1]):
            code = 1
    if code:
        raise RuleError("A packed position of Crystalla has no such options.")
    name = ""
    if data[1] & 8:
        at = _HEAD + data[10] + 2 * walks.pile_count(data[1] & 7)
        name = hexlify(data[at : at + 4]).decode()
        if not is_name(name):
            raise RuleError("These bytes are no packed position of Crystalla.")
    return data[1] & 7, values, name


class _Reader:
    """Takes bytes off the front."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, size: int) -> bytes:
        part = self.data[self.at : self.at + size]
        self.at += size
        if len(part) != size:
            raise RuleError("These bytes are no packed position of Crystalla.")
        return part


def unpack(state: "Crystalla", data: bytes) -> None:
    """Fill a new state from the bytes that `pack` wrote; RuleError for what cannot be."""
    reader = _Reader(data)
    head = reader.take(_HEAD)
    state.phase = head[1] >> 4
    state.turn = head[2]
    state.first = (head[3] >> 4) - 1
    state.step = head[3] & 15
    state.due = head[6] >> 4
    state.receiver = head[6] & 15
    state.card = head[7]
    state.piece = head[8]
    state.hand = head[9]
    state.walk = bytearray(reader.take(head[10]))
    state.pieces[:] = reader.take(len(state.pieces))
    state.heights[:] = reader.take(len(state.heights))
    if state.cards:
        _unpack_box(state, reader)
    else:
        state.given[:] = reader.take(state.players)
        state.removed = reader.take(1)[0]
    if texts.has_pads(state):
        for pad in state.pads:
            pad.extend(reader.take(reader.take(1)[0]))
    if reader.at != len(data):
        raise RuleError("These bytes are no packed position of Crystalla.")
    from onthree.rules.crystalla_check import check  # not needed in play, but to take something back

    check(state)


def _unpack_box(state: "Crystalla", reader: _Reader) -> None:
    reader.take(4)
    for part in (state.pool, state.stack, state.open, state.tops):
        part[:] = reader.take(len(part))
    for seat in range(state.players):
        state.cells[seat][:] = reader.take(display.CELLS)
        state.covered[seat] = int.from_bytes(reader.take(3), "big")
    if texts.has_hands(state):
        state.dealt[:] = reader.take(len(state.dealt))
        state.aside[:] = reader.take(len(state.aside))
