"""A MicroPython process with the virtual board's modules: its requests, its input and its output.

The wire is described in vm/vmlink.py, which is the other end. While a request waits for its answer the
process stands still, so whatever the host reads or changes then is the same in every run.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import struct
import subprocess
import termios
import time
import weakref
from collections.abc import Sequence
from pathlib import Path

from onthree_host.boards.errors import BoardCrashed
from onthree_host.boards.interpreter import find_micropython

_VM = Path(__file__).parent / "vm"
_REQUEST = struct.Struct("=4q")
_ANSWER = struct.Struct("=6q")
_INTERRUPT = struct.Struct("=3q")
_COUNT = struct.Struct("=i")
_CONSOLE_TAIL = 4000  # characters of output quoted in an error

Request = tuple[int, int, int, bytes]
Interrupt = tuple[int, int, int]  # pin, ticks, levels


class Child:
    """One run of the firmware, from boot to its end or death."""

    def __init__(self, main: Path, module_path: Sequence[Path], heap: str, blocks: int) -> None:
        """Start `main` with these folders to import from; `heap` as -X heapsize has it; flash of so many blocks."""
        answer_r, self._tx = os.pipe()
        self._rx, request_w = os.pipe()
        self._stdin_r, self._stdin = os.pipe()
        self._stdout, stdout_w = os.pipe()
        path = [str(_VM), *map(str, module_path), ".frozen"]
        command = [find_micropython(), "-X", f"heapsize={heap}", str(_VM / "boot.py")]
        command += [str(answer_r), str(request_w), str(main), str(blocks)]
        try:
            self.process = subprocess.Popen(
                command,
                stdin=self._stdin_r,
                stdout=stdout_w,
                stderr=stdout_w,
                pass_fds=(answer_r, request_w),
                env={"MICROPYPATH": ":".join(path), "PATH": os.environ.get("PATH", "")},
            )
        finally:
            for fd in (answer_r, request_w, stdout_w):
                os.close(fd)
        self._end = weakref.finalize(self, self.process.kill)  # no orphan, whatever becomes of the test
        self._poll = select.poll()
        self._poll.register(self._rx, select.POLLIN)
        self._poll.register(self._stdout, select.POLLIN)
        self._buffer = b""
        self._printed = bytearray()
        self._tail = bytearray()
        self._available = bytearray(4)

    # -- requests --------------------------------------------------------------------------------------
    def request(self, patience_s: float) -> Request | None:
        """Return the next request, or None if none came for `patience_s` wall seconds. BoardCrashed when it ended."""
        head = self._read(_REQUEST.size, patience_s)
        if head is None:
            return None
        op, a, b, n = _REQUEST.unpack(head)
        data = b""
        if n:
            got = self._read(n, patience_s)
            if got is None:
                raise self.crashed("The firmware stopped in the middle of a request.")
            data = got
        return op, a, b, data

    def _read(self, n: int, patience_s: float) -> bytes | None:
        buffer = self._buffer
        if len(buffer) < n:
            deadline = time.monotonic() + patience_s
            while len(buffer) < n:
                ready = self._poll.poll(max(0.0, deadline - time.monotonic()) * 1000)
                if not ready:
                    return None
                for fd, _ in ready:
                    chunk = os.read(fd, 65536)
                    if fd == self._rx:
                        buffer += chunk
                        self._buffer = buffer
                    elif chunk:
                        self._printed += chunk
                    if not chunk:
                        raise self.crashed("The firmware ended.")
        self._buffer = buffer[n:]
        return buffer[:n]

    def answer(
        self, result: int, ticks: int, levels: int, interrupts: Sequence[Interrupt], data: bytes, serial: int
    ) -> None:
        """Answer the request read last, and so let the firmware go on; `serial` is bit 0 input waits, bit 1 room."""
        out = _ANSWER.pack(result, ticks, levels, len(interrupts), len(data), serial)
        if interrupts:
            out += b"".join([_INTERRUPT.pack(*interrupt) for interrupt in interrupts])
        with contextlib.suppress(BrokenPipeError):  # it died: the next request() says so
            os.write(self._tx, out + data)

    # -- input and output ------------------------------------------------------------------------------
    def printed(self) -> bytes:
        """Return what the firmware wrote since this was last asked; only sure while a request waits."""
        n = self._waiting(self._stdout)
        if n:
            self._printed += os.read(self._stdout, n)
        if not self._printed:
            return b""
        data = bytes(self._printed)
        self._printed.clear()
        self._tail += data
        del self._tail[:-_CONSOLE_TAIL]
        return data

    def unread(self) -> int:
        """Return how many bytes of input the firmware has not read yet."""
        return self._waiting(self._stdin_r)

    def type(self, data: bytes) -> None:
        """Put bytes (not more than a few hundred unread) where the firmware's stdin reads them."""
        os.write(self._stdin, data)

    def _waiting(self, fd: int) -> int:
        fcntl.ioctl(fd, termios.FIONREAD, self._available)
        return int(_COUNT.unpack(self._available)[0])

    # -- the end ---------------------------------------------------------------------------------------
    def console(self) -> str:
        """Return the end of what it wrote."""
        return self._tail.decode("utf-8", "replace").strip()

    def crashed(self, why: str) -> BoardCrashed:
        """Return the error for a run that went wrong, with the end of the console."""
        with contextlib.suppress(OSError):
            self.printed()
        return BoardCrashed(why, self.console())

    def kill(self) -> None:
        """End it at once, as a pulled plug does."""
        self._end()
        self.process.wait()
        for fd in (self._tx, self._rx, self._stdin, self._stdin_r, self._stdout):
            os.close(fd)
