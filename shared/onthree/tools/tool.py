"""What the tools have in common: a heading for text and bytes, no points, and an end that nobody will live to see.

A tool is stopped when people have had enough of it. So that no counter of it can run over, it ends by itself after
LAST reveals, rolls or rounds. A subclass gives `name`, `least` (players) and `spec` (its OPTIONS), and writes the
middle of its texts and bytes: `fields`, `read`, `body` and `load`.

Packed: players, one byte an option, then the body.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import notation
from onthree.rules.game import SIMULTANEOUS, TERMINAL, RuleError, State, options_text, read_options

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableSequence, Sequence
    from typing import TypeVar

    from onthree.rules.game import Options

    T = TypeVar("T", bound="Tool")

MAX_PLAYERS = const(6)
LAST = const(9999)


class Tool(State):
    """A position of a tool. `count` is how many reveals, rolls or rounds there have been."""

    name = ""
    least = 2
    spec: "Options" = ()

    def __init__(self, players: int, options: bytearray) -> None:
        """Begin; `options` are indices into `spec`, already checked. RuleError if they do not go together."""
        self.players = players
        self.options = options
        self.count = 0

    def value(self, option: int) -> str:
        """Return the value of the option at an index of `spec`."""
        return self.spec[option][1][self.options[option]]

    def number(self, option: int) -> int:
        """Return the number that an option of numbers stands at."""
        return int(self.value(option))

    def everybody(self) -> int:
        """Return the bits of all seats."""
        return (1 << self.players) - 1

    def check_length(self, actions: "Sequence[int]") -> None:
        """Refuse a joint action that is not one entry a seat."""
        if len(actions) != self.players:
            raise RuleError("There are {} seats, so {} entries.".format(self.players, self.players))

    # -- for a subclass to write -----------------------------------------------------------------------
    def fields(self) -> str:
        """Return the fields of the position text between players and options."""
        raise NotImplementedError

    def read(self, found: "dict[str, str]") -> None:
        """Take these fields out of `found`; RuleError for what cannot be."""
        raise NotImplementedError

    def body(self) -> bytes:
        """Return the bytes after the heading."""
        raise NotImplementedError

    def load(self, data: bytes) -> None:
        """Read such bytes; RuleError or IndexError for what cannot be. What is left over is found by packing again."""
        raise NotImplementedError

    # -- text, bytes, the end --------------------------------------------------------------------------
    def position(self) -> str:
        """Return the position in one line."""
        text = "{}/1 players={} {}".format(self.name, self.players, self.fields())
        chosen = options_text(self.spec, self.options)
        return text + " " + chosen if chosen else text

    def pack(self) -> bytes:
        """Return the position in bytes."""
        return bytes((self.players,)) + self.options + self.body()

    def view(self, seat: int) -> str:
        """Return the position: what is not applied yet is secret, what is applied is known to all."""
        return self.position()

    def scores(self) -> "list[int]":
        """Return no points: a tool does not score."""
        return [0] * self.players

    def breakdown(self, seat: int) -> "list[tuple[str, int]]":
        """Return nothing: there are no points."""
        return []

    def ranking(self) -> "list[int]":
        """Return the first place for everybody."""
        return [1] * self.players


class Together(Tool):
    """A tool in which all seats enter one action each, round after round; `last` holds those of the last round.

    A subclass sets `last`, says how many bytes an action takes (`size`), which one is the `highest`, and what its
    RuleErrors say of a round without rounds before it (`unbegun`) and of an action that there is not (`impossible`).

    Position: `round=2 last=A,C,-`; round 0 is before the first. Packed: the round in 2 bytes, `size` bytes a seat.
    """

    size = 1
    highest = 0
    unbegun = ""
    impossible = ""
    last: "MutableSequence[int]"

    def __init__(self, players: int, options: bytearray) -> None:
        super().__init__(players, options)
        self._told = False  # whether a round was entered here, for events()

    def current(self) -> int:
        """Return SIMULTANEOUS, for ever."""
        return SIMULTANEOUS if self.count < LAST else TERMINAL

    def actors(self) -> int:
        """Return all seats."""
        return self.everybody() if self.count < LAST else 0

    def legal_actions(self, seat: int) -> "Sequence[int]":
        """Return every action up to the highest, 0 (NONE) among them."""
        return range(self.highest + 1) if 0 <= seat < self.players and self.actors() else ()

    def chance_outcomes(self) -> "Sequence[int]":
        """Return nothing: nothing is drawn."""
        return ()

    def apply(self, action: int) -> None:
        """Refuse: a round is entered as a whole."""
        raise RuleError("A round is entered for all seats at once.")

    def apply_joint(self, actions: "Sequence[int]") -> None:
        """Enter a round, one action a seat."""
        if not self.actors():
            raise RuleError("There were {} rounds, that is enough.".format(LAST))
        self.check_length(actions)
        for seat, action in enumerate(actions):
            if not 0 <= action <= self.highest:
                raise RuleError(self.impossible.format(seat + 1))
        for seat, action in enumerate(actions):
            self.last[seat] = action
        self.count += 1
        self._told = True

    def fields(self) -> str:
        """Return the round and the last actions."""
        words = [self.action_text(seat, action) for seat, action in enumerate(self.last)]
        return "round={} last={}".format(self.count, ",".join(words))

    def read(self, found: "dict[str, str]") -> None:
        """Read them."""
        self.count = notation.number(notation.take(found, "round"), 0, LAST, "The round")
        for seat, word in enumerate(notation.parts(notation.take(found, "last"), ",", self.players, "last")):
            self.last[seat] = self.parse_action(seat, word)
        self._check()

    def body(self) -> bytes:
        """Return the round in 2 bytes and the last actions."""
        size = self.size
        return self.count.to_bytes(2, "little") + b"".join([action.to_bytes(size, "little") for action in self.last])

    def load(self, data: bytes) -> None:
        """Read them."""
        self.count = int.from_bytes(data[:2], "little")
        for seat in range(self.players):
            at = 2 + self.size * seat
            self.last[seat] = int.from_bytes(data[at : at + self.size], "little")
        if len(data) != 2 + self.size * self.players or max(self.last) > self.highest or self.count > LAST:
            raise IndexError
        self._check()

    def _check(self) -> None:
        if not self.count and max(self.last):
            raise RuleError(self.unbegun)


def new(kind: "type[T]", players: int, options: "Mapping[str, str] | None") -> "T":
    """Return the first state of a tool; RuleError for a wrong number of players or wrong options."""
    if not kind.least <= players <= MAX_PLAYERS:
        raise RuleError("This is for {} to {} players, not {}.".format(kind.least, MAX_PLAYERS, players))
    return kind(players, read_options(kind.spec, options))


def from_position(kind: "type[T]", text: str) -> "T":
    """Return the state of a position text; RuleError for what no tool can hold."""
    found = notation.fields(text, kind.name + "/1")
    players = notation.number(notation.take(found, "players"), kind.least, MAX_PLAYERS, "The number of players")
    chosen = {name: found.pop(name) for name, _ in kind.spec if name in found}
    state = kind(players, read_options(kind.spec, chosen))
    state.read(found)
    if found:
        raise RuleError("There is no field {} in this position.".format(min(found)))
    return state


def unpack(kind: "type[T]", data: bytes) -> "T":
    """Return the state that `pack` wrote; RuleError for bytes it cannot have written."""
    start = 1 + len(kind.spec)
    good = len(data) >= start and kind.least <= data[0] <= MAX_PLAYERS
    for i, (_, allowed) in enumerate(kind.spec):
        good = good and data[1 + i] < len(allowed)
    if good:
        state = kind(data[0], bytearray(data[1:start]))
        try:
            state.load(data[start:])
        except IndexError:
            good = False
        if good and state.pack() == data:
            return state
    raise RuleError("These bytes are no position of {}.".format(kind.name))


def unknown(kind: str, action: int) -> RuleError:
    """Return the complaint about an action that there is not."""
    return RuleError("There is no action {} in {}.".format(action, kind))
