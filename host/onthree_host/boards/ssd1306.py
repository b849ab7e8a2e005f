"""SSD1306 128x64: what its memory holds, and what a player sees on the glass.

The two differ while the display sleeps, while its charge pump comes up (about 100 ms after AF with the
pump enabled; datasheet rev 1.1, application note 3.2), and while A5 lights every pixel. The glass is given
as 1024 bytes in the viewer's orientation: eight rows of 128, one byte a column of eight, bit 0 on top;
that is the panel's own memory when it is mounted for the usual A1/C8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from onthree_host.boards.i2c import Clock, I2cDevice

WIDTH = 128
PAGES = 8
SIZE = WIDTH * PAGES
PUMP_US = 100_000
_LOG_LIMIT = 60_000  # entries kept; half are folded away when it is passed

_PARAMETERS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x23: 1, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1, 0x8D: 1,
    0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD6: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip
_ACCEPTED = (0x2E, 0xA8, 0xD5, 0xD9, 0xDA, 0xDB, 0xE3)  # commands without a visible effect here
_ALL_OFF = bytes(SIZE)
_ALL_LIT = b"\xff" * SIZE
_INVERT = bytes(255 - i for i in range(256))

# Whether and how the memory shows: (lit from this time in us, -1 for dark; all on; inverted)
Mode = tuple[int, bool, bool]
_DARK: Mode = (-1, False, False)
_Entry = tuple[int, int, int | bytes | Mode]  # (us, index, byte), (us, -1, memory) or (us, -1, mode)


class SSD1306(I2cDevice):
    """One display. `name` is for people who read a failing test."""

    def __init__(self, addr: int, clock: Clock, name: str = "") -> None:
        super().__init__(addr)
        self.name = name
        self._clock = clock
        self.ram = bytearray(SIZE)
        self.unknown: list[int] = []  # commands this model does not know, in order
        self.data_bytes = 0  # bytes written to memory since it was made
        self.changes = 0  # grows whenever memory or mode changes
        self.log = GlassLog()
        self._logged_mode = _DARK
        self._reset()

    def _reset(self) -> None:
        self.ram[:] = bytes((i * 37 + 91) & 0xFF for i in range(SIZE))  # memory is noise after power-on
        self.log.fill(self._clock(), self.ram)
        self.on = self.pump = self.all_on = self.inverted = False
        self.contrast = 0x7F
        self.lit_from = -1  # when the charge pump is up, us; -1 asleep
        self._addressing = 2  # page mode
        self._column = self._page = 0
        self._column_start, self._column_end, self._page_start, self._page_end = 0, 127, 0, 7
        self._segment_remap = self._com_remap = False
        self._start_line = self._offset = 0
        self._want_control = True
        self._control = 0
        self._command: int | None = None
        self._parameters: list[int] = []
        self._mode_changed()

    def power(self, on: bool) -> None:
        """Switch the supply; when it goes, memory and settings are lost."""
        if on != self.powered:
            super().power(on)
            self._reset()

    # -- the wire --------------------------------------------------------------------------------------
    def start(self, read: bool) -> bool:
        """Expect a control byte next."""
        self._want_control = True
        return self.powered

    def take(self, byte: int) -> None:
        """Take a control byte, a command byte or a data byte, as the last control byte said."""
        if self._want_control:
            self._control = byte
            self._want_control = False
            return
        if self._control & 0x40:
            self._data(byte)
        else:
            self._command_byte(byte)
        if self._control & 0x80:  # Co: one byte, then another control byte
            self._want_control = True

    def read(self) -> int:
        """Return the status byte: D6 says "display off"."""
        return 0x00 if self.on else 0x40

    def _data(self, byte: int) -> None:
        at = self._page * WIDTH + self._column
        self.data_bytes += 1
        if self.ram[at] != byte:
            self.ram[at] = byte
            self.changes += 1
            self.log.write(self._clock(), at, byte)
        if self._addressing == 0:  # horizontal
            self._column += 1
            if self._column > self._column_end or self._column > 127:
                self._column = self._column_start
                self._page = self._page_start if self._page >= self._page_end else self._page + 1
        elif self._addressing == 1:  # vertical
            self._page += 1
            if self._page > self._page_end or self._page > 7:
                self._page = self._page_start
                self._column = self._column_start if self._column >= self._column_end else self._column + 1
        else:
            self._column = (self._column + 1) & 127

    def _command_byte(self, byte: int) -> None:
        if self._command is None:
            if byte in _PARAMETERS:
                self._command, self._parameters = byte, []
            else:
                self._execute(byte, [])
            return
        self._parameters.append(byte)
        if len(self._parameters) == _PARAMETERS[self._command]:
            command, self._command = self._command, None
            self._execute(command, self._parameters)

    def _execute(self, command: int, p: list[int]) -> None:
        if self._address_command(command, p):
            return
        if command in (0xAE, 0xAF):
            self._wake(command == 0xAF, self.pump)
        elif command == 0x8D:
            self._wake(self.on, bool(p[0] & 4))
        elif command in (0xA4, 0xA5):
            self.all_on = command == 0xA5
        elif command in (0xA6, 0xA7):
            self.inverted = command == 0xA7
        elif command == 0x81:
            self.contrast = p[0]
        elif command in (0xA0, 0xA1):
            self._segment_remap = command == 0xA1
        elif command in (0xC0, 0xC8):
            self._com_remap = command == 0xC8
        elif 0x40 <= command <= 0x7F:
            self._start_line = command & 63
        elif command == 0xD3:
            self._offset = p[0] & 63
        elif command not in _ACCEPTED:
            self.unknown.append(command)
        self._mode_changed()

    def _address_command(self, command: int, p: list[int]) -> bool:
        """Execute a command that only says where the next data byte goes; return whether it was one."""
        if command == 0x20:
            self._addressing = p[0] & 3
        elif command == 0x21:
            self._column_start, self._column_end = p[0] & 127, p[1] & 127
            self._column = self._column_start
        elif command == 0x22:
            self._page_start, self._page_end = p[0] & 7, p[1] & 7
            self._page = self._page_start
        elif 0xB0 <= command <= 0xB7:
            self._page = command & 7
        elif command <= 0x0F:
            self._column = self._column & 0x70 | command
        elif command <= 0x1F:
            self._column = self._column & 0x0F | (command & 7) << 4
        else:
            return False
        return True

    def _wake(self, on: bool, pump: bool) -> None:
        """Sleep, or wake and start the charge pump, which takes PUMP_US to light anything."""
        was = self.on and self.pump
        self.on, self.pump = on, pump
        if on and pump:
            if not was:
                self.lit_from = self._clock() + PUMP_US
        else:
            self.lit_from = -1

    def _mode_changed(self) -> None:
        self.changes += 1
        mode = (self.lit_from, self.all_on, self.inverted)
        if mode != self._logged_mode:
            self._logged_mode = mode
            self.log.mode(self._clock(), mode)

    # -- the eye ---------------------------------------------------------------------------------------
    @property
    def visible(self) -> bool:
        """True when the panel is awake and its charge pump is up."""
        return 0 <= self.lit_from <= self._clock()

    def glass(self) -> bytes:
        """Return the 1024 bytes a viewer sees now."""
        if not self.visible:
            return _ALL_OFF
        if self.all_on:
            return _ALL_LIT
        ram = bytes(self.ram)
        if self.inverted:
            ram = ram.translate(_INVERT)
        if self._segment_remap and self._com_remap and not self._start_line and not self._offset:
            return ram
        return self._turned(ram)

    def _turned(self, ram: bytes) -> bytes:
        """Return the viewer's picture for an unusual orientation, start line or offset."""
        out = bytearray(SIZE)
        for y in range(64):
            row = y if self._com_remap else 63 - y
            row = (row + self._start_line + self._offset) & 63
            for x in range(WIDTH):
                column = x if self._segment_remap else 127 - x
                if ram[(row >> 3) * WIDTH + column] >> (row & 7) & 1:
                    out[(y >> 3) * WIDTH + x] |= 1 << (y & 7)
        return bytes(out)


def seen(ram: bytes | bytearray, mode: Mode, now: int) -> bytes:
    """Return the glass for a memory and a mode at the time `now`, for the usual orientation."""
    lit_from, all_on, inverted = mode
    if not 0 <= lit_from <= now:
        return _ALL_OFF
    if all_on:
        return _ALL_LIT
    return bytes(ram).translate(_INVERT) if inverted else bytes(ram)


class GlassLog:
    """Every change of memory and mode with its time, so a test can ask when the glass first showed something.

    Old changes are folded into the starting picture when there are many, so it may run for days. It knows
    the usual orientation only.
    """

    def __init__(self) -> None:
        self._ram = bytearray(SIZE)  # before the first entry
        self._mode = _DARK
        self._entries: list[_Entry] = []

    def write(self, now: int, at: int, byte: int) -> None:
        """Note that memory byte `at` became `byte`."""
        self._add((now, at, byte))

    def fill(self, now: int, ram: bytes | bytearray) -> None:
        """Note that the whole memory changed."""
        self._add((now, -1, bytes(ram)))

    def mode(self, now: int, mode: Mode) -> None:
        """Note whether and how the memory shows from now on."""
        self._add((now, -1, mode))

    def _add(self, entry: _Entry) -> None:
        self._entries.append(entry)
        if len(self._entries) > _LOG_LIMIT:
            for old in self._entries[: _LOG_LIMIT // 2]:
                self._mode = _apply(self._ram, self._mode, old)
            del self._entries[: _LOG_LIMIT // 2]

    def pictures(self, since: int = 0, until: int | None = None) -> Iterator[tuple[int, bytes]]:
        """Yield (us, glass) for the picture at `since` and each different one after it.

        Changes within one microsecond are one. Without `until` it goes on to the last change noted.
        """
        ram, mode = bytearray(self._ram), self._mode
        last: bytes | None = None
        i, n = 0, len(self._entries)
        while i < n and self._entries[i][0] <= since:
            mode = _apply(ram, mode, self._entries[i])
            i += 1
        now = since
        while True:
            glass = seen(ram, mode, now)
            if glass != last:
                yield now, glass
                last = glass
            following = self._entries[i][0] if i < n else None
            lit_from = mode[0]
            if lit_from > now and (following is None or lit_from < following):
                following = lit_from  # the pump comes up with nothing happening on the bus
            if following is None or (until is not None and following > until):
                return
            now = following
            while i < n and self._entries[i][0] == now:
                mode = _apply(ram, mode, self._entries[i])
                i += 1

    def first(self, wanted: Callable[[bytes], bool], since: int = 0, until: int | None = None) -> int | None:
        """Return the first time from `since` on at which the glass satisfies `wanted`, or None."""
        for time, glass in self.pictures(since, until):
            if wanted(glass):
                return time
        return None


def _apply(ram: bytearray, mode: Mode, entry: _Entry) -> Mode:
    """Change `ram` as the entry says; return the mode after it."""
    _, at, value = entry
    if isinstance(value, int):
        ram[at] = value
    elif isinstance(value, bytes):
        ram[:] = value
    else:
        return value
    return mode
