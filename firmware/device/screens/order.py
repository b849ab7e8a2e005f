"""First player and order on the displays: drawn already when there is something to see."""

from device.screens import tools
from device.words import en
from device.words import en_tools as words
from onthree.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from device.displays import Panel
    from onthree.tools.order import Order


def title(state: "Order") -> str:
    """Return what the hub calls it."""
    return ""


def hub_final(panel: "Panel", state: "Order", page: int, secret: str) -> None:
    """Draw who begins, or the order; then the secret of the draws."""
    if page % 2:
        tools.secret(panel, secret)
        return
    panel.fill(0)
    if len(state.drawn) == 1:
        panel.centred(en.SEAT.format(state.drawn[0] + 1), 8, 2)
        panel.centred(words.BEGINS, 24, 2)
    else:
        for i, seat in enumerate(state.drawn):
            panel.text(en.PLACE.format(i + 1, seat + 1), 16, 8 * i)
    panel.text(en.FINAL_AGAIN, 0, 48)
    panel.text(en.FINAL_KEYS, 0, 56)


def pod_final(panel: "Panel", state: "Order", seat: int) -> None:
    """Draw whether this seat begins, or its place."""
    panel.fill(0)
    place = state.ranking()[seat]
    if len(state.drawn) > 1:
        panel.centred(words.YOUR_NUMBER, 0)
        tools.middle_number(panel, place, 16)
    elif place == 1:
        panel.centred(words.YOU_BEGIN[0], 8, 3)
        panel.centred(words.YOU_BEGIN[1], 32, 3)
    else:
        panel.centred(en.SEAT.format(state.drawn[0] + 1), 16)
        panel.centred(words.BEGINS, 24)
