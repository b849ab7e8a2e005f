"""Crystalla before the first turn, and what is turned up on the table during the game (CR2 to CR8).

`crystalla.py` describes the phases, `crystalla_text.py` the numbering of actions.
"""

from onthree.compat import TYPE_CHECKING, const
from onthree.rules import crystalla_pad as pads
from onthree.rules.crystalla_box import Box
from onthree.rules.crystalla_text import FIRST, KEEP, PICK, PILE, PUT, SWAP, SWAPPED
from onthree.rules.crystalla_walk import pile_count
from onthree.rules.game import RuleError

if TYPE_CHECKING:
    from collections.abc import Sequence

# Options, by their place in crystalla.OPTIONS.
_RUBY_MODEL = const(0)
_EMERALD_MODEL = const(1)
_START3 = const(3)
_START_SWAP = const(5)
_FIRST_PLAYER = const(6)
_CORNERS = const(7)
_TRACK = const(8)

# Phases, by their place in crystalla_text.PHASES.
_LOT = const(0)
_DEAL = const(1)
_REVEAL = const(2)
_CRYSTALS = const(3)
_FIRST = const(4)
_SWAP = const(5)
_PICK = const(6)
_AT_CORNERS = const(7)
_PLACE = const(8)


class Setup(Box):
    """The fields of a game, its setup and its draws."""

    def __init__(self, players: int, options: bytearray, cards: str) -> None:
        """Begin before the first player is known; `options` are indices into crystalla.OPTIONS, already checked."""
        super().__init__(players, cards)
        self.options = options
        self.phase = _FIRST if options[_FIRST_PLAYER] else _LOT
        self.turn = 0
        self.first = -1  # the first player's seat
        self.step = 0  # in the setup: how many seats before the one that is awaited are done
        self.pieces = bytearray(pile_count(players))
        self.hand = 0
        self.walk = bytearray()  # this turn's, from the moment a pile is chosen
        self.due = 0  # the seats that still get a crystal piece this turn, as bits
        self.card = 0  # the card to be placed, as kind + 1
        self.receiver = 0  # who lays the crystal piece `piece`
        self.piece = 0
        self.pads = [bytearray() for _ in range(players)]
        self.items = self._items()  # what the seats enter on their pads
        self._told: list[tuple[str, int, int, tuple[int, ...]]] = []

    def _items(self) -> "tuple[int, ...]":
        if not self.cards:
            return tuple(range(pads.ITEMS))
        by_hand: tuple[int, ...] = (pads.RUBY,) if self.options[_RUBY_MODEL] == 2 else ()
        return by_hand + ((pads.EMERALD,) if self.options[_EMERALD_MODEL] else ())

    # -- whose turn ------------------------------------------------------------------------------------
    def active(self) -> int:
        """Return whose turn it is (CR8), in the setup whose choice it is, before the first player is known seat 1."""
        if self.first < 0:
            return 0
        return (self.first + (self.turn - 1 if self.turn else self.step)) % self.players

    def round(self) -> int:
        """Return the round, 1 to 9, or 0 in the setup (CR24)."""
        return (self.turn + self.players - 1) // self.players

    def _setup_choices(self, seat: int) -> "Sequence[int]":
        if self.phase == _FIRST:
            return range(FIRST, FIRST + self.players)
        if self.phase == _SWAP:
            return (KEEP, SWAP, SWAP + 1, SWAP + 2) if self.cards else (KEEP, SWAPPED)
        if self.phase == _PICK:
            return [PICK + i for i in range(3) if self.dealt[3 * seat + i]]
        return [PILE + pile for pile, pieces in enumerate(self.pieces) if not pieces]  # CR-A5

    # -- draws -----------------------------------------------------------------------------------------
    def _draw(self, outcome: int) -> None:
        phase = self.phase
        if phase == _LOT:
            if not 0 <= outcome < self.players:
                raise RuleError("There is no such seat.")
            self._begin(outcome)
        elif phase == _CRYSTALS:
            self.open_piece(outcome)
            self._open_crystals()
        elif phase == _DEAL:
            place = self.undealt()
            self.dealt[place] = self.take_from_pool(outcome)
            if any(self.aside):  # a card for one given back; before the first choice there is none
                self._next_swap()
            elif self.undealt() < 0:
                self._start_swaps()
        else:
            pile = self.uncovered_pile()
            self.tops[pile] = self.take_from_pool(outcome)
            self._turn_up()

    # -- the setup -------------------------------------------------------------------------------------
    def _begin(self, first: int) -> None:
        self.first = first
        if self.cards:
            self.phase = _DEAL  # CR2
        else:
            self._start_swaps()

    def _start_swaps(self) -> None:
        self.step = 0
        self.phase = _SWAP
        if self.options[_START_SWAP]:
            self._place_start_cards()

    def _do_first(self, seat: int, action: int) -> None:
        self._begin(action - FIRST)

    def _do_swap(self, seat: int, action: int) -> None:
        """Keep the start cards, or give one back for another (CR2, CR-A7)."""
        if SWAP <= action < SWAP + 3:
            place = 3 * seat + action - SWAP
            self.aside[seat] = self.dealt[place]
            self.dealt[place] = 0
            self.phase = _DEAL
        else:
            self._next_swap()

    def _next_swap(self) -> None:
        self.phase = _SWAP
        self.step += 1
        if self.step == self.players:
            self._place_start_cards()

    def _place_start_cards(self) -> None:
        self.step = 0
        if self.cards:
            self.phase = _PICK
        else:
            self._lay_out()

    def _do_pick(self, seat: int, action: int) -> None:
        place = 3 * seat + action - PICK
        self.card = self.dealt[place]
        self.dealt[place] = 0
        self.phase = _PLACE

    def _next_start_card(self, seat: int) -> None:
        left = [i for i in range(3 * seat, 3 * seat + 3) if self.dealt[i]]
        if not left:
            self.step += 1
            if self.step == self.players:
                self._lay_out()
                return
            self.phase = _PICK
        elif len(left) == 1:  # no choice
            self.card = self.dealt[left[0]]
            self.dealt[left[0]] = 0
        else:
            self.phase = _PICK

    def _lay_out(self) -> None:
        """Make the piles and put the pieces on them, unless the seats choose where (CR3 to CR6)."""
        self.step = 0
        if self.options[_TRACK]:
            self._next_turn()
            return
        self.lay_out()
        if self.players != 3 or not self.options[_START3]:
            starts = b"\x00\x02\x08\x06" if self.options[_CORNERS] else b"\x00\x02\x06\x08"
            for seat in range(self.players):
                self._stand(seat, 5 * seat if self.players == 2 else starts[seat])
        self._turn_up()

    def _stand(self, seat: int, pile: int) -> None:
        """Put three pieces of a seat on a pile, with three players a neutral one, too (CR4)."""
        self.pieces[pile] = 3 << 2 * seat | (1 << 6 if self.players == 3 else 0)

    def _do_corner(self, seat: int, action: int) -> None:
        self._stand(seat, action - PILE)
        self.step += 1
        if self.step == self.players:
            self.step = 0
            self._open_crystals()

    def _turn_up(self) -> None:
        """Turn up top cards until every pile shows one; then go on."""
        if self.cards and self.uncovered_pile() >= 0:
            self.phase = _REVEAL
        elif self.turn:
            self._next_award()
        elif not any(self.pieces):
            self.phase = _AT_CORNERS
        else:
            self._open_crystals()

    def _open_crystals(self) -> None:
        """Turn up crystal pieces until the open display is as it should be (CR7, CR17); then go on."""
        if self.cards and self.next_shape() >= 0:
            self.phase = _CRYSTALS
        elif self.turn:
            self._next_award()
        else:
            self._next_turn()

    def _do_put(self, seat: int, action: int) -> None:
        """Place the card (CR13, CR18 to CR21)."""
        self.put(seat, action - PUT >> 2, action - PUT & 3, self.card)
        self.card = 0
        if self.turn:
            self._turn_up()
        else:
            self._next_start_card(seat)

    def _next_turn(self) -> None:
        raise NotImplementedError

    def _next_award(self) -> None:
        raise NotImplementedError

    def _tell(self, kind: str, seat: int, action: int, numbers: "tuple[int, ...]" = ()) -> None:
        self._told.append((kind, seat, action, numbers))
