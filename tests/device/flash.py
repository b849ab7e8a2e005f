"""A Pico's flash for MicroPython's unix port: a block device that counts, and can be cut off at any operation.

One operation is one call of littlefs: an erase of a 4096-byte block, or a program of some bytes. A program only
clears bits, as flash does; littlefs programs erased blocks only, and a test here fails if that ever changes.
"""

import vfs

BLOCK = 4096
PAGE = 256
ERASE_US = 45000  # W25Q16JV datasheet: sector erase 45 ms typical
PROGRAM_US = 400  # ... page program 0.4 ms typical


class Flash:
    """`log` holds every operation as (block, offset, data), data None for an erase, when `logging`.

    `looks` counts how often block `seen` was read: the last one of a file that nobody opens, so that only littlefs
    reads it, when it looks for free blocks.
    """

    def __init__(self, blocks, image=None):
        self.blocks = blocks
        self.image = image if image is not None else bytearray(b"\xff" * (blocks * BLOCK))
        self.logging = False
        self.log = []
        self.erases = 0
        self.pages = 0
        self.seen = None
        self.looks = 0

    @property
    def us(self):
        """How long the flash has been busy."""
        return self.erases * ERASE_US + self.pages * PROGRAM_US

    def ms(self):
        """A clock that goes on with what the flash does, and with nothing else."""
        return self.us // 1000

    def readblocks(self, block, buffer, offset=0):
        self.looks += block == self.seen
        at = block * BLOCK + offset
        buffer[:] = self.image[at : at + len(buffer)]

    def writeblocks(self, block, data, offset=0):
        at = block * BLOCK + offset
        old = self.image[at : at + len(data)]
        if old != b"\xff" * len(data):
            raise AssertionError("a program of bytes that are not erased")
        self.image[at : at + len(data)] = data
        self.pages += (offset % PAGE + len(data) + PAGE - 1) // PAGE
        if self.logging:
            self.log.append((block, offset, bytes(data)))

    def ioctl(self, op, block):
        if op == 4:
            return self.blocks
        if op == 5:
            return BLOCK
        if op == 6:
            at = block * BLOCK
            self.image[at : at + BLOCK] = b"\xff" * BLOCK
            self.erases += 1
            if self.logging:
                self.log.append((block, 0, None))
            return 0
        return None

    def mount(self, where="/flash"):
        """Mount as the Pico does; everything in memory of an earlier mount is forgotten."""
        vfs.mount(vfs.VfsLfs2(self, progsize=PAGE), where)

    def remounter(self):
        """As the firmware has it."""
        from device.build import remounter

        return remounter(lambda: self)

    def format(self):
        vfs.VfsLfs2.mkfs(self, progsize=PAGE)
