"""Crystalla's crystal pieces: who gives which to whom, and where they go (CR15, CR17, CR23)."""

from onthree.compat import const
from onthree.rules.crystalla_box import PIECES
from onthree.rules.crystalla_setup import Setup
from onthree.rules.crystalla_text import COVER, GIVE, LAID
from onthree.rules.game import NONE

# Phases, by their place in crystalla_text.PHASES.
_AWARD = const(12)
_COVER = const(13)


class Awards(Setup):
    """The end of a turn: crystal pieces are given and laid, one after the other."""

    def _gifts(self) -> "list[int]":
        owners = [owner for owner in range(self.players) if self.due >> owner & 1]
        if not self.cards:
            return [GIVE + 15 * owner + PIECES for owner in owners]
        return [GIVE + 15 * owner + piece for owner in owners for piece in range(PIECES) if self.open[piece]]

    def _next_award(self) -> None:
        """Ask for the next crystal piece to be given (CR15), or end the turn; without pieces awards lapse (CR-A9)."""
        if self.due and not self.pieces_left():
            for owner in range(self.players):
                if self.due >> owner & 1:
                    self._tell("lapses", owner, NONE)
            self.due = 0
        if not self.due:
            self._next_turn()
            return
        self.phase = _AWARD
        if not self.cards and not self.due & (self.due - 1):  # one seat, and no say which piece: no choice
            self._do_give(self.active(), self._gifts()[0])

    def _do_give(self, seat: int, action: int) -> None:
        self.receiver, self.piece = divmod(action - GIVE, 15)
        self.due &= ~(1 << self.receiver)
        self.phase = _COVER
        if self.cards:
            self.open[self.piece] -= 1
            if not self.spots(self.receiver, self.piece):  # CR23
                self._tell("removed", self.receiver, action)
                self._covered()

    def _do_cover(self, seat: int, action: int) -> None:
        if self.cards:
            self.cover(seat, action - COVER, self.piece)
        elif action == LAID:
            self.given[seat] += 1
        else:
            self.removed += 1
        self._covered()

    def _covered(self) -> None:
        self.receiver = self.piece = 0
        self._open_crystals()
