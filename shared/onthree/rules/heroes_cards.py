"""The cards of Crossing Heroes on the table: decks, rows, what each seat has laid, and what it is worth.

`heroes_game.py` plays with them, and describes how `slots` are numbered.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import heroes_deck
from onthree.rules import heroes_points as values
from onthree.rules.heroes_base import Heroes
from onthree.rules.heroes_grid import complete, count, free_edges
from onthree.rules.heroes_words import COUNTS, ITEM_TILES, SEATS, SKILLS, TRIALS

if TYPE_CHECKING:
    from collections.abc import Sequence

# Places in `slots`.
TOP = const(4)  # the open top of the Trial deck; the row is 0 to 3
ROW_A = const(5)
ROW_B = const(10)
TILES = const(15)
HAND = const(19)
SEAT = const(21)  # the first seat's Hero; its cells and edges follow
WIDTH = const(21)  # slots a seat
CELLS_IN = const(1)
EDGES_IN = const(9)


class Table(Heroes):
    """The cards of a position; see the module."""

    def __init__(self, players: int, options: bytearray, name: str) -> None:
        """Begin with all cards in their decks; RuleError if the cards `name` are not here."""
        super().__init__(players, options)
        self.cards = name
        self.deck = heroes_deck.find(name)
        self.slots = bytearray(SEAT + WIDTH * players)
        self.owners = bytearray(COUNTS[ITEM_TILES])
        self.under = [bytearray() for _ in range(3)]
        self.loose = [bytearray(b"\x01" * number) for number in COUNTS[:SEATS]]  # also the weights of a draw
        self.left = list(COUNTS[:3])
        self.place = 0  # where in the row the Trial lay, from 1, while its cell and Skills are chosen
        self.refill = 3  # rows of Skills to be filled, as bits
        self.done = [0] * players  # completed Trials, as bits by cell
        self.kind = TRIALS  # in a deal: which deck, and the slot the card goes to
        self.slot = TOP

    # -- looking ---------------------------------------------------------------------------------------
    def base(self, seat: int) -> int:
        """Return where in `slots` a seat begins."""
        return SEAT + WIDTH * seat

    def cells(self, seat: int) -> bytearray:
        """Return the Trials around a Hero, one a cell, the card's number or 0."""
        at = SEAT + WIDTH * seat + CELLS_IN
        return self.slots[at : at + 8]

    def edges(self, seat: int) -> bytearray:
        """Return the Skills on a seat's edges, the card's number or 0."""
        at = SEAT + WIDTH * seat + EDGES_IN
        return self.slots[at : at + 12]

    def free_edges(self, seat: int) -> "list[int]":
        """Return the edges of a seat that a Skill can go to (CH13)."""
        return free_edges(self.cells(seat), self.edges(seat))

    def owned(self, seat: int) -> "list[int]":
        """Return how many of each of ITEMS a seat has."""
        owned = [0] * len(values.ITEMS)
        for tile, owner in enumerate(self.owners):
            if owner == seat + 1:
                owned[self.deck.item(tile)] += 1
        return owned

    def by_god(self, seat: int, completed: bool) -> "list[int]":
        """Return a seat's Trials by god, all of them or the completed ones."""
        found = [0] * 4
        gods = self.deck.gods
        counted = self.done[seat] if completed else 0xFF  # bits by cell
        for trial in self.cells(seat):
            if counted & 1 and trial:
                found[gods[trial - 1]] += 1
            counted >>= 1
        return found

    def due(self, seat: int) -> int:
        """Return how many full sets of blessings a seat has completed (CH17)."""
        return values.sets(self.by_god(seat, True))

    def find_done(self, seat: int) -> None:
        """Set `done` of a seat by what lies around its Hero."""
        deck = self.deck
        skills = deck.skills
        at = SEAT + WIDTH * seat
        symbols = [skills[skill - 1] if skill else 0 for skill in self.slots[at + EDGES_IN : at + WIDTH]]
        self.done[seat] = complete(self.slots[at + CELLS_IN : at + EDGES_IN], deck.needs, symbols)

    def under_place(self) -> "list[int]":
        """Return the Skills in the two columns under the Trial's place in the row (CH3, CH10)."""
        column = self.place - 1
        return [i for i in (column, column + 1, column + 5, column + 6) if self.slots[ROW_A + i]]

    def affordable(self) -> "list[int]":
        """Return the places of Items that the active seat can pay (CH18)."""
        gold = self.gold[self.seat]
        tiles = self.slots[TILES:HAND]
        return [i for i, tile in enumerate(tiles) if tile and self.deck.cost(tile - 1) <= gold]

    # -- dealing ---------------------------------------------------------------------------------------
    def has(self, kind: int) -> bool:
        """Return whether there is a card in a deck."""
        return self.left[kind] > 0 or len(self.under[kind]) > 0

    def gap(self) -> bool:
        """Find the next place that is dealt to: Trials (CH10), rows of Skills being filled (CH12), Items (CH18)."""
        slots = self.slots
        for i in range(4):
            if not slots[i]:
                slots[i] = slots[TOP]  # the deck lies face up: the next Trial is known (CH2)
                slots[TOP] = 0
        if not slots[TOP] and self.has(TRIALS):
            return self._found(TRIALS, TOP)
        if self.refill and self.has(SKILLS):
            for i in range(ROW_A, TILES):
                if not slots[i] and self.refill >> (1 if i >= ROW_B else 0) & 1:
                    return self._found(SKILLS, i)
        if self.has(ITEM_TILES):
            for i in range(TILES, HAND):
                if not slots[i]:
                    return self._found(ITEM_TILES, i)
        return False

    def _found(self, kind: int, slot: int) -> bool:
        self.kind = kind
        self.slot = slot
        return True

    def next_card(self) -> "Sequence[int]":
        """Return 1 for each card the next can be, when the shuffled ones are out only for the first under the deck."""
        kind = self.kind
        if self.left[kind]:
            return self.loose[kind]
        weights = bytearray(COUNTS[kind])
        weights[self.under[kind][0] - 1] = 1
        return weights

    def deal(self, card: int) -> None:
        """Lay the card, counted from 0, that comes from the deck where it goes."""
        kind = self.kind
        if self.left[kind]:
            self.loose[kind][card] = 0
            self.left[kind] -= 1
        else:
            self.under[kind] = self.under[kind][1:]
        self.slots[self.slot] = card + 1

    def put_under(self, begin: int, size: int, kind: int) -> None:
        """Put what lies in a row under its deck, from left to right (CH7, CH-A8)."""
        for i in range(begin, begin + size):
            if self.slots[i]:
                self.under[kind].append(self.slots[i])
                self.slots[i] = 0

    def without_hero(self) -> int:
        """Return the first seat that has no Hero yet, or -1."""
        for seat in range(self.players):
            if not self.slots[self.base(seat)]:
                return seat
        return -1

    # -- the end ---------------------------------------------------------------------------------------
    def glory(self, seat: int) -> int:
        """Return the Glory of a seat, on its Skills and Items (CH20)."""
        deck = self.deck
        on_items = sum([deck.item_glory(tile) for tile, owner in enumerate(self.owners) if owner == seat + 1])
        return on_items + sum([deck.glory(skill - 1) for skill in self.edges(seat) if skill])

    def hero_symbols(self, seat: int) -> int:
        """Return how often the Hero's symbol is on the seat's Skills, each symbol counted (CH20, CH-A13)."""
        hero = self.slots[self.base(seat)]
        if not hero:
            return 0
        symbol = self.deck.hero(hero - 1)
        return sum([count(self.deck.symbols(skill - 1), symbol) for skill in self.edges(seat) if skill])

    def breakdown(self, seat: int) -> "list[tuple[str, int]]":
        """Return the points by what they are for (CH20, CH21)."""
        deck = self.deck
        owned = self.owned(seat)
        trials = []
        for cell, trial in enumerate(self.cells(seat)):
            if self.done[seat] >> cell & 1:
                kind, vp = deck.value(trial - 1)
                doubler = deck.doubler(trial - 1)
                doubled = 1 if doubler >= 0 and owned[doubler] else 0
                trials.append((deck.god(trial - 1), kind, vp, doubled))
        placed = self.by_god(seat, False)
        glory = self.glory(seat)
        return values.points(trials, placed, owned, glory, self.hero_symbols(seat), self.completed_only())
