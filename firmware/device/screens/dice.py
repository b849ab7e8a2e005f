"""Dice on the displays: the last roll as large as it goes on the hub and every pod, six rolls on the hub's second page.

Anybody's C rolls; or all press A, and the dice fall on three.
"""

from device import symbols
from device.screens import tools
from device.screens.tools import hub_count, hub_final, pod_final
from device.screens.tools import never as last
from device.screens.tools import nobody as sitting
from device.turn import QUICK
from device.words import en_tools as words
from onthree.compat import TYPE_CHECKING, const
from onthree.tools.dice import ROLL

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from device.displays import Panel
    from onthree.tools.dice import Dice

__all__ = ("PAGES", "hub_count", "hub_final", "last", "pick", "pod_final", "sitting", "title", "tumbles", "waits")

PAGES = 2
_B = const(1)


def pick(menu: "Sequence[int]", seat: int, players: int, button: int, action: int) -> int:
    """Return ROLL, or nothing after B: not yet."""
    return 0 if button == _B else ROLL


def waits(state: "Any") -> bool:
    """Return False: who has asked for a roll gets it."""
    return False


def tumbles(state: "Any") -> bool:
    """Return whether there is a roll to tumble."""
    return bool(state.last)


def title(state: "Dice") -> str:
    """Return what the hub calls this moment."""
    return words.ROLL.format(state.count + (1 if state.OPEN else 0) or 1)


# -- the dice ---------------------------------------------------------------------------------------------
def _roll(panel: "Panel", state: "Dice", y: int, step: int) -> None:
    """Draw the last roll in the 40 lines from y on; dropped dice are crossed out; other faces while it tumbles."""
    roll = state.last[0]
    count = len(roll)
    columns, scale = (count, 4 if count < 3 else 3) if count <= 4 else (4, 2) if count <= 8 else (5, 1)
    width, height = 128 // columns, 40 // ((count + columns - 1) // columns)
    kept = state.kept(roll)
    for i in range(count):
        face = (roll[i] + (step * (i + 3) if step else 0)) % state.sides
        x, top = i % columns * width, y + i // columns * height
        _die(panel, state, face, x, width, top, height, scale)
        if not step and not kept >> i & 1:
            panel.hline(x + 2, top + height // 2, width - 4, 1)


def _die(panel: "Panel", state: "Dice", face: int, x: int, width: int, y: int, height: int, scale: int) -> None:
    """Draw a face in the middle of a field, `scale` times as large if there is room."""
    if state.symbols:
        if scale == 1:
            symbols.small(panel, face, x + width // 2 - 4, y)
            return
        scale //= 2
        symbols.large(panel, face, x + width // 2 - 8 * scale, y + height // 2 - 8 * scale, scale)
        return
    value = face + 1
    digits = 1 if value < 10 else 2 if value < 100 else 3
    while 8 * scale * digits > width:
        scale -= 1
    panel.number(value, x + (width - 8 * scale * digits) // 2, y + height // 2 - 4 * scale, scale)


def _total(state: "Dice", step: int) -> str:
    return "" if step or state.symbols or not state.last else words.TOTAL.format(state.total(state.last[0]))


def _line(panel: "Panel", state: "Dice", y: int) -> "tuple[int, int, int, int]":
    """Draw the last roll small, and its total, at the end of the line at y; return where.

    If the line does not hold them all, of numbers only the total, of symbols the first ones.
    """
    roll = state.last[0]
    text = ""
    length = min(16, len(roll))
    if not state.symbols:
        total = _total(state, 0)
        text = " ".join([str(face + 1) for face in roll]) + " " + total
        if len(text) > 16:
            text = total
        length = len(text)
    x = 128 - 8 * length
    panel.fill_rect(x, y, 128 - x, 8, 0)
    panel.text(text, x, y)
    for i in range(length if state.symbols else 0):
        symbols.small(panel, roll[i], x + 8 * i, y)
    return x, y, 128 - x, 8


def _table(panel: "Panel", state: "Dice", page: int, step: int) -> None:
    """Draw the last roll and its total, or on the second page the last six, the newest first."""
    tools.title(panel, words.ROLL.format(state.count), _total(state, step))
    if not state.last:
        panel.centred(words.NO_ROLL, 24)
        return
    if page % PAGES == 0:
        _roll(panel, state, 12, step)
        return
    y = 8
    for roll in state.last:
        text = " ".join([state.action_text(-1, face) for face in roll])
        panel.text(text[:16] if state.symbols else words.PAST_ROLL.format(state.total(roll), text)[:16], 0, y)
        y += 8


# -- the hub ----------------------------------------------------------------------------------------------
def hub_turn(panel: "Panel", state: "Dice", page: int, step: int) -> None:
    """Draw the last roll; anybody may roll."""
    _table(panel, state, page, max(0, step))
    if not page % PAGES:
        panel.centred(words.HUB_ROLL, 56)


def hub_choose(panel: "Panel", state: "Dice", page: int, chosen: int) -> None:
    """Draw the last roll and who is ready for the next."""
    _table(panel, state, page, 0)
    tools.seats(panel, state.players, chosen)


def hub_result(panel: "Panel", state: "Dice", told: "Any", sat: int, title: str, page: int) -> None:
    """Draw what fell."""
    _table(panel, state, page, 0)
    if not page % PAGES:
        panel.centred(words.GO_ON, 56)


# -- a pod ------------------------------------------------------------------------------------------------
def _pod(panel: "Panel", state: "Dice", step: int, keys: str) -> None:
    panel.fill(0)
    if not state.last:
        panel.centred(words.NO_ROLL, 24)
    else:
        _roll(panel, state, 8, step)
    panel.text(keys, 0, 56)
    total = _total(state, step)
    panel.text(total, 128 - 8 * len(total), 56)


def alike(panel: "Panel", state: "Dice", step: int) -> "tuple[int, int, int, int]":
    """Draw a pod, all of which look the same; with QUICK what fell in its bottom line, at the right end."""
    if step == QUICK:
        return _line(panel, state, 56)
    _pod(panel, state, step, words.POD_ROLL)
    return 0, 0, 128, 64


def pod_turn(panel: "Panel", state: "Dice", seat: int, action: int, step: int) -> None:
    """Draw the last roll, and that C rolls."""
    _pod(panel, state, step, words.POD_ROLL)


def pod_choose(panel: "Panel", state: "Dice", seat: int, action: int, hidden: bool, menu: "Sequence[int]") -> None:
    """Draw whether this seat is ready."""
    panel.fill(0)
    if action:
        panel.centred(words.IS_READY, 16, 2)
        panel.centred(words.NOT_READY, 56)
    else:
        panel.centred(words.READY, 16, 2)


def pod_reveal(panel: "Panel", state: "Dice", seat: int, action: int) -> None:
    """Draw that the dice fall."""
    panel.fill(0)
    tools.middle(panel, words.DICE_FALL, 8)


def pod_result(panel: "Panel", state: "Dice", told: "Any", sat: int) -> None:
    """Draw what fell."""
    _pod(panel, state, 0, "")
