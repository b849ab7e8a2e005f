"""NOR flash as a block device sees it: erase in blocks, program clears bits, the power may go at any operation."""

from __future__ import annotations

import random
from dataclasses import dataclass

from onthree_host.boards.errors import PowerLost

BLOCK = 4096
PAGE = 256


@dataclass(frozen=True)
class FlashOp:
    """One operation: `data` is None for an erase of a block, else what was programmed."""

    us: int
    address: int
    data: bytes | None


class Flash:
    """An image that outlives the board's power, with a log of what was done to it.

    Busy times are those of the Pico's W25Q16 measured through MicroPython; 0 makes an operation free.
    """

    def __init__(self, blocks: int = 352, erase_us: int = 45_000, program_us: int = 400) -> None:
        self.blocks = blocks
        self.erase_us = erase_us
        self.program_us = program_us  # a page of 256 bytes
        self.image = bytearray(b"\xff" * (blocks * BLOCK))
        self.ops = 0  # operations since it was made; a test names a moment by this number
        self.erases = [0] * blocks
        self.log: list[FlashOp] | None = None  # filled after `record`
        self._base = b""
        self._cut: tuple[int, bool] | None = None

    def record(self) -> None:
        """Start a new log from the image as it is."""
        self._base = bytes(self.image)
        self.log = []

    def cut_at(self, op: int | None, torn: bool = False) -> None:
        """Let the power go before operation number `op` (see `ops`), or in the middle of it with `torn`."""
        self._cut = None if op is None else (op, torn)

    def erase(self, block: int, us: int) -> None:
        """Erase one block. PowerLost is raised where a test cut the power."""
        self._do(FlashOp(us, block * BLOCK, None))
        self.erases[block] += 1

    def program(self, address: int, data: bytes, us: int) -> None:
        """Clear the bits that are 0 in `data`. PowerLost is raised where a test cut the power."""
        for at in range(0, len(data), PAGE):
            self._do(FlashOp(us, address + at, data[at : at + PAGE]))

    def put(self, name: str, data: bytes) -> None:
        """Write a file into its littlefs, made where there is none; for a board that is not running."""
        from onthree_host.boards import littlefs  # this one needs an extra

        littlefs.write(self.image, {name: data})

    def files(self) -> dict[str, bytes]:
        """Return what is in its littlefs, by name."""
        from onthree_host.boards import littlefs

        return littlefs.read(self.image)

    def _do(self, op: FlashOp) -> None:
        if self._cut is not None and self.ops >= self._cut[0]:
            number, torn = self._cut
            self._cut = None
            if torn:
                tear(self.image, op, number)
            raise PowerLost(f"the power went {'in' if torn else 'before'} flash operation {number}")
        apply(self.image, op)
        if self.log is not None:
            self.log.append(op)
        self.ops += 1

    def image_at(self, op: int, torn: bool = False, seed: int = 0) -> bytearray:
        """Return the image after the first `op` operations of the log; with `torn` the next one half done."""
        if self.log is None:
            raise ValueError("call record() first")
        image = bytearray(self._base)
        for done in self.log[:op]:
            apply(image, done)
        if torn and op < len(self.log):
            tear(image, self.log[op], seed)
        return image


def apply(image: bytearray, op: FlashOp) -> None:
    """Do an operation to an image."""
    if op.data is None:
        image[op.address : op.address + BLOCK] = b"\xff" * BLOCK
        return
    end = op.address + len(op.data)
    old = int.from_bytes(image[op.address : end], "big")
    image[op.address : end] = (old & int.from_bytes(op.data, "big")).to_bytes(len(op.data), "big")


def tear(image: bytearray, op: FlashOp, seed: int) -> None:
    """Do an operation in part, repeatably: some bits erased, or some bytes programmed and the next one half."""
    rng = random.Random(seed)
    if op.data is None:
        noise = rng.randbytes(BLOCK)
        for i in range(BLOCK):
            image[op.address + i] |= noise[i]
        return
    done = rng.randrange(len(op.data))
    apply(image, FlashOp(op.us, op.address, op.data[:done])) if done else None
    image[op.address + done] &= op.data[done] | rng.getrandbits(8)
