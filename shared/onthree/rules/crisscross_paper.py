"""Criss Cross with sheets on paper: the device rolls, keeps the rounds, waits for everybody, and adds up at the end.

It knows the rolls, but not what people write. After a roll each seat says `done`, or `stuck` when its sheet has no two
empty neighbours left (CC5; it then sits the rest out, CC-A2). No sheet can be stuck before round 8, and after round 12
each one is full or stuck (CC6). Then each seat enters what its lines are worth, rows 1 to 5, columns a to e and in
the advanced game the diagonal (once, not doubled); or it leaves its points to paper, at any line.

Actions: 1 to 6 choose a start symbol; 7 `done`, 8 `stuck`; from 9 on a line's worth: -5, 0, 2, 3, 4, 5, 8, 10, of which
only -5 or only 0 is possible, by the option advanced (CC11). `-` leaves the own points to paper. Outcomes
are those of crisscross.

Position: `crisscross/1 players= round= roll= placed= stuck= starts= lines= mode=paper`, then the other options.
`placed` and `stuck` by seat; starts `AC.` by seat; lines by seat with `|` between: `4,0,2` so far, `.` none yet, `-`
left to paper.

Packed: 5 bytes, 4 bits a line, 3 a start symbol and 2 a seat: 12 bytes for one player, 44 for six.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import crisscross_pack, notation
from onthree.rules.crisscross_rounds import ADVANCED, OPTIONS, ROUNDS, START, Rounds
from onthree.rules.crisscross_sheet import DIAGONAL, EMPTY, LETTERS, LINES, PENALTY
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL, RuleError, places

if TYPE_CHECKING:
    from collections.abc import Sequence

DONE = const(7)
STUCK = const(8)
LINE = const(9)  # + index into WORTH
WORTH = (PENALTY, 0, 2, 3, 4, 5, 8, 10)
EARLIEST = const(8)  # the round in which the first sheet can be stuck (CC6)
_BASIC = (NONE, LINE + 1, LINE + 2, LINE + 3, LINE + 4, LINE + 5, LINE + 6, LINE + 7)
_WITH_PENALTY = (NONE, LINE, LINE + 2, LINE + 3, LINE + 4, LINE + 5, LINE + 6, LINE + 7)
_ROUND = (DONE, STUCK)


class Paper(Rounds):
    """A position of Criss Cross without its sheets. `lines[seat]`: what was entered, as indices into WORTH."""

    PAPER = True

    def __init__(self, players: int, options: bytearray) -> None:
        """Begin in round 0; `options` are indices into OPTIONS, already checked."""
        super().__init__(players, options)
        self.starts = bytearray(players)
        self.lines = [bytearray() for _ in range(players)]
        self.left = 0  # seats that leave their points to paper, as bits
        self.size = len(LINES) + (1 if options[ADVANCED] else 0)  # lines of a sheet

    # -- whose turn ------------------------------------------------------------------------------------
    def start_of(self, seat: int) -> int:
        """Return the start symbol of a seat, 1 to 6; 0 while it has none."""
        return self.starts[seat]

    def _begin_with(self, seat: int, symbol: int) -> None:
        self.starts[seat] = symbol

    def scoring(self) -> bool:
        """Return whether the rounds are over and lines are being entered, or have been."""
        return self.round > 0 and self.roll < 0 and self.stuck == self.everybody()

    def _afterwards(self) -> int:
        return SIMULTANEOUS if self.actors() else TERMINAL

    def actors(self) -> int:
        """Return the seats awaited as bits: for the roll, or for the next line of their sheet."""
        if not self.scoring():
            return super().actors()
        awaited = 0
        for seat in range(self.players):
            if len(self.lines[seat]) < self.size:
                awaited |= 1 << seat
        return awaited & ~self.left

    def legal_actions(self, seat: int) -> "Sequence[int]":
        """Return what `seat` may do: choose a start symbol, say done or stuck, or enter a line or leave it to paper."""
        if not 0 <= seat < self.players or not self.actors() >> seat & 1:
            return ()
        if not self.round:
            return self._start_symbols()
        if self.roll >= 0:
            return _ROUND if self.round >= EARLIEST else _ROUND[:1]
        return _WITH_PENALTY if self.options[ADVANCED] else _BASIC

    # -- moving on -------------------------------------------------------------------------------------
    def _check(self, seat: int, action: int) -> None:
        who = self._awaits(seat)
        if action == STUCK and 0 <= self.roll and self.round < EARLIEST:
            raise RuleError("No sheet can be stuck before round {}.".format(EARLIEST))
        if action not in self.legal_actions(seat):
            raise RuleError(who + (" says done or stuck." if self.roll >= 0 else " enters what a line is worth."))

    def _do(self, seat: int, action: int) -> None:
        if action == NONE:
            self.left |= 1 << seat
            self.lines[seat] = bytearray()
        elif action == DONE:
            self.placed |= 1 << seat
        elif action == STUCK:
            self.stuck |= 1 << seat
        else:
            self.lines[seat].append(action - LINE)

    def _end_round(self) -> None:
        if self.roll >= 0 and self.round == ROUNDS:
            self.stuck = self.everybody()  # CC6
        super()._end_round()

    # -- the end ---------------------------------------------------------------------------------------
    def breakdown(self, seat: int) -> "list[tuple[str, int]]":
        """Return the points of the lines entered so far, by name, the diagonal as it counts."""
        found: list[tuple[str, int]] = []
        for i, index in enumerate(self.lines[seat]):
            if i < len(LINES):
                found.append((LINES[i], WORTH[index]))
            else:
                found.append((DIAGONAL, self._diagonal_counts(WORTH[index])))
        return found

    def scores(self) -> "list[int]":
        """Return the points entered for every seat; 0 for one that leaves them to paper."""
        return [sum([points for _, points in self.breakdown(seat)]) for seat in range(self.players)]

    def best_line(self, seat: int) -> int:
        """Return the highest single line entered (CC8, CC-A6); 0 while there is none."""
        worth = [WORTH[index] for index in self.lines[seat]]
        if not worth:
            return 0
        return self._best(worth[: len(LINES)], worth[-1] if len(worth) > len(LINES) else PENALTY)

    def ranking(self) -> "list[int]":
        """Return the places (CC8); seats that leave their points to paper share the last one."""
        scores = self.scores()
        keys = []
        for seat in range(self.players):
            known = 1 if self.lines[seat] else 0
            keys.append((known, scores[seat], self.best_line(seat)))
        return places(keys)

    # -- text and bytes --------------------------------------------------------------------------------
    def action_text(self, seat: int, action: int) -> str:
        """Return `-`, a start symbol `A`, `done`, `stuck`, a line's worth `8`; with CHANCE as in crisscross."""
        if seat == CHANCE:
            return self.outcome_text(action)
        if action == NONE:
            return "-"
        if START <= action < DONE:
            return LETTERS[action - START]
        if action in _ROUND:
            return "done" if action == DONE else "stuck"
        if LINE <= action < LINE + len(WORTH):
            return str(WORTH[action - LINE])
        raise RuleError("There is no action {} in Criss Cross on paper.".format(action))

    def parse_action(self, seat: int, text: str) -> int:
        """Return the action that `action_text` writes."""
        if seat == CHANCE:
            return self.parse_outcome(text)
        for action in range(LINE + len(WORTH)):
            if self.action_text(seat, action) == text:
                return action
        raise RuleError("On paper one says done or stuck, or what a line is worth; not {}.".format(text))

    def position(self) -> str:
        """Return the position in one line; see the module for its fields."""
        from onthree.rules import crisscross_text

        letters = EMPTY + LETTERS
        lines = [self._lines_text(seat) for seat in range(self.players)]
        text = "{} stuck={} starts={} lines={}".format(
            crisscross_text.heading(self),
            notation.bits_text(self.stuck, self.players),
            "".join([letters[symbol] for symbol in self.starts]),
            "|".join(lines),
        )
        return crisscross_text.with_options(text, self, OPTIONS)

    def _lines_text(self, seat: int) -> str:
        if self.left >> seat & 1:
            return "-"
        return ",".join([str(WORTH[index]) for index in self.lines[seat]]) or EMPTY

    def pack(self) -> bytes:
        """Return the position in as few bytes as it needs; see the module."""
        value = 1 << self.players | self.stuck
        value = value << self.players | self.left
        for symbol in self.starts:
            value = value << 3 | symbol
        for lines in self.lines:
            for i in range(self.size):
                value = value << 4 | (lines[i] + 1 if i < len(lines) else 0)
        return crisscross_pack.pack_heading(self, OPTIONS) + value.to_bytes((_bits(self) + 8) // 8, "little")


def _bits(state: Paper) -> int:
    """Return how many bits follow the heading in a packed state."""
    return state.players * (5 + 4 * state.size)


def read(state: Rounds, found: "dict[str, str]") -> None:
    """Fill a `Paper` from the fields of a text; RuleError if no game can stand like that."""
    from onthree.rules import crisscross_text

    assert isinstance(state, Paper)
    crisscross_text.read_heading(state, found)
    state.stuck = notation.bits(notation.take(found, "stuck"), state.players, "The field stuck")
    starts = notation.take(found, "starts")
    letters = EMPTY + LETTERS
    if len(starts) != state.players or not all([letter in letters for letter in starts]):
        raise RuleError("The starts are one of A to F or a dot for every seat, not {}.".format(starts))
    for seat, letter in enumerate(starts):
        state.starts[seat] = letters.index(letter)
    for seat, text in enumerate(notation.parts(notation.take(found, "lines"), "|", state.players, "The field lines")):
        if text == "-":
            state.left |= 1 << seat
        elif text != EMPTY:
            state.lines[seat] = _read_lines(text)
    crisscross_text.nothing_left(found)
    _check(state)


def _read_lines(text: str) -> bytearray:
    worth = [str(points) for points in WORTH]
    lines = bytearray()
    for word in text.split(","):
        if word not in worth:
            raise RuleError("A line is worth one of {}, not {}.".format(" ".join(worth), word))
        lines.append(worth.index(word))
    return lines


def unpack(state: Rounds, data: bytes) -> None:
    """Fill a `Paper` from bytes whose heading was good; RuleError for bytes that `pack` cannot have written."""
    assert isinstance(state, Paper)
    shift = _bits(state)
    value = crisscross_pack.unpack_body(state, data, shift)
    shift -= state.players
    state.stuck = value >> shift
    shift -= state.players
    state.left = value >> shift & state.everybody()
    for seat in range(state.players):
        shift -= 3
        state.starts[seat] = value >> shift & 7
    for seat in range(state.players):
        lines = []
        for _ in range(state.size):
            shift -= 4
            lines.append(value >> shift & 15)
        while lines and not lines[-1]:
            lines.pop()
        if not all([0 < index <= len(WORTH) for index in lines]):
            raise RuleError(crisscross_pack.NO_BYTES)
        state.lines[seat] = bytearray([index - 1 for index in lines])
    if max(state.starts) > 6:
        raise RuleError(crisscross_pack.NO_BYTES)
    _check(state)


def _check(state: Paper) -> None:
    """RuleError if no game can stand like that."""
    crisscross_pack.check_rounds(state)
    for seat in range(state.players):
        started = state.starts[seat] > 0
        if started != bool(state.round or state.placed >> seat & 1):
            raise RuleError("Start symbols are entered in round 0, one a seat.")
    if state.stuck & state.placed or (state.stuck and state.round < EARLIEST):
        raise RuleError("A seat is done or stuck, and stuck not before round {}.".format(EARLIEST))
    legal = _WITH_PENALTY if state.options[ADVANCED] else _BASIC
    for seat in range(state.players):
        lines = state.lines[seat]
        left = state.left >> seat & 1
        if (lines or left) and not state.scoring():
            raise RuleError("Lines are entered when the rounds are over.")
        if len(lines) > state.size or (lines and left) or not all([LINE + index in legal for index in lines]):
            raise RuleError("These lines cannot be those of a sheet.")
