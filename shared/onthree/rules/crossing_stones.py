"""What Crossing's stones are worth and where they go, without a game around them.

The score pad and the refill helper of a table that plays with real stones need no more than this. Stones are
counted as (red, blue, yellow, white). A pile is the same in one int of 18 bits, red, blue, yellow 5 each and white
3, red lowest: no colour has more stones than its bits hold, so piles are added and moved as they are.
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


def need(totals: "Sequence[int]") -> "list[int]":
    """Return how many stones each mushroom gets in a refill, from how many it holds (CX16)."""
    return [1 if total else 2 for total in totals]


def share(needs: "Sequence[int]", left: int, shortage: str) -> "list[int]":
    """Return how `left` stones are spread when they are fewer than needed, without asking anybody (CX-A2)."""
    given = [0] * len(needs)
    for step in (1, 2) if shortage == "round_robin" else (2,):
        for i, most in enumerate(needs):
            more = min(most, step) - given[i]
            if more > left:
                more = left
            if more > 0:
                given[i] += more
                left -= more
    return given


def give_range(needs: "Sequence[int]", at: int, left: int) -> "tuple[int, int]":
    """Return the least and the most that mushroom `at` may get of `left` stones, which must all be placed (CX17)."""
    later = sum(needs[at + 1 :])
    return max(0, left - later), min(needs[at], left)


def turn_limit(players: int, immediate: bool) -> int:
    """Return the number of the latest turn a game can have: every refill takes a stone a mushroom at least."""
    mushrooms = players - 1
    return (sum(STONES) - 2 * mushrooms) // mushrooms + (0 if immediate else 1)


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
