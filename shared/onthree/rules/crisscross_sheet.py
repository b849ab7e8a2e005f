"""A sheet of Criss Cross: its cells, the pairs of neighbours, its text, and what its lines are worth.

A sheet is 25 cells by rows from the top, 0 empty, 1 to 6 for the symbols A to F. Its empty cells are bits as well:
bit 0 is a1, bit 4 e1, bit 24 e5.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import notation
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

LETTERS = "ABCDEF"
EMPTY = "."
CELLS = const(25)
ALL_EMPTY = const(0x1FFFFFF)

RUN_POINTS = (0, 0, 2, 3, 8, 10)  # CC7: by length
PENALTY = const(-5)  # CC11
RANKS = ((30, "Cross Master"), (25, "X-tra Special"), (20, "Symbol Simon"), (15, "Line Sweeper"))  # CC9
LOWEST_RANK = "Column Counter"  # CC9, CC-A10
LINES = ("row 1", "row 2", "row 3", "row 4", "row 5", "column a", "column b", "column c", "column d", "column e")
DIAGONAL = "diagonal"  # the eleventh line, in the advanced game
_NOT_LAST = const(0xF7BDEF)  # the cells of columns a to d, as bits


def beside(empty: int) -> int:
    """Return the empty cells whose neighbour to the right is empty too, all as bits."""
    return empty & empty >> 1 & _NOT_LAST


def above(empty: int) -> int:
    """Return the empty cells whose neighbour below is empty too, all as bits."""
    return empty & empty >> 5


def has_pair(empty: int) -> bool:
    """Return whether two of the empty cells (as bits) share an edge (CC5)."""
    return bool(beside(empty) or above(empty))


def entry(word: str) -> "tuple[int, int]":
    """Return (cell, symbol) of `b1=A`."""
    if len(word) == 4 and word[0] in "abcde" and word[1] in "12345" and word[2] == "=" and word[3] in LETTERS:
        return "12345".index(word[1]) * 5 + "abcde".index(word[0]), LETTERS.index(word[3])
    raise RuleError("An entry is written b1=A: column a to e, row 1 to 5, symbol A to F; not {}.".format(word))


def cell_text(cell: int) -> str:
    """Return the name of a cell, counted from 0 by rows: column a to e, row 1 to 5 from the top."""
    return "abcde"[cell % 5] + "12345"[cell // 5]


def sheet_text(sheet: "Sequence[int]") -> str:
    """Return the rows of a sheet, top first, between `/`: `AABBC/AABBC/DDBCC/D.EE./DFFEA`."""
    letters = EMPTY + LETTERS
    return "/".join(["".join([letters[symbol] for symbol in sheet[i : i + 5]]) for i in range(0, CELLS, 5)])


def read_sheet(text: str) -> bytearray:
    """Return the 25 cells of a sheet's text; RuleError if it is not five rows of five."""
    sheet = bytearray()
    for row in notation.parts(text, "/", 5, "A sheet"):
        if len(row) != 5 or not all([letter == EMPTY or letter in LETTERS for letter in row]):
            raise RuleError("A row of a sheet is five of A to F or a dot, not {}.".format(row))
        for letter in row:
            sheet.append(0 if letter == EMPTY else LETTERS.index(letter) + 1)
    return sheet


def line_points(line: "Sequence[int]", advanced: int = 0) -> int:
    """Return the points of five cells (CC7); in the advanced game a line without a run is -5 (CC11)."""
    total = 0
    run = 0
    before = 0
    for symbol in line:
        if symbol == before:
            run += 1
        else:
            if before:
                total += RUN_POINTS[run]
            run = 1
            before = symbol
    if before:
        total += RUN_POINTS[run]
    return total if total or not advanced else PENALTY


def rows(sheet: "Sequence[int]", advanced: int) -> "list[int]":
    """Return the points of the five rows, top first."""
    return [line_points(sheet[5 * i : 5 * i + 5], advanced) for i in range(5)]


def columns(sheet: "Sequence[int]", advanced: int) -> "list[int]":
    """Return the points of the five columns, from the left."""
    return [line_points([sheet[i + 5 * row] for row in range(5)], advanced) for i in range(5)]


def diagonal(sheet: "Sequence[int]") -> int:
    """Return the points of the line from the top right to the bottom left, once, in the advanced game (CC10)."""
    return line_points([sheet[4 + 4 * row] for row in range(5)], 1)


def diagonal_counted(sheet: "Sequence[int]", zero_once: bool) -> int:
    """Return what that line counts: twice its points, and twice -5 unless `zero_once` (CC10, CC-A5)."""
    return counted(diagonal(sheet), zero_once)


def counted(points: int, zero_once: bool) -> int:
    """Return what a diagonal of `points` counts: twice, but -5 once if `zero_once` (CC10, CC-A5)."""
    return points if points < 0 and zero_once else 2 * points


def solo_rank(total: int) -> str:
    """Return the rank of a solo player (CC9); below all of them, and below zero, the lowest (CC-A10)."""
    for least, rank in RANKS:
        if total >= least:
            return rank
    return LOWEST_RANK
