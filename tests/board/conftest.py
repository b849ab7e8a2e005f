"""What tests at a board begin with: players around one, or one that runs the probe (fixtures/probe.py)."""

from pathlib import Path

import pytest

from onthree_host.boards.unix import UnixBoard
from onthree_host.store import Store
from tests.board.crowd import Crowd, Desk
from tests.board.on_both import Tables

QUICK = b"roll_ms=0\nauto_ms=0\n"  # no dice that tumble, nothing that goes on by itself
FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
PROBE = Path(__file__).parent / "fixtures" / "probe.py"


@pytest.fixture
def desks(tmp_path):
    """Build boards with a PC, which are given to `prepare` before they are switched on."""
    built = []

    def build(prepare=None, seed=1, **options):
        board = UnixBoard(seed=seed, start=False, **options)
        store = Store.open(tmp_path / f"{len(built)}.db")
        built.append((board, store))
        if prepare:
            prepare(board)
        board.power_on()
        board.run_for(0.6)
        return Desk(board, store)

    yield build
    for board, store in built:
        board.close()
        store.close()


@pytest.fixture
def seated(desks):
    """Build a table: a board with a PC, and so many players of a kind before their first question."""

    def build(kind, players, options=(), seed=1, settings=QUICK, **files):
        def prepare(board):
            board.flash.put("settings", settings)
            for name, data in files.items():
                board.flash.put(f"{name}.cards", data)

        crowd = kind(desks(prepare, seed), range(players), seed)
        crowd.sit_down(options)
        return crowd

    return build


@pytest.fixture
def table(desks):
    """Build a table of Crossing: a board with a PC, and so many players in their first turn (or in the menu)."""

    def build(players=3, options=(), sit=True, seed=1, prepare=None, **board_options):
        crowd = Crowd(desks(prepare, seed, **board_options), range(players), seed)
        if sit:
            crowd.sit_down(options)
        return crowd

    return build


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
