"""What the screens of the tools have in common: a top line, the seats along the bottom, words as large as they go."""

from device.words import en
from device.words import en_tools as words
from onthree.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.displays import Panel


def title(panel: "Panel", left: str, right: str = "") -> None:
    """Clear the panel and draw the top line, black on white."""
    panel.fill(0)
    panel.fill_rect(0, 0, 128, 8, 1)
    panel.text(left, 0, 0, 0)
    panel.text(right, 128 - 8 * len(right), 0, 0)


def seats(panel: "Panel", players: int, full: int) -> None:
    """Draw the seats along the bottom: a full box for those in `full` (bits), an empty one for the others."""
    width = 128 // max(3, players)
    for seat in range(players):
        x = seat * width
        panel.text(en.DIGITS[seat + 1], x, 56)
        if full >> seat & 1:
            panel.fill_rect(x + 9, 56, 7, 7, 1)
        else:
            panel.rect(x + 9, 56, 7, 7, 1)


def middle(panel: "Panel", text: str, y: int) -> None:
    """Draw a word in the middle of the 48 lines from y on, as large as it goes. Allocates nothing."""
    scale = 6 if len(text) == 1 else min(4, 16 // len(text))
    panel.centred(text, y + (48 - 8 * scale) // 16 * 8, scale)


def middle_number(panel: "Panel", value: int, y: int) -> None:
    """Draw a number of up to three digits in the 32 lines from y on. Allocates nothing."""
    digits = 1 if value < 10 else 2 if value < 100 else 3
    panel.number(value, 64 - 16 * digits, y, 4)


def lines(panel: "Panel", texts: "Sequence[str]", y: int) -> None:
    """Draw texts below each other, in the middle."""
    for text in texts:
        panel.centred(text, y)
        y += 8


def hub_count(panel: "Panel", beat: int) -> None:
    """Draw the beat, 0 to 2, as large as it goes."""
    panel.fill(0)
    panel.big(words.COUNT[beat], 32, 0, 8)


def secret(panel: "Panel", text: str) -> None:
    """Draw the secret of the draws."""
    title(panel, en.SECRET)
    for i in range(4):
        panel.text(text[16 * i : 16 * i + 16], 0, 16 + 8 * i)


# -- what a tool that never ends needs not ----------------------------------------------------------------
def never(state: object) -> bool:
    """Return False: no reveal is the last one."""
    return False


def nobody(state: object) -> int:
    """Return no seats: nobody sits a reveal out."""
    return 0


def hub_final(panel: "Panel", state: object, page: int, text: str) -> None:
    """Draw the secret: nobody has scored."""
    secret(panel, text)


def pod_final(panel: "Panel", state: object, seat: int) -> None:
    """Draw nothing."""
    panel.fill(0)
