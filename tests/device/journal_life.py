"""What a journal's life costs the flash, on littlefs as the Pico has it. For MicroPython.

    micropython tests/device/journal_life.py FLUSHES      prints one JSON object

Four-seat games of Crossing, beside the firmware's files, a PC 300 records behind. The times are those of the
flash alone: 45 ms an erase, 0.4 ms a page.
"""

import json
import os
import sys

ROOT = (os.getcwd() + "/" + __file__ if __file__[0] != "/" else __file__).rsplit("/", 3)[0]
sys.path[:0] = [ROOT + folder for folder in ("", "/shared", "/firmware")]

from device.journal import Journal  # noqa: E402 - it is found by the lines above
from device.reader import Reader  # noqa: E402 - as above
from device.states import AHEAD, NOTE, TIDY, WRITE  # noqa: E402 - as above
from tests.device.flash import BLOCK, ERASE_US, Flash  # noqa: E402 - as above

BLOCKS = 352  # of a Pico's file system
DIGEST = "0123456789abcdef"
TURNS = 18


class Life:
    def __init__(self):
        self.flash = Flash(BLOCKS)
        self.flash.format()
        self.flash.mount()
        os.mkdir("/flash/lib")
        for i in range(30):
            with open(f"/flash/lib/module{i}.mpy", "wb") as file:
                file.write(b"x" * 6000)
        self.journal = Journal("/flash/journal", "00112233aabbccdd", self.flash.ms, self.flash.remounter())
        self.journal.recover()
        self.flash.erases = self.flash.pages = 0
        self.bytes = 0
        self.games = 0
        self.flushes = []  # microseconds of each; of the last one with closing the game
        self.asides = []  # ... and of opening games, and of each piece of what is done in calm moments
        self.reader = Reader(self.journal)  # a PC that reads along, some records behind
        self.read = 0

    def timed(self, times, action, *arguments):
        before = self.flash.us
        result = action(*arguments)
        times.append(self.flash.us - before)
        return result

    def calm(self, duties):
        self.bytes += self.journal._waiting
        while self.timed(self.asides, self.journal.work, duties):
            pass

    def flush(self, ahead=False, close=None):
        self.bytes += self.journal._waiting
        assert self.timed(self.flushes, lambda: self.journal.flush(ahead) and (not close or close() is None))
        reader = self.reader
        for _ in range(self.games % 4):
            seq = reader.seq
            frame = reader.next()
            if frame is not None:
                assert bytes(frame).startswith(b'\x1e{"seq":%d,' % seq)
                assert b'"boot":0,' not in bytes(frame)
                self.read += 1

    def play(self):
        journal = self.journal
        game = self.timed(self.asides, journal.open_game, b"s" * 32)
        journal.log("commit", game, "ab" * 32)
        self.calm(WRITE | AHEAD)
        join = "1:123456789 2:133456789 3:143456789 4:153456789"
        journal.log("start", game, "crossing", 4, "", "1234", join, DIGEST)
        journal.log("draw", game, 12, "R B W Y R B W Y R B W Y", DIGEST)
        self.flush(True)
        for turn in range(TURNS):
            journal.log("move", game, 13 + 5 * turn, 0, "M2 T3 P M1", DIGEST)
            journal.log("draw", game, 17 + 5 * turn, "R B W Y", DIGEST)
            self.flush()
            journal.ack(journal.durable - 300)
            self.calm(WRITE | AHEAD | TIDY)
        journal.log("end", game, "15 12 9 11", "1 2 4 3", "ab" * 32)
        self.flush(close=journal.close_game)
        self.calm(WRITE | TIDY | NOTE)
        self.games += 1


def main(flushes):
    life = Life()
    while len(life.flushes) < flushes:
        life.play()
    ordered = sorted(life.flushes)
    flash = life.flash
    print(
        json.dumps(
            {
                "games": life.games,
                "flushes": len(ordered),
                "read": life.read,
                "flush_ms_median": ordered[len(ordered) // 2] / 1000,
                "flush_ms_max": ordered[-1] / 1000,
                "flush_over_100_ms": sum(1 for us in ordered if us > 100000),
                "aside_ms_max": max(life.asides) / 1000,
                "erases_a_game": round(flash.erases / life.games, 1),
                "bytes_a_game": life.bytes // life.games,
                "write_amplification": round(flash.pages * 256 / life.bytes, 1),
                "life_in_games": BLOCKS * 100000 * life.games // flash.erases,  # 100,000 erases a block
            }
        )
    )


assert ERASE_US == 45000
assert BLOCK == 4096
main(int(sys.argv[1]))
