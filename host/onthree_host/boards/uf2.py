"""MicroPython's firmware file for the Pico: where it is, how to get it, and what the flash looks like with it."""

import hashlib
import os
import struct
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from onthree_host.errors import BoardError

NAME = "RPI_PICO-v1.26.1.uf2"
URL = "https://micropython.org/resources/firmware/RPI_PICO-20250911-v1.26.1.uf2"
SHA256 = "fc2a8096e0d999d3caca11b34381854599d68aee3e905d3cccbd5247ca78d07c"
SIZE = 668_672  # bytes

_FLASH_START = 0x10000000
_BLOCK = struct.Struct("<8I")
_MAGIC = (0x0A324655, 0x9E5D5157)
_CHUNK = 64 * 1024
_TIMEOUT = 20  # seconds without a byte

Progress = Callable[[int, int], None]  # bytes so far, bytes in all


class Uf2Error(BoardError):
    """There is no usable UF2. The message is one sentence that says what to do."""


def cache_path() -> Path:
    """Return where the UF2 is kept: the folder `onthree` of the user's cache folder."""
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "onthree" / NAME


def find(given: str | None = None) -> Path | None:
    """Return the UF2's path: `given` (--uf2), else ONTHREE_UF2, else the cache; None where there is none.

    Raises Uf2Error if a path was named and is not there: then nothing else is meant.
    """
    named = given or os.environ.get("ONTHREE_UF2")
    if named:
        path = Path(named).expanduser()
        if not path.is_file():
            by = "--uf2" if given else "ONTHREE_UF2"
            raise Uf2Error(f"There is no file {named}, which {by} names: it must be MicroPython's UF2 for the Pico.")
        return path
    path = cache_path()
    return path if path.is_file() else None


def get(given: str | None = None, *, progress: Progress | None = None, url: str = URL) -> Path:
    """Return the UF2's path, after fetching it into the cache if it is nowhere. Uf2Error says how to get it else."""
    path = find(given)
    return path if path is not None else download(cache_path(), progress=progress, url=url)


def download(target: Path, *, progress: Progress | None = None, url: str = URL) -> Path:
    """Fetch the UF2 from micropython.org to `target`; only a file with the right hash is ever put there."""
    digest = hashlib.sha256()
    partial = target.with_suffix(".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(url, timeout=_TIMEOUT) as answer, partial.open("wb") as file:
            total = int(answer.headers.get("Content-Length") or SIZE)
            done = 0
            while chunk := answer.read(_CHUNK):
                file.write(chunk)
                digest.update(chunk)
                done += len(chunk)
                if progress is not None:
                    progress(done, total)
        if digest.hexdigest() != SHA256:
            raise Uf2Error(f"What {url} sent is not {NAME}: its SHA-256 is wrong. {_by_hand(target)}")
        partial.replace(target)
    except (OSError, urllib.error.URLError) as error:
        raise Uf2Error(f"{NAME} could not be downloaded ({_reason(error)}). {_by_hand(target)}")
    finally:
        partial.unlink(missing_ok=True)
    return target


def _reason(error: Exception) -> str:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    return str(reason) or type(error).__name__


def _by_hand(target: Path) -> str:
    return f"Get {URL} on a machine with a network and put it at {target}, or name it with --uf2 or ONTHREE_UF2."


def flash_image(path: Path) -> bytes:
    """Return the flash a Pico has after this UF2 was dropped on it, from its start; the rest is erased (0xFF)."""
    flash = bytearray()
    data = path.read_bytes()
    for at in range(0, len(data) - 511, 512):
        magic0, magic1, flags, address, size, _, _, _ = _BLOCK.unpack_from(data, at)
        if (magic0, magic1) != _MAGIC or size > 476:
            raise Uf2Error(f"{path} is not a UF2 file.")
        if flags & 1:  # not for the main flash
            continue
        offset = address - _FLASH_START
        if len(flash) < offset + size:
            flash.extend(b"\xff" * (offset + size - len(flash)))
        flash[offset : offset + size] = data[at + 32 : at + 32 + size]
    if not flash:
        raise Uf2Error(f"{path} is not a UF2 file.")
    return bytes(flash)
