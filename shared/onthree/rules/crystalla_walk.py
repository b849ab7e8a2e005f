"""Crystalla's piles and walks: who stands next to whom, which steps are legal, whose crystal a walk makes.

Piles are numbered by rows, three in a row: a1 b1 c1 are 0 1 2, a2 is 3; with two players there are six, else nine.
The pieces on a pile, or in a hand, are one byte: two bits a colour, that of seat 1 lowest. With three players the
fourth colour is the neutral one, `N` in text. A walk is a list of bytes: the pile it starts from times 4, then for
each step the pile times 4 plus the colour dropped there.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import notation
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

COLUMNS = const(3)
PIECES = const(3)  # of a colour (CR1)
_A = const(0x61)  # letters in text
_ONE = const(0x31)
_NEUTRAL = const(0x4E)  # N
_EQUALS = const(0x3D)
_NAMES = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
# The neighbours of each pile of six and of nine (CR11: no diagonal).
_BESIDE6 = ((1, 3), (0, 2, 4), (1, 5), (0, 4), (1, 3, 5), (2, 4))
_BESIDE = ((1, 3), (0, 2, 4), (1, 5), (0, 4, 6), (1, 3, 5, 7), (2, 4, 8), (3, 7), (4, 6, 8), (5, 7))


def pile_count(players: int) -> int:
    """Return how many piles there are (CR3 to CR5)."""
    return 6 if players == 2 else 9


def name(pile: int) -> str:
    """Return the name of a pile: `b2`."""
    return _NAMES[pile]


def find(text: str, piles: int = 9) -> int:
    """Return the number of the pile that `text` names, or -1."""
    return _pile(notation.raw(text), piles)


def _pile(word: bytes, piles: int) -> int:
    if len(word) != 2:
        return -1
    column = word[0] - _A
    pile = column + COLUMNS * (word[1] - _ONE)
    return pile if 0 <= column < COLUMNS and 0 <= pile < piles else -1


def beside(piles: int, at: int, before: int) -> "list[int]":
    """Return where a walk may go from pile `at`, ascending; not back to `before`, its last pile or -1 (CR10, CR11)."""
    return [pile for pile in (_BESIDE[at] if piles == 9 else _BESIDE6[at]) if pile != before]


def count_of(pieces: int, colour: int) -> int:
    """Return how many of `colour` are among `pieces`."""
    return pieces >> 2 * colour & 3


def how_many(pieces: int) -> int:
    """Return how many pieces these are."""
    return (pieces & 3) + (pieces >> 2 & 3) + (pieces >> 4 & 3) + (pieces >> 6)


def pairs(pieces: "Sequence[int]", walk: "Sequence[int]", each_drop: bool) -> int:
    """Return the colours, as bits, of which `walk` brought together exactly two on a pile (CR15, CR16, CR-A6).

    `pieces` are the piles after it. Counted when the walk is over, or with `each_drop` after every single drop, so
    that a third piece of the colour comes too late to spoil it. The neutral colour is counted like any other.
    """
    found = 0
    for i in range(len(walk) - 1, 0, -1):
        drop = walk[i]
        later = 0  # counted without a copy: a pod asks this at every step of its cursor
        for j in range(i + 1, len(walk)):
            if walk[j] == drop:
                later += 1
        if count_of(pieces[drop >> 2], drop & 3) - later == 2 and (each_drop or not later):
            found |= 1 << (drop & 3)
    return found


# -- text -------------------------------------------------------------------------------------------------
def colour_name(players: int, colour: int) -> str:
    """Return the colour's letter: its seat's number, or N for the neutral one (CR4)."""
    return "N" if players == 3 and colour == 3 else "1234"[colour]


def _colour(players: int, letter: int) -> int:
    """Return the colour that a letter names; -1 if it does not play."""
    if letter == _NEUTRAL:
        return 3 if players == 3 else -1
    return letter - _ONE if _ONE <= letter < _ONE + players else -1


def pieces_text(players: int, pieces: int) -> str:
    """Return pieces as their letters in order, `112N`; `-` for none."""
    if not pieces:
        return "-"
    text = ""
    for colour in range(4):
        text += colour_name(players, colour) * count_of(pieces, colour)
    return text


def read_pieces(players: int, word: bytes) -> int:
    """Return the pieces that `pieces_text` writes; RuleError if it does not."""
    if word == b"-":
        return 0
    pieces = last = 0
    for letter in word:
        colour = _colour(players, letter)
        if colour < 0 or pieces >> 2 * colour & 3 == PIECES:
            raise RuleError("There cannot be the playing pieces {}.".format(word.decode()))
        if colour < last:
            pieces = 0
            break
        last = colour
        pieces += 1 << 2 * colour
    if not pieces:
        what = "Playing pieces are written in the order of their seats, - for none, not {}."
        raise RuleError(what.format(word.decode()))
    return pieces


def rows_text(words: "Sequence[str]") -> str:
    """Return one word a pile as rows between `/`, piles between `,`."""
    return "/".join(",".join(words[i : i + COLUMNS]) for i in range(0, len(words), COLUMNS))


def read_rows(raw: bytes, piles: int, what: str) -> "list[bytes]":
    """Return the words that `rows_text` writes, as many as there are piles; `what` names the field."""
    rows = [row.split(b",") for row in raw.split(b"/")]
    count = piles // COLUMNS
    if [len(row) for row in rows] != [COLUMNS] * count:
        wrong = "{} is {} rows between /, each 3 piles between commas, not {}."
        raise RuleError(wrong.format(what, count, raw.decode()))
    return [word for row in rows for word in row]


def drop_text(players: int, drop: int) -> str:
    """Return a step of a walk: `b1=2`."""
    return _NAMES[drop >> 2] + "=" + colour_name(players, drop & 3)


def read_drop(players: int, word: bytes) -> int:
    """Return the step that `drop_text` writes, or -1."""
    if len(word) != 4 or word[2] != _EQUALS:
        return -1
    pile = _pile(word[:2], pile_count(players))
    colour = _colour(players, word[3])
    return pile << 2 | colour if pile >= 0 and colour >= 0 else -1


def walk_text(players: int, walk: "Sequence[int]") -> str:
    """Return a walk without blanks, for a position: `a1:b1=2,b2=1`."""
    return _NAMES[walk[0] >> 2] + ":" + ",".join(drop_text(players, drop) for drop in walk[1:])


def read_walk(players: int, raw: bytes) -> bytearray:
    """Return the walk that `walk_text` writes, or a person with blanks (`a1: b1=2 b2=1`); RuleError if no walk is so.

    Its steps are legal ones (CR10, CR11); whether the pieces are there to be dropped is for the game to say.
    """
    place, colon, rest = raw.partition(b":")
    start = _pile(place, pile_count(players))
    if not colon or start < 0:
        raise RuleError("A walk is written like a1: b1=2 b2=1, not {}.".format(raw.decode()))
    walk = bytearray([start << 2])
    for word in rest.strip().replace(b" ", b",").split(b",") if rest else ():
        drop = read_drop(players, word)
        if drop < 0:
            raise RuleError("There is no step {} in this game.".format(word.decode()))
        walk.append(drop)
    check_steps(players, walk)
    return walk


def check_steps(players: int, walk: "Sequence[int]") -> None:
    """Raise RuleError unless every step goes to a pile beside and not straight back (CR10, CR11)."""
    steps = _BESIDE6 if players == 2 else _BESIDE
    before = -1
    at = walk[0] >> 2
    for i in range(1, len(walk)):
        to = walk[i] >> 2
        if at >= len(steps) or to == before or to not in steps[at]:
            raise RuleError("A walk cannot go on from {} to pile {}.".format(_NAMES[min(at, 8)], to + 1))
        before = at
        at = to
