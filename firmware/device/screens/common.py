"""What any game may have to show on the hub, and what is shown when there is no app. A line holds 16 characters."""

from device.words import en as words
from onthree.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from device.displays import Panel


def heading(panel: "Panel", text: str) -> None:
    """Clear the panel and draw the top line, black on white."""
    panel.fill(0)
    panel.fill_rect(0, 0, 128, 8, 1)
    panel.centred(text, 0, 1, 0)


def right(panel: "Panel", number: int, x: int, y: int) -> None:
    """Draw a number of up to three digits that ends at x."""
    panel.number(number, x - (24 if number > 99 else 16 if number > 9 else 8), y)


def places(panel: "Panel", state: "Any", x: int) -> "Iterator[tuple[int, int]]":
    """Draw who came where, a line each from x on, the winners black on white; give each seat and its y to add to it."""
    ranking = state.ranking()
    y = 0
    for place in range(1, state.players + 1):
        for seat in range(state.players):
            if ranking[seat] == place:
                panel.text(words.PLACE.format(place, seat + 1), x, y)
                yield seat, y
                if place == 1:
                    panel.invert(0, y, 128, 8)
                y += 8


def secret(panel: "Panel", text: str) -> None:
    """Draw the secret of the draws, 64 letters."""
    heading(panel, words.SECRET)
    for i in range(4):
        panel.text(text[16 * i : 16 * i + 16], 0, 16 + 8 * i)


def resumed(panel: "Panel", moment: str) -> None:
    """Draw that a game goes on after a power cut, and where: its turn or round."""
    panel.fill(0)
    panel.centred(words.RESUMED, 16)
    panel.centred(moment, 32, 2 if len(moment) <= 8 else 1)


def stop(panel: "Panel") -> None:
    """Draw the question whether to stop the game."""
    panel.fill(0)
    panel.centred(words.STOP_TITLE, 8, 2)
    panel.centred(words.STOP_ASK, 32)
    panel.centred(words.STOP_KEYS, 56)


def recount(panel: "Panel", text: str, seats: int) -> None:
    """Draw which seats (as bits) have to choose before it is counted again."""
    heading(panel, text)
    waited = " ".join(words.DIGITS[seat + 1] for seat in range(6) if seats >> seat & 1)
    panel.centred(waited, 24, 1 if len(waited) > 8 else 2)
    panel.centred(words.RECOUNT_KEYS, 56)


def repl(panel: "Panel", line: str) -> None:
    """Draw that the REPL is open; `line` says why."""
    panel.fill(0)
    panel.centred(words.REPL, 0, 3)
    panel.centred(line, 32)
    panel.centred(words.REPL_2, 40)
    panel.centred(words.REPL_3, 48)


def fatal(panel: "Panel") -> None:
    """Draw that something is broken and the table restarts."""
    panel.fill(0)
    panel.centred(words.FATAL, 0, 2)
    panel.centred(words.FATAL_1, 24)
    panel.centred(words.FATAL_2, 32)
    panel.centred(words.FATAL_3, 40)
