"""Crossing Heroes on the displays, the cards lying on the table: turns, Gold and what for, Trials by god, Items.

On every pod A shows the next possibility, B the one before, C enters it; at the first one B takes the own last entry
back. Who waits sees the own Gold, Trials and Items. The hub's further pages are a table of all, then seat by seat.
"""

from device.glyphs import YELLOW
from device.screens import heroes_end as end
from device.screens import heroes_pad as pads
from device.screens.common import right
from device.screens.heroes_pad import seat_page
from device.turn import NOTHING, following, preceding
from device.words import en
from device.words import en_heroes as words
from onthree.compat import TYPE_CHECKING, const
from onthree.rules.game import CHANCE, NONE
from onthree.rules.heroes_words import GOD, ICON, NAMED, NUMBER, REFILL

if TYPE_CHECKING:
    from typing import Any

    from device.displays import Panel
    from onthree.rules.heroes_tracker import Tracker

_KEYS = const(56)
_PAGES = const(2)  # of the hub, and one more a seat
_NOTES = const(48)  # the line for what has just happened
# Where PHASES of the words has its three parts: (x, width).
_MUSES = (0, 40)
_TRIAL = (48, 40)
_ITEM = (96, 32)


# -- what the buttons offer (see device/turn.py) ----------------------------------------------------------
def offers(state: "Any", seat: int) -> "list[int]":
    """Return the legal actions in the order in which a pod offers them: first what is entered most."""
    legal = list(state.legal_actions(seat))
    phase = state.PHASES[state.phase]
    if phase == "choose":
        return legal[-4:] + legal[:-4]
    if phase == "zeus":
        return legal[1:] + legal[:1]
    if phase == "pads" and GOD in legal:
        return pads.kinds(legal)
    if phase in ("trial", "after"):
        return legal[:1] + [a for a in legal if a >= ICON] + [a for a in legal if GOD <= a < ICON]
    return legal


def offer(state: "Any", seat: int, action: int) -> int:
    """Return the action after `action`, round and round; the first one after NOTHING."""
    return following(offers(state, seat), action)


def vary(state: "Any", seat: int, action: int) -> int:
    """Return the action before `action`, NOTHING at the first: B takes back then."""
    return preceding(offers(state, seat), action)


def waits(state: "Any") -> bool:
    """Return whether a word is waited for: before the points are counted; who begins is drawn at once."""
    return bool(state.current() != CHANCE)


def title(state: "Any") -> str:
    """Return what the hub calls this moment."""
    return words.PADS if pads.filling(state) else words.TITLE.format(state.turn)


pad_at = pads.pad_at


# -- the hub ----------------------------------------------------------------------------------------------
def hub_turn(panel: "Panel", state: "Any", page: int, step: int) -> None:
    """Draw the turn; further pages are a table of all seats, then each seat."""
    panel.fill(0)
    page %= _PAGES + state.players
    if page > 1:
        seat_page(panel, state, page - _PAGES, en.SEAT.format(page - 1))
    elif page:
        _all(panel, state)
    elif pads.filling(state):
        pads.hub(panel, state)
    else:
        _turn(panel, state)


def _turn(panel: "Panel", state: "Tracker") -> None:
    """Draw whose turn it is, which part of it, the seat's Gold, what is asked and what has just happened."""
    panel.centred(words.TURN_SEAT.format(state.turn, state.seat + 1), 0)
    panel.invert(0, 0, 128, 8)
    panel.text(words.PHASES, 0, 16)
    phase = state.PHASES[state.phase]
    if phase == "choose" and state.gold[state.seat]:
        panel.invert(_MUSES[0], 15, _MUSES[1], 10)
    x, width = _ITEM if phase in ("buy", "cost", "after") else _TRIAL
    panel.invert(x, 15, width, 10)
    gold = state.gold[state.seat]
    x = panel.number(gold, 40 if gold > 9 else 48, 32, 2)
    panel.stone(YELLOW, x + 4, 32, 2)
    panel.centred(_asks(state), 48)
    _told(panel, state, _KEYS, NOTHING)


def _all(panel: "Panel", state: "Tracker") -> None:
    """Draw every seat's Gold, Trials completed and placed, and number of Items."""
    panel.text(words.ALL, 0, 0)
    panel.stone(YELLOW, 40, 0)
    panel.invert(0, 0, 128, 8)
    y = 16
    for seat in range(state.players):
        record = state.records[seat]
        panel.text(en.DIGITS[seat + 1], 8, y)
        right(panel, state.gold[seat], 48, y)
        panel.text(words.OF.format(sum(record[4:8]), sum(record[:4])), 60, y)
        right(panel, sum(record[8:20]), 120, y)
        if seat == state.seat and not pads.filling(state):
            panel.invert(0, y, 24, 8)
        y += 8


def _told(panel: "Panel", state: "Tracker", y: int, own: int) -> None:
    """Draw the Gold that moved last and why, or the Trial completed: on the pod of the seat `own`, or on the hub."""
    for kind, seat, action, counts in state.events():
        if own not in (NOTHING, seat):
            return
        if kind == "completes":
            text = words.DONE.format(words.GODS[action - GOD])
        elif kind == "buys":
            text = words.BOUGHT.format(words.ITEMS[action - NAMED], counts[0])
        elif kind in words.TOLD:
            text = words.TOLD[kind].format(counts[0])
        else:
            return
        if own == NOTHING:
            text = words.BY_SEAT.format(seat + 1) + text
        x = 64 - 4 * len(text) - (4 if counts else 0)
        panel.text(text, x, y)
        if counts:
            panel.stone(YELLOW, x + 8 * len(text), y)
        return


# -- a pod ------------------------------------------------------------------------------------------------
def pod_turn(panel: "Panel", state: "Any", seat: int, action: int, step: int) -> None:
    """Draw what the seat is asked and its answer on offer; for those who wait, what they have."""
    panel.fill(0)
    if pads.filling(state):
        pads.pod(panel, state, seat, action)
        _keys(panel, state, seat, action)
        return
    if action == NOTHING:
        seat_page(panel, state, seat, words.PLAYS.format(state.seat + 1))
        last = not (state.turn == 1 and state.seat == state.first - 1) and seat == (state.seat - 1) % state.players
        if last and state.PHASES[state.phase] == "choose":
            panel.fill_rect(80, _KEYS, 48, 8, 0)
            panel.text(words.UNDO, 80, _KEYS)
        return
    end.bar(panel, words.TURN.format(state.turn), state.gold[seat])
    asks, answer, why = _answer(state, action)
    panel.centred(asks, 16)
    panel.centred(answer, 24, 2)
    panel.centred(why, 40)
    _told(panel, state, _NOTES, seat)
    _keys(panel, state, seat, action)


def _keys(panel: "Panel", state: "Tracker", seat: int, action: int) -> None:
    """Draw what the keys do."""
    if action == NOTHING:
        return
    every = offers(state, seat)
    text = words.OK_KEYS if every[0] != action else words.FIRST_OK if len(every) > 1 else words.ONLY_OK
    panel.centred(text, _KEYS)


def _asks(state: "Tracker") -> str:
    """Return what the active seat is asked."""
    asks = words.ASKS[state.phase]
    return asks.format(words.ITEMS[state.item - 1]) if state.item else asks


def _answer(state: "Tracker", action: int) -> "tuple[str, str, str]":
    """Return the question, the answer on offer (up to 8 characters) and what it means."""
    phase = state.PHASES[state.phase]
    asks = _asks(state)
    if action >= NUMBER:
        return asks, str(action - NUMBER), ""
    if action >= NAMED:
        return asks, words.ITEMS[action - NAMED], end.use(action - NAMED)
    if action == ICON:
        return words.ICON, words.ONE_GOLD, ""
    if action == REFILL:
        return words.REFILL, words.ONE_GOLD, words.REFILL_WHY
    if action >= GOD:
        god = words.GODS[action - GOD]
        return (asks, god, "") if phase == "choose" else (words.COMPLETED, god, words.COMPLETED_WHY)
    if action != NONE:
        return words.MUSES, words.ROWS[action - 1], words.ROWS_WHY[action - 1]
    if phase == "zeus":
        return asks, words.NO_ITEM, words.NONE_OPEN
    if phase == "buy":
        return asks, words.NO_MORE, "" if state.gold[state.seat] else words.NO_GOLD
    return asks, words.NO_MORE, words.REMINDER if state.refills else ""


# -- the end ----------------------------------------------------------------------------------------------
hub_final = end.hub_final
pod_final = end.pod_final
