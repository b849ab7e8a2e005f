"""Reveal: everybody chooses in secret, and all choices appear at once. For 2 to 6 players, as often as they like.

The option `pick` says from what: letters, answers (yes, no, maybe), hands (rock, paper, scissors, lizard, spock),
colours, cards (ace to 3) or directions, the first `count` of them; or a number from 0 to `highest`. A seat may choose
nothing. After a reveal the tally says how many chose what.

The state: how many reveals there were, and each seat's choice at the last one. Packed: 6 bytes and one a seat.

Actions: 1 is the first choice, 2 the second; with numbers 1 is 0, 2 is 1. Their text is the choice's name.

Position: `reveal/1 players=3 round=2 last=A,C,-`, then options that are not at their default. Round 0 is before the
first reveal.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import notation
from onthree.rules.game import NONE, Numbers, RuleError
from onthree.tools import tool

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "reveal"
MIN_PLAYERS = const(2)
MAX_PLAYERS = const(6)
OPTIONS = (
    ("pick", ("letters", "answers", "hands", "colours", "numbers", "cards", "directions")),
    ("count", Numbers(2, 12, 2)),  # how many of the names; of no meaning with numbers
    ("highest", Numbers(1, 99, 99)),  # only with numbers
)
_PICK = const(0)
_COUNT = const(1)
_HIGHEST = const(2)
_NAMES: "tuple[tuple[str, ...], ...]" = (
    ("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"),
    ("yes", "no", "maybe"),
    ("rock", "paper", "scissors", "lizard", "spock"),
    (
        "red", "blue", "yellow", "green", "white", "black",
        "orange", "purple", "pink", "brown", "grey", "gold",
    ),
    (),
    ("ace", "king", "queen", "jack", "10", "9", "8", "7", "6", "5", "4", "3"),
    ("north", "east", "south", "west", "NE", "SE", "SW", "NW"),
)  # fmt: skip


class Reveal(tool.Together):
    """The last reveal, and how many there were."""

    name = NAME
    least = MIN_PLAYERS
    spec = OPTIONS
    unbegun = "Nobody can have chosen before the first reveal."
    impossible = "Seat {} cannot choose that."

    def __init__(self, players: int, options: bytearray) -> None:
        super().__init__(players, options)
        self.last = bytearray(players)
        self.names = _NAMES[options[_PICK]]
        if self.names:
            self.choices = self.number(_COUNT)
            if self.choices > len(self.names):
                raise RuleError(
                    "There are only {} {}, not {}.".format(len(self.names), self.value(_PICK), self.choices)
                )
        else:
            self.choices = self.number(_HIGHEST) + 1
        self.highest = self.choices

    # -- what came of it -------------------------------------------------------------------------------
    def tally(self) -> "list[int]":
        """Return how many seats chose each thing at the last reveal, in the order of the things."""
        found = [0] * self.choices
        for action in self.last:
            if action != NONE:
                found[action - 1] += 1
        return found

    def events(self) -> "list[tuple[str, int, int, tuple[int, ...]]]":
        """Return ("chose", seat, action, (seats that chose it,)), or ("none", seat, NONE, (0,)), of every seat."""
        if not self._told:
            return []
        tally = self.tally()
        found: list[tuple[str, int, int, tuple[int, ...]]] = []
        for seat, one in enumerate(self.last):
            found.append(("chose", seat, one, (tally[one - 1],)) if one != NONE else ("none", seat, NONE, (0,)))
        return found

    # -- text and bytes --------------------------------------------------------------------------------
    def action_text(self, seat: int, action: int) -> str:
        """Return `-`, the name of a choice, or the number."""
        if action == NONE and seat >= 0:
            return "-"
        if seat < 0 or not 0 < action <= self.choices:
            raise tool.unknown(NAME, action)
        return self.names[action - 1] if self.names else str(action - 1)

    def parse_action(self, seat: int, text: str) -> int:
        """Return the choice that `text` names."""
        if seat < 0:
            raise RuleError("Nothing is drawn in a reveal.")
        if text == "-":
            return NONE
        if not self.names:
            return notation.number(text, 0, self.choices - 1, "A choice") + 1
        if text not in self.names[: self.choices]:
            raise RuleError("A choice is {}, not {}.".format(" or ".join(self.names[: self.choices]), text))
        return 1 + self.names.index(text)


def new(players: int, options: "Mapping[str, str] | None" = None) -> Reveal:
    """Return the state before the first reveal."""
    return tool.new(Reveal, players, options)


def from_position(text: str) -> Reveal:
    """Return the state of a position text."""
    return tool.from_position(Reveal, text)


def unpack(data: bytes) -> Reveal:
    """Return the state that `pack` wrote."""
    return tool.unpack(Reveal, data)
