"""The hub and the pods before and between games. Not in memory while a game runs."""

from device.screens.common import heading
from device.words import en as words
from onthree.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.displays import Panel


def lines_of(text: str) -> "list[str]":
    """Return a sentence in lines of up to 16 characters, broken between words."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > 16:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def boot(panel: "Panel", complaints: "Sequence[str]") -> None:
    """Draw what is missing or stuck at power-on, as much of it as fits."""
    heading(panel, words.BOOT_TITLE)
    y = 16
    for complaint in complaints:
        for line in lines_of(complaint):
            if y < 56:
                panel.text(line, 0, y)
            y += 8
    panel.centred(words.BOOT_KEYS, 56)


def menu(panel: "Panel", name: str, players: str) -> None:
    """Draw one entry of the menu: a game and how many can play it, or the settings."""
    heading(panel, words.PRODUCT)
    panel.centred(name, 16, 2 if len(name) <= 8 else 1)
    panel.centred(players, 40)
    panel.centred(words.MENU_KEYS, 56)


def option(panel: "Panel", name: str, value: str, at: int, count: int) -> None:
    """Draw one option and its value, the `at`-th (from 0) of `count`."""
    heading(panel, words.OPTION_COUNT.format(at + 1, count))
    panel.centred(name, 16)
    if len(value) <= 8:
        panel.centred(value, 24, 2)
    else:  # one line mostly; the title of a card file may be longer
        for i, line in enumerate(lines_of(value)[:3]):
            panel.centred(line[:16], 24 + 8 * i)
    panel.centred(words.OPTION_KEYS, 48)
    panel.centred(words.OPTION_DONE, 56)


def join(panel: "Panel", commit: str, pods: "Sequence[int]", missing: int) -> None:
    """Draw who plays so far (pods from 0), how many are `missing`, and the beginning of the hash of the draws."""
    heading(panel, words.JOIN)
    if pods:
        text = " ".join(words.DIGITS[pod + 1] for pod in pods)
        panel.centred(text, 16, 1 if len(text) > 8 else 2)
    else:
        panel.centred(words.JOIN_NOBODY, 16)
    panel.centred(words.JOIN_HASH, 40)
    panel.centred(commit[:16], 48)
    panel.text(words.JOIN_KEYS if missing else words.JOIN_START, 0, 56)
    if missing:
        more = words.JOIN_MORE.format(missing)
        panel.text(more, 128 - 8 * len(more), 56)


def pod_join(panel: "Panel", seat: int) -> None:
    """Draw the invitation, or for one who has joined the place among them (`seat` from 0; -1: not yet)."""
    panel.fill(0)
    if seat < 0:
        panel.centred(words.POD_JOIN, 8, 2)
        panel.centred(words.POD_JOIN_2, 32, 2)
        return
    panel.centred(words.POD_IN, 8)
    panel.big(words.DIGITS[seat + 1], 48, 16, 4)
    panel.centred(words.POD_LEAVE, 56)


def wait(panel: "Panel") -> None:
    """Draw that it takes a moment."""
    panel.fill(0)
    panel.centred(words.READING, 24)


def notice(panel: "Panel", text: str) -> None:
    """Draw a sentence to be read."""
    panel.fill(0)
    y = 0
    for line in lines_of(text)[:6]:
        panel.text(line, 0, y)
        y += 8
    panel.centred(words.READ, 56)
