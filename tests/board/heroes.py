"""People who play Crossing Heroes at a virtual board: they read what the pods ask and press A, B and C.

Which action they mean is chosen by the rules on the PC's side, from the log; how often A is to be pressed for it is
counted from the first offer, so an entry in the log is proof that the buttons mean it.
"""

from onthree.rules.game import CHANCE, TERMINAL
from onthree.rules.heroes_points import GODS
from tests.board.crystals import Crystals


class Heroes(Crystals):
    """Players of Crossing Heroes at the pods `pods` of a board, with a PC listening."""

    GAME = "Crossing Heroes"

    @property
    def phase(self):
        return self.state.PHASES[self.state.phase]

    def offers(self, seat):
        """Return the words of what a seat is offered, from the first one on, as a player learns them."""
        words = [self.state.action_text(seat, action) for action in self.state.legal_actions(seat)]
        if self.phase == "choose":
            return [*GODS, *(word for word in words if word.startswith("muse"))]
        if self.phase in ("trial", "after"):
            gold = [word for word in ("icon", "refill") if word in words]
            return ["-", *gold, *(word for word in words if word in GODS)]
        if self.phase == "zeus":
            return [*words[1:], "-"]
        if self.phase == "kind":
            return [*(word for word in words if word not in GODS), *GODS]
        return words

    def likely(self, seat):
        """Return something to enter as people would: small numbers, not everything at every chance."""
        offers = self.offers(seat)
        if self.phase == "choose":
            return self.rng.choice(offers[:4] if self.rng.random() < 0.9 else offers)
        if self.phase in ("hero", "glory", "worth", "cost"):
            return self.rng.choice(offers[:4])
        return self.rng.choice(offers)

    def turns(self, most=10_000):
        """Play so many entries, or up to the pads."""
        while most and self.state.current() != TERMINAL and self.phase != "hero":
            self.asked()
            seat = self.state.current()
            self.enter(seat, self.likely(seat))
            most -= 1

    def pads(self):
        """Fill in all pads, seat by seat."""
        while self.state.current() not in (TERMINAL, CHANCE):
            seat = self.state.current()
            self.enter(seat, self.likely(seat))
