"""What is in Crystalla's box, as far as it is known: the cards and crystal pieces of a game with a card file.

A card is two crystals, large segment first: kind 7 * large + small, crystals counted from 0; where a place can be empty
it is written as the kind + 1, and 0 for empty. A crystal piece is 0 to 6 for a large one, 7 to 13 for a small one.

A pile lies face up, so its top card is known, and nobody knows what is below: all those cards are one `pool` of counts,
which are the weights when a new top card is turned up. That is the same as shuffling and dealing all of it first.
The face-down crystals are `stack`, counts again.

Packed cards (see onthree.cards) are the counts of the 49 kinds of card, then those of the 14 crystal pieces, 63 bytes,
and the title of the card file, up to 60 letters.
"""

from onthree.cards import check_total
from onthree.compat import TYPE_CHECKING, const
from onthree.rules import crystalla_display as display
from onthree.rules.crystalla_walk import pile_count
from onthree.rules.game import RuleError, State

if TYPE_CHECKING:
    from collections.abc import Sequence

CARDS = const(90)  # CR1
CRYSTALS = const(36)  # CR1
KINDS = const(49)
PIECES = const(14)
START_CARDS = const(3)  # CR2
REBUILT = const(3)  # the cards that make a new pile (CR14)
MOST_OF_A_KIND = const(35)  # so that a count is one letter in text
_OPEN = const(4)  # crystal pieces in the open display (CR7)
_OPEN_OF_A_SHAPE = const(2)
_LONGEST_TITLE = const(60)


def check_cards(packed: bytes) -> None:
    """Raise RuleError, in a sentence, unless these are the packed cards of a whole box."""
    title = packed[KINDS + PIECES :]
    if (
        len(packed) < KINDS + PIECES
        or len(title) > _LONGEST_TITLE
        or not all(0x20 <= letter < 0x7F for letter in title)
    ):
        raise RuleError("These bytes are no packed cards of Crystalla.")
    packed = packed[: KINDS + PIECES]
    check_total("cards", sum(packed[:KINDS]), CARDS)
    check_total("crystal pieces", sum(packed[KINDS:]), CRYSTALS)
    for count in packed:
        if count > MOST_OF_A_KIND:
            raise RuleError("At most {} cards can be alike, not {}.".format(MOST_OF_A_KIND, count))


def cards_title(packed: bytes) -> str:
    """Return the title of packed cards, to be shown where they are played with."""
    return packed[KINDS + PIECES :].decode()


def height_sum(players: int) -> int:
    """Return how many cards the piles begin with: 84, 81 or 78 (CR6)."""
    return CARDS - START_CARDS * players


class Box(State):
    """The cards, crystal pieces and displays of a game; without a card file only how high the piles are."""

    def __init__(self, players: int, cards: str) -> None:
        """Begin with everything in the box; `cards` is the name of the packed cards, "" without."""
        self.players = players
        self.cards = cards
        piles = pile_count(players)
        self.heights = bytearray(piles)
        # With cards:
        self.pool = bytearray(KINDS)  # cards nobody has seen yet
        self.tops = bytearray(piles)  # top cards, as kind + 1
        self.dealt = bytearray(START_CARDS * players)  # start cards not placed yet, as kind + 1, three a seat
        self.aside = bytearray(players)  # the start card each seat has given back, as kind + 1
        self.stack = bytearray(PIECES)  # crystal pieces face down
        self.open = bytearray(PIECES)  # crystal pieces in the open display
        self.cells = [bytearray(display.CELLS) for _ in range(players)]
        self.covered = [0] * players  # segments under crystal pieces, as bits
        # Without:
        self.given = bytearray(players)  # crystal pieces that each seat has laid
        self.removed = 0  # crystal pieces out of the game; counted without cards only

    def fill(self, packed: bytes) -> None:
        """Put packed cards into the box."""
        self.pool[:] = packed[:KINDS]
        self.stack[:] = packed[KINDS : KINDS + PIECES]

    # -- cards -----------------------------------------------------------------------------------------
    def undealt(self) -> int:
        """Return the first place among `dealt` that has no card, or -1."""
        for place, card in enumerate(self.dealt):
            if not card:
                return place
        return -1

    def uncovered_pile(self) -> int:
        """Return the first pile whose top card is not turned up yet, or -1."""
        for pile, height in enumerate(self.heights):
            if height and not self.tops[pile]:
                return pile
        return -1

    def take_from_pool(self, kind: int) -> int:
        """Take a card out of the pool and return it as kind + 1; RuleError if there is none such."""
        if not 0 <= kind < KINDS or not self.pool[kind]:
            raise RuleError("There is no such card left.")
        self.pool[kind] -= 1
        return kind + 1

    def lay_out(self) -> None:
        """Make the piles, as equal as can be (CR3 to CR6); cards that were given back are among them (CR-A7)."""
        for seat, card in enumerate(self.aside):
            if card:
                self.pool[card - 1] += 1
                self.aside[seat] = 0
        each, more = divmod(height_sum(self.players), len(self.heights))
        for pile in range(len(self.heights)):
            self.heights[pile] = each + (1 if pile < more else 0)

    def donors(self) -> "list[int]":
        """Return the piles that can give three cards and keep one (CR14, CR-A8), ascending.

        With the cards of a game there is always one: 42 or more are left to the end.
        """
        return [pile for pile, height in enumerate(self.heights) if height > REBUILT]

    def put(self, seat: int, column: int, corner: int, card: int) -> None:
        """Place a card (kind + 1), its large segment towards `corner` (CR18, CR19); RuleError if the column is full."""
        cells = self.cells[seat]
        cell = display.landing(cells, column)
        if cell < 0:
            raise RuleError("Column {} has three cards already.".format("abcd"[column]))
        large, small = divmod(card - 1, 7)
        cells[cell] = large + 1 << 5 | small + 1 << 2 | corner

    # -- crystal pieces --------------------------------------------------------------------------------
    def next_shape(self) -> int:
        """Return where in `stack` the shape begins that the open display needs next: 0 large, 7 small, or -1.

        Two of each shape, and four in all if one of the stacks is empty (CR7, CR17).
        """
        large, small = sum(self.stack[:7]), sum(self.stack[7:])
        if not large + small or sum(self.open) == _OPEN:
            return -1
        if large and sum(self.open[:7]) < _OPEN_OF_A_SHAPE:
            return 0
        if small and sum(self.open[7:]) < _OPEN_OF_A_SHAPE:
            return 7
        return 0 if large else 7

    def open_piece(self, piece: int) -> None:
        """Turn a crystal piece up; RuleError if it is not the shape that is needed, or there is none."""
        shape = self.next_shape()
        if shape < 0 or not shape <= piece < shape + 7 or not self.stack[piece]:
            raise RuleError("There is no such crystal piece to turn up.")
        self.stack[piece] -= 1
        self.open[piece] += 1

    def pieces_left(self) -> bool:
        """Return whether there is a crystal piece to give (CR-A9)."""
        if self.cards:
            return any(self.open)
        return sum(self.given) + self.removed < CRYSTALS

    def spots(self, seat: int, piece: int) -> "list[int]":
        """Return the cells of a display where a crystal piece may lie (CR23)."""
        return display.coverable(self.cells[seat], self.covered[seat], piece)

    def cover(self, seat: int, cell: int, piece: int) -> None:
        """Lay a crystal piece, which may lie there, on a card."""
        cells = self.cells[seat]
        cells[cell] = display.lay(cells[cell], piece)
        self.covered[seat] |= 1 << 2 * cell + piece // 7

    def shapes(self) -> "Sequence[int]":
        """Return the weights of the next crystal piece to turn up."""
        shape = self.next_shape()
        return [count if shape <= piece < shape + 7 else 0 for piece, count in enumerate(self.stack)]
