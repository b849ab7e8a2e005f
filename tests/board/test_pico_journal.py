"""The longest the journal keeps the emulated Pico busy at a time, its computing included."""

import subprocess

import pytest

from onthree.records import record
from onthree.wire import frame
from onthree_host.boards.flash import BLOCK
from onthree_host.boards.interpreter import find_micropython
from onthree_host.boards.pico import PicoBoard
from onthree_host.boards.rp2040.filesystem import FS_START
from onthree_host.boards.rp2040.flash import ERASE_US
from tests.conftest import ROOT

pytestmark = [pytest.mark.pico, pytest.mark.slow]

LONGEST_US = 150_000
PIECES = {"open", "work", "start", "turn", "end"}
DEV = "00112233aabbccdd"
SEGMENT_BYTES = 32768
# A main.py that plays two games on the journal.
MAIN = f"""
import rp2, time
from device.journal import Journal
from device.build import remounter
from journal_game import Game
journal = Journal("/journal", "{DEV}", time.ticks_ms, remounter(rp2.Flash), 2048)
journal.recover()
game = Game(journal, time.ticks_us)
game.boot()
game.play()
game.play()
for name, us in game.pieces:
    print("piece", name, us)
print("end")
"""


def unread(count):
    """Return so many full segments that no PC has."""
    files = {}
    for seq in range(1, count + 1):
        last = frame(record(seq, DEV, 1, 5, "fault", "no PC"))
        files[f"journal/{seq:010d}.log"] = b"\n" * (SEGMENT_BYTES - len(last)) + last
    return files


def worn(tmp_path, piece, segments):
    """Return a Pico's flash with the firmware, worn so that a piece of the games erases two blocks, and its number."""
    game = (ROOT / "tests" / "device" / "journal_game.py").read_bytes()
    flash = PicoBoard(main=MAIN, files={"journal_game.py": game, **unread(segments)}, start=False).machine.flash
    path = tmp_path / "image"
    path.write_bytes(flash[FS_START:])
    script = ROOT / "tests" / "device" / "journal_worst.py"
    command = [find_micropython(), "-X", "heapsize=48m", str(script), str(path), piece]
    said = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    return flash[:FS_START] + path.read_bytes(), int(said)


@pytest.mark.parametrize(("piece", "segments"), [("open", 8), ("turn", 8), ("end", 20)])
def test_no_piece_of_the_journal_s_work_takes_150_ms(tmp_path, piece, segments):
    """Not even where the journal's folder moves to another block and the folder above has no room for that."""
    flash, number = worn(tmp_path, piece, segments)
    board = PicoBoard(flash=flash, pods=0)
    board.port.timeout = 30
    lines = []
    while lines[-1:] != [b"end"]:
        lines.append(board.port.readline().strip())
    pieces = [(words[1].decode(), int(words[2])) for words in map(bytes.split, lines) if words[:1] == [b"piece"]]
    assert {name for name, _ in pieces} == PIECES
    above = [op for op in board.machine.log.ops if op.data is None and op.address < FS_START + 2 * BLOCK]
    assert above, "the folder above was not written anew"
    assert pieces[number][0] == piece
    assert 2 * ERASE_US < pieces[number][1] == max(us for _, us in pieces)
    assert pieces[number][1] < LONGEST_US
