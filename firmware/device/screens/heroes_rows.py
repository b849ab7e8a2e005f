"""Crossing Heroes with a card file, on the hub: what lies open, and what everybody has.

The first page has the Trials' row above the two rows of Skills, each Trial between its two columns; the further ones
the Trials and the Items in words, a table of all seats, and what lies around each Hero.
"""

from device.glyphs import YELLOW
from device.screens import heroes_grid as grids
from device.screens.common import right
from device.words import en
from device.words import en_heroes as words
from device.words import en_heroes_cards as own
from onthree.compat import TYPE_CHECKING, const
from onthree.rules import heroes_points as values
from onthree.rules.heroes_cards import ROW_A, ROW_B, TILES, TOP
from onthree.rules.heroes_grid import count, total

if TYPE_CHECKING:
    from device.displays import Panel
    from onthree.rules.heroes_game import Game

PAGES = const(4)  # and one more a seat
_COLUMN = const(25)  # from column to column of Skills
_ROW_A = const(28)
_ROW_B = const(37)
_KEYS = const(56)


def page(panel: "Panel", state: "Game", number: int) -> None:
    """Draw a page, 0 the first."""
    panel.fill(0)
    if number >= PAGES:
        seat = number - PAGES
        grids.grid(panel, state, seat)
        possessions(panel, state, seat, 48)
        panel.text(en.SEAT.format(seat + 1), 0, _KEYS)
        _hero(panel, state, seat)
        return
    (_turn, _trials, _items, _all)[number](panel, state)


def _title(panel: "Panel", text: str) -> None:
    panel.centred(text, 0)
    panel.invert(0, 0, 128, 8)


# -- the first page ---------------------------------------------------------------------------------------
def _turn(panel: "Panel", state: "Game") -> None:
    """Draw whose turn it is, the rows, what is asked, and what has just happened."""
    _title(panel, words.TURN_SEAT.format(state.turn, state.seat + 1))
    deck = state.deck
    for i in range(TOP + 1):
        card = state.slots[i]
        if card:
            need = deck.need(card - 1)
            many = total(need) > 3
            x = 111 if i == TOP else _COLUMN * (i + 1) - 10
            _stacked(panel, need, x, 9 if many else 14)
    panel.vline(108, 9, 16, 1)
    for i in range(ROW_A, TILES):
        card = state.slots[i]
        x = (i - ROW_A) % 5 * _COLUMN
        y = _ROW_A if i < ROW_B else _ROW_B
        if card:
            grids.skill(panel, deck, card, x + (_COLUMN - 1 - grids.skill_width(deck, card)) // 2, y)
        else:
            panel.hline(x + 11, y + 3, 3, 1)
    for i in range(1, 5):
        panel.vline(_COLUMN * i - 1, _ROW_A - 1, 18, 1)
    if state.takes and state.PHASES[state.phase] == "skill":
        panel.invert(_COLUMN * (state.place - 1), _ROW_A - 1, 2 * _COLUMN - 1, 18)
    panel.text(own.ASKS[state.phase], 0, 48)
    right(panel, state.gold[state.seat], 118, 48)
    panel.stone(YELLOW, 119, 48)
    _told(panel, state)


def _stacked(panel: "Panel", need: int, x: int, y: int) -> None:
    """Draw what a Trial asks for in lines of three."""
    at = 0
    for symbol in range(5):
        for _ in range(count(need, symbol)):
            grids.glyph(panel, symbol, x + 6 * (at % 3), y + 8 * (at // 3))
            at += 1


def _told(panel: "Panel", state: "Game") -> None:
    """Draw on the last line what the last action brought its seat: a Trial or a set completed, or Gold."""
    text = ""
    coin = False
    who = 0
    for kind, seat, _, counts in state.events():
        who = seat + 1
        if kind in ("completes", "zeus"):
            text = words.DONE.format(words.GODS[counts[0]]) if counts else own.ZEUS_CALLS
            coin = False
        elif not text and kind != "no-item":
            text = own.BOUGHT.format(counts[0]) if kind == "buys" else words.TOLD[kind].format(counts[0])
            coin = True
    if text:
        text = words.BY_SEAT.format(who) + text
        panel.text(text, 0, _KEYS)
        if coin:
            panel.stone(YELLOW, 8 * len(text), _KEYS)


# -- the cards in words -----------------------------------------------------------------------------------
def _trials(panel: "Panel", state: "Game") -> None:
    """Draw the row of Trials and the next one: what they ask for, their god, their bonus, what they are worth."""
    _title(panel, own.TRIALS)
    deck = state.deck
    y = 12
    for i in range(TOP + 1):
        card = state.slots[i]
        panel.text(own.NEXT if i == TOP else str(i + 1), 0, y)
        if card:
            grids.symbols(panel, deck.need(card - 1), 10, y)
            panel.text(words.GODS[deck.god(card - 1)][:3], 42, y)
            gold, skills = deck.bonus(card - 1)
            if gold:
                panel.number(gold, 68, y)
                grids.glyph(panel, grids.COIN, 76, y)
            if skills:
                panel.number(skills, 84, y)
                panel.rect(92, y, 6, 7, 1)
            _value(panel, deck.value(card - 1), y)
        y += 10


def _value(panel: "Panel", value: "tuple[int, int]", y: int) -> None:
    """Draw at the right end what a Trial is worth: a number, or so many for each of a god's Trials, star, or Item."""
    kind, vp = value
    text = str(vp)
    if kind == values.PER_ITEM:
        text += own.FOR_ITEM
    elif kind not in (values.FLAT, values.PER_GLORY):
        text += words.GODS[kind - values.PER_GOD][:2]
    x = 128 - 8 * len(text) - (6 if kind == values.PER_GLORY else 0)
    panel.text(text, x, y)
    if kind == values.PER_GLORY:
        grids.glyph(panel, grids.STAR, 122, y)


def _items(panel: "Panel", state: "Game") -> None:
    """Draw the open Items with what they cost, and the title of the card file."""
    _title(panel, own.ITEMS)
    deck = state.deck
    y = 8
    for tile in state.slots[TILES : TILES + 4]:
        if tile:
            panel.text(words.ITEMS[deck.item(tile - 1)], 0, y)
            right(panel, deck.cost(tile - 1), 96, y)
            panel.stone(YELLOW, 97, y)
            for star in range(deck.item_glory(tile - 1)):
                grids.glyph(panel, grids.STAR, 110 + 6 * star, y)
        y += 8
    line = ""
    y = 40
    for word in deck.title().split() + [""]:
        if not word or len(line) + len(word) > 15:
            panel.text(line, 0, y)
            y += 8
            line = ""
        line += (" " if line else "") + word


# -- what everybody has -----------------------------------------------------------------------------------
def _all(panel: "Panel", state: "Game") -> None:
    """Draw every seat's Gold, Trials completed and placed, and number of Items."""
    panel.text(words.ALL, 0, 0)
    panel.stone(YELLOW, 40, 0)
    panel.invert(0, 0, 128, 8)
    y = 16
    for seat in range(state.players):
        panel.text(en.DIGITS[seat + 1], 8, y)
        right(panel, state.gold[seat], 48, y)
        done, placed = sum(state.by_god(seat, True)), sum(state.by_god(seat, False))
        panel.text(words.OF.format(done, placed), 60, y)
        right(panel, sum(state.owned(seat)), 120, y)
        if seat == state.seat:
            panel.invert(0, y, 24, 8)
        y += 8


def possessions(panel: "Panel", state: "Game", seat: int, y: int) -> None:
    """Draw a seat's Gold, Glory and number of Items in one line."""
    x = panel.number(state.gold[seat], 0, y)
    panel.stone(YELLOW, x + 1, y)
    x = panel.number(state.glory(seat), 40, y)
    grids.glyph(panel, grids.STAR, x + 1, y)
    panel.text(own.HAS_ITEMS.format(sum(state.owned(seat))), 72, y)


def _hero(panel: "Panel", state: "Game", seat: int) -> None:
    """Draw the Hero's symbol and how often the seat has it, at the right end of the last line."""
    hero = state.slots[state.base(seat)]
    panel.text(words.PARTS[1], 72, _KEYS)
    grids.glyph(panel, state.deck.hero(hero - 1), 108, _KEYS)
    right(panel, state.hero_symbols(seat), 128, _KEYS)


def own_hero(panel: "Panel", state: "Game", seat: int) -> None:
    """Draw the own Hero, and the names of the own Items, in two columns."""
    hero = state.slots[state.base(seat)]
    grids.name(panel, state.deck.hero_name(hero - 1))
    grids.glyph(panel, state.deck.hero(hero - 1), 112, 10, 2)
    at = 0
    for item, copies in enumerate(state.owned(seat)):
        for _ in range(copies):
            panel.text(words.ITEMS[item], at % 2 * 64, 24 + at // 2 * 8)
            at += 1
    if not at:
        panel.text(words.NO_ITEMS, 0, 32)
