"""One SSD1306 display, and the bus it hangs on: drawing, sending what changed, noticing that nobody answers.

A display that is gone shows itself in three ways: its address is not acknowledged (OSError EIO), it stops
acknowledging in the middle (writeto returns fewer bytes than it was given and raises nothing), or it holds the
bus (OSError ETIMEDOUT after the bus's timeout).
"""

import framebuf

from device import fast, glyphs
from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

WIDTH = 128
HEIGHT = 64

# SSD1306 commands (datasheet rev 1.1, chapter 9). All panels stay on; hiding is LIT, showing the memory is PLAIN.
PLAIN = 0xA4
LIT = 0xA5
_AWAKE = const(0xAF)
_NOP = const(0xE3)
_STATUS_OFF = const(0x40)  # status bit 6: the panel sleeps, as it does after power-on (8.1.5)

# Page addressing; the usual mounting (A1, C8); 64 rows; clock, precharge, COM levels as in the datasheet's application
# note 3; contrast; not inverted; charge pump on. The first byte says that commands follow. There is no AE (sleep) here:
# after power-on a panel sleeps anyway, and one that was only gone for a moment need not go dark for 100 ms.
_SET_UP = b"\x00\x20\x02\x40\xa1\xa8\x3f\xc8\xd3\x00\xda\x12\xd5\x80\xd9\xf1\xdb\x30\x81\xcf\xa6\x8d\x14"

_HEADER = const(8)  # bytes before the data in a transfer, the first of them unused; see fast.next_span
_ETIMEDOUT = const(110)
_NOWHERE = -1  # mask: nobody knows what the mux has joined

_DIGITS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9")


class Bus:
    """The I2C bus with its mux. Every transfer says whether it reached somebody, and none of them raises.

    `i2c`: has writeto(address, buffer) -> bytes acknowledged, and readfrom_into(address, buffer).
    `recover`: called when the bus hangs; frees it if it can and returns whether it is free.
    """

    def __init__(self, i2c: "Any", recover: "Callable[[], bool]", mux_address: int) -> None:
        self.i2c = i2c
        self.hung = False  # nothing is sent before recover() has succeeded
        self.mux_missing = False
        self.mux_seen = False
        self._stuck_at = _NOWHERE  # what a mux that does not switch any more has joined
        self.transfer = bytearray(_HEADER + WIDTH)
        whole = memoryview(self.transfer)
        # Making a memoryview allocates, so all there can be are made now: of 4, 8, ... 128 columns.
        self.views = [whole[1 : _HEADER + 4 * words] for words in range(WIDTH // 4 + 1)]
        self._recover = recover
        self._mux_address = mux_address
        self._mask = _NOWHERE
        self._select = bytearray(1)
        self._command = bytearray(2)  # a control byte (0: commands follow), one command
        self._status = bytearray(1)

    def write(self, address: int, data: "Any") -> bool:
        """Send `data`; return whether all of it was acknowledged."""
        if self.hung:
            return False
        try:
            return bool(self.i2c.writeto(address, data) == len(data))
        except OSError as error:
            self._failed(error)
            return False

    def command(self, address: int, command: int) -> bool:
        """Send one command byte to a display."""
        self._command[1] = command
        return self.write(address, self._command)

    def status(self, address: int) -> int:
        """Return a display's status byte, or -1 where it cannot be read."""
        if self.hung:
            return -1
        try:
            self.i2c.readfrom_into(address, self._status)
        except OSError as error:
            self._failed(error)
            return -1
        return self._status[0]

    def select(self, mask: int) -> bool:
        """Join the channels in `mask` to the bus, 0 for none more; return whether that was possible.

        On a table whose mux has never answered, a pod straight on the bus counts as channel 0.
        """
        if mask == self._mask or not mask:
            return True
        self._select[0] = mask
        if self.write(self._mux_address, self._select) and (not self.mux_missing or self._switched(mask)):
            self._mask = mask
            self.mux_seen = True
            self.mux_missing = False
            return True
        self._mask = _NOWHERE
        self.mux_missing = True
        return mask == 1 and not self.mux_seen and not self.hung

    def joined(self, mask: int) -> bool:
        """Join the channels in `mask`, and ask the mux whether it has; return False where that was not possible."""
        if not self.select(mask):
            return False
        if mask and self.mux_seen and not self._switched(mask):
            self._mask = _NOWHERE
            self.mux_missing = True
            return False
        return True

    def _switched(self, mask: int) -> bool:
        """Ask the mux what it has joined: one that is stuck acknowledges every mask, and is right about one of them."""
        at = self.status(self._mux_address)
        if at == mask and at != self._stuck_at:
            self._stuck_at = _NOWHERE
            return True
        self._stuck_at = at
        return False

    def free(self) -> bool:
        """Free a bus that hung, and return whether it is free now."""
        self._mask = _NOWHERE
        try:
            self.hung = not self._recover()
        except MemoryError:  # the heap is locked: later, then
            self.hung = True
        return not self.hung

    def _failed(self, error: OSError) -> None:
        # With the heap locked the number needs MicroPython's emergency buffer; without it a hang is overcome later.
        if error.errno == _ETIMEDOUT:
            self.free()


class Ink:
    """What all panels share for drawing: the frame, and a strip for one line of text, copied larger by fast.enlarge."""

    def __init__(self) -> None:
        self.frame = bytearray(WIDTH * HEIGHT // 8)
        self.strip = bytearray(WIDTH)
        self.letters = framebuf.FrameBuffer(self.strip, WIDTH, 8, framebuf.MONO_VLSB)


class Panel(framebuf.FrameBuffer):
    """One display: a FrameBuffer (text, fill, rect, fill_rect, hline, vline, line, pixel, blit, scroll) and more.

    `frame`: where it is drawn; the same for all panels, so draw one from scratch and send() it before the next.
    `shown`: what its memory holds, or will hold when it is back. `missing`: whether it did not answer when last
    asked. `glass`: LIT or PLAIN. `mask`: its mux channel as a bit, 0 on the main bus.
    """

    def __init__(self, bus: Bus, address: int, mask: int, ink: Ink) -> None:
        self.frame = ink.frame
        super().__init__(self.frame, WIDTH, HEIGHT, framebuf.MONO_VLSB)
        self.shown = bytearray(WIDTH * HEIGHT // 8)
        self.address = address
        self.mask = mask
        self.missing = True
        self.glass = PLAIN
        self._bus = bus
        self._ink = ink
        self._readable = True

    # -- drawing -------------------------------------------------------------------------------------------------------
    def fill(self, colour: int) -> None:
        """Make every pixel `colour`; 30 times as fast as the FrameBuffer's own."""
        fast.fill(self.frame, colour)

    def big(self, text: str, x: int, y: int, scale: int, colour: int = 1) -> None:
        """Draw up to 16 characters, each 8 * `scale` pixels square, from (x, y) on; what does not fit is cut off."""
        if scale == 1:
            self.text(text, x, y, colour)
            return
        self._ink.letters.fill(0)
        self._ink.letters.text(text, 0, 0, 1)
        fast.enlarge(self.frame, self._ink.strip, min(8 * len(text), WIDTH), x, y, scale, colour)

    def centred(self, text: str, y: int, scale: int = 1, colour: int = 1) -> None:
        """Draw `text` in the middle of the line at y."""
        self.big(text, (WIDTH - 8 * scale * len(text)) // 2, y, scale, colour)

    def number(self, value: int, x: int, y: int, scale: int = 1, colour: int = 1) -> int:
        """Draw a number of 0 or more without making a string of it; return the x after it."""
        unit = 1
        while value // unit > 9:
            unit *= 10
        while unit:
            self.big(_DIGITS[value // unit % 10], x, y, scale, colour)
            x += 8 * scale
            unit //= 10
        return x

    def invert(self, x: int, y: int, width: int, height: int) -> None:
        """Swap black and white within a rectangle."""
        fast.invert(self.frame, x, y, width, height)

    def icon(self, which: int, x: int, y: int, scale: int = 1, colour: int = 1) -> None:
        """Draw a picture of glyphs.ICONS (MUSHROOM, TILE, SHIELD, CROWN, BREAK), 16 * `scale` pixels square."""
        fast.enlarge(self.frame, glyphs.ICONS, which << 13 | 16, x, y, scale, colour)
        fast.enlarge(self.frame, glyphs.ICONS, which << 13 | 16 << 8 | 16, x, y + 8 * scale, scale, colour)

    def stone(self, which: int, x: int, y: int, scale: int = 1, colour: int = 1) -> None:
        """Draw a stone of glyphs.STONES (RED, BLUE, YELLOW, WHITE), 8 * `scale` pixels square."""
        fast.enlarge(self.frame, glyphs.STONES, which << 11 | 8, x, y, scale, colour)

    # -- sending -------------------------------------------------------------------------------------------------------
    def send(self) -> bool:
        """Bring what is drawn to the display; return False when it is missing, or found missing now."""
        if self.frame == self.shown:
            return not self.missing
        bus, frame, shown = self._bus, self.frame, self.shown
        transfer = bus.transfer
        span = fast.next_span(frame, shown, transfer, 0)
        there = not self.missing and bus.select(self.mask)
        while span:
            words = span & 255
            there = there and bus.write(self.address, bus.views[words])
            # Where it is missing the rest goes to `shown` all the same: it is what start() brings.
            span = fast.next_span(frame, shown, transfer, (span >> 8) + words)
        self.missing = not there
        return there

    def show(self, glass: int) -> bool:
        """Light all pixels (LIT) or show the memory (PLAIN), on this display alone."""
        self.glass = glass
        if self.missing:
            return False
        self.missing = not (self._bus.select(self.mask) and self._bus.command(self.address, glass))
        return not self.missing

    def start(self, mask: int) -> bool:
        """Set the display up and draw it in full; return whether it is there. Takes 26 ms, or 0.2 ms when it is not.

        `mask`: its own, or the channels of several that are to be set up at once and to show the same.
        """
        own, self.mask = self.mask, mask
        bus, address = self._bus, self.address
        self.missing = not (bus.select(mask) and bus.write(address, _SET_UP) and bus.command(address, self.glass))
        if not self.missing:
            self.frame[:] = self.shown
            fast.spoil(self.frame, self.shown)
            if self.send():
                self.missing = not bus.command(address, _AWAKE)
        self.mask = own
        return not self.missing

    def check(self) -> bool:
        """Ask whether the display is there and still on; start() it when it is back. Return whether it is there."""
        if self.missing:
            return self.start(self.mask)
        if not self._bus.joined(self.mask):
            self.missing = True
            return False
        status = self._bus.status(self.address) if self._readable else -1
        if status < 0:  # some displays can only be written to
            self.missing = not self._bus.command(self.address, _NOP)
            self._readable = self.missing
        elif status & _STATUS_OFF:  # it lost its supply for a moment: memory and settings are gone
            self.start(self.mask)
        return not self.missing
