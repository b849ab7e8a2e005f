"""Dice: up to 20 of them with 2 to 100 sides, for 1 to 6 players, as often as they like.

A seat asks for a roll (`ask=any`), or all press together for it (`ask=together`); then every die is a draw of its own
from the stream that everyone can check. With `faces=symbols` the dice have the six symbols A to F instead of numbers.
`keep` says which dice of a roll count: all, the highest or lowest `k` of them, or all but those; of equal dice the
earlier one is kept or dropped first. The last six rolls are remembered.

The state: rolls so far, who asked, the dice drawn of the roll under way, the last rolls. Packed: at most 151 bytes.

Actions: 1 asks for a roll, `roll` in text. An outcome is a face counted from 0: `1` to `100`, or `A` to `F`.

Position: `dice/1 players=2 rolls=7 asked=- roll=- last=3.5/6.6/...`, then options that are not at their default.
`asked` is the seat that asked while its roll is drawn, or `all`; `roll` its dice so far; `last` the newest roll first.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import notation
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL, Numbers, RuleError
from onthree.tools import tool

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAME = "dice"
MIN_PLAYERS = const(1)
MAX_PLAYERS = const(6)
OPTIONS = (
    ("dice", Numbers(1, 20, 2)),
    ("sides", Numbers(2, 100, 6)),  # of no meaning with symbols
    ("faces", ("numbers", "symbols")),
    ("keep", ("all", "highest", "lowest", "drop_highest", "drop_lowest")),
    ("k", Numbers(1, 19, 1)),  # how many are kept or dropped
    ("ask", ("any", "together")),
)
_DICE = const(0)
_SIDES = const(1)
_FACES = const(2)
_KEEP = const(3)
_K = const(4)
_ASK = const(5)

ROLL = const(1)
REMEMBERED = const(6)  # rolls
_SYMBOLS = "ABCDEF"
_NOBODY = const(-1)


class Dice(tool.Tool):
    """The rolls so far. `asked` is the seat whose roll is drawn now, `players` for all of them, or -1.

    `OPEN`: who asks need not wait for the others, so nothing is secret until all have chosen.
    """

    AT_ONCE = True  # nobody waits between asking for a roll and having it
    name = NAME
    least = MIN_PLAYERS
    spec = OPTIONS

    def __init__(self, players: int, options: bytearray) -> None:
        super().__init__(players, options)
        self.dice = self.number(_DICE)
        self.symbols = options[_FACES] == 1
        self.sides = 6 if self.symbols else self.number(_SIDES)
        self.OPEN = not options[_ASK]
        self.asked = _NOBODY
        self.roll = bytearray()  # faces from 0, of the roll under way
        self.last: list[bytes] = []  # the last rolls, the newest first
        self._weights = b"\x01" * self.sides
        self._asker = _NOBODY  # of the newest roll, for events()
        self.kept_dice = self.dice  # how many count
        keep = options[_KEEP]
        if keep:
            k = self.number(_K)
            self.kept_dice = k if keep < 3 else self.dice - k
            if not 0 < self.kept_dice <= self.dice:
                raise RuleError("Of {} dice not {} can be kept or dropped.".format(self.dice, k))
            if self.symbols:
                raise RuleError("No symbol is higher than another, so all dice are kept.")

    # -- whose turn ------------------------------------------------------------------------------------
    def current(self) -> int:
        """Return CHANCE while a roll is drawn, else SIMULTANEOUS: whoever presses."""
        if self.asked != _NOBODY:
            return CHANCE
        return SIMULTANEOUS if self.count < tool.LAST else TERMINAL

    def actors(self) -> int:
        """Return all seats, unless a roll is drawn."""
        return self.everybody() if self.current() == SIMULTANEOUS else 0

    def legal_actions(self, seat: int) -> "Sequence[int]":
        """Return ROLL."""
        return (ROLL,) if 0 <= seat < self.players and self.actors() else ()

    def chance_outcomes(self) -> "Sequence[int]":
        """Return 1 for every side: the next die."""
        return self._weights if self.asked != _NOBODY else ()

    # -- moving on -------------------------------------------------------------------------------------
    def apply(self, action: int) -> None:
        """Apply the next die."""
        if self.asked == _NOBODY:
            raise RuleError("Nobody has asked for a roll.")
        if not 0 <= action < self.sides:
            raise RuleError("These dice have {} sides.".format(self.sides))
        self.roll.append(action)
        if len(self.roll) == self.dice:
            self.last.insert(0, bytes(self.roll))
            if len(self.last) > REMEMBERED:
                self.last.pop()
            self.roll = bytearray()
            self._asker = self.asked
            self.asked = _NOBODY
            self.count += 1

    def apply_joint(self, actions: "Sequence[int]") -> None:
        """Ask for a roll together: every seat has to."""
        self._check_ready()
        self.check_length(actions)
        for seat, action in enumerate(actions):
            if action != ROLL:
                raise RuleError("Seat {} has not asked for the roll.".format(seat + 1))
        self.asked = self.players

    def apply_by(self, seat: int, action: int) -> None:
        """Ask for a roll alone."""
        self._check_ready()
        if self.options[_ASK]:
            raise RuleError("All have to ask for the roll together.")
        if not 0 <= seat < self.players or action != ROLL:
            raise RuleError("A seat can only ask for a roll.")
        self.asked = seat

    def _check_ready(self) -> None:
        if not self.actors():
            raise RuleError("A roll is under way." if self.asked != _NOBODY else "These dice are worn out.")

    # -- what came of it -------------------------------------------------------------------------------
    def kept(self, roll: bytes) -> int:
        """Return which dice of a roll count, as bits."""
        keep = self.options[_KEEP]
        if not keep:
            return (1 << len(roll)) - 1
        sign = -32 if keep in (1, 3) else 32  # of equal faces the earlier one comes first
        found = 0
        for rank in sorted([sign * face + i for i, face in enumerate(roll)])[: self.number(_K)]:
            found |= 1 << rank % 32
        return found if keep < 3 else (1 << len(roll)) - 1 - found

    def total(self, roll: bytes) -> int:
        """Return the sum of the dice that count; of symbols there is none, so 0."""
        if self.symbols:
            return 0
        kept = self.kept(roll)
        return sum([face + 1 for i, face in enumerate(roll) if kept >> i & 1])

    def events(self) -> "list[tuple[str, int, int, tuple[int, ...]]]":
        """Return ("rolled", seat, ROLL, (sum, bits of the kept, faces from 0 ...)) of each seat that asked last."""
        if self._asker == _NOBODY or self.asked != _NOBODY:
            return []
        roll = self.last[0]
        came = (self.total(roll), self.kept(roll)) + tuple(roll)
        seats = range(self.players) if self._asker == self.players else (self._asker,)
        return [("rolled", seat, ROLL, came) for seat in seats]

    # -- text and bytes --------------------------------------------------------------------------------
    def action_text(self, seat: int, action: int) -> str:
        """Return `-`, `roll`, or with CHANCE a face."""
        if seat == CHANCE:
            if 0 <= action < self.sides:
                return _SYMBOLS[action] if self.symbols else str(action + 1)
        elif action == NONE:
            return "-"
        elif action == ROLL:
            return "roll"
        raise tool.unknown(NAME, action)

    def parse_action(self, seat: int, text: str) -> int:
        """Return the action, or with CHANCE the face, that `text` names."""
        if seat != CHANCE:
            if text not in ("-", "roll"):
                raise RuleError("A seat asks for a roll with the word roll, not {}.".format(text))
            return ROLL if text == "roll" else NONE
        if not self.symbols:
            return notation.number(text, 1, self.sides, "A die") - 1
        if len(text) != 1 or text not in _SYMBOLS:
            raise RuleError("A symbol is one of A to F, not {}.".format(text))
        return _SYMBOLS.index(text)

    def _roll_text(self, roll: "Sequence[int]") -> str:
        return ".".join([self.action_text(CHANCE, face) for face in roll])

    def _read_roll(self, text: str) -> bytes:
        return bytes([self.parse_action(CHANCE, word) for word in text.split(".")])

    def fields(self) -> str:
        """Return the number of rolls, who asked, the roll under way and the last ones."""
        asked = "-" if self.asked == _NOBODY else "all" if self.asked == self.players else str(self.asked + 1)
        last = "/".join([self._roll_text(roll) for roll in self.last])
        return "rolls={} asked={} roll={} last={}".format(
            self.count, asked, self._roll_text(self.roll) or "-", last or "-"
        )

    def read(self, found: "dict[str, str]") -> None:
        """Read them."""
        self.count = notation.number(notation.take(found, "rolls"), 0, tool.LAST, "The number of rolls")
        asked = notation.take(found, "asked")
        if asked == "all":
            self.asked = self.players
        elif asked != "-":
            self.asked = notation.number(asked, 1, self.players, "The seat that asked") - 1
        roll, last = notation.take(found, "roll"), notation.take(found, "last")
        self.roll = bytearray(b"" if roll == "-" else self._read_roll(roll))
        self.last = [] if last == "-" else [self._read_roll(text) for text in last.split("/")]
        self._check()

    def body(self) -> bytes:
        """Return rolls (2 bytes), who asked, the dice drawn so far and their number, the last rolls."""
        head = self.count.to_bytes(2, "little") + bytes((self.asked + 1, len(self.roll)))
        return head + bytes(self.roll) + b"".join(self.last)

    def load(self, data: bytes) -> None:
        """Read them."""
        self.count = int.from_bytes(data[:2], "little")
        self.asked = data[2] - 1
        at = 4 + data[3]
        self.roll = bytearray(data[4:at])
        self.last = [data[i : i + self.dice] for i in range(at, len(data), self.dice)]
        faces = max(data[4:] or b"\0")
        if self.asked > self.players or self.count > tool.LAST or len(data) < at or faces >= self.sides:
            raise IndexError
        self._check()

    def _check(self) -> None:
        """Refuse what no rolling leads to."""
        if len(self.roll) >= self.dice or self.roll and self.asked == _NOBODY:
            raise RuleError("A roll under way has fewer than {} dice, and somebody asked for it.".format(self.dice))
        if self.asked != _NOBODY and (self.count == tool.LAST or self.options[_ASK] and self.asked != self.players):
            raise RuleError("Nobody can have asked for this roll.")
        if len(self.last) != min(self.count, REMEMBERED) or any([len(roll) != self.dice for roll in self.last]):
            raise RuleError("The last {} rolls are remembered, of {} dice each.".format(REMEMBERED, self.dice))


def new(players: int, options: "Mapping[str, str] | None" = None) -> Dice:
    """Return the state before the first roll."""
    return tool.new(Dice, players, options)


def from_position(text: str) -> Dice:
    """Return the state of a position text."""
    return tool.from_position(Dice, text)


def unpack(data: bytes) -> Dice:
    """Return the state that `pack` wrote."""
    return tool.unpack(Dice, data)
