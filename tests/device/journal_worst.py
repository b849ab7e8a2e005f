"""The longest the flash is busy at a time with what the journal does, on littlefs as the Pico has it. For MicroPython.

    micropython tests/device/journal_worst.py               prints one JSON object: times in ms, of the flash alone
    micropython tests/device/journal_worst.py IMAGE PIECE   wears a flash so that this piece of a game takes longest

A change in a folder adds a page to its block; every 16 or so the block is full, and another one is erased and begun.
After 101 of those littlefs moves the folder to a new block, which is a change in the folder above, whose block may be
full as well. In play that comes together once in ten thousand flushes; here every piece of a game's work is put at
that very place: the journal's folder is brought to where it moves next, and the folder above filled, by all steps.
"""

import json
import os
import sys

import vfs

ROOT = (os.getcwd() + "/" + __file__ if __file__[0] != "/" else __file__).rsplit("/", 3)[0]
sys.path[:0] = [ROOT + folder for folder in ("", "/shared", "/firmware")]

from device.journal import Journal  # noqa: E402 - it is found by the lines above
from tests.device.flash import BLOCK, ERASE_US, Flash  # noqa: E402 - as above
from tests.device.journal_game import Game  # noqa: E402 - as above

BLOCKS = 48
FREE = 28  # of them: a game begins with no less
SEGMENT = 2048  # short, so that a game begins a new one
GAMES = 4  # enough to use up all blocks that littlefs knows to be free
PAGES = 16  # of a block
STEPS = 20  # changes of the folder, of which the last one moves it


class Watched(Game):
    """Games on a flash model.

    `moved` are the pieces in which the journal's folder moved, by number, `looked` the erases of each piece in which
    littlefs looked for free blocks.
    """

    def __init__(self, flash):
        super().__init__(journal_on(flash), lambda: flash.us)
        self.flash = flash
        self.moved = []
        self.looked = []

    def piece(self, name, *actions):
        self.flash.log = []
        looks = self.flash.looks
        result = super().piece(name, *actions)
        if any(block < 2 for block, _, _ in self.flash.log):
            self.moved.append(len(self.pieces) - 1)
        if self.flash.looks > looks:
            self.looked.append(sum(data is None for _, _, data in self.flash.log))
        return result


def journal_on(flash):
    journal = Journal("/flash/journal", "00112233aabbccdd", flash.ms, flash.remounter(), SEGMENT)
    journal.recover()
    return journal


def wear(flash):
    """Wear a flash so that the journal's folder moves with one of its next changes, the second time already."""
    flash.logging = True
    flash.mount()
    journal = journal_on(flash)
    Game(journal, flash.ms).boot()  # a journal in use
    moved = 0  # the number of the change that moved the folder first
    while not moved or journal._serial < 2 * moved:
        flash.log = []
        journal._write_slot()
        if not moved and any(block < 2 for block, _, _ in flash.log):
            moved = journal._serial
    vfs.umount("/flash")
    return flash.image


def steps(image):
    """Give copies of the image, the folder above filled and the journal's changed by all numbers of steps."""
    for above in range(PAGES):
        for below in range(STEPS):
            flash = Flash(len(image) // BLOCK, bytearray(image))
            flash.mount()
            for n in range(above):
                with open("/flash/touched", "w") as file:
                    file.write(str(n))
            journal = journal_on(flash)
            for _ in range(below):
                journal._write_slot()
            vfs.umount("/flash")
            yield flash.image


def filled():
    """Return a flash with a file that leaves FREE blocks."""
    flash = Flash(BLOCKS)
    flash.format()
    flash.logging = True
    flash.mount()
    with open("/flash/firmware", "wb") as file:
        for _ in range(BLOCKS - 4 - FREE):  # two blocks a folder
            file.write(bytes(BLOCK - 8))
    vfs.umount("/flash")
    flash.seen = [block for block, _, data in flash.log if data is None and block > 1][-1]
    return flash


def played(image, games, seen=None):
    """Play games on a copy of the image; return them."""
    flash = Flash(len(image) // BLOCK, bytearray(image))
    flash.logging = True
    flash.seen = seen
    flash.mount()
    game = Watched(flash)
    game.boot()
    for _ in range(games):
        game.play()
    vfs.umount("/flash")
    return game


def report():
    flash = filled()
    seen = flash.seen
    worst = {}
    moves = 0
    looked = []
    for image in steps(wear(flash)):
        game = played(image, GAMES, seen)
        moves += len(game.moved)
        looked += game.looked
        for name, us in game.pieces:
            worst[name] = max(worst.get(name, 0), us)
    erases = max(worst.values()) // ERASE_US  # all pages programmed meanwhile take less than another one
    ms = {name: worst[name] / 1000 for name in worst}
    figures = {"moves": moves, "erases_at_a_time": erases, "worst_ms": ms, "looks": len(looked)}
    figures["erases_while_looking"] = max(looked)
    print(json.dumps(figures))


def find(path, piece):
    with open(path, "rb") as file:
        image = bytearray(file.read())
    for worn in steps(wear(Flash(len(image) // BLOCK, image))):
        game = played(worn, 2)
        for number in game.moved:
            name, us = game.pieces[number]
            if name == piece and us >= 2 * ERASE_US:
                with open(path, "wb") as file:
                    file.write(worn)
                print(number)
                return
    sys.exit(f"no piece called {piece} erases two blocks anywhere")


if len(sys.argv) == 3:
    find(*sys.argv[1:])
else:
    report()
