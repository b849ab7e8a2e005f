"""Buzzer: who pressed first? For 2 to 6 players, as often as they like.

After "go" every seat's first press counts, by the microseconds since go. The device stamps presses to the microsecond,
but two of them closer than SIMULTANEOUS_US cannot honestly be told apart: all that pressed less than that after the
first one have tied for the first place, and so on for the next places. A press before go is a false start: that seat
is out of this round. Who does not press within ten minutes has not pressed.

The state: how many rounds there were, and each seat's press in the last one. Packed: 3 bytes and four a seat.

Actions: 1 is a false start, `early`; 2 + t is a press t microseconds after go, `12340us`; NONE did not press.

Position: `buzzer/1 players=3 round=2 last=early,81250us,-`. Round 0 is before the first.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules.game import NONE, RuleError
from onthree.tools import tool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onthree.rules.game import Options

NAME = "buzzer"
MIN_PLAYERS = const(2)
MAX_PLAYERS = const(6)
OPTIONS: "Options" = ()

EARLY = const(1)
PRESS = const(2)  # + microseconds after go
LONGEST_US = const(600_000_000)
SIMULTANEOUS_US = const(150)  # as device/buttons.py; the tests compare


class Buzzer(tool.Together):
    """The last round, and how many there were."""

    name = NAME
    least = MIN_PLAYERS
    size = 4
    highest = PRESS + LONGEST_US  # legal_actions() is everything that a stopwatch can show: a range, too long to list
    unbegun = "Nobody can have pressed before the first round."
    impossible = "Seat {} cannot have pressed then."

    def __init__(self, players: int, options: bytearray) -> None:
        super().__init__(players, options)
        self.last = [NONE] * players

    # -- what came of it -------------------------------------------------------------------------------
    def presses(self) -> "list[tuple[int, int, int]]":
        """Return (place, seat, microseconds after the first press) of all valid presses of the last round, in order.

        Places are shared by presses less than SIMULTANEOUS_US after the first of their place: 1 1 3.
        """
        order = sorted([(action, seat) for seat, action in enumerate(self.last) if action >= PRESS])
        found: list[tuple[int, int, int]] = []
        place = leader = 0
        for i, (action, seat) in enumerate(order):
            if not i or action - leader >= SIMULTANEOUS_US:
                place = i + 1
                leader = action
            found.append((place, seat, action - order[0][0]))
        return found

    def events(self) -> "list[tuple[str, int, int, tuple[int, ...]]]":
        """Return ("pressed", seat, action, (place, microseconds after the first)), then ("early", seat, EARLY, ())."""
        if not self._told:
            return []
        last = self.last
        found: list[tuple[str, int, int, tuple[int, ...]]] = []
        for place, seat, late in self.presses():
            found.append(("pressed", seat, last[seat], (place, late)))
        return found + [("early", seat, EARLY, ()) for seat, action in enumerate(last) if action == EARLY]

    # -- text and bytes --------------------------------------------------------------------------------
    def action_text(self, seat: int, action: int) -> str:
        """Return `-`, `early` or the microseconds after go, `12340us`."""
        if seat < 0 or not 0 <= action <= self.highest:
            raise tool.unknown(NAME, action)
        return "-" if action == NONE else "early" if action == EARLY else "{}us".format(action - PRESS)

    def parse_action(self, seat: int, text: str) -> int:
        """Return the press that `text` names."""
        if seat < 0:
            raise RuleError("Nothing is drawn for a buzzer.")
        if text in ("-", "early"):
            return EARLY if text == "early" else NONE
        digits = text[:-2]
        if text[-2:] != "us" or not 0 < len(digits) <= 9 or not all([c in "0123456789" for c in digits]):
            raise RuleError("A press is written early or 12340us, not {}.".format(text))
        if str(int(digits)) != digits or int(digits) > LONGEST_US:
            raise RuleError("A press is at most {} us after go, not {}.".format(LONGEST_US, text))
        return PRESS + int(digits)


def new(players: int, options: "Mapping[str, str] | None" = None) -> Buzzer:
    """Return the state before the first round."""
    return tool.new(Buzzer, players, options)


def from_position(text: str) -> Buzzer:
    """Return the state of a position text."""
    return tool.from_position(Buzzer, text)


def unpack(data: bytes) -> Buzzer:
    """Return the state that `pack` wrote."""
    return tool.unpack(Buzzer, data)
