"""Seven small displays on one bus: the hub's, and six pods' behind a multiplexer.

Each panel has a `frame`, into which a screen is drawn simply and from scratch, and `shown`, what the panel's
memory holds. send() compares the two and sends only what differs, so a cursor step costs 2 ms, not 26.

A panel that does not answer is missing: it takes no time, is asked again every second, and is set up and drawn
in full when it is back. A table without mux has the hub's display, or one pod's directly on the bus.

Hidden choices: hide() lights all pixels of the joined pods (command A5), whatever their memory holds; reveal()
shows the memory (A4) of all of them with one transfer through the mux, in the same instant. The panels stay on
all the time, because one that wakes from sleep may stay dark for 100 ms until its charge pump is up.

send(), hide(), reveal() and all drawing allocate nothing.
"""

import framebuf

from onthree.compat import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

WIDTH = 128
HEIGHT = 64
NEVER = -1
HUB_BIT = 64

# icon() draws these; 16 x 16 pixels.
MUSHROOM, TILE, SHIELD, CROWN, BREAK = 0, 1, 2, 3, 4
# stone() draws these; 8 x 8 pixels, distinguishable without colour: full, striped, dotted, empty.
RED, BLUE, YELLOW, WHITE = 0, 1, 2, 3


class Panel(framebuf.FrameBuffer):
    """One display: a FrameBuffer (text, fill, rect, fill_rect, hline, vline, line, pixel, blit, scroll) and more.

    `missing`: whether the display did not answer when last asked.
    """

    missing: bool

    def big(self, text: str, x: int, y: int, scale: int, colour: int = 1) -> None:
        """Draw up to 16 characters, each 8 * `scale` pixels square, from (x, y) on; what does not fit is cut off."""
        raise NotImplementedError

    def centred(self, text: str, y: int, scale: int = 1, colour: int = 1) -> None:
        """Draw `text` in the middle of the line at y."""
        raise NotImplementedError

    def number(self, value: int, x: int, y: int, scale: int = 1, colour: int = 1) -> int:
        """Draw a number of 0 or more without making a string of it; return the x after it."""
        raise NotImplementedError

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Swap black and white within a rectangle."""
        raise NotImplementedError

    def icon(self, which: int, x: int, y: int, scale: int = 1, colour: int = 1) -> None:
        """Draw MUSHROOM, TILE, SHIELD, CROWN or BREAK, 16 * `scale` pixels square."""
        raise NotImplementedError

    def stone(self, which: int, x: int, y: int, scale: int = 1, colour: int = 1) -> None:
        """Draw a stone: RED, BLUE, YELLOW or WHITE, 8 * `scale` pixels square."""
        raise NotImplementedError

    def send(self) -> bool:
        """Bring what changed to the display; return False when it is missing (also when it is found missing now)."""
        raise NotImplementedError


class Displays:
    """The hub's panel and the pods', on one bus.

    `i2c`: has writeto(address, buffer) -> bytes acknowledged. `recover`: called when the bus hangs, frees it if it
    can and returns whether it is free. `hub`: Panel. `pods`: six Panels, socket 1 first. `joined`: pods as bits, bit 0
    is socket 1; hide() and reveal() go to these.
    """

    hub: Panel
    pods: "tuple[Panel, ...]"
    joined: int
    mux_missing: bool
    next_deadline_ms: int  # ticks_ms at which poll_missing() has something to do, or NEVER

    def __init__(self, i2c: "Any", recover: "Callable[[], bool]", table: "Any", clock: "Any") -> None:
        raise NotImplementedError

    def begin(self) -> None:
        """Look for the mux and the displays and set up what is there, blank. Takes 180 ms with all seven."""
        raise NotImplementedError

    def present(self) -> int:
        """Return the panels that answer, as bits: bit 0 is socket 1, bit 6 (HUB_BIT) the hub."""
        raise NotImplementedError

    def send(self) -> None:
        """Send what changed on all panels, the hub's first."""
        raise NotImplementedError

    def hide(self) -> None:
        """Light every pixel of the joined pods' displays at once; their memory can be changed meanwhile."""
        raise NotImplementedError

    def reveal(self) -> None:
        """Let the joined pods' displays show their memory, all in the same instant. Send the frames before."""
        raise NotImplementedError

    def poll_missing(self, now_ms: int) -> int:
        """Ask a missing display again, each once a second; draw and return those that are back, as present() does."""
        raise NotImplementedError
