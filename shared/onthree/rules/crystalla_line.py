"""Crystalla's line of text: a position written and read back. `crystalla.py` describes the fields.

Loaded only when somebody asks for a line: a device in play does not.
"""

from onthree.compat import TYPE_CHECKING
from onthree.rules import crystalla_display as display
from onthree.rules import crystalla_text as texts
from onthree.rules import crystalla_walk as walks
from onthree.rules import notation
from onthree.rules.crystalla_box import PIECES
from onthree.rules.crystalla_check import check
from onthree.rules.crystalla_text import card_text, has_card, has_hands, has_pads, has_seat, piece_text
from onthree.rules.game import RuleError, options_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from onthree.rules.crystalla import Crystalla
    from onthree.rules.game import Options

_DIGITS = b"0123456789abcdefghijklmnopqrstuvwxyz"


# -- writing ----------------------------------------------------------------------------------------------
def position(state: "Crystalla", options: "Options") -> str:
    """Return the line that `read` reads and the options' words after it."""
    players = state.players
    phase = texts.PHASES[state.phase]
    words = [
        "crystalla/1 players={} turn={} first={} phase={} piles={} heights={}".format(
            players,
            state.turn,
            state.first + 1 or "-",
            phase,
            walks.rows_text([walks.pieces_text(players, pieces) for pieces in state.pieces]),
            walks.rows_text([str(height) for height in state.heights]),
        )
    ]
    if has_seat(state):
        words.append("seat={}".format(state.active() + 1))
    if state.walk:
        words.append("walk=" + walks.walk_text(players, state.walk))
        if phase == "walk":
            words.append("hand=" + walks.pieces_text(players, state.hand))
        else:
            words.append("due=" + notation.bits_text(state.due, players))
    if has_card(state):
        words.append("card=" + card_text(state.card))
    if phase == "cover":
        words.append("to={}".format(state.receiver + 1))
        if state.cards:
            words.append("crystal=" + piece_text(state.piece))
    if has_pads(state):
        words.append("pads=" + "/".join(".".join(str(number) for number in pad) or "-" for pad in state.pads))
    words.append(_box_text(state))
    chosen = options_text(options, state.options)
    if chosen:
        words.append(chosen)
    if state.cards:
        words.append("cards=" + state.cards)
    return " ".join(words)


def _box_text(state: "Crystalla") -> str:
    if not state.cards:
        return "laid={} removed={}".format(".".join(str(count) for count in state.given), state.removed)
    opened = ""
    for piece, count in enumerate(state.open):
        opened += ("." + piece_text(piece)) * count
    words = [
        "pool=" + _counts_text(state.pool),
        "stack=" + _counts_text(state.stack),
        "open=" + (opened[1:] or "-"),
        "tops=" + walks.rows_text([card_text(top) for top in state.tops]),
        "displays=" + "|".join(display.display_text(cells, state.covered[i]) for i, cells in enumerate(state.cells)),
    ]
    if has_hands(state):
        cards = [card_text(card) for card in state.dealt]
        words.append("hands=" + "/".join(".".join(cards[i : i + 3]) for i in range(0, len(cards), 3)))
        words.append("aside=" + ".".join(card_text(card) for card in state.aside))
    return " ".join(words)


def _counts_text(counts: "Sequence[int]") -> str:
    """Return counts as one digit each (a is 10), seven between `/`."""
    digits = bytes([_DIGITS[count] for count in counts]).decode()
    return "/".join([digits[i : i + 7] for i in range(0, len(digits), 7)])


# -- reading ----------------------------------------------------------------------------------------------
def read(state: "Crystalla", found: "dict[bytes, bytes]") -> None:
    """Fill a new state from the fields of its text, which are taken out of `found`; RuleError for what cannot be."""
    players = state.players
    piles = len(state.pieces)
    phase = notation.take_text(found, b"phase")
    if phase not in texts.PHASES:
        raise RuleError("The phase is {}, not {}.".format(" or ".join(texts.PHASES), phase))
    state.phase = texts.PHASES.index(phase)
    state.turn = notation.number(notation.take_text(found, b"turn"), 0, 36, "The turn")
    state.first = _seat(notation.take_text(found, b"first"), players, "The first player", True)
    for pile, pieces in enumerate(walks.read_rows(notation.take_raw(found, b"piles"), piles, "The field piles")):
        state.pieces[pile] = walks.read_pieces(players, pieces)
    for pile, height in enumerate(walks.read_rows(notation.take_raw(found, b"heights"), piles, "The field heights")):
        state.heights[pile] = _height(height)
    if state.cards:
        _read_box(state, found)
    else:
        laid = notation.parts(notation.take_text(found, b"laid"), ".", players, "The field laid")
        for seat, word in enumerate(laid):
            state.given[seat] = notation.number(word, 0, 24, "The number of crystal pieces of a seat")
        state.removed = notation.number(notation.take_text(found, b"removed"), 0, 36, "The field removed")
    if texts.has_seat(state):
        state.step = (_seat(notation.take_text(found, b"seat"), players, "The seat") - max(state.first, 0)) % players
    if b"walk" in found:
        state.walk = walks.read_walk(players, notation.take_raw(found, b"walk"))
        if phase == "walk":
            state.hand = walks.read_pieces(players, notation.take_raw(found, b"hand"))
        else:
            state.due = notation.bits(notation.take_text(found, b"due"), players, "The field due")
    if texts.has_card(state):
        state.card = _card(notation.take_raw(found, b"card"))
    if phase == "cover":
        state.receiver = _seat(notation.take_text(found, b"to"), players, "The field to")
        state.piece = texts.read_piece(notation.take_raw(found, b"crystal")) if state.cards else PIECES
    if texts.has_pads(state):
        for seat, word in enumerate(notation.parts(notation.take_text(found, b"pads"), "/", players, "The field pads")):
            _read_pad(state, seat, word)
    check(state)


def _seat(text: str, players: int, what: str, unknown: bool = False) -> int:
    if unknown and text == "-":
        return -1
    return notation.number(text, 1, players, what) - 1


def _height(word: bytes) -> int:
    height = int(word) if word.isdigit() else -1
    if not 0 <= height <= 14 or len(word) != (1 if height < 10 else 2):
        raise RuleError("The height of a pile can be from 0 to 14, not {}.".format(word.decode()))
    return height


def _card(word: bytes) -> int:
    card = texts.read_card(word)
    if not card and word != b"-":
        raise RuleError("A card is two crystals such as TA, not {}.".format(word.decode()))
    return card


def _read_pad(state: "Crystalla", seat: int, text: str) -> None:
    for word in () if text == "-" else text.split("."):
        number = notation.number(word, 0, 24, "A number on the pad")
        state.pads[seat].append(number)


def _read_box(state: "Crystalla", found: "dict[bytes, bytes]") -> None:
    players = state.players
    state.pool[:] = _read_counts(notation.take_raw(found, b"pool"), 7, "The pool")
    state.stack[:] = _read_counts(notation.take_raw(found, b"stack"), 2, "The stack")
    opened = notation.take_raw(found, b"open")
    last = 0
    for crystal in () if opened == b"-" else opened.split(b"."):
        piece = texts.read_piece(crystal)
        if piece < last:
            raise RuleError("The open display is written large pieces first, not {}.".format(opened.decode()))
        last = piece
        state.open[piece] += 1
    for pile, top in enumerate(walks.read_rows(notation.take_raw(found, b"tops"), len(state.tops), "The field tops")):
        state.tops[pile] = _card(top)
    for seat, raw in enumerate(_parts(notation.take_raw(found, b"displays"), b"|", players, "The field displays")):
        state.cells[seat], state.covered[seat] = display.read_cells(raw)
    if texts.has_hands(state):
        for seat, hand in enumerate(_parts(notation.take_raw(found, b"hands"), b"/", players, "The field hands")):
            for i, card in enumerate(_parts(hand, b".", 3, "A hand of start cards")):
                state.dealt[3 * seat + i] = _card(card)
        for seat, card in enumerate(_parts(notation.take_raw(found, b"aside"), b".", players, "The field aside")):
            state.aside[seat] = _card(card)


def _parts(raw: bytes, mark: bytes, count: int, what: str) -> "list[bytes]":
    """Return what notation.parts does, as bytes."""
    pieces = raw.split(mark)
    if len(pieces) != count:
        raise RuleError("{} has {} parts with {} between them.".format(what, count, mark.decode()))
    return pieces


def _read_counts(raw: bytes, rows: int, what: str) -> bytes:
    words = raw.split(b"/")
    # 0 to 9, a to z; anything else is -1 or more than z
    counts = [digit - 48 if digit < 58 else digit - 87 if digit > 96 else -1 for digit in b"".join(words)]
    if [len(word) for word in words] != [7] * rows or min(counts) < 0 or max(counts) >= len(_DIGITS):
        raise RuleError("{} is {} times seven digits with / between them, not {}.".format(what, rows, raw.decode()))
    return bytes(counts)
