"""Crystalla's score pads on the displays: what each seat has counted, and what came of it."""

from device.displays import CROWN
from device.screens import common
from device.words import en
from device.words import en_crystalla as words
from onthree.compat import TYPE_CHECKING, const
from onthree.rules.crystalla_display import points
from onthree.rules.crystalla_pad import filled_in, item_of
from onthree.rules.crystalla_text import COUNT

if TYPE_CHECKING:
    from device.displays import Panel
    from onthree.rules.crystalla import Crystalla

_DIAMOND = const(5)
_HEMATITE = const(6)
_NOTHING = (0, 0, 0, 0, 0, (), 0)


def hub(panel: "Panel", state: "Crystalla") -> None:
    """Draw how far each seat is with its pad."""
    y = 16
    for seat in range(state.players):
        item = item_of(state.items, state.pads[seat])
        panel.text(en.DIGITS[seat + 1], 8, y)
        panel.text(words.IS_FULL if item < 0 else words.NAMES[item], 32, y)
        y += 8
    if not state.actors():
        panel.centred(words.SCORE_KEYS, 56)


def pod(panel: "Panel", state: "Crystalla", seat: int, action: int) -> None:
    """Draw what is asked for, the number on offer and what it is worth; the sum when the pad is full."""
    pad = state.pads[seat]
    if action < COUNT:
        panel.centred(words.PAD_FULL, 8, 2)
        panel.centred(words.WORTH.format(sum(_worth(state, pad))), 32)
        panel.centred(words.UNDO, 56)
        return
    item = item_of(state.items, pad)
    number = action - COUNT & 31
    groups = filled_in(state.items, pad, _NOTHING)[5]
    panel.centred(words.ASKS[item].format(1 + len(groups)), 0)
    panel.centred(en.DIGITS[number] if number < 7 else str(number), 16, 4)
    if item == _DIAMOND and not number:
        text = words.NO_MORE
    elif item == _HEMATITE:
        text = words.POISON.format(2 * number)
    else:
        text = words.WORTH.format(_worth(state, pad + bytes([number]))[item] - _worth(state, pad)[item])
    panel.centred(text, 48)
    panel.text(words.OK_KEYS if number else words.FIRST_OK, 0, 56)


def _worth(state: "Crystalla", pad: "bytes | bytearray") -> "list[int]":
    """Return the points of a pad by crystal, without what the others' hematite brings."""
    return [worth for _, worth in points(filled_in(state.items, pad, _NOTHING), 0)]


# -- the end ----------------------------------------------------------------------------------------------
def ranking(panel: "Panel", state: "Crystalla") -> None:
    """Draw places and points."""
    scores = state.scores()
    for seat, y in common.places(panel, state, 4):
        panel.number(scores[seat], 100, y)
    panel.centred(en.FINAL_AGAIN, 48)
    panel.text(en.FINAL_KEYS, 0, 56)


def breakdown(panel: "Panel", state: "Crystalla", seat: int) -> None:
    """Draw the seven crystals of a seat below the top line: how many, and what they are worth."""
    counts = state.counts(seat)
    y = 8
    for item, (_, worth) in enumerate(state.breakdown(seat)):
        panel.text(words.NAMES[item], 0, y)
        found = counts[item]
        if isinstance(found, tuple):
            found = sum(found)
        common.right(panel, found, 104, y)
        common.right(panel, worth, 128, y)
        y += 8


def pod_final(panel: "Panel", state: "Crystalla", seat: int) -> None:
    """Draw the own place and points, and what they are made of."""
    panel.fill(0)
    place = state.ranking()[seat]
    panel.text(en.YOUR_PLACE.format(place, state.players), 0, 0)
    panel.number(state.scores()[seat], 0, 16, 2)
    if place == 1:
        panel.icon(CROWN, 8, 40)
    y = 8
    for item, (_, worth) in enumerate(state.breakdown(seat)):
        panel.text(words.SHORT[item], 52, y)
        common.right(panel, worth, 128, y)
        y += 8
