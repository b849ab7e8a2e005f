"""Rounds and turns on the displays: whose turn, the order, the clock; on a pod A passes instead, C does it, B undoes.

Bids are secret: A one more, B five more, C none yet; what is used during the count allocates nothing.
"""

from device.screens import tools
from device.screens.tools import hub_count, hub_final, pod_final
from device.screens.tools import never as last
from device.screens.tools import nobody as sitting
from device.words import en
from device.words import en_tools as words
from onthree.compat import TYPE_CHECKING, const
from onthree.tools.rounds import BID, HIGHEST, PASS, SEAT_LIMIT, TURN_LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from device.clock import Clock
    from device.displays import Panel
    from onthree.tools.rounds import Rounds

    Told = tuple[str, int, int, tuple[int, ...]]

__all__ = ("PAGES", "hub_count", "hub_final", "last", "limits", "pick", "pod_final", "sitting", "title")

PAGES = 1
_A = const(0)
_B = const(1)


def pick(menu: "Sequence[int]", seat: int, players: int, button: int, action: int) -> int:
    """Return the bid after pressing `button`: A one more, B five more, C none yet."""
    if button == _A:
        return BID + (action - BID + 1) % (HIGHEST + 1) if action else BID
    if button == _B:
        return BID + (action - BID + 5) % (HIGHEST + 1) if action else BID + 5
    return 0


def limits(state: "Any") -> "tuple[int, int]":
    """Return the seconds of a turn and those of a seat altogether; 0 where there is no limit."""
    turn, seat = state.value(TURN_LIMIT), state.value(SEAT_LIMIT)
    return 0 if turn == "off" else int(turn), 0 if seat == "off" else 60 * int(seat)


def title(state: "Rounds") -> str:
    """Return what the hub calls this moment."""
    return words.ROUND.format(state.count + 1)


def _time(seconds: int) -> str:
    sign = "-" if seconds < 0 else ""
    return "{}{}:{:02}".format(sign, abs(seconds) // 60, abs(seconds) % 60)


def _order(panel: "Panel", state: "Rounds", y: int) -> None:
    """Draw the order of the round: the seat whose turn it is inverted, those that have passed struck out."""
    width = 128 // max(3, state.players)
    for i, seat in enumerate(state.order):
        x = i * width + (width - 16) // 2
        panel.big(en.DIGITS[seat + 1], x, y, 2)
        if state.passed >> seat & 1:
            panel.hline(x, y + 7, 16, 1)
        if i == state.at:
            panel.invert(x - 2, y - 2, 20, 19)


# -- the hub ----------------------------------------------------------------------------------------------
def hub_turn(panel: "Panel", state: "Rounds", page: int, step: int) -> None:
    """Draw the round, whose turn it is and the order."""
    tools.title(panel, title(state))
    who = state.current()
    if who >= 0:
        panel.centred(words.TURN_OF.format(who + 1), 16, 2)
    _order(panel, state, 36)


def hub_clock(panel: "Panel", state: "Rounds", clock: "Clock", page: int) -> None:
    """Add the clock: what is left of the turn, or how long it takes; on the second page of each seat."""
    if page % 2:
        tools.title(panel, title(state))
        for seat in range(state.players):
            panel.text(en.SEAT.format(seat + 1), 0, 8 + 8 * seat)
            panel.text(_time(clock.seat(seat)), 72, 8 + 8 * seat)
        return
    text = _time(clock.turn())
    panel.text(text, 128 - 8 * len(text), 0, 0)
    panel.centred(words.PAUSED if clock.paused else words.TIME_UP if clock.over() else words.PAUSE_KEYS, 56)


def hub_choose(panel: "Panel", state: "Rounds", page: int, chosen: int) -> None:
    """Draw who has bid."""
    tools.title(panel, title(state))
    panel.centred(words.BIDS, 24)
    tools.seats(panel, state.players, chosen)


def hub_result(panel: "Panel", state: "Rounds", told: "Sequence[Told]", sat: int, title: str, page: int) -> None:
    """Draw the bids in the order that they make."""
    tools.title(panel, title)
    y = 8
    for seat in state.order:
        panel.text(words.BID_LINE.format(seat + 1, state.bids[seat]), 0, y)
        y += 8
    panel.centred(words.GO_ON, 56)


# -- a pod ------------------------------------------------------------------------------------------------
def pod_turn(panel: "Panel", state: "Rounds", seat: int, action: int, step: int) -> None:
    """Draw whether it is the own turn and what C does, or whose it is."""
    panel.fill(0)
    who = state.current()
    if who == seat:
        panel.centred(words.YOUR_TURN, 0)
        panel.centred(words.PASS if action == PASS else words.DONE, 16, 3)
        panel.centred(words.TURN_KEYS, 56)
        return
    if who >= 0:
        panel.centred(words.TURN_OF.format(who + 1), 16, 2)
    if state.passed >> seat & 1:
        panel.centred(words.PASSED, 40)
    panel.centred(words.TAKE_BACK, 56)


def pod_choose(panel: "Panel", state: "Rounds", seat: int, action: int, hidden: bool, menu: "Sequence[int]") -> None:
    """Draw the own bid, or the word that there is one when it is `hidden`; else what the buttons do."""
    panel.fill(0)
    panel.text(words.YOU.format(seat + 1), 0, 0)
    if action and hidden:
        panel.centred(words.HIDDEN, 24, 2)
    elif action:
        tools.middle_number(panel, action - BID, 16)
    else:
        tools.lines(panel, words.BID_KEYS, 24)


def pod_reveal(panel: "Panel", state: "Rounds", seat: int, action: int) -> None:
    """Draw the bid."""
    panel.fill(0)
    if action:
        tools.middle_number(panel, action - BID, 16)
    else:
        panel.centred(words.NO_CHOICE, 8, 6)


def pod_result(panel: "Panel", state: "Rounds", told: "Told", sat: int) -> None:
    """Draw the own place in the order."""
    panel.fill(0)
    panel.centred(words.YOUR_NUMBER, 0)
    tools.middle_number(panel, told[3][0], 16)
