"""People who play Crossing Heroes at a virtual board: they read what the pods ask and press A, B and C.

Which action they mean is chosen by the rules on the PC's side, from the log; how often A is to be pressed for it is
counted from the first offer, so an entry in the log is proof that the buttons mean it.
"""

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
        if self.phase == "pads" and "flat" in words:
            kinds = ["flat", "double", "glory", "item", *GODS, "double-glory", "double-item"]
            return [word for word in [*kinds, *(f"double-{god}" for god in GODS)] if word in words]
        return words

    def likely(self, seat):
        """Return something to enter as people would: small numbers, not everything at every chance."""
        offers = self.offers(seat)
        if self.phase == "choose":
            return self.rng.choice(offers[:4] if self.rng.random() < 0.9 else offers)
        return self.rng.choice(offers[:4] if offers[0].isdigit() else offers)

    def turns(self, most=10_000):
        """Play so many entries, or up to the pads."""
        while most and self.phase != "pads":
            self.asked()
            seat = self.state.current()
            self.enter(seat, self.likely(seat))
            most -= 1

    def pads(self, most=10_000):
        """Fill in all pads, or so many entries of them: who enters next comes as it may."""
        while most and self.state.actors():
            seat = self.awaited()[0]
            self.enter(seat, self.likely(seat))
            if self.rng.random() < 0.15:
                self.answer(seat, "B", "undo")
                self.enter(seat, self.likely(seat))
            most -= 1


class HeroesWithCards(Heroes):
    """Players of a game whose cards the device deals: they are offered what the rules allow, Trials before Muses."""

    def offers(self, seat):
        words = [self.state.action_text(seat, action) for action in self.state.legal_actions(seat)]
        return [word for word in words if "muse" not in word] + [word for word in words if "muse" in word]

    def likely(self, seat):
        offers = self.offers(seat)
        return self.rng.choice(offers[:4] if self.phase == "choose" and self.rng.random() < 0.8 else offers)

    def turns(self, most=10_000, until="end"):
        """Play so many entries, or up to a phase; return what was entered, `phase word` each."""
        entered = []
        while most and self.asked() and self.phase != until:
            seat = self.state.current()
            entered.append(f"{self.phase} {self.enter(seat, self.likely(seat))}")
            most -= 1
        return entered
