"""Cut the power after every operation of a journal's life, whole and torn, and see what is left. For MicroPython.

    micropython tests/device/journal_cuts.py EVERY OFFSET      3 1: cuts at operations 1, 4, 7, ...

A life is games, boots, acks and deleted segments, on littlefs. After every cut the flash is mounted anew and the
journal recovers, itself cut at each of its operations; then all that the journal had promised must be there.
Prints one line, `cuts 1234 recoveries 5678`, or fails with what was lost.
"""

import gc
import os
import sys

import vfs

ROOT = (os.getcwd() + "/" + __file__ if __file__[0] != "/" else __file__).rsplit("/", 3)[0]
sys.path[:0] = [ROOT + folder for folder in ("", "/shared", "/firmware")]

from device.journal import Journal  # noqa: E402 - it is found by the lines above
from device.reader import Reader, game_records  # noqa: E402 - as above
from device.states import AHEAD, NOTE, TIDY, WRITE  # noqa: E402 - as above
from tests.device.flash import BLOCK, Flash  # noqa: E402 - as above

BLOCKS = 40
SEGMENT = 2048  # short, so that segments come and go
DEV = "00112233aabbccdd"
DIGEST = "0123456789abcdef"
FOLDER = "/flash/journal"


class Promises:
    """What the journal has promised so far, as a life goes on."""

    def __init__(self):
        self.boot = 0
        self.durable = 1  # all below are flushed
        self.acked = 0  # all up to this a PC has
        self.game = 0  # under way for certain, its commit shown
        self.maybe = True  # ... or not, either is right: something is just being done
        self.secret = b""
        self.games = 0  # number of the last game whose commit was shown

    def copy(self):
        new = Promises()
        for name in ("boot", "durable", "acked", "game", "maybe", "secret", "games"):
            setattr(new, name, getattr(self, name))
        return new


class Life:
    """Plays games on a journal and writes down, with the number of flash operations so far, what was promised."""

    def __init__(self, flash):
        self.flash = flash
        self.logged = {}  # seq -> frame: what has ever been handed to the journal
        self.now = Promises()
        self.history = []  # (operations so far, promises)
        self.journal = None

    def promise(self, **changes):
        for name in changes:
            setattr(self.now, name, changes[name])
        self.history.append((len(self.flash.log), self.now.copy()))

    def boot(self):
        if self.journal:
            self.journal.close()
        self.journal = Journal(FOLDER, DEV, lambda: 7, self.flash.remounter(), SEGMENT)
        self.journal.recover()
        self.promise(boot=self.journal.boot)
        self.write("boot", "0.1", "1.26.1", "power")
        self.flush()

    def write(self, kind, *values):
        seq = self.journal.log(kind, *values)
        self.logged[seq] = self.journal._pending[-1]

    def flush(self, **changes):
        assert self.journal.flush()
        self.promise(durable=self.journal.durable, **changes)

    def calm(self, duties, **changes):
        """Do all that is done in calm moments, piece by piece; the `changes` come with the records flushed in them."""
        while self.journal.work(duties):
            if changes and self.journal.durable == self.journal.seq:
                self.promise(durable=self.journal.durable, **changes)
                changes = {}
            self.promise()

    def play(self, turns, boot_at=-1, stop=False):
        secret = bytes((turns * 7 + i) & 255 for i in range(32))
        self.promise(maybe=True)
        game = self.journal.open_game(secret)
        self.write("commit", game, "ab" * 32)
        self.calm(WRITE | AHEAD, game=game, games=game, secret=secret, maybe=False)
        assert self.now.game == game
        self.write("start", game, "crossing", 3, "", "123", "1:12345 2:23456 3:34567", DIGEST)
        self.flush()
        self.calm(AHEAD)
        for turn in range(turns):
            self.write("move", game, 2 * turn, 0, "M1 T3 P", DIGEST)
            self.write("draw", game, 2 * turn + 1, "R B W Y", DIGEST)
            self.flush()
            self.ack(turn)
            if turn == boot_at:
                self.boot()
        if stop:
            self.write("stop", game, 2 * turns, "enough", "cd" * 32)
        else:
            self.write("end", game, "12 15 9", "2 1 3", "cd" * 32)
        self.promise(maybe=True)
        self.flush(game=0, maybe=False)
        self.journal.close_game()
        self.promise()
        self.calm(WRITE | TIDY | NOTE)

    def ack(self, turn):
        acked = max(self.now.acked, self.now.durable - 6)
        self.promise(acked=acked)
        self.journal.ack(acked)
        if turn % 3:  # else somebody presses at once
            self.calm(WRITE | AHEAD | TIDY)


def live(life):
    life.boot()
    life.play(7)
    life.play(9, boot_at=4)
    life.boot()
    life.play(0, stop=True)
    life.play(8, boot_at=0)
    life.boot()
    life.play(12, boot_at=11, stop=True)
    for turns in range(1, 17):
        life.play(turns, boot_at=turns - 3, stop=turns % 5 == 4)


def check(life, least, most):
    """Recover and compare with what had been promised before (`least`) and at last after (`most`) the cut operation."""
    journal = Journal(FOLDER, DEV, lambda: 7, lambda: None, SEGMENT)
    journal.recover()
    assert journal.boot > least.boot, f"boot {journal.boot} again"
    assert journal.durable >= least.durable, f"{least.durable - 1} lost"
    assert journal._games >= least.games, f"game {least.games} would be another one"
    assert journal.first <= max(1, least.acked + 1), f"{journal.first} deleted, {least.acked} acknowledged"
    if least.game:
        assert journal.first <= journal.began or not journal.game
    reader = Reader(journal)
    reader.seek(1)
    assert reader.seq == journal.first
    mine = []
    while reader.seq < journal.durable:
        seq = reader.seq
        frame = reader.next()
        if frame is not None:
            frame = bytes(frame)
            assert frame == life.logged[seq], f"{seq} is {frame}"
            if journal.game and seq >= journal.began and b'","g":%d,' % journal.game in frame:
                mine.append(frame[1:-1])
    reader.close()
    if not least.maybe and not most.maybe and least.game == most.game:
        assert journal.game == least.game, f"game {journal.game} instead of {least.game}"
    if journal.game:
        assert journal.game in (least.game, most.game)
        assert journal.secret in (least.secret, most.secret)
        assert b'"k":"commit"' in mine[0]
        assert list(game_records(journal)) == mine
    return journal


def torn(image, operation, seed):
    """Do a part of an operation, as a power cut in its middle would."""
    block, offset, data = operation
    at = block * BLOCK + offset
    state = seed * 2654435761 & 0xFFFFFFFF | 1
    if data is None:
        for i in range(at, at + BLOCK, 5):  # some bits have risen, some not
            state = state * 1103515245 + 12345 & 0x7FFFFFFF
            image[i] |= state >> 16 & 255
    else:
        done = seed * 7919 % len(data)
        image[at : at + done] = data[:done]
        image[at + done] &= data[done] | seed & 255


def whole(image, operation):
    block, offset, data = operation
    at = block * BLOCK + offset
    if data is None:
        image[at : at + BLOCK] = b"\xff" * BLOCK
    else:
        image[at : at + len(data)] = data


def recovered(life, image, least, most, logging):
    """Mount and check; return the operations that the recovery made."""
    flash = Flash(BLOCKS, bytearray(image))
    flash.logging = logging
    flash.mount()
    try:
        check(life, least, most)
    finally:
        vfs.umount("/flash")
    return flash.log


def cut(life, image, least, most):
    """Check what is left after a cut, and after a cut in the recovery from it; return how many recoveries."""
    log = recovered(life, image, least, most, True)
    for k in range(len(log)):
        again = bytearray(image)
        for operation in log[:k]:
            whole(again, operation)
        torn(again, log[k], k + 3)
        recovered(life, again, least, most, False)
    return 1 + len(log)


def main(every, offset):
    flash = Flash(BLOCKS)
    flash.format()
    base = bytearray(flash.image)
    flash.logging = True
    flash.mount()
    life = Life(flash)
    live(life)
    vfs.umount("/flash")
    image = base
    at = 0
    least = Promises()
    cuts = recoveries = 0
    for k in range(len(flash.log)):
        while at < len(life.history) and life.history[at][0] <= k:
            least = life.history[at][1]
            at += 1
        if k % every == offset:
            most = life.history[min(at, len(life.history) - 1)][1]
            recoveries += cut(life, image, least, most)
            half = bytearray(image)
            torn(half, flash.log[k], k)
            recoveries += cut(life, half, least, most)
            cuts += 2
            gc.collect()
        whole(image, flash.log[k])
    assert image == flash.image
    print("cuts", cuts, "recoveries", recoveries, "records", life.now.durable - 1, "operations", len(flash.log))


main(int(sys.argv[1]), int(sys.argv[2]))
