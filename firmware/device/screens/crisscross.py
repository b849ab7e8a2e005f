"""Criss Cross on the displays: the own sheet on each pod, the roll large on the hub, any sheet on its further pages.

On a pod A moves the pair of symbols to the next cell, C enters it, and B turns it: beside the cell, below it, and the
same with the symbols swapped. What is on offer is black on white. With sheets on paper see crisscross_paper.
"""

from device import symbols
from device.displays import CROWN
from device.screens import common
from device.screens.crisscross_dice import below_each_other, dice, end_at, picture, quick_dice, seats
from device.turn import NOTHING, QUICK, next_offer
from device.words import en
from device.words import en_crisscross as words
from onthree.compat import TYPE_CHECKING, const
from onthree.rules.crisscross import PLACE
from onthree.rules.crisscross_rounds import ADVANCED, ROUNDS, START
from onthree.rules.crisscross_sheet import above, beside, solo_rank
from onthree.rules.game import TERMINAL

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from device.displays import Panel
    from onthree.rules.crisscross import CrissCross

APART = True  # see device/turn.py
_PITCH = const(11)  # of the sheet's lines
_SIDE = const(56)  # of the sheet
_RIGHT = const(64)  # where the column beside a sheet begins
_SUMS = const(72)  # the same beside a sheet with its points


def _paper() -> "Any":
    """Return the screens for sheets on paper, loaded only when such a game is played."""
    from device.screens import crisscross_paper

    return crisscross_paper


# -- what the buttons offer (see device/turn.py) ----------------------------------------------------------
def offer(state: "Any", seat: int, action: int) -> int:
    """Return the placement at the next cell where there is one, row by row, beside it or below it as before."""
    if state.PAPER or not state.round:
        return int(_paper().offer(state, seat, action)) if state.PAPER else next_offer(state, seat, action)
    right = beside(state.empty[seat])
    below = above(state.empty[seat])
    cell, way = divmod(action - PLACE, 72) if action >= PLACE else (-1, state.roll)
    for step in range(1, 26):
        at = (cell + step) % 25
        if (right | below) >> at & 1:
            down = below >> at & 1 and (way >= 36 or not right >> at & 1)
            return PLACE + 72 * at + (36 if down else 0) + way % 36
    return NOTHING


def vary(state: "Any", seat: int, action: int) -> int:
    """Return the pair turned on the same cell: beside, below, beside swapped, below swapped."""
    if state.PAPER or not state.round:
        return NOTHING
    cell, way = divmod(action - PLACE, 72)
    right = beside(state.empty[seat]) >> cell & 1
    below = above(state.empty[seat]) >> cell & 1
    swapped = state.roll % 6 * 6 + state.roll // 6
    turned = (0 if way % 36 == state.roll else 2) + (1 if way >= 36 else 0)
    for step in range(1, 5):
        down = (turned + step) & 1
        if below if down else right:
            pair = swapped if (turned + step) & 2 else state.roll
            return int(PLACE + 72 * cell + 36 * down + pair)
    return action


def moved(panel: "Panel", state: "Any", seat: int, old: int, new: int) -> bool:
    """Draw a placement that is offered now in place of the one before."""
    if state.PAPER or old < PLACE:
        return False
    cell, way = divmod(old - PLACE, 72)
    for at in (cell, cell + (5 if way >= 36 else 1)):
        panel.fill_rect(at % 5 * _PITCH + 1, at // 5 * _PITCH + 1, _PITCH - 1, _PITCH - 1, 0)
    _pair(panel, state, new)
    return True


def speaker(state: "Any", last: int) -> int:
    """Return the seat that rolls (CC-A8)."""
    return int(state.roller())


def tumbles(state: "Any") -> bool:
    """Return whether dice were rolled."""
    return bool(state.roll >= 0)


def pad_at(state: "Any", seat: int) -> int:
    """Return how many lines of its sheet on paper a seat has entered, or -1 while it is not time for that."""
    return len(state.lines[seat]) if state.PAPER and state.scoring() else -1


def title(state: "Any") -> str:
    """Return what the hub calls this moment."""
    return words.ROUND.format(state.round) if state.round else words.START_TITLE


# -- pieces of pictures -----------------------------------------------------------------------------------
def sheet(panel: "Panel", state: "CrissCross", seat: int, action: int) -> None:
    """Draw a sheet in the upper left corner; a placement on offer (`action`) black on white."""
    for i in range(6):
        panel.hline(0, _PITCH * i, _SIDE, 1)
        panel.vline(_PITCH * i, 0, _SIDE, 1)
    at = 0
    for symbol in state.sheets[seat]:
        if symbol:
            symbols.small(panel, picture(state, symbol - 1), at % 5 * _PITCH + 2, at // 5 * _PITCH + 2)
        at += 1
    if action >= PLACE:
        _pair(panel, state, action)


def _pair(panel: "Panel", state: "Any", action: int) -> None:
    """Draw the two cells of a placement on offer."""
    cell, way = divmod(action - PLACE, 72)
    _offered(panel, cell, picture(state, way % 36 // 6))
    _offered(panel, cell + (5 if way >= 36 else 1), picture(state, way % 6))


def _offered(panel: "Panel", cell: int, symbol: int) -> None:
    x, y = cell % 5 * _PITCH + 1, cell // 5 * _PITCH + 1
    panel.fill_rect(x, y, _PITCH - 1, _PITCH - 1, 1)
    symbols.small(panel, symbol, x + 1, y + 1, 0)


def _scored(panel: "Panel", state: "CrissCross", seat: int) -> None:
    """Draw a sheet with the points of its rows and columns, in the advanced game the diagonal's at its lower end."""
    sheet(panel, state, seat, NOTHING)
    at = 0
    for _, points in state.breakdown(seat):
        if at < 5:
            symbols.tiny(panel, points, _SIDE + 2, _PITCH * at + 3)
        elif at < 10:
            symbols.tiny(panel, points, _PITCH * (at - 5) + 2, _SIDE + 2)
        at += 1


# -- the hub ----------------------------------------------------------------------------------------------
def hub_turn(panel: "Panel", state: "Any", page: int, step: int) -> None:
    """Draw the roll as large as it goes and who has entered it; further pages are the seats' sheets."""
    panel.fill(0)
    page %= 1 if state.PAPER else 1 + state.players
    if page:
        _sheet_page(panel, state, page - 1)
        return
    panel.fill_rect(0, 0, 128, 8, 1)
    entering = state.PAPER and state.scoring()
    text = words.POINTS if entering else words.ROUND_OF.format(state.round, ROUNDS)
    panel.centred(text if state.round else words.START_TITLE, 0, 1, 0)
    if entering:
        _paper().hub_scoring(panel, state)
    elif not state.round:
        _hub_start(panel, state)
    elif state.roll >= 0:
        dice(panel, state, 8, 120, 3, step)
        seats(panel, state)
    elif state.current() == TERMINAL:
        panel.centred(words.OVER, 16, 2)
        panel.centred(words.SCORE_KEYS, 40)
        seats(panel, state)
    else:
        _hub_roll(panel, state)
        seats(panel, state)


def alike(panel: "Panel", state: "Any", step: int) -> "tuple[int, int, int, int]":
    """Draw the roll on a pod beside its sheet, or as it is with sheets on paper; with QUICK small."""
    if step == QUICK:
        x = 0 if state.PAPER else 64
        panel.fill_rect(x, 32, 36, 16, 0)
        quick_dice(panel, state, x, 32)
        return x, 32, 36, 16
    x, scale = (8, 3) if state.PAPER else (60, 2)
    panel.fill_rect(x, 8, 128 - x, 16 * scale, 0)
    dice(panel, state, x, 120 if state.PAPER else 128, scale, step)
    return x, 8, 128 - x, 16 * scale


def _hub_start(panel: "Panel", state: "Any") -> None:
    """Draw who has which start symbol (CC2)."""
    for seat in range(state.players):
        x, y = seat % 3 * 44, 10 + seat // 3 * 20
        panel.text(en.DIGITS[seat + 1], x, y + 4)
        if state.start_of(seat):
            symbols.large(panel, picture(state, state.start_of(seat) - 1), x + 12, y, 1)
    chooser = state.current()
    if chooser >= 0:
        panel.centred(words.CHOOSES.format(chooser + 1), 56)
    else:
        panel.centred(words.ROLL_KEYS, 56)


def _hub_roll(panel: "Panel", state: "Any") -> None:
    roller = state.roller()
    if roller >= 0:
        panel.centred(en.SEAT.format(roller + 1), 8, 2)
        panel.centred(words.ROLLS, 24)
    panel.centred(words.ROLL_KEYS, 40)


def _sheet_page(panel: "Panel", state: "CrissCross", seat: int) -> None:
    _scored(panel, state, seat)
    panel.text(en.SEAT.format(seat + 1), _SUMS, 0)
    panel.text(words.BEST.format(state.best_line(seat)), _SUMS, 32)
    panel.big(str(state.total(seat)), _SUMS, 8, 2)
    if state.options[ADVANCED]:
        below_each_other(panel, _SUMS, 40, (words.DIAGONAL, str(state.breakdown(seat)[-1][1])))


def hub_final(panel: "Panel", state: "Any", page: int, secret: str) -> None:
    """Draw the places, then each seat's sheet, then the secret of the draws."""
    panel.fill(0)
    page %= state.players + 2
    if page == 0:
        _places(panel, state)
        panel.centred(en.FINAL_AGAIN, 48)
        panel.text(en.FINAL_KEYS, 0, 56)
    elif page <= state.players:
        if state.PAPER:
            _paper().lines_page(panel, state, page - 1)
        else:
            _sheet_page(panel, state, page - 1)
    else:
        common.secret(panel, secret)


def _places(panel: "Panel", state: "Any") -> None:
    """Draw places and points, for a tie the best line that settled it (CC8); alone, the rank (CC9)."""
    scores = state.scores()
    if state.players == 1:
        panel.centred(str(scores[0]), 8, 3)
        panel.centred(words.RANKS[solo_rank(scores[0])], 32)
        return
    for seat, y in common.places(panel, state, 0):
        left = state.PAPER and state.left >> seat & 1
        tied = " " + words.TIED.format(state.best_line(seat)) if scores.count(scores[seat]) > 1 else ""
        end_at(panel, words.LEFT if left else str(scores[seat]) + tied, 128, y)


# -- a pod ------------------------------------------------------------------------------------------------
def pod_turn(panel: "Panel", state: "Any", seat: int, action: int, step: int) -> None:
    """Draw the own sheet with what is on offer, the roll, and what the buttons do now."""
    panel.fill(0)
    if not state.round:
        _pod_start(panel, state, seat, action)
        return
    if state.PAPER:
        _paper().pod_turn(panel, state, seat, action, step)
        return
    sheet(panel, state, seat, NOTHING if step else action)
    panel.text(title(state), _RIGHT, 0)
    if state.roll >= 0:
        dice(panel, state, 60, 128, 2, step)
        below_each_other(panel, _RIGHT, 40, _keys(state, seat))
        return
    panel.text(words.POD_BACK, _RIGHT, 48)
    if state.current() == TERMINAL:
        below_each_other(panel, _RIGHT, 16, words.POD_OVER)
        return
    if state.stuck >> seat & 1:
        panel.text(words.STUCK_NOW, _RIGHT, 40)
    if state.roller() == seat:
        panel.big(words.ROLL, _RIGHT, 16, 2)
        panel.text(words.POD_ROLL, _RIGHT, 56)
    elif state.roller() >= 0:
        below_each_other(panel, _RIGHT, 16, (en.SEAT.format(state.roller() + 1), words.ROLLS))
    else:
        below_each_other(panel, _RIGHT, 16, words.TABLE_ROLLS)


def _keys(state: "Any", seat: int) -> "Sequence[str]":
    if state.placed >> seat & 1:
        return (words.STUCK_NOW if state.stuck >> seat & 1 else words.ENTERED, words.POD_BACK)
    return words.STUCK_POD if state.stuck >> seat & 1 else words.PLACE_KEYS


def _pod_start(panel: "Panel", state: "Any", seat: int, action: int) -> None:
    """Draw the start symbol on offer, or the own one."""
    own = action - START if action >= START else state.start_of(seat) - 1
    if own >= 0:
        symbols.large(panel, picture(state, own), 40, 8, 3)
    if state.current() < 0 or action >= START:
        panel.centred(words.START_POD, 0)
    if action >= START:
        panel.text(words.START_KEYS, 0, 56)
    elif state.current() >= 0:
        panel.centred(words.CHOOSES.format(state.current() + 1), 0)
        if own >= 0:
            panel.centred(words.POD_BACK, 56)
    elif state.roller() == seat:
        panel.centred(words.ROLL, 16, 2)
        panel.centred(words.POD_ROLL, 40)
    else:
        panel.centred(en.SEAT.format(state.roller() + 1), 16, 2)
        panel.centred(words.ROLLS, 40)


def pod_final(panel: "Panel", state: "Any", seat: int) -> None:
    """Draw the own sheet with its points, the total and the place; alone, the rank."""
    panel.fill(0)
    if state.PAPER:
        _paper().pod_final(panel, state, seat)
        return
    _scored(panel, state, seat)
    total = state.total(seat)
    panel.big(str(total), _SUMS, 0, 2)
    if state.players == 1:
        below_each_other(panel, _SUMS, 24, words.RANKS[solo_rank(total)].split(" "))
    else:
        place = state.ranking()[seat]
        panel.text(words.PLACE_OF.format(place, state.players), _SUMS, 24)
        if place == 1:
            panel.icon(CROWN, 104, 32)
    panel.text(words.BEST.format(state.best_line(seat)), _SUMS, 48)
    if state.options[ADVANCED]:
        panel.text(words.DIAGONAL_IS.format(state.breakdown(seat)[-1][1]), _SUMS, 56)
