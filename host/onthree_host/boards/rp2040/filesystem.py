"""The Pico's filesystem as seen from the PC: littlefs in the flash, after MicroPython's own 640 KiB."""

import posixpath
from collections.abc import Iterable, Mapping

from littlefs import LittleFS, UserContext

from onthree_host.boards.rp2040.chip import FLASH_BYTES

FS_START = 0xA0000  # MicroPython 1.26, RPI_PICO: the rest of the 2 MiB
FS_BYTES = FLASH_BYTES - FS_START
_BLOCK = 4096
_DISK_VERSION = 0x00020001  # littlefs 2.1, which is what MicroPython 1.26 writes


def _filesystem(buffer: bytearray, *, mount: bool) -> LittleFS:
    context = UserContext(buffsize=FS_BYTES)
    context.buffer = buffer
    return LittleFS(
        context=context,
        block_size=_BLOCK,
        block_count=FS_BYTES // _BLOCK,
        prog_size=256,
        disk_version=_DISK_VERSION,
        mount=mount,
    )


def install(flash: bytes, files: Mapping[str, bytes], *, fresh: bool = False) -> bytes:
    """Return `flash` with `files` (path on the device -> bytes) written into its filesystem.

    A flash that has no filesystem yet, and any with `fresh`, gets an empty one first.
    """
    whole = bytearray(flash.ljust(FLASH_BYTES, b"\xff"))
    fresh = fresh or whole[FS_START : FS_START + _BLOCK] == b"\xff" * _BLOCK
    buffer = bytearray(b"\xff" * FS_BYTES) if fresh else whole[FS_START:]
    fs = _filesystem(buffer, mount=not fresh)
    if fresh:
        fs.format()
        fs.mount()
    for path, data in files.items():
        folder = posixpath.dirname(path)
        if folder:
            fs.makedirs(folder, exist_ok=True)
        with fs.open(path, "wb") as file:
            file.write(data)
    fs.unmount()
    whole[FS_START:] = fs.context.buffer
    return bytes(whole)


def read_files(flash: bytes, under: str = "/") -> dict[str, bytes]:
    """Return the files below the folder `under` in the flash's filesystem, by path without the leading slash.

    Raises littlefs.LittleFSError where there is no filesystem; a folder that does not exist holds no files.
    """
    fs = _filesystem(bytearray(flash[FS_START:]), mount=True)
    return {path.lstrip("/"): _read(fs, path) for path in _walk(fs, under)}


def _read(fs: LittleFS, path: str) -> bytes:
    with fs.open(path, "rb") as file:
        return bytes(file.read())


def _walk(fs: LittleFS, folder: str) -> Iterable[str]:
    try:
        entries = fs.scandir(folder)
        for entry in sorted(entries, key=lambda entry: entry.name):
            path = posixpath.join(folder, entry.name)
            if entry.type == 2:  # LFS_TYPE_DIR
                yield from _walk(fs, path)
            else:
                yield path
    except FileNotFoundError:
        return
