"""Power cuts on the Pico: after every flash operation of a game, whole and torn, nothing the PC was told is lost.

All images are read here; many are booted by the real firmware, each in a process of its own. `make test` plays the
first turn of a game and boots one image, the slow test a whole game and 8, or as many as ONTHREE_PICO_BOOTS says.

Most of a boot's processor time is importing the modules that every boot needs, and the firmware's files are
the same in all images, which is checked. So a Pico imports them once, unmounts its file system and waits: there the
process is forked, and the child gets the image in place of the flash before it mounts that. Nothing of a file system
is in its memory then. It finds the journal, recovers it and resumes the game as after power-on, on the hub alone. The
first two of the images are booted from power-on all the same, with all pods.
"""

import functools
import os

import pytest

from onthree.records import RECORDS, read
from onthree.wire import MESSAGE, Framer
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

SETTINGS = b"count_ms=200\nauto_ms=0\nresult_ms=1000\nheap_lock=1\n"
BEAT_HZ, THIRD_HZ = 1047, 2093
BEFORE_LAST_HZ = 1568  # at the end of a game four tones sound, the last of which is the third beat's too
LEAD_US = 250_000  # from the button to the first beat
SENT_US = 20_000  # what was on its way when the count began is with the PC by then
BOOTS = int(os.environ.get("ONTHREE_PICO_BOOTS", "8"))
FROM_POWER_ON = 2  # of them
# A main.py that has imported all that a game needs, and has no file system, when it waits for a line.
IMPORTED = """
import sys, vfs, rp2
path = sys.path[:]
sys.path[:] = [""]
import device.build, device.lobby, device.link, device.play, device.table, device.turn, device.count, device.broom
import device.screens.crossing, device.words.en_crossing, onthree.match, onthree.chance
import onthree.rules.crossing, onthree.rules.crossing_line, onthree.rules.crossing_supply, onthree.rules.crossing_text
vfs.umount("/")
print("unmounted")
sys.stdin.readline()
vfs.mount(vfs.VfsLfs2(rp2.Flash(), progsize=256), "/")
import start
sys.path[:] = path
"""
GOES_ON, OPEN = "The game goes on", "C open"  # what the hub says when a game is taken up, and in the menu
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
            self.board.run_for(1.0)  # the game's last tones

    def count(self, kind):
        return sum(record["k"] == kind for record in self.records)

    def counts(self):
        """Return (us, us) of every count: from when the displays went bright to the reveal."""
        found, beats, before_hz = [], [], 0
        for beep in self.board.beeps:
            if beep.hz == BEAT_HZ:
                beats.append(beep.start_us)
            elif beep.hz == THIRD_HZ and before_hz != BEFORE_LAST_HZ:
                found.append((beats[-2] - LEAD_US, beep.start_us))
            before_hz = beep.hz
        return found

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


def firmware_in(image):
    """Return the files of a flash that are not the journal's."""
    return {path: data for path, data in read_files(image).items() if not path.startswith("journal/")}


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


def boot(played, op, torn, waiting=None):
    """Boot the image after operation `op`, with a PC that has all it was told; return what was wrong.

    `waiting`: an IMPORTED Pico that goes on with the image, in place of power-on.
    """
    image = played.log.image_after(op, torn=torn, seed=op)
    assert firmware_in(image) == firmware_in(played.log.image_after(0))
    left = records_in(image)
    promised = played.promised(op)
    with Store.open(played.folder / f"{op}.db") as store:
        store.add(promised)
        board = go_on(waiting, image) if waiting else PicoBoard(flash=image, pods=played.pods)
        board.port.timeout = 0.02
        recorder = Recorder(board.port, store)
        said = listen(board, recorder)
        numbers = [read(RECORDS, raw)["seq"] for raw in store.records()]
        verdicts = [verify_game(store.game_records(game.dev, game.g)) for game in store.games()]
    wrong = [verdict.reason for verdict in verdicts if not verdict.ok]
    if board.machine.resets:
        wrong.append("it restarted")
    if numbers != list(range(1, len(numbers) + 1)) or len(numbers) < max(len(promised), len(left)):
        wrong.append(f"records {numbers} of {len(promised)} promised and {len(left)} in flash")
    if said != (GOES_ON if under_way(left) else OPEN):
        wrong.append(f"a game under way: {under_way(left)}, but the hub says {said!r}")
    return [f"after operation {op}, torn {torn}: {what}" for what in wrong]


def imported():
    """Return an emulated Pico without pods that has imported the firmware, has unmounted its file system and waits."""
    board = PicoBoard(main=IMPORTED, pods=0)
    board.port.timeout = 5
    assert board.port.readline() == b"unmounted\r\n"
    return board


def go_on(board, image):
    """Exchange the flash of a Pico that waits without a file system, and let it go on."""
    board.machine.chip.mcu.flash[: len(image)] = image
    board.machine.log.start()
    board.port.write(b"\r")
    return board


def listen(board, recorder):
    """Let the PC have all there is, and return what the hub says at last: GOES_ON, OPEN, or anything else."""
    end = board.now_us + 10_000_000
    settled = 0
    answered = False
    while board.now_us < end:
        recorder.poll(board.now_us / 1e6)
        words = board.hub.words()
        if "Please check" in words and not answered:  # it says which pods are not there
            board.hub_press("C")
            answered = True
        said = next((text for text in (GOES_ON, OPEN) if text in words), "")
        if not said or not recorder.caught_up:
            settled = board.now_us + 300_000
        elif board.now_us > settled:
            return said
    return board.hub.words()


def check_counts(played):
    """From every count's start to its reveal nothing was written to flash or sent, and no allocation was tried."""
    counts = played.counts()
    together = [record for record in played.records if record["k"] == "move" and record["seat"] == 0]
    assert len(counts) >= len(together) > 0
    for start, end in counts:
        assert not [op for op in played.log.ops if start <= op.us <= end]
        assert not [us for us, _ in played.board.fifo.arrivals if start + SENT_US < us <= end]
    # The heap is locked meanwhile: what would allocate ends in an apology and a reset.
    assert played.board.machine.resets == []
    assert not [record for record in played.records if record["k"] == "fault" and "restart" in record["text"]]


def boot_some(played, number):
    """Boot so many images, evenly over the game, every second one torn; return what was wrong with any."""
    cuts = [len(played.log.ops) * (2 * i + 1) // (2 * number) for i in range(number)]
    waiting = imported() if number > FROM_POWER_ON else None
    boots = [
        functools.partial(boot, played, op, i % 2 == 0, waiting if i >= FROM_POWER_ON else None)
        for i, op in enumerate(cuts)
    ]
    return [what for wrong in in_children(boots) for what in wrong]


@pytest.mark.brief
def test_no_cut_in_the_first_turn_takes_what_the_pc_was_told(tmp_path):
    played = Played(tmp_path, pods=3, turns=1)
    check_counts(played)
    assert read_all(played) == 2 * (len(played.log.ops) + 1) > 40
    assert boot_some(played, 1) == []


@pytest.mark.slow
def test_no_cut_in_a_whole_game_of_four_takes_what_the_pc_was_told(tmp_path):
    played = Played(tmp_path, pods=4, turns=999)
    assert played.count("end") == 1
    check_counts(played)
    assert read_all(played) == 2 * (len(played.log.ops) + 1)
    written = sum(BLOCK if op.data is None else len(op.data) for op in played.log.ops)
    logged = sum(len(heard.raw) for _, heard in played.told)
    life = ERASES * (FS_BYTES // BLOCK) // played.log.erases  # littlefs spreads them
    print(f"{len(played.log.ops)} operations, {played.log.erases} erases, {written} bytes for {logged}, {life} games")
    assert played.log.erases / played.count("move") < 12
    assert life > 50_000
    assert boot_some(played, BOOTS) == []
