"""The contract that every game keeps (the words are game theory's, as OpenSpiel uses them).

A game is a module with NAME, MIN_PLAYERS, MAX_PLAYERS, OPTIONS and the three functions `new`,
`from_position` and `unpack`, each of which returns a `State`. A state is one position plus the options
it is played by. Whoever plays reads `current()`, asks for `legal_actions`, and applies an action, a joint
action or an outcome of chance; the rules themselves never draw, never look at a clock and never print.

Seats are 0-based in code and 1-based in text. Actions and outcomes are small ints; action 0 is NONE in
every game: the seat is not awaited, or let the moment pass where the rules allow that; its text is `-`.
"""

from onthree.compat import TYPE_CHECKING, const

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Options = tuple[tuple[str, "tuple[str, ...] | Numbers"], ...]

CHANCE = const(-1)  # current(): the next step is a draw
SIMULTANEOUS = const(-2)  # current(): several seats choose at once, see actors()
TERMINAL = const(-3)  # current(): the game is over
NOBODY = const(-1)  # view(): what the table and the PC may know

NONE = const(0)  # the action that is no action


class RuleError(ValueError):
    """A rule was broken, or a text is not of this game. The message is a sentence for a player."""


class State:
    """One position. Subclasses are one game each; every method here that has no body is theirs to write."""

    players = 0  # seats in this game

    if TYPE_CHECKING:  # a device has no room for methods that do nothing
        # -- whose turn --------------------------------------------------------------------------------
        def current(self) -> int:
            """Return the seat to act, or CHANCE, SIMULTANEOUS or TERMINAL."""

        def actors(self) -> int:
            """Return the seats awaited as bits, seat 0 in bit 0; 0 at a chance or terminal state."""

        def legal_actions(self, seat: int) -> "Sequence[int]":
            """Return what `seat` may do now, ascending; empty for a seat that is not awaited.

            The sequence may be shared and reused: read it before the next call, do not change it.
            """

        # -- moving on: each checks first, raises RuleError and changes nothing, or changes the position ---
        def apply(self, action: int) -> None:
            """Apply the action of the one seat to act, or the outcome at a chance state."""

        def apply_joint(self, actions: "Sequence[int]") -> None:
            """Apply one action a seat at a simultaneous state; NONE for a seat that is not awaited."""

        def chance_outcomes(self) -> "Sequence[int]":
            """Return the weight of every outcome at a chance state: outcome i has weight [i], 0 is impossible.

            The sequence may be shared and reused, as in `legal_actions`.
            """

        # -- text and bytes ----------------------------------------------------------------------------
        def action_text(self, seat: int, action: int) -> str:
            """Return the notation of an action of `seat`; with seat CHANCE, of an outcome."""

        def parse_action(self, seat: int, text: str) -> int:
            """Return the action (with seat CHANCE the outcome) that `text` names, or raise RuleError.

            It says what the word means for this seat, not whether it is legal now.
            """

        def position(self) -> str:
            """Return the whole position in the notation of the game, one line, exact for `from_position`."""

        def pack(self) -> bytes:
            """Return the same as `position` in as few bytes as it needs, exact for `unpack`."""

        def view(self, seat: int) -> str:
            """Return the position as `seat` may know it; NOBODY for the table and the PC before a reveal."""

        # -- the end -----------------------------------------------------------------------------------
        def scores(self) -> "list[int]":
            """Return the points of every seat as they would count if the game ended now."""

        def breakdown(self, seat: int) -> "list[tuple[str, int]]":
            """Return what the points of `seat` are made of, as (name, points); they add up to its score."""

        def ranking(self) -> "list[int]":
            """Return the place of every seat, 1 the best, with the game's tie-breaks; shared places 1, 1, 3."""

    def apply_by(self, seat: int, action: int) -> None:
        """Apply the action of one of the seats awaited, in games whose seats need not wait for one another."""
        if self.current() != seat:
            raise RuleError("It is not the turn of seat {}.".format(seat + 1))
        self.apply(action)

    def events(self) -> "list[tuple[str, int, int, tuple[int, ...]]]":
        """Return what the last actions did, as (kind, seat, action, counts); empty where there is nothing to tell.

        For screens and PCs to tell the story; no part of the position, so neither in its text nor in its bytes.
        """
        return []


# -- options: OPTIONS is a tuple of (name, (default, other, ...)), all of them text, or Numbers for the values ----
class Numbers:
    """The values low to high (ints below 256 of them) as texts, as a tuple would hold them but without their room.

    The first one is the default; from there it goes up, and from `high` on to `low`: Numbers(2, 5, 4) is 4 5 2 3.
    """

    def __init__(self, low: int, high: int, default: int) -> None:
        self.low = low
        self.high = high
        self.default = default

    def __len__(self) -> int:
        return self.high - self.low + 1

    def __getitem__(self, index: int) -> str:
        if not 0 <= index < len(self):
            raise IndexError("there is no such value")
        return str(self.low + (self.default - self.low + index) % len(self))

    def __iter__(self) -> "Iterator[str]":
        for index in range(len(self)):
            yield self[index]

    def __contains__(self, text: str) -> bool:
        if not 0 < len(text) <= 3 or not all(c in "0123456789" for c in text):
            return False
        return str(int(text)) == text and self.low <= int(text) <= self.high

    def index(self, text: str) -> int:
        """Return where `text`, one of the values, stands among them."""
        return (int(text) - self.default) % len(self)

    def value(self, index: int) -> int:
        """Return the number at `index`."""
        return int(self[index])


def read_options(spec: "Options", chosen: "Mapping[str, str] | None") -> bytearray:
    """Return the index of each option's value in the order of `spec`; RuleError for unknown name or value."""
    values = bytearray(len(spec))
    if not chosen:
        return values
    known = 0
    for i, (name, allowed) in enumerate(spec):
        if name in chosen:
            known += 1
            value = chosen[name]
            if value not in allowed:
                raise RuleError("The option {} can be {}, not {}.".format(name, _told(allowed), value))
            values[i] = allowed.index(value)
    if known != len(chosen):
        names = [name for name, _ in spec]
        unknown = min(name for name in chosen if name not in names)
        raise RuleError("There is no option {}; there are {}.".format(unknown, ", ".join(names)))
    return values


def _told(allowed: "tuple[str, ...] | Numbers") -> str:
    if isinstance(allowed, Numbers):
        return "{} to {}".format(allowed.low, allowed.high)
    return " or ".join(allowed)


def options_text(spec: "Options", values: "Sequence[int]") -> str:
    """Return `name=value` for every option that is not at its default, in the order of `spec`."""
    return " ".join("{}={}".format(name, allowed[values[i]]) for i, (name, allowed) in enumerate(spec) if values[i])


def parse_options(text: str) -> "dict[str, str]":
    """Return the options of a text as `options_text` writes it; RuleError for a word without `=` or twice."""
    chosen: dict[str, str] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise RuleError("An option is written name=value, not {}.".format(word))
        if name in chosen:
            raise RuleError("The option {} is given twice.".format(name))
        chosen[name] = value
    return chosen


def places(keys: "Sequence[object]") -> "list[int]":
    """Return the place of each of `keys` (larger is better, equal shares): [5, 9, 5] -> [2, 1, 2]."""
    return [1 + sum(1 for other in keys if other > key) for key in keys]  # type: ignore[operator]
