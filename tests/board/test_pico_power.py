"""Power cuts on the Pico: after every flash operation of a game, whole and torn, nothing the PC was told is lost.

All images are read here; a few are booted by the real firmware. ONTHREE_PICO_TURNS=99 plays a whole game and not
its first turns, ONTHREE_PICO_BOOTS boots more images than four.
"""

import os
import random

import pytest

from onthree.records import RECORDS, read
from onthree.wire import MESSAGE, Framer
from onthree_host.boards.bots import Bots
from onthree_host.boards.pico import PicoBoard
from onthree_host.boards.rp2040.filesystem import read_files
from onthree_host.link import Recorded
from onthree_host.recorder import Recorder
from onthree_host.store import Store
from onthree_host.verify import verify_game
from tests.board.forks import in_child

pytestmark = [pytest.mark.pico, pytest.mark.slow]

TURNS = int(os.environ.get("ONTHREE_PICO_TURNS", "2"))
BOOTS = int(os.environ.get("ONTHREE_PICO_BOOTS", "4"))
SETTINGS = b"count_ms=200\nauto_ms=0\nresult_ms=1000\n"


class Played:
    """A game on an emulated Pico, every flash operation of it logged, and what the PC was told when."""

    def __init__(self, folder):
        self.board = PicoBoard(files={"journal/settings": SETTINGS}, pods=4, seed=3)
        self.log = self.board.machine.log
        self.told = []  # (us, what the store keeps of a record)
        self.kinds = []
        bots = Bots(self.board, range(4), seed=3, hurry=True)
        self.board.port.timeout = 0.02
        with Store.open(folder / "games.db") as store:
            recorder = Recorder(self.board.port, store)
            bots.start()
            end = self.board.now_us + 1800 * 1_000_000
            while self.kinds.count("move") < TURNS and "end" not in self.kinds:
                assert self.board.now_us < end, self.board.describe()
                for event in recorder.poll(self.board.now_us / 1e6):
                    if isinstance(event, Recorded):
                        self.told.append((self.board.now_us, event.heard))
                        self.kinds.append(event.members["k"])
            bots.stop()
            self.board.run_for(0.5)

    def promised(self, op):
        """Return the records the PC had heard before operation `op` of the log."""
        us = self.log.ops[op].us if op < len(self.log.ops) else self.board.now_us
        return [heard for at, heard in self.told if at <= us]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return Played(tmp_path_factory.mktemp("power"))


def records_in(image):
    """Return the numbers of the whole records in a flash's journal, in the order of the segments."""
    numbers = []
    for name, data in sorted(read_files(image, "/journal").items()):
        if name.endswith(".log"):
            framer = Framer()
            found = [*framer.feed(data), *framer.flush()]
            numbers += [read(RECORDS, text)["seq"] for kind, text in found if kind == MESSAGE]
    return numbers


@pytest.mark.parametrize("torn", [False, True])
def test_every_cut_leaves_what_the_pc_was_told(played, torn):
    count = 0
    for op, image in played.log.images(torn=torn, seed=7):
        numbers = records_in(image)
        assert numbers == list(range(1, len(numbers) + 1)), f"after operation {op}"
        assert len(numbers) >= len(played.promised(op)), f"after operation {op}"
        count += 1
    assert count == len(played.log.ops) + 1 > 20


def test_the_journal_of_a_turn_is_cheap(played):
    turns = played.kinds.count("move")
    assert played.log.erases / turns < 12


@pytest.mark.parametrize("number", range(BOOTS))
def test_the_firmware_goes_on_after_a_cut(played, number, tmp_path):
    chance = random.Random(number)
    op = chance.randrange(len(played.log.ops))
    image = played.log.image_after(op, torn=bool(number % 2), seed=number)

    def boot():
        board = PicoBoard(flash=image, pods=4)
        board.port.timeout = 0.02
        with Store.open(tmp_path / "games.db") as store:
            store.add(played.promised(op))
            recorder = Recorder(board.port, store)
            end = board.now_us + 8_000_000
            while board.now_us < end and not (recorder.caught_up and board.now_us > 3_000_000):
                list(recorder.poll(board.now_us / 1e6))
            games = [verify_game(store.game_records(game.dev, game.g)) for game in store.games()]
            verdicts = [verdict.reason for verdict in games if not verdict.ok]
            return (
                board.machine.resets,
                verdicts,
                [read(RECORDS, raw)["seq"] for raw in store.records()],
                board.hub.words(),
            )

    resets, verdicts, numbers, words = in_child(boot)
    assert resets == []
    assert verdicts == []
    assert len(numbers) >= len(played.promised(op))
    assert numbers == list(range(1, len(numbers) + 1))
    assert words
