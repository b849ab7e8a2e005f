"""Order: who begins, or in what order all play, drawn by lot for 2 to 6 players.

Nobody has to do anything: seats are drawn one after the other, each as likely as any other that is left, the first one
alone (`what=first`) or all of them (`what=order`). Then it is over, and the places tell the order.

The state: the seats drawn so far. Packed: 3 bytes and one a seat drawn. An outcome is a seat, `1` to `6` in text.

Position: `order/1 players=4 drawn=3.1`, `drawn=-` before the first draw; then `what=order` if it is that.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import notation
from onthree.rules.game import CHANCE, NONE, TERMINAL, RuleError
from onthree.tools import tool

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

NAME = "order"
MIN_PLAYERS = const(2)
MAX_PLAYERS = const(6)
OPTIONS = (("what", ("first", "order")),)


class Order(tool.Tool):
    """The seats drawn so far, in order."""

    name = NAME
    least = MIN_PLAYERS
    spec = OPTIONS

    def __init__(self, players: int, options: bytearray) -> None:
        super().__init__(players, options)
        self.drawn: list[int] = []
        self.wanted = players if options[0] else 1

    # -- whose turn ------------------------------------------------------------------------------------
    def current(self) -> int:
        """Return CHANCE until all that is wanted is drawn."""
        return CHANCE if len(self.drawn) < self.wanted else TERMINAL

    def actors(self) -> int:
        """Return no seats."""
        return 0

    def legal_actions(self, seat: int) -> "Sequence[int]":
        """Return nothing."""
        return ()

    def chance_outcomes(self) -> "Sequence[int]":
        """Return 1 for every seat that is not drawn yet."""
        if self.current() == TERMINAL:
            return ()
        return [0 if seat in self.drawn else 1 for seat in range(self.players)]

    # -- moving on -------------------------------------------------------------------------------------
    def apply(self, action: int) -> None:
        """Apply the next seat drawn."""
        if self.current() == TERMINAL:
            raise RuleError("Everything is drawn.")
        if not 0 <= action < self.players or action in self.drawn:
            raise RuleError("Only a seat that is not drawn yet can be drawn.")
        self.drawn.append(action)

    def apply_joint(self, actions: "Sequence[int]") -> None:
        """Refuse: nobody chooses anything."""
        raise RuleError("Nobody chooses here: seats are drawn.")

    def ranking(self) -> "list[int]":
        """Return the place of every seat in the order; those not drawn share the next place."""
        found = [len(self.drawn) + 1] * self.players
        for i, seat in enumerate(self.drawn):
            found[seat] = i + 1
        return found

    def events(self) -> "list[tuple[str, int, int, tuple[int, ...]]]":
        """Return nothing: the draw says it all."""
        return []

    # -- text and bytes --------------------------------------------------------------------------------
    def action_text(self, seat: int, action: int) -> str:
        """Return `-`, or with CHANCE the number of the seat."""
        if seat == CHANCE and 0 <= action < self.players:
            return str(action + 1)
        if seat != CHANCE and action == NONE:
            return "-"
        raise tool.unknown(NAME, action)

    def parse_action(self, seat: int, text: str) -> int:
        """Return the seat that `text` names, with CHANCE."""
        if seat == CHANCE:
            return notation.number(text, 1, self.players, "A seat") - 1
        if text == "-":
            return NONE
        raise RuleError("Nobody chooses here, so nobody chooses {}.".format(text))

    def fields(self) -> str:
        """Return the seats drawn."""
        return "drawn=" + (".".join([str(seat + 1) for seat in self.drawn]) or "-")

    def read(self, found: "dict[str, str]") -> None:
        """Read them."""
        drawn = notation.take(found, "drawn")
        for word in drawn.split(".") if drawn != "-" else ():
            self.apply(self.parse_action(CHANCE, word))

    def body(self) -> bytes:
        """Return how many are drawn and the seats, a byte each."""
        return bytes([len(self.drawn)] + self.drawn)

    def load(self, data: bytes) -> None:
        """Read them."""
        for i in range(data[0]):
            self.apply(data[1 + i])


def new(players: int, options: "Mapping[str, str] | None" = None) -> Order:
    """Return the state before the first draw."""
    return tool.new(Order, players, options)


def from_position(text: str) -> Order:
    """Return the state of a position text."""
    return tool.from_position(Order, text)


def unpack(data: bytes) -> Order:
    """Return the state that `pack` wrote."""
    return tool.unpack(Order, data)
