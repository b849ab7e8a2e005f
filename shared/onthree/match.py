"""One game being played: a state, the chain of its steps, its chance. The device plays with it, the PC checks with it.

A match is fed step by step: `deal` draws what chance decides next, `play_joint` and `play` enter what people
chose, `undo` takes an own entry back. After each step `seal` gives the digest that goes into the log: it is
chained over everything entered so far and the packed state, so two sides with the same digest have the same
game behind them, not only the same position:

    chain 0     = SHA-256(game " " players " " options "|" packed state)
    chain n + 1 = SHA-256(chain n || entries since || packed state);  the digest is its first 8 bytes in hex

An entry is one byte who (a seat, or _JOINT, _DRAW, _UNDO), then what: every number in 7-bit groups, low first.
"""

from onthree import chance
from onthree.compat import TYPE_CHECKING, const, hexlify, sha256, unhexlify
from onthree.rules import registry
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL, RuleError, parse_options

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType
    from typing import Any

    from onthree.rules.game import State

_JOINT = const(0xFF)
_DRAW = const(0xFE)
_UNDO = const(0xFD)
# What can be taken back is kept in blocks, each with the position before it, so that little is to be played again.
# 73 to 96 entries: in Crossing Heroes four other seats can fill in whole score pads meanwhile.
_BLOCK = const(24)
_BLOCKS = const(4)


class MatchError(ValueError):
    """A record does not follow from the ones before it. The message says why, for a person."""


class Match:
    """A game in progress. `state` is the position now, `entries` counts the steps that led to it."""

    def __init__(self, game: "ModuleType", players: int, options: str = "", stream: "chance.Stream | None" = None):
        self.game = game
        self.stream = stream
        self.state: State = game.new(players, parse_options(options))
        self.entries = 0
        self._entered = bytearray()  # since the last seal; what came before is in the log
        self._kept: list[tuple[bytes, list[tuple[int, int]]]] = []  # (packed state, [(seat, action)])
        opening = "{} {} {}|".format(game.NAME, players, options).encode()
        self._chain = sha256(opening + self.state.pack()).digest()

    # -- playing -------------------------------------------------------------------------------------------
    def deal(self) -> str:
        """Draw until chance has nothing to decide; return the outcomes' words ("R B W"), "" if there were none."""
        if self.stream is None:
            raise MatchError("there is nothing to draw from")
        words: list[str] = []
        state = self.state
        draw = self.stream.draw
        enter = self._entered.append
        while state.current() == CHANCE:
            outcome = draw(state.chance_outcomes())
            words.append(state.action_text(CHANCE, outcome))
            state.apply(outcome)  # and now what `_chance` does, without its calls: a game has sixty draws
            enter(_DRAW)
            if outcome > 0x7F:
                self._put(outcome)
            else:
                enter(outcome)
        self.entries += len(words)
        if words:
            self._barrier()
        return " ".join(words)

    def play_joint(self, actions: "Sequence[int]") -> str:
        """Enter one action a seat; return their words. RuleError, and nothing changed, if one is not legal."""
        state = self.state
        words = [state.action_text(seat, action) for seat, action in enumerate(actions)]
        self._joint(actions)
        return " ".join(words)

    def play(self, seat: int, action: int) -> str:
        """Enter the action of one seat that is awaited; return its word. RuleError as in `play_joint`."""
        state = self.state
        word = state.action_text(seat, action)
        kept = self._kept
        full = not kept or len(kept[-1][1]) == _BLOCK
        before = state.pack() if full else b""
        state.apply_by(seat, action)
        if full:
            kept.append((before, []))
            if len(kept) > _BLOCKS:
                kept.pop(0)
        kept[-1][1].append((seat, action))
        self._entered.append(seat)
        self._put(action)
        self.entries += 1
        return word

    def undo(self, seat: int) -> None:
        """Take back the last entry of `seat`; RuleError, and nothing changed, when that is not its right.

        A reveal, a roll or a draw cannot be taken back, nor what another seat's entry was built on.
        """
        block, at = self._last(seat)
        state = self.game.unpack(self._kept[block][0])
        again = [entry for _, entries in self._kept[block:] for entry in entries]
        del again[at]
        kept = self._kept[:block]
        for i, (owner, action) in enumerate(again):
            if i % _BLOCK == 0:
                kept.append((state.pack(), []))
            if action not in state.legal_actions(owner):
                raise RuleError("Others have built on that; it cannot be taken back.")
            state.apply_by(owner, action)
            kept[-1][1].append((owner, action))
        self.state = state
        self._kept = kept
        self._entered.append(_UNDO)
        self._put(seat)
        self.entries += 1

    def _last(self, seat: int) -> "tuple[int, int]":
        """Return in which block the last entry of `seat` is kept, and its place there; RuleError if nowhere."""
        for block in range(len(self._kept) - 1, -1, -1):
            entries = self._kept[block][1]
            for at in range(len(entries) - 1, -1, -1):
                if entries[at][0] == seat:
                    return block, at
        raise RuleError("There is nothing of yours to take back.")

    def seal(self) -> str:
        """Chain what was entered since the last call to the digest; return it (16 hex digits)."""
        self._chain = sha256(self._chain + self._entered + self.state.pack()).digest()
        self._entered = bytearray()
        return self.digest()

    def digest(self) -> str:
        """Return the digest as of the last `seal` (16 hex digits)."""
        return hexlify(self._chain[:8]).decode()

    def _joint(self, actions: "Sequence[int]") -> None:
        self.state.apply_joint(actions)
        self._entered.append(_JOINT)
        for action in actions:
            self._put(action)
        self.entries += 1
        self._barrier()

    def _chance(self, outcome: int) -> None:
        self.state.apply(outcome)
        self._entered.append(_DRAW)
        self._put(outcome)
        self.entries += 1

    def _put(self, value: int) -> None:
        while value > 0x7F:
            self._entered.append(0x80 | value & 0x7F)
            value >>= 7
        self._entered.append(value)

    def _barrier(self) -> None:
        """Nothing before this point can be taken back."""
        if self._kept:
            self._kept = []

    # -- following a log: each raises MatchError when the record does not follow; then the match is of no more use
    def follow(self, record: "dict[str, Any]") -> None:
        """Enter what a draw, move or undo record says, and compare its count and digest with ours."""
        kind = record["k"]
        try:
            if kind == "draw":
                self._follow_draw(record["x"])
            elif kind == "move":
                self._follow_move(record["seat"], record["a"])
            elif kind == "undo":
                self.undo(record["seat"] - 1)
            else:
                raise MatchError("a {} record is no step of a game".format(kind))
        except RuleError as error:
            raise MatchError("the rules do not allow it: {}".format(error))
        if record["n"] != self.entries:
            raise MatchError("it is entry {}, not {}".format(self.entries, record["n"]))
        if record["h"] != self.seal():
            text = "the game stands differently after it (digest {}, not {})"
            raise MatchError(text.format(record["h"], self.digest()))

    def _follow_draw(self, words: str) -> None:
        if self.stream is not None:
            drawn = self.deal()
            if words != drawn or not words:
                raise MatchError(_contradiction(drawn, words))
            return
        state = self.state
        for word in words.split(" "):
            if state.current() != CHANCE:
                raise MatchError("nothing is left to draw for {}".format(word))
            outcome = state.parse_action(CHANCE, word)
            if not state.chance_outcomes()[outcome]:
                raise MatchError("{} could not be drawn".format(word))
            self._chance(outcome)
        if state.current() == CHANCE:
            raise MatchError("not everything was drawn")
        self._barrier()

    def _follow_move(self, seat: int, text: str) -> None:
        state = self.state
        words = text.split(" ")
        if seat:
            if not 0 < seat <= state.players or not state.actors() >> (seat - 1) & 1:
                raise MatchError("it is not the turn of seat {}".format(seat))
            self.play(seat - 1, state.parse_action(seat - 1, text))
            return
        if state.current() != SIMULTANEOUS:
            raise MatchError("the seats do not choose together here")
        if len(words) != state.players:
            raise MatchError("there are {} choices for {} seats".format(len(words), state.players))
        self._joint([NONE if word == "-" else state.parse_action(i, word) for i, word in enumerate(words)])

    def finish(self, record: "dict[str, Any]") -> None:
        """Compare an end record's scores and places with ours."""
        if self.state.current() != TERMINAL:
            raise MatchError("the game is not over")
        scores = numbers(self.state.scores())
        if record["scores"] != scores:
            raise MatchError("the scores are {}, not {}".format(scores, record["scores"]))
        places = numbers(self.state.ranking())
        if record["rank"] != places:
            raise MatchError("the places are {}, not {}".format(places, record["rank"]))


def _contradiction(drawn: str, words: str) -> str:
    """Return what is wrong with the words of a draw record when chance gave `drawn`."""
    ours = drawn.split()
    theirs = words.split(" ")
    for i, word in enumerate(theirs):
        if i == len(ours):
            return "nothing is left to draw for {}".format(word)
        if word != ours[i]:
            return "chance gave {}, not {}".format(ours[i], word)
    return "not everything was drawn"


def numbers(values: "Sequence[int]") -> str:
    """Return ints as the text of a record: [15, 12] -> "15 12"."""
    return " ".join(str(value) for value in values)


def begin(record: "dict[str, Any]", secret: "bytes | None") -> Match:
    """Return the match that a start record opens; MatchError if it cannot be.

    With the game's secret (32 bytes) the match draws for itself; without, it takes the log's word for it.
    """
    stream = None
    if secret is not None:
        stream = chance.Stream(chance.stream_key(secret, record["join"].encode()))
    try:
        match = Match(registry.load(record["game"]), record["players"], record["opt"], stream)
    except RuleError as error:
        raise MatchError("the game cannot be set up: {}".format(error))
    if record["h"] != match.digest():
        raise MatchError("the game starts differently (digest {}, not {})".format(record["h"], match.digest()))
    return match


def secret_of(record: "dict[str, Any]", commit: str) -> bytes:
    """Return the secret that an end or stop record shows, if its hash is `commit` (hex); MatchError if not."""
    try:
        secret = unhexlify(record["secret"])
    except ValueError:
        raise MatchError("the secret is not hex")
    if len(secret) != chance.SECRET_BYTES or hexlify(chance.commitment(secret)).decode() != commit:
        raise MatchError("the secret is not the one the device had committed to")
    return secret


__all__ = ("Match", "MatchError", "begin", "numbers", "secret_of")
