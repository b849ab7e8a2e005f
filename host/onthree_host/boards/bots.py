"""People who play on a virtual board: they read displays and press buttons, and know no rules.

They run on the board's own time: `start()` them, then let the board run. One looks after the hub; each of the
others has a pod, chooses at random when it asks, and now and then changes their mind while the hub counts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from onthree_host.boards.base import Board, Panel
from onthree_host.boards.words import plain, read_words
from onthree_host.sources import firmware_folder

_LOOK_US = 100_000  # how often they look up
_HOLD_MS = 45
_BETWEEN_US = 160_000  # from one press of a hand to its next
_PATIENCE_US = 9_000_000  # after which whoever has the hub counts without those who have not chosen
_AGAIN_US = 4_000_000  # after which a player who still is asked tries another button
_ANSWER_US = 3_000_000  # after which a press of the hub that changed nothing on its display had no meaning
_SETTLED_US = 700_000  # without a change, after which all seem to have chosen
_MIND_CHANGES = 0.25  # of the counts, for each player
_BACK = 0.02  # of the looks at an open entry, in which somebody takes it back

GAMES = ("crossing", "crisscross", "crystalla", "heroes")  # that they can play


class Hand:
    """A hand on one device: it presses one button after the other, and then rests."""

    def __init__(self, board: Board, press: Callable[[str, int], object], panel: Panel) -> None:
        self.panel = panel
        self.lit = False  # whether the display was lit all over when last looked at
        self._board = board
        self._press = press
        self._free_at = 0
        self._seen: tuple[int, bool] = (-1, False)
        self._words = ""
        self.since = 0  # when the words last changed, us

    @property
    def free(self) -> bool:
        """True when it has pressed all it was to press."""
        return self._board.now_us >= self._free_at

    @property
    def answered(self) -> bool:
        """True when it is free and the display has changed after its last press, or has not for a long time.

        Where the bus hangs, the display shows for a second and more what is no longer so.
        """
        self.read()
        last_at = self._free_at - _BETWEEN_US
        return self.free and (self.since > last_at or self._board.now_us > self._free_at + _ANSWER_US)

    def read(self) -> str:
        """Return the words on the display."""
        now = (self.panel.model.changes, self.panel.model.visible)
        if now != self._seen:
            self._seen = now
            words = self.panel.words()
            if words != self._words:
                self._words, self.since = words, self._board.now_us
        return self._words

    def press(self, buttons: str, delay_us: int = 0) -> None:
        """Press buttons in order, the first after `delay_us`."""
        at = self._board.now_us + delay_us
        for button in buttons:
            self._press(button, at)
            at += _BETWEEN_US
        self._free_at = at


class Bots:
    """Everybody at the table; `pods` says at which pods there is somebody."""

    def __init__(
        self,
        board: Board,
        pods: Sequence[int],
        *,
        seed: int = 1,
        game: str = "crossing",
        options: str = "",
        games: int = 1,
        hurry: bool = False,
        firmware: Path | None = None,
    ) -> None:
        """Seat them; `options` are hub buttons to press among the options, as "ABB"; `games` to play in a row.

        With `hurry` nobody looks at a result longer than needed.
        """
        self.board = board
        self.pods = list(pods)
        self.finished = 0  # games played to their end
        self._games = games
        self._options = options
        self._hurry = hurry
        self._rng = random.Random(seed)
        self._on = False
        self._counted = False  # the scores on the hub are counted among `finished`
        self._option_presses = 0  # how many of `options` have been pressed while the hub asked for them
        words = read_words(firmware or firmware_folder(), game)
        self._title = plain(words["GAMES"][game][0])
        self._text = {name: plain(text) for name, text in words.items() if isinstance(text, str)}
        if "PLACE_KEYS" in words:
            self._text["PLACE_KEYS"] = plain(words["PLACE_KEYS"][-1])
        self._hub = Hand(board, lambda button, at: board.hub_press(button, _HOLD_MS, at), board.hub)
        self._hands = [Hand(board, self._presser(pod), board.pod(pod)) for pod in self.pods]

    def _presser(self, pod: int) -> Callable[[str, int], object]:
        return lambda button, at: self.board.press(pod, button, _HOLD_MS, at)

    @property
    def all_played(self) -> bool:
        """True when the last game's scores are on the hub."""
        return self.finished >= self._games

    def start(self) -> None:
        """Begin to look at the table. They go on through power cuts."""
        if not self._on:
            self._on = True
            self.board.at_us(self.board.now_us, self._look)

    def stop(self) -> None:
        """Go home."""
        self._on = False

    def play(self, timeout_s: float = 3600) -> None:
        """Let the board run until all games are played; NoTime if they are not within so many simulated seconds."""
        self.start()
        self.board.run_until(lambda: self.all_played, round(timeout_s * 1e6), "the end of the game")

    def _look(self) -> None:
        if not self._on:
            return
        for hand in self._hands:
            if hand.free:
                self._player(hand)
        if self._hub.answered:
            self._host()
        self.board.at_us(self.board.now_us + _LOOK_US, self._look)

    def _says(self, words: str, *names: str) -> bool:
        return any(name in self._text and self._text[name] in words for name in names)

    # -- a player --------------------------------------------------------------------------------------
    def _player(self, hand: Hand) -> None:
        words = hand.read()
        lit = hand.panel.glass.lit
        if lit and not hand.lit and self._rng.random() < _MIND_CHANGES:  # the count begins
            hand.press(self._rng.choice("ABC"), self._rng.randrange(900_000))
        hand.lit = lit
        if self._says(words, "POD_MUSHROOM"):  # nothing chosen yet
            again = self.board.now_us - hand.since > _AGAIN_US  # the button had no meaning now
            hand.press("A" if again else self._choice(), self._rng.randrange(200_000, 1_500_000))
        elif self._says(words, "POD_JOIN"):
            hand.press("A", self._rng.randrange(100_000, 1_200_000))
        elif self._says(words, "SPLIT_DONE_KEYS"):
            hand.press("B" if self._rng.random() < 0.15 else "C", 300_000)
        elif self._says(words, "SPLIT_KEYS"):
            hand.press("A" * self._rng.randrange(4) + "C", 300_000)
        else:
            self._open(hand, words)

    def _open(self, hand: Hand, words: str) -> None:
        """Do what a pod asks for in a game whose choices lie open."""
        some = self._rng.randrange
        if self._says(words, "PLACE_KEYS"):
            hand.press("A" * some(8) + "B" * some(4) + "C", some(200_000, 2_000_000))
        elif self._says(words, "START_KEYS", "FIRST_LINE_KEYS", "LINE_KEYS"):
            hand.press("A" * some(6) + "C", 300_000)
        elif self._says(words, "POD_ROLL", "SAY_DONE"):
            hand.press("C", 800_000)
        elif self._says(words, "TURN_KEYS"):
            hand.press("A" * some(4) + "B" * some(4) + "C", some(200_000, 1_500_000))
        elif self._says(words, "FIRST_TAKE", "TAKE_KEYS", "FIRST_DROP", "DROP_KEYS", "FIRST_OK", "OK_KEYS", "ONLY_OK"):
            hand.press("A" * some(5) + "C", some(200_000, 1_500_000))
        elif self._says(words, "OTHER", "DONE"):
            hand.press("A" * some(2) + "C", 300_000)
        elif self._says(words, "ENTERED", "UNDO") and self._rng.random() < _BACK:
            hand.press("B", 100_000)

    def _choice(self) -> str:
        """Return the presses of a choice: mushrooms most often, somebody's tile, or protection."""
        kind = self._rng.choices("ABC", (5, 3, 2))[0]
        return kind if kind == "C" else kind * self._rng.randrange(1, 4)

    # -- whoever has the hub ---------------------------------------------------------------------------
    def _host(self) -> None:
        hub = self._hub
        words = hub.read()
        if self._says(words, "FINAL_KEYS"):
            self._end(hub)
            return
        self._counted = False
        at, self._option_presses = self._option_presses, 0
        if self._says(words, "MENU_KEYS"):
            hub.press("C" if self._title in words else "A", 400_000)
        elif self._says(words, "OPTION_KEYS"):
            # One by one: if the power goes meanwhile, the rest would be pressed in the menu.
            buttons = self._options + "C"
            hub.press(buttons[min(at, len(buttons) - 1)], 0 if at else 400_000)
            self._option_presses = at + 1
        elif self._says(words, "JOIN_START"):
            if all(self._says(hand.read(), "POD_IN") for hand in self._hands if hand.panel.model.powered):
                hub.press("C", 600_000)
        elif self._says(words, "GO_ON", "BOOT_KEYS", "READ", "SCORE_KEYS"):
            hub.press("C", 200_000 if self._hurry else 2_500_000)
        elif self._ready_to_count():
            hub.press("C", 200_000)

    def _ready_to_count(self) -> bool:
        """Return whether to begin the count: all have chosen, or it has taken too long."""
        hands = [hand for hand in self._hands if hand.panel.model.powered]
        if any(hand.lit for hand in hands):
            return False
        now = self.board.now_us
        if any(self._says(hand.read(), "POD_MUSHROOM") for hand in hands):
            return now - self._hub.since > _PATIENCE_US
        return self._hurry and all(hand.free and now - hand.since > _SETTLED_US for hand in hands)

    def _end(self, hub: Hand) -> None:
        if not self._counted:
            self._counted = True
            self.finished += 1
        if not self.all_played:
            hub.press("C", 1_000_000)
