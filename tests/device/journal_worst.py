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

from device.journal import Journal  # noqa: E402 - it is found by the lines above, as the next two are
from tests.device.flash import BLOCK, ERASE_US, Flash  # noqa: E402 - as above
from tests.device.journal_game import Game  # noqa: E402 - as above

BLOCKS = 48
SEGMENT = 2048  # short, so that a game begins a new one
PAGES = 16  # of a block
STEPS = 20  # changes of the folder, of which the last one moves it


class Watched(Game):
    """A game on a flash model. `moved` are the pieces in which the journal's folder moved, by number."""

    def __init__(self, flash):
        super().__init__(journal_on(flash), lambda: flash.us)
        self.flash = flash
        self.moved = []

    def piece(self, name, *actions):
        self.flash.log = []
        result = super().piece(name, *actions)
        if any(block < 2 for block, _, _ in self.flash.log):
            self.moved.append(len(self.pieces) - 1)
        return result


def journal_on(flash):
    journal = Journal("/flash/journal", "00112233aabbccdd", flash.ms, SEGMENT)
    journal.recover()
    return journal


def wear(flash):
    """Wear a flash so that the journal's folder moves with one of its next changes, the second time already."""
    flash.logging = True
    flash.mount()
    journal = journal_on(flash)
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


def played(image):
    """Play two games on a copy of the image; return them."""
    flash = Flash(len(image) // BLOCK, bytearray(image))
    flash.logging = True
    flash.mount()
    game = Watched(flash)
    game.boot()
    game.play()
    game.play()
    vfs.umount("/flash")
    return game


def report():
    flash = Flash(BLOCKS)
    flash.format()
    worst = {}
    moves = 0
    for image in steps(wear(flash)):
        game = played(image)
        moves += len(game.moved)
        for name, us in game.pieces:
            worst[name] = max(worst.get(name, 0), us)
    erases = max(worst.values()) // ERASE_US  # all pages programmed meanwhile take less than another one
    ms = {name: worst[name] / 1000 for name in worst}
    print(json.dumps({"moves": moves, "erases_at_a_time": erases, "worst_ms": ms}))


def find(path, piece):
    with open(path, "rb") as file:
        image = bytearray(file.read())
    for worn in steps(wear(Flash(len(image) // BLOCK, image))):
        game = played(worn)
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
