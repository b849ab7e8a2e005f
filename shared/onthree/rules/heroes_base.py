"""What a table of Crossing Heroes has with and without a card list: seats, turns, Gold and its reasons, places.

`heroes.py` tells the game, `heroes_tracker.py` and `heroes_game.py` are the two ways to play it.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import heroes_words
from onthree.rules.game import CHANCE, TERMINAL, RuleError, State, options_text, places

if TYPE_CHECKING:
    from collections.abc import Sequence

NAME = "heroes"
MIN_PLAYERS = const(1)  # alone is practice (CH-A5)
MAX_PLAYERS = const(5)
OPTIONS = (
    ("god_trials_count", ("all", "completed_only")),  # CH-A4
    ("gold_limit", ("unlimited", "30")),  # CH-A7
)
_COMPLETED_ONLY = const(0)
_GOLD_LIMIT = const(1)
TURNS = const(8)  # CH6
_TOKENS = const(30)  # CH1


class Heroes(State):
    """A position; subclasses have PHASES, the phases' words, those in which chance decides first and the end last."""

    PHASES: "tuple[str, ...]" = ()
    CHANCES = 0  # phases before this one are chance's

    def __init__(self, players: int, options: bytearray) -> None:
        """Begin before the setup, each seat with its first Gold (CH5); `options` are indices, already checked."""
        self.players = players
        self.options = options
        self.phase = 0
        self.turn = 1
        self.first = 0  # the first player's seat, counted from 1; 0 before it is drawn
        self.seat = 0  # whose turn it is
        self.gold = bytearray(b"\x01" * players)
        self.sets = bytearray(players)  # full sets of blessings that Zeus has rewarded (CH17)
        self._told: list[tuple[str, int, int, tuple[int, ...]]] = []

    # -- whose turn ------------------------------------------------------------------------------------
    def current(self) -> int:
        """Return CHANCE, TERMINAL or the seat whose turn it is."""
        if self.phase < self.CHANCES:
            return CHANCE
        return TERMINAL if self.over() else self.seat

    def actors(self) -> int:
        """Return the seat whose turn it is as a bit."""
        who = self.current()
        return 1 << who if who >= 0 else 0

    def over(self) -> bool:
        """Return whether the game has ended (CH20)."""
        return self.phase == len(self.PHASES) - 1

    def begin(self, outcome: int) -> None:
        """Make the seat that was drawn the first player (CH5)."""
        if not 0 <= outcome < self.players:
            raise RuleError("There is no such seat to begin.")
        self.first = outcome + 1
        self.seat = outcome

    def next_seat(self) -> bool:
        """Go on to the next seat, clockwise (CH6); return whether everybody has had all turns."""
        seat = (self.seat + 1) % self.players
        if seat == self.first - 1:
            if self.turn == TURNS:
                return True
            self.turn += 1
        self.seat = seat
        return False

    def apply_joint(self, actions: "Sequence[int]") -> None:
        """Refuse: nobody chooses in secret in this game."""
        raise RuleError("In Crossing Heroes one seat acts at a time.")

    # -- Gold and what happened ------------------------------------------------------------------------
    def gain(self, kind: str, action: int, amount: int) -> None:
        """Give the active seat Gold, as much of it as the supply has (CH-A7), and note why."""
        if self.options[_GOLD_LIMIT]:
            amount = min(amount, _TOKENS - sum(self.gold))
        if amount:
            self.gold[self.seat] += amount
            self.tell(kind, action, (amount,))

    def pay(self, kind: str, action: int, amount: int) -> None:
        """Take Gold from the active seat, which has enough, and note what for."""
        self.gold[self.seat] -= amount
        self.tell(kind, action, (amount,))

    def tell(self, kind: str, action: int, counts: "tuple[int, ...]") -> None:
        """Note something for `events`."""
        self._told.append((kind, self.seat, action, counts))

    def start_telling(self) -> None:
        """Forget what was noted before."""
        self._told = []

    def events(self) -> "list[tuple[str, int, int, tuple[int, ...]]]":
        """Return what the last action of a seat did, as (kind, seat, action, counts).

        Kinds with Gold in counts: `muses`, `buys` (paid), `trial`, `icon`, `refill` (gained). Others: `completes`
        (the Trial in a cell, or of a god), `zeus` (a full set: an Item is free), `no-item` (but none is open).
        """
        return list(self._told)

    # -- text ------------------------------------------------------------------------------------------
    def drawn(self) -> int:
        """Return what kind of thing chance decides about now, of heroes_words."""
        return heroes_words.SEATS

    def action_text(self, seat: int, action: int) -> str:
        """Return the word of an action, with seat CHANCE of what is drawn now; see heroes_words."""
        if seat == CHANCE:
            return heroes_words.outcome_word(self.drawn(), action)
        return heroes_words.word(action)

    def parse_action(self, seat: int, text: str) -> int:
        """Return the action that `text` names, with seat CHANCE the outcome of what is drawn now."""
        if seat == CHANCE:
            return heroes_words.outcome(self.drawn(), text)
        return heroes_words.action(text)

    def view(self, seat: int) -> str:
        """Return the position: everything lies open, and a state knows no order of a shuffled deck."""
        return self.position()

    def read(self, found: "dict[bytes, bytes]") -> None:
        """Fill a new state from the fields of its text and take them out of `found`; RuleError for what cannot be."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise RuleError if no game comes to this position."""
        raise NotImplementedError

    def options_text(self) -> str:
        """Return the options not at their default, as they follow a position, with a blank before them."""
        text = options_text(OPTIONS, self.options)
        return " " + text if text else ""

    def option(self, name: str) -> str:
        """Return the value of an option."""
        for i, (known, values) in enumerate(OPTIONS):
            if known == name:
                return values[self.options[i]]
        raise RuleError("There is no option {} in Crossing Heroes.".format(name))

    # -- the end ---------------------------------------------------------------------------------------
    def completed_only(self) -> bool:
        """Return whether Trials that score for a god's Trials count only completed ones (CH-A4)."""
        return self.options[_COMPLETED_ONLY] == 1

    def scores(self) -> "list[int]":
        """Return the points of every seat, as they would count if the game ended now (CH20)."""
        return [sum([worth for _, worth in self.breakdown(seat)]) for seat in range(self.players)]

    def ranking(self) -> "list[int]":
        """Return the places: by points, then by Gold left (CH22); who is still tied shares the place."""
        return places([worth * 256 + self.gold[seat] for seat, worth in enumerate(self.scores())])
