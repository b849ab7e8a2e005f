"""Seven small displays on one bus: the hub's, and six pods' behind a multiplexer.

A screen is drawn simply and from scratch into the one `frame`; each panel knows what its memory holds, `shown`. Its
send() compares the two and sends only what differs, so a cursor step costs 3 ms, not 26.

A panel that does not answer is missing: it takes no time, is asked again every second, and is set up and drawn
in full when it is back. A table without mux has the hub's display, or one pod's straight on the bus as well.

Hidden choices: hide() lights all pixels of the joined pods (command A5), whatever their memory holds; reveal()
shows the memory (A4) of all of them with one transfer through the mux, in the same instant. The panels stay on
all the time, because one that wakes from sleep may stay dark for 100 ms until its charge pump is up.

send(), hide(), reveal() and all drawing allocate nothing.
"""

from device import fast
from device.glyphs import BLUE, BREAK, CROWN, MUSHROOM, RED, SHIELD, TILE, WHITE, YELLOW
from device.panel import HEIGHT, LIT, PLAIN, WIDTH, Bus, Ink, Panel
from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = (
    "BLUE", "BREAK", "CROWN", "HEIGHT", "HUB_BIT", "MUSHROOM", "NEVER", "RED", "SHIELD", "TILE", "WHITE",
    "WIDTH", "YELLOW", "Displays", "Panel",
)  # fmt: skip

NEVER = -1
HUB_BIT = 64  # the hub's panel where panels are bits; bit 0 is socket 1

_ROUND_MS = const(1000)  # within this time every panel is asked once


class Displays:
    """The hub's panel (`hub`) and the pods' (`pods`, socket 1 first), on one bus.

    `i2c`, `recover`: see panel.Bus. `board`: the table of addresses (device.board). `clock`: has ticks_add, ticks_diff.
    `joined`: pods as bits, bit 0 is socket 1; hide() and reveal() go to these.
    `next_deadline_ms`: the ticks_ms at which poll_missing() has something to do, or NEVER.
    """

    def __init__(self, i2c: "Any", recover: "Callable[[], bool]", board: "Any", clock: "Any") -> None:
        self.bus = Bus(i2c, recover, board.MUX_ADDRESS)
        ink = Ink()
        self.hub = Panel(self.bus, board.HUB_ADDRESS, 0, ink)
        self.pods = tuple([Panel(self.bus, board.POD_ADDRESS, 1 << channel, ink) for channel in board.POD_CHANNELS])
        self.joined = 0
        self.next_deadline_ms = NEVER
        self._all = self.pods + (self.hub,)
        self._pod_address = board.POD_ADDRESS
        self._clock = clock
        self._turn = 0

    @property
    def mux_missing(self) -> bool:
        """Whether the multiplexer did not answer when last asked, or did not do what it was told."""
        return self.bus.mux_missing and not self.bus.hung

    @property
    def mux_lost(self) -> bool:
        """Whether that is so on a table that had a multiplexer: its pods are dark."""
        return self.mux_missing and self.bus.mux_seen

    def begin(self, now_ms: int) -> None:
        """Set up what is there, blank: 65 ms with all seven."""
        self.begin_hub()
        self.begin_pods(now_ms)

    def begin_hub(self) -> None:
        """Set up the hub's panel, and ask which pods are there."""
        self.hub.start(0)
        for pod in self.pods:
            pod.missing = not (self.bus.select(pod.mask) and self.bus.command(pod.address, PLAIN))

    def begin_pods(self, now_ms: int) -> None:
        """Set up the pods' panels, on which nothing may have been drawn yet: all at once, as they show the same."""
        there = 0
        for pod in self.pods:
            if not pod.missing:
                there |= pod.mask
        if there:
            first = [pod for pod in self.pods if not pod.missing][0]
            together = first.start(there)
            for pod in self.pods:
                if pod.mask & there and pod is not first:
                    pod.shown[:] = first.shown
                    pod.missing = not ((together and pod.send()) or pod.start(pod.mask))
        self.next_deadline_ms = self._clock.ticks_add(now_ms, _ROUND_MS // len(self._all))

    def present(self) -> int:
        """Return the panels that answer, as bits: bit 0 is socket 1, HUB_BIT the hub."""
        if self.bus.hung:
            return 0
        bits = 0 if self.hub.missing else HUB_BIT
        number = 0
        for pod in self.pods:
            if not pod.missing:
                bits |= 1 << number
            number += 1
        return bits

    def hide(self) -> None:
        """Light every pixel of the joined pods' displays at once; their memory can be changed meanwhile."""
        self._show(LIT)

    def reveal(self) -> None:
        """Let the joined pods' displays show their memory, all in the same instant. Send the frames before."""
        self._show(PLAIN)

    def together(self, panels: int, draw: "Callable[[Panel], tuple[int, int, int, int]]") -> None:
        """Send what several pods (as bits) show alike to all of them at once, then to the hub if it is among them.

        `draw` draws it on any of them and returns where: (x, y, width, height), x and width in fours, y and height in
        eights. What is shown elsewhere stays.
        """
        there = [pod for number, pod in enumerate(self.pods) if panels >> number & 1 and not pod.missing]
        if not there:
            return
        first = there[0]
        frame = first.frame
        frame[:] = first.shown
        x, y, width, height = draw(first)
        mask = 0
        for pod in there:
            mask |= pod.mask
            if pod is not first:
                fast.unite(frame, pod.shown, first.shown, (y >> 3) * 32 + (x >> 2), width >> 2, height >> 3)
        own, first.mask = first.mask, mask
        sent = first.send()
        first.mask = own
        if not sent:  # what was to be sent counts as shown, so all have to be set up anew
            for pod in there:
                pod.missing = True
        if panels & HUB_BIT:
            hub = self.hub
            frame[:] = hub.shown
            for row in range(WIDTH * (y >> 3) + x, WIDTH * (y + height >> 3), WIDTH):
                frame[row : row + width] = first.shown[row : row + width]
            hub.send()

    def poll_missing(self, now_ms: int) -> int:
        """Ask the next panel whether it is there; call it when next_deadline_ms has come. Return what is present now.

        A panel that is back, or whose supply was gone for a moment, is set up and drawn in full: 27 ms.
        """
        if self.bus.hung and not self.bus.free():
            self.next_deadline_ms = self._clock.ticks_add(now_ms, _ROUND_MS)
            return self.present()
        self._all[self._turn].check()
        self._turn = (self._turn + 1) % len(self._all)
        self.next_deadline_ms = self._clock.ticks_add(now_ms, _ROUND_MS // len(self._all))
        return self.present()

    def look_again(self) -> None:
        """Ask all panels that are missing whether they are back: 0.2 ms each, and 27 ms for one that is."""
        if not self.bus.hung:
            for panel in self._all:
                if panel.missing:
                    panel.check()

    def _show(self, glass: int) -> None:
        """Switch the glass of all joined pods in one transfer, or one by one where that fails."""
        mask = 0
        number = 0
        for pod in self.pods:
            if self.joined >> number & 1:
                pod.glass = glass
                if not pod.missing:
                    mask |= pod.mask
            number += 1
        if not mask or (self.bus.select(mask) and self.bus.command(self._pod_address, glass)):
            return
        for pod in self.pods:
            if pod.mask & mask:
                pod.show(glass)
