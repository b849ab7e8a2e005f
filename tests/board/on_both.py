"""A table on either virtual board, for tests that play the same on both. The emulated Pico boots once.

`play(body)` calls body(desk) with a board of three pods in its menu and a PC that listens: on the unix board a new one,
on the Pico in a process of its own that begins where the one boot ended. Whatever the body asserts is asserted there.
"""

import tempfile
from pathlib import Path

from onthree_host.boards.pico import PicoBoard
from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board.crowd import Desk
from tests.board.forks import in_child

PODS = 3
SETTINGS = b"count_ms=200\nauto_ms=0\nresult_ms=0\nroll_ms=0\n"


class Tables:
    """Tables on one kind of board; `pico` says on which."""

    def __init__(self, pico):
        self.pico = pico
        self._booted = None

    def play(self, body):
        """Play; return what `body` returns."""
        if self.pico:
            return in_child(lambda: self._sit(self._boot(), body))
        with UnixBoard(pods=PODS, start=False) as board:
            board.flash.put("settings", SETTINGS)
            board.power_on()
            to_menu(board)
            return self._sit(board, body)

    def _boot(self):
        if self._booted is None:
            self._booted = PicoBoard(pods=PODS, files={"journal/settings": SETTINGS})
            to_menu(self._booted)
        return self._booted

    def _sit(self, board, body):
        with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "log.db") as store:
            return body(Desk(board, store))

    def close(self):
        """Put the booted board away."""
        if self._booted is not None:
            self._booted.close()


def to_menu(board):
    """From power-on to the menu."""
    board.run_until_text(board.hub, "C open", 10_000_000)
    board.run_for(0.3)


def power_cut(desk):
    """Pull the plug, plug it in again, and let the PC listen anew."""
    desk.board.power_off()
    desk.board.run_for(0.3)
    desk.board.power_on()
    desk.board.run_for(0.6)
    desk.plug()
