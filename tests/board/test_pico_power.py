"""Power cuts on the Pico: after every flash operation of a game, whole and torn, nothing the PC was told is lost.

All images are read here; some are booted by the real firmware, each in a process of its own. `make test` plays the
first turn of a game, the slow test a whole one. A boot in mid-game costs 25 s of processor time, so the slow test
boots 20 images; ONTHREE_PICO_BOOTS=50 has it boot more.
"""

import functools
import os

import pytest

from onthree.records import FROM_PC, RECORDS, message, read
from onthree.wire import MESSAGE, Framer, frame
from onthree_host.boards.bots import Bots
from onthree_host.boards.flash import BLOCK
from onthree_host.boards.pico import PicoBoard
from onthree_host.boards.rp2040.filesystem import FS_BYTES, read_files
from onthree_host.link import Recorded
from onthree_host.recorder import Recorder
from onthree_host.store import Store
from onthree_host.verify import verify_game
from tests.board.forks import in_children

pytestmark = pytest.mark.pico

SETTINGS = b"count_ms=200\nauto_ms=0\nresult_ms=1000\n"
BOOTS = int(os.environ.get("ONTHREE_PICO_BOOTS", "20"))
MENU = ("", "menu", "options", "join")
ERASES = 100_000  # a sector of the flash stands (W25Q16JV, 9.4)


class Played:
    """A game on an emulated Pico, every flash operation of it logged, and what the PC was told when."""

    def __init__(self, folder, pods, turns):
        self.folder = folder
        self.pods = pods
        self.board = PicoBoard(files={"journal/settings": SETTINGS}, pods=pods, seed=3)
        self.log = self.board.machine.log
        self.told = []  # (us, what the store keeps of a record)
        self.records = []
        bots = Bots(self.board, range(pods), seed=3, hurry=True)
        self.board.port.timeout = 0.02
        with Store.open(folder / "games.db") as store:
            recorder = Recorder(self.board.port, store)
            bots.start()
            end = self.board.now_us + 1800 * 1_000_000
            while self.count("move") < turns and not self.count("end"):
                assert self.board.now_us < end, self.board.describe()
                for event in recorder.poll(self.board.now_us / 1e6):
                    if isinstance(event, Recorded):
                        self.told.append((self.board.now_us, event.heard))
                        self.records.append(event.members)
            bots.stop()
            self.board.run_for(0.5)

    def count(self, kind):
        return sum(record["k"] == kind for record in self.records)

    def promised(self, op):
        """Return the records the PC had heard before operation `op` of the log."""
        us = self.log.ops[op].us if op < len(self.log.ops) else self.board.now_us
        return [heard for at, heard in self.told if at <= us]


def records_in(image):
    """Return the whole records in a flash's journal, in the order of the segments."""
    records = []
    for name, data in sorted(read_files(image, "/journal").items()):
        if name.endswith(".log"):
            framer = Framer()
            found = [*framer.feed(data), *framer.flush()]
            records += [read(RECORDS, text) for kind, text in found if kind == MESSAGE]
    return records


def under_way(records):
    """Return whether the last game among these records is to go on after a boot."""
    kinds = [record["k"] for record in records if record["k"] in ("start", "end", "stop")]
    return kinds[-1:] == ["start"]


def read_all(played):
    """Read the journal after a cut at every operation, whole and torn; return the number of images."""
    images = 0
    for torn in (False, True):
        for op, image in played.log.images(torn=torn, seed=7):
            numbers = [record["seq"] for record in records_in(image)]
            promised = len(played.promised(op))
            first = numbers[0] if numbers else 1
            assert numbers == list(range(first, first + len(numbers))), f"after operation {op}"
            assert first <= promised + 1, f"after operation {op}"
            assert first + len(numbers) > promised, f"after operation {op}"
            images += 1
    return images


def boot(played, op, torn):
    """Boot the image after operation `op`, with a PC that has all it was told; return what was wrong."""
    image = played.log.image_after(op, torn=torn, seed=op)
    left = records_in(image)
    promised = played.promised(op)
    with Store.open(played.folder / f"{op}.db") as store:
        store.add(promised)
        board = PicoBoard(flash=image, pods=played.pods)
        board.port.timeout = 0.02
        recorder = Recorder(board.port, store)
        state = listen(board, recorder)
        numbers = [read(RECORDS, raw)["seq"] for raw in store.records()]
        verdicts = [verify_game(store.game_records(game.dev, game.g)) for game in store.games()]
    wrong = [verdict.reason for verdict in verdicts if not verdict.ok]
    if board.machine.resets:
        wrong.append("it restarted")
    if numbers != list(range(1, len(numbers) + 1)) or len(numbers) < max(len(promised), len(left)):
        wrong.append(f"records {numbers} of {len(promised)} promised and {len(left)} in flash")
    if (state in MENU) == under_way(left):
        wrong.append(f"a game under way: {under_way(left)}, but the table is at {state!r}")
    return [f"after operation {op}, torn {torn}: {what}" for what in wrong]


def listen(board, recorder):
    """Let the PC have all there is, and return the state the table says it is in."""
    end = board.now_us + 10_000_000
    asked = 0
    while board.now_us < end:
        for event in recorder.poll(board.now_us / 1e6):
            if getattr(event, "kind", "") == "status":
                if event.members["state"] != "boot":
                    return event.members["state"]
                board.hub_press("C")  # it says which pods are not there
        if recorder.caught_up and board.now_us > asked + 1_000_000:
            asked = board.now_us
            board.port.write(frame(message(FROM_PC, "status")))
    return ""


def boot_some(played, number):
    """Boot so many images, evenly over the game, every second one torn; return what was wrong with any."""
    cuts = [len(played.log.ops) * (2 * i + 1) // (2 * number) for i in range(number)]
    boots = [functools.partial(boot, played, op, torn=i % 2 == 0) for i, op in enumerate(cuts)]
    return [what for wrong in in_children(boots) for what in wrong]


def test_no_cut_in_the_first_turn_takes_what_the_pc_was_told(tmp_path):
    played = Played(tmp_path, pods=3, turns=1)
    assert read_all(played) == 2 * (len(played.log.ops) + 1) > 40
    assert boot_some(played, 1) == []


@pytest.mark.slow
def test_no_cut_in_a_whole_game_of_four_takes_what_the_pc_was_told(tmp_path):
    played = Played(tmp_path, pods=4, turns=999)
    assert played.count("end") == 1
    assert read_all(played) == 2 * (len(played.log.ops) + 1)
    written = sum(BLOCK if op.data is None else len(op.data) for op in played.log.ops)
    logged = sum(len(heard.raw) for _, heard in played.told)
    life = ERASES * (FS_BYTES // BLOCK) // played.log.erases  # littlefs spreads them
    print(f"{len(played.log.ops)} operations, {played.log.erases} erases, {written} bytes for {logged}, {life} games")
    assert played.log.erases / played.count("move") < 12
    assert life > 50_000
    assert boot_some(played, BOOTS) == []
