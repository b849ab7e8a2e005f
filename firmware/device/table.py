"""The game on the table: the match, who sits at which pod, and what the journal has of it.

Whatever is entered here is in the journal when the call returns, in one flush however many records it makes, so
a power cut can only take back the step that was under way. After it `resume` replays the records through the
same match: same position, same chance, down to the byte.
"""

from device import decks
from onthree import chance, match
from onthree.compat import TYPE_CHECKING, hexlify
from onthree.rules import registry
from onthree.rules.game import CHANCE, TERMINAL, RuleError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any

    from device.journal import Journal

EMPTY = 0  # resume(): there was no game
GOES_ON = 1  # it goes on
SPOILT = 2  # it cannot go on; it is stopped in the log


class Table:
    """The game under way. `match` is None between games; `pods[seat]` is the pod (0-based) a seat plays with."""

    def __init__(self, journal: "Journal", feed: "Callable[[], None]") -> None:
        self.journal = journal
        self._feed = feed  # the watchdog, while many records are read: a tool may have thousands
        self.match: match.Match | None = None
        self.pods: list[int] = []
        self.commit = ""  # hash of the secret, 64 hex digits
        self.shown = ""  # the secret of the game that is over, 64 hex digits
        self.game = 0  # number of the game, the `g` of its records
        self._secret = b""
        self._owed: Any = ()  # the values of a move record that `settle` has to log

    @property
    def rules(self) -> "ModuleType":
        """The rules module of the game."""
        return self._game().game

    @property
    def state(self) -> "Any":
        """The position now. A property, because undo puts another in its place."""
        return self._game().state

    # -- a game begins -------------------------------------------------------------------------------------
    def promise(self, secret: bytes) -> None:
        """Keep a new game's secret and log its hash; nobody may have joined yet. OSError if flash refuses it.

        The hash may be shown once it is in flash: the journal writes it in the next calm moments, or with the start.
        """
        self.game = self.journal.open_game(secret)
        self._secret = secret
        self.match = None  # the game before is over
        self.shown = ""
        self.commit = hexlify(chance.commitment(secret)).decode()
        self.journal.log("commit", self.game, self.commit)

    def start(self, name: str, options: str, joined: "Sequence[tuple[int, int]]") -> None:
        """Begin the game `name` with the (pod, microseconds) of all who joined; RuleError, nothing changed.

        Seats go by pods, so that clockwise on the table is clockwise in the game; the text that chance is
        mixed with keeps the order of the presses.
        """
        join = " ".join("{}:{}".format(pod + 1, stamp) for pod, stamp in joined)
        stream = chance.Stream(chance.stream_key(self._secret, join.encode()))
        game = match.Match(registry.load(name), len(joined), options, stream)
        self.match = game
        self.pods = sorted(pod for pod, _ in joined)
        pods = "".join(str(pod + 1) for pod in self.pods)
        self.journal.log("start", self.game, name, len(joined), options, pods, join, game.digest())
        if self._waits():
            self.journal.flush(True)
        else:
            self.settle()

    def _waits(self) -> bool:
        """Return whether chance and the end wait for a word in this game, because all its choices lie open."""
        game = self._game()
        return bool(getattr(game.state, "OPEN", getattr(game.game, "OPEN", False)))

    # -- steps ---------------------------------------------------------------------------------------------
    def joint(self, actions: "Sequence[int]") -> None:
        """Enter everybody's choice and what chance makes of it. RuleError, and nothing changed, if not legal."""
        game = self._game()
        words = game.play_joint(actions)
        self.journal.log("move", self.game, game.entries, 0, words, game.seal())
        self.settle()

    def act(self, seat: int, action: int, entered: "Callable[[], None] | None" = None) -> None:
        """Enter the action of one awaited seat; chance waits for `settle`, so that it can be taken back.

        `entered` is called before the log, which takes its time; RuleError, and nothing changed, if not legal.
        Where a state says that it draws AT_ONCE, `settle` comes next and logs this too: dice are shown sooner.
        """
        game = self._game()
        word = game.play(seat, action)
        if entered:
            entered()
        move = (self.game, game.entries, seat + 1, word, game.seal())
        if game.state.current() == CHANCE and getattr(game.state, "AT_ONCE", False):
            self._owed = move
            return
        self.journal.log("move", *move)
        self.journal.flush(True)

    def undo(self, seat: int) -> bool:
        """Take back the last action of `seat`; return whether that is allowed."""
        game = self._game()
        try:
            game.undo(seat)
        except RuleError:
            return False
        self.journal.log("undo", self.game, game.entries, seat + 1, game.seal())
        self.journal.flush(True)
        return True

    def settle(self, drawn: "Callable[[], None] | None" = None) -> None:
        """Draw what chance decides next and log it; log the end if the game is over; flush.

        `drawn` is called as soon as chance has spoken: the log needs its time, and people need not wait for it.
        """
        game = self._game()
        words = game.deal()
        if drawn and words:
            drawn()
        if self._owed:
            self.journal.log("move", *self._owed)
            self._owed = ()
        if words:
            self.journal.log("draw", self.game, game.entries, words, game.seal())
        state = game.state
        if state.current() == TERMINAL:
            self.shown = hexlify(self._secret).decode()
            self.journal.log(
                "end", self.game, match.numbers(state.scores()), match.numbers(state.ranking()), self.shown
            )
            if self.journal.flush():
                self._close()
            return
        self.journal.flush(True)

    def stop(self, why: str) -> None:
        """End the game before its end, or give up one that nobody joined; the log shows the secret."""
        entries = self.match.entries if self.match else 0
        self.journal.log("stop", self.game, entries, why, hexlify(self._secret).decode())
        self.journal.flush()
        self._close()
        self.match = None

    def _close(self) -> None:
        self.journal.close_game()
        self._secret = b""

    def _game(self) -> match.Match:
        if self.match is None:
            raise RuleError("There is no game on the table.")
        return self.match

    # -- after a power cut ---------------------------------------------------------------------------------
    def resume(self) -> int:
        """Take up the game that the journal has under way: EMPTY, GOES_ON or SPOILT."""
        journal = self.journal
        if not journal.game:
            return EMPTY
        self.game = journal.game
        self._secret = journal.secret
        try:
            over, known, found = self._replay()
        except match.MatchError:
            self.stop("the records do not fit together")
            return SPOILT
        if over:
            self._close()
            return EMPTY
        if found is None:
            if known:  # the hash was shown, but the players had not come together
                self.stop("not started")
            else:  # the cut came before the hash was in the log: nobody has heard of this game
                self._close()
            return EMPTY
        self.match = found
        if found.state.current() in (CHANCE, TERMINAL) and not self._waits():
            self.settle()  # the cut came between a move and what follows it
        return GOES_ON

    def _replay(self) -> "tuple[bool, bool, match.Match | None]":
        """Follow the records; MatchError as in match.py.

        Return whether the game is over by them, whether there are any, and the match if it had begun.
        """
        found = None
        known = False
        for record in self.journal.current_game():
            known = True
            self._feed()
            kind: Any = record["k"]
            if kind == "start":
                if "cards=" in record["opt"]:
                    decks.take(self.journal.folder, record["game"])
                found = match.begin(record, self._secret)
                self.pods = [int(digit) - 1 for digit in record["pods"]]
            elif kind in ("end", "stop"):
                return True, True, None
            elif found and kind in ("draw", "move", "undo"):
                found.follow(record)
        return False, known, found
