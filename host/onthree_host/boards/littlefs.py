"""Files in the littlefs of a board's flash, written and read from the PC. The extra `pico` brings what it needs."""

import posixpath
from collections.abc import Iterable, Mapping

from littlefs import LittleFS, UserContext

from onthree_host.boards.flash import BLOCK, PAGE

_DISK_VERSION = 0x00020001  # littlefs 2.1, which is what MicroPython 1.26 writes


def write(image: bytearray, files: Mapping[str, bytes]) -> None:
    """Write `files` (path -> bytes) into the filesystem that `image` holds, a new one if its first block is erased."""
    fresh = image[:BLOCK] == b"\xff" * BLOCK
    fs = _filesystem(image, mount=not fresh)
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


def read(image: bytes | bytearray, under: str = "/") -> dict[str, bytes]:
    """Return the files below the folder `under`, by path without the leading slash.

    Raises littlefs.LittleFSError where there is no filesystem; a folder that does not exist holds no files.
    """
    fs = _filesystem(bytearray(image), mount=True)
    return {path.lstrip("/"): _read(fs, path) for path in _walk(fs, under)}


def _filesystem(image: bytearray, *, mount: bool) -> LittleFS:
    """Return the filesystem whose every change is one of `image`."""
    context = UserContext(buffsize=len(image))
    context.buffer = image
    return LittleFS(
        context=context,
        block_size=BLOCK,
        block_count=len(image) // BLOCK,
        prog_size=PAGE,
        disk_version=_DISK_VERSION,
        mount=mount,
    )


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
