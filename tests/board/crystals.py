"""People who play Crystalla at a virtual board: they read what the pods ask and press A, B and C.

Which action they mean is chosen by the rules on the PC's side, from the log; how often A is to be pressed for it is
counted from the first offer, so an entry in the log is proof that the buttons mean it.
"""

from onthree.rules.crystalla_text import PHASES, PILE
from onthree.rules.game import CHANCE
from tests.board.crosses import Crosses


class Crystals(Crosses):
    """Players of Crystalla at the pods `pods` of a board, with a PC listening."""

    GAME = "Crystalla"

    @property
    def phase(self):
        return PHASES[self.state.phase]

    def asked(self):
        """Return the seats that are awaited, once what is drawn is in the log."""
        self.desk.listen(lambda: self.state.current() != CHANCE, what="the draw in the log")
        return [seat for seat in range(self.state.players) if self.state.actors() >> seat & 1]

    def offers(self, seat):
        """Return the words of what a seat can be offered, from the first one on."""
        state = self.state
        legal = list(state.legal_actions(seat))
        if self.phase == "donor":
            best = max(legal, key=lambda action: (state.heights[action - PILE], -action))
            at = legal.index(best)
            legal = legal[at:] + legal[:at]
        return [state.action_text(seat, action) for action in legal]

    def presses(self, seat, word):
        """Return what to press for `word` from the first offer on; a card is moved with A and turned with B."""
        offers = self.offers(seat)
        if self.phase != "place":
            return "A" * offers.index(word)
        columns = sorted({offer[0] for offer in offers})
        return "A" * columns.index(word[0]) + "B" * (("nw", "ne", "se", "sw").index(word[2:]))

    def enter(self, seat, word=None):
        """Enter `word`, or any legal one, on a seat's pod; return it."""
        self.shows(seat, " C ")
        word = self.rng.choice(self.offers(seat)) if word is None else word
        assert self.answer(seat, self.presses(seat, word) + "C")["a"] == word
        return word

    def pad(self, seat, words):
        """Enter the numbers of a score pad."""
        for word in words.split():
            self.enter(seat, word)

    def play(self, until="count", most=10_000):
        """Play on until a phase, or for so many entries."""
        for _ in range(most):
            asked = self.asked()
            if self.phase == until or not asked:
                break
            self.enter(asked[0])
