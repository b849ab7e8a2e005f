"""Reveal: everybody chooses in secret, and all choices appear at once. For 2 to 6 players, as often as they like.

The option `pick` says from what: letters, answers (yes, no, maybe), hands (rock, paper, scissors, lizard, spock) or
colours, the first `count` of them; or a number from 0 to `highest`. A seat may choose nothing. After a reveal the
tally says how many chose what.

The state: how many reveals there were, and each seat's choice at the last one. Packed: 6 bytes and one a seat.

Actions: 1 is the first choice, 2 the second; with numbers 1 is 0, 2 is 1. Their text is the choice's name.

Position: `reveal/1 players=3 round=2 last=A,C,-`, then options that are not at their default. Round 0 is before the
first reveal.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import notation
from onthree.rules.game import NONE, SIMULTANEOUS, TERMINAL, Numbers, RuleError
from onthree.tools import tool

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAME = "reveal"
MIN_PLAYERS = const(2)
MAX_PLAYERS = const(6)
OPTIONS = (
    ("pick", ("letters", "answers", "hands", "colours", "numbers")),
    ("count", Numbers(2, 12, 2)),  # how many of the names; of no meaning with numbers
    ("highest", Numbers(1, 99, 99)),  # only with numbers
)
_PICK = const(0)
_COUNT = const(1)
_HIGHEST = const(2)
_NUMBERS = const(4)
_NAMES = (
    ("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"),
    ("yes", "no", "maybe"),
    ("rock", "paper", "scissors", "lizard", "spock"),
    (
        "red", "blue", "yellow", "green", "white", "black",
        "orange", "purple", "pink", "brown", "grey", "gold",
    ),
)  # fmt: skip


class Reveal(tool.Tool):
    """The last reveal, and how many there were."""

    name = NAME
    least = MIN_PLAYERS
    spec = OPTIONS

    def __init__(self, players: int, options: bytearray) -> None:
        super().__init__(players, options)
        self.last = bytearray(players)  # actions, NONE for no choice
        pick = options[_PICK]
        self.names: tuple[str, ...] = ()
        if pick == _NUMBERS:
            self.choices = self.number(_HIGHEST) + 1
        else:
            self.names = _NAMES[pick]
            self.choices = self.number(_COUNT)
            if self.choices > len(self.names):
                word = OPTIONS[_PICK][1][pick]
                raise RuleError("There are only {} {}, not {}.".format(len(self.names), word, self.choices))
        self._told = False

    # -- whose turn ------------------------------------------------------------------------------------
    def current(self) -> int:
        """Return SIMULTANEOUS, for ever."""
        return SIMULTANEOUS if self.count < tool.LAST else TERMINAL

    def actors(self) -> int:
        """Return all seats."""
        return self.everybody() if self.count < tool.LAST else 0

    def legal_actions(self, seat: int) -> "Sequence[int]":
        """Return every choice, and NONE."""
        return range(self.choices + 1) if 0 <= seat < self.players and self.actors() else ()

    # -- moving on -------------------------------------------------------------------------------------
    def chance_outcomes(self) -> "Sequence[int]":
        """Return nothing: nothing is drawn."""
        return ()

    def apply(self, action: int) -> None:
        """Refuse: nobody chooses alone."""
        raise RuleError("Everybody chooses at once.")

    def apply_joint(self, actions: "Sequence[int]") -> None:
        """Reveal one choice a seat."""
        if not self.actors():
            raise RuleError("There were {} reveals, that is enough.".format(tool.LAST))
        self.check_length(actions)
        for seat, action in enumerate(actions):
            if not 0 <= action <= self.choices:
                raise RuleError("Seat {} has {} things to choose from.".format(seat + 1, self.choices))
        for seat, action in enumerate(actions):
            self.last[seat] = action
        self.count += 1
        self._told = True

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

    def fields(self) -> str:
        """Return the round and the last choices."""
        words = [self.action_text(seat, action) for seat, action in enumerate(self.last)]
        return "round={} last={}".format(self.count, ",".join(words))

    def read(self, found: "dict[str, str]") -> None:
        """Read them."""
        self.count = notation.number(notation.take(found, "round"), 0, tool.LAST, "The round")
        words = notation.parts(notation.take(found, "last"), ",", self.players, "last")
        self.last = bytearray([self.parse_action(seat, word) for seat, word in enumerate(words)])
        self._check()

    def body(self) -> bytes:
        """Return the round in 2 bytes and a byte a seat."""
        return self.count.to_bytes(2, "little") + self.last

    def load(self, data: bytes) -> None:
        """Read them."""
        self.count = int.from_bytes(data[:2], "little")
        self.last = bytearray(data[2:])
        if len(self.last) != self.players or max(self.last) > self.choices or self.count > tool.LAST:
            raise IndexError
        self._check()

    def _check(self) -> None:
        if not self.count and max(self.last):
            raise RuleError("Nobody can have chosen before the first reveal.")


def new(players: int, options: "Mapping[str, str] | None" = None) -> Reveal:
    """Return the state before the first reveal."""
    return tool.new(Reveal, players, options)


def from_position(text: str) -> Reveal:
    """Return the state of a position text."""
    return tool.from_position(Reveal, text)


def unpack(data: bytes) -> Reveal:
    """Return the state that `pack` wrote."""
    return tool.unpack(Reveal, data)
