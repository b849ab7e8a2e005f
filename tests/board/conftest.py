"""What tests at a board begin with: players around one, or one that runs the probe (fixtures/probe.py)."""

from pathlib import Path

import pytest

from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board.crowd import Desk
from tests.board.on_both import Tables

QUICK = b"roll_ms=0\nauto_ms=0\n"  # no dice that tumble, nothing that goes on by itself
FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
PROBE = Path(__file__).parent / "fixtures" / "probe.py"


@pytest.fixture
def seated(tmp_path):
    """Build a table: a board with a PC, and so many players of a kind before their first question."""
    built = []

    def build(kind, players, options=(), seed=1, settings=QUICK, **files):
        board = UnixBoard(seed=seed, start=False)
        store = Store.open(tmp_path / f"{len(built)}.db")
        built.append((board, store))
        board.flash.put("settings", settings)
        for name, data in files.items():
            board.flash.put(f"{name}.cards", data)
        board.power_on()
        board.run_for(0.6)
        crowd = kind(Desk(board, store), range(players), seed)
        crowd.sit_down(options)
        return crowd

    yield build
    for board, store in built:
        board.close()
        store.close()


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


@pytest.fixture(scope="session", params=["unix", pytest.param("pico", marks=[pytest.mark.pico, pytest.mark.slow])])
def tables(request):
    """Tables on one of the virtual boards, see on_both.py; those on the Pico are slow."""
    found = Tables(request.param == "pico")
    yield found
    found.close()
