"""Crystalla read back from its line of text, packed into bytes and unpacked.

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
from onthree.rules import notation
from onthree.rules.crystalla_box import PIECES
from onthree.rules.crystalla_check import check
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from onthree.rules.crystalla import Crystalla

    Options = tuple[tuple[str, tuple[str, ...]], ...]

_MARK = const(0xC1)
_HEAD = const(11)
_OPTION_BITS = b"\x02\x01\x01\x01\x01\x01\x01\x01\x01"  # width of each option, 10 bits in all
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


# -- text -------------------------------------------------------------------------------------------------
def read(state: "Crystalla", found: "dict[str, str]") -> None:
    """Fill a new state from the fields of its text, which are taken out of `found`; RuleError for what cannot be."""
    players = state.players
    piles = len(state.pieces)
    phase = notation.take(found, "phase")
    if phase not in texts.PHASES:
        raise RuleError("The phase is {}, not {}.".format(" or ".join(texts.PHASES), phase))
    state.phase = texts.PHASES.index(phase)
    state.turn = notation.number(notation.take(found, "turn"), 0, 36, "The turn")
    state.first = _seat(notation.take(found, "first"), players, "The first player", True)
    for pile, word in enumerate(walks.read_rows(notation.take(found, "piles"), piles, "The field piles")):
        state.pieces[pile] = walks.read_pieces(players, word)
    for pile, word in enumerate(walks.read_rows(notation.take(found, "heights"), piles, "The field heights")):
        state.heights[pile] = notation.number(word, 0, 14, "The height of a pile")
    if state.cards:
        _read_box(state, found)
    else:
        laid = notation.parts(notation.take(found, "laid"), ".", players, "The field laid")
        for seat, word in enumerate(laid):
            state.given[seat] = notation.number(word, 0, 24, "The number of crystal pieces of a seat")
        state.removed = notation.number(notation.take(found, "removed"), 0, 36, "The field removed")
    if texts.has_seat(state):
        state.step = (_seat(notation.take(found, "seat"), players, "The seat") - max(state.first, 0)) % players
    if "walk" in found:
        state.walk = walks.read_walk(players, notation.take(found, "walk"))
        if phase == "walk":
            state.hand = walks.read_pieces(players, notation.take(found, "hand"))
        else:
            state.due = notation.bits(notation.take(found, "due"), players, "The field due")
    if texts.has_card(state):
        state.card = _card(notation.take(found, "card"))
    if phase == "cover":
        state.receiver = _seat(notation.take(found, "to"), players, "The field to")
        state.piece = texts.parse_piece(notation.take(found, "crystal")) if state.cards else PIECES
    if texts.has_pads(state):
        for seat, word in enumerate(notation.parts(notation.take(found, "pads"), "/", players, "The field pads")):
            _read_pad(state, seat, word)
    check(state)


def _seat(text: str, players: int, what: str, unknown: bool = False) -> int:
    if unknown and text == "-":
        return -1
    return notation.number(text, 1, players, what) - 1


def _card(text: str) -> int:
    card = texts.parse_card(text)
    if not card and text != "-":
        raise RuleError("A card is two crystals such as TA, not {}.".format(text))
    return card


def _read_pad(state: "Crystalla", seat: int, text: str) -> None:
    for word in () if text == "-" else text.split("."):
        number = notation.number(word, 0, 24, "A number on the pad")
        state.pads[seat].append(number)


def _read_box(state: "Crystalla", found: "dict[str, str]") -> None:
    players = state.players
    state.pool[:] = _read_counts(notation.take(found, "pool"), 7, "The pool")
    state.stack[:] = _read_counts(notation.take(found, "stack"), 2, "The stack")
    opened = notation.take(found, "open")
    last = 0
    for word in () if opened == "-" else opened.split("."):
        piece = texts.parse_piece(word)
        if piece < last:
            raise RuleError("The open display is written large pieces first, not {}.".format(opened))
        last = piece
        state.open[piece] += 1
    for pile, word in enumerate(walks.read_rows(notation.take(found, "tops"), len(state.tops), "The field tops")):
        state.tops[pile] = _card(word)
    for seat, word in enumerate(notation.parts(notation.take(found, "displays"), "|", players, "The field displays")):
        state.cells[seat], state.covered[seat] = display.read_display(word)
    if texts.has_hands(state):
        for seat, hand in enumerate(notation.parts(notation.take(found, "hands"), "/", players, "The field hands")):
            for i, word in enumerate(notation.parts(hand, ".", 3, "A hand of start cards")):
                state.dealt[3 * seat + i] = _card(word)
        for seat, word in enumerate(notation.parts(notation.take(found, "aside"), ".", players, "The field aside")):
            state.aside[seat] = _card(word)


def _read_counts(text: str, rows: int, what: str) -> bytearray:
    counts = bytearray()
    for row in notation.parts(text, "/", rows, what):
        found = [_DIGITS.find(digit) for digit in row]
        if len(found) != 7 or min(found) < 0:
            raise RuleError("{} is seven digits between each /, not {}.".format(what, row))
        counts.extend(bytes(found))
    return counts


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
