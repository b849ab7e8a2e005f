"""What both ways to keep the sheets of Criss Cross have in common: options, start symbols, rolls and rounds.

`CrissCross` (crisscross.py) keeps the sheets itself; `Paper` (crisscross_paper.py) leaves them to people with pencils.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules.crisscross_sheet import LETTERS, counted
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, RuleError, State

if TYPE_CHECKING:
    from collections.abc import Sequence

ROUNDS = const(12)  # CC3
OPTIONS = (
    ("mode", ("digital", "paper")),  # sheets kept on the pods, or with pencils while the device rolls and counts
    ("start_cell", ("top_left", "top_middle")),  # CC-A1
    ("advanced", ("off", "on")),  # CC10, CC11
    ("diag_zero", ("double", "single")),  # CC-A5
    ("tie_diag", ("single", "double", "exclude")),  # CC-A6
    ("roller", ("rotate", "device")),  # CC-A8: who presses for the roll; the rules do not change
    ("start_symbol", ("choose", "roll")),  # CC-A11
    ("symbols", ("lines", "shapes")),  # how the six are drawn; the rules do not change
)
MODE = const(0)
START_CELL = const(1)
ADVANCED = const(2)
DIAG_ZERO = const(3)
TIE_DIAG = const(4)
ROLLER = const(5)
START_SYMBOL = const(6)
SYMBOLS = const(7)

START = const(1)  # the action that chooses start symbol A; B to F follow
_ROLLS = b"\x01" * 36


class Rounds(State):
    """A position of either kind; a subclass says what a seat enters (`_check`, `_do`) and what the end is like."""

    PAPER = False

    def __init__(self, players: int, options: bytearray) -> None:
        """Begin in round 0; `options` are indices into OPTIONS, already checked."""
        self.players = players
        self.options = options
        self.round = 0
        self.roll = -1  # 6 * first + second, or -1
        self.placed = 0  # seats that have entered this round's symbols, as bits
        self.stuck = 0  # seats that cannot enter anything any more (CC5, CC-A2), as bits; at the end all of them

    # -- what a subclass has to say --------------------------------------------------------------------
    def start_of(self, seat: int) -> int:
        """Return the start symbol of a seat, 1 to 6; 0 while it has none."""
        raise NotImplementedError

    def _begin_with(self, seat: int, symbol: int) -> None:
        raise NotImplementedError

    def _afterwards(self) -> int:
        """Return what `current` is once all seats are stuck."""
        raise NotImplementedError

    def _check(self, seat: int, action: int) -> None:
        """Raise RuleError unless `seat` may do `action` now, at a simultaneous state."""
        raise NotImplementedError

    def _do(self, seat: int, action: int) -> None:
        raise NotImplementedError

    # -- whose turn ------------------------------------------------------------------------------------
    def everybody(self) -> int:
        """Return all seats, as bits."""
        return (1 << self.players) - 1

    def current(self) -> int:
        """Return CHANCE before a roll, SIMULTANEOUS after it, in round 0 the seat that chooses, TERMINAL at the end."""
        if not self.round:
            return CHANCE if self.options[START_SYMBOL] else self._chooser()
        if self.roll >= 0:
            return SIMULTANEOUS
        return self._afterwards() if self.stuck == self.everybody() else CHANCE

    def _chooser(self) -> int:
        """Return the seat whose start symbol is next: they choose in seat order (CC2, CC-A11)."""
        seat = 0
        while self.placed >> seat & 1:
            seat += 1
        return seat

    def actors(self) -> int:
        """Return the seats awaited as bits: those that are not stuck and have not entered this roll."""
        if not self.round:
            return 0 if self.options[START_SYMBOL] else 1 << self._chooser()
        return self.everybody() & ~(self.stuck | self.placed) if self.roll >= 0 else 0

    def roller(self) -> int:
        """Return the seat that rolls this round, or -1 when the device does (CC-A8)."""
        return -1 if self.options[ROLLER] else max(0, self.round - 1) % self.players

    def _free_symbols(self) -> "list[int]":
        """Return 1 for every start symbol that nobody has, 0 for the others."""
        taken = [self.start_of(seat) for seat in range(self.players)]
        return [0 if symbol in taken else 1 for symbol in range(1, 7)]

    def _start_symbols(self) -> "Sequence[int]":
        """Return the actions that choose a symbol nobody has (CC2)."""
        return [START + i for i, free in enumerate(self._free_symbols()) if free]

    # -- moving on -------------------------------------------------------------------------------------
    def chance_outcomes(self) -> "Sequence[int]":
        """Return 1 for each of the 36 rolls (CC3), or in round 0 for each symbol that is free."""
        if self.current() != CHANCE:
            return ()
        return _ROLLS if self.round else self._free_symbols()

    def apply(self, action: int) -> None:
        """Apply a roll, or a start symbol chosen or drawn."""
        if not self.round:
            self._start(action + START if self.options[START_SYMBOL] else action)
            return
        if self.current() != CHANCE:
            raise RuleError("There is nothing to roll now.")
        if not 0 <= action < 36:
            raise RuleError("There is no such roll.")
        self.roll = action

    def _start(self, action: int) -> None:
        if not START <= action < START + 6 or not self._free_symbols()[action - START]:
            raise RuleError("That symbol is taken or does not exist: every sheet begins with another one.")
        seat = self._chooser()
        self._begin_with(seat, action - START + 1)
        self.placed |= 1 << seat
        if self.placed == self.everybody():
            self.placed = 0
            self.round = 1

    def apply_joint(self, actions: "Sequence[int]") -> None:
        """Enter something for every seat that is awaited: this roll, and that ends the round."""
        if self.current() != SIMULTANEOUS:
            raise RuleError("Nothing is rolled yet.")
        if len(actions) != self.players:
            raise RuleError("There are {} seats, so {} entries.".format(self.players, self.players))
        awaited = self.actors()
        for seat in range(self.players):
            if actions[seat] != NONE or awaited >> seat & 1:
                self._check(seat, actions[seat])
        for seat in range(self.players):
            if awaited >> seat & 1:
                self._do(seat, actions[seat])
        self._end_round()

    def apply_by(self, seat: int, action: int) -> None:
        """Enter something for one seat; the last one ends the round (CC4: sheets lie open)."""
        if not self.round:
            super().apply_by(seat, action)
            return
        if self.current() != SIMULTANEOUS:
            raise RuleError("Nothing is rolled yet.")
        self._check(seat, action)
        self._do(seat, action)
        if not self.actors():
            self._end_round()

    def _awaits(self, seat: int) -> str:
        """Return the seat's name for a sentence; RuleError if it is not awaited."""
        who = "Seat {}".format(seat + 1)
        if not 0 <= seat < self.players or not self.actors() >> seat & 1:
            stuck = 0 <= seat and self.stuck >> seat & 1
            raise RuleError(who + (" is stuck and sits out." if stuck else " is not awaited."))
        return who

    def _end_round(self) -> None:
        if self.roll < 0:
            return
        self.placed = 0
        self.roll = -1
        if self.stuck != self.everybody():  # CC6
            self.round += 1

    # -- the end ---------------------------------------------------------------------------------------
    def _diagonal_counts(self, points: int) -> int:
        """Return what the diagonal counts when it is worth `points` (CC10, CC-A5)."""
        return counted(points, self.options[DIAG_ZERO] == 1)

    def _best(self, lines: "list[int]", diagonal: int) -> int:
        """Return the best of a sheet's ten lines and, in the advanced game, its diagonal (CC8, CC-A6)."""
        how = OPTIONS[TIE_DIAG][1][self.options[TIE_DIAG]]
        if not self.options[ADVANCED] or how == "exclude":
            return max(lines)
        return max(*lines, diagonal if how == "single" else self._diagonal_counts(diagonal))

    # -- text ------------------------------------------------------------------------------------------
    def outcome_text(self, outcome: int) -> str:
        """Return a roll `AD`, or in round 0 a start symbol."""
        if not self.round and 0 <= outcome < 6:
            return LETTERS[outcome]
        if self.round and 0 <= outcome < 36:
            return LETTERS[outcome // 6] + LETTERS[outcome % 6]
        raise RuleError("There is no outcome {} in Criss Cross.".format(outcome))

    def parse_outcome(self, text: str) -> int:
        """Return the outcome that `outcome_text` writes."""
        symbols = [LETTERS.find(letter) for letter in text]
        if len(symbols) == (2 if self.round else 1) and min(symbols) >= 0:
            return symbols[0] * 6 + symbols[1] if self.round else symbols[0]
        raise RuleError("A roll is two of A to F, not {}.".format(text))

    def view(self, seat: int) -> str:
        """Return the position: everything lies open (CC4)."""
        return self.position()
