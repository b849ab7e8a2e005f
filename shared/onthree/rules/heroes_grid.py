"""The 3 by 3 around a Hero of Crossing Heroes: cells, edges, symbols, and when a Trial is complete (CH13 to CH16).

Cells are nw n ne w e sw s se, numbered 0 to 7 in this order; outer edges n1 n2 n3 w1 w2 w3 e1 e2 e3 s1 s2 s3,
numbered 0 to 11, from the left or from the top. A multiset of Skill symbols is one int: five bits a symbol, luck
lowest, so that the symbols of several cards are a sum; the fifth bit of each stays free for comparing.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules.game import RuleError
from onthree.rules.heroes_words import EDGES

if TYPE_CHECKING:
    from collections.abc import Sequence

EDGE_CELL = b"\x00\x01\x02\x00\x03\x05\x02\x04\x07\x05\x06\x07"  # the cell whose outer edge it is (CH13)
# The outer edges of each cell, two a cell, for a side cell the same twice.
_OUTER = b"\x00\x03\x01\x01\x02\x06\x04\x04\x07\x07\x05\x09\x0a\x0a\x08\x0b"
# The edges at both ends of a cell's column and row, four a cell (CH15).
_LINES = (
    b"\x00\x09\x03\x06\x01\x0a\x03\x06\x02\x0b\x03\x06\x00\x09\x04\x07"
    b"\x02\x0b\x04\x07\x00\x09\x05\x08\x01\x0a\x05\x08\x02\x0b\x05\x08"
)

SYMBOLS = "LESCW"  # luck, endurance, strength, cunning, wisdom
_FIELD = const(5)  # bits a symbol
_MOST = const(15)  # of one symbol in a multiset
_GUARDS = const(0x1084210)  # the fifth bit of each field


def symbols(text: str) -> int:
    """Return the multiset that letters such as `SSC` write; RuleError for another letter."""
    found = 0
    for letter in text:
        i = SYMBOLS.find(letter)
        if i < 0:
            raise RuleError("A Skill symbol is L, E, S, C or W, not {}.".format(letter))
        if (found >> _FIELD * i & 31) == _MOST:
            raise RuleError("Nothing here has more than {} equal symbols.".format(_MOST))
        found += 1 << _FIELD * i
    return found


def symbols_text(found: int) -> str:
    """Return the letters of a multiset, in the order of SYMBOLS."""
    return "".join(letter * (found >> _FIELD * i & _MOST) for i, letter in enumerate(SYMBOLS))


def count(found: int, symbol: int) -> int:
    """Return how many of one symbol, 0 for luck to 4 for wisdom, a multiset holds."""
    return found >> _FIELD * symbol & _MOST


def total(found: int) -> int:
    """Return how many symbols a multiset holds."""
    return (
        (found & _MOST) + (found >> 5 & _MOST) + (found >> 10 & _MOST) + (found >> 15 & _MOST) + (found >> 20 & _MOST)
    )


def contains(found: int, need: int) -> bool:
    """Return whether `found` has every symbol of `need`, as often as `need` has it (CH15)."""
    return (found + _GUARDS - need) & _GUARDS == _GUARDS


def around(cell: int, edges: "Sequence[int]") -> int:
    """Return the symbols that count for a cell: those on both ends of its row and of its column (CH15).

    `edges` has the multiset on each of the 12 edges, 0 where no Skill lies.
    """
    line = 4 * cell
    return edges[_LINES[line]] + edges[_LINES[line + 1]] + edges[_LINES[line + 2]] + edges[_LINES[line + 3]]


def complete(cells: "Sequence[int]", needs: "Sequence[int]", edges: "Sequence[int]") -> int:
    """Return the cells, as bits, whose Trial (a number from 1, or 0) is complete: `needs` has what each asks for."""
    lines = _LINES
    found = line = 0
    bit = 1
    for trial in cells:
        if trial:
            there = edges[lines[line]] + edges[lines[line + 1]] + edges[lines[line + 2]] + edges[lines[line + 3]]
            if (there + _GUARDS - needs[trial - 1]) & _GUARDS == _GUARDS:
                found |= bit
        bit <<= 1
        line += 4
    return found


def read_edges(text: str) -> "list[int]":
    """Return the multisets on the 12 edges that `w3=S n1=SC` writes; RuleError for no edge, or one twice."""
    edges = [0] * len(EDGES)
    for word in text.split():
        name, equals, letters = word.partition("=")
        if not equals or name not in EDGES or not letters:
            raise RuleError("A Skill on an edge is written as in n1=SC, not {}.".format(word))
        edge = EDGES.index(name)
        if edges[edge]:
            raise RuleError("There is one Skill on an edge, and {} has two.".format(name))
        edges[edge] = symbols(letters)
    return edges


def free_edges(cells: "Sequence[int]", edges: "Sequence[int]") -> "list[int]":
    """Return the edges that a Skill can go to: their Trial is there and no Skill is (CH13)."""
    return [edge for edge, cell in enumerate(EDGE_CELL) if cells[cell] and not edges[edge]]


def strays(cells: "Sequence[int]", edges: "Sequence[int]") -> bool:
    """Return whether a Skill lies beside a cell without a Trial (CH13)."""
    for cell in range(8):
        if not cells[cell] and (edges[_OUTER[2 * cell]] or edges[_OUTER[2 * cell + 1]]):
            return True
    return False


def empty_columns(row_a: "Sequence[object]", row_b: "Sequence[object]") -> int:
    """Return how many of the five columns of Skills are empty in both rows; two or more are refilled (CH12)."""
    return sum(1 for column in range(5) if not row_a[column] and not row_b[column])
