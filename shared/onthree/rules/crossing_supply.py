"""Crossing's bag, its mushrooms, and how stones come from one to the other (CX5, CX16, CX17).

The functions need no game around them: a table with real stones asks them how many stones each mushroom gets.
`Supply` is the part of a position that they work on.
"""

from onthree.compat import TYPE_CHECKING
from onthree.rules.crossing_stones import STONES
from onthree.rules.game import State

if TYPE_CHECKING:
    from collections.abc import Sequence

SHORTAGES = ("distributor", "round_robin", "in_order")  # CX-A2
OPEN = 3  # what is due to a mushroom as long as the distributor has not said


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


class Supply(State):
    """The piles, the bag, and the draws that are to come. Mushroom i is pile i, from 1 to players - 1."""

    def __init__(self, players: int) -> None:
        """Begin with all stones in the bag and nothing due."""
        self.players = players
        self.piles = [0] * 18
        self.bag = list(STONES)
        self.plan = bytearray(10)  # the mushrooms that the coming draws go to, the next one last
        self.coming = 0  # how many of them are left
        self._given = bytearray(5)  # what the distributor gave in this split
        self._asked = -1  # the mushroom it is asked for, from 0; -1 when there is no split

    def plan_refill(self, shortage: int) -> bool:
        """Plan the draws after a turn, or return True when the distributor must split what is left (CX16, CX17).

        `shortage` is an index into SHORTAGES. Nothing comes when the bag is empty.
        """
        plan = self.plan
        piles = self.piles
        coming = 0
        for mushroom in range(self.players - 1, 0, -1):
            plan[coming] = mushroom
            coming += 1
            if not piles[mushroom]:
                plan[coming] = mushroom
                coming += 1
        left = sum(self.bag)
        if coming <= left:
            self.coming = coming
        elif shortage:
            self.draw_for(share(self.needs(), left, SHORTAGES[shortage]))
        elif left:
            self._asked = 0
            return self.ask()
        return False

    def needs(self) -> "list[int]":
        """Return how many stones each mushroom would get now."""
        return need(self.piles[1 : self.players])

    def draw_for(self, due: "Sequence[int]") -> None:
        """Plan the draws: onto the mushrooms in order, `due` stones each."""
        coming = 0
        for mushroom in range(self.players - 1, 0, -1):
            for _ in range(due[mushroom - 1]):
                self.plan[coming] = mushroom
                coming += 1
        self.coming = coming

    def due(self) -> "list[int]":
        """Return how many stones each mushroom is still to get; OPEN where the distributor has not said."""
        if self._asked >= 0:
            return [self._given[i] if i < self._asked else OPEN for i in range(self.players - 1)]
        due = [0] * (self.players - 1)
        for i in range(self.coming):
            due[self.plan[i] - 1] += 1
        return due

    # -- the distributor splits ------------------------------------------------------------------------
    def give_range(self) -> "tuple[int, int]":
        """Return the least and the most that the distributor can give the mushroom it is asked for."""
        left = sum(self.bag) - sum(self._given[: self._asked])
        return give_range(self.needs(), self._asked, left)

    def give(self, stones: int) -> None:
        """Note what the distributor gives to the mushroom it is asked for; not checked here."""
        self._given[self._asked] = stones
        self._asked += 1

    def ask(self) -> bool:
        """Go on to the next mushroom for which the distributor has a choice; without one plan the draws."""
        while self._asked < self.players - 1:
            low, high = self.give_range()
            if low < high:
                return True
            self.give(low)
        self._asked = -1
        self.draw_for(self._given)
        return False

    def split_from(self, given: "Sequence[int]") -> None:
        """Set up a split in which the first mushrooms have been given to."""
        self._asked = 0
        for stones in given:
            self.give(stones)
