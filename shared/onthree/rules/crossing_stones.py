"""Crossing's stones: what they are worth (CX20, CX-A11), and how a pile of them is kept and written.

Stones are counted as (red, blue, yellow, white). A pile is the same in one int of 18 bits, red, blue, yellow 5 each
and white 3, red lowest: no colour has more stones than its bits hold, so piles are added and moved as they are.
"""

from onthree.compat import TYPE_CHECKING
from onthree.rules import notation

if TYPE_CHECKING:
    from collections.abc import Sequence

COLOURS = "RBYW"
STONES = (18, 18, 18, 6)  # CX1
UNIT = (1, 1 << 5, 1 << 10, 1 << 15)  # one stone of each colour in a pile


def points(stones: "Sequence[int]", scoring: str = "classic") -> "list[tuple[str, int]]":
    """Return what (red, blue, yellow, white) stones are worth as (name, points), CX20 or CX-A11."""
    red, blue, yellow, white = stones
    trios = min(red, blue, yellow)
    if scoring == "classic":
        return [("trios", 5 * trios), ("singles", red + blue + yellow - 3 * trios), ("white", 2 * white)]
    return [("red", 3 * red), ("blue", blue), ("yellow", 2 * yellow), ("trios", 4 * trios), ("white", white * white)]


def score(stones: "Sequence[int]", scoring: str = "classic") -> int:
    """Return the points of (red, blue, yellow, white) stones."""
    return sum(worth for _, worth in points(stones, scoring))


def counts(pile: int) -> "tuple[int, int, int, int]":
    """Return the (red, blue, yellow, white) stones of a pile."""
    return pile & 31, pile >> 5 & 31, pile >> 10 & 31, pile >> 15


def pile_text(stones: "Sequence[int]") -> str:
    """Return the notation of four counts, `2.0.1.0`."""
    return "{}.{}.{}.{}".format(*stones)


def read_pile(text: str) -> int:
    """Return the pile of a text as `pile_text` writes it; RuleError for more stones than there are."""
    numbers = notation.parts(text, ".", 4, "A pile (red.blue.yellow.white)")
    return sum(notation.number(numbers[i], 0, STONES[i], "A stone count") * UNIT[i] for i in range(4))
