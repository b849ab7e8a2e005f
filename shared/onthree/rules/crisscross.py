"""Criss Cross, for 1 to 6 players (rules CC1 to CC11 and the options CC-A1 to CC-A11).

Everybody has a sheet of 5 by 5 cells and begins with another symbol in its start cell. Twelve times two dice with
the same six symbols are rolled for all: each player enters both symbols into two empty cells that share an edge,
either one in either cell, anywhere on the sheet. A sheet on which no such pair of cells is left is stuck: its owner
sits the rest out. The game ends after round 12, or before when every sheet is stuck. Every row and every column
scores its runs of equal neighbours: 2 for two, 3 for three, 8 for four, 10 for five. The highest total wins; a tie goes
to the best single line. Advanced: the diagonal from the top right to the bottom left counts too, twice, and a line
without any run costs 5. Sheets lie open, so seats may enter in any order and take their last entry back until the
next roll. With the option mode=paper people keep the sheets with pencils: see crisscross_paper.

The state: a sheet is 25 bytes (0 empty, 1 to 6 for A to F) and its empty cells as bits; round, roll, who has placed.
Packed: 5 bytes and 75 bits a sheet: 15 bytes for one player, 62 for six.

Actions: 1 to 6 choose a start symbol (`A` to `F` in text); a placement, from 7 on, names two neighbouring cells and the
symbol in each: `b1=A,c1=D`, read with a blank between them too. An outcome is a roll, 6 * first + second, `AD` in
text; with the option start_symbol=roll the start symbols are drawn too, seat by seat.

Seats need not wait for one another: `apply_by` enters one seat's symbols, and `placed` says who has entered.

Position: `crisscross/1 players= round= roll= placed= sheets=`, then options that are not at their default. Round 0 is
the choice of start symbols; `roll=--` before the roll; a sheet is its rows, top first, with `/` between them, and
between sheets `|`.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import crisscross_pack
from onthree.rules import crisscross_sheet as sheets
from onthree.rules.crisscross_rounds import (
    ADVANCED,
    MODE,
    OPTIONS,
    START,
    START_CELL,
    Rounds,
)
from onthree.rules.crisscross_sheet import (
    ALL_EMPTY,
    CELLS,
    LETTERS,
    cell_text,
    entry,
    has_pair,
)
from onthree.rules.game import (
    CHANCE,
    NONE,
    TERMINAL,
    RuleError,
    places,
    read_options,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAME = "crisscross"
MIN_PLAYERS = const(1)
MAX_PLAYERS = const(6)
OPEN = True  # choices lie open: seats enter one by one, and may take an entry back until the next roll

PLACE = const(7)  # + 72 * cell, + 36 for the cell below it instead of the one beside it, + 6 * symbol + other symbol
_END = const(1807)


class CrissCross(Rounds):
    """A position of Criss Cross with its sheets; see the module for the numbering of actions."""

    def __init__(self, players: int, options: bytearray) -> None:
        """Begin with empty sheets in round 0; `options` are indices into OPTIONS, already checked."""
        super().__init__(players, options)
        self.sheets = [bytearray(CELLS) for _ in range(players)]
        self.empty = [ALL_EMPTY] * players  # empty cells as bits

    # -- whose turn ------------------------------------------------------------------------------------
    def _afterwards(self) -> int:
        return TERMINAL

    def legal_actions(self, seat: int) -> "Sequence[int]":
        """Return the placements that `seat` has (CC4), or in round 0 the start symbols nobody has taken (CC2)."""
        if not 0 <= seat < self.players or not self.actors() >> seat & 1:
            return ()
        if not self.round:
            return self._start_symbols()
        first, second = divmod(self.roll, 6)
        ways = (
            (self.roll,)
            if first == second
            else (min(self.roll, second * 6 + first), max(self.roll, second * 6 + first))
        )
        right = sheets.beside(self.empty[seat])
        below = sheets.above(self.empty[seat])
        found: list[int] = []
        action = PLACE
        while right or below:
            if right & 1:
                for way in ways:
                    found.append(action + way)
            if below & 1:
                for way in ways:
                    found.append(action + 36 + way)
            right >>= 1
            below >>= 1
            action += 72
        return found

    def start_cell(self) -> int:
        """Return the start cell, counted from 0 by rows (CC2, CC-A1)."""
        return 2 if self.options[START_CELL] else 0

    def start_of(self, seat: int) -> int:
        """Return the symbol in the start cell of a seat, 1 to 6; 0 while there is none."""
        return self.sheets[seat][self.start_cell()]

    # -- moving on -------------------------------------------------------------------------------------
    def _begin_with(self, seat: int, symbol: int) -> None:
        self._enter(seat, self.start_cell(), symbol)

    def _check(self, seat: int, action: int) -> None:
        who = self._awaits(seat)
        if not PLACE <= action < _END:
            raise RuleError(who + " has to enter both symbols.")
        cell, way = divmod(action - PLACE, 72)
        empty = self.empty[seat]
        if not (sheets.above(empty) if way >= 36 else sheets.beside(empty)) >> cell & 1:
            raise RuleError(who + " needs two empty cells that share an edge.")
        way %= 36
        if self.roll not in (way, way % 6 * 6 + way // 6):
            raise RuleError(who + " has to enter what was rolled.")

    def _do(self, seat: int, action: int) -> None:
        cell, way = divmod(action - PLACE, 72)
        self._enter(seat, cell, way % 36 // 6 + 1)
        self._enter(seat, cell + (5 if way >= 36 else 1), way % 6 + 1)
        self.placed |= 1 << seat

    def _enter(self, seat: int, cell: int, symbol: int) -> None:
        self.sheets[seat][cell] = symbol
        self.empty[seat] &= ~(1 << cell)
        if not has_pair(self.empty[seat]):
            self.stuck |= 1 << seat  # CC5, CC-A2

    # -- the end ---------------------------------------------------------------------------------------
    def total(self, seat: int) -> int:
        """Return the points of a sheet (CC8, CC10, CC11)."""
        return sum([points for _, points in self.breakdown(seat)])

    def scores(self) -> "list[int]":
        """Return the points of every sheet, as they would count if the game ended now."""
        return [self.total(seat) for seat in range(self.players)]

    def breakdown(self, seat: int) -> "list[tuple[str, int]]":
        """Return the points of rows 1 to 5, columns a to e and in the advanced game the diagonal, by name."""
        advanced = self.options[ADVANCED]
        sheet = self.sheets[seat]
        worth = sheets.rows(sheet, advanced) + sheets.columns(sheet, advanced)
        found = [(name, worth[i]) for i, name in enumerate(sheets.LINES)]
        if advanced:
            found.append((sheets.DIAGONAL, self._diagonal_counts(sheets.diagonal(sheet))))
        return found

    def best_line(self, seat: int) -> int:
        """Return the highest single line, which breaks a tie (CC8, CC-A6)."""
        advanced = self.options[ADVANCED]
        sheet = self.sheets[seat]
        return self._best(sheets.rows(sheet, advanced) + sheets.columns(sheet, advanced), sheets.diagonal(sheet))

    def ranking(self) -> "list[int]":
        """Return the places: by points, then by the best line (CC8); who is still tied shares the place."""
        return places([(self.total(seat), self.best_line(seat)) for seat in range(self.players)])

    # -- text and bytes --------------------------------------------------------------------------------
    def action_text(self, seat: int, action: int) -> str:
        """Return `-`, a start symbol `A`, a placement `b1=A,c1=D`; with CHANCE a roll `AD` or a start symbol."""
        if seat == CHANCE:
            return self.outcome_text(action)
        if action == NONE:
            return "-"
        if START <= action < PLACE:
            return LETTERS[action - START]
        if PLACE <= action < _END:
            cell, way = divmod(action - PLACE, 72)
            if cell < 20 if way >= 36 else cell % 5 < 4:
                other = cell + (5 if way >= 36 else 1)
                symbols = LETTERS[way % 36 // 6], LETTERS[way % 6]
                return "{}={},{}={}".format(cell_text(cell), symbols[0], cell_text(other), symbols[1])
        raise RuleError("There is no action {} in Criss Cross.".format(action))

    def parse_action(self, seat: int, text: str) -> int:
        """Return the action that `action_text` writes; the two cells of a placement may come in either order."""
        if seat == CHANCE:
            return self.parse_outcome(text)
        if text == "-":
            return NONE
        if len(text) == 1 and text in LETTERS:
            return START + LETTERS.index(text)
        words = text.replace(",", " ").split(" ")
        if len(words) != 2:
            raise RuleError("A placement is written b1=A,c1=D, not {}.".format(text))
        (one, first), (other, second) = sorted([entry(word) for word in words])
        if other - one != 5 and (other - one != 1 or other % 5 == 0):
            raise RuleError("The two cells of a placement share an edge, not as in {}.".format(text))
        return PLACE + 72 * one + (36 if other - one == 5 else 0) + 6 * first + second

    def position(self) -> str:
        """Return the position in one line; see the module for its fields."""
        from onthree.rules import crisscross_text

        return crisscross_text.position(self, OPTIONS)

    def pack(self) -> bytes:
        """Return the position in 5 bytes and 75 bits a sheet."""
        return crisscross_pack.pack(self, OPTIONS)


def new(players: int, options: "Mapping[str, str] | None" = None) -> Rounds:
    """Return the state before the start symbols are chosen."""
    if not MIN_PLAYERS <= players <= MAX_PLAYERS:
        raise RuleError("Criss Cross is for 1 to 6 players, not {}.".format(players))
    return _empty(players, read_options(OPTIONS, options))


def _empty(players: int, options: bytearray) -> Rounds:
    if not options[MODE]:
        return CrissCross(players, options)
    from onthree.rules.crisscross_paper import Paper

    return Paper(players, options)


def paper(written: "Sequence[bytearray]", options: "Mapping[str, str] | None" = None) -> CrissCross:
    """Return a state to add up sheets kept on paper (`crisscross_sheet.read_sheet`), whatever was written on them."""
    state = CrissCross(len(written), read_options(OPTIONS, options))
    state.sheets = list(written)
    return state


def from_position(text: str) -> Rounds:
    """Return the state of a position text; RuleError, in a sentence, for what no game can hold."""
    from onthree.rules import crisscross_text, notation

    found = notation.fields(text, "crisscross/1")
    players = notation.number(notation.take(found, "players"), MIN_PLAYERS, MAX_PLAYERS, "The number of players")
    chosen = {name: found.pop(name) for name, _ in OPTIONS if name in found}
    state = _empty(players, read_options(OPTIONS, chosen))
    if isinstance(state, CrissCross):
        crisscross_text.read(state, found)
    else:
        from onthree.rules import crisscross_paper

        crisscross_paper.read(state, found)
    return state


def unpack(data: bytes) -> Rounds:
    """Return the state that `pack` wrote; RuleError for bytes it cannot have written."""
    options = bytearray(len(OPTIONS))
    players = crisscross_pack.unpack_heading(data, OPTIONS, options)
    state = _empty(players, options)
    if isinstance(state, CrissCross):
        crisscross_pack.unpack(state, data)
    else:
        from onthree.rules import crisscross_paper

        crisscross_paper.unpack(state, data)
    return state
