"""People who play Criss Cross at a virtual board: what they press for a placement is counted from what the pod shows.

They know what A, B and C mean to a player (the next cell where the pair fits; turn it; enter it), not how the
firmware finds that out, so a placement in the log is proof that the buttons mean it.
"""

from onthree.rules.crisscross_sheet import entry
from onthree.rules.game import CHANCE, SIMULTANEOUS, TERMINAL
from tests.board.crowd import PAUSE_US, TAP_MS, Crowd


class Crosses(Crowd):
    """Players of Criss Cross at the pods `pods` of a board, with a PC listening."""

    GAME = "Criss Cross"

    def settled(self):
        return True  # chance waits for somebody's word here

    def words(self, seat):
        return self.board.pod(self.pods[seat]).words()

    def shows(self, seat, text, seconds=5.0):
        """Wait until the pod of a seat says `text`."""
        self.desk.listen(lambda: text in self.words(seat), seconds, f"{text!r} on pod {self.pods[seat] + 1}")

    def answer(self, seat, buttons, kind="move"):
        """Press buttons of a seat and wait for the record that comes of it; return it."""
        known = len(self.desk.records)
        self.tap(seat, buttons, self.board.now_us + PAUSE_US)
        self.desk.listen(lambda: len(self.desk.records) > known, what=f"the answer of seat {seat + 1} in the log")
        assert self.desk.records[-1]["k"] == kind, self.desk.records[-1]
        return self.desk.records[-1]

    def start_symbols(self, chosen, first=0):
        """Choose the start symbols, one letter a seat, from seat `first` on."""
        for seat, letter in enumerate(chosen, first):
            self.shows(seat, "C take")
            free = [self.state.action_text(seat, action) for action in self.state.legal_actions(seat)]
            assert self.answer(seat, "A" * free.index(letter) + "C")["a"] == letter

    def roll(self, by_hub=False):
        """Roll: the seat whose turn it is, or somebody at the hub."""
        if by_hub or self.state.roller() < 0:
            known = len(self.desk.records)
            self.board.hub_press("C", TAP_MS)
            self.desk.listen(lambda: len(self.desk.records) > known, what="the roll in the log")
        else:
            self.shows(self.state.roller(), "C roll")
            self.answer(self.state.roller(), "C", "draw")
        assert self.desk.records[-1]["k"] == "draw"

    def placement(self, seat, word):
        """Return what to press for a placement when the pod shows its first offer."""
        legal = [self.state.action_text(seat, action) for action in self.state.legal_actions(seat)]
        first, second = self.state.action_text(CHANCE, self.state.roll)
        at, pressed = _first(legal), ""
        down, pair = _down(at), (first, second)
        while _cell(at) != _cell(word):
            cells = sorted({_cell(other) for other in legal})
            cell = cells[(cells.index(_cell(at)) + 1) % len(cells)]
            there = [other for other in legal if _cell(other) == cell]
            down = all(map(_down, there)) or (down and any(map(_down, there)))
            at = next(other for other in there if _down(other) == down)
            pressed += "A"
        turns = [(False, (first, second)), (True, (first, second)), (False, (second, first)), (True, (second, first))]
        there = [turn for turn in turns if any(_is(other, _cell(word), turn) for other in legal)]
        if first == second:
            there = there[: len(there) // 2]
        wanted = next(i for i, turn in enumerate(there) if _is(word, _cell(word), turn))
        return pressed + "B" * ((wanted - there.index((down, pair))) % len(there))

    def place(self, seat, word=None):
        """Enter the roll for a seat: the placement `word`, or any of those not far away."""
        self.shows(seat, "C enter")
        if word is None:
            legal = [self.state.action_text(seat, action) for action in self.state.legal_actions(seat)]
            word = self.rng.choice(legal[:10])
        buttons = self.placement(seat, word) + "C"
        entered = self.answer(seat, buttons)["a"]
        assert entered == word, f"{buttons} entered {entered}, not {word}"

    def awaited(self):
        """Return the seats that are awaited, in an order of their own."""
        seats = [seat for seat in range(self.state.players) if self.state.actors() >> seat & 1]
        return self.rng.sample(seats, len(seats))

    def round(self):
        """Roll and enter it on all sheets; somebody takes an entry back now and then."""
        self.roll(by_hub=self.rng.random() < 0.2)
        for seat in self.awaited():
            self.place(seat)
            if self.rng.random() < 0.15:
                self.answer(seat, "B", "undo")
                self.place(seat)

    def play(self, most=99):
        """Play so many rounds, or to the end of the last one."""
        for _ in range(most):
            if self.state.current() not in (CHANCE, SIMULTANEOUS):
                break
            self.round()

    def count_points(self):
        """End the game at the hub and return its end record."""
        assert self.state.current() == TERMINAL
        self.says("C count points")
        self.board.hub_press("C", TAP_MS)
        self.desk.listen(lambda: self.desk.records[-1]["k"] == "end", what="the end in the log")
        self.says("C new game")
        return self.desk.records[-1]


def _cell(word):
    return min(entry(part)[0] for part in word.split(","))


def _down(word):
    cells = sorted(entry(part)[0] for part in word.split(","))
    return cells[1] - cells[0] == 5


def _first(legal):
    """The first offer: on the first cell, beside it if that is possible."""
    there = [word for word in legal if _cell(word) == min(map(_cell, legal))]
    return next((word for word in there if not _down(word)), there[0])


def _is(word, cell, turn):
    """Whether a placement is the one at `cell` with this turn: (below or beside, symbols from the upper left)."""
    symbols = tuple(part[-1] for part in sorted(word.split(","), key=lambda part: entry(part)[0]))
    return _cell(word) == cell and (_down(word), symbols) == turn
