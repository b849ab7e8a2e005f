"""Criss Cross with sheets on paper: each pod shows the roll and asks for a word, and at the end for the points.

During a round C says done, A offers to say stuck instead. At the end A changes what a line is worth, C goes to the
next line, B back; the first line's first offer leaves all to paper.
"""

from device.displays import CROWN
from device.screens.crisscross_dice import dice, end_at
from device.turn import NOTHING, next_offer
from device.words import en
from device.words import en_crisscross as words
from onthree.compat import TYPE_CHECKING
from onthree.rules.crisscross_paper import DONE, EARLIEST, LINE, WORTH
from onthree.rules.crisscross_rounds import ROUNDS
from onthree.rules.crisscross_sheet import DIAGONAL, LINES, solo_rank
from onthree.rules.game import NONE, TERMINAL

if TYPE_CHECKING:
    from typing import Any

    from device.displays import Panel


def offer(state: "Any", seat: int, action: int) -> int:
    """Return what is offered next: done, then stuck; a line begins with the least it can be worth."""
    if action == NOTHING and state.scoring() and state.lines[seat]:
        return next_offer(state, seat, NONE)
    return next_offer(state, seat, action)


# -- the hub ----------------------------------------------------------------------------------------------
def hub_scoring(panel: "Panel", state: "Any") -> None:
    """Draw how many lines each seat has entered, and their points so far."""
    scores = state.scores()
    y = 16 if state.players < 6 else 8
    for seat in range(state.players):
        left = state.left >> seat & 1
        panel.text(en.DIGITS[seat + 1], 8, y)
        panel.text(words.LEFT if left else words.LINES.format(len(state.lines[seat]), state.size), 32, y)
        end_at(panel, "" if left else str(scores[seat]), 120, y)
        y += 8
    if state.current() == TERMINAL:
        panel.centred(words.SCORE_KEYS, 56)


def lines_page(panel: "Panel", state: "Any", seat: int) -> None:
    """Draw what a seat entered."""
    panel.text(en.SEAT.format(seat + 1), 0, 0)
    end_at(panel, words.LEFT if state.left >> seat & 1 else str(state.scores()[seat]), 128, 0)
    panel.invert(0, 0, 128, 8)
    at = 0
    for name, points in state.breakdown(seat):
        x, y = at // 5 * 68 if at < 10 else 0, 16 + at % 5 * 8 if at < 10 else 56
        panel.text(words.LINE_NAMES[name], x, y)
        end_at(panel, str(points), x + 60 if at < 10 else 128, y)
        at += 1


# -- a pod ------------------------------------------------------------------------------------------------
def pod_turn(panel: "Panel", state: "Any", seat: int, action: int, step: int) -> None:
    """Draw the roll and the question, or the line that is asked for."""
    if state.scoring():
        _pod_line(panel, state, seat, action)
        return
    panel.centred(words.ROUND_OF.format(state.round, ROUNDS), 0)
    if state.roll >= 0:
        dice(panel, state, 8, 120, 3, step)
        panel.text(_question(state, seat, action), 0, 56)
    elif state.roller() == seat:
        panel.centred(words.ROLL, 16, 2)
        panel.centred(words.POD_ROLL, 40)
        panel.centred(words.POD_BACK, 56)
    else:
        if state.roller() >= 0:
            panel.centred(en.SEAT.format(state.roller() + 1), 16, 2)
            panel.centred(words.ROLLS, 40)
        else:
            panel.centred(words.TABLE_ROLLS[0], 24)
            panel.centred(words.TABLE_ROLLS[1], 32)
        panel.centred(words.POD_BACK, 56)


def _question(state: "Any", seat: int, action: int) -> str:
    if action == NOTHING:
        return words.SAID_STUCK if state.stuck >> seat & 1 else words.SAID_DONE
    if state.round < EARLIEST:
        return words.SAY_DONE
    return words.SAY_DONE_OR if action == DONE else words.SAY_STUCK_OR


def _pod_line(panel: "Panel", state: "Any", seat: int, action: int) -> None:
    """Draw the line that is asked for and what it is worth by the offer."""
    lines = state.lines[seat]
    if action == NOTHING:
        panel.centred(words.LEFT if state.left >> seat & 1 else str(state.scores()[seat]), 16, 3)
        panel.centred(words.POD_BACK, 56)
        return
    if action == NONE:
        panel.centred(words.POINTS, 0)
        panel.centred(words.ON_PAPER, 16, 2)
        panel.centred(words.ON_PAPER_2, 40)
        panel.text(words.ON_PAPER_KEYS, 0, 56)
        return
    panel.text(words.LINE_NAMES[_name(len(lines))], 0, 0)
    end_at(panel, words.LINES.format(len(lines) + 1, state.size), 128, 0)
    panel.centred(str(WORTH[action - LINE]), 16, 4)
    panel.text(words.LINE_KEYS if lines else words.FIRST_LINE_KEYS, 0, 56)


def _name(line: int) -> str:
    """Return the name of the rules for line 0 to 10."""
    return LINES[line] if line < len(LINES) else DIAGONAL


def pod_final(panel: "Panel", state: "Any", seat: int) -> None:
    """Draw the own points and place; alone, the rank."""
    total = state.scores()[seat]
    if state.left >> seat & 1:
        panel.centred(words.ON_PAPER, 16, 2)
        panel.centred(words.ON_PAPER_2, 40)
        return
    panel.big(str(total), 8, 16, 4)
    panel.text(words.BEST.format(state.best_line(seat)), 0, 56)
    if state.players == 1:
        panel.centred(words.RANKS[solo_rank(total)], 0)
        return
    place = state.ranking()[seat]
    panel.text(en.YOUR_PLACE.format(place, state.players), 0, 0)
    if place == 1:
        panel.icon(CROWN, 110, 0)
