"""The Pico's filesystem as seen from the PC: littlefs in the flash, after MicroPython's own 640 KiB."""

from collections.abc import Mapping

from onthree_host.boards import littlefs
from onthree_host.boards.rp2040.chip import FLASH_BYTES

FS_START = 0xA0000  # MicroPython 1.26, RPI_PICO: the rest of the 2 MiB
FS_BYTES = FLASH_BYTES - FS_START


def install(flash: bytes, files: Mapping[str, bytes], *, fresh: bool = False) -> bytes:
    """Return `flash` with `files` (path on the device -> bytes) written into its filesystem.

    A flash that has no filesystem yet, and any with `fresh`, gets an empty one first.
    """
    whole = flash.ljust(FLASH_BYTES, b"\xff")
    image = bytearray(b"\xff" * FS_BYTES if fresh else whole[FS_START:])
    littlefs.write(image, files)
    return whole[:FS_START] + bytes(image)


def read_files(flash: bytes, under: str = "/") -> dict[str, bytes]:
    """Return the files below the folder `under` in the flash's filesystem, as `littlefs.read` does."""
    return littlefs.read(flash[FS_START:], under)
