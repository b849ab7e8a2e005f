"""People who use the tools of a virtual board: they open one, choose, roll, press, and stop it."""

from onthree_host.verify import verify_log
from tests.board.crowd import Crowd


class Users(Crowd):
    """People who use a tool."""

    def open(self, entry, options=()):
        """Turn the menu to a tool, change options as (index, presses of B, long presses of B), and sit down."""
        self.turn_to(entry)
        self.hub("C")
        at = 0
        for index, presses, longs in options:
            for _ in range(index - at):
                self.hub("A", 0.15)
            at = index
            for _ in range(presses):
                self.hub("B", 0.15)
            for _ in range(longs):
                self.board.hub_press("B", 900)
                self.desk.listen_for(1.2)
        if "nobody yet" not in self.board.hub.words():
            self.hub("C")
        self.join()

    def words(self, seat):
        return self.board.pod(self.pods[seat]).words()

    def wait(self, text, seat=None, seconds=10):
        """Wait until the hub, or the pod of a seat, says `text`."""
        look = self.board.hub.words if seat is None else (lambda: self.words(seat))
        self.desk.listen(lambda: text in look(), seconds, repr(text))

    def press(self, seat, buttons):
        self.tap(seat, buttons)
        self.desk.listen_for(0.1 * len(buttons) + 0.1)

    def stop(self):
        """Stop the tool; return the verdict on its log."""
        stops = self.desk.kinds().count("stop")
        self.board.hub_press("B", 900)
        self.wait("A stop C go on")
        self.hub("A")
        self.wait("C open")
        self.desk.listen(lambda: self.desk.kinds().count("stop") > stops, 5, "the stop in the log")
        self.desk.listen_for(0.3)
        return list(verify_log(self.desk.store.records()))[-1]
