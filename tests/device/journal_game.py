"""One game as the app has it logged, piece by piece, each with the time it takes. For MicroPython."""

from device.states import AHEAD, NOTE, TIDY, WRITE

TURNS = 6
DIGEST = "0123456789abcdef"


class Game:
    """A game on a `journal`; `us()` is a clock. `pieces` are (name, microseconds) of what is done at a time."""

    def __init__(self, journal, us):
        self.journal = journal
        self.us = us
        self.pieces = []

    def piece(self, name, *actions):
        began = self.us()
        for action in actions:
            result = action()
        self.pieces.append((name, self.us() - began))
        return result

    def calm(self, duties):
        """The rounds of the loop in which nobody presses."""
        while self.piece("work", lambda: self.journal.work(duties)):
            pass

    def boot(self):
        self.journal.log("boot", "0.1.0", "1.26.1", "power")
        self.calm(WRITE)

    def play(self):
        journal = self.journal
        flush, close = journal.flush, journal.close_game
        self.piece("open", lambda: journal.open_game(b"s" * 32))
        journal.log("commit", journal.game, "ab" * 32)
        self.calm(WRITE | AHEAD)
        join = "1:123456789 2:133456789 3:143456789 4:153456789"
        journal.log("start", journal.game, "crossing", 4, "", "1234", join, DIGEST)
        journal.log("draw", journal.game, 12, "R B W Y R B W Y R B W Y", DIGEST)
        self.piece("start", lambda: flush(True))
        self.calm(AHEAD)
        for turn in range(TURNS):
            journal.log("move", journal.game, 13 + 5 * turn, 0, "M2 T3 P M1", DIGEST)
            journal.log("draw", journal.game, 17 + 5 * turn, "R B W Y", DIGEST)
            self.piece("turn", (lambda: flush(True)) if turn & 1 else flush)
            journal.ack(journal.durable - 3)
            self.calm(WRITE | AHEAD | TIDY)
        journal.log("end", journal.game, "15 12 9 11", "1 2 4 3", "ab" * 32)
        self.piece("end", flush, close)
        journal.log("fault", "pod 3 does not answer")
        journal.ack(journal.durable - 1)
        self.calm(WRITE | TIDY | NOTE)
