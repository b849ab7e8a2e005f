"""Give a virtual board a place among the computer's serial ports: a pty, for mpremote and `onthree log --port`."""

from __future__ import annotations

import contextlib
import os
import select
import time
import tty
from collections.abc import Callable, Iterator
from pathlib import Path

from onthree_host.boards.base import Board

_SLICE_US = 20_000  # simulated time between two looks at the pty
_IDLE_S = 0.002
_HELD = 4096  # bytes that the pty did not take before the port counts as not being read


class PtyServer:
    """The pty. `pump` is called again and again by whoever has the loop; nothing happens in between."""

    def __init__(self, board: Board, link: Path | None = None) -> None:
        """Open a pty; `link` becomes a symbolic link to it, a name that stays."""
        self.board = board
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self.name = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._master, False)
        self._poll = select.poll()
        self._poll.register(self._master, select.POLLIN)
        self._held = b""
        self._open = False
        self._link = link
        if link is not None:
            link.unlink(missing_ok=True)
            link.symlink_to(self.name)
        board.port.close()

    def pump(self, us: int = _SLICE_US) -> bool:
        """Let simulated time pass and carry bytes both ways; return whether any were carried."""
        self._watch()
        carried = self._carry_in() if self._open else False
        self.board.run_for_us(us)
        if self._open:
            carried = self._carry_out() or carried
        return carried

    def wait(self, seconds: float) -> None:
        """Wait for bytes, so that whoever is to send them finds a processor free."""
        if self._open:
            self._poll.poll(seconds * 1000)
        else:
            time.sleep(seconds)

    def _watch(self) -> None:
        """Follow what the program at the other end does: DTR is up while it has the pty open."""
        events = dict(self._poll.poll(0)).get(self._master, 0)
        is_open = not events & select.POLLHUP
        if is_open != self._open:
            self._open = is_open
            self._held = b""
            if is_open:
                self.board.port.open()
            else:
                self.board.port.close()

    def _carry_in(self) -> bool:
        try:
            data = os.read(self._master, 4096)
        except (BlockingIOError, OSError):
            return False
        self.board.port.write(data)
        return bool(data)

    def _carry_out(self) -> bool:
        port = self.board.port
        if len(self._held) < _HELD:
            self._held += port.read(port.in_waiting) if port.in_waiting else b""
        if not self._held:
            return False
        try:
            n = os.write(self._master, self._held)
        except (BlockingIOError, OSError):
            n = 0
        self._held = self._held[n:]
        if len(self._held) >= _HELD:
            port.stall()
        elif n:
            port.resume()
        return n > 0

    def close(self) -> None:
        """Take the port away, as pulling the cable does."""
        os.close(self._master)
        if self._link is not None:
            self._link.unlink(missing_ok=True)


@contextlib.contextmanager
def pty(board: Board, link: Path | None = None) -> Iterator[PtyServer]:
    """A PtyServer that is closed at the end."""
    server = PtyServer(board, link)
    try:
        yield server
    finally:
        server.close()


def serve_pty(
    board: Board,
    speed: float | None = 1.0,
    ready: Callable[[str], None] | None = None,
    until: Callable[[], bool] = lambda: False,
    link: Path | None = None,
) -> None:
    """Run the board behind a pty until `until()` is true; `ready` is told the pty's name.

    `speed` is simulated seconds a wall second; None is as fast as it goes.
    """
    with pty(board, link) as server:
        if ready is not None:
            ready(server.name)
        start_wall, start_us = time.monotonic(), board.now_us
        while not until():
            if speed is None:
                if not server.pump():
                    server.wait(_IDLE_S)
                continue
            due = start_us + round((time.monotonic() - start_wall) * speed * 1e6)
            ahead = due - board.now_us
            if ahead > 0:
                server.pump(min(ahead, _SLICE_US))
            else:
                time.sleep(_IDLE_S)
