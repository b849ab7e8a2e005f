"""The reveal on the displays. A and B turn through the choices, C takes the choice back.

What is used during the count (`pick`, `pod_reveal`, `hub_count`) allocates nothing.
"""

from device.screens import tools
from device.screens.tools import hub_count, hub_final, pod_final
from device.screens.tools import never as last
from device.screens.tools import nobody as sitting
from device.words import en_tools as words
from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.displays import Panel
    from onthree.tools.reveal import Reveal

    Told = tuple[str, int, int, tuple[int, ...]]

__all__ = ("PAGES", "hub_count", "hub_final", "last", "pick", "pod_final", "sitting", "title")

PAGES = 1
_A = const(0)
_B = const(1)
_NAMES = const(13)  # so many choices, with none, are names at most; numbers that few are turned through as well


def pick(menu: "Sequence[int]", seat: int, players: int, button: int, action: int) -> int:
    """Return the choice after pressing `button`: A the next, B the one before or, of many numbers, ten on, C none."""
    count = len(menu) - 1
    if button == _A:
        return action % count + 1
    if button == _B:
        if count < _NAMES:
            return (action - 2) % count + 1 if action else count
        return (action + 9) % count + 1 if action else min(count, 11)
    return 0


def title(state: "Reveal") -> str:
    """Return what the hub calls this reveal."""
    return words.REVEAL.format(state.count + 1)


def _choice(panel: "Panel", state: "Reveal", action: int, y: int) -> None:
    if state.names:
        tools.middle(panel, state.names[action - 1], y)
    else:
        tools.middle_number(panel, action - 1, y + 8)


# -- the hub ----------------------------------------------------------------------------------------------
def hub_choose(panel: "Panel", state: "Reveal", page: int, chosen: int) -> None:
    """Draw what there is to choose from, and who has chosen."""
    tools.title(panel, title(state))
    first = state.action_text(0, 1)
    tools.lines(panel, (first, "-", state.action_text(0, state.choices)), 16)
    tools.seats(panel, state.players, chosen)


def hub_result(panel: "Panel", state: "Reveal", told: "Sequence[Told]", sat: int, title: str, page: int) -> None:
    """Draw the tally, the most chosen first; then each seat's choice."""
    tools.title(panel, title)
    y = 8
    if page:
        for seat, action in enumerate(state.last):
            panel.text(words.SEAT_CHOSE.format(seat + 1, state.action_text(seat, action)), 0, y)
            y += 8
        return
    tally = state.tally()
    for most in range(state.players, 0, -1):
        for i, count in enumerate(tally):
            if count == most:
                panel.text(words.TALLY.format(count, state.action_text(0, i + 1)), 0, y)
                y += 8
    panel.centred(words.GO_ON, 56)


# -- a pod ------------------------------------------------------------------------------------------------
def pod_choose(panel: "Panel", state: "Reveal", seat: int, action: int, hidden: bool, menu: "Sequence[int]") -> None:
    """Draw the own choice, or the word that there is one when it is `hidden`; else what the buttons do."""
    panel.fill(0)
    panel.text(words.YOU.format(seat + 1), 0, 0)
    if action and hidden:
        panel.centred(words.HIDDEN, 24, 2)
    elif action:
        _choice(panel, state, action, 8)
    else:
        tools.lines(panel, words.NAME_KEYS if len(menu) <= _NAMES else words.NUMBER_KEYS, 24)


def pod_reveal(panel: "Panel", state: "Reveal", seat: int, action: int) -> None:
    """Draw what everybody may see now."""
    panel.fill(0)
    if action:
        _choice(panel, state, action, 8)
    else:
        panel.centred(words.NO_CHOICE, 8, 6)


def pod_result(panel: "Panel", state: "Reveal", told: "Told", sat: int) -> None:
    """Draw the own choice and how many chose the same."""
    kind, _, action, counts = told
    panel.fill(0)
    if kind == "none":
        panel.centred(words.YOU_NOTHING, 24)
        return
    _choice(panel, state, action, 0)
    panel.centred(words.ALONE if counts[0] == 1 else words.ALIKE.format(counts[0]), 56)
