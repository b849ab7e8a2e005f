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
    for pile in range(piles):
        if _NAMES[pile] == text:
            return pile
    return -1


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
        later = 0
        for j in range(i + 1, len(walk)):
            if walk[j] == drop:
                later += 1
        if count_of(pieces[drop >> 2], drop & 3) - later == 2 and (each_drop or not later):
            found |= 1 << (drop & 3)
    return found


# -- text -------------------------------------------------------------------------------------------------
def colour_name(players: int, colour: int) -> str:
    """Return the colour's letter: its seat's number, or N for the neutral one (CR4)."""
    return "N" if players == 3 and colour == 3 else str(colour + 1)


def find_colour(players: int, text: str) -> int:
    """Return the colour that a letter names; -1 if it does not play."""
    for colour in range(2 if players == 2 else 4):
        if colour_name(players, colour) == text:
            return colour
    return -1


def pieces_text(players: int, pieces: int) -> str:
    """Return pieces as their letters in order, `112N`; `-` for none."""
    if not pieces:
        return "-"
    text = ""
    for colour in range(4):
        text += colour_name(players, colour) * count_of(pieces, colour)
    return text


def read_pieces(players: int, text: str) -> int:
    """Return the pieces that `pieces_text` writes; RuleError if it does not."""
    if text == "-":
        return 0
    letters = "12" if players == 2 else "123N" if players == 3 else "1234"
    pieces = last = 0
    for letter in text:
        colour = letters.find(letter)
        if colour < 0 or count_of(pieces, colour) == PIECES:
            raise RuleError("There cannot be the playing pieces {}.".format(text))
        if colour < last:
            raise RuleError("Playing pieces are written in the order of their seats, - for none, not {}.".format(text))
        last = colour
        pieces += 1 << 2 * colour
    return pieces


def rows_text(words: "Sequence[str]") -> str:
    """Return one word a pile as rows between `/`, piles between `,`."""
    return "/".join(",".join(words[i : i + COLUMNS]) for i in range(0, len(words), COLUMNS))


def read_rows(text: str, piles: int, what: str) -> "list[str]":
    """Return the words that `rows_text` writes, as many as there are piles; `what` names the field."""
    words: list[str] = []
    for row in notation.parts(text, "/", piles // COLUMNS, what):
        words.extend(notation.parts(row, ",", COLUMNS, what))
    return words


def drop_text(players: int, drop: int) -> str:
    """Return a step of a walk: `b1=2`."""
    return _NAMES[drop >> 2] + "=" + colour_name(players, drop & 3)


def read_drop(players: int, text: str) -> int:
    """Return the step that `drop_text` writes, or -1."""
    place, equals, letter = text.partition("=")
    pile = find(place, pile_count(players))
    colour = find_colour(players, letter)
    return pile << 2 | colour if equals and pile >= 0 and colour >= 0 else -1


def walk_text(players: int, walk: "Sequence[int]") -> str:
    """Return a walk without blanks, for a position: `a1:b1=2,b2=1`."""
    return _NAMES[walk[0] >> 2] + ":" + ",".join(drop_text(players, drop) for drop in walk[1:])


def read_walk(players: int, text: str) -> bytearray:
    """Return the walk that `walk_text` writes, or a person with blanks (`a1: b1=2 b2=1`); RuleError if no walk is so.

    Its steps are legal ones (CR10, CR11); whether the pieces are there to be dropped is for the game to say.
    """
    place, colon, rest = text.partition(":")
    start = find(place, pile_count(players))
    if not colon or start < 0:
        raise RuleError("A walk is written like a1: b1=2 b2=1, not {}.".format(text))
    walk = bytearray([start << 2])
    for word in rest.replace(",", " ").split():
        drop = read_drop(players, word)
        if drop < 0:
            raise RuleError("There is no step {} in this game.".format(word))
        walk.append(drop)
    check_steps(players, walk)
    return walk


def check_steps(players: int, walk: "Sequence[int]") -> None:
    """Raise RuleError unless every step goes to a pile beside and not straight back (CR10, CR11)."""
    before = -1
    at = walk[0] >> 2
    for drop in walk[1:]:
        to = drop >> 2
        if at >= pile_count(players) or to not in beside(pile_count(players), at, before):
            raise RuleError("A walk cannot go on from {} to pile {}.".format(_NAMES[min(at, 8)], to + 1))
        before = at
        at = to
