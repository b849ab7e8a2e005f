"""The buzzer on the displays: wait, go, who was first and how much later the others were."""

from device.screens import tools
from device.screens.tools import hub_final, pod_final
from device.words import en
from device.words import en_tools as words
from onthree.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from device.displays import Panel
    from device.race import Race
    from onthree.tools.buzzer import Buzzer

__all__ = ("PAGES", "hub_final", "pod_final", "title")

PAGES = 0


def title(state: "Buzzer") -> str:
    """Return what the hub calls this round."""
    return words.BUZZER.format(state.count + 1)


def _late(us: int) -> str:
    """Return microseconds as milliseconds for a line: 0.15, 3.2, 812."""
    if us < 1000:
        return "{}.{:02}".format(0, us // 10)
    return "{}.{}".format(us // 1000, us // 100 % 10) if us < 100_000 else str(us // 1000)


def hub_race(panel: "Panel", state: "Buzzer", race: "Race") -> None:
    """Draw whether it has begun, who has pressed, and what the hub's button does."""
    tools.title(panel, title(state))
    panel.centred(words.GO if race.on else words.WAIT, 16, 3 if race.on else 2)
    panel.centred(words.GO_KEYS if race.on else words.WAIT_KEYS, 40)
    tools.seats(panel, state.players, race.heard())


def pod_race(panel: "Panel", state: "Buzzer", seat: int, race: "Race") -> None:
    """Draw whether it has begun, and whether this seat has pressed, or too early."""
    panel.fill(0)
    if race.early >> seat & 1:
        panel.centred(words.EARLY, 24)
    elif race.heard() >> seat & 1:
        panel.centred(words.PRESSED, 24, 2)
    elif race.on:
        panel.centred(words.PRESS, 24, 2)
    else:
        panel.centred(words.WAIT, 24, 2)


def hub_result(panel: "Panel", state: "Buzzer", told: "Any", sat: int, title: str, page: int) -> None:
    """Draw who was first, and the others with what they were late, in milliseconds."""
    tools.title(panel, title)
    y = 8
    for place, seat, late in state.presses():
        panel.text(en.PLACE.format(place, seat + 1), 0, y)
        if late:
            text = "+" + _late(late)
            panel.text(text, 128 - 8 * len(text), y)
        y += 8
    for kind, seat, _, _ in state.events():
        if kind == "early":
            panel.text(words.EARLY_SEAT.format(seat + 1), 0, y)
            y += 8
    panel.centred(words.GO_ON, 56)


def pod_result(panel: "Panel", state: "Buzzer", seat: int, sat: int) -> None:
    """Draw the own place and what it was late."""
    panel.fill(0)
    presses = state.presses()
    for place, who, late in presses:
        if who == seat:
            alike = sum([1 for other, _, _ in presses if other == place]) > 1
            if place == 1:
                panel.centred(words.TIE if alike else words.FIRST, 8, 2)
            else:
                tools.middle_number(panel, place, 0)
            if late:
                panel.centred(words.LATER.format(_late(late)), 48)
            return
    panel.centred(words.EARLY if state.last[seat] else words.NOT_PRESSED, 24)
