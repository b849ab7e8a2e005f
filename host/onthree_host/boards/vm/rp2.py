# The rp2 module of the virtual board, as far as the firmware needs it (runs under MicroPython).
import sys

import vmlink


class Flash:
    # What MicroPython leaves of the flash: littlefs erases by ioctl 6 and programs 256 bytes at a time.
    def __init__(self):
        self.blocks = int(sys.argv[4])

    def readblocks(self, block, buf, offset=0):
        vmlink.call_into(vmlink.FLASH_READ, block * 4096 + offset, len(buf), buf)

    def writeblocks(self, block, buf, offset=None):
        if offset is None:
            for i in range(len(buf) // 4096):
                vmlink.call(vmlink.FLASH_ERASE, block + i)
            offset = 0
        vmlink.call_with(vmlink.FLASH_PROGRAM, block * 4096 + offset, 0, buf, len(buf))

    def ioctl(self, op, arg):
        if op == 4:
            return self.blocks
        if op == 5:
            return 4096
        if op == 6:
            vmlink.call(vmlink.FLASH_ERASE, arg)
        return 0
