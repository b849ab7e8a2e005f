"""A virtual board that runs the probe (fixtures/probe.py), and a way to talk to it."""

from pathlib import Path

import pytest

from onthree_host.boards.unix import UnixBoard

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
PROBE = Path(__file__).parent / "fixtures" / "probe.py"


class Talk:
    """A board with the probe, and its lines."""

    def __init__(self, **options):
        self.board = UnixBoard(main=PROBE, firmware=FIRMWARE, **options)
        self.listen()

    def listen(self):
        """Open the port anew and read the greeting."""
        self.port = self.board.port
        self.port.timeout = 3600.0
        self.greeting = self.line()

    def line(self):
        return self.port.readline().decode().rstrip("\n")

    def ask(self, command):
        """Send a command line, return its answer."""
        self.port.write(command.encode() + b"\n")
        return self.line()

    def stamps(self, n):
        """Return the next `n` stamps as (us, levels)."""
        found = []
        for _ in range(n):
            word, us, levels = self.line().split()
            assert word == "stamp"
            found.append((int(us), int(levels, 16)))
        return found


@pytest.fixture
def talk():
    """The probe on a board with six pods; the flash takes no time."""
    with_board = []

    def build(**options):
        one = Talk(**options)
        with_board.append(one)
        return one

    yield build
    for one in with_board:
        one.board.close()
