# What MicroPython does on a Pico before and around main.py (runs under MicroPython's unix port).
# argv: the two pipes, main.py
import sys

import vmlink


class BlockDevice:
    # The Pico's rp2.Flash: littlefs erases by ioctl 6 and programs 256 bytes at a time.
    def __init__(self, blocks):
        self.blocks = blocks

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


def mount(blocks):
    import vfs

    device = BlockDevice(blocks)
    # mtime would be the real clock's, and no two runs alike.
    try:
        fs = vfs.VfsLfs2(device, progsize=256, mtime=False)
    except OSError:
        vfs.VfsLfs2.mkfs(device, progsize=256)
        fs = vfs.VfsLfs2(device, progsize=256, mtime=False)
    vfs.mount(fs, "/journal")


def run(path):
    with open(path) as f:
        source = f.read()
    code = compile(source, path, "exec")
    del source
    try:
        exec(code, {"__name__": "__main__", "__file__": path})
    except SystemExit:
        sys.stdout.write("MPY: soft reboot\r\n")  # as MicroPython does, whoever asked for it
        vmlink.call(vmlink.RESET, 1)


if int(sys.argv[4]):
    mount(int(sys.argv[4]))
run(sys.argv[3])
vmlink.call(vmlink.ENDED)
