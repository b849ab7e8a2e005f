"""Rounds: whose turn is it, and which round, for 1 to 6 players.

In a round the seats take turns, clockwise or in the order of secret bids from 0 to 20, highest first (`by=bids`).
Equal bids go by seat, counted from the round's first player, or by lot (`ties=lot`). The first player is always seat 1,
or another one each round (`first=rotate`). A seat whose turn it is plays on or passes. A round is over when everyone
has had a turn, or with `ends=passed` when everyone has passed. Undo takes an own step back (the match knows how).

Clocks live on the device, for rules know no time: `turn_limit` seconds a turn, `seat_limit` minutes
a seat for everything.

The state: the round, the bids, the order, whose turn, who has passed. Packed: 12 bytes and at most two a seat.

Actions: 1 plays on, `next`; 2 passes, `pass`; 3 + n bids n, `0` to `20`. An outcome is the seat that comes next among
equal bids, `1` to `6`.

Position: `rounds/1 players=3 round=2 bids=7,7,0 order=2.1 turn=- passed=000`, then options that are not at their
default. `bids=-` where there are none (yet), `order=-` before it begins, `turn` the seat, `-` while bidding or drawing.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import notation
from onthree.rules.game import CHANCE, NONE, SIMULTANEOUS, TERMINAL, RuleError
from onthree.tools import tool

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAME = "rounds"
MIN_PLAYERS = const(1)
MAX_PLAYERS = const(6)
OPTIONS = (
    ("by", ("clockwise", "bids")),
    ("ties", ("seat", "lot")),
    ("first", ("same", "rotate")),
    ("ends", ("once", "passed")),
    ("turn_limit", ("off", "15", "30", "45", "60", "90", "120", "180", "300")),  # seconds; the rules do not change
    ("seat_limit", ("off", "2", "5", "10", "15", "20", "30", "45", "60")),  # minutes; the rules do not change
)
_BY = const(0)
_TIES = const(1)
_FIRST = const(2)
_ENDS = const(3)
TURN_LIMIT = const(4)
SEAT_LIMIT = const(5)

NEXT = const(1)
PASS = const(2)
BID = const(3)  # + 0 to 20
HIGHEST = const(20)


class Rounds(tool.Tool):
    """The round under way; `count` is those that are over."""

    name = NAME
    least = MIN_PLAYERS
    spec = OPTIONS

    def __init__(self, players: int, options: bytearray) -> None:
        super().__init__(players, options)
        self.bids = bytearray()  # one a seat, once they are in
        self.order: list[int] = []  # seats, as far as it is settled
        self.at = 0  # index in `order` of the seat whose turn it is
        self.passed = 0  # seats that have, as bits
        self._opened = False  # the last step was the bids', or a lot's after them
        self._begin()

    def first(self) -> int:
        """Return the first player of this round."""
        return self.count % self.players if self.options[_FIRST] else 0

    def _begin(self) -> None:
        """Begin a round."""
        self.at = 0
        self.passed = 0
        self.bids = bytearray()
        self.order = []
        if self.count < tool.LAST and not self.options[_BY]:
            self.order = [(self.first() + i) % self.players for i in range(self.players)]

    # -- whose turn ------------------------------------------------------------------------------------
    def current(self) -> int:
        """Return SIMULTANEOUS while bidding, CHANCE while lots are drawn, then the seat whose turn it is."""
        if len(self.order) == self.players:
            return self.order[self.at]
        if self.bids:
            return CHANCE
        return SIMULTANEOUS if self.count < tool.LAST else TERMINAL

    def actors(self) -> int:
        """Return all seats for bids, then the one whose turn it is."""
        who = self.current()
        return 1 << who if who >= 0 else self.everybody() if who == SIMULTANEOUS else 0

    def legal_actions(self, seat: int) -> "Sequence[int]":
        """Return NEXT and PASS, or the bids."""
        if not 0 <= seat < self.players or not self.actors() >> seat & 1:
            return ()
        return range(BID, BID + HIGHEST + 1) if self.current() == SIMULTANEOUS else (NEXT, PASS)

    def chance_outcomes(self) -> "Sequence[int]":
        """Return 1 for every seat that may come next: those with the highest bid that have no place yet."""
        if self.current() != CHANCE:
            return ()
        equal = self._equal()
        return [1 if seat in equal else 0 for seat in range(self.players)]

    def _equal(self) -> "list[int]":
        """Return the seats with the highest bid among those that have no place, from the first player on."""
        first = self.first()
        found: list[int] = []
        for i in range(self.players):
            seat = (first + i) % self.players
            if seat not in self.order:
                if found and self.bids[seat] > self.bids[found[0]]:
                    found = []
                if not found or self.bids[seat] == self.bids[found[0]]:
                    found.append(seat)
        return found

    def _settle(self) -> None:
        """Give a place to everyone who needs no lot for it."""
        while len(self.order) < self.players:
            equal = self._equal()
            if len(equal) > 1 and self.options[_TIES]:
                return
            self.order.append(equal[0])

    # -- moving on -------------------------------------------------------------------------------------
    def apply(self, action: int) -> None:
        """Apply a lot, or the step of the seat whose turn it is."""
        who = self.current()
        if who == CHANCE:
            if action not in self._equal():
                raise RuleError("Only a seat with the highest bid left can be drawn.")
            self.order.append(action)
            self._settle()
            return
        if who < 0:
            raise RuleError("It is nobody's turn.")
        if action not in (NEXT, PASS):
            raise RuleError("Seat {} can play on or pass.".format(who + 1))
        self._opened = False
        if action == PASS:
            self.passed |= 1 << who
        self._advance()

    def _advance(self) -> None:
        at = self.at + 1
        if self.options[_ENDS]:
            for i in range(self.players):
                turn = (at + i) % self.players
                if not self.passed >> self.order[turn] & 1:
                    self.at = turn
                    return
        elif at < self.players:
            self.at = at
            return
        self.count += 1
        self._begin()

    def apply_joint(self, actions: "Sequence[int]") -> None:
        """Open the bids, one a seat."""
        if self.current() != SIMULTANEOUS:
            raise RuleError("There is nothing to bid for now.")
        self.check_length(actions)
        for seat, action in enumerate(actions):
            if not BID <= action <= BID + HIGHEST:
                raise RuleError("Seat {} has to bid from 0 to {}.".format(seat + 1, HIGHEST))
        self.bids = bytearray([action - BID for action in actions])
        self._opened = True
        self._settle()

    def events(self) -> "list[tuple[str, int, int, tuple[int, ...]]]":
        """Return ("bid", seat, action, (place in the order,)) of every seat once bids are settled; else nothing."""
        if not self._opened or len(self.order) < self.players:
            return []
        return [("bid", seat, BID + bid, (1 + self.order.index(seat),)) for seat, bid in enumerate(self.bids)]

    # -- text and bytes --------------------------------------------------------------------------------
    def action_text(self, seat: int, action: int) -> str:
        """Return `-`, `next`, `pass` or a bid; with CHANCE the seat."""
        if seat == CHANCE:
            if 0 <= action < self.players:
                return str(action + 1)
        elif NONE <= action < BID:
            return ("-", "next", "pass")[action]
        elif BID <= action <= BID + HIGHEST:
            return str(action - BID)
        raise tool.unknown(NAME, action)

    def parse_action(self, seat: int, text: str) -> int:
        """Return the action, or with CHANCE the seat, that `text` names."""
        if seat == CHANCE:
            return notation.number(text, 1, self.players, "A seat") - 1
        if text in ("-", "next", "pass"):
            return ("-", "next", "pass").index(text)
        return BID + notation.number(text, 0, HIGHEST, "A bid")

    def fields(self) -> str:
        """Return round, bids, order, turn and who has passed."""
        who = self.current()
        return "round={} bids={} order={} turn={} passed={}".format(
            self.count + 1,
            ",".join([str(bid) for bid in self.bids]) or "-",
            ".".join([str(seat + 1) for seat in self.order]) or "-",
            who + 1 if who >= 0 else "-",
            notation.bits_text(self.passed, self.players),
        )

    def read(self, found: "dict[str, str]") -> None:
        """Read them."""
        self.count = notation.number(notation.take(found, "round"), 1, tool.LAST + 1, "The round") - 1
        bids, order, turn = [notation.take(found, name) for name in ("bids", "order", "turn")]
        self.passed = notation.bits(notation.take(found, "passed"), self.players, "passed")
        if bids == "-":
            self.bids = bytearray()
        else:
            texts = notation.parts(bids, ",", self.players, "bids")
            self.bids = bytearray([notation.number(text, 0, HIGHEST, "A bid") for text in texts])
        seats = order.split(".") if order != "-" else ()
        self.order = [notation.number(text, 1, self.players, "A seat") - 1 for text in seats]
        self.at = 0
        if turn != "-":
            seat = notation.number(turn, 1, self.players, "A seat") - 1
            self.at = self.order.index(seat) if seat in self.order else -1
        if self.at < 0 or (turn == "-") != (len(self.order) < self.players):
            raise RuleError("It is the turn of a seat once the order is settled, and not before.")
        self._check()

    def body(self) -> bytes:
        """Return rounds that are over (2 bytes), turn, passed, then bids and order, each with its length in front."""
        head = self.count.to_bytes(2, "little") + bytes((self.at, self.passed, len(self.bids)))
        return head + bytes(self.bids) + bytes(self.order)

    def load(self, data: bytes) -> None:
        """Read them."""
        self.count = int.from_bytes(data[:2], "little")
        self.at = data[2]
        self.passed = data[3]
        self.bids = bytearray(data[5 : 5 + data[4]])
        self.order = list(data[5 + data[4] :])
        if self.count > tool.LAST or self.bids and (len(self.bids) != self.players or max(self.bids) > HIGHEST):
            raise IndexError
        if self.passed > self.everybody() or self.at and self.at >= len(self.order):
            raise IndexError
        self._check()

    def _check(self) -> None:
        """Refuse an order that these bids do not lead to, and passes of seats that have had no turn."""
        order = self.order
        begun = Rounds(self.players, self.options)
        begun.count = self.count
        begun._begin()
        if self.bids and self.options[_BY] and self.count < tool.LAST:
            begun.apply_joint([BID + bid for bid in self.bids])
            while len(begun.order) < len(order) and begun.current() == CHANCE:
                begun.apply(order[len(begun.order)])
        if begun.order != order or begun.bids != self.bids:
            raise RuleError("The order does not follow from the bids and the first player.")
        passed = [i for i, seat in enumerate(order) if self.passed >> seat & 1]
        if self.passed and (len(order) < self.players or not self.options[_ENDS] and passed[-1] >= self.at):
            raise RuleError("Nobody can have passed before the own turn.")
        if self.options[_ENDS] and self.at in passed:
            raise RuleError("It cannot be the turn of a seat that has passed.")


def new(players: int, options: "Mapping[str, str] | None" = None) -> Rounds:
    """Return the state at the beginning of round 1."""
    return tool.new(Rounds, players, options)


def from_position(text: str) -> Rounds:
    """Return the state of a position text."""
    return tool.from_position(Rounds, text)


def unpack(data: bytes) -> Rounds:
    """Return the state that `pack` wrote."""
    return tool.unpack(Rounds, data)
