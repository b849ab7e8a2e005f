"""A display of Crystalla: where cards and crystals go, what adjoins, and what it all is worth.

A display is 4 columns and 3 rows of cells, numbered by rows from the top left; a card falls to the lowest free cell of
its column (CR18). A cell is one byte, 0 while it is empty: the crystal on the large segment (1 to 7) times 32, that on
the small one times 4, and the corner of the large one (0 nw, 1 ne, 2 se, 3 sw). What crystal pieces lie on is one
24-bit number: bit 2 * cell for the large segment, the next bit for the small one. Segments are numbered the same way.

What adjoins is an assumption (CR-A1), for the rulebook has no picture of the cards: a card is cut along a diagonal,
each segment owns the two card edges that meet at its corner, and the small segment's corner is opposite the large
one's. Two segments adjoin when they share an edge of two cards, or (CR-A4, an option) are the two of one card; touching
at a point is nothing. An emerald flower is four emerald segments around one inner point of the grid (CR-A2). Whoever
sees it otherwise on the cards enters ruby and emerald flowers by hand (options `ruby_model` and `emerald_model`).
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import notation
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

    Counts = tuple[int, int, int, int, int, tuple[int, ...], int]

CELLS = const(12)
COLUMNS = const(4)
SEGMENTS = const(24)
LETTERS = "TARECDH"
_BOTH = b" TARECDHtarecdh"  # where a letter stands: the crystal, 7 more if it is a piece that was laid
# Which crystal, 1 to 7, a letter is: A is at 1, T at 20, other letters are none.
_CRYSTAL = b"\x00\x02\x00\x05\x06\x04\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x01"
_COMMA = const(0x2C)
_SLASH = const(0x2F)
_NONE = const(0x2D)  # a hyphen
_ONE = const(0x31)
_CAPITAL = const(0x40)  # what is more than this in a capital letter says which it is
_LAID = const(0x20)  # and this is in a small letter, too: a piece that was laid
CRYSTALS = ("tourmaline", "amethyst", "ruby", "emerald", "citrine", "diamond", "hematite")
CORNERS = ("nw", "ne", "se", "sw")
TOURMALINE = (0, 1, 3, 6, 10, 15, 21, 28)  # CR26, by number of segments, 7 and more alike
DIAMOND = (0, 0, 1, 2, 5, 25, 30, 35)  # CR31, by size of a group, 7 and more alike; as printed (CR-A10)
_RUBY = const(3)
_EMERALD = const(4)
_CITRINE = const(5)
_DIAMOND = const(6)
_HEMATITE = const(7)


# -- cards and crystal pieces -----------------------------------------------------------------------------
def landing(cells: "Sequence[int]", column: int) -> int:
    """Return the lowest free cell of a column, or -1 when it is full (CR18)."""
    cell = 8 + column
    while cell >= 0 and cells[cell]:
        cell -= COLUMNS
    return cell


def crystal(cell: int, segment: int) -> int:
    """Return the crystal (1 to 7) on segment `segment` of a cell's byte: even the large one, odd the small one."""
    return cell >> 2 & 7 if segment & 1 else cell >> 5


def card_count(cells: "Sequence[int]") -> int:
    """Return how many cards a display has."""
    return CELLS - list(cells).count(0)


def coverable(cells: "Sequence[int]", covered: int, piece: int) -> "list[int]":
    """Return the cells where a crystal piece (0 to 6 large, 7 to 13 small) may lie, ascending.

    On a segment of its shape that no piece covers and that shows another crystal (CR23).
    """
    small, kind = divmod(piece, 7)
    kind += 1
    return [
        cell
        for cell in range(CELLS)
        if cells[cell] and crystal(cells[cell], small) != kind and not covered >> (2 * cell + small) & 1
    ]


def lay(cell: int, piece: int) -> int:
    """Return a cell's byte with a crystal piece on it (CR25: it replaces what it covers)."""
    if piece < 7:
        return cell & 0x1F | (piece + 1) << 5
    return cell & 0xE3 | (piece - 6) << 2


# -- what adjoins -----------------------------------------------------------------------------------------
# Which segment (0 large, 1 small) owns an edge: for north, east, south, west, by the corner of the large one (CR-A1).
_OWNER = b"\x00\x00\x01\x01\x01\x00\x00\x01\x01\x01\x00\x00\x00\x01\x01\x00"


def adjoining(cells: "Sequence[int]", same_card: bool) -> "list[int]":
    """Return for each segment the segments of the same crystal that adjoin it, as bits."""
    beside = [0] * SEGMENTS
    for cell in range(CELLS):
        here = cells[cell]
        if not here:
            continue
        if same_card and here >> 5 == here >> 2 & 7:
            _join(beside, 2 * cell, 2 * cell + 1)
        if cell & 3 != 3 and cells[cell + 1]:
            _compare(
                beside, cells, 2 * cell + _OWNER[4 + (here & 3)], 2 * cell + 2 + _OWNER[12 + (cells[cell + 1] & 3)]
            )
        if cell < 8:
            _compare(beside, cells, 2 * cell + _OWNER[8 + (here & 3)], 2 * cell + 8 + _OWNER[cells[cell + 4] & 3])
    return beside


def _compare(beside: "list[int]", cells: "Sequence[int]", one: int, other: int) -> None:
    if crystal(cells[one >> 1], one) == crystal(cells[other >> 1], other):
        _join(beside, one, other)


def _join(beside: "list[int]", one: int, other: int) -> None:
    beside[one] |= 1 << other
    beside[other] |= 1 << one


def _segments(cells: "Sequence[int]") -> "list[int]":
    """Return for each crystal, 1 to 7, its segments as bits; what is at 0 means nothing."""
    found = [0] * 8
    bit = 1
    for cell in cells:
        found[cell >> 5] |= bit
        found[cell >> 2 & 7] |= bit << 1
        bit <<= 2
    return found


def _groups(left: int, beside: "Sequence[int]") -> "list[int]":
    """Return the connected groups among the segments `left`, each as bits."""
    found = []
    while left:
        group = 0
        edge = left & -left
        while edge:
            group |= edge
            reached = 0
            segment = 0
            while edge:
                if edge & 1:
                    reached |= beside[segment]
                edge >>= 1
                segment += 1
            edge = reached & ~group
        found.append(group)
        left &= ~group
    return found


def size_of(bits: int) -> int:
    """Return how many segments `bits` are."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def _most_pairs(left: int, beside: "Sequence[int]") -> int:
    """Return the largest number of disjoint adjoining pairs among the segments `left` (CR-A3).

    A segment with a single neighbour is best paired with it; else all ways of one segment are tried, until there is
    no better: a segment has three neighbours at most, so this is quick.
    """
    most = size_of(left) >> 1
    if most < 1:
        return 0
    choice = -1
    for segment in range(SEGMENTS):
        if left >> segment & 1:
            near = beside[segment] & left
            if near and not near & (near - 1):
                return 1 + _most_pairs(left & ~(near | 1 << segment), beside)
            if near and choice < 0:
                choice = segment
    if choice < 0:
        return 0
    left &= ~(1 << choice)
    near = beside[choice] & left
    best = 0
    while near and best < most:
        other = near & -near
        near &= ~other
        best = max(best, 1 + _most_pairs(left & ~other, beside))
    return best if best == most else max(best, _most_pairs(left, beside))


def emerald_flowers(cells: "Sequence[int]") -> int:
    """Return how many inner points of the grid have four emerald segments around them (CR29, CR-A2)."""
    flowers = 0
    for cell in (0, 1, 2, 4, 5, 6):  # the upper left of the four cards around a point
        flowers += (
            _at_corner(cells[cell], 2) == _EMERALD
            and _at_corner(cells[cell + 1], 3) == _EMERALD
            and _at_corner(cells[cell + 5], 0) == _EMERALD
            and _at_corner(cells[cell + 4], 1) == _EMERALD
        )
    return flowers


def _at_corner(cell: int, corner: int) -> int:
    """Return the crystal of the segment whose corner this is, 0 if the card is cut through it."""
    if cell & 3 == corner:
        return cell >> 5
    return cell >> 2 & 7 if cell & 3 == corner ^ 2 else 0


def ruby_flowers(rubies: int, beside: "Sequence[int]", model: str) -> int:
    """Return the ruby flowers (CR28): most disjoint pairs with model `pairs`, shared edges with `edges` (CR-A3)."""
    if model == "edges":
        return sum([size_of(beside[segment]) for segment in range(SEGMENTS) if rubies >> segment & 1]) // 2
    return sum([_most_pairs(group, beside) for group in _groups(rubies, beside)])


def counts(cells: "Sequence[int]", ruby_model: str = "pairs", same_card: bool = True) -> "Counts":
    """Return what a display has, as it is entered on a score pad.

    (tourmaline segments, amethyst segments, ruby flowers, emerald flowers, citrine groups, sizes of the diamond
    groups, hematite segments), by the assumption at the top.
    """
    beside = adjoining(cells, same_card)
    found = _segments(cells)
    diamonds = sorted([-size_of(group) for group in _groups(found[_DIAMOND], beside)])
    return (
        size_of(found[1]),
        size_of(found[2]),
        ruby_flowers(found[_RUBY], beside, ruby_model),
        emerald_flowers(cells) if size_of(found[_EMERALD]) >= 4 else 0,
        len(_groups(found[_CITRINE], beside)),
        tuple([-size for size in diamonds]),
        size_of(found[_HEMATITE]),
    )


# -- points -----------------------------------------------------------------------------------------------
def points(found: "Counts", poison: int, diamond: "Sequence[int]" = DIAMOND) -> "list[tuple[str, int]]":
    """Return the points of a display by crystal (CR26 to CR32); `poison` is the others' hematite segments."""
    worth = (
        TOURMALINE[min(found[0], 7)],
        found[1] // 2 * 7,
        found[2] * 10,
        found[3] * 23,
        found[4] * 3,
        sum([diamond[min(size, 7)] for size in found[5]]),
        poison * 2,
    )
    return list(zip(CRYSTALS, worth))


# -- text -------------------------------------------------------------------------------------------------
def display_text(cells: "Sequence[int]", covered: int) -> str:
    """Return a display as its rows, top first: `-,-,-,-/-,TA2,-,-/CD1,Ee3,-,-`."""
    text = bytearray()
    cell = 0
    for here in cells:
        if cell:
            text.append(_COMMA if cell & 3 else _SLASH)
        if here:
            text.append(_BOTH[(here >> 5) + (7 if covered & 1 else 0)])
            text.append(_BOTH[(here >> 2 & 7) + (7 if covered & 2 else 0)])
            text.append(_ONE + (here & 3))
        else:
            text.append(_NONE)
        covered >>= 2
        cell += 1
    return bytes(text).decode()


def read_display(text: str) -> "tuple[bytearray, int]":
    """Return the cells and what is covered of a display that `display_text` writes; RuleError for anything else."""
    cells, covered = read_cells(notation.raw(text))
    check_display(cells, covered)
    return cells, covered


def read_cells(raw: bytes) -> "tuple[bytearray, int]":
    """Return the same of the bytes of a text whose cards may still hang in the air; see `check_display`."""
    cells = bytearray(CELLS)
    covered = 0
    crystals = _CRYSTAL
    try:
        rows = [row.split(b",") for row in raw.split(b"/")]
        if [len(row) for row in rows] != [COLUMNS] * 3:
            raise ValueError
        cell = 0
        for row in rows:
            for word in row:
                if word != b"-":
                    large, small, corner = word
                    if (large | small) & _LAID:
                        covered |= (large >> 5 & 1 | small >> 4 & 2) << 2 * cell
                        large &= ~_LAID
                        small &= ~_LAID
                    large = crystals[large ^ _CAPITAL]
                    small = crystals[small ^ _CAPITAL]
                    if not large or not small or not _ONE <= corner <= _ONE + 3:
                        raise ValueError
                    cells[cell] = large << 5 | small << 2 | corner - _ONE
                cell += 1
    except (ValueError, IndexError):
        what = "A display is 3 rows between /, each 4 cards written like TA2 with {} and 1 to 4, not {}."
        raise RuleError(what.format(LETTERS, raw.decode()))
    return cells, covered


def check_display(cells: "Sequence[int]", covered: int) -> None:
    """Raise RuleError if a card hangs in the air, a byte is no card, or a crystal piece lies on nothing."""
    left = covered
    for cell in range(CELLS):
        here = cells[cell]
        if not here:
            if left & 3:
                raise RuleError("A crystal piece lies on a card.")
        elif here < 36 or not here & 28:
            raise RuleError("A display has a card that does not exist.")
        elif cell < 8 and not cells[cell + 4]:
            raise RuleError("A card lies as far down in its column as it can.")
        left >>= 2
    if left:
        raise RuleError("A crystal piece lies on a card.")
