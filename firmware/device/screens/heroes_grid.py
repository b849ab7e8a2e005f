"""Crossing Heroes with a card file: Skills, Trials, and the 3 by 3 around a Hero, drawn small.

A symbol is a letter 5 pixels wide: L luck, E endurance, S strength, C cunning, W wisdom. In a cell stand the symbols
that its Trial still waits for, with a square for each that is there; a complete one has the name of its god. A dot
outside is a free edge. What is on offer is black on white, and drawn as it will be.
"""

from device import fast
from device.glyphs import YELLOW
from device.turn import NOTHING
from device.words import en_heroes as words
from device.words import en_heroes_cards as own
from onthree.compat import TYPE_CHECKING, const
from onthree.rules import heroes_points as values
from onthree.rules.heroes_cards import HAND
from onthree.rules.heroes_grid import EDGE_CELL, around, contains, count, total

if TYPE_CHECKING:
    from device.displays import Panel
    from onthree.rules.heroes_cards import Table
    from onthree.rules.heroes_deck import Deck

# The columns of 9 glyphs: L E S C W, a coin, a star, a square, a coin above a star.
_GLYPHS = (
    b"\x7f\x40\x40\x40\x40\x7f\x49\x49\x49\x41\x46\x49\x49\x49\x31\x3e\x41\x41\x41\x22"
    b"\x3f\x40\x38\x40\x3f\x1c\x22\x2a\x22\x1c\x24\x1c\x0f\x1c\x24\x00\x1c\x1c\x1c\x00"
    b"\x00\x67\x35\x67\x00"
)
COIN = const(5)
STAR = const(6)
_SQUARE = const(7)
_BOTH = const(8)
_PITCH = const(6)  # from glyph to glyph

_LEFT = const(19)  # where the cells begin
_CELL = const(29)  # their width: five symbols
_WIDE = const(30)
_HIGH = const(10)
_RIGHT = const(110)  # where the edges in the east begin
_FAR = const(16)  # where those in the west end
_LINE = const(16)  # characters
_ALL_CELLS = const(0xFF)
_ALL_EDGES = const(0xFFF)


def glyph(panel: "Panel", which: int, x: int, y: int, scale: int = 1) -> int:
    """Draw a glyph, return the x after it."""
    fast.enlarge(panel.frame, _GLYPHS, (5 * which) << 8 | 5, x, y, scale, 1)
    return x + _PITCH * scale


def symbols(panel: "Panel", found: int, x: int, y: int, scale: int = 1) -> int:
    """Draw the symbols of a multiset, return the x after them."""
    for symbol in range(5):
        for _ in range(count(found, symbol)):
            x = glyph(panel, symbol, x, y, scale)
    return x


def skill_width(deck: "Deck", card: int) -> int:
    """Return how wide `skill` draws a Skill."""
    marked = deck.gold(card - 1) or deck.glory(card - 1)
    return _PITCH * (total(deck.symbols(card - 1)) + (1 if marked else 0)) - 1


def skill(panel: "Panel", deck: "Deck", card: int, x: int, y: int) -> int:
    """Draw a Skill, the card's number from 1: its symbols, a coin for Gold, a star for Glory; return the x after it."""
    x = symbols(panel, deck.symbols(card - 1), x, y)
    gold, glory = deck.gold(card - 1), deck.glory(card - 1)
    if gold or glory:
        x = glyph(panel, _BOTH if gold and glory else COIN if gold else STAR, x, y)
    return x


# -- the 3 by 3 -------------------------------------------------------------------------------------------
def grid(panel: "Panel", state: "Table", seat: int, cell: int = NOTHING, edge: int = NOTHING) -> None:
    """Draw what lies around a Hero, 47 pixels high.

    `cell`: where the Trial just taken is offered; `edge`: where the Skill in hand is.
    """
    for i in range(4):
        panel.vline(_LEFT - 1 + _WIDE * i, 8, 31, 1)
        panel.hline(_LEFT - 1, 8 + _HIGH * i, 3 * _WIDE + 1, 1)
    hero = state.slots[state.base(seat)]
    if hero:
        glyph(panel, state.deck.hero(hero - 1), _LEFT + _WIDE + 12, 20)
        panel.invert(_LEFT + _WIDE + 8, 19, 13, 9)
    _lay(panel, state, seat, cell, edge, _ALL_CELLS, _ALL_EDGES)


def step(panel: "Panel", state: "Table", seat: int, cell: int, edge: int, old: int) -> None:
    """Draw a `cell` or an `edge` on offer in a picture of the `old` one: what has changed, and no more."""
    cells = edges = 0
    for i in range(8):
        x, y = _corner(i)
        if i in (cell, old) if cell >= 0 else _sees(i, edge) or _sees(i, old):
            cells |= 1 << i
            panel.fill_rect(x, y, _CELL, _HIGH - 1, 0)
    for i in range(12):
        if EDGE_CELL[i] in (cell, old) if cell >= 0 else i in (edge, old):
            edges |= 1 << i
            _blank(panel, i)
    _lay(panel, state, seat, cell, edge, cells, edges)


def _sees(cell: int, edge: int) -> bool:
    """Return whether a Skill on an edge counts for a cell."""
    place = cell if cell < 4 else cell + 1
    return (place // 3 if 3 <= edge < 9 else place % 3) == edge % 3


def _lay(panel: "Panel", state: "Table", seat: int, cell: int, edge: int, which: int, edges: int) -> None:
    """Draw the Trials in the cells `which` and the Skills on `edges`, both as bits."""
    deck = state.deck
    trials = state.cells(seat)
    skills = state.edges(seat)
    if cell >= 0:
        trials[cell] = state.slots[state.place - 1]
    if edge >= 0:
        skills[edge] = state.slots[HAND]
    found = [deck.skills[card - 1] if card else 0 for card in skills]
    for i, card in enumerate(trials):
        if which >> i & 1 and card:
            x, y = _corner(i)
            _trial(panel, deck, card - 1, around(i, found), x, y)
            if i == cell:
                panel.invert(x, y, _CELL, _HIGH - 1)
    for i, card in enumerate(skills):
        if edges >> i & 1:
            if card:
                _laid(panel, found[i], i, i == edge)
            elif trials[EDGE_CELL[i]]:
                x, y, width = _place(i)
                panel.fill_rect(x + width // 2 - 1, y + 3, 2, 2, 1)


def _corner(cell: int) -> "tuple[int, int]":
    place = cell if cell < 4 else cell + 1  # the Hero is between
    return _LEFT + _WIDE * (place % 3), 9 + _HIGH * (place // 3)


def _place(edge: int) -> "tuple[int, int, int]":
    """Return x, y and width of an edge."""
    side, step = divmod(edge, 3)
    if side == 1:
        return 0, 10 + _HIGH * step, _FAR + 1
    if side == 2:
        return _RIGHT, 10 + _HIGH * step, _FAR + 1
    return _LEFT + _WIDE * step, 40 if side else 0, _CELL


def _laid(panel: "Panel", found: int, edge: int, offered: bool) -> None:
    """Draw a Skill on an edge."""
    x, y, width = _place(edge)
    spare = width - _PITCH * total(found) + 1
    side = edge // 3
    symbols(panel, found, x + (spare if side == 1 else 0 if side == 2 else spare // 2), y)
    if offered:
        panel.invert(*_around(edge))


def _blank(panel: "Panel", edge: int) -> None:
    x, y, width, height = _around(edge)
    panel.fill_rect(x, y, width, height, 0)


def _around(edge: int) -> "tuple[int, int, int, int]":
    """Return what is black on white where a Skill is offered: x, y, width, height."""
    x, y, width = _place(edge)
    return x - (1 if edge // 3 == 2 else 0), y - (1 if y else 0), width + 1, 9 if y else 7


def _trial(panel: "Panel", deck: "Deck", trial: int, there: int, x: int, y: int) -> None:
    """Draw a Trial in its cell: what it waits for, `there` being the symbols at the ends of its lines."""
    need = deck.need(trial)
    if contains(there, need):
        panel.text(words.GODS[deck.god(trial)][:3], x + 3, y + 1)
        return
    x += (_CELL + 1 - _PITCH * total(need)) // 2
    met = 0
    for symbol in range(5):
        wanted = count(need, symbol)
        have = min(wanted, count(there, symbol))
        met += have
        for _ in range(wanted - have):
            x = glyph(panel, symbol, x, y + 1)
    for _ in range(met):
        x = glyph(panel, _SQUARE, x, y + 1)


# -- a card, large ----------------------------------------------------------------------------------------
def name(panel: "Panel", text: str) -> None:
    """Draw a name below the top line, in two lines at most."""
    at = len(text) if len(text) <= _LINE else text.rfind(" ", 0, _LINE + 1)
    at = at if at > 0 else _LINE
    panel.text(text[:at], 0, 8)
    panel.text(text[at:].strip()[:_LINE], 0, 16)


def trial_card(panel: "Panel", deck: "Deck", trial: int) -> None:
    """Draw a Trial between the lines at 8 and 48: its name, what it asks for, its god, its Gold, what it is worth."""
    name(panel, deck.trial_name(trial))
    symbols(panel, deck.need(trial), 0, 25, 2)
    panel.text(words.GODS[deck.god(trial)], 64, 24)
    gold, _ = deck.bonus(trial)
    if gold:
        panel.text(own.PLUS.format(gold), 64, 32)
        panel.stone(YELLOW, 80, 32)
    panel.text(worth(deck, trial), 0, 40)


def worth(deck: "Deck", trial: int) -> str:
    """Return what a completed Trial counts (CH21), and the Item that doubles it (CH19)."""
    kind, vp = deck.value(trial)
    doubler = deck.doubler(trial)
    if kind == values.FLAT:
        text = own.POINTS if doubler < 0 else own.DOUBLED
        return text.format(vp, words.ITEMS[doubler])
    if kind == values.PER_GLORY:
        return own.EACH_GLORY.format(vp)
    return own.EACH_ITEM.format(vp) if kind == values.PER_ITEM else own.EACH.format(vp, words.GODS[kind - 1])
