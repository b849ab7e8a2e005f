"""Crystalla's map: the piles with their pieces and heights, the walk, and whose crystal it will be.

A piece is its seat's number, N the neutral one; on a pod the own ones are underlined. On offer is what is black on
white: a pile, or a piece at the end of those on its pile. The pile that the walk has come to is framed, and a square
marks each further one it can go to.
"""

from device.words import en
from onthree.compat import TYPE_CHECKING, const
from onthree.rules.crystalla_text import DONE, PILE, STEP
from onthree.rules.crystalla_walk import beside, colour_name, count_of, how_many, pairs
from onthree.rules.game import NONE

if TYPE_CHECKING:
    from typing import Any

    from device.displays import Panel
    from onthree.rules.crystalla import Crystalla

_WIDE = const(43)  # from pile to pile
_HIGH = const(16)
_IN_LINE = const(5)  # pieces
NOBODY = -1
_AWARD_EVAL = const(4)  # in Crystalla.options
_EACH_DROP = const(1)


def target(action: int) -> int:
    """Return the pile of an action, or -1."""
    if PILE <= action < STEP:
        return action - PILE
    return action - STEP >> 2 if STEP <= action < STEP + 36 else -1


def tracked(state: "Crystalla") -> bool:
    """Return whether the device knows where the pieces stand."""
    return any(state.pieces) or state.hand > 0


def draw(panel: "Panel", state: "Crystalla", top: int, action: int, seat: int, heights: bool) -> None:
    """Draw the piles from y = `top` on, with what `action` offers (below 0: nothing).

    `seat`: whose pod, or NOBODY. `heights`: with the cards of each pile.
    """
    count = len(state.pieces)
    panel.vline(_WIDE - 1, top, count // 3 * _HIGH, 1)
    panel.vline(2 * _WIDE - 1, top, count // 3 * _HIGH, 1)
    for row in range(count // 3):
        panel.hline(0, top + _HIGH * row + 15, 128, 1)
    walk = state.walk
    at = walk[-1] >> 2 if walk and state.hand else -1
    further = beside(count, at, walk[-2] >> 2 if len(walk) > 1 else -1) if at >= 0 and action >= STEP else ()
    for pile in range(count):
        _pile(panel, state, top, pile, seat, heights)
        x, y = pile % 3 * _WIDE, top + pile // 3 * _HIGH
        if pile == at:
            panel.rect(x, y, _WIDE - 1, _HIGH - 1, 1)
        if pile in further:
            panel.fill_rect(x + 37, y + 10, 4, 4, 1)
    _mark(panel, state, top, action, 1)


def moved(panel: "Panel", state: "Crystalla", top: int, old: int, new: int) -> None:
    """Draw what `new` offers in place of `old`, in a picture that shows the old one."""
    _mark(panel, state, top, old, 0)
    _mark(panel, state, top, new, 1)


def _mark(panel: "Panel", state: "Crystalla", top: int, action: int, on: int) -> None:
    """Draw that an action is on offer, or with `on` 0 that it is no more: so little that it is on the glass at once."""
    pile = target(action)
    if pile < 0:
        return
    x, y = pile % 3 * _WIDE, top + pile // 3 * _HIGH
    if action < STEP:
        panel.invert(x, y, _WIDE - 1, 8)
        return
    others = how_many(state.pieces[pile])
    if others >= _IN_LINE:
        others -= _IN_LINE
        y += 8
    x += 1 + min(8 * others, _WIDE - 10)
    panel.fill_rect(x, y, 8, 8, on)
    if on:
        panel.text(colour_name(state.players, action - STEP & 3), x, y, 0)


def _pile(panel: "Panel", state: "Crystalla", top: int, pile: int, seat: int, heights: bool) -> None:
    """Draw one pile of the map."""
    x, y = pile % 3 * _WIDE, top + pile // 3 * _HIGH
    pieces = state.pieces[pile]
    count = how_many(pieces)
    hand(panel, state, pieces, x + 1, y, seat, _IN_LINE)
    cards = with_cards(state)
    if cards:
        cards.top_card(panel, state, pile, count + (1 if state.hand else 0), x, y + 8)  # with room for one on offer
    if heights and count <= _IN_LINE:
        _height(panel, state.heights[pile], x, y + 8, not cards)


def with_cards(state: "Crystalla") -> "Any":
    """Return the screens that are needed with a card file only, loaded then; None without one."""
    if not state.cards:
        return None
    from device.screens import crystalla_cards

    return crystalla_cards


def _height(panel: "Panel", cards: int, x: int, y: int, sign: bool) -> None:
    """Draw at the right of a pile how many cards it has, after the sign for a card."""
    x += 25 if cards > 9 else 33
    if sign:
        panel.rect(x - 7, y, 6, 7, 1)
    panel.number(cards, x, y)


def hand(panel: "Panel", state: "Crystalla", pieces: int, x: int, y: int, seat: int, most: int = 12) -> int:
    """Draw pieces, those of `seat` underlined, `most` in a line; return the x after them."""
    pitch = 8 if how_many(pieces) <= 2 * _IN_LINE else 7
    left = x
    drawn = 0
    for colour in range(4):
        letter = colour_name(state.players, colour)
        for _ in range(count_of(pieces, colour)):
            if drawn == most:
                x, y = left, y + 8
            panel.text(letter, x, y, 1)
            if colour == seat:
                panel.hline(x, y + 7, pitch - 1, 1)
            drawn += 1
            x += pitch
    return x


def first_step(state: "Crystalla") -> int:
    """Return the first legal step of a walk."""
    walk = state.walk
    pile = beside(len(state.pieces), walk[-1] >> 2, walk[-2] >> 2 if len(walk) > 1 else -1)[0]
    colour = 0
    while not count_of(state.hand, colour):
        colour += 1
    return int(STEP + 4 * pile + colour)


def in_hand(panel: "Panel", state: "Crystalla", action: int, y: int) -> None:
    """Swap black and white of the piece on offer, in a line with all that are in the hand."""
    pitch = 8 if how_many(state.hand) <= 2 * _IN_LINE else 7
    before = state.hand & (1 << 2 * (action - STEP & 3)) - 1  # those of lower colours
    panel.invert(pitch * how_many(before), y, pitch, 8)


def crystal(panel: "Panel", x: int, y: int) -> None:
    """Draw the sign for a crystal piece, 7 pixels square."""
    for row in range(4):
        panel.hline(x + 3 - row, y + row, 2 * row + 1, 1)
        panel.hline(x + 3 - row, y + 6 - row, 2 * row + 1, 1)
    panel.pixel(x + 3, y + 2, 0)
    panel.pixel(x + 2, y + 3, 0)


def owners(panel: "Panel", state: "Crystalla", due: int, y: int) -> None:
    """Draw at the right end of a line, in 43 pixels, who gets a crystal piece, `due` as bits; nothing for nobody."""
    x = 128
    for seat in range(state.players - 1, -1, -1):
        if due >> seat & 1:
            x -= 8
            panel.text(en.DIGITS[seat + 1], x, y)
    if x < 128:
        crystal(panel, x - 9, y)


def due_after(state: "Crystalla", action: int) -> int:
    """Return the seats, as bits, that the walk will have brought two pieces together for, if it ended with `action`."""
    if not state.walk or not state.hand:
        return state.due
    pieces = bytearray(state.pieces)
    walk = bytearray(state.walk)
    if action >= STEP:
        drop = action - STEP
        pieces[drop >> 2] += 1 << 2 * (drop & 3)
        walk.append(drop)
    each_drop = state.options[_AWARD_EVAL] == _EACH_DROP
    return pairs(pieces, walk, each_drop) & (1 << state.players) - 1


def idle(action: int) -> bool:
    """Return whether an action moves no piece: none is on the table, or pieces are not followed."""
    return action in (NONE, DONE)
