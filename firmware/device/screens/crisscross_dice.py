"""What Criss Cross shows with sheets on pods and on paper alike: the dice, the seats, short lines of text."""

from device import symbols
from device.words import en
from onthree.compat import TYPE_CHECKING
from onthree.rules.crisscross_rounds import SYMBOLS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.displays import Panel
    from onthree.rules.crisscross_rounds import Rounds


def picture(state: "Rounds", symbol: int) -> int:
    """Return the picture (of symbols.py) of a symbol, 0 to 5, in the set that was chosen."""
    return symbol + 6 if state.options[SYMBOLS] else symbol


def dice(panel: "Panel", state: "Rounds", x: int, right: int, scale: int, step: int) -> None:
    """Draw the roll between `x` and `right`, 16 * `scale` high; other symbols while it tumbles (`step`)."""
    first, second = state.roll // 6, state.roll % 6
    if step:
        first = (first + 1 + step % 5) % 6
        second = (second + 1 + 3 * step % 5) % 6
    symbols.large(panel, picture(state, first), x, 8, scale)
    symbols.large(panel, picture(state, second), right - 16 * scale, 8, scale)


def quick_dice(panel: "Panel", state: "Rounds", x: int, y: int) -> None:
    """Draw the roll 36 x 16 pixels large: little to send."""
    symbols.large(panel, picture(state, state.roll // 6), x, y, 1)
    symbols.large(panel, picture(state, state.roll % 6), x + 20, y, 1)


def seats(panel: "Panel", state: "Rounds") -> None:
    """Draw the seats along the bottom: a full box has entered, an empty one has not, a line is stuck."""
    width = 128 // max(3, state.players)
    for seat in range(state.players):
        x = seat * width
        panel.text(en.DIGITS[seat + 1], x, 56)
        if state.placed >> seat & 1:
            panel.fill_rect(x + 9, 57, 7, 7, 1)
        elif state.stuck >> seat & 1:
            panel.hline(x + 9, 60, 7, 1)
        else:
            panel.rect(x + 9, 57, 7, 7, 1)


def end_at(panel: "Panel", text: str, x: int, y: int) -> None:
    """Draw text that ends at x."""
    panel.text(text, x - 8 * len(text), y)


def below_each_other(panel: "Panel", x: int, y: int, lines: "Sequence[str]") -> None:
    """Draw short lines of text."""
    for line in lines:
        panel.text(line, x, y)
        y += 8
