"""What happens to the flash chip: every erase and program in order, with the time it takes and what a cut leaves.

The RP2040 executes nothing while the flash is busy: it runs from that very flash. Interrupts are off, so a
button edge in that hole is latched and seen late. Power may go in the middle: then some bits of the sector are
erased and others not, or the first bytes of the page are programmed.
"""

from collections.abc import Iterator
from typing import Any

from rp2040py.peripherals.ssi import (
    CMD_BLOCK_ERASE,
    CMD_PAGE_PROGRAM,
    CMD_READ_STATUS_1,
    CMD_SECTOR_ERASE,
)

from onthree_host.boards.flash import BLOCK, FlashOp, apply, tear
from onthree_host.boards.rp2040.chip import Chip

ERASE_US = 45_000.0  # W25Q16JV 9.6: tSE typical, 4 KiB
PROGRAM_US = 400.0  # tPP typical, 256 bytes

_BUSY = 1  # status register 1, bit 0


class FlashLog:
    """Watches the flash of one chip. `ops` grows; `start()` begins it anew from the flash as it is."""

    def __init__(self, chip: Chip, *, erase_us: float = ERASE_US, program_us: float = PROGRAM_US) -> None:
        self.ops: list[FlashOp] = []
        self.erase_us, self.program_us = erase_us, program_us
        self._chip = chip
        self._ssi: Any = chip.mcu.ssi
        self._busy_until = 0.0
        self._before = b""  # what the last operation found in its place
        self._base = chip.flash()
        self._watch()

    def start(self) -> None:
        """Forget what was logged; from here on counts."""
        self._base = self._chip.flash()
        self.ops = []

    @property
    def erases(self) -> int:
        """Blocks of 4 KiB erased since the start."""
        return sum(op.data is None for op in self.ops)

    def cut(self) -> bytes:
        """Return the flash as it is left when power goes this instant: an operation under way is torn."""
        flash = bytearray(self._chip.flash())
        if self.ops and self._chip.now_us < self._busy_until:
            op = self.ops[-1]
            flash[op.address : op.address + len(self._before)] = self._before
            tear(flash, op, len(self.ops))
        return bytes(flash)

    def image_after(self, count: int, torn: bool = False, seed: int = 0) -> bytes:
        """Return the flash after the first `count` operations; with `torn` the next one came half-way."""
        flash = bytearray(self._base)
        for op in self.ops[:count]:
            apply(flash, op)
        if torn and count < len(self.ops):
            tear(flash, self.ops[count], seed)
        return bytes(flash)

    def images(self, torn: bool = False, seed: int = 0) -> Iterator[tuple[int, bytes]]:
        """Yield (count, flash) for a cut after every operation in turn, `count` from 0 to all of them.

        With `torn`, operation number `count` came half-way before the cut.
        """
        flash = bytearray(self._base)
        for count, op in enumerate(self.ops):
            image = bytearray(flash)
            if torn:
                tear(image, op, seed + count)
            yield count, bytes(image)
            apply(flash, op)
        yield len(self.ops), bytes(flash)

    def _watch(self) -> None:
        chip, ssi = self._chip, self._ssi
        apply_it, shift = ssi._apply_command, ssi._shift_byte

        def apply_command() -> None:
            self._note(bytes(ssi._tx_buffer))
            apply_it()
            # The CPU only asks whether the flash is done, interrupts off: jump over that wait.
            wait = self._busy_until - chip.now_us
            if wait > 0:
                chip.clock.tick(wait * 1000.0)

        def shift_byte(out: int) -> int:
            back = int(shift(out))
            sent = ssi._tx_buffer
            if len(sent) > 1 and sent[0] == CMD_READ_STATUS_1 and chip.now_us < self._busy_until:
                return back | _BUSY
            return back

        ssi._apply_command, ssi._shift_byte = apply_command, shift_byte

    def _note(self, command: bytes) -> None:
        if not self._ssi._write_enabled or len(command) < 4:
            return
        address = int.from_bytes(command[1:4], "big")
        if command[0] in (CMD_SECTOR_ERASE, CMD_BLOCK_ERASE):
            size = BLOCK if command[0] == CMD_SECTOR_ERASE else 16 * BLOCK
            start = address & ~(size - 1)
            for block in range(start, start + size, BLOCK):
                self._add(block, None, BLOCK, self.erase_us)
        elif command[0] == CMD_PAGE_PROGRAM and len(command) > 4:
            data = command[4:260]
            self._add(address, data, len(data), self.program_us)

    def _add(self, address: int, data: bytes | None, size: int, duration_us: float) -> None:
        now = self._chip.now_us
        self.ops.append(FlashOp(int(now), address, data))
        self._before = bytes(self._chip.mcu.flash[address : address + size])
        self._busy_until = max(now, self._busy_until) + duration_us
