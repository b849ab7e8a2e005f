"""Crystalla with a card file: top cards, displays, and the crystal pieces by name.

A card is drawn with its large crystal as a capital letter at its corner and the small one opposite, a diagonal between
them; a segment under a crystal piece is black on white. T tourmaline, A amethyst, R ruby, E emerald, C citrine, D
diamond, H hematite.
"""

from device.words import en
from device.words import en_crystalla as words
from onthree.compat import TYPE_CHECKING, const
from onthree.rules.crystalla_box import PIECES
from onthree.rules.crystalla_display import LETTERS, landing, lay
from onthree.rules.crystalla_text import COVER, GIVE, KEEP, PHASES, PICK, PUT, SWAP, card_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.displays import Panel
    from onthree.rules.crystalla import Crystalla

_WIDE = const(24)
_HIGH = const(16)
_LINE = const(48)
_KEYS = const(56)
_CORNERS = ((2, 0), (15, 0), (15, 8), (2, 8))  # where a letter stands: nw, ne, se, sw


# -- what the buttons offer -------------------------------------------------------------------------------
def next_column(state: "Crystalla", seat: int, action: int) -> int:
    """Return the card placed in the next column that is not full, turned as before."""
    cells = state.cells[seat]
    column, corner = divmod(action - PUT, 4) if action >= PUT else (3, 0)
    for step in range(1, 5):
        if not cells[(column + step) % 4]:  # its top cell
            return int(PUT + 4 * ((column + step) % 4) + corner)
    return action


def turned(action: int) -> int:
    """Return the card placed in the same column, turned by a quarter."""
    column, corner = divmod(action - PUT, 4)
    return int(PUT + 4 * column + (corner + 1) % 4)


# -- pieces of pictures -----------------------------------------------------------------------------------
def _card(panel: "Panel", card: int, covered: int, x: int, y: int) -> None:
    """Draw a cell's byte; `covered`: bit 0 the large segment, bit 1 the small one."""
    corner = card & 3
    _letter(panel, LETTERS[(card >> 5) - 1], covered & 1, x, y, corner)
    _letter(panel, LETTERS[(card >> 2 & 7) - 1].lower(), covered & 2, x, y, corner ^ 2)
    if corner & 1:
        panel.line(x + 1, y, x + 22, y + 14, 1)
    else:
        panel.line(x + 1, y + 14, x + 22, y, 1)


def _letter(panel: "Panel", letter: str, covered: int, x: int, y: int, corner: int) -> None:
    right, down = _CORNERS[corner]
    if covered:
        panel.fill_rect(x + right - 1, y + down, 9, 8, 1)
    panel.text(letter, x + right, y + down, 0 if covered else 1)


def display(panel: "Panel", state: "Crystalla", seat: int, y: int, cell: int = -1, card: int = 0) -> None:
    """Draw a display from y on, 96 pixels wide and 48 high; `cell` inverted, with the byte `card` on it if not 0."""
    covered = state.covered[seat]
    for at, here in enumerate(state.cells[seat]):
        left, top = at % 4 * _WIDE, y + at // 4 * _HIGH
        if at == cell and card:
            here = card
        if here:
            _card(panel, here, covered >> 2 * at & 3, left, top)
        else:
            panel.pixel(left + 11, top + 7, 1)
        panel.vline(left + _WIDE - 1, top, _HIGH, 1)
        panel.hline(left, top + 15, _WIDE, 1)
        if at == cell:
            panel.invert(left, top, _WIDE - 1, _HIGH - 1)


def top_card(panel: "Panel", state: "Crystalla", pile: int, pieces: int, x: int, y: int) -> None:
    """Draw the top card of a pile on the second line of its field, which `pieces` may share."""
    if pieces <= 5:
        panel.text(card_text(state.tops[pile]), x + 1, y)
    elif pieces <= 8:
        panel.text(card_text(state.tops[pile]), x + 25, y)


def piece_name(piece: int) -> str:
    """Return what people call a crystal piece."""
    return words.SHAPES[piece // 7].format(words.NAMES[piece % 7])


def open_pieces(panel: "Panel", state: "Crystalla") -> None:
    """Draw the open crystal pieces and how many lie face down."""
    y = 16
    for piece, count in enumerate(state.open):
        for _ in range(count):
            panel.text(piece_name(piece), 0, y)
            y += 8
    panel.text(words.FACE_DOWN.format(sum(state.stack)), 0, _KEYS)


def hub_display(panel: "Panel", state: "Crystalla", seat: int) -> None:
    """Draw a seat's display below the top line."""
    panel.centred(en.SEAT.format(seat + 1), 0, 1, 0)
    display(panel, state, seat, 12)


def waiting(panel: "Panel", state: "Crystalla", seat: int, text: str) -> None:
    """Draw the own display and what is going on."""
    display(panel, state, seat, 0)
    panel.text(text, 0, _KEYS)


# -- what a seat is asked ---------------------------------------------------------------------------------
def ask(panel: "Panel", state: "Crystalla", seat: int, action: int) -> bool:
    """Draw the question and the answer on offer; return False where it is asked as without cards."""
    phase = PHASES[state.phase]
    if phase == "place":
        column, corner = divmod(action - PUT, 4)
        large, small = divmod(state.card - 1, 7)
        cell = landing(state.cells[seat], column)
        display(panel, state, seat, 0, cell, large + 1 << 5 | small + 1 << 2 | corner)
        panel.text(words.PLACE_CARD.format(card_text(state.card)), 0, _LINE)
        panel.text(words.TURN_KEYS, 0, _KEYS)
    elif phase == "cover":
        cell = action - COVER
        display(panel, state, seat, 0, cell, lay(state.cells[seat][cell], state.piece))
        panel.text(piece_name(state.piece), 0, _LINE)
        panel.text(words.OTHER, 0, _KEYS)
    elif phase == "award":
        owner, piece = divmod(action - GIVE, 15)
        panel.centred(words.GIVE_TITLE, 0)
        panel.centred(words.GIVE_SEAT.format(owner + 1), 16, 2)
        if piece < PIECES:
            panel.centred(piece_name(piece), 40)
        panel.text(words.OTHER, 0, _KEYS)
    elif phase in ("swap", "pick"):
        _start_cards(panel, state, seat, action)
    else:
        return False
    return True


def _start_cards(panel: "Panel", state: "Crystalla", seat: int, action: int) -> None:
    """Draw the own start cards, and which is given back or placed next."""
    cards = state.dealt[3 * seat : 3 * seat + 3]
    _names(panel, cards, 14)
    panel.centred(words.SWAP_TITLE, 0)
    if action == KEEP:
        panel.centred(words.KEEP, 36, 2)
    elif action >= PICK:
        panel.centred(words.FIRST_CARD.format(card_text(cards[action - PICK])), 36, 2)
    else:
        panel.centred(words.SWAP_CARD.format(card_text(cards[action - SWAP])), 36, 2)
    panel.text(words.OTHER, 0, _KEYS)


def _names(panel: "Panel", cards: "Sequence[int]", y: int) -> None:
    for i, card in enumerate(cards):
        panel.big(card_text(card), 48 * i, y, 2)
