# What MicroPython does on a Pico before and around main.py (runs under MicroPython's unix port).
# argv: the two pipes, main.py
import sys

import vmlink


def mount():
    import rp2
    import vfs

    device = rp2.Flash()
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
    mount()
run(sys.argv[3])
vmlink.call(vmlink.ENDED)
