"""Crossing Heroes on the displays, with cards and without: the line on top, what Items are for, what came of it."""

from device.displays import CROWN
from device.glyphs import YELLOW
from device.screens import common
from device.screens.common import right
from device.words import en
from device.words import en_heroes as words
from onthree.compat import TYPE_CHECKING
from onthree.rules import heroes_points as values

if TYPE_CHECKING:
    from typing import Any

    from device.displays import Panel
    from onthree.rules.heroes_base import Heroes


def bar(panel: "Panel", text: str, gold: int) -> None:
    """Draw the top line, black on white, with Gold at its right end."""
    panel.text(text, 0, 0)
    right(panel, gold, 118, 0)
    panel.stone(YELLOW, 119, 0)
    panel.invert(0, 0, 128, 8)


def use(item: int) -> str:
    """Return what an Item is for (CH19)."""
    _, _, points, kind, doubled = values.ITEMS[item]
    if doubled:
        return words.DOUBLES.format(points)
    if kind == values.FLAT:
        return words.TORCH
    return words.CUP if kind == values.PER_GLORY else words.EACH_GOD.format(points, words.GODS[kind - values.PER_GOD])


# -- the end ----------------------------------------------------------------------------------------------
def hub_final(panel: "Panel", state: "Any", page: int, secret: str) -> None:
    """Draw the ranking, then each seat's points, then the secret of the draws."""
    panel.fill(0)
    page %= state.players + 2
    if page == 0:
        ranking(panel, state)
    elif page <= state.players:
        breakdown(panel, state, page - 1)
    else:
        common.secret(panel, secret)


def ranking(panel: "Panel", state: "Heroes") -> None:
    """Draw places and points, and at a tie the Gold that decides it (CH22)."""
    scores = state.scores()
    for seat, y in common.places(panel, state, 0):
        right(panel, scores[seat], 100, y)
        if scores.count(scores[seat]) > 1:
            right(panel, state.gold[seat], 119, y)
            panel.stone(YELLOW, 120, y)
    panel.centred(en.FINAL_AGAIN, 48)
    panel.text(en.FINAL_KEYS, 0, 56)


def breakdown(panel: "Panel", state: "Heroes", seat: int) -> None:
    """Draw what a seat's points are for, and its Gold."""
    panel.text(en.SEAT.format(seat + 1), 0, 0)
    right(panel, state.scores()[seat], 128, 0)
    panel.invert(0, 0, 128, 8)
    _parts(panel, state, seat, 8, 120)
    panel.text(words.GOLD_LEFT, 8, 56)
    right(panel, state.gold[seat], 118, 56)
    panel.stone(YELLOW, 119, 56)


def _parts(panel: "Panel", state: "Heroes", seat: int, x: int, end: int) -> None:
    y = 16
    for part, (_, points) in enumerate(state.breakdown(seat)):
        panel.text(words.PARTS[part], x, y)
        right(panel, points, end, y)
        y += 8


def pod_final(panel: "Panel", state: "Heroes", seat: int) -> None:
    """Draw the own place and points, and what they are made of."""
    panel.fill(0)
    place = state.ranking()[seat]
    panel.text(en.YOUR_PLACE.format(place, state.players), 0, 0)
    panel.number(state.scores()[seat], 0, 16, 2)
    if place == 1:
        panel.icon(CROWN, 8, 40)
    _parts(panel, state, seat, 52, 128)
    right(panel, state.gold[seat], 118, 56)
    panel.stone(YELLOW, 119, 56)
