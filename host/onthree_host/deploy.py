"""Put the firmware on a Pico: mpremote carries the files, this module decides which.

The device keeps what it has if the SHA-256 is right, gets what it lacks, and loses what an earlier version left
behind, all within the files named in MANAGED. Its journal, settings and anything of the owner's are not touched.
The app is asked to leave by a message of its own, because Ctrl-C does not stop a game; main.py is written last,
so that a deployment cut short does not start half a firmware.
"""

from __future__ import annotations

import base64
import hashlib
import json
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from onthree import wire
from onthree.records import FROM_PC, message
from onthree_host.boards import serial
from onthree_host.boards.uf2 import URL
from onthree_host.bootsel import bootsel_boards
from onthree_host.errors import BoardError, LinkError, LinkLost, OnThreeError
from onthree_host.link import Hello, Link
from onthree_host.mpy import ABI, FIRMWARE

MANAGED = ("main.py", "start.mpy", "device", "onthree")  # files and folders in the device's root that are ours

_BLOCK = 4096  # littlefs gives every file whole blocks of these
_SPARE = 4  # blocks kept free, for littlefs' own work
_LEAVE_SECONDS = 10.0  # a count takes 3 s, and the app reads nothing meanwhile
_COMMAND_SECONDS = 120.0
_BY_HAND = "hold the hub's button A while plugging it in, then deploy again"

# Runs on the device. A line of JSON comes back for every file, and one at the end, whatever is there. Nothing is kept
# and nothing read into new memory: a hundred files in pieces, and the heap is in pieces too.
_LOOK = """
import sys, os, json
facts = {"name": sys.implementation.name, "version": list(sys.implementation.version[:3]),
         "machine": getattr(sys.implementation, "_machine", "?"), "mpy": getattr(sys.implementation, "_mpy", 0) & 0xff}
try:
    import hashlib, binascii
    buffer = memoryview(bytearray(1024))
    def look(path):
        try:
            entries = list(os.ilistdir(path))
        except OSError:
            return
        for name, kind, *rest in entries:
            there = path + "/" + name
            if kind == 0x4000:
                look(there)
            else:
                note(there)
    def note(path):
        try:
            with open(path, "rb") as f:
                digest = hashlib.sha256()
                size = 0
                while True:
                    n = f.readinto(buffer)
                    if not n:
                        break
                    size += n
                    digest.update(buffer[:n])
        except OSError:
            return
        print(json.dumps([path, size, binascii.hexlify(digest.digest()).decode()]))
    for name in MANAGED:
        try:
            folder = os.stat(name)[0] == 0x4000
        except OSError:
            continue
        (look if folder else note)(name)
    room = os.statvfs("/")
    facts["free"] = room[0] * room[3]
except Exception as error:
    facts["error"] = repr(error)
print(json.dumps(facts))
"""

_MAKE = """
import os
for path in PATHS:
    try:
        os.mkdir(path)
    except OSError:
        pass
"""

# Packed, a file takes a third of the time that mpremote's own `cp` takes: what is slow is reading its text.
_WRITE = """
import binascii, deflate, io
print(PATH)
with open(PATH, "wb") as f:
    f.write(deflate.DeflateIO(io.BytesIO(binascii.a2b_base64(DATA)), deflate.ZLIB).read())
"""
_WINDOW_BITS = 12  # of memory on the device while it unpacks

_REMOVE = """
import os
for path in PATHS:
    try:
        os.remove(path)
    except OSError:
        os.rmdir(path)
"""


class DeployError(OnThreeError):
    """The firmware could not be put on the device; the message says why and what to do."""


@dataclass(frozen=True)
class Device:
    """What the board on the port is and has of ours."""

    machine: str
    version: tuple[int, ...]
    free: int  # bytes
    files: dict[str, tuple[int, str]]  # path -> size and SHA-256 in hex

    @property
    def python(self) -> str:
        """MicroPython's version as text."""
        return ".".join(map(str, self.version))


@dataclass(frozen=True)
class Plan:
    """What has to change on a device. Paths are on the device, without a leading slash."""

    copy: dict[str, bytes] = field(default_factory=dict)
    remove: list[str] = field(default_factory=list)
    keep: list[str] = field(default_factory=list)
    room: int = 0  # bytes of flash that it takes, counted in blocks

    @property
    def changes(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.copy or self.remove)


def choose(named: str | None) -> str:
    """Return the port to deploy to, or raise with a sentence for whoever has plugged in something else."""
    try:
        return serial.choose(named)
    except BoardError:
        if bootsel_boards():
            raise DeployError(
                f"The Pico is in BOOTSEL mode, without MicroPython: get {URL}, copy it onto the drive RPI-RP2, "
                "and deploy again when the drive has gone."
            )
        raise


# -- looking -------------------------------------------------------------------------------------------------
def leave_app(port: str, patience: float = _LEAVE_SECONDS) -> None:
    """Ask the app on `port` to end in the REPL; come back when it has, or when nobody answers."""
    line = serial.open_port(port)
    try:
        line.write(wire.frame(message(FROM_PC, "repl")))
        end = time.monotonic() + patience
        said = b""
        while time.monotonic() < end and not said.rstrip().endswith(b">>>"):
            said += line.read(256)
            if said and b'"bye"' not in said and b"\x1e" not in said:
                end = min(end, time.monotonic() + 0.5)  # a REPL's echo: nothing of ours runs there
    except OSError:
        raise LinkLost(
            f"{port} went away: is the cable loose, or does the board restart again and again? Then {_BY_HAND}."
        )
    finally:
        line.close()


def look(port: str) -> Device:
    """Return what is on the board. DeployError if it does not run a MicroPython that we can use."""
    said = mpremote(port, "exec", _LOOK.replace("MANAGED", repr(MANAGED)))
    lines = said.strip().splitlines()
    try:
        facts: dict[str, Any] = json.loads(lines[-1])
    except (ValueError, IndexError):
        raise DeployError(f"The board at {port} answers, but not as MicroPython does: {said.strip()[-80:]!r}.")
    version = tuple(facts["version"])
    text = ".".join(map(str, version))
    if facts["name"] != "micropython":
        raise DeployError(f"The board at {port} runs {facts['name']} {text}: On Three needs MicroPython, {URL}.")
    if version < FIRMWARE or facts["mpy"] != ABI:
        raise DeployError(
            f"The board at {port} runs MicroPython {text}, and On Three needs {'.'.join(map(str, FIRMWARE))} or one "
            f"that takes .mpy files of version {ABI}: hold BOOTSEL while plugging it in and copy {URL} onto its drive."
        )
    if "error" in facts:
        raise DeployError(f"The board's file system cannot be read ({facts['error']}): format it with MicroPython.")
    found = [json.loads(text) for text in lines[:-1] if text.startswith('["')]
    files = {path: (size, digest) for path, size, digest in found}
    return Device(facts["machine"], version, facts["free"], files)


def plan(device: Device, contents: Mapping[str, bytes]) -> Plan:
    """Return what has to change so that the device has `contents` and nothing else among what is MANAGED."""
    stray = [path for path in contents if path.split("/")[0] not in MANAGED]
    if stray:
        raise ValueError(f"not managed: {', '.join(stray)}")
    copy, keep = {}, []
    for path, data in contents.items():
        if device.files.get(path) == (len(data), hashlib.sha256(data).hexdigest()):
            keep.append(path)
        else:
            copy[path] = data
    remove = sorted(set(device.files) - set(contents))
    gone = [device.files[path][0] for path in remove]
    # A file is replaced by writing it anew, so its old blocks are free only afterwards.
    room = sum(map(_blocks, map(len, copy.values()))) - sum(map(_blocks, gone))
    return Plan(copy, remove, keep, room)


def _blocks(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


# -- doing ---------------------------------------------------------------------------------------------------
def carry_out(port: str, device: Device, todo: Plan, copied: Callable[[str], None] = lambda path: None) -> None:
    """Remove and copy; `copied(path)` is called as each file begins. DeployError if the flash is too small."""
    if todo.room > device.free - _SPARE * _BLOCK:
        raise DeployError(
            f"The flash is full: {todo.room // 1024} KB are needed and {device.free // 1024} KB are free; fetch the "
            "games with 'onthree log' so that their journal can go, or remove files of your own with mpremote."
        )
    if todo.remove:
        mpremote(port, "exec", _REMOVE.replace("PATHS", repr(todo.remove + _emptied(device, todo))))
    if not todo.copy:
        return
    mpremote(port, "exec", _MAKE.replace("PATHS", repr(sorted(_parents(todo.copy)))))
    with tempfile.TemporaryDirectory(prefix="onthree-") as folder:
        words: list[str] = []
        for number, path in enumerate(sorted(todo.copy, key=lambda path: (path == "main.py", path))):
            here = Path(folder) / str(number)
            here.write_text(_writing(path, todo.copy[path]))
            words += [*(["+"] if words else []), "run", str(here)]
        mpremote(port, *words, line=lambda text: copied(text) if text in todo.copy else None)


def _writing(path: str, data: bytes) -> str:
    """Return a program for the device that says a path and writes a file there."""
    packer = zlib.compressobj(9, zlib.DEFLATED, _WINDOW_BITS)
    packed = base64.b64encode(packer.compress(data) + packer.flush())
    return _WRITE.replace("PATH", repr(path)).replace("DATA", repr(packed))


def _parents(paths: Iterable[str]) -> set[str]:
    return {"/".join(path.split("/")[:n]) for path in paths for n in range(1, path.count("/") + 1)}


def _emptied(device: Device, todo: Plan) -> list[str]:
    """Return the folders that will hold nothing any more, the deepest first."""
    left = [path for path in device.files if path not in todo.remove] + list(todo.copy)
    return sorted(_parents(todo.remove) - _parents(left), reverse=True)


def check(port: str, contents: Mapping[str, bytes]) -> None:
    """Compare what the device has with `contents`, hash by hash. DeployError if anything differs."""
    rest = plan(look(port), contents)
    if rest.changes:
        wrong = sorted(rest.copy) + rest.remove
        raise DeployError(
            f"{wrong[0]}{' and others' if len(wrong) > 1 else ''} did not arrive as sent: deploy again, and if it "
            "stays so, the flash is worn out."
        )


def put(port: str, path: str, data: bytes) -> None:
    """Write one file that is not of the firmware, such as a card file, and compare it. DeployError if it differs."""
    mpremote(port, "exec", _MAKE.replace("PATHS", repr(sorted(_parents([path])))))
    with tempfile.TemporaryDirectory(prefix="onthree-") as folder:
        here = Path(folder) / "file"
        here.write_bytes(data)
        mpremote(port, "fs", "cp", str(here), f":{path}")
    digest = hashlib.sha256(data).hexdigest()
    if digest not in mpremote(port, "fs", "sha256sum", f":{path}"):
        raise DeployError(f"{path} did not arrive as sent: deploy again.")


def restart(port: str, patience: float = 15.0) -> Hello:
    """Reset the board and return the app's greeting. LinkError if it does not greet within `patience` seconds."""
    mpremote(port, "reset")
    end = time.monotonic() + patience
    while time.monotonic() < end:
        try:
            line = serial.open_port(port)
        except OnThreeError:
            time.sleep(0.2)  # it comes back on USB
            continue
        try:
            link = Link(line)
            while time.monotonic() < end:
                for event in link.poll(time.monotonic()):
                    if isinstance(event, Hello):
                        return event
        except LinkLost:
            time.sleep(0.2)
        finally:
            line.close()
    raise LinkError(
        f"The firmware is on the board, but the app did not greet within {patience:g} s: look at the hub's display, "
        "and 'onthree log' shows what the board says."
    )


# -- mpremote ------------------------------------------------------------------------------------------------
def mpremote(port: str, *words: str, line: Callable[[str], None] = lambda text: None) -> str:
    """Run mpremote on `port` without restarting what is there, and return what it prints; `line` hears each line.

    What goes wrong is a DeployError or LinkError with one sentence.
    """
    command = [sys.executable, "-m", "mpremote", "connect", port, "resume", *words]
    said: list[str] = []
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as process:
        assert process.stdout is not None
        for text in process.stdout:
            said.append(text)
            line(text.rstrip("\n"))
        code = process.wait(_COMMAND_SECONDS)
    output = "".join(said)
    if code:
        raise _explained(port, output)
    return output


def _explained(port: str, output: str) -> OnThreeError:
    if "No module named mpremote" in output:
        return DeployError("mpremote is missing: install it with pip install mpremote.")
    if "failed to access" in output or "in use by another program" in output:
        return LinkError(f"Another program uses {port}, or it has gone: close that program and try again.")
    if "could not enter raw repl" in output or "timeout waiting" in output:
        return DeployError(f"The board at {port} does not come to its REPL: {_BY_HAND}.")
    if "Errno 28" in output or "ENOSPC" in output or "OSError: 28" in output:
        return DeployError(
            "The flash is full: fetch the games with 'onthree log' so that their journal can go, or remove files of "
            "your own with mpremote, then deploy again."
        )
    last = output.strip().splitlines()[-1:] or ["it gives no reason"]
    return DeployError(f"mpremote could not work on {port}: {last[0]}")
